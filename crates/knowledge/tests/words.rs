//! What search makes of the words that people and pages write.

use proptest::prelude::*;
use tabwright_knowledge::words::{
    FTS5_TOKENIZE, Language, Role, Speller, folded, phrase_ranges, query_words, token_string,
    tokens,
};
use tabwright_store::rusqlite::{Connection, params};

fn language(code: &str) -> Language {
    Language::from_code(code).expect("a language of the table")
}

#[test]
fn words_are_folded_split_and_stemmed() {
    for (text, wanted) in [
        ("The Engines are running", "engin run"),
        ("Café Ångström naïve", "cafe angstrom naiv"),
        ("cafe\u{301} ＦＵＬＬ ﬁnd", "cafe full find"),
        ("soft\u{ad}ware", "softwar"),
        ("C++ and C# beat F#, not .NET", "c++ c# beat f# .net net"),
        ("Notepad++", "notepad++ notepad"),
        ("node.js", "node.js node js"),
        ("snake_case __init__", "snake_case snake case init"),
        ("getElementById", "getelementbyid get element id"),
        ("GitHub iPhone", "github iphon"),
        ("Python 3.11, v3.11.4", "python 3.11 v3.11.4 3.11.4 3.11"),
        ("e.g. the U.S.A.", "eg usa"),
        ("1,000 pages; 12:30", "1000 page 12 30"),
        ("Anna's and O'Brien's", "anna obrien"),
        ("don't I'd they're", ""),
        ("an ill id", "ill id"),
        ("東京大学", "東 東京 京 京大 大 大学 学"),
        ("ｶﾞｽ", "ガ ガス ス"),
        ("검색 엔진", "검 검색 색 엔 엔진 진"),
        ("Rust言語の入門", "rust 言 言語 語 語の の の入 入 入門 門"),
        ("", ""),
        ("!?—…", ""),
        ("⑴ ﷺ", "1 صلىاللهعليهوسلم"),
    ] {
        assert_eq!(token_string(text, Language::ENGLISH), wanted, "{text:?}");
    }
}

#[test]
fn each_language_is_stemmed_by_its_own_rules() {
    for (code, one, other) in [
        ("de", "Häuser", "Hauses"),
        ("fr", "continuellement", "continuelle"),
        ("es", "canciones", "canción"),
        ("it", "programmi", "programma"),
        ("nl", "talen", "taal"),
        ("sv", "flickorna", "flickor"),
        ("ru", "книги", "книгами"),
        // A page of one script says words of another.
        ("ru", "operators", "operator"),
        ("en", "книги", "книгами"),
    ] {
        let language = language(code);
        assert_eq!(token_string(one, language), token_string(other, language), "{code} {one}");
    }
    assert_eq!(token_string("l'homme et la femme", language("fr")), "homm femm");
    assert_eq!(token_string("die Katze und der Hund", language("de")), "katz hund");
}

#[test]
fn a_page_is_in_the_language_that_it_declares_or_shows() {
    let german =
        "Der schnelle braune Fuchs springt über den faulen Hund, und alle schauen ihm dabei zu.";
    for (declared, text, wanted) in [
        (Some("en-GB"), german, "en"),
        (Some("pt_BR"), "", "pt"),
        (Some("nb"), "", "no"),
        (Some("tlh"), german, "de"),
        (None, german, "de"),
        (None, "Быстрая коричневая лиса прыгает через ленивую собаку, и все это видят.", "ru"),
        (None, "ok", "en"),
        (None, "", "en"),
    ] {
        assert_eq!(Language::of(declared, text).code(), wanted, "{declared:?} {text:?}");
    }
}

#[test]
fn a_token_knows_where_it_stands() {
    let text = "Über «Running» in C++, snake_case und 東京.";
    let found: Vec<(String, &str, Role)> = tokens(text, Language::ENGLISH)
        .map(|token| (token.text, &text[token.range], token.role))
        .collect();
    let found: Vec<(&str, &str, Role)> =
        found.iter().map(|(token, written, role)| (token.as_str(), *written, *role)).collect();
    assert_eq!(
        found,
        [
            ("uber", "Über", Role::Word),
            ("run", "Running", Role::Word),
            ("in", "in", Role::Stop),
            ("c++", "C++", Role::Word),
            ("snake_case", "snake_case", Role::Word),
            ("snake", "snake", Role::Part),
            ("case", "case", Role::Part),
            ("und", "und", Role::Word),
            ("東", "東", Role::Character),
            ("東京", "東京", Role::Pair),
            ("京", "京", Role::Character),
        ]
    );
}

/// The strings that we give to FTS5 come out of it as the tokens that we meant.
#[test]
fn fts5_keeps_our_tokens_whole() {
    let database = Connection::open_in_memory().unwrap();
    database
        .execute_batch(&format!(
            "CREATE VIRTUAL TABLE page USING fts5(text, content='', tokenize=\"{FTS5_TOKENIZE}\");
             CREATE VIRTUAL TABLE term USING fts5vocab(page, row);"
        ))
        .unwrap();
    let text =
        "C++ C# .NET node.js snake_case 3.11 हिन्दी में खोज 東京 ภาษาไทย поиск كِتَاب Ελλάδα don't";
    let made = token_string(text, Language::ENGLISH);
    database.execute("INSERT INTO page(rowid, text) VALUES (1, ?1)", params![made]).unwrap();
    let mut statement = database.prepare("SELECT term FROM term ORDER BY term").unwrap();
    let kept: Vec<String> =
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let mut wanted: Vec<String> = made.split(' ').map(str::to_owned).collect();
    wanted.sort();
    wanted.dedup();
    assert_eq!(kept, wanted);
    for token in &wanted {
        let found: i64 = database
            .query_row(
                "SELECT count(*) FROM page WHERE page MATCH ?1",
                [format!("\"{token}\"")],
                |row| row.get(0),
            )
            .unwrap();
        assert_eq!(found, 1, "{token}");
    }
    // What was added can be taken out by the same string, and nothing is left.
    database
        .execute("INSERT INTO page(page, rowid, text) VALUES ('delete', 1, ?1)", params![made])
        .unwrap();
    let left: i64 = database.query_row("SELECT count(*) FROM term", [], |row| row.get(0)).unwrap();
    assert_eq!(left, 0);
}

