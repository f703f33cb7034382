//! The worlds: shogi, Go endgames whose exact values are known, synthetic trees.

use std::collections::HashMap;
use std::rc::Rc;

use serde::Deserialize;
use zenpuku_core::{Limits, Score};
use zenpuku_gametree::synthetic::{IncrementalPosition, IncrementalShape};
use zenpuku_gametree::table::DepthRule;
use zenpuku_gametree::{Fail, Game, Method, Searcher, TranspositionTable};
use zenpuku_go::sgf::SgfGame;
use zenpuku_go::{Board, Scoring, Suicide};
use zenpuku_go_endgame::{Endgame, Exclusion};
use zenpuku_params::Params;
use zenpuku_shogi_engine::ShogiGame;
use zenpuku_shogi_eval::{Evaluator as _, PieceSquare};
use zenpuku_shogi_learn::leaf::LeafSearch;

use super::world::{Gain, Oracle, Ordered, Root, World};
use crate::error::LabError;
use crate::measure::{TestPosition, game_positions, positions, spread};
use crate::options::RunOptions;

/// The sums of corridors, with their proved scores.
const SUMS: &str = include_str!("../../data/go/corridor-sums-100.jsonl");
/// Sums with more open points take too long to search to the end from every cut.
const MOST_OPEN_POINTS: u32 = 15;
/// Plies to the end of a Go endgame, at most.
const END: u32 = 200;
/// Memory of the table in which exact values are found, in bytes.
const TABLE: usize = 8 << 20;

/// How many positions a world has for training and for the test, how deep it is searched.
#[derive(Clone, Copy)]
struct Size {
    training: usize,
    test: usize,
    depths: (u32, u32),
    /// Nodes and cuts of each position, see [`World`].
    nodes: usize,
}

impl Size {
    const fn new(training: usize, test: usize, depths: (u32, u32), nodes: usize) -> Size {
        Size { training, test, depths, nodes }
    }
}

/// Every other item for training, the rest for the test.
fn halves<G>(roots: Vec<Root<G>>, size: Size) -> (Vec<Root<G>>, Vec<Root<G>>) {
    let (mut training, mut test) = (Vec::new(), Vec::new());
    for (index, root) in roots.into_iter().enumerate() {
        if index % 2 == 0 { training.push(root) } else { test.push(root) }
    }
    training.truncate(size.training);
    test.truncate(size.test);
    (training, test)
}

/// Shogi: positions of real games. Leaves are valued by a search of captures over pieces and squares.
pub(super) fn shogi(options: &RunOptions) -> Result<World<Ordered<ShogiGame>>, LabError> {
    let size =
        if options.quick { Size::new(1, 1, (3, 3), 10) } else { Size::new(5, 11, (3, 4), 40) };
    let params = Params::default();
    let values = Rc::new(PieceSquare::new(&params));
    let gain: Gain<ShogiGame> = Rc::new(move |game, mv| values.move_gain(game.position(), mv));
    let roots = |list: &[_], skip: usize, count| {
        let chosen = spread(list, 2 * count);
        let every_other = chosen.into_iter().skip(skip).step_by(2);
        let root = |one: TestPosition| Root {
            game: Ordered::new(ShogiGame::new(&one.position), &gain),
            name: one.name,
        };
        every_other.map(root).collect::<Vec<_>>()
    };
    let mut leaves = LeafSearch::new(PieceSquare::new(&params), &params);
    let limit = Score::INFINITE.value();
    let evaluation = move |game: &Ordered<ShogiGame>| {
        let mut position = game.game.position().clone_for_search();
        Score::eval(leaves.value(&mut position, -limit, limit))
    };
    Ok(World {
        name: "shogi".to_owned(),
        training: roots(&game_positions()?, 0, size.training),
        test: roots(&positions(options)?, 1, size.test),
        depths: size.depths.0..=size.depths.1,
        nodes: size.nodes,
        evaluation: Box::new(evaluation),
        oracle: None,
    })
}

/// A board of Go of up to 128 points.
type Sum = Endgame<u128>;

/// A line of the file of sums.
#[derive(Deserialize)]
struct SumLine {
    id: String,
    black_first: String,
    empties: u32,
    sgf: String,
}

