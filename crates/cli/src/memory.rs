//! Makes the system's allocator give memory back.

/// After one large message, glibc raises the size from which it asks the kernel for memory of its
/// own, and from then on keeps large blocks: a burst of 1 MB messages left 385 MB behind, and
/// 1 MB with these fixed. Other allocators give it back too, but cost 9 MB while idle.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const TUNING: &[(&str, &str)] = &[
    ("MALLOC_ARENA_MAX", "2"),
    ("MALLOC_MMAP_THRESHOLD_", "65536"),
    ("MALLOC_TRIM_THRESHOLD_", "131072"),
];

/// Starts this program over with its allocator tuned: it reads these variables once, at the start.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn tune_allocator() {
    use std::os::unix::process::CommandExt as _;

    if TUNING.iter().any(|(name, _)| std::env::var_os(name).is_some()) {
        return;
    }
    let Ok(program) = std::env::current_exe() else { return };
    let mut again = std::process::Command::new(program);
    again.args(std::env::args_os().skip(1)).envs(TUNING.iter().copied());
    // Returns only when it fails, and then we go on as we are.
    let _ = again.exec();
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn tune_allocator() {}
