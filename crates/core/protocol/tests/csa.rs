//! CSA server lines: the checklist, secrecy of the password, round trips.

use std::time::Duration;

use proptest::prelude::*;
use zenpuku_protocol::Color;
use zenpuku_protocol::csa::{
    ClientLine, Credentials, CsaError, CsaMove, EndReason, FloodgateComment, GameSummary, Outcome,
    ServerEvent, ServerReader, SideClock, SpecialMove,
};

fn mv(text: &str) -> CsaMove {
    text.parse().expect("a move")
}

fn event(line: &str) -> ServerEvent {
    ServerReader::new().read(line).expect("well formed").expect("complete")
}

fn summary(lines: &str) -> Result<GameSummary, CsaError> {
    let mut reader = ServerReader::new();
    for line in lines.lines() {
        if let Some(event) = reader.read(line)? {
            match event {
                ServerEvent::Summary(summary) => return Ok(*summary),
                other => panic!("{other:?}"),
            }
        }
    }
    panic!("the summary does not end")
}

const FULL: &str = "\
BEGIN Game_Summary
Protocol_Version:1.2
Protocol_Mode:Server
Format:Shogi 1.0
Declaration:Jishogi 1.1
Game_ID:20150505-CSA25-3-5-7
Name+:TANUKI
Name-:KITSUNE
Your_Turn:-
Rematch_On_Draw:YES
To_Move:+
Max_Moves:256
Invented_Later:a:b
BEGIN Time+
Time_Unit:500msec
Total_Time:600
Byoyomi:10
Least_Time_Per_Move:1
Time_Roundup:YES
END Time+
BEGIN Time-
Time_Unit:1min
Total_Time:5
Increment:2
Delay:3
Surprise:1
END Time-
BEGIN Position
PI
+
+2726FU,T12
-3334FU
END Position
BEGIN Weather
Rain:yes
END Weather
END Game_Summary";

#[test]
fn every_key_of_a_summary_is_read() {
    let game = summary(FULL).expect("well formed");
    assert_eq!((game.protocol_version.as_str(), game.format.as_str()), ("1.2", "Shogi 1.0"));
    assert_eq!(game.declaration, "Jishogi 1.1");
    assert_eq!(game.game_id, "20150505-CSA25-3-5-7");
    assert_eq!((game.black_name.as_str(), game.white_name.as_str()), ("TANUKI", "KITSUNE"));
    assert_eq!((game.your_turn, game.to_move), (Color::White, Color::Black));
    assert!(game.rematch_on_draw);
    assert_eq!(game.max_moves, Some(256));
    assert_eq!(game.position, ["PI", "+"]);
    let preset: Vec<_> = game.preset_moves.iter().map(|p| (p.mv, p.time)).collect();
    assert_eq!(preset, [(mv("+2726FU"), 12), (mv("-3334FU"), 0)]);
    assert_eq!(game.other.last(), Some(&("Invented_Later".into(), "a:b".into())));
}

#[test]
fn the_sides_may_have_different_times() {
    let game = summary(FULL).expect("well formed");
    let black = game.time_of(Color::Black);
    assert_eq!(black.unit, Duration::from_millis(500));
    assert_eq!((black.total, black.byoyomi, black.increment), (Some(600), 10, 0));
    assert_eq!((black.least_per_move, black.round_up), (1, true));
    let white = game.time_of(Color::White);
    assert_eq!((white.total, white.increment, white.delay), (Some(5), 2, 3));
    assert!(!white.round_up);
    let mut clock = SideClock::new(white.clone());
    clock.begin_move();
    assert_eq!(clock.left(), Some(Duration::from_secs(7 * 60)));
    assert_eq!(clock.longest_move(), Some(Duration::from_secs(10 * 60)));
}

