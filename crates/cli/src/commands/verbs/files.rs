//! Pictures and PDFs, put into a file.

use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use tabwright_client::Home;
use tabwright_wire::TabId;
use tabwright_wire::verbs::{self, TabsParams};

use super::session::{Session, ask};
use crate::args::seeing::{PdfArgs, ScreenshotArgs};
use crate::args::{InTab, Usage};
use crate::format;

/// A file name need not tell all of a title.
const NAME_CHARS_MAX: usize = 60;

pub(crate) async fn screenshot(home: &Home, asked: InTab<ScreenshotArgs>) -> anyhow::Result<()> {
    let place = Place::of(asked.args.file.clone(), asked.place.browser.json)?;
    let (session, picture) = ask(home, asked).await?;
    if session.json && place == Place::ByTitle {
        return format::json(&picture);
    }
    let (width, height) = (picture.width, picture.height);
    let sheet = Sheet {
        tab: picture.tab,
        ending: picture.format.extension(),
        base64: &picture.base64,
        words: format!("{width} × {height} pixels{}, ", picture.remarks()),
        facts: json!({
            "width": width, "height": height, "marks": picture.marks, "scale": picture.scale,
            "corner": picture.corner, "format": picture.format, "reduced": picture.reduced,
            "cut": picture.cut,
        }),
    };
    sheet.save(&session, &place).await
}

pub(crate) async fn pdf(home: &Home, asked: InTab<PdfArgs>) -> anyhow::Result<()> {
    let place = Place::of(asked.args.file.clone(), asked.place.browser.json)?;
    let (session, pdf) = ask(home, asked).await?;
    if session.json && place == Place::ByTitle {
        return format::json(&pdf);
    }
    let sheet = Sheet {
        tab: pdf.tab,
        ending: "pdf",
        base64: &pdf.base64,
        words: String::new(),
        facts: json!({}),
    };
    sheet.save(&session, &place).await
}

#[derive(Debug, PartialEq, Eq)]
enum Place {
    Stdout,
    At(PathBuf),
    /// In this folder, named after the page.
    ByTitle,
}

impl Place {
    fn of(file: Option<PathBuf>, json: bool) -> Result<Self, Usage> {
        match file {
            None => Ok(Self::ByTitle),
            Some(file) if file != Path::new("-") => Ok(Self::At(file)),
            Some(_) if json => {
                Err(Usage("`-` and `--json` both write to stdout. Leave one out.".to_owned()))
            }
            Some(_) => Ok(Self::Stdout),
        }
    }
}

/// What is to be put into a file.
struct Sheet<'a> {
    tab: TabId,
    ending: &'static str,
    base64: &'a str,
    /// What a person should know of it.
    words: String,
    /// And a program.
    facts: Value,
}

impl Sheet<'_> {
    async fn save(mut self, session: &Session, place: &Place) -> anyhow::Result<()> {
        let bytes =
            BASE64_STANDARD.decode(self.base64).context("the daemon sent a damaged file")?;
        let path = match place {
            Place::Stdout => {
                std::io::stdout().write_all(&bytes)?;
                return Ok(());
            }
            Place::At(path) => {
                let written = std::fs::write(path, &bytes);
                written.with_context(|| format!("cannot write {}", path.display()))?;
                path.clone()
            }
            Place::ByTitle => {
                let params = TabsParams { tab: Some(self.tab), about: None };
                let tabs = session.ask::<verbs::Tabs>(&params).await?.tabs;
                let title = tabs.first().map(|tab| tab.title.as_str()).unwrap_or_default();
                write_new(&stem(title), self.ending, &bytes)?
            }
        };
        if session.json {
            self.facts["tab"] = json!(self.tab);
            self.facts["path"] = json!(std::path::absolute(&path)?);
            return format::json(&self.facts);
        }
        println!("{} ({}{} bytes)", path.display(), self.words, bytes.len());
        Ok(())
    }
}

/// `title.png`, or `title-2.png` where that is taken.
fn write_new(stem: &str, ending: &str, bytes: &[u8]) -> anyhow::Result<PathBuf> {
    for count in 1_u32.. {
        let number = if count == 1 { String::new() } else { format!("-{count}") };
        let path = PathBuf::from(format!("{stem}{number}.{ending}"));
        match File::create_new(&path) {
            Ok(mut file) => {
                file.write_all(bytes)?;
                return Ok(path);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => {
                return Err(error).with_context(|| format!("cannot write {}", path.display()));
            }
        }
    }
    anyhow::bail!("all file names like {stem}.{ending} are taken. Name a file.")
}

/// A page chooses its title, but not where we write: letters and digits, and dashes between them.
fn stem(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let joined = words.collect::<Vec<_>>().join("-");
    let stem: String = joined.chars().take(NAME_CHARS_MAX).collect();
    let stem = stem.trim_end_matches('-');
    if stem.is_empty() { "page".to_owned() } else { stem.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_makes_a_harmless_name() {
        for (title, name) in [
            ("Train times · Bern", "Train-times-Bern"),
            ("../../.bashrc", "bashrc"),
            ("駅 の 時刻", "駅-の-時刻"),
            ("", "page"),
            ("…", "page"),
        ] {
            assert_eq!(stem(title), name);
        }
        assert_eq!(stem(&"a ".repeat(100)).len(), 59);
    }
}
