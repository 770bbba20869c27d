//! Every method of the JDK's image.

use classfile::container::JImage;

use crate::jdk::jdk;
use crate::{agreement, lift_all, shape};

fn image() -> JImage {
    JImage::open(&jdk().join("lib/modules")).unwrap()
}

#[test]
fn every_method_is_lifted_to_a_well_formed_body() {
    let mut methods = 0;
    for class in image().classes().map(Result::unwrap) {
        for lifted in lift_all(&class.bytes().unwrap()) {
            let body = lifted
                .body
                .unwrap_or_else(|e| panic!("{}: {e}", lifted.name));
            shape::check(&lifted.name, &body);
            methods += 1;
        }
    }
    println!("{methods} methods");
    assert!(methods > 100_000, "{methods}");
}

/// Another's lift of each twentieth class: it takes its time.
#[test]
fn operands_are_those_of_an_independent_lift() {
    let mut compared = 0;
    for class in image().classes().map(Result::unwrap).step_by(20) {
        compared += agreement::compare(&class.bytes().unwrap());
    }
    println!("{compared} instructions");
    assert!(compared > 100_000, "{compared}");
}
