//! What `--html`, `--junit` and `--sarif` write of real runs; the page is opened in a real browser.

mod java;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use java::{Workspace, source};
use serde_json::Value;

/// `REDFLAG_CHROMIUM`, or the one on the path, which `make test` puts there.
fn chromium() -> String {
    std::env::var("REDFLAG_CHROMIUM").unwrap_or_else(|_| "chromium".to_owned())
}

/// The document as it is after the browser has loaded it and run whatever it runs.
fn opened(workspace: &Workspace, page: &Path) -> String {
    let profile = workspace.path("profile");
    let mut command = Command::new(chromium());
    command
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .args(["--disable-background-networking", "--no-first-run"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", page.display()))
        .env("HOME", workspace.path("."));
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap_or_else(|error| {
        panic!("Chromium is needed for this test (Debian: apt-get install chromium): {error}")
    });
    let stderr = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{command:?}\n{stderr}");
    String::from_utf8(stdout).unwrap()
}

/// A server that answers every request with nothing, and counts them.
struct Server {
    port: u16,
    requests: Arc<AtomicUsize>,
}

impl Server {
    fn start() -> Server {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let requests = Arc::new(AtomicUsize::new(0));
        let count = requests.clone();
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                count.fetch_add(1, Ordering::SeqCst);
                let _ = stream.read(&mut [0; 1024]);
                let _ = stream.write_all(b"HTTP/1.0 404 Not Found\r\n\r\n");
            }
        });
        Server { port, requests }
    }

    fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

/// A name that changes the title and asks for a picture if it is taken for markup.
fn hostile_name(port: u16) -> String {
    let load = format!("http://127.0.0.1:{port}/stolen.png");
    format!(
        "\"'><script>document.title='owned'</script><img src={load} onerror=\"document.title='owned'\">"
    )
}

#[test]
fn a_page_with_hostile_names_stays_a_page() {
    let workspace = Workspace::with(&["Hostile.java", "Racing.java"]);
    let server = Server::start();
    let name = hostile_name(server.port);

    // What the name does where nothing stops it, so that what follows can fail.
    let naive = workspace.path("naive.html");
    fs::write(&naive, format!("<title>safe</title><p title=\"{name}\">")).unwrap();
    let dom = opened(&workspace, &naive);
    assert!(dom.contains("<title>owned</title>"), "{dom}");
    let before = server.requests();
    assert!(before > 0, "no request came");

    let mut command = workspace.watched_java(&["--html", "races.html"], &["Hostile", &name, &name]);
    let outcome = workspace.run(&mut command);
    assert_eq!(outcome.status, Some(66), "{}", outcome.stderr);
    let dom = opened(&workspace, &workspace.path("races.html"));
    assert!(
        dom.contains("<title>1 data race – redflag</title>"),
        "{dom}"
    );
    assert_eq!(server.requests(), before, "the page asked for something");
    for markup in [
        "<script", "<img", "<link", "<iframe", " src=", "@import", "url(",
    ] {
        let text = dom.replace("&lt;script", "").replace("&lt;img src=", "");
        assert!(!text.contains(markup), "{markup} in {text}");
    }
    for target in dom.split(" href=\"").skip(1) {
        assert!(target.starts_with('#'), "{target}");
    }
    assert!(dom.contains("&lt;script&gt;document.title"), "{dom}");
}

#[test]
fn a_page_shows_the_lines_that_raced() {
    let workspace = Workspace::with(&["Racy.java"]);
    let folder = workspace.path("src/main/java");
    fs::create_dir_all(&folder).unwrap();
    fs::copy(source("Racy.java"), folder.join("Racy.java")).unwrap();
    let options = ["--html", "races.html", "--sarif", "races.sarif"];
    let outcome = workspace.run(&mut workspace.watched_java(&options, &["Racy"]));
    let dom = opened(&workspace, &workspace.path("races.html"));
    for part in [
        "<h1>1 data race</h1>",
        "<main",
        "<nav",
        "src/main/java/Racy.java",
        "</span>    value = turn;</mark>",
        "Neither thread held a lock",
        "Racy.lambda$main$1",
    ] {
        assert!(dom.contains(part), "{part} is missing in {dom}");
    }
    let fingerprint = outcome.report["findings"][0]["fingerprint"].as_str();
    assert!(dom.contains(fingerprint.unwrap()));
    let sarif = fs::read(workspace.path("races.sarif")).unwrap();
    let sarif: Value = serde_json::from_slice(&sarif).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(
        result["partialFingerprints"]["redflag/v1"].as_str(),
        fingerprint
    );
    let physical = &result["locations"][0]["physicalLocation"];
    assert_eq!(
        physical["artifactLocation"]["uri"],
        "src/main/java/Racy.java"
    );
    let line = &outcome.report["findings"][0]["accesses"][0]["line"];
    assert_eq!(&physical["region"]["startLine"], line);
}

#[test]
fn a_ci_server_sees_failures_passes_and_that_nothing_was_checked() {
    let workspace = Workspace::with(&["Racy.java", "Threads.java"]);
    for (options, program, counts, word) in [
        (&[][..], "Racy", [1, 1, 0, 0], "type=\"data-race\""),
        (&[], "Threads", [1, 0, 0, 0], "name=\"no data races\""),
        (
            &["--include", "com.acme"],
            "Racy",
            [1, 0, 1, 0],
            "nothing was checked",
        ),
        (
            &["--jvm", "Other"],
            "Racy",
            [1, 0, 1, 0],
            "no JVM was watched",
        ),
        (
            &["--suppressions", "known.txt"],
            "Racy",
            [2, 0, 0, 1],
            "suppressed by Racy.*: known",
        ),
    ] {
        fs::write(workspace.path("known.txt"), "Racy.* # known\n").unwrap();
        let options = [&["--junit", "races.xml"], options].concat();
        workspace.run(&mut workspace.watched_java(&options, &[program]));
        let xml = fs::read_to_string(workspace.path("races.xml")).unwrap();
        let [tests, failures, errors, skipped] = counts;
        for (name, count) in [
            ("tests", tests),
            ("failures", failures),
            ("errors", errors),
            ("skipped", skipped),
        ] {
            let attribute = format!(" {name}=\"{count}\"");
            assert_eq!(xml.matches(&attribute).count(), 2, "{attribute}: {xml}");
        }
        assert!(xml.contains(word), "{xml}");
    }
}

#[test]
fn what_cannot_be_written_is_told_before_the_program_starts() {
    let workspace = Workspace::with(&["Racy.java"]);
    for option in ["--sarif", "--junit", "--html"] {
        let mut command = workspace.watched_java(&[option, "no/such/folder"], &["Racy"]);
        let output = command.output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains("cannot write no/such/folder"), "{stderr}");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(output.stdout, b"");
    }
}
