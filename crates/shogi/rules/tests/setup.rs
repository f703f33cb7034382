//! The entry to positions: accepted and refused input, with the error texts.

use proptest::prelude::*;
use zenpuku_shogi::{
    Color, Handicap, Piece, Position, STARTPOS, Setup, SetupError, SetupRules, Square,
};

fn play(sfen: &str) -> Result<Position, SetupError> {
    Setup::from_sfen(sfen)?.position(SetupRules::Play)
}

#[track_caller]
fn refused(sfen: &str, message: &str) {
    let error = play(sfen).expect_err(sfen);
    assert_eq!(error.to_string(), message, "{sfen}");
}

#[test]
fn malformed_text_is_refused_with_its_place() {
    refused("", "SFEN ends before its field `board`");
    refused("4k4/9/9/9/9/9/9/9/4K4", "SFEN ends before its field `side to move`");
    refused("4k4/9/9/9/9/9/9/9/4K4 b", "SFEN ends before its field `hands`");
    refused("4k4/9/9/9/9/9/9/4K4 b - 1", "SFEN board: 8 ranks instead of 9");
    refused("4k4/9/9/9/9/9/9/9/4K4/9 b - 1", "SFEN board: 10 ranks instead of 9");
    refused("4k4/9/9/9/8/9/9/9/4K4 b - 1", "SFEN board, rank e: 8 squares instead of 9");
    refused("4k4/9/9/9/9/55/9/9/4K4 b - 1", "SFEN board, rank f: 10 squares instead of 9");
    refused("4k4/9/9/9/ppppppppppp/9/9/9/4K4 b - 1", "SFEN board, rank e: 10 squares instead of 9");
    refused("4k4/9/9/4x4/9/9/9/9/4K4 b - 1", "SFEN board, character 10: `x` is not a piece");
    refused("4k4/9/9/4歩4/9/9/9/9/4K4 b - 1", "SFEN board, character 10: `歩` is not a piece");
    refused("4k4/0/9/9/9/9/9/9/4K4 b - 1", "SFEN board, character 5: `0` is not a piece");
    let plus = "SFEN board, character 8: `+` must precede one of PLNSBR";
    refused("4k4/9/1+G7/9/9/9/9/9/4K4 b - 1", plus);
    refused("4k4/9/1+/9/9/9/9/9/4K4 b - 1", plus);
    refused("4k4/9/1++P6/9/9/9/9/9/4K4 b - 1", "SFEN board, character 9: `+` is not a piece");
    refused("4k4/9/9/9/9/9/9/9/4K4 B - 1", "SFEN side to move: `B` is neither `b` nor `w`");
    refused("4k4/9/9/9/9/9/9/9/4K4 b K 1", "SFEN hands, character 1: `K` is not a piece");
    refused("4k4/9/9/9/9/9/9/9/4K4 b 2Pp3P 1", "SFEN hands, character 5: `P` is listed twice");
    let count = |at: usize, found: &str| {
        format!("SFEN hands, character {at}: `{found}` is not a count from 1 to 18 before a piece")
    };
    refused("4k4/9/9/9/9/9/9/9/4K4 b G19P 1", &count(2, "19"));
    refused("4k4/9/9/9/9/9/9/9/4K4 b 0P 1", &count(1, "0"));
    refused("4k4/9/9/9/9/9/9/9/4K4 b P12 1", &count(2, "12"));
    refused("4k4/9/9/9/9/9/9/9/4K4 b 99999999999999999999P 1", &count(1, "99999999999999999999"));
    let ply = |found| format!("SFEN ply: `{found}` is not a number from 0 to 65000");
    refused("4k4/9/9/9/9/9/9/9/4K4 b - +1", &ply("+1"));
    refused("4k4/9/9/9/9/9/9/9/4K4 b - 65001", &ply("65001"));
    refused("4k4/9/9/9/9/9/9/9/4K4 b - -1", &ply("-1"));
    refused("4k4/9/9/9/9/9/9/9/4K4 b - 1 moves 7g7f", "SFEN has text after the ply: `moves`");
}

#[test]
fn positions_against_the_rules_are_refused() {
    refused("4k4/9/9/9/9/9/9/9/9 b - 1", "Black has no king");
    refused("9/9/9/9/9/9/9/9/4K4 b - 1", "White has no king");
    refused("4k4/9/9/9/9/9/4K4/9/4K4 b - 1", "Black has two kings, on 5g and 5i");
    refused("4k4/9/9/9/P8/P8/9/9/4K4 b - 1", "Black has two pawns on file 9");
    refused("4k4/9/p8/9/9/p8/9/9/4K4 b - 1", "White has two pawns on file 9");
    let pawns = "4k4/9/9/9/ppppppppp/PPPPPPPPP/9/9/4K4 b P 1";
    refused(pawns, "19 pawns on the board and in the hands, a set has 18");
    refused(
        "4k4/9/9/9/9/9/9/1+R7/4K4 b 2r 1",
        "3 rooks on the board and in the hands, a set has 2",
    );
    refused("4k4/9/9/9/9/9/9/9/4K4 b 2G3g 1", "5 golds on the board and in the hands, a set has 4");
    refused("P3k4/9/9/9/9/9/9/9/4K4 b - 1", "the Black pawn on 9a can never move");
    refused("4k4/9/9/9/9/9/9/9/l3K4 b - 1", "the White lance on 9i can never move");
    refused("4k4/8N/9/9/9/9/9/9/4K4 b - 1", "the Black knight on 1b can never move");
    refused("4k4/9/9/9/9/9/9/8n/4K4 b - 1", "the White knight on 1h can never move");
    let check = "Black is to move and could take the king on 5a with the piece on 5e";
    refused("4k4/9/9/9/4R4/9/9/9/4K4 b - 1", check);
    let kings = "Black is to move and could take the king on 5a with the piece on 5b";
    refused("4k4/4K4/9/9/9/9/9/9/9 b - 1", kings);
}

