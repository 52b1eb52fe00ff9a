//! What holds whatever the rules say and whoever asks: the functions that say how far a client reaches
//! agree with each other, and no rule that forbids something opens something else.

use proptest::prelude::*;
use proptest::sample::select;
use tabwright_wire::{ClientOrigin, Mode, Rule, Sensitivity, VerbKind};

use super::{Evaluation, evaluate, may_see};
use crate::request::{PermissionRequest, Reach, ScriptUse};
use crate::rules::RuleSet;
use crate::session_answers::SessionAnswers;

const CLIENTS: &[&str] = &["agent", "other"];
const PAGES: &[&str] = &[
    "https://bank.test/",
    "https://www.bank.test/transfer?to=1#x",
    "http://bank.test:8080/",
    "https://ok.test/",
    "https://ok.test/docs/a",
    "https://ok.test:8443/docs/../x",
    "http://127.0.0.1:3000/",
];
const SITES: &[&str] = &[
    "bank.test",
    "*.bank.test",
    "bank.test:8080",
    "https://ok.test/docs/*",
    "ok.test",
    "127.0.0.1:3000",
    "*",
];
const KINDS: &[VerbKind] = &[VerbKind::Read, VerbKind::Act, VerbKind::Go, VerbKind::Arrange];
const MODES: &[Mode] = &[Mode::Auto, Mode::Ask, Mode::ReadOnly, Mode::Deny];

fn some<T: Clone + std::fmt::Debug + 'static>(
    of: &'static [T],
) -> impl Strategy<Value = Option<T>> {
    prop_oneof![Just(None), select(of).prop_map(Some)]
}

fn rule() -> impl Strategy<Value = Rule> {
    let client = some(&["agent", "other", "*", "a*"]);
    let new_tabs = prop_oneof![3 => Just(None), 1 => Just(Some(false))];
    (client, some(SITES), some(MODES), some(&["ok.test", "https://ok.test/docs/*"]), new_tabs)
        .prop_filter("it says something", |(_, _, mode, lock, tabs)| {
            mode.is_some() || lock.is_some() || tabs.is_some()
        })
        .prop_map(|(client, site, mode, lock, new_tabs)| Rule {
            client: client.map(str::to_owned),
            site: site.map(str::to_owned),
            mode,
            locked_url: lock.map(str::to_owned),
            new_tabs,
            ..Rule::default()
        })
}

fn rules() -> impl Strategy<Value = Vec<Rule>> {
    prop::collection::vec(rule(), 0..5)
}

fn set_of(rules: Vec<Rule>) -> RuleSet {
    let nowhere = std::path::Path::new("/nonexistent/rules.json");
    RuleSet::open(nowhere, rules).expect("rules that can be read")
}

fn request() -> impl Strategy<Value = PermissionRequest<'static>> {
    let url = prop_oneof![6 => select(PAGES), 1 => Just("")];
    let reach = prop_oneof![4 => Just(Reach::Page), 1 => Just(Reach::EverySite)];
    let sensitivity = prop_oneof![Just(None), select(&Sensitivity::ALL[..]).prop_map(Some)];
    (select(CLIENTS), select(KINDS), url, some(PAGES), reach, any::<bool>(), sensitivity).prop_map(
        |(client, kind, url, to, reach, opens_tab, sensitivity)| PermissionRequest {
            client,
            origin: ClientOrigin::Mcp,
            operation: "operation",
            kind,
            url,
            to,
            reach,
            opens_tab,
            sensitivity,
            script: ScriptUse::None,
        },
    )
}

fn judged(rules: &RuleSet, request: &PermissionRequest<'_>) -> Evaluation {
    evaluate(rules, &SessionAnswers::default(), request)
}

fn is_denied(rules: &RuleSet, request: &PermissionRequest<'_>) -> bool {
    matches!(judged(rules, request), Evaluation::Deny(_))
}

/// The same place, written as a browser would read it, too.
fn respelled(url: &str) -> Vec<String> {
    let Some((scheme, rest)) = url.split_once("://") else { return Vec::new() };
    let host_end = rest.find(['/', ':']).unwrap_or(rest.len());
    let (host, tail) = rest.split_at(host_end);
    let dotted = if host.starts_with(|letter: char| letter.is_ascii_digit()) { "" } else { "." };
    vec![
        format!("{}://{rest}", scheme.to_uppercase()),
        format!("{scheme}://{}{tail}", host.to_uppercase()),
        format!("{scheme}://{host}{dotted}{tail}"),
        format!("{scheme}://ok.test:pw@{rest}"),
        format!("{scheme}://{host}{}", tail.replacen('/', "/./", 1)),
        format!("view-source:{url}"),
    ]
}

