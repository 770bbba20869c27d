//! The findings of `redflag check` that bench/STATIC-TRIAGE.md judges: those with the smallest fingerprints, so that nobody
//! chose them.

use findings::{Access, Finding, Location};

use crate::Error;
use crate::process;
use crate::redflag;
use crate::static_analysis;

/// How many are judged.
const JUDGED: usize = 40;

/// Prints them, of all jars that `bench static` measures.
pub fn list() -> Result<(), Error> {
    let mut all = Vec::new();
    for (name, jar) in static_analysis::jars()? {
        eprintln!("{name}");
        let document = redflag::json_file(&format!("triage-{name}"))?;
        let path = document.to_string_lossy();
        process::run(&mut redflag::check(&["--no-cache", "--json", &path], &jar))?;
        let findings = redflag::read_document(&document)?.findings;
        all.extend(findings.into_iter().map(|it| (name, it)));
    }
    all.sort_by(|(_, a), (_, b)| a.fingerprint.cmp(&b.fingerprint));
    all.dedup_by(|(_, a), (_, b)| a.fingerprint == b.fingerprint);
    for (jar, finding) in all.iter().take(JUDGED) {
        println!("{}", line(jar, finding));
    }
    Ok(())
}

/// A row of the table there, but for the verdict.
fn line(jar: &str, finding: &Finding) -> String {
    let [here, other] = finding.accesses.each_ref().map(place);
    let location = match &finding.location {
        Location::Field { class, field } => format!("{}.{field}", simple(class)),
        Location::Element { array, .. } => array.clone(),
        Location::Container { container } => simple(container).to_owned(),
    };
    let print = &finding.fingerprint;
    let rule = &finding.rule;
    format!("| `{print}` | {jar} | {rule} | `{location}` | {here} | {other} |")
}

/// The access, where the class's boundary is, and the locks.
fn place(access: &Access) -> String {
    let outermost = access.stack.as_ref().and_then(|it| it.last());
    let at = outermost.map_or_else(String::new, |it| {
        let line = it.line.map_or_else(String::new, |it| format!(":{it}"));
        format!("`{}.{}`{line}", simple(&it.class), it.method)
    });
    let locks = access.locks.as_deref().unwrap_or_default();
    let locks = match locks.is_empty() {
        true => "no lock".to_owned(),
        false => locks.join(", "),
    };
    format!("{} in {at}, {locks}", access.op.as_str())
}

fn simple(class: &str) -> &str {
    class.rsplit('/').next().unwrap_or(class)
}
