//! Looking things up in the log.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::path::Path;

use tabwright_wire::{LogEntries, LogFilter};

use super::LogError;
use super::entry::StoredEntry;
use super::folder::{LogFile, LogFolder};
use crate::sites::{Address, Glob, SitePattern};

const MAX_USUAL: u32 = 100;
const MAX_MAX: u32 = 10_000;

/// The newest file first, until there are enough.
pub(super) fn read(path: &Path, filter: &LogFilter) -> Result<LogEntries, LogError> {
    let folder = LogFolder::at(path);
    let entry_filter = EntryFilter::new(filter)?;
    let failed = |path: &Path, source| LogError::File { path: path.to_owned(), source };
    let files = folder.files().map_err(|source| failed(folder.path(), source))?;
    let max = filter.max.unwrap_or(MAX_USUAL).min(MAX_MAX) as usize;
    let mut newest: VecDeque<StoredEntry> = VecDeque::new();
    for file in files.iter().rev() {
        if newest.len() >= max {
            break;
        }
        let found = match found_in(file, &entry_filter, max - newest.len()) {
            // Removed for its age since we looked.
            Err(error) if error.kind() == io::ErrorKind::NotFound => break,
            found => found.map_err(|source| failed(&file.path, source))?,
        };
        for entry in found.entries.into_iter().rev() {
            newest.push_front(entry);
        }
        if found.begins_before_since {
            break;
        }
    }
    Ok(LogEntries { entries: newest.into_iter().map(Into::into).collect() })
}

struct Found {
    entries: VecDeque<StoredEntry>,
    begins_before_since: bool,
}

fn found_in(file: &LogFile, entry_filter: &EntryFilter, max: usize) -> io::Result<Found> {
    let mut found = Found { entries: VecDeque::new(), begins_before_since: false };
    let mut reader = BufReader::new(File::open(&file.path)?);
    let mut text = Vec::new();
    for line in 1.. {
        text.clear();
        if reader.read_until(b'\n', &mut text)? == 0 {
            break;
        }
        // The last one may be half written.
        let Some(text) = text.strip_suffix(b"\n") else { break };
        let Ok(entry) = serde_json::from_slice::<StoredEntry>(text) else {
            tracing::warn!(file = %file.path.display(), line, "this is no entry of the audit log");
            continue;
        };
        found.begins_before_since |= line == 1 && entry_filter.is_before_since(&entry);
        if entry_filter.keeps(&entry) {
            if found.entries.len() == max {
                found.entries.pop_front();
            }
            found.entries.push_back(entry);
        }
    }
    Ok(found)
}

/// The filter, read and checked.
struct EntryFilter {
    client: Option<Glob>,
    operation: Option<Glob>,
    site: Option<SitePattern>,
    words: Vec<String>,
    filter: LogFilter,
}

impl EntryFilter {
    fn new(filter: &LogFilter) -> Result<Self, LogError> {
        let glob = |text: &String| Glob::new(text.trim().to_lowercase());
        let site = |text: &String| {
            SitePattern::parse(text).map_err(|why| LogError::BadSite { text: text.clone(), why })
        };
        if let Some(since) = filter.since.as_ref().filter(|since| !is_time(since)) {
            return Err(LogError::BadSince(since.clone()));
        }
        let words = filter.words.as_deref().unwrap_or_default().to_lowercase();
        Ok(Self {
            client: filter.client.as_ref().map(glob),
            operation: filter.operation.as_ref().map(glob),
            site: filter.site.as_ref().map(site).transpose()?,
            words: words.split_whitespace().map(str::to_owned).collect(),
            filter: filter.clone(),
        })
    }

    fn keeps(&self, entry: &StoredEntry) -> bool {
        let fits = |glob: &Glob, text: &str| glob.fits(&text.to_lowercase());
        let is_at =
            |site: &SitePattern| Address::parse(&entry.url).is_ok_and(|page| site.fits(&page));
        !self.is_before_since(entry)
            && self.filter.outcome.is_none_or(|outcome| outcome == entry.outcome)
            && self.client.as_ref().is_none_or(|client| fits(client, &entry.client))
            && self.operation.as_ref().is_none_or(|operation| fits(operation, &entry.operation))
            && self.site.as_ref().is_none_or(is_at)
            && self.has_words(entry)
    }

    fn is_before_since(&self, entry: &StoredEntry) -> bool {
        self.filter.since.as_deref().is_some_and(|since| entry.time.as_str() < since)
    }

    fn has_words(&self, entry: &StoredEntry) -> bool {
        if self.words.is_empty() {
            return true;
        }
        let parts = [&entry.client, &entry.operation, &entry.url, &entry.detail, &entry.note];
        let text = parts.map(|part| part.to_lowercase()).join("\n");
        self.words.iter().all(|word| text.contains(word))
    }
}

/// As far as it goes: `2026`, `2026-11-15`, `2026-11-15T16:41:26.123Z`.
fn is_time(text: &str) -> bool {
    let shape = b"dddd-dd-ddTdd:dd:dd.dddZ";
    let fits = |(letter, shape): (u8, &u8)| match shape {
        b'd' => letter.is_ascii_digit(),
        other => letter == *other,
    };
    (4..=shape.len()).contains(&text.len()) && text.bytes().zip(shape).all(fits)
}
