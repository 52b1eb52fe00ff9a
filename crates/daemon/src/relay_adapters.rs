//! The extension's channel and the managed browser's pipe, as the relay wants them.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::value::RawValue;
use tabwright_browser::BrowserEvent;
use tabwright_browser::cdp::Link;
use tabwright_relay::{Browser, BrowserError, OnAnswer, OnHandedOver, OnPipeAnswer, Pipe, Relay};
use tabwright_rpc::{Channel, Service};
use tabwright_wire::{CdpEventNotice, TabChanged, TabCreated, TabDetached, TabParams, TabRemoved};
use tokio::sync::broadcast;

/// The extension's `cdp` channel, as the relay wants it.
#[derive(Debug)]
pub(crate) struct ExtensionBrowser(pub(crate) Channel);

impl Browser for ExtensionBrowser {
    fn ask(&self, method: &'static str, params: Box<RawValue>, on_answer: OnAnswer) {
        self.0.ask_then(method, &params, move |answer| {
            on_answer(answer.map_err(|error| BrowserError(error.to_string())));
        });
    }

    fn hand_over_file(&self, from: PathBuf, to: Vec<PathBuf>, done: OnHandedOver) {
        tokio::task::spawn_blocking(move || {
            let handed = to.iter().try_for_each(|place| {
                place.parent().map_or(Ok(()), std::fs::create_dir_all)?;
                // Nobody's file is written over, and no link followed.
                let mut file =
                    std::fs::OpenOptions::new().write(true).create_new(true).open(place)?;
                std::io::copy(&mut std::fs::File::open(&from)?, &mut file).map(drop)
            });
            let handed = handed.and_then(|()| std::fs::remove_file(&from));
            done(handed.map_err(|error| BrowserError(format!("{}: {error}", from.display()))));
        });
    }
}

/// The managed browser's debugging pipe, as the relay wants it.
#[derive(Debug)]
pub(crate) struct ManagedPipe(pub(crate) Arc<Link>);

impl Pipe for ManagedPipe {
    fn ask(
        &self,
        session: Option<&str>,
        method: &str,
        params: Option<&RawValue>,
        on_answer: OnPipeAnswer,
    ) {
        self.0.ask(session, method, params, on_answer);
    }

    fn after(&self, delay: Duration, then: Box<dyn FnOnce() + Send>) {
        tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            then();
        });
    }
}

/// What the extension tells on its `cdp` channel.
pub(crate) fn cdp_service(relay: &Relay, told: broadcast::Sender<BrowserEvent>) -> Service {
    let gone = told.clone();
    let (events, created, changed, removed, detached) =
        (relay.clone(), relay.clone(), relay.clone(), relay.clone(), relay.clone());
    Service::none()
        .hear::<CdpEventNotice>(move |event| events.event(&event))
        .hear::<TabCreated>(move |target| {
            // Nobody may be listening.
            let _ = told.send(BrowserEvent::TabOpened { tab: target.tab, opener: target.opener });
            created.tab_created(target);
        })
        .hear::<TabChanged>(move |target| changed.tab_changed(target))
        .hear::<TabRemoved>(move |TabParams { tab }| {
            let _ = gone.send(BrowserEvent::TabClosed { tab });
            removed.tab_removed(tab);
        })
        .hear::<TabDetached>(move |notice| detached.tab_detached(&notice))
}
