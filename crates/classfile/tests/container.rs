//! Containers of class files, read from what the JDK's own tools write and from archives that lie.

mod jdk;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use classfile::container::{
    ClassEntry, Container, ContainerError, ImageDamage, JImage, MAX_CLASS_BYTES, Problem, open,
};

use jdk::{compile, jdk, run, scratch, tool, write};

const CAFEBABE: [u8; 4] = [0xCA, 0xFE, 0xBA, 0xBE];

// ---- the JDK's own containers ----

#[test]
fn the_jdk_image_holds_every_class_that_jimage_lists() {
    let modules = jdk().join("lib/modules");
    let listed = run(tool("jimage").arg("list").arg(&modules));
    let expected = listed_by_jimage(&listed);

    let found: BTreeSet<String> = classes(&open(&modules).unwrap(), 17)
        .iter()
        .inspect(|class| assert!(class.bytes().unwrap().starts_with(&CAFEBABE), "{class:?}"))
        .map(|class| format!("{}!/{}", module_of(class), class.name()))
        .collect();

    assert!(found.len() > 20_000, "{}", found.len());
    assert_eq!(found, expected);
}

#[test]
fn the_jdk_image_tells_packages_and_finds_classes_by_name() {
    let image = JImage::open(&jdk().join("lib/modules")).unwrap();
    let packages: Vec<(&str, &str)> = image
        .packages()
        .map(|package| package.map(|p| (p.name, p.module)).unwrap())
        .collect();
    assert!(packages.contains(&("java/lang", "java.base")));
    assert!(packages.contains(&("java/util/logging", "java.logging")));

    let of_classes: BTreeSet<(String, String)> = image
        .classes()
        .map(Result::unwrap)
        .filter_map(|class| {
            let (package, _) = class.name().rsplit_once('/')?;
            Some((package.to_owned(), module_of(&class).to_owned()))
        })
        .collect();
    assert_eq!(packages.len(), of_classes.len(), "each package once");
    for (package, module) in &packages {
        assert!(of_classes.contains(&((*package).to_owned(), (*module).to_owned())));
    }

    for class in image.classes().map(Result::unwrap) {
        let found = image.find(module_of(&class), class.name()).unwrap();
        assert_eq!(found.unwrap(), class.bytes().unwrap(), "{class:?}");
    }
    for (module, class) in [
        ("java.base", "java/lang/Objec"),
        ("java.logging", "java/lang/Object"),
        ("java.base", ""),
        ("", ""),
    ] {
        assert!(image.find(module, class).unwrap().is_none());
    }
}

#[test]
fn an_image_linked_with_zip_compression_has_the_same_classes() {
    let directory = scratch("linked");
    for (level, readable) in [("2", true), ("1", false)] {
        let output = directory.join(level);
        run(tool("jlink")
            .args(["--add-modules", "java.base", "--output"])
            .arg(&output)
            .arg(format!("--compress={level}")));
        let linked = JImage::open(&output.join("lib/modules")).unwrap();
        let object = linked.find("java.base", "java/lang/Object");
        if readable {
            let plain = JImage::open(&jdk().join("lib/modules")).unwrap();
            let expected = plain.find("java.base", "java/lang/Object").unwrap();
            assert_eq!(object.unwrap(), expected);
            assert!(linked.classes().all(|class| class.unwrap().bytes().is_ok()));
        } else {
            let error = object.unwrap_err();
            assert!(
                matches!(&error.problem, Problem::ImageCompression(by) if by == "compact-cp"),
                "{error}"
            );
        }
    }
}

#[test]
fn a_jmod_holds_the_classes_of_its_module() {
    let directory = scratch("jmod");
    let sources = directory.join("classes");
    compile(
        &sources,
        &[
            ("module-info.java", "module m {}"),
            ("p/A.java", "package p; class A {}"),
        ],
    );
    let jmod = directory.join("m.jmod");
    run(tool("jmod")
        .args(["create", "--class-path"])
        .arg(&sources)
        .arg(&jmod));

    let mut found = classes(&open(&jmod).unwrap(), 17);
    found.sort_by(|a, b| a.name().cmp(b.name()));
    assert_eq!(names(&found), ["module-info", "p/A"]);
    assert_eq!(found[1].origin(), format!("{}!/classes", jmod.display()));
    assert_eq!(
        found[1].bytes().unwrap(),
        fs::read(sources.join("p/A.class")).unwrap()
    );
}

