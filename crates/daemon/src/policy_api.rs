//! Rules, questions and the log at the doors: the person's word comes in here, from the extension,
//! the command line or the API. What it means is the policy room's.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;
use tabwright_client::{ConfigFile, Home, Key, PolicySettings, SettingsError};
use tabwright_policy::{
    AuditLog, LogLimits, NewEntry, Policy, PolicyConfig, PolicyError, PolicyPaths, Vault,
};
use tabwright_rpc::Service;
use tabwright_wire::{
    AddRule, AnswerQuestion, ClientOrigin, Event, ListQuestions, ListRules, LogEntries, LogFilter,
    NoResult, Outcome, PolicyAnswer, Problem, QuestionList, QuestionsChanged, ReadLog, RemoteError,
    RemoteErrorCode, RemoveRule, Rule, RuleIdParams, RuleList,
};
use tokio::task::spawn_blocking;

use crate::api::{Body, PathOf, QueryOf};
use crate::api_router::{ApiRouter, routes};
use crate::problems::{self, ApiError};
use crate::server::Daemon;
use crate::verbs::client;

type Answer<T> = Result<Json<T>, ApiError>;

/// A file of the log is closed at this size, so that old ones can go.
const LOG_FILE_BYTES_MAX: u64 = 8 * 1024 * 1024;
/// How the extension is called in the log.
const EXTENSION: &str = "extension";

pub(crate) fn open(home: &Home, settings: &PolicySettings) -> Result<(Policy, Vault), PolicyError> {
    let places = PolicyPaths { rules_file: home.rules_file(), log_folder: home.audit_log() };
    let total_bytes_max = u64::from(settings.audit_megabytes) * 1024 * 1024;
    let config = PolicyConfig {
        rules: settings.rules.clone(),
        ask_timeout: Duration::from_secs(settings.ask_timeout_s.into()),
        log: LogLimits {
            file_bytes_max: LOG_FILE_BYTES_MAX.min(total_bytes_max / 4),
            age_days_max: settings.audit_days,
            total_bytes_max,
        },
    };
    Ok((Policy::open(&places, config)?, Vault::open(&home.secrets())))
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

/// Tells every browser and listener what waits for the person, until the daemon stops.
pub(crate) async fn tell_of_questions(daemon: Arc<Daemon>) {
    let mut changed = daemon.policy.questions_changed();
    let telling = async {
        while changed.changed().await.is_ok() {
            let list = daemon.policy.questions();
            for browser in daemon.browsers.all() {
                let channel = browser.control();
                // A browser that is just going hears it from nobody.
                let _ = channel.tell::<QuestionsChanged>(&list).await;
            }
            daemon.events.publish(Event::Questions { questions: list.questions });
        }
    };
    tokio::select! {
        () = telling => {}
        () = daemon.stopping.cancelled() => {}
    }
}

pub(crate) fn routes() -> ApiRouter {
    ApiRouter::default()
        .routes(routes!(questions, answer))
        .routes(routes!(rules, add_rule))
        .routes(routes!(remove_rule))
        .routes(routes!(log))
}

/// What the extension may ask and say of it.
pub(crate) fn serve_extension(service: Service, daemon: &Arc<Daemon>) -> Service {
    let (asked, answered, listed, added, removed, logged) = (
        Arc::clone(daemon),
        Arc::clone(daemon),
        Arc::clone(daemon),
        Arc::clone(daemon),
        Arc::clone(daemon),
        Arc::clone(daemon),
    );
    service
        .on::<ListQuestions, _>(move |_| {
            let questions = asked.policy.questions();
            async { Ok(questions) }
        })
        .on::<AnswerQuestion, _>(move |answer| {
            let daemon = Arc::clone(&answered);
            let work = blocking(daemon, move |daemon| daemon.answer(EXTENSION, &answer));
            async { work.await.map(|()| NoResult {}).map_err(remote) }
        })
        .on::<ListRules, _>(move |_| {
            let rules = listed.policy.rules();
            async { Ok(rules) }
        })
        .on::<AddRule, _>(move |rule| {
            let daemon = Arc::clone(&added);
            let work = blocking(daemon, move |daemon| daemon.add_rule(EXTENSION, rule));
            async { work.await.map_err(remote) }
        })
        .on::<RemoveRule, _>(move |RuleIdParams { id }| {
            let daemon = Arc::clone(&removed);
            let work = blocking(daemon, move |daemon| daemon.remove_rule(EXTENSION, id));
            async { work.await.map_err(remote) }
        })
        .on::<ReadLog, _>(move |filter| {
            let daemon = Arc::clone(&logged);
            let work = blocking(daemon, move |daemon| daemon.read_log(&filter));
            async { work.await.map_err(remote) }
        })
}

impl Daemon {
    fn answer(&self, client: &str, answer: &PolicyAnswer) -> Result<(), Problem> {
        let asked = self.policy.questions().questions.into_iter().find(|it| it.id == answer.id);
        let outcome = self.policy.answer(answer);
        let note = match (&outcome, asked) {
            (Ok(()), Some(asked)) => {
                let word = if answer.allow { "allowed" } else { "refused" };
                format!("{word}: {} may {}", asked.client, asked.what)
            }
            (Ok(()), None) => String::new(),
            (Err(error), _) => error.to_string(),
        };
        self.note(client, "answer", answer, outcome, note)
    }

    fn add_rule(&self, client: &str, rule: Rule) -> Result<RuleList, Problem> {
        let said = rule.clone();
        self.note(client, "add-rule", &said, self.policy.add_rule(rule), String::new())
    }

    fn remove_rule(&self, client: &str, id: u32) -> Result<RuleList, Problem> {
        let said = RuleIdParams { id };
        self.note(client, "remove-rule", &said, self.policy.remove_rule(id), String::new())
    }

    fn read_log(&self, filter: &LogFilter) -> Result<LogEntries, Problem> {
        let log = self.policy.log();
        log.flush();
        AuditLog::read(log.folder(), filter).map_err(|error| problems::internal(&error).0)
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
        outcome.map_err(|error| problems::policy(&error).0)
    }
}

/// Runs what waits for the disk off the async workers. It runs to its end even if the caller goes away.
async fn blocking<T: Send + 'static>(
    daemon: Arc<Daemon>,
    work: impl FnOnce(&Daemon) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = spawn_blocking(move || work(&daemon)).await;
    done.unwrap_or_else(|error| Err(problems::internal(&error).0))
}

