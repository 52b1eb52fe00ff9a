//! Takes the bytes of a stream apart into events: server-sent events, or JSON lines. Bytes may be cut
//! anywhere.

use bytes::Bytes;

use crate::error::{BadAnswer, Error};
use crate::limits::{EVENTS_MAX, LINE_BYTES_MAX};

/// How events follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Framing {
    /// Server-sent events; only their data counts, since all servers say the kind in it, too.
    Events,
    /// One JSON text per line.
    JsonLines,
    /// One JSON text for the whole body: a server that does not stream.
    Whole,
}

#[derive(Debug)]
pub(crate) struct Framer {
    framing: Framing,
    lines: Lines,
    /// The data of the event that is being read, where it has any.
    data: Option<String>,
    events: usize,
}

impl Framer {
    pub(crate) fn new(framing: Framing) -> Self {
        Self { framing, lines: Lines::default(), data: None, events: 0 }
    }

    /// The next bytes of the stream, and the events that are complete with them.
    pub(crate) fn push(&mut self, bytes: &Bytes) -> Result<Vec<String>, Error> {
        if self.framing == Framing::Whole {
            self.lines.extend(bytes)?;
            return Ok(Vec::new());
        }
        let lines = self.lines.push(bytes)?;
        self.read_lines(lines)
    }

    /// The stream has ended. Some servers leave the last empty line away.
    pub(crate) fn finish(&mut self) -> Result<Vec<String>, Error> {
        let last = self.lines.finish();
        let mut events = match self.framing {
            Framing::Whole => last.into_iter().collect(),
            _ => self.read_lines(last.into_iter().collect())?,
        };
        events.extend(self.data.take());
        Ok(events)
    }

    fn read_lines(&mut self, lines: Vec<String>) -> Result<Vec<String>, Error> {
        let mut events = Vec::new();
        for line in lines {
            let event = match self.framing {
                Framing::JsonLines => Some(line).filter(|line| !line.trim().is_empty()),
                _ => self.read_event_line(&line)?,
            };
            events.extend(event);
        }
        self.events += events.len();
        match self.events > EVENTS_MAX {
            true => Err(BadAnswer::TooMuch("too many events").into()),
            false => Ok(events),
        }
    }

    /// The data of an event, when its last line has come.
    fn read_event_line(&mut self, line: &str) -> Result<Option<String>, Error> {
        if line.is_empty() {
            return Ok(self.data.take());
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        if field != "data" {
            // Comments keep the connection alive; names and ids of events are not needed.
            return Ok(None);
        }
        let value = value.strip_prefix(' ').unwrap_or(value);
        match &mut self.data {
            Some(data) if data.len() + value.len() > LINE_BYTES_MAX => {
                return Err(BadAnswer::TooMuch("an event that is too long").into());
            }
            Some(data) => {
                data.push('\n');
                data.push_str(value);
            }
            None => self.data = Some(value.to_owned()),
        }
        Ok(None)
    }
}

/// Lines that end with LF, CR LF or CR, as the standard of server-sent events has it.
#[derive(Debug, Default)]
struct Lines {
    pending: Vec<u8>,
    /// The last byte was a CR, so that a LF belongs to it.
    after_cr: bool,
    /// A byte order mark may stand at the very start.
    begun: bool,
}

impl Lines {
    fn push(&mut self, bytes: &[u8]) -> Result<Vec<String>, Error> {
        let mut lines = Vec::new();
        let mut rest = bytes;
        while let Some(&first) = rest.first() {
            if std::mem::take(&mut self.after_cr) && first == b'\n' {
                rest = &rest[1..];
                continue;
            }
            let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            self.extend(&rest[..end.unwrap_or(rest.len())])?;
            let Some(end) = end else { break };
            self.after_cr = rest[end] == b'\r';
            rest = &rest[end + 1..];
            lines.push(self.take());
        }
        Ok(lines)
    }

    fn extend(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.pending.len() + bytes.len() > LINE_BYTES_MAX {
            return Err(BadAnswer::TooMuch("a line that is too long").into());
        }
        self.pending.extend_from_slice(bytes);
        Ok(())
    }

