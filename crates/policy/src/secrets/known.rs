//! The values that are secret now: those that were typed by reference, those that a client typed into a
//! password field, and the keys of models. In memory only.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::RwLock;
use tabwright_wire::TabId;

use super::error::SecretError;
use super::forms::{Form, LETTERS_MIN, SHORT_LETTERS_MAX, forms_of};
use super::value::SecretText;
use crate::sites::Address;

/// Values by reference; they are known until the daemon ends.
const REFERENCED_MAX: usize = 1_000;
/// Values of password fields; the oldest make room.
const TYPED_MAX: usize = 500;
/// Of one tab, so that no page makes room by being typed into.
const TYPED_MAX_PER_TAB: usize = 20;
/// Tabs and sites of one value; the oldest make room.
const PLACES_MAX: usize = 50;
const VALUE_BYTES_MAX: usize = 16 * 1024;
/// In the place of a value that has no name.
const HIDDEN: &str = "••••";

/// A tab, and which browser it is of.
pub type TabKey = (usize, TabId);

/// Where a text comes from. Short values, and those of password fields, are looked for only where they were
/// typed: elsewhere `123` is a number and `password` a word.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct SecretPlace {
    tab: Option<TabKey>,
    sites: Vec<String>,
}

impl SecretPlace {
    #[must_use]
    pub fn of_tab(tab: TabKey) -> Self {
        Self { tab: Some(tab), sites: Vec::new() }
    }

    /// At the site of this address, too.
    #[must_use]
    pub fn at(mut self, url: &str) -> Self {
        if let Some(site) = site_of(url)
            && !self.sites.contains(&site)
        {
            self.sites.push(site);
        }
        self
    }

    /// In this tab instead.
    #[must_use]
    pub fn in_tab(self, tab: TabKey) -> Self {
        Self { tab: Some(tab), ..self }
    }
}

/// Shared by everybody who tells something to somebody.
#[derive(Debug, Default)]
pub struct KnownSecrets {
    /// Asked first, and mostly the only thing that is.
    any: AtomicBool,
    known: RwLock<VecDeque<Arc<Known>>>,
}

#[derive(Debug)]
struct Known {
    kind: Kind,
    value: SecretText,
    forms: Vec<Form>,
    /// Found as a whole word only.
    is_short: bool,
    places: RwLock<Places>,
}

/// What a value is.
#[derive(Debug, PartialEq, Eq)]
enum Kind {
    /// The secret of this name.
    Reference(String),
    /// The key of a model, which no page ever gets.
    ModelKey,
    /// Typed into a password field.
    Typed,
}

#[derive(Debug, Default)]
struct Places {
    tabs: VecDeque<TabKey>,
    sites: VecDeque<String>,
}

impl Places {
    fn add(&mut self, place: &SecretPlace) {
        if let Some(tab) = place.tab {
            put(&mut self.tabs, tab);
        }
        for site in &place.sites {
            put(&mut self.sites, site.clone());
        }
    }

    fn has(&self, place: &SecretPlace) -> bool {
        place.tab.is_some_and(|tab| self.tabs.contains(&tab))
            || place.sites.iter().any(|site| self.sites.contains(site))
    }
}

fn put<T: PartialEq>(list: &mut VecDeque<T>, item: T) {
    if list.contains(&item) {
        return;
    }
    if list.len() >= PLACES_MAX {
        list.pop_front();
    }
    list.push_back(item);
}

