//! How a job of a room runs on a connection: in a transaction, and with its panics caught.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::error::StoreError;

/// Commits what the job did, or nothing of it: on an error and on a panic the transaction is dropped, which
/// rolls it back.
pub(crate) fn run<T>(
    connection: &mut Connection,
    file: &Path,
    behavior: TransactionBehavior,
    job: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
) -> Result<T, StoreError> {
    let in_transaction = AssertUnwindSafe(|| {
        let transaction = connection.transaction_with_behavior(behavior)?;
        let value = job(&transaction)?;
        transaction.commit()?;
        Ok(value)
    });
    match catch_unwind(in_transaction) {
        Ok(done) => done.map_err(|error| StoreError::sqlite(file, error)),
        Err(panic) => Err(StoreError::Panicked(message(panic.as_ref()))),
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".into())
}
