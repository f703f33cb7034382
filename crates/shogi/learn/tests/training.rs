//! The trainer: its derivatives, its learning, and resumption without a difference.
//!
//! Invariant: Gradients agree with finite differences; interrupted training continues identically.

use crate::common;
use std::fs;
use zenpuku_core::StopToken;
use zenpuku_core::random::SplitMix64;
use zenpuku_params::Params;
use zenpuku_shogi::{Color, HandPiece, MoveList, Piece, Position, Setup, Square};
use zenpuku_shogi_eval::nnue::{AnyWeights, Kernel, OutputScale, file, nn_bin};
use zenpuku_shogi_eval::{AnyEvaluator, EvalKind};
use zenpuku_shogi_learn::checkpoint::CheckpointError;
use zenpuku_shogi_learn::leaf::LeafSearch;
use zenpuku_shogi_learn::state::Training as _;
use zenpuku_shogi_learn::train::beside::Beside;
use zenpuku_shogi_learn::train::gradient::Block;
use zenpuku_shogi_learn::train::lists::{FeatureLists, mirror_table, mirrored};
use zenpuku_shogi_learn::train::model::{Features, Model as _};
use zenpuku_shogi_learn::train::network::NetworkModel;
use zenpuku_shogi_learn::train::params::{Layout, transformer_row};
use zenpuku_shogi_learn::train::quantise::{compare, dequantise, quantise, shortcut};
use zenpuku_shogi_learn::train::ranking::Ranker;
use zenpuku_shogi_learn::train::samples::{Filter, Probe, Sample, Samples};
use zenpuku_shogi_learn::train::shape::TrainedShape;
use zenpuku_shogi_learn::train::trainer::{Settings, State, Trainer};

/// Positions of random games.
fn positions(count: usize, seed: u64) -> Vec<Position> {
    let mut random = SplitMix64::new(seed);
    let mut found = Vec::new();
    let mut list = MoveList::new();
    while found.len() < count {
        let mut position = Position::startpos();
        for ply in 0..80 {
            position.legal_moves(&mut list);
            let captures: Vec<_> =
                list.iter().copied().filter(|&mv| position.is_capture(mv)).collect();
            let from =
                if random.percent(40) && !captures.is_empty() { &captures } else { &list[..] };
            let Some(&mv) = from.get(random.below(from.len() as u64) as usize) else { break };
            position.do_move(mv);
            if ply > 10 && ply % 3 == 0 {
                found.push(position.clone());
            }
        }
    }
    found.truncate(count);
    found
}

/// A crude balance of material for the side to move, in centipawns.
fn material(position: &Position) -> i16 {
    let worth = |kind: HandPiece| match kind {
        HandPiece::PAWN => 50,
        HandPiece::BISHOP | HandPiece::ROOK => 500,
        _ => 250,
    };
    let mut balance = 0;
    for square in Square::iter() {
        let piece: Piece = position.piece_on(square);
        if let Some(kind) = HandPiece::from_piece_type(piece.base_piece_type()) {
            balance += if piece.color() == Color::Black { worth(kind) } else { -worth(kind) };
        }
    }
    for kind in HandPiece::iter() {
        let count = |color| position.hand(color).count(kind) as i32;
        balance += worth(kind) * (count(Color::Black) - count(Color::White));
    }
    let sign = if position.side_to_move() == Color::Black { 1 } else { -1 };
    (sign * balance) as i16
}

fn samples(training: usize, validation: usize) -> Samples<FeatureLists> {
    let sample = |position: &Position| Sample {
        features: FeatureLists::of(position),
        score: material(position),
        outcome: None,
        beside: Beside::default(),
    };
    let of = |count, seed| positions(count, seed).iter().map(sample).collect();
    let probes = positions(50, 3).into_iter().map(|position| {
        let features = FeatureLists::of(&position);
        Probe { position, features }
    });
    let mut samples = Samples::default();
    samples.training = of(training, 1);
    samples.validation = of(validation, 2);
    samples.probes = probes.collect();
    samples
}

fn settings(epochs: u32) -> Settings {
    Settings {
        epochs,
        batch: 64,
        rate: 2e-3,
        final_rate: 1e-4,
        lambda: 1.0,
        horizon: None,
        scale: 300.0,
        decay: 0.0,
        mirror: true,
        seed: 11,
        data: 1,
        start: 0,
        shape: Some(TrainedShape::Plain),
        ranking: None,
        beside: None,
    }
}

fn model(settings: &Settings) -> NetworkModel {
    NetworkModel::new(settings.shape.unwrap(), settings.scale)
}

/// The state before the first epoch.
fn start(settings: &Settings) -> State {
    State::new(Layout::new(settings.shape.unwrap()).random(settings.seed))
}

