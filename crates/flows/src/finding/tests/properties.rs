use proptest::prelude::*;
use tabwright_wire::flows::{Candidate, Fingerprint, ItemFacts, NamingAttribute};

use super::super::{Finding, find};

const ROLES: &[&str] = &["button", "link", "textbox", "option", "checkbox", "row", "generic"];
const NAMES: &[&str] =
    &["", "Save", "Save all", "Delete", "Open", "Close", "Send", "Ticket 4", "Ticket 5"];
const ITEMS: &[&str] =
    &["Invoice 4455 Ann", "Invoice 4456 Ann", "Filter roast", "Filter roast decaf", ""];
const IDS: &[&str] = &["save", "delete-1", "delete-2", "order-8213", "menu", "submit"];
const PLACES: &[&str] = &["main", "banner", "form Profile"];

fn fingerprints() -> impl Strategy<Value = Fingerprint> {
    let pick = |list: &'static [&'static str]| prop::sample::select(list).prop_map(str::to_owned);
    let item = prop::option::of((prop::sample::select(&["row", "dialog"][..]), pick(ITEMS)));
    let id = prop::option::of((
        prop::sample::select(&["id", "data-id", "href"][..]),
        pick(IDS),
        any::<bool>(),
    ));
    (pick(ROLES), pick(NAMES), item, id, prop::option::of(pick(PLACES)), 1_u32..4).prop_map(
        |(role, name, item, id, landmark, alike)| Fingerprint {
            role,
            name,
            tag: "div".to_owned(),
            item: item.map(|(role, text)| ItemFacts { role: role.to_owned(), text }),
            attributes: id
                .map(|(name, value, generated)| NamingAttribute {
                    name: name.to_owned(),
                    value,
                    generated,
                })
                .into_iter()
                .collect(),
            landmark,
            alike,
            ..Fingerprint::default()
        },
    )
}

fn pages() -> impl Strategy<Value = Vec<Candidate>> {
    prop::collection::vec((fingerprints(), prop::bool::weighted(0.9)), 0..9).prop_map(|all| {
        let candidate = |(at, (fingerprint, is_shown)): (usize, (Fingerprint, bool))| Candidate {
            number: at as u32 + 1,
            is_shown,
            is_enabled: true,
            fingerprint,
        };
        all.into_iter().enumerate().map(candidate).collect()
    })
}

/// Has no word, attribute or place in common with anything above.
fn unrelated(number: u32, role: &str) -> Candidate {
    let fingerprint = Fingerprint {
        role: role.to_owned(),
        name: format!("Zebra{number}"),
        tag: "span".to_owned(),
        attributes: vec![NamingAttribute {
            name: "id".to_owned(),
            value: format!("zebra{number}x"),
            generated: false,
        }],
        alike: 1,
        ..Fingerprint::default()
    };
    Candidate { number, is_shown: true, is_enabled: true, fingerprint }
}

fn number(finding: &Finding) -> Option<u32> {
    match finding {
        Finding::Found(found) => Some(found.number),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_order_of_candidates_changes_nothing(
        wanted in fingerprints(),
        (page, shuffled) in pages().prop_flat_map(|page| (Just(page.clone()), Just(page).prop_shuffle())),
    ) {
        prop_assert_eq!(find(&wanted, &page), find(&wanted, &shuffled));
    }

    #[test]
    fn what_is_unrelated_changes_nothing(
        wanted in fingerprints(),
        page in pages(),
        roles in prop::collection::vec(prop::sample::select(ROLES), 1..5),
    ) {
        let before = find(&wanted, &page);
        let mut more = page.clone();
        for (at, role) in roles.iter().enumerate() {
            more.insert(at % (page.len() + 1), unrelated(100 + at as u32, role));
        }
        prop_assert_eq!(number(&find(&wanted, &more)), number(&before));
    }

    #[test]
    fn another_candidate_never_makes_a_third_one_the_right_one(
        wanted in fingerprints(),
        page in pages(),
        more in fingerprints(),
    ) {
        let before = number(&find(&wanted, &page));
        let added = Candidate { number: 100, is_shown: true, is_enabled: true, fingerprint: more };
        let page: Vec<_> = page.into_iter().chain([added]).collect();
        let after = number(&find(&wanted, &page));
        prop_assert!(after.is_none() || after == before || after == Some(100) , "{:?} {:?}", before, after);
    }

    #[test]
    fn what_is_found_has_the_name_or_an_attribute(wanted in fingerprints(), page in pages()) {
        if let Some(number) = number(&find(&wanted, &page)) {
            let found = &page[number as usize - 1].fingerprint;
            let has_attribute = wanted.attributes.iter().any(|it| !it.generated && found.attributes.contains(it));
            prop_assert!(found.name == wanted.name && !wanted.name.is_empty() || has_attribute);
        }
    }
}
