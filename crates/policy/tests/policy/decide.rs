//! What the rules say to whom.

use crate::common::{act, at, go, house, mode, sensitive};
use tabwright_policy::{Decision, Denial, PermissionRequest, Policy, Reach, ScriptUse};
use tabwright_wire::{
    ClientOrigin, EXTENSION_ID, Mode, Rule, RuleSource, Sensitivity, VerbKind, plain_sentence,
};

use Mode::{Ask, Auto, Deny, ReadOnly};

const KINDS: [VerbKind; 5] =
    [VerbKind::Read, VerbKind::Act, VerbKind::Go, VerbKind::Arrange, VerbKind::Reach];

fn word(decision: &Decision) -> &'static str {
    match decision {
        Decision::Allow { .. } => "yes",
        Decision::Ask { .. } => "ask",
        Decision::Deny(_) => "no",
    }
}

fn words(policy: &Policy, url: &str) -> String {
    KINDS.map(|kind| word(&policy.decide(&act(kind, url)))).join(" ")
}

fn denial(policy: &Policy, act: &PermissionRequest<'_>) -> Denial {
    match policy.decide(act) {
        Decision::Deny(denial) => denial,
        other => panic!("{act:?} got {other:?}"),
    }
}

#[test]
fn each_mode_lets_its_kinds_through() {
    //                  read act go arrange reach
    let cases = [
        (Auto, "yes yes yes yes yes"),
        (Ask, "yes ask ask ask ask"),
        (ReadOnly, "yes no no no no"),
        (Deny, "no no no no no"),
    ];
    for (said, expected) in cases {
        let house = house(vec![mode(said)]);
        assert_eq!(words(&house.policy, "https://example.com/"), expected, "{said:?}");
        assert_eq!(words(&house.policy, ""), expected, "{said:?} without a page");
    }
}

#[test]
fn the_first_rule_with_an_opinion_decides_each_matter() {
    let no_tabs = Rule { new_tabs: Some(false), ..Rule::default() };
    let house = house(vec![
        at("example.com", no_tabs),
        at("*.example.com", mode(Ask)),
        at("example.com", mode(Deny)),
        Rule { client: Some("CLAUDE*".to_owned()), ..mode(ReadOnly) },
        mode(Deny),
    ]);
    let policy = &house.policy;
    assert_eq!(words(policy, "https://example.com/"), "yes ask ask ask ask");
    assert_eq!(words(policy, "https://other.org/"), "yes no no no no");
    let other = PermissionRequest { client: "codex", ..act(VerbKind::Read, "https://other.org/") };
    assert_eq!(word(&policy.decide(&other)), "no");
    let opening =
        PermissionRequest { opens_tab: true, ..act(VerbKind::Go, "https://example.com/") };
    assert!(matches!(denial(policy, &opening), Denial::NewTabs { .. }));

    // The person's come before the config's, the newest first.
    policy.add_rule(at("other.org", mode(Deny))).unwrap();
    assert_eq!(words(policy, "https://other.org/"), "no no no no no");
    policy.add_rule(at("other.org", mode(Auto))).unwrap();
    assert_eq!(words(policy, "https://other.org/"), "yes yes yes yes yes");
    let sources: Vec<_> = policy.rules().rules.iter().map(|rule| rule.source).collect();
    let (person, config, built_in) = (RuleSource::Person, RuleSource::Config, RuleSource::BuiltIn);
    assert_eq!(
        sources,
        [person, person, config, config, config, config, config, built_in, built_in]
    );
}

#[test]
fn scripts_run_where_no_rule_forbids_them() {
    let no_scripts = || Rule { scripts: Some(false), ..Rule::default() };
    let house = house(vec![
        at("bank.com", no_scripts()),
        Rule { client: Some("codex".into()), ..no_scripts() },
        Rule { scripts: Some(true), client: Some("codex".into()), ..at("ok.org", no_scripts()) },
    ]);
    let policy = &house.policy;
    let (bank, elsewhere) = ("https://bank.com/", "https://ok.org/");
    for (client, url, script, said) in [
        ("claude", bank, ScriptUse::None, "yes"),
        ("claude", bank, ScriptUse::Here, "no"),
        ("claude", elsewhere, ScriptUse::Here, "yes"),
        // What runs in every page to come would run at the bank.
        ("claude", elsewhere, ScriptUse::Later, "no"),
        ("codex", elsewhere, ScriptUse::Here, "yes"),
        ("codex", "https://other.org/", ScriptUse::Here, "no"),
        ("codex", "https://other.org/", ScriptUse::None, "yes"),
    ] {
        let request = PermissionRequest { client, script, ..act(VerbKind::Act, url) };
        assert_eq!(word(&policy.decide(&request)), said, "{client} {url} {script:?}");
    }
    let request = PermissionRequest { script: ScriptUse::Here, ..act(VerbKind::Act, bank) };
    assert_eq!(
        plain_sentence(&denial(policy, &request).to_string()),
        "`operation` runs a script, and rule 1 of the config file (everybody at bank.com) forbids \
         scripts at bank.com"
    );
}

