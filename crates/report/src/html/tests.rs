use std::rc::Rc;

use findings::{Finding, RunStats};

use super::*;
use crate::sample::{self, HOSTILE};
use crate::{NoSources, Source};

fn rendered(findings: &[Finding], stats: &RunStats) -> String {
    html(&sample::run(findings, stats), "0.1.0", &NoSources).unwrap()
}

#[test]
fn names_are_text_and_nothing_else() {
    let findings = [sample::hostile(), sample::suppressed(), sample::unknown()];
    let page = rendered(&findings, &sample::stats());
    assert!(
        !page.contains(HOSTILE) && !page.contains("<script"),
        "{page}"
    );
    assert!(!page.contains(['\u{1b}', '\u{202e}']), "{page}");
    assert!(page.contains("&#60;script&#62;alert("), "{page}");
}

#[test]
fn the_three_verdicts() {
    let nothing = RunStats::default();
    for (findings, stats, expected) in [
        (&[sample::race()][..], &sample::stats(), "1 data race"),
        (&[sample::race()], &nothing, "1 data race"),
        (&[], &sample::stats(), "No data races"),
        (&[sample::suppressed()], &sample::stats(), "No data races"),
        (&[], &nothing, "No result"),
    ] {
        let page = rendered(findings, stats);
        assert!(page.contains(&format!("<h1>{expected}</h1>")), "{page}");
        let all_ordered = page.contains("were ordered");
        assert_eq!(all_ordered, findings.is_empty() && stats.jvms > 0);
    }
}

#[test]
fn what_was_found_without_a_run_claims_no_thread() {
    let mut stats = sample::stats();
    stats.jvms = 0;
    stats.totals.classes = 3;
    let page = rendered(&[sample::violation()], &stats);
    for expected in [
        "<h1>1 finding</h1>",
        "3 classes, 678 methods were analysed",
        "A write at Cache.java:2 may meet a read at Cache.java:57.",
        "<strong>Why:</strong> the class is annotated as thread-safe",
        "<li>Hold this.lock for the write in grow too, as size does.</li>",
    ] {
        assert!(page.contains(expected), "{expected} is not in {page}");
    }
    for unexpected in ["hread</dt>", "JVM", "seen 1 time", "created"] {
        assert!(!page.contains(unexpected), "{unexpected} is in {page}");
    }
}

#[test]
fn what_is_code_in_the_words_of_a_rule_is_shown_as_code() {
    let mut stats = sample::stats();
    stats.totals.classes = 3;
    let page = rendered(&[sample::violation()], &stats);
    assert!(page.contains("say so: <code>@NotThreadSafe</code>, or <code>"));
    assert!(!page.contains('`'), "{page}");
    let pieces = super::pieces("a `b` c ` d");
    let texts = pieces.iter().map(|it| (&*it.text, it.is_code));
    let expected = [("a ", false), ("b", true), (" c ` d", false)];
    assert!(texts.eq(expected));
}

#[test]
fn a_part_of_a_program_is_no_clean_bill() {
    let mut stats = sample::stats();
    stats.totals.classes = 3;
    let unreadable = ["Cut.class: unexpected end".to_owned()];
    let run = Run {
        engine: Engine::Compositional,
        unreadable: &unreadable,
        ..sample::run(&[], &stats)
    };
    let page = html(&run, "0.1.0", &NoSources).unwrap();
    for expected in [
        "<h1>No findings in what could be read</h1>",
        "may happen. Not all could be read.",
        "<header class=\"top unchecked\">",
    ] {
        assert!(page.contains(expected), "{expected} is not in {page}");
    }
}

#[test]
fn advice_follows_the_locks() {
    let advice = |later: Option<&[&str]>, earlier: Option<&[&str]>| {
        let mut finding = sample::race();
        let owned =
            |locks: Option<&[&str]>| locks.map(|l| l.iter().map(|s| s.to_string()).collect());
        finding.accesses[0].locks = owned(later);
        finding.accesses[1].locks = owned(earlier);
        super::advice(&finding).swap_remove(0)
    };
    for (later, earlier, expected) in [
        (Some(&[][..]), Some(&[][..]), "Neither thread held a lock"),
        (
            Some(&["A#1"]),
            Some(&[]),
            "Only the later access held a lock: A#1. If it is meant to guard this, hold it at Cache.java:57 too",
        ),
        (
            Some(&[]),
            Some(&["A#1", "B#1"]),
            "Only the earlier access held a lock: A#1, B#1",
        ),
        (Some(&["A#1"]), Some(&["A#2"]), "different locks"),
        (
            Some(&["A#1"]),
            Some(&["A#1"]),
            "one of them held it as a reader only",
        ),
        (None, Some(&["A#1"]), "Not all locks are known"),
    ] {
        let advice = advice(later, earlier);
        assert!(advice.contains(expected), "{advice}");
    }
}

#[test]
fn snippets_lose_the_indentation_they_share() {
    let shown = |text: &str, line| -> Vec<_> {
        let lines = snippet(text, line);
        let shown = |l: Line| (l.number, l.text, l.is_access);
        lines.into_iter().map(shown).collect()
    };
    let text =
        "class A {\n    int x;\n\n\tvoid m() {\n        x = 1;\r\n    }\n    // é\n    int y;\n}\n";
    assert_eq!(
        shown(text, 5)[..3],
        [
            (2, "int x;".to_owned(), false),
            (3, String::new(), false),
            (4, "void m() {".to_owned(), false)
        ]
    );
    assert_eq!(shown(text, 1).len(), 4);
    assert_eq!(shown(text, 10), []);
    assert_eq!(shown("", 1), []);
}

#[test]
fn a_line_of_the_source_is_marked() {
    struct OneSource;
    impl crate::Sources for OneSource {
        fn find(&self, _class: &str, _file: &str) -> Option<Source> {
            Some(Source {
                path: "src/Cache.java".into(),
                archive: None,
                text: Rc::from("first\nsize < 2 && <b>\nthird\n"),
            })
        }
    }
    let stats = sample::stats();
    let findings = [sample::race()];
    let page = html(&sample::run(&findings, &stats), "0.1.0", &OneSource).unwrap();
    assert!(
        page.contains("</span>size &#60; 2 &#38;&#38; &#60;b&#62;</mark>"),
        "{page}"
    );
    // Line 57 is not there: no lines are better than wrong ones.
    assert_eq!(page.matches("<mark>").count(), 1);
}
