//! The page agent in a real Chromium: tasks are handed to the real daemon, and a scripted model on each of the
//! four wires carries them out. What the model answers is decided by functions that read only what the loop sends.

#![allow(clippy::unwrap_used)]

mod additions;
mod browser_faults;
mod chat_list;
mod chats;
mod chores;
#[cfg(unix)]
mod command_line_agents;
mod faults;
mod mask;
mod oracle;
mod panel;
mod stage;
mod take_over;
mod wire_faults;
