//! The classes that are looked at: who extends whom, and what a reference in their code means.

mod instances;
mod link;
mod names;

use std::collections::BTreeSet;
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::Range;
use std::sync::Arc;

use cache::{Digest, Digester};
use classfile::{ClassFile, MethodDescriptor, access};
use rustc_hash::{FxHashMap, FxHashSet};
use world::models::known::Is;

use crate::Input;
use crate::annotations::{Mark, Said};
use crate::library::{Known, Library, Sorts};
use names::{Name, Names};

/// Nobody nests classes deeper, but a class file may say so.
const MAX_NESTING: usize = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(u32);

/// Declared fields come first, in the order of their classes, then those of other classes, in the order of their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldId(NonZeroU32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodId(u32);

impl ClassId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl FieldId {
    pub fn new(index: usize) -> FieldId {
        FieldId(NonZeroU32::MIN.saturating_add(index as u32))
    }

    /// Never 0.
    pub fn number(self) -> u32 {
        self.0.get()
    }

    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl MethodId {
    pub fn new(index: usize) -> MethodId {
        MethodId(index as u32)
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

pub struct Class<'a> {
    pub file: ClassFile<'a>,
    /// Of its bytes.
    pub digest: Digest,
    pub name: Arc<str>,
    key: Name,
    pub superclass: Option<ClassId>,
    pub interfaces: Vec<ClassId>,
    pub fields: Range<usize>,
    pub methods: Range<u32>,
    pub said: Said,
    /// Itself, its superclasses, then the interfaces of all.
    pub above: Vec<ClassId>,
    /// Those of itself and of the classes below it that any code may name.
    public_below: Vec<ClassId>,
    /// What it is, for itself or by what it inherits.
    sorts: Sorts,
    /// What the constants of fields and methods mean.
    references: Vec<Option<Reference>>,
    /// What rules say of the methods that constants name.
    known: FxHashMap<u16, Known<'a>>,
    /// The methods that lambdas and method references stand for, by the call sites that make them: constants of methods.
    closures: FxHashMap<u16, u16>,
    /// The object around an instance: the field that holds it, and its class.
    pub around: Option<(FieldId, ClassId)>,
    /// The static field that has the only object that there will ever be.
    pub instance: Option<FieldId>,
}

impl Class<'_> {
    fn is_public(&self) -> bool {
        self.file.access & access::PUBLIC != 0
    }
}

#[derive(Debug, Clone, Copy)]
enum Reference {
    Field(FieldId),
    Method(MethodId),
}

/// A field, or one that code names though its class is not there.
pub struct Field {
    pub class: Arc<str>,
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
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
    pub name: Arc<str>,
    pub descriptor: Arc<str>,
    key: (Name, Name),
    pub access: u16,
    pub said: Said,
}

impl Method {
    pub fn is(&self, flag: u16) -> bool {
        self.access & flag != 0
    }

    pub fn is_constructor(&self) -> bool {
        &*self.name == "<init>"
    }

    /// Made by a compiler, for another class to get at what is private.
    pub fn is_accessor(&self) -> bool {
        self.name.starts_with("access$")
    }

    /// For each parameter the local that it arrives in.
    pub fn locals(&self) -> Vec<u16> {
        let parsed = MethodDescriptor::parse(&self.descriptor);
        let parameters = parsed.iter().flat_map(|it| &it.parameters);
        let this = (!self.is(access::STATIC)).then_some(1);
        let sizes = parameters.map(|it| classfile::slot_size(it));
        let sizes = this.into_iter().chain(sizes);
        let starts = sizes.scan(0, |next, size| {
            *next += size;
            Some(*next - size)
        });
        starts.collect()
    }
}

pub struct Program<'a> {
    pub library: Library<'a>,
    names: Names,
    classes: Vec<Class<'a>>,
    by_name: FxHashMap<Name, ClassId>,
    fields: Vec<Field>,
    by_field: FxHashMap<(Name, Name), FieldId>,
    methods: Vec<Method>,
    by_method: FxHashMap<(ClassId, Name, Name), MethodId>,
    /// The methods of which annotations say something, in whichever class.
    marked: FxHashSet<(Name, Name)>,
    has_guards: bool,
}

