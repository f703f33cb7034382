//! Inputs that failed once: `testdata/reports`, each for its kind.

use std::path::Path;
use zenpuku_shogi::Color;
use zenpuku_shogi_record::{
    Document, Encoding, Ending, Format, ReadError, Record, Step, Time, WarningKind, read, write,
};

fn open(name: &str) -> Document {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/reports").join(name);
    let extension = path.extension().and_then(|extension| extension.to_str()).expect("a name");
    let bytes = std::fs::read(&path).expect("test data");
    read(&bytes, Format::from_extension(extension)).expect(name)
}

fn moves(record: &Record) -> String {
    let moves = record.main_line().filter_map(|id| record.node(id).played());
    moves.map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

fn ending(record: &Record) -> Option<Ending> {
    record.ending().map(|(ending, _)| ending.clone())
}

/// A record written in the same format is read as the same moves, endings and comments.
fn comes_back(document: &Document, name: &str) {
    let written = write(document, document.format, None).expect(name);
    assert_eq!(written.losses, [], "{name}");
    let again = read(&written.bytes, Some(document.format)).expect(name);
    assert_eq!(document.records.len(), again.records.len(), "{name}");
    for (one, other) in document.records.iter().zip(&again.records) {
        assert_eq!(one.first_difference(other), None, "{name}");
    }
}

#[test]
fn the_hand_may_be_written_as_an_origin() {
    for (name, timed) in
        [("F1a.kif", true), ("F1b.kif", true), ("F1c.kif", false), ("F1d.kif", true)]
    {
        let document = open(name);
        let record = &document.records[0];
        assert_eq!(moves(record), "7g7f 3c3d 8h2b+ 3a2b B*4e", "{name}");
        let last = record.main_line().last().expect("a move");
        let time = timed.then_some(Time { spent_ms: 7_000, total_ms: Some(15_000) });
        assert_eq!(record.node(last).time, time, "{name}");
        comes_back(&document, name);
    }
}

#[test]
fn lines_of_variations_among_the_headers_are_passed_over_with_a_warning() {
    for (name, line, expected) in [
        ("R33a.kif", "変化：3手", "7g7f 3c3d 2g2f"),
        ("R33b.kif", "変化：3手", "7g7f 3c3d 2g2f"),
        ("R33c.kif", "変化：3手", "7g7f 3c3d"),
        ("R33d.kif", "まで3手で中断", "7g7f 3c3d"),
        ("R33e.kif", "変化：3手", "5a5b 7g7f"),
        ("F2a.ki2", "変化：3手", "7g7f 3c3d 2g2f"),
    ] {
        let document = open(name);
        assert_eq!(moves(&document.records[0]), expected, "{name}");
        let warned = document
            .warnings
            .iter()
            .any(|warning| matches!(&warning.kind, WarningKind::UnknownLine(text) if text == line));
        assert!(warned, "{name}: {:?}", document.warnings);
        comes_back(&document, name);
    }
    // The true variation of the first one is read.
    assert_eq!(open("R33a.kif").records[0].lines().count(), 2);
}

#[test]
fn endings_of_usi_lines() {
    assert_eq!(ending(&open("R31_timeout.sfen").records[0]), Some(Ending::TimeUp));
    assert_eq!(ending(&open("R31_break.sfen").records[0]), Some(Ending::Interrupted));
}

#[test]
fn an_ending_may_have_the_mark_of_a_side() {
    for (name, expected) in [
        ("F5a.kif", Ending::Interrupted),
        ("F5b.kif", Ending::FoulLoss),
        ("F5c.kif", Ending::Resign),
        ("R16b.kif", Ending::Resign),
    ] {
        let document = open(name);
        assert_eq!(ending(&document.records[0]), Some(expected), "{name}");
        assert!(document.warnings.is_empty(), "{name}: {:?}", document.warnings);
        comes_back(&document, name);
    }
}

#[test]
fn separators_without_a_game_make_none() {
    for (name, games) in [
        ("F6a.csa", 1),
        ("F6b.csa", 1),
        ("F6c.csa", 1),
        ("F6d.csa", 2),
        ("F6e.csa", 1),
        ("R13.csa", 2),
    ] {
        let document = open(name);
        assert_eq!(document.records.len(), games, "{name}");
        for record in &document.records {
            assert!(record.main_line().count() >= 2, "{name}: {}", moves(record));
            assert!(ending(record).is_some(), "{name}");
        }
        comes_back(&document, name);
    }
    let bytes = write(&open("F6e.csa"), Format::Csa, None).expect("written").bytes;
    assert!(String::from_utf8_lossy(&bytes).contains("'comment only"), "nothing is lost");
}

#[test]
fn a_pause_between_two_moves_costs_no_ply() {
    for name in ["R02c.kif", "R02d.kif"] {
        let document = open(name);
        let record = &document.records[0];
        assert_eq!(moves(record), "7g7f 3c3d 2g2f", "{name}");
        assert_eq!(ending(record), Some(Ending::Resign), "{name}");
        assert!(document.warnings.is_empty(), "{name}: {:?}", document.warnings);
        comes_back(&document, name);
    }
    let document = open("R02d.kif");
    let record = &document.records[0];
    assert_eq!(record.lines().count(), 2);
    let variation = record.lines().nth(1).expect("a variation");
    assert_eq!(record.node(variation).ply(), 3);
    assert!(matches!(record.node(variation).step(), Step::Move(_)));
}

#[test]
fn a_header_may_stand_alone() {
    assert_eq!(open("R06.kif").warnings, []);
}

#[test]
fn text_of_seven_bits_is_japanese() {
    let document = open("R19jis.kif");
    assert_eq!(document.encoding, Encoding::Iso2022Jp);
    assert!(document.records[0].main_line().count() > 0);
    assert_eq!(document.warnings, []);
    comes_back(&document, "R19jis.kif");
}

/// The result of a round trip through every format that can hold the game.
fn conversions(document: &Document) -> Vec<(Format, String, Document)> {
    let formats = [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf, Format::Usi];
    let convert = |format| {
        let bytes = write(document, format, None).expect("written").bytes;
        let again = read(&bytes, Some(format)).expect("read");
        (format, String::from_utf8(bytes).expect("UTF-8"), again)
    };
    formats.map(convert).into()
}

#[test]
fn an_illegal_move_stays_and_its_maker_loses() {
    for name in ["R10.kif", "R10b.csa"] {
        let document = open(name);
        assert_eq!(document.records[0].winner(), Some(Color::White), "{name}");
        assert_eq!(document.faults().count(), 1, "{name}");
        comes_back(&document, name);
        for (format, text, again) in conversions(&document) {
            let at = format!("{name} as {format}: {text}");
            let record = &again.records[0];
            assert_eq!(moves(record), "7g7f 3c3d 8h6f 2b6f 5i6h 6f5g+", "{at}");
            let (_, broken) = record.broken().next().expect(&at);
            assert_eq!(broken.foul().map(|mv| mv.to_string()).as_deref(), Some("2g2f"), "{at}");
            assert_eq!(record.winner(), Some(Color::White), "{at}");
            let comment = name == "R10.kif" && format != Format::Usi;
            assert_eq!(broken.comments == ["王手放置"], comment, "{at}");
        }
    }
}

#[test]
fn an_illegal_move_is_written_as_the_format_has_it() {
    let document = open("R10.kif");
    for (format, expected) in [
        (Format::Csa, "+2726FU\nT1\n'*王手放置\n%+ILLEGAL_ACTION\n"),
        (Format::Ki2, "▲２六歩\n*王手放置\nまで7手で先手の反則負け\n"),
        (Format::Usi, "6f5g+ 2g2f\n"),
    ] {
        let text = String::from_utf8(write(&document, format, None).expect("written").bytes);
        let text = text.expect("UTF-8");
        assert!(text.ends_with(expected), "{format}: {text}");
    }
    let losses = write(&document, Format::Csa, None).expect("written").losses;
    assert_eq!(losses, []);
    let bytes = write(&open("R10b.csa"), Format::Kif, None).expect("written").bytes;
    let text = String::from_utf8(bytes).expect("UTF-8");
    let expected = "   7 ２六歩(27)\n   8 反則勝ち\nまで7手で先手の反則負け\n";
    assert!(text.ends_with(expected), "{text}");
}

/// Other rules broken, among them moves that no piece on the board can make.
#[test]
fn illegal_moves_of_every_kind_stay() {
    for (moves_before, foul) in [
        ("", "+7775FU"),
        ("", "+0055KI"),
        ("", "+8822UM"),
        ("", "+5554KI"),
        ("", "+2888HI"),
        ("+7776FU\n-3334FU\n+8822UM\n-3122GI\n", "+0022KA"),
    ] {
        let csa = format!("V2.2\nPI\n+\n{moves_before}{foul}\n%ILLEGAL_MOVE\n");
        let document = read(csa.as_bytes(), Some(Format::Csa)).expect("read");
        assert_eq!(document.records[0].winner(), Some(Color::White), "{csa}");
        for (format, text, again) in conversions(&document) {
            let record = &again.records[0];
            assert_eq!(moves(record), moves(&document.records[0]), "{text}");
            assert_eq!(record.broken().count(), 1, "{text}");
            // USI names no piece: a move from an empty square is not a move there.
            if format != Format::Usi || !foul.starts_with("+5554") {
                assert_eq!(record.winner(), Some(Color::White), "{foul}: {text}");
            }
        }
    }
}

/// Play that continued after an illegal move is not decided by it.
#[test]
fn an_illegal_move_that_nobody_saw_decides_nothing() {
    let kif = "1 ７六歩(77)\n2 ３四歩(33)\n3 ７七歩(76)\n4 ８四歩(83)\n5 投了\n";
    let document = read(kif.as_bytes(), Some(Format::Kif)).expect("read");
    let record = &document.records[0];
    assert_eq!(record.winner(), Some(Color::White));
    assert_eq!(record.broken().next().and_then(|(_, broken)| broken.foul()), None);
}

/// Who lost by an illegal move is the same in every format, by the letter of each.
#[test]
fn after_an_illegal_move_its_opponent_wins() {
    for (name, played) in
        [("N01a.kif", "7g7f 3c3d"), ("N01b.csa", "7g7f 3c3d 7f7e 3d3e"), ("N01c.csa", "7g7f 3c3d")]
    {
        let document = open(name);
        assert_eq!(document.records[0].winner(), Some(Color::White), "{name}");
        let ply = played.split(' ').count() + 2;
        for (format, text, again) in conversions(&document) {
            let at = format!("{name} as {format}: {text}");
            assert_eq!(moves(&again.records[0]), played, "{at}");
            assert_eq!(again.records[0].winner(), Some(Color::White), "{at}");
            let expected = match format {
                _ if format == document.format => continue,
                Format::Kif => format!("   {ply} 反則勝ち\n"),
                Format::Csa => "%+ILLEGAL_ACTION\n".to_owned(),
                Format::Jkf => "{\"special\": \"+ILLEGAL_ACTION\"}".to_owned(),
                _ => continue,
            };
            assert!(text.contains(&expected), "{at}");
        }
    }
    // White's illegal move.
    let csa = "V2.2\nPI\n+\n+7776FU\n-3335FU\n%-ILLEGAL_ACTION\n";
    let document = read(csa.as_bytes(), Some(Format::Csa)).expect("read");
    assert_eq!(document.records[0].winner(), Some(Color::Black));
    let kif = write(&document, Format::Kif, None).expect("written").bytes;
    assert!(String::from_utf8_lossy(&kif).contains("   3 反則勝ち\n"));
    let jkf = write(&document, Format::Jkf, None).expect("written").bytes;
    assert!(String::from_utf8_lossy(&jkf).contains("\"-ILLEGAL_ACTION\""));
}

/// The result that a server names behind an illegal move in a client's log.
#[test]
fn a_log_ends_with_an_illegal_move() {
    let log = "BEGIN Game_Summary\nName+:a\nName-:b\nBEGIN Position\nPI\n+\nEND Position\n\
        END Game_Summary\n+7776FU,T1\n-3335FU,T1\n#ILLEGAL_MOVE\n#WIN\n";
    let document = read(log.as_bytes(), Some(Format::CsaLog)).expect("read");
    assert_eq!(document.records[0].winner(), Some(Color::Black));
}

#[test]
fn white_moves_first_from_the_board_of_a_handicap_game() {
    for name in ["N02a.kif", "N02b.kif"] {
        let document = open(name);
        let record = &document.records[0];
        assert_eq!(record.start().side_to_move(), Color::White, "{name}");
        assert_eq!(moves(record), "3c3d 7g7f", "{name}");
        assert_eq!(document.warnings, [], "{name}");
        comes_back(&document, name);
        for (format, text, again) in conversions(&document) {
            assert_eq!(moves(&again.records[0]), "3c3d 7g7f", "{name} as {format}: {text}");
        }
    }
    let text = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/reports/N02a.kif"),
    )
    .expect("test data");
    let side = |from: &str, to: &str| {
        let text = text.replace(from, to);
        let document = read(text.as_bytes(), Some(Format::Kif)).expect("read");
        document.records[0].start().side_to_move()
    };
    // A statement of the side to move takes precedence, and so does an even game.
    assert_eq!(side("下手：甲", "下手番\n下手：甲"), Color::Black);
    assert_eq!(side("上手の持駒", "手合割：平手\n上手の持駒"), Color::Black);
    assert_eq!(side("下手：甲", "手数＝1  ３四歩  まで\n下手：甲"), Color::Black);
    assert_eq!(side("手", "手"), Color::White);
}

