//! When work that nobody waits for may be done.

use std::time::Duration;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// So long nothing was kept: whoever reads or imports is not in the way.
const IDLE: Duration = Duration::from_secs(60);

/// Waits until nothing has changed for a while. False where the daemon stops, or nothing can change any more.
pub(crate) async fn until_idle(
    changes: &mut watch::Receiver<u64>,
    stopping: &CancellationToken,
) -> bool {
    while let Some(Ok(changed)) =
        stopping.run_until_cancelled(tokio::time::timeout(IDLE, changes.changed())).await
    {
        if changed.is_err() {
            return false;
        }
    }
    !stopping.is_cancelled()
}
