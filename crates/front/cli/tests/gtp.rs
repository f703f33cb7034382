//! A GTP session with a strict controller: every answer has its form, its number and its end.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Controller {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    number: u32,
}

impl Controller {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_zenpuku"))
            .arg("gtp")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output, number: 0 }
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        writeln!(input, "{line}").unwrap();
        input.flush().unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "the engine has gone");
        assert!(line.ends_with('\n') && !line.contains('\r'), "{line:?}");
        line.pop();
        line
    }

    /// The answer to a numbered command: its text, or the failure's.
    fn ask(&mut self, command: &str) -> Result<String, String> {
        self.number += 1;
        self.send(&format!("{} {command}", self.number));
        let mut lines = vec![self.line()];
        while !lines.last().unwrap().is_empty() {
            lines.push(self.line());
        }
        lines.pop();
        let head = lines[0].clone();
        let (status, rest) = head.split_at(1);
        let text = rest.strip_prefix(&self.number.to_string()).expect("the number comes back");
        assert!(text.is_empty() || text.starts_with(' '), "{text:?}");
        lines[0] = text.trim_start().to_owned();
        match status {
            "=" => Ok(lines.join("\n")),
            "?" => Err(lines.join("\n")),
            other => panic!("{other:?} begins no answer"),
        }
    }

    fn ok(&mut self, command: &str) -> String {
        self.ask(command).unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    fn load(&mut self, name: &str) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/go").join(name);
        self.ok(&format!("loadsgf {}", path.display()));
    }

    fn end(mut self) {
        assert_eq!(self.ok("quit"), "");
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "");
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn every_listed_command_is_known_and_failures_have_their_messages() {
    let mut gtp = Controller::start(&[]);
    assert_eq!(gtp.ok("protocol_version"), "2");
    assert_eq!(gtp.ok("name"), "Zenpuku");
    let listed = gtp.ok("list_commands");
    for wanted in "protocol_version name version known_command list_commands quit boardsize \
        clear_board komi play undo genmove reg_genmove loadsgf showboard final_score \
        final_status_list time_settings time_left gogui-analyze_commands kata-analyze lz-analyze"
        .split_whitespace()
    {
        assert!(listed.lines().any(|line| line == wanted), "{wanted}");
    }
    for name in listed.lines() {
        assert_eq!(gtp.ok(&format!("known_command {name}")), "true");
    }
    assert_eq!(gtp.ok("known_command frobnicate"), "false");
    for (command, message) in [
        ("frobnicate", "unknown command"),
        ("boardsize", "syntax error"),
        ("boardsize 0", "unacceptable size"),
        ("boardsize 20", "unacceptable size"),
        ("komi nan", "syntax error"),
        ("play b", "syntax error"),
        ("play b I5", "syntax error"),
        ("undo", "cannot undo"),
        ("loadsgf /no/such/file.sgf", "cannot load file"),
        ("final_status_list lively", "syntax error"),
    ] {
        assert_eq!(gtp.ask(command), Err(message.to_owned()), "{command}");
    }
    gtp.end();
}

#[test]
fn moves_are_judged_and_taken_back() {
    let mut gtp = Controller::start(&[]);
    gtp.ok("boardsize 5");
    gtp.ok("clear_board");
    // Two moves of one colour, any case, comments and control characters.
    gtp.ok("PLAY Black c3 # the centre");
    gtp.ok("play b\tB3");
    assert_eq!(gtp.ask("play w C3"), Err("illegal move".to_owned()));
    assert_eq!(gtp.ask("play w F1"), Err("illegal move".to_owned()));
    assert!(gtp.ok("showboard").contains(" 3 . X X . . 3"));
    gtp.ok("undo");
    assert!(gtp.ok("showboard").contains(" 3 . . X . . 3"));
    gtp.ok("undo");
    assert_eq!(gtp.ask("undo"), Err("cannot undo".to_owned()));
    gtp.ok("time_settings 60 10 1");
    gtp.ok("time_left b 30 0");
    gtp.ok("komi 0.5");
    gtp.send("# nothing but a comment");
    gtp.send("");
    let mv = gtp.ok("reg_genmove b");
    assert!(!gtp.ok("showboard").contains('X'), "{mv} was played");
    gtp.end();
}

