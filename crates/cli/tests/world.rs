//! redflag in the world that programs live in: options of the JVM, collectors, class loaders, images, other agents.
//! Each program must run as it does without redflag, and its race must be found. `javas.rs` has what other versions of Java are
//! needed for, `make world` what needs the network.

mod java;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use java::{Outcome, Workspace, jdk_tool, source, succeeds};

fn world_source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/world")
        .join(name)
}

fn with_world(name: &str) -> Workspace {
    let workspace = Workspace::empty();
    workspace.javac(&["--release", "11"], &[source("Racy.java")]);
    workspace.javac(&[], &[world_source(name)]);
    workspace
}

/// With `Racy` for every Java that redflag knows.
fn racy() -> Workspace {
    let workspace = Workspace::empty();
    workspace.javac(&["--release", "11"], &[source("Racy.java")]);
    workspace
}

#[track_caller]
fn raced(outcome: &Outcome) {
    assert_eq!(outcome.stdout, "raced\n", "{}", outcome.stderr);
    assert_eq!(outcome.status, Some(66), "{}", outcome.stderr);
    assert_eq!(outcome.races(), [("value".to_owned(), 1)]);
    assert_eq!(outcome.report["stats"]["skipped"], serde_json::json!([]));
    assert_eq!(outcome.report["stats"]["stopped"], serde_json::json!([]));
}

mod options {
    use super::*;

    fn run_with(flags: &[&str], prepare: impl Fn(&Workspace, &mut Command)) -> Outcome {
        let workspace = racy();
        let mut command = workspace.watched_java(&[], flags);
        prepare(&workspace, &mut command);
        workspace.run(command.arg("Racy"))
    }

    #[test]
    fn an_archive_of_classes_is_not_insisted_on() {
        raced(&run_with(&["-XX:SharedArchiveFile=none.jsa"], |_, _| {}));
    }

    #[test]
    fn a_jvm_that_writes_an_archive_is_refused_before_it_starts() {
        for flag in ["-XX:ArchiveClassesAtExit=new.jsa", "-Xshare:dump"] {
            let workspace = racy();
            let output = workspace
                .watched_java(&[], &[flag, "Racy"])
                .output()
                .unwrap();
            let stderr = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{stderr}");
            assert_eq!(stderr.lines().count(), 1, "{stderr}");
            assert!(stderr.contains(flag), "{stderr}");
            assert!(output.stdout.is_empty());
        }
    }

    #[test]
    fn from_argument_files_and_variables() {
        raced(&run_with(&["@options"], |workspace, _| {
            let options = "-Xshare:on # as in production\n-Dname=\"a b\"\n";
            fs::write(workspace.path("options"), options).unwrap();
        }));
        for variable in ["JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"] {
            raced(&run_with(&[], |_, command| {
                command.env(variable, "-Xshare:on -Dname='a b'");
            }));
        }
        raced(&run_with(&["-XX:Flags=flags"], |workspace, _| {
            fs::write(workspace.path("flags"), "+UseSerialGC\n").unwrap();
        }));
    }

    #[test]
    fn that_close_the_jvm_to_tools() {
        raced(&run_with(
            &["-XX:+DisableAttachMechanism", "-XX:-UsePerfData"],
            |_, _| {},
        ));
    }
}

mod memory {
    use super::*;

    /// The tables of redflag outlive the program's classes, and must not keep them.
    #[test]
    fn loaders_are_collected_when_the_program_drops_them() {
        let workspace = with_world("Redeploy.java");
        for collector in ["-XX:+UseSerialGC", "-XX:+UseG1GC"] {
            let flags = [collector, "-XX:MaxMetaspaceSize=64m", "Redeploy"];
            let outcome = workspace.run(&mut workspace.watched_java(&[], &flags));
            assert_eq!(outcome.stdout, "loaders left: 0\n", "{}", outcome.stderr);
            assert_eq!(outcome.races().len(), 1, "{}", outcome.stderr);
            assert_eq!(outcome.races()[0].0, "racy");
        }
    }

