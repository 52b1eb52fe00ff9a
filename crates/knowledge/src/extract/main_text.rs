//! Which blocks of a page are its main text.
//!
//! An engine votes with words; blocks are looked up in them, and what engines are known to get wrong is put right:
//! notices and offers they keep, paragraphs, lists and rows they drop.

use std::collections::{HashMap, HashSet};

use super::blocks::{Block, is_heading};
use super::dates;
use super::dom::Dom;
use super::regions::{Region, region, region_of};
use super::scoring;

/// What is known of the page before its text is.
#[derive(Debug, Default)]
pub(crate) struct Hints<'a> {
    pub(crate) title: &'a str,
    pub(crate) author: Option<&'a str>,
    /// What readers wrote is the subject of the page.
    pub(crate) discussion: bool,
    /// Links are.
    pub(crate) listing: bool,
}

/// Below this many characters an engine has found nothing.
const VOTED_CHARS_MIN: usize = 140;
/// A region that holds so much of the voted text is no region beside it.
const REGION_SHARE_MAX: f32 = 0.5;
const ROOT_SHARE: f32 = 0.9;
const PARAGRAPH_CHARS: usize = 60;

/// For each block, whether it belongs to the main text.
pub(crate) fn select(
    dom: &Dom,
    blocks: &[Block],
    voted: Option<&str>,
    hints: &Hints<'_>,
) -> Vec<bool> {
    let mut main = match voted {
        Some(voted) => votes(blocks, voted),
        // Wherever most of the longer paragraphs are is no menu.
        None => blocks
            .iter()
            .map(|block| block.chars >= PARAGRAPH_CHARS && block.link_density() < 0.3)
            .collect(),
    };
    let mut weights = Weights::new(dom, blocks, &main);
    let mut regions: Vec<Option<Region>> =
        (0..dom.len()).map(|index| region(dom.node(index))).collect();
    for (index, region) in regions.iter_mut().enumerate() {
        let share = weights.share(dom, index);
        let comments = hints.discussion && *region == Some(Region::Comments);
        if comments || weights.total >= VOTED_CHARS_MIN && share > REGION_SHARE_MAX {
            *region = None;
        }
    }
    let beside: Vec<bool> =
        blocks.iter().map(|block| region_of(dom, block.node, &regions).is_some()).collect();
    if voted.is_none() {
        main = scoring::votes(dom, blocks, &beside);
    }
    for (main, beside) in main.iter_mut().zip(&beside) {
        *main &= !beside;
    }
    weights = Weights::new(dom, blocks, &main);
    if hints.listing || weights.total < VOTED_CHARS_MIN {
        for (at, block) in blocks.iter().enumerate() {
            main[at] |= !beside[at] && (hints.listing || block.link_density() < 0.5);
        }
    } else {
        let page = Parts { dom, blocks, beside: &beside };
        let root = weights.root(dom);
        page.fill_gaps(&mut main, root);
        if hints.discussion {
            page.add_alike(&mut main);
        }
        page.add_lead(&mut main, hints);
        page.fit_headings(&mut main, root);
        page.drop_closing_sections(&mut main);
    }
    drop_lines(dom, blocks, &mut main, hints);
    main
}