#[test]
fn a_denial_names_the_rule_and_what_to_do() {
    let house = house(vec![mode(Auto), at("*.bank.com", mode(Deny))]);
    let policy = &house.policy;
    policy
        .add_rule(Rule { client: Some("claude".into()), ..at("shop.org", mode(ReadOnly)) })
        .unwrap();
    let denied = denial(policy, &act(VerbKind::Act, "https://shop.org/x"));
    assert_eq!(
        plain_sentence(&denied.to_string()),
        "`operation` is not allowed at shop.org: the person's rule 1 (claude at shop.org: \
         read-only) says read-only"
    );
    assert!(denied.fix().contains("tabwright rules"));
}

#[test]
fn what_is_said_of_a_site_holds_before_what_is_said_of_all() {
    let house = house(vec![mode(Auto), at("*.bank.com", mode(Deny))]);
    let policy = &house.policy;
    policy.add_rule(Rule { client: Some("claude".into()), ..mode(Auto) }).unwrap();
    let at_bank =
        PermissionRequest { client: "claude", ..act(VerbKind::Read, "https://my.bank.com/") };
    assert_eq!(word(&policy.decide(&at_bank)), "no");
    let elsewhere = PermissionRequest { url: "https://example.com/", ..at_bank };
    assert_eq!(word(&policy.decide(&elsewhere)), "yes");
}

#[test]
fn pages_of_the_browser_can_be_left_and_moved_but_not_read_or_sent_to() {
    let house = house(Vec::new());
    let policy = &house.policy;
    let blocked = [
        "chrome://newtab/",
        "CHROME://settings/passwords",
        "chrome-extension://abcdefghijklmnopabcdefghijklmnop/x.html",
        "chrome-untrusted://x/",
        "chrome-search://local-ntp/",
        "devtools://devtools/bundled/inspector.html",
        "edge://settings/",
        "brave://wallet/",
        "vivaldi://x/",
        "opera://x/",
        "file:///etc/passwd",
        "view-source:https://example.com/",
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "moz-extension://x/",
        "about:settings",
        "blob:chrome://settings/1",
        "filesystem:file:///x",
    ];
    for url in blocked {
        assert_eq!(words(policy, url), "no no yes yes no", "{url}");
        let sent = denial(policy, &go("https://example.com/", url));
        assert!(matches!(sent, Denial::Scheme { .. }), "{url}: {sent}");
        let left = policy.decide(&go(url, "https://example.com/"));
        assert_eq!(word(&left), "yes", "{url}");
    }
    let fine =
        ["about:blank", "about:srcdoc", "data:text/html,x", "blob:null/1", "blob:https://a.de/1"];
    for url in fine {
        assert_eq!(words(policy, url), "yes yes yes yes yes", "{url}");
        assert_eq!(word(&policy.decide(&go("https://example.com/", url))), "yes", "{url}");
    }
}

#[test]
fn a_rule_may_unblock_a_scheme_but_never_our_own_pages() {
    let nothing_blocked = Rule { blocked_schemes: Some(Vec::new()), ..mode(Auto) };
    let house = house(vec![nothing_blocked]);
    let policy = &house.policy;
    assert_eq!(words(policy, "chrome://settings/"), "yes yes yes yes yes");
    assert_eq!(word(&policy.decide(&go("", "file:///tmp/a.html"))), "yes");
    for wrap in ["", "view-source:", "blob:"] {
        let ours = format!("{wrap}Chrome-Extension://{}/panel.html", EXTENSION_ID.to_uppercase());
        for origin in
            [ClientOrigin::Api, ClientOrigin::Mcp, ClientOrigin::Cdp, ClientOrigin::Person]
        {
            for kind in [VerbKind::Read, VerbKind::Act, VerbKind::Reach] {
                let on_it = PermissionRequest { origin, ..act(kind, &ours) };
                assert_eq!(denial(policy, &on_it), Denial::OurPage, "{on_it:?}");
            }
            let to_it = PermissionRequest { origin, ..go("https://example.com/", &ours) };
            assert_eq!(denial(policy, &to_it), Denial::OurPage, "{to_it:?}");
        }
    }
}

