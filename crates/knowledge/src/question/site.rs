//! Whether a word is the host of a site: `nytimes.com`, and not `node.js` or `main.rs`.

/// The host in lower case without `www`, if it can be one.
pub(super) fn host(word: &str) -> Option<String> {
    let word = word.strip_prefix("www.").unwrap_or(word);
    let mut labels = word.split('.');
    let valid = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let (name, ending) = (labels.clone().next()?, labels.next_back()?);
    let is_host = word.len() <= 253
        && labels.next().is_some()
        && word.split('.').all(valid)
        && ending.len() >= 2
        && ending.bytes().all(|byte| byte.is_ascii_alphabetic())
        && !file_ending(name, ending)
        && !matches!(word, "asp.net" | "vb.net" | "ado.net");
    is_host.then(|| word.to_owned())
}

/// Endings of files, some of which are also countries: a person who writes `setup.py` means the file.
fn file_ending(name: &str, ending: &str) -> bool {
    match ending {
        "rs" => matches!(name, "main" | "mod" | "build"),
        _ => matches!(
            ending,
            "js" | "ts"
                | "jsx"
                | "tsx"
                | "py"
                | "md"
                | "pdf"
                | "html"
                | "htm"
                | "txt"
                | "json"
                | "toml"
                | "yaml"
                | "yml"
                | "csv"
                | "zip"
                | "exe"
                | "rb"
                | "cpp"
                | "css"
                | "xml"
                | "doc"
                | "docx"
                | "xls"
                | "xlsx"
                | "ppt"
                | "pptx"
                | "png"
                | "jpg"
                | "jpeg"
                | "gif"
                | "svg"
                | "mp3"
                | "mp4"
                | "lock"
                | "log"
                | "gz"
                | "tar"
                | "epub"
                | "java"
                | "php"
                | "sql"
                | "conf"
                | "ini"
                | "env"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn hosts_are_told_from_files_and_names() {
        for (word, wanted) in [
            ("nytimes.com", Some("nytimes.com")),
            ("www.nytimes.com", Some("nytimes.com")),
            ("en.wikipedia.org", Some("en.wikipedia.org")),
            ("docs.rs", Some("docs.rs")),
            ("main.rs", None),
            ("node.js", None),
            ("asp.net", None),
            ("setup.py", None),
            ("24.04", None),
            ("a..b", None),
            (".com", None),
            ("github", None),
            ("", None),
        ] {
            assert_eq!(host(word).as_deref(), wanted, "{word}");
        }
    }
}