/// Letters and digits only, so that white space, bullets and quotes do not matter.
fn key(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The blocks whose words are in the text of an engine.
fn votes(blocks: &[Block], voted: &str) -> Vec<bool> {
    const LONG: usize = 24;
    /// Searching the whole text for every block is quadratic: a page with very many gets only some.
    const SEARCHED_BYTES_MAX: usize = 200_000_000;
    let lines: HashSet<String> = voted.lines().map(key).filter(|line| !line.is_empty()).collect();
    let numberless: HashSet<&str> =
        lines.iter().map(|line| line.trim_start_matches(|c: char| c.is_ascii_digit())).collect();
    let all = key(voted);
    let mut cursor = 0;
    let mut searched = 0;
    let mut votes = Vec::with_capacity(blocks.len());
    for block in blocks {
        let key = key(&block.text);
        let mut found = lines.contains(&key) || numberless.contains(key.as_str());
        if !found && key.len() >= LONG {
            let near_end = all.ceil_char_boundary((cursor + key.len() + 4_000).min(all.len()));
            let near = all[cursor..near_end].find(&key).map(|at| cursor + at);
            let at = near.or_else(|| {
                searched += all.len();
                if searched > SEARCHED_BYTES_MAX { None } else { all.find(&key) }
            });
            if let Some(at) = at {
                cursor = at + key.len();
                found = true;
            }
        }
        votes.push(found);
    }
    votes
}

/// How many voted characters are inside each node.
struct Weights {
    before: Vec<usize>,
    total: usize,
}

impl Weights {
    fn new(dom: &Dom, blocks: &[Block], main: &[bool]) -> Self {
        let mut before = vec![0; dom.len() + 1];
        for (block, _) in blocks.iter().zip(main).filter(|(_, main)| **main) {
            before[block.node + 1] += block.chars;
        }
        for index in 1..before.len() {
            before[index] += before[index - 1];
        }
        let total = before.last().copied().unwrap_or(0);
        Self { before, total }
    }

    fn of(&self, dom: &Dom, index: usize) -> usize {
        self.before[dom.node(index).end.max(index)] - self.before[index]
    }

    fn share(&self, dom: &Dom, index: usize) -> f32 {
        self.of(dom, index) as f32 / self.total.max(1) as f32
    }

    /// The innermost node that holds nearly all of the voted text.
    fn root(&self, dom: &Dom) -> usize {
        let mut root = 0;
        let mut index = 0;
        while index < dom.len() {
            if self.share(dom, index) >= ROOT_SHARE {
                root = index;
                index += 1;
            } else {
                index = dom.node(index).end.max(index + 1);
            }
        }
        root
    }
}

struct Parts<'a> {
    dom: &'a Dom,
    blocks: &'a [Block],
    beside: &'a [bool],
}

