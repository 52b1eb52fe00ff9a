//! The daemon to whom something is said. It may go and come back in between: who speaks next finds it
//! again, or starts one.

use parking_lot::Mutex;
use tabwright_client::{Client, ClientError, Home, ensure_running};
use tabwright_wire::COMMAND_LINE;
use tabwright_wire::language::{
    ActionList, CompleteParams, Completions, NewPhrasing, Step, Utterance, UtteranceLine,
    UtteranceResult,
};
use tabwright_wire::{
    Complete, GetStatus, ListActions, NoParams, Problem, ProblemCode, RememberPhrasing, Understand,
};

use crate::commands::waiting;

#[derive(Debug)]
pub(crate) struct Daemon {
    home: Home,
    browser: Option<String>,
    /// The one that answered last.
    known: Mutex<Option<Client>>,
}

impl Daemon {
    pub(crate) fn new(home: Home, browser: Option<String>) -> Self {
        Self { home, browser, known: Mutex::new(None) }
    }

    /// Starts a daemon where none runs, and gives browsers the time to find it.
    pub(crate) async fn until_browser(&self) -> anyhow::Result<()> {
        let (client, is_new) = self.connect().await?;
        if !is_new || client.call::<GetStatus>(&NoParams {}).await?.connected {
            return Ok(());
        }
        Ok(waiting::until_browser(&client).await?)
    }

    /// Does what is said, and tells of every step that begins or ends. Whoever drops this stops it.
    pub(crate) async fn run_utterance(
        &self,
        utterance: &Utterance,
        mut tell: impl FnMut(&Step),
    ) -> anyhow::Result<UtteranceResult> {
        let (client, _) = self.connect().await?;
        let mut lines =
            self.heard(client.run_utterance(self.browser.as_deref(), utterance).await)?;
        while let Some(line) = lines.next().await {
            match line {
                UtteranceLine::Step(step) => tell(&step),
                UtteranceLine::Result(said) => return Ok(said),
                UtteranceLine::Problem(problem) => return Err(ClientError::Refused(problem).into()),
            }
        }
        self.forget();
        Err(ClientError::Refused(interrupted()).into())
    }

    /// Keeps this way of saying what was done; the phrasing that comes of it.
    pub(crate) async fn remember(
        &self,
        text: &str,
        said: &UtteranceResult,
    ) -> anyhow::Result<String> {
        let (client, _) = self.connect().await?;
        let actions = said.steps.iter().map(|step| step.action.clone()).collect();
        let new = NewPhrasing { text: text.to_owned(), actions };
        Ok(self.heard(client.call::<RememberPhrasing>(&new).await)?.phrasing)
    }

    pub(crate) async fn understand(
        &self,
        utterance: &Utterance,
    ) -> anyhow::Result<UtteranceResult> {
        let (client, _) = self.connect().await?;
        Ok(self.heard(client.call::<Understand>(utterance).await)?)
    }

    pub(crate) async fn complete(&self, params: &CompleteParams) -> anyhow::Result<Completions> {
        let (client, _) = self.connect().await?;
        Ok(self.heard(client.call::<Complete>(params).await)?)
    }

    pub(crate) async fn actions(&self) -> anyhow::Result<ActionList> {
        let (client, _) = self.connect().await?;
        Ok(self.heard(client.call::<ListActions>(&NoParams {}).await)?)
    }

    /// The daemon, if it is known already: none is looked for or started.
    pub(crate) fn known(&self) -> Option<Client> {
        self.known.lock().clone()
    }

    /// True when it was started for us.
    pub(crate) async fn connect(&self) -> anyhow::Result<(Client, bool)> {
        if let Some(client) = self.known() {
            return Ok((client, false));
        }
        let (client, is_new) = ensure_running(&self.home).await?;
        let client = client.named(COMMAND_LINE);
        *self.known.lock() = Some(client.clone());
        Ok((client, is_new))
    }

    fn heard<T>(&self, answer: Result<T, ClientError>) -> Result<T, ClientError> {
        if matches!(answer, Err(ClientError::Unreachable { .. } | ClientError::NotRunning)) {
            self.forget();
        }
        answer
    }

    fn forget(&self) {
        *self.known.lock() = None;
    }
}

fn interrupted() -> Problem {
    Problem {
        code: ProblemCode::BrowserDisconnected,
        title: "the daemon was stopped while it worked; some steps may not be done".to_owned(),
        fix: "Look at the page, then run what is left".to_owned(),
    }
}
