//! The player of endgames: its moves with little left to play, and with nothing left.
//!
//! Invariant: The endgame player passes when nothing is left and never plays in territory.

use std::time::Duration;

use zenpuku_go::{Color, Game, KoRule, Move, PointSet, Rules, Setup, Wide};
use zenpuku_go_endgame::player::{Strength, Turn, choose, clean_up};

/// Long enough for any machine: the work itself is bounded.
const TIME: Duration = Duration::from_secs(600);
const STRENGTH: Strength = Strength { playouts: 300, nodes: 2_000, seed: 1 };

/// Two walls from edge to edge, a dead stone on either side.
const ENDED: &str = "...XO....\n...XO....\n.O.XO..X.\n...XO....\n...XO....\n...XO....\n...XO....\n...XO....\n...XO....";
/// The same with two points between the walls.
const DAME: &str = "...X.O...\n...XXO...\n.O.XXO.X.\n...XXO...\n...X.O...\n...XXO...\n...XXO...\n...XXO...\n...XXO...";
/// Three points in a row in the corner: the player of the middle point decides.
const THREE: &str = "...XO\nXXXXO\nOOOOO\n.O.O.";

type WayOfPlay = fn(&Turn<'_>, &Strength, Duration) -> Move;

fn game(text: &str, first: Color, rules: Rules) -> Game<Wide> {
    let setup = Setup { to_move: first, ..Setup::from_diagram(text).unwrap() };
    let rules = rules.with_ko(KoRule::PositionalSuperko);
    Game::new(setup.board(rules.suicide).unwrap(), rules)
}

fn asked(game: &Game<Wide>, rules: Rules, way: WayOfPlay) -> Move {
    let is_fresh = |mv| game.check(mv).is_ok();
    let was_passed = game.board().passes() == 1;
    way(
        &Turn { setup: game.board().setup(), rules, was_passed, is_fresh: &is_fresh },
        &STRENGTH,
        TIME,
    )
}

/// The moves of both sides until they pass in turn.
fn played(text: &str, first: Color, rules: Rules) -> Vec<String> {
    let mut game = game(text, first, rules);
    let mut names = Vec::new();
    while !game.is_over() && names.len() < 12 {
        let mv = asked(&game, rules, choose);
        names.push(game.board().size().move_name(mv));
        let _ = game.play(mv).unwrap();
    }
    names
}

#[test]
fn where_all_is_settled_both_sides_pass() {
    for rules in [Rules::JAPANESE, Rules::CHINESE] {
        for first in Color::BOTH {
            assert_eq!(played(ENDED, first, rules), ["pass", "pass"], "{rules:?} {first}");
        }
    }
}

#[test]
fn dame_are_played_by_area_only() {
    assert_eq!(played(DAME, Color::White, Rules::JAPANESE), ["pass", "pass"]);
    let mut moves = played(DAME, Color::White, Rules::CHINESE);
    assert_eq!(moves.split_off(2), ["pass", "pass"]);
    moves.sort();
    assert_eq!(moves, ["E5", "E9"]);
}

#[test]
fn a_group_that_would_die_is_defended() {
    for rules in [Rules::JAPANESE, Rules::CHINESE] {
        for first in Color::BOTH {
            let moves = played(THREE, first, rules);
            assert_eq!(moves[0], "B4", "{rules:?} {first}");
            assert_eq!(moves.last().map(String::as_str), Some("pass"));
        }
    }
}

#[test]
fn no_time_is_no_reason_to_pass() {
    let empty = ".........\n".repeat(9);
    for text in [THREE, empty.trim_end()] {
        let game = game(text, Color::Black, Rules::JAPANESE);
        let mv = asked(&game, Rules::JAPANESE, |turn, strength, _| {
            choose(turn, strength, Duration::ZERO)
        });
        assert_ne!(mv, Move::Pass, "{text}");
    }
}

#[test]
fn dead_stones_are_taken_off_and_nothing_else_is_played() {
    let rules = Rules::CHINESE;
    let mut game = game(ENDED, Color::Black, rules);
    let dead = game.board().stones(Color::White) & (Wide::single(zenpuku_go::Point::new(19)));
    assert_eq!(dead.count(), 1);
    for _ in 0..4 {
        let mv = asked(&game, rules, clean_up);
        assert!(mv.point().is_some_and(|point| (game.board().liberties(dead)).contains(point)));
        let _ = game.play(mv).unwrap();
        let _ = game.play(Move::Pass).unwrap();
    }
    assert!(!game.board().stones(Color::White).meets(dead));
    assert_eq!(asked(&game, rules, clean_up), Move::Pass);
}