fn remote(Problem { title, fix, .. }: Problem) -> RemoteError {
    let message = format!("{title}. {fix}");
    RemoteError { code: RemoteErrorCode::Failed, message }
}

/// What waits for the person's word
#[utoipa::path(
    get, path = "/api/v1/questions", tag = "policy", responses((status = 200, body = QuestionList))
)]
async fn questions(State(daemon): State<Arc<Daemon>>) -> Json<QuestionList> {
    Json(daemon.policy.questions())
}

/// Answer a question
#[utoipa::path(
    post, path = "/api/v1/questions", tag = "policy", request_body = PolicyAnswer,
    responses((status = 200, body = NoResult), (status = "default", body = Problem))
)]
async fn answer(
    State(daemon): State<Arc<Daemon>>,
    headers: HeaderMap,
    Body(answer): Body<PolicyAnswer>,
) -> Answer<NoResult> {
    let client = client(&headers).to_owned();
    let done = blocking(daemon, move |daemon| daemon.answer(&client, &answer)).await;
    done.map(|()| Json(NoResult {})).map_err(ApiError)
}

/// Who may do what where, in the order in which the rules are asked
#[utoipa::path(get, path = "/api/v1/rules", tag = "policy", responses((status = 200, body = RuleList)))]
async fn rules(State(daemon): State<Arc<Daemon>>) -> Json<RuleList> {
    Json(daemon.policy.rules())
}

/// Add a rule before all others
#[utoipa::path(
    post, path = "/api/v1/rules", tag = "policy", request_body = Rule,
    responses((status = 200, body = RuleList), (status = "default", body = Problem))
)]
async fn add_rule(
    State(daemon): State<Arc<Daemon>>,
    headers: HeaderMap,
    Body(rule): Body<Rule>,
) -> Answer<RuleList> {
    let client = client(&headers).to_owned();
    let rules = blocking(daemon, move |daemon| daemon.add_rule(&client, rule)).await;
    rules.map(Json).map_err(ApiError)
}

/// Remove a rule that the person has made
#[utoipa::path(
    delete, path = "/api/v1/rules/{id}", tag = "policy", params(("id" = u32, Path)),
    responses((status = 200, body = RuleList), (status = "default", body = Problem))
)]
async fn remove_rule(
    State(daemon): State<Arc<Daemon>>,
    headers: HeaderMap,
    PathOf(id): PathOf<u32>,
) -> Answer<RuleList> {
    let client = client(&headers).to_owned();
    let rules = blocking(daemon, move |daemon| daemon.remove_rule(&client, id)).await;
    rules.map(Json).map_err(ApiError)
}

/// Who did what, the newest last
#[utoipa::path(
    get, path = "/api/v1/log", tag = "policy", params(LogFilter),
    responses((status = 200, body = LogEntries), (status = "default", body = Problem))
)]
async fn log(
    State(daemon): State<Arc<Daemon>>,
    QueryOf(filter): QueryOf<LogFilter>,
) -> Answer<LogEntries> {
    let entries = blocking(daemon, move |daemon| daemon.read_log(&filter)).await;
    entries.map(Json).map_err(ApiError)
}
