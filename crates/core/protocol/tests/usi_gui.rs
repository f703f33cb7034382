//! Lines from the GUI: the protocol checklist and round trips.

use std::time::Duration;

use proptest::prelude::*;
use zenpuku_protocol::usi::{
    Clock, GameResult, GoCommand, GuiCommand, MateLimit, PositionCommand, Sfen, StartPosition,
    UsiMove,
};

fn parse(line: &str) -> GuiCommand {
    GuiCommand::parse(line).expect("well formed")
}

fn go(line: &str) -> GoCommand {
    match parse(line) {
        GuiCommand::Go(go) => go,
        other => panic!("{other:?}"),
    }
}

fn ms(millis: u64) -> Option<Duration> {
    Some(Duration::from_millis(millis))
}

fn moves(text: &str) -> Vec<UsiMove> {
    text.split_whitespace().map(|word| word.parse().expect("a move")).collect()
}

#[test]
fn plain_commands_with_blanks_and_line_endings() {
    assert_eq!(parse("usi"), GuiCommand::Usi);
    assert_eq!(parse("  isready \t\r\n"), GuiCommand::IsReady);
    assert_eq!(parse("usinewgame\r\n"), GuiCommand::UsiNewGame);
    assert_eq!(parse("stop now"), GuiCommand::Stop);
    assert_eq!(parse("quit"), GuiCommand::Quit);
    assert_eq!(parse(" \r\n"), GuiCommand::Blank);
    assert_eq!(parse("bench 5\n"), GuiCommand::Unknown("bench 5".into()));
    assert_eq!(parse("gameover lose"), GuiCommand::GameOver(Some(GameResult::Lose)));
    assert_eq!(parse("gameover"), GuiCommand::GameOver(None));
    assert_eq!(parse("gameover unclear"), GuiCommand::GameOver(None));
}

#[test]
fn setoption_keeps_values_as_they_stand() {
    let set = |name: &str, value: Option<&str>| GuiCommand::SetOption {
        name: name.into(),
        value: value.map(Into::into),
    };
    assert_eq!(parse("setoption name USI_Hash value 256"), set("USI_Hash", Some("256")));
    assert_eq!(
        parse("setoption  name BookFile value C:\\将棋 ソフト\\my  book.db \r\n"),
        set("BookFile", Some("C:\\将棋 ソフト\\my  book.db"))
    );
    assert_eq!(parse("setoption name EvalDir value <empty>"), set("EvalDir", Some("")));
    assert_eq!(parse("setoption name EvalDir value"), set("EvalDir", Some("")));
    assert_eq!(parse("setoption name Clear_Hash"), set("Clear_Hash", None));
    assert_eq!(parse("setoption name Skill Level value value"), set("Skill Level", Some("value")));
    for line in ["setoption", "setoption name", "setoption USI_Hash value 256"] {
        let error = GuiCommand::parse(line).expect_err(line).to_string();
        assert_eq!(error, "`setoption`: `name NAME` is missing");
    }
}

#[test]
fn positions_with_and_without_moves() {
    assert_eq!(
        parse("position startpos moves 7g7f 8h2b+ P*5e"),
        GuiCommand::Position(PositionCommand {
            start: StartPosition::Startpos,
            moves: moves("7g7f 8h2b+ P*5e"),
        })
    );
    assert_eq!(parse("position startpos moves"), parse("position startpos"));
    let text = "4k4/9/9/9/9/9/9/9/4K4 w 2Pb 5";
    let sfen = StartPosition::Sfen(Sfen::parse(text).expect("well formed"));
    for line in [format!("position sfen {text} moves 5a5b"), {
        format!("position  sfen  {text}  moves  5a5b \r\n")
    }] {
        let expected = PositionCommand { start: sfen.clone(), moves: moves("5a5b") };
        assert_eq!(parse(&line), GuiCommand::Position(expected));
    }
    let short = parse("position sfen 4k4/9/9/9/9/9/9/9/4K4 w 2Pb moves 5a5b");
    assert_eq!(short.to_string(), "position sfen 4k4/9/9/9/9/9/9/9/4K4 w 2Pb 1 moves 5a5b");
}

