//! Who is at the other end of a connection of this machine.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::sync::OnceCell;

/// Put into every request by the daemon's HTTP server.
#[derive(Debug, Clone)]
pub struct Peer {
    address: SocketAddr,
    /// Looked up once for a connection, when somebody first wants to know.
    process: Arc<OnceCell<Option<u32>>>,
}

impl Peer {
    #[must_use]
    pub fn new(address: SocketAddr) -> Self {
        Self { address, process: Arc::default() }
    }

    /// The process that holds the connection, where the system tells. One program may hold several connections,
    /// one after the other or at once.
    pub async fn process(&self) -> Option<u32> {
        let address = self.address;
        let look = || async move {
            tokio::task::spawn_blocking(move || process_of(address)).await.ok().flatten()
        };
        *self.process.get_or_init(look).await
    }
}

/// Linux lists connections with the number of their socket, and sockets among the files of a process.
#[cfg(target_os = "linux")]
fn process_of(address: SocketAddr) -> Option<u32> {
    let table = std::fs::read_to_string("/proc/net/tcp").ok()?;
    let socket = format!("socket:[{}]", socket_of(&table, address)?);
    let processes = std::fs::read_dir("/proc").ok()?.flatten();
    let mut ids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    ids.find(|id| {
        let files = std::fs::read_dir(format!("/proc/{id}/fd")).into_iter().flatten().flatten();
        let mut links = files.filter_map(|file| std::fs::read_link(file.path()).ok());
        links.any(|link| link.as_os_str() == socket.as_str())
    })
}

#[cfg(not(target_os = "linux"))]
fn process_of(_: SocketAddr) -> Option<u32> {
    None
}

/// The number of the socket whose own address this is. Addresses are written in hexadecimal, in the order of the
/// machine's bytes.
#[cfg(target_os = "linux")]
fn socket_of(table: &str, address: SocketAddr) -> Option<&str> {
    let SocketAddr::V4(address) = address else { return None };
    let ip = u32::from_ne_bytes(address.ip().octets());
    let own = format!("{ip:08X}:{:04X}", address.port());
    let mut lines = table.lines().map(|line| line.split_ascii_whitespace().collect::<Vec<_>>());
    let line = lines.find(|fields| fields.get(1) == Some(&own.as_str()))?;
    line.get(9).copied().filter(|inode| *inode != "0")
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    #[tokio::test]
    async fn the_process_behind_a_connection_is_found() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (_accepted, address) = listener.accept().await.unwrap();
        assert_eq!(Peer::new(address).process().await, Some(std::process::id()));
        drop(stream);
    }

    #[tokio::test]
    async fn nobody_is_behind_an_address_that_nobody_has() {
        let nobody = "127.0.0.1:1".parse().unwrap();
        assert_eq!(Peer::new(nobody).process().await, None);
    }
}
