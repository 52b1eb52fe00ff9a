//! What to wait for.

use clap::Args as ClapArgs;
use tabwright_wire::verbs::{self, WaitFor, WaitParams};
use tabwright_wire::{ElementState, TabId, Target};

use super::common::{Among, Asks, Deadline, Usage, one_of};

#[derive(Debug, ClapArgs)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["page_is", "text", "url", "element", "function"])))]
pub(crate) struct WaitArgs {
    /// Wait until the page has loaded, is idle, or reacts to input
    #[arg(value_name = "STATE", value_parser = ["load", "idle", "interaction"])]
    page_is: Option<String>,
    /// Wait until this text is visible
    #[arg(long)]
    text: Option<String>,
    /// Wait until the text is gone
    #[arg(long, requires = "text")]
    gone: bool,
    /// Wait until the address contains this, or matches it if it has a `*`
    #[arg(long)]
    url: Option<String>,
    /// Wait for this element
    #[arg(long, value_name = "TARGET")]
    element: Option<Target>,
    /// The state the element must be in
    #[arg(long, requires = "element", default_value = "visible")]
    #[arg(value_parser = one_of::<ElementState>(&["visible", "hidden", "attached", "detached"]))]
    state: ElementState,
    /// Wait until this JavaScript expression is true
    #[arg(long, value_name = "JS")]
    function: Option<String>,
    #[command(flatten)]
    among: Among,
    #[command(flatten)]
    deadline: Deadline,
}

impl Asks for WaitArgs {
    type Verb = verbs::Wait;

    fn params(self, tab: Option<TabId>) -> Result<WaitParams, Usage> {
        let element = self.among.choose_any(self.element)?;
        let r#for = match (element, self.text, self.url, self.function, self.page_is.as_deref()) {
            (Some(target), ..) => WaitFor::Element { target, state: self.state },
            (_, Some(text), ..) => WaitFor::Text { text, gone: self.gone },
            (_, _, Some(url), ..) => WaitFor::Url { url },
            (_, _, _, Some(script), _) => WaitFor::Function { script },
            (_, _, _, _, Some("idle")) => WaitFor::Idle,
            (_, _, _, _, Some("interaction")) => WaitFor::Interaction,
            _ => WaitFor::Load,
        };
        let (tab, frame) = (tab, self.among.frame);
        Ok(WaitParams { tab, r#for, frame, timeout_ms: self.deadline.ms })
    }
}
