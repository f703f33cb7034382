//! `zenpuku go` from the outside.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::{Assert, Command, contains};

pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/go").join(name)
}

pub(crate) fn go(arguments: &[&str]) -> Assert {
    Command::zenpuku().arg("go").args(arguments).assert()
}

/// Solves without a clock: the answer is the same on a busy machine.
fn solve(file: &Path, more: &[&str]) -> Assert {
    let file = file.to_str().unwrap();
    go(&[&["solve", file, "--untimed"], more].concat())
}

pub(crate) fn json(assert: &Assert) -> Value {
    serde_json::from_slice(&assert.get_output().stdout).unwrap()
}

fn stdin(text: &str, more: &[&str]) -> Assert {
    let mut command = Command::zenpuku();
    command.args(["go", "solve", "-", "--untimed"]).args(more).write_stdin(text).assert()
}

#[test]
fn json_keeps_its_contract() {
    let value = json(&solve(&data("sums/sum03.sgf"), &["--json"]).success());
    for key in ["rules", "black_first", "white_first", "regions", "nodes", "seconds"] {
        assert!(value.get(key).is_some(), "{key}");
    }
    let first = &value["black_first"];
    assert_eq!((&first["score"], &first["status"]), (&2.into(), &"proved".into()));
    assert_eq!((&first["low"], &first["high"]), (&2.into(), &2.into()));
    assert_eq!(first["best"], serde_json::json!(["E9", "F7"]));
    assert_eq!(first["line"][0], "E9");
    assert_eq!(value["white_first"]["score"], 1);
    assert_eq!(value["rules"], "japanese");
    let region = &value["regions"][2];
    assert_eq!(region["points"], serde_json::json!(["B3", "C3"]));
    assert_eq!(region["value"], "{1|*}");
    assert_eq!((&region["chilled"], &region["kind"]), (&"1/2".into(), &"gote".into()));
    assert_eq!(region["temperature"], 0.5);
    assert_eq!(value["dame"], serde_json::json!(["E5"]));
}

#[test]
fn the_corridor_sums_come_out() {
    let lines = std::fs::read_to_string(data("corridor-sums-100.jsonl")).unwrap();
    let boards: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(boards.len(), 100);
    for board in boards.iter().step_by(5) {
        let value = json(&stdin(board["sgf"].as_str().unwrap(), &["--json"]).success());
        for key in ["black_first", "white_first"] {
            assert_eq!(value[key]["score"].to_string(), board[key].as_str().unwrap(), "{board}");
            assert_eq!(value[key]["status"], "proved");
        }
    }
}

#[test]
fn text_says_what_is_proved_and_what_moves_lose() {
    solve(&data("sums/sum03.sgf"), &["--to-play", "B"])
        .success()
        .stdout(contains(" 9 X O . . . O O O O 9"))
        .stdout(contains("Black first: +2, proved (as a sum of regions)"))
        .stdout(contains("losses E9 0, F7 0, D9 1, E5 1"))
        .stdout(contains("White's sente, Black's reverse sente, temperature (miai value) 1"))
        .stdout(contains("Dame: E5"))
        .stdout(contains("White first").not());
    go(&["values", data("sums/sum03.sgf").to_str().unwrap()])
        .success()
        .stdout(contains("value {1|*}, chilled 1/2"));
}

#[test]
fn a_ko_is_searched_and_its_region_named() {
    let assert = solve(&data("sums/sum10.sgf"), &["--json"]).success();
    let value = json(&assert);
    assert_eq!(value["black_first"]["status"], "proved");
    assert_eq!(value["unsolved"][0]["reason"], "a ko can arise");
    let moves = value["black_first"]["moves"].as_array().unwrap();
    assert!(moves.iter().any(|mv| mv["loss"] == 0) && moves.len() > 5);
    let value = json(&solve(&data("sums/sum10.sgf"), &["--json", "--nodes", "10"]).success());
    let first = &value["black_first"];
    assert_eq!((&first["status"], &first["score"]), (&"bounds".into(), &Value::Null));
    assert!(first["low"].as_i64() < first["high"].as_i64());
    assert!(first["reason"].as_str().unwrap().contains("node limit"));
}

