//! Pictures, by their dots: where things are at any scale and zoom, within how many bytes, and of tabs that nobody
//! sees. `cargo xtask pictures` takes 300 of those on each backend.

use base64::Engine as _;
use serde_json::{Value, json};
use tabwright_wire::verbs::{self, Screenshot};
use tabwright_wire::{PictureFormat, TabId};

use crate::stage::{Backend, Stage, on_both};

/// Boxes in plain colours at known places; the title tells which was clicked.
const BOXES: &str = "<style>body{margin:0;background:#fff;height:2000px}\
    div,button{position:absolute;width:50px;height:40px;border:0;padding:0}</style>\
    <div style='left:40px;top:60px;background:#f00' onclick='document.title=\"red\"'></div>\
    <button id=go style='left:120px;top:30px;background:#eee'>Go</button>\
    <div id=blue style='left:100px;top:1500px;background:#00f'></div>\
    <div style='right:0;top:0;background:#0f0'></div>";

const RED: [u8; 3] = [255, 0, 0];
const GREEN: [u8; 3] = [0, 255, 0];
const BLUE: [u8; 3] = [0, 0, 255];

struct Dots {
    width: usize,
    height: usize,
    samples: usize,
    bytes: Vec<u8>,
}

impl Dots {
    fn of(picture: &Screenshot) -> Self {
        assert_eq!(picture.format, PictureFormat::Png);
        let png = base64::engine::general_purpose::STANDARD.decode(&picture.base64).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!((info.width, info.height), (picture.width, picture.height));
        let (width, height) = (info.width as usize, info.height as usize);
        Self { width, height, samples: info.color_type.samples(), bytes }
    }

    fn at(&self, x: usize, y: usize) -> [u8; 3] {
        let at = (y * self.width + x) * self.samples;
        [self.bytes[at], self.bytes[at + 1], self.bytes[at + 2]]
    }

    /// The box around all dots that are so: left, top, right, bottom.
    fn extent(&self, wanted: impl Fn(usize, usize) -> bool) -> [i64; 4] {
        let mut extent = [i64::MAX, i64::MAX, -1, -1];
        for (x, y) in (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y))) {
            if wanted(x, y) {
                let (x, y) = (x as i64, y as i64);
                let [left, top, right, bottom] = extent;
                extent = [left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1)];
            }
        }
        extent
    }

    fn extent_of(&self, colour: [u8; 3]) -> [i64; 4] {
        let near = |dot: [u8; 3]| dot.iter().zip(colour).all(|(a, b)| a.abs_diff(b) <= 40);
        self.extent(|x, y| near(self.at(x, y)))
    }
}

#[track_caller]
fn assert_near(found: [i64; 4], wanted: [i64; 4], what: &str) {
    let off = found.iter().zip(wanted).map(|(a, b)| (a - b).abs()).max().unwrap();
    assert!(off <= 1, "{what}: found at {found:?}, not {wanted:?}");
}

async fn shot(stage: &Stage, params: Value) -> Screenshot {
    stage.run::<verbs::TakeScreenshot>(params).await
}

/// What is read off a picture is what a click takes, whatever screen and zoom.
async fn points_are_right(backend: Backend, density: u32) {
    let args = [
        "--window-size=1200,900".to_owned(),
        format!("--force-device-scale-factor={density}"),
        "--hide-scrollbars".to_owned(),
    ];
    let stage = Stage::with_browser(backend, &[], &args).await;
    for percent in [100.0, 110.0, 150.0] {
        stage.show(BOXES).await;
        stage.run::<verbs::Zoom>(json!({ "to": { "percent": percent } })).await;
        let [inner, ratio] = {
            let told = stage.eval("[innerWidth, devicePixelRatio]").await;
            [0, 1].map(|place| told[place].as_f64().unwrap())
        };
        let what = |of: &str| format!("{of} at {percent} % and density {density}");

        let view = shot(&stage, json!({})).await;
        assert_eq!((view.scale, view.reduced), (1.0, false));
        assert!((f64::from(view.width) - inner).abs() <= 1.0, "{} {inner}", view.width);
        let plain = Dots::of(&view);
        assert_near(plain.extent_of(RED), [40, 60, 90, 100], &what("the view"));
        let point = "65,80";
        stage.run::<verbs::Click>(json!({ "target": point })).await;
        assert_eq!(stage.eval("document.title").await, "red", "{}", what("the click"));

        let marked = shot(&stage, json!({ "marks": true })).await;
        let dots = Dots::of(&marked);
        let drawn = dots.extent(|x, y| dots.at(x, y) != plain.at(x, y));
        let go = stage.eval("JSON.stringify(go.getBoundingClientRect())").await;
        let go: Value = serde_json::from_str(go.as_str().unwrap()).unwrap();
        let side = |name: &str| go[name].as_f64().unwrap().round() as i64;
        // The red box can be clicked, so it has a mark as well: it begins left of the button and ends below it.
        let around = [40, side("top"), side("right") + 1, 101];
        assert_near(drawn, around, &what("the marks"));

        let full = shot(&stage, json!({ "full": true })).await;
        let dots = Dots::of(&full);
        assert_near(dots.extent_of(BLUE), [100, 1500, 150, 1540], &what("the whole page"));
        // A page has whole device pixels, which may be one CSS pixel less.
        assert!(full.height.abs_diff(2000) <= 1, "{}: {}", what("the whole page"), full.height);
        let green = dots.extent_of(GREEN);
        assert!((green[2] - i64::from(full.width)).abs() <= 1, "{}: {green:?}", what("the edge"));

        let element = shot(&stage, json!({ "target": "#blue" })).await;
        let size = (element.width, element.height);
        let is_right = size.0.abs_diff(50) <= 1 && size.1.abs_diff(40) <= 1;
        assert!(is_right, "{}: {size:?}", what("the element"));
        let extent = Dots::of(&element).extent_of(BLUE);
        assert_near(extent, [0, 0, 50, 40], &what("the element"));

        let dense = shot(&stage, json!({ "scale": "device" })).await;
        assert!((f64::from(dense.width) - inner * ratio).abs() <= 2.0 * ratio, "{}", dense.width);
        assert!((dense.scale - ratio).abs() < 0.02, "{} {ratio}", dense.scale);
    }
}

