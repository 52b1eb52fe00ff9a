//! Where a client may not be. The rules are asked about an address before a verb begins; here they are held
//! while it runs: for every document that is read, acted on or given a script, by the origin that the
//! browser has committed there.

use std::collections::HashSet;
use std::sync::Arc;

use tabwright_wire::{DocumentIdentity, Identify, NoParams, TabId};

use super::kit_calls::GRACE;
use super::{Driver, FrameRef};
use crate::backend::{Frame, FrameId, Result};
use crate::error::ControlError;

/// Says which documents are closed to a client while it does something.
pub trait Border: std::fmt::Debug + Send + Sync {
    /// Why a document is closed, in words; none where it is open. `is_main` for the page itself, false
    /// for a frame in it.
    fn closed(&self, url: &str, is_main: bool) -> Option<String>;
}

impl Driver {
    /// This driver, for one call of a client that may not be everywhere.
    #[must_use]
    pub fn within(&self, border: Option<Arc<dyn Border>>) -> Self {
        Self { border, scripts: Arc::default(), ..self.clone() }
    }

    /// The origin to which a question or a script has to be held, if the client may be in this frame. None
    /// where it may be everywhere.
    pub(super) async fn hold(&self, tab: TabId, frame: &FrameRef) -> Result<Option<String>> {
        let Some(border) = &self.border else { return Ok(None) };
        let is_main = frame.ordinal == 0;
        let open = if is_main { Vec::new() } else { self.frames(tab).await? };
        if !is_main && !open.iter().any(|(_, open)| open.id == frame.id) {
            return Err(closed("the frame is closed to this client, or gone".to_owned()));
        }
        let asked = self.ask_held::<Identify>(tab, frame, &NoParams {}, GRACE, None);
        let DocumentIdentity { url, origin } = asked.await?;
        // A blank frame has its origin from a page around it, which was judged by its whole address.
        let is_of_open = |origin: &str| {
            open.iter().any(|(frame, _)| frame.url.strip_prefix(origin).is_some_and(is_path))
        };
        let place = own_address(&url).or_else(|| {
            let inherited = address_of(&origin)?;
            (!is_of_open(&origin)).then_some(inherited)
        });
        if let Some(place) = place {
            check(&**border, &place, is_main)?;
        }
        Ok(Some(origin))
    }

    /// For an address of which nothing but itself is told.
    pub(super) fn check_address(&self, url: &str) -> Result<()> {
        self.border.as_ref().map_or(Ok(()), |border| check(&**border, url, true))
    }

    /// For what reaches whatever is shown at a place of the page: pictures, the mouse, keys.
    pub(super) async fn check_all_frames(&self, tab: TabId) -> Result<()> {
        let Some(border) = &self.border else { return Ok(()) };
        let frames = self.core.backend.frames(tab).await?;
        let (shut, all) = (closed_frames(&**border, &frames), frames.len());
        if shut.is_empty() {
            return Ok(());
        }
        let count = shut.len();
        Err(closed(format!(
            "{count} of the {all} frames of the page belong to sites that are closed to this client"
        )))
    }

    /// Says so where a frame was not found because it is closed: waiting for it would be in vain.
    pub(super) async fn check_children(
        &self,
        tab: TabId,
        parent: &FrameRef,
        number: u32,
    ) -> Result<()> {
        let Some(border) = &self.border else { return Ok(()) };
        let frames = self.core.backend.frames(tab).await?;
        let shut = closed_frames(&**border, &frames);
        let is_shut_child =
            |frame: &Frame| frame.parent.as_ref() == Some(&parent.id) && shut.contains(&frame.id);
        match frames.iter().any(is_shut_child) {
            true => Err(closed(format!("[{number}] holds no frame that is open to this client"))),
            false => Ok(()),
        }
    }

    /// Without the frames that are closed, and those within them.
    pub(super) fn open_frames(&self, frames: Vec<Frame>) -> Vec<Frame> {
        let Some(border) = &self.border else { return frames };
        let shut = closed_frames(&**border, &frames);
        frames.into_iter().filter(|frame| !shut.contains(&frame.id)).collect()
    }
}

fn check(border: &dyn Border, url: &str, is_main: bool) -> Result<()> {
    border.closed(url, is_main).map_or(Ok(()), |why| Err(closed(why)))
}

