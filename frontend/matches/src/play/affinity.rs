//! Binding of threads to cores.

/// Binds the current thread and its processes to cores, where the system allows it.
#[cfg(target_os = "linux")]
pub(super) fn bind(cores: &[usize]) {
    use nix::sched::{CpuSet, sched_setaffinity};

    let mut set = CpuSet::new();
    let known = cores.iter().all(|&core| set.set(core).is_ok());
    if known {
        // A game that cannot be bound is played all the same.
        let _ = sched_setaffinity(nix::unistd::Pid::from_raw(0), &set);
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) const fn bind(_: &[usize]) {}
