//! The functions of the daemon's API. A function is declared once, by its row below: the HTTP route with
//! its OpenAPI entry, the extension's call where it has one, and the client's method follow. The verbs of
//! browser control have a table of their own; what is a stream or a socket is no function.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::api::{
    ClientSlot, EchoRequest, LaunchRequest, ManagedBrowser, PairingCode, RemoteBrowser,
    RemoteBrowserList, RoundTrips, Status,
};
use crate::language::{
    ActionList, CompleteParams, Completions, GrammarList, NewGrammar, ResolveParams, ResolvedSite,
    ResolverChange, ResolverState, Utterance, UtteranceResult,
};
use crate::methods::{NoParams, NoResult};
use crate::policy::{LogEntries, LogFilter, PolicyAnswer, QuestionList, Rule, RuleList};

/// Something that the daemon does for whoever has its token.
pub trait ApiFunction: 'static {
    const FACTS: FunctionFacts;
    type Params: Serialize + DeserializeOwned + Send + Sync + 'static;
    type Result: Serialize + DeserializeOwned + Send + 'static;
}

/// What is true of a function whatever its parameters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FunctionFacts {
    /// Its name in calls of the extension and in the OpenAPI document.
    pub name: &'static str,
    /// One line of help.
    pub about: &'static str,
    /// Where the OpenAPI document lists it.
    pub group: &'static str,
    pub method: HttpMethod,
    /// A `{name}` in it is a field of the parameters. The other fields are in the query of a `GET` or
    /// `DELETE`, and in the JSON body of a `POST`.
    pub path: &'static str,
    /// The extension may call it.
    pub for_extension: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HttpMethod {
    Get,
    Post,
    Delete,
}

macro_rules! functions {
    ($(
        #[doc = $about:literal]
        $type:ident = $name:literal ($params:ty) -> $result:ty,
        $method:ident $path:literal, $group:literal, $callers:ident;
    )*) => {
        $(
            #[doc = $about]
            #[derive(Debug)]
            pub struct $type;
            impl ApiFunction for $type {
                const FACTS: FunctionFacts = FunctionFacts {
                    name: $name,
                    about: $about.trim_ascii(),
                    group: $group,
                    method: HttpMethod::$method,
                    path: $path,
                    for_extension: is_for_extension!($callers),
                };
                type Params = $params;
                type Result = $result;
            }
        )*

        /// The facts of every function, in the order of the OpenAPI document.
        pub const FUNCTIONS: &[FunctionFacts] = &[$($type::FACTS),*];

        #[cfg(feature = "ts")]
        pub(crate) fn visit_functions(visitor: &mut impl crate::typescript::TableVisitor) {
            $( visit_function!($callers, visitor, $name, $params, $result); )*
        }
    };
}

macro_rules! is_for_extension {
    (everybody) => {
        true
    };
    (programs) => {
        false
    };
}

#[cfg(feature = "ts")]
macro_rules! visit_function {
    (everybody, $visitor:ident, $name:literal, $params:ty, $result:ty) => {
        $visitor.method::<$params, $result>($name);
    };
    (programs, $visitor:ident, $name:literal, $params:ty, $result:ty) => {};
}

