//! The runtime's native methods, found by the JVM under their mangled names.

use std::iter;

use findings::run::Event;
use host::{Told, race_id};
use instrument::names::{PREFIX, Shadow};
use instrument::{Site, Sites, Target};

use crate::classes;
use crate::jvm::jni::Thrown;
use crate::jvm::jvmti::DeclaredField;
use crate::jvm::{Class, Field, Jni, Object, guarded};
use crate::session::{FieldNames, Session, names_of};

#[unsafe(export_name = "Java_java_lang_redflag_00024Native_stopped")]
extern "system" fn stopped(jni: Jni, _class: Class, reason: Object) {
    guarded(|| {
        if let Some(session) = Session::get() {
            session.log.write(&Event::Stopped {
                reason: jni.string(reason).unwrap_or_default(),
                millis: session.millis(),
            });
        }
    });
}

#[unsafe(export_name = "Java_java_lang_redflag_00024Native_count")]
extern "system" fn count(_jni: Jni, _class: Class, site: i32, earlier: i32, count: i64) {
    guarded(|| {
        if let Some(session) = Session::get() {
            session.count(race_id(site as u32, earlier as u32), count as u64);
        }
    });
}

#[unsafe(export_name = "Java_java_lang_redflag_00024Native_traces")]
extern "system" fn traces(_jni: Jni, _class: Class) -> bool {
    Session::get().is_some_and(|s| s.trace.is_some())
}

#[unsafe(export_name = "Java_java_lang_redflag_00024Native_countsLocations")]
extern "system" fn counts_locations(_jni: Jni, _class: Class) -> bool {
    Session::get().is_some_and(|s| s.config.stats)
}

#[unsafe(export_name = "Java_java_lang_redflag_00024Native_compressed")]
extern "system" fn compressed(_jni: Jni, _class: Class) -> bool {
    Session::get().is_some_and(|s| classes::placement(s.config.checks).gathers())
}

#[unsafe(export_name = "Java_java_lang_redflag_00024Native_trace")]
extern "system" fn trace(jni: Jni, _class: Class, events: Object, length: i32) {
    guarded(|| {
        let session = Session::get()?;
        let mut bytes = jni.byte_array(events);
        bytes.truncate(usize::try_from(length).ok()?);
        session.trace.as_ref()?.events(&session.sites, &bytes);
        Some(())
    });
}

#[unsafe(export_name = "Java_java_lang_redflag_00024Native_link")]
extern "system" fn link(jni: Jni, _class: Class, site: i32, owner: Object) -> Object {
    let linked = guarded(|| {
        let session = Session::get()?;
        let site = session.sites.get(site as u32)?;
        linked_fields(jni, session, &site, owner)
    });
    linked.flatten().unwrap_or(Object::NULL)
}

#[unsafe(export_name = "Java_java_lang_redflag_00024Native_dereferenced")]
extern "system" fn dereferenced(_jni: Jni, _class: Class, site: i32) -> bool {
    let site = guarded(|| Session::get()?.sites.get(site as u32)).flatten();
    site.is_some_and(|s| s.dereferenced)
}

#[unsafe(export_name = "Java_java_lang_redflag_00024Native_injected")]
extern "system" fn injected(jni: Jni, _class: Class, class: Class) -> Object {
    let fields = guarded(|| injected_fields(jni, Session::get()?, class).ok());
    fields.flatten().unwrap_or(Object::NULL)
}

/// The instance fields of ours in a class and in those above it, as an array.
fn injected_fields(jni: Jni, session: &Session, class: Class) -> Result<Object, Thrown> {
    let mut found = Vec::new();
    let mut next = Some(class);
    while let Some(class) = next {
        let fields = session.jvmti.class_fields(class).unwrap_or_default();
        for ours in fields.iter().filter(|it| it.name.starts_with(PREFIX)) {
            if !ours.is_static {
                found.push(jni.reflected_field(class, ours.field, false)?);
            }
        }
        next = jni.superclass(class);
    }
    let array = jni.new_object_array(found.len(), jni.find_class("java/lang/reflect/Field")?)?;
    for (i, field) in found.into_iter().enumerate() {
        jni.set_object_array_element(array, i, field)?;
    }
    Ok(array)
}

