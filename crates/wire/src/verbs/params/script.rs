//! Scripts in a page.

use serde::{Deserialize, Serialize};

use crate::ids::TabId;
use crate::target::Target;
use crate::verbs::{Permission, VerbFacts, VerbParams};

params! {
    EvalParams {
        /// An expression, or the body of an async function with `return`. With `target` or `args`, a
        /// function.
        script: String,
        frame: Option<u32>,
        /// The function is called with this element first.
        target: Option<Target>,
        /// With a list of all elements that fit, instead.
        #[serde(default)]
        all: bool,
        /// The function is called with these, behind the element.
        #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<Object>>))]
        args: Option<Vec<serde_json::Value>>,
        timeout_ms: Option<u32>,
    } => {
        const WRITTEN: &'static [&'static str] = &["args"];

        fn permission(&self, verb: &VerbFacts) -> Permission<'_> {
            Permission::of(verb).running_script(true)
        }
    }
}