proptest! {
    /// What may not be seen may not be read, acted on or gone to.
    #[test]
    fn what_is_out_of_sight_is_out_of_reach(rules in rules(), request in request()) {
        let rules = set_of(rules);
        let page = PermissionRequest { to: None, ..request };
        if !may_see(&rules, &page) {
            // A page that is locked out can still be left and moved.
            let kind = if matches!(request.kind, VerbKind::Read) { VerbKind::Read } else { VerbKind::Act };
            let page = PermissionRequest { kind, ..page };
            prop_assert!(is_denied(&rules, &page));
        }
        if let Some(to) = request.to
            && !may_see(&rules, &PermissionRequest { url: to, to: None, ..request })
            && request.kind == VerbKind::Go
        {
            prop_assert!(is_denied(&rules, &request), "goes where it may not see");
        }
    }

    /// Who reaches every site at once is kept from none.
    #[test]
    fn who_reaches_every_site_is_kept_from_none(rules in rules(), request in request()) {
        let rules = set_of(rules);
        let everywhere = PermissionRequest { reach: Reach::EverySite, ..request };
        if !is_denied(&rules, &everywhere) {
            for url in PAGES {
                let page = PermissionRequest { url, to: None, ..request };
                prop_assert!(may_see(&rules, &page), "{url}");
            }
        }
    }

    #[test]
    fn what_is_nobodys_or_the_persons_no_rule_gives_away(rules in rules(), request in request()) {
        let rules = set_of(rules);
        for reach in [Reach::Nobody, Reach::Person] {
            let request = PermissionRequest { reach, ..request };
            prop_assert!(is_denied(&rules, &request));
        }
    }

    /// Where there are no borders, every page is judged alike, so that nobody has to look which it is.
    #[test]
    fn without_borders_all_pages_are_alike(rules in rules(), request in request()) {
        let rules = set_of(rules);
        prop_assume!(!rules.has_borders(request.client, request.origin));
        let kinds: Vec<_> = PAGES
            .iter()
            .map(|url| {
                let request =
                    PermissionRequest { url, to: None, opens_tab: false, sensitivity: None, ..request };
                std::mem::discriminant(&judged(&rules, &request))
            })
            .collect();
        prop_assert!(kinds.windows(2).all(|pair| pair[0] == pair[1]));
    }

    /// A rule more that denies closes its site, and opens nothing.
    #[test]
    fn a_rule_that_denies_opens_nothing(rules in rules(), site in select(SITES), request in request()) {
        let before = set_of(rules.clone());
        let deny = Rule {
            site: Some(site.to_owned()), mode: Some(Mode::Deny), ..Rule::default()
        };
        let after = set_of([vec![deny], rules].concat());
        if is_denied(&before, &request) {
            prop_assert!(is_denied(&after, &request));
        }
        let page = PermissionRequest { to: None, ..request };
        if !may_see(&before, &page) {
            prop_assert!(!may_see(&after, &page));
        }
        if site == "*" && !request.url.is_empty() {
            prop_assert!(is_denied(&after, &request) && !may_see(&after, &page));
        }
    }

    /// A rule more that forbids scripts stops them at its site, and opens nothing.
    #[test]
    fn a_rule_that_forbids_scripts_stops_them(rules in rules(), request in request(), later in any::<bool>()) {
        let script = if later { ScriptUse::Later } else { ScriptUse::Here };
        let request = PermissionRequest { script, kind: VerbKind::Act, ..request };
        let forbid = Rule { scripts: Some(false), ..Rule::default() };
        prop_assert!(is_denied(&set_of(vec![forbid]), &request));
        let forbid = Rule { site: Some("*".to_owned()), scripts: Some(false), ..Rule::default() };
        let (before, after) = (set_of(rules.clone()), set_of([vec![forbid], rules].concat()));
        prop_assert!(!is_denied(&before, &request) || is_denied(&after, &request));
    }

    /// What is sensitive is never done without a question, unless a rule allows it.
    #[test]
    fn what_is_sensitive_asks(rules in rules(), request in request()) {
        let rules = set_of(rules);
        let allowed = matches!(judged(&rules, &request), Evaluation::Allow { .. });
        prop_assert!(request.sensitivity.is_none() || !allowed);
    }

    /// An address is judged by where it leads, not by how it is written.
    #[test]
    fn no_spelling_walks_around_a_rule(rules in rules(), request in request()) {
        let rules = set_of(rules);
        let plain = PermissionRequest { to: None, ..request };
        let kind = std::mem::discriminant(&judged(&rules, &plain));
        for url in respelled(request.url) {
            let odd = PermissionRequest { url: &url, ..plain };
            let is_source = url.starts_with("view-source:");
            let judged = judged(&rules, &odd);
            let denied = matches!(judged, Evaluation::Deny(_));
            // Some schemes are refused whatever they are around.
            prop_assert!(
                std::mem::discriminant(&judged) == kind || (is_source && denied),
                "{} is judged otherwise than {}", url, request.url
            );
            prop_assert!(may_see(&rules, &odd) == may_see(&rules, &plain) || is_source, "{url}");
        }
    }
}