#[test]
fn odd_but_legal_text_is_read() {
    for (text, written) in [
        ("4k4/9/9/9/9/9/9/9/4K4 b -", "4k4/9/9/9/9/9/9/9/4K4 b - 1"),
        ("4k4/9/9/9/9/9/9/9/4K4 w - 0", "4k4/9/9/9/9/9/9/9/4K4 w - 0"),
        (" 4k4/9/9/9/9/9/9/9/4K4  b  -  7 ", "4k4/9/9/9/9/9/9/9/4K4 b - 7"),
        ("4k4/54/9/9/9/9/9/9/4K4 b pP2r1B 1", "4k4/9/9/9/9/9/9/9/4K4 b BP2rp 1"),
        ("4k4/9/9/9/9/9/9/9/4K4 b 18p 65000", "4k4/9/9/9/9/9/9/9/4K4 b 18p 65000"),
    ] {
        let position = play(text).expect(text);
        assert_eq!(position.to_sfen(), written);
    }
}

#[test]
fn only_the_attacking_king_may_be_absent_and_only_in_a_problem() {
    let without_attacker = Setup::from_sfen("4k4/9/9/9/9/9/9/9/9 b 2G 1").unwrap();
    assert_eq!(
        without_attacker.check(SetupRules::Play),
        Err(SetupError::MissingKing(Color::Black))
    );
    let position = without_attacker.position(SetupRules::Mate).unwrap();
    assert_eq!(position.king(Color::Black), None);
    assert_eq!(position.to_sfen(), "4k4/9/9/9/9/9/9/9/9 b 2G 1");
    assert!(matches!(position.to_packed(), Err(SetupError::Packed(_))));
    let without_defender = Setup::from_sfen("9/9/9/9/9/9/9/9/4K4 b 2G 1").unwrap();
    assert_eq!(
        without_defender.check(SetupRules::Mate),
        Err(SetupError::MissingKing(Color::White))
    );
}

#[test]
fn handicaps_are_positions_with_names() {
    for handicap in Handicap::ALL {
        let setup = handicap.setup();
        assert_eq!(Handicap::of(&setup), Some(handicap));
        assert_eq!(Handicap::from_name_ja(handicap.name_ja()), Some(handicap));
        assert_eq!(setup.side_to_move(), handicap.first_to_move());
        assert_eq!(setup.position(SetupRules::Play).unwrap().to_sfen(), handicap.sfen());
    }
    assert_eq!(Setup::startpos().to_sfen(), STARTPOS);
    assert_eq!(Handicap::from_name_ja("その他"), None);
}

#[test]
fn the_editor_builds_positions() {
    let mut setup = Setup::empty();
    setup.put(Square::from_usi("5a").unwrap(), Piece::W_KING);
    setup.put(Square::from_usi("5c").unwrap(), Piece::B_PAWN);
    setup.rest_to_hand(Color::White);
    assert_eq!(setup.to_sfen(), "4k4/9/4P4/9/9/9/9/9/9 b 2r2b4g4s4n4l17p 1");
    setup.clear(Square::from_usi("5c").unwrap()).set_side_to_move(Color::White).set_ply(9);
    assert_eq!(setup.to_sfen(), "4k4/9/9/9/9/9/9/9/9 w 2r2b4g4s4n4l17p 9");
}

#[test]
fn the_diagram_is_the_one_of_kif_files() {
    let mut setup = Handicap::Rook.setup();
    setup.set_hand(Color::Black, zenpuku_shogi::HandPiece::PAWN, 12);
    setup.set_hand(Color::Black, zenpuku_shogi::HandPiece::GOLD, 2);
    let expected = "\
後手の持駒：なし
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
|v香v桂v銀v金v玉v金v銀v桂v香|一
| ・ ・ ・ ・ ・ ・ ・v角 ・|二
|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七
| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八
| 香 桂 銀 金 玉 金 銀 桂 香|九
+---------------------------+
先手の持駒：金二　歩十二
後手番
";
    assert_eq!(setup.pretty(), expected);
}

#[test]
fn packed_positions_come_back() {
    for sfen in [STARTPOS, "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"]
    {
        let position = play(sfen).unwrap();
        let bytes = position.to_packed().unwrap();
        assert_eq!(Setup::from_packed(&bytes, 1).unwrap().to_sfen(), sfen);
    }
    assert!(matches!(Setup::from_packed(&[0xff; 32], 1), Err(SetupError::Packed(_))));
}

proptest! {
    #[test]
    fn no_text_panics(text in "[-+/ 0-9a-zA-Z歩]{0,80}") {
        let _ = play(&text);
    }

    #[test]
    fn no_damaged_sfen_panics(at in 0usize..70, with in "[-+/ 0-9a-zA-Z]{0,3}") {
        let mut text = STARTPOS.to_owned();
        text.replace_range(at.min(text.len() - 1)..=at.min(text.len() - 1), &with);
        if let Ok(position) = play(&text) {
            prop_assert_eq!(play(&position.to_sfen()).unwrap().to_sfen(), position.to_sfen());
        }
    }

    #[test]
    fn no_packed_bytes_panic(bytes in proptest::array::uniform32(any::<u8>())) {
        if let Ok(setup) = Setup::from_packed(&bytes, 1) {
            let _ = setup.position(SetupRules::Play);
        }
    }
}
