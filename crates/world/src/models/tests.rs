use super::*;
use std::path::{Path, PathBuf};

fn parse(rule: &str) -> Result<Models, Error> {
    Models::parse(rule, Origin::Bundled)
}

fn hook(rest: &str) -> String {
    format!(
        "[[hook]]\nclass = 'a/B'\nmethod = 'm(ILjava/lang/Object;)Ljava/lang/Object;'\n{rest}\n"
    )
}

#[test]
fn an_action_prints_as_it_is_written() {
    for text in [
        "lock this if nonnull",
        "release element arg1",
        "acquire field arg2 if nonnull",
        "acquire entry",
        "unlock this.sync",
        "acquire-each arg2",
        "release watched arg2",
    ] {
        let models = parse(&hook(&format!("return = ['{text}']"))).expect("a valid file");
        assert_eq!(models.hooks()[0].action.to_string(), text);
    }
}

#[test]
fn finally_is_one_place() {
    let models = parse(&hook("finally = ['release this']")).expect("a valid file");
    let places: Vec<&At> = models.hooks().iter().map(|it| &it.at).collect();
    assert_eq!(places, [&At::Finally]);
}

#[test]
fn classes_and_methods_multiply() {
    let models = parse("[[hook]]\nclasses = ['a/A', 'a/B']\nmethods = ['m()V', 'n()V']\nentry = ['release this']\n")
        .expect("a valid file");
    let of_b: Vec<String> = models.hooks_for("a/B", 17).map(Hook::to_string).collect();
    assert_eq!(
        of_b,
        [
            "a/B.m()V: release this at entry",
            "a/B.n()V: release this at entry"
        ]
    );
}

#[test]
fn a_range_selects_releases() {
    let models = parse(&hook("jdk = '17..21'\nentry = ['release this']")).expect("a valid file");
    let selected: Vec<u16> = (10..30)
        .filter(|&jdk| models.hooks_for("a/B", jdk).next().is_some())
        .collect();
    assert_eq!(selected, [17, 18, 19, 20, 21]);
}

#[test]
fn a_bad_rule_is_refused_with_its_line() {
    for (rest, line, part) in [
        ("entry = ['seize this']", 4, "`seize` is not a verb"),
        ("entry = ['lock that']", 4, "`that` is not a key"),
        (
            "entry = [\n 'lock this',\n 'lock this if true',\n]",
            6,
            "needs a result",
        ),
        ("entry = ['lock result']", 4, "no result here"),
        (
            "return = ['lock this if lucky']",
            4,
            "`lucky` is not a condition",
        ),
        ("entry = ['lock receiver']", 4, "before a call only"),
        ("jdk = '21..17'\nentry = ['lock this']", 4, "not a range"),
        (
            "before-call = [{ call = 'run()V', action = 'lock this' }]",
            4,
            "class.method",
        ),
        ("exit = ['lock this']", 4, "unknown field `exit`"),
        ("", 1, "no action"),
        ("entry = ['lock arg3']", 4, "not a reference"),
        ("entry = ['lock arg1']", 4, "not a reference"),
        ("entry = ['lock element arg3']", 4, "not an int"),
        ("return = ['lock this if true']", 4, "does not fit"),
    ] {
        let error = parse(&hook(rest)).expect_err(rest);
        assert_eq!(error.line, line, "{rest}: {error}");
        assert!(error.reason.contains(part), "{rest}: {error}");
    }
}

#[test]
fn the_bundled_models_are_sorted_by_class() {
    assert!(
        Models::builtin()
            .hooks()
            .is_sorted_by(|a, b| a.class <= b.class)
    );
    assert!(Models::builtin().hooks_for("java/lang/Thread", 17).count() > 5);
    let lock = Models::builtin().carrier("java/util/concurrent/locks/ReentrantLock", 17);
    assert!(lock.is_some_and(|it| it.silent_in_jdk));
}

#[test]
fn the_bundled_models_fit_every_jdk_at_hand() {
    let mut lines = Vec::new();
    for modules in jdks() {
        let mismatches = check(Models::builtin(), &modules).expect("a readable JDK");
        lines.extend(mismatches.iter().map(Mismatch::to_string));
    }
    assert!(lines.is_empty(), "{}", lines.join("\n"));
}