#[test]
fn a_query_asks_for_each_word_once_in_every_language_of_the_library() {
    let asked = |query: &str, codes: &[&str]| -> Vec<(String, u32)> {
        let languages: Vec<Language> = codes.iter().map(|code| language(code)).collect();
        let words = query_words(query, &languages);
        words.into_iter().map(|word| (word.forms.join("|"), word.count)).collect()
    };
    let one = |form: &str| (form.to_owned(), 1);
    assert_eq!(
        asked("rust ownership and Rust lifetimes", &["en"]),
        [("rust".to_owned(), 2), one("ownership"), one("lifetim")]
    );
    assert_eq!(asked("die hard", &["en", "de"]), [one("die"), one("hard")]);
    assert_eq!(asked("Programmieren", &["en", "de"]), [one("programmieren|programmi")]);
    assert_eq!(asked("東京大学", &["en"]), [one("東京"), one("京大"), one("大学")]);
    assert_eq!(asked("猫", &["en"]), [one("猫")]);
    assert_eq!(asked("node.js c++", &[]), [one("node.js"), one("c++")]);
    assert_eq!(asked("the who", &["en"]), []);
}

#[test]
fn a_phrase_is_found_word_for_word() {
    let text = "To be, or not to be: Café-Kultur in 東京. TO BE!";
    let said = |phrase: &str| -> Vec<&str> {
        phrase_ranges(text, phrase).into_iter().map(|range| &text[range]).collect()
    };
    assert_eq!(said("to be"), ["To be", "to be", "TO BE"]);
    assert_eq!(said("cafe kultur"), ["Café-Kultur"]);
    assert_eq!(said("in 東京"), ["in 東京"]);
    assert_eq!(said("be to"), [""; 0]);
    assert_eq!(said("  "), [""; 0]);
}

#[test]
fn what_is_being_typed_is_neither_stemmed_nor_thinned_out() {
    assert_eq!(folded("The Sanitizers of Größe"), "the sanitizers of grosse");
}

#[test]
fn a_typing_error_leads_to_the_word_that_was_meant() {
    let library = [
        ("lifetime", 40),
        ("kubernetes", 12),
        ("search", 300),
        ("starch", 2),
        ("ownership", 9),
        ("borrow", 7),
        ("burrow", 1),
        ("the", 900),
        ("größe", 3),
    ];
    let speller = Speller::new(library.map(|(word, pages)| (word.to_owned(), pages)));
    for (typed, meant) in [
        ("serach", Some(("search", 1))),
        ("saerch", Some(("search", 1))),
        ("esarch", Some(("search", 1))),
        ("seach", Some(("search", 1))),
        ("barrow", Some(("borrow", 1))),
        ("kuberntes", Some(("kubernetes", 1))),
        ("kubernettis", Some(("kubernetes", 2))),
        ("owenrshpi", Some(("ownership", 2))),
        ("grösse", None),
        // Known, too short, too far, no word.
        ("starch", None),
        ("teh", None),
        ("srch", None),
        ("search7", None),
        ("", None),
    ] {
        let suggestion = speller.suggest(typed);
        let suggestion = suggestion.as_ref().map(|it| (it.word.as_str(), it.distance));
        assert_eq!(suggestion, meant, "{typed}");
    }
}

proptest! {
    /// Ranges are of the text and in order, tokens have no blank, and nothing panics, in any language.
    #[test]
    fn any_text_has_sound_tokens(text in "\\PC{0,60}", at in 0_usize..34) {
        let language = Language::all().nth(at).unwrap();
        let mut before = 0;
        for token in tokens(&text, language) {
            prop_assert!(text.get(token.range.clone()).is_some());
            prop_assert!(token.range.start >= before || token.role != Role::Word);
            before = before.max(token.range.start);
            let sound = |it: char| !it.is_whitespace() && (!it.is_ascii() || it.is_ascii_alphanumeric() || "+#._".contains(it));
            prop_assert!(!token.text.is_empty() && token.text.chars().all(sound), "{:?}", token);
        }
        query_words(&text, &[language, Language::ENGLISH]);
        phrase_ranges(&text, &text);
        Speller::new([(text.clone(), 1)]).suggest(&folded(&text));
    }

    /// Stemmers are written for words of their own language; they get others too.
    #[test]
    fn any_letters_can_be_stemmed(word in "[a-zäöüßéèçñąćęłşğıа-яёіїα-ωάέա-ֆا-يक-ह\u{93e}-\u{94d}]{1,24}", at in 0_usize..34) {
        token_string(&word, Language::all().nth(at).unwrap());
    }
}
