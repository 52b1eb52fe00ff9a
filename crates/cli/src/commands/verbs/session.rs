//! One command's talk with the daemon.

use tabwright_client::{Client, ClientError, Home, ensure_running};
use tabwright_wire::{COMMAND_LINE, ProblemCode, Verb};

use crate::args::{Asks, At, BrowserChoice, Place};
use crate::commands::waiting;
use crate::{failure, format};

pub(super) struct Session {
    client: Client,
    /// The daemon is as old as this command, and browsers are on their way to it.
    is_new: bool,
    browser: Option<String>,
    pub(super) json: bool,
}

/// Asks, and prints the answer: as JSON, or in the words given.
pub(crate) async fn tell<P: Place, A: Asks>(
    home: &Home,
    asked: At<P, A>,
    print: impl FnOnce(&<A::Verb as Verb>::Result),
) -> anyhow::Result<()> {
    let (session, answer) = ask(home, asked).await?;
    if session.json {
        format::json(&answer)
    } else {
        print(&answer);
        Ok(())
    }
}

/// Asks, for a command that does more with the answer than print it.
pub(super) async fn ask<P: Place, A: Asks>(
    home: &Home,
    asked: At<P, A>,
) -> anyhow::Result<(Session, <A::Verb as Verb>::Result)> {
    let params = asked.args.params(asked.place.tab())?;
    let choice = asked.place.browser();
    let json = choice.json;
    let outcome = async {
        let session = Session::open(home, choice).await?;
        let answer = session.ask::<A::Verb>(&params).await?;
        Ok((session, answer))
    };
    let outcome: anyhow::Result<_> = outcome.await;
    if let Err(error) = &outcome
        && json
    {
        format::json(&failure::problem(error))?;
    }
    outcome
}

impl Session {
    async fn open(home: &Home, choice: BrowserChoice) -> anyhow::Result<Self> {
        let (client, is_new) = ensure_running(home).await?;
        let BrowserChoice { name: browser, json } = choice;
        Ok(Self { client: client.named(COMMAND_LINE), is_new, browser, json })
    }

    pub(super) async fn ask<V: Verb>(&self, params: &V::Params) -> Result<V::Result, ClientError> {
        let browser = self.browser.as_deref();
        match self.client.run::<V>(browser, params).await {
            Err(ClientError::Refused(problem))
                if self.is_new && problem.code == ProblemCode::NoBrowser =>
            {
                waiting::until_browser(&self.client).await?;
                self.client.run::<V>(browser, params).await
            }
            answer => answer,
        }
    }
}
