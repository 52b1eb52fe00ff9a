//! The page as a snapshot, a picture or a PDF.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use tabwright_wire::verbs::{self, PdfParams, PictureScale, ScreenshotParams, SnapshotParams};
use tabwright_wire::{SnapshotMode, TabId, Target};

use super::common::{Among, Asks, Deadline, Usage, one_of};

#[derive(Debug, ClapArgs)]
pub(crate) struct SnapshotArgs {
    /// The whole page, only its numbered elements, or only the viewport
    #[arg(long, default_value = "full")]
    #[arg(value_parser = one_of::<SnapshotMode>(&["full", "interactive", "viewport"]))]
    mode: SnapshotMode,
    /// Short for `--mode interactive`
    #[arg(long, short, conflicts_with_all = ["mode", "viewport"])]
    interactive: bool,
    /// Short for `--mode viewport`
    #[arg(long, short, conflicts_with = "mode")]
    viewport: bool,
    /// Cut the text after this many characters
    #[arg(long, value_name = "N")]
    max_chars: Option<u32>,
    /// Only what changed since the snapshot with this ID
    #[arg(long, value_name = "ID")]
    since: Option<u32>,
    /// Only what is inside the element with this number
    #[arg(long, value_name = "N")]
    within: Option<u32>,
    /// Leave out the first rows, items or parts of that element
    #[arg(long, value_name = "COUNT", requires = "within")]
    skip: Option<u32>,
}

impl Asks for SnapshotArgs {
    type Verb = verbs::TakePageSnapshot;

    fn params(self, tab: Option<TabId>) -> Result<SnapshotParams, Usage> {
        let mode = match self {
            Self { interactive: true, .. } => SnapshotMode::Interactive,
            Self { viewport: true, .. } => SnapshotMode::Viewport,
            Self { mode, .. } => mode,
        };
        Ok(SnapshotParams {
            tab,
            mode,
            max_chars: self.max_chars,
            since: self.since,
            within: self.within,
            skip: self.skip,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ScreenshotArgs {
    /// The PNG file to write; `-` writes to stdout [default: a file named after the page]
    pub(crate) file: Option<PathBuf>,
    /// The whole page, not only the viewport
    #[arg(long, conflicts_with = "element")]
    full: bool,
    /// Draw the numbers of the elements, as in a snapshot
    #[arg(long)]
    marks: bool,
    /// Only this element
    #[arg(long, value_name = "TARGET")]
    element: Option<Target>,
    /// All pixels of the screen, not one for each CSS pixel
    #[arg(long)]
    device_pixels: bool,
    /// A larger picture becomes a JPEG, and is made smaller until it fits
    #[arg(long, value_name = "BYTES")]
    max_bytes: Option<u32>,
    #[command(flatten)]
    among: Among,
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for ScreenshotArgs {
    type Verb = verbs::TakeScreenshot;

    fn params(self, tab: Option<TabId>) -> Result<ScreenshotParams, Usage> {
        Ok(ScreenshotParams {
            tab,
            target: self.among.choose_any(self.element)?,
            frame: self.among.frame,
            full: self.full,
            marks: self.marks,
            scale: if self.device_pixels { PictureScale::Device } else { PictureScale::Css },
            max_bytes: self.max_bytes,
            timeout_ms: self.deadline.ms,
        })
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct PdfArgs {
    /// The PDF file to write; `-` writes to stdout [default: a file named after the page]
    pub(crate) file: Option<PathBuf>,
    /// Use landscape format
    #[arg(long)]
    landscape: bool,
    /// Print background colors and images
    #[arg(long)]
    background: bool,
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for PdfArgs {
    type Verb = verbs::Pdf;

    fn params(self, tab: Option<TabId>) -> Result<PdfParams, Usage> {
        Ok(PdfParams {
            tab,
            landscape: self.landscape,
            background: self.background,
            timeout_ms: self.deadline.ms,
        })
    }
}
