//! The class-load hook.

use std::sync::atomic::Ordering;

use classfile::ClassFile;
use findings::run::{self, Checks, Event};
use host::thread_time;
use instrument::{JdkRequest, Placement, Precision, Request, Site, Skip, Writers, names, probes};
use rustc_hash::FxHashSet;

use crate::jvm::{Class, ClassFileLoad, Jvmti};
use crate::kept::{self, Noted, Outcome};
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
    let check_accesses = session.config.checks_class(name) && !probes::is_tool_class(name);
    let from_class_path =
        placement(session.config.checks).skips_redundant() && is_class_path_loader(jvmti, load);
    let writers = (session.planning).writers(name, load.bytes, from_class_path);
    // A class that is redefined has the fields of its first load, and not those that it would have.
    let is_usual = load.redefined.is_none() && !session.planning.failed();
    let kept = session.kept.as_ref().filter(|_| is_usual);
    let outcome = match kept {
        None => rewrite_now(session, jvmti, (name, load), check_accesses, &writers)?.0,
        Some(kept) => {
            let key = kept::key(load.bytes, check_accesses);
            match kept.take(key, &writers, &session.sites) {
                Some(outcome) => {
                    let kept_classes = &session.counts.kept_classes;
                    kept_classes.fetch_add(1, Ordering::Relaxed);
                    outcome
                }
                None => {
                    let noted = Noted::new(&writers);
                    let (outcome, sites) =
                        rewrite_now(session, jvmti, (name, load), check_accesses, &noted)?;
                    kept.add(key, noted, &outcome, &sites);
                    outcome
                }
            }
        }
    };
    if check_accesses {
        session.counts.add(&outcome);
    }
    for (method, reason) in outcome.skipped {
        let skipped = &session.counts.skipped_methods;
        skipped.fetch_add(1, Ordering::Relaxed);
        session.log.write(&Event::Skip {
            class: name.to_owned(),
            method: Some(method),
            reason,
        });
    }
    let note = |text| session.log.write(&Event::Note { text });
    let class = (name, session.jdk);
    let user_models = &session.user_models;
    user_models
        .add_hooks(class, load.bytes, outcome.bytes, note)
        .map(Some)
}

/// Rewrites a class of the program; answers its sites too.
fn rewrite_now(
    session: &Session,
    jvmti: Jvmti,
    (name, load): (&str, &ClassFileLoad<'_>),
    check_accesses: bool,
    writers: &dyn Writers,
) -> Result<(Outcome, Vec<(u32, Site)>), Skip> {
    let redefined = load.redefined.map(|class| injected_fields(jvmti, class));
    let request = Request {
        check_accesses,
        placement: placement(session.config.checks),
        precision: match session.config.precision {
            run::Precision::Address => Precision::Address,
            run::Precision::Trace => Precision::Trace,
        },
        writers,
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
    let nanos = (thread_time() - started).as_nanos() as u64;
    let analysis_nanos = &session.counts.analysis_nanos;
    analysis_nanos.fetch_add(nanos, Ordering::Relaxed);
    Ok((rewritten.into(), sites.into_numbered()))
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
