//! The dispatcher with a host that only notes what it is asked: what is done, in which order, and what
//! is not.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use tabwright_actions::host::{
    ActionContext, ActionHost, HostFuture, HostServices, MemoryServices, ReadPage, RunVerb,
    TabSource,
};
use tabwright_actions::schema::BadParameters;
use tabwright_actions::{
    ActionProvider, ActionResult, Dispatcher, KnownEntities, Translation, Translator,
};
use tabwright_wire::knowledge::{
    Answer, AskParams, ForgetParams, Forgotten, RememberParams, RememberedPage, SearchParams,
    SearchResults,
};
use tabwright_wire::language::{Action, ActionInfo, Step, StepState, UtteranceResult};
use tabwright_wire::verbs::{self, TabsParams};
use tabwright_wire::{Problem, ProblemCode, Tab, Verb};

/// Answers verbs from a table, and notes them.
#[derive(Default)]
struct FakeHost {
    answers: HashMap<&'static str, Value>,
    done: Mutex<Vec<(String, Value)>>,
}

impl FakeHost {
    fn new() -> Self {
        let tab = |id: i32, index: u32, title: &str, focused: bool| {
            json!({ "id": id, "windowId": 1, "index": index, "title": title, "url": "https://a.test/",
                    "active": focused, "focused": focused, "loading": false, "pinned": false,
                    "audible": false, "discarded": false, "incognito": false })
        };
        let visit =
            json!({ "tab": 7, "url": "https://www.nytimes.com/", "title": "News", "loaded": true });
        let scrolled = json!({ "container": "the page", "movedX": 0.0, "movedY": 500.0,
            "state": { "x": 0.0, "y": 500.0, "viewWidth": 800.0, "viewHeight": 600.0, "width": 800.0,
                       "height": 3000.0 } });
        let provider = json!({ "name": "duckduckgo", "url": "https://duckduckgo.com/?q={query}", "isDefault": true });
        Self {
            answers: HashMap::from([
                ("open", visit.clone()),
                ("back", visit),
                ("scroll", scrolled),
                ("zoom", json!({ "factor": 1.25 })),
                (
                    "tabs",
                    json!({ "tabs": [tab(1, 0, "One", false), tab(2, 1, "Two", true), tab(3, 2, "Three", false)] }),
                ),
                ("switch", tab(3, 2, "Three", true)),
                ("close", json!({ "tabs": [2] })),
                ("search-providers", json!({ "providers": [provider] })),
            ]),
            done: Mutex::default(),
        }
    }

    fn done(&self) -> Vec<(String, Value)> {
        self.done.lock().unwrap().clone()
    }

    fn verbs(&self) -> Vec<String> {
        self.done().into_iter().map(|(verb, _)| verb).collect()
    }
}

impl<V: Verb> RunVerb<V> for FakeHost {
    fn run_verb(&self, params: V::Params) -> HostFuture<'_, V::Result> {
        let params = serde_json::to_value(params).unwrap();
        self.done.lock().unwrap().push((V::NAME.to_owned(), params));
        let answer = self.answers.get(V::NAME).cloned();
        let answer = answer.map(|answer| serde_json::from_value(answer).unwrap());
        async move { answer.ok_or_else(|| problem("nothing of the kind is there")) }.boxed()
    }
}

impl TabSource for FakeHost {
    fn tabs(&self) -> HostFuture<'_, Vec<Tab>> {
        let params = TabsParams { tab: None, about: None };
        async { Ok(RunVerb::<verbs::Tabs>::run_verb(self, params).await?.tabs) }.boxed()
    }
}

impl HostServices for FakeHost {
    fn keep_picture<'a>(&'a self, _: &'a str) -> HostFuture<'a, String> {
        async { Ok("/tmp/picture.png".to_owned()) }.boxed()
    }

    fn fetch<'a>(&'a self, _: &'a str) -> HostFuture<'a, String> {
        async { Err(problem("offline")) }.boxed()
    }
}

/// Answers like verbs, by the names of its methods.
impl MemoryServices for FakeHost {
    fn search_memory(&self, params: SearchParams) -> HostFuture<'_, SearchResults> {
        self.remembers("search_memory", &params)
    }

    fn ask_memory(&self, params: AskParams) -> HostFuture<'_, Answer> {
        self.remembers("ask_memory", &params)
    }

    fn answer_from_pages(&self, params: AskParams, pages: Vec<ReadPage>) -> HostFuture<'_, Answer> {
        let urls: Vec<_> = pages.iter().map(|page| page.url.clone()).collect();
        self.remembers("answer_from_pages", &(params, urls))
    }

    fn remember_page(&self, params: RememberParams) -> HostFuture<'_, RememberedPage> {
        self.remembers("remember_page", &params)
    }

    fn forget_pages<'a>(
        &'a self,
        params: ForgetParams,
        what: &'a str,
    ) -> HostFuture<'a, Forgotten> {
        self.remembers("forget_pages", &(params, what))
    }
}

