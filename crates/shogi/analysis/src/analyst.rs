//! Who judges: the engine, with the mate solver before it.

use crate::win_rate::Value;
use zenpuku_core::StopToken;
use zenpuku_core::{Limits, Score};
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_engine::book::BookFile;
use zenpuku_shogi_engine::{Engine, EngineError, SearchLimits, SearchRequest, SearchResult};
use zenpuku_shogi_mate::{MateSolver, Threat, Verdict};
use zenpuku_shogi_reasons::{Budget, Question, Reason, Reasoner};

/// Memory of the mate solver, in MiB.
const MATE_MEMORY: usize = 32;
/// Of the nodes of a search for mate, the part for each question about a threat: one for the pass,
/// one for each defence.
const THREAT_SHARE: u64 = 8;

/// An analyst's judgement of one position.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionAnalysis {
    /// Value for the side to move; `Mate(0)` when it is mated.
    pub value: Value,
    /// The expected line, its first move the best one; empty when mated.
    pub pv: Vec<Move>,
    /// Depth reached, in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

/// Whoever thinks about positions: the engine, or a test.
pub trait Analyst {
    /// Thinks about a position with its history; `None` when the work was cancelled.
    fn think(&mut self, position: &Position) -> Option<PositionAnalysis>;

    /// The threat of mate against the side to move, if the analyst searches it.
    fn threat(&mut self, _position: &Position) -> Option<Threat> {
        None
    }

    /// The reasons why a move is a mistake, if the analyst searches them.
    fn reasons(&mut self, _question: &Question<'_>) -> Vec<Reason> {
        Vec::new()
    }
}

/// A searcher of positions: an owned engine, or a shared one.
pub trait Search {
    /// Searches a position that has a legal move, at least to depth 1; `None` when it was stopped or
    /// failed.
    fn search(&mut self, position: &Position, limits: &SearchLimits) -> Option<SearchResult>;
}

/// Thinks with the mate solver, then with an engine, the same limits for every position. All
/// front ends judge with it, so that they judge alike.
pub struct EngineAnalyst<S> {
    search: S,
    limits: SearchLimits,
    mates: MateSolver,
    mate_nodes: u64,
    reasoner: Option<(Reasoner, Budget)>,
    book: Option<BookFile>,
    stop: StopToken,
}

impl<S: Search> EngineAnalyst<S> {
    /// Nodes of the search for mate before each position's search, usually.
    pub const MATE_NODES: u64 = 20_000;

    /// An analyst that stops when `stop` is stopped. Each position is first
    /// searched for mate with `mate_nodes` nodes (0: not at all), so that a
    /// missed mate is proven, not guessed. The same nodes find the same mates
    /// of any length, independently of earlier searches.
    #[must_use]
    pub fn new(search: S, limits: SearchLimits, mate_nodes: u64, stop: StopToken) -> Self {
        let mates = MateSolver::new(if mate_nodes == 0 { 0 } else { MATE_MEMORY });
        Self { search, limits, mates, mate_nodes, reasoner: None, book: None, stop }
    }

    /// The same, which also searches the reasons of mistakes.
    #[must_use]
    pub fn with_reasons(self, budget: Budget) -> Self {
        Self { reasoner: Some((Reasoner::default(), budget)), ..self }
    }

    /// The same, whose reasons say where a mistake left an opening book.
    #[must_use]
    pub fn with_book(self, book: BookFile) -> Self {
        Self { book: Some(book), ..self }
    }

    /// The moves of the book in a position; none where its file cannot be read.
    fn book_moves(&self, position: &Position) -> Vec<Move> {
        let entry = self.book.as_ref().and_then(|book| book.entry(position).ok().flatten());
        entry.map_or_else(Vec::new, |entry| entry.moves.iter().map(|book| book.mv).collect())
    }

    /// Who searches.
    pub fn search_mut(&mut self) -> &mut S {
        &mut self.search
    }

    fn mate_limits(&self, nodes: u64) -> Limits {
        Limits { depth: None, nodes: Some(nodes), time: None, stop: self.stop.clone() }
    }

    fn mate(&mut self, position: &Position) -> Option<PositionAnalysis> {
        if self.mate_nodes == 0 {
            return None;
        }
        let limits = self.mate_limits(self.mate_nodes);
        // A position without a king to mate is refused later, by the engine.
        let report = self.mates.solve(position, &limits).ok()?;
        let plies = u32::try_from(report.line.len()).ok()?;
        (report.verdict == Verdict::Mate).then(|| PositionAnalysis {
            value: Value::Mate(i32::try_from(plies).unwrap_or(i32::MAX - 1)),
            pv: report.line,
            depth: plies,
            nodes: report.nodes,
        })
    }
}

