//! What came of a verb, in a few lines for a person.

use std::io::{IsTerminal as _, Write as _};
use std::time::{SystemTime, UNIX_EPOCH};

use tabwright_client::Home;
use tabwright_wire::verbs::{
    Changes, Closed, ColorScheme, DialogInfo, Downloaded, Emulation, EvalResult, HtmlFragments,
    Report, SearchProviderList, Snapshot, Visit, WaitReport,
};
use tabwright_wire::{
    Bookmark, BookmarkList, DownloadState, ElementFacts, LinkList, Scrolled, Tab, TabList,
    VisitedList, VisitedPage, ZoomState, exact_line,
};

use super::tell;
use crate::args::InTab;
use crate::args::extras::ClipboardArgs;
use crate::format::{cut, one_line};

/// What a field holds is shown up to this length.
const VALUE_CHARS_MAX: usize = 2000;

const TITLE_WIDTH: usize = 40;

pub(crate) async fn clipboard(home: &Home, asked: InTab<ClipboardArgs>) -> anyhow::Result<()> {
    match asked.args.write {
        Some(_) => tell(home, asked, |_| println!("Copied to the clipboard.")).await,
        None => tell(home, asked, |clipboard| raw(&clipboard.text)).await,
    }
}

pub(crate) fn tabs(list: &TabList) {
    let id_width = list.tabs.iter().map(|tab| tab.id.to_string().len()).max().unwrap_or(0).max(2);
    println!("  {:>id_width$}  {:<TITLE_WIDTH$}  URL", "ID", "TITLE");
    for tab in &list.tabs {
        let mark = if tab.focused { '*' } else { ' ' };
        let (id, title) = (tab.id.to_string(), cut(&tab.title, TITLE_WIDTH));
        println!("{mark} {id:>id_width$}  {title:<TITLE_WIDTH$}  {}{}", tab.url, remarks(tab));
    }
}

fn remarks(tab: &Tab) -> String {
    let group = tab.group.as_deref().map(|group| format!("in group \"{}\"", one_line(group)));
    let flags = [
        (tab.loading, "loading"),
        (tab.pinned, "pinned"),
        (tab.audible, "audible"),
        (tab.discarded, "asleep"),
        (tab.incognito, "incognito"),
    ];
    let flags = flags.into_iter().filter(|(is_so, _)| *is_so).map(|(_, word)| word.to_owned());
    let all: Vec<String> = flags.chain(group).collect();
    if all.is_empty() { String::new() } else { format!("  ({})", all.join(", ")) }
}

pub(crate) fn tab(tab: &Tab) {
    println!("tab {}: {}", tab.id, place(&tab.title, &tab.url));
}

pub(crate) fn visit(visit: &Visit) {
    let loading = if visit.loaded { "" } else { "  (still loading)" };
    println!("tab {}: {}{loading}", visit.tab, place(&visit.title, &visit.url));
}

/// Where a tab is: `https://… "Title"`.
fn place(title: &str, url: &str) -> String {
    let title = one_line(title);
    if title.is_empty() { url.to_owned() } else { format!("{url} \"{title}\"") }
}

pub(crate) fn closed(closed: &Closed) {
    match closed.tabs.as_slice() {
        [] => println!("no tab was closed"),
        [tab] => println!("closed tab {tab}"),
        tabs => {
            let tabs: Vec<String> = tabs.iter().map(ToString::to_string).collect();
            println!("closed tabs {}", tabs.join(", "));
        }
    }
}

pub(crate) fn snapshot(snapshot: &Snapshot) {
    let title = Some(one_line(&snapshot.title)).filter(|title| !title.is_empty());
    let title = title.unwrap_or_else(|| "(no title)".to_owned());
    let kind = if snapshot.is_diff { ", only what changed" } else { "" };
    println!("{title} · {} · snapshot {}{kind}", snapshot.url, snapshot.id);
    raw(&snapshot.text);
}