impl Parts<'_> {
    fn name(&self, at: usize) -> &str {
        &self.dom.node(self.blocks[at].node).name
    }

    /// The element and classes of a block and of what it is in: what is made alike looks alike.
    fn signature(&self, at: usize) -> (String, String) {
        let node = self.dom.node(self.blocks[at].node);
        let parent = self.dom.node(node.parent);
        let of = |name: &str, class: Option<&str>| format!("{name}.{}", class.unwrap_or_default());
        (of(&node.name, node.attribute("class")), of(&parent.name, parent.attribute("class")))
    }

    /// Adds what stands among the voted text and is text as well.
    fn fill_gaps(&self, main: &mut [bool], root: usize) {
        let range = root..self.dom.node(root).end;
        let mut alike: HashMap<(String, String), (usize, usize)> = HashMap::new();
        for (at, block) in self.blocks.iter().enumerate() {
            if range.contains(&block.node) && !self.beside[at] {
                let (voted, all) = alike.entry(self.signature(at)).or_default();
                *voted += if main[at] { block.chars } else { 0 };
                *all += block.chars;
            }
        }
        let voted = main.to_vec();
        for (at, block) in self.blocks.iter().enumerate() {
            if voted[at]
                || self.beside[at]
                || !range.contains(&block.node)
                || is_heading(self.name(at))
            {
                continue;
            }
            let among = voted[..at].iter().rev().take(12).any(|voted| *voted)
                && voted[at + 1..].iter().take(12).any(|voted| *voted);
            let next_to = at > 0 && voted[at - 1] || voted.get(at + 1) == Some(&true);
            let density = block.link_density();
            let (of_kind, all) = alike.get(&self.signature(at)).copied().unwrap_or_default();
            let majority = of_kind * 2 > all && of_kind > 0;
            let item = matches!(
                self.name(at),
                "li" | "tr" | "dd" | "dt" | "pre" | "blockquote" | "figcaption"
            );
            main[at] =
                density < 0.3 && block.chars >= PARAGRAPH_CHARS && (among || next_to || majority)
                    || density < 0.5 && majority && (among || next_to)
                    || density < 0.5 && item && among;
        }
    }

    /// Adds the posts of a discussion that are made like those that were voted for.
    fn add_alike(&self, main: &mut [bool]) {
        let around = |at: usize| -> Option<String> {
            let node = self.blocks[at].node;
            let mut classed = std::iter::once(node).chain(self.dom.ancestors(node));
            classed.find_map(|index| {
                let node = self.dom.node(index);
                let mark = node.attribute("class").or_else(|| node.attribute("slot"))?;
                (!mark.trim().is_empty()).then(|| mark.to_owned())
            })
        };
        let posts: HashSet<String> =
            (0..main.len()).filter(|&at| main[at]).filter_map(around).collect();
        for (at, main) in main.iter_mut().enumerate() {
            if !*main && !self.beside[at] && self.blocks[at].link_density() < 0.5 {
                let block = &self.blocks[at];
                let long = block.chars >= 80 && block.link_density() < 0.3;
                *main = long || around(at).is_some_and(|mark| posts.contains(&mark));
            }
        }
    }

    /// Adds the sentence below the headline that many sites keep apart from the text.
    fn add_lead(&self, main: &mut [bool], hints: &Hints<'_>) {
        const LEAD_CHARS_MIN: usize = 24;
        let Some(first) = main.iter().position(|main| *main) else { return };
        let title = key(hints.title);
        let headline = (0..first).rev().find(|&at| {
            is_heading(self.name(at))
                && !title.is_empty()
                && key(&self.blocks[at].text).ends_with(&title)
        });
        let Some(headline) = headline else { return };
        for (at, main) in main.iter_mut().enumerate().take(first).skip(headline + 1) {
            let block = &self.blocks[at];
            let text = matches!(self.name(at), "p" | "div" | "h2" | "h3" | "h4");
            if text
                && !self.beside[at]
                && block.chars >= LEAD_CHARS_MIN
                && block.link_density() < 0.2
                && ends_like_a_sentence_or_is_long(&block.text)
            {
                *main = true;
            }
        }
    }

    /// Lists of sources and of other pages, which follow the text under a heading of their own.
    fn drop_closing_sections(&self, main: &mut [bool]) {
        const HEADINGS: &[&str] = &[
            "references",
            "bibliography",
            "see also",
            "external links",
            "further reading",
            "einzelnachweise",
            "weblinks",
            "siehe auch",
            "références",
            "voir aussi",
            "notes et références",
            "referencias",
            "véase también",
            "你可能感兴趣",
            "参考文献",
            "脚注",
            "примечания",
            "ссылки",
        ];
        let mut dropped_level = None;
        for (at, main) in main.iter_mut().enumerate() {
            let name = self.name(at);
            if is_heading(name) {
                let level = name.as_bytes()[1];
                let text = self.blocks[at].text.to_lowercase();
                let ends = dropped_level.is_some_and(|dropped| level <= dropped);
                if HEADINGS.contains(&text.trim_end_matches([':', '¶', ' '])) {
                    dropped_level = Some(level);
                } else if ends {
                    dropped_level = None;
                }
            }
            *main &= dropped_level.is_none();
        }
    }

    /// A heading is kept if text that is kept follows it, and dropped if none does.
    fn fit_headings(&self, main: &mut [bool], root: usize) {
        let range = root..self.dom.node(root).end;
        for at in (0..main.len()).rev() {
            let name = self.name(at);
            if !is_heading(name) || self.beside[at] || !range.contains(&self.blocks[at].node) {
                continue;
            }
            let level = name.as_bytes()[1];
            let mut section = (at + 1..main.len()).take(40).take_while(|&next| {
                let name = self.name(next);
                !(is_heading(name) && name.as_bytes()[1] <= level)
            });
            let kept = section.any(|next| main[next]);
            let after_first = main[..at].iter().any(|main| *main);
            main[at] = kept && (main[at] || after_first);
        }
    }
}

fn ends_like_a_sentence_or_is_long(text: &str) -> bool {
    text.ends_with(['.', '!', '?', '…', '。', '”', '"', '»']) || text.chars().count() >= 60
}