impl<'a> Program<'a> {
    /// Of several classes with one name the first counts, as on a class path.
    pub fn of(
        inputs: Vec<Input<'a>>,
        library: Library<'a>,
        aliases: &[(String, String)],
        threads: NonZeroUsize,
    ) -> Program<'a> {
        let mut program = Program {
            library,
            names: Names::default(),
            classes: Vec::new(),
            by_name: FxHashMap::default(),
            fields: Vec::new(),
            by_field: FxHashMap::default(),
            methods: Vec::new(),
            by_method: FxHashMap::default(),
            marked: FxHashSet::default(),
            has_guards: false,
        };
        for input in inputs {
            program.declare(input, aliases);
        }
        program.link_hierarchy();
        program.find_instances(threads);
        program.link_references(threads);
        program
    }

    /// Whether an annotation of a class, of one above it or of the object around it says so.
    pub fn class_says(&self, class: ClassId, mark: Mark) -> bool {
        self.marked(class, mark).is_some()
    }

    /// The class whose annotation holds for this one.
    pub fn marked(&self, class: ClassId, mark: Mark) -> Option<ClassId> {
        let mut above = self.nest(class).flat_map(|it| &self[it].above);
        above.find(|it| self[**it].said.is(mark)).copied()
    }

    /// A class, that of the object around its instances, and so on.
    pub fn nest(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        let around = |it: &ClassId| self[*it].around.map(|(_, class)| class);
        std::iter::successors(Some(class), around).take(MAX_NESTING)
    }

    /// Whether a class is a thread, or the task of one that has several but runs one after the other.
    pub fn is_thread(&self, class: ClassId) -> bool {
        self[class].sorts.is(Is::Thread)
    }

    /// Whether a thread begins with this method. It is its own company.
    pub fn is_run_of_thread(&self, id: MethodId) -> bool {
        let method = &self[id];
        (&*method.name, &*method.descriptor) == ("run", "()V") && self.is_thread(method.class)
    }

    /// Methods that others could call, but only classes below theirs do, or they themselves: what they do is done for callers that
    /// are known.
    pub fn internal_methods(&self) -> BTreeSet<MethodId> {
        let (mut inside, mut outside) = (BTreeSet::new(), FxHashSet::default());
        for class in &self.classes {
            for reference in class.references.iter().flatten() {
                let Reference::Method(callee) = *reference else {
                    continue;
                };
                match class.above.contains(&self[callee].class) {
                    true => inside.insert(callee),
                    false => outside.insert(callee),
                };
            }
        }
        inside.retain(|it| self.is_hidden(*it) && !outside.contains(it));
        inside
    }

    /// Whether code that is not looked at has no way to call a method.
    fn is_hidden(&self, id: MethodId) -> bool {
        let method = &self[id];
        let is_visible = self.is_visible(id) || method.is_constructor();
        let is_of_package = !method.is(access::PUBLIC | access::PROTECTED);
        !is_visible
            && !self.overrides(id)
            && (is_of_package || self.knows_all_above(method.class, &method.name))
    }

    /// Whether nobody outside of what is looked at declares a method of this name that a class may override.
    pub fn knows_all_above(&self, class: ClassId, method: &str) -> bool {
        self.names_above(class)
            .all(|it| self.class_named(it).is_some() || !self.library.may_declare(it, method))
    }

    /// The names of all types that a class is below, as far as they are known.
    fn names_above(&self, class: ClassId) -> impl Iterator<Item = &str> {
        let files = self[class].above.iter().map(|&it| &self[it].file);
        files.flat_map(|file| {
            let interfaces = file.interfaces.iter();
            let interfaces = interfaces.filter_map(|&it| file.pool.class_name(it));
            interfaces.chain(file.super_name())
        })
    }

    /// Whether a method begins or ends the life of its object, by an annotation or by the name that a type above gives it.
    pub fn is_of_life_cycle(&self, id: MethodId) -> bool {
        let method = &self[id];
        let declarers = self.library.life_cycle(&method.name);
        let mut above = self.names_above(method.class);
        self.method_says(id, Mark::LifeCycle)
            || declarers.is_some_and(|it| above.any(|name| it.contains(name)))
    }

    fn overrides(&self, id: MethodId) -> bool {
        self.overridden(id).any(|it| it != id)
    }

    /// A method and those that it overrides.
    pub fn overridden(&self, id: MethodId) -> impl Iterator<Item = MethodId> {
        let Method { class, key, .. } = self[id];
        let above = self[class].above.iter();
        above.filter_map(move |&it| self.by_method.get(&(it, key.0, key.1)).copied())
    }

    /// Whether any code may call a method: by the name of its class, or of one below that inherits it.
    pub fn is_visible(&self, id: MethodId) -> bool {
        let Method { class, key, .. } = self[id];
        let mut public = self[class].public_below.iter();
        self[id].is(access::PUBLIC) && public.any(|&it| it == class || self.inherits(it, key, id))
    }

    /// Whether a call of the method of this name, of an object of a class, runs this one. A method of the same name that a compiler makes only
    /// calls it.
    fn inherits(&self, class: ClassId, (name, descriptor): (Name, Name), id: MethodId) -> bool {
        let above = self[class].above.iter();
        let mut named =
            above.filter_map(|&it| self.by_method.get(&(it, name, descriptor)).copied());
        named.find(|it| !self[*it].is(access::SYNTHETIC)) == Some(id)
    }

    /// Whether code that is not looked at may call a method by the name of an interface or class above.
    pub fn is_called_back(&self, id: MethodId) -> bool {
        let method = &self[id];
        let is_inherited = method.is(access::PUBLIC | access::PROTECTED);
        is_inherited
            && !method.is_constructor()
            && !self.knows_all_above(method.class, &method.name)
    }

    /// Whether the library runs a method for its user at once, on the same thread and under the same locks.
    pub fn is_action(&self, id: MethodId) -> bool {
        let method = &self[id];
        let Some(declarers) = self.library.declarers(&method.name, &method.descriptor) else {
            return false;
        };
        let mut above = self[method.class].above.iter();
        above.any(|&it| {
            let file = &self[it].file;
            let mut interfaces = file.interfaces.iter();
            interfaces.any(|&it| {
                let name = file.pool.class_name(it);
                name.is_some_and(|it| declarers.contains(it))
            })
        })
    }

    /// What the library runs at once, if it is given an object of this class for an action.
    pub fn action(&self, class: ClassId) -> Option<MethodId> {
        let actions = self.library.actions();
        let keys = actions.filter_map(|(name, descriptor)| {
            Some((self.names.get(name)?, self.names.get(descriptor)?))
        });
        let found = keys.filter_map(|key| self.find_method(class, key));
        found.filter(|&it| self.is_action(it)).min()
    }

    /// Whether an annotation of a method, or of one that it overrides, says so.
    pub fn method_says(&self, id: MethodId, mark: Mark) -> bool {
        let Method { class, key, .. } = self[id];
        let mut above = self[class].above.iter();
        self.marked.contains(&key)
            && above.any(|&it| {
                let overridden = self.by_method.get(&(it, key.0, key.1));
                overridden.is_some_and(|&it| self[it].said.is(mark))
            })
    }

    /// The static field with the only object that has a method.
    pub fn instance_with(&self, id: MethodId) -> Option<FieldId> {
        let method = &self[id];
        let instance = self[method.class].instance;
        instance.filter(|_| !method.is(access::STATIC))
    }

    /// The Code attribute of a method.
    pub fn code(&self, id: MethodId) -> Option<&[u8]> {
        let method = &self[id];
        let file = &self[method.class].file;
        file.find(&file.methods[method.number].attributes, "Code")
    }

    /// The method that a call site makes a lambda or a method reference of, by its constant.
    pub fn closure(&self, class: ClassId, site: u16) -> Option<u16> {
        self[class].closures.get(&site).copied()
    }

    /// Those of these classes that an annotation of theirs exempts.
    pub fn exempt_classes<'s>(&'s self, classes: &'s [ClassId]) -> impl Iterator<Item = ClassId> {
        let classes = classes.iter().copied();
        classes.filter(|&it| self[it].said.exempts_class())
    }

    /// The fields of these classes that an annotation of theirs exempts.
    pub fn exempt_fields<'s>(&'s self, classes: &'s [ClassId]) -> impl Iterator<Item = FieldId> {
        let fields = classes.iter().flat_map(|&it| self.fields_of(&self[it]));
        fields.filter(|&it| self[it].said.exempts_field())
    }

    /// The methods of these classes that an annotation of theirs exempts.
    pub fn exempt_methods<'s>(&'s self, classes: &'s [ClassId]) -> impl Iterator<Item = MethodId> {
        let methods = classes.iter().flat_map(|&it| self.methods_of(it));
        methods.filter(|&it| self[it].said.exempts_method())
    }

    pub fn class_ids(&self) -> impl Iterator<Item = ClassId> + use<> {
        (0..self.classes.len() as u32).map(ClassId)
    }

    pub fn method_ids(&self) -> impl Iterator<Item = MethodId> + use<> {
        (0..self.methods.len() as u32).map(MethodId)
    }

    pub fn field_ids(&self) -> impl Iterator<Item = FieldId> + use<> {
        (0..self.fields.len()).map(FieldId::new)
    }

    /// The fields that a class declares.
    pub fn fields_of(&self, class: &Class<'_>) -> impl Iterator<Item = FieldId> + use<> {
        class.fields.clone().map(FieldId::new)
    }

    /// Which classes are known of those that annotations name as guards.
    pub fn guarding_classes(&self) -> Digest {
        let fields = self.fields.iter().flat_map(|it| &it.said.guards);
        let methods = self.methods.iter().flat_map(|it| &it.said.guards);
        let mut digester = Digester::default();
        for name in fields
            .chain(methods)
            .filter_map(|it| it.strip_suffix(".class"))
        {
            let name = name.strip_prefix("this.").unwrap_or(name);
            digester.text(name);
            let known = self.class_named(&name.replace('.', "/"));
            digester.number(u64::from(known.is_some()));
        }
        digester.finish()
    }

    /// Whether annotations of any field name guards.
    pub fn has_guards(&self) -> bool {
        self.has_guards
    }

    pub fn methods_of(&self, class: ClassId) -> impl Iterator<Item = MethodId> + use<> {
        self[class].methods.clone().map(MethodId)
    }

    /// The field of this name that a class or one above it declares.
    pub fn declared_field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let name = self.names.get(name)?;
        let mut classes = self[class].above.iter();
        classes.find_map(|&it| self.by_field.get(&(self[it].key, name)).copied())
    }

    /// The class of a parameter; of an array its descriptor.
    pub fn type_of(&self, method: MethodId, formal: u8) -> Option<&str> {
        let method = &self[method];
        let mut formal = usize::from(formal);
        if !method.is(access::STATIC) {
            if formal == 0 {
                return Some(&self[method.class].name);
            }
            formal -= 1;
        }
        let descriptor = MethodDescriptor::parse(&method.descriptor)?;
        descriptor.parameters.get(formal).map(|it| class_named(it))
    }

    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.by_name.get(&self.names.get(name)?).copied()
    }

    pub fn field(&self, class: ClassId, constant: u16) -> Option<FieldId> {
        match self[class].references.get(usize::from(constant)) {
            Some(Some(Reference::Field(field))) => Some(*field),
            _ => None,
        }
    }

    /// What rules say of the method that a constant names.
    pub fn known(&self, class: ClassId, constant: u16) -> Known<'a> {
        self[class]
            .known
            .get(&constant)
            .copied()
            .unwrap_or_default()
    }

    /// What a class is, for itself or by what it inherits.
    pub fn sorts(&self, name: &str) -> Sorts {
        match self.class_named(name) {
            Some(class) => self[class].sorts,
            None => self.library.class(name),
        }
    }

    pub fn callee(&self, class: ClassId, constant: u16) -> Option<MethodId> {
        match self[class].references.get(usize::from(constant)) {
            Some(Some(Reference::Method(method))) => Some(*method),
            _ => None,
        }
    }
}

impl<'a> std::ops::Index<ClassId> for Program<'a> {
    type Output = Class<'a>;

    fn index(&self, id: ClassId) -> &Class<'a> {
        &self.classes[id.index()]
    }
}

impl std::ops::Index<FieldId> for Program<'_> {
    type Output = Field;

    fn index(&self, id: FieldId) -> &Field {
        &self.fields[id.index()]
    }
}

impl std::ops::Index<MethodId> for Program<'_> {
    type Output = Method;

    fn index(&self, id: MethodId) -> &Method {
        &self.methods[id.index()]
    }
}

/// The class that a descriptor names; of an array the descriptor itself.
pub fn class_named(descriptor: &str) -> &str {
    let class = descriptor
        .strip_prefix('L')
        .and_then(|it| it.strip_suffix(';'));
    class.unwrap_or(descriptor)
}

/// The name of the class that stands in no other: compilers put a `$` behind it, and programs may begin their own names with one.
pub fn outermost(name: &str) -> &str {
    let simple = name.rfind('/').map_or(0, |at| at + 1);
    let inner = name[simple..]
        .char_indices()
        .skip(1)
        .find(|(_, it)| *it == '$');
    inner.map_or(name, |(at, _)| &name[..simple + at])
}