/// A board of a handicap game where Black is to move is read as that again.
#[test]
fn black_to_move_from_the_board_of_a_handicap_game_is_said() {
    let csa = "V2.2\nN+a\nN-b\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP9 *  *  *  * +OU *  *  *  * \n+\n+5958OU\n";
    let mut document = read(csa.as_bytes(), Some(Format::Csa)).expect("read");
    document.records[0].set_field("上手", "b");
    for format in [Format::Kif, Format::Ki2] {
        let bytes = write(&document, format, None).expect("written").bytes;
        let again = read(&bytes, Some(format)).expect("read");
        assert_eq!(moves(&again.records[0]), "5i5h", "{}", String::from_utf8_lossy(&bytes));
    }
}

/// CSA requires a line with the side to move; if it is missing, the first move determines it.
#[test]
fn the_first_move_says_who_begins() {
    let csa = "V2.2\nPI82HI22KA\n-3334FU\n+7776FU\n";
    let document = read(csa.as_bytes(), Some(Format::Csa)).expect("read");
    assert_eq!(moves(&document.records[0]), "3c3d 7g7f");
    assert_eq!(document.warnings, []);
}

#[test]
fn blanks_within_a_move_cost_nothing() {
    for (name, expected, time) in [
        ("F3a.kif", "7g7f 3c3d 8h2b+ 3a2b B*4e", Some(9_000)),
        ("F3c.kif", "6i5h 3c3d", None),
        ("F3d.kif", "6i5h 3c3d", None),
    ] {
        let document = open(name);
        let record = &document.records[0];
        assert_eq!(moves(record), expected, "{name}");
        assert_eq!(document.warnings, [], "{name}");
        let fourth = record.main_line().nth(3).and_then(|id| record.node(id).time);
        assert_eq!(fourth.map(|time| time.spent_ms), time, "{name}");
        comes_back(&document, name);
    }
    let kif = "1 ７六 歩 (77) 0:01/00:00:01\n2 ３四歩(33) 0:02/00:00:02\n3 ２二 角　成 (88)   0:03/00:00:04+\n";
    let document = read(kif.as_bytes(), Some(Format::Kif)).expect("read");
    let record = &document.records[0];
    assert_eq!(moves(record), "7g7f 3c3d 8h2b+");
    assert_eq!(document.warnings, []);
    let times = record.main_line().map(|id| record.node(id).time.map(|time| time.spent_ms));
    assert_eq!(times.collect::<Vec<_>>(), [Some(1_000), Some(2_000), Some(3_000)]);
}

