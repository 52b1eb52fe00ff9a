//! Entities against the labelled texts of `gold/entities`, and promises that hold for any page.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tabwright_knowledge::analyze::{CorpusCounts, NoCorpus, analyze, mentions};
use tabwright_knowledge::page::{EntityKind, Named, Page};

struct Labelled {
    name: String,
    page: Page,
    spans: BTreeSet<(usize, usize, char)>,
}

/// Reads the texts with their marks: see `gold/entities/README.md`.
fn labelled(gold: &str) -> Vec<Labelled> {
    let mut texts: Vec<Labelled> = Vec::new();
    for line in gold.lines() {
        if let Some(head) = line.strip_prefix("## ") {
            let (name, language) = head.split_once(' ').expect("a name and a language");
            let page = Page { language: Some(language.into()), ..Page::default() };
            texts.push(Labelled { name: name.into(), page, spans: BTreeSet::new() });
            continue;
        }
        let Labelled { page, spans, .. } = texts.last_mut().expect("a text has a head");
        let mut parts = line.split('{');
        page.text.push_str(parts.next().unwrap_or_default());
        for part in parts {
            let (marked, rest) = part.split_once('}').expect("a mark is closed");
            let (kind, name) = marked.split_once(' ').expect("a mark has a kind");
            let start = page.text.len();
            page.text.push_str(name);
            spans.insert((start, page.text.len(), kind.chars().next().expect("a letter")));
            page.text.push_str(rest);
        }
        page.text.push('\n');
    }
    texts
}

fn letter(kind: EntityKind) -> char {
    match kind {
        EntityKind::Person => 'P',
        EntityKind::Organization => 'O',
        EntityKind::Place => 'L',
        EntityKind::Product => 'R',
        EntityKind::Event => 'E',
        EntityKind::Work => 'W',
        EntityKind::Thing => 'T',
    }
}

#[derive(Debug, Default, Clone, Copy)]
struct Score {
    right: usize,
    typed: usize,
    found: usize,
    labelled: usize,
}

impl Score {
    fn add(self, other: Self) -> Self {
        Self {
            right: self.right + other.right,
            typed: self.typed + other.typed,
            found: self.found + other.found,
            labelled: self.labelled + other.labelled,
        }
    }

    fn f1(self) -> f64 {
        2.0 * self.right as f64 / (self.found + self.labelled).max(1) as f64
    }

    fn say(self, name: &str) {
        let precision = self.right as f64 / self.found.max(1) as f64;
        let recall = self.right as f64 / self.labelled.max(1) as f64;
        let kinds = self.typed as f64 / self.right.max(1) as f64;
        let (labelled, f1) = (self.labelled, self.f1());
        println!(
            "{name}: {labelled} labelled, precision {precision:.3} recall {recall:.3} F1 {f1:.3}, kind right {kinds:.3}"
        );
    }
}

fn score(gold: &str, verbose: bool) -> Score {
    let mut total = Score::default();
    for text in labelled(gold) {
        let found: BTreeSet<_> = mentions(&text.page, &NoCorpus)
            .into_iter()
            .map(|mention| (mention.range.start, mention.range.end, letter(mention.kind)))
            .collect();
        let spans = |set: &BTreeSet<(usize, usize, char)>| -> BTreeSet<(usize, usize)> {
            set.iter().map(|(start, end, _)| (*start, *end)).collect()
        };
        let (wanted, got) = (spans(&text.spans), spans(&found));
        if verbose {
            let say = |(start, end): &(usize, usize)| text.page.text[*start..*end].to_owned();
            let missed: Vec<_> = wanted.difference(&got).map(say).collect();
            let wrong: Vec<_> = got.difference(&wanted).map(say).collect();
            println!("{}\n  missed {missed:?}\n  wrong {wrong:?}", text.name);
            let kinds = found.iter().filter(|(start, end, kind)| {
                wanted.contains(&(*start, *end)) && !text.spans.contains(&(*start, *end, *kind))
            });
            let kinds: Vec<_> = kinds
                .map(|(start, end, kind)| format!("{} {kind}", say(&(*start, *end))))
                .collect();
            println!("  kinds {kinds:?}");
        }
        total = total.add(Score {
            right: wanted.intersection(&got).count(),
            typed: text.spans.intersection(&found).count(),
            found: got.len(),
            labelled: wanted.len(),
        });
    }
    total
}

