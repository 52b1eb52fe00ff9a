//! The languages that words are stemmed in, declared once: code, detection, stemmer.

use snowball_stemmers_rs::Algorithm;
use whatlang::Lang;

/// A few hundred words tell the language; more cost time only.
const DETECT_BYTES_MAX: usize = 3_000;

struct Row {
    code: &'static str,
    detected: Lang,
    algorithm: Option<Algorithm>,
}

const fn row(code: &'static str, detected: Lang, algorithm: Option<Algorithm>) -> Row {
    Row { code, detected, algorithm }
}

/// English is the first.
const ROWS: [Row; 34] = [
    row("en", Lang::Eng, Some(Algorithm::English)),
    row("de", Lang::Deu, Some(Algorithm::German)),
    row("fr", Lang::Fra, Some(Algorithm::French)),
    row("es", Lang::Spa, Some(Algorithm::Spanish)),
    row("it", Lang::Ita, Some(Algorithm::Italian)),
    row("pt", Lang::Por, Some(Algorithm::Portuguese)),
    row("nl", Lang::Nld, Some(Algorithm::Dutch)),
    row("sv", Lang::Swe, Some(Algorithm::Swedish)),
    row("da", Lang::Dan, Some(Algorithm::Danish)),
    row("no", Lang::Nob, Some(Algorithm::Norwegian)),
    row("ru", Lang::Rus, Some(Algorithm::Russian)),
    row("pl", Lang::Pol, Some(Algorithm::Polish)),
    row("ar", Lang::Ara, Some(Algorithm::Arabic)),
    row("ca", Lang::Cat, Some(Algorithm::Catalan)),
    row("cs", Lang::Ces, Some(Algorithm::Czech)),
    row("el", Lang::Ell, Some(Algorithm::Greek)),
    row("eo", Lang::Epo, Some(Algorithm::Esperanto)),
    row("et", Lang::Est, Some(Algorithm::Estonian)),
    row("fi", Lang::Fin, Some(Algorithm::Finnish)),
    row("hi", Lang::Hin, Some(Algorithm::Hindi)),
    row("hu", Lang::Hun, Some(Algorithm::Hungarian)),
    row("hy", Lang::Hye, Some(Algorithm::Armenian)),
    row("id", Lang::Ind, Some(Algorithm::Indonesian)),
    row("lt", Lang::Lit, Some(Algorithm::Lithuanian)),
    row("ro", Lang::Ron, Some(Algorithm::Romanian)),
    row("tr", Lang::Tur, Some(Algorithm::Turkish)),
    row("uk", Lang::Ukr, Some(Algorithm::Ukrainian)),
    row("bg", Lang::Bul, None),
    row("fa", Lang::Pes, None),
    row("he", Lang::Heb, None),
    row("ja", Lang::Jpn, None),
    row("ko", Lang::Kor, None),
    row("vi", Lang::Vie, None),
    row("zh", Lang::Cmn, None),
];

/// A language that we know. Words of another script than its own are stemmed as that script's most common
/// language, so that "Kubernetes operators" is found on a Russian page too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Language(u8);

impl Language {
    pub const ENGLISH: Language = Language(0);

    /// By an ISO 639-1 code, with or without a region: `en`, `en-GB`, `pt_BR`.
    pub fn from_code(code: &str) -> Option<Language> {
        let primary = code.trim().split(['-', '_']).next().unwrap_or_default();
        let primary = if ["nb", "nn"].iter().any(|code| primary.eq_ignore_ascii_case(code)) {
            "no"
        } else {
            primary
        };
        find(|row| row.code.eq_ignore_ascii_case(primary))
    }

    /// None where the text is too short to tell, or in a language that we do not know.
    pub fn detect(text: &str) -> Option<Language> {
        let text = &text[..text.floor_char_boundary(DETECT_BYTES_MAX)];
        let info = whatlang::detect(text)?;
        info.is_reliable().then(|| find(|row| row.detected == info.lang()))?
    }

    /// The language that the page declares, else the one that its text shows, else English.
    pub fn of(declared: Option<&str>, text: &str) -> Language {
        declared
            .and_then(Language::from_code)
            .or_else(|| Language::detect(text))
            .unwrap_or(Language::ENGLISH)
    }

    pub fn code(self) -> &'static str {
        ROWS.get(usize::from(self.0)).map_or("en", |row| row.code)
    }

    pub fn all() -> impl Iterator<Item = Language> {
        (0..ROWS.len() as u8).map(Language)
    }

    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn algorithm(self) -> Option<Algorithm> {
        ROWS.get(self.index()).and_then(|row| row.algorithm)
    }

    /// The language that this word is stemmed in, on a page of this language.
    pub(super) fn for_word(self, word: &str) -> Language {
        let Some(script) = word.chars().next().and_then(Script::of) else {
            return self;
        };
        if script == self.script() { self } else { find_code(script.common_language()) }
    }

    fn script(self) -> Script {
        match self.code() {
            "ru" | "uk" | "bg" => Script::Cyrillic,
            "ar" | "fa" => Script::Arabic,
            "el" => Script::Greek,
            "hi" => Script::Devanagari,
            "hy" | "he" | "ja" | "ko" | "zh" => Script::Other,
            _ => Script::Latin,
        }
    }
}

fn find(wanted: impl Fn(&Row) -> bool) -> Option<Language> {
    ROWS.iter().position(wanted).map(|at| Language(at as u8))
}

fn find_code(code: &str) -> Language {
    find(|row| row.code == code).unwrap_or(Language::ENGLISH)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Cyrillic,
    Greek,
    Arabic,
    Devanagari,
    Other,
}

impl Script {
    fn of(character: char) -> Option<Script> {
        match character {
            'a'..='z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Some(Script::Latin),
            '\u{370}'..='\u{3ff}' => Some(Script::Greek),
            '\u{400}'..='\u{52f}' => Some(Script::Cyrillic),
            '\u{600}'..='\u{6ff}' => Some(Script::Arabic),
            '\u{900}'..='\u{97f}' => Some(Script::Devanagari),
            _ => None,
        }
    }

    fn common_language(self) -> &'static str {
        match self {
            Script::Latin | Script::Other => "en",
            Script::Cyrillic => "ru",
            Script::Greek => "el",
            Script::Arabic => "ar",
            Script::Devanagari => "hi",
        }
    }
}