fn train(
    settings: &Settings,
    samples: &Samples<FeatureLists>,
    state: State,
    epochs: u32,
    threads: usize,
) -> State {
    let mut trainer = Trainer::new(settings, samples, model(settings), state, threads);
    for _ in 0..epochs {
        assert!(trainer.epoch(&StopToken::new(), &mut |_| ()));
    }
    trainer.state().clone()
}

/// The parameters alone; times differ from run to run.
fn learned(state: &State) -> (&[f32], u64, Option<f64>) {
    (&state.params, state.moments.steps, state.best.as_ref().map(|best| best.0))
}

#[test]
fn the_gradient_is_that_of_finite_differences() {
    TrainedShape::ALL.into_iter().for_each(check_gradient);
}

fn check_gradient(shape: TrainedShape) {
    let lists: Vec<_> = positions(6, 9).iter().map(FeatureLists::of).collect();
    let layout = Layout::new(shape);
    let mut params = layout.random(4);
    // The output's weights start at zero, which would make all gradients zero.
    let mut numbers = SplitMix64::new(8);
    for param in &mut params[layout.output_weights.clone()] {
        *param = numbers.within(500) as f32 / 1000.0;
    }
    let mut block = Block::new(layout.clone(), shortcut(300.0));
    let mut gradient = vec![0.0; layout.count()];
    // The loss is half the square of the outputs.
    let slopes = block.forward(&params, &lists).to_vec();
    block.backward(&params, &lists, &slopes, &mut gradient);
    let mut loss = |params: &[f32]| -> f64 {
        block.forward(params, &lists).iter().map(|&output| f64::from(output).powi(2) / 2.0).sum()
    };
    let feature = transformer_row(0, lists[0][0][5].into());
    let king = transformer_row(layout.parts() - 1, lists[1][1][39].into());
    let starts = [
        feature,
        king,
        layout.transformer_biases.start,
        layout.first_weights.start,
        layout.first_weights.end - 600,
        layout.first_biases.start,
        layout.second_weights.start + 300,
        layout.second_biases.start,
        layout.output_weights.start,
    ];
    let mut indices: Vec<_> =
        starts.iter().flat_map(|&start| (start..start + 32).step_by(3)).collect();
    // The last neuron of the first layer is that of the shortcut.
    indices.extend([layout.output_bias, layout.first_biases.end - 1]);
    indices.extend((1..20).map(|row| layout.first_weights.start + row * shape.first() - 1));
    let mut compared = 0;
    for index in indices {
        let (old, step) = (params[index], 2e-4);
        params[index] = old + step;
        let above = loss(&params);
        params[index] = old - step;
        let below = loss(&params);
        params[index] = old;
        let expected = (above - below) / f64::from(2.0 * step);
        let found = f64::from(gradient[index]);
        let tolerance = 2e-3 + 0.02 * expected.abs();
        assert!((found - expected).abs() < tolerance, "{shape} {index}: {found} for {expected}");
        compared += usize::from(expected.abs() > 1e-3);
    }
    assert!(compared > 50, "{shape}: {compared} derivatives are not zero");
}

#[test]
fn material_is_learned_and_survives_quantisation() {
    [TrainedShape::Plain, TrainedShape::Product256].into_iter().for_each(check_learning);
}

fn check_learning(shape: TrainedShape) {
    let samples = samples(4000, 500);
    let settings = Settings { shape: Some(shape), ..settings(12) };
    let layout = Layout::new(shape);
    let state = train(&settings, &samples, start(&settings), 12, 2);
    let lists: Vec<_> = samples.validation.iter().map(|sample| sample.features).collect();
    let mut block = Block::new(layout.clone(), shortcut(settings.scale));
    let outputs = block.forward(&state.params, &lists);
    let found: Vec<f64> = outputs.iter().map(|&output| f64::from(output) * 300.0).collect();
    let wanted: Vec<f64> = samples.validation.iter().map(|sample| sample.score.into()).collect();
    let correlation = correlation(&found, &wanted);
    assert!(correlation > 0.9, "{shape}: {correlation}");
    let curve = &state.curve;
    assert!(curve[11].validation.loss < curve[0].validation.loss, "{curve:?}");
    let units = curve[11].units.unwrap();
    assert_eq!(units.transformer.units, shape.transformed());
    assert_eq!((units.first.units, units.second.units), (shape.seen(), 32));
    let weights = quantise(&layout, &state.params, settings.scale, "test");
    let probes = &samples.probes;
    let error = compare(&layout, &state.params, settings.scale, &weights, probes).unwrap();
    assert!(error.positions == 50 && error.mean < 3.0 && error.greatest < 20.0, "{error:?}");
    // The written network is the compared one.
    let read = file::read(&weights.file(&[]).unwrap()).unwrap();
    assert_eq!(read, weights);
    let nn_bin = nn_bin::read(&weights.nn_bin().unwrap(), OutputScale::yaneuraou(16)).unwrap();
    for Probe { position, .. } in probes {
        let output =
            |weights: &AnyWeights, kernel| weights.network().unwrap().output(position, kernel);
        let expected = output(&weights, Kernel::Scalar);
        assert_eq!(output(&nn_bin, Kernel::best()), expected);
    }
    // A later training may begin with these integers.
    let again = dequantise(&layout, &weights, settings.scale).unwrap();
    assert_eq!(quantise(&layout, &again, settings.scale, "test"), weights);
    assert_eq!(dequantise(&Layout::new(TrainedShape::Product512), &weights, 300.0), None);
    let judge = |params| {
        Trainer::new(&settings, &samples, model(&settings), State::new(params), 1)
            .judge(&samples.validation)
            .loss
    };
    let losses = (judge(state.params), judge(again));
    assert!((losses.0 - losses.1).abs() < 0.01, "{losses:?}");
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len() as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let sum = |f: &dyn Fn(f64, f64) -> f64| -> f64 {
        a.iter().zip(b).map(|(x, y)| f(x - mean_a, y - mean_b)).sum()
    };
    sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
}

