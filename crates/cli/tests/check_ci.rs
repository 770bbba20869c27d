//! What surrounds the analysis of `redflag check`: documents, suppressions, baselines, what a change touched, class path, sources,
//! the words of rules, and the README's example.

mod java;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use java::{Workspace, ended, succeeds};
use serde_json::{Value, json};

/// An account with a getter that does not lock, in its package and in the folders of a build by Maven.
const ACCOUNT: &str = "\
package com.acme;

public class Account {
    private long balance;
    private String owner;

    public synchronized void deposit(long amount) {
        balance += amount;
    }

    public long balance() {
        return balance;
    }

    public synchronized void rename(String name) {
        owner = name;
    }

    public String owner() {
        return owner;
    }
}
";

const SOURCE: &str = "src/main/java/com/acme/Account.java";

/// A module as Maven lays it out.
fn module() -> Workspace {
    let workspace = Workspace::empty();
    write(&workspace, ACCOUNT);
    workspace
}

/// Writes the source and compiles it.
fn write(workspace: &Workspace, text: &str) {
    let source = workspace.path(SOURCE);
    fs::create_dir_all(source.parent().unwrap()).unwrap();
    fs::write(&source, text).unwrap();
    workspace.javac(&["-d", "target/classes"], &[source]);
}

fn check(workspace: &Workspace, options: &[&str]) -> Output {
    let mut command = workspace.redflag_command(&["check"]);
    ended(command.args(options))
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The locations that are told of.
fn told(output: &Output) -> Vec<String> {
    let text = stdout(output);
    let headlines = text
        .lines()
        .filter(|it| it.contains(" on ") && !it.starts_with(' '));
    headlines
        .filter_map(|it| Some(it.rsplit_once('.')?.1.to_owned()))
        .collect()
}

fn json_of(path: PathBuf) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// An account whose methods hold the lock of `balance` half of the time, and one more that may do so or not.
fn half_locked(one_more: &str) -> String {
    format!(
        "package com.acme;
public class Account {{
    private long balance;
    public synchronized void deposit(long amount) {{
        balance += amount;
    }}
    public synchronized void withdraw(long amount) {{
        balance -= amount;
    }}
    public long worth() {{
        return balance;
    }}
    public boolean isEmpty() {{
        return balance == 0;
    }}
    {one_more} {{
        balance = 0;
    }}
}}
"
    )
}

/// A read that `worth` leads to, and whatever else is in the class.
fn read_within(others: &str) -> String {
    format!(
        "package com.acme;
public class Account {{
    private long balance;
    public synchronized void deposit(long amount) {{
        balance += amount;
    }}
    public long worth() {{
        return current();
    }}
    private long current() {{
        return balance;
    }}
{others}}}
"
    )
}

/// A longer way to that read, once `shown` takes it.
const ROUNDED: &str = "    private long rounded() {
        return current() / 100 * 100;
    }
";
const SHOWN: &str = "    public String shown() {
        return \"\" + rounded();
    }
";

const WITHHELD: &str =
    "3 accesses to 1 field locked less than half of the time: not told (--all tells of them)";

#[test]
fn what_options_name_and_nobody_knows_is_told() {
    let workspace = module();
    fs::write(workspace.path("misspelt"), "rule:thread-safety\n").unwrap();
    for (options, status, expected) in [
        (
            ["--annotation-alias", "com.acme.Shared=Threadsafe"],
            2,
            "`Threadsafe` means nothing to redflag; there are ThreadSafe, ",
        ),
        (
            ["--annotation-alias", "com.acme.Shared=ThreadSafe"],
            1,
            "1 annotation with an alias that nothing here has: com.acme.Shared",
        ),
        (
            ["--sources", "no/such"],
            2,
            "cannot read sources from no/such: No such file or directory",
        ),
        (
            ["--suppressions", "misspelt"],
            2,
            "misspelt, line 1: unknown rule `thread-safety`; there are data-race, ",
        ),
    ] {
        let output = check(&workspace, &[&options[..], &["target/classes"]].concat());
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(status), "{options:?} {said}");
        assert!(said.contains(expected), "{options:?} {said}");
    }
    let marked = ACCOUNT.replace(
        "public class Account {",
        "public class Account { @interface Shared {} @Shared int marked;",
    );
    write(&workspace, &marked);
    let alias = ["--annotation-alias", "com.acme.Account$Shared=ThreadSafe"];
    let said = stderr(&check(
        &workspace,
        &[&alias[..], &["target/classes"]].concat(),
    ));
    assert!(!said.contains("alias"), "{said}");
}

#[test]
fn a_cache_that_cannot_be_written_is_told() {
    let workspace = module();
    fs::write(workspace.path("file"), "").unwrap();
    let output = check(&workspace, &["--cache", "file/below", "target/classes"]);
    let expected = "redflag: nothing can be kept in file/below for the next time: Not a directory";
    assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    assert_eq!(told(&output), ["balance", "owner"]);
    let output = check(&workspace, &["--cache", "cache", "target/classes"]);
    assert!(!stderr(&output).contains("kept"), "{}", stderr(&output));
}

mod documents {
    use super::*;

