//! The process group that an agent leads: itself and all that it has started.

#[derive(Debug, Clone, Copy)]
pub(super) enum Signal {
    Interrupt,
    Terminate,
    Kill,
}

#[cfg(unix)]
pub(super) fn send(leader: Option<u32>, signal: Signal) {
    use rustix::process::{Pid, Signal as Sent, kill_process_group};
    let sent = match signal {
        Signal::Interrupt => Sent::INT,
        Signal::Terminate => Sent::TERM,
        Signal::Kill => Sent::KILL,
    };
    let group = leader.and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
    if let Some(group) = group {
        // One that has ended already is as good.
        let _ = kill_process_group(group, sent);
    }
}

/// Elsewhere a process can only be killed, which its owner does at the end.
#[cfg(not(unix))]
pub(super) fn send(_: Option<u32>, _: Signal) {}
