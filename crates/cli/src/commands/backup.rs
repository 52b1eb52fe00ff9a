//! Copies of the store: made at any time, put back while no daemon runs.

use std::path::Path;
use std::process::ExitCode;

use tabwright_client::{DaemonLock, Home};
use tabwright_store::{Overwrite, Restored};

use crate::args::BackupOptions;
use crate::format;

pub(crate) fn backup(home: &Home, options: &BackupOptions) -> anyhow::Result<ExitCode> {
    let overwrite = if options.force { Overwrite::Always } else { Overwrite::Never };
    let bytes = tabwright_store::backup(&home.store_file(), &options.file, overwrite)?;
    println!("Saved {} to {}.", format::size(bytes), options.file.display());
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn restore(home: &Home, backup: &Path) -> anyhow::Result<ExitCode> {
    home.make()?;
    // Held until the end: no daemon can start and open the file meanwhile.
    let Some(_lock) = DaemonLock::acquire(home)? else {
        anyhow::bail!("the daemon is running. Run `tabwright stop`, then try again.");
    };
    let Restored { replaced, .. } = tabwright_store::restore(backup, &home.store_file())?;
    println!("Restored {}.", backup.display());
    if let Some(replaced) = replaced {
        println!(
            "The data from before is in {}. Delete it when you no longer need it.",
            replaced.display()
        );
    }
    Ok(ExitCode::SUCCESS)
}