// ---- directories and single files ----

#[test]
fn a_directory_is_walked_in_the_order_of_paths() {
    let root = scratch("directory");
    for path in [
        "q/B.class",
        "p/A.class",
        "p/deep/C.class",
        "module-info.class",
        "META-INF/versions/11/p/A.class",
        "WEB-INF/classes/r/D.class",
        "p/A.txt",
    ] {
        write(&root.join(path), &CAFEBABE);
    }
    write(
        &root.join("WEB-INF/lib/x.jar"),
        &Zip::default().stored("x/X.class", &CAFEBABE).finish(),
    );
    std::os::unix::fs::symlink(&root, root.join("p/loop")).unwrap();
    std::os::unix::fs::symlink("nowhere", root.join("p/Dangling.class")).unwrap();

    let found = classes(&open(&root).unwrap(), 17);
    assert_eq!(
        names(&found),
        ["r/D", "x/X", "module-info", "p/A", "p/deep/C", "q/B"]
    );
    let origin = |folder: &str| root.join(folder).display().to_string();
    assert_eq!(found[0].origin(), origin("WEB-INF/classes"));
    assert_eq!(found[1].origin(), origin("WEB-INF/lib/x.jar"));
    assert_eq!(found[3].origin(), root.display().to_string());
    assert!(
        found
            .iter()
            .all(|class| *class.bytes().unwrap() == CAFEBABE)
    );
}

#[test]
fn a_class_file_is_a_container_of_one() {
    let path = scratch("single").join("A.class");
    write(&path, &CAFEBABE);
    let found = classes(&open(&path).unwrap(), 17);
    assert_eq!(names(&found), ["A"]);
    assert_eq!(*found[0].bytes().unwrap(), CAFEBABE);
}

#[test]
fn a_class_file_over_the_limit_is_refused() {
    let root = scratch("large");
    let path = root.join("A.class");
    write(&path, &CAFEBABE);
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_len(MAX_CLASS_BYTES + 1).unwrap();
    let found = classes(&open(&root).unwrap(), 17);
    let error = found[0].bytes().unwrap_err();
    assert!(matches!(error.problem, Problem::TooLarge { .. }), "{error}");
}

// ---- jars ----

#[test]
fn a_multi_release_jar_shows_the_newest_class_up_to_the_release() {
    let directory = scratch("multi-release");
    let version = |n: u32| format!("package p; public class A {{ int v() {{ return {n}; }} }}");
    let only = "package p; class Only {}";
    let [base, eleven, seventeen] = ["base", "11", "17"].map(|name| directory.join(name));
    compile(&base, &[("p/A.java", &version(8))]);
    compile(
        &eleven,
        &[("p/A.java", &version(11)), ("p/Only.java", only)],
    );
    compile(&seventeen, &[("p/A.java", &version(17))]);
    let jar = directory.join("a.jar");
    run(tool("jar")
        .args(["--create", "--file"])
        .arg(&jar)
        .arg("-C")
        .arg(&base)
        .arg("p")
        .args(["--release", "11", "-C"])
        .arg(&eleven)
        .arg("p")
        .args(["--release", "17", "-C"])
        .arg(&seventeen)
        .arg("p"));

    let jar = open(&jar).unwrap();
    for (feature, from, folder) in [
        (8, &base, "a.jar"),
        (10, &base, "a.jar"),
        (11, &eleven, "a.jar!/META-INF/versions/11"),
        (16, &eleven, "a.jar!/META-INF/versions/11"),
        (17, &seventeen, "a.jar!/META-INF/versions/17"),
        (25, &seventeen, "a.jar!/META-INF/versions/17"),
    ] {
        let found = classes(&jar, feature);
        let expected: &[&str] = if feature < 11 {
            &["p/A"]
        } else {
            &["p/A", "p/Only"]
        };
        assert_eq!(names(&found), expected, "release {feature}");
        assert!(found[0].origin().ends_with(folder), "{:?}", found[0]);
        assert_eq!(
            found[0].bytes().unwrap(),
            fs::read(from.join("p/A.class")).unwrap(),
            "release {feature}"
        );
    }
}

