//! One candidate beside what was recorded: what is equal, what differs, and what follows from it.

use serde::Serialize;
use tabwright_wire::flows::{Candidate, Fingerprint, FrameFacts};

use super::attributes::{self, AttributeMatch};
use super::items::{self, ItemFit};
use super::meaning::{self, Conflict};
use super::roles::{self, RoleMatch};
use super::{How, Near};
use crate::words::plain;

/// Why a candidate is not the one that was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Mismatch {
    /// It is another kind of element.
    Role,
    /// It is called otherwise, and nothing else names it.
    Name,
    /// It has the name, but something that tells it apart differs.
    Attributes,
    /// It stands in another item.
    Item,
    /// It is in another frame.
    Frame,
    /// What it is called now is the opposite of what it was called, or does more.
    Meaning,
    /// It has the name, as others have, and nothing around it is the same.
    Context,
    /// It cannot be seen now.
    Hidden,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Same,
    Healed,
    Not(Mismatch),
}

#[derive(Debug)]
pub(super) struct Look<'c> {
    pub(super) candidate: &'c Candidate,
    pub(super) verdict: Verdict,
    pub(super) score: i32,
    facts: Facts,
    wanted: &'c Fingerprint,
}

#[derive(Debug)]
struct Facts {
    role: RoleMatch,
    name: NameMatch,
    attributes: AttributeMatch,
    item: ItemFit,
    same_frame: bool,
    context: Context,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameMatch {
    Same,
    /// Neither has one.
    Nameless,
    Changed,
}

/// What is around it. A fact that only one of both has says nothing.
#[derive(Debug, Default)]
struct Context {
    alike: u32,
    unlike: u32,
    points: i32,
}

impl<'c> Look<'c> {
    /// Looks at all of them, since what is common to several tells none of them apart.
    pub(super) fn at_all(wanted: &'c Fingerprint, candidates: &[&'c Candidate]) -> Vec<Self> {
        let facts: Vec<_> =
            candidates.iter().map(|it| Facts::of(wanted, &it.fingerprint)).collect();
        let is_namesake = |facts: &&Facts| {
            facts.name == NameMatch::Same && facts.role == RoleMatch::Same && facts.same_frame
        };
        let namesakes = facts.iter().filter(is_namesake).count();
        let several = wanted.alike > 1 || namesakes > 1;
        let mut looks = Vec::new();
        for (candidate, facts) in candidates.iter().zip(facts) {
            let others = candidates.iter().filter(|other| other.number != candidate.number);
            let is_told_apart = facts.is_told_apart(wanted, others.map(|it| &it.fingerprint));
            let verdict = facts.verdict(wanted, &candidate.fingerprint, several, is_told_apart);
            let score = facts.score(wanted, &candidate.fingerprint);
            looks.push(Self { candidate, verdict, score, facts, wanted });
        }
        looks
    }

    /// Both are links to the same place: it does not matter which is followed.
    pub(super) fn leads_where(&self, other: &Self) -> bool {
        let href = |look: &Self| {
            let fingerprint = &look.candidate.fingerprint;
            let attribute = fingerprint.attributes.iter().find(|it| it.name == "href")?;
            (fingerprint.role == "link" && attribute.value.len() > 1).then(|| attribute.clone())
        };
        match (href(self), href(other)) {
            (Some(one), Some(other)) => attributes::has_equal(&[other], &one),
            _ => false,
        }
    }

    pub(super) fn how(&self) -> How {
        if self.verdict == Verdict::Same && self.facts.item != ItemFit::Near {
            return How::Same;
        }
        let (wanted, now) = (self.wanted, &self.candidate.fingerprint);
        let item = |fingerprint: &Fingerprint| {
            fingerprint.item.as_ref().map(|it| it.text.clone()).unwrap_or_default()
        };
        let (was, now) = match self.facts.name {
            NameMatch::Same if self.facts.role != RoleMatch::Same => {
                (format!("{} {}", wanted.role, wanted.name), format!("{} {}", now.role, now.name))
            }
            NameMatch::Same => (item(wanted), item(now)),
            _ => (wanted.name.clone(), now.name.clone()),
        };
        How::Healed { score: percent(self.score), was, now }
    }

