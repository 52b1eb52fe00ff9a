//! The room of the browsers: the one that Tabwright starts, those elsewhere, and how fast the way to
//! one is.

use std::sync::Arc;

use async_trait::async_trait;
use tabwright_room::{Functions, Room, bad_request};
use tabwright_wire::{
    AddRemoteBrowser, LaunchBrowser, ListRemoteBrowsers, MeasureEcho, NameParams, NoParams,
    NoResult, Problem, QuitBrowser, RemoveRemoteBrowser,
};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::browsers::Browsers;
use crate::drivers::{Drivers, MANAGED};
use crate::managed::Managed;
use crate::{probe, problems};

#[derive(Debug)]
pub(crate) struct BrowsersRoom {
    pub(crate) browsers: Arc<Browsers>,
    pub(crate) drivers: Arc<Drivers>,
    pub(crate) managed: Arc<Managed>,
}

#[async_trait]
impl Room for BrowsersRoom {
    fn functions(self: Arc<Self>) -> Functions {
        Functions::of(self)
            .on::<LaunchBrowser, _>(|room, _, request| async move {
                let launched = room.managed.launch(request).await;
                launched.map_err(|error| problems::launch_failed(&error))
            })
            .on::<QuitBrowser, _>(|room, _, NoParams {}| async move {
                room.managed.quit().await;
                Ok(NoResult {})
            })
            .on::<ListRemoteBrowsers, _>(|room, _, NoParams {}| async move {
                Ok(room.drivers.remotes_list())
            })
            .on::<AddRemoteBrowser, _>(|room, _, remote| async move {
                if remote.name.is_empty() || remote.name == MANAGED {
                    let name = remote.name;
                    return Err(bad_request(format!("`{name}` cannot be the name of a browser")));
                }
                room.drivers.add_remote(remote).await
            })
            .on::<RemoveRemoteBrowser, _>(|room, _, NameParams { name }| async move {
                room.remove(&name).await
            })
            .on::<MeasureEcho, _>(|room, caller, request| async move {
                let browser = room.browsers.choose(caller.browser.as_deref())?;
                probe::echo(&browser.control(), request).await
            })
            .all()
    }

    fn start(self: Arc<Self>, tasks: &TaskTracker, stopping: &CancellationToken) {
        self.managed.adopt();
        let reconnecting = Arc::clone(&self.drivers).reconnect_remotes();
        tasks.spawn(stopping.clone().run_until_cancelled_owned(reconnecting));
    }

    async fn stop(&self) {
        self.browsers.close_all();
        self.managed.quit().await;
    }
}

impl BrowsersRoom {
    async fn remove(&self, name: &str) -> Result<NoResult, Problem> {
        if self.drivers.remove_remote(name).await? {
            return Ok(NoResult {});
        }
        let known = self.drivers.remotes_list().browsers.into_iter().map(|browser| browser.name);
        Err(problems::unknown_browser(Some(name), &known.collect::<Vec<_>>()))
    }
}
