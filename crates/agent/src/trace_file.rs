//! The file of `--trace`.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use host::SiteTable;
use instrument::{Op, Site, Target};

pub struct TraceFile(Mutex<Open>);

struct Open {
    writer: trace::Writer<File>,
    /// The first site that the file does not have yet.
    next_site: u32,
}

impl TraceFile {
    /// Makes the file. If another JVM of the run has done so, the name gets the process number.
    pub fn create(path: &Path) -> io::Result<TraceFile> {
        let file = match new_file(path) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                let mut name = path.as_os_str().to_owned();
                name.push(format!(".{}", std::process::id()));
                new_file(&PathBuf::from(name))?
            }
            other => other?,
        };
        Ok(TraceFile(Mutex::new(Open {
            writer: trace::Writer::new(file)?,
            next_site: 1,
        })))
    }

    /// Appends events, after the sites that are new. As with the log, a full disk must not disturb the
    /// program; the reader notices what is missing.
    pub fn events(&self, sites: &SiteTable, encoded: &[u8]) {
        let Ok(mut open) = self.0.lock() else {
            return;
        };
        let new = sites.since(open.next_site);
        open.next_site += new.len() as u32;
        let described = new.iter().map(|(number, site)| described(*number, site));
        let _ = open
            .writer
            .sites(described)
            .and_then(|()| open.writer.events(encoded));
    }
}

fn new_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

fn described(number: u32, site: &Site) -> trace::Site {
    trace::Site {
        number,
        op: match site.op {
            Op::Read => trace::Op::Read,
            Op::Write => trace::Op::Write,
        },
        class: site.class.to_string(),
        method: site.method.to_string(),
        file: site.file.as_ref().map(ToString::to_string),
        line: site.line.map(u32::from),
        field: match &site.target {
            Target::Field { class, name, .. } => Some((class.to_string(), name.to_string())),
            Target::Element { .. } | Target::Container | Target::Variable => None,
        },
    }
}
