//! Living groups, and the score of the current board.

use std::time::{Duration, Instant};

use zenpuku_go::{Color, PointSet, Wide};
use zenpuku_go_endgame::appraise::{Appraisal, AppraiseOptions, appraise};
use zenpuku_protocol::gtp::{FinalStatus, GtpError};

use super::game::GtpGame;
use crate::commands::go::count::result;

/// The board as `zenpuku go status` sees it, within a time.
fn appraised(game: &GtpGame, seed: u64, time: Duration) -> Result<Appraisal, GtpError> {
    let mut options = AppraiseOptions::default().until(Instant::now() + time);
    options.judge.seed = seed;
    if game.is_over() {
        options = options.finished();
    }
    appraise(&game.board().setup(), &game.counting_rules(), &options)
        .map_err(|error| GtpError::Other(error.to_string()))
}

/// `B+3.5`, `W+0.5` or `0`.
pub(super) fn score(game: &GtpGame, seed: u64, time: Duration) -> Result<String, GtpError> {
    Ok(result(appraised(game, seed, time)?.standing, game.counting_rules().komi))
}

/// The stones or points of a status: a line for each chain.
pub(super) fn list(
    game: &GtpGame,
    status: FinalStatus,
    seed: u64,
    time: Duration,
) -> Result<String, GtpError> {
    let board = game.board();
    let found = appraised(game, seed, time)?;
    let (dead, seki) = (found.dead, found.map.seki());
    let owned = zenpuku_go::ownership(board, dead);
    let points = match status {
        FinalStatus::Alive => board.occupied().minus(dead | seki),
        FinalStatus::Dead => dead,
        FinalStatus::Seki => seki,
        FinalStatus::BlackTerritory => owned.territory[0].minus(found.teire),
        FinalStatus::WhiteTerritory => owned.territory[1].minus(found.teire),
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
    Ok(groups.iter().map(line).collect::<Vec<_>>().join("\n"))
}
