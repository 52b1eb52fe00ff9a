//! The room of the rules: rules, questions and the log. The person's word comes in here, from the
//! extension, the command line or the API; what it means is `tabwright-policy`'s.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde::Serialize;
use tabwright_client::{ConfigFile, Home, Key, PolicySettings, SettingsError};
use tabwright_policy::{
    AuditLog, LogLimits, NewEntry, Policy, PolicyConfig, PolicyError, PolicyPaths, Vault,
};
use tabwright_room::{Caller, Credential, Functions, Room, internal};
use tabwright_wire::{
    AddRule, AnswerQuestion, ClientOrigin, Event, IdParams, ListQuestions, ListRules, LogEntries,
    LogFilter, NoParams, NoResult, Outcome, PolicyAnswer, Problem, QuestionList, QuestionsChanged,
    ReadLog, RemoveRule, Rule, RuleList,
};
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::browsers::Browsers;
use crate::events::Events;
use crate::problems;

/// A file of the log is closed at this size, so that old ones can go.
const LOG_FILE_BYTES_MAX: u64 = 8 * 1024 * 1024;

pub(crate) fn open(home: &Home, settings: &PolicySettings) -> Result<(Policy, Vault), PolicyError> {
    let places = PolicyPaths { rules_file: home.rules_file(), log_folder: home.audit_log() };
    let vault = Vault::open(&home.secrets());
    let total_bytes_max = u64::from(settings.audit_megabytes) * 1024 * 1024;
    let config = PolicyConfig {
        rules: settings.rules.clone(),
        ask_timeout: Duration::from_secs(settings.ask_timeout_s.into()),
        log: LogLimits {
            file_bytes_max: LOG_FILE_BYTES_MAX.min(total_bytes_max / 4),
            age_days_max: settings.audit_days,
            total_bytes_max,
        },
        known_secrets: Arc::clone(vault.known()),
    };
    Ok((Policy::open(&places, config)?, vault))
}

/// Where in the config file a rule is wrong, if that is the error.
pub(crate) fn config_mistake(home: &Home, error: &PolicyError) -> Option<SettingsError> {
    let PolicyError::ConfigRule { number, why } = error else { return None };
    let rule = [Key::Name("rule"), Key::Index(number.saturating_sub(1))];
    let place: Vec<_> = rule.into_iter().chain(why.field().map(Key::Name)).collect();
    Some(
        ConfigFile::read(&home.config_file())
            .ok()?
            .mistake(&place, format!("this rule is wrong: {why}")),
    )
}

/// Rules, questions and the log, for whoever has the token.
#[derive(Debug)]
pub(crate) struct PolicyRoom {
    pub(crate) policy: Arc<Policy>,
    pub(crate) browsers: Arc<Browsers>,
    pub(crate) events: Arc<Events>,
}

#[async_trait]
impl Room for PolicyRoom {
    fn functions(self: Arc<Self>) -> Functions {
        Functions::of(self)
            .on::<ListQuestions, _>(|room, caller, NoParams {}| async move {
                let list = room.policy.questions();
                Ok(if caller.credential == Credential::Extension {
                    list
                } else {
                    without_codes(list)
                })
            })
            .on::<AnswerQuestion, _>(|room, caller, answer| {
                blocking(room, move |room| room.answer(&caller, &answer).map(|()| NoResult {}))
            })
            .on::<ListRules, _>(|room, _, NoParams {}| async move { Ok(room.policy.rules()) })
            .on::<AddRule, _>(|room, caller, rule| {
                blocking(room, move |room| room.add_rule(&caller.client, rule))
            })
            .on::<RemoveRule, _>(|room, caller, IdParams { id }| {
                blocking(room, move |room| room.remove_rule(&caller.client, id))
            })
            .on::<ReadLog, _>(|room, _, filter| blocking(room, move |room| room.read_log(&filter)))
            .all()
    }

