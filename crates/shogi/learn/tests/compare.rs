//! Comparison training: its derivatives, its result, and resumption without a difference.

use std::fs;
use std::sync::Arc;
use zenpuku_core::StopToken;
use zenpuku_core::random::SplitMix64;
use zenpuku_params::Params;
use zenpuku_shogi::{Move, MoveList, Position};
use zenpuku_shogi_eval::classic::{Classic, Group, UNIT, WEIGHTS, Weights};
use zenpuku_shogi_eval::nnue::Network;
use zenpuku_shogi_eval::{AnyEvaluator, EvalData, EvalKind};
use zenpuku_shogi_learn::checkpoint::CheckpointError;
use zenpuku_shogi_learn::compare::games::{ExpertGame, ExpertGames};
use zenpuku_shogi_learn::compare::objective::{Finder, Leaves, Shape, objective};
use zenpuku_shogi_learn::compare::trainer::{MAGIC, Settings, State, Trainer, fingerprint};
use zenpuku_shogi_learn::compare::weights::{Families, PARTS, constrain, parts, piece_sum};
use zenpuku_shogi_learn::leaf::LeafSearch;
use zenpuku_shogi_learn::state::Training as _;
use zenpuku_shogi_record::{Format, read};

const SHAPE: Shape = Shape { steepness: 40.0, window: 250 };

fn by_hand() -> Weights {
    Weights::by_hand(&Params::default())
}

fn leaf_search(weights: &Weights) -> LeafSearch<Classic> {
    let params = Params::default();
    LeafSearch::new(Classic::new(Arc::new(weights.clone()), &params), &params)
}

/// The move that the quiescence search under these weights likes best, the first of several.
fn best_move(
    search: &mut LeafSearch<Classic>,
    position: &mut Position,
    list: &mut MoveList,
) -> Option<Move> {
    position.legal_moves(list);
    list.iter().copied().max_by_key(|&mv| {
        position.do_move(mv);
        let value = -search.value(position, -40_000, 40_000);
        position.undo_move(mv);
        value
    })
}

/// Games from random openings, played by a player with `weights`.
fn games(count: usize, weights: &Weights) -> ExpertGames {
    let mut search = leaf_search(weights);
    let mut random = SplitMix64::new(5);
    let mut games = ExpertGames::default();
    let mut list = MoveList::new();
    for _ in 0..count {
        let start = Position::startpos();
        let mut position = start.clone();
        let mut moves = Vec::new();
        for ply in 0..28 {
            let mv = if ply < 12 {
                position.legal_moves(&mut list);
                list.get(random.below(list.len().max(1) as u64) as usize).copied()
            } else {
                best_move(&mut search, &mut position, &mut list)
            };
            let Some(mv) = mv else { break };
            position.do_move(mv);
            moves.push(mv);
        }
        games.add(ExpertGame { start, moves }, 12, 4);
    }
    games
}

fn settings(epochs: u32, games: &ExpertGames, start: &Weights) -> Settings {
    Settings {
        epochs,
        batch: 32,
        rate: 2.0,
        final_rate: 0.2,
        epsilon: 1e-3,
        penalty: 1e-7,
        steepness: SHAPE.steepness,
        window: SHAPE.window,
        share: 1.0,
        seed: 7,
        data: games.fingerprint(),
        start: fingerprint(start),
        beside: None,
    }
}

fn train(
    settings: &Settings,
    games: &ExpertGames,
    start: &Weights,
    state: State,
    epochs: usize,
) -> State {
    let mut trainer = Trainer::new(settings, games, (start, None), state, 1);
    for _ in 0..epochs {
        assert!(trainer.epoch(&StopToken::new(), &mut |_| ()));
    }
    trainer.state().clone()
}

#[test]
fn the_gradient_is_that_of_finite_differences() {
    the_gradient_is_right(None);
}

#[test]
fn beside_a_network_too() {
    the_gradient_is_right(Some(&Network::of_ensemble()));
}

fn the_gradient_is_right(beside: Option<&Arc<Network>>) {
    let weights = by_hand();
    let games = games(4, &weights);
    let mut finder = Finder::new(Arc::new(weights.clone()), beside);
    let all: Vec<Leaves> = games
        .training
        .iter()
        .filter_map(|&place| {
            let (mut position, played) = games.at(place);
            finder.leaves(&mut position, played, &SHAPE)
        })
        .collect();
    assert!(all.len() > 20, "{}", all.len());
    let families = Families::new();
    // Shaken, so that families have parts too.
    let mut random = SplitMix64::new(9);
    let mut at = parts(&weights);
    at.iter_mut().for_each(|part| *part += random.within(20) as f32);
    let value = |at: &[f32], gradient: &mut [f32]| -> f64 {
        let weights = families.weights(at);
        all.iter().map(|leaves| objective(leaves, &weights, 40.0, 1.0, gradient)).sum()
    };
    let mut gradient = vec![0.0; PARTS];
    value(&at, &mut gradient);
    families.spread(&mut gradient);
    let mut unused = vec![0.0; PARTS];
    let moved: Vec<usize> = (0..PARTS).filter(|&index| gradient[index].abs() > 1e-3).collect();
    assert!(moved.iter().any(|&index| index >= WEIGHTS) && moved.len() > 200);
    for &index in moved.iter().step_by(moved.len() / 100) {
        let here = at[index];
        let mut difference = 0.0;
        for step in [0.25, -0.25] {
            at[index] = here + step;
            difference += 2.0 * value(&at, &mut unused) * f64::from(step.signum());
        }
        at[index] = here;
        let slope = f64::from(gradient[index]);
        assert!((difference - slope).abs() < 1e-3 + 1e-2 * slope.abs(), "{slope} {difference}");
    }
}

