//! Memory that the system can give.

/// Free memory in MiB, `None` if the operating system does not report it.
/// Linux: the memory available to the machine, or to the process's control group if less.
pub(crate) fn available_mebibytes() -> Option<usize> {
    let machine = machine_mebibytes();
    match control_group_mebibytes() {
        Some(group) => Some(machine.map_or(group, |machine| machine.min(group))),
        None => machine,
    }
}

fn machine_mebibytes() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes >> 10)
}

fn control_group_mebibytes() -> Option<usize> {
    let read = |name: &str| -> Option<usize> {
        let text = std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?;
        text.trim().parse().ok()
    };
    // "max" means without limit and does not parse.
    Some(read("memory.max")?.saturating_sub(read("memory.current")?) >> 20)
}
