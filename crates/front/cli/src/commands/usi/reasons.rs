//! Reasons in words for the GUI: why the other side's last move was a mistake, and what the best
//! move does.

use zenpuku_analysis::{EngineAnalyst, OwnEngine, Value, judge_move};
use zenpuku_core::StopToken;
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{Engine, EngineOptions, SearchLimits, SearchResult};
use zenpuku_shogi_reasons::words::{Explained, Lang};
use zenpuku_shogi_reasons::{Budget, Question, reasons};

use super::game::LastMove;

/// Nodes of each of the searches that judge the last move.
const NODES: u64 = 20_000;
/// Size of their table in MiB.
const HASH: usize = 16;

/// What is needed to explain a position once its search is over.
pub(super) struct Commentary {
    pub(super) lang: Lang,
    pub(super) position: Position,
    pub(super) last: Option<LastMove>,
    /// The options of the search.
    pub(super) options: EngineOptions,
    /// Stopped when nobody waits for the reasons any more.
    pub(super) stop: StopToken,
}

impl Commentary {
    /// The lines for the GUI: `reason 2b8h+ (mistake, −35 %): ...`, `reason G*5b: ...`, each
    /// followed by its evidence, `reason line ...`. Only proved reasons.
    pub(super) fn lines(&self, result: &SearchResult) -> Vec<String> {
        let mut lines = self.mistake().unwrap_or_default();
        lines.extend(self.best(result));
        lines
    }

    /// Why the last move was a mistake; `None` if it was none, or its search was stopped.
    fn mistake(&self) -> Option<Vec<String>> {
        let LastMove { before, played } = self.last.as_ref()?;
        let options = EngineOptions {
            threads: 1,
            hash: HASH,
            multi_pv: 1,
            depth_limit: 0,
            nodes_limit: 0,
            goal_info: false,
            own_book: false,
            ..self.options.clone()
        };
        let search = OwnEngine::new(Engine::new(options), self.stop.clone());
        let mates = EngineAnalyst::<OwnEngine>::MATE_NODES;
        let limits = SearchLimits::nodes(NODES);
        let analyst = EngineAnalyst::new(search, limits, mates, self.stop.clone());
        let mut analyst = analyst.with_reasons(Budget::USUAL);
        let (judged, _) = judge_move(before, *played, &mut analyst)?;
        let class = judged.class.filter(|_| judged.wants_reasons())?;
        let name = match self.lang {
            Lang::Ja => class.japanese(),
            Lang::En => class.english(),
        };
        let head = format!("{played} ({name}, −{:.0} %)", 100.0 * judged.loss);
        let found = judged.reasons.into_iter().map(Explained::from);
        Some(found.flat_map(|reason| self.said(&head, &reason)).collect())
    }

    /// What the best move does.
    fn best(&self, result: &SearchResult) -> Vec<String> {
        if self.stop.is_stopped() || !result.best.is_normal() {
            return Vec::new();
        }
        let better = match result.pv() {
            line if line.first() == Some(&result.best) => line,
            _ => &[result.best],
        };
        let question = Question {
            position: &self.position,
            played: None,
            better,
            reply: &[],
            was_losing: Value::from(result.shown()).is_losing(),
            book: &[],
        };
        // The move is the engine's own, so the question has an answer.
        let found = reasons(&question, &Budget::USUAL).unwrap_or_default();
        let found = found.into_iter().map(Explained::from);
        found.flat_map(|reason| self.said(&result.best.to_string(), &reason)).collect()
    }

    fn said(&self, head: &str, reason: &Explained) -> [String; 2] {
        let line = reason.line_text.get(self.lang).join(" ");
        [format!("reason {head}: {}", reason.text.get(self.lang)), format!("reason line {line}")]
    }
}