/// An array of the field that the site names and of its shadows, as reflected fields.
fn linked_fields(jni: Jni, session: &Session, site: &Site, owner: Object) -> Option<Object> {
    let Target::Field {
        class,
        name,
        descriptor,
        is_static,
    } = &site.target
    else {
        return None;
    };
    let named = named_class(jni, session, owner, class, *is_static)?;
    let field = field_of(jni, named, (name, descriptor), *is_static).ok()?;
    let declaring = session.jvmti.field_declaring_class(named, field).ok()?;
    let declared = session.declared_in(declaring)?;
    reflected_fields(jni, declaring, &declared, (name, descriptor), *is_static).ok()
}

fn field_of(
    jni: Jni,
    class: Class,
    (name, descriptor): (&str, &str),
    is_static: bool,
) -> Result<Field, Thrown> {
    if is_static {
        jni.static_field(class, name, descriptor)
    } else {
        jni.field(class, name, descriptor)
    }
}

/// An array of a field and of its shadows, as reflected fields; null stands for one that it has not.
fn reflected_fields(
    jni: Jni,
    declaring: Class,
    declared: &FieldNames,
    (name, descriptor): (&str, &str),
    is_static: bool,
) -> Result<Object, Thrown> {
    let shadows = [
        Shadow::WriteEpoch,
        Shadow::ReadEpoch,
        Shadow::WriteSite,
        Shadow::ReadSite,
        Shadow::Clock,
        Shadow::Unchecked,
    ];
    let shadows = shadows
        .iter()
        .map(|it| (it.name(name, descriptor), it.descriptor().to_owned()));
    let own = (name.to_owned(), descriptor.to_owned());
    let wanted: Vec<_> = iter::once(own).chain(shadows).collect();
    let fields = jni.new_object_array(wanted.len(), jni.find_class("java/lang/reflect/Field")?)?;
    for (i, field) in wanted.iter().enumerate() {
        // Asking for one that is not there would throw an exception, which others could see.
        if declared.contains(field) {
            let field = field_of(jni, declaring, (&field.0, &field.1), is_static)?;
            let reflected = jni.reflected_field(declaring, field, is_static)?;
            jni.set_object_array_element(fields, i, reflected)?;
        }
    }
    Ok(fields)
}

#[unsafe(export_name = "Java_java_lang_redflag_00024Native_linkTyped")]
extern "system" fn link_typed(
    jni: Jni,
    _class: Class,
    class: Class,
    field_type: Class,
    is_static: bool,
) -> Object {
    let linked = guarded(|| typed_fields(jni, Session::get()?, class, field_type, is_static));
    linked.flatten().unwrap_or(Object::NULL)
}

/// For each field of this type in the class or above it, an array as of `reflected_fields`.
fn typed_fields(
    jni: Jni,
    session: &Session,
    class: Class,
    field_type: Class,
    is_static: bool,
) -> Option<Object> {
    let jvmti = session.jvmti;
    let wanted = match field_type {
        any if any.is_null() => None,
        one => Some(jvmti.class_signature(one).ok()?),
    };
    let mut found = Vec::new();
    let mut above = Some(class);
    while let Some(c) = above {
        let declared = jvmti.class_fields(c).ok()?;
        let fits = |it: &&DeclaredField| {
            it.is_static == is_static
                && wanted
                    .as_ref()
                    .is_none_or(|wanted| *wanted == it.descriptor)
                && !it.name.starts_with(PREFIX)
        };
        let names = names_of(&declared);
        for it in declared.iter().filter(fits) {
            let field = (&*it.name, &*it.descriptor);
            found.push(reflected_fields(jni, c, &names, field, is_static).ok()?);
        }
        above = jni.superclass(c);
    }
    let array_class = jni.find_class("[Ljava/lang/reflect/Field;").ok()?;
    let all = jni.new_object_array(found.len(), array_class).ok()?;
    for (i, fields) in found.into_iter().enumerate() {
        jni.set_object_array_element(all, i, fields).ok()?;
    }
    Some(all)
}

#[unsafe(export_name = "Java_java_lang_redflag_00024Native_container")]
extern "system" fn container(jni: Jni, _class: Class, class: Class) -> Object {
    let said = guarded(|| container_of(jni, Session::get()?, class));
    said.flatten().unwrap_or(Object::NULL)
}