impl KnownSecrets {
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.any.load(Ordering::Acquire)
    }

    /// A value was given out for its reference.
    pub(super) fn learn_reference(
        &self,
        name: &str,
        value: &str,
        place: &SecretPlace,
    ) -> Result<(), SecretError> {
        self.learn_lasting(Kind::Reference(name.to_owned()), value, place)
    }

    /// The key of a model was read. From now on nobody is told it, wherever it turns up.
    pub fn learn_model_key(&self, key: &str) -> Result<(), SecretError> {
        self.learn_lasting(Kind::ModelKey, key, &SecretPlace::default())
    }

    fn learn_lasting(
        &self,
        kind: Kind,
        value: &str,
        place: &SecretPlace,
    ) -> Result<(), SecretError> {
        let mut known = self.known.write();
        let same = |it: &&Arc<Known>| it.kind == kind && it.value.as_str() == value;
        if let Some(same) = known.iter().find(same) {
            same.places.write().add(place);
            return Ok(());
        }
        if known.iter().filter(|it| it.kind != Kind::Typed).count() >= REFERENCED_MAX {
            return Err(SecretError::TooManyUsed);
        }
        known.push_back(Arc::new(Known::new(kind, value, place)));
        self.any.store(true, Ordering::Release);
        Ok(())
    }

    /// A value was typed into a password field. What is too short to be looked for is not kept.
    pub fn learn_typed(&self, value: &str, place: &SecretPlace) {
        if value.trim().chars().count() < LETTERS_MIN || value.len() > VALUE_BYTES_MAX {
            return;
        }
        let mut known = self.known.write();
        // One that has a name is known by it.
        if let Some(same) = known.iter().find(|it| it.value.as_str() == value) {
            same.places.write().add(place);
            return;
        }
        let is_typed = |it: &Arc<Known>| it.kind == Kind::Typed;
        let of_tab = |it: &Arc<Known>| {
            is_typed(it) && place.tab.is_some_and(|tab| it.places.read().tabs.contains(&tab))
        };
        if known.iter().filter(|it| of_tab(it)).count() >= TYPED_MAX_PER_TAB
            && let Some(oldest) = known.iter().position(of_tab)
        {
            known.remove(oldest);
        }
        if known.iter().filter(|it| is_typed(it)).count() >= TYPED_MAX
            && let Some(oldest) = known.iter().position(is_typed)
        {
            known.remove(oldest);
        }
        known.push_back(Arc::new(Known::new(Kind::Typed, value, place)));
        self.any.store(true, Ordering::Release);
    }

    /// A tab is gone, and with it what was typed into its password fields.
    pub fn forget_tab(&self, tab: TabKey) {
        if self.is_empty() {
            return;
        }
        let mut known = self.known.write();
        known.retain(|it| {
            let mut places = it.places.write();
            let was_here = places.tabs.contains(&tab);
            places.tabs.retain(|other| *other != tab);
            !was_here || it.kind != Kind::Typed || !places.tabs.is_empty()
        });
        self.any.store(!known.is_empty(), Ordering::Release);
    }

    /// Takes values out of texts from a place. None where there are no values to be looked for.
    #[must_use]
    pub fn redactor(&self, place: &SecretPlace) -> Option<Redactor> {
        if self.is_empty() {
            return None;
        }
        let known = self.known.read();
        let counts = |it: &&Arc<Known>| it.is_everywhere() || it.places.read().has(place);
        let known: Vec<_> = known.iter().filter(counts).cloned().collect();
        (!known.is_empty()).then(|| Redactor::new(known))
    }

    /// The text without the values.
    #[must_use]
    pub fn redact<'a>(&self, text: &'a str, place: &SecretPlace) -> Cow<'a, str> {
        match self.redactor(place) {
            Some(redactor) => redactor.redact(text),
            None => Cow::Borrowed(text),
        }
    }

    /// The values that were typed at the site of this address.
    #[must_use]
    pub fn values_at(&self, url: &str) -> Vec<String> {
        if self.is_empty() {
            return Vec::new();
        }
        let place = SecretPlace::default().at(url);
        let known = self.known.read();
        let here = known.iter().filter(|it| !it.forms.is_empty() && it.places.read().has(&place));
        here.map(|it| it.value.as_str().trim().to_owned()).collect()
    }
}

impl Known {
    fn new(kind: Kind, value: &str, place: &SecretPlace) -> Self {
        let mut places = Places::default();
        places.add(place);
        Self {
            kind,
            forms: forms_of(value),
            is_short: value.trim().chars().count() <= SHORT_LETTERS_MAX,
            value: SecretText::new(value.to_owned()),
            places: RwLock::new(places),
        }
    }

    /// Looked for in every text: a person has called it a secret, and it is long enough to be one.
    fn is_everywhere(&self) -> bool {
        self.kind != Kind::Typed && !self.is_short
    }
}