#[test]
fn a_ko_has_count_and_temperature() {
    let ko = "(;GM[1]SZ[7:5]AB[ba][ca][ab][bb][cb][eb][bc][cc][dc][ad][bd][cd][dd][be][de]AW[ea][fa][db][fb][gb][fc][ed][fd][gd][ee][ge])";
    let values = |arguments: &[&str]| {
        let mut command = Command::zenpuku();
        command.args(["go", "values", "-"]).args(arguments).write_stdin(ko).assert().success()
    };
    let value = json(&values(&["--json"]));
    let found = &value["unsolved"][0]["thermograph"];
    assert_eq!(found["temperature_exact"], "4/3");
    assert_eq!((&found["kind"], &found["whatever_threats"]), (&"gote".into(), &true.into()));
    values(&[]).stdout(contains("gote, temperature (miai value) 4/3, count"));
    let value = json(&values(&["--json", "--positions", "2"]));
    assert_eq!(value["unsolved"][0]["thermograph"], Value::Null);
    let bounds = &value["unsolved"][0]["thermograph_bounds"];
    assert!(bounds["count_low"].as_f64().unwrap() < bounds["count_high"].as_f64().unwrap());
    assert_eq!(bounds["reason"], "more than 2 positions");
    values(&["--positions", "2"]).stdout(contains("(more than 2 positions)"));
}

#[test]
fn unsettled_positions_are_said_to_be_so() {
    let text = "(;GM[1]SZ[9];B[ee];W[cc])";
    let assert = stdin(text, &["--json", "--nodes", "1000"]).success();
    let value = json(&assert);
    let first = &value["black_first"];
    assert_eq!((&first["status"], &first["score"]), (&"unproved".into(), &Value::Null));
    assert!(first["reason"].as_str().unwrap().contains("no unconditionally alive stone"));
    assert!(first["low"].as_i64().unwrap() < -70 && first["high"].as_i64().unwrap() > 70);
}

#[test]
fn superko_is_not_claimed_where_a_ko_can_arise() {
    let file = data("sums/sum10.sgf");
    let value = json(&solve(&file, &["--json", "--rules", "chinese", "--nodes", "100"]).success());
    assert_ne!(value["black_first"]["status"], "proved");
    assert_eq!(value["rules"], "chinese");
}

#[test]
fn sums_without_ko_are_proved_by_area_whatever_the_rule_of_ko() {
    let file = data("sums/sum02.sgf");
    for (ko, rules) in [(&[][..], "chinese"), (&["--ko", "simple"], "area, simple ko")] {
        let arguments = [&["--json", "--rules", "chinese", "--nodes", "1"], ko].concat();
        let value = json(&solve(&file, &arguments).success());
        let first = &value["black_first"];
        assert_eq!((&first["status"], &first["score"]), (&"proved".into(), &7.into()));
        assert_eq!(value["rules"], rules);
    }
}

#[test]
fn superko_and_loops_on_the_smallest_board() {
    let value = json(&stdin("(;GM[1]SZ[2])", &["--json", "--rules", "chinese"]).success());
    let first = &value["black_first"];
    assert_eq!((&first["status"], &first["score"]), (&"proved".into(), &1.into()));
    let simple = ["--json", "--rules", "chinese", "--ko", "simple"];
    let value = json(&stdin("(;GM[1]SZ[2])", &simple).success());
    let first = &value["black_first"];
    assert_eq!((&first["status"], &first["score"]), (&"bounds".into(), &Value::Null));
    assert_eq!((&first["low"], &first["high"]), (&(-4).into(), &4.into()));
    assert_eq!(first["reason"], "play can continue forever");
}