#[test]
fn versioned_entries_count_only_if_the_manifest_says_so() {
    let zip = Zip::default()
        .stored("META-INF/MANIFEST.MF", b"Manifest-Version: 1.0\n")
        .stored("p/A.class", &CAFEBABE)
        .stored("META-INF/versions/11/p/A.class", b"newer");
    let jar = open_bytes("not-multi-release.jar", &zip.finish()).unwrap();
    let found = classes(&jar, 17);
    assert_eq!(names(&found), ["p/A"]);
    assert_eq!(*found[0].bytes().unwrap(), CAFEBABE);
}

#[test]
fn a_boot_jar_shows_its_own_classes_and_those_of_its_libraries() {
    let directory = scratch("boot");
    let library = directory.join("library");
    compile(&library, &[("x/X.java", "package x; class X {}")]);
    let stage = directory.join("stage");
    let own = stage.join("BOOT-INF/classes");
    compile(&own, &[("p/A.java", "package p; class A {}")]);
    compile(&stage, &[("loader/L.java", "package loader; class L {}")]);
    fs::create_dir_all(stage.join("BOOT-INF/lib")).unwrap();
    jar(&stage.join("BOOT-INF/lib/x.jar"), &library, "-cf");
    // Not on the class path of a program started from this jar.
    fs::copy(stage.join("BOOT-INF/lib/x.jar"), stage.join("other.jar")).unwrap();

    for (name, mode) in [("stored.jar", "-cf0"), ("deflated.jar", "-cf")] {
        let app = directory.join(name);
        jar(&app, &stage, mode);
        // Entries keep what they need alive after the container is gone.
        let mut found = classes(&open(&app).unwrap(), 17);
        found.sort_by(|a, b| a.name().cmp(b.name()));
        assert_eq!(names(&found), ["loader/L", "p/A", "x/X"], "{name}");
        let origin = |inside: &str| format!("{}{inside}", app.display());
        assert_eq!(found[0].origin(), origin(""));
        assert_eq!(found[1].origin(), origin("!/BOOT-INF/classes"));
        assert_eq!(found[2].origin(), origin("!/BOOT-INF/lib/x.jar"));
        assert_eq!(
            found[2].bytes().unwrap(),
            fs::read(library.join("x/X.class")).unwrap()
        );
    }
}

#[test]
fn an_executable_jar_starts_with_a_script() {
    let zip = Zip::default().stored("p/A.class", &CAFEBABE).finish();
    let script = [b"#!/bin/sh\nexec java -jar $0\n".as_slice(), &zip].concat();
    let found = classes(&open_bytes("script.jar", &script).unwrap(), 17);
    assert_eq!(*found[0].bytes().unwrap(), CAFEBABE);
}

#[test]
fn of_two_entries_with_one_path_the_last_counts() {
    let zip = Zip::default()
        .stored("p/A.class", b"first")
        .stored("p/A.class", b"last");
    let found = classes(&open_bytes("twice.jar", &zip.finish()).unwrap(), 17);
    assert_eq!(names(&found), ["p/A"]);
    assert_eq!(*found[0].bytes().unwrap(), *b"last");
}

// ---- what lies or is broken ----

#[test]
fn what_is_no_container_is_named_so() {
    let missing = scratch("missing").join("none.jar");
    let error = open(&missing).err().unwrap();
    assert!(matches!(error.problem, Problem::Io(_)), "{error}");
    assert!(error.to_string().contains("none.jar"), "{error}");

    let error = open(Path::new("/dev/null")).err().unwrap();
    assert!(matches!(error.problem, Problem::NotAFile), "{error}");

    for (name, bytes) in [("empty", b"".as_slice()), ("text", b"no class file at all")] {
        let error = open_bytes(name, bytes).err().unwrap();
        assert!(matches!(error.problem, Problem::UnknownFormat), "{error}");
    }
    let error = open_bytes("cut.jar", b"PK\x03\x04 and no more")
        .err()
        .unwrap();
    assert!(matches!(error.problem, Problem::Zip(_)), "{error}");
}

type Expected = fn(&Problem) -> bool;

