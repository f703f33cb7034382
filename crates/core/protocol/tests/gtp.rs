//! GTP 2: reading commands, exact answers, round trips.

use proptest::prelude::*;
use zenpuku_protocol::Color;
use zenpuku_protocol::gtp::{
    Analysis, AnalyzeDialect, AnalyzeRequest, Command, FinalStatus, GtpError, GtpMove,
    KNOWN_COMMANDS, Request, Response, Vertex,
};

fn request(line: &str) -> Request {
    Request::parse(line).expect("not empty")
}

fn command(line: &str) -> Result<Command, GtpError> {
    Command::read(&request(line))
}

fn at(word: &str) -> GtpMove {
    GtpMove::Play(Vertex::parse(word).expect("a point"))
}

#[test]
fn lines_are_cleaned() {
    let read = request("12 PLAY\tb \x07d4 # a comment\r\n");
    assert_eq!((read.id, read.name.as_str()), (Some(12), "play"));
    assert_eq!(read.arguments, ["b", "d4"]);
    assert_eq!(read.to_string(), "12 play b d4");
    for line in ["", "  \r\n", "# only a comment", "\x01\x02"] {
        assert_eq!(Request::parse(line), None, "{line:?}");
    }
    let number_only = request("7");
    assert_eq!((number_only.id, number_only.name.as_str()), (Some(7), ""));
    assert_eq!(request("99999999999 name").id, None);
}

#[test]
fn every_known_command_is_read() {
    for (line, expected) in [
        ("protocol_version", Command::ProtocolVersion),
        ("1 name", Command::Name),
        ("version", Command::Version),
        ("known_command Play", Command::KnownCommand("play".into())),
        ("list_commands", Command::ListCommands),
        ("quit", Command::Quit),
        ("boardsize 19", Command::BoardSize(19)),
        ("boardsize 99999999999999999999", Command::BoardSize(u32::MAX)),
        ("clear_board", Command::ClearBoard),
        ("komi -6.5", Command::Komi(-6.5)),
        ("play W t19", Command::Play(Color::White, at("T19"))),
        ("play black PASS", Command::Play(Color::Black, GtpMove::Pass)),
        ("undo", Command::Undo),
        ("genmove B", Command::Genmove(Color::Black)),
        ("reg_genmove white", Command::RegGenmove(Color::White)),
        ("loadsgf a.sgf 12", Command::Loadsgf { path: "a.sgf".into(), before_move: Some(12) }),
        ("loadsgf My Game.sgf", Command::Loadsgf { path: "My Game.sgf".into(), before_move: None }),
        ("loadsgf 12", Command::Loadsgf { path: "12".into(), before_move: None }),
        ("showboard", Command::Showboard),
        ("final_score", Command::FinalScore),
        ("final_status_list dead", Command::FinalStatusList(FinalStatus::Dead)),
        ("final_status_list dame", Command::FinalStatusList(FinalStatus::Dame)),
        ("time_settings 60 5 1", Command::TimeSettings { main: 60, byoyomi: 5, stones: 1 }),
        ("time_left b 30 0", Command::TimeLeft { color: Color::Black, seconds: 30, stones: 0 }),
        ("gogui-analyze_commands", Command::GoguiAnalyzeCommands),
    ] {
        assert_eq!(command(line), Ok(expected), "{line}");
    }
    for name in KNOWN_COMMANDS {
        assert!(!matches!(command(name), Ok(Command::Other { .. })), "{name}");
    }
}

#[test]
fn malformed_arguments_are_syntax_errors() {
    for line in [
        "boardsize",
        "boardsize nine",
        "boardsize -9",
        "komi",
        "komi much",
        "komi nan",
        "komi inf",
        "play",
        "play b",
        "play d4",
        "play x d4",
        "play b i5",
        "play b a26",
        "play b resign",
        "genmove",
        "genmove green",
        "loadsgf",
        "final_status_list",
        "final_status_list asleep",
        "time_settings 1 2",
        "time_left b 1",
        "known_command",
        "kata-analyze interval soon",
    ] {
        assert_eq!(command(line), Err(GtpError::SyntaxError), "{line}");
    }
}

#[test]
fn other_commands_keep_their_arguments() {
    let expected = Command::Other { name: "zenpuku-values".into(), arguments: vec!["B".into()] };
    assert_eq!(command("zenpuku-values B"), Ok(expected));
}

#[test]
fn analyze_takes_words_in_many_orders() {
    let read = |line: &str| match command(line) {
        Ok(Command::Analyze(request)) => request,
        other => panic!("{other:?}"),
    };
    let expected = AnalyzeRequest {
        dialect: AnalyzeDialect::Kata,
        color: Some(Color::Black),
        interval: Some(50),
        other: vec!["ownership".into(), "true".into()],
    };
    assert_eq!(read("kata-analyze B 50 ownership true"), expected);
    assert_eq!(read("kata-analyze b ownership true interval 50"), expected);
    let plain = read("lz-analyze 10");
    assert_eq!((plain.dialect, plain.color, plain.interval), (AnalyzeDialect::Lz, None, Some(10)));
}

