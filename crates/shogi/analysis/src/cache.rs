//! Stored analyses of positions: interrupted work resumes where it stopped.

use crate::analyst::{Analyst, PositionAnalysis};
use crate::win_rate::Value;
use serde::{Deserialize, Serialize};
use zenpuku_shogi::Position;
use zenpuku_shogi_mate::Threat;
use zenpuku_shogi_reasons::{Question, Reason};

/// An analysis in words that can be stored; its value is that of the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredAnalysis {
    cp: Option<i32>,
    mate: Option<i32>,
    pv: Vec<String>,
    depth: u32,
    nodes: u64,
}

impl StoredAnalysis {
    /// An analysis to be stored.
    #[must_use]
    pub fn of(analysis: &PositionAnalysis) -> Self {
        let (cp, mate) = match analysis.value {
            Value::Cp(cp) => (Some(cp), None),
            Value::Mate(plies) => (None, Some(plies)),
        };
        let pv = analysis.pv.iter().map(ToString::to_string).collect();
        Self { cp, mate, pv, depth: analysis.depth, nodes: analysis.nodes }
    }

    /// The analysis of `position`; `None` when it fits another one, or comes from no finished
    /// iteration.
    #[must_use]
    pub fn analysis(&self, position: &Position) -> Option<PositionAnalysis> {
        let mut at = position.clone();
        let mut pv = Vec::with_capacity(self.pv.len());
        for usi in &self.pv {
            let mv = at.parse_usi(usi)?;
            at.try_do_move(mv).ok()?;
            pv.push(mv);
        }
        let value = self.mate.map(Value::Mate).or(self.cp.map(Value::Cp))?;
        let analysis = PositionAnalysis { value, pv, depth: self.depth, nodes: self.nodes };
        (analysis.depth > 0).then_some(analysis)
    }
}

/// Where analyses of positions are kept. What belongs to another engine or other limits must not be found.
pub trait AnalysisStore {
    /// The analysis of a position, independent of its history and its move number.
    fn find(&self, position: &Position) -> Option<StoredAnalysis>;
    /// Keeps an analysis; one that cannot be kept is made again.
    fn keep(&mut self, position: &Position, analysis: &StoredAnalysis);
}

/// An analyst that thinks about each position once.
pub struct CachedAnalyst<A, T> {
    analyst: A,
    store: T,
}

impl<A: Analyst, T: AnalysisStore> CachedAnalyst<A, T> {
    /// `analyst`, called only for positions that are not in `store`.
    #[must_use]
    pub fn new(analyst: A, store: T) -> Self {
        Self { analyst, store }
    }

    /// Who thinks.
    pub fn analyst_mut(&mut self) -> &mut A {
        &mut self.analyst
    }

    /// What is kept.
    pub fn store_mut(&mut self) -> &mut T {
        &mut self.store
    }
}

impl<A: Analyst, T: AnalysisStore> Analyst for CachedAnalyst<A, T> {
    fn think(&mut self, position: &Position) -> Option<PositionAnalysis> {
        let kept = self.store.find(position).and_then(|kept| kept.analysis(position));
        if kept.is_some() {
            return kept;
        }
        let analysis = self.analyst.think(position)?;
        self.store.keep(position, &StoredAnalysis::of(&analysis));
        Some(analysis)
    }

    fn threat(&mut self, position: &Position) -> Option<Threat> {
        self.analyst.threat(position)
    }

    fn reasons(&mut self, question: &Question<'_>) -> Vec<Reason> {
        self.analyst.reasons(question)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[derive(Default)]
    struct Memory(HashMap<String, StoredAnalysis>);

    impl AnalysisStore for Memory {
        fn find(&self, position: &Position) -> Option<StoredAnalysis> {
            self.0.get(&position.to_sfen()).cloned()
        }

        fn keep(&mut self, position: &Position, analysis: &StoredAnalysis) {
            self.0.insert(position.to_sfen(), analysis.clone());
        }
    }

    /// Returns another value and depth each time.
    struct Fickle(i32, u32);

    impl Analyst for Fickle {
        fn think(&mut self, position: &Position) -> Option<PositionAnalysis> {
            self.0 += 1;
            let pv = vec![position.parse_usi("7g7f")?];
            Some(PositionAnalysis { value: Value::Cp(self.0), pv, depth: self.1, nodes: 1 })
        }
    }

    #[test]
    fn a_position_is_thought_about_once() {
        let start = Position::startpos();
        let mut analyst = CachedAnalyst::new(Fickle(0, 1), Memory::default());
        let first = analyst.think(&start).unwrap();
        assert_eq!(analyst.think(&start), Some(first));
        // A result without a finished iteration is not stored.
        let mut analyst = CachedAnalyst::new(Fickle(0, 0), Memory::default());
        assert_ne!(analyst.think(&start), analyst.think(&start));
    }

    #[test]
    fn a_thought_comes_back_and_fits_its_position_only() {
        let start = Position::startpos();
        let pv = vec![start.parse_usi("7g7f").unwrap()];
        let analysis = PositionAnalysis { value: Value::Mate(-4), pv, depth: 3, nodes: 9 };
        let stored = StoredAnalysis::of(&analysis);
        assert_eq!(stored.analysis(&start), Some(analysis));
        let other = Position::from_sfen("4k4/9/9/9/9/9/9/9/4K4 b - 1").unwrap();
        assert_eq!(stored.analysis(&other), None);
    }
}
