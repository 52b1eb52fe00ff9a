//! How often a page says each word, field by field, small enough to be kept with the page: about 1 kB for a
//! page of 1,000 words. It is what ranking reads instead of the text, which would take a hundred times longer.

use rustc_hash::FxHashMap;

/// Parts of a page that weigh differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum Field {
    Title,
    /// And tags.
    Headings,
    Text,
    Rest,
}

pub const FIELDS: usize = 4;
/// A page says no more different words than this to search.
const TERMS_MAX: usize = 50_000;

/// A word, by its hash: two words of one library share one with a chance of one in a few thousand, and then
/// a page is a place too high or too low for a query with either.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub u32);

impl TermId {
    /// Of a token as the tokeniser makes it. The hash is FNV-1a; it is stored and must stay.
    pub fn of(token: &str) -> TermId {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in token.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        TermId((hash ^ (hash >> 32)) as u32)
    }
}

/// The words of one page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageTerms {
    /// By id.
    counts: Vec<(TermId, [u16; FIELDS])>,
    lengths: [u32; FIELDS],
}

impl PageTerms {
    /// From the token string of each field.
    pub fn of(fields: [&str; FIELDS]) -> Self {
        let mut counts: FxHashMap<TermId, [u16; FIELDS]> = FxHashMap::default();
        let mut lengths = [0; FIELDS];
        for (field, tokens) in fields.iter().enumerate() {
            for token in tokens.split_ascii_whitespace() {
                lengths[field] += 1;
                let id = TermId::of(token);
                if counts.len() < TERMS_MAX || counts.contains_key(&id) {
                    let count = &mut counts.entry(id).or_default()[field];
                    *count = count.saturating_add(1);
                }
            }
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_unstable_by_key(|(id, _)| *id);
        PageTerms { counts, lengths }
    }

    pub fn counts(&self, term: TermId) -> [u16; FIELDS] {
        let found = self.counts.binary_search_by_key(&term, |(id, _)| *id);
        found.map_or([0; FIELDS], |at| self.counts[at].1)
    }

    pub fn has(&self, term: TermId) -> bool {
        self.counts.binary_search_by_key(&term, |(id, _)| *id).is_ok()
    }

    pub fn iter(&self) -> impl Iterator<Item = (TermId, [u16; FIELDS])> {
        self.counts.iter().copied()
    }

    /// Tokens in each field.
    pub fn lengths(&self) -> [u32; FIELDS] {
        self.lengths
    }

    /// The ids as differences, and one byte for a word that is only in the text.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.counts.len() * 5 + 16);
        for length in self.lengths {
            push_number(&mut bytes, length);
        }
        push_number(&mut bytes, self.counts.len() as u32);
        let mut before = 0;
        for (id, counts) in &self.counts {
            push_number(&mut bytes, id.0 - before);
            before = id.0;
            let [title, headings, text, rest] = *counts;
            if [title, headings, rest] == [0; 3] && text < 128 {
                bytes.push(text as u8);
                continue;
            }
            let present = (0..FIELDS).filter(|field| counts[*field] > 0);
            bytes.push(present.clone().fold(128, |mask, field| mask | 1 << field));
            for field in present {
                push_number(&mut bytes, u32::from(counts[field]));
            }
        }
        bytes
    }

    /// None for bytes that [`Self::to_bytes`] did not make.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Self> {
        let mut lengths = [0; FIELDS];
        for length in &mut lengths {
            *length = take_number(&mut bytes)?;
        }
        let terms = take_number(&mut bytes)? as usize;
        if terms > TERMS_MAX || terms > bytes.len() {
            return None;
        }
        let mut counts = Vec::with_capacity(terms);
        let mut id = 0_u32;
        for at in 0..terms {
            let step = take_number(&mut bytes)?;
            if step == 0 && at > 0 {
                return None;
            }
            id = id.checked_add(step)?;
            let (&tag, rest) = bytes.split_first()?;
            bytes = rest;
            let mut of_term = [0; FIELDS];
            if tag < 128 {
                of_term[Field::Text as usize] = u16::from(tag);
            } else {
                for (field, count) in of_term.iter_mut().enumerate() {
                    if tag & 1 << field != 0 {
                        *count = u16::try_from(take_number(&mut bytes)?).ok()?;
                    }
                }
            }
            counts.push((TermId(id), of_term));
        }
        bytes.is_empty().then_some(PageTerms { counts, lengths })
    }
}

/// Seven bits to a byte, the lowest first.
fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0_u64;
    for shift in [0, 7, 14, 21, 28] {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return u32::try_from(number).ok();
        }
    }
    None
}
