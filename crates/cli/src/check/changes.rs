//! What has changed in the sources since a revision, as git tells it, and which findings that touches.
//!
//! Classes of the revision are not at hand, so findings of then and now cannot be compared. A finding is taken to be
//! introduced by the change if it touches one of the methods on the way to its accesses: a line between the method's first
//! and last one, or one that names it, as its declaration does; or if it touches a line that names the field, as that of
//! its declaration does, in a file of the finding.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use findings::{Access, Finding, Frame, Location};
use report::Sources;
use thiserror::Error;

use super::lines::MethodLines;
use crate::sources::path_below;

#[derive(Debug, Error)]
pub enum ChangesError {
    #[error("--changed-since needs git, which cannot be started: {0}")]
    NoGit(io::Error),
    #[error("--changed-since: the current directory is in no git repository")]
    NoRepository,
    #[error("--changed-since: {0} is no revision that git knows here")]
    UnknownRevision(String),
    #[error(
        "--changed-since: {0} and HEAD have no common ancestor here; in a shallow clone, fetch more of the history first"
    )]
    NoCommonAncestor(String),
    #[error("--changed-since: git {0} failed: {1}")]
    Failed(String, String),
    #[error(
        "--changed-since: of no class that was analysed is the source file in the repository {}, so nobody can say what changed",
        .0.display()
    )]
    NoSources(PathBuf),
}

/// What changed in one file.
#[derive(Debug, Default, PartialEq, Eq)]
struct Change {
    /// Lines as they are now. Where some were only taken away, an empty range before the line that follows them.
    lines: Vec<Range<u32>>,
    /// The text of all lines that came or went.
    text: String,
    /// Whether git does not know the file yet.
    is_new: bool,
}

pub struct Changes {
    root: PathBuf,
    /// By paths from the root of the repository.
    files: BTreeMap<String, Change>,
    /// All source files there, by their names.
    sources: BTreeMap<String, Vec<String>>,
}

impl Changes {
    /// From the commit where HEAD left `revision` to what is in the working tree.
    pub fn since(revision: &str) -> Result<Changes, ChangesError> {
        let Some(root) = git(Path::new("."), &["rev-parse", "--show-toplevel"])?.text() else {
            return Err(ChangesError::NoRepository);
        };
        let root = PathBuf::from(root.trim_end_matches('\n'));
        let commit = format!("{revision}^{{commit}}");
        let commit = git(
            &root,
            &[
                "rev-parse",
                "--verify",
                "--quiet",
                "--end-of-options",
                &commit,
            ],
        )?;
        let Some(commit) = commit.text() else {
            return Err(ChangesError::UnknownRevision(revision.to_owned()));
        };
        let Some(base) = git(&root, &["merge-base", commit.trim(), "HEAD"])?.text() else {
            return Err(ChangesError::NoCommonAncestor(revision.to_owned()));
        };
        let diff = git(
            &root,
            &[
                "-c",
                "core.quotePath=false",
                "diff",
                "--no-color",
                "--no-ext-diff",
                "--no-textconv",
                "--no-renames",
                "--no-relative",
                "--src-prefix=a/",
                "--dst-prefix=b/",
                "--unified=0",
                base.trim(),
                "--",
            ],
        )?;
        let mut files = changes_in(&diff.success()?);
        let others =
            git(&root, &["ls-files", "-z", "--others", "--exclude-standard"])?.success()?;
        for path in others.split_terminator('\0') {
            let change = files.entry(path.to_owned()).or_default();
            change.is_new = true;
        }
        let known = git(&root, &["ls-files", "-z"])?.success()?;
        let mut sources: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for path in known
            .split_terminator('\0')
            .chain(others.split_terminator('\0'))
        {
            let name = path.rsplit('/').next().unwrap_or(path);
            let same = sources.entry(name.to_owned()).or_default();
            same.push(path.to_owned());
        }
        Ok(Changes {
            root,
            files,
            sources,
        })
    }

