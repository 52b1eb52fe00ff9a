//! Chrome's debugger on one tab, whichever backend attached it.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::{BoxFuture, FutureExt as _};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabwright_wire::verbs::NetworkRequest;
use tabwright_wire::{CdpError, TabId};
use tokio::time::timeout;

use super::evaluated::Evaluated;
use crate::backend::{ConsoleLog, Debugger, FrameId, Result};
use crate::cdp::CdpBrowser;
use crate::error::ControlError;

/// A page is attached within this time.
const ATTACH_TIMEOUT: Duration = Duration::from_secs(15);
/// A frame that is there tells of its contexts within this time.
const CONTEXT_TIMEOUT: Duration = Duration::from_secs(3);
/// A page has another size within this time. If its window was changed meanwhile, it may have the same.
const RESIZE_TIMEOUT: Duration = Duration::from_secs(1);

/// Attaches to a page, unless that is done.
pub(super) async fn attach(browser: &CdpBrowser, tab: TabId, target: &str) -> Result<String> {
    if let Some(session) = browser.page(tab, |page| page.session.clone()).flatten() {
        return Ok(session);
    }
    let params = json!({ "targetId": target, "flatten": true });
    browser.call_root::<Value>("Target.attachToTarget", &params).await?;
    let attached =
        browser.until(|browser| browser.page(tab, |page| page.session.clone()).flatten());
    timeout(ATTACH_TIMEOUT, attached)
        .await
        .map_err(|_| ControlError::Timeout(format!("tab {tab} could not be attached")))
}

/// Chrome's debugger on one tab, with a session that is there.
#[derive(Debug)]
pub(super) struct CdpDebugger {
    pub(super) browser: Arc<CdpBrowser>,
    pub(super) tab: TabId,
    pub(super) session: String,
    /// Where the kit is a content script: the origin of its world.
    pub(super) kit_origin: Option<String>,
    pub(super) paints_hidden_tabs: bool,
}

/// A tab behind others draws and runs as if it were in front, or not any more. With the emulation of focus a
/// page is visible to itself; but what it draws is on no display, and of a tab whose frames nobody takes Chrome wants one a
/// second. So it is recorded, too: in tiny frames that are never acknowledged, so that Chrome sends only the first few.
pub(super) async fn run_behind(debugger: &dyn Debugger, on: bool) -> Result<()> {
    let focus = json!({ "enabled": on });
    let focus = debugger.send("Emulation.setFocusEmulationEnabled", &focus);
    let recording = match on {
        true => debugger.send("Page.startScreencast", &tiny_recording()),
        false => debugger.send("Page.stopScreencast", &json!({})),
    };
    // Where somebody records the tab already, Chrome refuses another recording, and none is needed.
    let (focus, _) = tokio::join!(focus, recording);
    focus?;
    Ok(())
}

/// Gives a page its own size back. Chrome answers before the page has it, so this waits until the page does: what is read
/// or drawn next would be of the other size.
pub(crate) async fn clear_device_metrics(debugger: &dyn Debugger) -> Result<()> {
    let evaluate = |expression: String| {
        let params =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        debugger.send("Runtime.evaluate", &params)
    };
    let size = "[innerWidth, innerHeight, devicePixelRatio].join()";
    let before = timeout(RESIZE_TIMEOUT, evaluate(size.to_owned())).await;
    debugger.send("Emulation.clearDeviceMetricsOverride", &json!({})).await?;
    // A page that a dialog holds answers nothing, and gets its size later.
    let Ok(Ok(before)) = before else { return Ok(()) };
    let before: Value = serde_json::from_str(before.get()).unwrap_or_default();
    let before = &before["result"]["value"];
    let millis = RESIZE_TIMEOUT.as_millis();
    let changed = evaluate(format!(
        "new Promise((done) => {{
            const heard = new AbortController();
            const end = () => {{ heard.abort(); done(); }};
            const look = () => {size} !== {before} && end();
            addEventListener('resize', look, {{ signal: heard.signal }});
            setTimeout(end, {millis});
            look();
        }})"
    ));
    let _ = timeout(RESIZE_TIMEOUT, changed).await;
    Ok(())
}

