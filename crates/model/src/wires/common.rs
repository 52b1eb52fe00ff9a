//! What several wires need.

use std::borrow::Cow;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tabwright_wire::Content;
use url::Url;

use crate::config::Provider;
use crate::error::{BadAnswer, Error};
use crate::message::{Arguments, Message, Replay, Tool};

/// Stands where a picture was that the model cannot read.
const NO_PICTURE: &str = "(a picture is left out here, because this model reads none)";

/// A tool in the form that OpenAI gave it and Ollama took over.
#[derive(Serialize)]
pub(super) struct FunctionTool<'a> {
    r#type: &'static str,
    function: Function<'a>,
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    description: &'a str,
    parameters: &'a Map<String, Value>,
}

impl<'a> FunctionTool<'a> {
    pub(super) fn of(tool: &'a Tool) -> Self {
        let function = Function {
            name: &tool.name,
            description: &tool.description,
            parameters: &tool.input_schema,
        };
        Self { r#type: "function", function }
    }
}

/// A piece of a message that can be sent.
#[derive(Debug, Clone, Copy)]
pub(super) enum Piece<'a> {
    Text(&'a str),
    Image { mime: &'static str, base64: &'a str },
}

/// The pieces of a content, without blank text, which providers refuse.
pub(super) fn pieces(content: &[Content], takes_images: bool) -> impl Iterator<Item = Piece<'_>> {
    content.iter().filter_map(move |content| match content {
        Content::Text { text } => (!text.trim().is_empty()).then_some(Piece::Text(text)),
        Content::Image { base64, format } if takes_images => {
            Some(Piece::Image { mime: format.mime(), base64 })
        }
        Content::Image { .. } => Some(Piece::Text(NO_PICTURE)),
    })
}

/// All text of a content as one, with its pictures.
pub(super) fn text_and_images(
    content: &[Content],
    takes_images: bool,
) -> (Cow<'_, str>, Vec<(&'static str, &str)>) {
    let mut text = Cow::Borrowed("");
    let mut images = Vec::new();
    for piece in pieces(content, takes_images) {
        match piece {
            Piece::Text(more) if text.is_empty() => text = Cow::Borrowed(more),
            Piece::Text(more) => {
                let text = text.to_mut();
                text.push('\n');
                text.push_str(more);
            }
            Piece::Image { mime, base64 } => images.push((mime, base64)),
        }
    }
    (text, images)
}

/// Arguments as they are sent back. Those that nobody could read are left out: several servers fail
/// on a conversation that has them.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(super) struct SentArguments<'a>(Cow<'a, Map<String, Value>>);

impl<'a> SentArguments<'a> {
    pub(super) fn new(arguments: &'a Arguments) -> Self {
        Self(match arguments.object() {
            Some(object) => Cow::Borrowed(object),
            None => Cow::Owned(Map::new()),
        })
    }
}

/// What this provider wants back, if it is this provider's.
pub(super) fn replayed(replay: Option<&Replay>, provider: Provider) -> Option<&Value> {
    replay.filter(|replay| replay.provider == provider).map(|replay| &replay.data)
}

/// Where the cache is marked: at the end of the request before this one, and at the end of this one. Both are
/// what the model read last, so they are never its own messages.
pub(super) fn cache_marks(messages: &[Message]) -> [Option<usize>; 2] {
    let is_read = |at: &usize| !matches!(messages[*at], Message::Assistant(_));
    let answer = messages.iter().rposition(|message| matches!(message, Message::Assistant(_)));
    let before = answer.and_then(|at| at.checked_sub(1)).filter(is_read);
    let last = messages.len().checked_sub(1).filter(is_read);
    [before, last]
}

/// The address of an API's function, whether the base address has its version or not.
pub(super) fn join(mut base: Url, version: &str, function: &str) -> Url {
    let path = base.path().trim_end_matches('/');
    let path = path.strip_suffix(function).unwrap_or(path).trim_end_matches('/');
    let path = match version.is_empty() || path.ends_with(version) {
        true => format!("{path}/{function}"),
        false => format!("{path}/{version}/{function}"),
    };
    base.set_path(&path);
    base
}

/// The numbers in a model's name behind a word: 4 and 5 in `claude-sonnet-4-5-20250929`. Dates are none.
pub(super) fn version_in(model: &str) -> Option<(u32, u32)> {
    let mut numbers = model
        .split(|it: char| !it.is_ascii_digit())
        .filter(|digits| (1..=2).contains(&digits.len()))
        .filter_map(|digits| digits.parse().ok());
    Some((numbers.next()?, numbers.next().unwrap_or(0)))
}

/// An event that is JSON of the right shape.
pub(super) fn parse<T: DeserializeOwned>(data: &str) -> Result<T, Error> {
    serde_json::from_str(data).map_err(|error| {
        let why = match error.classify() {
            serde_json::error::Category::Data => "wrong types",
            _ => "no JSON",
        };
        BadAnswer::Malformed(why).into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_address_may_be_written_in_several_ways() {
        for (base, address) in [
            ("https://h", "https://h/v1/messages"),
            ("https://h/", "https://h/v1/messages"),
            ("https://h/v1", "https://h/v1/messages"),
            ("https://h/v1/", "https://h/v1/messages"),
            ("https://h/v1/messages", "https://h/v1/messages"),
            ("https://h/a/b", "https://h/a/b/v1/messages"),
        ] {
            assert_eq!(join(base.parse().unwrap(), "v1", "messages").as_str(), address);
        }
        let chat = join("https://h/api".parse().unwrap(), "", "chat/completions");
        assert_eq!(chat.as_str(), "https://h/api/chat/completions");
    }

    #[test]
    fn versions_are_found_in_names() {
        for (name, version) in [
            ("claude-sonnet-4-5-20250929", Some((4, 5))),
            ("claude-opus-5", Some((5, 0))),
            ("claude-3-haiku-20240307", Some((3, 0))),
            ("gemini-2.5-flash", Some((2, 5))),
            ("gpt-5.6-mini", Some((5, 6))),
            ("gpt-4o", Some((4, 0))),
            ("gemini-flash-latest", None),
        ] {
            assert_eq!(version_in(name), version, "{name}");
        }
    }

    #[test]
    fn the_cache_is_marked_where_requests_end() {
        let user = || Message::user("x");
        let answer = || Message::Assistant(crate::message::AssistantMessage::default());
        let results = || Message::ToolResults { results: Vec::new() };
        assert_eq!(cache_marks(&[]), [None, None]);
        assert_eq!(cache_marks(&[user()]), [None, Some(0)]);
        assert_eq!(cache_marks(&[user(), answer(), results()]), [Some(0), Some(2)]);
        let long = [user(), answer(), results(), answer(), results()];
        assert_eq!(cache_marks(&long), [Some(2), Some(4)]);
        assert_eq!(cache_marks(&[answer(), user()]), [None, Some(1)]);
        assert_eq!(cache_marks(&[user(), answer()]), [Some(0), None]);
    }
}