#[test]
fn a_lying_entry_is_an_error_and_the_next_one_is_read() {
    let two_gib = 2 << 30;
    let lies: [(&str, Lie, Expected); 8] = [
        (
            "a claim of 4 GiB",
            Lie::size(u32::MAX - 1),
            |p| matches!(p, Problem::TooLarge { limit, .. } if *limit == MAX_CLASS_BYTES),
        ),
        ("a claim beyond deflate", Lie::size(60 << 20), |p| {
            matches!(p, Problem::Implausible { .. })
        }),
        ("data beyond the file", Lie::compressed(two_gib), |p| {
            matches!(p, Problem::Zip(_))
        }),
        ("a claim too small", Lie::size(3), |p| {
            matches!(p, Problem::LongerThanClaimed { claimed: 3 })
        }),
        ("a claim too large", Lie::size(5), |p| {
            matches!(
                p,
                Problem::Size {
                    claimed: 5,
                    actual: 4
                }
            )
        }),
        ("a wrong checksum", Lie::checksum(0), |p| {
            matches!(p, Problem::Checksum { claimed: 0, .. })
        }),
        ("an unknown method", Lie::method(93), |p| {
            matches!(p, Problem::ZipMethod(93))
        }),
        ("encryption", Lie::flags(1), |p| {
            matches!(p, Problem::Encrypted)
        }),
    ];
    for (name, lie, expected) in lies {
        let zip = Zip::default()
            .lying("p/Bad.class", &CAFEBABE, lie)
            .stored("p/Good.class", &CAFEBABE)
            .finish();
        let jar = open_bytes("lying.jar", &zip).unwrap();
        let found = classes(&jar, 17);
        assert_eq!(names(&found), ["p/Bad", "p/Good"], "{name}");
        let error = found[0].bytes().unwrap_err();
        assert!(expected(&error.problem), "{name}: {error}");
        let shown = error.to_string();
        assert!(shown.contains("lying.jar: p/Bad.class: "), "{shown}");
        assert_eq!(*found[1].bytes().unwrap(), CAFEBABE, "{name}");
    }
}

#[test]
fn a_bomb_is_refused_before_it_is_inflated() {
    let zeros = vec![0; MAX_CLASS_BYTES as usize + 1];
    let zip = Zip::default().deflated("p/Bomb.class", &zeros).finish();
    assert!(zip.len() < 1 << 20, "it is a bomb: {}", zip.len());
    let found = classes(&open_bytes("bomb.jar", &zip).unwrap(), 17);
    let error = found[0].bytes().unwrap_err();
    assert!(matches!(error.problem, Problem::TooLarge { .. }), "{error}");
}

#[test]
fn a_broken_library_or_name_is_an_error_item() {
    let inner = Zip::default().stored("x/X.class", &CAFEBABE).finish();
    let zip = Zip::default()
        .stored("p/A.class", &CAFEBABE)
        .stored("p/\u{FFFD}.class", &CAFEBABE)
        .stored("BOOT-INF/lib/broken.jar", b"no zip")
        .lying("BOOT-INF/lib/huge.jar", &inner, Lie::size(u32::MAX - 1))
        .stored("BOOT-INF/lib/x.jar", &inner)
        .finish();
    let zip = replace_all(zip, "\u{FFFD}".as_bytes(), b"\xFF\xFF\xFF");
    let jar = open_bytes("broken-library.jar", &zip).unwrap();
    let (found, errors): (Vec<_>, Vec<_>) = jar.classes(17).partition(Result::is_ok);
    let found: Vec<ClassEntry> = found.into_iter().map(Result::unwrap).collect();
    assert_eq!(names(&found), ["p/A", "x/X"]);
    let errors: Vec<ContainerError> = errors.into_iter().map(|e| e.unwrap_err()).collect();
    assert_eq!(errors.len(), 3, "{errors:?}");
    assert!(matches!(errors[0].problem, Problem::NameNotUtf8));
    assert!(matches!(errors[1].problem, Problem::Zip(_)));
    assert!(errors[1].container.ends_with("!/BOOT-INF/lib/broken.jar"));
    assert!(matches!(errors[2].problem, Problem::TooLarge { .. }));
    assert_eq!(errors[2].entry.as_deref(), Some("BOOT-INF/lib/huge.jar"));
}

