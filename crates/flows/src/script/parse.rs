//! JavaScript as a tree.

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_parser::{ParseOptions, Parser};
use oxc_span::SourceType;

/// Longer scripts are not read. 500 steps are about half of it.
pub const SCRIPT_BYTES_MAX: usize = 64 * 1024;
/// The parser and what walks its tree go as deep as the script is nested, and a stranger may have written
/// it: `!!!!…`. For the longest script that is so much; memory that is not touched costs nothing.
const STACK_BYTES: usize = 512 * 1024 * 1024;

/// Why there is no tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NoTree {
    TooLarge,
    /// The system gave us no thread.
    NoThread,
}

/// Where the parser stopped and what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    pub(crate) message: String,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Reads the text and gives its tree to `walk`, on a thread with a stack for any nesting.
pub(crate) fn with_tree<T: Send>(
    text: &str,
    source_type: SourceType,
    walk: impl FnOnce(&Program<'_>, Vec<SyntaxError>) -> T + Send,
) -> Result<T, NoTree> {
    if text.len() > SCRIPT_BYTES_MAX {
        return Err(NoTree::TooLarge);
    }
    std::thread::scope(|scope| {
        let thread =
            std::thread::Builder::new().name("flow-script".to_owned()).stack_size(STACK_BYTES);
        let work = move || {
            let allocator = Allocator::default();
            let options =
                ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
            let parsed = Parser::new(&allocator, text, source_type).with_options(options).parse();
            let error = |error: &oxc_diagnostics::OxcDiagnostic| {
                let label = error.labels.first();
                let start = label.map_or(0, |label| label.offset() as usize);
                let end = label.map_or(0, |label| (label.offset() + label.len()) as usize);
                SyntaxError { message: error.message.to_string(), start, end }
            };
            let errors = parsed.diagnostics.errors().map(error).collect();
            walk(&parsed.program, errors)
        };
        let handle = thread.spawn_scoped(scope, work).map_err(|_| NoTree::NoThread)?;
        handle.join().map_err(|_| NoTree::NoThread)
    })
}