impl<S: Search> Analyst for EngineAnalyst<S> {
    fn think(&mut self, position: &Position) -> Option<PositionAnalysis> {
        if self.stop.is_stopped() {
            return None;
        }
        if !position.has_legal_move() {
            return Some(PositionAnalysis {
                value: Value::Mate(0),
                pv: Vec::new(),
                depth: 0,
                nodes: 0,
            });
        }
        // Without history: a repeated position is judged like any other.
        let position = position.without_history();
        if let Some(mate) = self.mate(&position) {
            return Some(mate);
        }
        let result = self.search.search(&position, &self.limits)?;
        Some(PositionAnalysis {
            value: Value::from(result.shown()),
            pv: result.pv().to_vec(),
            depth: result.depth,
            nodes: result.nodes,
        })
    }

    fn threat(&mut self, position: &Position) -> Option<Threat> {
        let nodes = self.mate_nodes / THREAT_SHARE;
        if nodes == 0 {
            return None;
        }
        let limits = self.mate_limits(nodes);
        self.mates.threat(position, &limits).ok().flatten()
    }

    fn reasons(&mut self, question: &Question<'_>) -> Vec<Reason> {
        let book = self.book_moves(question.position);
        let Some((reasoner, budget)) = &mut self.reasoner else { return Vec::new() };
        let question = Question { book: &book, ..*question };
        // The question comes from a game, whose moves are legal.
        reasoner.reasons(&question, budget).unwrap_or_default()
    }
}

/// An owned engine.
pub struct OwnEngine {
    engine: Engine,
    stop: StopToken,
    error: Option<EngineError>,
}

impl OwnEngine {
    /// Searches with `engine`, until `stop` is stopped.
    #[must_use]
    pub fn new(engine: Engine, stop: StopToken) -> Self {
        Self { engine, stop, error: None }
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// Why the last search failed, if it was not stopped.
    pub fn take_error(&mut self) -> Option<EngineError> {
        self.error.take()
    }
}

impl Search for OwnEngine {
    fn search(&mut self, position: &Position, limits: &SearchLimits) -> Option<SearchResult> {
        let request = SearchRequest::from(limits).stopped_by(&self.stop).at_least_one_iteration();
        let found = self.engine.set_position(position.clone());
        match found.and_then(|()| self.engine.search(request)) {
            Ok(result) => Some(result).filter(|_| !self.stop.is_stopped()),
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }
}

impl From<Score> for Value {
    /// A score as people are shown it ([`SearchResult::shown`]) as a value of the same side.
    fn from(score: Score) -> Self {
        match score.mate_plies().and_then(|plies| i32::try_from(plies).ok()) {
            Some(plies) if score.is_win() => Self::Mate(plies),
            Some(plies) => Self::Mate(-plies),
            None => Self::Cp(score.value()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use zenpuku_shogi_engine::EngineOptions;

    fn analyst(limits: SearchLimits, mate_nodes: u64) -> EngineAnalyst<OwnEngine> {
        let stop = StopToken::new();
        let engine = Engine::new(EngineOptions { hash: 4, ..EngineOptions::default() });
        EngineAnalyst::new(OwnEngine::new(engine, stop.clone()), limits, mate_nodes, stop)
    }

    #[test]
    fn no_thought_is_without_a_finished_iteration() {
        for limits in [SearchLimits::nodes(1), SearchLimits::movetime(Duration::ZERO)] {
            let analysis = analyst(limits, 0).think(&Position::startpos()).unwrap();
            assert!(analysis.depth >= 1 && !analysis.pv.is_empty(), "{analysis:?}");
        }
    }

    #[test]
    fn a_mate_is_proven_before_the_search() {
        let sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
        let position = Position::from_sfen(sfen).unwrap();
        let analysis = analyst(SearchLimits::nodes(1), 1_000).think(&position).unwrap();
        assert_eq!(analysis.value, Value::Mate(1));
    }

    /// A problem of Shogi Zuko (public domain) with the attacker's king added.
    #[test]
    fn long_mates_are_found_within_the_usual_nodes() {
        let sfen = "6+PlG/6p2/2p1p1+r2/5S1k+p/6P1R/9/8P/9/K8 b B3Nb3g3sn3l11p 1";
        let position = Position::from_sfen(sfen).unwrap();
        let usual = EngineAnalyst::<OwnEngine>::MATE_NODES;
        let mut analyst = analyst(SearchLimits::nodes(1), usual);
        for _ in 0..2 {
            let analysis = analyst.think(&position).unwrap();
            assert_eq!((analysis.value, analysis.pv.len()), (Value::Mate(39), 39));
        }
    }
}