#[test]
fn no_cut_and_no_changed_byte_of_a_jar_makes_it_panic() {
    let inner = Zip::default().deflated("x/X.class", &CAFEBABE).finish();
    let whole = Zip::default()
        .stored("META-INF/MANIFEST.MF", b"Multi-Release: true\n")
        .deflated("META-INF/versions/11/p/A.class", &CAFEBABE)
        .stored("p/A.class", &CAFEBABE)
        .deflated("BOOT-INF/lib/x.jar", &inner)
        .stored("BOOT-INF/lib/y.jar", &inner)
        .finish();
    let path = scratch("mutated").join("a.jar");
    let read_all = |bytes: &[u8]| {
        write(&path, bytes);
        let Ok(jar) = open(&path) else { return };
        for class in jar.classes(17).flatten() {
            let _ = class.bytes();
        }
    };
    for length in 0..whole.len() {
        read_all(&whole[..length]);
    }
    for at in 0..whole.len() {
        for value in [0x00, 0x01, 0x7F, 0xFF] {
            let mut changed = whole.clone();
            changed[at] = value;
            read_all(&changed);
        }
    }
}

#[test]
fn a_cut_image_tells_what_is_missing() {
    let whole = fs::read(jdk().join("lib/modules")).unwrap();
    let field = |at: usize| u32::from_ne_bytes(whole[at..at + 4].try_into().unwrap()) as usize;
    let index = 28 + field(16) * 8 + field(20) + field(24);

    for length in [4, 27, 28, 1000, index - 1] {
        let error = open_bytes("cut-modules", &whole[..length]).err().unwrap();
        assert!(
            matches!(error.problem, Problem::Image(_)),
            "{length}: {error}"
        );
    }

    let image = open_bytes("index-only-modules", &whole[..index]).unwrap();
    let found = classes(&image, 17);
    assert!(found.len() > 20_000);
    for class in &found {
        let error = class.bytes().unwrap_err();
        let missing = matches!(error.problem, Problem::Image(ImageDamage::Resource));
        assert!(missing, "{error}");
    }

    let mut swapped = whole[..index].to_vec();
    swapped[..4].reverse();
    let error = open_bytes("swapped-modules", &swapped).err().unwrap();
    let order = matches!(error.problem, Problem::Image(ImageDamage::ByteOrder));
    assert!(order, "{error}");
}

#[test]
fn an_image_with_changed_tables_does_not_panic() {
    let whole = fs::read(jdk().join("lib/modules")).unwrap();
    let field = |at: usize| u32::from_ne_bytes(whole[at..at + 4].try_into().unwrap()) as usize;
    let index = 28 + field(16) * 8 + field(20) + field(24);
    let path = scratch("mutated-image").join("modules");
    for (stride, value) in [(1, 0xFF), (2, 0xFF), (3, 0x80), (5, 0x00), (7, 0x3F)] {
        let mut changed = whole[..index].to_vec();
        changed[28..]
            .iter_mut()
            .step_by(stride)
            .for_each(|byte| *byte = value);
        write(&path, &changed);
        let image = JImage::open(&path).unwrap();
        let _ = image.packages().count();
        let _ = image.find("java.base", "java/lang/Object");
        for class in image.classes().flatten() {
            let _ = class.bytes();
        }
    }
    for at in 16..28 {
        for value in [0x00, 0x7F, 0xFF] {
            let mut changed = whole[..index].to_vec();
            changed[at] = value;
            write(&path, &changed);
            let Ok(image) = JImage::open(&path) else {
                continue;
            };
            let _ = image.packages().count();
            let _ = image.find("java.base", "java/lang/Object");
        }
    }
}

// ---- what the tests are made with ----

fn classes(container: &Container, feature: u16) -> Vec<ClassEntry> {
    container.classes(feature).map(Result::unwrap).collect()
}

fn names(classes: &[ClassEntry]) -> Vec<&str> {
    classes.iter().map(ClassEntry::name).collect()
}

fn module_of(class: &ClassEntry) -> &str {
    class.origin().rsplit_once("!/").unwrap().1
}

/// `module!/class` for each class in the output of `jimage list`, which indents what a module holds.
fn listed_by_jimage(output: &str) -> BTreeSet<String> {
    let mut module = "";
    let mut listed = BTreeSet::new();
    for line in output.lines() {
        if let Some(name) = line.strip_prefix("Module: ") {
            module = name;
        } else if let Some(class) = line.trim_start().strip_suffix(".class") {
            listed.insert(format!("{module}!/{class}"));
        }
    }
    listed
}

