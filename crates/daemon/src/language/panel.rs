//! What is said in the side panel of the extension, and stopped there.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tabwright_rpc::Service;
use tabwright_wire::language::{Said, SayId, SayParams, StepNotice, Utterance};
use tabwright_wire::{
    Complete, Face, NoResult, Problem, ProblemCode, ProfileId, RemoteError, RemoteErrorCode, Say,
    StepChanged, StopSaying, Understand,
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::server::Daemon;

/// How the panel is called in the log; whoever types there is the person.
const PANEL: &str = "side panel";
const SAYINGS_MAX: usize = 32;
const STEPS_MAX: usize = 256;

/// What is being done for panels, by the id they gave it.
#[derive(Debug, Default)]
pub(super) struct Sayings(Mutex<HashMap<String, CancellationToken>>);

impl Sayings {
    fn begin(&self, id: &str) -> Result<CancellationToken, Problem> {
        let mut under_way = self.lock();
        if under_way.len() >= SAYINGS_MAX || under_way.contains_key(id) {
            return Err(Problem {
                status: 409,
                code: ProblemCode::BrowserBusy,
                title: "too much is being done at once".to_owned(),
                fix: "Wait until something has ended, or stop it".to_owned(),
            });
        }
        let stop = CancellationToken::new();
        under_way.insert(id.to_owned(), stop.clone());
        Ok(stop)
    }

    fn end(&self, id: &str) {
        self.lock().remove(id);
    }

    fn stop(&self, id: &str) {
        if let Some(stop) = self.lock().get(id) {
            stop.cancel();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, CancellationToken>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the extension of a browser may say.
pub(crate) fn serve_extension(
    service: Service,
    daemon: &Arc<Daemon>,
    profile: &ProfileId,
) -> Service {
    let (read, said, stopped, completed) =
        (Arc::clone(daemon), Arc::clone(daemon), Arc::clone(daemon), Arc::clone(daemon));
    let profile = profile.clone();
    service
        .on::<Understand, _>(move |utterance: Utterance| {
            let daemon = Arc::clone(&read);
            async move { daemon.understand(&utterance).await.map_err(remote) }
        })
        .on::<Say, _>(move |params: SayParams| {
            let (daemon, profile) = (Arc::clone(&said), profile.clone());
            async move { daemon.say_in_panel(&profile, params).await.map_err(remote) }
        })
        .on::<StopSaying, _>(move |SayId { id }| {
            stopped.language.said.stop(&id);
            async { Ok(NoResult {}) }
        })
        .on::<Complete, _>(move |asked| {
            let daemon = Arc::clone(&completed);
            async move { Ok(daemon.complete(&asked).await) }
        })
}

impl Daemon {
    async fn say_in_panel(
        self: &Arc<Self>,
        profile: &ProfileId,
        params: SayParams,
    ) -> Result<Said, Problem> {
        let SayParams { id, utterance } = params;
        let stop = self.language.said.begin(&id)?;
        let done = tokio::select! {
            done = self.say_and_tell(profile, &id, &utterance) => done,
            () = stop.cancelled() => Err(Problem {
                status: 409,
                code: ProblemCode::StoppedByPerson,
                title: "you have stopped it".to_owned(),
                fix: String::new(),
            }),
        };
        self.language.said.end(&id);
        done
    }

    async fn say_and_tell(
        self: &Arc<Self>,
        profile: &ProfileId,
        id: &str,
        utterance: &Utterance,
    ) -> Result<Said, Problem> {
        let control = self.control(PANEL, Face::Person, Some(&profile.to_string()));
        let (steps, mut told) = mpsc::channel(STEPS_MAX);
        let saying = async {
            let mut tell =
                |step: &tabwright_wire::language::Step| drop(steps.try_send(step.clone()));
            let said = control.say(utterance, &mut tell).await;
            drop(steps);
            said
        };
        let telling = async {
            while let Some(step) = told.recv().await {
                let notice = StepNotice { id: id.to_owned(), step };
                if let Ok(browser) = self.browsers.choose(Some(&profile.to_string())) {
                    // The panel may be closed meanwhile; what was said goes on.
                    let _ = browser.control().tell::<StepChanged>(&notice).await;
                }
            }
        };
        tokio::join!(saying, telling).0
    }
}

fn remote(Problem { title, fix, .. }: Problem) -> RemoteError {
    let message = if fix.is_empty() { title } else { format!("{title}. {fix}") };
    RemoteError { code: RemoteErrorCode::Failed, message }
}