    /// Worth telling a person who looks for it.
    pub(super) fn is_near(&self) -> bool {
        let has_words_of_it = || {
            let (was, now) = (plain(&self.wanted.name), plain(&self.candidate.fingerprint.name));
            !was.is_empty() && was.split(' ').any(|word| now.split(' ').any(|it| it == word))
        };
        let (name, attributes) = (self.facts.name, &self.facts.attributes);
        name == NameMatch::Same
            || !attributes.equal.is_empty()
            || (self.facts.role != RoleMatch::Other && has_words_of_it())
    }

    pub(super) fn near(&self) -> Near {
        let Candidate { number, is_shown, fingerprint, .. } = self.candidate;
        let mismatch = match self.verdict {
            Verdict::Not(mismatch) => Some(mismatch),
            _ if !is_shown => Some(Mismatch::Hidden),
            _ => None,
        };
        Near {
            number: *number,
            role: fingerprint.role.clone(),
            name: fingerprint.name.clone(),
            item: fingerprint.item.as_ref().map(|item| item.text.clone()),
            is_shown: *is_shown,
            score: percent(self.score),
            mismatch,
        }
    }
}

fn percent(score: i32) -> u8 {
    u8::try_from(score.clamp(0, 100)).unwrap_or(0)
}

impl Facts {
    fn of(wanted: &Fingerprint, now: &Fingerprint) -> Self {
        Self {
            role: roles::compare(&wanted.role, &now.role),
            name: compare_names(wanted, now),
            attributes: attributes::compare(&wanted.attributes, &now.attributes),
            item: items::compare(wanted.item.as_ref(), now.item.as_ref()),
            same_frame: is_same_frame(wanted.frame.as_ref(), now.frame.as_ref()),
            context: Context::of(wanted, now),
        }
    }

