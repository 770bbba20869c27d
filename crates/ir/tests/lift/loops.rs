//! Loops of small methods, compiled by javac: each is named by what must be found of it.

use std::collections::BTreeMap;

use classfile::{Code, Insn, op};
use ir::{Body, Definition, Induction, LoopForest, Relation, Step, Term, TripTest, ValueId};

use crate::{jdk, lift_all};

const SOURCE: &str = r#"
class Loops {
    static int up(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) s += a[i]; return s; }
    static int down(int n) { int s = 0; for (int i = n - 1; i >= 0; i--) s += i; return s; }
    static int strided(int lo, int hi) { int s = 0; for (int i = lo; i < hi; i += 3) s ^= i; return s; }
    static int steps(int lo, int hi, int by) { int s = 0; for (int i = lo; hi > i; i += by) s ^= i; return s; }
    static int bottom(int n) { int i = 0; do { i += 2; } while (i < n); return i; }
    static int twice(int n) { int s = 0; for (int i = 0, j = n; i < j; i++, j -= 2) s += j; return s; }
    static int nested(int[][] m) {
        int s = 0;
        for (int i = 0; i < m.length; i++) for (int j = 0; j < m[i].length; j++) s += m[i][j];
        return s;
    }
    static int continued(int n) { int s = 0; for (int i = 0; i < n; i++) { if (i % 3 == 0) continue; s += i; } return s; }
    static int broken(int[] a, int n) { int i = 0; for (; i < n; i++) { if (a[i] == 0) break; } return i; }
    static int entered(int n, boolean late) {
        int s = 0;
        int i = late ? 5 : 0;
        while (i != n) { s += i; i++; }
        return s;
    }
    static int irregular(int n) { int s = 0; for (int i = 1; i < n; i *= 2) s += i; return s; }
    static int sometimes(int n) { int s = 0; for (int i = 0; i < n; ) { if ((s & 1) == 0) i++; s++; } return s; }
    static int moving(int n) { int s = 0; for (int i = 0; i < n; i++) { n--; s++; } return s; }
    static int retried(int n) {
        while (true) {
            try { return Integer.parseInt("" + n); } catch (NumberFormatException e) { n++; }
        }
    }
}
"#;

const EXPECTED: &[(&str, &[&str])] = &[
    ("up", &["from 0 by 1 while +0 < length p0"]),
    ("down", &["from p0-1 by -1 while +0 >= 0"]),
    ("strided", &["from p0 by 3 while +0 < p1"]),
    ("steps", &["from p0 by +p2 while +0 < p1"]),
    ("bottom", &["from 0 by 2 while +2 < p0"]),
    ("twice", &["from p0 by -2", "from 0 by 1"]),
    (
        "nested",
        // Another thread may put another row there.
        &["from 0 by 1 while +0 < length p0", "from 0 by 1"],
    ),
    ("continued", &["from 0 by 1 while +0 < p0"]),
    ("broken", &["from 0 by 1 while +0 < p1"]),
    ("entered", &["from v by 1 while +0 != p0"]),
    ("irregular", &[]),
    ("sometimes", &["from 0 by 1"]),
    ("moving", &["from p0 by -1", "from 0 by 1", "from 0 by 1"]),
    ("retried", &["from p0 by 1"]),
];

#[test]
fn have_the_inductions_and_tests_that_their_names_say() {
    let directory = jdk::scratch("loops");
    jdk::compile(&directory, &[("Loops.java", SOURCE)]);
    let bytes = std::fs::read(directory.join("Loops.class")).unwrap();
    let mut found = BTreeMap::new();
    for lifted in lift_all(&bytes) {
        let name = lifted.name.split(['.', '(']).nth(1).unwrap().to_owned();
        let body = lifted.body.unwrap();
        let forest = LoopForest::of(&body.blocks, &body.dominators);
        assert!(!forest.is_irreducible, "{name}");
        let mut lines = Vec::new();
        for (id, _) in forest.iter() {
            let known = body.inductions(id, &forest, &lifted.code);
            for variable in &known.variables {
                let tests = known.tests.iter().filter(|t| t.induction == *variable);
                lines.push(describe(variable, tests, &body, &lifted.code));
            }
        }
        found.insert(name, lines);
    }
    for (name, expected) in EXPECTED {
        let mut got = found[*name].clone();
        got.sort();
        let mut expected: Vec<&str> = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(got, expected, "{name}");
    }
}

fn describe<'t>(
    variable: &Induction,
    tests: impl Iterator<Item = &'t TripTest>,
    body: &Body,
    code: &Code,
) -> String {
    let initial = value(variable.initial, body, code);
    let step = match variable.step {
        Step::Constant(n) => n.to_string(),
        Step::Added(v) => format!("+{}", value(v, body, code)),
        Step::Subtracted(v) => format!("-{}", value(v, body, code)),
    };
    let mut line = format!("from {initial} by {step}");
    for test in tests {
        let relation = match test.goes_on_while {
            Relation::Equal => "==",
            Relation::NotEqual => "!=",
            Relation::Less => "<",
            Relation::AtLeast => ">=",
            Relation::Greater => ">",
            Relation::AtMost => "<=",
        };
        let bound = match test.bound {
            Term::Value(v) => value(v, body, code),
            Term::Int(n) => n.to_string(),
            Term::Null => "null".to_owned(),
        };
        line += &format!(" while +{} {relation} {bound}", test.offset);
    }
    line
}

fn value(id: ValueId, body: &Body, code: &Code) -> String {
    let affine = body.affine(id, code);
    let Some(base) = affine.base else {
        return affine.offset.to_string();
    };
    let name = match body.value(base).definition {
        Definition::Parameter(slot) => format!("p{slot}"),
        Definition::Result(at) if code.insns[at as usize] == Insn::Plain(op::ARRAYLENGTH) => {
            format!(
                "length {}",
                value(body.operands(at as usize)[0], body, code)
            )
        }
        _ => "v".to_owned(),
    };
    match affine.offset {
        0 => name,
        n => format!("{name}{n:+}"),
    }
}
