use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value};
use tabwright_client::Home;
use tabwright_files::LogReader;

use crate::args::logs::{LevelArg, LogsOptions};
use crate::{format, logging};

/// How often a log that is followed is looked at.
const FOLLOW_INTERVAL: Duration = Duration::from_millis(250);

/// The daemon's log is read from its files: it can be had without a daemon.
pub(crate) async fn run(home: &Home, options: &LogsOptions) -> anyhow::Result<ExitCode> {
    let folder = home.log_folder();
    let mut reader = LogReader::at_start(&folder, logging::STEM);
    let last = reader.last_lines(options.lines, |line| keeps(line, options))?;
    if last.is_empty() && !options.follow {
        eprintln!("No matching lines in the log of the daemon in {}.", folder.display());
    }
    last.iter().for_each(|line| print(line, options));
    if !options.follow {
        return Ok(ExitCode::SUCCESS);
    }
    let interrupted = tokio::signal::ctrl_c();
    tokio::pin!(interrupted);
    loop {
        reader.read_new(|line| {
            if keeps(&line, options) {
                print(&line, options);
            }
        })?;
        io::stdout().flush()?;
        tokio::select! {
            _ = &mut interrupted => return Ok(ExitCode::SUCCESS),
            () = tokio::time::sleep(FOLLOW_INTERVAL) => {}
        }
    }
}

/// One line of the log.
#[derive(Debug, Deserialize)]
struct LogLine {
    timestamp: String,
    level: String,
    fields: Map<String, Value>,
    /// From the outermost to the innermost.
    #[serde(default)]
    spans: Vec<Map<String, Value>>,
}

impl LogLine {
    fn is_of(&self, client: &str) -> bool {
        let named = |fields: &Map<String, Value>| {
            let name = fields.get("client").and_then(Value::as_str);
            name.is_some_and(|name| name.to_lowercase() == client.to_lowercase())
        };
        self.spans.iter().any(named) || named(&self.fields)
    }
}

/// A line that is not ours fits no filter.
fn keeps(line: &str, options: &LogsOptions) -> bool {
    let Ok(line) = serde_json::from_str::<LogLine>(line) else {
        return options.level.is_none() && options.client.is_none();
    };
    let fits_level = |wanted| LevelArg::parse(&line.level).is_some_and(|level| level <= wanted);
    options.level.is_none_or(fits_level)
        && options.client.as_deref().is_none_or(|client| line.is_of(client))
}

fn print(line: &str, options: &LogsOptions) {
    if options.json {
        println!("{line}");
    } else {
        println!("{}", format::one_line(&describe(line)));
    }
}

/// `2026-11-15T16:41:26Z INFO call{call=7 client=claude verb=click}: done took_ms=12`.
fn describe(line: &str) -> String {
    let Ok(LogLine { timestamp, level, mut fields, spans }) = serde_json::from_str(line) else {
        return line.to_owned();
    };
    let mut text = format!("{timestamp} {level:<5}");
    for mut span in spans {
        let name = span.remove("name").map(|name| plain(&name)).unwrap_or_default();
        text += &format!(" {name}{{{}}}:", pairs(&span));
    }
    let message = fields.remove("message").map(|message| plain(&message)).unwrap_or_default();
    text + " " + &message + " " + &pairs(&fields)
}

fn pairs(fields: &Map<String, Value>) -> String {
    let pair = |(name, value): (&String, &Value)| format!("{name}={}", plain(value));
    fields.iter().map(pair).collect::<Vec<_>>().join(" ")
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALL: &str = r#"{"timestamp":"2026-11-15T16:41:26Z","level":"DEBUG","fields":{"message":"done","took_ms":12},"target":"x","spans":[{"call":7,"client":"claude","verb":"click","name":"call"}]}"#;
    const START: &str = r#"{"timestamp":"2026-11-15T16:41:20Z","level":"INFO","fields":{"message":"the daemon listens","port":4}}"#;

    fn options(level: Option<LevelArg>, client: Option<&str>) -> LogsOptions {
        let client = client.map(str::to_owned);
        LogsOptions { follow: false, lines: 100, level, client, json: false }
    }

    #[test]
    fn a_line_shows_its_call_before_its_message() {
        let shown = [CALL, START, "not ours"].map(|line| format::one_line(&describe(line)));
        let expected = [
            "2026-11-15T16:41:26Z DEBUG call{call=7 client=claude verb=click}: done took_ms=12",
            "2026-11-15T16:41:20Z INFO the daemon listens port=4",
            "not ours",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn lines_are_chosen_by_level_and_client() {
        let kept = |level, client| {
            [CALL, START, "not ours"].map(|line| keeps(line, &options(level, client)))
        };
        assert_eq!(kept(None, None), [true, true, true]);
        assert_eq!(kept(Some(LevelArg::Info), None), [false, true, false]);
        assert_eq!(kept(Some(LevelArg::Debug), None), [true, true, false]);
        assert_eq!(kept(None, Some("Claude")), [true, false, false]);
        assert_eq!(kept(Some(LevelArg::Warn), Some("claude")), [false, false, false]);
    }
}