#[test]
fn bad_positions_are_named() {
    let error = |line: &str| GuiCommand::parse(line).expect_err(line).to_string();
    assert_eq!(error("position"), "`position`: `startpos` or `sfen` is missing");
    assert_eq!(error("position x"), "`position`: expected `startpos` or `sfen`, found `x`");
    assert_eq!(error("position startpos 7g7f"), "`position`: expected `moves`, found `7g7f`");
    assert_eq!(
        error("position startpos moves 7g7f resign"),
        "move 2: `resign` is not a move in USI notation"
    );
    assert_eq!(error("position sfen 9 b"), "`sfen`: the field of pieces in hand is missing");
}

#[test]
fn go_with_every_word() {
    let clock = Clock {
        black_time: ms(1000),
        white_time: ms(0),
        byoyomi: ms(5000),
        black_increment: ms(1),
        white_increment: ms(2),
    };
    assert_eq!(
        go("go ponder btime 1000 wtime -30 byoyomi 5000 binc 1 winc 2"),
        GoCommand { ponder: true, clock, ..GoCommand::default() }
    );
    assert!(go("go infinite").infinite);
    let limited = go("go depth 12 nodes 5000000000 movetime 300 searchmoves 7g7f 2g2f infinite");
    assert_eq!((limited.depth, limited.nodes), (Some(12), Some(5_000_000_000)));
    assert_eq!(limited.move_time, ms(300));
    assert_eq!(limited.search_moves, moves("7g7f 2g2f"));
    assert!(limited.infinite && limited.ignored.is_empty());
    assert_eq!(go("go ponder"), GoCommand { ponder: true, ..GoCommand::default() });
    assert!(go("go").clock.is_empty());
}

#[test]
fn go_mate_gives_time() {
    assert_eq!(go("go mate 5000").mate, Some(MateLimit::Time(Duration::from_secs(5))));
    assert_eq!(go("go mate infinite").mate, Some(MateLimit::Unlimited));
    assert_eq!(go("go mate").mate, Some(MateLimit::Unlimited));
    assert!(!go("go mate infinite").infinite);
}

#[test]
fn unknown_words_of_go_are_kept_aside() {
    let odd = go("go movestogo 40 btime x wtime 7 depth");
    assert_eq!(odd.ignored, ["movestogo", "40", "x"]);
    assert_eq!(odd.unreadable, ["btime", "depth"]);
    assert_eq!((odd.clock.black_time, odd.clock.white_time), (None, ms(7)));
    let huge = go("go btime 99999999999999999999999 depth 99999999999");
    assert_eq!((huge.clock.black_time, huge.depth), (ms(u64::MAX), Some(u32::MAX)));
}

#[test]
fn a_number_that_is_none_is_told_and_sets_nothing() {
    for (line, keyword) in [
        ("go btime 5m", "btime"),
        ("go byoyomi", "byoyomi"),
        ("go movetime 1e3", "movetime"),
        ("go nodes -5", "nodes"),
        ("go mate soon", "mate"),
    ] {
        let odd = go(line);
        assert_eq!(odd.unreadable, [keyword], "{line}");
        assert!(odd.is_unlimited(), "{line}");
    }
    assert_eq!(go("go mate soon").mate, Some(MateLimit::Unlimited));
    // Fractions and negative clocks are numbers.
    let fraction = go("go btime 60000.75 wtime -3.5");
    assert_eq!((fraction.clock.black_time, fraction.clock.white_time), (ms(60_000), ms(0)));
    assert!(fraction.unreadable.is_empty() && !fraction.is_unlimited());
}

#[test]
fn ponderhit_may_bring_clocks() {
    assert_eq!(parse("ponderhit"), GuiCommand::PonderHit(Clock::default()));
    let clock = Clock { black_time: ms(5), byoyomi: ms(9), ..Clock::default() };
    assert_eq!(parse("ponderhit btime 5 odd byoyomi 9"), GuiCommand::PonderHit(clock));
}

