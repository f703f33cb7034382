//! Figures 3 and 4 of [goals2001]: remaining goals for the Yagura.

use zenpuku_shogi::{Color, PieceType, Position};
use zenpuku_shogi_goals::{
    Aim, GoalSet, Scene, Settings, Source, castle_goals, castles, held_castle_goals,
};

/// Figure 3: White has just played P7d; Black leaves its book, whose line carries the Yagura.
const FIGURE_3: &str =
    "ln3kbnl/1r1sg1g2/p2p1pspp/1pp1p1p2/9/2PPP1P2/PPS2P1PP/2G1GS1R1/LNBK3NL b - 1";

fn place(kind: PieceType, square: &str) -> Aim {
    Aim::Placement { kind, square: square.parse().unwrap() }
}

#[test]
fn the_open_goals_of_figure_3_are_king_8h_gold_6g_and_pawn_9f() {
    let position = Position::from_sfen(FIGURE_3).unwrap();
    let settings = Settings::default();
    let scene = Scene::new(&position, Color::Black, &settings);
    let yagura = castles::find("YAGURA").unwrap();
    let goals = castle_goals(&scene, yagura);
    let mut aims: Vec<String> = goals.iter().map(|goal| goal.aim.to_string()).collect();
    aims.sort();
    assert_eq!(aims, ["G*6g", "K*8h", "P*9f"]);
}

#[test]
fn formula_1_puts_the_king_first_and_far_pieces_last() {
    let position = Position::from_sfen(FIGURE_3).unwrap();
    let settings = Settings::default();
    let scene = Scene::new(&position, Color::Black, &settings);
    let goals = castle_goals(&scene, castles::find("YAGURA").unwrap());
    let score = |aim| {
        let goal = goals.iter().find(|goal| goal.aim == aim).unwrap();
        goal.scores[Source::Knowledge as usize]
    };
    // Vmax = 225 / 2; gold: 112 * 300 / 775 / (2 + 1); pawn: 112 * 50 / 775 / (2 + 1).
    assert_eq!(score(place(PieceType::KING, "8h")), 112);
    assert_eq!(score(place(PieceType::GOLD, "6g")), 14);
    assert_eq!(score(place(PieceType::PAWN, "9f")), 2);
}

#[test]
fn the_book_castle_is_kept_and_told_apart_from_a_recognised_one() {
    let position = Position::from_sfen(FIGURE_3).unwrap();
    let settings = Settings::default();
    let mut goals = GoalSet::new(Color::Black);
    goals.set_book_castle(castles::find("YAGURA").unwrap());
    goals.begin_turn(&position, &[], &settings, &mut |_| 0);
    let castle = goals.castle().unwrap();
    assert_eq!((castle.castle.id, castle.choice), ("YAGURA", zenpuku_shogi_goals::Choice::Book));
    let held = |aim| goals.goals().iter().any(|goal| goal.aim == aim);
    assert!(held(place(PieceType::KING, "8h")) && held(place(PieceType::PAWN, "9f")));
}

#[test]
fn pieces_in_their_place_of_the_castle_aimed_at_are_held() {
    let position = Position::from_sfen(FIGURE_3).unwrap();
    let settings = Settings::default();
    let scene = Scene::new(&position, Color::Black, &settings);
    let held = held_castle_goals(&scene, castles::find("YAGURA"));
    let mut aims: Vec<String> = held.iter().map(|goal| goal.aim.to_string()).collect();
    aims.sort();
    assert_eq!(aims, ["G*7h", "S*7g"]);
    assert!(held.iter().all(|goal| goal.priority > 0 && goal.moves_needed == 0));
    assert!(held_castle_goals(&scene, None).is_empty(), "no castle is complete");
}
