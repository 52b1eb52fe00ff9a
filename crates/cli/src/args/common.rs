//! What the arguments of many verbs have in common, and how they are read.

use std::io::Read as _;
use std::path::Path;

use clap::Args as ClapArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tabwright_wire::verbs::InputWay;
use tabwright_wire::verbs::VerbFacts;
use tabwright_wire::{Modifier, Point, TabId, Target, Verb};

const COMMON: &str = "Common options";

/// What a verb's arguments ask of a tab, or of the one in front.
pub(crate) trait Asks: ClapArgs {
    type Verb: Verb;

    fn params(self, tab: Option<TabId>) -> Result<<Self::Verb as Verb>::Params, Usage>;
}

/// A verb's arguments, and where they are for.
#[derive(Debug, ClapArgs)]
pub(crate) struct At<P: Place, A: ClapArgs> {
    #[command(flatten)]
    pub(crate) args: A,
    #[command(flatten)]
    pub(crate) place: P,
}

/// A command's verb, from which its help follows.
pub(crate) trait OfVerb {
    const FACTS: VerbFacts;
}

impl<P: Place, A: Asks> OfVerb for At<P, A> {
    const FACTS: VerbFacts = <A::Verb as Verb>::FACTS;
}

pub(crate) type InTab<A> = At<Page, A>;
pub(crate) type InBrowser<A> = At<BrowserChoice, A>;

pub(crate) trait Place: ClapArgs {
    fn tab(&self) -> Option<TabId>;
    fn browser(self) -> BrowserChoice;
}

impl Place for Page {
    fn tab(&self) -> Option<TabId> {
        self.tab
    }

    fn browser(self) -> BrowserChoice {
        self.browser
    }
}

impl Place for BrowserChoice {
    fn tab(&self) -> Option<TabId> {
        None
    }

    fn browser(self) -> BrowserChoice {
        self
    }
}

/// The arguments make no sense together.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Usage {}

#[derive(Debug, ClapArgs)]
pub(crate) struct BrowserChoice {
    /// Print the result as JSON, as the HTTP API returns it
    #[arg(long, help_heading = COMMON, display_order = 903)]
    pub(crate) json: bool,
    /// The browser, by name; `managed` is the one of `tabwright up` [default: the connected one]
    #[arg(id = "browser_name", long = "browser", value_name = "NAME")]
    #[arg(help_heading = COMMON, display_order = 902)]
    pub(crate) name: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Page {
    /// The tab, by its ID in `tabwright tabs` [default: the active tab]
    #[arg(id = "tab_id", long = "tab", value_name = "ID", value_parser = tab_id)]
    #[arg(help_heading = COMMON, display_order = 900)]
    pub(crate) tab: Option<TabId>,
    #[command(flatten)]
    pub(crate) browser: BrowserChoice,
}

#[derive(Debug, Clone, Copy, ClapArgs)]
pub(crate) struct Deadline {
    /// Give up after this many seconds, such as 2.5
    #[arg(id = "timeout", long = "timeout", value_name = "SECONDS", value_parser = seconds)]
    #[arg(help_heading = COMMON, display_order = 901)]
    pub(crate) ms: Option<u32>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct Element {
    /// The element: its number in a snapshot, `x,y`, text=…, label=…, role=button:Save, or CSS
    #[arg(value_name = "TARGET")]
    pub(crate) target: Target,
    #[command(flatten)]
    pub(crate) among: Among,
}

impl Element {
    pub(crate) fn chosen(self) -> Result<Target, Usage> {
        self.among.choose(self.target)
    }
}

/// Which of several.
#[derive(Debug, Clone, Copy, ClapArgs)]
pub(crate) struct Among {
    /// Take the Nth match, counted from 0
    #[arg(long, value_name = "N")]
    nth: Option<u32>,
    /// Search in this frame, by its number in a snapshot
    #[arg(long, value_name = "N")]
    pub(crate) frame: Option<u32>,
}

impl Among {
    /// For a verb that looks in every frame.
    pub(crate) fn nth(nth: Option<u32>) -> Self {
        Self { nth, frame: None }
    }

    pub(crate) fn choose(self, mut target: Target) -> Result<Target, Usage> {
        let Some(wanted) = self.nth else { return Ok(target) };
        match &mut target {
            Target::Selector { nth, .. }
            | Target::Role { nth, .. }
            | Target::Label { nth, .. }
            | Target::Text { nth, .. } => *nth = Some(wanted),
            Target::Number(_)
            | Target::Point(_)
            | Target::Locator { .. }
            | Target::Like { .. }
            | Target::Words(_) => {
                let message = format!("{target} names one element already. Leave out `--nth`.");
                return Err(Usage(message));
            }
        }
        Ok(target)
    }

