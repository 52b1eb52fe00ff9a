//! Flags for the settings, shared by the commands that start something.

use std::collections::BTreeMap;

use clap::{ArgAction, Args as ClapArgs};

/// Flags for settings. They are stronger than the environment and the config file; see
/// `tabwright config --explain`.
#[derive(Debug, Default, ClapArgs)]
pub(crate) struct SettingsFlags {
    /// The daemon's port on 127.0.0.1 [env: TABWRIGHT_PORT]
    #[arg(long)]
    port: Option<String>,
    /// How many browser profiles may be connected: one or many [env: TABWRIGHT_BROWSERS]
    #[arg(long)]
    browsers: Option<String>,
    /// How many CDP clients may be connected: many or single [env: TABWRIGHT_CLIENT_MODE]
    #[arg(long = "client_mode", alias = "client-mode")]
    client_mode: Option<String>,
    /// The browser to start: a name or a path [env: TABWRIGHT_BROWSER]
    #[arg(long)]
    browser: Option<String>,
    /// Start the browser without a window [env: TABWRIGHT_HEADLESS]
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", action = ArgAction::Set)]
    headless: Option<String>,
    /// Which way to a browser when none is named: extension or cdp [env: TABWRIGHT_PREFER]
    #[arg(long)]
    prefer: Option<String>,
    /// Attach the debugger for trusted input [env: TABWRIGHT_TRUSTED_INPUT]
    #[arg(long = "trusted_input", alias = "trusted-input")]
    trusted_input: Option<String>,
    /// Show a mask and a pointer on driven tabs [env: TABWRIGHT_SHOW_DRIVING]
    #[arg(long = "show_driving", alias = "show-driving")]
    show_driving: Option<String>,
    /// Let that pointer glide [env: TABWRIGHT_GLIDE]
    #[arg(long)]
    glide: Option<String>,
    /// How long a question waits for your answer, in seconds [env: TABWRIGHT_ASK_TIMEOUT_S]
    #[arg(long = "ask_timeout_s", alias = "ask-timeout-s")]
    ask_timeout_s: Option<String>,
    /// How long the log of who did what is kept, in days [env: TABWRIGHT_AUDIT_DAYS]
    #[arg(long = "audit_days", alias = "audit-days")]
    audit_days: Option<String>,
    /// How large that log may get, in megabytes [env: TABWRIGHT_AUDIT_MEGABYTES]
    #[arg(long = "audit_megabytes", alias = "audit-megabytes")]
    audit_megabytes: Option<String>,
    /// How much to log: error, warn, info, debug, trace [env: TABWRIGHT_LOG]
    #[arg(long)]
    log: Option<String>,
}

impl SettingsFlags {
    pub(crate) fn given(&self) -> BTreeMap<&'static str, String> {
        let Self {
            port,
            browsers,
            client_mode,
            browser,
            headless,
            prefer,
            trusted_input,
            show_driving,
            glide,
            ask_timeout_s,
            audit_days,
            audit_megabytes,
            log,
        } = self;
        [
            ("port", port),
            ("browsers", browsers),
            ("client_mode", client_mode),
            ("browser", browser),
            ("headless", headless),
            ("prefer", prefer),
            ("trusted_input", trusted_input),
            ("show_driving", show_driving),
            ("glide", glide),
            ("ask_timeout_s", ask_timeout_s),
            ("audit_days", audit_days),
            ("audit_megabytes", audit_megabytes),
            ("log", log),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.clone()?)))
        .collect()
    }
}
