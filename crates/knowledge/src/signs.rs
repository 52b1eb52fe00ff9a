//! Signs in a document that it is not for keeping: fields for passwords and cards, a way to sign out, a wish not
//! to be archived. Found by looking at the tags alone, since a page that hides them behind broken markup is worse
//! kept than left.

use crate::eligibility::Signs;

/// Words of a link or button that ends a session.
const SIGN_OUT: &[&str] = &[
    "sign out",
    "signout",
    "sign-out",
    "log out",
    "logout",
    "log-out",
    "log off",
    "abmelden",
    "ausloggen",
    "se déconnecter",
    "déconnexion",
    "cerrar sesión",
    "esci",
    "disconnetti",
    "sair",
    "uitloggen",
    "afmelden",
    "logga ut",
    "wyloguj",
    "выйти",
    "ログアウト",
    "退出登录",
    "登出",
];
/// Words in the names of fields for the data of a card or an account.
const PAYMENT: &[&str] =
    &["cardnumber", "ccnumber", "creditcard", "cvc", "cvc2", "cvv", "cvv2", "csc", "iban", "pan"];
/// Two such words that stand side by side.
const PAYMENT_PAIRS: &[(&str, &str)] = &[
    ("card", "number"),
    ("card", "num"),
    ("card", "no"),
    ("cc", "number"),
    ("cc", "num"),
    ("cc", "exp"),
    ("cc", "csc"),
    ("cc", "name"),
    ("credit", "card"),
    ("card", "expiry"),
    ("card", "exp"),
    ("exp", "month"),
    ("expiry", "month"),
    ("exp", "year"),
    ("expiry", "year"),
    ("security", "code"),
];
const ONE_TIME: &[&str] = &["otp", "totp", "2fa", "mfa", "passcode", "onetimecode", "tan"];
const ONE_TIME_PAIRS: &[(&str, &str)] =
    &[("one", "time"), ("verification", "code"), ("auth", "code"), ("two", "factor")];
const LABELS: &[&str] = &[
    "card number",
    "security code",
    "kartennummer",
    "numéro de carte",
    "número de tarjeta",
    "cvv",
    "cvc",
    "iban",
];
/// Services that draw the fields of a card in frames of their own.
const PAYMENT_FRAMES: &[&str] = &[
    "js.stripe.com",
    "adyen.com",
    "braintreegateway.com",
    "checkout.com",
    "squareup.com",
    "paypal.com",
    "mollie.com",
];
const LABEL_CHARS_MAX: usize = 40;

pub(crate) fn signs_of(html: &str) -> Signs {
    let mut signs = Signs::default();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let end = rest.find('>').unwrap_or(rest.len());
        let tag = rest[..end].to_lowercase();
        let name = tag.split([' ', '\t', '\n', '/']).next().unwrap_or_default();
        let label = || text_after(rest.get(end + 1..).unwrap_or_default());
        match name {
            "input" | "select" => read_field(&rest[..end], &mut signs),
            "iframe" => {
                let source = attribute(&tag, "src").unwrap_or_default();
                signs.has_payment_field |=
                    PAYMENT_FRAMES.iter().any(|place| source.contains(place));
            }
            "label" => {
                signs.has_payment_field |= LABELS.iter().any(|words| label().contains(words));
            }
            "link" => {
                let relation = attribute(&tag, "rel").unwrap_or_default();
                signs.has_canonical |= relation == "canonical";
            }
            "meta" => {
                let is_robots = attribute(&tag, "name")
                    .is_some_and(|name| name.ends_with("robots") || name.ends_with("bot"));
                signs.refuses_archive |= is_robots && tag.contains("noarchive");
            }
            "a" | "button" => signs.has_sign_out |= is_sign_out(&label()) || is_sign_out_tag(&tag),
            _ => {}
        }
        rest = &rest[end..];
    }
    signs
}

