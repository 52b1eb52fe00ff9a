//! Typing what nobody is to read: the page gets it, the report does not.

use tabwright_wire::verbs::{Changes, DialogInfo, Report, TypeParams, Visit};
use tabwright_wire::{
    Conceal, ConcealParams, DownloadNotice, ElementFacts, KitRefusal, Tab, TabId, Target,
};

use super::elsewhere::Attempt;
use super::search::encode_query;
use super::typing::Where;
use super::{ACTION_MS, Driver, FrameRef, ms};
use crate::backend::{Frame, Result};
use crate::error::ControlError;

/// Frames of a tab that hold secrets.
const CONCEALED_MAX: usize = 50;
const HIDDEN: &str = "••••";

/// Where the values of secrets come from.
pub trait SecretSource: std::fmt::Debug + Send + Sync {
    /// The text with values in place of references, for the document that gets it. None where there is
    /// no reference in it.
    fn expand(
        &self,
        text: &str,
        into: &TypedInto,
    ) -> Option<std::result::Result<String, SecretRefused>>;

    /// Does a reference stand in it?
    fn is_referenced_in(&self, text: &str) -> bool;

    /// A value is about to be in a password field, and is a secret from now on.
    fn learn(&self, value: &str, into: &TypedInto);

    /// Is there any secret to be kept? Asked before every picture.
    fn is_any_known(&self) -> bool;

    /// Secrets that were typed at the site of this address.
    fn typed_at(&self, url: &str) -> Vec<String>;
}

/// The document that something is typed into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedInto {
    /// As [`Driver::browser_key`] names it.
    pub browser: usize,
    pub tab: TabId,
    pub url: String,
}

/// Why a secret is not typed, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretRefused {
    pub reason: String,
    pub fix: String,
}

impl Driver {
    /// What is to be typed with secrets in it, if the document that gets them is of their site.
    pub(super) async fn with_secrets_expanded(
        &self,
        params: &TypeParams,
        target: &Target,
    ) -> Result<Option<TypeParams>> {
        let secrets = self.secrets.as_ref().filter(|it| it.is_referenced_in(&params.text));
        let Some(secrets) = secrets else { return Ok(None) };
        let tab = self.find_tab(params.tab).await?.id;
        let url = self.address_around(tab, target.clone(), params.frame).await?;
        let into = TypedInto { browser: self.browser_key(), tab, url };
        let Some(expanded) = secrets.expand(&params.text, &into) else { return Ok(None) };
        let text = expanded.map_err(ControlError::Secret)?;
        Ok(Some(TypeParams { text, ..params.clone() }))
    }

    /// Types a secret. From before it is typed the page kit tells nobody what the field holds, and
    /// neither the report nor an error has the text in it.
    pub(super) async fn type_secret(
        &self,
        params: TypeParams,
        attempt: Attempt,
        place: Where,
    ) -> Result<Report> {
        let secret = Secret::new(&params.text);
        match self.type_into(params, attempt, place, true).await {
            Ok(report) => Ok(secret.out_of_report(report)),
            Err(error) => Err(secret.out_of_error(error)),
        }
    }

    /// What a password field holds, or is about to hold, is known as a secret.
    pub(super) async fn learn_typed(&self, tab: TabId, frame: &FrameRef, value: &str) {
        let Some(secrets) = self.secrets.as_ref().filter(|_| !value.is_empty()) else { return };
        // Without the border: whose page it is matters to nobody but the memory of secrets.
        let frames = self.core.backend.frames(tab).await.unwrap_or_default();
        let is_here = |it: &&Frame| match frame.ordinal {
            0 => it.parent.is_none(),
            _ => it.id == frame.id,
        };
        let url = frames.iter().find(is_here).map(|it| it.url.clone()).unwrap_or_default();
        secrets.learn(value, &TypedInto { browser: self.browser_key(), tab, url });
    }

    pub(super) async fn conceal(&self, tab: TabId, frame: &FrameRef, number: u32) -> Result<()> {
        let params = ConcealParams { number };
        {
            let mut memory = self.memory();
            let concealed = memory.concealed.entry(tab).or_default();
            // The oldest are of pages that were left long ago.
            concealed.retain(|known| known.ordinal != frame.ordinal);
            if concealed.len() == CONCEALED_MAX {
                concealed.remove(0);
            }
            concealed.push(frame.clone());
            memory.with_secret.insert(tab);
        }
        self.ask::<Conceal>(tab, frame, &params, ms(ACTION_MS)).await.map(drop)
    }
}

/// A text, and how it looks in an address.
struct Secret {
    shapes: Vec<String>,
}

impl Secret {
    fn new(text: &str) -> Self {
        let in_query = encode_query(text);
        let in_path = in_query.replace('+', "%20");
        let trimmed = text.trim().to_owned();
        let mut shapes = vec![text.to_owned(), in_query, in_path, trimmed];
        shapes.retain(|shape| !shape.is_empty());
        Self { shapes }
    }

