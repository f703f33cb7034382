//! Bad input: a clear error or a warning that names place and rule; valid parts are kept.

use zenpuku_shogi::Color;
use zenpuku_shogi_record::{
    Document, Encoding, Ending, Format, Limits, ReadError, Rule, Step, WarningKind, WriteError,
    read, read_with, write,
};
use zenpuku_shogi_record::{Fault, Place};

const HEAD: &str = "手合割：平手\n手数----指手---------消費時間--\n";

fn kif(moves: &str) -> Document {
    let text = format!("{HEAD}{moves}");
    read(text.as_bytes(), Some(Format::Kif)).expect("is read")
}

/// Ply, place and fault of the only fault.
fn fault(document: &Document) -> (u32, Place, Fault) {
    let mut faults = document.faults();
    let warning = faults.next().expect("a fault");
    assert_eq!(faults.next(), None);
    match &warning.kind {
        WarningKind::Broken { ply, fault, .. } => (*ply, warning.place, fault.clone()),
        other => panic!("{other}"),
    }
}

fn played(document: &Document) -> usize {
    let record = &document.records[0];
    record.main_line().filter(|&id| record.node(id).played().is_some()).count()
}

/// The file comes back byte for byte, the unreadable part included.
fn keeps_everything(text: &str, format: Format) {
    let document = read(text.as_bytes(), Some(format)).expect("is read");
    let written = write(&document, format, None).expect("can be written");
    assert_eq!(String::from_utf8_lossy(&written.bytes), text);
    assert_eq!(written.losses, []);
}

#[test]
fn illegal_moves_name_ply_place_and_rule() {
    let cases = [
        (
            "1 ７六歩(77)\n2 ３四歩(33)\n3 ５五角(88)\n4 ４五歩(44)\n",
            4,
            6,
            "there is no piece on 4d",
        ),
        ("1 ７六歩(77)\n2 ８八角成(22)\n", 2, 4, "another piece is in the way"),
        ("1 ７五歩(77)\n", 1, 3, "a pawn does not move so"),
        ("1 ３四歩(33)\n", 1, 3, "the piece on 3c is the opponent's"),
        ("1 ７六銀(77)\n", 1, 3, "a pawn stands on 7g, not a silver"),
        ("1 ５五歩打\n", 1, 3, "no pawn in hand"),
        ("1 ７六歩成(77)\n", 1, 3, "the piece cannot promote"),
        ("1 ８八飛(28)\n", 1, 3, "an own piece is on 8h"),
        ("1 同　歩(77)\n", 1, 3, "without a move before it"),
    ];
    for (moves, ply, line, words) in cases {
        let document = kif(moves);
        let (at, place, fault) = fault(&document);
        assert_eq!((at, place.line), (ply, line), "{moves}");
        assert!(fault.to_string().contains(words), "{moves}: {fault}");
        assert_eq!(played(&document), ply as usize - 1);
        keeps_everything(&format!("{HEAD}{moves}"), Format::Kif);
    }
}

fn problem(sfen: &str, mv: &str) -> Fault {
    let text = format!("sfen {sfen} moves {mv}");
    let document = read(text.as_bytes(), None).expect("is read");
    keeps_everything(&text, Format::Usi);
    fault(&document).2
}

#[test]
fn rules_of_drops_and_kings() {
    let pawns = problem("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5d");
    assert_eq!(pawns, Fault::Illegal(Rule::TwoPawns));
    let mate = problem("7nk/7b1/7G1/9/9/9/9/9/4K4 b P 1", "P*1b");
    assert_eq!(mate, Fault::Illegal(Rule::DropPawnMate));
    let check = problem("4k4/9/9/4r4/9/9/9/9/4K4 b P 1", "5i5h");
    assert_eq!(check, Fault::Illegal(Rule::KingInCheck));
    let ignored = problem("4k4/9/9/4r4/9/9/9/9/4K4 b P 1", "P*1e");
    assert_eq!(ignored, Fault::Illegal(Rule::KingInCheck));
    let dead = problem("4k4/9/9/9/9/9/9/9/4K4 b N 1", "N*1b");
    assert!(matches!(dead, Fault::Illegal(Rule::DeadPiece(_))), "{dead}");
    let must = problem("9/2P6/9/4k4/9/9/9/9/4K4 b - 1", "7b7a");
    assert!(matches!(must, Fault::Illegal(Rule::DeadPiece(_))), "{must}");
    assert!(matches!(problem("4k4/9/9/9/9/9/9/9/4K4 b N 1", "xyz"), Fault::Unreadable { .. }));
}