#[test]
fn the_check_sees_what_would_never_run() {
    let rules = "
        [[hook]]
        class = 'java/lang/Math'
        method = 'addExact(II)I'
        entry = ['release class']
        [[hook]]
        class = 'java/lang/Object'
        method = 'notify()V'
        entry = ['release this']
        [[hook]]
        class = 'java/util/Timer'
        method = 'vanish()V'
        entry = ['release thread']
        [[hook]]
        class = 'java/util/Timer'
        method = 'cancel()V'
        entry = ['release this']
        [[hook]]
        class = 'java/util/Timer'
        method = 'cancel()V'
        before-call = [{ call = 'java/lang/Runnable.run()V', action = 'acquire receiver' }]
    ";
    let models = parse(rules).expect("a valid file");
    let modules = jdks().remove(0);
    let mismatches = check(&models, &modules).expect("a readable JDK");
    let reasons: Vec<&str> = mismatches.iter().map(|it| it.reason.as_str()).collect();
    for (reason, part) in reasons.iter().zip([
        "intrinsic",
        "native",
        "no such method",
        "no carrier",
        "no such instruction",
    ]) {
        assert!(reason.contains(part), "{reasons:#?}");
    }
    assert_eq!(reasons.len(), 5);
}

#[test]
fn a_container_takes_over_what_was_said_of_another() {
    let models = parse(
        "
        [[container]]
        class = 'a/A'
        read = ['get']
        write = ['put']
        [[container]]
        class = 'a/B'
        like = 'a/A'
        jdk = '21..'
        write-if = { get = 'recent' }
    ",
    )
    .expect("a valid file");
    let of_b: Vec<_> = models.containers(21).filter(|c| c.class == "a/B").collect();
    assert_eq!(of_b[0].methods.len(), 2);
    assert_eq!(
        of_b[1].methods[0],
        ("get".into(), Effect::WriteIf("recent".into()))
    );
    assert!(models.containers(17).all(|c| c.class == "a/A"));
    let error = parse("[[container]]\nclass = 'a/B'\nlike = 'a/A'\n").expect_err("no a/A");
    assert_eq!(error.line, 3);
}

#[test]
fn a_range_tells_its_array_and_bounds() {
    let bulk = |range: &str| {
        let text = format!("[[bulk]]\nclass = 'a/A'\nmethod = 'm([III)I'\nreads = ['{range}']\n");
        parse(&text).map(|models| models.bulks(17).next().map(|b| b.reads[0]))
    };
    assert_eq!(
        bulk("arg1 from arg2 length result").expect("a valid file"),
        Some(Range {
            array: Operand::Arg(1),
            from: Some(Operand::Arg(2)),
            but_first: false,
            end: End::Length(Operand::Result),
            limit: Limit::All,
            unless: None,
        })
    );
    assert_eq!(
        bulk("arg1 from arg2 to arg3 until result unless arg1").expect("a valid file"),
        Some(Range {
            array: Operand::Arg(1),
            from: Some(Operand::Arg(2)),
            but_first: false,
            end: End::To(Operand::Arg(3)),
            limit: Limit::Result,
            unless: Some(Operand::Arg(1)),
        })
    );
    assert_eq!(
        bulk("arg1 offset arg2 bytes arg3").expect("a valid file"),
        Some(Range {
            array: Operand::Arg(1),
            from: Some(Operand::Arg(2)),
            but_first: false,
            end: End::Bytes(Operand::Arg(3)),
            limit: Limit::All,
            unless: None,
        })
    );
    for bad in [
        "arg0",
        "arg1 from",
        "arg1 until arg2",
        "this",
        "arg1 from arg2 until result",
        "arg1 from arg2 length arg3 if zero",
        "arg1 at arg2 but first",
        "arg1 from arg2 bytes arg3",
        "arg1 offset arg2 until result",
    ] {
        let error = bulk(bad).expect_err(bad);
        assert_eq!(error.line, 4, "{bad}: {error}");
    }
}

#[test]
fn a_bulk_rule_is_for_all_its_classes_and_types() {
    let rules = "
        [[bulk]]
        classes = ['a/A', 'a/B']
        method = 'read([B)I'
        writes = ['arg1 length result']
        [[bulk]]
        class = 'a/#Buffer'
        types = ['B Byte', 'C Char']
        method = 'put([%)La/#Buffer;'
        reads = ['arg1']
    ";
    let models = parse(rules).expect("a valid file");
    let calls: Vec<String> = models
        .bulks(17)
        .map(|it| format!("{}.{}{}", it.class, it.method, it.descriptor))
        .collect();
    let names: Vec<String> = models.named().into_iter().map(|it| it.name).collect();
    assert_eq!(
        calls,
        [
            "a/A.read([B)I",
            "a/B.read([B)I",
            "a/ByteBuffer.put([B)La/ByteBuffer;",
            "a/CharBuffer.put([C)La/CharBuffer;"
        ]
    );
    assert_eq!(
        names,
        [
            "a/A.read([B)I: bulk",
            "a/A.read([B)I: bulk",
            "a/ByteBuffer.put([B)La/ByteBuffer;: bulk",
            "a/CharBuffer.put([C)La/CharBuffer;: bulk"
        ]
    );
}

