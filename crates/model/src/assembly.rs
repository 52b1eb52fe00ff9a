//! Puts an answer together from its pieces, whatever wire they come by, within the limits.
//!
//! Text and reasoning are told as they come. Tool calls are told when the whole answer is there: a call
//! that was told may be carried out, and an answer that breaks off has to be asked for again.

use std::collections::VecDeque;

use serde_json::Value;

use crate::error::{BadAnswer, Error};
use crate::event::{Answer, Event, StopReason};
use crate::limits::{ANSWER_BYTES_MAX, ID_BYTES_MAX, NAME_BYTES_MAX, PARTS_MAX, TOOL_CALLS_MAX};
use crate::message::{Arguments, AssistantMessage, Part, Replay, Tool, ToolCall, new_call_id};
use crate::repair::repair;
use crate::usage::Usage;

/// Reads the events of one answer.
pub(crate) trait Decoder: Send {
    /// One event, as the framing takes them apart.
    fn event(&mut self, data: &str, answer: &mut Assembly) -> Result<(), Error>;
}

#[derive(Debug, Default)]
pub(crate) struct Assembly {
    events: VecDeque<Event>,
    drafts: Vec<Draft>,
    bytes: usize,
    usage: Option<Usage>,
    stop: Option<StopReason>,
    /// Nothing more will come.
    is_done: bool,
}

#[derive(Debug)]
enum Draft {
    Text { text: String, replay: Option<Replay> },
    Reasoning { text: String, replay: Option<Replay> },
    Call(CallDraft),
}

#[derive(Debug)]
struct CallDraft {
    /// The wire's number of the call, until another call gets the same one.
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
    replay: Option<Replay>,
}

impl Assembly {
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Error> {
        if text.is_empty() {
            return Ok(());
        }
        self.count(text.len())?;
        match self.drafts.last_mut() {
            Some(Draft::Text { text: before, replay: None }) => before.push_str(text),
            _ => self.add(Draft::Text { text: text.to_owned(), replay: None })?,
        }
        self.events.push_back(Event::Text(text.to_owned()));
        Ok(())
    }

    /// Text that the provider signed. It is never joined with other text.
    pub(crate) fn signed_text(&mut self, text: &str, replay: Replay) -> Result<(), Error> {
        self.count(text.len() + size(&replay.data))?;
        self.add(Draft::Text { text: text.to_owned(), replay: Some(replay) })?;
        if !text.is_empty() {
            self.events.push_back(Event::Text(text.to_owned()));
        }
        Ok(())
    }

    pub(crate) fn reasoning(&mut self, text: &str) -> Result<(), Error> {
        if text.is_empty() {
            return Ok(());
        }
        self.count(text.len())?;
        match self.drafts.last_mut() {
            Some(Draft::Reasoning { text: before, .. }) => before.push_str(text),
            _ => self.add(Draft::Reasoning { text: text.to_owned(), replay: None })?,
        }
        self.events.push_back(Event::Reasoning(text.to_owned()));
        Ok(())
    }

    /// Begins reasoning that is apart from what was thought before.
    pub(crate) fn open_reasoning(&mut self) -> Result<(), Error> {
        self.add(Draft::Reasoning { text: String::new(), replay: None })
    }

    /// What the provider wants back with the last reasoning; without any it stands alone.
    pub(crate) fn sign_reasoning(&mut self, signature: Replay) -> Result<(), Error> {
        self.count(size(&signature.data))?;
        if !matches!(self.drafts.last(), Some(Draft::Reasoning { .. })) {
            self.open_reasoning()?;
        }
        if let Some(Draft::Reasoning { replay, .. }) = self.drafts.last_mut() {
            *replay = Some(signature);
        }
        Ok(())
    }

    /// What is wanted back with the first reasoning of the answer, in place of what was there.
    pub(crate) fn first_reasoning(&mut self) -> Option<&mut Option<Replay>> {
        self.drafts.iter_mut().find_map(|draft| match draft {
            Draft::Reasoning { replay, .. } => Some(replay),
            _ => None,
        })
    }