/// What the models say of the class, or of the nearest library class above it: what the program's
/// own classes override is theirs.
fn container_of(jni: Jni, session: &Session, class: Class) -> Option<Object> {
    let jvmti = session.jvmti;
    let mut overridden = Vec::new();
    let mut next = class;
    let name = loop {
        let signature = jvmti.class_signature(next).ok()?;
        let name = signature.strip_prefix('L')?.strip_suffix(';')?.to_owned();
        if session.is_jdk_class(&name) {
            break name;
        }
        overridden.extend(jvmti.class_methods(next).ok()?);
        next = jni.superclass(next)?;
    };
    let said = session.containers.said(&name, &overridden)?;
    let string = jni.find_class("java/lang/String").ok()?;
    let strings = jni.new_object_array(said.len(), string).ok()?;
    for (i, text) in said.iter().enumerate() {
        if let Some(text) = text {
            let text = jni.new_string(text).ok()?;
            jni.set_object_array_element(strings, i, text).ok()?;
        }
    }
    Some(strings)
}

#[unsafe(export_name = "Java_java_lang_redflag_00024Native_siteOf")]
extern "system" fn site_of(
    jni: Jni,
    _class: Class,
    site: i32,
    class: Class,
    name: Object,
    field_type: Class,
    is_static: bool,
) -> i32 {
    let named = guarded(|| {
        let session = Session::get()?;
        let signature = session.jvmti.class_signature(class).ok()?;
        let class = signature.strip_prefix('L')?.strip_suffix(';')?;
        let target = Target::Field {
            class: class.into(),
            name: jni.string(name)?.into(),
            descriptor: session.jvmti.class_signature(field_type).ok()?.into(),
            is_static,
        };
        let site = session.sites.get(site as u32)?;
        let number = session.sites.for_class().number(Site { target, ..site })?;
        i32::try_from(number).ok()
    });
    named.flatten().unwrap_or(0)
}

/// The class that the instruction names: for an instance field a class of the object, or one above.
fn named_class(
    jni: Jni,
    session: &Session,
    owner: Object,
    name: &str,
    is_static: bool,
) -> Option<Class> {
    if is_static {
        return Some(owner);
    }
    let wanted = format!("L{name};");
    let mut class = Some(jni.object_class(owner));
    while let Some(c) = class {
        if session.jvmti.class_signature(c).ok()? == wanted {
            return Some(c);
        }
        class = jni.superclass(c);
    }
    None
}

#[unsafe(export_name = "Java_java_lang_redflag_00024Native_race")]
extern "system" fn race(
    jni: Jni,
    _class: Class,
    site: i32,
    earlier_site: i32,
    whole: Object,
    index: i64,
    thread: Object,
    earlier_thread: Object,
    locks: Object,
    earlier_locks: Object,
    stack: Object,
    earlier_stack: Object,
    created: Object,
    earlier_created: Object,
) {
    guarded(|| {
        let session = Session::get()?;
        let (site, earlier_site) = (site as u32, earlier_site as u32);
        let later = session.sites.get(site)?;
        let earlier = session.sites.get(earlier_site)?;
        let told = Told {
            whole: jni.string(whole),
            index,
            thread: jni.string(thread),
            earlier_thread: jni.string(earlier_thread),
            locks: strings(jni, locks),
            earlier_locks: strings(jni, earlier_locks),
            stack: strings(jni, stack),
            earlier_stack: strings(jni, earlier_stack),
            created: strings(jni, created),
            earlier_created: strings(jni, earlier_created),
        };
        let finding = told.finding(&later, &earlier);
        let id = race_id(site, earlier_site);
        let config = &session.config;
        let suppressed = config.suppressions.iter().any(|s| s.covers(&finding));
        session.reported.lock().ok()?.entry(id).or_insert(1);
        session.log.write(&Event::Race { id, finding });
        if config.halt_on_race && !suppressed {
            session.tell_stats(jni);
            // SAFETY: ends the process at once, which is what the user asked for.
            unsafe { libc::_exit(config.exit_code) };
        }
        Some(())
    });
}

fn strings(jni: Jni, array: Object) -> Option<Vec<String>> {
    if array.is_null() {
        return None;
    }
    (0..jni.array_length(array))
        .map(|i| jni.string(jni.object_array_element(array, i).ok()?))
        .collect()
}
