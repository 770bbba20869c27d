//! What the rules of findings mean, for formats that describe them.

/// A rule in words.
pub(crate) struct Rule<'a> {
    pub id: &'a str,
    /// `data race`
    pub name: String,
    pub short: String,
    pub full: &'static str,
    pub help: &'static str,
}

const RACE: &str = "Two threads accessed the same location, at least one of them wrote, and nothing put the two accesses in \
    an order: no lock that both held, no volatile field, no start or join of a thread, no hand-over through a concurrent \
    collection. What the reader sees may then be an old value, a half-written object or half of a long, and it may differ from \
    run to run and from machine to machine.";

const RACE_HELP: &str = "Guard both accesses with the same lock, make the field volatile or atomic if each access stands \
    for itself, or hand the data over in a way that orders the threads, such as a concurrent collection or a join. If the \
    race is meant to be, suppress it with its reason.";

const CONTAINER: &str = "Two threads used an object of a class that is not thread-safe, at least one of them changed it, and \
    nothing put the two calls in an order. Such a collection may then lose entries, fail or loop for ever.";

const CONTAINER_HELP: &str = "Guard both calls with the same lock, use a concurrent collection instead, or give each thread an \
    object of its own. If the race is meant to be, suppress it with its reason.";

/// A rule that has no words of its own here is described as what all of them are about.
pub(crate) fn rule(id: &str) -> Rule<'_> {
    let (short, full, help) = match id {
        "container-race" => (
            "Two threads use a container that is not thread-safe, and nothing orders them",
            CONTAINER,
            CONTAINER_HELP,
        ),
        _ => (
            "Two threads access the same location, one of them writes, and nothing orders them",
            RACE,
            RACE_HELP,
        ),
    };
    Rule {
        id,
        name: id.replace('-', " "),
        short: short.to_owned(),
        full,
        help,
    }
}