#[test]
fn names_are_found_where_a_reader_finds_them() {
    let verbose = std::env::var_os("SHOW_NAMES").is_some();
    let tuned = score(include_str!("../gold/entities/tuned.txt"), verbose);
    let held_out = score(include_str!("../gold/entities/held-out.txt"), false);
    let all = tuned.add(held_out);
    tuned.say("tuned");
    held_out.say("held out");
    all.say("all");
    assert!(all.f1() >= 0.78, "{all:?}");
    assert!(held_out.f1() >= 0.78, "{held_out:?}");
}

#[test]
fn a_page_without_words_has_no_knowledge() {
    assert_eq!(analyze(&Page::default(), &NoCorpus), Default::default());
}

fn page(text: &str) -> Page {
    Page { language: Some("en".into()), text: text.into(), ..Page::default() }
}

fn names(page: &Page) -> Vec<String> {
    analyze(page, &NoCorpus).entities.into_iter().map(|entity| entity.name).collect()
}

#[test]
fn variants_of_a_name_are_one_entity() {
    for (text, name, count, kind) in [
        (
            "Ada Lovelace wrote the notes. Later Lovelace fell ill. Nobody doubted Ada.",
            "Ada Lovelace",
            3,
            EntityKind::Person,
        ),
        (
            "The World Health Organization (WHO) met in May. The WHO wants more money.",
            "World Health Organization",
            3,
            EntityKind::Organization,
        ),
        (
            "President F. W. de Klerk spoke first. Then De Klerk left.",
            "F. W. de Klerk",
            2,
            EntityKind::Person,
        ),
        ("We sold it to Siemens AG. Now Siemens sells it.", "Siemens", 2, EntityKind::Organization),
    ] {
        let entities = analyze(&page(text), &NoCorpus).entities;
        let found = entities.iter().find(|entity| entity.name == name);
        let found = found.map(|entity| (entity.count, entity.kind));
        assert_eq!(found, Some((count, kind)), "{entities:#?}");
    }
}

