//! Names that must not be taken for each other although an attribute is the same: the button that now
//! takes back what it did, or that now does something that cannot be taken back.

use crate::words::{codes, words};

/// What undoes what.
const OPPOSITES: &[(&[&str], &[&str])] = &[
    (&["add", "insert"], &["remove", "delete"]),
    (
        &["accept", "approve", "confirm", "allow", "agree"],
        &["reject", "decline", "deny", "refuse", "cancel", "disagree"],
    ),
    (&["open", "reopen", "show", "expand", "more"], &["close", "hide", "collapse", "less"]),
    (&["start", "play", "resume", "begin"], &["stop", "pause", "end"]),
    (&["next", "forward"], &["previous", "prev", "back"]),
    (&["in", "on", "up", "yes", "all"], &["out", "off", "down", "no", "none"]),
    (&["increase", "increment", "plus"], &["decrease", "decrement", "minus"]),
    (&["login", "signin"], &["logout", "signout"]),
    (&["left", "first", "top"], &["right", "last", "bottom"]),
    (&["save", "keep"], &["discard", "reset"]),
    (
        &["archive", "hinzufügen", "anmelden", "weiter", "ja"],
        &["restore", "entfernen", "abmelden", "zurück", "nein"],
    ),
];

/// What cannot be taken back, by kind. A name that had none of a kind must not get one.
const COMMITMENTS: &[&[&str]] = &[
    &[
        "delete",
        "remove",
        "discard",
        "erase",
        "destroy",
        "purge",
        "cancel",
        "terminate",
        "löschen",
        "entfernen",
        "supprimer",
        "eliminar",
    ],
    &[
        "pay",
        "buy",
        "order",
        "purchase",
        "checkout",
        "donate",
        "bezahlen",
        "kaufen",
        "bestellen",
        "payer",
        "comprar",
    ],
    &[
        "send",
        "submit",
        "publish",
        "post",
        "share",
        "senden",
        "absenden",
        "veröffentlichen",
        "envoyer",
        "enviar",
    ],
    &["close", "archive", "merge", "deploy", "release", "transfer", "block", "ban"],
];

/// What tells how far something has come: it has been done already, or cannot be done now.
const STATES: &[&str] = &[
    "added",
    "ausverkauft",
    "closed",
    "complet",
    "disabled",
    "done",
    "expired",
    "full",
    "loading",
    "notify",
    "pending",
    "processing",
    "requested",
    "saved",
    "sent",
    "sold",
    "unavailable",
    "waiting",
    "waitlist",
];

/// Beginnings that turn a word into its opposite.
const UNDOING: &[&str] = &["un", "de", "dis", "in", "ent", "dé"];

/// Why a name cannot be a new wording of the other; none where it can.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Conflict {
    Opposite,
    Commitment,
    Numbers,
}

pub(super) fn conflict(was: &str, now: &str) -> Option<Conflict> {
    let (before, after) = (words(was), words(now));
    if codes(was) != codes(now) {
        return Some(Conflict::Numbers);
    }
    let is_state = |word: &String| STATES.contains(&word.as_str()) && !before.contains(word);
    if after.iter().any(is_state) {
        return Some(Conflict::Opposite);
    }
    if is_opposite(&before, &after) {
        return Some(Conflict::Opposite);
    }
    let has =
        |words: &[String], kind: &[&str]| words.iter().any(|word| kind.contains(&word.as_str()));
    let is_new = |kind: &&&[&str]| has(&after, kind) && !has(&before, kind);
    COMMITMENTS.iter().any(|kind| is_new(&kind)).then_some(Conflict::Commitment)
}

fn is_opposite(before: &[String], after: &[String]) -> bool {
    let gone: Vec<&str> =
        before.iter().filter(|it| !after.contains(it)).map(String::as_str).collect();
    let new: Vec<&str> =
        after.iter().filter(|it| !before.contains(it)).map(String::as_str).collect();
    let undoes = |one: &str, other: &str| {
        UNDOING.iter().any(|prefix| {
            other
                .strip_prefix(prefix)
                .is_some_and(|rest| rest.trim_start_matches('-') == one || shares_stem(rest, one))
        })
    };
    let crossed = |one: &&str, other: &&str| {
        undoes(one, other)
            || undoes(other, one)
            || OPPOSITES.iter().any(|(ones, others)| {
                ones.contains(one) && others.contains(other)
                    || others.contains(one) && ones.contains(other)
            })
    };
    let negates = |words: &[&str]| {
        words.iter().any(|word| matches!(*word, "not" | "don" | "no" | "nicht" | "undo"))
    };
    // "Follow" that says "Following" now has been pressed already.
    let pressed = |one: &&str, other: &&str| {
        other.strip_prefix(one).is_some_and(|end| matches!(end, "ing" | "ed" | "d"))
            || one.strip_suffix('e').is_some_and(|stem| other.strip_prefix(stem) == Some("ing"))
    };
    negates(&gone) != negates(&new)
        || gone.iter().any(|one| {
            new.iter()
                .any(|other| crossed(one, other) || pressed(one, other) || pressed(other, one))
        })
}

/// Long words that begin alike: "connected" and "connect".
fn shares_stem(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    short.chars().count() >= 4 && long.starts_with(short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wording_may_change_but_not_what_it_does() {
        for (was, now, expected) in [
            ("Add to cart", "Put in basket", None),
            ("Search", "Find", None),
            ("Save", "Speichern", None),
            ("Follow", "Unfollow", Some(Conflict::Opposite)),
            ("Follow", "Following", Some(Conflict::Opposite)),
            ("Subscribe", "Subscribed", Some(Conflict::Opposite)),
            ("Connect", "Disconnect", Some(Conflict::Opposite)),
            ("Sign in", "Sign out", Some(Conflict::Opposite)),
            ("Show details", "Hide details", Some(Conflict::Opposite)),
            ("Close ticket", "Reopen ticket", Some(Conflict::Opposite)),
            ("Remind me", "Do not remind me", Some(Conflict::Opposite)),
            ("Buy", "Sold out", Some(Conflict::Opposite)),
            ("Save draft", "Publish", Some(Conflict::Commitment)),
            ("Details", "Delete", Some(Conflict::Commitment)),
            ("Delete", "Remove", None),
            ("Floor 3", "Floor 2", Some(Conflict::Numbers)),
            ("Page", "Page 2", Some(Conflict::Numbers)),
        ] {
            assert_eq!(conflict(was, now), expected, "{was} → {now}");
        }
    }
}
