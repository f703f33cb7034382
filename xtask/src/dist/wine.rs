//! Tests of the downloads for Windows under Wine.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};

use super::archive::unzip;
use super::need_program;
use super::session::{self, Subject};
use super::summary::Checks;
use crate::process;

/// Where a prefix has its system's libraries.
const SYSTEM: &str = "drive_c/windows/system32";
/// Wine before version 10 lacks this library, from which the standard library of Rust takes random numbers.
const RANDOM: &str = "bcryptprimitives.dll";
const RANDOM_SOURCE: &str = "xtask/src/dist/bcryptprimitives.c";
/// The libraries of Windows that the program may load; any other would have to be in the zip.
const LIBRARIES: [&str; 12] = [
    "advapi32.dll",
    "api-ms-win-core-synch-l1-2-0.dll",
    "bcrypt.dll",
    "bcryptprimitives.dll",
    "kernel32.dll",
    "msvcrt.dll",
    "ntdll.dll",
    "ole32.dll",
    "shell32.dll",
    "user32.dll",
    "userenv.dll",
    "ws2_32.dll",
];

/// Unpacks `zip` and puts the program in its folder `name` through a session.
pub(super) fn test(root: &Path, zip: &Path, name: &str) -> anyhow::Result<Checks> {
    let folder = super::test_folder(root, name)?;
    unzip(zip, &folder)?;
    let program = folder.join(name).join("zenpuku.exe");
    libraries(&program)?;
    let subject = subject(&prefix(root)?, program, folder);
    println!("{}", zip.display());
    let checks = session::test(&subject, root)?;
    double_click(&subject)?;
    code_pages(&subject)?;
    Ok(Checks { passed: checks.passed + 3, ..checks })
}

/// The program under Wine with its system in `prefix`.
pub(super) fn subject(prefix: &Path, program: PathBuf, folder: PathBuf) -> Subject {
    let environment = vec![
        ("WINEPREFIX", prefix.into()),
        ("WINEDEBUG", "-all".into()),
        // Without UTF-8 Wine cannot open files with Japanese names.
        ("LC_ALL", "C.UTF-8".into()),
    ];
    Subject { emulator: vec!["wine".into()], environment, program, folder, drive: "Z:" }
}

/// The program runs on a fresh Windows: it loads libraries of the system only.
fn libraries(program: &Path) -> anyhow::Result<()> {
    let mut objdump = Command::new("x86_64-w64-mingw32-objdump");
    let headers = process::capture(objdump.arg("-p").arg(program))?;
    let names = headers.lines().filter_map(|line| line.trim().strip_prefix("DLL Name: "));
    let foreign: Vec<&str> =
        names.filter(|name| !LIBRARIES.contains(&name.to_ascii_lowercase().as_str())).collect();
    ensure!(foreign.is_empty(), "{} needs {}", program.display(), foreign.join(", "));
    Ok(())
}

/// A folder of Wine's own, made at the first test.
pub(super) fn prefix(root: &Path) -> anyhow::Result<PathBuf> {
    need_program("wine", "install Wine (Debian: wine wine64)")?;
    let prefix = root.join("target").join("wine");
    let library = prefix.join(SYSTEM).join(RANDOM);
    if !prefix.join(SYSTEM).is_dir() {
        let mut boot = Command::new("wine");
        boot.args(["wineboot", "--init"]).env("WINEPREFIX", &prefix).env("WINEARCH", "win64");
        boot.env("WINEDEBUG", "-all").stdout(Stdio::null()).stderr(Stdio::null());
        process::run(&mut boot)?;
    }
    if !library.is_file() {
        let mut compiler = Command::new("x86_64-w64-mingw32-gcc");
        compiler.args(["-O2", "-shared", "-o"]).arg(&library);
        process::run(compiler.arg(root.join(RANDOM_SOURCE)).arg("-ladvapi32"))?;
    }
    Ok(prefix)
}

/// In a console and without arguments it is the app, which says where the games are. `script` gives it a terminal.
fn double_click(subject: &Subject) -> anyhow::Result<()> {
    let mut script = Command::new("script");
    script.args(["--quiet", "--flush", "--command"]);
    script.arg(format!("timeout 60 wine '{}'", subject.program.display())).arg("/dev/null");
    script.envs(subject.environment.iter().map(|(name, value)| (name, value)));
    script.current_dir(&subject.folder).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = script.spawn().context("`script` of util-linux is needed")?;
    let output = BufReader::new(child.stdout.take().context("no stdout")?);
    let mut said = String::new();
    for line in output.lines() {
        said.push_str(&String::from_utf8_lossy(line?.as_bytes()));
        if said.contains("Games and settings") {
            break;
        }
    }
    // The end of its terminal ends the program.
    child.kill()?;
    child.wait()?;
    ensure!(
        said.contains("Starting Zenpuku") && said.contains("Games and settings"),
        "a double click does not open the app: {said}"
    );
    println!("ok             double click: the app opens and says where the games are");
    Ok(())
}

/// In consoles of Japan and of America, which cannot show every character, the program prints and ends as usual.
fn code_pages(subject: &Subject) -> anyhow::Result<()> {
    for page in ["932", "437"] {
        let mut shell = subject.at("cmd".into()).command();
        shell.args(["/d", "/c", "chcp", page, ">nul", "&"]).arg(&subject.program);
        // The state after the last step but one.
        shell.args(["convert", "棋譜 二/竜王戦.kif", "--to", "ki2", "-"]);
        let said = process::capture(&mut shell)?;
        ensure!(said.contains("▲７六歩"), "with code page {page} it prints {said:?}");
    }
    println!("ok             code pages 932 and 437: Japanese text is printed");
    Ok(())
}
