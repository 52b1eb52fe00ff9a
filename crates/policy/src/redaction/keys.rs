//! Names behind which secrets stand.

const WORDS: [&str; 20] = [
    "password",
    "passwords",
    "passwd",
    "passphrase",
    "passcode",
    "pwd",
    "secret",
    "secrets",
    "token",
    "authorization",
    "credential",
    "credentials",
    "cookie",
    "cookies",
    "otp",
    "totp",
    "pin",
    "cvv",
    "cvc",
    "card",
];
/// Parts of a key that make it secret where it is written as one word, such as `userpassword`.
const PARTS: [&str; 9] = [
    "password",
    "passwd",
    "secret",
    "token",
    "authorization",
    "cookie",
    "apikey",
    "cardnumber",
    "privatekey",
];
/// In a query, shorter names give secrets away as well.
const QUERY_WORDS: [&str; 9] =
    ["key", "auth", "sig", "signature", "session", "sessionid", "sid", "code", "assertion"];

/// `password`, `API-Token`, `cardNumber`, `user_pin`; not `spinner`, `discard` or `maxTokens`.
pub(super) fn is_secret(name: &str) -> bool {
    let words = words_of(name);
    let joined = words.concat();
    // How many of them there are, or may be, is no secret.
    let counts = words.last().is_some_and(|last| last == "tokens");
    words.iter().any(|word| WORDS.contains(&word.as_str()))
        || (!counts && PARTS.iter().any(|part| joined.contains(part)))
}

pub(super) fn is_secret_in_query(name: &str) -> bool {
    is_secret(name) || words_of(name).iter().any(|word| QUERY_WORDS.contains(&word.as_str()))
}

fn words_of(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_small = false;
    for letter in name.chars().take(500) {
        let starts_word = letter.is_uppercase() && after_small;
        if !letter.is_alphanumeric() || starts_word {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
        after_small = letter.is_lowercase() || letter.is_numeric();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_names_are_known_however_they_are_written() {
        let secret = [
            "password",
            "PASSWORD",
            "userPassword",
            "user-password",
            "user_passwd",
            "newpassword",
            "token",
            "accessToken",
            "csrf_token",
            "Authorization",
            "Set-Cookie",
            "cookies",
            "otp",
            "pin",
            "cardPin",
            "CVV",
            "card",
            "cardNumber",
            "card_number",
            "apiKey",
            "client_secret",
            "input[name=password]",
        ];
        for name in secret {
            assert!(is_secret(name), "{name}");
        }
        let plain = ["text", "spinner", "ping", "discard", "maxTokens", "author", "url", "key", ""];
        for name in plain {
            assert!(!is_secret(name), "{name}");
        }
        assert!(is_secret_in_query("key") && is_secret_in_query("oauth-code"));
        assert!(!is_secret_in_query("q") && !is_secret_in_query("keyboard"));
    }
}
