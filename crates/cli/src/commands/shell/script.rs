//! Lines from a pipe or a file, each done in turn.

use std::process::ExitCode;

use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncReadExt as _, BufReader};

use super::act;
use super::line::Line;
use crate::args::Usage;
use crate::commands::utterance::{Daemon, StepProgress};
use crate::failure;
use crate::format::one_line;

const LINE_BYTES_MAX: u64 = 64 * 1024;

pub(super) async fn run(daemon: &Daemon, keep_going: bool) -> anyhow::Result<ExitCode> {
    daemon.until_browser().await?;
    let mut lines = Lines::new(BufReader::new(tokio::io::stdin()));
    let mut progress = StepProgress::on_this_terminal();
    let mut first_failure = None;
    while let Some(text) = lines.next().await? {
        let line = match Line::read(&text) {
            Line::Nothing => continue,
            Line::Leave => break,
            line => line,
        };
        if let Err(error) = act(daemon, line, &mut progress).await {
            eprintln!("line {}: {}", lines.number, one_line(&text));
            if !keep_going {
                return Err(error);
            }
            let exit = failure::report(&error);
            first_failure.get_or_insert(exit);
        }
    }
    Ok(first_failure.unwrap_or(ExitCode::SUCCESS))
}

/// Lines that are not longer than anything one could say.
struct Lines<R> {
    reader: R,
    /// Of the line that was read last.
    number: usize,
}

impl<R: AsyncBufRead + Unpin> Lines<R> {
    fn new(reader: R) -> Self {
        Self { reader, number: 0 }
    }

    async fn next(&mut self) -> anyhow::Result<Option<String>> {
        let mut line = Vec::new();
        (&mut self.reader).take(LINE_BYTES_MAX).read_until(b'\n', &mut line).await?;
        if line.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        if line.len() as u64 == LINE_BYTES_MAX && !line.ends_with(b"\n") {
            let message = format!("line {} is longer than {LINE_BYTES_MAX} bytes", self.number);
            return Err(Usage(message).into());
        }
        let text = String::from_utf8(line);
        Ok(Some(text.map_err(|_| Usage(format!("line {} is not UTF-8", self.number)))?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn lines_end_with_the_text_or_a_newline() {
        let mut lines = Lines::new("one\r\n\ntwo".as_bytes());
        let mut read = Vec::new();
        while let Some(line) = lines.next().await.unwrap() {
            read.push(Line::read(&line));
        }
        let say = |text: &str| Line::Say(text.to_owned());
        assert_eq!(read, [say("one"), Line::Nothing, say("two")]);
        assert_eq!(lines.number, 3);
    }

    #[tokio::test]
    async fn a_line_that_nobody_can_say_is_refused() {
        let long = "a".repeat(LINE_BYTES_MAX as usize + 1);
        let error = Lines::new(long.as_bytes()).next().await.unwrap_err();
        assert_eq!(error.to_string(), "line 1 is longer than 65536 bytes");
        let error = Lines::new(b"\xff\n".as_slice()).next().await.unwrap_err();
        assert_eq!(error.to_string(), "line 1 is not UTF-8");
    }
}