#[test]
fn malformed_summaries_say_what_is_wrong() {
    let error = |from: &str, to: &str| summary(&FULL.replace(from, to)).expect_err(to).to_string();
    assert_eq!(error("Your_Turn:-\n", ""), "the game summary lacks Your_Turn");
    assert_eq!(error("PI\n+\n", ""), "the game summary lacks Position");
    assert_eq!(
        error("Total_Time:600", "Total_Time:much"),
        "game summary, Total_Time: expected a whole number, found `much`"
    );
    assert_eq!(
        error("Time_Unit:1min", "Time_Unit:0sec"),
        "game summary, Time_Unit: expected a length such as 1sec, 1min or 500msec, found `0sec`"
    );
    assert_eq!(
        error("Your_Turn:-", "Your_Turn:*"),
        "game summary, Your_Turn: expected + or -, found `*`"
    );
    assert_eq!(
        error("END Time+", "END Position"),
        "game summary: `END Position` does not close `BEGIN Time+`"
    );
    assert_eq!(error("+2726FU,T12", "+27FU"), "`+27FU` is not a move in CSA notation");
    let from_board = summary(&FULL.replace("To_Move:+\n", "")).expect("the board says it");
    assert_eq!(from_board.to_move, Color::Black);
}

#[test]
fn an_endless_summary_is_refused() {
    let mut reader = ServerReader::new();
    assert_eq!(reader.read("BEGIN Game_Summary"), Ok(None));
    let first_error = (0..20_000).find_map(|_| reader.read("A:b").err());
    assert_eq!(first_error, Some(CsaError::SummaryTooLong(10_000)));
    assert_eq!(reader.read("#WIN"), Ok(Some(ServerEvent::Outcome(Outcome::Win))));
}

#[test]
fn session_lines() {
    assert_eq!(event("LOGIN:tenuki OK\n"), ServerEvent::LoginOk("tenuki".into()));
    assert_eq!(event("LOGIN:incorrect"), ServerEvent::LoginIncorrect);
    assert_eq!(event("LOGOUT:completed"), ServerEvent::LogoutCompleted);
    assert_eq!(event("START:a+b"), ServerEvent::Start { game_id: "a+b".into() });
    assert_eq!(
        event("REJECT:a+b by you"),
        ServerEvent::Reject { game_id: "a+b".into(), by: "you".into() }
    );
    assert_eq!(event("\n"), ServerEvent::KeepAlive);
    assert_eq!(event("##[CHAT] hello"), ServerEvent::Unknown("##[CHAT] hello".into()));
    assert_eq!(event("#ODD"), ServerEvent::Unknown("#ODD".into()));
    assert_eq!(event("%ODD"), ServerEvent::Unknown("%ODD".into()));
}

#[test]
fn moves_specials_and_results() {
    assert_eq!(event("+7776FU,T0"), ServerEvent::Move { mv: mv("+7776FU"), time: Some(0) });
    assert_eq!(event("-3334FU\r\n"), ServerEvent::Move { mv: mv("-3334FU"), time: None });
    assert_eq!(
        event("+7776FU,'* 30 -3334FU,T7"),
        ServerEvent::Move { mv: mv("+7776FU"), time: Some(7) }
    );
    let special = |special, time| ServerEvent::Special { special, time };
    assert_eq!(event("%TORYO,T3"), special(SpecialMove::Toryo, Some(3)));
    assert_eq!(event("%KACHI"), special(SpecialMove::Kachi, None));
    assert_eq!(event("%CHUDAN"), special(SpecialMove::Chudan, None));
    for (line, reason) in [
        ("#RESIGN", EndReason::Resign),
        ("#TIME_UP", EndReason::TimeUp),
        ("#ILLEGAL_MOVE", EndReason::IllegalMove),
        ("#ILLEGAL_ACTION", EndReason::IllegalAction),
        ("#SENNICHITE", EndReason::Sennichite),
        ("#OUTE_SENNICHITE", EndReason::OuteSennichite),
        ("#JISHOGI", EndReason::Jishogi),
        ("#MAX_MOVES", EndReason::MaxMoves),
    ] {
        assert_eq!(event(line), ServerEvent::Reason(reason));
    }
    for (line, outcome) in [
        ("#WIN", Outcome::Win),
        ("#LOSE", Outcome::Lose),
        ("#DRAW", Outcome::Draw),
        ("#CENSORED", Outcome::Censored),
        ("#CHUDAN", Outcome::Chudan),
    ] {
        assert_eq!(event(line), ServerEvent::Outcome(outcome));
    }
    assert!(ServerReader::new().read("+7776").is_err());
}

