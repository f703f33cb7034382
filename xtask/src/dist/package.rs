//! The packages behind the targets: how each is made, found and tested.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use super::linux::{self, Machine};
use super::summary::Checks;
use super::{Args, Level, Target, host, installer, mac, registry, release, unit_tests, windows};

/// One thing that is made and tested as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Package {
    /// The bare programs of all levels.
    Host,
    Windows(Level),
    Installer,
    WindowsTests,
    Linux(Machine),
    Mac,
    Wheel,
    WindowsWheel,
    Crates,
    Release,
}

impl Package {
    /// Those of `target`, at the levels that were asked for.
    pub(super) fn of(target: Target, args: &Args) -> Vec<Self> {
        let levels = if args.level.is_empty() { &Level::PACKAGED[..] } else { &args.level };
        let each = |package: fn(Level) -> Self| levels.iter().copied().map(package).collect();
        match target {
            Target::Host => vec![Self::Host],
            Target::Windows => {
                let mut packages: Vec<Self> = each(Self::Windows);
                // It holds the program that most machines run.
                packages.extend(levels.contains(&Level::V3).then_some(Self::Installer));
                packages
            }
            Target::WindowsTests => vec![Self::WindowsTests],
            Target::Linux => each(|level| Self::Linux(Machine::X86(level))),
            Target::LinuxArm64 => vec![Self::Linux(Machine::Arm)],
            Target::Mac => vec![Self::Mac],
            Target::Wheel => vec![Self::Wheel],
            Target::WindowsWheel => vec![Self::WindowsWheel],
            Target::Crates => vec![Self::Crates],
            Target::Release => vec![Self::Release],
        }
    }

    /// Its name in the summary if it fails.
    pub(super) fn name(self) -> String {
        match self {
            Self::Host => "host".to_owned(),
            Self::Windows(level) => format!("windows {}", level.name()),
            Self::Installer => "windows installer".to_owned(),
            Self::WindowsTests => "unit tests for windows".to_owned(),
            Self::Linux(machine) => machine.name(),
            Self::Mac => "mac".to_owned(),
            Self::Wheel => "wheel".to_owned(),
            Self::WindowsWheel => "windows-wheel".to_owned(),
            Self::Crates => "crates".to_owned(),
            Self::Release => "release".to_owned(),
        }
    }

    /// Makes it.
    pub(super) fn make(self, root: &Path, args: &Args) -> anyhow::Result<()> {
        match self {
            Self::Host => host(root, args),
            Self::Windows(level) => windows::make(root, level),
            Self::Installer => installer::make(root),
            Self::WindowsTests => unit_tests::make(root),
            Self::Linux(machine) => linux::make(root, machine),
            Self::Mac => mac::make(root),
            Self::Wheel => registry::wheel(root),
            Self::WindowsWheel => registry::windows_wheel(root),
            Self::Crates => registry::crates(root),
            Self::Release => release::make(root),
        }
    }

    /// The files it consists of.
    pub(super) fn files(self, root: &Path, args: &Args) -> anyhow::Result<Vec<PathBuf>> {
        let files = match self {
            Self::Host => super::host_files(root, args),
            Self::Windows(level) => vec![windows::zip_path(root, level)],
            Self::Installer => vec![installer::path(root)],
            // They are run where they are built.
            Self::WindowsTests => Vec::new(),
            Self::Linux(machine) => linux::paths(root, machine),
            Self::Mac => vec![mac::zip_path(root)],
            Self::Wheel => vec![registry::find_wheel(root, registry::LINUX)?],
            Self::WindowsWheel => vec![registry::find_wheel(root, registry::WINDOWS)?],
            Self::Crates => registry::crate_files(root)?,
            Self::Release => release::paths(root),
        };
        for path in &files {
            std::fs::metadata(path).with_context(|| {
                format!("cannot read {}; make it first, without --only-test", path.display())
            })?;
        }
        Ok(files)
    }

    /// Tests it.
    pub(super) fn test(self, root: &Path) -> anyhow::Result<Checks> {
        match self {
            Self::Host => bail!("only packages are tested; name one by --target"),
            Self::Windows(level) => windows::test(root, level),
            Self::Installer => installer::test(root),
            Self::WindowsTests => unit_tests::test(root),
            Self::Linux(machine) => linux::test(root, machine),
            Self::Mac => mac::test(root),
            Self::Wheel => registry::test_wheel(root),
            Self::WindowsWheel => registry::test_windows_wheel(root),
            Self::Crates => registry::test_crates(root),
            Self::Release => release::test(root),
        }
    }
}
