//! Findings as JUnit XML, which CI servers show: each a test case that failed, a suppressed one skipped.

use findings::{Engine, Finding};
use quick_junit::{NonSuccessKind, Report, SerializeError, TestCase, TestCaseStatus, TestSuite};

use crate::names::{self, printable};
use crate::race::site;
use crate::{NoSources, Palette, Run, race, rules, summary, violation};

const NAME: &str = "redflag";

/// The XML text, ending in a newline.
pub fn junit(run: &Run<'_>) -> Result<String, SerializeError> {
    let mut suite = TestSuite::new(NAME);
    suite.add_test_cases(run.findings.iter().map(of_finding));
    if let Some(why) = run.nothing_checked() {
        // An error is shown as red as a failure: an empty suite would pass.
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message(why).set_type("nothing-checked");
        suite.add_test_case(case("the run was checked", NAME, status));
    } else if let Some(why) = run.incomplete() {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        let named = printable(&run.unreadable.join("; "));
        status
            .set_message(format!("{why}: {named}"))
            .set_type("incomplete");
        suite.add_test_case(case("all class files were read", NAME, status));
    } else if run.reported().next().is_none() {
        let nothing = match run.engine {
            Engine::Dynamic => "no data races",
            Engine::Compositional => "no findings",
        };
        suite.add_test_case(case(nothing, NAME, TestCaseStatus::success()));
    }
    suite.set_system_out(summary(run, Palette::plain()));
    let mut report = Report::new(NAME);
    report.add_test_suite(suite);
    let mut text = report.to_string()?;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

fn of_finding(finding: &Finding) -> TestCase {
    let [later, earlier] = &finding.accesses;
    let location = names::location(&finding.location);
    let name = format!(
        "{} on {location}: {} at {}, {} at {}",
        rules::rule(&finding.rule).name(),
        later.op.as_str(),
        site(later),
        earlier.op.as_str(),
        site(earlier),
    );
    let status = match &finding.suppressed {
        None => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status
                .set_message(format!("{} ({})", name, finding.kind))
                .set_type(finding.rule.as_str())
                .set_description(match finding.engine {
                    Engine::Dynamic => race(finding, Palette::plain()),
                    Engine::Compositional => violation(finding, Palette::plain(), &NoSources),
                });
            status
        }
        Some(suppressed) => {
            let mut status = TestCaseStatus::skipped();
            let reason = suppressed.reason.as_deref().unwrap_or("no reason given");
            status.set_message(printable(&format!(
                "suppressed by {}: {reason}",
                suppressed.pattern
            )));
            status
        }
    };
    case(&name, &names::class(&later.class), status)
}

fn case(name: &str, class: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(class);
    case
}
