//! Export and statistics.

use crate::common::{games, plan, play};
use zenpuku_shogi::Color;
use zenpuku_shogi_learn::export::{ExportError, Exporter};
use zenpuku_shogi_learn::stats::Stats;
use zenpuku_shogi_record::{Format, NodeId, Score, read};

#[test]
fn exported_positions_are_those_of_the_games() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &plan(8), 4, 2, u64::MAX).unwrap();
    let games = games(folder.path());
    for format in [Format::Psv, Format::Hcpe] {
        let mut exporter = Exporter::new(format, false).unwrap();
        let bytes = exporter.entries(&games).unwrap();
        let records = read(&bytes, Some(format)).unwrap().records;
        let mut records = records.iter();
        for game in &games {
            game.replay(|moment| {
                let Some(score) = moment.score else { return };
                let record = records.next().unwrap();
                let side = moment.position.side_to_move();
                let mut expected = moment.position.to_sfen();
                if format == Format::Hcpe {
                    // The format has no ply.
                    expected.truncate(expected.rfind(' ').unwrap() + 1);
                }
                assert!(record.start().to_sfen().starts_with(&expected));
                let sign = if side == Color::Black { 1 } else { -1 };
                let evaluation = &record.node(NodeId::ROOT).evaluations()[0];
                assert_eq!(evaluation.score, Score::Centipawns(sign * i32::from(score)));
                let line: Vec<_> =
                    record.main_line().filter_map(|id| record.node(id).played()).collect();
                assert_eq!(line, [moment.played]);
                let won = record.winner().map(|winner| if winner == side { 1 } else { -1 });
                assert_eq!(won.unwrap_or(0), game.result_for(side));
            })
            .unwrap();
        }
        assert_eq!(records.next(), None);
        let mut distinct = Exporter::new(format, true).unwrap();
        let once = distinct.entries(&games).unwrap();
        assert!(distinct.entries(&games).unwrap().is_empty());
        let entries = |bytes: &[u8]| bytes.len() / distinct.entry_bytes();
        assert_eq!(distinct.repeated as usize, 2 * entries(&bytes) - entries(&once));
    }
    assert!(matches!(Exporter::new(Format::Kif, false), Err(ExportError::Format(Format::Kif))));
}

#[test]
fn statistics_count_every_game_once() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &plan(9), 6, 2, u64::MAX).unwrap();
    let games = games(folder.path());
    let mut stats = Stats::default();
    for game in games.iter().chain(&games[..2]) {
        stats.add(game).unwrap();
    }
    let summary = stats.summary();
    assert_eq!((summary.games, summary.distinct_games), (8, 6));
    assert_eq!(summary.black_wins + summary.draws + summary.white_wins, 8);
    assert_eq!(summary.endings.values().sum::<u64>(), 8);
    let scored = |games: &[zenpuku_shogi_learn::game::Game]| {
        games.iter().map(|game| game.scores.len() as u64).sum::<u64>()
    };
    assert_eq!(summary.positions, scored(&games) + scored(&games[..2]));
    assert!(summary.distinct_positions <= scored(&games));
    let plots = stats.plots().unwrap();
    assert_eq!(plots.len(), 4);
    assert!(plots.iter().all(|(name, svg)| name.ends_with(".svg") && svg.starts_with("<svg")));
    assert!(Stats::default().plots().is_err());
}
