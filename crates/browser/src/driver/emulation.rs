//! Emulation: another device, another colour scheme, no network. It lasts until it is reset, or until
//! the debugger leaves the tab.

use serde_json::{Value, json};
use tabwright_wire::verbs::{self, ColorScheme, DEVICES, Device, EmulateParams, Emulation};

use super::{BrowserControl, Driver};
use crate::backend::{Attach, Debugger, Result};
use crate::backends::clear_device_metrics;
use crate::error::ControlError;

/// What Chrome can lay a page out for.
const SIDE_MAX: u32 = 10_000;
const SCALE_MAX: f64 = 10.0;

impl BrowserControl<verbs::Emulate> for Driver {
    async fn run(&self, params: EmulateParams) -> Result<Emulation> {
        let tab = self.driven(params.tab).await?;
        let before = self.memory().tabs.entry(tab).or_default().emulation.clone();
        let wanted = match params.reset {
            true => merge(Emulation::default(), params)?,
            false => merge(before.clone(), params)?,
        };
        let debugger = self.core.backend.debugger(tab, Attach::Yes).await?;
        let debugger = debugger.ok_or_else(|| {
            let why = "the debugger cannot be attached to this tab, so nothing can be emulated";
            ControlError::Unsupported(why.to_owned())
        })?;
        emulate(&*debugger, &before, &wanted).await?;
        self.memory().tabs.entry(tab).or_default().emulation.clone_from(&wanted);
        Ok(wanted)
    }
}

/// What is to be emulated: what was, with what is said now.
fn merge(before: Emulation, params: EmulateParams) -> Result<Emulation> {
    let bad = |message: String| Err(ControlError::BadArguments(message));
    let mut emulation = before;
    if let Some(name) = params.device {
        let Some(device) = find_device(&name) else {
            let names: Vec<_> = DEVICES.iter().map(|device| device.name).collect();
            return bad(format!("there is no device `{name}`; there are {}", names.join(", ")));
        };
        emulation.device = Some(device.name.to_owned());
        (emulation.viewport, emulation.scale) = (Some(device.view), Some(device.scale));
    }
    if let Some(view) = params.viewport {
        if [view.width, view.height].iter().any(|side| !(1..=SIDE_MAX).contains(side)) {
            return bad(format!("each side of a view has 1 to {SIDE_MAX} pixels"));
        }
        emulation.viewport = Some(view);
    }
    if let Some(scale) = params.scale {
        if !(scale > 0.0 && scale <= SCALE_MAX) {
            return bad(format!("a scale of {scale} is not between 0 and {SCALE_MAX}"));
        }
        emulation.scale = Some(scale);
    }
    emulation.color_scheme = params.color_scheme.or(emulation.color_scheme);
    emulation.reduced_motion = params.reduced_motion.unwrap_or(emulation.reduced_motion);
    emulation.offline = params.offline.unwrap_or(emulation.offline);
    Ok(emulation)
}

fn find_device(name: &str) -> Option<&'static Device> {
    DEVICES.iter().find(|device| device.name.eq_ignore_ascii_case(name))
}

/// Everything is sent each time: Chrome may have forgotten it with an earlier debugger.
async fn emulate(debugger: &dyn Debugger, before: &Emulation, emulation: &Emulation) -> Result<()> {
    let device = emulation.device.as_deref().and_then(find_device);
    let is_mobile = device.is_some_and(|device| device.system.is_some());
    if emulation.viewport.is_some() || emulation.scale.is_some() {
        // Zero leaves it as it is.
        let view = emulation.viewport.map_or((0, 0), |view| (view.width, view.height));
        let metrics = json!({
            "width": view.0, "height": view.1, "mobile": is_mobile,
            "deviceScaleFactor": emulation.scale.unwrap_or(0.0),
        });
        debugger.send("Emulation.setDeviceMetricsOverride", &metrics).await?;
    } else if before.viewport.is_some() || before.scale.is_some() {
        clear_device_metrics(debugger).await?;
    }
    debugger.send("Emulation.setTouchEmulationEnabled", &json!({ "enabled": is_mobile })).await?;
    debugger.send("Emulation.setUserAgentOverride", &json!({ "userAgent": "" })).await?;
    if let Some(system) = device.and_then(|device| device.system) {
        let agent = user_agent(system, &own_user_agent(debugger).await?);
        debugger.send("Emulation.setUserAgentOverride", &json!({ "userAgent": agent })).await?;
    }
    let mut features = Vec::new();
    if let Some(scheme) = emulation.color_scheme {
        let value = match scheme {
            ColorScheme::Light => "light",
            ColorScheme::Dark => "dark",
        };
        features.push(json!({ "name": "prefers-color-scheme", "value": value }));
    }
    if emulation.reduced_motion {
        features.push(json!({ "name": "prefers-reduced-motion", "value": "reduce" }));
    }
    debugger.send("Emulation.setEmulatedMedia", &json!({ "features": features })).await?;
    debugger.send("Network.enable", &json!({})).await?;
    let network = json!({
        "offline": emulation.offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
    });
    debugger.send("Network.emulateNetworkConditions", &network).await?;
    Ok(())
}

async fn own_user_agent(debugger: &dyn Debugger) -> Result<String> {
    let params = json!({ "expression": "navigator.userAgent", "returnByValue": true });
    let answer = debugger.send("Runtime.evaluate", &params).await?;
    let answer: Value = serde_json::from_str(answer.get()).unwrap_or_default();
    Ok(answer["result"]["value"].as_str().unwrap_or_default().to_owned())
}

/// How a browser of this version introduces itself on that system.
fn user_agent(system: &str, own: &str) -> String {
    if system.starts_with("iP") {
        return format!(
            "Mozilla/5.0 ({system}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 \
             Mobile/15E148 Safari/604.1"
        );
    }
    let version = own.split("Chrome/").nth(1).and_then(|rest| rest.split(' ').next());
    let version = version.unwrap_or("130.0.0.0");
    format!(
        "Mozilla/5.0 ({system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{version} Mobile \
         Safari/537.36"
    )
}

#[cfg(test)]
mod tests {
    use tabwright_wire::verbs::ViewSize;

    use super::*;

    fn params(json: Value) -> EmulateParams {
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn what_is_said_later_is_added_to_what_is_emulated() {
        let phone = merge(Emulation::default(), params(json!({ "device": "Pixel-8" }))).unwrap();
        assert_eq!(phone.viewport, Some(ViewSize { width: 412, height: 915 }));
        let dark = merge(phone.clone(), params(json!({ "colorScheme": "dark" }))).unwrap();
        assert_eq!(dark, Emulation { color_scheme: Some(ColorScheme::Dark), ..phone });
    }

    #[test]
    fn what_cannot_be_is_refused() {
        for (json, complaint) in [
            (json!({ "device": "abacus" }), "there is no device `abacus`"),
            (json!({ "viewport": { "width": 0, "height": 10 } }), "1 to 10000 pixels"),
            (json!({ "scale": 0.0 }), "a scale of 0"),
            (json!({ "scale": 11.0 }), "a scale of 11"),
        ] {
            let error = merge(Emulation::default(), params(json)).unwrap_err().to_string();
            assert!(error.contains(complaint), "{error}");
        }
    }

    #[test]
    fn a_phone_has_the_version_of_the_browser() {
        let own =
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36";
        let agent = user_agent("Linux; Android 14; Pixel 8", own);
        assert!(agent.contains("Chrome/156.0.0.0 Mobile"), "{agent}");
    }
}