/// Looks for some values in texts.
#[derive(Debug)]
pub struct Redactor {
    known: Vec<Arc<Known>>,
    /// By the byte that a form begins with, the longest first: which value, and which form of it.
    by_first_byte: Vec<Vec<(usize, usize)>>,
}

impl Redactor {
    fn new(known: Vec<Arc<Known>>) -> Self {
        let mut by_first_byte = vec![Vec::new(); 256];
        for (at, it) in known.iter().enumerate() {
            for (form_at, form) in it.forms.iter().enumerate() {
                for byte in form.first_bytes() {
                    by_first_byte[usize::from(byte)].push((at, form_at));
                }
            }
        }
        for forms in &mut by_first_byte {
            forms.sort_by_key(|(at, form)| std::cmp::Reverse(known[*at].forms[*form].bytes()));
        }
        Self { known, by_first_byte }
    }

    /// Puts references or dots in the place of values. In one pass, the longest form first: what was put in
    /// is not looked at again.
    #[must_use]
    pub fn redact<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut out: Option<String> = None;
        let (mut at, mut told) = (0, 0);
        while at < text.len() {
            // No form begins with a byte from the middle of a letter.
            let candidates = &self.by_first_byte[usize::from(text.as_bytes()[at])];
            let whole = candidates.iter().find_map(|(known, form)| {
                let known = &self.known[*known];
                let length = known.forms[*form].length_in(&text[at..])?;
                let fits = !known.is_short || is_word(text, at, at + length);
                fits.then_some((known, length))
            });
            let found = whole.or_else(|| {
                candidates.iter().find_map(|(known, form)| {
                    let known = &self.known[*known];
                    Some((known, known.forms[*form].beginning_in(&text[at..])?))
                })
            });
            let Some((known, length)) = found else {
                at += 1;
                continue;
            };
            let out = out.get_or_insert_default();
            out.push_str(&text[told..at]);
            match &known.kind {
                Kind::Reference(name) => out.extend(["${secret:", name, "}"]),
                Kind::ModelKey | Kind::Typed => out.push_str(HIDDEN),
            }
            at += length;
            told = at;
        }
        match out {
            Some(mut out) => {
                out.push_str(&text[told..]);
                Cow::Owned(out)
            }
            None => Cow::Borrowed(text),
        }
    }
}

/// Does a word, or a number, begin and end here? `7` and `x` are not of one word: `123EUR`.
fn is_word(text: &str, start: usize, end: usize) -> bool {
    let goes_on = |one: Option<char>, other: Option<char>| match (one, other) {
        (Some(one), Some(other)) => {
            (one.is_numeric() && other.is_numeric())
                || (one.is_alphabetic() && other.is_alphabetic())
        }
        _ => false,
    };
    let (before, word, after) = (&text[..start], &text[start..end], &text[end..]);
    !goes_on(before.chars().next_back(), word.chars().next())
        && !goes_on(word.chars().next_back(), after.chars().next())
}