    pub(crate) fn choose_any(self, target: Option<Target>) -> Result<Option<Target>, Usage> {
        match target {
            Some(target) => self.choose(target).map(Some),
            None if self.nth.is_some() => Err(Usage("`--nth` needs a target.".to_owned())),
            None => Ok(None),
        }
    }
}

#[derive(Debug, Clone, Copy, ClapArgs)]
pub(crate) struct Input {
    /// Use real input events, sent by the debugger
    #[arg(long)]
    trusted: bool,
    /// Use events made by a script in the page
    #[arg(long, alias = "synthesized", conflicts_with = "trusted")]
    synthesised: bool,
}

impl Input {
    pub(crate) fn way(self) -> InputWay {
        match self {
            Self { trusted: true, .. } => InputWay::Trusted,
            Self { synthesised: true, .. } => InputWay::Synthesised,
            Self { .. } => InputWay::Auto,
        }
    }
}

/// Reads one of the names that a type has on the wire.
pub(crate) fn one_of<T>(names: &[&'static str]) -> impl TypedValueParser<Value = T>
where
    T: DeserializeOwned + Clone + Send + Sync + 'static,
{
    let names = PossibleValuesParser::new(names.iter().copied());
    names.try_map(|name| serde_json::from_value(Value::String(name)))
}

pub(crate) fn tab_id(text: &str) -> Result<TabId, std::num::ParseIntError> {
    text.parse().map(TabId)
}

pub(crate) fn seconds(text: &str) -> Result<u32, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    if !(0.0..=86_400.0).contains(&seconds) {
        return Err("not between 0 and 86400 seconds".to_owned());
    }
    Ok((seconds * 1_000.0).round() as u32)
}

/// `X,Y`
pub(crate) fn point(text: &str) -> Result<Point, String> {
    let pair = text.split_once(',');
    let pair = pair.and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
    let (x, y) = pair.ok_or("not two numbers, as in 10,20")?;
    Ok(Point { x, y })
}

pub(crate) fn json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text)
        .map_err(|error| format!("not JSON: {error}. Write a text with quotes inside: '\"text\"'"))
}

pub(crate) fn modifier(name: &str) -> Result<Modifier, String> {
    match name.trim().to_ascii_lowercase().as_str() {
        "alt" | "option" => Ok(Modifier::Alt),
        "control" | "ctrl" => Ok(Modifier::Control),
        "meta" | "command" | "cmd" => Ok(Modifier::Meta),
        "shift" => Ok(Modifier::Shift),
        _ => Err("not one of Alt, Control, Meta and Shift".to_owned()),
    }
}

/// `-` means what comes in on stdin, without its last line's end.
pub(crate) fn or_stdin(text: String) -> Result<String, Usage> {
    if text != "-" {
        return Ok(text);
    }
    let mut given = String::new();
    let read = std::io::stdin().read_to_string(&mut given);
    read.map_err(|error| Usage(format!("cannot read the text from stdin: {error}")))?;
    let line = given.strip_suffix('\n').unwrap_or(&given);
    Ok(line.strip_suffix('\r').unwrap_or(line).to_owned())
}

/// As the daemon understands it, whose working folder is another.
pub(crate) fn absolute(path: &Path) -> Result<String, Usage> {
    let whole = std::path::absolute(path);
    let whole = whole.map_err(|error| Usage(format!("cannot use {}: {error}", path.display())))?;
    Ok(whole.display().to_string())
}

/// Words that a person need not quote.
pub(crate) fn joined(words: &[String]) -> Option<String> {
    (!words.is_empty()).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read_as_people_write_them() {
        assert_eq!(seconds("2.5"), Ok(2_500));
        assert!(seconds("-1").is_err() && seconds("soon").is_err() && seconds("NaN").is_err());
        assert_eq!(point("10, -20.5"), Ok(Point { x: 10.0, y: -20.5 }));
        assert!(point("10").is_err());
        assert_eq!(modifier("Ctrl"), Ok(Modifier::Control));
        assert!(modifier("hyper").is_err());
    }

    #[test]
    fn only_what_several_elements_fit_can_be_counted() {
        let second = Among { nth: Some(1), frame: None };
        let Ok(Target::Text { nth: Some(1), .. }) = second.choose("text=Save".parse().unwrap())
        else {
            panic!("the second is chosen");
        };
        assert!(second.choose(Target::Number(12)).is_err());
        assert!(second.choose_any(None).is_err());
    }
}
