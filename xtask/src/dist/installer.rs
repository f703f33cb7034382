//! The installer for Windows: the files of the zip, a start-menu entry, an uninstaller. NSIS makes it on any system.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};

use super::archive::{self, VERSION};
use super::session::{self, Subject, app};
use super::summary::Checks;
use super::{Level, folder, need_program, windows, wine};
use crate::process;

/// The tests of the installer.
const SCRIPT: &str = "xtask/src/dist/installer.nsi";
/// How long an uninstaller may take; it ends before its work does.
const PATIENCE: Duration = Duration::from_secs(60);

/// Packs the program of the usual level.
pub(super) fn make(root: &Path) -> anyhow::Result<()> {
    need_program("makensis", "install NSIS (Debian: nsis)")?;
    let program = windows::program(root, Level::V3);
    let entries = windows::entries(root, &program)?;
    let stage = tempfile::tempdir()?;
    archive::write(stage.path(), &entries)?;
    let define = |name: &str, value: &Path| format!("-D{name}={}", value.display());
    let mut makensis = Command::new("makensis");
    makensis.args(["-V2", "-INPUTCHARSET", "UTF8", &format!("-DVERSION={VERSION}")]);
    makensis.arg(define("FILES", stage.path())).arg(define("OUTPUT", &path(root)));
    makensis.arg(define("ICON", &root.join("crates/front/cli/windows/zenpuku.ico")));
    process::run(makensis.arg(root.join(SCRIPT)))
}

/// The installer.
pub(super) fn path(root: &Path) -> PathBuf {
    folder(root).join(format!("zenpuku-{VERSION}-windows-x86-64-setup.exe"))
}

/// Installs under Wine, runs the program, installs again, removes it; games stay.
pub(super) fn test(root: &Path) -> anyhow::Result<Checks> {
    println!("{}", path(root).display());
    let prefix = wine::prefix(root)?;
    let account = account(&prefix)?;
    let data = account.join("AppData/Local/zenpuku");
    if data.exists() {
        std::fs::remove_dir_all(&data).with_context(|| data.display().to_string())?;
    }
    let program = account.join("AppData/Local/Programs/Zenpuku/zenpuku.exe");
    let subject = wine::subject(&prefix, program, super::test_folder(root, "installer")?);
    let menu = account.join("AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Zenpuku.lnk");

    install(&subject, root)?;
    ensure!(menu.is_file(), "the start menu lacks {}", menu.display());
    done("installed, with an entry in the start menu");
    println!("               {}", session::version(&subject, root)?);
    let signature = session::bench(&subject, root)?;
    done(&format!("signature: {signature}"));
    let start = || app::App::run(app::usual(&subject).args(["--port", "0"]));
    app::import(&subject, root, &start()?)?;
    install(&subject, root)?;
    ensure!(start()?.connect()?.games()? == 1, "an update loses the library");
    done("updated, the library is there");
    uninstall(&subject, &menu)?;
    ensure!(data.join("zenpuku.db").is_file(), "{} is gone", data.display());
    done("removed, the library is left");
    Ok(Checks { passed: 5, signature: Some(super::signature(root)?) })
}

fn done(what: &str) {
    println!("ok             {what}");
}

/// The folder of the account in Wine's system.
fn account(prefix: &Path) -> anyhow::Result<PathBuf> {
    let users = std::fs::read_dir(prefix.join("drive_c/users"))?.filter_map(Result::ok);
    let mut own = users.filter(|user| user.file_name() != "Public");
    Ok(own.next().context("Wine has no account")?.path())
}

fn install(subject: &Subject, root: &Path) -> anyhow::Result<()> {
    process::run(subject.at(path(root)).command().arg("/S"))?;
    ensure!(subject.program.is_file(), "{} is missing", subject.program.display());
    Ok(())
}

/// The uninstaller continues as a copy of itself after its first process has ended.
fn uninstall(subject: &Subject, menu: &Path) -> anyhow::Result<()> {
    let uninstaller = subject.program.with_file_name("uninstall.exe");
    process::run(subject.at(uninstaller).command().arg("/S"))?;
    let folder = subject.program.parent().context("no folder")?;
    let start = Instant::now();
    while folder.exists() {
        ensure!(start.elapsed() < PATIENCE, "{} is left", folder.display());
        std::thread::sleep(Duration::from_millis(50));
    }
    ensure!(!menu.exists(), "{} is left", menu.display());
    Ok(())
}