    /// It has an attribute as recorded that no other candidate has. Where there are several of its kind, one
    /// that ends with a small number may count places, and does not do.
    fn is_told_apart<'o>(
        &self,
        wanted: &Fingerprint,
        others: impl Iterator<Item = &'o Fingerprint>,
    ) -> bool {
        let others: Vec<_> = others.collect();
        let equal = wanted.attributes.iter().filter(|it| self.attributes.equal.contains(&it.name));
        let mut telling = equal.filter(|it| {
            // Radio buttons have their name in common, and their value besides.
            let is_shared = others.iter().any(|other| attributes::has_equal(&other.attributes, it));
            !(is_shared || wanted.alike > 1 && attributes::may_count_places(&it.value))
        });
        telling.next().is_some()
    }

    fn verdict(
        &self,
        wanted: &Fingerprint,
        now: &Fingerprint,
        several: bool,
        is_told_apart: bool,
    ) -> Verdict {
        if !self.same_frame {
            return Verdict::Not(Mismatch::Frame);
        }
        match (self.name, self.role) {
            (_, RoleMatch::Other) => Verdict::Not(Mismatch::Role),
            (NameMatch::Same, RoleMatch::Same) => self.verdict_on_namesake(wanted, now, several),
            (NameMatch::Same, RoleMatch::Family) => {
                let is_backed = is_told_apart || self.context.is_clearly_alike();
                match self.verdict_on_item(wanted, now, several) {
                    Some(mismatch) => Verdict::Not(mismatch),
                    None if !self.attributes.contradicting.is_empty()
                        && !self.context.is_clearly_alike() =>
                    {
                        Verdict::Not(Mismatch::Attributes)
                    }
                    None if is_backed => Verdict::Healed,
                    None => Verdict::Not(Mismatch::Role),
                }
            }
            (NameMatch::Nameless | NameMatch::Changed, _) => {
                self.verdict_by_attributes(wanted, now, is_told_apart)
            }
        }
    }

    fn verdict_on_namesake(
        &self,
        wanted: &Fingerprint,
        now: &Fingerprint,
        several: bool,
    ) -> Verdict {
        match self.verdict_on_item(wanted, now, several) {
            Some(mismatch) => Verdict::Not(mismatch),
            None if several && wanted.item.is_none() && !self.is_alike_around() => {
                Verdict::Not(Mismatch::Context)
            }
            None => Verdict::Same,
        }
    }

    fn verdict_on_item(
        &self,
        wanted: &Fingerprint,
        now: &Fingerprint,
        several: bool,
    ) -> Option<Mismatch> {
        if several {
            let fits = match self.item {
                ItemFit::Exact | ItemFit::Near => true,
                // A group that somebody put around it, which tells nothing apart.
                ItemFit::Unknown => {
                    let role =
                        wanted.item.as_ref().or(now.item.as_ref()).map(|it| it.role.as_str());
                    role.is_some_and(|role| !roles::is_collected(role))
                        && self.context.is_clearly_alike()
                }
                ItemFit::Differs => false,
            };
            return (!fits).then_some(Mismatch::Item);
        }
        let is_named =
            wanted.item.as_ref().is_some_and(|item| items::is_named_in(&wanted.name, item));
        let is_another = roles::acts_on_item(&wanted.role) || has_action_name(wanted);
        let is_another =
            is_another && !is_named && items::is_another(wanted.item.as_ref(), now.item.as_ref());
        is_another.then_some(Mismatch::Item)
    }

    /// More speaks for it than against it.
    fn is_alike_around(&self) -> bool {
        let attributes = &self.attributes;
        let alike = self.context.alike + u32::from(!attributes.equal.is_empty());
        alike > self.context.unlike + u32::from(!attributes.contradicting.is_empty())
    }

    fn verdict_by_attributes(
        &self,
        wanted: &Fingerprint,
        now: &Fingerprint,
        is_told_apart: bool,
    ) -> Verdict {
        let is_changed = self.name == NameMatch::Changed;
        if is_changed && (self.attributes.equal.is_empty() || !is_told_apart) {
            return Verdict::Not(Mismatch::Name);
        }
        if self.attributes.equal.is_empty()
            || !is_told_apart
            || !self.attributes.contradicting.is_empty()
        {
            return Verdict::Not(Mismatch::Attributes);
        }
        if is_changed && let Some(conflict) = meaning::conflict(&wanted.name, &now.name) {
            return Verdict::Not(match conflict {
                Conflict::Numbers => Mismatch::Name,
                Conflict::Opposite | Conflict::Commitment => Mismatch::Meaning,
            });
        }
        let in_collection =
            |it: &Fingerprint| it.item.as_ref().is_some_and(|item| roles::is_collected(&item.role));
        let item_matters = wanted.alike > 1 || in_collection(wanted) || in_collection(now);
        if item_matters && !matches!(self.item, ItemFit::Exact | ItemFit::Near) {
            return Verdict::Not(Mismatch::Item);
        }
        if self.role != RoleMatch::Same || (is_changed && !is_built_alike(wanted, now)) {
            return Verdict::Not(if is_changed { Mismatch::Context } else { Mismatch::Role });
        }
        if is_changed { Verdict::Healed } else { Verdict::Same }
    }

    fn score(&self, wanted: &Fingerprint, now: &Fingerprint) -> i32 {
        let role = match self.role {
            RoleMatch::Same => 20,
            RoleMatch::Family => 8,
            RoleMatch::Other => 0,
        };
        let name = if self.name == NameMatch::Changed { 0 } else { 40 };
        let item = match self.item {
            ItemFit::Exact => 16,
            ItemFit::Near => 8,
            ItemFit::Unknown => 4,
            ItemFit::Differs => 0,
        };
        let count = |list: &[String]| i32::try_from(list.len().min(2)).unwrap_or(2);
        // What may count places must not tell namesakes apart.
        let is_place = |name: &String| {
            let value =
                wanted.attributes.iter().find(|it| it.name == *name).map(|it| it.value.as_str());
            wanted.alike > 1 && value.is_some_and(attributes::may_count_places)
        };
        let telling = |list: &[String]| -> Vec<String> {
            list.iter().filter(|name| !is_place(name)).cloned().collect()
        };
        let attributes = 8 * count(&telling(&self.attributes.equal))
            - 6 * count(&telling(&self.attributes.contradicting))
            + 2 * i32::from(self.attributes.spoken_equal > 0);
        let built = if is_built_alike(wanted, now) { 2 } else { 0 };
        role + name + item + attributes + built + self.context.points
    }
}

