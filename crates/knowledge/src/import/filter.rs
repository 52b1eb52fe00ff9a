//! Which of the pages of a source are wanted.

use serde::{Deserialize, Serialize};
use url::Url;

use super::page::{ImportedPage, SkipReason};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ImportFilter {
    /// Seen or kept at this time or later, in milliseconds since 1970.
    pub after_ms: Option<i64>,
    /// Before this time.
    pub before_ms: Option<i64>,
    /// Only these sites, with everything below them: `example.com` is also `docs.example.com`. All, if empty.
    pub domains: Vec<String>,
    /// None of these.
    pub without_domains: Vec<String>,
    /// At most so many pages.
    pub count: Option<u64>,
}

impl ImportFilter {
    /// Why the page is not wanted. Visits at other times are taken out of one that is.
    pub(crate) fn apply(&self, page: &mut ImportedPage) -> Option<SkipReason> {
        if !self.domains.is_empty() || !self.without_domains.is_empty() {
            let url = Url::parse(&page.url).ok();
            let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
            let is_wanted = self.domains.is_empty() || is_below_any(host, &self.domains);
            if !is_wanted || is_below_any(host, &self.without_domains) {
                return Some(SkipReason::Domain);
            }
        }
        if self.after_ms.is_none() && self.before_ms.is_none() {
            return None;
        }
        let is_within = |ms: i64| {
            self.after_ms.is_none_or(|after| ms >= after)
                && self.before_ms.is_none_or(|before| ms < before)
        };
        let had_visits = !page.visits.is_empty();
        page.visits.retain(|visit| is_within(visit.at_ms));
        let is_kept = page.added_ms.is_some_and(is_within);
        if had_visits {
            page.visit_count = page.visits.len() as u64;
            page.last_visit_ms = page.visits.iter().map(|visit| visit.at_ms).max();
        } else if !is_kept && !page.date_ms().is_some_and(is_within) {
            return Some(SkipReason::Date);
        }
        (page.visits.is_empty() && had_visits && !is_kept).then_some(SkipReason::Date)
    }
}

fn is_below_any(host: &str, domains: &[String]) -> bool {
    domains.iter().any(|domain| {
        let domain = domain.trim().trim_start_matches("*.").trim_matches('.').to_lowercase();
        let rest = host.strip_suffix(domain.as_str());
        !domain.is_empty() && rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::Visit;

    #[test]
    fn sites_are_chosen_with_everything_below_them() {
        let filter = |domains: &[&str], without: &[&str]| ImportFilter {
            domains: domains.iter().map(|d| (*d).to_owned()).collect(),
            without_domains: without.iter().map(|d| (*d).to_owned()).collect(),
            ..ImportFilter::default()
        };
        for (url, domains, without, is_wanted) in [
            ("https://example.com/", &["example.com"][..], &[][..], true),
            ("https://docs.example.com/", &["Example.com"], &[], true),
            ("https://badexample.com/", &["example.com"], &[], false),
            ("https://example.com.evil.org/", &["example.com"], &[], false),
            ("https://docs.example.com/", &["*.example.com"], &["docs.example.com"], false),
            ("https://other.org/", &[], &["example.com"], true),
        ] {
            let mut page = ImportedPage { url: url.to_owned(), ..ImportedPage::default() };
            let reason = filter(domains, without).apply(&mut page);
            assert_eq!(reason.is_none(), is_wanted, "{url}");
        }
    }

    #[test]
    fn dates_choose_pages_and_their_visits() {
        let filter =
            ImportFilter { after_ms: Some(100), before_ms: Some(200), ..ImportFilter::default() };
        let visits = |times: &[i64]| {
            times.iter().map(|at_ms| Visit { at_ms: *at_ms, duration_ms: 0 }).collect()
        };
        for (times, added_ms, left) in [
            (&[50, 150, 250][..], None, Some(1)),
            (&[50], None, None),
            (&[50], Some(150), Some(0)),
            (&[], Some(199), Some(0)),
            (&[], Some(200), None),
            (&[], None, None),
        ] {
            let mut page =
                ImportedPage { visits: visits(times), added_ms, ..ImportedPage::default() };
            let is_left = filter.apply(&mut page).is_none();
            assert_eq!(is_left.then_some(page.visits.len()), left, "{times:?} {added_ms:?}");
        }
    }
}
