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
/// A line with fewer words is a label or a row of numbers.
const LINE_WORDS_MIN: usize = 6;
const BARRIER_WORDS_MAX: usize = 250;

/// What the document shows beside its words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Signs {
    pub has_password_field: bool,
    pub has_payment_field: bool,
    /// Something to sign out with: the page is one that only this person sees.
    pub has_sign_out: bool,
    /// It names an address of its own, as pages do that are meant to be found.
    pub has_canonical: bool,
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
    // A page with a way to sign out may be anybody's forum or somebody's account. Without a word about itself, as
    // pages have that are written for many, it is taken for the latter.
    let is_for_many = page.published.is_some()
        || page.author.is_some()
        || signs.has_canonical
        || page.description.is_some()
        || matches!(page.kind, PageKind::Discussion | PageKind::Documentation | PageKind::Product);
    if signs.has_sign_out && !is_for_many {
        return Err(NotKept::Private);
    }
    if length(&page.text) < WORDS_MIN || page.quality < QUALITY_MIN || is_barrier(page) {
        return Err(NotKept::Poor);
    }
    Ok(())
}

/// Words of lines that say something: of a table of numbers, or of labels and buttons, nothing counts.
fn length(text: &str) -> usize {
    let of_line = |line: &str| {
        let words =
            line.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count();
        // Chinese and Japanese set no blanks between words.
        let wide = line.chars().filter(|c| !c.is_ascii() && c.is_alphabetic()).count() / 4;
        let length = words.max(wide);
        if length >= LINE_WORDS_MIN { length } else { 0 }
    };
    text.lines().map(of_line).sum()
}

/// A page that stands before another one: a wall of cookies, a test for robots, an error.
fn is_barrier(page: &Page) -> bool {
    const TITLES: &[&str] = &[
        "404",
        "403",
        "500",
        "access denied",
        "are you a robot",
        "attention required",
        "before you continue",
        "bevor sie fortfahren",
        "checking your browser",
        "error",
        "just a moment",
        "not found",
        "page not found",
        "seite nicht gefunden",
        "page introuvable",
        "página no encontrada",
        "security check",
        "subscribe to read",
        "subscribe to continue",
        "verify you are human",
        "avant de continuer",
    ];
    let head: String = std::iter::once(page.title.as_str())
        .chain(page.headings.iter().take(1).map(String::as_str))
        .chain(page.text.lines().take(1))
        .collect::<Vec<_>>()
        .join("\n")
        .to_lowercase();
    let begins = |line: &str| TITLES.iter().any(|title| line.trim_start().starts_with(title));
    // A long text that is only called so is about it.
    page.published.is_none()
        && page.text.split_whitespace().count() < BARRIER_WORDS_MAX
        && head.lines().any(begins)
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
                ".ip",
                ".lan",
                ".local",
                ".localdomain",
                ".localhost",
                ".private",
                ".test",
                ".invalid",
                ".onion",
            ];
            // Names by which routers are reached.
            const ROUTERS: &[&str] = &[
                "fritz.box",
                "myfritz.box",
                "routerlogin.net",
                "tplinkwifi.net",
                "orbilogin.com",
                "router.asus.com",
                "mywifiext.net",
                "miwifi.com",
            ];
            // A host of these names is nearly always somebody's own, whatever domain it is in.
            const OWN: &[&str] = &["intranet", "internal", "corp", "vpn", "localhost"];
            !name.contains('.')
                || LOCAL.iter().any(|end| name.ends_with(end))
                || ROUTERS.contains(&name.as_str())
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
            let [.., a, b] = v6.segments();
            let [a, b, c, d] = [a.to_be_bytes(), b.to_be_bytes()].concat()[..] else { return true };
            // An address of the old kind behind a gateway (NAT64).
            let is_translated = v6.segments()[..2] == [0x64, 0xff9b];
            v6.is_loopback()
                || v6.is_unspecified()
                || v6.is_unique_local()
                || v6.is_unicast_link_local()
                || v6.to_ipv4_mapped().is_some_and(|v4| is_local(IpAddr::V4(v4)))
                || (is_translated && is_local(IpAddr::from([a, b, c, d])))
        }
    }
}

const SEARCH: &[&str] = &[
    "arama",
    "busca",
    "buscar",
    "busqueda",
    "cerca",
    "find",
    "haku",
    "hledat",
    "kereses",
    "pesquisa",
    "poisk",
    "rechercher",
    "recherche",
    "results",
    "ricerca",
    "search",
    "search.aspx",
    "search.html",
    "search.naver",
    "search.php",
    "sok",
    "soeg",
    "suche",
    "suchen",
    "szukaj",
    "zoek",
    "zoeken",
];