#[test]
fn some_schemes_can_be_blocked_instead_of_the_usual_ones() {
    let rule = Rule { blocked_schemes: Some(vec!["HTTP://".into(), "data:".into()]), ..mode(Auto) };
    let house = house(vec![rule]);
    assert_eq!(words(&house.policy, "http://example.com/"), "no no yes yes no");
    assert_eq!(words(&house.policy, "data:,x"), "no no yes yes no");
    assert_eq!(words(&house.policy, "https://example.com/"), "yes yes yes yes yes");
}

#[test]
fn where_a_go_leads_is_judged_too() {
    let house = house(vec![
        at("denied.org", mode(Deny)),
        at("asked.org", mode(Ask)),
        at("looked.at", mode(ReadOnly)),
    ]);
    let cases = [
        ("https://free.org/", "https://denied.org/", "no"),
        ("https://denied.org/", "https://free.org/", "no"),
        ("https://free.org/", "https://asked.org/", "ask"),
        ("https://asked.org/", "https://free.org/", "ask"),
        ("https://free.org/", "https://looked.at/", "yes"),
        ("https://looked.at/", "https://free.org/", "no"),
        ("", "https://denied.org/", "no"),
        ("", "https://free.org@denied.org/", "no"),
        ("", "https://denied.org./", "no"),
        ("", "HTTPS://DENIED.ORG:443", "no"),
        ("", "https://denied.org.free.org/", "yes"),
        ("", "https:\\\\denied.org/", "no"),
        ("", "https:denied.org", "no"),
        ("", "denied.org", "no"),
        ("", "https://denied%2eorg/", "no"),
        ("", "https://denied。org/", "no"),
        ("", "options.html", "no"),
        ("", "blob:https://denied.org/1", "no"),
    ];
    for (url, to, expected) in cases {
        assert_eq!(word(&house.policy.decide(&go(url, to))), expected, "{url} → {to}");
    }
}

#[test]
fn a_locked_client_stays_where_it_is_locked() {
    let lock = Rule { locked_url: Some("https://app.org/team/*".into()), ..Rule::default() };
    let house = house(vec![Rule { client: Some("claude".into()), ..lock }]);
    let policy = &house.policy;
    let (inside, outside) = ("https://app.org/team/1", "https://app.org/other");
    assert_eq!(words(policy, inside), "yes yes yes yes yes");
    assert_eq!(words(policy, outside), "no no no yes no");
    assert_eq!(words(policy, "chrome://newtab/"), "no no no yes no");
    assert_eq!(words(policy, ""), "yes yes no yes yes");
    let cases = [
        (inside, inside, "yes"),
        (outside, inside, "yes"),
        ("chrome://newtab/", inside, "yes"),
        ("", inside, "yes"),
        (inside, outside, "no"),
        (inside, "https://app.org/team/../other", "no"),
        (inside, "https://app.org/team/%2e%2e/other", "no"),
        (inside, "https://app.org@evil.org/team/1", "no"),
        (inside, "about:blank", "no"),
        ("", "data:text/html,x", "no"),
    ];
    for (url, to, expected) in cases {
        assert_eq!(word(&policy.decide(&go(url, to))), expected, "{url} → {to}");
    }
    let denied = denial(policy, &go(inside, outside));
    assert!(denied.to_string().contains("https://app.org/team/*"), "{denied}");
    assert!(denied.fix().contains("https://app.org/team/*"));
}

#[test]
fn what_is_sensitive_asks_unless_a_rule_allows_it() {
    let allow = Rule { allow: Some(vec![Sensitivity::Upload]), ..Rule::default() };
    let house = house(vec![at("files.org", allow)]);
    let policy = &house.policy;
    let needs_confirmation = |decision: Decision| match decision {
        Decision::Allow { needs_confirmation } => needs_confirmation,
        other => panic!("{other:?}"),
    };
    for sensitivity in Sensitivity::ALL {
        let decision = policy.decide(&sensitive("https://a.org/", sensitivity));
        assert_eq!(decision, Decision::Ask { sensitivity: Some(sensitivity) });
    }
    let upload =
        needs_confirmation(policy.decide(&sensitive("https://files.org/", Sensitivity::Upload)));
    assert!(!upload.contains(&Sensitivity::Upload) && upload.contains(&Sensitivity::Payment));
    for kind in KINDS {
        let asks = needs_confirmation(policy.decide(&act(kind, "https://a.org/")));
        let looks = matches!(kind, VerbKind::Read | VerbKind::Arrange);
        assert_eq!(asks, if looks { Vec::new() } else { Sensitivity::ALL.to_vec() }, "{kind:?}");
    }
    let there = needs_confirmation(policy.decide(&go("https://a.org/", "https://files.org/")));
    assert!(!there.contains(&Sensitivity::Upload), "what is met is met where it leads");
}

