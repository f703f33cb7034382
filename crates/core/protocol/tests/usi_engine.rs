//! Lines from the engine: canonical form, foreign forms, round trips.

use std::time::Duration;

use proptest::prelude::*;
use zenpuku_protocol::usi::{
    BestMove, Bound, CheckmateAnswer, EngineMessage, Info, MateScore, OptionError, OptionKind,
    OptionList, Score, ScoreInfo, UsiMove, UsiOption,
};

fn mv(text: &str) -> UsiMove {
    text.parse().expect("a move")
}

fn parse(line: &str) -> EngineMessage {
    EngineMessage::parse(line).expect("well formed")
}

fn info(line: &str) -> Info {
    match parse(line) {
        EngineMessage::Info(info) => *info,
        other => panic!("{other:?}"),
    }
}

#[test]
fn info_is_written_in_canonical_order() {
    let full = Info {
        depth: Some(12),
        seldepth: Some(20),
        multipv: Some(1),
        score: Some(ScoreInfo { score: Score::Cp(-34), bound: Bound::Lower }),
        nodes: Some(1_000_000),
        nps: Some(500_000),
        hashfull: Some(37),
        time: Some(Duration::from_millis(2000)),
        currmove: None,
        pv: vec![mv("7g7f"), mv("3c3d")],
        string: None,
    };
    assert_eq!(
        full.to_string(),
        "info depth 12 seldepth 20 multipv 1 score cp -34 lowerbound nodes 1000000 nps 500000 \
         hashfull 37 time 2000 pv 7g7f 3c3d"
    );
    assert_eq!(Info::message("no book\nfound").to_string(), "info string no book found");
}

#[test]
fn foreign_info_lines_are_understood() {
    let other = info("info time 1141 depth 3 nodes 135125 score cp -1521 pv 3a3b L*4h 4c4d\r\n");
    assert_eq!((other.depth, other.nodes, other.pv.len()), (Some(3), Some(135_125), 3));
    let percent = info("info pv 7g7f (57.25%) depth 5 resign");
    assert_eq!((percent.pv, percent.depth), (vec![mv("7g7f")], Some(5)));
    let text = info("info depth 1 string the string is long");
    assert_eq!(text.string.as_deref(), Some("the string is long"));
    let glued = info("info substring depth 3");
    assert_eq!((glued.string, glued.depth), (None, Some(3)));
    let missing = info("info depth score nodes 5");
    assert_eq!((missing.depth, missing.score, missing.nodes), (None, None, Some(5)));
}

#[test]
fn mates_of_every_spelling() {
    let score = |text: &str| info(&format!("info score {text}")).score.map(|found| found.score);
    assert_eq!(score("mate 5"), Some(Score::Mate(MateScore::Win(Some(5)))));
    assert_eq!(score("mate +5"), Some(Score::Mate(MateScore::Win(Some(5)))));
    assert_eq!(score("mate -12"), Some(Score::Mate(MateScore::Loss(Some(12)))));
    assert_eq!(score("mate +"), Some(Score::Mate(MateScore::Win(None))));
    assert_eq!(score("mate -"), Some(Score::Mate(MateScore::Loss(None))));
    assert_eq!(score("mate 0"), Some(Score::Mate(MateScore::Loss(Some(0)))));
    assert_eq!(score("cp 99999999999"), Some(Score::Cp(i32::MAX)));
    assert_eq!(score("cp many"), None);
    let bound = info("info score mate 3 upperbound multipv 2");
    assert_eq!(bound.score.map(|found| found.bound), Some(Bound::Upper));
    assert_eq!(bound.multipv, Some(2));
}

#[test]
fn best_moves() {
    let answer = |best: &str, ponder: Option<&str>| {
        EngineMessage::BestMove(BestMove::Move { best: mv(best), ponder: ponder.map(mv) })
    };
    assert_eq!(parse("bestmove 7g7f"), answer("7g7f", None));
    assert_eq!(parse(" bestmove 7g7f  ponder 3c3d \r\n"), answer("7g7f", Some("3c3d")));
    assert_eq!(parse("bestmove 7g7f ponder resign"), answer("7g7f", None));
    assert_eq!(parse("bestmove resign"), EngineMessage::BestMove(BestMove::Resign));
    assert_eq!(parse("bestmove win"), EngineMessage::BestMove(BestMove::Win));
    let error = EngineMessage::parse("bestmove (none)").expect_err("not a move").to_string();
    assert_eq!(error, "`bestmove`: expected a move, `resign` or `win`, found `(none)`");
    assert!(EngineMessage::parse("bestmove").is_err());
}