    /// Begins a call. An index that was used before belongs to the new call from now on.
    pub(crate) fn open_call(
        &mut self,
        index: Option<u64>,
        id: &str,
        name: &str,
        replay: Option<Replay>,
    ) -> Result<(), Error> {
        let signature = replay.as_ref().map_or(0, |replay| size(&replay.data));
        self.count(id.len() + name.len() + signature)?;
        if id.len() > ID_BYTES_MAX || name.len() > NAME_BYTES_MAX {
            return Err(BadAnswer::TooMuch("a tool call with too long a name").into());
        }
        let calls = self.calls().count();
        if calls >= TOOL_CALLS_MAX {
            return Err(BadAnswer::TooMuch("too many tool calls").into());
        }
        let is_taken = id.is_empty() || self.calls().any(|call| call.id == id);
        if index.is_some()
            && let Some(before) = self.call_mut(index)
        {
            before.index = None;
        }
        self.add(Draft::Call(CallDraft {
            index,
            id: if is_taken { new_call_id() } else { id.to_owned() },
            name: name.to_owned(),
            arguments: String::new(),
            replay,
        }))
    }

    /// More of the arguments of the call with this index; without an index, of the last one.
    pub(crate) fn call_arguments(&mut self, index: Option<u64>, piece: &str) -> Result<(), Error> {
        self.count(piece.len())?;
        match self.call_mut(index) {
            Some(call) => {
                call.arguments.push_str(piece);
                Ok(())
            }
            None => Err(BadAnswer::Malformed("arguments of a call that has not begun").into()),
        }
    }

    /// A call that comes in one piece.
    pub(crate) fn whole_call(
        &mut self,
        id: &str,
        name: &str,
        arguments: &Value,
        replay: Option<Replay>,
    ) -> Result<(), Error> {
        self.open_call(None, id, name, replay)?;
        match arguments {
            Value::Null => Ok(()),
            Value::String(text) => self.call_arguments(None, text),
            other => self.call_arguments(None, &other.to_string()),
        }
    }

    /// Id and name of the call that is open at this index.
    pub(crate) fn open_at(&mut self, index: Option<u64>) -> Option<(&str, &str)> {
        self.call_mut(index).map(|call| (call.id.as_str(), call.name.as_str()))
    }

    /// Names a call whose name comes after its start.
    pub(crate) fn name_call(&mut self, index: Option<u64>, name: &str) -> Result<(), Error> {
        self.count(name.len())?;
        if name.len() > NAME_BYTES_MAX {
            return Err(BadAnswer::TooMuch("a tool call with too long a name").into());
        }
        if let Some(call) = self.call_mut(index)
            && call.name.is_empty()
        {
            name.clone_into(&mut call.name);
        }
        Ok(())
    }

    /// What the request has cost so far. Servers tell it several times; the last word counts. Nothing but zeros
    /// comes from servers that do not count.
    pub(crate) fn usage(&mut self, usage: Usage) {
        if usage != Usage::default() {
            self.usage = Some(usage);
        }
    }

    pub(crate) fn stop(&mut self, stop: StopReason) {
        self.stop = Some(stop);
    }

    pub(crate) fn has_stopped(&self) -> bool {
        self.stop.is_some()
    }

    pub(crate) fn done(&mut self) {
        self.is_done = true;
    }

    pub(crate) fn is_done(&self) -> bool {
        self.is_done
    }

    /// An event that can be told by now.
    pub(crate) fn next_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// What is told when the stream has ended with an error: what it cost until then.
    pub(crate) fn fail(&mut self) -> Option<Event> {
        self.usage.take().map(Event::Usage)
    }