#[test]
fn a_training_that_was_stopped_goes_on_the_same() {
    let samples = samples(600, 60);
    let settings = Settings { shape: Some(TrainedShape::Product256), ..settings(3) };
    let count = Layout::new(TrainedShape::Product256).count();
    let whole = train(&settings, &samples, start(&settings), 3, 1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint.bin");
    let first = train(&settings, &samples, start(&settings), 1, 1);
    first.write(&path, &NetworkModel::MAGIC, &settings).unwrap();
    let read = State::read(&path, &NetworkModel::MAGIC, count, &settings).unwrap();
    assert_eq!(read, first);
    let resumed = train(&settings, &samples, read, 2, 1);
    assert_eq!(learned(&resumed), learned(&whole));
    // More threads only change the order of summation.
    let threads = train(&settings, &samples, start(&settings), 3, 2);
    let most = threads.params.iter().zip(&whole.params).map(|(a, b)| (a - b).abs());
    assert!(most.fold(0.0, f32::max) < 0.02);
}

#[test]
fn a_checkpoint_that_does_not_fit_is_refused() {
    let settings = settings(3);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint.bin");
    start(&settings).write(&path, &NetworkModel::MAGIC, &settings).unwrap();
    let count = Layout::new(TrainedShape::Plain).count();
    let read = |settings| State::read(&path, &NetworkModel::MAGIC, count, settings);
    let other = Settings { lambda: 0.5, ..settings.clone() };
    let error = read(&other).unwrap_err();
    assert!(error.to_string().contains("lambda 1.0, not 0.5"), "{error}");
    let wider = Some(TrainedShape::Product512);
    let other = Settings { shape: wider, ..settings.clone() };
    let count = Layout::new(TrainedShape::Product512).count();
    let error = State::read(&path, &NetworkModel::MAGIC, count, &other).unwrap_err().to_string();
    assert!(error.contains("shape \"256x2-32-32\", not \"512-15-32\""), "{error}");
    let bytes = fs::read(&path).unwrap();
    let mut damaged = bytes.clone();
    *damaged.last_mut().unwrap() ^= 4;
    for bytes in [&damaged[..], &bytes[..bytes.len() / 2], &bytes[..20], b"nothing", b""] {
        fs::write(&path, bytes).unwrap();
        let error = read(&settings).unwrap_err();
        assert!(matches!(error, CheckpointError::Damaged { .. }), "{error}");
        assert!(error.to_string().contains("checkpoint.bin: offset"), "{error}");
    }
}

#[test]
fn stopping_within_an_epoch_says_so() {
    let samples = samples(200, 10);
    let settings = settings(1);
    let mut trainer = Trainer::new(&settings, &samples, model(&settings), start(&settings), 1);
    assert!(!trainer.epoch(&StopToken::stopped(), &mut |_| ()));
    assert!(!trainer.is_done());
}

#[test]
fn mirrored_features_are_those_of_the_mirrored_position() {
    let table = mirror_table();
    let sorted = |mut lists: [[u16; 40]; 2]| {
        lists.iter_mut().for_each(|list| list.sort_unstable());
        lists
    };
    for position in positions(60, 5) {
        let mirror = Setup::from(&position).mirrored();
        let mirror = mirror.position(zenpuku_shogi::SetupRules::Play).unwrap();
        let found = mirrored(&FeatureLists::of(&position), &table);
        assert_eq!(sorted(found), sorted(FeatureLists::of(&mirror)));
    }
}

#[test]
fn samples_are_filtered_and_split_by_game() {
    let folder = tempfile::tempdir().unwrap();
    common::play(folder.path(), &common::plan(21), 12, 2, u64::MAX).unwrap();
    let games = common::games(folder.path());
    let params = Params::default();
    let collect_with = |filter: &Filter, with_leaves: bool| {
        let evaluator = AnyEvaluator::new(EvalKind::Material, &params);
        let mut leaves = with_leaves.then(|| LeafSearch::new(evaluator, &params));
        let mut samples = Samples::<FeatureLists>::default();
        games.iter().for_each(|game| samples.add(game, filter, leaves.as_mut()).unwrap());
        samples
    };
    let collect = |filter: &Filter| collect_with(filter, false);
    let all = collect(&Filter {
        score_limit: i16::MAX,
        quiet_only: false,
        distinct: false,
        validation_of: 0,
        horizon: None,
    });
    let scored: usize = games.iter().map(|game| game.scores.len()).sum();
    let mates = games.iter().flat_map(|game| &game.scores).filter(|score| score.abs() >= 30_000);
    assert_eq!(all.training.len() + mates.count(), scored);
    assert!(all.validation.is_empty());
    let quiet = collect(&Filter { validation_of: 2, ..Filter::default() });
    let tally = quiet.tally;
    assert!(tally.unquiet > 0 && !quiet.validation.is_empty() && !quiet.training.is_empty());
    assert_eq!(tally.taken as usize, quiet.training.len() + quiet.validation.len());
    let left_out = tally.unquiet + tally.decided + tally.repeated;
    assert_eq!((tally.taken + left_out) as usize, scored);
    assert_eq!(collect(&Filter { validation_of: 2, ..Filter::default() }).training, quiet.training);
    let with_leaves = collect_with(&Filter { distinct: false, ..Filter::default() }, true).tally;
    let without = collect(&Filter { distinct: false, ..Filter::default() }).tally;
    assert!(with_leaves.leaves > 0);
    assert_eq!(with_leaves.taken, without.taken + with_leaves.leaves);
    assert_eq!(with_leaves.unquiet + with_leaves.leaves, without.unquiet);
}

#[test]
fn beside_another_evaluation_a_network_makes_up_for_what_it_says() {
    let settings = settings(10);
    let mut samples = samples(3000, 600);
    let alone = train(&settings, &samples, start(&settings), 10, 1);
    // Entirely wrong, as if it were the other side's move: the network must correct it.
    let mut fixed = AnyEvaluator::new(EvalKind::Material, &Params::default());
    for (list, (count, seed)) in
        [(&mut samples.training, (3000, 1)), (&mut samples.validation, (600, 2))]
    {
        for (sample, mut position) in list.iter_mut().zip(positions(count, seed)) {
            if !position.in_check() {
                position.do_null_move();
                sample.beside = Beside::of(Some(&mut fixed), &position);
            }
        }
    }
    let beside = train(&settings, &samples, start(&settings), 10, 1);
    let loss = |state: &State, samples: &Samples<_>| {
        let state = State::new(state.params.clone());
        let mut trainer = Trainer::new(&settings, samples, model(&settings), state, 1);
        trainer.judge(&samples.validation).loss
    };
    let (mean, untrained) = (loss(&beside, &samples), loss(&start(&settings), &samples));
    assert!(mean < untrained, "{mean} in the mean, {untrained} before");
    let other = loss(&alone, &samples);
    assert!(mean < other, "{mean} beside, {other} of a network that learned alone");
}

#[test]
fn ranking_puts_the_move_played_first_more_often() {
    let folder = tempfile::tempdir().unwrap();
    common::play(folder.path(), &common::plan(31), 40, 2, u64::MAX).unwrap();
    let games = common::games(folder.path());
    let filter = Filter { validation_of: 4, ..Filter::default() };
    let collect = || {
        let params = Params::default();
        let evaluator = AnyEvaluator::new(EvalKind::Material, &params);
        let mut ranker = Ranker::new(LeafSearch::new(evaluator, &params), 5);
        let mut samples = Samples::<FeatureLists>::default();
        for game in &games {
            samples.add(game, &filter, None).unwrap();
            samples.add_ranked(game, &filter, &mut ranker).unwrap();
        }
        samples
    };
    let samples = collect();
    assert_eq!(samples.ranked, collect().ranked, "chosen by the seed alone");
    let (learned_from, judged) = (samples.ranked.len(), samples.ranked_validation.len());
    assert!(learned_from > 100 && judged > 30, "{learned_from} {judged}");
    let first = |ranking, shape| {
        let settings = Settings { ranking: Some(ranking), shape: Some(shape), ..settings(10) };
        let state = train(&settings, &samples, start(&settings), 10, 1);
        state.curve.last().unwrap().validation.played_first.unwrap()
    };
    for shape in [TrainedShape::Plain, TrainedShape::Product256] {
        let (without, with) = (first(0.0, shape), first(20.0, shape));
        assert!(with > without + 0.05, "{shape}: {with} with, {without} without");
    }
}
