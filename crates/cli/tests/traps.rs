//! What an instrumented JVM must not trip over: accesses at the same moment, and everything a program
//! can see of itself. Each program runs bare and under `redflag run`, and must not tell the difference.
//!
//! - `REDFLAG_LOCKSTEP`: how many locations two threads race on in lockstep (default: 300,000)

mod java;

use std::fmt::Write;
use std::fs;

use java::{Outcome, Workspace, source, succeeds};

/// Runs a program bare and watched; both must say the same and end the same.
fn same_output(workspace: &Workspace, options: &[&str], arguments: &[&str]) -> Outcome {
    let bare = workspace.bare_java(arguments).output().unwrap();
    let watched = workspace.run(&mut workspace.watched_java(options, arguments));
    let bare_lines = String::from_utf8(bare.stdout).unwrap();
    let difference = bare_lines
        .lines()
        .zip(watched.stdout.lines())
        .find(|(bare, watched)| bare != watched);
    assert_eq!(difference, None, "{arguments:?}\n{}", watched.stderr);
    assert_eq!(watched.stdout.len(), bare_lines.len(), "{arguments:?}");
    assert_eq!(watched.status, bare.status.code(), "{}", watched.stderr);
    watched
}

fn skipped(outcome: &Outcome) -> Vec<String> {
    let skipped = outcome.report["stats"]["skipped"].as_array().unwrap();
    skipped
        .iter()
        .map(|skip| {
            let text = |key: &str| skip[key].as_str().unwrap_or("whole class").to_owned();
            format!("{}.{}: {}", text("class"), text("method"), text("reason"))
        })
        .collect()
}

fn nothing_skipped(outcome: &Outcome) {
    assert_eq!(skipped(outcome), [""; 0]);
    assert_eq!(outcome.report["stats"]["stopped"], serde_json::json!([]));
}

mod lockstep {
    use super::*;

    /// Every location is raced on once, so that any missed race shows in the count.
    fn none_is_missed(what: &str, how: &str) {
        let locations = std::env::var("REDFLAG_LOCKSTEP").unwrap_or("300000".to_owned());
        let workspace = Workspace::with(&["Lockstep.java"]);
        let arguments = ["Lockstep", what, how, &locations];
        let outcome = workspace.run(&mut workspace.watched_java(&[], &arguments));
        assert_eq!(outcome.status, Some(66), "{}", outcome.stderr);
        let seen: u64 = outcome.races().iter().map(|(_, count)| count).sum();
        assert_eq!(seen, locations.parse::<u64>().unwrap());
        nothing_skipped(&outcome);
    }

    #[test]
    fn fields_both_written() {
        none_is_missed("field", "write-write");
    }

    #[test]
    fn fields_written_and_read() {
        none_is_missed("field", "write-read");
    }

    #[test]
    fn fields_written_and_read_by_turns() {
        none_is_missed("field", "by-turns");
    }

    #[test]
    fn elements_both_written() {
        none_is_missed("element", "write-write");
    }

    #[test]
    fn elements_written_and_read() {
        none_is_missed("element", "write-read");
    }

    #[test]
    fn elements_written_and_read_by_turns() {
        none_is_missed("element", "by-turns");
    }
}

mod unseen {
    use super::*;

    #[test]
    fn by_reflection_and_serialization() {
        let workspace = Workspace::with(&["Mirror.java"]);
        let outcome = same_output(&workspace, &[], &["Mirror"]);
        assert_eq!(outcome.races(), []);
        nothing_skipped(&outcome);
    }

    #[test]
    fn around_variable_handles() {
        let workspace = Workspace::with(&["Handles.java"]);
        let outcome = same_output(&workspace, &[], &["-Xverify:all", "Handles"]);
        assert_eq!(outcome.races(), []);
        nothing_skipped(&outcome);
    }

    #[test]
    fn in_constructors_and_initializers() {
        let workspace = Workspace::with(&["Constructors.java"]);
        let outcome = same_output(&workspace, &[], &["Constructors"]);
        assert_eq!(outcome.races(), []);
    }

    #[test]
    fn in_exceptions_and_stack_traces() {
        for debug in ["-g", "-g:none"] {
            let workspace = Workspace::empty();
            workspace.javac(&[debug], &[source("Failures.java")]);
            let outcome = same_output(&workspace, &[], &["Failures"]);
            assert_eq!(outcome.races(), []);
            nothing_skipped(&outcome);
        }
    }
}

