//! A first guess at the main text: paragraphs give points to what they are in, and the element with the most points
//! wins. The idea is that of arc90's Readability.

use std::collections::HashMap;

use super::blocks::{Block, is_heading};
use super::dom::{Dom, Node};

/// Shorter blocks say nothing about where the text is.
const SCORED_CHARS_MIN: usize = 22;
const ANCESTORS_SCORED: usize = 5;
/// Words of class names that name the main text.
const CONTENT_WORDS: &[&str] = &[
    "article", "body", "content", "entry", "hentry", "main", "post", "text", "blog", "story",
    "prose", "markdown",
];

/// Characters, and those in links, before each node: sums over what is inside a node are differences of these.
struct Sums {
    chars: Vec<usize>,
    link_chars: Vec<usize>,
}

impl Sums {
    fn new(dom: &Dom, blocks: &[Block]) -> Self {
        let mut sums = Self { chars: vec![0; dom.len() + 1], link_chars: vec![0; dom.len() + 1] };
        for block in blocks {
            sums.chars[block.node + 1] += block.chars;
            sums.link_chars[block.node + 1] += block.link_chars.min(block.chars);
        }
        for index in 1..=dom.len() {
            sums.chars[index] += sums.chars[index - 1];
            sums.link_chars[index] += sums.link_chars[index - 1];
        }
        sums
    }

    fn chars(&self, dom: &Dom, index: usize) -> usize {
        self.chars[dom.node(index).end] - self.chars[index]
    }

    fn density(&self, dom: &Dom, index: usize) -> f32 {
        let links = self.link_chars[dom.node(index).end] - self.link_chars[index];
        links as f32 / self.chars(dom, index).max(1) as f32
    }
}

/// For each block, whether it is in what looks like the main text. `beside` are those in menus and notices.
pub(crate) fn votes(dom: &Dom, blocks: &[Block], beside: &[bool]) -> Vec<bool> {
    let sums = Sums::new(dom, blocks);
    let scores = scores(dom, blocks, beside, &sums);
    let Some(top) = top(dom, &scores) else { return vec![false; blocks.len()] };
    let top = widened(dom, blocks, beside, top);
    let roots = with_siblings(dom, &scores, &sums, top);
    let linked = link_lists(dom, &sums, &roots);
    let inside = |ranges: &[(usize, usize)], node: usize| {
        ranges.iter().any(|&(start, end)| (start..end).contains(&node))
    };
    let roots: Vec<(usize, usize)> = roots.iter().map(|&root| (root, dom.node(root).end)).collect();
    let of = |(at, block): (usize, &Block)| {
        !beside[at] && inside(&roots, block.node) && !linked[block.node]
    };
    blocks.iter().enumerate().map(of).collect()
}

fn scores(dom: &Dom, blocks: &[Block], beside: &[bool], sums: &Sums) -> HashMap<usize, f32> {
    let mut scores: HashMap<usize, f32> = HashMap::new();
    for (at, block) in blocks.iter().enumerate() {
        let name = dom.node(block.node).name.as_str();
        if beside[at] || block.chars < SCORED_CHARS_MIN || is_heading(name) {
            continue;
        }
        let commas =
            block.text.chars().filter(|c| matches!(c, ',' | '，' | '、' | '،' | ';')).count();
        let points = (1.0 + commas as f32 + (block.chars as f32 / 80.0).min(3.0))
            * (1.0 - block.link_density()).max(0.0);
        // Text that stands in a `div` or a cell of its own makes that the container.
        let own = matches!(name, "div" | "td" | "section" | "article" | "main" | "body" | "center");
        let ancestors = dom.ancestors(block.node);
        let around = own.then_some(block.node).into_iter().chain(ancestors).take(ANCESTORS_SCORED);
        for (level, index) in around.enumerate() {
            let share = match level {
                0 => 1.0,
                1 => 0.5,
                level => 1.0 / (level as f32 * 3.0),
            };
            *scores.entry(index).or_insert_with(|| beginning(dom.node(index))) += points * share;
        }
    }
    for (index, score) in &mut scores {
        *score *= 1.0 - sums.density(dom, *index);
    }
    scores
}

/// What an element is worth by its name and class alone.
fn beginning(node: &Node) -> f32 {
    let by_name = match node.name.as_str() {
        "article" | "main" => 10.0,
        "div" | "section" => 5.0,
        "pre" | "td" | "blockquote" => 3.0,
        "ol" | "ul" | "dl" | "dd" | "dt" | "li" | "form" | "address" => -3.0,
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "th" => -5.0,
        "body" | "html" | "" => -20.0,
        _ => 0.0,
    };
    let marks = node.marks().to_lowercase();
    let named = CONTENT_WORDS.iter().any(|word| marks.contains(word))
        || node.attribute("itemprop") == Some("articleBody");
    by_name + if named { 25.0 } else { 0.0 }
}