#[test]
fn checkmate_answers() {
    let answer = |line: &str| match parse(line) {
        EngineMessage::Checkmate(answer) => answer,
        other => panic!("{other:?}"),
    };
    assert_eq!(answer("checkmate G*5b"), CheckmateAnswer::Mate(vec![mv("G*5b")]));
    assert_eq!(answer("checkmate nomate"), CheckmateAnswer::NoMate);
    assert_eq!(answer("checkmate timeout"), CheckmateAnswer::Timeout);
    assert_eq!(answer("checkmate notimplemented"), CheckmateAnswer::NotImplemented);
    assert!(EngineMessage::parse("checkmate").is_err());
    assert!(EngineMessage::parse("checkmate G*5b x").is_err());
}

#[test]
fn identification_and_other_lines() {
    assert_eq!(parse("id name Zenpuku 0.1 全幅"), EngineMessage::IdName("Zenpuku 0.1 全幅".into()));
    assert_eq!(parse("id author name"), EngineMessage::IdAuthor("name".into()));
    assert_eq!(parse("usiok\r\n"), EngineMessage::UsiOk);
    assert_eq!(parse("readyok"), EngineMessage::ReadyOk);
    assert_eq!(parse("# debug"), EngineMessage::Unknown("# debug".into()));
    assert_eq!(parse(""), EngineMessage::Unknown(String::new()));
}

#[test]
fn options_of_every_type_are_written() {
    let line = |option: UsiOption| option.to_string();
    assert_eq!(line(UsiOption::check("A", true)), "option name A type check default true");
    assert_eq!(
        line(UsiOption::spin("A", 1, -2, 3)),
        "option name A type spin default 1 min -2 max 3"
    );
    assert_eq!(
        line(UsiOption::combo("A", "x", ["x", "y"])),
        "option name A type combo default x var x var y"
    );
    assert_eq!(line(UsiOption::button("A")), "option name A type button");
    assert_eq!(line(UsiOption::text("A", "")), "option name A type string default <empty>");
    assert_eq!(line(UsiOption::filename("A", "b.db")), "option name A type filename default b.db");
}

#[test]
fn foreign_options_are_understood() {
    assert_eq!(
        parse("option name Skill Level type spin default 20 min 0 max 20"),
        EngineMessage::Option(UsiOption::spin("Skill Level", 20, 0, 20))
    );
    let profile = UsiOption::combo("Profile", "default", ["default", "plain"]);
    assert_eq!(
        parse("option name Profile type combo default default var default var plain"),
        EngineMessage::Option(profile)
    );
    assert_eq!(
        parse("option name Style type combo var Very Solid var Risky default Very Solid"),
        EngineMessage::Option(UsiOption::combo("Style", "Very Solid", ["Very Solid", "Risky"]))
    );
    // Another type's keywords are words like others.
    assert_eq!(
        parse("option name Style type combo var no max depth var Risky"),
        parse("option name Style type combo default no max depth var no max depth var Risky"),
    );
    assert_eq!(
        parse("option name Note type string default a var of min 3"),
        EngineMessage::Option(UsiOption::text("Note", "a var of min 3"))
    );
    assert_eq!(
        parse("option name P type check"),
        EngineMessage::Option(UsiOption::check("P", false))
    );
    let error = |line: &str| EngineMessage::parse(line).expect_err(line).to_string();
    assert_eq!(
        error("option name A type spin default x"),
        "`option`: expected a whole number, found `x`"
    );
    assert_eq!(error("option name A type blob"), "`option`: expected a known type, found `blob`");
    assert_eq!(error("option name A"), "`option`: `type TYPE` is missing");
    assert_eq!(error("option type check"), "`option`: `name NAME` is missing");
}

fn our_options() -> OptionList {
    OptionList::declare(vec![
        UsiOption::spin("USI_Hash", 1024, 1, 1 << 20),
        UsiOption::check("USI_Ponder", false),
        UsiOption::combo("EnteringKingRule", "CSARule27", ["NoEnteringKing", "CSARule27"]),
        UsiOption::button("Clear_Hash"),
        UsiOption::filename("BookFile", ""),
    ])
    .expect("well formed")
}

#[test]
fn declarations_are_checked() {
    let declare = |options| OptionList::declare(options).map(drop);
    let twice = vec![UsiOption::button("A"), UsiOption::check("a", true)];
    assert_eq!(declare(twice), Err(OptionError::Duplicate("a".into())));
    let blank = vec![UsiOption::button("A B")];
    assert_eq!(declare(blank), Err(OptionError::BadWord("A B".into())));
    assert!(declare(vec![UsiOption::spin("A", 5, 0, 4)]).is_err());
    assert!(declare(vec![UsiOption::combo("A", "z", ["x"])]).is_err());
    assert!(declare(vec![UsiOption::text("A", "two words")]).is_err());
    assert_eq!(our_options().to_string().lines().count(), 5);
    let received = OptionList::received(vec![UsiOption::button("A B")]);
    assert!(received.find("a b").is_some());
}

