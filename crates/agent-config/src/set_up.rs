//! Setting one agent up, taking it back, and telling how it stands.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::config::{Presence, Server};
use crate::diff;
use crate::error::{Error, Fault};
use crate::files;
use crate::places::{Agent, Place};
use crate::records::{Change, Record, Records};
use crate::skill::SKILL;

/// Our part in one agent's files.
#[derive(Debug)]
pub struct SetUp {
    pub agent: Agent,
    pub place: Place,
    pub server: Server,
    pub records: Records,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Action {
    Created,
    Updated,
    Unchanged,
    Removed,
}

/// What to do with one file.
#[derive(Debug)]
pub struct Step {
    pub file: PathBuf,
    pub action: Action,
    /// Why less was done than could be expected.
    pub note: Option<&'static str>,
    old: Option<String>,
    new: Option<String>,
}

/// What to do for an agent; nothing is done before `carry_out`.
#[derive(Debug)]
pub struct Steps {
    pub config: Step,
    pub skill: Option<Step>,
    record: Option<Record>,
}

const CHANGED_SKILL: &str = "you changed it, so it was kept; delete it to get the newest one";

impl SetUp {
    /// Whether the agent would start us.
    pub fn presence(&self) -> Result<Presence, Error> {
        let text = files::read(&self.place.config)?.unwrap_or_default();
        self.place.format.presence(&text, &self.server).map_err(|fault| self.broken(fault))
    }

    pub fn config_file(&self) -> &Path {
        &self.place.config
    }

    pub fn skill_file(&self) -> Option<&Path> {
        self.place.skill.as_deref()
    }

    pub fn has_skill(&self) -> Result<bool, Error> {
        let Some(file) = &self.place.skill else { return Ok(false) };
        Ok(files::read(file)?.is_some())
    }

    /// How to put our part in.
    pub fn install(&self) -> Result<Steps, Error> {
        let past = self.records.find(self.agent, &self.place.config)?;
        let (past_config, past_skill) = past.map_or((None, None), |past| (past.config, past.skill));

        let config = &self.place.config;
        let old = files::read(config)?;
        let text = old.as_deref().unwrap_or_default();
        let format = self.place.format;
        let presence = format.presence(text, &self.server).map_err(|fault| self.broken(fault))?;
        let new = match presence {
            Presence::SetUp => old.clone(),
            _ => Some(format.with(text, &self.server).map_err(|fault| self.broken(fault))?),
        };
        let before = match &past_config {
            None => old.clone(),
            Some(past) => self.text_without_us(old.as_deref(), Some(past))?,
        };
        let config_step = Step::new(config, old, new);
        let config_change = config_step.change(past_config, before);

        let skill_step = self.place.skill.as_deref().map(|file| {
            let old = files::read(file)?;
            let ours_once = past_skill.as_ref().map(|past| &past.after);
            if old.is_none() || old.as_ref() == ours_once || old.as_deref() == Some(SKILL) {
                return Ok(Step::new(file, old, Some(SKILL.to_owned())));
            }
            Ok(Step { note: Some(CHANGED_SKILL), ..Step::new(file, old.clone(), old) })
        });
        let skill_step = skill_step.transpose()?;
        let skill_change = skill_step.as_ref().map(|step| step.change(past_skill, None));
        let record =
            Record { file: config.clone(), config: config_change, skill: skill_change.flatten() };
        Ok(Steps { config: config_step, skill: skill_step, record: Some(record) })
    }

    /// How to take our part out.
    pub fn undo(&self) -> Result<Steps, Error> {
        let past = self.records.find(self.agent, &self.place.config)?;
        let (past_config, past_skill) = past.map_or((None, None), |past| (past.config, past.skill));

        let old = files::read(&self.place.config)?;
        let new = self.text_without_us(old.as_deref(), past_config.as_ref())?;
        let config = Step::undone(&self.place.config, old, new);

        let skill = self.place.skill.as_deref().map(|file| {
            let old = files::read(file)?;
            let ours = past_skill.as_ref().map(|past| &past.after);
            let is_ours = old.as_ref() == ours || old.as_deref() == Some(SKILL);
            if old.is_none() || is_ours {
                return Ok(Step::undone(file, old, None));
            }
            Ok(Step {
                note: Some("you changed it, so it was kept"),
                ..Step::new(file, old.clone(), old)
            })
        });
        Ok(Steps { config, skill: skill.transpose()?, record: None })
    }

