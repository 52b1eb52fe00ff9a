//! Dragging: by pointer where the page follows it, by the browser's own drag and drop where the page
//! starts one.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use serde_json::value::RawValue;
use tabwright_wire::verbs::{self, DragParams, InputKind, InputWay, Report};
use tabwright_wire::{Effects, ElementFacts, Need, PageAction, Point, TabId, Target};
use tokio::sync::broadcast::Receiver;
use tokio::time::timeout;

use super::acting::ActionTarget;
use super::effects::{Trace, describe};
use super::{BrowserControl, Driver, trusted};
use crate::backend::{BrowserEvent, Debugger, Result};
use crate::error::ControlError;

/// Chrome tells of a drag that it has begun within this time.
const DRAG_TIMEOUT: Duration = Duration::from_secs(2);

impl BrowserControl<verbs::Drag> for Driver {
    async fn run(&self, params: DragParams) -> Result<Report> {
        let tab = self.driven(params.tab).await?;
        let mut from =
            self.action_target(tab, params.from, params.frame, params.timeout_ms).await?;
        from.at = params.from_at;
        let mut to = self.action_target(tab, params.to, params.frame, params.timeout_ms).await?;
        to.at = params.to_at;
        // Points on the way may lie in any frame.
        self.check_all_frames(tab).await?;
        self.show_driving(tab);
        // The kit drags within one frame; from one to another only the debugger can.
        let apart = from.frame.id != to.frame.id;
        let only_trusted = apart || !params.via.is_empty();
        let auto = params.input == InputWay::Auto;
        let way = if only_trusted && auto { InputWay::Trusted } else { params.input };
        let debugger = self.input_debugger(tab, way).await?;
        let trace = Trace::begin(self, tab);
        let (element, effects, input, target) = match debugger {
            Some(debugger) => {
                let target = self.ready(&to, Need::View, false).await?.element;
                let (source, effects) =
                    self.trusted_drag(&from, &to, &params.via, &*debugger).await?;
                (source, effects, InputKind::Trusted, describe(&target))
            }
            None if only_trusted => {
                return Err(ControlError::Unsupported(
                    "only real input events can drag between frames or through points".to_owned(),
                ));
            }
            None => {
                let words = to.target.to_string();
                let action = PageAction::Drag { to: to.target, to_at: to.at };
                let (element, effects) = self.synthesised(&from, action).await?;
                (element, effects, InputKind::Synthesised, words)
            }
        };
        let did = format!("dragged {} to {target}", describe(&element));
        self.report(trace, did, element, input, effects, from.deadline).await
    }
}

impl Driver {
    async fn trusted_drag(
        &self,
        from: &ActionTarget,
        to: &ActionTarget,
        via: &[Point],
        debugger: &dyn Debugger,
    ) -> Result<(ElementFacts, Option<Effects>)> {
        let tab = from.tab;
        // The pointer goes there first: a menu that it leaves may close, and move what is below.
        let before = self.ready(from, Need::Click, false).await?;
        trusted::hover(debugger, self.in_page(from, &before).await?, 0).await?;
        // Only measured: scrolling now would take the source away. And before the source is guarded,
        // for a kit guards one element at a time.
        let mut target = self.ready(to, Need::Exist, false).await?;
        target.point = match (&to.target, to.at) {
            (Target::Point(point), _) => *point,
            (_, Some(at)) => Point { x: target.rect.x + at.x, y: target.rect.y + at.y },
            (_, None) => target.point,
        };
        let source = self.ready(from, Need::Click, true).await?;
        let (start, end) = (self.in_page(from, &source).await?, self.in_page(to, &target).await?);
        let intercept =
            |on: bool| debugger.send("Input.setInterceptDrags", &json!({ "enabled": on }));
        intercept(true).await?;
        let mut events = self.core.backend.events();
        let moving = async {
            self.show_pointer(tab, start, None);
            trusted::press_down(debugger, start).await?;
            let mut at = start;
            for next in via.iter().chain([&end]) {
                trusted::drag_over(debugger, at, *next).await?;
                at = *next;
            }
            let effects = self.settle(tab, &from.frame, Some(source.element.number)).await?;
            self.watch(tab, &from.frame).await?;
            if effects.as_ref().is_some_and(|effects| effects.drag_began)
                && let Some(data) = intercepted(tab, &mut events).await
            {
                drop_there(debugger, end, &data).await?;
            }
            trusted::let_go(debugger, end).await?;
            self.show_pointer(tab, end, None);
            self.settle(tab, &from.frame, Some(source.element.number)).await
        };
        let effects = moving.await;
        intercept(false).await?;
        Ok((before.element, effects?))
    }
}

async fn intercepted(tab: TabId, events: &mut Receiver<BrowserEvent>) -> Option<Arc<RawValue>> {
    let heard = async {
        loop {
            match events.recv().await {
                Ok(BrowserEvent::DragIntercepted { tab: there, data }) if there == tab => {
                    return Some(data);
                }
                Ok(_) | Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => {}
                Err(_) => return None,
            }
        }
    };
    timeout(DRAG_TIMEOUT, heard).await.ok().flatten()
}

async fn drop_there(debugger: &dyn Debugger, point: Point, data: &RawValue) -> Result<()> {
    for kind in ["dragEnter", "dragOver", "drop"] {
        let event = json!({ "type": kind, "x": point.x, "y": point.y, "data": data });
        debugger.send("Input.dispatchDragEvent", &event).await?;
    }
    Ok(())
}
