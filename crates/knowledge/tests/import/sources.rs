//! Profiles are found wherever the systems put them.

use tabwright_knowledge::import::{Browser, FoundSource, Roots, sources};

use crate::env::{folder_of, import};

fn roots(folder: &tempfile::TempDir) -> Roots {
    Roots {
        home: folder.path().join("home"),
        config: folder.path().join("home/.config"),
        local_data: Some(folder.path().join("local")),
        roaming_data: Some(folder.path().join("roaming")),
    }
}

fn told(found: &[FoundSource]) -> Vec<(Browser, &str, bool, bool)> {
    let tell = |source: &FoundSource| {
        let has = (source.bookmarks_bytes.is_some(), source.history_bytes.is_some());
        (source.browser, source.profile.clone(), has.0, has.1)
    };
    let told: Vec<_> = found.iter().map(tell).collect();
    told.into_iter().map(|(browser, name, b, h)| (browser, &*name.leak(), b, h)).collect()
}

#[test]
fn all_profiles_are_found_on_every_system() {
    let names =
        br#"{"profile":{"info_cache":{"Default":{"name":"Ada"},"Profile 1":{"name":"Work"}}}}"#;
    let ini = b"[Install4F96D1932A9F858E]\nDefault=x.default\n\n[Profile1]\nName=work\nIsRelative=1\nPath=w1.work\n\n\
        [General]\nVersion=2\n[Profile0]\r\nName=default-release\r\nIsRelative=1\r\nPath=x.default\r\n";
    let folder = folder_of(&[
        ("home/.config/google-chrome/Local State", names),
        ("home/.config/google-chrome/Default/History", b"1234"),
        ("home/.config/google-chrome/Default/Bookmarks", b"12"),
        ("home/.config/google-chrome/Default/AccountBookmarks", b"123"),
        ("home/.config/google-chrome/Profile 1/Bookmarks", b"x"),
        ("home/.config/google-chrome/System Profile/History", b"x"),
        ("home/.config/google-chrome/Crashpad/settings.dat", b"x"),
        ("home/.config/microsoft-edge/Default/EncryptedAccountBookmarks2", b"x"),
        (
            "home/.var/app/com.brave.Browser/config/BraveSoftware/Brave-Browser/Default/History",
            b"x",
        ),
        ("home/snap/chromium/common/chromium/Default/History", b"x"),
        ("home/Library/Application Support/Microsoft Edge/Profile 2/History", b"x"),
        ("local/BraveSoftware/Brave-Browser/User Data/Default/Bookmarks", b"x"),
        ("home/.mozilla/firefox/profiles.ini", ini),
        ("home/.mozilla/firefox/x.default/places.sqlite", b"123"),
        ("home/.mozilla/firefox/w1.work/places.sqlite", b"x"),
        ("home/.config/mozilla/firefox/n3w.fresh/places.sqlite", b"x"),
        ("home/snap/firefox/common/.mozilla/firefox/s.snapped/places.sqlite", b"x"),
        ("home/Library/Application Support/Firefox/Profiles/m.mac/places.sqlite", b"x"),
        ("roaming/Mozilla/Firefox/Profiles/r.windows/places.sqlite", b"x"),
    ]);
    let found = sources(&roots(&folder));
    assert_eq!(
        told(&found),
        [
            (Browser::Chrome, "Ada", true, true),
            (Browser::Chrome, "Work", true, false),
            (Browser::Chromium, "Default", false, true),
            (Browser::Edge, "Default", false, false),
            (Browser::Edge, "Profile 2", false, true),
            (Browser::Brave, "Default", false, true),
            (Browser::Brave, "Default", true, false),
            (Browser::Firefox, "work", true, true),
            (Browser::Firefox, "default-release", true, true),
            (Browser::Firefox, "fresh", true, true),
            (Browser::Firefox, "snapped", true, true),
            (Browser::Firefox, "mac", true, true),
            (Browser::Firefox, "windows", true, true),
        ]
    );
    assert_eq!((found[0].bookmarks_bytes, found[0].history_bytes), (Some(5), Some(4)));
    assert!(found[3].has_encrypted_bookmarks && !found[0].has_encrypted_bookmarks);
}

#[test]
fn a_profile_with_an_absolute_path_and_a_broken_list_are_found() {
    let elsewhere = folder_of(&[("moved/places.sqlite", b"x")]);
    let ini = format!(
        "[Profile0]\nName=moved\nIsRelative=0\nPath={}\n",
        elsewhere.path().join("moved").display()
    );
    let bookmarks = std::fs::read(crate::env::sample("chromium/Bookmarks")).unwrap();
    let folder = folder_of(&[
        ("home/.mozilla/firefox/profiles.ini", ini.as_bytes()),
        ("home/.config/chromium/Local State", b"{broken"),
        ("home/.config/chromium/Default/Bookmarks", &bookmarks),
    ]);
    let found = sources(&roots(&folder));
    assert_eq!(
        told(&found),
        [(Browser::Chromium, "Default", true, false), (Browser::Firefox, "moved", true, true),]
    );
    assert_eq!(import(found[0].bookmarks()).pages.len(), 3);
    assert!(sources(&Roots::default()).is_empty());
}
