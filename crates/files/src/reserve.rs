//! Room on the disk that is set aside before it is needed.

use std::fs::File;
use std::io;

/// Sets room aside in a file, behind what is in it, so that writing there later cannot find the disk
/// full. Its length stays as it is. Where the file system knows no such thing, nothing is set aside.
pub fn reserve(file: &File, from: u64, bytes: u64) -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::fs::{FallocateFlags, fallocate};
        use rustix::io::Errno;
        match fallocate(file, FallocateFlags::KEEP_SIZE, from, bytes) {
            Err(Errno::NOTSUP | Errno::NOSYS | Errno::INVAL) => Ok(()),
            reserved => Ok(reserved?),
        }
    }
    #[cfg(not(unix))]
    {
        let _ = (file, from, bytes);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_file_with_room_set_aside_is_no_longer_than_before() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"line\n").unwrap();
        reserve(&file, 5, 1 << 20).unwrap();
        assert_eq!(file.metadata().unwrap().len(), 5);
    }

    #[test]
    fn more_than_there_is_cannot_be_set_aside() {
        let file = tempfile::tempfile().unwrap();
        assert!(reserve(&file, 0, 1 << 60).is_err());
    }
}