/// As small as it can be; nobody looks at it.
pub(crate) fn tiny_recording() -> Value {
    json!({ "format": "jpeg", "quality": 1, "maxWidth": 8, "maxHeight": 8 })
}

impl CdpDebugger {
    /// The session of a frame, and the parameters of an evaluation in its own world.
    async fn in_frame(
        &self,
        frame: &FrameId,
        ordinal: u32,
        mut params: Value,
    ) -> Result<(String, Value)> {
        if ordinal == 0 {
            return Ok((self.session.clone(), params));
        }
        let (session, context) = self.page_context(frame, ordinal).await?;
        params["contextId"] = json!(context);
        Ok((session, params))
    }

    async fn call(&self, session: &str, method: &str, params: &Value) -> Result<Evaluated> {
        let asked = self.browser.link()?.call::<Evaluated>(Some(session), method, params);
        match asked.await {
            Err(error)
                if error.message.contains("returned by value")
                    || error.message.contains("reference chain") =>
            {
                Err(ControlError::Script(
                    "the result cannot be written as JSON. Return a part of it".to_owned(),
                ))
            }
            evaluated => Ok(evaluated?),
        }
    }

    /// The context of the kit in a frame.
    async fn kit_context(&self, frame: &FrameId, ordinal: u32) -> Result<(String, i64, FrameId)> {
        let Some(origin) = &self.kit_origin else {
            let world = self.browser.page(self.tab, |page| page.worlds.get(frame).cloned());
            let world = world.flatten().ok_or_else(no_context)?;
            return Ok((world.session, world.context, frame.clone()));
        };
        // Frames are attached one within the other, and contexts told a moment later than that they
        // will be.
        let mut changes = self.browser.changes();
        let mut enabled = HashSet::new();
        let find = async {
            loop {
                for session in self.browser.sessions_of(self.tab) {
                    if enabled.insert(session.clone()) {
                        self.tell(&session, "Runtime.enable", &json!({})).await?;
                    }
                }
                if let Some(found) = self.find_kit(origin, ordinal).await? {
                    return Ok(found);
                }
                if changes.changed().await.is_err() {
                    return Err(no_context());
                }
            }
        };
        timeout(CONTEXT_TIMEOUT, find).await.map_err(|_| no_context())?
    }

    /// Among the contexts that are known, the newest first: a page that was left may still be told of.
    async fn find_kit(&self, origin: &str, ordinal: u32) -> Result<Option<(String, i64, FrameId)>> {
        let link = self.browser.link()?;
        for (session, id, frame) in self.browser.kit_contexts(self.tab, origin).into_iter().rev() {
            let ask = json!({
                "expression": "globalThis.tabwright?.ordinal()", "contextId": id,
                "returnByValue": true,
            });
            let said = link.call::<Evaluated>(Some(&session), "Runtime.evaluate", &ask).await;
            let said = said.ok().and_then(|said| said.value().ok());
            if said.is_some_and(|said| said.get() == ordinal.to_string()) {
                return Ok(Some((session, id, frame)));
            }
        }
        Ok(None)
    }

    /// The context of a frame's own world.
    async fn page_context(&self, frame: &FrameId, ordinal: u32) -> Result<(String, i64)> {
        let frame = match &self.kit_origin {
            Some(_) => self.kit_context(frame, ordinal).await?.2,
            None => frame.clone(),
        };
        let find = |browser: &CdpBrowser| browser.own_context(self.tab, &frame);
        if find(&self.browser).is_none() {
            // Contexts are told from here on, those that are there first.
            self.tell_all("Runtime.enable", &json!({})).await?;
        }
        timeout(ATTACH_TIMEOUT, self.browser.until(find)).await.map_err(|_| no_context())
    }
}

