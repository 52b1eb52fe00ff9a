//! What each method of the flow API does, by verbs.

use serde_json::{Value, json};
use tabwright_wire::verbs::{
    AnswerDialog, Back, Check, Click, Close, DownloadFile, Drag, Forward, Hover, Open, Press,
    Query, Reload, Select, Switch, Tabs, TakeScreenshot, Text, Type, Upload, Wait,
};
use tabwright_wire::{Problem, ProblemCode, Verb, quote_page};

use tabwright_actions::host::RunVerb;
use tabwright_tools::ScriptHost;

use super::addresses::is_at;
use super::arguments::{Arguments, Options};
use super::expectations::contains;
use super::{Run, State};

impl Run {
    pub(super) async fn perform(
        &self,
        state: &mut State,
        method: &str,
        given: &[Value],
    ) -> Result<Value, Problem> {
        let arguments = Arguments::new(method, given);
        match method {
            "navigateTo" => {
                let url = arguments.text(0)?;
                self.verb::<Open>(json!({ "tab": state.tab, "url": url, "in": "current" })).await?;
            }
            "goBack" => drop(self.verb::<Back>(json!({ "tab": state.tab })).await?),
            "goForward" => drop(self.verb::<Forward>(json!({ "tab": state.tab })).await?),
            "reload" => drop(self.verb::<Reload>(json!({ "tab": state.tab })).await?),
            "awaitPageLoad" => match arguments.options(0).text("url") {
                Some(url) => self.until_at(state.tab, &url).await?,
                None => self.loaded(state.tab).await?,
            },
            "awaitPageInteraction" => {
                self.verb::<Wait>(json!({ "tab": state.tab, "for": { "type": "interaction" } }))
                    .await?;
            }
            "click" | "doubleClick" | "rightClick" | "clickAndWait" => {
                self.click(state, method, arguments).await?;
            }
            "hover" => {
                let target = self.find(state, arguments.target(0)?).await?;
                self.verb::<Hover>(json!({ "tab": state.tab, "target": target })).await?;
            }
            "enterText" | "clearAndType" => {
                let target = self.find(state, arguments.target(0)?).await?;
                let append = method == "enterText";
                let typed = json!({ "tab": state.tab, "target": target, "text": arguments.text(1)?,
                    "append": append });
                self.verb::<Type>(typed).await?;
            }
            "selectOption" => {
                let target = self.find(state, arguments.target(0)?).await?;
                let options = arguments.texts(1)?;
                let chosen = json!({ "tab": state.tab, "target": target, "options": options });
                self.verb::<Select>(chosen).await?;
            }
            "check" | "uncheck" => {
                let target = self.find(state, arguments.target(0)?).await?;
                let on = method == "check" && arguments.is_on(1);
                self.verb::<Check>(json!({ "tab": state.tab, "target": target, "on": on })).await?;
            }
            "press" => self.press(state, arguments).await?,
            "drag" => self.drag(state, arguments).await?,
            "upload" => {
                let target = self.find(state, arguments.target(0)?).await?;
                let files = arguments.texts(1)?;
                self.verb::<Upload>(json!({ "tab": state.tab, "target": target, "files": files }))
                    .await?;
            }
            "answerDialog" => {
                let options = arguments.options(0);
                let accept = options.get("accept").and_then(Value::as_bool).unwrap_or(true);
                let answer =
                    json!({ "tab": state.tab, "accept": accept, "text": options.text("text") });
                self.verb::<AnswerDialog>(answer).await?;
            }
            "openTab" => {
                let url = arguments.text_if_any(0).unwrap_or_else(|| "about:blank".to_owned());
                state.tab = self.verb::<Open>(json!({ "url": url, "in": "new" })).await?.tab;
            }
            "switchTab" => {
                let pattern = arguments.options(0).text("url").unwrap_or_default();
                state.tab = self.until_tab(&pattern, |tab| is_at(&tab.url, &pattern)).await?.id;
                self.verb::<Switch>(json!({ "tab": state.tab })).await?;
            }
            "closeTab" => self.close_tab(state).await?,
            "download" => {
                let target = self.find(state, arguments.target(0)?).await?;
                let to = arguments.options(1).text("to");
                let file = json!({ "tab": state.tab, "target": target, "to": to });
                let downloaded = self.verb::<DownloadFile>(file).await?;
                return Ok(json!({ "path": downloaded.path }));
            }
            "scrollUntil" => drop(self.find(state, arguments.target(0)?).await?),
            "waitForText" => self.until_text(state.tab, &arguments.text(0)?).await?,
            "getPageText" => {
                let target = self.find_if_any(state, arguments.target_if_any(0)).await?;
                let text = self.verb::<Text>(json!({ "tab": state.tab, "target": target })).await?;
                return Ok(text.text.into());
            }
            "captureScreenshot" => {
                let target = self.find_if_any(state, arguments.target_if_any(0)).await?;
                let shot = json!({ "tab": state.tab, "target": target });
                let picture = self.verb::<TakeScreenshot>(shot).await?;
                return Ok(json!({ "type": "image", "base64": picture.base64 }));
            }
            "queryContent" => {
                let query = json!({ "tab": state.tab, "target": { "selector": arguments.text(0)? },
                    "facts": ["name", "innerText"], "max": 200 });
                let found = self.verb::<Query>(query).await?;
                let elements = found.elements.into_iter().map(|element| {
                    json!({ "role": element.role, "name": element.name, "text": element.inner_text })
                });
                return Ok(elements.collect());
            }
            "checkPageState" => self.check_page(state, arguments.options(0)).await?,
            _ => return Err(cannot(method)),
        }
        Ok(Value::Null)
    }

