//! The memory that this process can still have, as far as the machine says so.
//!
//! Owns the reading of what Linux tells of limits and of what is free; elsewhere nothing is known. A solver that is allowed more than
//! there is would be ended by the system in the middle of its work. Start at [`left`].

/// Bytes that this process can still have: the least of what its own limits, those of its group and the machine leave. `None` where none
/// of them says anything.
#[must_use]
pub fn left() -> Option<usize> {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let group = |file: &str| read(&format!("/sys/fs/cgroup/{file}"));
    let own = own_limits(&read("/proc/self/limits"), &read("/proc/self/status"));
    let of_group = of_group(&group("memory.max"), &group("memory.current"), &group("memory.stat"));
    own.into_iter().chain(of_group).chain(kilobytes(&read("/proc/meminfo"), "MemAvailable:")).min()
}

/// What the limits of a process leave to it: of all addresses, and of those for data.
fn own_limits(limits: &str, status: &str) -> Option<usize> {
    let kinds = [("Max address space", "VmSize:"), ("Max data size", "VmData:")];
    let left = kinds.into_iter().filter_map(|(limit, used)| {
        let line = limits.lines().find_map(|line| line.strip_prefix(limit))?;
        let most: usize = line.split_whitespace().next()?.parse().ok()?;
        Some(most.saturating_sub(kilobytes(status, used).unwrap_or(0)))
    });
    left.min()
}

/// What the group of a process leaves to it; pages of files count as free.
fn of_group(most: &str, used: &str, kinds: &str) -> Option<usize> {
    let (most, used): (usize, usize) = (most.trim().parse().ok()?, used.trim().parse().ok()?);
    let files = kinds.lines().find_map(|line| line.strip_prefix("inactive_file ")?.trim().parse::<usize>().ok());
    Some(most.saturating_sub(used.saturating_sub(files.unwrap_or(0))))
}

/// The value of a line such as `VmSize:   1234 kB`, in bytes.
fn kilobytes(text: &str, name: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse::<usize>().ok()?.checked_mul(1 << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: &str = "Limit                     Soft Limit           Hard Limit           Units     \n\
                          Max data size             unlimited            unlimited            bytes     \n\
                          Max address space         409600000            unlimited            bytes     \n";

    #[test]
    fn limits_of_the_process_count_what_it_has_already() {
        assert_eq!(own_limits(LIMITS, "VmSize:\t  100000 kB\nVmData:\t  5 kB\n"), Some(409_600_000 - 102_400_000));
        assert_eq!(own_limits(LIMITS, "VmSize:\t  900000 kB\n"), Some(0));
        assert_eq!(own_limits(&LIMITS.replace("409600000", "unlimited"), "VmSize:\t1 kB\n"), None);
        assert_eq!(own_limits("", ""), None);
    }

    #[test]
    fn pages_of_files_are_free_in_a_group() {
        assert_eq!(of_group("1000\n", "900\n", "anon 600\ninactive_file 300\n"), Some(400));
        assert_eq!(of_group("max\n", "900\n", ""), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_machine_leaves_something() {
        assert!(left().is_some_and(|left| left > 1 << 20));
    }
}
