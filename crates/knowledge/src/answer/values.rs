//! The words by which a passage gives a number, a time, a price and the like, in the languages that question words are
//! known in. A page in another language is taken to give anything.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

type Words = LazyLock<FxHashSet<&'static str>>;

macro_rules! words {
    ($($name:ident = $listed:literal;)*) => {
        $(static $name: Words = LazyLock::new(|| $listed.split_whitespace().collect());)*
    };
}

words! {
    NUMERALS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
        seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion
        dozen half third quarter once twice never
        zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig
        neunzig hundert tausend hälfte
        deux trois quatre cinq sept huit neuf dix onze douze vingt trente quarante cinquante cent mille moitié
        dos tres cuatro cinco seis siete ocho nueve diez once doce veinte treinta cuarenta cincuenta cien mil mitad";
    TIMES = "january february march april june july august september october november december
        monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter yesterday tomorrow ago century
        januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag
        frühling sommer herbst gestern jahrhundert
        janvier février mars avril juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi
        vendredi samedi dimanche printemps été automne hiver hier siècle
        enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miércoles
        jueves viernes sábado domingo primavera verano otoño invierno ayer siglo
        uhr noon midnight mittag mitternacht midi minuit mediodía medianoche";
    CURRENCIES = "pound pounds pence penny euro euros dollar dollars cent cents kroner krone kronen krona kronor franc francs
        franken yen rupee rupees usd eur gbp chf
        cost costs price prices priced worth fee fees fare kostet preis coûte prix tarif cuesta coste precio";
    LENGTHS = "m cm mm km metre metres meter meters centimetre centimetres centimeter centimeters millimetre millimetres
        kilometre kilometres kilometer kilometers foot feet ft inch inches mile miles yard yards
        metern zentimeter meile meilen zoll mètre mètres centimètres kilomètre kilomètres
        metro metros centímetros kilómetro kilómetros";
    SPANS = "second seconds minute minutes hour hours day days week weeks month months year years decade decades century
        centuries sekunden stunde stunden minuten tag tage tagen woche wochen monat monate monaten jahr jahre jahren
        secondes heure heures jour jours semaine semaines mois ans année années
        segundos minuto minutos hora horas día días semana semanas mes meses año años";
    WEIGHTS = "g kg mg gram grams gramme grammes kilo kilos kilogram kilograms kilogramme kilogrammes ounce ounces oz pound
        pounds lb lbs stone ton tons tonne tonnes gramm kilogramm tonnen gramo gramos";
    SPEEDS = "knot knots mph kmh kph knoten nœuds nudos";
    COLOURS = "red green blue white black yellow brown grey gray orange purple pink silver golden
        rot rote roten grün grüne blau blaue weiß weiße schwarz schwarze gelb gelbe braun grau
        rouge vert verte bleu bleue blanc blanche noir noire jaune brun gris
        rojo roja verde azul blanco blanca negro negra amarillo marrón";
}

pub(super) fn has_numeral(passage: &str) -> bool {
    words(passage)
        .any(|word| word.contains(|c: char| c.is_ascii_digit()) || NUMERALS.contains(word))
}

/// A day, a month, a year, a season or an hour.
pub(super) fn has_time(passage: &str) -> bool {
    let is_year = |word: &str| {
        word.len() == 4
            && (word.starts_with('1') || word.starts_with("20"))
            && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut before_is_number = false;
    words(passage).any(|word| {
        let is_hour = matches!(word, "am" | "pm" | "clock") && before_is_number;
        before_is_number = word.bytes().all(|byte| byte.is_ascii_digit()) || word == "o";
        is_hour || is_year(word) || TIMES.contains(word) || is_clock(word)
    })
}

pub(super) fn has_price(passage: &str) -> bool {
    passage.contains(['$', '£', '€', '¥']) || has(passage, &CURRENCIES)
}

pub(super) fn has_length(passage: &str) -> bool {
    has_numeral(passage) && has(passage, &LENGTHS)
}

pub(super) fn has_span(passage: &str) -> bool {
    has_numeral(passage) && (has(passage, &SPANS) || has(passage, &LENGTHS))
}

pub(super) fn has_weight(passage: &str) -> bool {
    has_numeral(passage) && has(passage, &WEIGHTS)
}

pub(super) fn has_speed(passage: &str) -> bool {
    has_numeral(passage)
        && (has(passage, &SPEEDS)
            || ["km/h", "per hour", "an hour"].iter().any(|it| passage.contains(it)))
}

pub(super) fn has_colour(passage: &str) -> bool {
    has(passage, &COLOURS)
}

/// Seven digits in a row, with nothing but what stands in telephone numbers between them.
pub(super) fn has_telephone(passage: &str) -> bool {
    let mut digits = 0;
    passage.chars().any(|c| {
        digits = match c {
            '0'..='9' => digits + 1,
            ' ' | '-' | '(' | ')' | '/' | '+' => digits,
            _ => 0,
        };
        digits == 7
    })
}

/// "7pm", "19h".
fn is_clock(word: &str) -> bool {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < word.len() && matches!(rest, "am" | "pm" | "h")
}

/// Also with its number before it: "46cm".
fn has(passage: &str, listed: &Words) -> bool {
    words(passage)
        .map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit()))
        .any(|word| listed.contains(word))
}

pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_from_what_looks_like_them() {
        assert!(has_numeral("forty-three practices have opened"));
        assert!(!has_numeral("many practices have opened"));
        assert!(has_time("lit on 4 october"));
        assert!(has_time("the gate opens at 7pm"));
        assert!(has_time("at seven o'clock"));
        assert!(!has_time("09.20 bridge closed to 3100 cars"));
        assert!(!has_time("lit long ago by 12 men".replace("ago", "since").as_str()));
        assert!(has_price("for £3"));
        assert!(!has_price("for 3 metres"));
        assert!(has_weight("it weighs 46kg") && !has_weight("it is 46cm"));
        assert!(has_length("46 cm") && has_span("eight to ten weeks"));
        assert!(has_speed("gusts of 153 km/h") && !has_speed("153 km"));
        assert!(has_telephone("call +47 55 12 34 56") && !has_telephone("12, 13, 14, 15"));
        assert!(has_colour("painted red"));
    }
}
