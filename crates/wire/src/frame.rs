//! One WebSocket text frame: either a message on a named channel, or a word about the connection
//! itself. The body of a channel message is not looked into here. Several may travel in one text, as
//! `[frame, frame, …]`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::connection::Control;

#[derive(Debug)]
pub enum Frame<'a> {
    /// `{ "name": channel, "message": … }`
    Channel { name: Cow<'a, str>, message: &'a RawValue },
    /// `{ "method": …, "params": … }`
    Control(Control),
}

#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    #[error("the frame is not the JSON we expect: {0}")]
    Json(#[from] serde_json::Error),
    #[error("the frame has neither a channel name with a message nor a method")]
    Shape,
}

#[derive(Deserialize)]
struct RawFrame<'a> {
    #[serde(borrow)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    message: Option<&'a RawValue>,
    #[serde(borrow)]
    method: Option<&'a RawValue>,
}

impl<'a> Frame<'a> {
    pub fn parse(text: &'a str) -> Result<Self, FrameError> {
        let raw: RawFrame<'a> = serde_json::from_str(text)?;
        match raw {
            RawFrame { name: Some(name), message: Some(message), method: None } => {
                Ok(Self::Channel { name, message })
            }
            RawFrame { method: Some(_), name: None, .. } => {
                Ok(Self::Control(serde_json::from_str(text)?))
            }
            _ => Err(FrameError::Shape),
        }
    }
}

/// The frames in a text: one, or several.
pub fn unbundle(text: &str) -> Result<Vec<&str>, FrameError> {
    if !text.starts_with('[') {
        return Ok(vec![text]);
    }
    let frames: Vec<&RawValue> = serde_json::from_str(text)?;
    if frames.is_empty() {
        return Err(FrameError::Shape);
    }
    Ok(frames.into_iter().map(RawValue::get).collect())
}

/// One text for several frames, which is the frame itself when there is one.
#[must_use]
pub fn bundle(mut frames: Vec<String>) -> String {
    match frames.len() {
        1 => frames.swap_remove(0),
        _ => format!("[{}]", frames.join(",")),
    }
}

/// Puts a message into the envelope of its channel.
pub fn envelope(name: &str, message: &impl Serialize) -> Result<String, serde_json::Error> {
    #[derive(Serialize)]
    struct Envelope<'a, M> {
        name: &'a str,
        message: &'a M,
    }
    serde_json::to_string(&Envelope { name, message })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_channel_message_keeps_its_body_untouched() {
        let frame = Frame::parse(r#"{"name":"cdp","message":{"id": 1,  "x":[1 ,2]}}"#).unwrap();
        let Frame::Channel { name, message } = frame else { panic!("not a channel message") };
        assert_eq!((name.as_ref(), message.get()), ("cdp", r#"{"id": 1,  "x":[1 ,2]}"#));
    }

    #[test]
    fn several_frames_travel_in_one_text() {
        let one = vec![r#"{"a":1}"#.to_owned()];
        assert_eq!(unbundle(&bundle(one.clone())).unwrap(), one);
        let three = vec![r#"{"a":1}"#.to_owned(), r#"{"b":[2]}"#.to_owned(), "{}".to_owned()];
        assert_eq!(unbundle(&bundle(three.clone())).unwrap(), three);
        assert!(unbundle("[{]").is_err());
        assert!(unbundle("[]").is_err());
    }

    #[test]
    fn a_ping_is_a_control_frame() {
        let frame = Frame::parse(r#"{"method":"ping"}"#).unwrap();
        assert!(matches!(frame, Frame::Control(Control::Ping)));
    }

    #[test]
    fn what_is_neither_is_refused() {
        for text in ["", "null", "[]", "{}", r#"{"name":"cdp"}"#, r#"{"method":"dance"}"#, "{\"a"] {
            assert!(Frame::parse(text).is_err(), "{text:?} was taken");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_panic(text in ".*") {
            let _ = Frame::parse(&text);
        }
    }
}