#[test]
fn capitals_that_are_no_names_are_left_alone() {
    for text in [
        "On Monday we walked. Rain fell in March. Voters stayed at home.",
        "BREAKING NEWS FROM THE HARBOUR TODAY\nNothing happened.",
        "Ten Easy Ways to Clean Your Kitchen\nUse soap and water.",
        "I think the French cook well. The API returns JSON over HTTP.",
        "See Box::pin, https://Example.com/Path and the file /Etc/Hosts.",
        "Was it you? No. It was me!",
    ] {
        assert_eq!(names(&page(text)), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn names_keep_their_parts() {
    for (text, wanted) in [
        (
            "We met James Earl Jones and Martin Luther King Jr. there.",
            "James Earl Jones|Martin Luther King Jr.",
        ),
        (
            "Then Tesla CEO Elon Musk called President Robert M. Gates.",
            "Tesla|Elon Musk|Robert M. Gates",
        ),
        (
            "They studied at the University of Cape Town in South Africa.",
            "University of Cape Town|South Africa",
        ),
        ("It runs PostgreSQL 16 on an iPhone 15 with GPT-4o.", "PostgreSQL 16|iPhone 15|GPT-4o"),
        (
            "He went to St. Mary's Church and King's College London.",
            "St. Mary's Church|King's College London",
        ),
        (
            "We read The Lord of the Rings by J. R. R. Tolkien.",
            "The Lord of the Rings|J. R. R. Tolkien",
        ),
        ("The U.S., said Ludwig van Beethoven's friend, is far.", "U.S.|Ludwig van Beethoven"),
        ("A Berlin-based firm bought Docker, Inc. in 2020.", "Berlin|Docker, Inc."),
        (
            "Ask the Centers for Disease Control and Prevention.",
            "Centers for Disease Control and Prevention",
        ),
    ] {
        let page = page(&format!("Here it is.\n{text}"));
        let found = mentions(&page, &NoCorpus).into_iter().map(|mention| &page.text[mention.range]);
        assert_eq!(found.collect::<Vec<_>>().join("|"), wanted);
    }
}

#[test]
fn languages_that_use_capitals_otherwise_give_few_but_right_names() {
    for (language, text, wanted) in [
        (
            "de",
            "Der Hund lief durch den Wald. Die Katze schlief im Haus und die Maus im Keller.",
            vec![],
        ),
        (
            "de",
            "Gestern traf Angela Merkel in Paris auf Studenten.",
            vec!["Angela Merkel", "Paris"],
        ),
        (
            "fr",
            "Les enfants jouent. Hier, Marie Curie parlait à Lyon.",
            vec!["Marie Curie", "Lyon"],
        ),
        ("ja", "東京でNASAの発表がありました。", vec!["NASA"]),
        ("ru", "Вчера приехал Антон Чехов из Ялты.", vec!["Антон Чехов", "Ялты"]),
        ("ar", "وصل الرئيس إلى القاهرة أمس.", vec![]),
    ] {
        let page = Page { language: Some(language.into()), ..page(text) };
        let mut found = names(&page);
        found.sort_by_key(|name| text.find(name.as_str()));
        assert_eq!(found, wanted, "{text}");
    }
}

#[test]
fn structured_data_is_believed_before_all_rules() {
    let named = vec![
        Named { name: "Amber".into(), kind: EntityKind::Product },
        Named { name: "東京".into(), kind: EntityKind::Place },
    ];
    let told = Page { named, ..page("Amber is new. People like Amber in 東京 too.") };
    let entities = analyze(&told, &NoCorpus).entities;
    let kinds: Vec<_> = entities.iter().map(|entity| (entity.name.as_str(), entity.kind)).collect();
    assert_eq!(kinds, [("Amber", EntityKind::Product), ("東京", EntityKind::Place)]);
    assert!(entities.iter().all(|entity| entity.confidence > 0.9));
}

/// A library in which "Mercury" is a planet and "bottles" is never a name.
#[derive(Debug)]
struct Library;

impl CorpusCounts for Library {
    fn pages(&self) -> u32 {
        1000
    }
    fn pages_with(&self, phrase: &str) -> u32 {
        if phrase == "weather" { 900 } else { 2 }
    }
    fn capitalised_share(&self, word: &str) -> Option<f32> {
        (word == "mercury").then_some(0.9)
    }
    fn majority_kind(&self, name: &str) -> Option<EntityKind> {
        (name == "Mercury").then_some(EntityKind::Place)
    }
}

#[test]
fn the_library_knows_words_that_the_page_alone_does_not_show() {
    let page = page(
        "Mercury without clouds. The weather there, bad weather, is hot plasma and hot plasma.",
    );
    assert_eq!(names(&page), Vec::<String>::new());
    let knowledge = analyze(&page, &Library);
    let [entity] = knowledge.entities.as_slice() else { panic!("{knowledge:?}") };
    assert_eq!((entity.name.as_str(), entity.kind), ("Mercury", EntityKind::Place));
    let phrases: Vec<_> =
        knowledge.key_phrases.iter().map(|phrase| phrase.phrase.as_str()).collect();
    assert_eq!(phrases[0], "hot plasma");
}

#[test]
fn relations_are_stated_in_one_sentence() {
    for (sentence, wanted) in [
        ("Steve Jobs founded Apple in California.", Some("Steve Jobs founded Apple")),
        ("Instagram was acquired by Facebook in 2012.", Some("Facebook acquired Instagram")),
        (
            "Lumenforge, a Berlin-based maker of software, has been acquired by Siemens.",
            Some("Siemens acquired Lumenforge"),
        ),
        ("Tim Cook, the CEO of Apple, spoke.", Some("Tim Cook leads Apple")),
        (
            "Satya Nadella (born 1967) is the CEO of Microsoft.",
            Some("Satya Nadella leads Microsoft"),
        ),
        ("Spotify is based in Stockholm.", Some("Spotify is in Stockholm")),
        ("Mary Shelley later wrote Frankenstein.", Some("Mary Shelley wrote Frankenstein")),
        (
            "Linus Torvalds works for the Linux Foundation.",
            Some("Linus Torvalds works at Linux Foundation"),
        ),
        ("Marie Curie was born in Warsaw.", Some("Marie Curie was born in Warsaw")),
        ("Steve Jobs never founded Microsoft.", None),
        ("The wife of Steve Jobs founded Emerson Collective.", None),
        ("Steve Jobs and Apple met Microsoft.", None),
        ("Apple was founded in California.", None),
        ("Did Paris acquire Apple?", None),
        ("Anna Berg (Sweden) beat Jane Hill.", Some("Anna Berg beat Jane Hill")),
        ("A club in Sweden founded by Anna Berg is closed.", None),
        ("Google bought Motorola's patents.", None),
        ("Carla Bruni is a Paris singer.", None),
    ] {
        let page = page(&format!("Here is something that happened.\n{sentence}"));
        let relations = analyze(&page, &NoCorpus).relations;
        let found: Vec<_> = relations
            .iter()
            .map(|relation| format!("{} {} {}", relation.from, relation.relation, relation.to))
            .collect();
        assert_eq!(found, wanted.map(str::to_owned).into_iter().collect::<Vec<_>>(), "{sentence}");
        assert!(relations.iter().all(|relation| relation.sentence == sentence));
    }
}

const BEES: &str = "How bees find their way
Honey bees find their way home with the help of the sun. A bee that has found food tells the others with a waggle dance.
Karl von Frisch described the waggle dance in 1923. He was awarded the Nobel Prize for it fifty years later.
The angle of the waggle dance to the vertical is the angle between food and sun.
The length of the dance tells how far the food is.
Lunch was served at noon on the terrace.
Newer studies show that honey bees also learn landmarks on their way home.
On cloudy days they see where the light is polarised.
Young bees practise in short flights in front of the hive.
Pesticides disturb the waggle dance, and bees lose their way.";

#[test]
fn a_page_is_told_by_its_own_phrases_and_sentences() {
    let bees = Page {
        title: "How bees find their way".into(),
        url: "https://nature.example/animals/insects/bees.html".into(),
        ..page(BEES)
    };
    let knowledge = analyze(&bees, &NoCorpus);
    let phrases: Vec<_> =
        knowledge.key_phrases.iter().map(|phrase| phrase.phrase.as_str()).collect();
    assert!(phrases.contains(&"waggle dance"), "{phrases:?}");
    assert!(phrases.contains(&"Honey bees") || phrases.contains(&"honey bees"), "{phrases:?}");
    assert_eq!(knowledge.topics[0], ["Animals", "Insects"]);
    assert!((3..=5).contains(&knowledge.summary.len()), "{:?}", knowledge.summary);
    assert!(!knowledge.summary.iter().any(|sentence| sentence.contains("Lunch")));
    let places: Vec<_> =
        knowledge.summary.iter().map(|sentence| bees.text.find(sentence)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted());
    assert_eq!(analyze(&page("Too short. To be told."), &NoCorpus).summary, Vec::<String>::new());
    let again = format!("{} {}", bees.text, bees.text);
    let summary = analyze(&page(&again), &NoCorpus).summary;
    assert!(summary.iter().all(|one| summary.iter().filter(|other| *other == one).count() == 1));
}

#[test]
fn only_the_beginning_of_a_very_long_text_is_read() {
    let text =
        format!("{}\nAt last Ada Lovelace came.", "Nothing happened here again. ".repeat(20_000));
    assert_eq!(names(&page(&text)), Vec::<String>::new());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn whatever_is_quoted_stands_in_the_page(
        text in prop_oneof![
            "\\PC{0,600}",
            "([A-Z][a-z]{1,6}|[a-z]{1,6}|[A-Z]{1,4}|of|de|The|Dr\\.|[0-9]{1,4}|'s|&|,|\\.|\\(|\\)|\"|\n|日本| ){0,200}",
        ],
        title in "\\PC{0,40}",
        name in "\\PC{0,20}",
        language in prop_oneof![Just(None), Just(Some("en".to_owned())), Just(Some("de".to_owned())), "\\PC{0,5}".prop_map(Some)],
    ) {
        let named = vec![Named { name: name.clone(), kind: EntityKind::Person }];
        let sections = vec![name.clone()];
        let page = Page { text, title, language, named, sections, url: name, ..Page::default() };
        let knowledge = analyze(&page, &NoCorpus);
        prop_assert!(knowledge.entities.len() <= 60);
        prop_assert!(knowledge.key_phrases.len() <= 12 && knowledge.topics.len() <= 6);
        prop_assert!(knowledge.summary.len() <= 5);
        let quoted = knowledge.entities.iter().flat_map(|entity| &entity.sentences);
        let stated = knowledge.relations.iter().map(|relation| &relation.sentence);
        for sentence in quoted.chain(stated).chain(&knowledge.summary) {
            prop_assert!(page.text.contains(sentence.as_str()));
        }
        for entity in &knowledge.entities {
            prop_assert!((0.0..=1.0).contains(&entity.confidence));
            prop_assert!(entity.count > 0 && (1..=3).contains(&entity.sentences.len()));
        }
        for mention in mentions(&page, &NoCorpus) {
            prop_assert!(page.text.get(mention.range).is_some());
        }
    }
}