#[test]
fn analyze_reports_in_both_dialects() {
    let candidate = |word, order| Analysis {
        candidate: at(word),
        visits: 100,
        win_rate: 0.75,
        score_lead: 1.5,
        order,
        line: vec![at(word), GtpMove::Pass],
    };
    let two = [candidate("d4", 0), candidate("Q16", 1)];
    assert_eq!(
        Analysis::report(AnalyzeDialect::Kata, &two),
        "info move D4 visits 100 winrate 0.750000 scoreLead 1.500 order 0 pv D4 pass \
         info move Q16 visits 100 winrate 0.750000 scoreLead 1.500 order 1 pv Q16 pass"
    );
    assert_eq!(
        Analysis::report(AnalyzeDialect::Lz, &two[..1]),
        "info move D4 visits 100 winrate 7500 order 0 pv D4 pass"
    );
    assert_eq!(Response::stream_head(Some(3)), "=3\n");
}

#[test]
fn answers_have_their_exact_form() {
    let write = |id, result: Result<&str, GtpError>| {
        Response { id, result: result.map(str::to_owned) }.to_string()
    };
    assert_eq!(write(None, Ok("")), "=\n\n");
    assert_eq!(write(Some(5), Ok("")), "=5\n\n");
    assert_eq!(write(Some(5), Ok("D4")), "=5 D4\n\n");
    assert_eq!(write(None, Ok("a\n\n b\t\n")), "= a\n b\n\n");
    assert_eq!(write(Some(0), Err(GtpError::UnknownCommand)), "?0 unknown command\n\n");
    assert_eq!(write(None, Err(GtpError::SyntaxError)), "? syntax error\n\n");
    assert_eq!(write(None, Err(GtpError::IllegalMove)), "? illegal move\n\n");
    assert_eq!(write(None, Err(GtpError::UnacceptableSize)), "? unacceptable size\n\n");
    assert_eq!(write(None, Err(GtpError::CannotUndo)), "? cannot undo\n\n");
    assert_eq!(write(None, Err(GtpError::CannotLoadFile)), "? cannot load file\n\n");
}

proptest! {
    #[test]
    fn every_point_reads_back(column in 1..=25u8, row in 1..=25u8) {
        let vertex = Vertex::new(column, row).expect("has a name");
        prop_assert_eq!(Vertex::parse(&vertex.to_string()), Some(vertex));
        prop_assert_eq!(Vertex::parse(&vertex.to_string().to_lowercase()), Some(vertex));
        prop_assert!(!vertex.to_string().contains('I'));
    }

    #[test]
    fn requests_read_back(
        id in any::<Option<u32>>(), name in "[a-z_]{1,9}",
        arguments in proptest::collection::vec("[!\"$-~]{1,9}", 0..4),
    ) {
        let request = Request { id, name, arguments };
        prop_assert_eq!(Request::parse(&request.to_string()), Some(request));
    }

    #[test]
    fn answers_read_back(
        id in any::<Option<u32>>(), text in "([a-zA-Z+.]{1,9}( [a-z]{1,5})?(\n[a-z]{1,5})?)?",
        failed in any::<bool>(),
    ) {
        let result = if failed { Err(GtpError::Other(text)) } else { Ok(text) };
        let answer = Response { id, result };
        prop_assert_eq!(Response::parse(&answer.to_string()), Some(answer));
    }

    #[test]
    fn an_answer_ends_only_where_it_ends(id in any::<Option<u32>>(), text in "(\\PC|\n|\r|\t){0,40}") {
        let answer = Response { id, result: Ok(text) }.to_string();
        prop_assert_eq!(answer.find("\n\n"), Some(answer.len() - 2));
    }

    #[test]
    fn arbitrary_lines_never_panic(name in proptest::sample::select(KNOWN_COMMANDS), tail in "\\PC{0,40}") {
        for line in [format!("{name} {tail}"), tail.clone()] {
            if let Some(request) = Request::parse(&line) {
                let _ = Command::read(&request);
            }
            let _ = Response::parse(&line);
        }
    }
}

#[test]
fn prescribed_failures_are_recognised() {
    for error in [GtpError::UnknownCommand, GtpError::IllegalMove, GtpError::CannotLoadFile] {
        let answer = Response { id: Some(1), result: Err(error) };
        assert_eq!(Response::parse(&answer.to_string()), Some(answer));
    }
    assert_eq!(Response::parse("info move D4"), None);
}
