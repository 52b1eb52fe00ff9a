//! Figures, one line each, always beside what the same work costs without us.

mod connection;
mod figures;
mod floor;
mod language;

#[tokio::main]
async fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("connection") => connection::run().await,
        Some("language") => language::run(),
        other => panic!("there is no benchmark {other:?}"),
    }
}
