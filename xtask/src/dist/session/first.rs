//! Typical problems in the first minutes: the port, the folder, the path, a moved program.

use std::net::TcpListener;

use super::app::{App, command, import, usual};
use super::*;

/// A path longer than this was an error on Windows for decades.
const LONG: usize = 260;

/// A port that is named is not replaced; the usual one is, if another program has it.
pub(super) fn port(subject: &Subject, _root: &Path) -> anyhow::Result<String> {
    let taken = TcpListener::bind("127.0.0.1:0")?;
    let port = taken.local_addr()?.port().to_string();
    let output = command(subject, "データ 四")?.args(["--port", &port]).output()?;
    let words = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.code() == Some(1), "{}", output.status);
    // Windows may also say that the port is reserved.
    ensure!(words.contains(&format!("port {port}")), "{words}");
    // In the way of the app, unless something else is already.
    let _usual = TcpListener::bind("127.0.0.1:8410");
    let app = App::run(&mut command(subject, "データ 四")?)?;
    ensure!(!app.address.ends_with(":8410"), "{}", app.address);
    ensure!(app.get("/health")?.contains("\"ok\": true"), "it does not answer");
    Ok("a named one is refused, the usual one replaced".to_owned())
}

/// Where the data folder cannot be made, the program says which and why, and ends.
pub(super) fn blocked(subject: &Subject, _root: &Path) -> anyhow::Result<String> {
    let name = "ただの ファイル";
    std::fs::write(subject.folder.join(name), "")?;
    let output = usual(subject).args(["--port", "0", "--data", name]).output()?;
    let words = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.code() == Some(1), "{}", output.status);
    ensure!(words.contains(name) && !words.contains("panicked"), "{words}");
    Ok("the folder is named".to_owned())
}

/// The endings of the written files make the path longer still.
pub(super) fn long_path(subject: &Subject, root: &Path) -> anyhow::Result<String> {
    let mut relative = PathBuf::new();
    while relative.as_os_str().len() <= LONG {
        relative.push("a-long-name-as-downloads-have-them ".repeat(3).trim());
    }
    analyse_in(subject, root, &relative)
}

/// With a file `portable` the data are next to the program: they move with it, and a new version takes them over.
/// Meanwhile another version runs from another folder.
pub(super) fn portable(subject: &Subject, root: &Path) -> anyhow::Result<String> {
    let install = |name: &str| -> anyhow::Result<Subject> {
        let folder = subject.folder(name)?;
        let file = subject.program.file_name().context("no program")?;
        std::fs::copy(&subject.program, folder.join(file))?;
        std::fs::write(folder.join("portable"), "")?;
        Ok(subject.at(folder.join(file)))
    };
    let start = |subject: &Subject| App::run(usual(subject).args(["--port", "0"]));
    let other = start(&install("版 二")?)?;
    let app = start(&install("版 一")?)?;
    import(subject, root, &app)?;
    ensure!(other.connect()?.games()? == 0, "two versions share their games");
    drop(app);
    ensure!(subject.folder.join("版 一/data").is_dir(), "the data are not next to the program");
    std::fs::rename(subject.folder.join("版 一"), subject.folder.join("版 三"))?;
    let app = start(&install("版 三")?)?;
    let games = app.connect()?.games()?;
    ensure!(games == 1, "{games} games instead of 1");
    Ok("the library is there, another version has its own".to_owned())
}
