//! How much memory this process may use.

use std::fs;
use std::path::{Path, PathBuf};

/// The machine's memory, or less if a control group that this process belongs to has less.
pub fn physical_memory() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| mem_total(&text));
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = limit_files(&groups)
        .into_iter()
        .filter_map(|file| fs::read_to_string(file).ok())
        // `max` is the word for no limit.
        .filter_map(|text| text.trim().parse().ok());
    machine.into_iter().chain(limits).min()
}

fn mem_total(meminfo: &str) -> Option<u64> {
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// The files that hold the limits of the groups named in `/proc/self/cgroup` and of those around them.
/// The mount's root is always among them: in a container, it is the container's own group.
fn limit_files(groups: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(group)) = (parts.next(), parts.next()) else {
            continue;
        };
        let (root, file) = if controllers.is_empty() {
            ("/sys/fs/cgroup", "memory.max")
        } else if controllers.split(',').any(|name| name == "memory") {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
        } else {
            continue;
        };
        let group = Path::new(group.trim_start_matches('/'));
        files.extend(
            group
                .ancestors()
                .map(|group| Path::new(root).join(group).join(file)),
        );
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_tells_its_memory_in_kib() {
        let meminfo = "MemTotal:       24683520 kB\nMemFree:  1 kB\n";
        assert_eq!(mem_total(meminfo), Some(24683520 * 1024));
    }

    #[test]
    fn limits_of_enclosing_groups_count() {
        let files = limit_files("0::/user.slice/app\n");
        let expected = [
            "/sys/fs/cgroup/user.slice/app/memory.max",
            "/sys/fs/cgroup/user.slice/memory.max",
            "/sys/fs/cgroup/memory.max",
        ];
        assert_eq!(files, expected.map(PathBuf::from));
    }

    #[test]
    fn the_old_hierarchy_has_a_memory_controller_of_its_own() {
        let files = limit_files("5:cpu,cpuacct:/a\n4:memory:/b\n");
        let expected = [
            "/sys/fs/cgroup/memory/b/memory.limit_in_bytes",
            "/sys/fs/cgroup/memory/memory.limit_in_bytes",
        ];
        assert_eq!(files, expected.map(PathBuf::from));
    }
}
