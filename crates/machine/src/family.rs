//! The Chromium family, one row each. Places are what each vendor documents; Linux is what we test.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Family {
    /// The word for it in settings and on the command line.
    pub id: &'static str,
    pub label: &'static str,
    /// Names on the PATH, then fixed places.
    pub linux_programs: &'static [&'static str],
    /// Below `/Applications` and `~/Applications`.
    pub macos_programs: &'static [&'static str],
    /// Below Program Files and the local application data.
    pub windows_programs: &'static [&'static str],
    /// Where the person's profiles are, below `~/.config`.
    pub linux_data: &'static str,
    /// Where the person's profiles are on macOS, below `~/Library/Application Support`.
    pub macos_data: &'static str,
    /// Where Windows keeps its native hosts, below `HKEY_CURRENT_USER\Software`.
    pub windows_key: &'static str,
    /// Does `--load-extension` work? Branded Chrome ignores it since version 137.
    pub loads_unpacked: bool,
}

/// In the order in which `tabwright up` prefers them.
pub const FAMILIES: &[Family] = &[
    Family {
        id: "chromium",
        label: "Chromium",
        linux_programs: &["chromium", "chromium-browser", "/snap/bin/chromium"],
        macos_programs: &["Chromium.app/Contents/MacOS/Chromium"],
        windows_programs: &[r"Chromium\Application\chrome.exe"],
        linux_data: "chromium",
        macos_data: "Chromium",
        windows_key: "Chromium",
        loads_unpacked: true,
    },
    Family {
        id: "chrome-for-testing",
        label: "Chrome for Testing",
        linux_programs: &["google-chrome-for-testing", "chrome-for-testing"],
        macos_programs: &["Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing"],
        windows_programs: &[r"Google\Chrome for Testing\Application\chrome.exe"],
        linux_data: "google-chrome-for-testing",
        macos_data: "Google/ChromeForTesting",
        windows_key: r"Google\ChromeForTesting",
        loads_unpacked: true,
    },
    Family {
        id: "brave",
        label: "Brave",
        linux_programs: &["brave-browser", "brave", "/opt/brave.com/brave/brave-browser"],
        macos_programs: &["Brave Browser.app/Contents/MacOS/Brave Browser"],
        windows_programs: &[r"BraveSoftware\Brave-Browser\Application\brave.exe"],
        linux_data: "BraveSoftware/Brave-Browser",
        macos_data: "BraveSoftware/Brave-Browser",
        windows_key: r"BraveSoftware\Brave-Browser",
        loads_unpacked: true,
    },
    Family {
        id: "vivaldi",
        label: "Vivaldi",
        linux_programs: &["vivaldi", "vivaldi-stable", "/opt/vivaldi/vivaldi"],
        macos_programs: &["Vivaldi.app/Contents/MacOS/Vivaldi"],
        windows_programs: &[r"Vivaldi\Application\vivaldi.exe"],
        linux_data: "vivaldi",
        macos_data: "Vivaldi",
        windows_key: "Vivaldi",
        loads_unpacked: true,
    },
    Family {
        id: "edge",
        label: "Microsoft Edge",
        linux_programs: &[
            "microsoft-edge",
            "microsoft-edge-stable",
            "/opt/microsoft/msedge/msedge",
        ],
        macos_programs: &["Microsoft Edge.app/Contents/MacOS/Microsoft Edge"],
        windows_programs: &[r"Microsoft\Edge\Application\msedge.exe"],
        linux_data: "microsoft-edge",
        macos_data: "Microsoft Edge",
        windows_key: r"Microsoft\Edge",
        loads_unpacked: true,
    },
    Family {
        id: "chrome",
        label: "Google Chrome",
        linux_programs: &["google-chrome", "google-chrome-stable", "/opt/google/chrome/chrome"],
        macos_programs: &["Google Chrome.app/Contents/MacOS/Google Chrome"],
        windows_programs: &[r"Google\Chrome\Application\chrome.exe"],
        linux_data: "google-chrome",
        macos_data: "Google/Chrome",
        windows_key: r"Google\Chrome",
        loads_unpacked: false,
    },
    Family {
        id: "chrome-beta",
        label: "Google Chrome Beta",
        linux_programs: &["google-chrome-beta", "/opt/google/chrome-beta/chrome"],
        macos_programs: &["Google Chrome Beta.app/Contents/MacOS/Google Chrome Beta"],
        windows_programs: &[r"Google\Chrome Beta\Application\chrome.exe"],
        linux_data: "google-chrome-beta",
        macos_data: "Google/Chrome Beta",
        windows_key: r"Google\Chrome Beta",
        loads_unpacked: false,
    },
];
