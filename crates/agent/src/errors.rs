//! Why something about a chat or a run cannot be done, as others get it.

use std::io;
use std::process::ExitStatus;

use tabwright_model::Program;
use tabwright_store::StoreError;
use tabwright_wire::chats::ChatId;
use tabwright_wire::{Problem, ProblemCode, one_line};

/// The longest words of a model that an error repeats.
const WORDS_CHARS_MAX: usize = 300;

pub(crate) fn stored(error: &StoreError) -> Problem {
    problem(ProblemCode::StorageFailed, error.to_string(), error.fix())
}

pub(crate) fn no_such_chat(id: &ChatId) -> Problem {
    problem(ProblemCode::NotFound, format!("There is no chat {id}"), "`tabwright chats` lists them")
}

pub(crate) fn run_is_open() -> Problem {
    problem(
        ProblemCode::SlotTaken,
        "A task of this chat is under way already".to_owned(),
        "Wait for its end, stop it, or begin another chat",
    )
}

pub(crate) fn no_run() -> Problem {
    problem(
        ProblemCode::NotFound,
        "No task of this chat is under way".to_owned(),
        "Hand over a task first",
    )
}

pub(crate) fn too_many_runs() -> Problem {
    problem(
        ProblemCode::SlotTaken,
        "As many tasks are under way as there may be".to_owned(),
        "Wait for the end of one, or stop one",
    )
}

pub(crate) fn is_done() -> Problem {
    problem(
        ProblemCode::BadRequest,
        "The task has finished, so there is nothing to go on with".to_owned(),
        "Hand over another task",
    )
}

pub(crate) fn nothing_to_add_to() -> Problem {
    problem(
        ProblemCode::NotFound,
        "No task of this chat is under way".to_owned(),
        "Hand it over as a task of its own",
    )
}

pub(crate) fn cannot_add_to(program: Program) -> Problem {
    let title = format!("{} hears nothing while it works on a task", program.title());
    problem(ProblemCode::BadRequest, title, "Stop the task and hand over what you want besides")
}

pub(crate) fn added_enough(max: usize) -> Problem {
    let title = format!("{max} additions are as many as a task takes");
    problem(ProblemCode::BadRequest, title, "Stop the task, and say all of it in another one")
}

pub(crate) fn not_deleted(error: &io::Error) -> Problem {
    problem(
        ProblemCode::StorageFailed,
        format!("The chat is deleted, but its pictures could not be: {error}"),
        "Make sure that the data folder can be written to, and delete them there",
    )
}

pub(crate) fn no_such_picture() -> Problem {
    problem(
        ProblemCode::NotFound,
        "This picture is not kept any more".to_owned(),
        "Only the newest pictures of a chat are kept",
    )
}

pub(crate) fn no_such_question() -> Problem {
    problem(
        ProblemCode::NotFound,
        "The agent does not ask this, or not any more".to_owned(),
        "Look at the chat: it shows what is asked now",
    )
}

pub(crate) fn empty(what: &str) -> Problem {
    problem(ProblemCode::BadRequest, format!("The {what} is empty"), "Write some words")
}

pub(crate) fn too_long(what: &str, max: usize) -> Problem {
    let title = format!("The {what} is longer than {max} characters");
    problem(ProblemCode::BadRequest, title, "Write it shorter")
}

pub(crate) fn of_model(error: &tabwright_model::Error) -> Problem {
    problem(ProblemCode::ModelFailed, error.to_string(), error.fix())
}

pub(crate) fn no_model(error: &tabwright_model::ModelsError) -> Problem {
    problem(ProblemCode::NoModel, error.to_string(), &error.fix())
}

pub(crate) fn no_program(program: Program) -> Problem {
    let title = format!("{} is not installed, or the daemon does not find it", program.title());
    problem(ProblemCode::NoModel, title, program.how_to_install())
}

pub(crate) fn program_start(program: Program, error: &io::Error) -> Problem {
    let title = format!("{} could not be started: {error}", program.title());
    problem(ProblemCode::ModelFailed, title, program.how_to_install())
}

pub(crate) fn program_failed(program: Program, why: &str) -> Problem {
    problem(
        ProblemCode::ModelFailed,
        format!("{} gave up: {why}", program.title()),
        &try_it(program),
    )
}

/// It said nothing of an end.
pub(crate) fn program_ended(
    program: Program,
    status: Option<ExitStatus>,
    last_words: &str,
) -> Problem {
    let status = status.map_or("without a word".to_owned(), |status| format!("with {status}"));
    let words = one_line(last_words, WORDS_CHARS_MAX);
    let words = if words.is_empty() { words } else { format!(": {words}") };
    let title = format!("{} ended {status} before the task was done{words}", program.title());
    problem(ProblemCode::ModelFailed, title, &try_it(program))
}

fn try_it(program: Program) -> String {
    let name = program.title();
    format!("Start {name} in a terminal to see whether it works there: it may want you to log in")
}

pub(crate) fn no_ticket(error: &io::Error) -> Problem {
    problem(
        ProblemCode::StorageFailed,
        format!("The folder of the task could not be made: {error}"),
        "Make sure that the disk is not full",
    )
}

pub(crate) fn no_such_task() -> Problem {
    problem(
        ProblemCode::NotFound,
        "This task is not under way any more".to_owned(),
        "End your work: the person has stopped the task, or it has ended",
    )
}

pub(crate) fn not_for_tasks(tool: &str) -> Problem {
    let title = format!("`{tool}` is not for tasks");
    problem(ProblemCode::BadRequest, title, "Leave the tabs of the task as they are")
}

pub(crate) fn limit(reached: String) -> Problem {
    problem(
        ProblemCode::TaskLimit,
        reached,
        "Raise the limit in the settings (`tabwright config --explain`), or hand over what is left as another task",
    )
}

pub(crate) fn bad_answers(last: &str) -> Problem {
    let last: String = last.chars().take(WORDS_CHARS_MAX).collect();
    problem(
        ProblemCode::ModelFailed,
        format!("The model used the tools wrongly three times in a row. The last time: {last}"),
        "Choose a model that is made for tools, or say the task in other words",
    )
}

pub(crate) fn looping(tool: &str, times: u32) -> Problem {
    problem(
        ProblemCode::TaskLimit,
        format!(
            "The agent repeats itself: it called `{tool}` {times} times, and nothing came of it"
        ),
        "Look at the page, then resume the task or say it in other words",
    )
}

pub(crate) fn daemon_stopped() -> Problem {
    problem(
        ProblemCode::TaskPaused,
        "Tabwright was stopped while the task was under way".to_owned(),
        "Resume it",
    )
}

pub(crate) fn left_behind() -> Problem {
    problem(
        ProblemCode::TaskPaused,
        "The task was under way when Tabwright ended, and that is a while ago".to_owned(),
        "Resume it if it is still wanted",
    )
}

fn problem(code: ProblemCode, title: String, fix: &str) -> Problem {
    Problem { code, title, fix: fix.to_owned() }
}
