//! A client that counts its commands and keeps what it hears until the test looks.

use serde_json::{Value, json};
use tabwright_relay::{ClientId, ClientOutbox, Relay};

pub(crate) struct Client {
    relay: Relay,
    pub(crate) id: ClientId,
    outbox: ClientOutbox,
    unread: Vec<Value>,
    last_id: i64,
}

impl Client {
    pub(crate) fn new(relay: Relay, id: ClientId, outbox: ClientOutbox) -> Self {
        Self { relay, id, outbox, unread: Vec::new(), last_id: 0 }
    }

    /// A command to the browser; gives the id by which its answer is known.
    pub(crate) fn send(&mut self, method: &str, params: Value) -> i64 {
        self.last_id += 1;
        self.say(json!({ "id": self.last_id, "method": method, "params": params }));
        self.last_id
    }

    pub(crate) fn send_to(&mut self, session: &str, method: &str, params: Value) -> i64 {
        self.last_id += 1;
        let id = self.last_id;
        self.say(json!({ "id": id, "method": method, "params": params, "sessionId": session }));
        id
    }

    fn say(&self, command: Value) {
        self.say_text(&command.to_string());
    }

    pub(crate) fn say_text(&self, frame: &str) {
        self.relay.receive(self.id, frame);
    }

    /// A session on the page in a tab, by `Target.attachToTarget`.
    pub(crate) fn page(&mut self, tab: i32) -> String {
        self.attach_to(&format!("T{tab}"))
    }

    pub(crate) fn attach_to(&mut self, target: &str) -> String {
        let params = json!({ "targetId": target, "flatten": true });
        let id = self.send("Target.attachToTarget", params);
        let session = self.result(id)["sessionId"].as_str().unwrap().to_owned();
        self.events("Target.attachedToTarget");
        session
    }

    /// All that came since the last look, in order.
    pub(crate) fn heard(&mut self) -> Vec<Value> {
        self.read();
        std::mem::take(&mut self.unread)
    }

    /// Takes the parameters of the events of this name out of what came.
    pub(crate) fn events(&mut self, method: &str) -> Vec<Value> {
        let mut taken = self.take(|frame| frame["method"] == method);
        taken.iter_mut().map(|frame| frame["params"].take()).collect()
    }

    /// Takes the parameters of the events of this name in one session out of what came.
    pub(crate) fn events_on(&mut self, session: &str, method: &str) -> Vec<Value> {
        let mut taken =
            self.take(|frame| frame["method"] == method && frame["sessionId"] == session);
        taken.iter_mut().map(|frame| frame["params"].take()).collect()
    }

    /// The sessions that were announced, and of which targets.
    pub(crate) fn announced(&mut self) -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        self.events("Target.attachedToTarget")
            .iter()
            .map(|params| (text(&params["sessionId"]), text(&params["targetInfo"]["targetId"])))
            .collect()
    }

    pub(crate) fn is_answered(&mut self, id: i64) -> bool {
        self.read();
        self.unread.iter().any(|frame| frame["id"] == id)
    }

    /// Takes the whole answer to a command.
    pub(crate) fn answer(&mut self, id: i64) -> Value {
        let mut taken = self.take(|frame| frame["id"] == id);
        assert_eq!(taken.len(), 1, "answers to {id}: {taken:?}, else {:?}", self.unread);
        taken.remove(0)
    }

    pub(crate) fn result(&mut self, id: i64) -> Value {
        let mut answer = self.answer(id);
        assert!(answer.get("result").is_some(), "{answer}");
        answer["result"].take()
    }

    /// The words with which a command was refused.
    pub(crate) fn error(&mut self, id: i64) -> String {
        let answer = self.answer(id);
        let message = answer["error"]["message"].as_str();
        message.unwrap_or_else(|| panic!("not refused: {answer}")).to_owned()
    }

    pub(crate) fn leave(&self) {
        assert!(self.relay.disconnect(self.id));
    }

    /// Is it still the relay's client?
    pub(crate) fn is_connected(&self) -> bool {
        self.relay.clients().iter().any(|client| client.id == self.id)
    }

    /// Throws away what came, and tells how many frames it was.
    pub(crate) fn count_unparsed(&mut self) -> usize {
        std::iter::from_fn(|| self.outbox.next_now()).count()
    }

    fn take(&mut self, wanted: impl Fn(&Value) -> bool) -> Vec<Value> {
        self.read();
        let (taken, left) = std::mem::take(&mut self.unread).into_iter().partition(wanted);
        self.unread = left;
        taken
    }

    fn read(&mut self) {
        while let Some(frame) = self.outbox.next_now() {
            let frame = serde_json::from_str(&frame)
                .unwrap_or_else(|error| panic!("not JSON ({error}): {frame}"));
            self.unread.push(frame);
        }
    }
}
