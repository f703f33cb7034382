//! Ends of the game that the rules decide.

use zenpuku_core::Score;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_engine::{Engine, EngineOptions, SearchLimits, SearchResult};

fn after(sfen: &str, moves: &str) -> Position {
    let mut position = Position::from_sfen(sfen).unwrap();
    for usi in moves.split_whitespace() {
        let mv = position.parse_usi(usi).unwrap();
        position.do_move(mv);
    }
    position
}

fn search(position: &Position, only: &str, depth: u32, options: &[(&str, &str)]) -> SearchResult {
    let mut engine = Engine::new(EngineOptions { hash: 4, ..EngineOptions::default() });
    for (name, value) in options {
        engine.set_option(name, value).unwrap();
    }
    engine.set_position(position.clone()).unwrap();
    let search_moves: Vec<Move> =
        only.split_whitespace().map(|usi| position.parse_usi(usi).unwrap()).collect();
    let limits = SearchLimits { search_moves, ..SearchLimits::depth(depth) };
    engine.search(&limits).unwrap()
}

/// The golds go out and come back: the start position for the second, third, fourth time.
const ROUND: &str = "4i4h 4a4b 4h4i 4b4a ";

#[test]
fn a_fourth_repetition_is_worth_what_the_side_at_the_root_wants() {
    let draws = [("DrawValueBlack", "-150"), ("DrawValueWhite", "70")];
    let game = format!("{}4i4h 4a4b 4h4i", ROUND.repeat(2));
    let white = after(zenpuku_shogi::STARTPOS, &game);
    assert_eq!(search(&white, "4b4a", 1, &draws).score, Score::new(70));
    let game = format!("9g9f {} 4a4b 4i4h 4b4a", "4a4b 4i4h 4b4a 4h4i ".repeat(2));
    let black = after(zenpuku_shogi::STARTPOS, &game);
    assert_eq!(search(&black, "4h4i", 1, &draws).score, Score::new(-150));
    // The third occurrence is not a draw yet: an analysed game may continue.
    let game = format!("{ROUND}4i4h 4a4b 4h4i");
    let earlier = after(zenpuku_shogi::STARTPOS, &game);
    assert_ne!(search(&earlier, "4b4a", 1, &draws).score, Score::new(70));
}

#[test]
fn the_side_behind_takes_the_repetition_and_the_side_ahead_avoids_it() {
    let game = format!("{}4i4h 4a4b 4h4i", ROUND.repeat(2));
    // Without its bishop White is glad of the draw.
    let sfen = "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let behind = after(sfen, &game);
    let result = search(&behind, "", 4, &[]);
    assert_eq!((result.best.to_string().as_str(), result.score), ("4b4a", Score::new(-2)));
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/7R1/LNSGKGSNL b - 1";
    let ahead = after(sfen, &game);
    assert_ne!(search(&ahead, "", 4, &[]).best.to_string(), "4b4a");
}

#[test]
fn perpetual_check_loses() {
    let round = "5a4a 5i4i 4a5a 4i5i ";
    let game = format!("9i5i {}5a4a 5i4i 4a5a", round.repeat(2));
    let position = after("4k4/9/9/9/9/9/9/9/R7K b - 1", &game);
    let score = search(&position, "4i5i", 1, &[]).score;
    assert!(score < Score::new(-20_000) && !score.is_mate(), "{score}");
    let off = search(&position, "4i5i", 1, &[("RepetitionDetection", "off")]).score;
    assert!(off > Score::ZERO);
}

#[test]
fn mate_by_the_last_move_allowed_wins_and_anything_later_is_a_draw() {
    let limit = [("MaxMovesToDraw", "320"), ("DrawValueBlack", "-7")];
    let one = |ply: u32| format!("4k4/9/4P4/9/9/9/9/9/4K4 b G {ply}");
    for ply in [319, 320] {
        let result = search(&after(&one(ply), ""), "", 3, &limit);
        assert_eq!(result.score, Score::mate_in(1), "move {ply}");
    }
    assert_eq!(search(&after(&one(321), ""), "", 3, &limit).score, Score::new(-7));
    let three = |ply: u32| format!("9/8k/9/7RG/9/9/9/9/K8 b r2b3g4s4n4l18p {ply}");
    assert_eq!(search(&after(&three(318), ""), "", 5, &limit).score, Score::mate_in(3));
    assert_eq!(search(&after(&three(319), ""), "", 5, &limit).score, Score::new(-7));
}

#[test]
fn a_declaration_is_seen_coming() {
    // The king steps into the enemy camp, where everything else waits.
    let sfen = "+R+BG6/1+R+B+P+P+P+P+P+P/PPP6/5K3/9/9/9/9/k8 b 2G2SN2L 1";
    let result = search(&after(sfen, ""), "4d4c 4d3c", 3, &[]);
    assert_eq!(result.score, Score::mate_in(3));
    let none = [("EnteringKingRule", "NoEnteringKing")];
    assert_ne!(search(&after(sfen, ""), "4d4c 4d3c", 3, &none).score, Score::mate_in(3));
}
