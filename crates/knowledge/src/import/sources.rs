//! The browsers' profiles on this machine, and what is to be imported from them.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde::{Deserialize, Serialize};

use super::reader::{
    CHROMIUM_BOOKMARKS, CHROMIUM_HISTORY, FIREFOX_PLACES, ImportFile, encrypted_bookmarks,
};

const SETTINGS_BYTES_MAX: u64 = 32 << 20;
const PROFILES_MAX: usize = 1_000;

/// The places to look in: the real ones, or a test's.
#[derive(Debug, Clone, Default)]
pub struct Roots {
    pub home: PathBuf,
    /// `~/.config` or what `XDG_CONFIG_HOME` says.
    pub config: PathBuf,
    /// `%LOCALAPPDATA%`, where Windows has the profiles of Chromium.
    pub local_data: Option<PathBuf>,
    /// `%APPDATA%`, where it has those of Firefox.
    pub roaming_data: Option<PathBuf>,
}

impl Roots {
    /// This machine, as its environment describes it.
    #[must_use]
    pub fn this() -> Self {
        let home = env::home_dir().unwrap_or_else(|| PathBuf::from("/"));
        let absolute =
            |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        Self {
            config: absolute("XDG_CONFIG_HOME").unwrap_or_else(|| home.join(".config")),
            local_data: absolute("LOCALAPPDATA"),
            roaming_data: absolute("APPDATA"),
            home,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Browser {
    Chrome,
    Chromium,
    Edge,
    Brave,
    Vivaldi,
    Firefox,
}

impl Browser {
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Chrome => "Google Chrome",
            Self::Chromium => "Chromium",
            Self::Edge => "Microsoft Edge",
            Self::Brave => "Brave",
            Self::Vivaldi => "Vivaldi",
            Self::Firefox => "Firefox",
        }
    }
}

/// A profile with something to import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundSource {
    pub browser: Browser,
    /// As the person named it in the browser.
    pub profile: String,
    pub folder: PathBuf,
    /// The size of its bookmarks in bytes, if it has any that can be read.
    pub bookmarks_bytes: Option<u64>,
    pub history_bytes: Option<u64>,
    /// It has bookmarks that only the browser itself can read.
    pub has_encrypted_bookmarks: bool,
}

impl FoundSource {
    #[must_use]
    pub fn bookmarks(&self) -> ImportFile {
        ImportFile::Bookmarks(self.folder.clone())
    }

    #[must_use]
    pub fn history(&self) -> ImportFile {
        ImportFile::History(self.folder.clone())
    }
}

/// Where a browser made from Chromium has its profiles.
struct Places {
    browser: Browser,
    /// Below `~/.config`, and below the `config` of a flatpak.
    linux: &'static [&'static str],
    flatpaks: &'static [&'static str],
    /// Below the home.
    snaps: &'static [&'static str],
    /// Below `~/Library/Application Support`.
    macos: &'static [&'static str],
    /// Below the local application data, each with a `User Data`.
    windows: &'static [&'static str],
}