mod linking {
    use super::*;

    const FIELDS: usize = 100;

    /// A class that reads fields of another for the first time in two threads at once, and again and again in other loaders.
    #[test]
    fn final_fields_of_others_in_two_threads_at_once() {
        let workspace = Workspace::with_text("Linking.java", &text());
        let outcome = same_output(&workspace, &[], &["Linking"]);
        assert_eq!(outcome.races(), []);
        nothing_skipped(&outcome);
    }

    fn text() -> String {
        let mut text = String::from("final class Fields {\n");
        for field in 0..FIELDS {
            writeln!(text, "final int f{field};").unwrap();
        }
        text.push_str("Fields(int value) {\n");
        for field in 0..FIELDS {
            writeln!(text, "f{field} = value;").unwrap();
        }
        text.push_str(
            "} }
             public final class Linking implements java.util.function.IntSupplier {
                 private final Fields fields = new Fields(3);
                 public int getAsInt() {
                     Fields fields = this.fields;
                     int sum = 0;\n",
        );
        for field in 0..FIELDS {
            writeln!(text, "sum += fields.f{field};").unwrap();
        }
        text.push_str(
            "        return sum;
                 }
                 public static void main(String[] arguments) throws Exception {
                     java.net.URL[] here = {new java.io.File(\".\").toURI().toURL()};
                     int[] sums = new int[2];
                     for (int round = 0; round < 400; round++) {
                         ClassLoader loader = new java.net.URLClassLoader(here, null);
                         java.util.function.IntSupplier reader = (java.util.function.IntSupplier)
                                 loader.loadClass(\"Linking\").getDeclaredConstructor().newInstance();
                         Thread other = new Thread(() -> sums[1] += reader.getAsInt());
                         other.start();
                         sums[0] += reader.getAsInt();
                         other.join();
                     }
                     System.out.println(sums[0] + \" \" + sums[1]);
                 }
             }",
        );
        text
    }
}

mod clones {
    use super::*;

    #[test]
    fn have_what_the_program_gave_the_original() {
        let workspace = Workspace::with(&["Clones.java"]);
        for references in ["-XX:+UseCompressedOops", "-XX:-UseCompressedOops"] {
            let outcome = same_output(&workspace, &[], &[references, "Clones"]);
            assert_eq!(outcome.races(), []);
            nothing_skipped(&outcome);
        }
    }

    #[test]
    fn are_read_for_themselves() {
        let workspace = Workspace::with(&["ClonedReads.java"]);
        for checks in ["all", "bigfoot"] {
            let mut java = workspace.watched_java(&["--checks", checks], &["ClonedReads"]);
            let races = workspace.run(&mut java).races();
            assert_eq!(races, [("value".to_owned(), 1)], "{checks}");
        }
    }
}

mod monitors {
    use super::*;

    #[test]
    fn are_balanced_however_they_are_left() {
        let workspace = Workspace::with(&["Monitors.java"]);
        for flags in [&[][..], &["-Xcomp"], &["-Xint"]] {
            let arguments = [flags, &["Monitors"]].concat();
            let outcome = same_output(&workspace, &[], &arguments);
            assert_eq!(outcome.races(), []);
            nothing_skipped(&outcome);
        }
    }

    #[test]
    fn are_balanced_after_a_stack_overflow() {
        let workspace = Workspace::with(&["Overflow.java"]);
        for flags in [&[][..], &["-Xint"]] {
            let arguments = [flags, &["Overflow"]].concat();
            let outcome = same_output(&workspace, &[], &arguments);
            assert_eq!(outcome.races(), []);
            nothing_skipped(&outcome);
        }
    }
}

mod memory {
    use super::*;

    #[test]
    fn of_a_heap_that_arrays_fill_is_left_to_the_program() {
        let workspace = Workspace::with(&["Hoard.java"]);
        for factor in ["1", "3"] {
            let options = ["--checks", "all", "--heap-factor", factor];
            let outcome = same_output(&workspace, &options, &["-Xmx64m", "Hoard"]);
            assert_eq!(outcome.races(), []);
            let stopped = outcome.report["stats"]["stopped"].as_array().unwrap();
            assert_eq!(stopped.len(), 1, "with factor {factor}");
            assert!(outcome.stderr.contains("redflag: checking stopped"));
        }
    }

    /// A few histories for all elements of an array take little, one for each element does not.
    #[test]
    fn of_a_full_heap_is_left_to_the_program_with_compressed_shadows() {
        let workspace = Workspace::with(&["Hoard.java"]);
        let options = ["--checks", "bigfoot", "--heap-factor", "1"];
        for (arguments, stops) in [
            (&["-Xmx64m", "Hoard"][..], 0),
            (&["-Xmx64m", "Hoard", "mixed"], 0),
            (&["-Xmx64m", "Hoard", "crowded"], 1),
        ] {
            let outcome = same_output(&workspace, &options, arguments);
            assert_eq!(outcome.races(), []);
            let stopped = outcome.report["stats"]["stopped"].as_array();
            assert_eq!(
                stopped.map_or(0, Vec::len),
                stops,
                "{arguments:?}: {}",
                outcome.stderr
            );
        }
    }

    /// Shadow fields cannot be dropped: the heap has to be large enough for them.
    #[test]
    fn of_a_heap_that_objects_fill_is_enough_for_their_shadows() {
        let workspace = Workspace::with(&["HoardObjects.java"]);
        let outcome = same_output(&workspace, &[], &["-Xmx64m", "HoardObjects", "50"]);
        assert_eq!(outcome.races(), []);
    }

    /// Shadow fields have names, too.
    #[test]
    fn of_the_jvm_for_names_is_enough_unless_there_is_more() {
        let workspace = Workspace::with(&["Threads.java"]);
        for (given, size) in [("32768", "262144"), ("524288", "524288")] {
            let given = format!("-XX:SymbolTableSize={given}");
            let print = "-XX:+PrintFlagsFinal";
            let arguments = [
                "-XX:+UnlockExperimentalVMOptions",
                &given,
                print,
                "Threads",
                "1",
            ];
            let outcome = workspace.run(&mut workspace.watched_java(&[], &arguments));
            let mut flags = outcome.stdout.lines();
            let flag = flags.find(|line| line.contains("SymbolTableSize"));
            let mut words = flag.unwrap_or_default().split_whitespace();
            assert!(words.any(|word| word == size), "{flag:?}");
        }
    }

    /// Each thread is joined before the next starts, so that few slots serve them all.
    #[test]
    fn of_ended_threads_is_used_again() {
        let workspace = Workspace::with(&["Threads.java"]);
        let arguments = ["-Xmx64m", "Threads", "100000"];
        let mut command = workspace.watched_java(&["--heap-factor", "1"], &arguments);
        let outcome = workspace.run(&mut command);
        assert_eq!(outcome.stdout, "50000 50000 50000\n", "{}", outcome.stderr);
        assert_eq!(outcome.races(), []);
        nothing_skipped(&outcome);
        let slots = &outcome.report["stats"]["counters"]["thread_slots"];
        assert!(slots.as_u64().unwrap() < 100, "{slots} slots");
    }
}

mod stacks {
    use super::*;
    use serde_json::Value;

    fn methods(access: &Value) -> Vec<&str> {
        let frames = access["stack"].as_array().expect("a stack");
        let names = frames.iter().filter_map(|frame| frame["method"].as_str());
        names.collect()
    }

    #[test]
    fn are_told_of_both_accesses() {
        let workspace = Workspace::with(&["Callers.java"]);
        let outcome = workspace.run(&mut workspace.watched_java(&[], &["Callers"]));
        let findings = outcome.report["findings"].as_array().unwrap();
        assert_eq!(findings.len(), 2, "{}", outcome.stderr);
        for finding in findings {
            let [later, earlier] = [0, 1].map(|i| methods(&finding["accesses"][i]));
            match finding["location"]["field"].as_str() {
                Some("once") => {
                    assert_eq!(later, ["setOnce", "main"]);
                    assert_eq!(earlier, ["setOnce", "other", "run"]);
                }
                _ => {
                    let mut callers = [later[1], earlier[1]];
                    callers.sort_unstable();
                    assert_eq!(callers, ["earlier", "later"]);
                }
            }
        }
    }

    #[test]
    fn are_those_of_accesses_that_are_checked_later() {
        let workspace = Workspace::with(&["Walkers.java"]);
        for checks in ["all", "slimstate", "bigfoot"] {
            let options = ["--checks", checks];
            let outcome = workspace.run(&mut workspace.watched_java(&options, &["Walkers"]));
            let findings = outcome.report["findings"].as_array().unwrap();
            assert_eq!(findings.len(), 1, "{}", outcome.stderr);
            let [later, earlier] = [0, 1].map(|i| &findings[0]["accesses"][i]);
            assert_eq!(methods(earlier), ["fill", "other", "run"]);
            // Where each element has a check of its own, those of the other thread were enough to keep stacks of.
            if checks == "slimstate" {
                assert!(later["stack"].is_null());
                continue;
            }
            assert_eq!(methods(later), ["fill", "mine", "main"]);
            assert_eq!(later["stack"][0]["line"], later["line"]);
        }
    }
}

mod loading {
    use super::*;

    fn finds_the_race(workspace: &Workspace, options: &[&str], java: &[&str]) {
        let mut command = workspace.redflag(options);
        command.arg(java::jdk_tool("java")).arg("-Xverify:all");
        let outcome = workspace.run(command.args(java));
        assert_eq!(outcome.stdout, "raced\n", "{}", outcome.stderr);
        assert_eq!(outcome.status, Some(66), "{}", outcome.stderr);
        assert_eq!(outcome.races(), [("value".to_owned(), 1)]);
        nothing_skipped(&outcome);
    }

    #[test]
    fn from_a_source_file() {
        let file = source("Racy.java");
        finds_the_race(&Workspace::empty(), &[], &[file.to_str().unwrap()]);
    }

    #[test]
    fn from_a_jar() {
        let workspace = Workspace::with(&["Racy.java"]);
        let mut jar = workspace.bare("jar");
        succeeds(jar.args(["cfe", "racy.jar", "Racy", "Racy.class"]));
        finds_the_race(&workspace, &[], &["-jar", "racy.jar"]);
    }

    #[test]
    fn from_a_named_module() {
        let workspace = Workspace::empty();
        let folder = workspace.path("source/app");
        fs::create_dir_all(folder.join("inside")).unwrap();
        fs::write(folder.join("module-info.java"), "module app {}").unwrap();
        let racy = fs::read_to_string(source("Racy.java")).unwrap();
        let in_package = format!("package inside;\n{racy}");
        fs::write(folder.join("inside/Racy.java"), in_package).unwrap();
        let options = [
            "-d",
            "modules",
            "--module-source-path",
            "source",
            "-m",
            "app",
        ];
        succeeds(workspace.bare("javac").args(options));
        finds_the_race(&workspace, &[], &["-p", "modules", "-m", "app/inside.Racy"]);
    }

    #[test]
    fn by_a_loader_that_passes_on_java_alone() {
        let workspace = Workspace::with(&["Racy.java", "Filtering.java"]);
        finds_the_race(&workspace, &[], &["-cp", ".", "Filtering", "Racy"]);
    }

    /// A redefined class cannot take new fields: it has to get those that it has.
    #[test]
    fn again_by_another_agent() {
        let workspace = Workspace::with(&["Redefined.java"]);
        let manifest = "Premain-Class: Redefined
Can-Retransform-Classes: true
Can-Redefine-Classes: true
";
        fs::write(workspace.path("manifest"), manifest).unwrap();
        let mut jar = workspace.bare("jar");
        succeeds(jar.args(["cfm", "agent.jar", "manifest", "-C", ".", "Redefined.class"]));
        let arguments = ["-javaagent:agent.jar", "Redefined"];
        let outcome = workspace.run(&mut workspace.watched_java(&[], &arguments));
        assert_eq!(outcome.stdout, "raced\n", "{}", outcome.stderr);
        let races = [("[I".to_owned(), 1), ("value".to_owned(), 1)];
        assert_eq!(outcome.races(), races);
        nothing_skipped(&outcome);
    }

    /// Versions before 50 are verified without frames, those before 49 have no class constants.
    #[test]
    fn of_class_files_from_java_1_on() {
        let workspace = Workspace::empty();
        workspace.javac(
            &["--release", "8", "-Xlint:-options"],
            &[source("Antique.java")],
        );
        let class = workspace.path("Antique.class");
        let modern = fs::read(&class).unwrap();
        for (major, minor) in [(45, 3), (46, 0), (47, 0), (48, 0), (49, 0), (50, 0)] {
            fs::write(&class, aged(&modern, major, minor)).unwrap();
            let outcome = same_output(&workspace, &[], &["Antique"]);
            assert_eq!(outcome.races(), [], "version {major}");
            // Frames are optional in version 50, and without them there is nothing to extend.
            if major < 50 {
                nothing_skipped(&outcome);
            }
        }
    }

    /// The class under another version, its frames under a name that no JVM knows.
    fn aged(class: &[u8], major: u8, minor: u8) -> Vec<u8> {
        let mut aged = class.to_vec();
        aged[4..8].copy_from_slice(&[0, minor, 0, major]);
        let frames = b"StackMapTable";
        let at = aged.windows(frames.len()).position(|w| w == frames);
        aged[at.unwrap()] = b'X';
        aged
    }
}

mod size {
    use super::*;

    /// A class with one long method and one short.
    fn class(long: &str) -> Workspace {
        let text = format!(
            r#"public class Long {{
                int field; int[] data = new int[100]; static int[] numbers = new int[100];
                void all(int k) {{ {long} }}
                int small() {{ return field++; }}
                public static void main(String[] arguments) {{
                    Long instance = new Long();
                    for (int i = 0; i < 100; i++) {{ instance.data[i] = i; numbers[i] = i; }}
                    instance.all(3);
                    instance.small();
                    System.out.println(instance.field + java.util.Arrays.hashCode(instance.data)
                        + java.util.Arrays.hashCode(numbers));
                }}
            }}"#
        );
        Workspace::with_text("Long.java", &text)
    }

    fn repeated(times: u32, statement: impl Fn(u32) -> String) -> String {
        (0..times).map(statement).collect()
    }

    #[test]
    fn of_methods_with_calls_in_place_of_inline_checks() {
        let workspace = class(&repeated(700, |i| format!("field += data[{}];", i % 100)));
        nothing_skipped(&same_output(&workspace, &[], &["Long"]));
    }

    #[test]
    fn of_methods_near_64_kib_leaves_them_unchecked_by_name() {
        for long in [
            repeated(4000, |i| format!("field += data[{}];", i % 100)),
            repeated(5000, |i| format!("numbers[k + {}] = k;", i % 90)),
        ] {
            let outcome = same_output(&class(&long), &[], &["Long"]);
            let too_long = "Long.all(I)V: the method would pass 64 KiB";
            assert_eq!(skipped(&outcome), [too_long]);
            assert_eq!(outcome.report["stats"]["skipped_methods"], 1);
            assert!(outcome.stderr.contains("1 method skipped"));
        }
    }

    #[test]
    fn of_switches() {
        let cases = |times, body: fn(u32) -> String| {
            repeated(times, |i| format!("case {}: {} ", i * i % 65_521, body(i)))
        };
        let sparse = cases(250, |i| {
            format!("field += {i}; data[{}]++; break;", i % 100)
        });
        let dense = repeated(250, |i| {
            let leave = if i % 3 == 0 {
                "if (data[1] > 5) continue;"
            } else {
                "break;"
            };
            format!("case {i}: data[{}] += i; {leave} ", i % 100)
        });
        let long = format!(
            "for (int i = 0; i < 70000; i++) {{ switch (i) {{ {sparse} default: k++; }} }}
             for (int i = 0; i < 400; i++) {{ switch (i) {{ {dense} default: field++; }} k += data[i % 100]; }}
             field += k;"
        );
        nothing_skipped(&same_output(&class(&long), &[], &["Long"]));
    }

    /// A pool with room for some constants, for a few, and for none: what fits is checked.
    #[test]
    fn of_full_constant_pools() {
        for constants in [60_000, 65_300, 65_400] {
            let workspace = crowded(constants);
            let outcome = same_output(&workspace, &[], &["Crowded"]);
            assert_eq!(outcome.races(), []);
            if constants == 60_000 {
                nothing_skipped(&outcome);
            }
        }
    }

    fn crowded(constants: u32) -> Workspace {
        let mut text = String::from(
            "public class Crowded { int field; int[] data = new int[4]; static int total;\n",
        );
        let per_method = 1000;
        for (number, first) in (0..constants).step_by(per_method).enumerate() {
            let last = (first + per_method as u32).min(constants);
            write!(text, "static int m{number}(int k) {{ switch (k) {{ ").unwrap();
            for constant in first..last {
                write!(
                    text,
                    "case {}: return {}; ",
                    constant - first,
                    100_000 + constant
                )
                .unwrap();
            }
            text.push_str("default: return 0; } }\n");
        }
        text.push_str(
            "synchronized int own() { field++; total++; data[2] += field; return data[2]; }
             public static void main(String[] arguments) {
                 System.out.println(new Crowded().own() + m0(5) + m7(99) + total);
             }
        }",
        );
        Workspace::with_text("Crowded.java", &text)
    }
}
