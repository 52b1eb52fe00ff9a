//! The tokens of agents as a room: making, listing and revoking them is the person's.

use std::sync::Arc;

use tabwright_policy::{NewEntry, Policy};
use tabwright_room::{Functions, Room};
use tabwright_wire::{
    ClientOrigin, CreateToken, ListTokens, NameParams, NoParams, Outcome, Problem, RevokeToken,
};

use super::AgentTokens;
use crate::clients::Clients;

#[derive(Debug)]
pub(crate) struct TokensRoom {
    pub(crate) tokens: Arc<AgentTokens>,
    pub(crate) clients: Arc<Clients>,
    pub(crate) policy: Arc<Policy>,
}

impl Room for TokensRoom {
    fn functions(self: Arc<Self>) -> Functions {
        Functions::of(self)
            .on::<CreateToken, _>(|room, caller, NameParams { name }| async move {
                let created = room.tokens.create(&name).await;
                room.log(caller.client, "create-token", &name, created.as_ref().err());
                created
            })
            .on::<ListTokens, _>(|room, _, NoParams {}| async move { Ok(room.tokens.list()) })
            .on::<RevokeToken, _>(|room, caller, NameParams { name }| async move {
                let revoked = room.tokens.revoke(&name).await;
                room.log(caller.client, "revoke-token", &name, revoked.as_ref().err());
                if revoked.is_ok() {
                    // A socket was let in once and for all: it has to be closed.
                    room.clients.disconnect_named(&name);
                }
                revoked
            })
            .all()
    }
}

impl TokensRoom {
    fn log(&self, client: String, operation: &str, name: &str, failed: Option<&Problem>) {
        self.policy.log().write(NewEntry {
            origin: ClientOrigin::Person,
            client,
            operation: operation.to_owned(),
            tab: None,
            url: String::new(),
            detail: name.to_owned(),
            outcome: if failed.is_some() { Outcome::Failed } else { Outcome::Done },
            note: failed.map(|problem| problem.title.clone()).unwrap_or_default(),
            took_ms: 0,
        });
    }
}
