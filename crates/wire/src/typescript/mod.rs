//! Writes the messages that cross to the extension as TypeScript: [`module`] gives the types and
//! [`readers::module`] the functions that validate them. Both follow from the tables in
//! `methods.rs` and `kit`: a new method or type needs no line here.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use schemars::JsonSchema;
use ts_rs::{Config, TS, TypeVisitor};

use crate::methods::{
    visit_agent_service, visit_agent_service_notices, visit_browser_control,
    visit_browser_control_notices, visit_cdp_control, visit_cdp_notices,
};
use crate::*;

pub mod readers;

/// Walks the methods, notices or kit questions of one table.
pub(crate) trait TableVisitor {
    fn method<P, R>(&mut self, name: &str)
    where
        P: TS + JsonSchema + 'static,
        R: TS + JsonSchema + 'static;

    fn notice<P: TS + JsonSchema + 'static>(&mut self, name: &str);

    /// A question to the page kit. Its parameters are not validated again in the page: they come
    /// from the daemon by way of the service worker.
    fn question<P: TS + 'static, R: TS + 'static>(&mut self, name: &str);
}

/// The text of `extension/src/wire.ts`.
#[must_use]
pub fn module() -> String {
    let mut out = String::from(
        "// Generated from crates/wire by `cargo xtask wire`. Do not edit: CI fails when it is stale.\n\n",
    );
    constants(&mut out);
    let mut types = Types::new();
    let mut tables = String::new();
    let mut table = |name: &str, doc: &str, visit: &dyn Fn(&mut Types)| {
        types.rows.clear();
        visit(&mut types);
        let rows = &types.rows;
        let _ = writeln!(tables, "/** {doc} */\nexport type {name} = {{\n{rows}}};\n");
    };
    table("BrowserControl", "What the daemon asks of the extension.", &visit_browser_control);
    table(
        "Kit",
        "What the daemon asks of the page kit in one frame.",
        &crate::kit::visit_questions,
    );
    table("AgentService", "What the extension asks of the daemon.", &visit_agent_service);
    table(
        "BrowserControlNotices",
        "What the daemon tells the extension.",
        &visit_browser_control_notices,
    );
    table(
        "AgentServiceNotices",
        "What the extension tells the daemon.",
        &visit_agent_service_notices,
    );
    table("CdpControl", "What the daemon asks of Chrome's debugger.", &visit_cdp_control);
    table("CdpNotices", "What Chrome's debugger and tabs tell the daemon.", &visit_cdp_notices);
    types.visit::<Message<'static>>();
    types.visit::<Control>();
    types.visit::<ExtensionQuery>();
    types.visit::<PairRequest>();
    types.visit::<PairResponse>();
    types.visit::<NativeRequest>();
    types.visit::<NativeResponse>();
    types.visit::<KitRefusal>();
    for declaration in types.declarations.values() {
        let _ = writeln!(out, "export {declaration}\n");
    }
    out.push_str(&tables);
    out
}

fn constants(out: &mut String) {
    let number = |out: &mut String, name: &str, value: usize| {
        let _ = writeln!(out, "export const {name} = {value};");
    };
    number(out, "PROTOCOL_VERSION", PROTOCOL_VERSION as usize);
    number(out, "DEFAULT_PORT", usize::from(DEFAULT_PORT));
    number(out, "FRAME_BYTES_MAX", FRAME_BYTES_MAX);
    number(out, "BUNDLE_LENGTH_MAX", BUNDLE_LENGTH_MAX);
    number(out, "PENDING_CALLS_MAX", PENDING_CALLS_MAX);
    number(out, "KEEP_ALIVE_INTERVAL_MS", KEEP_ALIVE_INTERVAL_MS as usize);
    number(out, "SILENCE_MS_MAX", SILENCE_MS_MAX as usize);
    number(out, "RECONNECT_MS_MIN", RECONNECT_MS_MIN as usize);
    number(out, "RECONNECT_MS_MAX", RECONNECT_MS_MAX as usize);
    number(out, "NUMBERS_PER_FRAME", NUMBERS_PER_FRAME as usize);
    number(out, "CONTENT_SCRIPT_MS_MAX", CONTENT_SCRIPT_MS_MAX as usize);
    number(out, "CLOSE_CODE_DUPLICATE", usize::from(CLOSE_CODE_DUPLICATE));
    for (name, value) in [
        ("CLOSE_DUPLICATE", CLOSE_DUPLICATE),
        ("DISCONNECTED", DISCONNECTED),
        ("NATIVE_HOST", NATIVE_HOST),
        ("EXTENSION_ID", EXTENSION_ID),
        ("EXTENSION_KEY", EXTENSION_KEY),
        ("BROWSER_CONTROL", BROWSER_CONTROL),
        ("AGENT_SERVICE", AGENT_SERVICE),
        ("CDP", CDP),
        ("PAGE_WORDS_START", PAGE_WORDS_START),
        ("PAGE_WORDS_END", PAGE_WORDS_END),
    ] {
        let _ = writeln!(out, "export const {name} = {value:?};");
    }
    out.push('\n');
}

/// Collects the declarations of every type that a table uses, and the rows of the table itself.
struct Types {
    config: Config,
    /// By name, so that the order of the file does not depend on who uses a type first.
    declarations: BTreeMap<String, String>,
    rows: String,
}

impl Types {
    fn new() -> Self {
        let config = Config::new().with_large_int("number");
        Self { config, declarations: BTreeMap::new(), rows: String::new() }
    }

    fn row<P: TS + 'static, R: TS + 'static>(&mut self, name: &str) {
        self.visit::<P>();
        self.visit::<R>();
        let (params, result) = (P::name(&self.config), R::name(&self.config));
        let _ = writeln!(self.rows, "  {name}: {{ params: {params}; result: {result} }};");
    }
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types without a file of their own are TypeScript's: numbers, lists, text.
        if T::output_path().is_some() {
            let name = T::ident(&self.config);
            if self.declarations.contains_key(&name) {
                return;
            }
            self.declarations.insert(name, T::decl(&self.config));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

impl TableVisitor for Types {
    fn method<P, R>(&mut self, name: &str)
    where
        P: TS + JsonSchema + 'static,
        R: TS + JsonSchema + 'static,
    {
        self.row::<P, R>(name);
    }

    fn notice<P: TS + JsonSchema + 'static>(&mut self, name: &str) {
        self.visit::<P>();
        let params = P::name(&self.config);
        let _ = writeln!(self.rows, "  {name}: {{ params: {params} }};");
    }

    fn question<P: TS + 'static, R: TS + 'static>(&mut self, name: &str) {
        self.row::<P, R>(name);
    }
}
