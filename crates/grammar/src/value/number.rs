//! Numbers as JavaScript writes them.

/// Up to here every whole number has a double of its own, so all its digits are needed.
const DIGITS_EXACT_MAX: f64 = 9_007_199_254_740_991.0;

/// The number as an integer, where it is one that loses nothing by it.
pub(super) fn whole(number: f64) -> Option<i64> {
    let fits = number.fract() == 0.0 && number.abs() < i64::MAX as f64;
    fits.then_some(number as i64)
}

/// An argument that counts something: without its fraction, nothing where it is not a number.
pub(super) fn count(number: f64) -> f64 {
    if number.is_nan() { 0.0 } else { number.trunc() }
}

/// The shortest text that reads back as the same number.
pub(super) fn spoken(number: f64) -> String {
    if number.is_nan() {
        return "NaN".into();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity".into() } else { "-Infinity".into() };
    }
    if let Some(whole) = whole(number).filter(|_| number.abs() <= DIGITS_EXACT_MAX) {
        return whole.to_string();
    }
    // Rust's shortest digits, `d.ddde±x`, laid out by the rules of ECMAScript's Number::toString.
    let scientific = format!("{:e}", number.abs());
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let point = exponent.parse::<i32>().unwrap_or(0) + 1;
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    let sign = if number < 0.0 { "-" } else { "" };
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
    match point {
        1..=21 if point >= count => format!("{sign}{digits}{}", zeros(point - count)),
        1..=21 => {
            let (before, after) = digits.split_at(usize::try_from(point).unwrap_or(0));
            format!("{sign}{before}.{after}")
        }
        -5..=0 => format!("{sign}0.{}{digits}", zeros(-point)),
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            let plus = if point > 0 { "+" } else { "" };
            format!("{sign}{first}{dot}{rest}e{plus}{}", point - 1)
        }
    }
}

/// `toFixed`: `None` where JavaScript throws, which is for more than a hundred places.
pub(super) fn fixed(number: f64, places: f64) -> Option<String> {
    let places = count(places);
    if !(0.0..=100.0).contains(&places) {
        return None;
    }
    if !number.is_finite() || number.abs() >= 1e21 {
        return Some(spoken(number));
    }
    // Rust rounds an exact half to the even neighbour, JavaScript away from zero; so the half is
    // looked for in the exact decimal expansion, which for a double has at most 1074 places.
    let places = places as usize;
    let exact = format!("{:.1074}", number.abs());
    let cut = exact.find('.').unwrap_or(exact.len()) + 1 + places;
    let half = exact.get(cut..).is_some_and(|rest| rest.trim_end_matches('0') == "5");
    let rounded = if half { up(&exact[..cut]) } else { format!("{:.*}", places, number.abs()) };
    let sign = if number < 0.0 { "-" } else { "" };
    Some(format!("{sign}{}", rounded.trim_end_matches('.')))
}

/// One more in the last place of a decimal number.
fn up(digits: &str) -> String {
    let mut bytes = digits.as_bytes().to_vec();
    for digit in bytes.iter_mut().rev().filter(|byte| byte.is_ascii_digit()) {
        if *digit < b'9' {
            *digit += 1;
            return String::from_utf8_lossy(&bytes).into_owned();
        }
        *digit = b'0';
    }
    format!("1{}", String::from_utf8_lossy(&bytes))
}
