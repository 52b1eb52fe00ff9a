//! Takes the picture itself: of the view, of all of the page, or of a part, in the number of pixels that is
//! wanted, also of a tab that nobody sees.

use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tabwright_wire::verbs::{InputWay, PictureScale};
use tabwright_wire::{Rect, TabId};
use tokio::time::{Instant, timeout};

use super::Driver;
use super::picture::{self, Picture};
use crate::backend::{Debugger, Result};
use crate::backends::{Data, tiny_recording};
use crate::error::ControlError;

/// Chrome draws no longer side.
const SIDE_MAX: f64 = 16_384.0;
/// Nor would anybody look at more; they are held in memory as three bytes each.
const PIXELS_MAX: f64 = 48_000_000.0;
/// A page that is longer than fits in this scale is cut: nothing could be read any more.
const SCALE_MIN: f64 = 0.25;
/// Wider than any scroll bar, in CSS pixels.
const SCROLL_BAR_MAX: f64 = 32.0;
/// What device pixels to a CSS pixel can be, by screen and zoom.
const RATIOS: std::ops::RangeInclusive<f64> = 0.1..=20.0;
/// A tab that is seen has given its picture by then.
const HIDDEN_AFTER: Duration = Duration::from_millis(100);
/// How often a blank picture of a tab that nobody sees is taken anew before it is believed.
const BLANKS_MAX: u32 = 2;

/// A picture as the browser gave it.
#[derive(Debug)]
pub(super) struct Taken {
    pub(super) png: Vec<u8>,
    /// What it shows, in CSS pixels of the viewport.
    pub(super) area: Rect,
    /// How many pixels it should have to a CSS pixel; all that there are, if that is not said.
    pub(super) scale: Option<f64>,
    /// The page goes on beyond it.
    pub(super) cut: bool,
}

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
    /// By how much the person has zoomed the page; a clip is in pixels before that.
    zoom: Option<f64>,
}

/// What the page says of its window. A page can lie here, about its own picture only, and within bounds.
#[derive(Debug, Clone, Copy)]
struct Window {
    /// The room that scroll bars take beside and below what is seen of the page.
    bars: [f64; 2],
    /// Device pixels to one CSS pixel.
    ratio: f64,
}

impl Driver {
    /// A part is in CSS pixels of the viewport.
    pub(super) async fn take_picture(
        &self,
        tab: TabId,
        part: Option<Rect>,
        full: bool,
        scale: PictureScale,
    ) -> Result<Taken> {
        let Some(debugger) = self.input_debugger(tab, InputWay::Auto).await? else {
            if full {
                return Err(ControlError::Unsupported(
                    "a picture of the whole page needs the debugger".to_owned(),
                ));
            }
            return self.copy_of_view(tab, part, scale).await;
        };
        let (told, window) = tokio::join!(
            debugger.send("Page.getLayoutMetrics", &json!({})),
            window_facts(&*debugger)
        );
        let metrics: Metrics = serde_json::from_str(told?.get())
            .map_err(|error| ControlError::Failed(error.to_string()))?;
        let view = &metrics.css_visual_viewport;
        let window = window.within(view);
        let [bar_x, bar_y] = window.bars;
        // A copy shows scroll bars, so what is drawn anew must have their room, or the size of pictures would
        // depend on which it was.
        let (width, height) = (view.client_width + bar_x, view.client_height + bar_y);
        if !full && part.is_none() {
            let area = Rect { x: 0.0, y: 0.0, width, height };
            let png = shot(&debugger, &json!({ "format": "png" })).await?;
            if shows(&png, area, window.ratio) {
                let scale = (scale == PictureScale::Css).then_some(1.0);
                return Ok(Taken { png, area, scale, cut: false });
            }
            // The view has changed its size meanwhile: it is drawn anew.
        }
        let area = match part {
            Some(part) => outwards(part),
            None if full => {
                let Size { width: content, height } = metrics.css_content_size;
                // Chrome lays the page out without scroll bars for it.
                let wide = if content <= view.client_width { content + bar_x } else { content };
                Rect { x: -view.page_x, y: -view.page_y, width: wide, height }
            }
            None => Rect { x: 0.0, y: 0.0, width, height },
        };
        let wanted = if scale == PictureScale::Css { 1.0 } else { window.ratio };
        let (area, wanted, cut) = bounded(area, wanted);
        let zoom = view.zoom.filter(|zoom| RATIOS.contains(zoom)).unwrap_or(1.0);
        let wish = json!({
            "format": "png", "captureBeyondViewport": true,
            "clip": {
                "x": (area.x + view.page_x) * zoom, "y": (area.y + view.page_y) * zoom,
                "width": area.width * zoom, "height": area.height * zoom,
                "scale": wanted / window.ratio,
            },
        });
        let png = shot(&debugger, &wish).await?;
        Ok(Taken { png, area, scale: Some(wanted), cut })
    }

