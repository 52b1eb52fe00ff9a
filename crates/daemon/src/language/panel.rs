//! Utterances of the extension's side panel: completing, running and stopping them.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tabwright_rpc::Service;
use tabwright_wire::language::{
    RunUtteranceParams, StepNotice, Utterance, UtteranceId, UtteranceResult,
};
use tabwright_wire::{
    ClientOrigin, NoResult, Problem, ProblemCode, ProfileId, RemoteError, RemoteErrorCode,
    RunUtterance, SIDE_PANEL, StepChanged, StopUtterance, plain_sentence,
};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::{Language, Speaker};

const RUNS_MAX: usize = 32;
const STEPS_MAX: usize = 256;

/// The utterances that run for panels, by the id that the panel gave them.
#[derive(Debug, Default)]
pub(super) struct Runs(Mutex<HashMap<String, CancellationToken>>);

impl Runs {
    fn begin(&self, id: &str) -> Result<CancellationToken, Problem> {
        let mut under_way = self.0.lock();
        if under_way.len() >= RUNS_MAX || under_way.contains_key(id) {
            return Err(Problem {
                code: ProblemCode::BrowserBusy,
                title: "too many commands are running".to_owned(),
                fix: "Wait until one of them has finished, or stop it".to_owned(),
            });
        }
        let stop = CancellationToken::new();
        under_way.insert(id.to_owned(), stop.clone());
        Ok(stop)
    }

    fn end(&self, id: &str) {
        self.0.lock().remove(id);
    }

    fn stop(&self, id: &str) {
        if let Some(stop) = self.0.lock().get(id) {
            stop.cancel();
        }
    }
}

/// What the extension of a browser may say.
pub(super) fn serve_extension(
    service: Service,
    language: &Arc<Language>,
    profile: &ProfileId,
) -> Service {
    let (running, stopping) = (Arc::clone(language), Arc::clone(language));
    let profile = profile.clone();
    service
        .on::<RunUtterance, _>(move |params: RunUtteranceParams| {
            let (language, profile) = (Arc::clone(&running), profile.clone());
            async move { language.run_for_panel(&profile, params).await.map_err(remote) }
        })
        .on::<StopUtterance, _>(move |UtteranceId { id }| {
            stopping.runs.stop(&id);
            async { Ok(NoResult {}) }
        })
}

impl Language {
    async fn run_for_panel(
        self: &Arc<Self>,
        profile: &ProfileId,
        params: RunUtteranceParams,
    ) -> Result<UtteranceResult, Problem> {
        let RunUtteranceParams { id, utterance } = params;
        let stop = self.runs.begin(&id)?;
        let done = tokio::select! {
            done = self.run_and_report(profile, &id, &utterance) => done,
            () = stop.cancelled() => Err(Problem {
                code: ProblemCode::StoppedByPerson,
                title: "you stopped it".to_owned(),
                fix: String::new(),
            }),
        };
        self.runs.end(&id);
        done
    }

    async fn run_and_report(
        self: &Arc<Self>,
        profile: &ProfileId,
        id: &str,
        utterance: &Utterance,
    ) -> Result<UtteranceResult, Problem> {
        let host = self.host(SIDE_PANEL, ClientOrigin::Person, Some(&profile.to_string()));
        let (steps, mut reported) = mpsc::channel(STEPS_MAX);
        let running = async {
            let mut on_step =
                |step: &tabwright_wire::language::Step| drop(steps.try_send(step.clone()));
            let said = self.run_utterance(&host, utterance, Speaker::Person, &mut on_step).await;
            drop(steps);
            said
        };
        let reporting = async {
            while let Some(step) = reported.recv().await {
                let notice = StepNotice { id: id.to_owned(), step };
                if let Ok(browser) = self.parts.browsers.choose(Some(&profile.to_string())) {
                    // The panel may be closed meanwhile; what was said goes on.
                    let _ = browser.control().tell::<StepChanged>(&notice).await;
                }
            }
        };
        tokio::join!(running, reporting).0
    }
}

fn remote(Problem { title, fix, .. }: Problem) -> RemoteError {
    let title = plain_sentence(&title);
    let message = if fix.is_empty() { title } else { format!("{title}. {fix}") };
    RemoteError { code: RemoteErrorCode::Failed, message }
}
