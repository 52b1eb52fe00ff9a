//! Which of the pages that were found comes first.

use proptest::prelude::*;
use tabwright_knowledge::rank::{
    Bm25, Candidate, Collection, FIELDS, Feedback, FusionSettings, MixSettings, PageTerms,
    QueryTerm, TermId, TitleMatch, Weights, feedback_terms, match_plan, mixed, rank, recency,
    title_match,
};
use tabwright_knowledge::words::Phrase;

fn page(title: &str, text: &str) -> PageTerms {
    PageTerms::of([title, "", text, ""])
}

struct Library {
    pages: Vec<PageTerms>,
    collection: Collection,
}

impl Library {
    fn of(pages: Vec<PageTerms>) -> Self {
        let mut collection = Collection::default();
        pages.iter().for_each(|page| collection.add(page));
        Library { pages, collection }
    }

    fn frequency(&self, term: TermId) -> Option<u64> {
        let pages = self.pages.iter().filter(|page| page.has(term)).count() as u64;
        (pages > 0).then_some(pages)
    }

    fn query(&self, words: &str) -> Vec<QueryTerm> {
        let term = |word: &str| {
            let id = TermId::of(word);
            QueryTerm::new(vec![id], 1, self.frequency(id).unwrap_or(0))
        };
        words.split(' ').map(term).collect()
    }

    fn order(
        &self,
        words: &str,
        similarities: &[Option<f32>],
        settings: &FusionSettings,
    ) -> Vec<i64> {
        let candidates: Vec<Candidate<'_>> = self
            .pages
            .iter()
            .enumerate()
            .map(|(at, terms)| Candidate {
                page: at as i64,
                terms,
                similarity: similarities.get(at).copied().flatten(),
                title: TitleMatch::Other,
                says_phrase: false,
            })
            .collect();
        let frequency = |term| self.frequency(term);
        rank(&self.query(words), &candidates, &self.collection, settings, &frequency)
            .into_iter()
            .map(|ranked| ranked.page)
            .collect()
    }
}

fn words_only() -> FusionSettings {
    let weights = Weights { words: 1.0, feedback: 0.0, meaning: 0.0 };
    FusionSettings { weights: Some(weights), ..FusionSettings::default() }
}

#[test]
fn a_page_about_a_word_comes_before_one_that_mentions_it() {
    let filler = "other words that fill the page up and say nothing of it ".repeat(4);
    let library = Library::of(vec![
        page("x", &format!("rust {filler}")),
        page("rust", &filler),
        page("x", &format!("rust rust {filler}")),
        page("x", &filler),
        page("x", &format!("rust {filler}{filler}{filler}")),
    ]);
    assert_eq!(library.order("rust", &[], &words_only()), [1, 2, 0, 4, 3]);
    // A rare word decides over a common one.
    let library = Library::of(vec![
        page("", "page"),
        page("", "lifetime"),
        page("", "page"),
        page("", "page"),
    ]);
    assert_eq!(library.order("page lifetime", &[], &words_only())[0], 1);
}

#[test]
fn a_field_counts_by_its_weight() {
    let in_field = |field: usize| {
        let mut fields = ["filler words"; FIELDS];
        fields[field] = "rust words";
        PageTerms::of(fields)
    };
    let library = Library::of((0..FIELDS).map(in_field).collect());
    let query = library.query("rust");
    let scores: Vec<f32> = library
        .pages
        .iter()
        .map(|page| Bm25::default().score(&query, page, &library.collection))
        .collect();
    assert!(scores.is_sorted_by(|one, other| one > other), "{scores:?}");
    assert_eq!(
        Bm25::default().score(&library.query("absent"), &library.pages[0], &library.collection),
        0.0
    );
}

#[test]
fn a_word_that_is_said_twice_weighs_more_and_has_all_its_forms() {
    let term = |count| QueryTerm::new(vec![TermId::of("lauf"), TermId::of("laufen")], count, 1);
    assert_eq!(term(1).weight, 1.0);
    assert!((term(2).weight - 1.693).abs() < 0.001);
    let library = Library::of(vec![page("", "laufen"), page("", "gehen")]);
    assert!(Bm25::default().score(&[term(1)], &library.pages[0], &library.collection) > 0.0);
}

#[test]
fn feedback_adds_what_several_of_the_best_pages_say() {
    let library = Library::of(vec![
        page("", "jaguar cat jungle whisker"),
        page("", "jaguar cat jungle"),
        page("", "engine car"),
        page("", "cat"),
    ]);
    let best = [(2.0, &library.pages[0]), (1.5, &library.pages[1])];
    let query = library.query("jaguar");
    let frequency = |term| library.frequency(term);
    let expanded = feedback_terms(&query, &best, Feedback::default(), 4, &frequency);
    let added: Vec<TermId> = expanded.iter().map(|term| term.forms[0]).collect();
    assert_eq!(added[0], TermId::of("jaguar"));
    assert!(added.contains(&TermId::of("jungle")) && added.contains(&TermId::of("cat")));
    assert!(!added.contains(&TermId::of("whisker")));
    let total: f32 = expanded.iter().map(|term| term.weight).sum();
    assert!((total - 1.0).abs() < 0.001 && expanded[0].weight > 0.6, "{expanded:?}");
    // Nothing found, nothing added.
    assert_eq!(feedback_terms(&query, &[], Feedback::default(), 4, &frequency), query);
}