/// The other lines of a list, and the other games of a file, are read.
#[test]
fn a_bad_line_of_a_list_is_named_and_skipped() {
    let document = open("Q07.sfen");
    assert_eq!(document.records.len(), 5);
    let [warning] = &document.warnings[..] else { panic!("{:?}", document.warnings) };
    assert_eq!((warning.place.line, warning.place.column), (8, 1));
    assert!(matches!(warning.kind, WarningKind::SkippedGame(_)), "{warning}");
    let written = write(&document, Format::Usi, None).expect("written").bytes;
    assert!(String::from_utf8_lossy(&written).ends_with("\n7g7f 3c3d\n"), "nothing is lost");
    comes_back(&document, "Q07.sfen");
    let bad = read(b"7g7f 3c3d\n", Some(Format::Usi));
    assert!(matches!(bad, Err(ReadError::StartRule { .. })), "{bad:?}");
}

#[test]
fn a_game_with_a_bad_start_is_named_and_skipped() {
    let csa = "PI\n+\n+7776FU\n/\nP1-XX\n+\n+7776FU\n/\nPI\n+\n+2726FU\n";
    let document = read(csa.as_bytes(), Some(Format::Csa)).expect("read");
    let games: Vec<String> = document.records.iter().map(moves).collect();
    assert_eq!(games, ["7g7f", "2g2f"]);
    let [warning] = &document.warnings[..] else { panic!("{:?}", document.warnings) };
    assert_eq!(warning.place.line, 5);
    assert!(matches!(warning.kind, WarningKind::SkippedGame(_)), "{warning}");
    let alone = read(b"P1-XX\n+\n+7776FU\n", Some(Format::Csa));
    assert!(matches!(alone, Err(ReadError::Start { .. })), "{alone:?}");
}