    #[test]
    fn are_those_of_run() {
        let workspace = module();
        let options = [
            "--json",
            "f.json",
            "--sarif",
            "f.sarif",
            "--junit",
            "f.xml",
            "--html",
            "f.html",
            "target/classes",
        ];
        let output = check(&workspace, &options);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));

        let document = json_of(workspace.path("f.json"));
        assert_eq!(document["tool"], "redflag");
        assert_eq!(document["stats"]["classes"], 1);
        assert_eq!(document["stats"]["methods"], 5);
        let finding = &document["findings"][0];
        assert_eq!(finding["engine"], "compositional");
        assert_eq!(finding["rule"], "thread-safety-violation");
        assert_eq!(
            finding["location"],
            json!({"class": "com/acme/Account", "field": "balance"})
        );
        assert_eq!(finding["accesses"][0]["locks"], json!([]));
        assert_eq!(finding["accesses"][1]["locks"], json!(["this"]));

        let sarif = json_of(workspace.path("f.sarif"));
        let run = &sarif["runs"][0];
        let result = &run["results"][0];
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], SOURCE);
        assert_eq!(place["region"]["startLine"], 12);
        assert_eq!(run["invocations"][0]["executionSuccessful"], true);
        let help = &run["tool"]["driver"]["rules"][0]["help"]["markdown"];
        let page =
            succeeds(&mut workspace.redflag_command(&["explain", "thread-safety-violation"]));
        assert_eq!(help, &Value::String(page));

        let junit = fs::read_to_string(workspace.path("f.xml")).unwrap();
        assert_eq!(junit.matches("<failure ").count(), 2, "{junit}");
        let page = fs::read_to_string(workspace.path("f.html")).unwrap();
        assert!(page.contains("<h1>2 findings</h1>"), "{page}");
        assert!(page.contains("return balance;</mark>"), "{page}");
    }

    #[test]
    fn may_go_to_standard_output_alone() {
        let workspace = module();
        let output = check(&workspace, &["--json", "-", "target/classes"]);
        let document: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["findings"].as_array().unwrap().len(), 2);
        assert!(stderr(&output).starts_with("redflag: 2 findings in 1 class"));
    }

    #[test]
    fn that_cannot_be_written_are_told_before() {
        let workspace = module();
        let output = check(&workspace, &["--sarif", "no/such.sarif", "target/classes"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("cannot write no/such.sarif"));
    }

    #[test]
    fn of_nothing_are_no_success() {
        let workspace = Workspace::empty();
        let output = check(&workspace, &["--sarif", "f.sarif", "--junit", "f.xml", "."]);
        assert_eq!(output.status.code(), Some(2));
        let sarif = json_of(workspace.path("f.sarif"));
        let invocation = &sarif["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false);
        let junit = fs::read_to_string(workspace.path("f.xml")).unwrap();
        assert!(junit.contains("nothing was analysed"), "{junit}");
    }
}

mod suppressions {
    use super::*;

    #[test]
    fn by_file_are_counted_and_kept_in_documents() {
        let workspace = module();
        let lines = "com.acme.Account.balance  # an estimate\nrule:data-race\n";
        fs::write(workspace.path(".redflag-suppressions"), lines).unwrap();
        let output = check(&workspace, &["--json", "f.json", "target/classes"]);
        assert_eq!(told(&output), ["owner"]);
        assert!(stderr(&output).contains("1 finding in 1 class, 5 methods; 1 suppressed"));
        let document = json_of(workspace.path("f.json"));
        let suppressed = &document["findings"][0]["suppressed"];
        assert_eq!(suppressed["reason"], "an estimate");
        let unused = &document["stats"]["unused_suppressions"];
        assert_eq!(unused, &json!([".redflag-suppressions:2: rule:data-race"]));

        fs::write(workspace.path("all.txt"), "rule:thread-safety-violation").unwrap();
        let output = check(&workspace, &["--suppressions", "all.txt", "target/classes"]);
        assert_eq!(output.status.code(), Some(0));
        assert!(stderr(&output).contains("no findings in 1 class, 5 methods; 2 suppressed"));
    }

    #[test]
    fn by_annotation_are_counted() {
        let text = "
@interface BenignRace { String value() default \"\"; }
@interface SuppressLint { String[] value(); }
@interface SuppressFBWarnings { String value(); }
class Racy {
    @BenignRace(\"an estimate\") int estimate;
    int skipped, plain, lint, bugs, other;
    synchronized void all() { estimate = skipped = plain = lint = bugs = other = 1; }
    int estimate() { return estimate; }
    @BenignRace int skipped() { return skipped; }
    @BenignRace Runnable later() { return () -> skipped++; }
    @SuppressLint({\"x\", \"THREAD_SAFETY_VIOLATION\"}) int lint() { return lint; }
    @SuppressFBWarnings(\"infer:thread-safety-violation\") int bugs() { return bugs; }
    @SuppressLint(\"GUARDEDBY_VIOLATION\") int other() { return other; }
    int plain() { return plain; }
}";
        let workspace = Workspace::with_text("Racy.java", text);
        let output = check(&workspace, &["."]);
        assert_eq!(told(&output), ["other", "plain"], "{}", stdout(&output));
        assert!(
            stderr(&output).contains("; 5 methods, 1 field exempt by annotation\n"),
            "{}",
            stderr(&output)
        );
    }

    #[test]
    fn that_exempt_a_class_or_what_tests_alone_call_are_counted() {
        let text = "
@interface NotThreadSafe {}
@interface VisibleForTesting {}
@interface ThreadConfined {}
@NotThreadSafe class Plain {
    int x;
    synchronized void set() { x = 1; }
    int get() { return x; }
}
class Seen {
    int x;
    @ThreadConfined int own;
    synchronized void set() { x = own = 1; }
    @VisibleForTesting int get() { return x; }
    int own() { return own; }
}";
        let workspace = Workspace::with_text("Plain.java", text);
        let output = check(&workspace, &["--json", "f.json", "."]);
        let said = stderr(&output);
        assert_eq!(told(&output), [] as [&str; 0], "{}", stdout(&output));
        assert!(
            said.contains("; 1 class, 1 method, 1 field exempt by annotation\n"),
            "{said}"
        );
        let stats = &json_of(workspace.path("f.json"))["stats"];
        assert_eq!(stats["exempt_classes"], 1);
    }
}

mod baselines {
    use super::*;

    #[test]
    fn hide_what_is_known_and_nothing_else() {
        let workspace = module();
        let options = [
            "--write-baseline",
            "known.txt",
            "--json",
            "f.json",
            "target/classes",
        ];
        let output = check(&workspace, &options);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let findings = &json_of(workspace.path("f.json"))["findings"];
        assert_eq!(findings.as_array().unwrap().len(), 2);
        assert_eq!(told(&output), [] as [&str; 0]);
        let known = fs::read_to_string(workspace.path("known.txt")).unwrap();
        let entries: Vec<&str> = known
            .lines()
            .filter_map(|it| it.split_once(' ').filter(|(first, _)| first.len() == 16))
            .map(|(_, about)| about)
            .collect();
        assert_eq!(
            entries,
            [
                "thread-safety-violation com.acme.Account.balance: read in com.acme.Account.balance",
                "thread-safety-violation com.acme.Account.owner: read in com.acme.Account.owner"
            ]
        );

        let again = check(&workspace, &["--baseline", "known.txt", "target/classes"]);
        assert_eq!(again.status.code(), Some(0), "{}", stdout(&again));
        assert!(stderr(&again).contains("2 findings in known.txt, not told again"));

        // Lines move, one finding goes, another comes.
        let moved = ACCOUNT
            .replace("public class", "\n// moved\npublic class")
            .replace(
                "public String owner()",
                "public synchronized String owner()",
            )
            .replace(
                "public long balance()",
                "public long twice() { return 2 * balance; }\n\n    public long balance()",
            );
        write(&workspace, &moved);
        let options = [
            "--baseline",
            "known.txt",
            "--json",
            "f.json",
            "target/classes",
        ];
        let output = check(&workspace, &options);
        assert_eq!(output.status.code(), Some(1));
        assert!(
            stdout(&output).contains("Account.twice"),
            "{}",
            stdout(&output)
        );
        assert_eq!(told(&output), ["balance"], "{}", stdout(&output));
        let said = stderr(&output);
        assert!(
            said.contains("1 entry of known.txt no longer found"),
            "{said}"
        );
        assert!(said.contains("com.acme.Account.owner"), "{said}");
        let document = json_of(workspace.path("f.json"));
        let findings = document["findings"].as_array().unwrap();
        let suppressed = findings.iter().filter(|it| !it["suppressed"].is_null());
        assert_eq!(suppressed.count(), 1);
    }

    #[test]
    fn do_not_hide_a_second_finding_that_looks_like_a_known_one() {
        let workspace = module();
        check(
            &workspace,
            &["--write-baseline", "known.txt", "target/classes"],
        );
        // Another `balance()`, by its name the same.
        let overloaded = ACCOUNT.replace(
            "public long balance()",
            "public long balance(long rate) { return rate * balance; }\n    public long balance()",
        );
        write(&workspace, &overloaded);
        let output = check(&workspace, &["--baseline", "known.txt", "target/classes"]);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(
            stdout(&output).contains("return rate * balance;"),
            "{}",
            stdout(&output)
        );
    }

    /// Who knows that a method holds the wrong lock for a field has not said that it may go without one.
    #[test]
    fn do_not_hide_a_finding_of_another_rule_in_the_method() {
        let program = |body: &str| {
            format!(
                "package com.acme;
@interface ThreadSafe {{}}
@ThreadSafe public class Account {{
    private final Object lock = new Object(), other = new Object();
    private int x;
    public void up() {{ synchronized (lock) {{ x++; }} }}
    public void down() {{ synchronized (lock) {{ x--; }} }}
    public void set() {{
        {body}
    }}
    private int wrongly() {{
        synchronized (other) {{ x = 1; }}
        return 0;
    }}
    private int barely() {{
        return x;
    }}
}}"
            )
        };
        let rules = |output: &Output| {
            let text = stdout(output);
            let headlines = text
                .lines()
                .filter(|it| it.ends_with(" on com.acme.Account.x"));
            let rules = headlines.filter_map(|it| it.split_whitespace().next());
            rules.map(str::to_owned).collect::<Vec<_>>()
        };
        let (wrong, bare) = ("inconsistent-guard", "thread-safety-violation");
        for (known, later) in [
            ("synchronized (other) { x = 1; }", "x = 2;"),
            ("wrongly();", "barely();"),
        ] {
            let workspace = Workspace::empty();
            write(&workspace, &program(known));
            let options = ["--write-baseline", "known.txt", "target/classes"];
            check(&workspace, &options);
            assert_eq!(rules(&check(&workspace, &["target/classes"])), [wrong]);
            // Beside it, and below.
            for between in [" ", "\n"] {
                write(&workspace, &program(&[known, later].join(between)));
                let output = check(&workspace, &["--baseline", "known.txt", "target/classes"]);
                assert_eq!(rules(&output), [bare], "{known} {later}");
                assert_eq!(output.status.code(), Some(1));
            }
            let all = rules(&check(&workspace, &["target/classes"]));
            assert_eq!(all, [wrong, bare], "{known} {later}");
        }
        // The read and the write of one statement are one.
        let workspace = Workspace::empty();
        write(&workspace, &program("synchronized (other) { x++; }"));
        assert_eq!(rules(&check(&workspace, &["target/classes"])), [wrong]);
    }

    /// Baselines and suppressions of findings of one field say nothing of another one, also where both are accessed by one
    /// line: all of a lambda is told of at the line that makes it.
    #[test]
    fn do_not_hide_what_shares_a_line_with_a_known_finding() {
        let lambda = |body: &str| {
            format!(
                "package com.acme;
import java.util.concurrent.*;
class Account {{
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    int a;
    int b;
    void go() {{
        pool.submit(() -> {{
            {body}
        }});
    }}
}}"
            )
        };
        let line = |body: &str| {
            format!(
                "package com.acme;
@interface ThreadSafe {{}}
@ThreadSafe class Account {{ int a; int b; void go() {{ {body} }} }}"
            )
        };
        let programs: [&dyn Fn(&str) -> String; 2] = [&lambda, &line];
        for program in programs {
            let workspace = Workspace::empty();
            write(&workspace, &program("a++;"));
            let known = ["--write-baseline", "known.txt", "target/classes"];
            check(&workspace, &known);
            fs::write(workspace.path("known.suppressions"), "com.acme.Account.a\n").unwrap();
            for body in ["a++;\n b++;", "a = 1; b = 1;", "b++; a++;"] {
                write(&workspace, &program(body));
                assert_eq!(told(&check(&workspace, &["target/classes"])).len(), 2);
                for option in [
                    ["--baseline", "known.txt"],
                    ["--suppressions", "known.suppressions"],
                ] {
                    let options = [&option[..], &["target/classes"]].concat();
                    let output = check(&workspace, &options);
                    assert_eq!(told(&output), ["b"], "{body} {option:?}");
                    assert_eq!(output.status.code(), Some(1));
                }
            }
        }
    }

    #[test]
    fn do_not_hide_a_new_way_to_a_known_access() {
        let workspace = Workspace::empty();
        write(&workspace, &read_within(""));
        let known = ["--write-baseline", "known.txt", "target/classes"];
        check(&workspace, &known);
        write(&workspace, &read_within(&[ROUNDED, SHOWN].concat()));
        let output = check(&workspace, &["target/classes"]);
        let text = stdout(&output);
        assert_eq!(told(&output), ["balance"], "{text}");
        assert!(!text.contains("Account.shown"), "{text}");
        let options = ["--baseline", "known.txt", "target/classes"];
        let output = check(&workspace, &options);
        let text = stdout(&output);
        assert_eq!(told(&output), ["balance"], "{text}");
        assert!(text.contains("Account.shown"), "{text}");

        check(&workspace, &known);
        let output = check(&workspace, &options);
        assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    }

    #[test]
    fn name_what_is_withheld_since_too_few_methods_hold_the_lock() {
        let workspace = Workspace::empty();
        write(&workspace, &half_locked("public synchronized void clear()"));
        let known = ["--write-baseline", "known.txt", "target/classes"];
        let said = stderr(&check(&workspace, &known));
        assert!(
            said.contains("2 findings") && !said.contains("half of the time"),
            "{said}"
        );

        write(&workspace, &half_locked("public void clear()"));
        let options = [
            "--baseline",
            "known.txt",
            "--json",
            "f.json",
            "target/classes",
        ];
        let output = check(&workspace, &options);
        let said = stderr(&output);
        assert_eq!(stdout(&output), "");
        assert!(said.contains(WITHHELD), "{said}");
        let expected = "2 entries of known.txt not told any more as too few methods hold the lock";
        assert!(
            said.contains(expected) && !said.contains("no longer found"),
            "{said}"
        );
        let notes = json_of(workspace.path("f.json"))["stats"]["notes"].to_string();
        assert!(notes.contains(WITHHELD), "{notes}");

        let all = check(&workspace, &["--all", "target/classes"]);
        for method in ["worth", "isEmpty", "clear"] {
            let access = format!("Account.{method}\n");
            assert!(stdout(&all).contains(&access), "{}", stdout(&all));
        }
        assert!(
            !stderr(&all).contains("half of the time"),
            "{}",
            stderr(&all)
        );

        fs::write(workspace.path("judged"), "com.acme.Account.balance\n").unwrap();
        let suppressed = check(&workspace, &["--suppressions", "judged", "target/classes"]);
        let said = stderr(&suppressed);
        assert!(!said.contains("half of the time"), "{said}");
    }

    #[test]
    fn that_cannot_be_read_are_errors() {
        let workspace = module();
        fs::write(workspace.path("bad.txt"), "# known\nbalance\n").unwrap();
        for (file, expected) in [
            ("none.txt", "cannot read the baseline none.txt"),
            ("bad.txt", "bad.txt, line 2: `balance` is no fingerprint"),
        ] {
            let output = check(&workspace, &["--baseline", file, "target/classes"]);
            assert_eq!(output.status.code(), Some(2));
            assert!(stderr(&output).contains(expected), "{}", stderr(&output));
        }
        let output = check(
            &workspace,
            &["--write-baseline", "no/such.txt", "target/classes"],
        );
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("cannot write the baseline no/such.txt"));
    }
}

mod changes {
    use super::*;

    fn git(workspace: &Workspace, arguments: &[&str]) {
        let mut command = Command::new("git");
        command
            .current_dir(workspace.path(""))
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_SYSTEM", "/dev/null")
            .args([
                "-c",
                "user.name=redflag",
                "-c",
                "user.email=redflag@localhost",
            ])
            .args(arguments);
        succeeds(&mut command);
    }

    /// With all that is there committed on a branch `main`.
    fn repository() -> Workspace {
        let workspace = module();
        fs::write(workspace.path(".gitignore"), "target\n").unwrap();
        git(&workspace, &["init", "--quiet", "--initial-branch", "main"]);
        git(&workspace, &["add", "."]);
        git(&workspace, &["commit", "--quiet", "--message", "account"]);
        workspace
    }

    fn since(workspace: &Workspace, revision: &str) -> Output {
        check(workspace, &["--changed-since", revision, "target/classes"])
    }

    #[test]
    fn tell_what_they_touched() {
        let workspace = repository();
        let output = since(&workspace, "main");
        assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
        assert!(stderr(&output).contains("2 findings left out that no change since main touches"));

        for (what, from, to, expected) in [
            (
                "an access",
                "return balance;",
                "return 2 * balance;",
                "balance",
            ),
            (
                "a field",
                "private String owner",
                "public String owner",
                "owner",
            ),
            (
                "what is further up",
                "public class",
                "\n\n\npublic class",
                "",
            ),
        ] {
            write(&workspace, &ACCOUNT.replace(from, to));
            let mut told = told(&since(&workspace, "main"));
            told.dedup();
            assert_eq!(told.concat(), expected, "{what}");
        }
    }

    /// A task writes without the lock that the reader has.
    const READER: &str = "\
package com.acme;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

public class Account {
    private final Executor executor = Executors.newFixedThreadPool(2);
    private long balance;

    public void deposit(long amount) {
        executor.execute(() -> {
            balance += amount;
        });
    }

    public synchronized long total() {
        return balance;
    }
}
";

    /// A read under a lock is told where the write is not that has none.
    #[test]
    fn that_touch_only_a_reader_are_told_there() {
        let workspace = repository();
        let commit = |text: &str| {
            write(&workspace, text);
            git(
                &workspace,
                &["commit", "--quiet", "--all", "--message", "c"],
            );
        };
        commit(&READER.replace("synchronized ", ""));
        // Without a revision, and where the write is touched, the write alone is told.
        write(&workspace, READER);
        let all = check(&workspace, &["target/classes"]);
        assert_eq!(told(&all), ["balance"], "{}", stdout(&all));
        assert!(stdout(&all).contains("unprotected write"));
        let output = since(&workspace, "main");
        assert_eq!(told(&output), ["balance"], "{}", stdout(&output));
        let text = stdout(&output);
        assert!(text.contains("read/write race"), "{text}");
        assert!(text.contains("Account.total"), "{text}");
        // All ways are known to a baseline, so that one that is known stays so when the write is touched.
        check(
            &workspace,
            &["--write-baseline", "known.txt", "target/classes"],
        );
        let output = check(
            &workspace,
            &[
                "--baseline",
                "known.txt",
                "--changed-since",
                "main",
                "target/classes",
            ],
        );
        assert_eq!(told(&output), [] as [&str; 0], "{}", stdout(&output));
        let touched = READER.replace("balance += amount", "balance += 2 * amount");
        write(&workspace, &touched);
        let output = since(&workspace, "main");
        assert_eq!(told(&output), ["balance"], "{}", stdout(&output));
        assert!(stdout(&output).contains("unprotected write"));
    }

    #[test]
    fn after_which_too_few_methods_hold_a_lock_are_seen() {
        let workspace = repository();
        let commit = |text: &str| {
            write(&workspace, text);
            git(
                &workspace,
                &["commit", "--quiet", "--all", "--message", "c"],
            );
        };
        let locked = half_locked("public synchronized void clear()");
        let bare = half_locked("public void clear()");
        let without = locked.replace(
            "synchronized void clear() {\n        balance = 0;",
            "void clear() {",
        );
        for before in [&locked, &without] {
            commit(before);
            write(&workspace, &bare);
            let output = since(&workspace, "HEAD");
            assert_eq!(told(&output), ["balance"], "{}", stdout(&output));
            assert!(
                stdout(&output).contains("Account.clear"),
                "{}",
                stdout(&output)
            );
        }
        // There were too few before, and are when a method with the lock changes.
        commit(&bare);
        let other = bare.replace("balance += amount", "balance += 2 * amount");
        write(&workspace, &other);
        let output = since(&workspace, "HEAD");
        assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
        assert!(stderr(&output).contains(WITHHELD), "{}", stderr(&output));
    }

    #[test]
    fn that_lead_to_a_known_access_are_seen() {
        let workspace = repository();
        write(&workspace, &read_within(ROUNDED));
        let commit = ["commit", "--quiet", "--all", "--message", "before"];
        git(&workspace, &commit);
        write(&workspace, &read_within(&[ROUNDED, SHOWN].concat()));
        let text = stdout(&check(&workspace, &["target/classes"]));
        assert!(text.contains("Account.worth"), "{text}");
        let output = since(&workspace, "HEAD");
        let text = stdout(&output);
        assert_eq!(told(&output), ["balance"], "{text}");
        assert!(text.contains("Account.shown"), "{text}");
    }

    #[test]
    fn that_take_a_lock_away_are_seen() {
        let workspace = repository();
        let locked = ACCOUNT.replace(
            "public String owner()",
            "public synchronized String owner()",
        );
        write(&workspace, &locked);
        git(
            &workspace,
            &["commit", "--quiet", "--all", "--message", "locked"],
        );
        write(&workspace, ACCOUNT);
        assert_eq!(told(&since(&workspace, "HEAD")), ["owner"]);
    }

    #[test]
    fn are_those_of_the_branch_and_of_what_is_not_committed() {
        let workspace = repository();
        git(&workspace, &["checkout", "--quiet", "-b", "branch"]);
        git(&workspace, &["checkout", "--quiet", "main"]);
        write(
            &workspace,
            &ACCOUNT.replace("return balance;", "return 3 * balance;"),
        );
        git(
            &workspace,
            &["commit", "--quiet", "--all", "--message", "on main"],
        );
        git(&workspace, &["checkout", "--quiet", "branch"]);
        write(
            &workspace,
            &ACCOUNT.replace("return owner;", "return \"\" + owner;"),
        );
        assert_eq!(told(&since(&workspace, "main")), ["owner"]);

        let fresh = workspace.path("src/main/java/com/acme/Fresh.java");
        let text = "package com.acme; class Fresh { int x; synchronized void set() { x = 1; } int get() { return x; } }";
        fs::write(&fresh, text).unwrap();
        workspace.javac(&["-d", "target/classes"], &[fresh]);
        assert_eq!(told(&since(&workspace, "main")), ["owner", "x"]);
    }

    #[test]
    fn need_a_repository_a_revision_and_sources() {
        let workspace = repository();
        let output = since(&workspace, "no-such-branch");
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("no-such-branch is no revision that git knows here"));

        git(&workspace, &["rm", "--quiet", "--cached", SOURCE]);
        fs::remove_file(workspace.path(SOURCE)).unwrap();
        let output = since(&workspace, "main");
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("of no class that was analysed is the source file"));

        let outside = tempfile::tempdir().unwrap();
        let classes = workspace.path("target/classes");
        let mut command = workspace.redflag_command(&["check", "--changed-since", "main"]);
        let output = ended(command.arg(&classes).current_dir(outside.path()));
        assert_eq!(output.status.code(), Some(2));
        assert!(
            stderr(&output).contains("in no git repository"),
            "{}",
            stderr(&output)
        );

        let mut command = workspace.redflag_command(&["check", "--changed-since", "main"]);
        let output = ended(command.arg(&classes).env("PATH", "/nowhere"));
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("needs git, which cannot be started"));
    }
}

mod class_path {
    use super::*;

    /// A class below one of a library, which writes its field, and has races of its own.
    fn with_library() -> Workspace {
        let workspace = Workspace::empty();
        let library = workspace.path("Counter.java");
        let text = "package lib;
public class Counter {
    int own;
    public int hits;
    public synchronized void own() { own++; }
    public int getOwn() { return own; }
    public void hit() { hits++; }
}";
        fs::write(&library, text).unwrap();
        workspace.javac(&["-d", "library"], &[library]);
        let program = workspace.path("Program.java");
        let text = "package app;
public class Program extends lib.Counter {
    public synchronized int hits() { return hits; }
    public void hitAgain() { hit(); }
}";
        fs::write(&program, text).unwrap();
        workspace.javac(&["-cp", "library", "-d", "program"], &[program]);
        workspace
    }

    fn jar(workspace: &Workspace, arguments: &[&str]) {
        succeeds(workspace.bare("jar").args(arguments));
    }

    #[test]
    fn classes_are_known_but_not_reported_in() {
        let workspace = with_library();
        let alone = check(&workspace, &["program"]);
        let said = stderr(&alone);
        assert!(said.contains("in 1 class, 3 methods"), "{said}");
        assert!(said.contains("1 referenced class not found"), "{said}");
        assert!(said.contains("lib.Counter"), "{said}");
        assert_eq!(told(&alone), [] as [&str; 0]);

        jar(&workspace, &["cf", "jars.jar", "-C", "library", "."]);
        fs::create_dir(workspace.path("jars")).unwrap();
        fs::rename(workspace.path("jars.jar"), workspace.path("jars/lib.jar")).unwrap();
        for path in ["library", "jars/lib.jar", "jars/*", "nowhere:library"] {
            let output = check(&workspace, &["program", "-cp", path]);
            assert_eq!(told(&output), ["hits"], "{path}: {}", stdout(&output));
            let said = stderr(&output);
            assert!(said.contains("in 1 class, 3 methods"), "{said}");
            assert!(!said.contains("not found"), "{said}");
        }
        let both = check(&workspace, &["program", "library"]);
        assert_eq!(told(&both), ["hits", "own"], "{}", stdout(&both));
    }

    #[test]
    fn libraries_in_a_jar_or_web_archive_are_only_referenced() {
        let workspace = with_library();
        for (folder, archive) in [("BOOT-INF", "app.jar"), ("WEB-INF", "app.war")] {
            let classes = workspace.path(&format!("{archive}.d/{folder}/classes"));
            let libraries = workspace.path(&format!("{archive}.d/{folder}/lib"));
            fs::create_dir_all(classes.parent().unwrap()).unwrap();
            fs::create_dir_all(&libraries).unwrap();
            succeeds(
                Command::new("cp")
                    .arg("-r")
                    .args([workspace.path("program"), classes]),
            );
            let library = libraries.join("lib.jar");
            jar(
                &workspace,
                &["cf", library.to_str().unwrap(), "-C", "library", "."],
            );
            let unpacked = format!("{archive}.d");
            jar(&workspace, &["cf", archive, "-C", &unpacked, "."]);
            for input in [archive, &unpacked] {
                let output = check(&workspace, &[input]);
                assert_eq!(told(&output), ["hits"], "{input}: {}", stdout(&output));
                assert!(
                    !stderr(&output).contains("not found"),
                    "{}",
                    stderr(&output)
                );
            }
        }
    }

    #[test]
    fn a_directory_of_jars_stands_for_them() {
        let workspace = with_library();
        fs::create_dir(workspace.path("jars")).unwrap();
        jar(&workspace, &["cf", "jars/a.jar", "-C", "program", "."]);
        jar(&workspace, &["cf", "jars/b.jar", "-C", "library", "."]);
        assert_eq!(told(&check(&workspace, &["jars"])), ["hits", "own"]);
    }

    #[test]
    fn a_class_that_is_in_a_directory_and_in_a_jar_is_told_once() {
        let workspace = module();
        jar(
            &workspace,
            &["cf", "target/app.jar", "-C", "target/classes", "."],
        );
        let output = check(&workspace, &["target"]);
        assert_eq!(told(&output), ["balance", "owner"]);
        let said = stderr(&output);
        assert!(
            said.contains("2 findings in 1 class, 5 methods\n"),
            "{said}"
        );
    }

    #[test]
    fn jars_further_down_and_paths_without_classes_are_named() {
        let workspace = with_library();
        fs::create_dir_all(workspace.path("program/lib/more")).unwrap();
        fs::create_dir(workspace.path("empty")).unwrap();
        let below = "program/lib/more/a.jar";
        jar(&workspace, &["cf", below, "-C", "library", "."]);
        let passed_over = format!(
            "1 jar in subdirectories not looked at (name the jar or its directory): {below}"
        );
        let output = check(&workspace, &["program", "empty"]);
        let said = stderr(&output);
        assert!(said.contains(&passed_over), "{said}");
        assert!(said.contains("1 path without class files: empty"), "{said}");
        assert_eq!(output.status.code(), Some(0), "{said}");

        for named in [below, "program/lib/more"] {
            let output = check(&workspace, &["program", named]);
            assert_eq!(told(&output), ["hits", "own"]);
            assert!(!stderr(&output).contains("not looked at"));
        }
        let alone = check(&workspace, &["program/lib"]);
        assert_eq!(alone.status.code(), Some(2));
        assert!(stderr(&alone).contains(&passed_over), "{}", stderr(&alone));
    }

    #[test]
    fn of_a_multi_release_jar_the_newest_class_counts() {
        let workspace = with_library();
        let newer = workspace.path("newer/Counter.java");
        fs::create_dir_all(newer.parent().unwrap()).unwrap();
        fs::write(
            &newer,
            "package lib;
public class Counter {
    int own;
    public int hits;
    public synchronized void own() { own++; }
    public int getOwn() { synchronized (this) { return own; } }
    public void hit() { hits++; }
}",
        )
        .unwrap();
        workspace.javac(&["-d", "newer"], &[newer]);
        let release = ["--release", "11", "-C", "newer", "lib"];
        jar(
            &workspace,
            &[&["cf", "lib.jar", "-C", "library", "."][..], &release].concat(),
        );
        let output = check(&workspace, &["lib.jar"]);
        assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
        assert!(stderr(&output).contains("no findings in 1 class, 4 methods"));
    }
}

mod sources {
    use super::*;

    fn line_is_shown(output: &Output) -> bool {
        stdout(output).contains("\n      return balance;\n")
    }

    #[test]
    fn are_found_in_the_module_beside_the_jar_and_where_the_user_says() {
        let workspace = module();
        let elsewhere = workspace.path("elsewhere");
        fs::create_dir(&elsewhere).unwrap();
        let mut command = workspace.redflag_command(&["check", "../target/classes"]);
        let output = ended(command.current_dir(&elsewhere));
        assert!(line_is_shown(&output), "{}", stdout(&output));

        succeeds(workspace.bare("jar").args([
            "cf",
            "elsewhere/a.jar",
            "-C",
            "target/classes",
            ".",
        ]));
        succeeds(workspace.bare("jar").args([
            "cf",
            "elsewhere/a-sources.jar",
            "-C",
            "src/main/java",
            ".",
        ]));
        let sources = workspace.path("moved");
        fs::rename(workspace.path("src/main/java"), &sources).unwrap();
        let output = check(&workspace, &["elsewhere/a.jar", "--sarif", "f.sarif"]);
        assert!(line_is_shown(&output), "{}", stdout(&output));
        let result = &json_of(workspace.path("f.sarif"))["runs"][0]["results"][0];
        let place = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        assert_eq!(place, "com/acme/Account.java");

        assert!(!line_is_shown(&check(&workspace, &["target/classes"])));
        let output = check(&workspace, &["target/classes", "--sources", "moved"]);
        assert!(line_is_shown(&output));
        let headline = "thread-safety-violation moved/com/acme/Account.java:12: read/write race";
        assert!(stdout(&output).starts_with(headline), "{}", stdout(&output));
    }
}

mod words {
    use super::*;

    fn page(workspace: &Workspace, rule: &str) -> String {
        succeeds(&mut workspace.redflag_command(&["explain", rule]))
    }

    fn rules(workspace: &Workspace) -> Vec<String> {
        let list = succeeds(&mut workspace.redflag_command(&["explain"]));
        let words = list.lines().filter_map(|it| it.split_whitespace().next());
        words.map(str::to_owned).collect()
    }

    /// The example of a page, in a file that its first class names.
    fn example(page: &str) -> (String, String) {
        let (_, rest) = page.split_once("```java\n").unwrap();
        let (code, _) = rest.split_once("```").unwrap();
        ("Example.java".to_owned(), code.to_owned())
    }

    #[test]
    fn of_a_rule_have_an_example_that_breaks_it() {
        let mut statically = 0;
        for rule in rules(&Workspace::empty()) {
            let page = page(&Workspace::empty(), &rule);
            let (name, code) = example(&page);
            let workspace = Workspace::with_text(&name, &code);
            if rule.ends_with("-race") {
                let outcome = workspace.run(&mut workspace.watched_java(&[], &["Main"]));
                let findings = outcome.report["findings"].as_array().unwrap();
                assert!(
                    findings.iter().any(|it| it["rule"] == *rule),
                    "{}",
                    outcome.stderr
                );
                continue;
            }
            statically += 1;
            let output = check(&workspace, &["."]);
            let reported = (1..)
                .zip(code.lines())
                .find(|(_, line)| line.contains("// reported"));
            let (line, _) = reported.unwrap();
            let headline = format!("{rule} Example.java:{line}: ");
            assert!(
                stdout(&output).starts_with(&headline),
                "{rule}: {}",
                stdout(&output)
            );
            assert_eq!(told(&output).len(), 1, "{}", stdout(&output));
        }
        assert_eq!(statically, 4);
    }

    #[test]
    fn of_a_rule_that_is_none_are_an_error() {
        let output = ended(&mut Workspace::empty().redflag_command(&["explain", "race"]));
        assert_eq!(output.status.code(), Some(2));
        let said = stderr(&output);
        assert!(
            said.contains("there is no rule `race`; there are data-race, "),
            "{said}"
        );
    }

    #[test]
    fn of_the_readme_are_what_is_reported() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let workspace = Workspace::empty();
        fs::copy(root.join("demo/Bank.java"), workspace.path("Bank.java")).unwrap();
        workspace.javac(&[], &[workspace.path("Bank.java")]);
        let output = check(&workspace, &["."]);
        let readme = fs::read_to_string(root.join("README.md")).unwrap();
        let report = stdout(&output);
        assert!(
            readme.contains(report.trim_end()),
            "README.md lacks\n{report}"
        );
    }
}

mod progress {
    use super::*;
    use std::io::Read;
    use std::process::Stdio;

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    /// On a terminal, and with enough to do for a bar to show on most machines: nothing of it may be left on the screen.
    #[test]
    fn leaves_nothing_behind() {
        let workspace = Workspace::empty();
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let terminal = fs::File::options()
            .read(true)
            .write(true)
            .open(Path::new(name.to_str().unwrap()))
            .unwrap();
        let settings = ["-XshowSettings:properties", "-version"];
        let settings = ended(workspace.bare("java").args(settings));
        let settings = stderr(&settings);
        let home = settings
            .lines()
            .find_map(|it| it.trim().strip_prefix("java.home = "));
        let image = Path::new(home.unwrap()).join("jmods/java.xml.jmod");
        let mut command = workspace.redflag_command(&["check", "--json", "f.json"]);
        command
            .arg(image)
            .stdout(Stdio::null())
            .env("TERM", "xterm");
        let mut child = command.stderr(Stdio::from(terminal)).spawn().unwrap();
        drop(command);
        let mut shown = Vec::new();
        // Reading fails when the last who has the terminal open is gone.
        let _ = fs::File::from(master).read_to_end(&mut shown);
        assert_eq!(child.wait().unwrap().code(), Some(1));
        let shown = String::from_utf8(shown).unwrap();
        let last = shown.rsplit("\r\x1b[K").next().unwrap();
        let plain = last.replace("\x1b[1m", "").replace("\x1b[31m", "");
        assert!(plain.starts_with("redflag: "), "{shown:?}");
        assert!(last.contains(" findings"), "{shown:?}");
    }
}
