//! `redflag explain-checks` on classes that javac compiled.

mod java;

use java::{Workspace, ended, succeeds};

const WEIGHTS: &str = "\
class Weights {
    private long total;
    private long[] table = new long[256];
    private final int[] order = {1, 2};
    private volatile int signal;

    long weigh(int[] keys, long[] weights) {
        for (int i = 0; i < keys.length; i++) {
            total = weights[i] * table[keys[i] & 0xFF] + total;
        }
        return total + total;
    }

    int read() {
        int[] own = new int[2];
        own[0] = signal;
        return own[0] + order[1];
    }

    int read(int[] given) {
        return given[0];
    }
}
";

fn explained(workspace: &Workspace, method: &str) -> String {
    succeeds(&mut workspace.redflag_command(&["explain-checks", "-cp", ".", method]))
}

#[test]
fn each_access_has_its_reason_below_its_line() {
    let workspace = Workspace::with_text("Weights.java", WEIGHTS);
    let expected = "\
Weights.weigh([I[J)J
    8          for (int i = 0; i < keys.length; i++) {
    9              total = weights[i] * table[keys[i] & 0xFF] + total;
         read of element: walk: checked as a range behind the loop
         read of field table: settled: checked, but not remembered, as only constructors write it
         read of element: walk: checked as a range behind the loop
         read of element: here and there: kept in the loop's set
         read of field total: anticipated: the write at line 9 follows
         write of field total: checked
   10          }
   11          return total + total;
         read of field total: checked
         read of field total: redundant: the access at line 11 checks the same
";
    assert_eq!(explained(&workspace, "Weights.weigh"), expected);
}

#[test]
fn the_whole_class_path_is_asked_who_writes_a_field() {
    let workspace = Workspace::with_text(
        "Shapes.java",
        "class Shape { int width = 1, height = 1; }
         class Shapes { static int area(Shape of) { return of.width * of.height; } }
         class Stretcher { static void stretch(Shape shape) { shape.height++; } }",
    );
    let said = explained(&workspace, "Shapes.area");
    for part in [
        "read of field width: settled: checked, but not remembered, as only constructors write it\n",
        "read of field height: checked, unless the class that declares it says otherwise\n",
    ] {
        assert!(said.contains(part), "{part}{said}");
    }
}

#[test]
fn a_read_that_the_write_follows_needs_no_check_whatever_it_is_of() {
    let workspace = Workspace::with_text(
        "Table.java",
        "class Fork { long bites; }
         class Table {
             static void eat(Fork fork, int[] plates, int[] bowls, int at) {
                 fork.bites++;
                 plates[at]++;
                 bowls[0] = bowls[0] + plates[at + 1];
             }
         }",
    );
    let said = explained(&workspace, "Table.eat");
    let reasons: Vec<_> = said
        .lines()
        .filter_map(|line| line.split_once(" of "))
        .collect();
    let reasons: Vec<_> = reasons.iter().map(|(_, reason)| *reason).collect();
    // The last sum may fail between the read and the write.
    let expected = [
        "field bites: anticipated: the write at line 4 follows",
        "field bites: checked, unless the class that declares it says otherwise",
        "element: anticipated: the write at line 5 follows",
        "element: checked",
        "element: checked",
        "element: checked",
        "element: checked",
    ];
    assert_eq!(reasons, expected, "{said}");
}

/// What becomes of each access of a method, in order, in a word.
fn reasons(body: &str) -> Vec<String> {
    let text = format!("class Codec {{ static Object lock; static int fold({body} }} }}");
    let workspace = Workspace::with_text("Codec.java", &text);
    let said = explained(&workspace, "Codec.fold");
    let accesses = said
        .lines()
        .filter_map(|line| line.split_once(" of element: "));
    let word = |(_, reason): (&str, &str)| match reason {
        "group: checked, with the elements that the line accesses next" => "first".to_owned(),
        "group: the first access of the group has the check" => "grouped".to_owned(),
        other => other.split(':').next().unwrap_or(other).to_owned(),
    };
    accesses.map(word).collect()
}