    async fn click(
        &self,
        state: &mut State,
        method: &str,
        arguments: Arguments<'_>,
    ) -> Result<(), Problem> {
        let options = arguments.options(1);
        let target = self.find(state, arguments.target(0)?).await?;
        let button = options.text("button");
        let is_double = method == "doubleClick" || button.as_deref() == Some("double");
        let button = match button.as_deref() {
            _ if method == "rightClick" => "right",
            Some(button @ ("middle" | "right")) => button,
            _ => "left",
        };
        let click = json!({
            "tab": state.tab,
            "target": target,
            "button": button,
            "count": if is_double { 2 } else { 1 },
            "modifiers": modifiers(options),
        });
        let report = self.verb::<Click>(click).await?;
        self.expect(state, &report.changes, options).await
    }

    async fn press(&self, state: &mut State, arguments: Arguments<'_>) -> Result<(), Problem> {
        let (keys, options) = (arguments.text(0)?, arguments.options(1));
        let target = self.find_if_any(state, options.target("on")).await?;
        let pressed = json!({ "tab": state.tab, "keys": [keys], "target": target });
        let report = self.verb::<Press>(pressed).await?;
        self.expect(state, &report.changes, options).await
    }

    async fn drag(&self, state: &mut State, arguments: Arguments<'_>) -> Result<(), Problem> {
        let options = arguments.options(1);
        let from = self.find(state, arguments.target(0)?).await?;
        let to = match options.target("onto") {
            Some(name) => json!(self.find(state, name).await?),
            None => {
                let by = options.get("by").and_then(Value::as_array);
                let by: Vec<f64> = by.into_iter().flatten().filter_map(Value::as_f64).collect();
                let [x, y] = by[..] else { return Err(no_way()) };
                let query = json!({ "tab": state.tab, "target": from, "facts": ["rect"] });
                let found = self.verb::<Query>(query).await?.elements.into_iter().next();
                let rect = found.and_then(|element| element.rect).ok_or_else(no_way)?;
                json!({ "x": rect.x + rect.width / 2.0 + x, "y": rect.y + rect.height / 2.0 + y })
            }
        };
        self.verb::<Drag>(json!({ "tab": state.tab, "from": from, "to": to })).await.map(drop)
    }

    /// The flow goes on in the tab that it was in before, the last that is left.
    async fn close_tab(&self, state: &mut State) -> Result<(), Problem> {
        self.verb::<Close>(json!({ "tab": state.tab })).await?;
        let left = self.verb::<Tabs>(json!({})).await?.tabs;
        if let Some(tab) = left.iter().find(|tab| tab.focused).or(left.last()) {
            state.tab = tab.id;
        }
        Ok(())
    }

    async fn check_page(&self, state: &mut State, wanted: Options<'_>) -> Result<(), Problem> {
        if let Some(pattern) = wanted.text("url") {
            self.until_at(state.tab, &pattern).await?;
        }
        let Some(text) = wanted.text("text") else { return Ok(()) };
        let Some(name) = wanted.target("in") else {
            return self.until_text(state.tab, &text).await;
        };
        let target = self.find(state, name).await?;
        let said = self.verb::<Text>(json!({ "tab": state.tab, "target": target })).await?.text;
        if contains(&said, &text) {
            return Ok(());
        }
        Err(Problem {
            code: ProblemCode::WaitTimeout,
            title: format!("{} does not say {}", quote_page(name), quote_page(&text)),
            fix: "Look at the page; the flow stopped before its next step".to_owned(),
        })
    }

    async fn find_if_any(
        &self,
        state: &mut State,
        name: Option<&str>,
    ) -> Result<Option<u32>, Problem> {
        match name {
            Some(name) => self.find(state, name).await.map(Some),
            None => Ok(None),
        }
    }

    /// Runs a verb, whose parameters are checked as those of any client.
    pub(super) async fn verb<V: Verb>(&self, params: Value) -> Result<V::Result, Problem>
    where
        dyn ScriptHost: RunVerb<V>,
    {
        let params = serde_json::from_value(params).map_err(|error| Problem {
            code: ProblemCode::BadRequest,
            title: format!("`{}` does not take this: {error}", V::NAME),
            fix: "Correct the script".to_owned(),
        })?;
        RunVerb::<V>::run_verb(&*self.host, params).await
    }
}

fn modifiers(options: Options<'_>) -> Vec<String> {
    let held = options.get("modifiers").and_then(Value::as_array);
    let held = held.into_iter().flatten().filter_map(Value::as_str);
    held.map(str::to_lowercase).collect()
}

fn cannot(method: &str) -> Problem {
    Problem {
        code: ProblemCode::BadRequest,
        title: format!("`flow.{method}` cannot be done here"),
        fix: "Take another method: docs/flows.md lists them".to_owned(),
    }
}

fn no_way() -> Problem {
    Problem {
        code: ProblemCode::BadRequest,
        title: "nobody said where to drag it".to_owned(),
        fix: "Give `onto: target(…)`, or `by: [x, y]` in pixels".to_owned(),
    }
}
