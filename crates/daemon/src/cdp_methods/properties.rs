//! What holds for every method and every parameter, whoever made them up.

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use tabwright_policy::Reach;
use tabwright_wire::VerbKind;

use super::{
    METHODS, NAMING_SITES, NamedSite, UNKNOWN, drags_files, facts, named_files, named_sites,
};

/// JSON of any shape, with the names that matter in odd places.
fn odd_json() -> impl Strategy<Value = Value> {
    let keys = select(vec![
        "url",
        "urls",
        "origin",
        "scopeURL",
        "securityOrigin",
        "storageKey",
        "domain",
        "cookies",
        "storageId",
        "storageBucket",
        "bucket",
        "files",
        "data",
        "x",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        select(vec!["https://bank.test/", "bank.test", "", "^0", "/etc/passwd"])
            .prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((keys.clone(), inner), 0..5).prop_map(|members| {
                members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
            }),
        ]
    })
}

fn raw(value: &Value) -> Box<RawValue> {
    to_raw_value(value).expect("JSON")
}

proptest! {
    /// What nobody knows reaches everywhere, so that a client which is kept from any site does not have it.
    #[test]
    fn only_what_stands_in_the_table_is_known(method in "\\PC{0,30}") {
        let (domain, name) = method.split_once('.').unwrap_or((&method, ""));
        let known = METHODS.get(domain).is_some_and(|methods| methods.contains_key(name));
        prop_assert!(known || facts(&method) == UNKNOWN);
        prop_assert_eq!((UNKNOWN.kind, UNKNOWN.reach), (VerbKind::Act, Reach::EverySite));
    }

    /// No other way to write a method is that method.
    #[test]
    fn a_method_is_known_by_its_own_name_only(
        domain in select(METHODS.keys().copied().collect::<Vec<_>>()),
        odd in "[ .\\u{200b}A-Z]{1,3}",
    ) {
        for name in METHODS[domain].keys() {
            for method in [
                format!("{domain}.{name}{odd}"), format!("{odd}{domain}.{name}"),
                format!("{domain}.{odd}{name}"), format!("{}.{name}", domain.to_lowercase()),
            ] {
                let (domain, name) = method.split_once('.').unwrap_or_default();
                let stands = METHODS.get(domain).is_some_and(|names| names.contains_key(name));
                prop_assert!(stands || facts(&method) == UNKNOWN, "{method}");
            }
        }
    }

    #[test]
    fn no_parameters_make_it_panic(
        domain in select(NAMING_SITES), name in "[a-zA-Z]{1,12}", params in odd_json(),
    ) {
        let params = raw(&params);
        named_sites(&format!("{domain}.{name}"), Some(&params));
        drags_files(Some(&params));
        named_files(Some(&params));
    }

    /// A site is found whatever else stands beside it.
    #[test]
    fn a_site_that_is_named_is_found(
        domain in select(NAMING_SITES),
        key in select(vec!["url", "origin", "scopeURL", "securityOrigin", "storageKey"]),
        beside in odd_json(),
        deep in any::<bool>(),
    ) {
        let site = "https://bank.test/";
        let mut named = match beside {
            Value::Object(members) => Value::Object(members),
            other => json!({ "x": other }),
        };
        named[key] = site.into();
        let params = if deep { json!({ "cookies": [{}, named] }) } else { named };
        let found = named_sites(&format!("{domain}.setSomething"), Some(&raw(&params)));
        prop_assert!(found.contains(&NamedSite::Address(site.to_owned())), "{params}");
    }
}