    /// Fails if the sources of none of these classes, with the names of their files, are in the repository.
    pub fn expect_some<'a>(
        &self,
        mut classes: impl Iterator<Item = (&'a str, &'a str)>,
    ) -> Result<(), ChangesError> {
        match classes.any(|(class, file)| !self.in_repository(class, file).is_empty()) {
            true => Ok(()),
            false => Err(ChangesError::NoSources(self.root.clone())),
        }
    }

    /// Whether the change may have introduced the finding. One without any source file may be new for all that is known.
    pub fn touch(&self, finding: &Finding, lines: &MethodLines, sources: &dyn Sources) -> bool {
        let accesses = finding.accesses.iter();
        let frames: Vec<&Frame> = accesses
            .filter_map(|it| it.stack.as_ref())
            .flatten()
            .collect();
        let field = match &finding.location {
            Location::Field { field, .. } => field.as_str(),
            _ => "",
        };
        frames.iter().all(|it| it.file.is_none())
            || frames.iter().any(|frame| {
                let changes = self.of_file(frame, sources);
                let mut changes = changes.into_iter();
                changes.any(|change| touches(change, frame, field, lines))
            })
    }

    /// Whether the change touches one of the methods that lead to an access. In a file that is new nothing was otherwise before.
    pub fn touch_way(&self, access: &Access, lines: &MethodLines, sources: &dyn Sources) -> bool {
        access.stack.iter().flatten().any(|frame| {
            let changes = self.of_file(frame, sources);
            let mut changes = changes.into_iter().filter(|it| !it.is_new);
            changes.any(|change| touches(change, frame, "", lines))
        })
    }

    /// What changed in the file of a frame: the one that is found by convention, else any whose path ends as its class has it.
    fn of_file(&self, frame: &Frame, sources: &dyn Sources) -> Vec<&Change> {
        let Some(file) = &frame.file else {
            return Vec::new();
        };
        let found = sources.find(&frame.class, file);
        let found = found.filter(|it| it.archive.is_none());
        let below = found.and_then(|it| self.below_root(Path::new(&it.path)));
        let paths = match below {
            Some(path) => vec![path],
            None => self.in_repository(&frame.class, file),
        };
        paths.iter().filter_map(|it| self.files.get(it)).collect()
    }

    fn below_root(&self, path: &Path) -> Option<String> {
        let path = path.canonicalize().ok()?;
        let root = self.root.canonicalize().ok()?;
        Some(path.strip_prefix(root).ok()?.to_str()?.to_owned())
    }

    fn in_repository(&self, class: &str, file: &str) -> Vec<String> {
        let Some(below) = path_below(class, file) else {
            return Vec::new();
        };
        let named = self.sources.get(file).into_iter().flatten();
        let ends_so = |path: &&String| Path::new(path).ends_with(&below);
        named.filter(ends_so).cloned().collect()
    }
}

fn touches(change: &Change, frame: &Frame, field: &str, lines: &MethodLines) -> bool {
    if change.is_new || names(&change.text, field) || names(&change.text, &frame.method) {
        return true;
    }
    let Some(line) = frame.line else {
        // Somewhere in the file is all that is known.
        return true;
    };
    let around = lines.around(&frame.class, &frame.method, line);
    let around = around.unwrap_or(line..=line);
    let (first, last) = (*around.start(), *around.end());
    change.lines.iter().any(|it| match it.is_empty() {
        true => first <= it.start && it.start <= last,
        false => it.start <= last && it.end > first,
    })
}

/// Whether a text has a name as a word of its own.
fn names(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    !name.is_empty()
        && text.match_indices(name).any(|(at, _)| {
            !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part)
        })
}

/// The changes by file of a diff without context.
fn changes_in(diff: &str) -> BTreeMap<String, Change> {
    let mut files: BTreeMap<String, Change> = BTreeMap::new();
    let mut path = String::new();
    let mut lines = diff.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("+++ ") {
            path = new_path(name);
        } else if let Some((gone, come)) = hunk(line) {
            let change = files.entry(path.clone()).or_default();
            change.lines.push(come.clone());
            let count = gone.len() + come.len();
            let texts = lines.by_ref().filter(|it| !it.starts_with('\\'));
            for text in texts.take(count) {
                change.text.push_str(text.get(1..).unwrap_or_default());
                change.text.push('\n');
            }
        }
    }
    files
}