mod points_of_a_picture_are_points_of_the_page {
    use super::*;

    #[tokio::test]
    async fn extension() {
        points_are_right(Backend::Extension, 1).await;
    }

    #[tokio::test]
    async fn extension_on_a_dense_screen() {
        points_are_right(Backend::Extension, 2).await;
    }

    #[tokio::test]
    async fn cdp() {
        points_are_right(Backend::Cdp, 1).await;
    }

    #[tokio::test]
    async fn cdp_on_a_dense_screen() {
        points_are_right(Backend::Cdp, 2).await;
    }
}

/// Bands of 50 pixels, each with a colour of its own, beside what is hard to compress or to draw.
const BAND: usize = 50;
const BANDS: usize = 40;

fn band_colour(band: usize) -> [u8; 3] {
    [band * 37 + 20, band * 91 + 60, band * 53 + 10].map(|value| (value % 256) as u8)
}

fn pages() -> [(&'static str, String); 3] {
    let colour = |band| {
        let [red, green, blue] = band_colour(band);
        format!("rgb({red},{green},{blue})")
    };
    let bands: Vec<String> = (0..BANDS).map(colour).collect();
    let list = serde_json::to_string(&bands).unwrap();
    let draw = format!(
        "const pen=c.getContext('2d'),dots=pen.createImageData(600,2000);let seed=1;\
         for(let i=0;i<dots.data.length;i++){{seed=Math.imul(seed,1103515245)+12345|0;\
         dots.data[i]=i%4==3?255:seed>>>16&255}}pen.putImageData(dots,0,0);\
         {list}.forEach((colour,band)=>{{pen.fillStyle=colour;pen.fillRect(0,band*{BAND},300,{BAND})}});"
    );
    let rows: String = bands
        .iter()
        .enumerate()
        .map(|(row, colour)| {
            format!("<tr style='background:{colour}'><td><td>Row {row}<td><a href=#>Open</a>")
        })
        .collect();
    let part = "<div id=part style='position:absolute;left:320px;top:700px;width:90px;height:60px;\
        background:#123456'></div>";
    let style = "<style>body{margin:0}table{border-spacing:0}tr{height:50px}td{padding:0;min-width:100px;\
        height:50px}canvas,img{display:block}</style>";
    [
        (
            "canvas",
            format!(
                "{style}<canvas id=c width=600 height=2000></canvas>{part}<script>{draw}</script>"
            ),
        ),
        ("table", format!("{style}<table>{rows}</table>{part}")),
        (
            "photo",
            format!(
                "{style}<canvas id=c width=600 height=2000 hidden></canvas><img id=photo>{part}\
                 <script>{draw}photo.src=c.toDataURL('image/webp',1);c.remove()</script>"
            ),
        ),
    ]
}

/// Is it what the page shows? Colours that a photograph was stored in are a little off.
fn is_true(picture: &Screenshot, kind: usize) -> bool {
    let dots = Dots::of(picture);
    let near = |x: usize, y: usize, wanted: [u8; 3]| {
        y >= dots.height || dots.at(x, y).iter().zip(wanted).all(|(a, b)| a.abs_diff(b) <= 12)
    };
    if kind == 2 {
        let is_part = (dots.width, dots.height) == (90, 60);
        return is_part && near(5, 5, [0x12, 0x34, 0x56]) && near(80, 50, [0x12, 0x34, 0x56]);
    }
    let tall = if kind == 1 { dots.height >= 2000 } else { dots.height > 200 };
    tall && (0..BANDS).all(|band| near(20, band * BAND + BAND / 2, band_colour(band)))
}

/// Takes so many pictures of tabs behind others, of the view, the page and an element by turns.
async fn pictures_behind_others(stage: &Stage, count: usize) {
    let mut tabs = Vec::new();
    for (name, body) in pages() {
        let page = format!("<!doctype html><meta charset=utf-8><title>{name}</title>{body}");
        let url = stage.env.site.put(name, &page);
        let open = json!({ "url": url, "background": true });
        tabs.push((name, stage.run::<verbs::Open>(open).await.tab));
    }
    let front = stage.show("<p>In front").await;
    let mut untrue = Vec::new();
    for turn in 0..count {
        let kind = turn % 3;
        let (name, tab) = tabs[turn / 3 % 3];
        let wish = match kind {
            0 => json!({ "tab": tab }),
            1 => json!({ "tab": tab, "full": true }),
            _ => {
                // The element is scrolled into view for its picture, so the next view begins elsewhere.
                json!({ "tab": tab, "target": "#part" })
            }
        };
        if kind == 0 {
            let top = json!({ "tab": tab, "script": "scrollTo(0, 0)" });
            stage.run::<verbs::Eval>(top).await;
        }
        match stage.attempt::<verbs::TakeScreenshot>(wish).await {
            Ok(picture) if is_true(&picture, kind) => {}
            Ok(picture) => {
                untrue.push(format!("{turn}: {name} {kind} {}×{}", picture.width, picture.height));
            }
            Err(problem) => untrue.push(format!("{turn}: {name} {kind} {problem:?}")),
        }
    }
    assert_eq!(in_front(stage).await, Some(front), "the person's tab stays in front");
    println!("{count} pictures of tabs behind others, {} blank or wrong", untrue.len());
    assert!(untrue.is_empty(), "{untrue:#?}");
}

async fn in_front(stage: &Stage) -> Option<TabId> {
    let tabs = stage.run::<verbs::Tabs>(json!({})).await.tabs;
    tabs.iter().find(|tab| tab.focused).map(|tab| tab.id)
}

on_both! {
    a_tab_behind_others_gives_a_true_picture(stage) {
        pictures_behind_others(&stage, 24).await;
    }

    all_of_the_suite_of_pictures(stage) {
        pictures_behind_others(&stage, 300).await;
    }

    a_white_page_behind_others_is_white(stage) {
        let url = stage.env.site.put("white", "<!doctype html><title>white</title>");
        let tab = stage.run::<verbs::Open>(json!({ "url": url, "background": true })).await.tab;
        stage.show("<p>In front").await;
        let white = Dots::of(&shot(&stage, json!({ "tab": tab })).await);
        assert_eq!(white.extent(|x, y| white.at(x, y) != [255; 3])[2], -1);
    }

    a_picture_has_no_more_bytes_than_it_may(stage) {
        let [(_, canvas), _, _] = pages();
        stage.show(&canvas).await;
        let whole = shot(&stage, json!({ "full": true })).await;
        assert_eq!((whole.format, whole.reduced), (PictureFormat::Png, false));
        assert!(whole.base64.len() > 1_500_000, "{}", whole.base64.len());
        let wish = json!({ "full": true, "marks": true, "maxBytes": 200_000 });
        let small = shot(&stage, wish).await;
        let bytes = base64::engine::general_purpose::STANDARD.decode(&small.base64).unwrap();
        assert!(bytes.len() <= 200_000 && bytes.starts_with(b"\xff\xd8\xff"), "{}", bytes.len());
        assert!(small.reduced && small.format == PictureFormat::Jpeg);
        let scale = f64::from(small.width) / f64::from(whole.width);
        assert!((small.scale - scale).abs() < 0.01, "{} {scale}", small.scale);
    }

    a_page_longer_than_any_picture_is_smaller_not_cut(stage) {
        stage.show("<style>body{margin:0}</style><div style='height:30000px;width:10px'></div>\
            <div style='background:#00f;height:100px'></div>").await;
        let long = shot(&stage, json!({ "full": true })).await;
        assert!(long.reduced && !long.cut && long.scale < 0.6, "{}", long.scale);
        let dots = Dots::of(&long);
        assert_eq!(dots.at(20, dots.height - 2), BLUE);
    }
}
