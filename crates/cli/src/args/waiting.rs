//! What to wait for.

use clap::Args as ClapArgs;
use tabwright_wire::verbs::{self, WaitFor, WaitParams};
use tabwright_wire::{ElementState, TabId, Target};

use super::common::{Among, Asks, Deadline, Usage, one_of};

#[derive(Debug, ClapArgs)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["page_is", "text", "url", "element", "function"])))]
pub(crate) struct WaitArgs {
    /// Until all is loaded, nothing moves any more, or the page answers to input
    #[arg(value_name = "STATE", value_parser = ["load", "idle", "interaction"])]
    page_is: Option<String>,
    /// Until a person could read this
    #[arg(long)]
    text: Option<String>,
    /// Until the text is gone instead
    #[arg(long, requires = "text")]
    gone: bool,
    /// Until the address contains this, or fits it where it has `*`
    #[arg(long)]
    url: Option<String>,
    /// Until this element is there
    #[arg(long, value_name = "TARGET")]
    element: Option<Target>,
    /// How the element must be
    #[arg(long, requires = "element", default_value = "visible")]
    #[arg(value_parser = one_of::<ElementState>(&["visible", "hidden", "attached", "detached"]))]
    state: ElementState,
    /// Until this expression in the page is true
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