    /// What is no UTF-8 becomes a replacement character, as the standard has it.
    fn take(&mut self) -> String {
        let line = String::from_utf8_lossy(&self.pending).into_owned();
        self.pending.clear();
        match std::mem::replace(&mut self.begun, true) {
            false => line.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(line),
            true => line,
        }
    }

    fn finish(&mut self) -> Option<String> {
        (!self.pending.is_empty()).then(|| self.take())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(framing: Framing, pieces: &[&[u8]]) -> Result<Vec<String>, Error> {
        let mut framer = Framer::new(framing);
        let mut events = Vec::new();
        for piece in pieces {
            events.extend(framer.push(&Bytes::copy_from_slice(piece))?);
        }
        events.extend(framer.finish()?);
        Ok(events)
    }

    #[test]
    fn events_are_read_in_every_shape_of_the_standard() {
        for (text, events) in [
            ("data: a\n\ndata: b\n\n", &["a", "b"][..]),
            ("data: a\r\n\r\ndata: b\r\n\r\n", &["a", "b"]),
            ("data: a\r\rdata: b\r\r", &["a", "b"]),
            ("\u{feff}data:a\n\n", &["a"]),
            (": keep-alive\n\nevent: x\nid: 1\nretry: 5\ndata: a\n\n:\n\n", &["a"]),
            ("data: a\ndata: b\n\n", &["a\nb"]),
            ("data\n\n", &[""]),
            ("data:  a\n\n", &[" a"]),
            ("data: a", &["a"]),
            ("event: x\n\n\n\n", &[]),
            ("", &[]),
        ] {
            assert_eq!(read(Framing::Events, &[text.as_bytes()]).unwrap(), events, "{text:?}");
        }
    }

    #[test]
    fn json_lines_are_lines() {
        let text = b"{\"a\":1}\n\r\n  \n{\"b\":2}\r\n{\"c\":3}";
        let events = read(Framing::JsonLines, &[text]).unwrap();
        assert_eq!(events, ["{\"a\":1}", "{\"b\":2}", "{\"c\":3}"]);
        let whole = read(Framing::Whole, &[b"{\n", b"\"a\":1\n}\n"]).unwrap();
        assert_eq!(whole, ["{\n\"a\":1\n}\n"]);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        let events = read(Framing::Events, &[b"data: a\xffb\xc3", b"\n\n"]).unwrap();
        assert_eq!(events, ["a\u{fffd}b\u{fffd}"]);
    }

    #[test]
    fn what_never_ends_is_given_up() {
        let chunk = vec![b'x'; LINE_BYTES_MAX / 2 + 1];
        for framing in [Framing::Events, Framing::JsonLines, Framing::Whole] {
            let error = read(framing, &[&chunk, &chunk]).unwrap_err();
            assert!(error.to_string().contains("line that is too long"), "{error}");
        }
        let line = [b"data: ", &chunk[..], b"\n"].concat();
        let error = read(Framing::Events, &[&line, &line]).unwrap_err();
        assert!(error.to_string().contains("event that is too long"), "{error}");
        let flood = "data:\n\n".repeat(EVENTS_MAX + 1);
        assert!(read(Framing::Events, &[flood.as_bytes()]).is_err());
    }

    proptest! {
        #[test]
        fn where_the_bytes_are_cut_makes_no_difference(
            lines in prop::collection::vec("(data: ?[a-zé€😀]{0,5}|: c|)", 0..12),
            ends in prop::collection::vec(prop::sample::select(vec!["\n", "\r\n", "\r"]), 12),
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        ) {
            let text: String = lines.iter().zip(&ends).flat_map(|(line, end)| [line, *end]).collect();
            let bytes = text.as_bytes();
            let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let pieces: Vec<_> = cuts.windows(2).map(|cut| &bytes[cut[0]..cut[1]]).collect();
            for framing in [Framing::Events, Framing::JsonLines, Framing::Whole] {
                prop_assert_eq!(read(framing, &pieces).unwrap(), read(framing, &[bytes]).unwrap());
            }
        }
    }
}