fn closed(why: String) -> ControlError {
    ControlError::Closed(why)
}

/// What is within a closed frame is closed, too: what is blank or opaque there has come from it.
fn closed_frames(border: &dyn Border, frames: &[Frame]) -> HashSet<FrameId> {
    let is_shut = |frame: &&Frame| {
        let own = frame.parent.as_ref().and_then(|_| own_address(&frame.url));
        own.is_some_and(|url| border.closed(&url, false).is_some())
    };
    let mut shut: HashSet<_> =
        frames.iter().filter(is_shut).map(|frame| frame.id.clone()).collect();
    loop {
        let inside = |frame: &&Frame| {
            !shut.contains(&frame.id)
                && frame.parent.as_ref().is_some_and(|parent| shut.contains(parent))
        };
        let more: Vec<_> = frames.iter().filter(inside).map(|frame| frame.id.clone()).collect();
        if more.is_empty() {
            return shut;
        }
        shut.extend(more);
    }
}

/// The address by which a document is judged; none for one that has its origin from elsewhere.
fn own_address(url: &str) -> Option<String> {
    let inherits = ["about:", "data:", "javascript:"].iter().any(|scheme| url.starts_with(scheme));
    (!inherits && !url.is_empty()).then(|| url.to_owned())
}

fn is_path(rest: &str) -> bool {
    rest.starts_with(['/', '?', '#'])
}

fn address_of(origin: &str) -> Option<String> {
    (origin != "null" && !origin.is_empty()).then(|| format!("{origin}/"))
}

/// Scripts run in the page's own world, where the kit is not: they check their origin themselves, as the
/// first thing they do. The page that is closed is the one that is asked, and has no reason to lie.
pub(super) fn held_script(origin: Option<&str>, script: &str) -> String {
    match origin {
        None => script.to_owned(),
        Some(origin) => {
            let origin = serde_json::Value::from(origin);
            format!("if (self.origin !== {origin}) throw new Error({LEFT:?});\n{script}")
        }
    }
}

/// What a script says that finds itself elsewhere.
const LEFT: &str = "the page has gone to another site";

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct NoBank;

    impl Border for NoBank {
        fn closed(&self, url: &str, _: bool) -> Option<String> {
            url.contains("bank.test").then(|| "a rule closes it".to_owned())
        }
    }

    fn frame(id: &str, parent: Option<&str>, url: &str) -> Frame {
        let id_of = |id: &str| FrameId(id.to_owned());
        let document = format!("document of {id}");
        Frame { id: id_of(id), parent: parent.map(id_of), document, url: url.to_owned() }
    }

    #[test]
    fn a_frame_is_closed_with_all_that_is_in_it() {
        let frames = [
            frame("main", None, "https://ok.test/"),
            frame("ad", Some("main"), "https://ads.test/"),
            frame("bank", Some("main"), "https://bank.test/login"),
            frame("blank", Some("bank"), "about:blank"),
            frame("deep", Some("blank"), "https://ok.test/embedded"),
            frame("own", Some("main"), "about:srcdoc"),
        ];
        let shut = closed_frames(&NoBank, &frames);
        let mut shut: Vec<_> = shut.iter().map(|id| id.0.as_str()).collect();
        shut.sort_unstable();
        assert_eq!(shut, ["bank", "blank", "deep"]);
    }

    #[test]
    fn what_has_no_address_of_its_own_is_judged_by_its_origin() {
        for (url, own) in [
            ("about:blank", None),
            ("about:srcdoc", None),
            ("data:text/html,x", None),
            ("", None),
            ("https://bank.test/", Some("https://bank.test/")),
            ("blob:https://bank.test/1", Some("blob:https://bank.test/1")),
        ] {
            assert_eq!(own_address(url).as_deref(), own, "{url}");
        }
        assert_eq!(address_of("https://bank.test").as_deref(), Some("https://bank.test/"));
        assert_eq!(address_of("null"), None);
    }

    #[test]
    fn a_held_script_begins_with_its_check() {
        assert_eq!(held_script(None, "1"), "1");
        let held = held_script(Some("https://a.test"), "document.title");
        assert!(held.starts_with("if (self.origin !== \"https://a.test\") throw"), "{held}");
        assert!(held.ends_with("\ndocument.title"), "{held}");
    }
}
