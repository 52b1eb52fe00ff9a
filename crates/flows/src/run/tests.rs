//! Runs on a page that is a list of elements: what a flow does there, where it stops, and that it goes on after an
//! interruption without doing anything twice.

use std::collections::BTreeMap;

use async_trait::async_trait;
use serde_json::Map;
use tabwright_actions::host::{HostFuture, RunVerb, TabSource};
use tabwright_wire::flows::{Fingerprint, FlowParameter};
use tabwright_wire::{Tab, Verb};

use super::*;

const TAB: TabId = TabId(7);

/// A page as buttons and fields by number, and what was done to it.
#[derive(Default)]
struct Page {
    elements: Vec<(u32, &'static str, &'static str)>,
    url: String,
    did: Vec<String>,
    /// The page says this.
    says: String,
}

struct Browser(Arc<parking_lot::Mutex<Page>>);

impl Browser {
    fn answer(&self, verb: &str, params: &Map<String, Value>) -> Result<Value, Problem> {
        let mut page = self.0.lock();
        let report = |did: String| json!({ "tab": TAB, "did": did, "changes": {} });
        Ok(match verb {
            "query" => {
                let elements: Vec<_> = page
                    .elements
                    .iter()
                    .map(|(number, role, name)| {
                        let alike =
                            page.elements.iter().filter(|it| (it.1, it.2) == (*role, *name));
                        let fingerprint = Fingerprint {
                            alike: u32::try_from(alike.count()).unwrap(),
                            ..element(role, name)
                        };
                        json!({ "number": number, "role": role, "name": name, "visible": true,
                            "enabled": true, "fingerprint": fingerprint })
                    })
                    .collect();
                json!({ "tab": TAB, "total": elements.len(), "elements": elements })
            }
            "wait" if params["for"]["type"] == "text" => {
                if !page.says.contains(params["for"]["text"].as_str().unwrap()) {
                    return Err(Problem {
                        code: ProblemCode::WaitTimeout,
                        title: "the page does not say it".to_owned(),
                        fix: String::new(),
                    });
                }
                json!({ "tab": TAB, "waitedMs": 0, "url": page.url })
            }
            "wait" => json!({ "tab": TAB, "waitedMs": 0, "url": page.url }),
            "open" => {
                page.url = params["url"].as_str().unwrap().to_owned();
                let did = format!("open {}", page.url);
                page.did.push(did);
                json!({ "tab": TAB, "url": page.url, "title": "", "loaded": true })
            }
            "tabs" => {
                json!({ "tabs": [{ "id": TAB, "windowId": 1, "index": 0, "title": "", "url": page.url,
                "active": true, "focused": true, "loading": false, "pinned": false, "audible": false }] })
            }
            "click" => {
                page.did.push(format!("click {}", params["target"]));
                report("clicked".to_owned())
            }
            "type" => {
                page.did.push(format!("type {} {}", params["target"], params["text"]));
                report("typed".to_owned())
            }
            "text" => json!({ "tab": TAB, "url": page.url, "title": "", "text": page.says }),
            "scroll" => json!({ "container": "the page", "movedX": 0, "movedY": 0,
                "state": { "x": 0, "y": 0, "width": 1, "height": 1, "viewWidth": 1, "viewHeight": 1 } }),
            other => panic!("the test's page knows no {other}"),
        })
    }
}

impl<V: Verb> RunVerb<V> for Browser {
    fn run_verb(&self, params: V::Params) -> HostFuture<'_, V::Result> {
        let params = serde_json::to_value(params).unwrap();
        let answer = self.answer(V::NAME, params.as_object().unwrap());
        Box::pin(async move {
            answer.map(|answer| {
                serde_json::from_value(answer)
                    .unwrap_or_else(|error| panic!("{}: {error}", V::NAME))
            })
        })
    }
}

impl TabSource for Browser {
    fn tabs(&self) -> HostFuture<'_, Vec<Tab>> {
        Box::pin(async { Ok(Vec::new()) })
    }
}

impl ScriptHost for Browser {
    fn use_tab(&self, tab: Option<TabId>) -> HostFuture<'_, TabId> {
        Box::pin(async move { Ok(tab.unwrap_or(TAB)) })
    }
}

/// Remembers, and loses its host before the call with this number is done.
#[derive(Default)]
struct Memory {
    done: parking_lot::Mutex<Vec<DoneCall>>,
    breaks_at: parking_lot::Mutex<Option<u32>>,
}

#[async_trait]
impl Journal for Memory {
    async fn past(&self) -> Result<Vec<DoneCall>, Problem> {
        Ok(self.done.lock().clone())
    }

    async fn begun(&self, number: u32, _method: &str, _arguments: &str) -> Result<(), Problem> {
        match *self.breaks_at.lock() {
            Some(at) if at == number => Err(broken(&"the lights went out")),
            _ => Ok(()),
        }
    }

    async fn done(&self, _number: u32, call: &DoneCall) -> Result<(), Problem> {
        self.done.lock().push(call.clone());
        Ok(())
    }
}

fn element(role: &str, name: &str) -> Fingerprint {
    let tag = if role == "button" { "button" } else { "input" };
    Fingerprint {
        role: role.to_owned(),
        name: name.to_owned(),
        tag: tag.to_owned(),
        alike: 1,
        ..Fingerprint::default()
    }
}

