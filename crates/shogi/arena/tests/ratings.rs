//! Ratings of three and four players: against another program, and by simulation.

use zenpuku_arena::game::Winner;
use zenpuku_arena::ratings::{RatedGame, Ratings, rate};
use zenpuku_core::random::SplitMix64;

/// Two players share one difference: each has half of it and half of its error.
#[test]
fn two_players_have_half_of_their_difference_and_of_its_error() {
    let results = [Winner::Black, Winner::White, Winner::Black, Winner::Black];
    let games: Vec<RatedGame> = (0..48_u64)
        .map(|number| RatedGame {
            black: number as usize % 2,
            white: 1 - number as usize % 2,
            winner: Some(results[number as usize / 2 % 4]),
            pair: number / 2,
        })
        .collect();
    let rated = rate(2, &games).unwrap();
    let [one, other] = [rated.players[0], rated.players[1]];
    assert!((one.error - other.error).abs() < 1e-6);
    // The chance of superiority holds the error of the difference.
    let better: Vec<RatedGame> = games
        .iter()
        .map(|game| {
            let winner = if game.black == 0 { Winner::Black } else { Winner::White };
            let winner = if game.pair % 4 == 0 { game.winner } else { Some(winner) };
            RatedGame { winner, ..*game }
        })
        .collect();
    let rated = rate(2, &better).unwrap();
    let difference = 2.0 * rated.players[0].elo;
    let deviation = 2.0 * rated.players[0].error / 1.959_963_985;
    let expected = 0.5 * libm::erfc(-difference / deviation / core::f64::consts::SQRT_2);
    assert!((rated.superiority(0, 1) - expected).abs() < 1e-6);
}

/// An independent program: statsmodels, see `testdata/ratings`.
#[test]
fn ratings_and_errors_are_those_of_statsmodels() {
    let text = include_str!("../../../../testdata/ratings/bradley-terry.json");
    let data: serde_json::Value = serde_json::from_str(text).unwrap();
    for case in data["cases"].as_array().unwrap() {
        let players = case["players"].as_u64().unwrap() as usize;
        let games: Vec<RatedGame> =
            case["games"].as_array().unwrap().iter().map(game_of_row).collect();
        let rated = rate(players, &games).unwrap();
        let theirs = &case["statsmodels"];
        // Our prior has draws too, for which a logistic regression has no place.
        for (player, ours) in rated.players.iter().enumerate() {
            let [elo, error] = ["elo", "error"].map(|key| theirs[key][player].as_f64().unwrap());
            assert!((ours.elo - elo).abs() < 1.0, "{ours:?}: {elo}");
            assert!((ours.error / error - 1.0).abs() < 0.01, "{ours:?}: {error}");
        }
        let [elo, error] =
            ["first_move", "first_move_error"].map(|key| theirs[key].as_f64().unwrap());
        assert!((rated.first_move.elo - elo).abs() < 0.5, "{:?}: {elo}", rated.first_move);
        assert!((rated.first_move.error / error - 1.0).abs() < 0.01, "{:?}", rated.first_move);
    }
}

fn game_of_row(row: &serde_json::Value) -> RatedGame {
    let number = |place: usize| row[place].as_u64().unwrap();
    let winner = if row[2] == "b" { Winner::Black } else { Winner::White };
    let [black, white] = [number(0) as usize, number(1) as usize];
    RatedGame { black, white, winner: Some(winner), pair: number(3) }
}

/// Tournaments simulated for each number of players.
const TOURNAMENTS: u32 = 400;

/// The 95 % intervals hold the true ratings, with few pairs (errors by the model) and with many
/// (errors by the scatter of pairs).
#[test]
fn intervals_hold_the_true_ratings_in_93_to_98_percent() {
    let mut random = SplitMix64::new(5);
    for (truth, pairs) in [
        (vec![120.0, 0.0, -120.0], 14),
        (vec![120.0, 0.0, -120.0], 60),
        (vec![200.0, 50.0, -50.0, -200.0], 8),
        (vec![200.0, 50.0, -50.0, -200.0], 40),
    ] {
        let mut held = vec![0_u32; truth.len()];
        for _ in 0..TOURNAMENTS {
            let rated = simulate(&truth, pairs, &mut random);
            for (player, rating) in rated.players.iter().enumerate() {
                held[player] += u32::from((rating.elo - truth[player]).abs() <= rating.error);
            }
        }
        let share =
            f64::from(100 * held.iter().sum::<u32>()) / f64::from(TOURNAMENTS * truth.len() as u32);
        assert!((93.0..=98.0).contains(&share), "{truth:?}, {pairs} pairs: {share} %");
    }
}

/// Everybody meets everybody; the first move is worth 40 Elo.
fn simulate(truth: &[f64], pairs: u64, random: &mut SplitMix64) -> Ratings {
    let mut games = Vec::new();
    let mut pair = 0;
    for one in 0..truth.len() {
        for other in one + 1..truth.len() {
            for _ in 0..pairs {
                for [black, white] in [[one, other], [other, one]] {
                    let score =
                        zenpuku_arena::elo::expected_score(truth[black] - truth[white] + 40.0);
                    let won = (random.next_u64() as f64 / 2f64.powi(64)) < score;
                    let winner = Some(if won { Winner::Black } else { Winner::White });
                    games.push(RatedGame { black, white, winner, pair });
                }
                pair += 1;
            }
        }
    }
    rate(truth.len(), &games).unwrap()
}
