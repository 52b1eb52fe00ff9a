//! The prompt: history, menu, colours, keys. It blocks the thread it is asked on.

use std::borrow::Cow;
use std::sync::Arc;

use reedline::{
    Emacs, FileBackedHistory, IdeMenu, KeyCode, KeyModifiers, MenuBuilder as _, Prompt,
    PromptEditMode, PromptHistorySearch, PromptHistorySearchStatus, Reedline, ReedlineEvent,
    ReedlineMenu, Signal, default_emacs_keybindings,
};
use tabwright_client::Home;

use super::colours::{self, Colours};
use super::completer::{Ghost, Menu};
use super::completion_cache::CompletionCache;

const HISTORY_LINES_MAX: usize = 1_000;
const MENU: &str = "completions";
const MENU_ROWS_MAX: u16 = 12;

pub(super) struct Editor(Reedline);

pub(super) enum Typed {
    Line(String),
    /// Ctrl-C: the line is not wanted.
    Cleared,
    /// Ctrl-D.
    Left,
}

impl Editor {
    pub(super) fn new(home: &Home, completions: &Arc<CompletionCache>) -> Self {
        let menu = IdeMenu::default()
            .with_name(MENU)
            .with_marker("> ")
            .with_max_completion_height(MENU_ROWS_MAX)
            .with_default_border();
        let mut keys = default_emacs_keybindings();
        let open = vec![ReedlineEvent::Menu(MENU.to_owned()), ReedlineEvent::MenuNext];
        keys.add_binding(KeyModifiers::NONE, KeyCode::Tab, ReedlineEvent::UntilFound(open));
        keys.add_binding(KeyModifiers::SHIFT, KeyCode::BackTab, ReedlineEvent::MenuPrevious);
        let mut editor = Reedline::create()
            .with_ansi_colors(colours::wanted())
            .with_edit_mode(Box::new(Emacs::new(keys)))
            .with_menu(ReedlineMenu::EngineCompleter(Box::new(menu)))
            .with_completer(Box::new(Menu::new(Arc::clone(completions))))
            .with_highlighter(Box::new(Colours(Arc::clone(completions))))
            .with_hinter(Box::new(Ghost::new(Arc::clone(completions))))
            .with_history_exclusion_prefix(Some(" ".to_owned()));
        match FileBackedHistory::with_file(HISTORY_LINES_MAX, home.shell_history_file()) {
            Ok(history) => editor = editor.with_history(Box::new(history)),
            Err(error) => eprintln!("tabwright: the history of this shell is not saved: {error}"),
        }
        let signal = editor.repaint_signal();
        completions.when_late(move || signal.request_repaint());
        Self(editor)
    }

    /// Waits for the person.
    pub(super) fn read(&mut self) -> std::io::Result<Typed> {
        let signal = self.0.read_line(&Words)?;
        // Kept at once, since a terminal may be closed at any moment; without it the shell is no worse.
        let _ = self.0.sync_history();
        Ok(match signal {
            Signal::Success(line) => Typed::Line(line),
            Signal::CtrlD => Typed::Left,
            _ => Typed::Cleared,
        })
    }
}

struct Words;

impl Prompt for Words {
    fn render_prompt_left(&self) -> Cow<'_, str> {
        "tabwright".into()
    }

    fn render_prompt_right(&self) -> Cow<'_, str> {
        "".into()
    }

    fn render_prompt_indicator(&self, _mode: PromptEditMode) -> Cow<'_, str> {
        "> ".into()
    }

    fn render_prompt_multiline_indicator(&self) -> Cow<'_, str> {
        "  ".into()
    }

    fn render_prompt_history_search_indicator(&self, search: PromptHistorySearch) -> Cow<'_, str> {
        let found = match search.status {
            PromptHistorySearchStatus::Passing => "said before",
            PromptHistorySearchStatus::Failing => "never said",
        };
        format!(" ({found}: {}) ", search.term).into()
    }
}
