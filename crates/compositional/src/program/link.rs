//! From class files to a program: declarations first, then who extends whom, then what references mean.

use std::num::NonZeroUsize;
use std::sync::Arc;

use classfile::{ClassFile, Constant, MemberRef, Reader};
use rustc_hash::FxHashMap;

use super::names::{Name, PoolNames};
use super::{Class, ClassId, Field, FieldId, Method, MethodId, Program, Reference};
use crate::Input;
use crate::annotations::Said;
use crate::library::{Known, Sorts};
use crate::parallel;

impl<'a> Program<'a> {
    pub(super) fn declare(&mut self, input: Input<'a>, aliases: &[(String, String)]) {
        let Input { file, digest } = input;
        let Some((name, text)) = file.name().map(|it| self.names.add(it)) else {
            return;
        };
        if self.by_name.contains_key(&name) {
            return;
        }
        let id = ClassId(self.classes.len() as u32);
        self.by_name.insert(name, id);
        let first_field = self.fields.len();
        self.declare_fields(&file, (name, &text), aliases);
        let first = self.methods.len() as u32;
        self.declare_methods(&file, id, aliases);
        self.classes.push(Class {
            name: text,
            key: name,
            superclass: None,
            interfaces: Vec::new(),
            fields: first_field..self.fields.len(),
            methods: first..self.methods.len() as u32,
            digest,
            said: Said::of(&file, &file.attributes, aliases),
            above: Vec::new(),
            public_below: Vec::new(),
            sorts: Sorts::default(),
            references: Vec::new(),
            known: FxHashMap::default(),
            closures: closures(&file),
            around: None,
            instance: None,
            file,
        });
    }

    fn declare_fields(
        &mut self,
        file: &ClassFile<'a>,
        (class, class_text): (Name, &Arc<str>),
        aliases: &[(String, String)],
    ) {
        for field in &file.fields {
            let names = (file.pool.utf8(field.name), file.pool.utf8(field.descriptor));
            let (Some(name), Some(descriptor)) = names else {
                continue;
            };
            let (name, text) = self.names.add(name);
            let id = FieldId::new(self.fields.len());
            self.by_field.insert((class, name), id);
            let said = Said::of(file, &field.attributes, aliases);
            self.has_guards |= !said.guards.is_empty();
            self.fields.push(Field {
                class: Arc::clone(class_text),
                name: text,
                descriptor: self.names.add(descriptor).1,
                access: field.access,
                said,
            });
        }
    }

    fn declare_methods(
        &mut self,
        file: &ClassFile<'a>,
        class: ClassId,
        aliases: &[(String, String)],
    ) {
        for (number, method) in file.methods.iter().enumerate() {
            let pool = &file.pool;
            let names = (pool.utf8(method.name), pool.utf8(method.descriptor));
            let (Some(name), Some(descriptor)) = names else {
                continue;
            };
            let (name, name_text) = self.names.add(name);
            let (descriptor, descriptor_text) = self.names.add(descriptor);
            let id = MethodId::new(self.methods.len());
            self.by_method.insert((class, name, descriptor), id);
            let said = Said::of(file, &method.attributes, aliases);
            if said.is_any() {
                self.marked.insert((name, descriptor));
            }
            self.methods.push(Method {
                class,
                number,
                name: name_text,
                descriptor: descriptor_text,
                key: (name, descriptor),
                access: method.access,
                said,
            });
        }
    }

    pub(super) fn link_hierarchy(&mut self) {
        for at in 0..self.classes.len() {
            let file = &self.classes[at].file;
            let superclass = file.super_name().and_then(|it| self.class_named(it));
            let interfaces = file.interfaces.iter();
            let interfaces: Vec<ClassId> = interfaces
                .filter_map(|&i| self.class_named(file.pool.class_name(i)?))
                .collect();
            self.classes[at].around = self.object_around(at);
            self.classes[at].superclass = superclass;
            self.classes[at].interfaces = interfaces;
        }
        for id in self.class_ids() {
            let above = self.all_above(id);
            let names = above.iter().map(|it| &*self[*it].name);
            let names = names.chain([self.library_class(&self[id].name)]);
            let sorts = names.map(|it| self.library.class(it));
            let sorts = sorts.fold(Sorts::default(), Sorts::and);
            let class = &mut self.classes[id.index()];
            class.above = above;
            class.sorts = sorts;
        }
        let public = self.class_ids().filter(|&it| self[it].is_public());
        for id in public.collect::<Vec<ClassId>>() {
            for above in self[id].above.clone() {
                self.classes[above.index()].public_below.push(id);
            }
        }
    }

