//! The tokens of agents as a room: making, listing and revoking them is the person's.

use std::sync::Arc;

use tabwright_room::{Functions, Room};
use tabwright_wire::{CreateToken, ListTokens, NameParams, NoParams, RevokeToken};

use super::AgentTokens;
use crate::clients::Clients;

#[derive(Debug)]
pub(crate) struct TokensRoom {
    pub(crate) tokens: Arc<AgentTokens>,
    pub(crate) clients: Arc<Clients>,
}

impl Room for TokensRoom {
    fn functions(self: Arc<Self>) -> Functions {
        Functions::of(self)
            .on::<CreateToken, _>(|room, _, NameParams { name }| async move {
                room.tokens.create(&name).await
            })
            .on::<ListTokens, _>(|room, _, NoParams {}| async move { Ok(room.tokens.list()) })
            .on::<RevokeToken, _>(|room, _, NameParams { name }| async move {
                let left = room.tokens.revoke(&name).await?;
                // A socket was let in once and for all: it has to be closed.
                room.clients.disconnect_named(&name);
                Ok(left)
            })
            .all()
    }
}
