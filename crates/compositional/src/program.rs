//! The classes that are looked at: who extends whom, and what a reference in their code means.

use std::ops::Range;

use classfile::{ClassFile, Constant, MemberRef, MethodDescriptor, Reader, access};
use rustc_hash::FxHashMap;

use crate::annotations::{Mark, Said};

/// Nobody nests classes deeper, but a class file may say so.
const MAX_NESTING: usize = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldId(u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodId(u32);

impl MethodId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

pub struct Class<'a> {
    pub file: ClassFile<'a>,
    pub name: String,
    pub superclass: Option<ClassId>,
    pub interfaces: Vec<ClassId>,
    pub methods: Range<u32>,
    pub said: Said,
    /// By the constants that name them.
    fields: FxHashMap<u16, FieldId>,
    calls: FxHashMap<u16, MethodId>,
    /// The methods that lambdas and method references stand for, by the call sites that make them: constants of methods.
    closures: FxHashMap<u16, u16>,
    /// The object around an instance: the field that holds it, and its class.
    pub around: Option<(FieldId, ClassId)>,
}

/// A field, or one that code names though its class is not there.
pub struct Field {
    pub class: String,
    pub name: String,
    pub descriptor: String,
    pub access: u16,
    pub said: Said,
}

impl Field {
    pub fn is(&self, flag: u16) -> bool {
        self.access & flag != 0
    }
}

pub struct Method {
    pub class: ClassId,
    /// Its number in the class file.
    pub number: usize,
    pub name: String,
    pub descriptor: String,
    pub access: u16,
    pub said: Said,
    /// For each local the parameter that arrives in it.
    pub formals: FxHashMap<u16, u8>,
}

impl Method {
    pub fn is(&self, flag: u16) -> bool {
        self.access & flag != 0
    }

    pub fn is_constructor(&self) -> bool {
        self.name == "<init>"
    }

    /// Made by a compiler, for another class to get at what is private.
    pub fn is_accessor(&self) -> bool {
        self.name.starts_with("access$")
    }
}

#[derive(Default)]
pub struct Program<'a> {
    classes: Vec<Class<'a>>,
    by_name: FxHashMap<String, ClassId>,
    fields: Vec<Field>,
    by_field: FxHashMap<(String, String), FieldId>,
    methods: Vec<Method>,
    by_method: FxHashMap<(ClassId, String, String), MethodId>,
}

