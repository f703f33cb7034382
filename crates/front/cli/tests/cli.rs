//! End-to-end tests of the behaviour common to all commands: help, exit codes, streams.

use crate::program::{Command, contains, starts_with};

fn zenpuku() -> Command {
    let mut command = Command::zenpuku();
    command.env_remove("ZENPUKU_LOG");
    command
}

#[test]
fn version_goes_to_stdout() {
    zenpuku().arg("--version").assert().code(0).stdout(starts_with("zenpuku ")).stderr("");
}

#[test]
fn help_names_the_exit_codes() {
    zenpuku().arg("--help").assert().code(0).stdout(contains("130 interrupted"));
}

#[test]
fn unknown_commands_and_options_are_bad_usage() {
    for bad in ["frobnicate", "--frobnicate"] {
        zenpuku().arg(bad).assert().code(2).stdout("").stderr(contains("frobnicate"));
    }
}

#[test]
fn a_bad_log_filter_is_bad_usage() {
    zenpuku()
        .env("ZENPUKU_LOG", "=x=")
        .args(["completions", "bash"])
        .assert()
        .code(2)
        .stdout("")
        .stderr(contains("ZENPUKU_LOG"));
}

#[test]
fn licences_name_what_the_binary_holds() {
    let named = ["\n- rsshogi ", "\n- svelte ", "\n- uplot ", "OFL-1.1"].map(contains);
    let output = zenpuku().arg("licences").assert().code(0).stderr("");
    let _ = named.into_iter().fold(output, |output, name| output.stdout(name));
}

#[test]
fn there_is_a_manual_page_for_every_command() {
    let folder = tempfile::TempDir::new().expect("a folder");
    zenpuku().arg("manual").arg(folder.path()).assert().code(0).stdout("").stderr("");
    for (page, words) in [
        ("zenpuku.1", "130 interrupted"),
        ("zenpuku-analyze.1", "Analyse game records"),
        ("zenpuku-go-solve.1", "zenpuku go solve"),
    ] {
        let text = std::fs::read_to_string(folder.path().join(page)).expect(page);
        assert!(text.contains(words), "{page}");
    }
    let missing = folder.path().join("no/such/folder");
    zenpuku().arg("manual").arg(&missing).assert().code(1).stderr(contains("cannot write to"));
}

#[test]
fn completions_know_their_shells() {
    for (shell, mark) in [
        ("bash", "complete -F"),
        ("zsh", "#compdef zenpuku"),
        ("fish", "complete -c zenpuku"),
        ("powershell", "Register-ArgumentCompleter"),
        ("elvish", "edit:completion"),
    ] {
        zenpuku().args(["completions", shell]).assert().code(0).stdout(contains(mark)).stderr("");
    }
    zenpuku().args(["completions", "tcsh"]).assert().code(2).stdout("");
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_is_no_failure() {
    let program = env!("CARGO_BIN_EXE_zenpuku");
    let script = format!("{program} completions bash | true; echo ${{PIPESTATUS[0]}}");
    Command::new("bash").args(["-c", &script]).assert().stdout("0\n").stderr("");
}
