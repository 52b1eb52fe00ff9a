use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use tabwright_wire::Mode;

use super::declare::{Declared, choices, settings};
use super::kinds::{Number, OnOff, OneOf};
use super::*;

/// Loads a set of settings from a config file with this text. In messages the file is `config.toml`.
fn load_as<S: Declared>(toml: &str, flags: &[(&'static str, &str)]) -> Result<S, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    std::fs::write(&path, toml).unwrap();
    let flags = flags.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    let below = format!("{}/", folder.path().display());
    read::load(&path, &flags).map_err(|error| error.to_string().replace(&below, ""))
}

fn load(toml: &str, flags: &[(&'static str, &str)]) -> Result<Settings, String> {
    load_as(toml, flags)
}

#[test]
fn nothing_set_gives_the_defaults() {
    assert_eq!(load("", &[]).unwrap(), Settings::default());
    assert_eq!(Settings::default().daemon.port, tabwright_wire::DEFAULT_PORT);
}

#[test]
fn a_flag_is_stronger_than_the_file() {
    let file = "port = 4_000\nbrowsers = \"many\"\nheadless = true\naudit_days = \"7\"";
    let settings = load(file, &[("port", "5000")]).unwrap();
    assert_eq!(settings.daemon.port, 5000);
    assert_eq!(settings.connections.browsers, BrowserSlots::Many);
    assert_eq!(settings.policy.audit_days, 7);
    assert!(settings.managed.headless);
    assert_eq!(load(file, &[]).unwrap().daemon.port, 4000);
}

#[test]
fn every_declaration_holds_together() {
    for setting in SETTINGS {
        let Setting { name, env, flag, .. } = setting;
        assert_eq!(*flag, name.replace('_', "-"));
        assert_eq!(*env, format!("TABWRIGHT_{}", name.to_uppercase()));
        assert!(setting.help().ends_with('.'), "{name}: {}", setting.help());
        assert!(!setting.summary().ends_with('.') && !setting.summary().is_empty(), "{name}");
        // The default is one of the values: given as a flag, it is taken.
        let given = load("", &[(name, &setting.default())]);
        assert_eq!(given.unwrap(), Settings::default(), "{name}");
    }
    let switches: Vec<_> = SETTINGS.iter().filter(|setting| setting.is_switch()).collect();
    assert_eq!(
        switches.iter().map(|setting| setting.name).collect::<Vec<_>>(),
        ["headless", "remember_phrases"]
    );
}

#[test]
fn shares_are_named_and_not_all_nought() {
    let ranking = |text: &str| {
        load("", &[("answer_ranking", text)]).map(|settings| settings.library.answer_ranking)
    };
    let shares = |relevance, recency, quality| AnswerRanking { relevance, recency, quality };
    assert_eq!(ranking("recency 100").unwrap(), shares(0, 100, 0));
    assert_eq!(ranking("quality 5,relevance  7").unwrap(), shares(7, 0, 5));
    for wrong in [
        "relevance -1",
        "relevance 101",
        "relevance 0, recency 0, quality 0",
        "relevance 1, relevance 2",
        "age 10",
        "50 30 20",
        "",
    ] {
        // An empty flag is one too: it is not taken for the default.
        assert!(ranking(wrong).is_err(), "{wrong}");
    }
    let told = ranking("relevance -1").unwrap_err();
    assert!(told.contains("each with 0 to 100, and not all with 0"), "{told}");
}

#[test]
fn a_folder_is_told_from_the_root() {
    let folder =
        |text: &str| load("", &[("encoder_folder", text)]).map(|it| it.library.encoder_folder);
    assert_eq!(folder("").unwrap(), None);
    assert!(folder("models/small").is_err() && folder("~/models").is_err());
    let root = std::env::temp_dir();
    assert_eq!(folder(&root.display().to_string()).unwrap(), Some(root));
}

#[test]
fn rules_stand_in_the_same_file() {
    let file = "port = 1\n[[rule]]\nclient = \"codex\"\nmode = \"read-only\"\n[[rule]]\nsite = \"*.bank.example\"\nmode = \"deny\"";
    let rules = load(file, &[]).unwrap().policy.rules;
    assert_eq!(rules.len(), 2);
    assert_eq!(rules[0].mode, Some(Mode::ReadOnly));
    assert_eq!(rules[1].site.as_deref(), Some("*.bank.example"));
}

#[test]
fn a_mistake_shows_its_place() {
    let cases = [
        (
            "port = \"abc\"",
            "config.toml:1:8: `port` is `abc`. Possible values: 0 to 65535; 0 takes any free port\n  |\n1 | port = \"abc\"\n  |        ^^^^^",
        ),
        (
            "\n\tport = 70000 # much",
            "config.toml:2:9: `port` is `70000`. Possible values: 0 to 65535; 0 takes any free port\n  |\n2 |  port = 70000 # much\n  |         ^^^^^",
        ),
        (
            "browsers = \"few\"",
            "config.toml:1:12: `browsers` is `few`. Possible values: one | many\n  |\n1 | browsers = \"few\"\n  |            ^^^^^",
        ),
        (
            "log = \"ä\"\nask_timeout_s = 0",
            "config.toml:2:17: `ask_timeout_s` is `0`. Possible values: 1 to 3600\n  |\n2 | ask_timeout_s = 0\n  |                 ^",
        ),
        (
            "prot = 1",
            "config.toml:1:1: `prot` is not known here; did you mean `port`?\n  |\n1 | prot = 1\n  | ^^^^",
        ),
        (
            "client-mode = \"many\"",
            "config.toml:1:1: `client-mode` is not known here; did you mean `client_mode`?\n  |\n1 | client-mode = \"many\"\n  | ^^^^^^^^^^^",
        ),
        (
            "[rules]\n",
            "config.toml:1:2: `rules` is not known here; did you mean `rule`?\n  |\n1 | [rules]\n  |  ^^^^^",
        ),
        (
            "colour = 1",
            "config.toml:1:1: `colour` is not known here; `tabwright config --explain` lists all settings\n  |\n1 | colour = 1\n  | ^^^^^^",
        ),
        (
            "[[rule]]\nsites = \"a\"",
            "config.toml:2:1: `sites` is not known here; did you mean `site`?\n  |\n2 | sites = \"a\"\n  | ^^^^^",
        ),
        (
            "rule = 3",
            "config.toml:1:8: `rule` must be tables, written as `[[rule]]`\n  |\n1 | rule = 3\n  |        ^",
        ),
        (
            "[[rule]]\nsite = 3",
            "config.toml:2:8: invalid type: integer `3`, expected a string\n  |\n2 | site = 3\n  |        ^",
        ),
    ];
    for (toml, message) in cases {
        assert_eq!(load(toml, &[]).unwrap_err(), message, "{toml}");
    }
    let begins = [
        ("port = ", "config.toml:1:8: "),
        ("a = 1\n[[rule]\n", "config.toml:2:"),
        ("port = 1\nport = 2", "config.toml:2:1: duplicate key"),
        ("[[rule]]\nmode = \"maybe\"", "config.toml:2:8: unknown variant `maybe`, expected one of"),
        ("[[rule]]\nallow = [\"passwords\", \"x\"]", "config.toml:2:1"),
    ];
    for (toml, beginning) in begins {
        let message = load(toml, &[]).unwrap_err();
        assert!(message.starts_with(beginning), "{toml}: {message}");
    }
}

#[test]
fn all_mistakes_are_told_at_once_in_the_order_of_the_file() {
    let file =
        "glide = 3\nprot = 1\nport = -1\n[[rule]]\nmode = \"deny\"\n[[rule]]\nsites = \"a\"\n";
    let message = load(file, &[]).unwrap_err();
    let places: Vec<_> = message.lines().filter(|line| line.starts_with("config.toml:")).collect();
    let lines = places.iter().map(|line| line.split(':').nth(1).unwrap());
    assert_eq!(lines.collect::<Vec<_>>(), ["1", "2", "3", "7"], "{message}");
}

#[test]
fn what_another_crate_finds_wrong_has_a_place_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    std::fs::write(&path, "port = 1\n\n[[rule]]\nmode = \"deny\"\n[[rule]]\nsite = \"*\"\n")
        .unwrap();
    let file = ConfigFile::read(&path).unwrap();
    use Key::{Index, Name};
    for (place, line, column) in [
        (&[Name("rule"), Index(1), Name("site")] as &[_], 6, 8),
        (&[Name("rule"), Index(1), Name("mode")], 5, 1),
        (&[Name("rule"), Index(0)], 3, 1),
        (&[Name("nothing")], 1, 1),
    ] {
        let SettingsError::ConfigFile { mistakes, .. } = file.mistake(place, "odd") else {
            panic!("{place:?}");
        };
        assert_eq!((mistakes[0].line, mistakes[0].column), (line, column), "{place:?}");
    }
}

#[test]
fn what_the_file_is_not_to_blame_for_names_who_is() {
    let error = load("", &[("client_mode", "few")]).unwrap_err();
    assert_eq!(
        error,
        "client_mode is `few` (set by the flag --client-mode). Possible values: many | single"
    );
}

/// A room that is not there yet, to show that a declaration is all it needs.
mod a_new_room {
    use super::*;

    settings! {
        struct RoomSettings {
            /// Models
            models: ModelSettings {
                /// How many models may work at a time. More is faster.
                models_max: u8 = 2, Number(1..=9, "");
                /// Ask before money is spent.
                ask_first: bool = true, OnOff;
                /// What to do first.
                order: Order = Order::Cheap, OneOf::new();
                tables {
                    /// Models by name.
                    by_name: BTreeMap<String, Model> = "models";
                    /// What comes where the first fails.
                    fallbacks: Vec<Fallback> = "fallback";
                }
            }
        }
    }

    choices! {
        enum Order { Cheap = "cheap", Good = "good" }
    }

    #[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Model {
        url: String,
        #[serde(default)]
        limits: Limits,
    }

    #[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Limits {
        tokens: Option<u32>,
    }

    #[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
    struct Fallback {
        to: String,
    }

    #[test]
    fn tables_are_read_into_their_types() {
        let file = "order = \"good\"\n[models.fast]\nurl = \"http://a\"\n[models.\"a b\"]\nurl = \"http://b\"\nlimits.tokens = 9\n[[fallback]]\nto = \"fast\"\n";
        let RoomSettings { models } = load_as(file, &[("models_max", "3")]).unwrap();
        assert_eq!((models.models_max, models.ask_first, models.order), (3, true, Order::Good));
        let model = |url: &str, tokens| Model { url: url.into(), limits: Limits { tokens } };
        let by_name = [("fast", model("http://a", None)), ("a b", model("http://b", Some(9)))];
        assert_eq!(models.by_name, by_name.map(|(name, model)| (name.to_owned(), model)).into());
        assert_eq!(models.fallbacks, [Fallback { to: "fast".into() }]);
        assert_eq!(RoomSettings::TABLES[0].header(), "[models.NAME]");
        assert_eq!(RoomSettings::TABLES[0].fields(), ["url", "limits"]);
    }

    #[test]
    fn mistakes_in_tables_have_their_place() {
        for (file, beginning) in [
            ("[models.fast]\n", "config.toml:1:1: missing field `url`"),
            ("[models.fast]\nurl = 1\n", "config.toml:2:7: invalid type: integer `1`"),
            (
                "[models.fast]\nuri = \"x\"\n",
                "config.toml:2:1: `uri` is not known here; did you mean",
            ),
            (
                "[models.fast]\nkey = \"x\"\n",
                "config.toml:2:1: `key` is not known here; it may have url, limits",
            ),
            (
                "[models.fast]\nurl = \"x\"\nlimits = { token = 1 }\n",
                "config.toml:3:12: unknown field `token`",
            ),
            ("models = 1\n", "config.toml:1:10: `models` must be tables with a name"),
            (
                "[models]\nfast = 1\n",
                "config.toml:2:8: invalid type: integer `1`, expected struct Model",
            ),
            (
                "[fallback]\nto = \"x\"\n",
                "config.toml:1:1: `fallback` must be tables, written as `[[fallback]]`",
            ),
            (
                "model_max = 1\n",
                "config.toml:1:1: `model_max` is not known here; did you mean `models_max`?",
            ),
        ] {
            let message = load_as::<RoomSettings>(file, &[]).unwrap_err();
            assert!(message.starts_with(beginning), "{file}: {message}");
        }
    }
}

/// `INSTA_UPDATE=always` writes the page, as it does with every other text that people read.
#[test]
fn the_page_about_settings_is_fresh() {
    let page = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/settings.md");
    if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
        std::fs::write(&page, markdown()).unwrap();
    }
    let written = std::fs::read_to_string(&page).unwrap_or_default();
    assert_eq!(written, markdown(), "INSTA_UPDATE=always cargo nextest run -p tabwright-client");
}