#[test]
fn every_format_keeps_what_it_cannot_read() {
    let csa = "V2.2\nPI\n+\n+7776FU\n-3334FU\n+7775FU\n'*?\n%TORYO\n";
    keeps_everything(csa, Format::Csa);
    let document = read(csa.as_bytes(), None).expect("is read");
    let (ply, place, _) = fault(&document);
    assert_eq!((ply, place, played(&document)), (3, Place::new(6, 1), 2));
    keeps_everything(
        "手合割：平手\n\n▲７六歩    △３四歩    ▲９九角    △５五歩\nまで\n",
        Format::Ki2,
    );
    keeps_everything("startpos moves 7g7f 3c3d 9i1a 7f7e", Format::Usi);
    let jkf = r#"{"header": {}, "moves": [{}, {"move": {"to": {"x": 7, "y": 6}, "from": {"x": 7, "y": 7}, "piece": "FU"}},
        {"move": {"to": {"x": 7, "y": 6}, "from": {"x": 7, "y": 7}, "piece": "FU"}, "forks": [[]]}, {"special": "TORYO"}]}"#;
    let document = read(jkf.as_bytes(), None).expect("is read");
    assert_eq!((fault(&document).0, played(&document)), (2, 1));
    let written = write(&document, Format::Jkf, None).expect("can be written");
    let again = read(&written.bytes, None).expect("is read");
    assert_eq!(document.records[0].first_difference(&again.records[0]), None);
}

/// The result of a game that ended with a foul is still known.
#[test]
fn the_ending_after_a_foul_is_found() {
    let document = kif("1 ７六歩(77)\n2 ７六歩(33)\n3 反則勝ち\n");
    let record = &document.records[0];
    assert_eq!(record.ending(), Some((&Ending::FoulWin, Color::Black)));
    assert_eq!(record.winner(), Some(Color::Black));
    let csa = "PI\n+\n+7776FU\n-7776FU\n%-ILLEGAL_ACTION\n";
    let document = read(csa.as_bytes(), None).expect("is read");
    assert_eq!(document.records[0].winner(), Some(Color::Black));
}

#[test]
fn variations_of_unreadable_lines_stay_text() {
    let moves = "1 ７六歩(77)\n2 ３四歩(33)\n3 ７七歩(76)\n4 ８四歩(83)\n\n変化：4手\n4 ４四歩(43)\n\n変化：2手\n2 ８四歩(83)\n";
    let document = kif(moves);
    assert_eq!(document.faults().count(), 1);
    assert_eq!(document.records[0].lines().count(), 2);
    keeps_everything(&format!("{HEAD}{moves}"), Format::Kif);
    let orphan = "1 ７六歩(77)\n変化：40手\n40 ３四歩(33)\n変化：1手\n1 ２六歩(27)\n";
    let document = kif(orphan);
    assert!(matches!(fault(&document).2, Fault::NoParent { ply: 40 }));
    assert_eq!(document.records[0].lines().count(), 2);
    keeps_everything(&format!("{HEAD}{orphan}"), Format::Kif);
    keeps_everything(
        &format!("{HEAD}1 ７六歩(77)\n変化：1手\n*?\n変化：1手\n1 ２六歩(27)\n*!\n変化：2手\n"),
        Format::Kif,
    );
}

#[test]
fn start_positions_are_judged() {
    let error = |text: &str| read(text.as_bytes(), Some(Format::Kif)).expect_err(text).to_string();
    let board = |row: &str| {
        let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";
        let king = "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n";
        format!("後手の持駒：なし\n{king}{row}\n{}先手の持駒：なし\n", empty.repeat(7))
    };
    let text = board("| ・ ・ ・ ・ ？ ・ ・ ・ ・|二");
    assert!(
        error(&text).contains("line 3, column 11: a piece or ・ was expected"),
        "{}",
        error(&text)
    );
    let text = board("| ・ ・ ・ ・ ・ ・ ・ ・ ・|二").replacen("・", "歩", 1);
    assert!(error(&text).contains("can never move"), "{}", error(&text));
    let text = "手合割：その他\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n";
    assert!(error(text).contains("nine rows, not 1"), "{}", error(text));
    let text =
        board("| ・ ・ ・ ・ ・ ・ ・ ・ ・|二").replace("先手の持駒：なし", "先手の持駒：歩二十");
    assert!(error(&text).contains("20 pawns"), "{}", error(&text));
    let text =
        board("| ・ ・ ・ ・ ・ ・ ・ ・ ・|二").replace("先手の持駒：なし", "先手の持駒：猫");
    assert!(error(&text).contains("column 7: pieces in hand"), "{}", error(&text));
    let two_pawns = "sfen 4k4/4p4/4p4/9/9/9/9/9/4K4 b - 1";
    assert!(error(two_pawns).contains("two pawns on file 5"), "{}", error(two_pawns));
    assert!(error("PI82KA\n+\n").contains("line 1, column 3"), "{}", error("PI82KA\n+\n"));
    let json = r#"{"header": {}, "initial": {"preset": "X"}, "moves": []}"#;
    assert!(error(json).contains("preset such as HIRATE"), "{}", error(json));
}