const CHROMIUM_PLACES: &[Places] = &[
    Places {
        browser: Browser::Chrome,
        linux: &["google-chrome", "google-chrome-beta", "google-chrome-unstable"],
        flatpaks: &["com.google.Chrome", "com.google.ChromeDev"],
        snaps: &[],
        macos: &["Google/Chrome", "Google/Chrome Beta", "Google/Chrome Canary"],
        windows: &["Google/Chrome", "Google/Chrome Beta", "Google/Chrome SxS"],
    },
    Places {
        browser: Browser::Chromium,
        linux: &["chromium"],
        flatpaks: &["org.chromium.Chromium", "io.github.ungoogled_software.ungoogled_chromium"],
        snaps: &["snap/chromium/common/chromium"],
        macos: &["Chromium"],
        windows: &["Chromium"],
    },
    Places {
        browser: Browser::Edge,
        linux: &["microsoft-edge", "microsoft-edge-beta", "microsoft-edge-dev"],
        flatpaks: &["com.microsoft.Edge"],
        snaps: &[],
        macos: &["Microsoft Edge", "Microsoft Edge Beta", "Microsoft Edge Dev"],
        windows: &["Microsoft/Edge", "Microsoft/Edge Beta", "Microsoft/Edge Dev"],
    },
    Places {
        browser: Browser::Brave,
        linux: &["BraveSoftware/Brave-Browser", "BraveSoftware/Brave-Browser-Beta"],
        flatpaks: &["com.brave.Browser"],
        snaps: &["snap/brave/current/.config/BraveSoftware/Brave-Browser"],
        macos: &["BraveSoftware/Brave-Browser", "BraveSoftware/Brave-Browser-Beta"],
        windows: &["BraveSoftware/Brave-Browser", "BraveSoftware/Brave-Browser-Beta"],
    },
    Places {
        browser: Browser::Vivaldi,
        linux: &["vivaldi"],
        flatpaks: &["com.vivaldi.Vivaldi"],
        snaps: &[],
        macos: &["Vivaldi"],
        windows: &["Vivaldi"],
    },
];

/// All profiles that have bookmarks or a history, browser by browser. Places that do not exist are passed over,
/// whatever the system: none has those of another.
#[must_use]
pub fn sources(roots: &Roots) -> Vec<FoundSource> {
    let mut found = Vec::new();
    for places in CHROMIUM_PLACES {
        for folder in chromium_folders(roots, places) {
            chromium_profiles(places.browser, &folder, &mut found);
        }
    }
    for folder in firefox_folders(roots) {
        firefox_profiles(&folder, &mut found);
    }
    // One folder may be reached in two ways.
    let mut seen = HashSet::new();
    found.retain(|source| {
        seen.insert(source.folder.canonicalize().unwrap_or_else(|_| source.folder.clone()))
    });
    found
}

fn chromium_folders(roots: &Roots, places: &Places) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    folders.extend(places.linux.iter().map(|name| roots.config.join(name)));
    for id in places.flatpaks {
        let config = roots.home.join(".var/app").join(id).join("config");
        folders.extend(places.linux.iter().map(|name| config.join(name)));
    }
    folders.extend(places.snaps.iter().map(|name| roots.home.join(name)));
    let support = roots.home.join("Library/Application Support");
    folders.extend(places.macos.iter().map(|name| support.join(name)));
    if let Some(local) = &roots.local_data {
        folders.extend(places.windows.iter().map(|name| local.join(name).join("User Data")));
    }
    folders
}

fn firefox_folders(roots: &Roots) -> Vec<PathBuf> {
    let home = &roots.home;
    let flatpak = home.join(".var/app/org.mozilla.firefox");
    let mut folders = vec![
        home.join(".mozilla/firefox"),
        // New profiles are here since version 147.
        roots.config.join("mozilla/firefox"),
        home.join("snap/firefox/common/.mozilla/firefox"),
        home.join("snap/firefox/common/.config/mozilla/firefox"),
        flatpak.join(".mozilla/firefox"),
        flatpak.join("config/mozilla/firefox"),
        home.join("Library/Application Support/Firefox"),
    ];
    folders.extend(roots.roaming_data.iter().map(|data| data.join("Mozilla/Firefox")));
    folders
}

