//! `zenpuku match` from the command line.
//!
//! Invariant: Saved games count only for the players that played them.

use crate::program::{Assert, Command, contains, is_empty};

fn play(a: &str, b: &str) -> Assert {
    let mut command = Command::zenpuku();
    command.args(["match", "--a", a, "--b", b, "--nodes", "50", "--games", "2"]).assert()
}

#[test]
fn a_side_whose_probcut_is_off_is_named() {
    let named = contains("--a: ProbCut is off").and(contains("material"));
    play("Evaluation=material ProbCut=on", "").success().stderr(named);
    play("Evaluation=material", "").success().stderr(is_empty());
}

#[test]
fn mistakes_are_named_before_a_game_is_played() {
    play("", "EvalFile=none.nnue").code(1).stderr(contains("--b").and(contains("none.nnue")));
    play("NoOption=1", "").code(2).stderr(contains("NoOption"));
    play("ProbCut", "").code(2).stderr(contains("NAME=VALUE"));
}

#[test]
fn a_bad_line_of_openings_is_named_and_skipped() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("mine.sfen");
    let play = |text: &str| {
        std::fs::write(&file, text).unwrap();
        let mut command = Command::zenpuku();
        command.args(["match", "--nodes", "20", "--games", "2", "--max-plies", "20"]);
        command.arg("--openings").arg(&file).assert()
    };
    let named = contains("mine.sfen").and(contains("line 2")).and(contains("7g7e"));
    play("startpos moves 7g7f\nstartpos moves 7g7e\n").success().stderr(named);
    play("startpos moves 7g7e\n").code(1).stderr(contains("no opening"));
}

#[test]
fn saved_games_count_only_for_what_played_them() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("games.jsonl");
    let resume = |a: &str| {
        let mut command = Command::zenpuku();
        command.args(["match", "--a", a, "--nodes", "50", "--b-nodes", "60", "--games", "2"]);
        command.arg("--json").arg("--save").arg(&file).assert()
    };
    resume("ProbCut=off").success().stdout(contains("\"b_time\":{\"nodes\":60}"));
    let before = std::fs::read(&file).unwrap();
    resume("ProbCut=off").success().stdout(contains("\"games\":2"));
    let named = contains("games.jsonl").and(contains("a.plays.evaluation"));
    resume("ProbCut=off Evaluation=material").code(1).stderr(named);
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[test]
fn a_profile_file_is_a_configuration() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("tuned.txt");
    std::fs::write(&file, "LmrMinDepth=4\n").unwrap();
    let a = format!("@{}", file.display());
    play(&a, "").success().stderr(is_empty());
    std::fs::write(&file, "\nLmrMinDept=4\n").unwrap();
    play(&a, "").code(2).stderr(contains("tuned.txt, line 2").and(contains("LmrMinDepth")));
}

#[test]
fn a_tuning_resumes_and_gives_the_same_whatever_the_threads() {
    let folder = tempfile::TempDir::new().unwrap();
    let tune = |name: &str, more: &[&str]| {
        let mut command = Command::zenpuku();
        command.args(["tune", "--rows", "LmrBase,AspirationHalfWidth", "--games", "8"]);
        command.args(["--nodes", "40", "--batch", "2", "--max-plies", "40"]);
        command.args(more).arg("--out").arg(folder.path().join(name)).assert()
    };
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    tune("one", &["--json"]).success().stdout(contains("\"finished\":true"));
    // The file of an interrupted run: some pairs, the last line cut off.
    let journal = read("one/journal.jsonl");
    let kept: String = journal.lines().take(3).map(|line| format!("{line}\n")).collect();
    std::fs::create_dir(folder.path().join("two")).unwrap();
    std::fs::write(folder.path().join("two/journal.jsonl"), kept + "{\"pa").unwrap();
    tune("two", &["--concurrency", "2"]).success().stdout(contains("LmrBase"));
    assert_eq!(read("one/profile.txt"), read("two/profile.txt"));
    assert_eq!(read("one/tune.csv"), read("two/tune.csv"));
    assert!(read("two/LmrBase.svg").contains("<svg"));
    let profile = format!("@{}", folder.path().join("one/profile.txt").display());
    play(&profile, "").success();
    tune("two", &["--seed", "2"]).code(1).stderr(contains("another tuning"));
    tune("three", &["--gain", "0"]).code(2);
}