    /// What the compiler has inner classes keep in a field.
    fn object_around(&self, class: usize) -> Option<(FieldId, ClassId)> {
        let Class { file, key, .. } = &self.classes[class];
        file.fields.iter().find_map(|field| {
            let field_name = file
                .pool
                .utf8(field.name)
                .filter(|it| it.starts_with("this$"))?;
            let id = *self.by_field.get(&(*key, self.names.get(field_name)?))?;
            let descriptor = self[id].descriptor.strip_prefix('L')?;
            let class = self.class_named(descriptor.strip_suffix(';')?)?;
            Some((id, class))
        })
    }

    /// A class, its superclasses, then the interfaces of all.
    fn all_above(&self, class: ClassId) -> Vec<ClassId> {
        let mut all = vec![class];
        while let Some(above) = self[all[all.len() - 1]].superclass
            && !all.contains(&above)
        {
            all.push(above);
        }
        let mut at = 0;
        while at < all.len() {
            for &interface in &self[all[at]].interfaces {
                if !all.contains(&interface) {
                    all.push(interface);
                }
            }
            at += 1;
        }
        all
    }

    pub(super) fn link_references(&mut self, threads: NonZeroUsize) {
        let foreign = parallel::map(threads, &self.classes, |class| self.foreign_fields(class));
        let mut foreign: Vec<_> = foreign.into_iter().flatten().collect();
        foreign.sort_unstable();
        foreign.dedup_by(|a, b| (&a.0, &a.1) == (&b.0, &b.1));
        for (class, name, descriptor) in foreign {
            self.add_foreign_field(&class, &name, &descriptor);
        }
        let meanings = parallel::map(threads, &self.classes, |class| {
            (self.references(class), self.all_known(class))
        });
        for (class, (references, known)) in self.classes.iter_mut().zip(meanings) {
            class.references = references;
            class.known = known;
        }
    }

    /// Fields that a class names though nobody declares them: their classes, names and descriptors.
    fn foreign_fields(&self, class: &Class<'_>) -> Vec<(String, String, String)> {
        let pool = &class.file.pool;
        let members = (0..pool.len() as u16).filter_map(|index| match pool.get(index)? {
            Constant::Field(..) => pool.member_ref(index),
            _ => None,
        });
        members
            .filter(|member| self.resolve_field(*member).is_none())
            .map(|it| {
                let MemberRef {
                    class,
                    name,
                    descriptor,
                } = it;
                let class = self.declarer_outside(class);
                (class.to_owned(), name.to_owned(), descriptor.to_owned())
            })
            .collect()
    }

    fn add_foreign_field(&mut self, class: &str, name: &str, descriptor: &str) {
        let (class_name, class) = self.names.add(class);
        let (field_name, name) = self.names.add(name);
        let id = FieldId::new(self.fields.len());
        self.by_field.insert((class_name, field_name), id);
        self.fields.push(Field {
            class,
            name,
            descriptor: self.names.add(descriptor).1,
            access: 0,
            said: Said::default(),
        });
    }

    fn references(&self, class: &Class<'_>) -> Vec<Option<Reference>> {
        let pool = &class.file.pool;
        let mut names = PoolNames::of(pool, &self.names);
        let indices = 0..pool.len() as u16;
        let references = indices.map(|index| match *pool.get(index)? {
            Constant::Field(class, member) => {
                let (class, name, _) = names.member(class, member)?;
                self.find_field(class, name).map(Reference::Field)
            }
            Constant::Method(class, member) | Constant::InterfaceMethod(class, member) => {
                let (class, name, descriptor) = names.member(class, member)?;
                let class = *self.by_name.get(&class)?;
                let target = self.find_method(class, (name, descriptor?))?;
                Some(Reference::Method(target))
            }
            _ => None,
        });
        references.collect()
    }

