//! What kind of answer a question asks for. "How many" is answered by no sentence without a number, and "what does it
//! cost" by no page without a price.

use super::alignment::is_typo_of;
use super::values::{
    has_colour, has_length, has_numeral, has_price, has_span, has_speed, has_telephone, has_time,
    has_weight, words,
};
use crate::words::Language;

/// What the answering passage must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    Anything,
    Colour,
    Telephone,
    Weight,
    Speed,
    Length,
    Span,
    Price,
    Number,
    Time,
}

use Expected::{Anything, Colour, Length, Number, Price, Span, Speed, Telephone, Time, Weight};

/// How questions ask for it, in the languages whose question words are known: the first that fits counts. `…` stands for
/// any words between, `^` for the beginning, and a word that ends with `*` for all that begin so.
const ASKED: &[(Expected, &[&str])] = &[
    (
        Colour,
        &[
            "what colour",
            "which colour",
            "what color",
            "which color",
            "welche farbe",
            "quelle couleur",
            "qué color",
        ],
    ),
    (Telephone, &["phone number", "telephone number"]),
    (
        Weight,
        &[
            "how much … weigh",
            "what … weigh",
            "how heavy",
            "wie schwer",
            "wiegt",
            "combien … pèse",
            "cuánto … pesa",
        ],
    ),
    (Speed, &["how fast", "top speed", "maximum speed", "wie schnell"]),
    (
        Length,
        &[
            "how tall",
            "how high",
            "how deep",
            "how far",
            "how wide",
            "wie hoch",
            "wie tief",
            "wie weit",
            "wie breit",
            "quelle hauteur",
            "altura",
        ],
    ),
    (
        Span,
        &[
            "how long",
            "how much time",
            "wie lange",
            "wie lang",
            "combien de temps",
            "cuánto tiempo",
        ],
    ),
    (
        Price,
        &[
            "price",
            "prices",
            "cost",
            "costs",
            "fee",
            "fees",
            "toll",
            "fare",
            "salary",
            "what … charge",
            "what … pay",
            "what … paid",
            "how much … pay",
            "how much … paid",
            "how much … earn",
            "how much … owe",
            "million pounds",
            "million euros",
            "million dollars",
            "kostet",
            "coûte",
            "cuesta",
            "pagó",
        ],
    ),
    (
        Number,
        &[
            "how many",
            "how much",
            "how old",
            "how often",
            "what time",
            "number",
            "wie viel*",
            "wie oft",
            "wie alt",
            "combien",
            "quel âge",
            "cuánt*",
        ],
    ),
    (Anything, &["when do", "when does"]),
    (
        Time,
        &[
            "^ when",
            "^ since when",
            "^ until when",
            "what year",
            "which year",
            "^ wann",
            "^ seit wann",
            "^ bis wann",
            "^ quand",
            "^ depuis quand",
            "^ cuándo",
        ],
    ),
];

/// The words that say nothing but the kind: where the passage has it, they are answered.
const TOLD_BY: &[(Expected, &str)] = &[
    (Colour, "colour color farbe couleur"),
    (Telephone, "phone telephone number"),
    (Weight, "weigh heavy schwer wiegt pese pesa"),
    (Speed, "fast top maximum speed schnell"),
    (Length, "tall high deep far wide hoch tief weit breit hauteur altura"),
    (Span, "long take takes lange lang"),
    (Price, "price prices cost costs fee fees toll fare charge pay paid kostet coute cuesta pago"),
    (Number, "often old number alt oft age"),
];

/// Question words, and words that say of a question that it is one. Where they are no stop words they would be searched
/// for in the page.
const QUESTION_WORDS: &str = "many much wer wie viel viele was wann welche welcher welches combien quel quelle quels \
    quelles cuantos cuantas cuanto cuanta quien quienes kind sort type brand happen happens happened name called page \
    article said read time year";

impl Expected {
    pub(super) fn of(question: &str) -> Self {
        let question = question.to_lowercase();
        let asked: Vec<&str> = words(&question).collect();
        let says = |phrase: &&str| says(&asked, phrase);
        let kind = ASKED.iter().find(|(_, phrases)| phrases.iter().any(says));
        kind.map_or(Anything, |(kind, _)| *kind)
    }

    /// Is the word, folded, only there to say that this is asked for?
    pub(super) fn is_told_by(self, folded: &str) -> bool {
        let of_kind = TOLD_BY.iter().filter(|(kind, _)| *kind == self);
        let listed = of_kind.map(|(_, words)| *words).chain([QUESTION_WORDS]);
        listed
            .flat_map(str::split_whitespace)
            .any(|word| word == folded || is_typo_of(word, folded))
    }

    /// Can a passage give it?
    pub(super) fn is_in(self, passage: &str, language: Language) -> bool {
        if self == Anything || !["en", "de", "fr", "es"].contains(&language.code()) {
            return true;
        }
        let passage = passage.to_lowercase();
        match self {
            Anything => true,
            Colour => has_colour(&passage),
            Telephone => has_telephone(&passage),
            Weight => has_weight(&passage),
            Speed => has_speed(&passage),
            Length => has_length(&passage),
            Span => has_span(&passage),
            Price => has_price(&passage),
            Number => has_numeral(&passage),
            Time => has_time(&passage),
        }
    }
}

/// Do the words say the phrase?
fn says(asked: &[&str], phrase: &str) -> bool {
    let phrase: Vec<&str> = phrase.split(' ').collect();
    match phrase.split_first() {
        Some((&"^", rest)) => begins_with(asked, rest),
        _ => (0..asked.len()).any(|from| begins_with(&asked[from..], &phrase)),
    }
}

fn begins_with(asked: &[&str], phrase: &[&str]) -> bool {
    match phrase.split_first() {
        None => true,
        Some((&"…", rest)) => (0..asked.len()).any(|from| begins_with(&asked[from..], rest)),
        Some((wanted, rest)) => asked.split_first().is_some_and(|(word, others)| {
            let is_wanted = match wanted.strip_suffix('*') {
                Some(beginning) => word.starts_with(beginning),
                None => word == wanted,
            };
            is_wanted && begins_with(others, rest)
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_tells_what_kind_of_answer_it_wants() {
        for (question, expected) in [
            ("How many cups a day pay the rent?", Number),
            ("what is the price of a boat", Price),
            ("What does the joinery charge for a door?", Price),
            ("how much does the kettle weigh", Weight),
            ("Wie hoch ist der Mount Everest?", Length),
            ("¿Cuántos metros tiene el faro?", Number),
            ("When was the bridge built?", Time),
            ("what was missing when it leaked", Anything),
            ("when does it try again", Anything),
            ("what colour is the bicycle", Colour),
            ("What is the phone number of the office?", Telephone),
            ("what did I read about somehow manyfold things", Anything),
            ("Who is Ferdie Maas?", Anything),
        ] {
            assert_eq!(Expected::of(question), expected, "{question}");
        }
    }

    #[test]
    fn a_passage_gives_it_or_not_where_its_language_is_known() {
        assert!(Number.is_in("Forty-three practices have opened.", Language::ENGLISH));
        assert!(!Number.is_in("Many practices have opened.", Language::ENGLISH));
        let dutch = Language::from_code("nl").expect("a language that is known");
        assert!(Number.is_in("Per dag doet hij veel fietsen.", dutch));
        assert!(Weight.is_told_by("weigh") && !Weight.is_told_by("kettle"));
        assert!(Anything.is_told_by("combien") && !Anything.is_told_by("weigh"));
    }
}
