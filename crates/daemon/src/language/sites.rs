//! How the names of sites are found: which stages are asked, and the person's own names. Kept in a file.

use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use tabwright_actions::resolve::{Language, Offer, OwnSites, Resolver, Settings, Stage};
use tabwright_wire::language::{NamedSite, ResolverChange, ResolverStage, ResolverState};
use tabwright_wire::{Problem, ProblemCode};

#[derive(Debug)]
pub(crate) struct Sites {
    file: PathBuf,
    kept: Mutex<Kept>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    settings: Settings,
    sites: OwnSites,
}

impl Sites {
    pub(super) fn load(file: PathBuf) -> Self {
        let kept = match std::fs::read(&file) {
            Ok(text) => serde_json::from_slice(&text).unwrap_or_else(|error| {
                tracing::warn!(file = %file.display(), %error, "how sites are found cannot be read");
                Kept::default()
            }),
            Err(_) => Kept::default(),
        };
        Self { file, kept: Mutex::new(kept) }
    }

    /// As it is set now.
    pub(super) fn resolver(&self) -> Resolver {
        let kept = self.kept().clone();
        Resolver::new(kept.settings, kept.sites)
    }

    pub(super) fn state(&self) -> ResolverState {
        let kept = self.kept();
        let stage = |stage: Stage| ResolverStage {
            name: stage.name().to_owned(),
            about: stage.about().to_owned(),
            on: kept.settings.is_on(stage),
        };
        let site = |site: &Offer| NamedSite { name: site.name.clone(), url: site.address.clone() };
        ResolverState {
            stages: Stage::ALL.map(stage).to_vec(),
            language: kept.settings.language.to_string(),
            direct: kept.settings.direct.clone(),
            sites: kept.sites.iter().map(site).collect(),
        }
    }

    /// On disk before it counts.
    pub(super) fn change(&self, change: ResolverChange) -> Result<ResolverState, Problem> {
        let mut changed = self.kept().clone();
        match change {
            ResolverChange::Switch { stage, on } => {
                let stage: Stage = stage.parse().map_err(|error| bad(&error))?;
                changed.settings.switch(stage, on);
            }
            ResolverChange::Language { name } => {
                changed.settings.language =
                    Language::try_from(name).map_err(|error| bad(&error))?;
            }
            ResolverChange::Direct { provider } => changed.settings.direct = provider,
            ResolverChange::AddSite(NamedSite { name, url }) => {
                changed.sites.add(&name, &url).map_err(|error| bad(&error))?;
            }
            ResolverChange::RemoveSite { name } => {
                if !changed.sites.remove(&name) {
                    return Err(Problem {
                        status: 404,
                        code: ProblemCode::NotFound,
                        title: format!("no site of yours is called \"{name}\""),
                        fix: "`tabwright resolver` lists them".to_owned(),
                    });
                }
            }
        }
        self.keep(&changed).map_err(|error| Problem {
            status: 500,
            code: ProblemCode::FileProblem,
            title: format!("{} cannot be written: {error}", self.file.display()),
            fix: "Make room on the disk, or let the file be written to".to_owned(),
        })?;
        *self.kept() = changed;
        Ok(self.state())
    }

    fn keep(&self, kept: &Kept) -> io::Result<()> {
        let text = serde_json::to_vec_pretty(kept).map_err(io::Error::other)?;
        let beside = self.file.with_extension("new");
        std::fs::write(&beside, text)?;
        std::fs::rename(&beside, &self.file)
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn bad(error: &dyn std::error::Error) -> Problem {
    Problem {
        status: 400,
        code: ProblemCode::BadRequest,
        title: error.to_string(),
        fix: "`tabwright resolver` shows how sites are found".to_owned(),
    }
}
