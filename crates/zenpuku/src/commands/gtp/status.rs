//! Who is alive, and the score as the board stands.

use zenpuku_go::{Board, BoardVisitor, Color, PointSet, Wide, seki_groups};
use zenpuku_go_endgame::partition;
use zenpuku_protocol::gtp::FinalStatus;

use super::game::GtpGame;
use super::sample::{Random, ownership};

/// Random games for the stones that nothing proves alive or dead.
const GAMES: u32 = 200;
/// A chain is dead if its points end as the opponent's more often than this.
const DEAD: f64 = 0.75;

/// The dead stones: those on settled points of the opponent, and those that random games find dead.
pub(super) fn dead(game: &GtpGame, seed: u64) -> Wide {
    struct Work(u64);
    impl BoardVisitor for Work {
        type Output = Wide;
        fn visit<S: PointSet>(self, board: Board<S>) -> Wide {
            dead_stones(&board, self.0).to_wide()
        }
    }
    let setup = game.board().setup();
    setup.visit(game.rules().suicide, Work(seed)).unwrap_or(Wide::EMPTY)
}

fn dead_stones<S: PointSet>(board: &Board<S>, seed: u64) -> S {
    let parts = partition(board);
    let mut dead = parts.settled.dead(board);
    let known = parts.safe[0] | parts.safe[1] | parts.settled.all();
    let open = board.occupied().minus(known);
    if open.is_empty() {
        return dead;
    }
    let black = ownership(board, GAMES, &mut Random::new(seed));
    for color in Color::BOTH {
        for chain in board.chains(color).filter(|&chain| chain.meets(open)) {
            let mean = chain.iter().map(|point| black[point.index()]).sum::<f64>()
                / f64::from(chain.count());
            let lost = if color == Color::Black { 1.0 - mean } else { mean };
            if lost > DEAD {
                dead |= chain;
            }
        }
    }
    dead
}

/// `B+3.5`, `W+0.5` or `0`.
pub(super) fn score(game: &GtpGame, seed: u64) -> String {
    let half_points = game.rules().margin(game.board(), dead(game, seed));
    let points = f64::from(half_points.abs()) / 2.0;
    match half_points {
        0 => "0".to_owned(),
        1.. => format!("B+{points}"),
        _ => format!("W+{points}"),
    }
}

/// The stones or points of a status: a line for each chain.
pub(super) fn list(game: &GtpGame, status: FinalStatus, seed: u64) -> String {
    let board = game.board();
    let dead = dead(game, seed);
    let seki = seki_groups(board, dead);
    let owned = zenpuku_go::ownership(board, dead);
    let points = match status {
        FinalStatus::Alive => board.occupied().minus(dead | seki),
        FinalStatus::Dead => dead,
        FinalStatus::Seki => seki,
        FinalStatus::BlackTerritory => owned.territory[0],
        FinalStatus::WhiteTerritory => owned.territory[1],
        FinalStatus::Dame => owned.dame,
    };
    let stones = matches!(status, FinalStatus::Alive | FinalStatus::Dead | FinalStatus::Seki);
    let groups: Vec<Wide> = if stones {
        let chains = Color::BOTH.into_iter().flat_map(|color| board.chains(color));
        chains.filter(|chain| chain.meets(points)).collect()
    } else {
        board.geometry().components(points).collect()
    };
    let line = |group: &Wide| {
        let names: Vec<String> = group.iter().map(|point| board.size().vertex(point)).collect();
        names.join(" ")
    };
    groups.iter().map(line).collect::<Vec<_>>().join("\n")
}