/// Lists of results: what is worth keeping are the pages behind them.
fn is_search_results(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    const ENGINES: &[&str] = &[
        "google",
        "bing",
        "duckduckgo",
        "ecosia",
        "startpage",
        "qwant",
        "yandex",
        "baidu",
        "kagi",
        "searx",
        "swisscows",
        "mojeek",
        "perplexity",
        "sogou",
        "seznam",
    ];
    let asks = |names: &[&str]| {
        url.query_pairs().any(|(name, value)| {
            names.contains(&name.to_ascii_lowercase().as_str()) && !value.trim().is_empty()
        })
    };
    let path = url.path().to_lowercase();
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let is_search_path = parts.iter().any(|part| SEARCH.contains(part) || *part == "s");
    let is_engine =
        host.split('.').any(|label| ENGINES.contains(&label) || SEARCH.contains(&label));
    // Names that nothing but a search has.
    let asks_surely = asks(&[
        "search",
        "search_query",
        "search_term",
        "searchterm",
        "searchtext",
        "suche",
        "suchbegriff",
        "trefwoord",
        "zoekterm",
        "keywords",
        "fulltext",
    ]);
    let asks_perhaps =
        asks(&["q", "query", "p", "k", "s", "st", "wd", "text", "term", "keyword", "ie", "oq"]);
    // `/suche/gezeiten` asks by its path; a name with many dashes is an article's.
    let last_is_asked = matches!(parts[..], [.., place, last]
        if SEARCH.contains(&place) && last.matches('-').count() < 2);
    asks_surely
        || (asks_perhaps && (is_engine || is_search_path || parts.is_empty()))
        || (is_engine && is_search_path)
        || last_is_asked
}

/// Sites that are one person's by their nature. Their own pages about themselves are everybody's.
const PRIVATE_SITES: &[&str] = &[
    "1password.com",
    "airtable.com",
    "bankofamerica.com",
    "barclays.co.uk",
    "bbva.es",
    "capitalone.com",
    "chase.com",
    "citi.com",
    "commerzbank.de",
    "hsbc.com",
    "ing.de",
    "lloydsbank.com",
    "monzo.com",
    "n26.com",
    "natwest.com",
    "postbank.de",
    "santander.com",
    "wellsfargo.com",
    "app.element.io",
    "app.slack.com",
    "asana.com",
    "atlassian.net",
    "bitwarden.com",
    "bumble.com",
    "calendar.google.com",
    "chat.deepseek.com",
    "chat.mistral.ai",
    "chat.openai.com",
    "chatgpt.com",
    "claude.ai",
    "codesandbox.io",
    "coinbase.com",
    "colab.research.google.com",
    "contacts.google.com",
    "copilot.microsoft.com",
    "discord.com",
    "docs.google.com",
    "drive.google.com",
    "dropbox.com",
    "elster.de",
    "facebook.com",
    "figma.com",
    "gemini.google.com",
    "github.dev",
    "gitpod.io",
    "grok.com",
    "icloud.com",
    "impots.gouv.fr",
    "instagram.com",
    "keep.google.com",
    "lastpass.com",
    "linkedin.com",
    "live.com",
    "meet.google.com",
    "messages.google.com",
    "messenger.com",
    "miro.com",
    "monday.com",
    "myworkday.com",
    "notion.so",
    "notion.site",
    "office.com",
    "okcupid.com",
    "paypal.com",
    "photos.google.com",
    "proton.me",
    "revolut.com",
    "robinhood.com",
    "sharepoint.com",
    "teams.microsoft.com",
    "tinder.com",
    "trello.com",
    "web.telegram.org",
    "web.whatsapp.com",
    "wise.com",
    "x.com",
    "zoom.us",
    "parship.de",
    "elitepartner.de",
    "hinge.co",
];
/// Places of such a site, and of any other, that are written for many.
const PUBLIC_PARTS: &[&str] = &[
    "about",
    "article",
    "articles",
    "blog",
    "doc",
    "docs",
    "documentation",
    "engineering",
    "faq",
    "guide",
    "guides",
    "help",
    "hilfe",
    "learn",
    "legal",
    "magazine",
    "manual",
    "newsroom",
    "news",
    "press",
    "pricing",
    "reference",
    "resources",
    "stories",
    "story",
    "support",
    "tutorial",
    "tutorials",
    "wiki",
    "wissen",
];
const PRIVATE_LABELS: &[&str] = &[
    "account",
    "accounts",
    "auth",
    "banking",
    "checkout",
    "ebanking",
    "identity",
    "inbox",
    "login",
    "mail",
    "meinkonto",
    "messages",
    "messenger",
    "my",
    "myaccount",
    "mychart",
    "mygov",
    "netbanking",
    "online-banking",
    "onlinebanking",
    "outlook",
    "pay",
    "payment",
    "payments",
    "payroll",
    "secure",
    "signin",
    "sso",
    "tax",
    "taxes",
    "vault",
    "wallet",
    "webmail",
    "console",
    "employee",
    "hr",
    "patient",
    "patients",
];
const PRIVATE_PARTS: &[&str] = &[
    "2fa",
    "account",
    "accounts",
    "admin",
    "basket",
    "bestellungen",
    "billing",
    "carrello",
    "carrito",
    "cart",
    "checkout",
    "commandes",
    "dashboard",
    "eportal",
    "inbox",
    "invoice",
    "invoices",
    "konto",
    "login",
    "log-in",
    "logout",
    "mail",
    "mein-konto",
    "meinkonto",
    "messages",
    "mfa",
    "mi-cuenta",
    "mon-compte",
    "my-account",
    "myaccount",
    "oauth",
    "oauth2",
    "order-history",
    "orders",
    "panier",
    "passwort",
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
    "verify",
    "wallet",
    "warenkorb",
    "winkelwagen",
    "wp-admin",
    "profil",
    "perfil",
];

