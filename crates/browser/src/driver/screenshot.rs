//! Screenshots and PDFs.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::json;
use tabwright_wire::verbs::{self, InputWay, PdfFile, PdfParams, Screenshot, ScreenshotParams};
use tabwright_wire::{ListMarks, Mark, Need, NoParams, Point, Rect, TabId};

use super::{ACTION_MS, BrowserControl, Driver, LOAD_MS, marks, ms};
use crate::backend::{Debugger, Result};
use crate::backends::Data;
use crate::error::ControlError;

/// Chrome draws no larger picture.
const PIXELS_MAX: f64 = 16_384.0;
/// Wider than any scroll bar, in CSS pixels.
const SCROLL_BAR_MAX: f64 = 32.0;

impl BrowserControl<verbs::TakeScreenshot> for Driver {
    async fn run(&self, params: ScreenshotParams) -> Result<Screenshot> {
        let tab = self.tab(params.tab).await?;
        self.no_dialog(tab)?;
        self.check_all_frames(tab).await?;
        let mut clip = None;
        if let Some(target) = params.target {
            let subject = self.action_target(tab, target, params.frame, params.timeout_ms).await?;
            let ready = self.ready(&subject, Need::View, false).await?;
            let corner = |x, y| Point { x: ready.rect.x + x, y: ready.rect.y + y };
            let mut corners = [corner(0.0, 0.0), corner(ready.rect.width, ready.rect.height)];
            self.to_page(tab, &subject.frame, &mut corners).await?;
            let [from, to] = corners;
            clip = Some(Rect { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y });
        }
        let found = if params.marks { self.marks(tab).await? } else { Vec::new() };
        let limit = ms(params.timeout_ms.unwrap_or(ACTION_MS));
        let picture = tokio::time::timeout(limit, self.picture(tab, clip, params.full));
        let taken = self.unseen(tab, picture).await?;
        let (png, origin) = taken.map_err(|_| {
            ControlError::Timeout(format!(
                "tab {tab} drew no picture within {} ms",
                limit.as_millis()
            ))
        })??;
        let shown = Rect { x: origin.x, y: origin.y, ..clip.unwrap_or_default() };
        let drawn = marks::draw(&png, &found, shown)?;
        Ok(Screenshot {
            tab,
            base64: STANDARD.encode(&drawn.png),
            width: drawn.width,
            height: drawn.height,
            marks: found,
        })
    }
}

impl Driver {
    /// A PNG, and where its corner is in the viewport.
    async fn picture(
        &self,
        tab: TabId,
        clip: Option<Rect>,
        full: bool,
    ) -> Result<(Vec<u8>, Point)> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Metrics {
            css_content_size: Size,
            css_visual_viewport: View,
        }
        #[derive(Deserialize)]
        struct Size {
            width: f64,
            height: f64,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct View {
            page_x: f64,
            page_y: f64,
            client_width: f64,
            client_height: f64,
        }
        let Some(debugger) = self.input_debugger(tab, InputWay::Auto).await? else {
            if full {
                return Err(ControlError::Unsupported(
                    "a picture of the whole page needs the debugger".to_owned(),
                ));
            }
            let png = self.core.backend.capture(tab).await?;
            let corner = clip.map_or(Point::default(), |clip| Point { x: clip.x, y: clip.y });
            let png = match clip {
                Some(clip) => marks::crop(&png, clip)?,
                None => png,
            };
            return Ok((png, corner));
        };
        let mut wish = json!({ "format": "png" });
        let mut corner = Point::default();
        let told = debugger.send("Page.getLayoutMetrics", &json!({})).await?;
        let metrics: Metrics = serde_json::from_str(told.get())
            .map_err(|error| ControlError::Failed(error.to_string()))?;
        let scrolled = &metrics.css_visual_viewport;
        if !full && clip.is_none() {
            let png = shot(&*debugger, &wish).await?;
            if shows_view(&png, scrolled.client_width, scrolled.client_height) {
                return Ok((png, corner));
            }
            // Behind others there may be nothing to be copied, or something older: it is drawn anew.
        }
        let area = match clip {
            Some(clip) => {
                corner = Point { x: clip.x, y: clip.y };
                Rect { x: clip.x + scrolled.page_x, y: clip.y + scrolled.page_y, ..clip }
            }
            None if !full => {
                let [bar_x, bar_y] =
                    scroll_bars(&*debugger, scrolled.client_width, scrolled.client_height).await;
                let (width, height) =
                    (scrolled.client_width + bar_x, scrolled.client_height + bar_y);
                Rect { x: scrolled.page_x, y: scrolled.page_y, width, height }
            }
            None => {
                corner = Point { x: -scrolled.page_x, y: -scrolled.page_y };
                let Size { width, height } = metrics.css_content_size;
                Rect { x: 0.0, y: 0.0, width, height }
            }
        };
        wish["clip"] = json!({
            "x": area.x, "y": area.y, "scale": 1,
            "width": area.width.clamp(1.0, PIXELS_MAX),
            "height": area.height.clamp(1.0, PIXELS_MAX),
        });
        wish["captureBeyondViewport"] = json!(true);
        Ok((shot(&*debugger, &wish).await?, corner))
    }