impl FakeHost {
    fn remembers<T: DeserializeOwned + Send + 'static>(
        &self,
        method: &'static str,
        params: &impl Serialize,
    ) -> HostFuture<'_, T> {
        let params = serde_json::to_value(params).unwrap();
        self.done.lock().unwrap().push((method.to_owned(), params));
        let answer = self.answers.get(method).cloned();
        let answer = answer.map(|answer| serde_json::from_value(answer).unwrap());
        async move { answer.ok_or_else(|| problem("nothing is kept")) }.boxed()
    }
}

impl ActionHost for FakeHost {
    fn script<'a>(
        &'a self,
        code: &'a str,
        params: &'a Map<String, Value>,
        _: Duration,
    ) -> HostFuture<'a, String> {
        let told = format!("{code} with {}", Value::Object(params.clone()));
        async move { Ok(told) }.boxed()
    }
}

fn problem(title: &str) -> Problem {
    let (title, fix) = (title.to_owned(), "Do something else".to_owned());
    Problem { code: ProblemCode::ElementNotFound, title, fix }
}

fn dispatcher() -> Dispatcher {
    Dispatcher::new(None).unwrap()
}

async fn say(dispatcher: &Dispatcher, host: &FakeHost, text: &str) -> (UtteranceResult, Vec<Step>) {
    let mut told = Vec::new();
    let known =
        KnownEntities { providers: vec!["duckduckgo".to_owned()], ..KnownEntities::default() };
    let context = ActionContext { host, tab: None };
    let said =
        dispatcher.run(text, None, &known, context, &mut |step| told.push(step.clone())).await;
    (said.unwrap(), told)
}

#[tokio::test]
async fn actions_are_done_in_order_and_where_the_last_one_left() {
    let host = FakeHost::new();
    let (said, told) = say(&dispatcher(), &host, "open nytimes and scroll down").await;
    assert!(said.is_done(), "{said:?}");
    let done = host.done();
    assert_eq!(done.last().unwrap().0, "scroll");
    assert_eq!(done.last().unwrap().1["tab"], 7);
    let open = done.iter().find(|(verb, _)| verb == "open").unwrap();
    assert_eq!(open.1["url"], "https://www.nytimes.com/");
    let states: Vec<_> = told.iter().map(|step| (step.index, step.state)).collect();
    let (running, done) = (StepState::Running, StepState::Done);
    assert_eq!(states, [(0, running), (0, done), (1, running), (1, done)]);
}

#[tokio::test]
async fn the_first_failure_ends_it() {
    let host = FakeHost::new();
    let (said, _) = say(&dispatcher(), &host, "reload the page, scroll down and go back").await;
    let states: Vec<_> = said.steps.iter().map(|step| step.state).collect();
    assert_eq!(states, [StepState::Failed, StepState::Skipped, StepState::Skipped]);
    assert_eq!(said.steps[0].message, "nothing of the kind is there. Do something else");
    assert_eq!(said.steps[0].problem.as_ref().unwrap().code, ProblemCode::ElementNotFound);
    assert_eq!(host.verbs(), ["reload"]);
}

#[tokio::test]
async fn nothing_is_done_unless_everything_can_be() {
    let host = FakeHost::new();
    let (said, _) = say(&dispatcher(), &host, "scroll down and list my flows").await;
    let states: Vec<_> = said.steps.iter().map(|step| step.state).collect();
    assert_eq!(states, [StepState::Skipped, StepState::Failed], "{said:?}");
    assert!(said.steps[1].message.contains("no flows yet"), "{said:?}");
    assert!(host.verbs().is_empty());
}

#[tokio::test]
async fn what_was_said_so_often_is_done_so_often() {
    let host = FakeHost::new();
    say(&dispatcher(), &host, "zoom in twice").await;
    assert_eq!(host.verbs(), ["zoom", "zoom"]);
    let host = FakeHost::new();
    say(&dispatcher(), &host, "scroll down three times").await;
    assert_eq!(host.done()[0].1["motion"]["y"], 3.0);
}