#[test]
fn endgames_are_played_perfectly() {
    let mut gtp = Controller::start(&[]);
    gtp.load("sums/sum03.sgf");
    assert_eq!(gtp.ok("zenpuku-move_scores b"), "E9 0 F7 0 D9 -1 E5 -1 C3 -1 C9 -2 G7 -2 B3 -2");
    let mut colors = ["b", "w"].iter().cycle();
    let mut passes = 0;
    while passes < 2 {
        let played = gtp.ok(&format!("genmove {}", colors.next().unwrap()));
        passes = if played == "pass" { passes + 1 } else { 0 };
    }
    // Black first is worth 2 points without komi.
    assert_eq!(gtp.ok("final_score"), "B+2");
    // The stones that began at the corridors' ends.
    assert_eq!(gtp.ok("final_status_list dead"), "H7\nB9");
    assert!(gtp.ok("final_status_list alive").contains("A9"));
    assert!(gtp.ok("gogui-analyze_commands").contains("bwboard/Safe Points/zenpuku-safe_points"));
    assert!(gtp.ok("zenpuku-safe_points").starts_with("B"));
    // By territory a dame is not a reason to play on.
    let left = "E5: dame, temperature 0, count 0, value *, chilled 0";
    assert_eq!(gtp.ok("zenpuku-region_values"), left);
    gtp.end();
}

#[test]
fn where_nothing_is_left_it_passes() {
    // Time that also suffices on a busy machine.
    let mut gtp = Controller::start(&["--time", "600"]);
    for (file, first) in [("falseeye9.sgf", "b"), ("own-seki.sgf", "w")] {
        gtp.load(&format!("../reports/go/{file}"));
        gtp.ok("komi 0");
        assert_eq!(gtp.ok(&format!("reg_genmove {first}")), "pass", "{file}");
        assert_eq!(gtp.ok("final_score"), "0", "{file}");
    }
    gtp.load("../reports/go/seki-1-eye-each-9x9.sgf");
    assert_eq!(gtp.ok("final_status_list dead"), "");
    gtp.load("../reports/G20jp.sgf");
    assert_eq!(gtp.ok("final_status_list dead").split_whitespace().count(), 7);
    assert_eq!(gtp.ok("final_score"), "B+22");
    gtp.end();
}

#[test]
fn a_file_brings_its_rules_and_komi() {
    let mut gtp = Controller::start(&[]);
    for (name, rules, score) in [("N03a.sgf", "chinese", "B+8.5"), ("N03c.sgf", "japanese", "B+9")]
    {
        gtp.load(&format!("../reports/{name}"));
        assert_eq!(gtp.ok("kata-get-rules"), rules, "{name}");
        assert_eq!(gtp.ok("final_score"), score, "{name}");
    }
    gtp.end();
    let mut gtp = Controller::start(&["--rules", "aga"]);
    gtp.load("../reports/N03a.sgf");
    assert_eq!(gtp.ok("kata-get-rules"), "aga", "what is asked for counts more");
    gtp.end();
}

/// Black's two stones in a row are a handicap: White gets two points by Chinese rules.
#[test]
fn handicap_stones_may_be_played() {
    let mut gtp = Controller::start(&["--rules", "chinese"]);
    let score = |gtp: &mut Controller, moves: &[&str]| {
        gtp.ok("boardsize 5");
        gtp.ok("clear_board");
        gtp.ok("komi 0.5");
        moves.iter().for_each(|played| {
            gtp.ok(&format!("play {played}"));
        });
        gtp.ok("final_score")
    };
    let walls = [
        "w D1", "b C2", "w D2", "b C3", "w D3", "b C4", "w D4", "b C5", "w D5", "b pass", "w pass",
    ];
    let even = score(&mut gtp, &[&["b C1"], &walls[..]].concat());
    assert_eq!(even, "B+4.5");
    let handicap = score(&mut gtp, &[&["b C1", "b A3"], &walls[..]].concat());
    assert_eq!(handicap, "B+2.5");
    gtp.end();
}

/// Plays on with both sides until both have passed: the moves.
fn play_on(gtp: &mut Controller, first: &str) -> Vec<String> {
    let mut colors = ["b", "w"].iter().cycle().skip(usize::from(first == "w"));
    let mut played = Vec::new();
    while !played.ends_with(&["pass".to_owned(), "pass".to_owned()]) {
        assert!(played.len() < 40, "{played:?}");
        played.push(gtp.ok(&format!("genmove {}", colors.next().unwrap())));
    }
    played
}

#[test]
fn finished_games_stay_what_they_are() {
    let mut gtp = Controller::start(&["--rules", "chinese", "--playouts", "500"]);
    for first in ["b", "w"] {
        gtp.load("ke-jie-alphago-2017.sgf");
        for played in ["b M12", "w N12", "b M10", "w J14", "b H16"] {
            gtp.ok(&format!("play {played}"));
        }
        assert_eq!(play_on(&mut gtp, first), ["pass", "pass"], "{first} first");
        assert_eq!(gtp.ok("final_score"), "W+0.5", "{first} first");
    }
    gtp.end();
}