pub(crate) fn report(report: &Report) {
    println!("{}", one_line(&report.did));
    if let Some(value) = report.element.as_ref().and_then(|element| element.value.as_deref()) {
        println!("the field contains \"{}\"", exact_line(value, VALUE_CHARS_MAX));
    }
    let lines = changes(&report.changes, report.element.as_ref());
    if report.changes.nothing {
        println!("nothing changed");
    } else if lines.is_empty() {
        println!("nothing else changed");
    }
    for line in lines {
        println!("{line}");
    }
}

fn changes(changes: &Changes, acted_on: Option<&ElementFacts>) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(visit) = &changes.navigation {
        let loading = if visit.loaded { "" } else { "  (still loading)" };
        lines.push(format!("→ went to {}{loading}", place(&visit.title, &visit.url)));
    }
    lines.extend(changes.moved_to.iter().map(|url| format!("→ now at {url}")));
    if changes.closed {
        lines.push("the tab closed itself".to_owned());
    }
    let new_tab = |tab: &Tab| format!("new tab {}: {}", tab.id, place(&tab.title, &tab.url));
    lines.extend(changes.new_tabs.iter().map(new_tab));
    if let Some(dialog) = &changes.dialog {
        let dialog = self::dialog(dialog);
        lines.push(format!("⚠ dialog: {dialog} (answer with `tabwright dialog`)"));
    }
    for download in &changes.downloads {
        let (path, state) = (one_line(&download.path), download_state(download.state));
        lines.push(format!("download: {path} ({state})"));
    }
    let seen = [
        ("+ appeared", &changes.appeared, changes.appeared_count),
        ("~ now", &changes.changed, changes.changed_count),
        ("- gone", &changes.disappeared, changes.disappeared_count),
    ];
    for (word, told, count) in seen {
        lines.extend(told.iter().map(|line| format!("{word}: {}", one_line(line))));
        let untold = (count as usize).saturating_sub(told.len());
        if untold > 0 {
            lines.push(format!("{} … and {untold} more", &word[..1]));
        }
    }
    // What was clicked has the focus: nobody need be told, nor that a page which was left had it.
    let elsewhere = |element: &&ElementFacts| {
        changes.navigation.is_none()
            && acted_on.is_none_or(|acted_on| acted_on.number != element.number)
    };
    let focused = changes.focused.as_ref().filter(elsewhere);
    lines.extend(focused.map(|element| format!("focus is on {}", phrase(element))));
    lines
}

pub(crate) fn dialog(dialog: &DialogInfo) -> String {
    format!("{} \"{}\"", dialog.kind, one_line(&dialog.message))
}

pub(crate) fn download_state(state: DownloadState) -> &'static str {
    match state {
        DownloadState::Started => "under way",
        DownloadState::Finished => "finished",
        DownloadState::Failed => "failed",
    }
}

/// An element as a person would name it: `button "Save"`.
fn phrase(element: &ElementFacts) -> String {
    let role = if element.role.is_empty() { "element" } else { &element.role };
    match one_line(&element.name) {
        name if name.is_empty() => format!("{role} [{}]", element.number),
        name => format!("{role} \"{name}\" [{}]", element.number),
    }
}

pub(crate) fn scrolled(scrolled: &Scrolled) {
    let (x, y, container) = (scrolled.moved_x, scrolled.moved_y, one_line(&scrolled.container));
    let state = &scrolled.state;
    let moved: Vec<String> = [(y, "down", "up"), (x, "right", "left")]
        .into_iter()
        .filter(|(way, ..)| way.abs() >= 0.5)
        .map(|(way, ahead, back)| {
            format!("{} px {}", way.abs().round(), if way > 0.0 { ahead } else { back })
        })
        .collect();
    if moved.is_empty() {
        println!("{container} did not move");
    } else {
        println!("scrolled {container} {}", moved.join(", "));
    }
    let (above, below) = (state.y, state.height - state.view_height - state.y);
    println!("{} px above, {} px below", above.max(0.0).round(), below.max(0.0).round());
}