#[test]
fn what_is_no_record_is_refused() {
    let error = |bytes: &[u8], hint| read(bytes, hint).expect_err("refused");
    assert_eq!(error(b"", None), ReadError::Empty);
    assert_eq!(error(b"\n \n", None), ReadError::Empty);
    assert!(matches!(error(b"Hello, world\n", None), ReadError::UnknownFormat(_)));
    assert!(matches!(error(b"{\"a\": 1}", None), ReadError::Syntax { .. }));
    assert!(matches!(error(b"{\"moves\": [", None), ReadError::Syntax { .. }));
    assert!(matches!(
        error(&[0xFF; 100], Some(Format::Kif)),
        ReadError::Encoding { offset: 0, .. }
    ));
    let limits = Limits { bytes: 10, ..Limits::default() };
    let large = read_with(HEAD.as_bytes(), None, &limits).expect_err("too large");
    assert_eq!(large, ReadError::TooLarge { size: HEAD.len(), limit: 10 });
    let limits = Limits { moves: 1, ..Limits::default() };
    let text = "startpos moves 7g7f 3c3d";
    let many = read_with(text.as_bytes(), None, &limits).expect_err("too many");
    assert_eq!(many, ReadError::TooManyMoves { limit: 1 });
    let short = error(&[0xFF; 50], Some(Format::Psv));
    assert!(matches!(short, ReadError::BinaryLength { rest: 10, entries: 1, .. }), "{short}");
    assert!(matches!(
        error(&[0xFF; 80], Some(Format::Psv)),
        ReadError::BinaryEntry { entry: 1, .. }
    ));
    assert!(matches!(error(&[0xAA; 38], Some(Format::Hcpe)), ReadError::BinaryEntry { .. }));
}

#[test]
fn files_larger_than_the_limit_are_refused_at_once() {
    let bytes = vec![b'#'; 100_000_001];
    let error = read(&bytes, Some(Format::Kif)).expect_err("too large");
    assert_eq!(error, ReadError::TooLarge { size: 100_000_001, limit: 100_000_000 });
}

#[test]
fn a_truncated_file_is_read_to_its_end() {
    let text = format!("{HEAD}1 ７六歩(77)\n2 ３四歩(33)\n");
    let document = read(&text.as_bytes()[..text.len() - 15], Some(Format::Kif)).expect("is read");
    assert_eq!(played(&document), 1);
    let document = read(&text.as_bytes()[..text.len() - 7], Some(Format::Kif)).expect("is read");
    assert!(document.warnings.iter().any(|w| w.kind == WarningKind::Truncated), "{document:?}");
}

#[test]
fn writing_refuses_what_cannot_be_written() {
    let mut document = kif("1 ７六歩(77)\n");
    assert!(matches!(write(&document, Format::CsaLog, None), Err(WriteError::ReadOnly(_))));
    document.records.push(document.records[0].clone());
    let many = write(&document, Format::Kif, None).expect_err("two games");
    assert_eq!(many, WriteError::ManyGames { format: Format::Kif, games: 2 });
    assert!(write(&document, Format::Csa, None).is_ok());
    document.records.truncate(1);
    let record = &mut document.records[0];
    let mv = record.node(record.main_line().next().expect("a move")).played().expect("a move");
    let last = record.main_line().last().expect("a move");
    record.add(last, Step::Move(mv));
    for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf, Format::Usi] {
        let illegal = write(&document, format, None).expect_err("an illegal move");
        assert!(matches!(illegal, WriteError::Illegal { ply: 2, .. }), "{illegal}");
    }
    let text = "startpos";
    let document = read(text.as_bytes(), None).expect("is read");
    assert!(write(&document, Format::Kif, Some(Encoding::ShiftJis)).is_ok());
}
