//! Who is alive, and the score as the board stands.

use zenpuku_go::{Color, PointSet, Wide};
use zenpuku_go_status::{JudgeOptions, Status, StatusMap, judge};
use zenpuku_protocol::gtp::FinalStatus;

use super::game::GtpGame;

/// The status of everything.
fn statuses(game: &GtpGame, seed: u64) -> StatusMap<Wide> {
    judge(game.board(), &JudgeOptions { seed, ..JudgeOptions::default() })
}

/// `B+3.5`, `W+0.5` or `0`.
pub(super) fn score(game: &GtpGame, seed: u64) -> String {
    let half_points = game.counting_rules().margin(game.board(), statuses(game, seed).dead());
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
    let map = statuses(game, seed);
    let (dead, seki) = (map.dead(), map.stones(Status::Seki));
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