#[test]
fn client_lines_are_written() {
    let line = |line: ClientLine| line.wire();
    assert_eq!(line(ClientLine::Logout), "LOGOUT");
    assert_eq!(line(ClientLine::Agree(Some("a+b".into()))), "AGREE a+b");
    assert_eq!(line(ClientLine::Reject(None)), "REJECT");
    assert_eq!(line(ClientLine::Special(SpecialMove::Toryo)), "%TORYO");
    assert_eq!(line(ClientLine::KeepAlive), "");
    let comment = FloodgateComment { value: 30, line: vec![mv("-3334FU")] };
    assert_eq!(
        line(ClientLine::Move { mv: mv("+7776FU"), comment: Some(comment) }),
        "+7776FU,'* 30 -3334FU"
    );
    assert_eq!(line(ClientLine::Agree(Some("a\nLOGOUT".into()))), "AGREE a LOGOUT");
}

#[test]
fn the_password_shows_only_on_the_wire() {
    let login =
        ClientLine::Login(Credentials::new("zenpuku", "floodgate-300-10F,s3cret").expect("ok"));
    assert_eq!(login.wire(), "LOGIN zenpuku floodgate-300-10F,s3cret");
    assert_eq!(login.to_string(), "LOGIN zenpuku [hidden]");
    assert!(!format!("{login:?} {login:#?}").contains("s3cret"));
    for (id, password) in [
        ("", "x"),
        ("zen puku", "x"),
        ("全幅", "x"),
        ("zenpuku", ""),
        ("zenpuku", "top s3cret"),
        ("zenpuku", "s3cret\nLOGOUT"),
        ("zenpuku", "s3cret-s3cret-s3cret-s3cret-s3cret"),
    ] {
        let error = Credentials::new(id, password).expect_err("refused").to_string();
        assert!(!error.contains("s3cret"), "{error}");
    }
    assert!(Credentials::new(&"a".repeat(32), &"b".repeat(32)).is_ok());
}

#[test]
fn comments_of_records_are_read() {
    let read = |text: &str| FloodgateComment::parse(text).map(|c| (c.value, c.line.len()));
    assert_eq!(read("'** 123 +7776FU -3334FU"), Some((123, 2)));
    assert_eq!(read("'* -30"), Some((-30, 0)));
    assert_eq!(read("'* 5 -3334FU #1234"), Some((5, 1)));
    assert_eq!(read("' 5"), None);
    assert_eq!(read("'* soon"), None);
}

fn any_move() -> impl Strategy<Value = CsaMove> {
    "[+-](00|[1-9][1-9])[1-9][1-9](FU|KY|KE|GI|KI|KA|HI|OU|TO|NY|NK|NG|UM|RY)".prop_map(|t| mv(&t))
}

fn any_client_line() -> impl Strategy<Value = ClientLine> {
    let comment = (any::<i32>(), proptest::collection::vec(any_move(), 0..8))
        .prop_map(|(value, line)| FloodgateComment { value, line });
    prop_oneof![
        ("[A-Za-z0-9_-]{1,32}", "[!-~]{1,32}")
            .prop_map(|(id, word)| ClientLine::Login(Credentials::new(&id, &word).expect("ok"))),
        Just(ClientLine::Logout),
        Just(ClientLine::KeepAlive),
        Just(ClientLine::Special(SpecialMove::Kachi)),
        proptest::option::of("[!-~]{1,20}").prop_map(ClientLine::Agree),
        proptest::option::of("[!-~]{1,20}").prop_map(ClientLine::Reject),
        (any_move(), proptest::option::of(comment))
            .prop_map(|(mv, comment)| ClientLine::Move { mv, comment }),
    ]
}

proptest! {
    #[test]
    fn what_a_client_sends_reads_back(line in any_client_line()) {
        prop_assert_eq!(ClientLine::parse(&line.wire()), Some(line));
    }

    #[test]
    fn arbitrary_lines_never_panic(start in "(LOGIN |[+-]|%|#|REJECT:|'\\*)?", tail in "\\PC{0,40}") {
        let line = format!("{start}{tail}");
        let _ = ServerReader::new().read(&line);
        let _ = ClientLine::parse(&line);
        let _ = FloodgateComment::parse(&line);
    }

    #[test]
    fn damaged_summaries_never_panic(lines in proptest::collection::vec(0..35usize, 0..60)) {
        let mut reader = ServerReader::new();
        let _ = reader.read("BEGIN Game_Summary");
        for index in lines {
            let _ = reader.read(FULL.lines().nth(index).unwrap_or(""));
        }
    }
}
