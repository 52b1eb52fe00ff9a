//! A daemon that was just started is given the time to be found by a browser.

use std::time::Duration;

use tabwright_client::{Client, ClientError};
use tabwright_wire::Event;
use tokio::time::timeout;

/// A browser that waits for a daemon finds a new one within this time.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(7);

/// Without one, whoever asks next learns so.
pub(super) async fn until_browser(client: &Client) -> Result<(), ClientError> {
    eprintln!("The daemon was started. Waiting for a browser …");
    // From the first event on, since it may have happened already.
    let mut events = client.events("tabwright", Some(0)).await?;
    let connected = async {
        while let Some(record) = events.next().await {
            if matches!(record.event, Event::BrowserConnected { .. }) {
                break;
            }
        }
    };
    let _ = timeout(CONNECT_TIMEOUT, connected).await;
    Ok(())
}
