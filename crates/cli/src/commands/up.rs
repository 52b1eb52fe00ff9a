//! Daemon and browser, connected, until Ctrl-C.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::bail;
use tabwright_client::{
    Client, EventStream, Home, Settings, ensure_running_with, running, until_stopped,
};
use tabwright_wire::verbs::{self, OpenIn, OpenParams};
use tabwright_wire::{
    BLANK_PAGES, BrowserStatus, COMMAND_LINE, Event, GetStatus, LaunchBrowser, LaunchRequest,
    ManagedBrowser, NoParams, QuitBrowser, Status, StopDaemon, Tab,
};
use tokio::time::timeout;

use crate::args::UpOptions;
use crate::{extension, format};

/// A browser that has not connected by then will not.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);
/// How long `up` waits for a new daemon after the old one was killed.
const RETURN_TIMEOUT: Duration = Duration::from_secs(15);
/// Through these a program finds the person's display.
const DISPLAY_VARIABLES: &[&str] =
    &["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE"];

pub(crate) async fn run(home: &Home, options: &UpOptions) -> anyhow::Result<ExitCode> {
    let flags = options.settings.given();
    let settings = Settings::load(&home.config_file(), flags)?;
    home.make()?;
    if extension::unpack(&home.extension())? {
        // Chromium goes on with the worker it has kept as long as the version is the same.
        let _ = std::fs::remove_dir_all(home.profile().join("Default/Service Worker"));
    }

    let (client, started) = ensure_running_with(home, flags).await?;
    format::line("ok", "daemon", &format!("127.0.0.1:{}", client.port()));

    let display = display();
    let request = LaunchRequest {
        headless: settings.managed.headless || !has_display(&display),
        display,
        args: options.switches.clone(),
    };
    let mut events = client.events("tabwright-up", None).await?;
    let outcome = tokio::select! {
        outcome = connect(&client, &request, &mut events) => outcome,
        _ = tokio::signal::ctrl_c() => Err(anyhow::anyhow!("stopped before the browser was connected")),
    };
    let (managed, browser) = match outcome {
        Ok(connected) => connected,
        Err(error) => {
            wind_down(home, &client, started).await;
            return Err(error);
        }
    };
    format::line("ok", "browser", &describe(&managed));
    format::line("ok", "connected", &format!("{} {}", browser.product, browser.product_version));
    if let Some(url) = &options.url
        && let Err(error) = show(&client, url).await
    {
        // The browser is up all the same.
        crate::failure::report(&error);
    }
    print_next_steps(home, &client);
    if options.detach {
        println!("\nDaemon and browser keep running. `{}` ends both.", command("stop"));
        return Ok(ExitCode::SUCCESS);
    }
    println!("\nPress Ctrl-C to end {}.", if started { "both" } else { "the browser" });
    tokio::select! {
        farewell = watch(home, events) => println!("{farewell}"),
        () = interrupted() => {
            println!("Ending the browser{} …", if started { " and the daemon" } else { "" });
            wind_down(home, &client, started).await;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Launches, and waits for the extension in the new browser to say hello.
async fn connect(
    client: &Client,
    request: &LaunchRequest,
    events: &mut EventStream,
) -> anyhow::Result<(ManagedBrowser, BrowserStatus)> {
    let managed = client.call::<LaunchBrowser>(request).await?;
    let connected = async {
        if let Some(browser) = first_browser(&client.call::<GetStatus>(&NoParams {}).await?) {
            return Ok(browser);
        }
        loop {
            match events.next().await.map(|record| record.event) {
                Some(Event::BrowserConnected { browser }) => return Ok(browser),
                Some(Event::ManagedBrowserExited { detail, .. }) => {
                    bail!("the browser ended before it was connected: {detail}")
                }
                Some(_) => {}
                None => bail!("the daemon ended before the browser was connected"),
            }
        }
    };
    match timeout(CONNECT_TIMEOUT, connected).await {
        Ok(browser) => Ok((managed, browser?)),
        Err(_) => bail!(
            "the browser is running, but its extension did not connect within {} s. Run `tabwright doctor` to find out why.",
            CONNECT_TIMEOUT.as_secs()
        ),
    }
}

/// Opens a page: in the empty tab that a new browser has, or in a tab of its own.
async fn show(client: &Client, url: &str) -> anyhow::Result<()> {
    let client = client.clone().named(COMMAND_LINE);
    let tabs = client.tabs().await?.tabs;
    let is_empty = |tab: &&Tab| tab.active && BLANK_PAGES.contains(&tab.url.as_str());
    let empty = tabs.iter().find(is_empty).map(|tab| tab.id);
    let params = OpenParams {
        tab: empty,
        url: url.to_owned(),
        r#in: if empty.is_some() { OpenIn::Current } else { OpenIn::New },
        background: false,
        group: None,
        timeout_ms: None,
    };
    client.run::<verbs::Open>(None, &params).await?;
    Ok(())
}

fn first_browser(status: &Status) -> Option<BrowserStatus> {
    status.browsers.first().cloned()
}

/// Returns when there is nothing left to keep up, with the reason.
async fn watch(home: &Home, mut events: EventStream) -> String {
    loop {
        match events.next().await.map(|record| record.event) {
            Some(Event::ManagedBrowserExited { detail, .. }) => {
                return format!("The browser has ended: {detail}.");
            }
            Some(Event::DaemonStopping) => return "The daemon was stopped.".to_owned(),
            Some(Event::BrowserDisconnected { reason, .. }) => {
                println!("Disconnected: {reason}.");
            }
            Some(Event::BrowserConnected { browser }) => println!("Connected: {}.", browser.name),
            Some(_) => {}
            None => {
                println!("The daemon has ended. Waiting for it to come back …");
                match timeout(RETURN_TIMEOUT, new_daemon(home)).await {
                    Ok(stream) => events = stream,
                    Err(_) => return "The daemon did not come back.".to_owned(),
                }
            }
        }
    }
}

async fn new_daemon(home: &Home) -> EventStream {
    loop {
        if let Ok(client) = running(home).await
            && let Ok(events) = client.events("tabwright-up", Some(0)).await
        {
            return events;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

async fn wind_down(home: &Home, client: &Client, started: bool) {
    // It may be gone already, and then all is well.
    let _ = client.call::<QuitBrowser>(&NoParams {}).await;
    if started {
        let _ = client.call::<StopDaemon>(&NoParams {}).await;
        until_stopped(home).await;
    }
}

async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut term) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = term.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

fn display() -> BTreeMap<String, String> {
    let set = |name: &&str| Some(((*name).to_owned(), std::env::var(name).ok()?));
    DISPLAY_VARIABLES.iter().filter_map(set).collect()
}

fn has_display(display: &BTreeMap<String, String>) -> bool {
    cfg!(any(windows, target_os = "macos"))
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| display.contains_key(*name))
}

fn describe(managed: &ManagedBrowser) -> String {
    let headless = if managed.headless { ", headless" } else { "" };
    let sandbox = if managed.sandboxed { "" } else { ", without its sandbox because you are root" };
    format!("{}{headless}{sandbox} (pid {})", managed.executable, managed.pid)
}

/// Commands that work as they stand when they are typed into the same shell.
fn print_next_steps(home: &Home, client: &Client) {
    let token = home.agent_token_file();
    let tabs = format!("http://127.0.0.1:{}/api/v1/tabs", client.port());
    println!("\nTry this next");
    for (purpose, text) in [
        ("open a page", command("open example.org")),
        ("read it", command("snapshot")),
        ("plain words", command("do \"open nytimes and scroll down\"")),
        ("who is here", command("status")),
        ("check it all", command("doctor")),
        ("your Chrome", command("setup")),
        ("an AI agent", command("setup claude-code")),
        ("rules", command("rules")),
        ("activity", command("log")),
        (
            "HTTP",
            format!(
                "curl -H \"Authorization: Bearer $(cat {})\" --json '{{}}' {tabs}",
                format::shell_quoted(&token.display().to_string())
            ),
        ),
        ("Playwright", format!("chromium.connectOverCDP(\"{}\")", client.cdp_url())),
    ] {
        println!("  {purpose:<13} {text}");
    }
}

fn command(arguments: &str) -> String {
    format!("{} {arguments}", format::program())
}
