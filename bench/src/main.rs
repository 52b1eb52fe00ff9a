//! Figures, one line each, always beside what the same work costs without us.

mod connection;
mod floor;

#[tokio::main]
async fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("connection") => connection::run().await,
        other => panic!("there is no benchmark {other:?}"),
    }
}