    fn out_of(&self, text: &mut String) {
        for shape in &self.shapes {
            if text.contains(shape) {
                *text = text.replace(shape, HIDDEN);
            }
        }
    }

    fn out_of_report(&self, mut report: Report) -> Report {
        let Report { tab: _, did, element, input: _, changes } = &mut report;
        self.out_of(did);
        if let Some(element) = element {
            self.out_of_element(element);
            // What the field made of it may look different.
            element.value = element.value.take().map(|_| HIDDEN.to_owned());
        }
        let Changes {
            navigation,
            moved_to,
            new_tabs,
            dialog,
            downloads,
            focused,
            appeared,
            appeared_count: _,
            disappeared,
            disappeared_count: _,
            changed,
            changed_count: _,
            closed: _,
            nothing: _,
        } = changes;
        if let Some(Visit { tab: _, url, title, loaded: _, was_open: _ }) = navigation {
            self.out_of(url);
            self.out_of(title);
        }
        for Tab { title, url, .. } in new_tabs {
            self.out_of(title);
            self.out_of(url);
        }
        if let Some(dialog) = dialog {
            self.out_of_dialog(dialog);
        }
        for DownloadNotice { url, path, .. } in downloads {
            self.out_of(url);
            self.out_of(path);
        }
        if let Some(focused) = focused {
            self.out_of_element(focused);
        }
        let lines = appeared.iter_mut().chain(disappeared).chain(changed);
        moved_to.iter_mut().chain(lines).for_each(|text| self.out_of(text));
        report
    }

    fn out_of_element(&self, element: &mut ElementFacts) {
        self.out_of(&mut element.name);
        element.value.iter_mut().chain(&mut element.href).for_each(|text| self.out_of(text));
    }

    fn out_of_dialog(&self, dialog: &mut DialogInfo) {
        self.out_of(&mut dialog.message);
        dialog.default_text.iter_mut().for_each(|text| self.out_of(text));
    }

    fn out_of_error(&self, mut error: ControlError) -> ControlError {
        use ControlError as Error;
        match &mut error {
            Error::Element(KitRefusal { message, .. })
            | Error::Sensitive { what: message, .. }
            | Error::DialogOpen { message, .. }
            | Error::TabGone(message)
            | Error::NoTabAbout(message)
            | Error::ForbiddenPage(message)
            | Error::Closed(message)
            | Error::PageLeft(message)
            | Error::BadArguments(message)
            | Error::Timeout(message)
            | Error::Script(message)
            | Error::Unsupported(message)
            | Error::Failed(message) => self.out_of(message),
            Error::NavigationFailed { url, reason } => {
                self.out_of(url);
                self.out_of(reason);
            }
            // Theirs are words of our own, or of the machine.
            Error::NoSuchTab(_)
            | Error::NoTab
            | Error::NoDialog(_)
            | Error::Crashed(_)
            | Error::PageCrashed(_)
            | Error::StoppedByPerson(_)
            | Error::Target(_)
            | Error::File { .. }
            | Error::Secret(_)
            | Error::Storage { .. }
            | Error::Channel(_) => {}
        }
        error
    }
}

#[cfg(test)]
mod tests {
    use tabwright_wire::KitRefusalCode;

    use super::*;

    const TEXT: &str = "p@ss word";

    #[test]
    fn a_report_has_nothing_of_the_secret() {
        let element = ElementFacts {
            number: 1,
            role: "textbox".to_owned(),
            name: format!("Now {TEXT}"),
            value: Some("p@ss".to_owned()),
            checked: None,
            href: None,
        };
        let visit = Visit {
            tab: TabId(1),
            url: "https://x/?q=p%40ss+word&r=p%40ss%20word".to_owned(),
            title: TEXT.to_owned(),
            loaded: true,
            was_open: false,
        };
        let changes = Changes {
            navigation: Some(visit),
            appeared: vec![format!("text {TEXT}")],
            focused: Some(element.clone()),
            ..Changes::default()
        };
        let did = format!("typed into textbox \"Now {TEXT}\"");
        let report = Report { tab: TabId(1), did, element: Some(element), input: None, changes };
        let told = serde_json::to_string(&Secret::new(TEXT).out_of_report(report)).unwrap();
        for shape in [TEXT, "p%40ss", "\"value\":\"p@ss\",\"checked"] {
            assert!(!told.contains(shape), "{told}");
        }
        assert!(told.contains("typed into textbox") && told.contains(HIDDEN), "{told}");
    }

    #[test]
    fn an_error_has_nothing_of_it_either() {
        let secret = Secret::new(TEXT);
        let message = format!("textbox still holds \"{TEXT}\"");
        let error = ControlError::element(KitRefusalCode::NoEffect, message);
        assert_eq!(secret.out_of_error(error).to_string(), "textbox still holds \"••••\"");
    }

    #[test]
    fn no_secret_hides_nothing() {
        let mut text = "as it is".to_owned();
        Secret::new("").out_of(&mut text);
        assert_eq!(text, "as it is");
    }
}