impl<'a> Program<'a> {
    /// Of several classes with one name the first counts, as on a class path.
    pub fn of(files: Vec<ClassFile<'a>>, aliases: &[(String, String)]) -> Program<'a> {
        let mut program = Program::default();
        for file in files {
            program.declare(file, aliases);
        }
        program.link_hierarchy();
        program.link_references();
        program
    }

    fn declare(&mut self, file: ClassFile<'a>, aliases: &[(String, String)]) {
        let Some(name) = file.name().map(str::to_owned) else {
            return;
        };
        if self.by_name.contains_key(&name) {
            return;
        }
        let id = ClassId(self.classes.len() as u32);
        self.by_name.insert(name.clone(), id);
        for field in &file.fields {
            if let (Some(f), Some(d)) =
                (file.pool.utf8(field.name), file.pool.utf8(field.descriptor))
            {
                let said = Said::of(&file, &field.attributes, aliases);
                self.by_field.insert(
                    (name.clone(), f.to_owned()),
                    FieldId(self.fields.len() as u32),
                );
                self.fields.push(Field {
                    class: name.clone(),
                    name: f.to_owned(),
                    descriptor: d.to_owned(),
                    access: field.access,
                    said,
                });
            }
        }
        let first = self.methods.len() as u32;
        for (number, method) in file.methods.iter().enumerate() {
            let names = (
                file.pool.utf8(method.name),
                file.pool.utf8(method.descriptor),
            );
            if let (Some(m), Some(d)) = names {
                let key = (id, m.to_owned(), d.to_owned());
                self.by_method
                    .insert(key, MethodId(self.methods.len() as u32));
                self.methods.push(Method {
                    class: id,
                    number,
                    name: m.to_owned(),
                    descriptor: d.to_owned(),
                    access: method.access,
                    said: Said::of(&file, &method.attributes, aliases),
                    formals: formals(d, method.is(access::STATIC)),
                });
            }
        }
        self.classes.push(Class {
            name,
            superclass: None,
            interfaces: Vec::new(),
            methods: first..self.methods.len() as u32,
            said: Said::of(&file, &file.attributes, aliases),
            fields: FxHashMap::default(),
            calls: FxHashMap::default(),
            closures: closures(&file),
            around: None,
            file,
        });
    }

    fn link_hierarchy(&mut self) {
        for at in 0..self.classes.len() {
            let file = &self.classes[at].file;
            let known = |name: Option<&str>| name.and_then(|it| self.by_name.get(it)).copied();
            let superclass = known(file.super_name());
            let interfaces = file.interfaces.iter();
            let interfaces: Vec<ClassId> = interfaces
                .filter_map(|&i| known(file.pool.class_name(i)))
                .collect();
            self.classes[at].around = self.object_around(at);
            self.classes[at].superclass = superclass;
            self.classes[at].interfaces = interfaces;
        }
    }

    /// What the compiler has inner classes keep in a field.
    fn object_around(&self, class: usize) -> Option<(FieldId, ClassId)> {
        let Class { file, name, .. } = &self.classes[class];
        file.fields.iter().find_map(|field| {
            let field_name = file
                .pool
                .utf8(field.name)
                .filter(|it| it.starts_with("this$"))?;
            let id = *self.by_field.get(&(name.clone(), field_name.to_owned()))?;
            let descriptor = self.fields[id.0 as usize].descriptor.strip_prefix('L')?;
            let class = self.by_name.get(descriptor.strip_suffix(';')?)?;
            Some((id, *class))
        })
    }

    fn link_references(&mut self) {
        for at in 0..self.classes.len() {
            let (mut fields, mut calls) = (FxHashMap::default(), FxHashMap::default());
            for index in 0..self.classes[at].file.pool.entries().len() as u16 {
                let pool = &self.classes[at].file.pool;
                match pool.get(index) {
                    Some(Constant::Field(..)) => {
                        if let Some(member) = pool.member_ref(index) {
                            let (class, name) = (member.class.to_owned(), member.name.to_owned());
                            let descriptor = member.descriptor.to_owned();
                            fields.insert(index, self.field_named(class, name, descriptor));
                        }
                    }
                    Some(Constant::Method(..) | Constant::InterfaceMethod(..)) => {
                        let target = pool.member_ref(index).and_then(|m| self.resolve(m));
                        calls.extend(target.map(|it| (index, it)));
                    }
                    _ => {}
                }
            }
            self.classes[at].fields = fields;
            self.classes[at].calls = calls;
        }
    }

    fn field_named(&mut self, class: String, name: String, descriptor: String) -> FieldId {
        let mut at = self.by_name.get(&class).copied();
        let mut steps = 0;
        while let Some(id) = at.filter(|_| steps <= self.classes.len()) {
            let declarer = &self.classes[id.0 as usize];
            if let Some(&known) = self.by_field.get(&(declarer.name.clone(), name.clone())) {
                return known;
            }
            at = declarer.superclass;
            steps += 1;
        }
        let key = (class.clone(), name.clone());
        *self.by_field.entry(key).or_insert_with(|| {
            self.fields.push(Field {
                class,
                name,
                descriptor,
                access: 0,
                said: Said::default(),
            });
            FieldId(self.fields.len() as u32 - 1)
        })
    }

    /// The method that a name in code stands for. What runs may be one that overrides it.
    fn resolve(&self, callee: MemberRef<'_>) -> Option<MethodId> {
        let &class = self.by_name.get(callee.class)?;
        self.find(class, callee.name, callee.descriptor)
    }

    /// The method of this name that a class declares or inherits.
    fn find(&self, class: ClassId, name: &str, descriptor: &str) -> Option<MethodId> {
        let key = |it: ClassId| (it, name.to_owned(), descriptor.to_owned());
        self.all_above(class)
            .into_iter()
            .find_map(|it| self.by_method.get(&key(it)).copied())
    }

    /// A class, its superclasses, then the interfaces of all.
    pub fn all_above(&self, class: ClassId) -> Vec<ClassId> {
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

    /// Whether an annotation of a class, of one above it or of the object around it says so.
    pub fn class_says(&self, class: ClassId, mark: Mark) -> bool {
        self.marked(class, mark).is_some()
    }

    /// The class whose annotation holds for this one.
    pub fn marked(&self, class: ClassId, mark: Mark) -> Option<ClassId> {
        let mut next = Some(class);
        let mut steps = 0;
        while let Some(at) = next.filter(|_| steps < MAX_NESTING) {
            let above = self.all_above(at);
            if let Some(found) = above.into_iter().find(|&it| self[it].said.is(mark)) {
                return Some(found);
            }
            next = self[at].around.map(|(_, around)| around);
            steps += 1;
        }
        None
    }

    /// Whether a class is a thread, or the task of one that has several but runs one after the other.
    pub fn is_thread(&self, class: ClassId) -> bool {
        let is_below = |it: ClassId| {
            matches!(
                self[it].file.super_name(),
                Some("java/lang/Thread" | "java/util/TimerTask")
            )
        };
        self.all_above(class).into_iter().any(is_below)
    }

    /// Whether a thread begins with this method. It is its own company.
    pub fn is_run_of_thread(&self, id: MethodId) -> bool {
        let method = &self[id];
        method.name == "run" && method.descriptor == "()V" && self.is_thread(method.class)
    }

    /// Whether an annotation of a method, or of one that it overrides, says so.
    pub fn method_says(&self, id: MethodId, mark: Mark) -> bool {
        let method = &self[id];
        let key = |it: ClassId| (it, method.name.clone(), method.descriptor.clone());
        let above = self.all_above(method.class);
        let mut overridden = above
            .into_iter()
            .filter_map(|it| self.by_method.get(&key(it)));
        overridden.any(|&it| self[it].said.is(mark))
    }

    /// Whether there is one object of a class, which a static field of it has: nobody else can make any.
    pub fn is_singleton(&self, class: ClassId) -> bool {
        let Class { file, name, .. } = &self[class];
        let descriptor = format!("L{name};");
        let holds_itself = file.fields.iter().any(|it| {
            it.is(access::STATIC)
                && it.is(access::FINAL)
                && file.pool.utf8(it.descriptor) == Some(&descriptor)
        });
        let mut constructors = self
            .methods_of(class)
            .filter(|&it| self[it].is_constructor());
        holds_itself && constructors.all(|it| self[it].is(access::PRIVATE))
    }

    /// Whether a class has a method of this name.
    pub fn has_method(&self, class: ClassId, name: &str) -> bool {
        self.methods_of(class).any(|it| self[it].name == name)
    }

    /// The method that a call site makes a lambda or a method reference of, by its constant.
    pub fn closure(&self, class: ClassId, site: u16) -> Option<u16> {
        self[class].closures.get(&site).copied()
    }

    /// The fields of these classes that an annotation of theirs or of their class exempts.
    pub fn exempt_fields<'s>(&'s self, classes: &'s [ClassId]) -> impl Iterator<Item = &'s Field> {
        self.fields.iter().filter(|field| {
            let class = self.by_name.get(&field.class);
            class.is_some_and(|it| {
                let is_exempt =
                    field.said.is(Mark::Suppressed) || self[*it].said.is(Mark::Suppressed);
                is_exempt && classes.binary_search(it).is_ok()
            })
        })
    }

    /// The methods of these classes that an annotation exempts.
    pub fn exempt_methods<'s>(&'s self, classes: &'s [ClassId]) -> impl Iterator<Item = MethodId> {
        let methods = classes.iter().flat_map(|&it| self.methods_of(it));
        methods.filter(|&it| self[it].said.is(Mark::Suppressed))
    }

    pub fn class_ids(&self) -> impl Iterator<Item = ClassId> + use<> {
        (0..self.classes.len() as u32).map(ClassId)
    }

    pub fn method_ids(&self) -> impl Iterator<Item = MethodId> + use<> {
        (0..self.methods.len() as u32).map(MethodId)
    }

    pub fn methods_of(&self, class: ClassId) -> impl Iterator<Item = MethodId> + use<> {
        self[class].methods.clone().map(MethodId)
    }

    /// The field of this name that a class or one above it declares.
    pub fn declared_field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let classes = self.all_above(class).into_iter();
        let mut keys = classes.map(|it| (self[it].name.clone(), name.to_owned()));
        keys.find_map(|key| self.by_field.get(&key).copied())
    }

    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.by_name.get(name).copied()
    }

    pub fn field(&self, class: ClassId, constant: u16) -> Option<FieldId> {
        self[class].fields.get(&constant).copied()
    }

    pub fn callee(&self, class: ClassId, constant: u16) -> Option<MethodId> {
        self[class].calls.get(&constant).copied()
    }
}

impl<'a> std::ops::Index<ClassId> for Program<'a> {
    type Output = Class<'a>;

    fn index(&self, id: ClassId) -> &Class<'a> {
        &self.classes[id.0 as usize]
    }
}

impl std::ops::Index<FieldId> for Program<'_> {
    type Output = Field;

    fn index(&self, id: FieldId) -> &Field {
        &self.fields[id.0 as usize]
    }
}

impl std::ops::Index<MethodId> for Program<'_> {
    type Output = Method;

    fn index(&self, id: MethodId) -> &Method {
        &self.methods[id.index()]
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

fn formals(descriptor: &str, is_static: bool) -> FxHashMap<u16, u8> {
    let mut formals = FxHashMap::default();
    let mut local = 0;
    let parsed = MethodDescriptor::parse(descriptor);
    let parameters = parsed.iter().flat_map(|it| &it.parameters);
    let this = (!is_static).then_some(1);
    let sizes = this
        .into_iter()
        .chain(parameters.map(|it| classfile::slot_size(it)));
    for (formal, size) in sizes.enumerate() {
        formals.insert(local, formal as u8);
        local += size;
    }
    formals
}
