//! What a program that uses the engine adds to it.

use crate::technique::Technique;
use std::sync::Arc;
use zenpuku_shogi_eval::OwnEvaluation;

/// A search technique and an evaluation from outside the engine, for [`Engine::with_hooks`].
///
/// ```
/// use std::sync::Arc;
/// use zenpuku_shogi::Position;
/// use zenpuku_shogi_engine::{
///     Depth, Engine, EngineOptions, Hooks, MoveTry, SearchLimits, Technique,
/// };
///
/// /// Reduces every move after the tenth by a ply.
/// struct Late;
///
/// impl Technique for Late {
///     fn reduction(&self, _: &Position, trial: &MoveTry, by: i32) -> i32 {
///         if trial.number > 10 { by + 1024 } else { by }
///     }
/// }
///
/// let options = EngineOptions { hash: 16, ..EngineOptions::default() };
/// let hooks = Hooks { technique: Some(Arc::new(Late)), ..Hooks::default() };
/// let mut engine = Engine::new(options).with_hooks(hooks);
/// engine.search(SearchLimits::depth(3))?;
/// # Ok::<(), zenpuku_shogi_engine::EngineError>(())
/// ```
///
/// [`Engine::with_hooks`]: crate::Engine::with_hooks
#[derive(Clone, Default)]
pub struct Hooks {
    /// Takes part in every search, on all threads.
    pub technique: Option<Arc<dyn Technique>>,
    /// Evaluates in place of the one that the options name. What was fitted to that one stays in
    /// force: switch `ProbCut` off, or fit it again; chances of winning are as the options'
    /// evaluation has them.
    pub evaluation: Option<OwnEvaluation>,
}

impl core::fmt::Debug for Hooks {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let technique = self.technique.is_some();
        let mut debug = f.debug_struct("Hooks");
        debug.field("technique", &technique).field("evaluation", &self.evaluation).finish()
    }
}