    /// As the browser shows it, without the debugger: only of a tab in front.
    async fn copy_of_view(
        &self,
        tab: TabId,
        part: Option<Rect>,
        scale: PictureScale,
    ) -> Result<Taken> {
        let page = self.join(tab, &self.main_frame(tab)?).await?;
        let png = self.core.backend.capture(tab).await?;
        let view = Rect { x: 0.0, y: 0.0, width: page.view_width, height: page.view_height };
        let scale = (scale == PictureScale::Css).then_some(1.0);
        let Some(part) = part.map(outwards) else {
            return Ok(Taken { png, area: view, scale, cut: false });
        };
        let whole = Picture::read(&png)?;
        let ratio = whole.width as f64 / view.width.max(1.0);
        let [x, y] = [part.x.max(0.0), part.y.max(0.0)];
        let area = Rect {
            x,
            y,
            width: ((part.x + part.width).min(view.width) - x).max(1.0),
            height: ((part.y + part.height).min(view.height) - y).max(1.0),
        };
        let dots = whole.crop(Rect {
            x: area.x * ratio,
            y: area.y * ratio,
            width: area.width * ratio,
            height: area.height * ratio,
        });
        Ok(Taken { png: dots.write()?, area, scale, cut: false })
    }
}

/// The same part in whole pixels, with all of those that it touches.
fn outwards(part: Rect) -> Rect {
    // What a browser reckons is a little beside the whole number often.
    const NEARLY: f64 = 0.02;
    let (x, y) = ((part.x + NEARLY).floor(), (part.y + NEARLY).floor());
    let end = |from: f64, length: f64| (from + length - NEARLY).ceil();
    let width = (end(part.x, part.width) - x).max(1.0);
    Rect { x, y, width, height: (end(part.y, part.height) - y).max(1.0) }
}

/// What can be drawn of an area: in a smaller scale where it is too large, and cut where that does not help.
fn bounded(area: Rect, scale: f64) -> (Rect, f64, bool) {
    let (width, height) = (area.width.max(1.0), area.height.max(1.0));
    let fits =
        (SIDE_MAX / width).min(SIDE_MAX / height).min((PIXELS_MAX / (width * height)).sqrt());
    let scale = scale.min(fits).max(SCALE_MIN.min(scale));
    let side = SIDE_MAX / scale;
    let shown_width = width.min(side);
    let shown_height = height.min(side).min(PIXELS_MAX / (scale * scale) / shown_width);
    let cut = shown_width < width || shown_height < height;
    (Rect { width: shown_width, height: shown_height, ..area }, scale, cut)
}

async fn window_facts(debugger: &dyn Debugger) -> Option<[f64; 3]> {
    #[derive(Deserialize)]
    struct Evaluated {
        result: Told,
    }
    #[derive(Deserialize)]
    struct Told {
        value: [f64; 3],
    }
    let expression = "[innerWidth, innerHeight, devicePixelRatio]";
    let params = json!({ "expression": expression, "returnByValue": true });
    let told = debugger.send("Runtime.evaluate", &params).await.ok()?;
    serde_json::from_str::<Evaluated>(told.get()).ok().map(|told| told.result.value)
}

trait Within {
    fn within(self, view: &View) -> Window;
}

