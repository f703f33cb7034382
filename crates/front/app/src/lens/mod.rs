//! The search lens: the nodes visited by a search, and what cut its branches.

mod handler;
mod lesson;
pub(crate) mod messages;
mod sample;
mod technique;

pub(crate) use handler::carry_out;

use crate::analysis_model::evaluation;
use crate::document::marked;
use crate::errors::{AppResult, error};
use crate::protocol::{ErrorCode, LensCount, LensNode, LensRun};
use lesson::lesson;
use sample::{CAUSES, Sampler, black_cp};
use zenpuku_core::StopToken;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_engine::{
    Engine, EngineOptions, EvalKind, STACK_BYTES, SearchLimits, SearchRequest, SearchResult,
};

/// Memory of the engine's table, in MiB.
const HASH_MIB: usize = 32;
/// Nodes after which a search ends, at any depth.
const MOST_NODES: u64 = 5_000_000;
/// Nodes of the tree that is sent.
const SHOWN: usize = 1_200;

/// The request for a search.
struct LensOrder<'a> {
    position: &'a Position,
    /// Depth in plies.
    depth: u32,
    /// Techniques turned the other way than usual.
    turned: &'a [String],
    /// Is the tree wanted?
    tree: bool,
}

/// Searches on one thread from an empty table, so that node counts are reproducible.
fn search(order: &LensOrder<'_>, stop: &StopToken) -> AppResult<LensRun> {
    let params = technique::turned(order.turned)?;
    let options = EngineOptions {
        hash: HASH_MIB,
        eval: EvalKind::UNTRAINED,
        threads: 1,
        pv_interval: 0,
        params,
        ..EngineOptions::default()
    };
    let mut engine = Engine::new(options);
    engine.prepare()?;
    engine.set_position(order.position.clone())?;
    let limits = SearchLimits { nodes: Some(MOST_NODES), ..SearchLimits::depth(order.depth) };
    let mut sampler = Sampler::new(order.tree);
    let request = SearchRequest::new(limits).stopped_by(stop).watched_by(&mut sampler);
    // The search is deeper than the stack of a thread of the server allows.
    let found = std::thread::scope(|scope| {
        let work = || engine.search(request);
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        let thread = thread.map_err(|why| error(ErrorCode::Engine, format!("no thread: {why}")))?;
        thread.join().map_err(|_| error(ErrorCode::Engine, "the search failed"))
    })??;
    Ok(run(order, &found, &sampler))
}

fn run(order: &LensOrder<'_>, found: &SearchResult, sampler: &Sampler) -> LensRun {
    let side = order.position.side_to_move();
    let mut causes: Vec<LensCount> = CAUSES
        .iter()
        .zip(sampler.counts)
        .filter(|&(_, nodes)| nodes > 0)
        .map(|(cause, nodes)| LensCount { cause: (*cause).to_owned(), nodes })
        .collect();
    causes.sort_by_key(|count| std::cmp::Reverse(count.nodes));
    let tree = sampler.largest(SHOWN).into_iter().map(|(parent, kept)| LensNode {
        parent,
        usi: usi(kept.previous_move),
        nodes: kept.nodes,
        visits: kept.visits,
        cause: CAUSES[kept.cause as usize].to_owned(),
        cp: black_cp(kept, side),
        depth: kept.depth.to_units() as f32 / zenpuku_shogi_engine::Depth::UNITS_PER_PLY as f32,
    });
    LensRun {
        best: found.best.to_string(),
        kif: marked(side, found.best, None),
        eval: evaluation(zenpuku_analysis::Value::from(found.shown()), side),
        depth: found.depth,
        complete: found.depth >= order.depth || found.nodes < MOST_NODES,
        nodes: found.nodes,
        ms: found.time.as_millis() as u64,
        causes,
        tree: tree.collect(),
    }
}

fn usi(mv: Move) -> String {
    if mv == Move::NONE {
        String::new()
    } else if mv == Move::NULL {
        "null".to_owned()
    } else {
        mv.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A middle game in which one side is ahead, so that null moves and pruning occur.
    const MIDDLE: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

    fn look(turned: &[&str], tree: bool) -> LensRun {
        let turned: Vec<String> = turned.iter().map(|&id| id.to_owned()).collect();
        let position = Position::from_sfen(MIDDLE).unwrap();
        let order = LensOrder { position: &position, depth: 8, turned: &turned, tree };
        search(&order, &StopToken::new()).unwrap()
    }

    #[test]
    fn the_tree_is_that_of_the_search() {
        let seen = look(&[], true);
        assert_eq!(seen, LensRun { ms: seen.ms, ..look(&[], true) }, "the same every time");
        assert_eq!(seen.tree[0].nodes, seen.nodes, "the root holds every node");
        assert_eq!(seen.tree[0].usi, "");
        assert!(seen.tree.len() > 300 && seen.tree.len() <= SHOWN);
        for (place, node) in seen.tree.iter().enumerate().skip(1) {
            assert!((node.parent as usize) < place && !node.usi.is_empty());
            assert!(node.nodes <= seen.tree[node.parent as usize].nodes);
        }
        // Children never hold more nodes than their parent has, itself not counted.
        let mut below = vec![0; seen.tree.len()];
        for node in &seen.tree[1..] {
            below[node.parent as usize] += node.nodes;
        }
        assert!(seen.tree.iter().zip(below).all(|(node, below)| below < node.nodes));
        assert_eq!(seen.causes.iter().map(|count| count.nodes).sum::<u64>(), seen.nodes);
        assert!(seen.causes.iter().any(|count| count.cause == "null-move"));
    }

    #[test]
    fn what_is_switched_off_cuts_nothing() {
        let usual = look(&[], false);
        assert!(usual.tree.is_empty());
        let cuts = |run: &LensRun, cause: &str| run.causes.iter().any(|c| c.cause == cause);
        for cause in ["null-move", "futility", "prob-cut"] {
            let without = look(&[cause], false);
            assert!(cuts(&usual, cause) && !cuts(&without, cause), "{cause}");
            assert_ne!(without.nodes, usual.nodes, "{cause}");
        }
    }
}