    /// Every numbered element in view, in the page's own pixels.
    async fn marks(&self, tab: TabId) -> Result<Vec<Mark>> {
        let main = self.main_frame(tab)?;
        let limit = Duration::from_secs(10);
        let mut marks = self.ask::<ListMarks>(tab, &main, &NoParams {}, limit).await?.marks;
        for (_, frame, _) in self.joined_children(tab).await? {
            let Ok(list) = self.ask::<ListMarks>(tab, &frame, &NoParams {}, limit).await else {
                continue;
            };
            let mut corners: Vec<Point> = list
                .marks
                .iter()
                .flat_map(|Mark { rect, .. }| {
                    let end = Point { x: rect.x + rect.width, y: rect.y + rect.height };
                    [Point { x: rect.x, y: rect.y }, end]
                })
                .collect();
            if self.to_page(tab, &frame, &mut corners).await.is_err() {
                continue;
            }
            marks.extend(list.marks.iter().zip(corners.chunks_exact(2)).map(|(mark, corners)| {
                let (from, to) = (corners[0], corners[1]);
                let rect =
                    Rect { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
                Mark { number: mark.number, rect }
            }));
        }
        Ok(marks)
    }
}

async fn shot(debugger: &dyn Debugger, wish: &serde_json::Value) -> Result<Vec<u8>> {
    let told = debugger.send("Page.captureScreenshot", wish).await?;
    let data: Data = serde_json::from_str(told.get())
        .map_err(|error| ControlError::Failed(error.to_string()))?;
    data.decode()
}

/// The room that scroll bars take beside and below what is seen of the page. A picture that is copied shows
/// them, so one that is drawn anew must have their room, or the size of pictures would depend on which it
/// was. The page tells it, so it is believed only what a scroll bar can be.
async fn scroll_bars(debugger: &dyn Debugger, width: f64, height: f64) -> [f64; 2] {
    #[derive(Deserialize)]
    struct Evaluated {
        result: Value,
    }
    #[derive(Deserialize)]
    struct Value {
        value: [f64; 2],
    }
    let params = json!({ "expression": "[innerWidth, innerHeight]", "returnByValue": true });
    let told = debugger.send("Runtime.evaluate", &params).await.ok();
    let told: Option<Evaluated> = told.and_then(|told| serde_json::from_str(told.get()).ok());
    let Some(Evaluated { result: Value { value: [inner_width, inner_height] } }) = told else {
        return [0.0, 0.0];
    };
    let bar = |room: f64| if (0.0..=SCROLL_BAR_MAX).contains(&room) { room } else { 0.0 };
    [bar(inner_width - width), bar(inner_height - height)]
}

/// Is a picture as large as the view, as its header says? A screen may have more pixels, not fewer.
fn shows_view(png: &[u8], width: f64, height: f64) -> bool {
    let side = |from: usize| {
        let bytes = png.get(from..from + 4)?.try_into().ok()?;
        Some(f64::from(u32::from_be_bytes(bytes)))
    };
    let at_least = |side: Option<f64>, view: f64| side.is_some_and(|side| side >= view.floor());
    at_least(side(16), width) && at_least(side(20), height)
}

impl BrowserControl<verbs::Pdf> for Driver {
    async fn run(&self, params: PdfParams) -> Result<PdfFile> {
        let tab = self.tab(params.tab).await?;
        self.no_dialog(tab)?;
        self.check_all_frames(tab).await?;
        let Some(debugger) = self.input_debugger(tab, InputWay::Auto).await? else {
            return Err(ControlError::Unsupported("a PDF needs the debugger".to_owned()));
        };
        let limit = ms(params.timeout_ms.unwrap_or(LOAD_MS));
        let wish = json!({ "landscape": params.landscape, "printBackground": params.background });
        let printed = tokio::time::timeout(limit, debugger.send("Page.printToPDF", &wish));
        let printed = self.unseen(tab, printed).await?;
        let printed = printed.map_err(|_| {
            ControlError::Timeout(format!(
                "tab {tab} was not printed within {} ms",
                limit.as_millis()
            ))
        })??;
        let data: Data = serde_json::from_str(printed.get())
            .map_err(|error| ControlError::Failed(error.to_string()))?;
        Ok(PdfFile { tab, base64: STANDARD.encode(data.decode()?) })
    }
}