impl Within for Option<[f64; 3]> {
    fn within(self, view: &View) -> Window {
        let Some([width, height, ratio]) = self else {
            return Window { bars: [0.0; 2], ratio: 1.0 };
        };
        let bar = |room: f64| if (0.0..=SCROLL_BAR_MAX).contains(&room) { room } else { 0.0 };
        Window {
            bars: [bar(width - view.client_width), bar(height - view.client_height)],
            ratio: if RATIOS.contains(&ratio) { ratio } else { 1.0 },
        }
    }
}

/// Has the picture the size of this area? Within what a scroll bar and rounding are.
fn shows(png: &[u8], area: Rect, ratio: f64) -> bool {
    let near = |side: u32, wanted: f64| {
        (f64::from(side) - wanted * ratio).abs() <= (SCROLL_BAR_MAX * ratio).max(2.0)
    };
    picture::size_of(png)
        .is_ok_and(|(width, height)| near(width, area.width) && near(height, area.height))
}

/// A picture, also of a tab behind others, in a minimised window or under another one. Such a tab gives it late,
/// and then a blank one is taken anew: it may be a white page, or nothing that was drawn yet.
async fn shot(debugger: &Arc<dyn Debugger>, wish: &Value) -> Result<Vec<u8>> {
    let mut blanks = 0;
    loop {
        let since = Instant::now();
        let png = captured(debugger, wish).await?;
        let is_suspect = since.elapsed() >= HIDDEN_AFTER && blanks < BLANKS_MAX;
        if !is_suspect || !picture::is_uniform(&png)? {
            return Ok(png);
        }
        blanks += 1;
    }
}

async fn captured(debugger: &Arc<dyn Debugger>, wish: &Value) -> Result<Vec<u8>> {
    let mut answer = debugger.send("Page.captureScreenshot", wish);
    let told = match timeout(HIDDEN_AFTER, &mut answer).await {
        Ok(told) => told?,
        Err(_) if debugger.paints_hidden_tabs() => answer.await?,
        Err(_) => {
            let _recording = Recording::start(debugger);
            answer.await?
        }
    };
    let data: Data = serde_json::from_str(told.get())
        .map_err(|error| ControlError::Failed(error.to_string()))?;
    data.decode()
}

/// Chrome does not show what nobody sees: the frame of a picture is drawn and then copied from a place that
/// no display draws, which may never happen. While a tab is recorded, Chrome draws it all the same. The frames of
/// the recording are tiny, unanswered (so that Chrome sends only the first few), and read by nobody.
struct Recording(Arc<dyn Debugger>);

impl Recording {
    fn start(debugger: &Arc<dyn Debugger>) -> Self {
        // It is on its way; a browser that cannot record takes its pictures as before.
        drop(debugger.send("Page.startScreencast", &tiny_recording()));
        Self(Arc::clone(debugger))
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        drop(self.0.send("Page.stopScreencast", &json!({})));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(width: f64, height: f64) -> Rect {
        Rect { x: 0.0, y: 0.0, width, height }
    }

    #[test]
    fn a_part_has_all_pixels_that_it_touches() {
        let part = Rect { x: 10.4, y: 20.0, width: 30.0, height: 36.667 };
        assert_eq!(outwards(part), Rect { x: 10.0, y: 20.0, width: 31.0, height: 37.0 });
        let nearly = Rect { x: 9.999, y: 20.001, width: 50.0, height: 40.0 };
        assert_eq!(outwards(nearly), Rect { x: 10.0, y: 20.0, width: 50.0, height: 40.0 });
    }

    #[test]
    fn a_long_page_is_smaller_before_it_is_cut() {
        assert_eq!(bounded(area(800.0, 600.0), 2.0), (area(800.0, 600.0), 2.0, false));
        assert_eq!(bounded(area(800.0, 32_768.0), 1.0), (area(800.0, 32_768.0), 0.5, false));
        let (shown, scale, cut) = bounded(area(800.0, 1_000_000.0), 1.0);
        assert_eq!((shown.height, scale, cut), (65_536.0, 0.25, true));
        let (shown, scale, _) = bounded(area(1e9, 1e9), 3.0);
        assert!(shown.width * shown.height * scale * scale <= PIXELS_MAX + 1.0);
        // A picture that is wanted smaller than that is not made larger.
        assert_eq!(bounded(area(800.0, 600.0), 0.1).1, 0.1);
    }
}
