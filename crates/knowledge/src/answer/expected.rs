//! What kind of answer a question asks for. "How many" is answered by no sentence without a number.

/// What the answering passage must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    Anything,
    Number,
    Time,
}

/// Beginnings of questions, in the languages whose question words we know.
const NUMBER: &[&str] = &[
    "how many",
    "how much",
    "how long",
    "how old",
    "how tall",
    "how deep",
    "how high",
    "how far",
    "how often",
    "wie viel",
    "wie lang",
    "wie hoch",
    "wie oft",
    "wie alt",
    "combien",
    "cuánt",
];
const NUMBER_WORDS: &[&str] = &["price", "cost", "fee", "number"];
const TIME: &[&str] = &["when", "what time", "what year", "wann", "quand", "cuándo"];
/// "When does it redeliver" asks for a condition as often as for a time.
const NO_TIME: &[&str] = &["when does", "when do "];

const MONTHS_AND_DAYS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "januar",
    "februar",
    "märz",
    "mai",
    "juni",
    "juli",
    "oktober",
    "dezember",
    "janvier",
    "février",
    "mars",
    "avril",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
];
const NUMERALS: &[&str] = &[
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "hundred",
    "thousand",
    "million",
    "dozen",
    "half",
    "third",
    "quarter",
    "once",
    "twice",
    "never",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "zwanzig",
    "dreißig",
    "vierzig",
    "fünfzig",
    "sechzig",
    "hundert",
    "tausend",
    "hälfte",
    "deux",
    "trois",
    "quatre",
    "cinq",
    "sept",
    "huit",
    "neuf",
    "dix",
    "vingt",
    "trente",
    "cent",
    "mille",
    "moitié",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "veinte",
    "cien",
    "mil",
    "mitad",
];

impl Expected {
    pub(super) fn of(question: &str) -> Self {
        let question = question.to_lowercase();
        let has = |phrases: &[&str]| phrases.iter().any(|phrase| begins_a_word(&question, phrase));
        let words = |wanted: &[&str]| words(&question).any(|word| wanted.contains(&word));
        if has(NUMBER) || words(NUMBER_WORDS) {
            Self::Number
        } else if has(TIME) && !NO_TIME.iter().any(|begin| question.starts_with(begin)) {
            Self::Time
        } else {
            Self::Anything
        }
    }

    /// Can a passage give it?
    pub(super) fn is_in(self, passage: &str) -> bool {
        let passage = passage.to_lowercase();
        match self {
            Self::Anything => true,
            Self::Number => words(&passage).any(is_numeral),
            Self::Time => words(&passage).any(|word| {
                word.starts_with(|c: char| c.is_ascii_digit()) || MONTHS_AND_DAYS.contains(&word)
            }),
        }
    }
}

fn is_numeral(word: &str) -> bool {
    word.contains(|c: char| c.is_ascii_digit()) || NUMERALS.contains(&word)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn begins_a_word(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase)
        .any(|(at, _)| !text[..at].chars().next_back().is_some_and(char::is_alphanumeric))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_tells_what_kind_of_answer_it_wants() {
        for (question, expected) in [
            ("How many cups a day pay the rent?", Expected::Number),
            ("what is the price of a boat", Expected::Number),
            ("Wie hoch ist der Mount Everest?", Expected::Number),
            ("¿Cuántos metros tiene el faro?", Expected::Number),
            ("When was the bridge built?", Expected::Time),
            ("when does it try again", Expected::Anything),
            ("what did I read about somehow manyfold things", Expected::Anything),
            ("Who is Ferdie Maas?", Expected::Anything),
        ] {
            assert_eq!(Expected::of(question), expected, "{question}");
        }
        assert!(Expected::Number.is_in("Forty-three practices have opened."));
        assert!(!Expected::Number.is_in("Many practices have opened."));
        assert!(Expected::Time.is_in("lit on 4 October 1871"));
        assert!(!Expected::Time.is_in("lit long ago"));
    }
}