fn no_context() -> ControlError {
    ControlError::Failed("the frame has no script context".to_owned())
}

#[async_trait]
impl Debugger for CdpDebugger {
    fn send(
        &self,
        method: &str,
        params: &Value,
    ) -> BoxFuture<'static, Result<Box<RawValue>, CdpError>> {
        match self.browser.link() {
            Ok(link) => link.call(Some(&self.session), method, params).boxed(),
            Err(error) => async { Err(error) }.boxed(),
        }
    }

    fn paints_hidden_tabs(&self) -> bool {
        self.paints_hidden_tabs
    }

    fn requests(&self) -> usize {
        self.browser.requests(self.tab)
    }

    async fn capture_console(&self) -> Result<bool> {
        self.begin_console().await
    }

    async fn capture_requests(&self, bodies: bool) -> Result<bool> {
        self.begin_requests(bodies).await
    }

    fn console_log(&self) -> Result<ConsoleLog> {
        self.log_of_console()
    }

    fn network_requests(&self) -> Result<Vec<NetworkRequest>> {
        self.request_list()
    }

    async fn network_request(
        &self,
        number: u32,
        chars_max: usize,
    ) -> Result<Option<NetworkRequest>> {
        self.request(number, chars_max).await
    }

    async fn evaluate(
        &self,
        frame: &FrameId,
        ordinal: u32,
        expression: &str,
        deadline: Duration,
    ) -> Result<Box<RawValue>> {
        let params = json!({
            "expression": expression, "awaitPromise": true, "returnByValue": true,
            "userGesture": true,
        });
        let (session, params) = self.in_frame(frame, ordinal, params).await?;
        in_time(deadline, self.call(&session, "Runtime.evaluate", &params)).await?.value()
    }

    async fn evaluate_as_console(
        &self,
        frame: &FrameId,
        ordinal: u32,
        statements: &str,
        deadline: Duration,
    ) -> Result<Box<RawValue>> {
        let params = json!({ "expression": statements, "replMode": true, "userGesture": true });
        let (session, params) = self.in_frame(frame, ordinal, params).await?;
        let running = async {
            let evaluated = self.call(&session, "Runtime.evaluate", &params).await?;
            // The console waits for what `await` says, and shows a promise as one.
            let (method, params) = match evaluated.object() {
                Some((object, id)) if object.is_promise() => (
                    "Runtime.awaitPromise",
                    json!({ "promiseObjectId": id, "returnByValue": true }),
                ),
                Some((_, id)) => (
                    "Runtime.callFunctionOn",
                    json!({
                        "objectId": id, "functionDeclaration": "function () { return this }",
                        "returnByValue": true,
                    }),
                ),
                None => return evaluated.value(),
            };
            self.call(&session, method, &params).await?.value()
        };
        in_time(deadline, running).await
    }

    async fn set_files(
        &self,
        frame: &FrameId,
        ordinal: u32,
        number: u32,
        files: &[String],
    ) -> Result<()> {
        let (session, context, _) = self.kit_context(frame, ordinal).await?;
        let link = self.browser.link()?;
        let find =
            json!({ "expression": format!("tabwright.element({number})"), "contextId": context });
        let found: Evaluated = link.call(Some(&session), "Runtime.evaluate", &find).await?;
        let Some(object) = found.result.object_id else {
            return Err(ControlError::Failed("the file input is gone".to_owned()));
        };
        let params = json!({ "files": files, "objectId": object });
        link.call::<Value>(Some(&session), "DOM.setFileInputFiles", &params).await?;
        Ok(())
    }
}

async fn in_time<T>(deadline: Duration, running: impl Future<Output = Result<T>>) -> Result<T> {
    timeout(deadline, running).await.map_err(|_| {
        ControlError::Timeout(format!("the script ran longer than {} ms", deadline.as_millis()))
    })?
}