#[test]
fn sites_named_in_one_breath_are_opened_one_by_one() {
    let dispatcher = dispatcher();
    let sites = |text: &str| -> Vec<Value> {
        let said = dispatcher.understand(text, None, &KnownEntities::default()).unwrap();
        said.steps.into_iter().map(|step| step.action.parameters["site"].clone()).collect()
    };
    assert_eq!(sites("open bbc, cnn.com and nytimes"), ["bbc", "cnn.com", "nytimes"]);
    assert_eq!(sites("open salt and pepper"), ["salt and pepper"]);
    assert_eq!(sites("open barnes and noble"), ["barnes and noble"]);
}

#[tokio::test]
async fn tabs_are_found_by_their_place() {
    let host = FakeHost::new();
    say(&dispatcher(), &host, "go to the next tab").await;
    let (verb, params) = host.done().pop().unwrap();
    assert_eq!((verb.as_str(), &params["tab"]), ("switch", &json!(3)));
    let (said, _) = say(&dispatcher(), &FakeHost::new(), "switch to tab 9").await;
    assert!(said.steps[0].message.contains("the window has 3"), "{said:?}");
}

#[tokio::test]
async fn what_is_not_understood_is_answered_with_what_would_be() {
    let host = FakeHost::new();
    let (said, _) = say(&dispatcher(), &host, "skroll downwards a bit plz").await;
    assert!(said.steps.is_empty() && host.verbs().is_empty());
    assert_eq!(said.nearest.len(), 3, "{said:?}");
    assert_eq!(said.nearest[0].does, "Scroll down", "{said:?}");
}

#[tokio::test]
async fn a_grammar_of_ones_own_counts_until_it_is_removed() {
    let dispatcher = dispatcher();
    let morning = r#"<Start> = good morning -> [
        { actionName: "openWebPage", parameters: { site: "nytimes" } },
        { actionName: "scrollDown", parameters: {} }];"#;
    dispatcher.add_grammar("morning", None, morning).unwrap();
    let (said, _) = say(&dispatcher, &FakeHost::new(), "good morning").await;
    assert_eq!(said.steps.len(), 2);
    assert!(said.is_done(), "{said:?}");
    let bad = dispatcher.add_grammar("morning", None, "<Start> = oops").unwrap_err();
    assert!(bad.to_string().contains('^'), "{bad}");
    assert_eq!(dispatcher.grammars().len(), 1, "a bad one changes nothing");
    assert!(dispatcher.remove_grammar("morning"));
    let (said, _) = say(&dispatcher, &FakeHost::new(), "good morning").await;
    assert!(said.steps.is_empty());
    assert!(!dispatcher.remove_grammar("browser"), "our own stays");
}

#[test]
fn a_grammar_of_a_site_counts_there_alone() {
    let dispatcher = dispatcher();
    let fill = r#"<Start> = tick it -> { actionName: "reloadPage", parameters: {} };"#;
    dispatcher.add_grammar("tick", Some("a.test"), fill).unwrap();
    let known = KnownEntities::default();
    let at = |site| dispatcher.understand("tick it", site, &known).unwrap().steps.len();
    assert_eq!(at(Some("a.test")), 1);
    assert_eq!(at(Some("www.a.test")), 1);
    assert_eq!(at(Some("evila.test")), 0);
    assert_eq!(at(None), 0);
}

#[test]
fn a_value_that_is_no_action_is_refused_by_name() {
    let dispatcher = dispatcher();
    dispatcher.add_grammar("odd", None, "<Start> = hum -> 42;").unwrap();
    let refused = dispatcher.understand("hum", None, &KnownEntities::default()).unwrap_err();
    assert!(refused.title.contains("`odd`"), "{refused:?}");
}

#[tokio::test]
async fn parameters_are_checked_before_anything_happens() {
    let dispatcher = dispatcher();
    let wrong = r#"<Start> = jump -> { actionName: "scrollDown", parameters: { times: 1.5 } }
                 | fly -> { actionName: "fly", parameters: {} };"#;
    dispatcher.add_grammar("wrong", None, wrong).unwrap();
    let host = FakeHost::new();
    let (said, _) = say(&dispatcher, &host, "go back and jump").await;
    assert_eq!(said.steps[1].problem.as_ref().unwrap().code, ProblemCode::NotUnderstood);
    assert!(said.steps[1].message.contains("1.5"), "{said:?}");
    let (said, _) = say(&dispatcher, &host, "fly").await;
    assert_eq!(said.steps[0].problem.as_ref().unwrap().code, ProblemCode::NotFound);
    assert!(host.verbs().is_empty());
}

/// A page's own agent.
struct Crossword;

