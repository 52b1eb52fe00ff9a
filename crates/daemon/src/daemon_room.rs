//! The room of the daemon itself: how it is, who is connected, pairing, and its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::{Json, Router, routing};
use tabwright_room::{ApiError, Body, Functions, Room, internal};
use tabwright_wire::{
    Diagnostics, DisconnectClient, Event, GetClientSlot, GetStatus, Health, IdParams, NoParams,
    NoResult, OpenPairingCode, PROTOCOL_VERSION, PairRequest, PairResponse, Status, StopDaemon,
};
use tokio_util::sync::CancellationToken;

use crate::auth::Auth;
use crate::browsers::Browsers;
use crate::clients::Clients;
use crate::events::Events;
use crate::managed::Managed;
use crate::pairing::Pairing;
use crate::problems;

#[derive(Debug)]
pub(crate) struct DaemonRoom {
    pub(crate) auth: Arc<Auth>,
    pub(crate) browsers: Arc<Browsers>,
    pub(crate) clients: Arc<Clients>,
    pub(crate) events: Arc<Events>,
    pub(crate) managed: Arc<Managed>,
    pub(crate) pairing: Pairing,
    pub(crate) stopping: CancellationToken,
    pub(crate) started: Instant,
    pub(crate) bad_frames: Arc<AtomicU64>,
}

impl Room for DaemonRoom {
    fn functions(self: Arc<Self>) -> Functions {
        Functions::of(self)
            .on::<GetStatus, _>(|room, _, NoParams {}| async move { Ok(room.status()) })
            .on::<DisconnectClient, _>(|room, _, IdParams { id }| async move {
                room.clients.disconnect(id).map(|()| NoResult {})
            })
            .on::<StopDaemon, _>(|room, _, NoParams {}| async move {
                room.stop();
                Ok(NoResult {})
            })
            .on::<OpenPairingCode, _>(|room, _, NoParams {}| async move {
                room.pairing.open().map_err(|error| internal(&error))
            })
            .on::<GetClientSlot, _>(|room, _, NoParams {}| async move { Ok(room.clients.slot()) })
            .all()
    }
}

impl DaemonRoom {
    /// What is open to whoever comes from the right place, without a token.
    pub(crate) fn open_routes(self: Arc<Self>) -> Router {
        Router::new()
            .route("/health", routing::get(health))
            .route("/pair", routing::post(pair))
            .with_state(self)
    }

    /// Begins the end.
    pub(crate) fn stop(&self) {
        if !self.stopping.is_cancelled() {
            self.events.publish(Event::DaemonStopping);
            self.stopping.cancel();
        }
    }

    fn status(&self) -> Status {
        let browsers = self.browsers.status();
        Status {
            connected: !browsers.is_empty(),
            port: self.auth.port,
            pid: std::process::id(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: PROTOCOL_VERSION,
            uptime_ms: self.started.elapsed().as_millis() as u64,
            browsers,
            clients: self.clients.status(),
            managed: self.managed.facts(),
            last_event: self.events.last_id(),
            diagnostics: Diagnostics {
                tasks: tokio::runtime::Handle::current().metrics().num_alive_tasks(),
                resident_bytes: resident_bytes(),
                bad_frames: self.bad_frames.load(Ordering::Relaxed),
            },
        }
    }
}

async fn health() -> Json<Health> {
    Json(Health { service: "tabwright".to_owned(), protocol: PROTOCOL_VERSION })
}

/// Open to the extension, for whoever knows the code.
async fn pair(
    State(room): State<Arc<DaemonRoom>>,
    headers: HeaderMap,
    Body(request): Body<PairRequest>,
) -> Result<Json<PairResponse>, ApiError> {
    if !headers.contains_key(header::ORIGIN) {
        return Err(problems::bad_origin().into());
    }
    if !room.pairing.redeem(&request.code) {
        tracing::warn!("a wrong pairing code was tried");
        return Err(problems::bad_pairing_code().into());
    }
    tracing::info!("an extension was paired");
    Ok(Json(PairResponse { token: room.auth.person.reveal().to_owned() }))
}

fn resident_bytes() -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    #[cfg(unix)]
    return Some(pages * rustix::param::page_size() as u64);
    #[cfg(not(unix))]
    return None;
}
