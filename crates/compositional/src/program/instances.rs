//! Classes that only ever have one object: as Kotlin's objects and companions, and enums with one constant.

use std::num::NonZeroUsize;

use classfile::{Code, Insn, access, op};
use ir::{Dominators, LoopForest};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{ClassId, FieldId, MethodId, Program, class_named, outermost};
use crate::method::{self, Lifted};
use crate::parallel;

/// What stands in one outermost class, and who makes objects of what.
struct Nest<'n> {
    /// By class the first final static field of its type.
    fields: FxHashMap<&'n str, FieldId>,
    /// By class where its objects are made: each `new` of it.
    makers: FxHashMap<&'n str, Vec<MethodId>>,
}

impl Program<'_> {
    pub(super) fn find_instances(&mut self, threads: NonZeroUsize) {
        let mut nests: FxHashMap<&str, Vec<ClassId>> = FxHashMap::default();
        for id in self.class_ids() {
            nests.entry(outermost(&self[id].name)).or_default().push(id);
        }
        let nests: Vec<Vec<ClassId>> = nests.into_values().collect();
        let above = self.classes.iter().filter_map(|it| it.superclass);
        let above: FxHashSet<ClassId> = above.collect();
        let found = parallel::map(threads, &nests, |nest| self.instances_in(nest, &above));
        for (class, instance) in found.into_iter().flatten() {
            self.classes[class.index()].instance = Some(instance);
        }
    }

    /// The classes of a nest with a final static field in it whose initializer makes the only object. Whoever extends a class has objects of
    /// it, too.
    fn instances_in(
        &self,
        nest: &[ClassId],
        above: &FxHashSet<ClassId>,
    ) -> Vec<(ClassId, FieldId)> {
        let mut classes: Vec<ClassId> = nest.to_vec();
        classes.retain(|it| !above.contains(it) && self.is_made_in_nest(*it));
        let fields = self.constants_of(nest);
        classes.retain(|it| fields.contains_key(&*self[*it].name));
        if classes.is_empty() {
            return Vec::new();
        }
        let nest = Nest {
            fields,
            makers: self.makers_in(nest),
        };
        let mut initializers = FxHashMap::default();
        let only = classes.into_iter().filter_map(|class| {
            let instance = self.only_instance(class, &nest, &mut initializers)?;
            Some((class, instance))
        });
        only.collect()
    }

    fn is_made_in_nest(&self, class: ClassId) -> bool {
        let mut methods = self.methods_of(class).map(|it| &self[it]);
        methods.all(|it| !it.is_constructor() || it.is(access::PRIVATE | access::SYNTHETIC))
    }

    fn constants_of<'n>(&'n self, nest: &[ClassId]) -> FxHashMap<&'n str, FieldId> {
        let mut constants = FxHashMap::default();
        for id in nest.iter().flat_map(|&it| self.fields_of(&self[it])) {
            let field = &self[id];
            if field.is(access::STATIC) && field.is(access::FINAL) {
                let class = class_named(&field.descriptor);
                constants.entry(class).or_insert(id);
            }
        }
        constants
    }

    fn makers_in<'n>(&'n self, nest: &[ClassId]) -> FxHashMap<&'n str, Vec<MethodId>> {
        let mut makers: FxHashMap<&str, Vec<MethodId>> = FxHashMap::default();
        for id in nest.iter().flat_map(|&it| self.methods_of(it)) {
            let made = self.code(id).and_then(|it| Code::made(it).ok());
            let pool = &self[self[id].class].file.pool;
            for class in made.into_iter().flatten() {
                if let Some(class) = pool.class_name(class) {
                    makers.entry(class).or_default().push(id);
                }
            }
        }
        makers
    }

    fn only_instance(
        &self,
        class: ClassId,
        nest: &Nest<'_>,
        initializers: &mut FxHashMap<MethodId, FxHashSet<String>>,
    ) -> Option<FieldId> {
        let name = &*self[class].name;
        let field = *nest.fields.get(name)?;
        let &[maker] = nest.makers.get(name)?.as_slice() else {
            return None;
        };
        let holder = self.class_named(&self[field].class)?;
        let is_initializer = self[maker].class == holder && &*self[maker].name == "<clinit>";
        if !is_initializer {
            return None;
        }
        let once = initializers
            .entry(maker)
            .or_insert_with(|| self.made_once(maker));
        once.contains(name).then_some(field)
    }

    /// The classes of which a method makes objects outside of loops.
    fn made_once(&self, id: MethodId) -> FxHashSet<String> {
        let Some(Lifted { code, body, .. }) = method::lift(self, id) else {
            return FxHashSet::default();
        };
        let loops = LoopForest::of(&body.blocks, &Dominators::of(&body.blocks));
        let pool = &self[self[id].class].file.pool;
        let made = code.insns.iter().enumerate().filter_map(|(at, insn)| {
            let Insn::Type(op::NEW, class) = insn else {
                return None;
            };
            let block = body.blocks.at(at)?;
            let is_once = loops.innermost(block).is_none();
            pool.class_name(*class).filter(|_| is_once)
        });
        made.map(str::to_owned).collect()
    }
}
