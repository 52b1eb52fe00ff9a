//! Fingerprints written in one line, so that a case can be read:
//! `button "Add to basket" id=add item=listitem:"Filter roast" landmark="main" alike=3`.
//! `id~=x` is an attribute that looks generated; `near="a|b"` are neighbours; `hidden` is not shown.

use tabwright_wire::flows::{Candidate, Fingerprint, FrameFacts, ItemFacts, NamingAttribute};

pub(super) fn fingerprint(line: &str) -> Fingerprint {
    read(line).0
}

/// Numbered from 1, in their order.
pub(super) fn candidates(lines: &[&str]) -> Vec<Candidate> {
    let candidate = |(at, line): (usize, &&str)| {
        let (fingerprint, is_shown) = read(line);
        Candidate { number: at as u32 + 1, is_shown, is_enabled: true, fingerprint }
    };
    lines.iter().enumerate().map(candidate).collect()
}

fn read(line: &str) -> (Fingerprint, bool) {
    let parts = parts(line);
    let mut it = Fingerprint { alike: 1, ..Fingerprint::default() };
    it.role = if parts[0] == "-" { String::new() } else { parts[0].clone() };
    it.name = parts[1].clone();
    let mut is_shown = true;
    for part in &parts[2..] {
        let Some((key, value)) = part.split_once('=') else {
            assert_eq!(part, "hidden", "{line}");
            is_shown = false;
            continue;
        };
        let value = value.to_owned();
        match key {
            "tag" => it.tag = value,
            "type" => it.input_type = Some(value),
            "label" => it.label = Some(value),
            "text" => it.text = Some(value),
            "alike" => it.alike = value.parse().unwrap(),
            "heading" => it.heading = Some(value),
            "landmark" => it.landmark = Some(value),
            "near" => it.neighbours = value.split('|').map(str::to_owned).collect(),
            "item" => {
                let (role, text) = value.split_once(':').unwrap();
                it.item = Some(ItemFacts { role: role.to_owned(), text: text.to_owned() });
            }
            "frame" => it.frame = Some(FrameFacts { address: value, title: String::new() }),
            name => {
                let generated = name.ends_with('~');
                let name = name.trim_end_matches('~').to_owned();
                it.attributes.push(NamingAttribute { name, value, generated });
            }
        }
    }
    (it, is_shown)
}

/// Split at blanks that are in no quotes, without the quotes.
fn parts(line: &str) -> Vec<String> {
    let (mut parts, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => parts.push(String::new()),
            letter => parts.last_mut().unwrap().push(letter),
        }
    }
    parts
}
