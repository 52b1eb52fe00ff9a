//! Secrets: put in on the way to a page, taken out of whatever is told to anybody.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tabwright_browser::{Driver, SecretRefused, SecretSource, TypedInto};
use tabwright_policy::{KnownSecrets, Redactor, SecretPlace, TabKey, Vault};
use tabwright_wire::{Problem, Tab, TabId};

use crate::pdf_strings::blot_out;
use crate::problems;

/// Fields with one of a few words of our own. Whoever types such a word into a password field must not
/// make results unreadable.
const OWN_WORDS: &[&str] = &["input", "level", "colorScheme", "state", "phase", "type", "kind"];
/// The longest of these words.
const OWN_WORD_BYTES_MAX: usize = 12;

/// The vault, as a driver asks it.
#[derive(Debug)]
pub(crate) struct VaultSecrets(pub(crate) Arc<Vault>);

impl SecretSource for VaultSecrets {
    fn is_referenced_in(&self, text: &str) -> bool {
        text.contains("${secret:")
    }

    fn expand(&self, text: &str, into: &TypedInto) -> Option<Result<String, SecretRefused>> {
        let tab = (into.browser, into.tab);
        self.is_referenced_in(text).then(|| match self.0.expand_in(text, &into.url, Some(tab)) {
            Ok(expanded) => Ok(expanded.text.to_string()),
            Err(error) => Err(SecretRefused { reason: error.to_string(), fix: error.fix() }),
        })
    }

    fn learn(&self, value: &str, into: &TypedInto) {
        let place = SecretPlace::of_tab((into.browser, into.tab)).at(&into.url);
        self.0.known().learn_typed(value, &place);
    }

    fn is_any_known(&self) -> bool {
        !self.0.known().is_empty()
    }

    fn typed_at(&self, url: &str) -> Vec<String> {
        self.0.known().values_at(url)
    }
}

/// The page that a call is about, if it is about one.
#[derive(Debug, Default)]
pub(crate) struct About(Option<(TabKey, String)>);

impl About {
    pub(crate) fn page(browser: usize, page: &Tab) -> Self {
        Self(Some(((browser, page.id), page.url.clone())))
    }

    /// Where what it tells comes from. Not asked for where no secret is known: it takes a moment.
    fn place(&self) -> SecretPlace {
        match &self.0 {
            Some((tab, url)) => SecretPlace::of_tab(*tab).at(url),
            None => SecretPlace::default(),
        }
    }

    pub(crate) fn redact<'a>(&self, known: &KnownSecrets, text: &'a str) -> Cow<'a, str> {
        match known.is_empty() {
            true => Cow::Borrowed(text),
            false => known.redact(text, &self.place()),
        }
    }
}

/// Whatever a page gives back of a secret has its name, or dots, in the place of its value.
pub(crate) fn kept_out<T: Serialize + DeserializeOwned>(
    known: &KnownSecrets,
    browser: usize,
    about: &About,
    result: T,
) -> Result<T, Problem> {
    if known.is_empty() {
        return Ok(result);
    }
    let mut value = serde_json::to_value(&result).map_err(|error| problems::internal(&error))?;
    let place = about.place();
    if !Keeper::new(known, browser).take_out(&mut value, &place) {
        return Ok(result);
    }
    serde_json::from_value(value).map_err(|error| problems::internal(&error))
}

/// The same of a PDF, of what it says without drawing it: there the page kit has put dots.
pub(crate) fn kept_out_of_pdf<T: Serialize + DeserializeOwned>(
    known: &KnownSecrets,
    about: &About,
    result: T,
) -> Result<T, Problem> {
    let Some(redactor) = known.redactor(&about.place()) else { return Ok(result) };
    let mut value = serde_json::to_value(&result).map_err(|error| problems::internal(&error))?;
    let base64 = value["base64"].as_str().unwrap_or_default();
    let mut pdf = STANDARD.decode(base64).map_err(|error| problems::internal(&error))?;
    if !blot_out(&mut pdf, |text| matches!(redactor.redact(text), Cow::Owned(_))) {
        return Ok(result);
    }
    value["base64"] = STANDARD.encode(pdf).into();
    serde_json::from_value(value).map_err(|error| problems::internal(&error))
}

pub(crate) fn kept_out_of_problem(
    known: &KnownSecrets,
    about: &About,
    mut problem: Problem,
) -> Problem {
    for text in [&mut problem.title, &mut problem.fix] {
        if let Cow::Owned(clean) = about.redact(known, text) {
            *text = clean;
        }
    }
    problem
}

