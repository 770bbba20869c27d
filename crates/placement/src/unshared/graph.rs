//! Classes of references of one method: those that may be the same object, or are treated as if they were.

/// A reference, or what may be found in an object; many nodes are one class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node(u32);

impl Node {
    pub fn new(index: usize) -> Node {
        Node(index as u32)
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// So deep inside of one another objects are told apart. What lies deeper is of the class of its container: so
/// recursion makes no endless chains.
const MAX_DEPTH: u8 = 4;

#[derive(Debug, Clone, Copy, Default)]
struct Class {
    /// The class of all that its objects refer to, whichever element or field holds it.
    contents: Option<Node>,
    depth: u8,
    /// Whether another thread may know one of the objects, by what the method and those that it calls do.
    shared: bool,
    /// Whether a caller may have it shared.
    outside: bool,
}

/// Invariant: what a shared class contains is shared, and likewise what comes from outside. Classes are unified only
/// before anything is known to come from there.
#[derive(Debug)]
pub struct Graph {
    parents: Vec<Node>,
    /// By node; of those that stand for their class.
    classes: Vec<Class>,
}

impl Graph {
    pub fn new(nodes: usize) -> Graph {
        Graph {
            parents: (0..nodes).map(Node::new).collect(),
            classes: vec![Class::default(); nodes],
        }
    }

    /// The node that stands for the class of a node.
    pub fn find(&self, mut node: Node) -> Node {
        while self.parents[node.index()] != node {
            node = self.parents[node.index()];
        }
        node
    }

    fn find_shortening(&mut self, mut node: Node) -> Node {
        while self.parents[node.index()] != node {
            let above = self.parents[node.index()];
            self.parents[node.index()] = self.parents[above.index()];
            node = above;
        }
        node
    }

    /// Makes two classes one, and so what they contain.
    pub fn unify(&mut self, a: Node, b: Node) {
        let (mut a, mut b) = (self.find_shortening(a), self.find_shortening(b));
        while a != b {
            let (one, other) = (self.classes[a.index()], self.classes[b.index()]);
            self.parents[b.index()] = a;
            self.classes[a.index()] = Class {
                contents: one.contents.or(other.contents),
                depth: one.depth.max(other.depth),
                shared: one.shared || other.shared,
                outside: false,
            };
            if one.shared != other.shared {
                for contents in [one.contents, other.contents].into_iter().flatten() {
                    self.share(contents);
                }
            }
            let (Some(inner), Some(other_inner)) = (one.contents, other.contents) else {
                break;
            };
            (a, b) = (
                self.find_shortening(inner),
                self.find_shortening(other_inner),
            );
        }
    }

    /// The class of what the objects of a class refer to.
    pub fn contents(&mut self, node: Node) -> Node {
        let node = self.find_shortening(node);
        let class = self.classes[node.index()];
        if let Some(contents) = class.contents {
            return self.find_shortening(contents);
        }
        let contents = if class.depth == MAX_DEPTH {
            node
        } else {
            self.parents.push(Node::new(self.parents.len()));
            self.classes.push(Class {
                contents: None,
                depth: class.depth + 1,
                ..class
            });
            Node::new(self.parents.len() - 1)
        };
        self.classes[node.index()].contents = Some(contents);
        contents
    }

    /// The same, if anything was ever loaded from them or stored there.
    pub fn known_contents(&self, node: Node) -> Option<Node> {
        let class = self.classes[self.find(node).index()];
        class.contents.map(|contents| self.find(contents))
    }

    pub fn share(&mut self, node: Node) {
        self.mark(node, |class| std::mem::replace(&mut class.shared, true));
    }

    /// Whether that is news.
    pub fn come_from_outside(&mut self, node: Node) -> bool {
        self.mark(node, |class| std::mem::replace(&mut class.outside, true))
    }

    /// Marks a class and what it contains, until one was marked before.
    fn mark(&mut self, node: Node, mark: impl Fn(&mut Class) -> bool) -> bool {
        let mut node = self.find_shortening(node);
        let mut news = false;
        while !mark(&mut self.classes[node.index()]) {
            news = true;
            let Some(contents) = self.classes[node.index()].contents else {
                break;
            };
            node = self.find_shortening(contents);
        }
        news
    }

    pub fn is_shared(&self, node: Node) -> bool {
        self.classes[self.find(node).index()].shared
    }

    /// Whether only one thread can ever know the objects of the class.
    pub fn is_local(&self, node: Node) -> bool {
        let class = self.classes[self.find(node).index()];
        !class.shared && !class.outside
    }
}
