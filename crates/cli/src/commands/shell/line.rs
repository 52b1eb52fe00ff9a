//! What a line at the prompt, or of a file, is.

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Empty, or a remark.
    Nothing,
    Leave,
    Help,
    /// What is near to these words?
    HelpWith(String),
    Say(String),
}

impl Line {
    pub(super) fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            [] => Self::Nothing,
            [first, ..] if first.starts_with('#') => Self::Nothing,
            ["exit" | "quit"] => Self::Leave,
            ["help" | "?"] => Self::Help,
            ["help" | "?", about @ ..] => Self::HelpWith(about.join(" ")),
            // A line that was pasted in pieces is one all the same; other blanks may belong to it.
            _ => Self::Say(text.trim().replace(['\r', '\n'], " ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_for_the_shell_or_for_the_browser() {
        let say = |text: &str| Line::Say(text.to_owned());
        for (text, line) in [
            ("", Line::Nothing),
            (" \t ", Line::Nothing),
            ("# the morning's chores", Line::Nothing),
            ("exit", Line::Leave),
            (" quit ", Line::Leave),
            ("help", Line::Help),
            ("?", Line::Help),
            ("help  open  page", Line::HelpWith("open page".to_owned())),
            ("quit the game", say("quit the game")),
            ("  open nytimes ", say("open nytimes")),
            ("open nytimes\nand scroll down", say("open nytimes and scroll down")),
            ("type \"a  b\"", say("type \"a  b\"")),
        ] {
            assert_eq!(Line::read(text), line, "{text:?}");
        }
    }
}
