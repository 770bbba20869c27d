//! What the targets share: mutations that reach the code of a class file.

use classfile::ClassFile;
use libfuzzer_sys::fuzzer_mutate;

/// Changes a class file, in three cases of four only within one attribute of one method: headers
/// and constants stay whole then, and the mutation reaches the decoder behind them.
pub fn mutate_class(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    if !seed.is_multiple_of(4)
        && let Some(mutated) = mutated_attribute(&data[..size], max_size, seed as usize / 4)
    {
        data[..mutated.len()].copy_from_slice(&mutated);
        return mutated.len();
    }
    fuzzer_mutate(data, size, max_size)
}

fn mutated_attribute(bytes: &[u8], max_size: usize, seed: usize) -> Option<Vec<u8>> {
    let mut class = ClassFile::read(bytes).ok()?;
    let mut attributes: Vec<_> = class
        .methods
        .iter_mut()
        .flat_map(|method| &mut method.attributes)
        .collect();
    let index = seed.checked_rem(attributes.len())?;
    let mut info = attributes[index].info.to_vec();
    let length = info.len();
    info.resize(length + 64, 0);
    let length = fuzzer_mutate(&mut info, length, length + 64);
    info.truncate(length);
    attributes[index].info = info.into();
    let written = class.write();
    (written.len() <= max_size).then_some(written)
}
