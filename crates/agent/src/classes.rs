//! The class-load hook.

use std::sync::atomic::Ordering;

use classfile::ClassFile;
use findings::run::{self, Checks, Event};
use host::thread_time;
use instrument::{JdkRequest, Placement, Precision, Request, Skip, names, probes};
use rustc_hash::FxHashSet;

use crate::jvm::{Class, ClassFileLoad, Jvmti};
use crate::session::Session;

/// The bytes that the JVM is to define instead, if any.
pub fn rewrite(session: &Session, jvmti: Jvmti, load: &ClassFileLoad<'_>) -> Option<Vec<u8>> {
    let own_name;
    let name = match load.name {
        Some(name) => name,
        None => {
            own_name = ClassFile::read(load.bytes).ok()?.name()?.to_owned();
            &own_name
        }
    };
    if name.starts_with("java/lang/redflag$") {
        return None;
    }
    session.note_version(name, load.bytes);
    if load.redefined.is_none() && session.user_hooks(name).next().is_some() {
        session.log.write(&Event::Modelled {
            class: name.to_owned(),
        });
    }
    let result = if session.is_jdk_class(name) {
        rewrite_jdk(session, name, load.bytes)
    } else {
        rewrite_application(session, jvmti, name, load)
    };
    match result {
        Ok(bytes) => bytes,
        Err(skip) => {
            session
                .counts
                .skipped_methods
                .fetch_add(1, Ordering::Relaxed);
            session.log.write(&Event::Skip {
                class: name.to_owned(),
                method: None,
                reason: skip.to_string(),
            });
            None
        }
    }
}

fn rewrite_jdk(session: &Session, name: &str, bytes: &[u8]) -> Result<Option<Vec<u8>>, Skip> {
    let request = JdkRequest {
        models: session.models,
        jdk: session.jdk,
        silent: &session.silent,
        without: session.without,
    };
    instrument::rewrite_jdk(bytes, name, &request)
}

fn rewrite_application(
    session: &Session,
    jvmti: Jvmti,
    name: &str,
    load: &ClassFileLoad<'_>,
) -> Result<Option<Vec<u8>>, Skip> {
    let redefined = load.redefined.map(|class| injected_fields(jvmti, class));
    let placement = placement(session.config.checks);
    let from_class_path = placement.skips_redundant() && is_class_path_loader(jvmti, load);
    let request = Request {
        check_accesses: session.config.checks_class(name) && !probes::is_tool_class(name),
        placement,
        precision: match session.config.precision {
            run::Precision::Address => Precision::Address,
            run::Precision::Trace => Precision::Trace,
        },
        writers: &(session.planning).writers(name, load.bytes, from_class_path),
        has_hooks: session.user_hooks(name).next().is_some(),
        count_accesses: session.config.stats,
        trace_accesses: session.trace.is_some(),
        redefined: redefined.as_ref(),
        is_jdk_class: &|name| session.is_jdk_class(name),
        without: session.without,
        calls: &session.calls,
        containers: &session.containers,
        bulks: &session.bulks,
    };
    let mut sites = session.sites.for_class();
    let started = thread_time();
    let rewritten = instrument::rewrite(load.bytes, &request, &mut sites)?;
    let counts = &session.counts;
    let nanos = (thread_time() - started).as_nanos() as u64;
    counts.analysis_nanos.fetch_add(nanos, Ordering::Relaxed);
    if request.check_accesses {
        counts
            .exempt_fields
            .fetch_add(u64::from(rewritten.exempt_fields), Ordering::Relaxed);
        counts
            .exempt_methods
            .fetch_add(u64::from(rewritten.exempt_methods), Ordering::Relaxed);
        counts
            .settled_fields
            .fetch_add(u64::from(rewritten.settled_fields), Ordering::Relaxed);
        counts.classes.fetch_add(1, Ordering::Relaxed);
        counts
            .methods
            .fetch_add(u64::from(rewritten.methods), Ordering::Relaxed);
        counts
            .checked_sites
            .fetch_add(u64::from(rewritten.checked_sites), Ordering::Relaxed);
    }
    for (method, reason) in rewritten.skipped {
        counts.skipped_methods.fetch_add(1, Ordering::Relaxed);
        session.log.write(&Event::Skip {
            class: name.to_owned(),
            method: Some(method),
            reason: reason.to_string(),
        });
    }
    let note = |text| session.log.write(&Event::Note { text });
    let class = (name, session.jdk);
    let user_models = &session.user_models;
    user_models
        .add_hooks(class, load.bytes, rewritten.bytes, note)
        .map(Some)
}

/// There is one loader of this class.
fn is_class_path_loader(jvmti: Jvmti, load: &ClassFileLoad<'_>) -> bool {
    const CLASS: &str = "Ljdk/internal/loader/ClassLoaders$AppClassLoader;";
    let class = load
        .loader
        .zip(load.jni)
        .map(|(loader, jni)| jni.object_class(loader));
    class.is_some_and(|class| jvmti.class_signature(class).is_ok_and(|it| it == CLASS))
}

/// The fields that redflag gave a class when it was loaded.
fn injected_fields(jvmti: Jvmti, class: Class) -> FxHashSet<String> {
    let fields = jvmti.class_fields(class).unwrap_or_default();
    fields
        .into_iter()
        .map(|it| it.name)
        .filter(|name| name.starts_with(names::PREFIX))
        .collect()
}

/// Where checks stand in classes of the program.
pub fn placement(checks: Checks) -> Placement {
    match checks {
        Checks::All => Placement::All,
        Checks::RedCard => Placement::RedCard,
        Checks::SlimState => Placement::SlimState,
        Checks::SlimCard => Placement::SlimCard,
        Checks::BigFoot => Placement::BigFoot,
    }
}