#[test]
fn a_tournament_is_played_kept_and_shown() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let play = |more: &[&str]| {
        let mut command = Command::zenpuku();
        command.args(["match", "--player", "plain:", "--player", "bonanza: Profile=foundation"]);
        command.args(["--player", "still: NullMovePruning=off", "--nodes", "40", "--games", "2"]);
        command.args(["--max-plies", "40"]).args(more);
        command.arg("--save").arg(path("games.jsonl")).assert()
    };
    let report = path("report").display().to_string();
    let records = path("records").display().to_string();
    let shown = play(&["--report", &report, "--records", &records, "--record-format", "csa"]);
    shown.success().stdout(contains("Against each other").and(contains("The first move is worth")));
    assert_eq!(std::fs::read_dir(path("records")).unwrap().count(), 6);
    let page = std::fs::read_to_string(path("report/tournament.md")).unwrap();
    assert!(page.contains("bonanza") && path("report/ratings.svg").exists(), "{page}");
    // The games are there already.
    let before = std::fs::read(path("games.jsonl")).unwrap();
    play(&["--json"]).success().stdout(contains("\"games\":6").and(contains("\"superiority\"")));
    assert_eq!(std::fs::read(path("games.jsonl")).unwrap(), before);
    play(&["--player", "plain: Threads=1"]).code(2).stderr(contains("the name is taken"));
    play(&["--a", "Threads=1"]).code(2).stderr(contains("cannot be used with"));
    play(&["--seed", "2"]).code(1).stderr(contains("another match"));
}

fn zenpuku(args: &[&str]) -> Assert {
    Command::zenpuku().args(args).assert()
}

fn json(assert: Assert) -> serde_json::Value {
    serde_json::from_slice(&assert.success().get_output().stdout).unwrap()
}

#[test]
fn games_start_from_the_built_in_lines_and_come_in_pairs() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("games.jsonl").display().to_string();
    let play = ["match", "--nodes", "30", "--max-plies", "30", "--json", "--save", &file];
    let report = json(zenpuku(&[&play[..], &["--games", "4"]].concat()));
    assert_eq!((&report["games"], &report["repeated"]), (&4.into(), &0.into()));
    let los = report["los"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&los));
    let saved = std::fs::read_to_string(&file).unwrap();
    let pairs: Vec<serde_json::Value> =
        saved.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(pairs.iter().all(|pair| pair["games"][0]["opening_plies"] == 16));
    assert_ne!(pairs[0]["opening"], pairs[1]["opening"]);
    zenpuku(&["match", "--games", "3"]).code(2).stderr(contains("an even number is expected"));
    zenpuku(&["match", "--help"]).success().stdout(contains("default: 0.1, without"));
}

#[test]
fn repeated_games_are_reported_and_left_out() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("one.sfen"), "startpos\n").unwrap();
    let (lines, save) = (path("one.sfen"), path("games.jsonl"));
    let play = ["match", "--b", "NullMovePruning=off", "--nodes", "40", "--max-plies", "30"];
    let more = ["--games", "8", "--openings", &lines, "--save", &save, "--sprt", "0,10"];
    let play = [&play[..], &more].concat();
    let report = json(zenpuku(&[&play[..], &["--json"]].concat()));
    assert_eq!((&report["games"], &report["repeated"]), (&2.into(), &6.into()));
    assert_eq!(report["sprt"]["verdict"], "continue");
    assert_eq!(report["finished"], true);
    let shown = contains("6 more games left out").and(contains("LOS of A"));
    zenpuku(&play).success().stdout(shown);
    let rated = json(zenpuku(&["ratings", "--json", &save]));
    assert_eq!((&rated["games"], &rated["left_out"]["repeated"]), (&2.into(), &6.into()));
    assert_eq!(rated["pairs"]["los"], report["los"]);
    let players = ["--player", "a:", "--player", "b: NullMovePruning=off"];
    let players = [&players[..], &["--player", "c: Profile=foundation"]].concat();
    let budget = ["--nodes", "40", "--max-plies", "30", "--games", "4", "--openings", &lines];
    let report = json(zenpuku(&[&["match", "--json"][..], &players, &budget].concat()));
    assert_eq!((&report["games"], &report["repeated"]), (&6.into(), &6.into()));
    assert_eq!(report["finished"], true);
}