impl ActionProvider for Crossword {
    fn actions(&self) -> Vec<ActionInfo> {
        vec![ActionInfo {
            action_name: "enterText".to_owned(),
            provider: "crossword".to_owned(),
            about: "Fill in an answer".to_owned(),
            available: true,
            parameters: json!({}),
        }]
    }

    fn check(&self, action: &Action) -> Result<(), BadParameters> {
        match action.parameters.contains_key("value") {
            true => Ok(()),
            false => Err(BadParameters { action: "enterText".into(), reason: "no value".into() }),
        }
    }

    fn perform<'a>(
        &'a self,
        action: &'a Action,
        _: &'a ActionContext<'a>,
    ) -> BoxFuture<'a, Result<ActionResult, Problem>> {
        async { Ok(ActionResult::message(format!("Wrote {}", action.parameters["value"]))) }.boxed()
    }
}

#[tokio::test]
async fn an_agent_that_comes_is_asked_and_one_that_left_is_not() {
    let dispatcher = dispatcher();
    let text = "fill in 3 across with HELLO";
    let (said, _) = say(&dispatcher, &FakeHost::new(), text).await;
    assert!(said.steps[0].message.contains("no crossword support"), "{said:?}");
    dispatcher.add_provider("crossword", Arc::new(Crossword));
    let (said, _) = say(&dispatcher, &FakeHost::new(), text).await;
    assert_eq!(said.steps[0].message, "Wrote \"HELLO\"");
    assert!(dispatcher.remove_provider("crossword"));
    let (said, _) = say(&dispatcher, &FakeHost::new(), text).await;
    assert_eq!(said.steps[0].state, StepState::Failed);
}

/// Knows one more thing than the grammars.
struct Model;

impl Translator for Model {
    fn translate<'a>(
        &'a self,
        _: &'a str,
        known: &'a [ActionInfo],
    ) -> BoxFuture<'a, Result<Option<Translation>, Problem>> {
        assert!(known.iter().any(|action| action.action_name == "scrollDown"));
        let action = Action { action_name: "scrollDown".to_owned(), parameters: Map::new() };
        async { Ok(Some(Translation { model: "any".to_owned(), actions: vec![action] })) }.boxed()
    }
}

#[tokio::test]
async fn what_no_grammar_knows_is_translated_where_there_is_a_model() {
    let dispatcher = Dispatcher::new(Some(Arc::new(Model))).unwrap();
    let host = FakeHost::new();
    let (said, _) = say(&dispatcher, &host, "weiter unten lesen").await;
    assert!(said.is_done(), "{said:?}");
    assert_eq!(host.verbs(), ["scroll"]);
    assert_eq!(said.model.as_deref(), Some("any"));
    assert!(said.steps[0].words.starts_with("Scroll"), "{said:?}");
}

#[test]
fn completions_follow_what_is_said_already() {
    let dispatcher = dispatcher();
    let known =
        KnownEntities { providers: vec!["duckduckgo".to_owned()], ..KnownEntities::default() };
    let lines = |text: &str| -> Vec<String> {
        let completed = dispatcher.complete(text, None, &known, 20);
        completed.completions.into_iter().map(|completion| completion.line).collect()
    };
    assert!(lines("scro").iter().any(|line| line == "scroll"), "{:?}", lines("scro"));
    assert!(lines("scroll ").iter().any(|line| line == "scroll down"), "{:?}", lines("scroll "));
    let second = lines("open nytimes.com and zoom ");
    assert!(second.iter().any(|line| line == "open nytimes.com and zoom in"), "{second:?}");
    let sites = lines("open githu");
    assert!(sites.iter().any(|line| line == "open GitHub"), "{sites:?}");
    assert!(lines("").len() > 5);
    let nowhere = lines("xyzzy plugh");
    assert!(nowhere.is_empty(), "{nowhere:?}");
}

#[test]
fn every_action_has_a_schema_a_name_and_phrasings() {
    let dispatcher = dispatcher();
    let actions = dispatcher.actions();
    assert_eq!(actions.len(), 49, "as many as the tables name");
    let grammar = tabwright_actions::grammar::browser().unwrap();
    let phrasings = grammar.phrasings();
    for action in &actions {
        assert!(!action.about.is_empty() && action.parameters.is_object(), "{action:?}");
        let said = phrasings.iter().filter(|it| it.action.as_deref() == Some(&action.action_name));
        assert!(said.count() > 0, "nothing is said for {}", action.action_name);
    }
    let typescript = tabwright_actions::TYPESCRIPT;
    assert!(typescript.contains("actionName: 'openWebPage'"), "{typescript}");
}
