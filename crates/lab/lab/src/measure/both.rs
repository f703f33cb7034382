//! A search watched by two: one that stops it, and one of the experiment's own.

use zenpuku_gametree::Score;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_engine::{
    CutCause, Depth, Expansion, MoveTry, Research, SearchObserver, StopWatcher, Visit,
};

/// Both watchers.
pub(super) struct Both<'a, F> {
    pub(super) stop: StopWatcher<F>,
    pub(super) own: Option<&'a mut dyn SearchObserver>,
}

impl<F: Fn() -> bool> SearchObserver for Both<'_, F> {
    fn enter(&mut self, visit: &Visit) {
        self.stop.enter(visit);
        if let Some(own) = &mut self.own {
            own.enter(visit);
        }
    }

    fn leave(&mut self, visit: &Visit, value: Score, best: Move, cause: CutCause) {
        if let Some(own) = &mut self.own {
            own.leave(visit, value, best, cause);
        }
    }

    fn probe(&mut self, found: bool) {
        if let Some(own) = &mut self.own {
            own.probe(found);
        }
    }

    fn evaluate(&mut self) {
        if let Some(own) = &mut self.own {
            own.evaluate();
        }
    }

    fn generate(&mut self, moves: usize) {
        if let Some(own) = &mut self.own {
            own.generate(moves);
        }
    }

    fn expand(&mut self, expansion: &Expansion) {
        if let Some(own) = &mut self.own {
            own.expand(expansion);
        }
    }

    fn cut(&mut self, position: &Position, visit: &Visit, eval: Option<Score>) -> Option<Score> {
        self.own.as_mut()?.cut(position, visit, eval)
    }

    fn skips(&mut self, position: &Position, tried: &MoveTry) -> bool {
        self.own.as_mut().is_some_and(|own| own.skips(position, tried))
    }

    fn try_move(&mut self, tried: &MoveTry) {
        if let Some(own) = &mut self.own {
            own.try_move(tried);
        }
    }

    fn reduce(&mut self, by: Depth) {
        if let Some(own) = &mut self.own {
            own.reduce(by);
        }
    }

    fn research(&mut self, why: Research) {
        if let Some(own) = &mut self.own {
            own.research(why);
        }
    }

    fn mate_beside(&mut self, nodes: u64, mate: Option<u16>) {
        if let Some(own) = &mut self.own {
            own.mate_beside(nodes, mate);
        }
    }
}