#[test]
fn the_person_need_not_be_asked_and_nobody_becomes_the_person_by_name() {
    let house = house(Vec::new());
    let pay = sensitive("https://shop.org/", Sensitivity::Payment);
    let person = PermissionRequest { client: "command line", origin: ClientOrigin::Person, ..pay };
    assert_eq!(house.policy.decide(&person), Decision::Allow { needs_confirmation: Vec::new() });
    for origin in [ClientOrigin::Api, ClientOrigin::Mcp, ClientOrigin::Cdp] {
        for client in ["command line", "cli", "person"] {
            let pretender = PermissionRequest { client, origin, ..pay };
            assert_eq!(word(&house.policy.decide(&pretender)), "ask", "{client} at {origin:?}");
        }
    }
}

#[test]
fn tabs_at_denied_places_are_not_seen() {
    let lock = Rule { locked_url: Some("*.team.org".into()), ..Rule::default() };
    let house = house(vec![
        Rule { client: Some("locked".into()), ..lock },
        at("bank.com", mode(Deny)),
        at("news.org", mode(ReadOnly)),
    ]);
    let cases = [
        ("claude", "https://bank.com/", false),
        ("claude", "https://news.org/", true),
        ("claude", "https://free.org/", true),
        ("claude", "chrome://newtab/", true),
        ("claude", "", true),
        ("claude", "https://b%61nk.com/", false),
        ("locked", "https://free.org/", false),
        ("locked", "https://a.team.org/", true),
    ];
    for (client, url, seen) in cases {
        assert_eq!(house.policy.may_see(client, ClientOrigin::Mcp, url), seen, "{client} at {url}");
    }
}

#[test]
fn addresses_that_are_not_understood_are_refused_but_can_be_left() {
    let house = house(Vec::new());
    let odd = "https://exa mple.com/";
    assert_eq!(words(&house.policy, odd), "no no yes yes no");
    let denied = denial(&house.policy, &act(VerbKind::Read, odd));
    assert!(denied.to_string().contains("not a valid address"), "{denied}");
}

#[test]
fn what_reaches_every_site_is_not_for_who_is_kept_from_one() {
    let locked = Rule { locked_url: Some("https://docs.example/*".to_owned()), ..Rule::default() };
    let for_codex = |rule: Rule| Rule { client: Some("codex".to_owned()), ..rule };
    for (rules, said) in [
        (vec![], "yes"),
        (vec![at("bank.example", mode(Ask))], "yes"),
        (vec![at("bank.example", mode(ReadOnly))], "yes"),
        (vec![for_codex(at("bank.example", mode(Deny)))], "yes"),
        (vec![at("bank.example", mode(Deny))], "no"),
        (vec![at("shop.example", mode(Auto)), at("bank.example", mode(Deny))], "no"),
        (vec![locked], "no"),
    ] {
        let house = house(rules.clone());
        let everything = PermissionRequest {
            reach: Reach::EverySite,
            ..act(VerbKind::Act, "https://shop.example/")
        };
        let said_now = word(&house.policy.decide(&everything));
        assert_eq!(said_now, said, "{rules:?}");
        assert_eq!(house.policy.is_confined("claude", ClientOrigin::Mcp), said == "no");
        let nobodys = PermissionRequest { reach: Reach::Nobody, ..everything };
        assert!(matches!(denial(&house.policy, &nobodys), Denial::Nobody { .. }), "{rules:?}");
    }
}

#[test]
fn cookies_of_a_closed_site_are_closed_with_every_domain_that_reaches_it() {
    let house = house(vec![
        at("www.bank.example", mode(Deny)),
        at("*.vault.example", mode(Deny)),
        at("https://pay.example/checkout/*", mode(Deny)),
        at("shop.example", mode(Ask)),
    ]);
    let may = |domain: &str| house.policy.may_have_cookies("claude", ClientOrigin::Cdp, domain);
    for closed in [
        "www.bank.example",
        ".www.bank.example",
        // A cookie of the domain above counts there, too.
        ".bank.example",
        "bank.example",
        "example",
        "vault.example",
        "deep.vault.example",
        "pay.example",
        "not a host",
        "",
    ] {
        assert!(!may(closed), "{closed}");
    }
    for open in ["shop.example", ".news.org", "otherbank.org", "xbank.test", "api.pay.test"] {
        assert!(may(open), "{open}");
    }
}