#[test]
fn a_value_cannot_break_the_line() {
    let line = GuiCommand::SetOption { name: "A".into(), value: Some("x\nquit".into()) };
    assert_eq!(line.to_string(), "setoption name A value x quit");
}

fn any_move() -> impl Strategy<Value = UsiMove> {
    "([1-9][a-i][1-9][a-i]\\+?|[PLNSGBR]\\*[1-9][a-i])".prop_map(|text| text.parse().expect("ok"))
}

fn any_clock() -> impl Strategy<Value = Clock> {
    let time = || proptest::option::of(any::<u64>().prop_map(Duration::from_millis));
    (time(), time(), time(), time(), time()).prop_map(
        |(black_time, white_time, byoyomi, black_increment, white_increment)| Clock {
            black_time,
            white_time,
            byoyomi,
            black_increment,
            white_increment,
        },
    )
}

fn any_go() -> impl Strategy<Value = GuiCommand> {
    let mate = proptest::option::of(prop_oneof![
        Just(MateLimit::Unlimited),
        any::<u64>().prop_map(|millis| MateLimit::Time(Duration::from_millis(millis))),
    ]);
    let numbers = (any::<Option<u32>>(), any::<Option<u64>>(), any::<Option<u64>>());
    (any::<bool>(), any::<bool>(), any_clock(), numbers, mate, list_of_moves()).prop_map(
        |(ponder, infinite, clock, (depth, nodes, time), mate, search_moves)| {
            GuiCommand::Go(GoCommand {
                ponder,
                infinite,
                clock,
                depth,
                nodes,
                move_time: time.map(Duration::from_millis),
                mate,
                search_moves,
                unreadable: Vec::new(),
                ignored: Vec::new(),
            })
        },
    )
}

fn list_of_moves() -> impl Strategy<Value = Vec<UsiMove>> {
    proptest::collection::vec(any_move(), 0..12)
}

fn any_position() -> impl Strategy<Value = GuiCommand> {
    let start = prop_oneof![
        Just(StartPosition::Startpos),
        Just(StartPosition::Sfen(Sfen::parse("9/9/9/9/9/9/9/9/8+p w 18P 7").expect("well formed"))),
    ];
    (start, list_of_moves())
        .prop_map(|(start, moves)| GuiCommand::Position(PositionCommand { start, moves }))
}

fn any_command() -> impl Strategy<Value = GuiCommand> {
    let set =
        ("[A-Za-z_]{1,8}", proptest::option::of("([ぁ-ん/.=a-z]{1,6}( [あ-んa-z]{1,6}){0,2})?"))
            .prop_map(|(name, value)| GuiCommand::SetOption { name, value });
    prop_oneof![
        Just(GuiCommand::Usi),
        Just(GuiCommand::IsReady),
        Just(GuiCommand::UsiNewGame),
        Just(GuiCommand::Stop),
        Just(GuiCommand::Quit),
        Just(GuiCommand::GameOver(None)),
        Just(GuiCommand::GameOver(Some(GameResult::Win))),
        Just(GuiCommand::GameOver(Some(GameResult::Draw))),
        any_clock().prop_map(GuiCommand::PonderHit),
        set,
        any_go(),
        any_position(),
    ]
}

proptest! {
    #[test]
    fn what_is_written_reads_back(command in any_command()) {
        prop_assert_eq!(GuiCommand::parse(&command.to_string()), Ok(command));
    }

    #[test]
    fn arbitrary_lines_never_panic(
        start in "(position sfen|position|go|setoption name|ponderhit)?", tail in "\\PC{0,60}",
    ) {
        let _ = GuiCommand::parse(&format!("{start} {tail}"));
    }

    #[test]
    fn arbitrary_words_never_panic(
        words in proptest::collection::vec(
            "(go|mate|infinite|btime|nodes|searchmoves|7g7f|name|value|-5|9{30}|sfen|moves|b|-)",
            0..12,
        ),
    ) {
        for start in ["go", "position", "position sfen", "setoption", "ponderhit", "gameover"] {
            let _ = GuiCommand::parse(&format!("{start} {}", words.join(" ")));
        }
    }
}
