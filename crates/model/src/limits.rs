//! How much a server may send. A model's answer is a few kilobytes; these are far above that, and far
//! below what would hurt the daemon.

/// One line of a stream.
pub(crate) const LINE_BYTES_MAX: usize = 4 << 20;
/// All bytes of an answer, with the wire's own words around the model's.
pub(crate) const BODY_BYTES_MAX: usize = 32 << 20;
/// What the model said: text, reasoning, arguments of tools, signatures.
pub(crate) const ANSWER_BYTES_MAX: usize = 4 << 20;
/// Events of a stream: more than tokens in the longest answer.
pub(crate) const EVENTS_MAX: usize = 500_000;
/// Tool calls of one answer.
pub(crate) const TOOL_CALLS_MAX: usize = 64;
/// Parts of one answer, of any kind.
pub(crate) const PARTS_MAX: usize = 1_000;
/// The name of a tool; ours have a few letters.
pub(crate) const NAME_BYTES_MAX: usize = 128;
/// The id of a tool call.
pub(crate) const ID_BYTES_MAX: usize = 256;
/// What is read of the body of an error.
pub(crate) const ERROR_BYTES_MAX: usize = 64 << 10;