#[test]
fn the_check_sees_what_is_not_said_of_a_container() {
    let rules = "
        [[carrier]]
        class = 'java/util/BitSet'
        [[container]]
        class = 'java/util/BitSet'
        read = ['get', 'peek']
        [[container]]
        class = 'java/util/ArrayList$Itr'
        of = 'outer'
        read = ['forEachRemaining', 'hasNext', 'next', 'remove']
        [[container]]
        class = 'java/util/Collections$SynchronizedMap'
        of = 'm'
        locked = ['size']
        [[bulk]]
        class = 'java/util/Arrays'
        method = 'fill([II)V'
        writes = ['arg2']
    ";
    let models = parse(rules).expect("a valid file");
    let mismatches = check(&models, &jdks().remove(0)).expect("a readable JDK");
    let reasons: Vec<&str> = mismatches.iter().map(|it| it.reason.as_str()).collect();
    for (index, part) in [
        (0, "no reference field outer"),
        (0, "hasNext may be called through java/util/Iterator"),
        (1, "no method peek"),
        (1, "nothing is said of method flip"),
        (2, "and by what, is in no field"),
        (3, "should be an array"),
    ] {
        assert!(reasons[index].contains(part), "{part}: {reasons:#?}");
    }
}

fn method(rest: &str) -> String {
    format!("[[method]]\nclass = 'a/B'\nmethod = 'm'\n{rest}\n")
}

#[test]
fn a_method_rule_says_what_is_written() {
    use known::{Answer, AtomicVerb, Classes, Does, LockVerb, Operand, Which};
    let does = |words: &str| {
        let models = parse(&method(&format!("does = '{words}'"))).expect("a valid file");
        let locking = models.methods()[0].locking.clone().expect("a lock");
        (locking.does, locking.which)
    };
    assert_eq!(does("lock this"), (Does::Lock(LockVerb::Lock), Which::This));
    assert_eq!(
        does("write-lock arg2 if true"),
        (Does::Lock(LockVerb::TryLock), Which::Arg(2))
    );
    assert_eq!(
        does("read-lock this if nonzero"),
        (Does::Lock(LockVerb::TryReadLock), Which::This)
    );
    assert_eq!(
        does("read-unlock this.sync"),
        (
            Does::Lock(LockVerb::ReadUnlock),
            Which::FieldOfThis("sync".into())
        )
    );
    assert_eq!(
        does("unlock monitor arg1"),
        (Does::Lock(LockVerb::Unlock), Which::MonitorOf(1))
    );
    assert_eq!(
        does("unlock-either class"),
        (Does::Lock(LockVerb::UnlockEither), Which::Class)
    );
    assert_eq!(
        does("get-and-set this"),
        (Does::Atomic(AtomicVerb::GetAndSet), Which::This)
    );
    let result = |words: &str| {
        let models = parse(&method(&format!("result = '{words}'"))).expect("a valid file");
        models.methods()[0].result
    };
    assert_eq!(result("owned"), Some(Answer::Owned));
    assert_eq!(result("this"), Some(Answer::Is(Operand::This)));
    assert_eq!(result("as arg2"), Some(Answer::As(Operand::Arg(2))));
    let given = method("reads = ['arg2']\nwrites = ['arg1', 'arg3']");
    let models = parse(&given).expect("a valid file");
    let given = &models.methods()[0];
    assert_eq!((&*given.reads, &*given.writes), (&[2][..], &[1, 3][..]));
    let error = parse(&method("writes = ['this']")).expect_err("no argument");
    assert_eq!(error.line, 4, "{error}");
    let text = "[[class]]\nclasses = ['a/B', 'a/*', '*Builder']\nis = 'builder'\n";
    let models = parse(text).expect("a valid file");
    let classes: Vec<&Classes> = models.classes().iter().map(|it| &it.classes).collect();
    assert_eq!(
        classes,
        [
            &Classes::One("a/B".into()),
            &Classes::Package("a/".into()),
            &Classes::Word("Builder".into())
        ]
    );
}

