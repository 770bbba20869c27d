//! The codec: what is read is written back, and what is laid out anew means the same.

mod image;
#[path = "../jdk/mod.rs"]
mod jdk;
mod reencode;
mod verifier;
