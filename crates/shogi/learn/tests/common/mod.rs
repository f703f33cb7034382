//! Small games that the tests share.
#![allow(dead_code)] // Each test file uses a part.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use zenpuku_arena::adjudication::Adjudication;
use zenpuku_core::StopToken;
use zenpuku_shogi_engine::EngineOptions;
use zenpuku_shogi_eval::EvalKind;
use zenpuku_shogi_learn::game::Game;
use zenpuku_shogi_learn::selfplay::{Event, Plan, Run, SelfPlayError, Target, Totals};
use zenpuku_shogi_learn::{folder, shard};

/// A plan of very short thinking.
pub(crate) fn plan(seed: u64) -> Plan {
    Plan {
        seed,
        nodes: 60,
        random_plies: (4, 8),
        opening_limit: 500,
        max_plies: 60,
        adjudication: Adjudication { win_plies: 2, win_score: 800 },
        games_per_shard: 3,
        hash: 1,
        engine: String::new(),
        openings: 0,
    }
}

/// Plays until the folder has `games` games; stops after `stop_after` of them.
pub(crate) fn play(
    folder: &Path,
    plan: &Plan,
    games: u64,
    threads: usize,
    stop_after: u64,
) -> Result<Totals, SelfPlayError> {
    let (stop, played) = (StopToken::new(), AtomicU64::new(0));
    let options = EngineOptions { eval: EvalKind::UNTRAINED, ..EngineOptions::default() };
    let run = Run {
        first_shard: 0,
        plan,
        options: &options,
        openings: &[],
        folder,
        program: "test",
        stop: &stop,
        observer: &|event| {
            if let Event::Played(_) = event
                && played.fetch_add(1, Ordering::Relaxed) + 1 >= stop_after
            {
                stop.stop();
            }
        },
    };
    run.run(Target::Games(games), threads)
}

/// Games of a folder, in order.
pub(crate) fn games(folder: &Path) -> Vec<Game> {
    let mut games = Vec::new();
    for path in folder::list(folder).unwrap().into_values() {
        games.extend(shard::read(&path).unwrap().games);
    }
    games
}
