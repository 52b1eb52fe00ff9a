//! Screenshots and PDFs.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use tabwright_wire::verbs::{self, InputWay, PdfFile, PdfParams, Screenshot, ScreenshotParams};
use tabwright_wire::{ListMarks, Mark, Need, NoParams, PictureFormat, Point, Rect, TabId};

use super::capturing::Taken;
use super::picture::{self, Picture, Written};
use super::{ACTION_MS, BrowserControl, Driver, LOAD_MS, marks, ms};
use crate::backend::Result;
use crate::backends::Data;
use crate::error::ControlError;

impl BrowserControl<verbs::TakeScreenshot> for Driver {
    async fn run(&self, params: ScreenshotParams) -> Result<Screenshot> {
        let tab = self.tab(params.tab).await?;
        self.no_dialog(tab)?;
        self.check_all_frames(tab).await?;
        let mut part = None;
        if let Some(target) = params.target {
            let subject = self.action_target(tab, target, params.frame, params.timeout_ms).await?;
            let ready = self.ready(&subject, Need::View, false).await?;
            let corner = |x, y| Point { x: ready.rect.x + x, y: ready.rect.y + y };
            let mut corners = [corner(0.0, 0.0), corner(ready.rect.width, ready.rect.height)];
            self.to_page(tab, &subject.frame, &mut corners).await?;
            let [from, to] = corners;
            part = Some(Rect { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y });
        }
        let found = if params.marks { self.marks(tab).await? } else { Vec::new() };
        let limit = ms(params.timeout_ms.unwrap_or(ACTION_MS));
        let picture = self.take_picture(tab, part, params.full, params.scale);
        let taken = self.unseen(tab, tokio::time::timeout(limit, picture)).await?;
        let taken = taken.map_err(|_| {
            ControlError::Timeout(format!(
                "tab {tab} drew no picture within {} ms",
                limit.as_millis()
            ))
        })??;
        let bytes_max = params.max_bytes.map_or(usize::MAX, |max| max as usize);
        finish(tab, taken, found, bytes_max).await
    }
}

/// The picture as it was wanted, with its marks. What is right already is not touched.
async fn finish(
    tab: TabId,
    taken: Taken,
    marks: Vec<Mark>,
    bytes_max: usize,
) -> Result<Screenshot> {
    let Taken { png, area, scale, cut } = taken;
    let (width, height) = picture::size_of(&png)?;
    let size = scale.map_or((width, height), |scale| {
        let side = |length: f64| (length * scale).round().max(1.0) as u32;
        (side(area.width), side(area.height))
    });
    // Chrome rounds as it likes.
    let is_sized = width.abs_diff(size.0) <= 1 && height.abs_diff(size.1) <= 1;
    let corner = Point { x: area.x, y: area.y };
    let (written, reduced) = if is_sized && marks.is_empty() && png.len() <= bytes_max {
        (Written { bytes: png, format: PictureFormat::Png, width, height }, false)
    } else {
        // Some hundred milliseconds of reckoning, for which no other task should wait.
        let drawn = marks.clone();
        let drawing = tokio::task::spawn_blocking(move || {
            let mut picture = Picture::read(&png)?;
            if !is_sized {
                picture = picture.scaled(size.0 as usize, size.1 as usize);
            }
            let scale = picture.width as f64 / area.width.max(1.0);
            marks::draw(&mut picture, &drawn, corner, scale);
            let width = picture.width;
            let written = picture.write_within(bytes_max)?;
            let reduced = written.format != PictureFormat::Png || written.width as usize != width;
            Ok::<_, ControlError>((written, reduced))
        });
        drawing.await.map_err(|error| ControlError::Failed(error.to_string()))??
    };
    let exact = f64::from(written.width) / area.width.max(1.0);
    // A pixel more or less is rounding, and four digits tell where everything is.
    let is_one = (f64::from(written.width) - area.width).abs() <= 1.0;
    Ok(Screenshot {
        tab,
        base64: STANDARD.encode(&written.bytes),
        format: written.format,
        width: written.width,
        height: written.height,
        scale: if is_one { 1.0 } else { (exact * 10_000.0).round() / 10_000.0 },
        corner,
        reduced: reduced || scale.is_some_and(|scale| scale < 1.0),
        cut,
        marks,
    })
}

impl Driver {
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
        // A command is on its way when it is made: not before everything is hidden.
        let printed =
            async { tokio::time::timeout(limit, debugger.send("Page.printToPDF", &wish)).await };
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