/// The best element; or what holds several nearly as good ones.
fn top(dom: &Dom, scores: &HashMap<usize, f32>) -> Option<usize> {
    const NEARLY: f32 = 0.75;
    const NEARLY_AS_GOOD: usize = 3;
    let mut ranked: Vec<(usize, f32)> =
        scores.iter().map(|(index, score)| (*index, *score)).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let &(mut best, best_score) = ranked.first()?;
    let near: Vec<usize> = ranked
        .iter()
        .take(6)
        .skip(1)
        .filter(|(_, score)| *score >= best_score * NEARLY)
        .map(|(index, _)| *index)
        .collect();
    if near.len() >= NEARLY_AS_GOOD {
        let holds = |ancestor: usize| {
            let range = ancestor..dom.node(ancestor).end;
            near.iter().filter(|index| range.contains(index)).count() >= NEARLY_AS_GOOD
        };
        let mut around = dom
            .ancestors(best)
            .filter(|&index| !matches!(dom.node(index).name.as_str(), "body" | "html" | ""));
        if let Some(common) = around.find(|&ancestor| holds(ancestor)) {
            best = common;
        }
    }
    // An element whose parent has more points is only a part of the text.
    let mut last = scores.get(&best).copied().unwrap_or(best_score);
    let enough = last / 3.0;
    for index in dom.ancestors(best).collect::<Vec<_>>() {
        if matches!(dom.node(index).name.as_str(), "body" | "html" | "") {
            break;
        }
        let Some(&score) = scores.get(&index) else { continue };
        if score < enough {
            break;
        }
        if score > last {
            best = index;
            break;
        }
        last = score;
    }
    Some(best)
}

/// What is around the best element, as long as it adds paragraphs and little else: long texts are cut into sections.
fn widened(dom: &Dom, blocks: &[Block], beside: &[bool], top: usize) -> usize {
    const PARAGRAPH_CHARS: usize = 60;
    const ADDED_SHARE_MIN: f32 = 0.1;
    const PROSE_SHARE_MIN: f32 = 0.65;
    let measure = |index: usize| {
        let range = index..dom.node(index).end;
        let inside = blocks
            .iter()
            .zip(beside)
            .filter(|(block, beside)| !**beside && range.contains(&block.node));
        let (mut prose, mut all) = (0, 0);
        for (block, _) in inside {
            all += block.chars;
            if block.chars >= PARAGRAPH_CHARS && block.link_density() < 0.3 {
                prose += block.chars;
            }
        }
        (prose as f32, all as f32)
    };
    let mut best = top;
    let (mut prose, mut all) = measure(top);
    let mut below = top;
    for index in dom.ancestors(top).take(8) {
        if matches!(dom.node(index).name.as_str(), "html" | "") {
            break;
        }
        let part = std::mem::replace(&mut below, index);
        if !is_section(dom, part, index) {
            continue;
        }
        let (more_prose, more) = measure(index);
        let added = more - all;
        if added > all * ADDED_SHARE_MIN && more_prose - prose < added * PROSE_SHARE_MIN {
            break;
        }
        if more_prose > prose * (1.0 + ADDED_SHARE_MIN) {
            best = index;
            (prose, all) = (more_prose, more);
        }
    }
    best
}

/// Whether an element stands among others that are made like it.
fn is_section(dom: &Dom, part: usize, parent: usize) -> bool {
    let own = dom.node(part);
    let mut index = parent + 1;
    while index < dom.node(parent).end {
        let node = dom.node(index);
        let alike = node.name == own.name && node.attribute("class") == own.attribute("class");
        if index != part && alike && (own.is("section") || own.attribute("class").is_some()) {
            return true;
        }
        index = node.end.max(index + 1);
    }
    false
}

/// The best element and what stands next to it and is text as well.
fn with_siblings(dom: &Dom, scores: &HashMap<usize, f32>, sums: &Sums, top: usize) -> Vec<usize> {
    let best = scores.get(&top).copied().unwrap_or_default();
    let enough = (best * 0.2).max(10.0);
    let class = dom.node(top).attribute("class").filter(|class| !class.is_empty());
    let mut roots = vec![top];
    let parent = dom.node(top).parent;
    let mut index = parent + 1;
    while index < dom.node(parent).end {
        let node = dom.node(index);
        if index != top && !node.name.is_empty() {
            let alike = class.is_some() && node.attribute("class") == class;
            let bonus = if alike { best * 0.2 } else { 0.0 };
            let scored = scores.get(&index).is_some_and(|score| score + bonus >= enough);
            let paragraph =
                node.is("p") && sums.chars(dom, index) > 80 && sums.density(dom, index) < 0.25;
            if scored || paragraph {
                roots.push(index);
            }
        }
        index = node.end.max(index + 1);
    }
    roots
}

/// The nodes that are in lists, tables and boxes of mostly links.
fn link_lists(dom: &Dom, sums: &Sums, roots: &[usize]) -> Vec<bool> {
    let mut linked = vec![false; dom.len()];
    for &root in roots {
        let all = sums.chars(dom, root);
        let mut index = root + 1;
        while index < dom.node(root).end {
            let node = dom.node(index);
            let chars = sums.chars(dom, index);
            let grouped =
                matches!(node.name.as_str(), "ul" | "ol" | "div" | "section" | "table" | "dl");
            if grouped && chars > 0 && chars * 2 < all && sums.density(dom, index) > 0.5 {
                linked[index..node.end].fill(true);
                index = node.end;
            } else {
                index += 1;
            }
        }
    }
    linked
}
