//! Which pages may be kept by themselves, without the person asking for each. In doubt a page is not kept: what is
//! missing can be remembered by one command, and what was kept against somebody's will cannot be made unknown.

use std::net::IpAddr;

use tabwright_wire::knowledge::{KnowledgeSettings, NotKept};
use url::{Host, Url};

use crate::address::{is_on_site, site_of};
use crate::page::{Page, PageKind};

/// Below this there is too little to read.
const WORDS_MIN: usize = 60;
const QUALITY_MIN: f32 = 0.2;

/// What the document shows beside its words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Signs {
    pub has_password_field: bool,
    pub has_payment_field: bool,
    /// Something to sign out with: the page is one that only this person sees.
    pub has_sign_out: bool,
    /// The page says that it is not to be indexed or kept (`noarchive`).
    pub refuses_archive: bool,
}

/// Whether a page at this address may be kept at all, before its content is looked at.
pub fn check_address(
    address: &str,
    settings: &KnowledgeSettings,
    now_ms: u64,
) -> Result<(), NotKept> {
    if !settings.automatic {
        return Err(NotKept::Off);
    }
    if settings.paused_until_ms.is_some_and(|until| now_ms < until) {
        return Err(NotKept::Paused);
    }
    let url = Url::parse(address).map_err(|_| NotKept::NotWeb)?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return Err(NotKept::NotWeb);
    }
    let site = site_of(address);
    if settings.sites_off.iter().any(|off| is_on_site(&site, off)) {
        return Err(NotKept::SiteOff);
    }
    let is_allowed = || settings.intranet_hosts.iter().any(|host| is_on_site(&site, host));
    if is_intranet(&url) && !is_allowed() {
        return Err(NotKept::Intranet);
    }
    if is_search_results(&url) {
        return Err(NotKept::SearchResults);
    }
    if is_private_place(&url) {
        return Err(NotKept::Private);
    }
    Ok(())
}

/// Whether a page that may be kept by its address also may by what is on it.
pub fn check_content(page: &Page, signs: Signs) -> Result<(), NotKept> {
    if signs.has_password_field || signs.has_payment_field {
        return Err(NotKept::Sensitive);
    }
    if signs.refuses_archive {
        return Err(NotKept::Private);
    }
    // A page with a way to sign out may be anybody's forum or somebody's account. Without the form of something
    // that is written for many, it is taken for the latter.
    let is_for_many = page.published.is_some()
        || page.author.is_some()
        || matches!(page.kind, PageKind::Article | PageKind::Discussion | PageKind::Documentation);
    if signs.has_sign_out && !is_for_many {
        return Err(NotKept::Private);
    }
    let words = page.text.split_whitespace().count();
    // Chinese and Japanese set no blanks between words.
    let length = words.max(page.text.chars().filter(|c| !c.is_ascii()).count() / 4);
    if length < WORDS_MIN || page.quality < QUALITY_MIN {
        return Err(NotKept::Poor);
    }
    Ok(())
}

/// Hosts that only the person's own network knows.
fn is_intranet(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => is_local(IpAddr::V4(address)),
        Some(Host::Ipv6(address)) => is_local(IpAddr::V6(address)),
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.').to_ascii_lowercase();
            const LOCAL: &[&str] = &[
                ".corp",
                ".home",
                ".home.arpa",
                ".internal",
                ".intern",
                ".intra",
                ".intranet",
                ".lan",
                ".local",
                ".localdomain",
                ".localhost",
                ".private",
                ".test",
                ".invalid",
                ".onion",
            ];
            // A host of these names is nearly always somebody's own, whatever domain it is in.
            const OWN: &[&str] = &["intranet", "internal", "corp", "vpn", "localhost"];
            !name.contains('.')
                || LOCAL.iter().any(|end| name.ends_with(end))
                || name.split('.').any(|label| OWN.contains(&label))
        }
        None => true,
    }
}

fn is_local(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            let [a, b, ..] = v4.octets();
            v4.is_loopback()
                || v4.is_private()
                || v4.is_link_local()
                || v4.is_unspecified()
                || (a == 100 && (64..128).contains(&b))
        }
        IpAddr::V6(v6) => {
            v6.is_loopback()
                || v6.is_unspecified()
                || v6.is_unique_local()
                || v6.is_unicast_link_local()
                || v6.to_ipv4_mapped().is_some_and(|v4| is_local(IpAddr::V4(v4)))
        }
    }
}