    /// The end of the stream: all that has not been told yet. Without a reason to stop the answer is cut,
    /// even where the connection was closed properly.
    pub(crate) fn finish(&mut self, tools: &[Tool]) -> Result<VecDeque<Event>, Error> {
        let Some(stop) = self.stop else { return Err(Error::CutStream) };
        let mut events = std::mem::take(&mut self.events);
        let mut message = AssistantMessage { parts: Vec::new() };
        for draft in std::mem::take(&mut self.drafts) {
            message.parts.extend(part(draft, stop)?);
        }
        let repairs = match stop {
            StopReason::Length => Vec::new(),
            _ => repair(&mut message, tools),
        };
        let has_calls = message.tool_calls().next().is_some();
        let stop = match stop {
            // Several servers say "stop" where they mean this, and some the other way round.
            StopReason::EndTurn | StopReason::ToolCalls if has_calls => StopReason::ToolCalls,
            StopReason::ToolCalls => StopReason::EndTurn,
            other => other,
        };
        events.extend(message.tool_calls().cloned().map(Event::ToolCall));
        events.extend(self.usage.take().map(Event::Usage));
        events.push_back(Event::End(Answer { message, stop, repairs }));
        Ok(events)
    }

    fn add(&mut self, draft: Draft) -> Result<(), Error> {
        if self.drafts.len() >= PARTS_MAX {
            return Err(BadAnswer::TooMuch("too many parts").into());
        }
        self.drafts.push(draft);
        Ok(())
    }

    fn count(&mut self, bytes: usize) -> Result<(), Error> {
        self.bytes = self.bytes.saturating_add(bytes);
        match self.bytes > ANSWER_BYTES_MAX {
            true => Err(BadAnswer::TooMuch("more text than any model writes").into()),
            false => Ok(()),
        }
    }

    fn calls(&self) -> impl DoubleEndedIterator<Item = &CallDraft> {
        self.drafts.iter().filter_map(|draft| match draft {
            Draft::Call(call) => Some(call),
            _ => None,
        })
    }

    fn call_mut(&mut self, index: Option<u64>) -> Option<&mut CallDraft> {
        let mut calls = self.drafts.iter_mut().rev().filter_map(|draft| match draft {
            Draft::Call(call) => Some(call),
            _ => None,
        });
        match index {
            Some(_) => calls.find(|call| call.index == index),
            None => calls.next(),
        }
    }
}

/// None for what has nothing in it, and for a call that was cut because the answer was too long.
fn part(draft: Draft, stop: StopReason) -> Result<Option<Part>, Error> {
    Ok(match draft {
        Draft::Text { text, replay } => {
            (!text.is_empty() || replay.is_some()).then_some(Part::Text { text, replay })
        }
        Draft::Reasoning { text, replay } => {
            (!text.is_empty() || replay.is_some()).then_some(Part::Reasoning { text, replay })
        }
        Draft::Call(call) => {
            if call.name.trim().is_empty() {
                return Err(Error::MalformedToolCall);
            }
            let is_cut = stop == StopReason::Length;
            let arguments = match serde_json::from_str(&call.arguments) {
                Ok(Value::Object(object)) => Arguments::Object(object),
                _ if is_cut => return Ok(None),
                _ if call.arguments.trim().is_empty() => Arguments::Object(serde_json::Map::new()),
                _ => Arguments::Malformed(call.arguments),
            };
            let CallDraft { id, name, replay, .. } = call;
            Some(Part::ToolCall(ToolCall { id, name, arguments, replay }))
        }
    })
}