const SCRIPT: &str = r#"await flow.navigateTo("https://shop.example/");
await flow.clearAndType(target("Search"), params.query);
await flow.click(target("Add"));
await flow.click(target("Order"));
await flow.checkPageState({ text: `ordered ${params.query}` });
return await flow.getPageText();
"#;

fn task(script: &str) -> Task {
    let targets: BTreeMap<_, _> = [
        ("Search", element("searchbox", "Search")),
        ("Add", element("button", "Add ${query}")),
        ("Order", element("button", "Order")),
    ]
    .map(|(name, fingerprint)| (name.to_owned(), fingerprint))
    .into();
    let flow = Flow {
        name: "order-lamp".to_owned(),
        parameters: [("query".to_owned(), FlowParameter::default())].into(),
        script: script.to_owned(),
        targets,
        ..Flow::default()
    };
    Task {
        flow: Arc::new(flow),
        values: [("query".to_owned(), "lamp".to_owned())].into(),
        tab: TAB,
        heal: Heal::Auto,
        time: TIME_DEFAULT,
        patience: Duration::from_millis(300),
    }
}

fn shop() -> Arc<parking_lot::Mutex<Page>> {
    Arc::new(parking_lot::Mutex::new(Page {
        elements: vec![
            (1, "searchbox", "Search"),
            (2, "button", "Add lamp"),
            (3, "button", "Order"),
        ],
        says: "You ordered lamp".to_owned(),
        ..Page::default()
    }))
}

async fn run_on(
    page: &Arc<parking_lot::Mutex<Page>>,
    task: Task,
    journal: &Arc<Memory>,
) -> Outcome {
    let host = Arc::new(Browser(Arc::clone(page)));
    run(task, host, Arc::clone(journal) as Arc<dyn Journal>).await.unwrap()
}

const ALL: [&str; 4] = ["open https://shop.example/", "type 1 \"lamp\"", "click 2", "click 3"];

#[tokio::test]
async fn a_flow_does_its_steps_with_its_values_and_gives_back_what_it_read() {
    let page = shop();
    let outcome = run_on(&page, task(SCRIPT), &Arc::default()).await;
    assert_eq!(outcome.stopped, None);
    assert_eq!((outcome.value, outcome.healed), (json!("You ordered lamp"), Vec::new()));
    assert_eq!(page.lock().did, ALL);
}

#[tokio::test]
async fn it_stops_where_the_wanted_thing_is_gone_and_says_what_is_nearest() {
    let page = shop();
    page.lock().elements[1].2 = "Add chair";
    let stopped = run_on(&page, task(SCRIPT), &Arc::default()).await.stopped.unwrap();
    assert_eq!((stopped.problem.code, stopped.line), (ProblemCode::ElementNotFound, Some(3)));
    assert!(stopped.problem.title.contains("cannot find"), "{stopped:?}");
    assert_eq!(page.lock().did, ALL[..2]);
}

#[tokio::test]
async fn it_stops_where_two_are_the_same() {
    let page = shop();
    page.lock().elements.push((9, "button", "Order"));
    let stopped = run_on(&page, task(SCRIPT), &Arc::default()).await.stopped.unwrap();
    assert!(stopped.problem.title.contains("cannot find"), "{stopped:?}");
    assert_eq!(page.lock().did, ALL[..3]);
}

#[tokio::test]
async fn it_stops_where_what_should_follow_does_not_come() {
    let page = shop();
    page.lock().says = "Sold out".to_owned();
    let stopped = run_on(&page, task(SCRIPT), &Arc::default()).await.stopped.unwrap();
    assert_eq!((stopped.problem.code, stopped.line), (ProblemCode::WaitTimeout, Some(5)));
}

#[tokio::test]
async fn an_interrupted_flow_goes_on_where_it_was() {
    for at in 1..=4_u32 {
        let (page, journal) = (shop(), Arc::new(Memory::default()));
        *journal.breaks_at.lock() = Some(at);
        let stopped = run_on(&page, task(SCRIPT), &journal).await.stopped.unwrap();
        assert!(stopped.problem.title.contains("the lights went out"), "{stopped:?}");
        assert_eq!(page.lock().did, ALL[..at as usize - 1]);
        *journal.breaks_at.lock() = None;
        let outcome = run_on(&page, task(SCRIPT), &journal).await;
        assert_eq!((outcome.stopped, outcome.value), (None, json!("You ordered lamp")));
        assert_eq!(page.lock().did, ALL, "interrupted before call {at}");
    }
}

#[tokio::test]
async fn a_flow_that_was_changed_meanwhile_does_not_go_on() {
    let (page, journal) = (shop(), Arc::new(Memory::default()));
    *journal.breaks_at.lock() = Some(3);
    run_on(&page, task(SCRIPT), &journal).await;
    *journal.breaks_at.lock() = None;
    let changed = SCRIPT.replace("https://shop.example/", "https://bank.example/");
    let stopped = run_on(&page, task(&changed), &journal).await.stopped.unwrap();
    assert!(stopped.problem.title.contains("was changed"), "{stopped:?}");
    assert_eq!(page.lock().did, ALL[..2]);
}

#[test]
fn the_last_act_is_known_in_a_plain_script_only() {
    assert_eq!(last_act(SCRIPT), None, "what is returned is no plain call");
    let plain = SCRIPT.lines().take(5).collect::<Vec<_>>().join("\n");
    assert_eq!(last_act(&plain), Some(4));
    assert_eq!(last_act("for (const it of [1, 2]) { await flow.reload(); }"), None);
}
