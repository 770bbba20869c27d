use std::fmt;
use std::io;

/// What went wrong with a container or one entry of it: where, which entry, and why.
#[derive(Debug, thiserror::Error)]
pub struct ContainerError {
    /// The container as the user named it, with the way inside for nested ones
    /// (`app.jar!/BOOT-INF/lib/x.jar`).
    pub container: String,
    /// The entry at fault, if it is not the container as a whole.
    pub entry: Option<String>,
    #[source]
    pub problem: Problem,
}

impl fmt::Display for ContainerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.container)?;
        if let Some(entry) = &self.entry {
            write!(f, "{entry}: ")?;
        }
        self.problem.fmt(f)
    }
}

/// Why a container or an entry cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("is neither a directory nor a regular file")]
    NotAFile,
    #[error("is neither a class file, a jar, a jmod nor a JDK image of modules")]
    UnknownFormat,
    #[error("the zip archive is damaged: {0}")]
    Zip(#[from] rawzip::Error),
    #[error("the JDK image of modules is damaged: {0}")]
    Image(#[from] ImageDamage),
    #[error("the name is not UTF-8")]
    NameNotUtf8,
    #[error("is encrypted")]
    Encrypted,
    #[error("is compressed by method {0}; only stored and deflated entries can be read")]
    ZipMethod(u16),
    #[error("is compressed by `{0}`, which cannot be read; link the image without it")]
    ImageCompression(String),
    #[error("claims {claimed} bytes, over the limit of {limit}")]
    TooLarge { claimed: u64, limit: u64 },
    #[error("claims that {compressed} bytes inflate to {claimed}, more than deflate can hold")]
    Implausible { compressed: u64, claimed: u64 },
    #[error("the compressed data is damaged")]
    Deflate,
    #[error("has {actual} bytes where {claimed} are claimed")]
    Size { claimed: u64, actual: u64 },
    #[error("inflates to more than the {claimed} bytes it claims")]
    LongerThanClaimed { claimed: u64 },
    #[error("the checksum is {actual:08x} where {claimed:08x} is claimed")]
    Checksum { claimed: u32, actual: u32 },
}

/// How a `lib/modules` file contradicts its own format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ImageDamage {
    #[error("it ends inside the header")]
    Header,
    #[error("it was made for a machine of the other byte order")]
    ByteOrder,
    #[error("its format has version {0}, but only version 1 is known")]
    Version(u16),
    #[error("the index of {index} bytes does not fit the file of {file}")]
    Index { index: u64, file: u64 },
    #[error("a location lies outside its table")]
    Location,
    #[error("a string lies outside its table")]
    String,
    #[error("a resource lies outside the file")]
    Resource,
    #[error("a resource is compressed in more than {0} layers")]
    Layers(usize),
}

impl Problem {
    pub(super) fn of(self, container: impl Into<String>) -> ContainerError {
        ContainerError {
            container: container.into(),
            entry: None,
            problem: self,
        }
    }

    pub(super) fn at(
        self,
        container: impl Into<String>,
        entry: impl Into<String>,
    ) -> ContainerError {
        ContainerError {
            container: container.into(),
            entry: Some(entry.into()),
            problem: self,
        }
    }
}