/// Places that are one person's by their nature: mail, banks, messages, accounts, checkout.
fn is_private_place(url: &Url) -> bool {
    if !url.username().is_empty() || url.password().is_some() || has_key(url) {
        return true;
    }
    let host = url.host_str().unwrap_or_default().to_ascii_lowercase();
    if let Some(behind) = translated(url, &host) {
        // One step only: whoever translates a translation may do without.
        return translated(&behind, behind.host_str().unwrap_or_default()).is_some()
            || is_intranet(&behind)
            || is_private_place(&behind);
    }
    let path = url.path().to_ascii_lowercase();
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).take(5).collect();
    let labels: Vec<&str> = host.split('.').collect();
    // A bank of food is none of money.
    const OTHER_BANKS: &[&str] =
        &["blood", "clothes", "data", "food", "image", "power", "seed", "time", "toy", "tree"];
    let own = labels.get(labels.len().saturating_sub(2)).copied().unwrap_or_default();
    let has_bank =
        own.split('-').any(|word| matches!(word, "bank" | "banco" | "banca" | "banque" | "kasse"));
    let is_bank = has_bank && !own.split('-').any(|word| OTHER_BANKS.contains(&word));
    let is_banking = is_bank
        || labels.last() == Some(&"bank")
        || labels.iter().flat_map(|label| label.split('-')).any(|word| {
            matches!(
                word,
                "onlinebanking" | "netbanking" | "ebanking" | "banking" | "sparkasse" | "webmail"
            )
        });
    let below = &labels[..labels.len().saturating_sub(2)];
    if (is_banking && !parts.iter().any(|part| PUBLIC_PARTS.contains(part)))
        || below.iter().any(|label| PRIVATE_LABELS.contains(label))
    {
        return true;
    }
    let is_public = parts.iter().any(|part| PUBLIC_PARTS.contains(part));
    let is_public_host = below.iter().any(|label| PUBLIC_PARTS.contains(label));
    let by_site = PRIVATE_SITES.iter().any(|site| is_on_site(&host, site));
    let by_part = parts.iter().any(|part| PRIVATE_PARTS.contains(part));
    // Notebooks on a hub: `/user/ada/lab`.
    let is_notebook = parts.len() > 2
        && parts[0] == "user"
        && matches!(parts[2], "lab" | "tree" | "notebooks" | "edit" | "terminals");
    is_notebook || (by_site && !is_public) || (by_part && !is_public && !is_public_host)
}

/// The page behind one that is shown in another language.
fn translated(url: &Url, host: &str) -> Option<Url> {
    if let Some(label) = host.strip_suffix(".translate.goog") {
        let behind = label.replace("--", "\u{1}").replace('-', ".").replace('\u{1}', "-");
        // A host whose name has dashes of its own cannot be told apart: all dots is the stricter reading.
        return Url::parse(&format!("https://{behind}{}", url.path())).ok();
    }
    if host == "translate.google.com" || host.ends_with("translate.yandex.com") {
        let behind = url.query_pairs().find(|(name, _)| name == "u" || name == "url")?.1;
        return Url::parse(&behind).ok();
    }
    None
}

/// Somebody's key in an address opens what it names to whoever has it.
fn has_key(url: &Url) -> bool {
    const ALWAYS: &[&str] =
        &["token", "secret", "password", "passwd", "signature", "apikey", "api_key", "jwt", "otp"];
    const LONG: &[&str] = &[
        "auth",
        "code",
        "key",
        "reset",
        "samlresponse",
        "session",
        "sessionid",
        "sid",
        "sig",
        "ticket",
    ];
    let is_key = |name: &str, value: &str| {
        let name = name.to_ascii_lowercase();
        let looks_random = value.len() >= 12
            && value.bytes().any(|byte| byte.is_ascii_digit())
            && value.bytes().any(|byte| byte.is_ascii_alphabetic());
        (value.len() >= 6 && ALWAYS.iter().any(|word| name.contains(word)))
            || (looks_random && LONG.contains(&name.as_str()))
    };
    let fragment = url.fragment().unwrap_or_default();
    url.query_pairs().any(|(name, value)| is_key(&name, &value))
        || fragment
            .split('&')
            .filter_map(|part| part.split_once('='))
            .any(|(name, value)| is_key(name, value))
}