#[test]
fn a_class_that_cannot_be_looked_up_is_refused() {
    for class in [
        "",
        "a.B",
        "a*",
        "a/*/b",
        "*builder",
        "*MyBuilder",
        "*",
        "[La/B;",
    ] {
        let text = format!("\n[[class]]\nclass = '{class}'\nis = 'thread'\n");
        let error = parse(&text).expect_err(class);
        assert_eq!(error.line, 3, "{class}: {error}");
    }
}

#[test]
fn what_only_check_takes_for_a_container_is_none_in_a_run() {
    let text = "[[container]]\nclass = 'a/A'\nread = ['get']\nonly-check = true\n";
    let models = parse(text).expect("a valid file");
    assert_eq!(models.containers(17).count(), 0);
    assert_eq!(models.containers_to_check(17).count(), 1);
    assert!(models.named().is_empty());
}

#[test]
fn the_check_sees_what_is_said_of_no_method_and_no_class() {
    let rules = "
        [[method]]
        class = 'java/util/concurrent/locks/ReentrantLock'
        method = 'seize'
        does = 'lock this'
        [[method]]
        class = 'java/lang/Thread'
        method = 'holdsLock'
        does = 'lock this if true'
        [[method]]
        class = 'java/lang/Thread'
        method = 'holdsLock'
        does = 'lock monitor arg2 if true'
        [[method]]
        class = 'java/util/Collections'
        method = 'rotate'
        writes = ['arg2']
        [[method]]
        class = 'java/util/ArrayList'
        method = 'clear'
        result = 'owned'
        [[method]]
        class = 'java/util/ArrayList'
        method = 'size'
        thread = 'asks'
        [[method]]
        class = 'java/security/AccessController'
        method = 'doPrivileged'
        calls = ['java/security/PrivilegedAction.walk()Ljava/lang/Object;']
        [[method]]
        class = 'java/util/vector/*'
        method = '*'
        runs = 'now'
        [[class]]
        class = 'java/util/Hashmap'
        is = 'thread-safe'
        [[container]]
        class = 'java/util/EnumMap'
        read = ['peek']
        only-check = true
        [[method]]
        class = 'java/util/ArrayList'
        method = 'parallelStream'
        result = 'owned'
        [[class]]
        class = 'kotlin/Unit'
        overridable = []
        [[class]]
        class = 'java/util/Iterator'
        overridable = ['next', 'hasNext', 'remove']
    ";
    let models = parse(rules).expect("a valid file");
    let mismatches = check(&models, &jdks().remove(0)).expect("a readable JDK");
    let lines: Vec<String> = mismatches.iter().map(Mismatch::to_string).collect();
    for (line, part) in lines.iter().zip([
        "ReentrantLock.seize: there is no method seize",
        "Thread.holdsLock: the rule is about `this`, and the method is static",
        "Thread.holdsLock: there is no such argument",
        "Collections.rotate: there is no such argument that is a reference",
        "ArrayList.clear: there is no result",
        "ArrayList.size: what asks for the thread answers a boolean",
        "AccessController.doPrivileged: there is no method walk",
        "java/util/vector/*.*: there is no such package",
        "java/util/Hashmap: there is no class",
        "java/util/Iterator: forEachRemaining may be overridden, too",
        "java/util/EnumMap: there is no method peek",
    ]) {
        assert!(line.contains(part), "{part}\n{lines:#?}");
    }
    assert_eq!(lines.len(), 11, "{lines:#?}");
}

/// `lib/modules` of the JDK in use and of those in REDFLAG_JDKS, a list of paths as in PATH.
fn jdks() -> Vec<PathBuf> {
    let more = std::env::var_os("REDFLAG_JDKS").unwrap_or_default();
    let homes = std::iter::once(java_home())
        .chain(std::env::split_paths(&more).filter(|it| it != Path::new("")));
    homes.map(|home| home.join("lib/modules")).collect()
}

fn java_home() -> PathBuf {
    if let Some(home) = std::env::var_os("JAVA_HOME") {
        return home.into();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let java = std::env::split_paths(&path)
        .map(|folder| folder.join("java"))
        .find(|it| it.is_file());
    let java = java
        .and_then(|it| it.canonicalize().ok())
        .expect("no JDK: set JAVA_HOME or put java on PATH");
    java.ancestors()
        .nth(2)
        .expect("java lies in bin")
        .to_owned()
}