/// Go endgames: sums of corridors, Black first.
pub(super) fn go(options: &RunOptions) -> Result<(World<Ordered<Sum>>, Vec<i32>), LabError> {
    let size =
        if options.quick { Size::new(3, 3, (3, 4), 40) } else { Size::new(30, 30, (3, 7), 40) };
    let gain: Gain<Sum> = Rc::new(|game, mv| {
        let mut after = *game;
        after.play(mv);
        -after.score().value()
    });
    let mut roots = Vec::new();
    let mut stated = HashMap::new();
    for (index, text) in SUMS.lines().enumerate() {
        let bad = |reason: String| LabError::Data {
            file: "go/corridor-sums-100.jsonl",
            line: index + 1,
            reason,
        };
        let line: SumLine = serde_json::from_str(text).map_err(|error| bad(error.to_string()))?;
        if line.empties > MOST_OPEN_POINTS {
            continue;
        }
        let board: Board<u128> = SgfGame::parse(&line.sgf)?.end()?.board(Suicide::Forbidden)?;
        let score: i32 =
            line.black_first.parse().map_err(|_| bad("the score is no number".to_owned()))?;
        stated.insert(line.id.clone(), score);
        let game = Endgame::new(board, Exclusion::Exact, Scoring::Territory);
        roots.push(Root { name: line.id, game: Ordered::new(game, &gain) });
    }
    let (training, test) = halves(roots, size);
    let scores = test.iter().map(|root| stated[&root.name]).collect();
    let world = World {
        name: "Go endgames".to_owned(),
        training,
        test,
        depths: size.depths.0..=size.depths.1,
        nodes: size.nodes,
        evaluation: Box::new(|game: &Ordered<Sum>| game.game.score()),
        oracle: Some(|| Ok(Box::new(GoOracle::new()?))),
    };
    Ok((world, scores))
}

/// Searches a Go endgame to its end.
struct GoOracle {
    table: TranspositionTable<zenpuku_go::Move>,
    known: HashMap<u64, Option<Score>>,
}

impl GoOracle {
    fn new() -> Result<GoOracle, LabError> {
        let table = TranspositionTable::with_bytes(TABLE)?.with_depth_rule(DepthRule::AtLeast);
        Ok(GoOracle { table, known: HashMap::new() })
    }
}

impl Oracle<Ordered<Sum>> for GoOracle {
    fn value(&mut self, game: &Ordered<Sum>, limits: &Limits) -> Result<Option<Score>, LabError> {
        if let Some(&known) = self.known.get(&game.key()) {
            return Ok(known);
        }
        let mut searched = game.game;
        let mut score = |game: &Sum| game.score();
        let mut searcher = Searcher::new(&mut searched, &mut score)
            .with_limits(limits)
            .with_table(&mut self.table);
        let found = searcher.run(Method::Mtdf { guess: game.game.score() }, END)?;
        // A line cut off at the last ply proves nothing.
        let value = (found.counters.leaf == 0).then_some(found.value);
        self.known.insert(game.key(), value);
        Ok(value)
    }
}

/// Synthetic trees whose evaluation errs by at most so much.
pub(super) fn synthetic(
    options: &RunOptions,
    name: &str,
    error: u16,
) -> World<IncrementalPosition> {
    let size =
        if options.quick { Size::new(2, 2, (3, 5), 40) } else { Size::new(60, 60, (3, 7), 40) };
    let shape = IncrementalShape { width: 6, plies: 10, gain: 100, error };
    let roots = |from: u64, count: usize| {
        let seeds = (from..).take(count);
        let root = |n: u64| Root {
            name: format!("tree {n}"),
            game: IncrementalPosition::root(
                shape,
                options.seed.wrapping_mul(1_000_003).wrapping_add(n),
            ),
        };
        seeds.map(root).collect::<Vec<_>>()
    };
    World {
        name: name.to_owned(),
        training: roots(1, size.training),
        test: roots(1_001, size.test),
        depths: size.depths.0..=size.depths.1,
        nodes: size.nodes,
        evaluation: Box::new(|game: &IncrementalPosition| game.evaluation()),
        oracle: Some(|| Ok(Box::new(ToTheEnd))),
    }
}

/// Searches a synthetic tree to its end.
struct ToTheEnd;

impl Oracle<IncrementalPosition> for ToTheEnd {
    fn value(
        &mut self,
        game: &IncrementalPosition,
        limits: &Limits,
    ) -> Result<Option<Score>, LabError> {
        let mut searched = *game;
        let mut evaluation = |game: &IncrementalPosition| game.evaluation();
        let mut searcher = Searcher::new(&mut searched, &mut evaluation).with_limits(limits);
        let plies = game.plies_left();
        Ok(Some(searcher.run(Method::AlphaBeta(Fail::Soft), plies)?.value))
    }
}