#[test]
fn meaning_brings_up_a_page_without_the_word() {
    let library = Library::of(vec![
        page("", "deafness"),
        page("", "hearing loss in old age"),
        page("", "engine"),
        page("", "engine"),
    ]);
    let similarities = [Some(0.9), Some(0.8), Some(0.1), None];
    let order = library.order("deafness", &similarities, &FusionSettings::default());
    assert_eq!(order[..2], [0, 1]);
    // A page that has no vector yet is neither punished nor preferred.
    assert_eq!(order[2..], [3, 2]);
}

#[test]
fn meaning_counts_more_in_long_queries() {
    for (words, meaning) in [(1, 0.2), (4, 0.2), (6, 0.3), (8, 0.4), (30, 0.4)] {
        let weights = Weights::with_vectors(words);
        assert!((weights.meaning - meaning).abs() < 0.001, "{words} words: {weights:?}");
        assert!((weights.words + weights.feedback + weights.meaning - 1.0).abs() < 0.001);
    }
}

#[test]
fn a_title_that_is_the_query_comes_first() {
    for (title, query, wanted) in [
        ("Stack Overflow", "stack overflow", TitleMatch::Equals),
        ("«Stack  Overflow»!", "Stack Overflow", TitleMatch::Equals),
        ("Stack Overflow is down", "stack overflow", TitleMatch::Contains),
        ("Overflow of a stack", "stack overflow", TitleMatch::Other),
        ("Rust", "rust", TitleMatch::Equals),
        ("Rust in a garden", "rust", TitleMatch::Other),
        ("", "rust", TitleMatch::Other),
        ("Rust", "", TitleMatch::Other),
    ] {
        assert_eq!(title_match(title, &Phrase::new(query)), wanted, "{title:?} {query:?}");
    }
}

#[test]
fn a_question_prefers_what_was_read_lately() {
    let settings = MixSettings::default();
    assert!((mixed(1.0, 1.0, 1.0, &settings) - 1.0).abs() < 1e-6);
    assert!((mixed(1.0, 0.0, 0.0, &settings) - 0.5).abs() < 1e-6);
    assert!((recency(60.0, &settings) - 0.5).abs() < 1e-6);
    assert_eq!(recency(-5.0, &settings), 1.0);
    let never = MixSettings { relevance: 0.0, recency: 0.0, quality: 0.0, half_life_days: 0.0 };
    assert_eq!((mixed(0.7, 1.0, 1.0, &never), recency(1.0, &never)), (0.7, 0.0));
}

#[test]
fn the_index_is_asked_for_rare_words_only() {
    for (story, frequencies, all, any) in [
        ("rarest first", &[300, 20, 1][..], &[2, 1, 0][..], &[2, 1, 0][..]),
        ("a common word only ranks", &[30_000, 20], &[1], &[1]),
        ("a word of no page is left out", &[0, 20], &[1], &[1]),
        ("two common words are asked together", &[30_000, 20_000, 90_000], &[1, 0], &[1]),
        (
            "any of the six rarest",
            &[8, 7, 6, 5, 4, 3, 2],
            &[6, 5, 4, 3, 2, 1, 0],
            &[6, 5, 4, 3, 2, 1],
        ),
        ("nothing known", &[0, 0], &[], &[]),
        ("no words", &[], &[], &[]),
    ] {
        let plan = match_plan(frequencies, 100_000);
        assert_eq!((&plan.all[..], &plan.any[..]), (all, any), "{story}");
    }
}

#[test]
fn no_candidates_have_no_order() {
    let library = Library::of(Vec::new());
    assert!(library.order("rust", &[], &FusionSettings::default()).is_empty());
}

proptest! {
    /// What is stored of a page comes back as it was.
    #[test]
    fn the_words_of_a_page_survive_storage(fields in prop::array::uniform4("([a-f]{1,2} ){0,200}")) {
        let page = PageTerms::of(fields.each_ref().map(String::as_str));
        prop_assert_eq!(PageTerms::from_bytes(&page.to_bytes()), Some(page));
    }

    #[test]
    fn other_bytes_are_no_page(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        if let Some(page) = PageTerms::from_bytes(&bytes) {
            page.iter().for_each(|(id, counts)| assert_eq!(page.counts(id), counts));
        }
    }

    /// Scores are numbers, whatever the statistics say.
    #[test]
    fn a_score_is_always_a_number(pages in 0_u64..5, tokens in 0_u64..9, frequency in 0_u64..9, text in "([ab] ){0,9}") {
        let collection = Collection { pages, tokens: [tokens; FIELDS] };
        let query = [QueryTerm::new(vec![TermId::of("a")], 0, frequency)];
        let score = Bm25::default().score(&query, &page("", &text), &collection);
        prop_assert!(score.is_finite() && score >= 0.0);
    }
}