#[test]
fn seki_is_solved_by_territory_and_by_area() {
    for arguments in [&["--json"][..], &["--json", "--rules", "chinese", "--ko", "simple"]] {
        let value = json(&solve(&data("seki.sgf"), arguments).success());
        for key in ["black_first", "white_first"] {
            assert_eq!(value[key]["status"], "proved", "{value}");
            assert_eq!(value[key]["best"][0], "pass", "{value}");
        }
        assert_eq!(value["black_first"]["score"], value["white_first"]["score"]);
    }
}

#[test]
fn bent_four_is_played_out_and_decided_by_rule() {
    // If played out, Black gives up stones for the ko; by the rule White's five
    // stones are dead without play: seven points and five prisoners in the
    // corner, two eyes.
    let value = json(&solve(&data("bent-four.sgf"), &["--json", "--rules", "japanese"]).success());
    for key in ["black_first", "white_first"] {
        assert_eq!((&value[key]["status"], &value[key]["score"]), (&"proved".into(), &9.into()));
        let by_rule = &value["bent_four"][key];
        assert_eq!((&by_rule["low"], &by_rule["high"]), (&14.into(), &14.into()), "{value}");
    }
    assert_eq!(value["bent_four"]["dead"].as_array().unwrap().len(), 5);
    let quick = ["--rules", "japanese", "--nodes", "1000"];
    solve(&data("bent-four-large.sgf"), &quick)
        .success()
        .stdout(contains("Black first: -5 to +19, unproved"))
        .stdout(contains("by the rules of Japan White's stones at D5 to B2 (7 points) are dead"))
        .stdout(contains("so decided: Black first +19, White first +19"));
    let area = solve(&data("bent-four.sgf"), &["--json", "--rules", "chinese", "--nodes", "10"]);
    assert!(json(&area.success()).get("bent_four").is_none());
}

#[test]
fn marked_points_are_taken_as_settled() {
    let game = data("ke-jie-alphago-2017.sgf");
    let value = json(&solve(&game, &["--json", "--as-marked", "--prisoners", "11,8"]).success());
    for key in ["black_first", "white_first"] {
        assert_eq!(value[key]["status"], "proved-as-marked");
        assert_eq!(value[key]["score"], 6);
    }
    let value = json(&solve(&game, &["--json", "--nodes", "100"]).success());
    assert_eq!(value["black_first"]["status"], "unproved");
    let folder = tempfile::TempDir::new().unwrap();
    let proof = folder.path().join("proof.txt");
    solve(&game, &["--as-marked", "--certificate", proof.to_str().unwrap()])
        .code(1)
        .stderr(contains("a proof takes nothing as settled"));
    solve(&data("sums/sum03.sgf"), &["--as-marked"]).code(1).stderr(contains("no point is marked"));
    stdin("(;SZ[5]AB[aa]TB[bb])", &["--as-marked"]).code(1).stderr(contains("next to it is open"));
}

#[test]
fn prisoners_count_when_they_are_given() {
    let value = json(&solve(&data("sums/sum03.sgf"), &["--json", "--prisoners", "3,5"]).success());
    assert_eq!(value["black_first"]["score"], 0);
    solve(&data("sums/sum03.sgf"), &["--prisoners", "3"]).code(2).stderr(contains("two numbers"));
}

#[test]
fn files_are_written() {
    let folder = tempfile::TempDir::new().unwrap();
    let (sgf, svg) = (folder.path().join("a.sgf"), folder.path().join("a.svg"));
    let arguments = ["--sgf", sgf.to_str().unwrap(), "--svg", svg.to_str().unwrap()];
    solve(&data("sums/sum03.sgf"), &arguments).success();
    let text = std::fs::read_to_string(&sgf).unwrap();
    assert!(text.contains("LB[ea:0][fc:0][da:1]") && text.contains("Black first: +2, proved"));
    // The output can be read and solved again.
    let value = json(&solve(&sgf, &["--json"]).success());
    assert!(value["black_first"]["score"].is_number());
    let picture = std::fs::read_to_string(&svg).unwrap();
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    assert!(picture.contains("White first: +1 (proved)"));
}