/// What a browser tells beside the verbs, with no secret in it: events for those who listen, tabs for
/// completions.
pub fn redact_told<T: Serialize + DeserializeOwned>(
    known: &KnownSecrets,
    driver: &Driver,
    tab: Option<TabId>,
    event: T,
) -> Option<T> {
    if known.is_empty() {
        return Some(event);
    }
    let mut value = serde_json::to_value(&event).ok()?;
    let browser = driver.browser_key();
    let place = tab.map(|tab| SecretPlace::of_tab((browser, tab))).unwrap_or_default();
    if !Keeper::new(known, browser).take_out(&mut value, &place) {
        return Some(event);
    }
    // Rather nothing than a secret.
    serde_json::from_value(value).ok()
}

/// Takes values out of one result. An object in it that has an address is of the site of that address.
struct Keeper<'a> {
    known: &'a KnownSecrets,
    browser: usize,
    redactors: HashMap<SecretPlace, Option<Arc<Redactor>>>,
}

impl<'a> Keeper<'a> {
    fn new(known: &'a KnownSecrets, browser: usize) -> Self {
        Self { known, browser, redactors: HashMap::new() }
    }

    /// True when something was in it.
    fn take_out(&mut self, value: &mut Value, place: &SecretPlace) -> bool {
        match value {
            Value::String(text) => {
                let Some(redactor) = self.redactor(place) else { return false };
                match redactor.redact(text) {
                    Cow::Borrowed(_) => false,
                    Cow::Owned(clean) => {
                        *text = clean;
                        true
                    }
                }
            }
            Value::Array(values) => {
                values.iter_mut().fold(false, |found, it| self.take_out(it, place) | found)
            }
            Value::Object(fields) => self.take_out_of_object(fields, place),
            _ => false,
        }
    }

    fn take_out_of_object(&mut self, fields: &mut Map<String, Value>, place: &SecretPlace) -> bool {
        let own = place_of(fields, place, self.browser);
        let place = own.as_ref().unwrap_or(place);
        let named = self.take_out_of_names(fields, place);
        fields.iter_mut().fold(named, |found, (name, it)| {
            (!is_own_word(name, it) && self.take_out(it, place)) | found
        })
    }

    /// Of what may be a name of our own, only values that count everywhere are taken out.
    fn take_out_of_names(&mut self, fields: &mut Map<String, Value>, place: &SecretPlace) -> bool {
        let (everywhere, here) = (self.redactor(&SecretPlace::default()), self.redactor(place));
        let clean = |name: &str| {
            let redactor = if is_own_name(name) { &everywhere } else { &here };
            match redactor.as_ref().map(|redactor| redactor.redact(name)) {
                Some(Cow::Owned(clean)) => Some(clean),
                _ => None,
            }
        };
        if !fields.keys().any(|name| clean(name).is_some()) {
            return false;
        }
        let renamed = |(name, value): (String, Value)| (clean(&name).unwrap_or(name), value);
        *fields = std::mem::take(fields).into_iter().map(renamed).collect();
        true
    }

    fn redactor(&mut self, place: &SecretPlace) -> Option<Arc<Redactor>> {
        if let Some(known) = self.redactors.get(place) {
            return known.clone();
        }
        let redactor = self.known.redactor(place).map(Arc::new);
        self.redactors.insert(place.clone(), redactor.clone());
        redactor
    }
}

fn is_own_word(name: &str, value: &Value) -> bool {
    let is_word = |text: &str| {
        text.len() <= OWN_WORD_BYTES_MAX && text.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    OWN_WORDS.contains(&name) && value.as_str().is_some_and(is_word)
}

/// May it be the name of a field of ours?
fn is_own_name(name: &str) -> bool {
    name.starts_with(|letter: char| letter.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A tab, a visit, a request: where it is, if that is said.
fn place_of(
    fields: &Map<String, Value>,
    around: &SecretPlace,
    browser: usize,
) -> Option<SecretPlace> {
    let url = fields.get("url")?.as_str()?;
    let place = around.clone().at(url);
    let is_tab = fields.contains_key("windowId");
    let id = fields.get("id").and_then(Value::as_i64).filter(|_| is_tab);
    match id.and_then(|id| i32::try_from(id).ok()) {
        Some(id) => Some(place.in_tab((browser, TabId(id)))),
        None => Some(place),
    }
}
