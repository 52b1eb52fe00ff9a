//! Imports from files as other programs write them, and exports that are read back.

#![allow(clippy::unwrap_used)]

#[path = "import/chromium.rs"]
mod chromium;
#[path = "import/databases.rs"]
mod databases;
#[path = "import/env.rs"]
mod env;
#[path = "import/exports.rs"]
mod exports;
#[path = "import/formats.rs"]
mod formats;
#[path = "import/held_out.rs"]
mod held_out;
#[path = "import/hostile.rs"]
mod hostile;
#[path = "import/resume.rs"]
mod resume;
#[path = "import/sources.rs"]
mod sources;