fn read_field(written: &str, signs: &mut Signs) {
    let tag = written.to_lowercase();
    let kind = attribute(&tag, "type").unwrap_or_default();
    signs.has_password_field |= kind == "password";
    signs.has_sign_out |= kind == "submit" && attribute(&tag, "value").is_some_and(is_sign_out);
    if kind == "hidden" {
        return;
    }
    // With their capitals, which part the words of a name.
    for name in ["autocomplete", "name", "id", "aria-label", "placeholder"] {
        let words = words_of(attribute(written, name).unwrap_or_default());
        let has = |single: &[&str], pairs: &[(&str, &str)]| {
            words.iter().any(|word| single.contains(&word.as_str()))
                || words.windows(2).any(|two| pairs.contains(&(two[0].as_str(), two[1].as_str())))
        };
        signs.has_password_field |=
            has(ONE_TIME, ONE_TIME_PAIRS) || words.iter().any(|word| word == "password");
        signs.has_payment_field |= has(PAYMENT, PAYMENT_PAIRS);
    }
}

/// `cardNumber`, `card-number` and `card_number` are two words each.
fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for c in name.chars().take(200) {
        let starts = !c.is_alphanumeric() || (c.is_uppercase() && was_small);
        if starts && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if let (true, Some(word)) = (c.is_alphanumeric(), words.last_mut()) {
            word.extend(c.to_lowercase());
        }
        was_small = c.is_lowercase() || c.is_numeric();
    }
    words
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let at = tag.match_indices(name).find_map(|(at, _)| {
        let before = tag[..at].chars().next_back()?;
        let after = tag[at + name.len()..].trim_start().strip_prefix('=')?;
        before.is_whitespace().then_some(after)
    })?;
    let value = at.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    Some(match quote {
        Some(quote) => value[1..].split(quote).next().unwrap_or_default(),
        None => value.split([' ', '\t', '\n', '/']).next().unwrap_or_default(),
    })
}

/// The text of an element that has just begun, without the tags in it, as far as a label is long.
fn text_after(html: &str) -> String {
    let mut words = String::new();
    let mut is_in_tag = false;
    for c in html.chars().take(400) {
        match c {
            '<' => {
                is_in_tag = true;
                words.push(' ');
            }
            '>' => is_in_tag = false,
            _ if !is_in_tag => words.push(c),
            _ => {}
        }
        // What follows the first words stands elsewhere.
        if is_in_tag && !words.trim().is_empty() || words.len() > LABEL_CHARS_MAX {
            break;
        }
    }
    words.trim().to_lowercase()
}

fn is_sign_out(words: &str) -> bool {
    let words = words.trim();
    SIGN_OUT.iter().any(|sign| {
        words.strip_prefix(sign).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}

fn is_sign_out_tag(tag: &str) -> bool {
    let says = |name: &str| attribute(tag, name).is_some_and(is_sign_out);
    says("aria-label")
        || says("title")
        || attribute(tag, "href").is_some_and(|href| {
            href.split(['/', '?', '#', '&']).any(|part| {
                matches!(
                    part,
                    "logout"
                        | "signout"
                        | "sign-out"
                        | "log-out"
                        | "logoff"
                        | "abmelden"
                        | "deconnexion"
                )
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_shows_what_it_is() {
        let none = Signs::default();
        for (html, signs) in [
            ("<p>tea</p>", none),
            ("<input type=password>", Signs { has_password_field: true, ..none }),
            ("<INPUT name='p' TYPE = \"password\" >", Signs { has_password_field: true, ..none }),
            ("<input autocomplete='cc-number'>", Signs { has_payment_field: true, ..none }),
            ("<input name=cardNumber>", Signs { has_payment_field: true, ..none }),
            ("<a href=/x><svg></svg> Sign out</a>", Signs { has_sign_out: true, ..none }),
            ("<a href='/account/logout'>x</a>", Signs { has_sign_out: true, ..none }),
            ("<button><span>Abmelden</span></button>", Signs { has_sign_out: true, ..none }),
            ("<a>Log outputs of a build</a>", none),
            ("<p>How to sign out</p>", none),
            (
                "<meta name=\"robots\" content=\"noarchive\">",
                Signs { refuses_archive: true, ..none },
            ),
            ("<meta name=\"robots\" content=\"noindex\">", none),
            ("<input type=search name=q>", none),
            ("<", none),
            ("<input type=", none),
        ] {
            assert_eq!(signs_of(html), signs, "{html}");
        }
    }
}
