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
const PAYMENT: &[&str] = &[
    "cc-number",
    "cc-csc",
    "cc-exp",
    "cardnumber",
    "card-number",
    "card_number",
    "creditcard",
    "credit-card",
    "cvc",
    "cvv",
    "iban",
];
const LABEL_CHARS_MAX: usize = 40;

pub(crate) fn signs_of(html: &str) -> Signs {
    let mut signs = Signs::default();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let end = rest.find('>').unwrap_or(rest.len());
        let tag = &rest[..end];
        let name = tag.split([' ', '\t', '\n', '/']).next().unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "input" => read_field(tag, &mut signs),
            "meta" => {
                let tag = tag.to_ascii_lowercase();
                let is_robots = tag.contains("\"robots\"") || tag.contains("name=robots");
                signs.refuses_archive |= is_robots && tag.contains("noarchive");
            }
            "a" | "button" => {
                let label = rest.get(end + 1..).unwrap_or_default();
                signs.has_sign_out |= is_sign_out(label) || is_sign_out_tag(tag);
            }
            _ => {}
        }
        rest = &rest[end..];
    }
    signs
}

fn read_field(tag: &str, signs: &mut Signs) {
    let tag = tag.to_ascii_lowercase();
    let kind = attribute(&tag, "type").unwrap_or_default();
    signs.has_password_field |= kind == "password"
        || attribute(&tag, "autocomplete")
            .is_some_and(|it| it.ends_with("password") || it == "one-time-code");
    let names =
        ["autocomplete", "name", "id"].map(|name| attribute(&tag, name).unwrap_or_default());
    signs.has_payment_field |=
        kind != "hidden" && names.iter().any(|name| PAYMENT.iter().any(|word| name.contains(word)));
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

/// The text up to the next tag that is not empty.
fn is_sign_out(label: &str) -> bool {
    let label: String = label.chars().take(400).collect();
    let mut depth = 0_usize;
    let words: String = label
        .chars()
        .filter(|c| {
            match c {
                '<' => depth += 1,
                '>' => {
                    depth = depth.saturating_sub(1);
                    return false;
                }
                _ => {}
            }
            depth == 0
        })
        .take(LABEL_CHARS_MAX)
        .collect();
    let words = words.trim().to_lowercase();
    SIGN_OUT.iter().any(|sign| {
        words.strip_prefix(sign).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })
}

fn is_sign_out_tag(tag: &str) -> bool {
    let tag = tag.to_ascii_lowercase();
    attribute(&tag, "href").is_some_and(|href| {
        href.split(['/', '?', '#', '&'])
            .any(|part| matches!(part, "logout" | "signout" | "sign-out" | "log-out"))
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