/// Takes out what is told apart from the text: title, author, date, and lines that only point elsewhere.
fn drop_lines(dom: &Dom, blocks: &[Block], main: &mut [bool], hints: &Hints<'_>) {
    let title = key(hints.title);
    let author = hints.author.map(key).filter(|author| !author.is_empty());
    let mut seen: HashSet<String> = HashSet::new();
    // A list of links points elsewhere; an item that is a link may be one of a list of sentences.
    let mut lists: HashMap<usize, (usize, usize)> = HashMap::new();
    for block in blocks {
        let (links, chars) = lists.entry(dom.node(block.node).parent).or_default();
        *links += block.link_chars;
        *chars += block.chars;
    }
    let is_list_of_links = |block: &Block| {
        lists.get(&dom.node(block.node).parent).is_some_and(|(links, chars)| links * 4 > chars * 3)
    };
    for (at, block) in blocks.iter().enumerate() {
        if !main[at] {
            continue;
        }
        let key = key(&block.text);
        let name = dom.node(block.node).name.as_str();
        let is_title =
            key == title || is_heading(name) && key.starts_with(&title) && !title.is_empty();
        let pointer = block.link_density() > 0.8
            && block.chars < 140
            && !hints.listing
            && !matches!(name, "tr" | "dd" | "dt")
            && (name != "li" || is_list_of_links(block))
            && !is_heading(name);
        // A quotation that is set apart repeats a sentence of the text.
        let repeated = block.chars > 30
            && !seen.insert(key)
            && !matches!(name, "p" | "li" | "td" | "tr" | "pre");
        if is_title && !hints.listing
            || pointer
            || repeated
            || is_notice(&block.text)
            || is_byline(&block.text, author.as_deref())
        {
            main[at] = false;
        }
    }
}

/// The line that says who wrote it and when.
fn is_byline(text: &str, author: Option<&str>) -> bool {
    const BYLINE_CHARS_MAX: usize = 110;
    if text.chars().count() > BYLINE_CHARS_MAX {
        return false;
    }
    let mut key = key(text);
    let mut named = false;
    if let Some(author) = author
        && let Some(at) = key.find(author)
    {
        named = true;
        key.replace_range(at..at + author.len(), "");
    }
    let dated = dates::find_in_text(text).is_some();
    let lower = text.to_lowercase();
    let says = [
        "min read",
        "minute read",
        "reading time",
        "posted on",
        "published",
        "publié le",
        "updated:",
        "updated ",
        "last modified",
    ];
    let told = says.iter().any(|said| lower.contains(said));
    let words = text.split_whitespace().count();
    let ago = words <= 8 && (lower.contains(" ago") || lower.contains(" points by "));
    named && key.chars().count() <= 40
        || dated && (words <= 7 || told && words <= 14)
        || told && words <= 6
        || ago
}

/// Lines that stand in the text of many sites and say nothing of its subject.
fn is_notice(text: &str) -> bool {
    const NOTICE_CHARS_MAX: usize = 160;
    const BEGINNINGS: &[&str] = &[
        "read more:",
        "read more",
        "read also:",
        "related:",
        "see also:",
        "advertisement",
        "also read:",
        "more:",
        "more from",
        "lire aussi",
        "mehr zum thema",
        "lesen sie auch",
        "leia também",
        "más información",
        "lees ook",
        "share this",
        "sign up for",
        "subscribe to",
        "click here",
        "follow us",
        "skip to",
        "jump to",
        "continue reading",
        "don't miss",
        "thanks for reading",
        "责任编辑",
        "want more stories",
        "get the latest",
        "have a tip?",
        "tell us what you think",
        "this slideshow requires",
        "media playback is",
        "image credit",
        "(image",
        "image:",
        "image copyright",
        "photo:",
        "photograph:",
        "photo by",
        "(photo",
        "credit:",
        "picture:",
        "source:",
        "foto:",
        "copyright",
        "©",
        "all rights reserved",
    ];
    const WHOLE: &[&str] = &[
        "advert",
        "ad",
        "ads",
        "caption",
        "comments",
        "share",
        "loading",
        "close",
        "anzeige",
        "publicidad",
        "publicité",
        "реклама",
        "advertentie",
        "sponsored",
        "photos",
        "related",
    ];
    if text.chars().count() > NOTICE_CHARS_MAX {
        return false;
    }
    let lower = text.to_lowercase();
    WHOLE.contains(&lower.trim_matches(|c: char| !c.is_alphanumeric()))
        || BEGINNINGS.iter().any(|beginning| lower.starts_with(beginning))
}