#[test]
fn elements_that_a_line_accesses_one_after_the_other_have_one_check() {
    for body in [
        "byte[] b, int at) { return b[at] << 16 | b[at + 1] << 8 | b[at + 2];",
        "byte[] b, int at) { return b[at + 2] << 16 | b[at + 1] << 8 | b[at];",
        "byte[] b, int at) { return b[at++] << 16 | b[at++] << 8 | b[at++];",
        "int[] b, int at) { return b[4 * at] + b[4 * at + 1] + b[4 * at + 9];",
        "Object[] b, int at) { Object c = b[0], d = b[1], e = b[63]; return 0;",
    ] {
        assert_eq!(reasons(body), ["first", "grouped", "grouped"], "{body}");
    }
}

#[test]
fn a_group_ends_where_an_element_might_not_be_reached() {
    let grouped = ["first", "grouped", "checked"];
    let apart = ["checked", "checked", "checked"];
    for (body, expected) in [
        // Of these the third can be in bounds where the second is not.
        (
            "int[] b, int i) { return b[i] + b[i + 2] + b[i + 1];",
            grouped,
        ),
        (
            "int[] b, int i) { return b[i] + b[i + 1] + b[i - 1];",
            grouped,
        ),
        (
            "int[] b, int i) { return b[i] + b[i + 1] / i + b[i + 2];",
            grouped,
        ),
        (
            "int[] b, int i) { int c = b[i] + b[i + 1];\nreturn c + b[i + 2];",
            grouped,
        ),
        (
            "int[] b, int i) { return b[i] + b[i + 1] + b[i + 64];",
            grouped,
        ),
        ("int[] b, int i) { return b[0] + b[1] + b[i];", grouped),
        ("int[] b, int[] c) { return b[0] + c[0] + b[1];", apart),
        (
            "int[] b, int i) { return b[0] + lock.hashCode() + b[1] + lock.hashCode() + b[2];",
            apart,
        ),
        (
            "Object[] b, Object c) { b[0] = c; b[1] = c; b[2] = c; return 0;",
            apart,
        ),
    ] {
        assert_eq!(reasons(body), expected, "{body}");
    }
}

#[test]
fn a_group_of_writes_goes_on_over_reads_of_its_elements() {
    let body = "int[] b, int i) { b[i] += 1; b[i + 1] += 2; return 0;";
    let expected = ["anticipated", "first", "anticipated", "grouped"];
    assert_eq!(reasons(body), expected);
}

#[test]
fn an_element_that_is_known_to_be_there_is_not_reached_either_when_the_group_throws() {
    let body = "int[] b, int i) { int c = b[i]; b[i - 2] = 1; b[i + 1] = 2; b[i] = 3; return c;";
    assert_eq!(reasons(body), ["checked", "first", "grouped", "checked"]);
}

#[test]
fn overloads_are_shown_one_after_the_other() {
    let workspace = Workspace::with_text("Weights.java", WEIGHTS);
    let said = explained(&workspace, "Weights.read");
    for part in [
        "Weights.read()I\n",
        "write of element: unshared: only one thread can know it\n",
        "read of field signal: volatile: orders threads, needs no check\n",
        "read of field order: final: needs no check\n",
        "\n\nWeights.read([I)I\n",
    ] {
        assert!(said.contains(part), "{part}{said}");
    }
}

#[test]
fn mistakes_are_answered_with_what_is_there() {
    let workspace = Workspace::with_text("Weights.java", WEIGHTS);
    for (method, answer) in [
        ("weigh", "write CLASS.METHOD"),
        (
            "Weight.weigh",
            "class Weight is not in ., but Weights; -cp says where to look",
        ),
        ("Weights.total", "it has <init>, read, weigh"),
    ] {
        let output = ended(&mut workspace.redflag_command(&["explain-checks", method]));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(answer), "{said}");
        assert_eq!(output.status.code(), Some(2));
    }
}
