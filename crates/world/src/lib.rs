//! What redflag knows about many classes at once. So far: the models of library methods.

pub mod models;