    /// A class that copies one of the JDK's keeps its layout; its fields are checked all the same.
    #[test]
    fn copies_of_jdk_classes_lie_as_they_would() {
        let workspace = with_world("Copied.java");
        let expected = succeeds(&mut workspace.bare_java(&["Copied"]));
        let outcome = workspace.run(&mut workspace.watched_java(&[], &["Copied"]));
        assert_eq!(outcome.stdout, expected, "{}", outcome.stderr);
        assert_eq!(outcome.races(), [("override".to_owned(), 1)]);
    }
}

mod classes {
    use super::*;

    fn module(workspace: &Workspace) {
        let folder = workspace.path("source/app");
        fs::create_dir_all(folder.join("inside")).unwrap();
        fs::write(folder.join("module-info.java"), "module app {}").unwrap();
        let racy = fs::read_to_string(source("Racy.java")).unwrap();
        fs::write(
            folder.join("inside/Racy.java"),
            format!("package inside;\n{racy}"),
        )
        .unwrap();
        let mut javac = workspace.bare("javac");
        javac.args(["-g", "-d", "modules", "--module-source-path", "source"]);
        succeeds(javac.args(["-m", "app"]));
    }

    #[test]
    fn of_modules_with_few_others_beside_them() {
        let workspace = Workspace::empty();
        module(&workspace);
        let mut command = workspace.redflag(&[]);
        command.arg(jdk_tool("java"));
        command.args(["-p", "modules", "--limit-modules", "java.base"]);
        raced(&workspace.run(command.args(["-m", "app/inside.Racy"])));
    }

    /// In an image the program's modules lie beside the JDK's.
    #[test]
    fn linked_into_an_image() {
        let workspace = Workspace::empty();
        module(&workspace);
        let mut jlink = workspace.bare("jlink");
        jlink.args(["--module-path", "modules", "--add-modules", "app"]);
        succeeds(jlink.args(["--output", "image"]));
        let mut command = workspace.redflag(&[]);
        command.arg(workspace.path("image/bin/java"));
        raced(&workspace.run(command.args(["-Xverify:all", "-m", "app/inside.Racy"])));
    }

    #[test]
    fn loaded_by_several_threads_at_once() {
        let workspace = with_world("Together.java");
        let outcome = workspace.run(&mut workspace.watched_java(&[], &["Together"]));
        assert_eq!(outcome.stdout, "loaded\n", "{}", outcome.stderr);
        assert_eq!(outcome.races(), [], "{}", outcome.stderr);
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    }

    #[test]
    fn newer_than_redflag_are_told_of_once() {
        let workspace = with_world("Newer.java");
        let outcome = workspace.run(&mut workspace.watched_java(&[], &["Newer"]));
        assert_eq!(outcome.stdout, "refused\nrefused\n", "{}", outcome.stderr);
        let notes = outcome.report["stats"]["notes"].as_array().unwrap();
        assert_eq!(notes.len(), 1, "{notes:?}");
        assert!(notes[0].as_str().unwrap().contains("Newer of version"));
    }
}

mod agents {
    use super::*;

    /// Those in the variable come before redflag's, those on the command line after.
    #[test]
    fn before_and_after() {
        let workspace = Workspace::with(&["Redefined.java"]);
        let manifest =
            "Premain-Class: Redefined\nCan-Retransform-Classes: true\nCan-Redefine-Classes: true\n";
        fs::write(workspace.path("manifest"), manifest).unwrap();
        let mut jar = workspace.bare("jar");
        succeeds(jar.args(["cfm", "agent.jar", "manifest", "-C", ".", "Redefined.class"]));
        let agent = "-javaagent:agent.jar";
        let mut before = workspace.watched_java(&[], &["Redefined"]);
        before.env("JAVA_TOOL_OPTIONS", agent);
        let after = workspace.watched_java(&[], &[agent, "Redefined"]);
        for mut command in [before, after] {
            let outcome = workspace.run(&mut command);
            assert_eq!(outcome.stdout, "raced\n", "{}", outcome.stderr);
            let races = [("[I".to_owned(), 1), ("value".to_owned(), 1)];
            assert_eq!(outcome.races(), races);
        }
    }
}
