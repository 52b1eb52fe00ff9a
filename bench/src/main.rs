//! What the connection costs, one line per figure, always beside what the same work costs without us.

mod connection;
mod floor;

#[tokio::main]
async fn main() {
    connection::run().await;
}