    /// What rules say of the methods that a class names.
    fn all_known(&self, class: &Class<'_>) -> FxHashMap<u16, Known<'a>> {
        let pool = &class.file.pool;
        let indices = 0..pool.len() as u16;
        let known = indices.filter_map(|index| match pool.get(index)? {
            Constant::Method(..) | Constant::InterfaceMethod(..) => {
                let known = self.known_of(pool.member_ref(index)?);
                (known != Known::default()).then_some((index, known))
            }
            _ => None,
        });
        known.collect()
    }

    /// What is said of a method of a class that is looked at, or of one above it, counts instead of its code. Of a class that is not,
    /// only the effect of a call is inherited.
    fn known_of(&self, member: MemberRef<'_>) -> Known<'a> {
        let MemberRef {
            name, descriptor, ..
        } = member;
        let said = |class: &str| self.library.method(class, name, descriptor);
        let Some(class) = self.class_named(member.class) else {
            return said(member.class);
        };
        let above = self[class].above.iter().map(|it| said(&self[*it].name));
        let known = above.fold(Known::default(), Known::or);
        if known.is_of_effects() || known.result.is_some() {
            return Known {
                is_of_program: true,
                ..known
            };
        }
        let of_library = said(self.library_class(member.class));
        Known {
            effect: of_library.effect,
            reads: of_library.reads,
            writes: of_library.writes,
            result: of_library.result,
            waits: known.waits || of_library.waits,
            ..known
        }
    }

    fn resolve_field(&self, member: MemberRef<'_>) -> Option<FieldId> {
        self.find_field(self.names.get(member.class)?, self.names.get(member.name)?)
    }

    /// The field of this name that a class has; if none is declared, that of the class outside from which it has it.
    fn find_field(&self, class: Name, name: Name) -> Option<FieldId> {
        let named = self.by_name.get(&class).copied();
        let mut at = named;
        let mut steps = 0;
        while let Some(id) = at.filter(|_| steps <= self.classes.len()) {
            if let Some(&known) = self.by_field.get(&(self[id].key, name)) {
                return Some(known);
            }
            at = self[id].superclass;
            steps += 1;
        }
        let declarer = match named {
            Some(id) => self.names.get(self.declarer_outside(&self[id].name))?,
            None => class,
        };
        self.by_field.get(&(declarer, name)).copied()
    }

    /// The class to which a field belongs that a class has and that nobody declares. Code may name it through any of those below.
    fn declarer_outside<'n>(&'n self, named: &'n str) -> &'n str {
        match self.library_class(named) {
            // It has no fields: this one is an interface's, or nobody's.
            "java/lang/Object" => named,
            outside => outside,
        }
    }

    /// The method of this name that a class declares or inherits. What runs may be one that overrides it.
    pub(super) fn find_method(
        &self,
        class: ClassId,
        (name, descriptor): (Name, Name),
    ) -> Option<MethodId> {
        let mut above = self[class].above.iter();
        above.find_map(|&it| self.by_method.get(&(it, name, descriptor)).copied())
    }

    /// Whether a call starts threads by what the library says of a class above the one that it names.
    pub fn starts_threads(&self, named: MemberRef<'_>) -> bool {
        let MemberRef {
            class,
            name,
            descriptor,
        } = named;
        let class = self.library_class(class);
        self.library.method(class, name, descriptor).starts_threads
    }

    /// The class of the library that objects of a class are: one that is not looked at itself.
    fn library_class<'n>(&'n self, named: &'n str) -> &'n str {
        let mut outermost = named;
        let mut steps = 0;
        while let Some(class) = self.class_named(outermost)
            && let Some(above) = self[class].file.super_name()
            && steps <= self.classes.len()
        {
            outermost = above;
            steps += 1;
        }
        outermost
    }
}

/// The call sites that the JDK makes lambdas of, and the methods that these run (JVMS 4.7.23).
fn closures(file: &ClassFile<'_>) -> FxHashMap<u16, u16> {
    read_closures(file).unwrap_or_default()
}

fn read_closures(file: &ClassFile<'_>) -> Option<FxHashMap<u16, u16>> {
    let mut r = Reader::new(file.find(&file.attributes, "BootstrapMethods")?);
    let mut runs = Vec::new();
    for _ in 0..r.u16().ok()? {
        let maker = handle(file, r.u16().ok()?).and_then(|it| file.pool.member_ref(it));
        let is_lambda = maker.is_some_and(|it| it.class == "java/lang/invoke/LambdaMetafactory");
        let mut arguments = Vec::new();
        for _ in 0..r.u16().ok()? {
            arguments.push(r.u16().ok()?);
        }
        let method = arguments.get(1).filter(|_| is_lambda);
        runs.push(method.and_then(|&it| handle(file, it)));
    }
    let sites = file.pool.entries().iter().enumerate();
    let sites = sites.filter_map(|(index, constant)| match constant {
        Constant::InvokeDynamic(bootstrap, _) => {
            Some((index as u16, (*runs.get(usize::from(*bootstrap))?)?))
        }
        _ => None,
    });
    Some(sites.collect())
}

/// The member that a method handle refers to.
fn handle(file: &ClassFile<'_>, index: u16) -> Option<u16> {
    match file.pool.get(index)? {
        Constant::MethodHandle(_, member) => Some(*member),
        _ => None,
    }
}
