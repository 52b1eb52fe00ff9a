//! How a command fails: words for a person, an exit code for a script, a problem for a program.

use std::process::ExitCode;

use tabwright_client::{ClientError, StartError};
use tabwright_store::StoreError;
use tabwright_wire::{Problem, ProblemCode};

use crate::args::Usage;

/// What the exit code of a command means; docs/control.md has the same table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exit {
    Other = 1,
    BadUsage = 2,
    /// No daemon, or no browser.
    NoBrowser = 3,
    /// No such tab, element or option.
    NotThere = 4,
    /// It is there, but cannot be acted on.
    CannotAct = 5,
    TimeRanOut = 6,
    NotAllowed = 7,
    /// The page, its script or the way to it failed.
    PageFailed = 8,
}

/// Says what went wrong and what to do about it.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    let problem = problem(error);
    eprintln!("tabwright: {}", problem.title);
    if !problem.fix.is_empty() {
        eprintln!("  {}", problem.fix);
    }
    ExitCode::from(exit(problem.code) as u8)
}

/// What went wrong, for a program that reads JSON.
pub(crate) fn problem(error: &anyhow::Error) -> Problem {
    if let Some(StartError::Client(error)) = error.downcast_ref() {
        return of_client(error);
    }
    if let Some(error) = error.downcast_ref() {
        return of_client(error);
    }
    if let Some(error) = error.downcast_ref::<StoreError>() {
        let (title, fix) = (error.to_string(), error.fix().to_owned());
        return Problem { code: ProblemCode::StorageFailed, title, fix };
    }
    let code = if error.is::<Usage>() {
        ProblemCode::BadRequest
    } else if error.is::<StartError>() {
        ProblemCode::NoBrowser
    } else {
        ProblemCode::Internal
    };
    Problem { code, title: format!("{error:#}"), fix: String::new() }
}

fn of_client(error: &ClientError) -> Problem {
    let (code, fix) = match error {
        ClientError::Refused(problem) => {
            // Said for HTTP, where it is so.
            let fix = problem.fix.replace("`?browser=`", "`--browser`");
            return Problem { fix, ..problem.clone() };
        }
        ClientError::NotRunning => (ProblemCode::NoBrowser, ""),
        ClientError::Unreachable { .. } => {
            (ProblemCode::NoBrowser, "Try again. `tabwright doctor` shows what is wrong")
        }
        ClientError::Unexpected { .. } => (
            ProblemCode::Internal,
            "The daemon may be another version. Run `tabwright stop`, then try again",
        ),
        ClientError::Token(_) => (ProblemCode::Internal, ""),
    };
    Problem { code, title: error.to_string(), fix: fix.to_owned() }
}

fn exit(code: ProblemCode) -> Exit {
    use ProblemCode as Code;
    match code {
        Code::BadRequest | Code::TooLarge | Code::NotUnderstood => Exit::BadUsage,
        Code::NoBrowser
        | Code::UnknownBrowser
        | Code::BrowserDisconnected
        | Code::BrowserRefused
        | Code::LaunchFailed
        | Code::SlotTaken => Exit::NoBrowser,
        Code::NoSuchTab
        | Code::ElementNotFound
        | Code::ElementAmbiguous
        | Code::ElementGone
        | Code::NoOption => Exit::NotThere,
        Code::ElementHidden
        | Code::ElementCovered
        | Code::ElementDisabled
        | Code::ElementReadOnly
        | Code::ElementMoving
        | Code::WrongKind
        | Code::NoEffect
        | Code::DialogOpen
        | Code::NoDialog
        | Code::Unsupported => Exit::CannotAct,
        Code::WaitTimeout | Code::BrowserTimeout => Exit::TimeRanOut,
        Code::ForbiddenPage
        | Code::StoppedByPerson
        | Code::Denied
        | Code::PageChanged
        | Code::SecretProblem
        | Code::BadToken
        | Code::BadHost
        | Code::BadOrigin
        | Code::PersonOnly
        | Code::BadAnswerCode
        | Code::BadPairingCode => Exit::NotAllowed,
        Code::NavigationFailed | Code::ScriptFailed | Code::PageFailed => Exit::PageFailed,
        Code::NotFound
        | Code::ProtocolMismatch
        | Code::BrowserBusy
        | Code::TaskLimit
        | Code::TaskPaused
        | Code::FileProblem
        | Code::NoModel
        | Code::ModelFailed
        | Code::StorageFailed
        | Code::UpgradeRequired
        | Code::Internal
        | Code::Unknown => Exit::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_keeps_its_code_on_the_way_up() {
        let refused = |code| {
            let (title, fix) = ("no".to_owned(), "Choose one with `?browser=`: a, b".to_owned());
            ClientError::Refused(Problem { code, title, fix })
        };
        let unknown = anyhow::Error::from(StartError::Client(refused(ProblemCode::UnknownBrowser)));
        assert_eq!(problem(&unknown).fix, "Choose one with `--browser`: a, b");
        for (error, meant) in [
            (unknown, Exit::NoBrowser),
            (refused(ProblemCode::ElementGone).into(), Exit::NotThere),
            (refused(ProblemCode::StoppedByPerson).into(), Exit::NotAllowed),
            (ClientError::NotRunning.into(), Exit::NoBrowser),
            (Usage("odd".to_owned()).into(), Exit::BadUsage),
            (anyhow::anyhow!("the disk is full"), Exit::Other),
        ] {
            assert_eq!(exit(problem(&error).code), meant, "{error}");
        }
    }
}
