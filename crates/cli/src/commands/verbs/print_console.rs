//! What was found of a page's elements, its console and its requests, for a person.

use std::collections::BTreeMap;

use tabwright_client::Home;
use tabwright_wire::FoundElement;
use tabwright_wire::verbs::{
    ConsoleLevel, ConsoleMessages, Found, NetworkRequest, NetworkRequests, RequestDetails,
};

use super::print::raw;
use super::tell;
use crate::args::InTab;
use crate::args::asking::{NetworkArgs, QueryArgs};
use crate::format::one_line;

pub(crate) async fn query(home: &Home, asked: InTab<QueryArgs>) -> anyhow::Result<()> {
    match asked.args.count {
        true => tell(home, asked, count).await,
        false => tell(home, asked, found).await,
    }
}

pub(crate) async fn network(home: &Home, asked: InTab<NetworkArgs>) -> anyhow::Result<()> {
    match asked.args.id {
        Some(_) => tell(home, asked, request).await,
        None => tell(home, asked, requests).await,
    }
}

fn found(found: &Found) {
    for element in &found.elements {
        println!("{}", phrase(element));
        let texts = [
            ("text", &element.text_content),
            ("reads", &element.inner_text),
            ("html", &element.inner_html),
            ("holds", &element.input_value),
            ("attribute", &element.attribute),
        ];
        for (name, text) in texts {
            if let Some(text) = text {
                println!("    {name}: {}", one_line(text));
            }
        }
        if let Some(rect) = element.rect {
            println!("    at {},{}, {} × {}", rect.x, rect.y, rect.width, rect.height);
        }
    }
    let listed = found.elements.len();
    if listed < found.total as usize {
        eprintln!("{listed} of {} elements. `--max` shows more.", found.total);
    } else if found.total == 0 {
        eprintln!("Nothing matches.");
    }
}

fn count(found: &Found) {
    println!("{}", found.total);
}

/// `[12] button "Save" (hidden, disabled)`
fn phrase(element: &FoundElement) -> String {
    let role = element.role.as_deref().filter(|role| !role.is_empty()).unwrap_or("element");
    let name = element.name.as_deref().map(one_line).filter(|name| !name.is_empty());
    let name = name.map(|name| format!(" \"{name}\"")).unwrap_or_default();
    let states = [
        (element.visible == Some(false), "hidden"),
        (element.visible == Some(true) && element.in_view == Some(false), "out of view"),
        (element.enabled == Some(false), "disabled"),
        (element.editable == Some(true), "editable"),
        (element.checked == Some(true), "ticked"),
        (element.checked == Some(false), "not ticked"),
        (element.focused == Some(true), "focused"),
    ];
    let states: Vec<&str> =
        states.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
    let states =
        if states.is_empty() { String::new() } else { format!(" ({})", states.join(", ")) };
    format!("[{}] {role}{name}{states}", element.number)
}

pub(crate) fn console(heard: &ConsoleMessages) {
    for message in &heard.messages {
        let level = match message.level {
            ConsoleLevel::Debug => "debug",
            ConsoleLevel::Info => "info",
            ConsoleLevel::Warning => "warning",
            ConsoleLevel::Error => "error",
        };
        let source = message.source.as_deref().map(one_line);
        let source = source.map(|source| format!("  ({source})")).unwrap_or_default();
        println!("{:>4}  {level:<7}  {}{source}", message.number, one_line(&message.text));
    }
    if heard.dropped > 0 {
        eprintln!("{} lines were dropped. Only the newest are kept.", heard.dropped);
    }
    if heard.muted {
        eprintln!("The page writes so much that it is not listened to for a few seconds.");
    }
    just_begun(heard.just_begun);
}

fn requests(heard: &NetworkRequests) {
    for request in &heard.requests {
        println!("{}", line(request));
    }
    just_begun(heard.just_begun);
}

fn just_begun(is_so: bool) {
    if is_so {
        eprintln!("Recording began with this command. What happened before is not listed.");
    }
}

/// `  3  GET  200  fetch  12 ms  https://…`
fn line(request: &NetworkRequest) -> String {
    let outcome = match (&request.error, request.status) {
        (Some(error), _) => one_line(error),
        (None, Some(status)) => status.to_string(),
        (None, None) => "…".to_owned(),
    };
    let took = request.took_ms.map_or("under way".to_owned(), |ms| format!("{ms} ms"));
    let NetworkRequest { number, method, kind, url, .. } = request;
    format!("{number:>4}  {method:<4}  {outcome:<3}  {kind:<10}  {took:>9}  {}", one_line(url))
}

/// One of them, with all that is known.
fn request(heard: &NetworkRequests) {
    for request in &heard.requests {
        println!("{}", line(request));
        let Some(details) = &request.details else { continue };
        let RequestDetails { request_headers, response_headers, .. } = details;
        headers("request headers", request_headers);
        if let Some(body) = &details.request_body {
            println!();
            raw(body);
        }
        headers("response headers", response_headers);
        match &details.response_body {
            Some(body) => {
                println!();
                raw(body);
            }
            None => eprintln!("The browser has not kept the body of the response."),
        }
        if details.base64 {
            eprintln!("The body is in base64.");
        }
    }
}

fn headers(word: &str, headers: &BTreeMap<String, String>) {
    println!("\n{word}:");
    for (name, value) in headers {
        println!("{name}: {}", one_line(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_is_told_with_what_is_special_of_it() {
        let plain = FoundElement { number: 12, visible: Some(true), ..FoundElement::default() };
        assert_eq!(phrase(&plain), "[12] element");
        let button = FoundElement {
            role: Some("checkbox".to_owned()),
            name: Some("Save\n all".to_owned()),
            enabled: Some(false),
            checked: Some(true),
            in_view: Some(false),
            ..plain
        };
        assert_eq!(phrase(&button), "[12] checkbox \"Save all\" (out of view, disabled, ticked)");
    }

    #[test]
    fn a_request_is_one_line() {
        let mut request = NetworkRequest {
            number: 3,
            method: "GET".to_owned(),
            url: "https://x/a".to_owned(),
            kind: "fetch".to_owned(),
            status: Some(200),
            mime_type: None,
            error: None,
            took_ms: Some(12),
            details: None,
        };
        assert_eq!(line(&request), "   3  GET   200  fetch           12 ms  https://x/a");
        (request.status, request.took_ms) = (None, None);
        assert_eq!(line(&request), "   3  GET   …    fetch       under way  https://x/a");
    }
}
