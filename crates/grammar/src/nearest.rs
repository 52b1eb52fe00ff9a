//! The name that was probably meant.

/// The one most like it, if any is like enough for a person to have meant it.
pub(crate) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    const LIKENESS_MIN: f64 = 0.7;
    known
        .map(|candidate| {
            let same = candidate.to_lowercase() == name.to_lowercase();
            (if same { 1.0 } else { strsim::jaro_winkler(name, candidate) }, candidate)
        })
        .filter(|(likeness, _)| *likeness >= LIKENESS_MIN)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, candidate)| candidate)
}