    pub fn carry_out(&self, steps: &Steps) -> Result<(), Error> {
        let past = self.records.find(self.agent, &self.place.config)?;
        // First the record: what it says of a file that we then fail to write does no harm.
        if let Some(record) = &steps.record
            && (record.config.is_some() || record.skill.is_some())
            && past.as_ref() != Some(record)
        {
            self.records.keep(self.agent, record.clone())?;
        }
        for step in [Some(&steps.config), steps.skill.as_ref()].into_iter().flatten() {
            if step.old != step.new {
                files::replace(&step.file, step.old.as_deref(), step.new.as_deref())?;
            }
        }
        if let (None, Some(past)) = (&steps.record, past) {
            for change in [past.skill, past.config].into_iter().flatten() {
                files::remove_empty(&change.folders);
            }
            self.records.forget(self.agent, &self.place.config)?;
        }
        Ok(())
    }

    /// The configuration as it would be if we had never come: as it was, when nobody changed it
    /// since; else as it is, without our entry.
    fn text_without_us(
        &self,
        text: Option<&str>,
        past: Option<&Change>,
    ) -> Result<Option<String>, Error> {
        let Some(text) = text else { return Ok(None) };
        if let Some(past) = past.filter(|past| past.after == text) {
            return Ok(past.before.clone());
        }
        let format = self.place.format;
        if text.trim().is_empty() {
            return Ok(Some(text.to_owned()));
        }
        let before = past.map(|past| past.before.as_deref().unwrap_or_default());
        let left = format.without(text, before).map_err(|fault| self.broken(fault))?;
        let was_ours_alone = past.is_some_and(|past| past.before.is_none());
        Ok((!was_ours_alone || !format.is_empty(&left)).then_some(left))
    }

    fn broken(&self, fault: Fault) -> Error {
        let snippet = self.place.format.snippet(&self.server);
        let by_hand = format!(
            "Fix it and try again, or edit it yourself. The entry of Tabwright is:\n\n{}",
            snippet.trim_end()
        );
        Error::Config { file: self.place.config.clone(), fault, by_hand }
    }
}

impl Step {
    fn new(file: &Path, old: Option<String>, new: Option<String>) -> Self {
        let action = match (&old, &new) {
            (old, new) if old == new => Action::Unchanged,
            (None, _) => Action::Created,
            (Some(_), None) => Action::Removed,
            (Some(_), Some(_)) => Action::Updated,
        };
        Self { file: file.to_owned(), action, note: None, old, new }
    }

    /// Our part is what goes, though the file may stay.
    fn undone(file: &Path, old: Option<String>, new: Option<String>) -> Self {
        let step = Self::new(file, old, new);
        let action = if step.action == Action::Unchanged { step.action } else { Action::Removed };
        Self { action, ..step }
    }

    /// What to remember of it.
    fn change(&self, past: Option<Change>, before: Option<String>) -> Option<Change> {
        if self.old == self.new {
            return past;
        }
        let mut folders = past.map(|past| past.folders).unwrap_or_default();
        folders.extend(files::missing_folders(&self.file));
        folders.dedup();
        Some(Change { before, after: self.new.clone()?, folders })
    }

    pub fn removes_file(&self) -> bool {
        self.old.is_some() && self.new.is_none()
    }

    /// What changes, for a person to read.
    pub fn preview(&self) -> String {
        diff::unified(&self.file.display().to_string(), self.old.as_deref(), self.new.as_deref())
    }
}