fn any_move() -> impl Strategy<Value = UsiMove> {
    "([1-9][a-i][1-9][a-i]\\+?|[PLNSGBR]\\*[1-9][a-i])".prop_map(|text| mv(&text))
}

fn any_score() -> impl Strategy<Value = ScoreInfo> {
    let score = prop_oneof![
        any::<i32>().prop_map(Score::Cp),
        any::<Option<u32>>().prop_map(|plies| Score::Mate(MateScore::Win(plies))),
        any::<Option<u32>>().prop_map(|plies| Score::Mate(MateScore::Loss(plies))),
    ];
    let bound = prop_oneof![Just(Bound::Exact), Just(Bound::Lower), Just(Bound::Upper)];
    (score, bound).prop_map(|(score, bound)| ScoreInfo { score, bound })
}

fn any_info() -> impl Strategy<Value = EngineMessage> {
    let small = (any::<Option<u32>>(), any::<Option<u32>>(), any::<Option<u32>>());
    let large = (any::<Option<u64>>(), any::<Option<u64>>(), any::<Option<u64>>());
    let line = (
        proptest::option::of(any_move()),
        proptest::collection::vec(any_move(), 0..10),
        proptest::option::of("([a-zぁ-ん]{1,6}( [a-z]{1,6}){0,3})?"),
    );
    (small, large, any::<Option<u32>>(), proptest::option::of(any_score()), line).prop_map(
        |((depth, seldepth, multipv), (nodes, nps, time), hashfull, score, line)| {
            EngineMessage::Info(Box::new(Info {
                depth,
                seldepth,
                multipv,
                score,
                nodes,
                nps,
                hashfull,
                time: time.map(Duration::from_millis),
                currmove: line.0,
                pv: line.1,
                string: line.2,
            }))
        },
    )
}

fn any_option() -> impl Strategy<Value = EngineMessage> {
    let text = || "([a-z./ぁ-ん]{1,8})?";
    let kind = prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        any::<(i64, i64, i64)>().prop_map(|(default, min, max)| OptionKind::Spin {
            default,
            min,
            max
        }),
        (text(), proptest::collection::vec("[A-Z]{1,5}", 1..4))
            .prop_map(|(default, choices)| OptionKind::Combo { default, choices }),
        Just(OptionKind::Button),
        text().prop_map(|default| OptionKind::Text { default }),
        text().prop_map(|default| OptionKind::Filename { default }),
    ];
    ("[A-Z][A-Za-z_]{0,8}", kind)
        .prop_map(|(name, kind)| EngineMessage::Option(UsiOption { name, kind }))
}

fn any_message() -> impl Strategy<Value = EngineMessage> {
    prop_oneof![
        any_info(),
        any_option(),
        "[a-z]{1,5}( [a-z]{1,5})?".prop_map(EngineMessage::IdName),
        "[a-z]{1,5}( [a-z]{1,5})?".prop_map(EngineMessage::IdAuthor),
        (any_move(), proptest::option::of(any_move()))
            .prop_map(|(best, ponder)| EngineMessage::BestMove(BestMove::Move { best, ponder })),
        proptest::collection::vec(any_move(), 1..9)
            .prop_map(|line| EngineMessage::Checkmate(CheckmateAnswer::Mate(line))),
    ]
}

proptest! {
    #[test]
    fn what_is_written_reads_back(message in any_message()) {
        prop_assert_eq!(EngineMessage::parse(&message.to_string()), Ok(message));
    }

    #[test]
    fn arbitrary_lines_never_panic(
        start in "(info|id|option name|bestmove|checkmate|info score)?", tail in "\\PC{0,60}",
    ) {
        let _ = EngineMessage::parse(&format!("{start} {tail}"));
    }

    #[test]
    fn arbitrary_words_never_panic(
        words in proptest::collection::vec(
            "(info|score|cp|mate|[+-]|pv|7g7f|string|name|type|spin|min|max|var|default|9{30})",
            0..12,
        ),
    ) {
        for start in ["info", "option", "bestmove", "checkmate", "id"] {
            let _ = EngineMessage::parse(&format!("{start} {}", words.join(" ")));
        }
    }
}

#[test]
fn only_ascii_blanks_part_words() {
    // An ideographic blank belongs to the word, so this is no `checkmate`, and stays none.
    let line = "checkmate\u{3000}";
    let message = EngineMessage::parse(line).unwrap();
    assert_eq!(message, EngineMessage::Unknown(line.to_owned()));
    assert_eq!(EngineMessage::parse(&message.to_string()).unwrap(), message);
}