/// About how long it is as JSON.
fn size(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 2,
        Value::Array(items) => items.iter().map(size).sum::<usize>() + 2,
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| name.len() + size(value) + 3).sum::<usize>() + 2
        }
        _ => 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(mut assembly: Assembly, stop: StopReason) -> Answer {
        assembly.stop(stop);
        match assembly.finish(&[]).unwrap().pop_back() {
            Some(Event::End(answer)) => answer,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn calls_that_come_in_turns_are_put_together() {
        let mut assembly = Assembly::default();
        assembly.open_call(Some(0), "a", "act", None).unwrap();
        assembly.open_call(Some(1), "b", "read", None).unwrap();
        for (index, piece) in [(0, "{\"x\""), (1, "{\"y\":"), (0, ":1}"), (1, "2}")] {
            assembly.call_arguments(Some(index), piece).unwrap();
        }
        let answer = end(assembly, StopReason::EndTurn);
        let calls: Vec<_> = answer.message.tool_calls().collect();
        assert_eq!((calls[0].id.as_str(), calls[1].id.as_str()), ("a", "b"));
        assert_eq!(calls[1].arguments.object().unwrap()["y"], 2);
        assert_eq!(answer.stop, StopReason::ToolCalls);
    }

    #[test]
    fn an_index_or_an_id_that_comes_twice_makes_two_calls() {
        let mut assembly = Assembly::default();
        for piece in ["{\"x\":1}", "{\"x\":2}"] {
            assembly.open_call(Some(0), "same", "act", None).unwrap();
            assembly.call_arguments(Some(0), piece).unwrap();
        }
        assembly.open_call(None, "", "act", None).unwrap();
        let answer = end(assembly, StopReason::ToolCalls);
        let calls: Vec<_> = answer.message.tool_calls().collect();
        let ids: std::collections::BTreeSet<_> = calls.iter().map(|call| &call.id).collect();
        assert_eq!((calls.len(), ids.len()), (3, 3));
        assert_eq!(calls[1].arguments.object().unwrap()["x"], 2);
        assert_eq!(calls[2].arguments, Arguments::Object(serde_json::Map::new()));
    }

    #[test]
    fn a_call_that_was_cut_by_the_limit_is_left_out() {
        for cut in ["", "{", "{\"steps\": [", "{'x': 1}"] {
            let mut assembly = Assembly::default();
            assembly.open_call(Some(0), "a", "act", None).unwrap();
            assembly.call_arguments(Some(0), "{}").unwrap();
            assembly.open_call(Some(1), "b", "act", None).unwrap();
            assembly.call_arguments(Some(1), cut).unwrap();
            let answer = end(assembly, StopReason::Length);
            assert_eq!(answer.stop, StopReason::Length);
            assert_eq!(answer.message.tool_calls().count(), 1, "{cut}");
        }
    }

    #[test]
    fn no_reason_to_stop_is_a_cut() {
        let mut assembly = Assembly::default();
        assembly.text("I will").unwrap();
        assembly.usage(Usage { input: 5, ..Usage::default() });
        assert_eq!(assembly.finish(&[]), Err(Error::CutStream));
        assert_eq!(assembly.fail(), Some(Event::Usage(Usage { input: 5, ..Usage::default() })));
    }

    #[test]
    fn a_stop_for_calls_without_calls_is_the_end_of_a_turn() {
        let mut assembly = Assembly::default();
        assembly.text("Done.").unwrap();
        assert_eq!(end(assembly, StopReason::ToolCalls).stop, StopReason::EndTurn);
    }

    #[test]
    fn everything_is_bounded() {
        let mut assembly = Assembly::default();
        let long = "x".repeat(ANSWER_BYTES_MAX / 2 + 1);
        assembly.text(&long).unwrap();
        assert!(assembly.reasoning(&long).is_err());
        let mut assembly = Assembly::default();
        for _ in 0..TOOL_CALLS_MAX {
            assembly.open_call(None, "", "act", None).unwrap();
        }
        assert!(assembly.open_call(None, "", "act", None).is_err());
        let mut assembly = Assembly::default();
        for _ in 0..PARTS_MAX {
            assembly.open_reasoning().unwrap();
        }
        assert!(assembly.open_reasoning().is_err());
        let name = "n".repeat(NAME_BYTES_MAX + 1);
        assert!(Assembly::default().open_call(None, "", &name, None).is_err());
        assert!(Assembly::default().call_arguments(None, "{}").is_err());
    }

    #[test]
    fn a_call_without_a_name_is_malformed() {
        let mut assembly = Assembly::default();
        assembly.open_call(Some(0), "a", " ", None).unwrap();
        assembly.stop(StopReason::ToolCalls);
        assert_eq!(assembly.finish(&[]), Err(Error::MalformedToolCall));
    }
}
