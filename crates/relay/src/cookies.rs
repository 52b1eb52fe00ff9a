//! Cookies of sites that are closed to a client are left out of what it is told.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tabwright_wire::CdpError;

use crate::state::{Caller, State};

/// Whether the answer to a command lists cookies: of the page and of all frames in it, or of all sites.
pub(crate) fn lists_cookies(method: &str) -> bool {
    matches!(method, "Network.getCookies" | "Network.getAllCookies" | "Storage.getCookies")
}

#[derive(Deserialize, Serialize)]
struct Cookies<'a> {
    #[serde(borrow)]
    cookies: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Cookie {
    domain: String,
}

impl State {
    /// Answers with cookies, without those that the client may not have.
    pub(crate) fn answer_cookies(
        &mut self,
        caller: &Caller,
        answer: &Result<Box<RawValue>, CdpError>,
    ) {
        let seen = answer.as_ref().ok().and_then(|body| self.open_cookies(caller, body));
        match seen {
            Some(seen) => self.answer(caller, Ok(&seen)),
            None => {
                self.answer(caller, answer.as_ref().map(|body| body.get()).map_err(Clone::clone));
            }
        }
    }

    /// The body without closed cookies; `None` where nothing is to be left out.
    fn open_cookies(&self, caller: &Caller, body: &RawValue) -> Option<String> {
        let cookies: Cookies<'_> = serde_json::from_str(body.get()).ok()?;
        let all = cookies.cookies.len();
        let open: Vec<_> =
            cookies.cookies.into_iter().filter(|cookie| self.may_have(caller, cookie)).collect();
        (open.len() < all).then(|| serde_json::to_string(&Cookies { cookies: open }).ok()).flatten()
    }

    pub(crate) fn may_have(&self, caller: &Caller, cookie: &RawValue) -> bool {
        let Caller::Client { client, .. } = caller else { return true };
        let (Some(gate), Some(client)) = (&self.gate, self.clients.get(client)) else {
            return true;
        };
        let known: Result<Cookie, _> = serde_json::from_str(cookie.get());
        client.ours || known.is_ok_and(|cookie| gate.may_have_cookies(&client.name, &cookie.domain))
    }
}