#[test]
fn beside_a_network_the_mean_says_which_move_is_preferred() {
    let weights = Arc::new(by_hand());
    let network = Network::of_ensemble();
    let mut finder = Finder::new(Arc::clone(&weights), Some(&network));
    let params = Params::default();
    let data = EvalData { network: Some(network), classic: Some(weights), ..EvalData::default() };
    let mean = AnyEvaluator::with_data(EvalKind::Ensemble, &params, &data);
    let mut search = LeafSearch::new(mean, &params);
    // Both colours to move.
    for moves in ["7g7f 8c8d 2g2f", "7g7f 8c8d 2g2f 8d8e"] {
        let mut position = Position::startpos();
        for text in moves.split(' ') {
            position.do_move(position.parse_usi(text).unwrap());
        }
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        let played = list[0];
        let mut values = list.iter().map(|&mv| {
            position.do_move(mv);
            let value = -search.value(&mut position, -40_000, 40_000);
            position.undo_move(mv);
            value
        });
        let first = values.next().unwrap();
        let preferred = values.filter(|&value| value >= first).count();
        let leaves = finder.leaves(&mut position, played, &SHAPE).unwrap();
        assert_eq!(leaves.preferred, preferred);
        // The objective's values of the leaves equal those of the search, except for rounding.
        let numbers: Vec<f32> =
            by_hand().numbers().iter().map(|&n| f32::from(n) / UNIT as f32).collect();
        let sharp = objective(&leaves, &numbers, 0.1, 0.0, &mut vec![0.0; WEIGHTS]);
        assert!((sharp - preferred as f64).abs() <= 1.0, "{sharp} {preferred}");
    }
}

#[test]
fn what_an_expert_likes_is_found_out() {
    // The expert knows squares and mobility of pieces, the learner only their values.
    let mut numbers = by_hand().numbers().to_vec();
    numbers[Group::Material.range().end..].fill(0);
    let start = Weights::new(numbers).unwrap();
    let games = games(40, &by_hand());
    let settings = settings(4, &games, &start);
    let state = train(&settings, &games, &start, State::new(parts(&start)), 5);
    let (first, last) = (&state.curve[0].validation, &state.curve[4].validation);
    assert!(last.objective < 0.5 * first.objective, "{first:?} {last:?}");
    assert!(last.agreement > first.agreement + 0.15, "{first:?} {last:?}");
    // The scale is where it was.
    let sum = piece_sum(&parts(&start));
    assert!((piece_sum(&state.params) - sum).abs() < 0.1);
    let material = Group::Material.offset();
    assert!((state.params[material] + state.params[material + 13] - 100.0).abs() < 1e-3);
}

#[test]
fn constraints_move_only_what_they_must() {
    let mut at = parts(&by_hand());
    let before = at.clone();
    constrain(&mut at, piece_sum(&before));
    let distance = at.iter().zip(&before).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(distance < 1e-3, "{distance}");
    assert_eq!(at[Group::Material.range().end..], before[Group::Material.range().end..]);
}

#[test]
fn a_stopped_training_goes_on_as_if_never_stopped() {
    let games = games(8, &by_hand());
    let settings = settings(2, &games, &by_hand());
    let whole = train(&settings, &games, &by_hand(), State::new(parts(&by_hand())), 3);
    let again = train(&settings, &games, &by_hand(), State::new(parts(&by_hand())), 3);
    assert!(whole.params == again.params);

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint.bin");
    train(&settings, &games, &by_hand(), State::new(parts(&by_hand())), 2)
        .write(&path, MAGIC, &settings)
        .unwrap();
    let half = State::read(&path, MAGIC, PARTS, &settings).unwrap();
    let resumed = train(&settings, &games, &by_hand(), half, 1);
    assert!(whole.params == resumed.params);
    assert_eq!(whole.best.map(|best| best.0), resumed.best.map(|best| best.0));

    let mut trainer =
        Trainer::new(&settings, &games, (&by_hand(), None), State::new(parts(&by_hand())), 2);
    assert!(!trainer.epoch(&StopToken::stopped(), &mut |_| ()));

    let other = Settings { rate: 4.0, ..settings.clone() };
    let error = State::read(&path, MAGIC, PARTS, &other).unwrap_err();
    assert!(error.to_string().contains("rate 2.0, not 4.0"), "{error}");
    let mut bytes = fs::read(&path).unwrap();
    for length in [0, 7, 40, bytes.len() - 1] {
        fs::write(&path, &bytes[..length]).unwrap();
        let error = State::read(&path, MAGIC, PARTS, &settings).unwrap_err();
        assert!(matches!(error, CheckpointError::Damaged { .. }), "{error}");
    }
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let error = State::read(&path, MAGIC, PARTS, &settings).unwrap_err();
    assert!(error.to_string().contains("checksum"), "{error}");
}

#[test]
fn records_give_their_main_lines() {
    let text = "startpos moves 7g7f 3c3d 8h2b+ 3a2b resign\n";
    let document = read(text.as_bytes(), Some(Format::Usi)).unwrap();
    let mut games = ExpertGames::default();
    games.add(ExpertGame::from_record(&document.records[0]).unwrap(), 1, 0);
    assert_eq!((games.len(), &games.training[..]), (1, &[(0, 1), (0, 2), (0, 3)][..]));
    let (position, played) = games.at((0, 3));
    assert_eq!(position.parse_usi("3a2b"), Some(played));
    assert!(games.validation.is_empty() && !games.is_empty());
}