fn compare_names(wanted: &Fingerprint, now: &Fingerprint) -> NameMatch {
    let (was, is) = (plain(&wanted.name), plain(&now.name));
    match (was.is_empty(), is.is_empty()) {
        (true, true) => {
            let text = |it: &Fingerprint| it.text.as_deref().map(plain).unwrap_or_default();
            let (was, is) = (text(wanted), text(now));
            if !was.is_empty() && was == is { NameMatch::Same } else { NameMatch::Nameless }
        }
        // A recording of another program may know attributes only.
        (true, false) if wanted.role.is_empty() => NameMatch::Nameless,
        _ if was == is => NameMatch::Same,
        _ => NameMatch::Changed,
    }
}

/// The same tag and type, as far as they are known.
fn is_built_alike(wanted: &Fingerprint, now: &Fingerprint) -> bool {
    (wanted.tag.is_empty() || wanted.tag == now.tag)
        && (wanted.input_type.is_none() || wanted.input_type == now.input_type)
}

/// A link that does something to its item, as a button would.
fn has_action_name(wanted: &Fingerprint) -> bool {
    const ACTIONS: &[&str] = &[
        "open", "edit", "delete", "remove", "view", "show", "details", "buy", "add", "book",
        "select", "choose", "download", "reply", "more", "cancel", "pay", "close", "copy", "move",
        "share", "start", "stop", "manage",
    ];
    let words = crate::words::words(&wanted.name);
    words.len() <= 3 && words.iter().any(|word| ACTIONS.contains(&word.as_str()))
}

impl Context {
    fn of(wanted: &Fingerprint, now: &Fingerprint) -> Self {
        let mut context = Self::default();
        let text = |text: &Option<String>| text.as_deref().map(plain);
        let label = |it: &Fingerprint| text(&it.label).filter(|label| *label != plain(&it.name));
        context.count(label(wanted).zip(label(now)), 4, -2);
        context.count(text(&wanted.heading).zip(text(&now.heading)), 4, -2);
        context.count(text(&wanted.landmark).zip(text(&now.landmark)), 5, -3);
        context.count_neighbours(wanted, now);
        context
    }

    fn count(&mut self, pair: Option<(String, String)>, alike: i32, unlike: i32) {
        let Some((was, now)) = pair else { return };
        if was == now {
            self.alike += 1;
            self.points += alike;
        } else {
            self.unlike += 1;
            self.points += unlike;
        }
    }

    fn count_neighbours(&mut self, wanted: &Fingerprint, now: &Fingerprint) {
        if wanted.neighbours.is_empty() || now.neighbours.is_empty() {
            return;
        }
        let are: Vec<_> = now.neighbours.iter().map(|it| plain(it)).collect();
        let kept = wanted.neighbours.iter().filter(|it| are.contains(&plain(it))).count();
        if kept == 0 {
            self.unlike += 1;
        } else {
            self.alike += 1;
            self.points += i32::try_from(6 * kept / wanted.neighbours.len()).unwrap_or(0);
        }
    }

    /// Several facts around it are as they were, and at most one is not.
    fn is_clearly_alike(&self) -> bool {
        self.alike >= 2 && self.unlike <= 1
    }
}

/// Other sites' frames may say what they like: what was in the page is looked for in the page.
fn is_same_frame(wanted: Option<&FrameFacts>, now: Option<&FrameFacts>) -> bool {
    let (Some(was), Some(now)) = (wanted, now) else { return wanted.is_none() && now.is_none() };
    let (site_was, path_was) = site_and_path(&was.address);
    let (site_now, path_now) = site_and_path(&now.address);
    let same_title = !was.title.is_empty() && plain(&was.title) == plain(&now.title);
    site_was == site_now && (path_was == path_now || same_title)
}

/// Numbers in a path change with every visit.
fn site_and_path(address: &str) -> (String, String) {
    let (scheme, rest) = address.split_once("://").unwrap_or(("", address));
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let path: Vec<_> = path
        .split('/')
        .map(|part| if part.chars().any(|it| it.is_ascii_digit()) { "*" } else { part })
        .collect();
    (format!("{scheme}://{host}").to_lowercase(), path.join("/"))
}
