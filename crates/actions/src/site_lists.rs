//! "Open bbc, cnn and nytimes" is three actions, where each of them is known to be a site. A name that has
//! "and" in it, and one that nobody knows, stays whole.

use serde_json::Value;

use crate::resolve::Resolver;
use crate::split::pieces;
use crate::understand::Meant;

/// Expands an action on a list of sites into one action for each site.
pub(crate) fn expand_site_lists(meant: Vec<Meant>, resolver: &Resolver) -> Vec<Meant> {
    meant.into_iter().flat_map(|meant| sites_of(meant, resolver)).collect()
}

fn sites_of(meant: Meant, resolver: &Resolver) -> Vec<Meant> {
    let Some(Value::String(site)) = meant.action.parameters.get("site") else {
        return vec![meant];
    };
    let sites: Vec<String> = pieces(site).into_iter().map(str::to_owned).collect();
    let is_list =
        sites.len() > 1 && !resolver.knows(site) && sites.iter().all(|it| resolver.knows(it));
    if !is_list {
        return vec![meant];
    }
    let each = |site: String| {
        let mut each = meant.clone();
        each.words.clone_from(&site);
        each.action.parameters.insert("site".to_owned(), Value::String(site));
        each
    };
    sites.into_iter().map(each).collect()
}