fn open_bytes(name: &str, bytes: &[u8]) -> Result<Container, ContainerError> {
    let path = scratch(&format!("bytes-{name}")).join(name);
    write(&path, bytes);
    open(&path)
}

/// Packs a directory with the `jar` tool; `mode` is `-cf` or, for stored entries, `-cf0`.
fn jar(file: &Path, content: &Path, mode: &str) {
    run(tool("jar")
        .arg(mode)
        .arg(file)
        .arg("-C")
        .arg(content)
        .arg("."));
}

fn replace_all(mut bytes: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    for at in 0..=bytes.len() - from.len() {
        if bytes[at..].starts_with(from) {
            bytes[at..at + to.len()].copy_from_slice(to);
        }
    }
    bytes
}

/// Writes zip archives, and lies on request.
#[derive(Default)]
struct Zip {
    entries: Vec<u8>,
    directory: Vec<u8>,
    count: u16,
}

/// What the central directory says instead of the truth.
#[derive(Default, Clone, Copy)]
struct Lie {
    flags: Option<u16>,
    method: Option<u16>,
    checksum: Option<u32>,
    compressed: Option<u32>,
    size: Option<u32>,
}

impl Lie {
    fn flags(flags: u16) -> Lie {
        Lie {
            flags: Some(flags),
            ..Lie::default()
        }
    }

    fn method(method: u16) -> Lie {
        Lie {
            method: Some(method),
            ..Lie::default()
        }
    }

    fn checksum(checksum: u32) -> Lie {
        Lie {
            checksum: Some(checksum),
            ..Lie::default()
        }
    }

    fn compressed(compressed: u32) -> Lie {
        Lie {
            compressed: Some(compressed),
            ..Lie::default()
        }
    }

    fn size(size: u32) -> Lie {
        Lie {
            size: Some(size),
            ..Lie::default()
        }
    }
}

impl Zip {
    fn stored(self, path: &str, bytes: &[u8]) -> Zip {
        self.entry(path, bytes, bytes, 0, Lie::default())
    }

    fn deflated(self, path: &str, bytes: &[u8]) -> Zip {
        self.lying(path, bytes, Lie::default())
    }

    fn lying(self, path: &str, bytes: &[u8], lie: Lie) -> Zip {
        let mut compressor = libdeflater::Compressor::new(Default::default());
        let mut deflated = vec![0; compressor.deflate_compress_bound(bytes.len())];
        let length = compressor.deflate_compress(bytes, &mut deflated).unwrap();
        self.entry(path, bytes, &deflated[..length], 8, lie)
    }

    fn entry(mut self, path: &str, bytes: &[u8], data: &[u8], method: u16, lie: Lie) -> Zip {
        let offset = self.entries.len() as u32;
        let mut shared = Vec::new();
        for half in [
            20,
            lie.flags.unwrap_or(0),
            lie.method.unwrap_or(method),
            0,
            0,
        ] {
            shared.extend(u16::to_le_bytes(half));
        }
        for word in [
            lie.checksum.unwrap_or_else(|| libdeflater::crc32(bytes)),
            lie.compressed.unwrap_or(data.len() as u32),
            lie.size.unwrap_or(bytes.len() as u32),
        ] {
            shared.extend(u32::to_le_bytes(word));
        }
        shared.extend(u16::to_le_bytes(path.len() as u16));
        shared.extend([0; 2]);

        self.entries.extend(b"PK\x03\x04");
        self.entries.extend(&shared);
        self.entries.extend(path.as_bytes());
        self.entries.extend(data);

        self.directory.extend(b"PK\x01\x02\x14\x00");
        self.directory.extend(&shared);
        self.directory.extend([0; 10]);
        self.directory.extend(u32::to_le_bytes(offset));
        self.directory.extend(path.as_bytes());
        self.count += 1;
        self
    }

    fn finish(&self) -> Vec<u8> {
        let mut end = b"PK\x05\x06\0\0\0\0".to_vec();
        end.extend(u16::to_le_bytes(self.count));
        end.extend(u16::to_le_bytes(self.count));
        end.extend(u32::to_le_bytes(self.directory.len() as u32));
        end.extend(u32::to_le_bytes(self.entries.len() as u32));
        end.extend([0; 2]);
        [&*self.entries, &self.directory, &end].concat()
    }
}