/// Lists of results: what is worth keeping are the pages behind them.
fn is_search_results(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    let path = url.path().to_ascii_lowercase();
    const ENGINES: &[&str] = &[
        "google.",
        "bing.",
        "duckduckgo.",
        "search.brave.",
        "ecosia.",
        "startpage.",
        "qwant.",
        "yandex.",
        "baidu.",
        "search.yahoo.",
        "kagi.",
        "search.marginalia",
        "searx",
        "swisscows.",
        "mojeek.",
        "perplexity.",
    ];
    let asks = |names: &[&str]| {
        url.query_pairs().any(|(name, value)| {
            names.contains(&name.to_ascii_lowercase().as_str()) && !value.trim().is_empty()
        })
    };
    let is_engine = ENGINES.iter().any(|engine| host.starts_with(engine));
    if is_engine
        && (asks(&["q", "query", "p", "wd", "text", "search"]) || path.starts_with("/search"))
    {
        return true;
    }
    let is_search_path = path.split('/').any(|part| {
        matches!(
            part,
            "search"
                | "search.php"
                | "search.html"
                | "suche"
                | "recherche"
                | "buscar"
                | "results"
                | "s"
        )
    });
    is_search_path
        && asks(&[
            "q",
            "query",
            "search",
            "search_query",
            "k",
            "keyword",
            "keywords",
            "term",
            "text",
            "s",
            "st",
            "wd",
        ])
}

/// Places that are one person's by their nature: mail, banks, health, messages, accounts, checkout.
fn is_private_place(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().to_ascii_lowercase();
    const LABELS: &[&str] = &[
        "accounts",
        "account",
        "auth",
        "banking",
        "bank",
        "checkout",
        "ebanking",
        "health",
        "identity",
        "id",
        "inbox",
        "login",
        "mail",
        "meinkonto",
        "messages",
        "messenger",
        "my",
        "mychart",
        "mygov",
        "myaccount",
        "netbanking",
        "onlinebanking",
        "online-banking",
        "outlook",
        "pay",
        "payment",
        "payments",
        "payroll",
        "portal",
        "secure",
        "signin",
        "sso",
        "tax",
        "taxes",
        "wallet",
        "webmail",
    ];
    const SITES: &[&str] = &[
        "paypal.com",
        "web.whatsapp.com",
        "web.telegram.org",
        "app.slack.com",
        "discord.com",
        "teams.microsoft.com",
        "drive.google.com",
        "docs.google.com",
        "calendar.google.com",
        "photos.google.com",
        "contacts.google.com",
        "icloud.com",
        "dropbox.com",
        "onedrive.live.com",
        "proton.me",
        "1password.com",
        "bitwarden.com",
        "lastpass.com",
        "wise.com",
        "revolut.com",
        "robinhood.com",
        "coinbase.com",
        "claude.ai",
        "chatgpt.com",
        "chat.openai.com",
        "gemini.google.com",
        "linkedin.com",
        "facebook.com",
        "instagram.com",
        "x.com",
        "tinder.com",
        "bumble.com",
        "okcupid.com",
    ];
    const PATHS: &[&str] = &[
        "account",
        "accounts",
        "admin",
        "basket",
        "billing",
        "cart",
        "checkout",
        "dashboard",
        "inbox",
        "invoice",
        "invoices",
        "login",
        "log-in",
        "logout",
        "mail",
        "messages",
        "my-account",
        "myaccount",
        "oauth",
        "oauth2",
        "order-history",
        "orders",
        "password",
        "payment",
        "payments",
        "preferences",
        "profile",
        "register",
        "reset-password",
        "saml",
        "settings",
        "signin",
        "sign-in",
        "signup",
        "sign-up",
        "sso",
        "statements",
        "wallet",
        "warenkorb",
        "wp-admin",
    ];
    let by_site = SITES.iter().any(|site| is_on_site(&host, site));
    let labels: Vec<&str> = host.split('.').collect();
    let below = &labels[..labels.len().saturating_sub(2)];
    let by_label = below.iter().any(|label| LABELS.contains(label));
    // Words of a domain itself: `deutsche-bank.de` is one, `riverbank.org` is not.
    let own = labels.get(labels.len().saturating_sub(2)).copied().unwrap_or_default();
    let by_domain =
        own.split('-').any(|word| matches!(word, "bank" | "banking" | "bancorp" | "sparkasse"))
            || labels.last() == Some(&"bank");
    let path = url.path().to_ascii_lowercase();
    let by_path = path.split('/').take(4).any(|part| PATHS.contains(&part));
    // Somebody else's key in an address opens what it names to whoever has it.
    const KEYS: &[&str] = &[
        "access_token",
        "api_key",
        "apikey",
        "auth",
        "code",
        "id_token",
        "jwt",
        "otp",
        "password",
        "passwd",
        "reset",
        "samlresponse",
        "secret",
        "session",
        "sessionid",
        "sid",
        "sig",
        "signature",
        "ticket",
        "token",
        "x-amz-signature",
    ];
    let by_key = url.query_pairs().any(|(name, value)| {
        value.len() >= 6 && KEYS.contains(&name.to_ascii_lowercase().as_str())
    });
    by_site || by_label || by_domain || by_path || by_key || !url.username().is_empty()
}