fn chromium_profiles(browser: Browser, folder: &Path, found: &mut Vec<FoundSource>) {
    let names = chromium_names(&folder.join("Local State"));
    for profile in folders_in(folder) {
        let Some(id) = profile.file_name().map(|id| id.to_string_lossy().into_owned()) else {
            continue;
        };
        if matches!(id.as_str(), "System Profile" | "Guest Profile") {
            continue;
        }
        let sizes = CHROMIUM_BOOKMARKS.iter().filter_map(|name| size(&profile.join(name)));
        let source = FoundSource {
            browser,
            profile: names.get(&id).cloned().unwrap_or(id),
            bookmarks_bytes: sizes.reduce(|all, bytes| all + bytes),
            history_bytes: size(&profile.join(CHROMIUM_HISTORY)),
            has_encrypted_bookmarks: encrypted_bookmarks(&profile).is_some(),
            folder: profile,
        };
        if source.bookmarks_bytes.is_some()
            || source.history_bytes.is_some()
            || source.has_encrypted_bookmarks
        {
            found.push(source);
        }
    }
}

/// The names of the profiles by their folders.
fn chromium_names(local_state: &Path) -> BTreeMap<String, String> {
    let text = read_settings(local_state).unwrap_or_default();
    let state: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    let profiles = state.pointer("/profile/info_cache").and_then(serde_json::Value::as_object);
    let name = |(id, info): (&String, &serde_json::Value)| {
        let name = info.get("name")?.as_str()?.trim();
        (!name.is_empty()).then(|| (id.clone(), name.to_owned()))
    };
    profiles.into_iter().flatten().filter_map(name).collect()
}

fn firefox_profiles(folder: &Path, found: &mut Vec<FoundSource>) {
    let mut profiles = firefox_names(folder);
    // Profiles that no list names are still the person's.
    for unlisted in folders_in(folder).into_iter().chain(folders_in(&folder.join("Profiles"))) {
        if !profiles.iter().any(|(_, path)| *path == unlisted) {
            let id = unlisted.file_name().unwrap_or_default().to_string_lossy();
            // Folders are named by chance and by the profile: `x1y2z3.work`.
            let name = id.split_once('.').map_or(&*id, |(_, name)| name).to_owned();
            profiles.push((name, unlisted));
        }
    }
    for (profile, folder) in profiles.into_iter().take(PROFILES_MAX) {
        let Some(bytes) = size(&folder.join(FIREFOX_PLACES)) else { continue };
        found.push(FoundSource {
            browser: Browser::Firefox,
            profile,
            folder,
            // Both are in one database.
            bookmarks_bytes: Some(bytes),
            history_bytes: Some(bytes),
            has_encrypted_bookmarks: false,
        });
    }
}

/// Names and folders in `profiles.ini`.
fn firefox_names(folder: &Path) -> Vec<(String, PathBuf)> {
    let text = read_settings(&folder.join("profiles.ini")).unwrap_or_default();
    let mut profiles = Vec::new();
    let (mut name, mut path, mut is_relative, mut is_profile) = (None, None, true, false);
    // A section ends where the next one begins; the last is ended by one of our own.
    for line in text.lines().map(str::trim).chain(["[end]"]) {
        if line.starts_with('[') {
            if let (true, Some(name), Some(path)) = (is_profile, name.take(), path.take()) {
                let path: String = path;
                profiles.push((name, if is_relative { folder.join(path) } else { path.into() }));
            }
            (name, path, is_relative) = (None, None, true);
            is_profile = line.starts_with("[Profile");
        }
        match line.split_once('=') {
            Some(("Name", value)) => name = Some(value.to_owned()),
            Some(("Path", value)) => path = Some(value.to_owned()),
            Some(("IsRelative", value)) => is_relative = value.trim() != "0",
            _ => {}
        }
    }
    profiles
}

fn read_settings(path: &Path) -> Option<String> {
    let bytes = size(path)?;
    let text = (bytes <= SETTINGS_BYTES_MAX).then(|| fs::read(path).ok()).flatten()?;
    Some(String::from_utf8_lossy(&text).trim_start_matches('\u{feff}').to_owned())
}

fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut folders: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .take(PROFILES_MAX)
        .collect();
    folders.sort();
    folders
}

fn size(path: &Path) -> Option<u64> {
    let metadata = path.metadata().ok()?;
    metadata.is_file().then_some(metadata.len())
}
