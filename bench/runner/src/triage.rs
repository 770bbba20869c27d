//! The findings of `redflag check` that bench/STATIC-TRIAGE.md judges: those with the smallest fingerprints, so that nobody
//! chose them.

use std::collections::BTreeMap;
use std::fs;

use findings::{Access, Finding, Location};

use crate::Error;
use crate::java;
use crate::process;
use crate::redflag;
use crate::static_analysis;

/// How many are judged.
const JUDGED: usize = 40;

const VERDICTS: &str = "bench/STATIC-TRIAGE.md";

/// Prints them, of all jars that `bench static` measures, and on standard error where the verdicts are out of date.
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
    all.truncate(JUDGED);
    for (jar, finding) in &all {
        println!("{}", line(jar, finding));
    }
    let path = java::in_repository(VERDICTS);
    let judged = fs::read_to_string(&path).map_err(|source| Error::File { path, source })?;
    let listed = all.iter().map(|(_, it)| &*it.fingerprint);
    for note in out_of_date(&verdicts(&judged), listed) {
        eprintln!("{VERDICTS}: {note}");
    }
    Ok(())
}

/// By fingerprint, what the table says.
fn verdicts(judged: &str) -> BTreeMap<&str, &str> {
    let rows = judged.lines().filter_map(|row| {
        let mut cells = row.split(" | ");
        let fingerprint = cells.next()?.strip_prefix("| `")?.strip_suffix('`')?;
        Some((fingerprint, cells.nth(5)?))
    });
    rows.collect()
}

/// What is listed and not judged, or judged and no longer listed.
fn out_of_date<'f>(
    verdicts: &BTreeMap<&str, &str>,
    listed: impl Iterator<Item = &'f str>,
) -> Vec<String> {
    let mut left = verdicts.clone();
    let mut notes = Vec::new();
    for fingerprint in listed {
        if left.remove(fingerprint).is_none() {
            notes.push(format!("{fingerprint} is not judged"));
        }
    }
    notes.extend(
        left.into_keys()
            .map(|it| format!("{it} is no longer listed")),
    );
    notes
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_a_quarter_of_what_is_judged_is_false() {
        let judged = include_str!("../../STATIC-TRIAGE.md");
        let verdicts = verdicts(judged);
        let count = |verdict: &str| verdicts.values().filter(|it| **it == verdict).count();
        let counts = ["true", "false", "unclear"].map(count);
        assert_eq!(counts.iter().sum::<usize>(), JUDGED, "{verdicts:?}");
        assert!(counts[1] * 4 <= JUDGED, "{counts:?}");
        let [right, wrong, unclear] = counts;
        let said = format!("**{right} are true, {wrong} false, {unclear} unclear.**");
        assert!(judged.contains(&said), "{said}");
    }

    #[test]
    fn what_has_come_and_gone_is_told() {
        let table = "| `a` | jar | rule | `L` | read | write | true | why |\n\
                     | `b` | jar | rule | `L` | read | write | false | why |\n";
        let verdicts = verdicts(table);
        assert_eq!(verdicts, BTreeMap::from([("a", "true"), ("b", "false")]));
        let notes = out_of_date(&verdicts, ["b", "c"].into_iter());
        assert_eq!(notes, ["c is not judged", "a is no longer listed"]);
    }
}
