//! Writing the file: chunks.

use std::io::{self, Write};

use crate::{EVENTS, MAGIC, SITES, Site};

pub struct Writer<W>(W);

impl<W: Write> Writer<W> {
    pub fn new(mut file: W) -> io::Result<Self> {
        file.write_all(MAGIC)?;
        Ok(Writer(file))
    }

    pub fn sites(&mut self, sites: impl IntoIterator<Item = Site>) -> io::Result<()> {
        let mut lines = Vec::new();
        for site in sites {
            serde_json::to_writer(&mut lines, &site)?;
            lines.push(b'\n');
        }
        if lines.is_empty() {
            return Ok(());
        }
        self.chunk(SITES, &lines)
    }

    /// Events as the runtime has encoded them.
    pub fn events(&mut self, encoded: &[u8]) -> io::Result<()> {
        self.chunk(EVENTS, encoded)
    }

    fn chunk(&mut self, tag: u8, content: &[u8]) -> io::Result<()> {
        let length = u32::try_from(content.len()).map_err(io::Error::other)?;
        let mut chunk = Vec::with_capacity(5 + content.len());
        chunk.push(tag);
        chunk.extend(length.to_le_bytes());
        chunk.extend(content);
        self.0.write_all(&chunk)
    }
}