    fn start(self: Arc<Self>, tasks: &TaskTracker, stopping: &CancellationToken) {
        let stopping = stopping.clone();
        tasks.spawn(async move { stopping.run_until_cancelled(self.tell_of_questions()).await });
    }

    async fn stop(&self) {
        self.policy.log().flush();
    }
}

impl PolicyRoom {
    /// Tells every browser and listener what waits for the person.
    async fn tell_of_questions(&self) {
        let mut changed = self.policy.questions_changed();
        while changed.changed().await.is_ok() {
            let list = self.policy.questions();
            for browser in self.browsers.all() {
                // A browser that is just going hears it from nobody.
                let _ = browser.control().tell::<QuestionsChanged>(&list).await;
            }
            let QuestionList { questions } = without_codes(list);
            self.events.publish(Event::Questions { questions });
        }
    }

    fn answer(&self, caller: &Caller, answer: &PolicyAnswer) -> Result<(), Problem> {
        let asked = self.policy.question_for_log(answer.id);
        let outcome = self.check_presence(caller, answer).and_then(|()| self.policy.answer(answer));
        let note = match (&outcome, asked) {
            (Ok(()), Some(asked)) => {
                let word = if answer.allow { "allowed" } else { "refused" };
                format!("{word}: {asked}")
            }
            (Ok(()), None) => String::new(),
            (Err(error), _) => error.to_string(),
        };
        self.note(&caller.client, "answer", answer, outcome, note)
    }

    /// A program with the person's token may be an agent that has found it: its yes counts only with the
    /// code that the asking window shows. Where no browser has that window, the token must do.
    fn check_presence(&self, caller: &Caller, answer: &PolicyAnswer) -> Result<(), PolicyError> {
        let is_seen = caller.credential == Credential::Extension || self.browsers.all().is_empty();
        if is_seen || !answer.allow {
            return Ok(());
        }
        self.policy.check_answer_code(answer.id, answer.code.as_deref())
    }

    fn add_rule(&self, client: &str, rule: Rule) -> Result<RuleList, Problem> {
        let said = rule.clone();
        self.note(client, "add-rule", &said, self.policy.add_rule(rule), String::new())
    }

    fn remove_rule(&self, client: &str, id: u32) -> Result<RuleList, Problem> {
        let said = IdParams { id };
        self.note(client, "remove-rule", &said, self.policy.remove_rule(id), String::new())
    }

    fn read_log(&self, filter: &LogFilter) -> Result<LogEntries, Problem> {
        let log = self.policy.log();
        log.flush();
        AuditLog::read(log.folder(), filter).map_err(|error| internal(&error))
    }

    /// What the person does is logged as what clients do.
    fn note<T>(
        &self,
        client: &str,
        operation: &str,
        said: &impl Serialize,
        outcome: Result<T, PolicyError>,
        note: String,
    ) -> Result<T, Problem> {
        let failed = outcome.as_ref().err().map(ToString::to_string);
        // An answer may have become a rule.
        self.browsers.rules_changed();
        self.policy.log().write(NewEntry {
            origin: ClientOrigin::Person,
            client: client.to_owned(),
            operation: operation.to_owned(),
            tab: None,
            url: String::new(),
            detail: serde_json::to_string(said).unwrap_or_default(),
            outcome: if failed.is_some() { Outcome::Failed } else { Outcome::Done },
            note: failed.unwrap_or(note),
            took_ms: 0,
        });
        outcome.map_err(|error| problems::policy(&error))
    }
}

/// For everybody but the extension.
fn without_codes(mut list: QuestionList) -> QuestionList {
    list.questions.iter_mut().for_each(|question| question.code = None);
    list
}

/// Runs what waits for the disk off the async workers. It runs to its end even if the caller goes away.
async fn blocking<T: Send + 'static>(
    room: Arc<PolicyRoom>,
    work: impl FnOnce(&PolicyRoom) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = spawn_blocking(move || work(&room)).await;
    done.unwrap_or_else(|error| Err(internal(&error)))
}