functions! {
    /// How the daemon is and who is connected
    GetStatus = "getStatus" (NoParams) -> Status, Get "/api/v1/status", "daemon", everybody;
    /// Let a client go, as `status` lists them
    DisconnectClient = "disconnectClient" (IdParams) -> NoResult, Delete "/api/v1/clients/{id}", "daemon", everybody;
    /// Stop the daemon, and the browser it started
    StopDaemon = "stop" (NoParams) -> NoResult, Post "/api/v1/stop", "daemon", programs;
    /// Open a pairing code; it replaces the one before
    OpenPairingCode = "openPairingCode" (NoParams) -> PairingCode, Post "/api/v1/pairing-codes", "daemon", programs;
    /// Who holds the only slot for clients, in `single` mode
    GetClientSlot = "getClientSlot" (NoParams) -> ClientSlot, Get "/client-slot", "daemon", programs;

    /// Start the managed browser, or find the one that runs
    LaunchBrowser = "launchBrowser" (LaunchRequest) -> ManagedBrowser, Post "/api/v1/managed-browser", "browsers", programs;
    /// Quit the managed browser
    QuitBrowser = "quitBrowser" (NoParams) -> NoResult, Delete "/api/v1/managed-browser", "browsers", programs;
    /// The browsers elsewhere that were added
    ListRemoteBrowsers = "listRemoteBrowsers" (NoParams) -> RemoteBrowserList, Get "/api/v1/remote-browsers", "browsers", programs;
    /// Connect to a browser elsewhere by its CDP endpoint, and keep it
    AddRemoteBrowser = "addRemoteBrowser" (RemoteBrowser) -> RemoteBrowser, Post "/api/v1/remote-browsers", "browsers", programs;
    /// Leave a browser elsewhere
    RemoveRemoteBrowser = "removeRemoteBrowser" (NameParams) -> NoResult, Delete "/api/v1/remote-browsers/{name}", "browsers", programs;
    /// Words to the browser and back, from its service worker or from the page in a tab
    MeasureEcho = "measureEcho" (EchoRequest) -> RoundTrips, Post "/api/v1/echo", "browsers", programs;

    /// What waits for the person's word
    ListQuestions = "listQuestions" (NoParams) -> QuestionList, Get "/api/v1/questions", "policy", everybody;
    /// Answer a question
    AnswerQuestion = "answerQuestion" (PolicyAnswer) -> NoResult, Post "/api/v1/questions", "policy", everybody;
    /// Who may do what where, in the order in which the rules are asked
    ListRules = "listRules" (NoParams) -> RuleList, Get "/api/v1/rules", "policy", everybody;
    /// Add a rule before all others
    AddRule = "addRule" (Rule) -> RuleList, Post "/api/v1/rules", "policy", everybody;
    /// Remove a rule that the person has made
    RemoveRule = "removeRule" (IdParams) -> RuleList, Delete "/api/v1/rules/{id}", "policy", everybody;
    /// Who did what, the newest last
    ReadLog = "readLog" (LogFilter) -> LogEntries, Get "/api/v1/log", "policy", everybody;

    /// What an utterance would do, without doing it
    Understand = "understand" (Utterance) -> UtteranceResult, Post "/api/v1/understand", "language", everybody;
    /// What could be said next
    Complete = "complete" (CompleteParams) -> Completions, Post "/api/v1/complete", "language", everybody;
    /// Everything that can be done, with the schemas of the parameters
    ListActions = "listActions" (NoParams) -> ActionList, Get "/api/v1/actions", "language", programs;
    /// The grammars that come and go
    ListGrammars = "listGrammars" (NoParams) -> GrammarList, Get "/api/v1/grammars", "language", programs;
    /// Add a grammar; one of the same name makes way
    AddGrammar = "addGrammar" (NewGrammar) -> GrammarList, Post "/api/v1/grammars", "language", programs;
    /// Remove a grammar: it matches no more, at once
    RemoveGrammar = "removeGrammar" (NameParams) -> GrammarList, Delete "/api/v1/grammars/{name}", "language", programs;
    /// How the names of sites are found
    GetResolver = "getResolver" (NoParams) -> ResolverState, Get "/api/v1/resolver", "language", programs;
    /// Switch a stage on or off, add a name of your own or remove one
    ChangeResolver = "changeResolver" (ResolverChange) -> ResolverState, Post "/api/v1/resolver", "language", programs;
    /// Where the name of a site leads, and what each stage said
    ResolveSite = "resolveSite" (ResolveParams) -> ResolvedSite, Post "/api/v1/resolve", "language", programs;
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct IdParams {
    pub id: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NameParams {
    pub name: String,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_function_has_all_its_facts() {
        let (mut names, mut routes) = (BTreeSet::new(), BTreeSet::new());
        for FunctionFacts { name, about, group, method, path, .. } in FUNCTIONS {
            assert!(names.insert(name), "two functions are called {name}");
            assert!(routes.insert((format!("{method:?}"), path)), "{name}: its route is taken");
            assert!(about.starts_with(|c: char| c.is_ascii_uppercase()), "{name}: {about}");
            assert!(!about.ends_with('.') && about.len() <= 90, "{name}: {about}");
            assert!(!group.is_empty() && path.starts_with('/'), "{name}");
            let has_field = path.contains('{');
            assert!(!has_field || *method != HttpMethod::Post, "{name}: a body and a path");
        }
    }
}
