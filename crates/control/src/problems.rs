//! Why something was not done, where control itself says no.

use tabwright_policy::{Denial, LogError};
use tabwright_wire::{Problem, ProblemCode, TabId};

pub(crate) fn denied(denial: &Denial) -> Problem {
    Problem { code: ProblemCode::Denied, title: denial.to_string(), fix: denial.fix() }
}

pub(crate) fn not_logged(error: &LogError) -> Problem {
    Problem { code: ProblemCode::StorageFailed, title: error.to_string(), fix: error.fix() }
}

pub(crate) fn page_changed(tab: TabId) -> Problem {
    Problem {
        code: ProblemCode::PageChanged,
        title: format!(
            "Tab {tab} went to another page while the person was asked, so nothing was done"
        ),
        fix: "Take a snapshot to see where it is now".to_owned(),
    }
}

pub(crate) fn internal(error: &impl std::fmt::Display) -> Problem {
    Problem {
        code: ProblemCode::Internal,
        title: error.to_string(),
        fix: "`tabwright logs` tells more".to_owned(),
    }
}

pub(crate) fn not_of_task(tab: TabId) -> Problem {
    Problem {
        code: ProblemCode::Denied,
        title: format!("Tab {tab} is not one of this task's tabs"),
        fix: "Work in the tab that the task began in, or open one of your own with `navigate`"
            .to_owned(),
    }
}

pub(crate) fn all_tabs_of_task() -> Problem {
    Problem {
        code: ProblemCode::Denied,
        title: "A task reaches its own tabs only".to_owned(),
        fix: "Name one of your own tabs; `tabs` lists them".to_owned(),
    }
}

pub(crate) fn only_names() -> Problem {
    Problem {
        code: ProblemCode::Denied,
        title: "Agents choose the name of a file, not the folder it goes to".to_owned(),
        fix: "Give a plain name, or none: the file is where the browser puts downloads".to_owned(),
    }
}
