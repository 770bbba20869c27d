use libdeflater::{DecompressionError, Decompressor};

use super::Problem;

/// What wraps the deflated data.
#[derive(Clone, Copy)]
pub(super) enum Wrapping {
    Raw,
    Zlib,
}

/// Inflates `compressed` to exactly `claimed` bytes. The claim is checked before anything is
/// allocated: against `limit`, and against the most that so much deflated data can stand for.
pub(super) fn inflate(
    compressed: &[u8],
    wrapping: Wrapping,
    claimed: u64,
    limit: u64,
) -> Result<Vec<u8>, Problem> {
    /// A deflate block spends at least 2 bits on each match of at most 258 bytes.
    const BEST_RATIO: u64 = 258 * 8 / 2;

    if claimed > limit {
        return Err(Problem::TooLarge { claimed, limit });
    }
    let length = compressed.len() as u64;
    if claimed > length.saturating_mul(BEST_RATIO) {
        return Err(Problem::Implausible {
            compressed: length,
            claimed,
        });
    }
    let mut inflated = vec![0; claimed as usize];
    let mut decompressor = Decompressor::new();
    let written = match wrapping {
        Wrapping::Raw => decompressor.deflate_decompress(compressed, &mut inflated),
        Wrapping::Zlib => decompressor.zlib_decompress(compressed, &mut inflated),
    };
    match written {
        Ok(actual) if actual as u64 == claimed => Ok(inflated),
        Ok(actual) => Err(Problem::Size {
            claimed,
            actual: actual as u64,
        }),
        Err(DecompressionError::InsufficientSpace) => Err(Problem::LongerThanClaimed { claimed }),
        Err(DecompressionError::BadData) => Err(Problem::Deflate),
    }
}