#[test]
fn a_second_match_never_overwrites_the_records_of_the_first() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (format, file) in [("kif", None), ("game-db", Some("game.db"))] {
        let (records, save) = (path(format), path(&format!("{format}.jsonl")));
        let play = |games: &str, more: &[&str]| {
            let words = ["match", "--nodes", "30", "--max-plies", "30", "--records", &records];
            let words = [&words[..], &["--record-format", format, "--games", games], more].concat();
            zenpuku(&words)
        };
        play("2", &["--save", &save]).success();
        let held = || {
            let files = std::fs::read_dir(&records).unwrap().map(|entry| entry.unwrap().path());
            let files = files.filter(|path| file.is_none_or(|name| path.ends_with(name)));
            files
                .map(|path| (path.clone(), std::fs::read(path).unwrap()))
                .collect::<std::collections::BTreeMap<_, _>>()
        };
        let before = held();
        let refused = contains("of an earlier match").and(contains("--records"));
        play("2", &["--seed", "2"]).code(1).stderr(refused);
        assert_eq!(held(), before, "{format}");
        // The same match continues; another part of it has other numbers.
        play("4", &["--save", &save]).success();
        play("2", &["--first-pair", "2"]).success();
        let rated = json(zenpuku(&["ratings", "--json", &records]));
        assert_eq!(rated["games"], 6, "{format}");
    }
}

#[test]
fn two_are_no_tournament() {
    let mut command = Command::zenpuku();
    let words = contains("three or more");
    command.args(["match", "--player", "a:", "--player", "b:"]).assert().code(2).stderr(words);
}

/// Programs that crash, hang and cheat against ours.
#[cfg(unix)]
#[test]
fn other_programs_that_fail_are_blamed_and_the_tournament_goes_on() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::TempDir::new().unwrap();
    let program = |name: &str, go: &str| {
        let path = folder.path().join(name);
        let script = format!(
            "#!/bin/sh\nwhile read -r word rest; do case $word in\n\
             usi) echo id name {name}; echo usiok;;\nisready) echo readyok;;\n\
             go) {go};;\nquit) exit;;\nesac; done\n"
        );
        std::fs::write(&path, script).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        format!("{name}: {} |", path.display())
    };
    let mut command = Command::zenpuku();
    command.args(["match", "--player", "ours:", "--schedule", "gauntlet", "--byoyomi", "300"]);
    // However busy the machine is, ours answers within that.
    command.args(["--time-margin", "5000"]);
    command.args(["--player", &program("crashes", "exit 3")]);
    command.args(["--player", &program("hangs", "sleep 100 & wait")]);
    command.args(["--player", &program("cheats", "echo bestmove 1a1i")]);
    let out = command.args(["--games", "2", "--json"]).assert().success().get_output().clone();
    let report: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    let faults = |name: &str| {
        let players = report["players"].as_array().unwrap();
        let player = players.iter().find(|player| player["name"] == name).unwrap();
        player["faults"].to_string()
    };
    assert_eq!(faults("crashes"), "{\"crash\":2}");
    assert_eq!(faults("hangs"), "{\"time_loss\":2}");
    assert_eq!(faults("cheats"), "{\"illegal_move\":2}");
    assert_eq!(faults("ours"), "{}");
}

/// The match waits for an engine that hangs; a second Ctrl-C ends the match
/// immediately, and the engine with it.
#[cfg(unix)]
#[test]
fn a_second_ctrl_c_leaves_no_engine_behind() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = tempfile::TempDir::new().unwrap();
    let (program, pid) = (folder.path().join("hangs"), folder.path().join("pid"));
    let script = format!(
        "#!/bin/sh\ntrap '' INT\nwhile read -r word rest; do case $word in\nusi) echo usiok;;\n\
         isready) echo readyok;;\ngo) echo $$ > {0}.part; mv {0}.part {0}; exec sleep 100;;\nesac; done\n",
        pid.display()
    );
    std::fs::write(&program, script).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut zenpuku = Command::new(env!("CARGO_BIN_EXE_zenpuku"));
    zenpuku.args(["match", "--nodes", "100", "--games", "2", "--a-engine"]).arg(&program);
    let mut zenpuku = zenpuku.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while !pid.exists() {
        assert!(Instant::now() < deadline, "the engine is asked for a move");
        std::thread::sleep(Duration::from_millis(20));
    }
    let kill = |signal: &str, pid: &str| Command::new("kill").args([signal, pid]).output().unwrap();
    let own = zenpuku.id().to_string();
    assert!(kill("-INT", &own).status.success());
    std::thread::sleep(Duration::from_millis(300));
    kill("-INT", &own);
    assert_eq!(zenpuku.wait().unwrap().code(), Some(130));
    let engine = std::fs::read_to_string(pid).unwrap();
    assert!(!kill("-0", engine.trim()).status.success(), "the engine still runs");
}
