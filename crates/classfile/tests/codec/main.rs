//! The codec: what is read is written back, and what is laid out anew means the same.

mod annotations;
mod damaged;
mod frames;
mod image;
#[path = "../jdk/mod.rs"]
mod jdk;
mod kept;
mod layout;
mod pool;
mod random;
mod reencode;
mod sample;
mod verifier;