/// `b/src/Cache.java`, with a tab behind it if it has a blank, in quotes if it has odder characters; `/dev/null` if it is gone.
fn new_path(name: &str) -> String {
    let name = name.trim_end_matches('\t').trim_matches('"');
    name.strip_prefix("b/").unwrap_or_default().to_owned()
}

/// Of `@@ -7,2 +8 @@` the lines that went, and those that came.
fn hunk(line: &str) -> Option<(Range<u32>, Range<u32>)> {
    let (ranges, _) = line.strip_prefix("@@ -")?.split_once(" @@")?;
    let (gone, come) = ranges.split_once(" +")?;
    let range = |text: &str| {
        let (start, count) = text.split_once(',').unwrap_or((text, "1"));
        let (start, count): (u32, u32) = (start.parse().ok()?, count.parse().ok()?);
        // Git names the line before, if there are none.
        let start = if count == 0 { start + 1 } else { start };
        Some(start..start + count)
    };
    Some((range(gone)?, range(come)?))
}

/// What git answered.
struct Answer {
    command: String,
    is_success: bool,
    output: String,
    error: String,
}

impl Answer {
    /// `None` if git failed.
    fn text(self) -> Option<String> {
        self.is_success.then_some(self.output)
    }

    fn success(self) -> Result<String, ChangesError> {
        match self.is_success {
            true => Ok(self.output),
            false => Err(ChangesError::Failed(self.command, self.error)),
        }
    }
}

fn git(directory: &Path, arguments: &[&str]) -> Result<Answer, ChangesError> {
    let mut command = Command::new("git");
    command.arg("-C").arg(directory).args(arguments);
    let output = command.output().map_err(ChangesError::NoGit)?;
    let error = String::from_utf8_lossy(&output.stderr);
    Ok(Answer {
        command: arguments.join(" "),
        is_success: output.status.success(),
        output: String::from_utf8_lossy(&output.stdout).into_owned(),
        error: error.trim().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunks_give_lines_as_they_are_now() {
        let diff = "\
diff --git a/src/A.java b/src/A.java
--- a/src/A.java
+++ b/src/A.java
@@ -3 +3,2 @@ class A {
-    volatile int x;
+    int x;
+++ b/not/a/file;
@@ -9,2 +10,0 @@ class A {
-        synchronized (this) {
-        }
diff --git a/my src/B.java b/my src/B.java
--- /dev/null
+++ b/my src/B.java\t
@@ -0,0 +1 @@
+class B {}
\\ No newline at end of file
";
        let changes = changes_in(diff);
        let a = &changes["src/A.java"];
        assert_eq!(a.lines, [3..5, 11..11]);
        assert!(
            names(&a.text, "x") && names(&a.text, "synchronized"),
            "{a:?}"
        );
        assert!(!names(&a.text, "sync") && !names(&a.text, ""));
        assert_eq!(changes["my src/B.java"].lines.first(), Some(&(1..2)));
        assert_eq!(changes.len(), 2);
    }

    #[test]
    fn a_method_is_touched_between_its_first_and_last_line() {
        let frame = Frame {
            class: "A".into(),
            method: "put".into(),
            file: Some("A.java".into()),
            line: Some(12),
        };
        let touched = |lines: Range<u32>, text: &str| {
            let change = Change {
                lines: vec![lines],
                text: text.to_owned(),
                is_new: false,
            };
            touches(&change, &frame, "size", &MethodLines::default())
        };
        assert!(touched(12..13, ""));
        assert!(touched(12..12, ""));
        assert!(!touched(13..14, "") && !touched(10..12, ""));
        assert!(touched(1..2, "    synchronized void put(int x) {\n"));
        assert!(touched(1..2, "    private int size;\n"));
        assert!(!touched(1..2, "    private int sizes, output;\n"));
    }
}
