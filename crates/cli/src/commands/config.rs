use std::process::ExitCode;

use serde_json::json;
use tabwright_client::{Home, SETTINGS, Settings, Source};

use crate::args::ConfigOptions;
use crate::format;

pub(crate) fn run(home: &Home, options: &ConfigOptions) -> anyhow::Result<ExitCode> {
    let (file, flags) = (home.config_file(), options.settings.given());
    let resolved = Settings::resolve(&file, flags)?;
    if options.output.json {
        let settings: serde_json::Map<_, _> = SETTINGS
            .iter()
            .filter_map(|setting| {
                let resolved = resolved.get(setting.name)?;
                let source = match resolved.source {
                    Source::Default => "default",
                    Source::File => "file",
                    Source::Environment => "environment",
                    Source::Flag => "flag",
                };
                let value = json!({
                    "value": resolved.value,
                    "source": source,
                    "variable": setting.env,
                    "flag": format!("--{}", setting.flag),
                    "values": setting.values(),
                    "default": setting.default(),
                    "meaning": setting.help(),
                });
                Some((setting.name.to_owned(), value))
            })
            .collect();
        format::json(&json!({ "file": file, "settings": settings }))?;
    } else if options.explain {
        print!("{}", tabwright_client::explain(&resolved, &file));
    } else {
        println!("# {}", file.display());
        for (name, resolved) in &resolved {
            println!("{name} = {:?}", resolved.value);
        }
    }
    // Shown first, then checked: a person mends what they can see.
    Settings::load(&file, flags)?;
    Ok(ExitCode::SUCCESS)
}
