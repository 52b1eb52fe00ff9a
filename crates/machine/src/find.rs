//! Which browsers are on this machine.

use std::env;
use std::path::{Path, PathBuf};

use crate::family::{FAMILIES, Family};
use crate::launch::Error;

/// The places to look in: the real ones, or a test's.
#[derive(Debug, Clone)]
pub struct Machine {
    pub home: PathBuf,
    /// `~/.config` or what `XDG_CONFIG_HOME` says; other systems have their own.
    pub config: PathBuf,
    pub path: Vec<PathBuf>,
}

/// A browser that is installed, or that has left profiles behind.
#[derive(Debug, Clone)]
pub struct Found {
    pub family: &'static Family,
    pub executable: Option<PathBuf>,
    /// Where the person's profiles are.
    pub data: PathBuf,
}

impl Machine {
    /// This machine, as its environment describes it.
    #[must_use]
    pub fn this() -> Self {
        let home = env::home_dir().unwrap_or_else(|| PathBuf::from("/"));
        let config = env::var_os("XDG_CONFIG_HOME")
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
            .unwrap_or_else(|| home.join(".config"));
        let path = env::var_os("PATH").map(|path| env::split_paths(&path).collect());
        Self { home, config, path: path.unwrap_or_default() }
    }

    #[must_use]
    pub fn browsers(&self) -> Vec<Found> {
        let look = |family| Found {
            family,
            executable: self.programs(family).into_iter().find(|path| path.is_file()),
            data: self.data(family),
        };
        FAMILIES
            .iter()
            .map(look)
            .filter(|found| found.executable.is_some() || found.data.is_dir())
            .collect()
    }

    fn programs(&self, family: &Family) -> Vec<PathBuf> {
        let below = |roots: &[PathBuf], programs: &[&str]| -> Vec<PathBuf> {
            roots.iter().flat_map(|root| programs.iter().map(|p| root.join(p))).collect()
        };
        if cfg!(target_os = "macos") {
            let roots = [PathBuf::from("/Applications"), self.home.join("Applications")];
            below(&roots, family.macos_programs)
        } else if cfg!(windows) {
            let roots: Vec<PathBuf> = ["ProgramFiles", "ProgramFiles(x86)", "LocalAppData"]
                .into_iter()
                .filter_map(env::var_os)
                .map(PathBuf::from)
                .collect();
            below(&roots, family.windows_programs)
        } else {
            let (fixed, named): (Vec<&str>, Vec<&str>) =
                family.linux_programs.iter().partition(|program| program.starts_with('/'));
            let mut programs = below(&self.path, &named);
            programs.extend(fixed.into_iter().map(PathBuf::from));
            programs
        }
    }

    fn data(&self, family: &Family) -> PathBuf {
        if cfg!(target_os = "macos") {
            self.home.join("Library/Application Support").join(family.macos_data)
        } else if cfg!(windows) {
            let local =
                env::var_os("LocalAppData").map_or_else(|| self.home.clone(), PathBuf::from);
            local.join(family.windows_key).join("User Data")
        } else {
            self.config.join(family.linux_data)
        }
    }
}

/// The browser for `tabwright up`: a family's id or a path when the person named one, else the
/// first installed that still takes an extension from the command line.
pub fn choose(machine: &Machine, wanted: Option<&str>) -> Result<PathBuf, Error> {
    let found = machine.browsers();
    match wanted {
        None => found
            .into_iter()
            .filter(|browser| browser.family.loads_unpacked)
            .find_map(|browser| browser.executable)
            .ok_or(Error::NoBrowser),
        Some(wanted) if FAMILIES.iter().any(|family| family.id == wanted) => {
            let browser = found.into_iter().find(|browser| browser.family.id == wanted);
            let Some((family, executable)) = browser.and_then(|b| Some((b.family, b.executable?)))
            else {
                return Err(Error::NotInstalled { wanted: wanted.to_owned() });
            };
            if family.loads_unpacked {
                Ok(executable)
            } else {
                Err(Error::NoUnpacked { label: family.label })
            }
        }
        Some(path) if Path::new(path).is_file() => Ok(PathBuf::from(path)),
        Some(wanted) => Err(Error::NotInstalled { wanted: wanted.to_owned() }),
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    fn machine(programs: &[&str], profiles: &[&str]) -> (tempfile::TempDir, Machine) {
        let root = tempfile::tempdir().unwrap();
        let bin = root.path().join("bin");
        std::fs::create_dir(&bin).unwrap();
        for program in programs {
            std::fs::write(bin.join(program), "").unwrap();
        }
        let config = root.path().join("config");
        for profile in profiles {
            std::fs::create_dir_all(config.join(profile)).unwrap();
        }
        let machine = Machine { home: root.path().to_owned(), config, path: vec![bin] };
        (root, machine)
    }

    #[test]
    fn a_browser_is_found_by_its_program_or_by_its_profiles() {
        let (_root, machine) = machine(&["google-chrome"], &["vivaldi"]);
        let found: Vec<_> =
            machine.browsers().iter().map(|b| (b.family.id, b.executable.is_some())).collect();
        assert_eq!(found, [("vivaldi", false), ("chrome", true)]);
    }

    #[test]
    fn up_takes_one_that_loads_extensions() {
        let (_root, machine) = machine(&["google-chrome", "brave-browser"], &[]);
        assert!(choose(&machine, None).unwrap().ends_with("brave-browser"));
    }

    #[test]
    fn a_browser_that_cannot_serve_is_refused_with_a_reason() {
        let (_root, machine) = machine(&["google-chrome"], &[]);
        assert!(matches!(choose(&machine, None), Err(Error::NoBrowser)));
        assert!(matches!(choose(&machine, Some("chrome")), Err(Error::NoUnpacked { .. })));
        assert!(matches!(choose(&machine, Some("edge")), Err(Error::NotInstalled { .. })));
        assert!(matches!(choose(&machine, Some("/no/such")), Err(Error::NotInstalled { .. })));
    }
}
