//! Flags for the settings, shared by the commands that start something. They are made from the
//! settings' declarations.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use tabwright_client::{Flags, SETTINGS, Setting};

/// The settings that were given as flags. They are stronger than the environment and the config file.
#[derive(Debug, Default)]
pub(crate) struct SettingsFlags {
    given: Flags,
}

impl SettingsFlags {
    pub(crate) fn given(&self) -> &Flags {
        &self.given
    }
}

impl Args for SettingsFlags {
    fn augment_args(command: Command) -> Command {
        command.args(SETTINGS.iter().map(flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SettingsFlags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut flags = Self::default();
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        for setting in SETTINGS {
            if let Some(value) = matches.get_one::<String>(setting.name) {
                self.given.insert(setting.name, value.clone());
            }
        }
        Ok(())
    }
}

fn flag(setting: &'static Setting) -> Arg {
    let (summary, values) = (setting.summary(), setting.values());
    let default = Some(setting.default()).filter(|default| !default.is_empty());
    let default = default.map(|default| format!(" [default: {default}]")).unwrap_or_default();
    let flag = Arg::new(setting.name)
        .long(setting.flag)
        // The spelling of the config file, which was the flag's once.
        .alias(setting.name)
        .value_name(setting.env.trim_start_matches("TABWRIGHT_"))
        .help_heading("Settings")
        .help(format!("{summary} [values: {values}]{default} [env: {}]", setting.env))
        .action(ArgAction::Set);
    match setting.is_switch() {
        true => flag.num_args(0..=1).require_equals(true).default_missing_value("true"),
        false => flag,
    }
}