fn site_of(url: &str) -> Option<String> {
    let address = Address::parse(url).ok()?;
    address.place().host().is_some().then(|| address.site())
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::{STANDARD, URL_SAFE};

    use super::*;

    const VALUE: &str = "p&ss <\"wörd'/ +\\9";
    const HERE: &str = "https://shop.test/login";

    fn knowing(secrets: &[(&str, &str)]) -> KnownSecrets {
        let known = KnownSecrets::default();
        for (name, value) in secrets {
            known.learn_reference(name, value, &place(1, HERE)).unwrap();
        }
        known
    }

    fn place(tab: u32, url: &str) -> SecretPlace {
        SecretPlace::of_tab((1, TabId(i32::try_from(tab).unwrap()))).at(url)
    }

    fn told(known: &KnownSecrets, text: &str) -> String {
        known.redact(text, &SecretPlace::default()).into_owned()
    }

    #[test]
    fn a_value_is_found_in_every_form() {
        let known = knowing(&[("bank", VALUE)]);
        let forms = [
            VALUE.to_owned(),
            "p%26ss%20%3C%22w%C3%B6rd'%2F%20%2B%5C9".to_owned(),
            "p%26ss%20%3c%22w%c3%b6rd'%2f%20%2b%5c9".to_owned(),
            "p%26ss+%3C%22w%C3%B6rd%27%2F+%2B%5C9".to_owned(),
            "p&amp;ss &lt;&quot;wörd&#39;/ +\\9".to_owned(),
            "p&amp;ss &lt;\"wörd'/ +\\9".to_owned(),
            serde_json::to_string(VALUE).unwrap().trim_matches('"').to_owned(),
            "p&ss <\\\"w\\u00f6rd'/ +\\\\9".to_owned(),
            "P&SS <\"WÖRD'/ +\\9".to_owned(),
            "9\\+ /'dröw\"< ss&p".to_owned(),
        ];
        for form in forms {
            assert_eq!(told(&known, &format!("a{form}b")), "a${secret:bank}b", "{form}");
        }
    }

    #[test]
    fn base64_of_more_than_the_value_still_hides_it() {
        let known = knowing(&[("bank", "correct horse")]);
        for user in ["", "a", "ab", "abc", "abcd"] {
            for coded in [
                STANDARD.encode(format!("{user}:correct horse")),
                URL_SAFE.encode(format!("{user}:correct horse:more")),
            ] {
                let told = told(&known, &coded);
                assert!(told.contains("${secret:bank}"), "{coded}: {told}");
                assert!(told.len() < coded.len() + "${secret:bank}".len() - 12, "{told}");
            }
        }
    }

    #[test]
    fn of_two_values_the_longer_is_found_first_and_a_reference_is_no_value() {
        let known = knowing(&[("one", "secret"), ("short", "hunter"), ("long", "hunter2")]);
        assert_eq!(told(&known, "hunter2 hunter"), "${secret:long} ${secret:short}");
        assert_eq!(told(&known, "my secret"), "my ${secret:one}");
        let nothing = known.redact("nothing here", &SecretPlace::default());
        assert!(matches!(nothing, Cow::Borrowed(_)));
    }

    #[test]
    fn a_short_value_is_a_secret_where_it_was_typed_and_as_a_word() {
        let known = knowing(&[("pin", "123")]);
        for (text, place, shown) in [
            ("PIN 123.", place(1, ""), "PIN ${secret:pin}."),
            ("PIN 321", place(1, ""), "PIN ${secret:pin}"),
            ("?pin=123&x=1", place(9, HERE), "?pin=${secret:pin}&x=1"),
            ("order 91234", place(1, HERE), "order 91234"),
            ("123EUR", place(1, HERE), "${secret:pin}EUR"),
            ("room 123", place(2, "https://hotel.test/"), "room 123"),
            ("room 123", SecretPlace::default(), "room 123"),
        ] {
            assert_eq!(known.redact(text, &place), shown, "{text} {place:?}");
        }
    }

    #[test]
    fn what_was_typed_into_a_field_is_known_there_and_forgotten_with_the_tab() {
        let known = KnownSecrets::default();
        assert!(known.is_empty());
        known.learn_typed("password", &place(1, HERE));
        known.learn_typed("ab", &place(1, HERE));
        assert_eq!(known.redact("is password", &place(1, "")), "is ••••");
        assert_eq!(known.redact("Password?", &place(7, "https://other.test/")), "Password?");
        assert_eq!(known.values_at("https://shop.test/x"), ["password"]);
        known.forget_tab((2, TabId(1)));
        assert!(!known.is_empty());
        known.forget_tab((1, TabId(1)));
        assert!(known.is_empty());
        assert_eq!(known.redact("is password", &place(1, HERE)), "is password");
    }

    #[test]
    fn no_tab_makes_others_forgotten() {
        let known = KnownSecrets::default();
        known.learn_typed("mine to keep", &place(1, HERE));
        for number in 0..1_000 {
            known.learn_typed(&format!("filling {number}"), &place(2, "https://evil.test/"));
        }
        assert_eq!(known.redact("mine to keep", &place(1, "")), "••••");
        assert_eq!(known.known.read().len(), 1 + TYPED_MAX_PER_TAB);
    }

    #[test]
    fn nothing_of_a_value_is_in_what_is_printed() {
        let known = knowing(&[("bank", "hunter22")]);
        let redactor = known.redactor(&SecretPlace::default());
        assert!(!format!("{known:?} {redactor:?}").contains("hunter"));
    }
}