#[test]
fn commands_of_other_servers_and_programs_are_answered() {
    let mut gtp = Controller::start(&["--playouts", "100"]);
    for command in ["boardsize 5", "clear_board", "kgs-time_settings byoyomi 0 10 3"] {
        assert_eq!(gtp.ok(command), "");
    }
    let rules = r#"kata-set-rules {"ko":"SIMPLE","scoring":"AREA","tax":"NONE","suicide":false}"#;
    gtp.ok(rules);
    // White's stone A5 is dead; only taking it off is left.
    let stones = "b B5 b B4 b A3 b B3 b C3 b D3 b E3 b D4 w A5 w A2 w B2 w C2 w D2 w E2 w B1 w D1";
    for pair in stones.split(' ').collect::<Vec<_>>().chunks(2) {
        gtp.ok(&format!("play {}", pair.join(" ")));
    }
    assert_eq!(gtp.ok("list_stones w"), "A5 A2 B2 C2 D2 E2 B1 D1");
    assert_eq!(gtp.ok("kgs-genmove_cleanup b"), "A4");
    assert_eq!(gtp.ok("list_stones white"), "A2 B2 C2 D2 E2 B1 D1");
    assert_eq!(gtp.ok("kgs-genmove_cleanup b"), "pass");
    for bad in ["list_stones", "list_stones red", "kgs-time_settings hourglass 3"] {
        assert_eq!(gtp.ask(bad), Err("syntax error".to_owned()), "{bad}");
    }
    gtp.end();
}

#[test]
fn analysis_streams_until_the_next_line() {
    let mut gtp = Controller::start(&[]);
    gtp.load("sums/sum03.sgf");
    gtp.send("7 kata-analyze b 5");
    assert_eq!(gtp.line(), "=7");
    for _ in 0..2 {
        let report = gtp.line();
        assert!(report.starts_with("info move E9 visits ") && report.contains("scoreLead 2.000"));
    }
    gtp.send("8 name");
    let mut line = gtp.line();
    while !line.is_empty() {
        assert!(line.starts_with("info "), "{line}");
        line = gtp.line();
    }
    assert_eq!((gtp.line(), gtp.line()), ("=8 Zenpuku".to_owned(), String::new()));
    gtp.ok("boardsize 9");
    gtp.send("lz-analyze interval 10");
    assert_eq!(gtp.line(), "=");
    assert!(gtp.line().starts_with("info move "));
    gtp.send("9 version");
    while !gtp.line().is_empty() {}
    assert!(gtp.line().starts_with("=9 "));
    assert_eq!(gtp.line(), "");
    gtp.end();
}

#[test]
fn games_from_the_empty_board_end_without_illegal_moves() {
    let mut gtp = Controller::start(&["--playouts", "60", "--nodes", "2000"]);
    gtp.ok("boardsize 5");
    gtp.ok("komi 0.5");
    let mut colors = ["b", "w"].iter().cycle();
    let mut passes = 0;
    for _ in 0..150 {
        let played = gtp.ok(&format!("genmove {}", colors.next().unwrap()));
        passes = if played == "pass" { passes + 1 } else { 0 };
        if passes == 2 {
            break;
        }
    }
    assert_eq!(passes, 2, "the game does not end");
    let score = gtp.ok("final_score");
    assert!(score.starts_with("B+") || score.starts_with("W+"), "{score}");
    for status in ["alive", "dead", "seki", "black_territory", "white_territory", "dame"] {
        gtp.ok(&format!("final_status_list {status}"));
    }
    gtp.end();
}

#[test]
fn handicap_stones_are_given_back_as_the_rules_say() {
    let mut gtp = Controller::start(&[]);
    for command in ["boardsize 9", "komi 0.5", "clear_board", "set_free_handicap E9 E1"] {
        gtp.ok(command);
    }
    for row in (2..=8).rev() {
        gtp.ok(&format!("play w F{}", row + 1));
        gtp.ok(&format!("play b E{row}"));
    }
    for command in ["play w F2", "play b pass", "play w F1", "play b pass", "play w pass"] {
        gtp.ok(command);
    }
    // Black has 45 points, White 36; two stones were given.
    for (rules, score) in [("chinese", "B+6.5"), ("aga", "B+7.5"), ("tromp-taylor", "B+8.5")] {
        gtp.ok(&format!("kgs-rules {rules}"));
        assert_eq!(gtp.ok("final_score"), score, "{rules}");
    }
    gtp.ok(r#"kata-set-rules {"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false}"#);
    assert_eq!(gtp.ok("kata-get-rules"), "japanese");
    gtp.ok("kata-set-rules korean");
    gtp.end();
}
