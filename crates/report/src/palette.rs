//! Which parts of a report stand out, and how.

use anstyle::{AnsiColor, Style};

/// The styles of a report. Plain ones print no escape sequence at all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Palette {
    pub(crate) alarm: Style,
    pub(crate) heading: Style,
    pub(crate) place: Style,
    pub(crate) faint: Style,
    pub(crate) warning: Style,
}

impl Palette {
    pub fn plain() -> Palette {
        Palette::default()
    }

    pub fn coloured() -> Palette {
        Palette {
            alarm: AnsiColor::Red.on_default().bold(),
            heading: Style::new().bold(),
            place: AnsiColor::Cyan.on_default(),
            faint: Style::new().dimmed(),
            warning: AnsiColor::Yellow.on_default().bold(),
        }
    }
}
