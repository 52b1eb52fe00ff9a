//! What the host of a grammar knows of its own types: songs, sites, tabs.

/// Answers for the types that a grammar imports from a type file or names without one.
pub trait Entities {
    /// Whether anything is known of this type. Of others every text is taken.
    fn knows(&self, entity: &str) -> bool;

    /// Whether the text is one of them. Asked only of types that are known.
    fn accepts(&self, entity: &str, text: &str) -> bool;

    /// What could be meant by the beginning that was typed, best first.
    fn offer(&self, entity: &str, typed: &str, limit: usize) -> Vec<Offer>;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    pub text: String,
    /// A few words that help to choose.
    pub about: Option<String>,
}

/// Knows no type, and so accepts every text.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoEntities;

impl Entities for NoEntities {
    fn knows(&self, _entity: &str) -> bool {
        false
    }

    fn accepts(&self, _entity: &str, _text: &str) -> bool {
        true
    }

    fn offer(&self, _entity: &str, _typed: &str, _limit: usize) -> Vec<Offer> {
        Vec::new()
    }
}