pub(crate) fn downloaded(downloaded: &Downloaded) {
    println!("{} ({} bytes)", one_line(&downloaded.path), downloaded.download.bytes);
}

pub(crate) fn waited(report: &WaitReport) {
    let element = report.element.as_ref().map(|element| format!(": {}", phrase(element)));
    println!("done after {} ms{}", report.waited_ms, element.unwrap_or_default());
}

pub(crate) fn html(page: &HtmlFragments) {
    for fragment in &page.fragments {
        if let Some(frame) = fragment.frame {
            println!("<!-- frame {frame}: {} -->", one_line(&fragment.url).replace("--", "%2D%2D"));
        }
        raw(&fragment.html);
    }
}

pub(crate) fn links(list: &LinkList) {
    for link in &list.links {
        println!("{:>4}  {}  {}", link.position, one_line(&link.text), link.url);
    }
    let listed = list.links.len();
    if listed < list.total as usize {
        eprintln!("{listed} of {} links. `--max` shows more.", list.total);
    }
}

/// Strings as they are, all else as JSON.
pub(crate) fn value(result: &EvalResult) {
    match serde_json::from_str::<String>(result.value.get()) {
        Ok(text) => raw(&text),
        Err(_) => raw(result.value.get()),
    }
}

pub(crate) fn zoom(zoom: &ZoomState) {
    println!("{} %", (zoom.factor * 100.0).round());
}

pub(crate) fn emulation(emulation: &Emulation) {
    let Emulation { device, viewport, scale, color_scheme, reduced_motion, offline } = emulation;
    let parts = [
        device.clone(),
        viewport.map(|view| format!("{} × {}", view.width, view.height)),
        scale.map(|scale| format!("scale {scale}")),
        color_scheme.map(|scheme| match scheme {
            ColorScheme::Light => "light".to_owned(),
            ColorScheme::Dark => "dark".to_owned(),
        }),
        reduced_motion.then(|| "reduced motion".to_owned()),
        offline.then(|| "offline".to_owned()),
    ];
    let parts: Vec<_> = parts.into_iter().flatten().collect();
    match parts.is_empty() {
        true => println!("Nothing is emulated."),
        false => println!("Emulated: {}", parts.join(", ")),
    }
}

pub(crate) fn search_providers(list: &SearchProviderList) {
    for provider in &list.providers {
        let mark = if provider.is_default { '*' } else { ' ' };
        println!("{mark} {:<14}  {}", provider.name, provider.url);
    }
}

pub(crate) fn visits(list: &VisitedList) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now_ms = now.as_millis() as f64;
    for VisitedPage { title, url, last_visit_ms, .. } in &list.pages {
        println!("{:>8}  {}  {url}", ago(now_ms - last_visit_ms), one_line(title));
    }
}

fn ago(ms: f64) -> String {
    let minutes = (ms / 60_000.0).max(0.0) as u64;
    match minutes {
        0 => "just now".to_owned(),
        1..60 => format!("{minutes} min"),
        60..1_440 => format!("{} h", minutes / 60),
        _ => format!("{} d", minutes / 1_440),
    }
}

pub(crate) fn bookmarks(list: &BookmarkList) {
    for bookmark in &list.bookmarks {
        self::bookmark(bookmark);
    }
}

pub(crate) fn bookmark(bookmark: &Bookmark) {
    let Bookmark { id, title, url, folder, .. } = bookmark;
    println!("{id:>4}  {}  {url}  ({})", one_line(title), one_line(folder));
}

/// A page's own text. What a terminal would take for a command is left out, there alone.
pub(crate) fn raw(text: &str) {
    let mut out = std::io::stdout().lock();
    let is_safe = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    let written = if out.is_terminal() {
        out.write_all(text.chars().filter(is_safe).collect::<String>().as_bytes())
    } else {
        out.write_all(text.as_bytes())
    };
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    if written.and_then(|()| out.write_all(end.as_bytes())).is_err() {
        // Whoever reads us has enough.
        std::process::exit(0);
    }
}