#[test]
fn bad_files_are_named_with_the_place() {
    for (text, wanted) in [
        ("", "there is no game tree"),
        ("(;SZ[9]AB[aa", "byte 9: the value that begins here is not closed"),
        ("(;SZ[9]AB[aa]", "missing"),
        ("(;SZ[25])", "each side must be from 1 to 19"),
        ("(;GM[2])", "the game is not go"),
        ("(;SZ[9]AB[zz])", "byte 7: AB names a point outside the board"),
        ("(;SZ[2]AB[aa]AW[ab][ba])", "has no liberty"),
    ] {
        stdin(text, &[]).code(1).stderr(contains(wanted)).stderr(contains("error: -"));
    }
    let hostile = format!("({}", ";".repeat(400_000));
    stdin(&hostile, &[]).code(1).stderr(contains("more than 300000 nodes"));
    let deep = format!("(;{}", "(;".repeat(100_000));
    stdin(&deep, &[]).code(1).stderr(contains("missing"));
    solve(Path::new("no such file.sgf"), &[]).code(1).stderr(contains("no such file.sgf"));
    solve(&data("sums/sum03.sgf"), &["--rules", "go"]).code(2).stderr(contains("unknown rules"));
}

/// It continued until the file was judged, and a second Ctrl-C was needed.
#[cfg(unix)]
#[test]
fn go_status_ends_at_the_first_ctrl_c() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.sgf", "b.sgf"] {
        std::fs::copy(data("ke-jie-alphago-2017.sgf"), folder.path().join(name)).unwrap();
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_zenpuku"))
        .args(["go", "status", "--untimed", "--games", "400000000", "--before", "100"])
        .arg(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// `testdata/reports`: what `go status` says of a file, and on the way.
fn reported(name: &str) -> (Value, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/reports").join(name);
    let told = go(&["status", path.to_str().unwrap(), "--untimed", "--json"]).success();
    let stderr = String::from_utf8_lossy(&told.get_output().stderr).into_owned();
    (json(&told), stderr)
}

#[test]
fn komi_of_other_servers_is_told() {
    for (name, komi) in
        [("G04_00.sgf", 7.5), ("G04_01.sgf", 0.5), ("G04_03.sgf", 6.5), ("G04_06.sgf", 7.5)]
    {
        let (found, told) = reported(name);
        assert_eq!(found["komi"], komi, "{name}");
        assert!(told.contains(&format!("is read as a komi of {komi}")), "{name}: {told}");
    }
}

/// Black's left half of the board against White's right half, with information in unusual places.
#[test]
fn information_counts_wherever_it_stands_and_rules_as_katago_writes_them() {
    for (name, rules, komi, result) in [
        ("N03a.sgf", "chinese", 0.5, "B+8.5"),
        ("N03c.sgf", "japanese", 0.0, "B+9"),
        ("N05a.sgf", "chinese", 0.0, "B+9"),
        ("N05b.sgf", "japanese", 0.0, "B+9"),
        ("N09a.sgf", "japanese", 0.0, "B+9"),
        ("N09b.sgf", "japanese", 0.0, "B+9"),
        ("G07b.sgf", "japanese", 0.0, "B+9"),
        ("G07i.sgf", "japanese", 0.0, "B+9"),
    ] {
        let (found, told) = reported(name);
        assert_eq!((&found["rules"], &found["komi"]), (&rules.into(), &komi.into()), "{name}");
        assert_eq!(found["result"], result, "{name}");
        let guessed = name.starts_with("G07");
        assert_eq!(told.contains("the file names no encoding (CA): read as"), guessed, "{told}");
        assert_eq!(told.contains("the button is not counted"), name == "N05a.sgf", "{told}");
    }
}

#[test]
fn unknown_rules_are_named_and_the_file_is_read() {
    let text = "(;SZ[9]KM[0]RU[Martian]AB[ea:ei]AW[fa:fi];B[];W[])";
    let read =
        |more: &[&str]| stdin(text, &[&["--nodes", "100", "--json"], more].concat()).success();
    let found = read(&[]).stderr(contains("RU[Martian] names no known rules: Japanese rules"));
    assert_eq!(json(&found)["rules"], "japanese");
    assert_eq!(json(&read(&["--rules", "aga"]))["rules"], "aga");
}

#[test]
fn every_game_of_a_file_is_reported_or_the_one_asked_for() {
    let path = data("../reports/N06.sgf");
    let file = path.to_str().unwrap();
    let both = go(&["status", file, "--untimed", "--json"]).success();
    let lines = String::from_utf8(both.get_output().stdout.clone()).unwrap();
    let found: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let results: Vec<_> = found.iter().map(|one| (&one["game"], &one["result"])).collect();
    assert_eq!(results, [(&1.into(), &"B+9".into()), (&2.into(), &"W+9".into())]);
    go(&["status", file, "--untimed"]).success().stdout(contains("N06.sgf, game 2"));
    let second = json(&go(&["status", file, "--untimed", "--json", "--game", "2"]).success());
    assert_eq!(second["result"], "W+9");
    go(&["status", file, "--game", "3"]).code(2).stderr(contains("--game 3: the file holds 2"));
    go(&["status", file, "--sgf", "x.sgf"]).code(2).stderr(contains("--sgf writes one position"));
    // The other commands take one game.
    solve(&path, &["--nodes", "100"])
        .success()
        .stderr(contains("holds 2 games: the first is read"))
        .stderr(contains("--game 2 reads the second"));
    solve(&path, &["--nodes", "100", "--game", "2"]).success().stderr("");
}

#[test]
fn many_warnings_are_capped_and_counted() {
    let text = format!("(;SZ[9]{}AB[ee])", "AW[]".repeat(40_000));
    let told = stdin(&text, &["--nodes", "1"]).success();
    let told = String::from_utf8_lossy(&told.get_output().stderr).into_owned();
    assert_eq!(told.lines().count(), 21, "{told}");
    assert!(told.contains("39980 more warnings"), "{told}");
}

#[test]
fn a_handicap_game_without_komi_has_half_a_point() {
    let text = "(;SZ[9]HA[2]RU[Japanese]AB[ea:ei]AW[fa:fi];B[];W[])";
    let mut command = Command::zenpuku();
    command.args(["go", "status", "-", "--untimed", "--json"]).write_stdin(text);
    let found = command.assert().success();
    let found = found.stderr(contains("HA[2] without KM: komi is 0.5, as in handicap games"));
    assert_eq!(json(&found)["komi"], 0.5);
}

#[test]
fn odd_files_are_counted_and_what_is_odd_is_told() {
    for (name, oddity) in [
        ("G05b.sgf", "AB names no point"),
        ("G10c.sgf", "Black at C4"),
        ("G10d.sgf", "the point is occupied"),
    ] {
        let (_, told) = reported(name);
        assert!(told.contains(oddity), "{name}: {told}");
    }
}

#[test]
fn handicap_stones_are_given_back_by_chinese_rules() {
    let (found, told) = reported("G15cn3.sgf");
    assert_eq!(found["result"], "B+6.5");
    assert_eq!(told, "");
}

#[test]
fn a_bent_four_in_the_corner_is_dead() {
    // 7 dead stones and 2 points between them; by area also once the bent four is played out.
    for (name, result) in [("G20jp.sgf", "B+22"), ("G20cn.sgf", "B+27")] {
        let (found, _) = reported(name);
        assert_eq!(found["result"], result, "{name}");
        assert_eq!(found["dead"].as_array().unwrap().len(), 7, "{name}");
    }
}

#[test]
fn status_says_what_the_solver_proves() {
    let (found, _) = reported("go/corr002.sgf");
    let black = &found["black_first"];
    assert_eq!((&black["best"], &found["trust"]), (&4.into(), &"proved".into()));
    assert_eq!(black["moves"], serde_json::json!(["G7"]));
    assert_eq!(found["white_first"]["best"], -1);
    let (found, _) = reported("go/falseeye-proved.sgf");
    assert_eq!((&found["standing"], &found["result"]), (&0.into(), &"0".into()));
}

#[test]
fn the_picture_says_what_its_signs_are() {
    let file = data("../reports/go/falseeye9.sgf");
    go(&["status", file.to_str().unwrap(), "--untimed"])
        .success()
        .stdout(contains("x o dead stones, b w territory, ? not sure"));
}

#[test]
fn a_board_of_long_lines_is_answered() {
    let file = "../reports/go/crash-setup.sgf";
    solve(&data(file), &["--nodes", "1"]).success();
}

#[test]
fn rules_have_many_names() {
    for (name, rules) in [
        ("Japanese Rules", "japanese"),
        ("日本ルール", "japanese"),
        ("Korean", "japanese"),
        ("Chinese Rules", "chinese"),
        ("中国", "chinese"),
        ("GOE", "tromp-taylor"),
        ("Ing", "tromp-taylor"),
        ("BGA", "aga"),
        ("French", "aga"),
        ("", "japanese"),
    ] {
        let text = format!("(;GM[1]SZ[9]KM[0]RU[{name}]AB[ea:ei]AW[fa:fi];B[];W[])");
        // The value of the board does not matter here.
        let found = json(&stdin(&text, &["--json", "--nodes", "100"]).success());
        assert_eq!(found["rules"], rules, "{name}");
    }
}

#[test]
fn certificates_are_verified_and_tampered_ones_rejected() {
    let folder = tempfile::TempDir::new().unwrap();
    let proof = folder.path().join("proof.txt");
    let name = proof.to_str().unwrap();
    solve(&data("sums/sum03.sgf"), &["--certificate", name]).success();
    go(&["verify", name])
        .success()
        .stdout(contains("Black first: +2 holds"))
        .stdout(contains("White first: +1 holds"));
    let text = std::fs::read_to_string(&proof).unwrap();
    std::fs::write(&proof, text.replacen("at-least 2", "at-least 3", 1)).unwrap();
    go(&["verify", name]).code(1).stderr(contains("gives +2, +3 is claimed"));
    std::fs::write(&proof, text.replacen("position", "situation", 1)).unwrap();
    go(&["verify", name]).code(1).stderr(contains("line 2: position expected"));
    let file = data("sums/sum03.sgf");
    let refused = solve(&file, &["--certificate", name, "--rules", "chinese", "--nodes", "9"]);
    refused.code(1).stderr(contains("simple ko without suicide"));
}

/// A game on the board of `sum03.sgf`, moves from the first on.
fn sum_game(moves: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(data("sums/sum03.sgf")).unwrap();
    let start = text.trim_end().strip_suffix(')').unwrap();
    std::fs::write(folder.path().join("game.sgf"), format!("{start}{moves})")).unwrap();
    folder
}

#[test]
fn a_review_tells_what_each_move_loses_and_writes_it_down() {
    // Black's pass loses what White's next move could have taken, and White takes the smaller one.
    let folder = sum_game(";B[];W[bg]C[Mine];B[ea]");
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (game, annotated, problems) = (path("game.sgf"), path("annotated.sgf"), path("problems"));
    let more = ["--untimed", "--sgf", &annotated, "--exercises", &problems, "--json"];
    let value = json(&go(&[&["review", &game], &more[..]].concat()).success());
    let solved = json(&solve(&data("sums/sum03.sgf"), &["--json"]).success());
    let moves = value["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3);
    let passed = solved["black_first"]["moves"].as_array().unwrap();
    let passed = passed.iter().find(|mv| mv["move"] == "pass").unwrap();
    assert_eq!((&moves[0]["loss"], &moves[0]["basis"]), (&passed["loss"], &"proved".into()));
    assert_eq!(moves[0]["best"], solved["black_first"]["best"]);
    let lost =
        moves.iter().filter(|mv| mv["color"] == "black").map(|mv| mv["loss"].as_i64().unwrap());
    assert_eq!(value["black"]["lost"].as_i64(), Some(lost.sum()));
    let text = std::fs::read_to_string(&annotated).unwrap();
    assert!(text.contains("pass loses 1 point, proved. Best: E9 or F7.") && text.contains("Mine"));
    let problem = std::fs::read_to_string(folder.path().join("problems/game-move-1.sgf")).unwrap();
    assert!(problem.contains("Black to play.") && problem.contains("pass was played"), "{problem}");
    // The output can be reviewed again.
    go(&["review", &annotated, "--untimed"])
        .success()
        .stdout(contains("move 1, Black pass: loses 1 point, proved"));
}

/// A ko that was taken before the first move reviewed is still fought.
#[test]
fn a_review_knows_the_ko_of_the_moves_before() {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("ko.sgf");
    let taken = "B[de];W[ge];B[ed];W[fd];B[ef];W[ff];B[fe];W[ee]";
    std::fs::write(&game, format!("(;GM[1]FF[4]SZ[9];{taken};B[bh];W[bb])")).unwrap();
    for from in ["8", "9", "10"] {
        let args = ["review", game.to_str().unwrap(), "--from", from, "--time", "0.05", "--json"];
        let value = json(&go(&args).success());
        let moves = value["moves"].as_array().unwrap();
        assert!(moves.iter().all(|mv| mv["unknown"] == "ko"), "{from}: {value}");
    }
}

#[test]
fn a_review_says_which_moves_there_are() {
    let folder = sum_game(";B[]");
    let game = folder.path().join("game.sgf");
    let game = game.to_str().unwrap();
    go(&["review", game, "--from", "2"])
        .failure()
        .stderr(contains("--from 2: the moves are 1 to 1"));
    go(&["review", game, "--from", "0"]).failure();
    let sums = data("sums/sum03.sgf");
    go(&["review", sums.to_str().unwrap()]).failure().stderr(contains("no moves to review"));
}

#[test]
fn a_finished_board_is_counted_as_a_person_marks_it() {
    // A dead white stone in Black's territory, which a person calls alive: no colour surrounds the rest alone.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ended.sgf");
    std::fs::write(&file, "(;GM[1]SZ[9]KM[0]RU[Japanese]AB[da:di]AW[ea:ei][bc];B[];W[])").unwrap();
    let status = |more: &[&str]| {
        json(
            &go(&[&["status", file.to_str().unwrap(), "--untimed", "--json"], more].concat())
                .success(),
        )
    };
    let plain = status(&[]);
    assert_eq!((&plain["dead"], &plain["standing"]), (&serde_json::json!(["B7"]), &(-8).into()));
    let marked = status(&["--alive", "B7"]);
    assert_eq!((&marked["trust"], &marked["standing"]), (&"marked".into(), &(-36).into()));
    assert_eq!(
        (&marked["black_first"]["best"], &marked["dead"]),
        (&(-36).into(), &serde_json::json!([]))
    );
    assert_eq!(status(&["--dead", "B7"])["standing"], -8);
}

#[test]
fn marks_of_a_game_that_goes_on_are_walled_in() {
    let folder = tempfile::tempdir().unwrap();
    let marked = folder.path().join("marked.sgf");
    let game = data("ke-jie-alphago-2017.sgf");
    let status = ["status", game.to_str().unwrap(), "--before", "10", "--games", "500", "--sgf"];
    go(&[&status[..], &[marked.to_str().unwrap()]].concat()).success();
    let values = ["values", marked.to_str().unwrap(), "--as-marked", "--positions", "500"];
    go(&values).success().stdout(contains("Marked points next to open ones"));
}
