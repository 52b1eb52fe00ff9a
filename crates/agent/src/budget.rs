//! How much is sent to a model, and how far a run may go.

use tabwright_model::Content;
use tabwright_wire::chats::{RunLimits, RunSpent};

/// A token is counted as four bytes, which is more than it has in most languages and fewer than in English.
const BYTES_PER_TOKEN: usize = 4;
/// What a picture costs, whatever its size: providers scale it.
const PICTURE_TOKENS: usize = 1_500;
/// One result of a tool.
pub(crate) const RESULT_TOKENS_MAX: usize = 1_500;
/// The page at the beginning.
pub(crate) const VIEW_TOKENS_MAX: usize = 1_000;
/// What the tools write is below these, with the marks and words around it; the budgets above hold for text
/// of many bytes per character, too.
pub(crate) const RESULT_CHARS: usize = 5_600;
pub(crate) const VIEW_CHARS: u32 = 3_600;
/// Old observations are compacted when a request is larger than this, or than this share of the window.
const COMPACT_TOKENS: usize = 24_000;
const COMPACT_PERCENT: usize = 60;
/// The person is told, and the model, when so much of a limit is used up.
const WARN_PERCENT: u64 = 80;

pub(crate) fn tokens(bytes: usize) -> usize {
    bytes.div_ceil(BYTES_PER_TOKEN)
}

pub(crate) fn tokens_of(content: &[Content]) -> usize {
    let of = |content: &Content| match content {
        Content::Text { text } => tokens(text.len()),
        Content::Image { .. } => PICTURE_TOKENS,
    };
    content.iter().map(of).sum()
}

/// How large a request may be before old observations are compacted.
pub(crate) fn compact_above(context_window: Option<u32>) -> usize {
    let share = context_window.map(|window| window as usize * COMPACT_PERCENT / 100);
    share.map_or(COMPACT_TOKENS, |share| share.min(COMPACT_TOKENS))
}

/// The text, cut to a number of tokens. Text of a page that is cut still ends with its mark.
pub(crate) fn cut(text: &str, tokens_max: usize) -> String {
    let bytes_max = tokens_max * BYTES_PER_TOKEN;
    if text.len() <= bytes_max {
        return text.to_owned();
    }
    const NOTE: &str = "\n(cut: it is longer than one result may be)";
    const END_BYTES: usize = 40;
    let at = text.floor_char_boundary(bytes_max.saturating_sub(NOTE.len() + END_BYTES));
    let mut cut = text[..at].to_owned();
    // A mark that was cut in two is no mark.
    if let Some(open) = cut.rfind('⟦')
        && !cut[open..].contains('⟧')
    {
        cut.truncate(open);
    }
    if let Some(open) = cut.rfind("⟦page ")
        && !cut[open..].contains("⟦/page ")
        && let Some(mark) = cut[open + "⟦page ".len()..].split('⟧').next().map(str::to_owned)
    {
        cut += &format!("\n⟦/page {mark}⟧");
    }
    cut + NOTE
}

/// A limit that is reached, in words for the person; none as long as the run may go on.
pub(crate) fn reached(limits: &RunLimits, spent: &RunSpent) -> Option<String> {
    if spent.steps >= limits.steps {
        return Some(format!("The task has taken {} steps, which is the limit", limits.steps));
    }
    if spent.ms >= u64::from(limits.minutes) * 60_000 {
        return Some(format!("The task has taken {} minutes, which is the limit", limits.minutes));
    }
    if spent.tokens >= limits.tokens {
        return Some(format!("The task has used {} tokens, which is the limit", limits.tokens));
    }
    let cents = spent.cents.unwrap_or(0.0);
    if limits.cents > 0 && cents >= f64::from(limits.cents) {
        let cost = f64::from(limits.cents) / 100.0;
        return Some(format!("The task has cost {cost:.2}, which is the limit"));
    }
    None
}

/// The last line of a request. It changes at every step and is not kept.
pub(crate) fn state_line(limits: &RunLimits, spent: &RunSpent) -> String {
    let left = limits.steps.saturating_sub(spent.steps);
    let mut line = format!("Step {} of {}.", spent.steps + 1, limits.steps);
    if left <= 2 {
        line += " This is one of the last steps: finish now, with what you have.";
    }
    let nearly = |used: u64, limit: u64| limit > 0 && used * 100 >= limit * WARN_PERCENT;
    if nearly(spent.tokens, limits.tokens) || nearly(spent.ms, u64::from(limits.minutes) * 60_000) {
        line += " Little time or budget is left: come to an end.";
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> RunLimits {
        RunLimits { steps: 10, minutes: 1, tokens: 1_000, cents: 50 }
    }

    #[test]
    fn every_limit_ends_a_run_with_its_reason() {
        let spent = RunSpent::default();
        assert_eq!(reached(&limits(), &spent), None);
        for (spent, word) in [
            (RunSpent { steps: 10, ..spent }, "10 steps"),
            (RunSpent { ms: 60_000, ..spent }, "1 minutes"),
            (RunSpent { tokens: 1_000, ..spent }, "1000 tokens"),
            (RunSpent { cents: Some(50.0), ..spent }, "cost 0.50"),
        ] {
            assert!(reached(&limits(), &spent).is_some_and(|told| told.contains(word)), "{word}");
        }
        let free = RunLimits { cents: 0, ..limits() };
        assert_eq!(reached(&free, &RunSpent { cents: Some(9e9), ..spent }), None);
    }

    #[test]
    fn the_end_is_told_before_it_comes() {
        let line = |steps| state_line(&limits(), &RunSpent { steps, ..RunSpent::default() });
        assert_eq!(line(0), "Step 1 of 10.");
        assert!(line(8).contains("finish now"));
        let spent = RunSpent { tokens: 800, ..RunSpent::default() };
        assert!(state_line(&limits(), &spent).contains("Little"));
    }

    #[test]
    fn text_of_a_page_that_is_cut_still_ends_with_its_mark() {
        let page = format!("tab 7\n⟦page a1b2c3⟧\n{}\n⟦/page a1b2c3⟧", "ü".repeat(9_000));
        let shown = cut(&page, 1_000);
        assert!(shown.len() <= 4_000, "{}", shown.len());
        assert_eq!(shown.matches("⟦page a1b2c3⟧").count(), 1);
        assert_eq!(shown.matches("⟦/page a1b2c3⟧").count(), 1);
        assert!(shown.ends_with("may be)"));
        for length in 3_880..4_010 {
            let page = format!("⟦page a1b2c3⟧{}⟦/page a1b2c3⟧ more", "x".repeat(length));
            let shown = cut(&page, 1_000);
            assert_eq!(shown.matches("⟦/page a1b2c3⟧").count(), 1, "{length}");
            assert!(shown.len() <= 4_000, "{length}");
        }
        assert_eq!(cut("short", 1_000), "short");
    }

    #[test]
    fn a_small_window_is_compacted_earlier() {
        assert_eq!(compact_above(None), 24_000);
        assert_eq!(compact_above(Some(8_000)), 4_800);
        assert_eq!(compact_above(Some(200_000)), 24_000);
    }
}
