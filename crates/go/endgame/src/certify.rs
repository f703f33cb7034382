//! Writing the proof of a result, for the independent checker `zenpuku-go-certificate`.

use thiserror::Error;
use zenpuku_core::Limits;
use zenpuku_go::{AnyBoard, Color, KoRule, Move, Rules, Scoring, Setup, SetupError, Suicide, Wide};
use zenpuku_go_certificate::{Certificate, CertificateError, Strategy, WalkError, worth};

use crate::{LocalSolver, SearchOptions, SolveOptions, search};

/// Bounds on a proof.
#[derive(Clone, Debug)]
pub struct CertifyOptions {
    /// For the solver.
    pub solve: SolveOptions,
    /// Positions of the proof for one player.
    pub positions: usize,
}

impl Default for CertifyOptions {
    /// 200,000 positions.
    fn default() -> Self {
        Self { solve: SolveOptions::default(), positions: 200_000 }
    }
}

/// Why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CertifyError {
    /// The checker supports only simple ko without suicide.
    #[error("proofs are for simple ko without suicide")]
    Rules,
    /// The position is invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A position on the way is not solved, or the proof is too long.
    #[error("{color}'s strategy: {reason}")]
    Strategy {
        /// Whose.
        color: Color,
        /// The missing part.
        reason: WalkError<String>,
    },
    /// The checker does not accept the proof: the solver is wrong.
    #[error("the proof does not hold: {0}")]
    Rejected(#[from] CertificateError),
}

/// Proves the result for the side to move of the position. The proof is verified before it is given.
///
/// # Errors
/// If the position or one on the way is not solved within the bounds.
pub fn certify(
    setup: &Setup,
    rules: &Rules,
    options: &CertifyOptions,
) -> Result<Certificate, CertifyError> {
    if rules.ko != KoRule::Simple || rules.suicide != Suicide::Forbidden {
        return Err(CertifyError::Rules);
    }
    let board: AnyBoard = setup.board(rules.suicide)?;
    let mut chooser = Chooser {
        // A proof has to answer a ko and a repetition too, which values leave out.
        local: LocalSolver::new(options.solve.local.clone()).without_pruning(),
        scoring: rules.scoring,
        options: &options.solve,
    };
    let mut strategies = [Strategy::default(), Strategy::default()];
    let mut scores = [0; 2];
    let before = match rules.scoring {
        Scoring::Territory => i32::from(setup.prisoners[0]) - i32::from(setup.prisoners[1]),
        Scoring::Area => 0,
    };
    for color in Color::BOTH {
        let strategy = &mut strategies[color.index()];
        let mut choose = |board: &AnyBoard| {
            let mv = chooser.choose(board)?;
            strategy.0.insert(Strategy::key(board), mv);
            Ok(mv)
        };
        let found = worth(&board, rules.scoring, color, options.positions, &mut choose)
            .map_err(|reason| CertifyError::Strategy { color, reason })?;
        scores[color.index()] = found + before;
    }
    let [low, high] = scores;
    let certificate = Certificate { setup: *setup, scoring: rules.scoring, low, high, strategies };
    certificate.verify()?;
    Ok(certificate)
}

struct Chooser<'a> {
    local: LocalSolver<Wide>,
    scoring: Scoring,
    options: &'a SolveOptions,
}

impl Chooser<'_> {
    fn choose(&mut self, board: &AnyBoard) -> Result<Move, String> {
        if self.scoring == Scoring::Territory
            && let Ok(mv) = self.by_sum(board)
        {
            return Ok(mv);
        }
        let options = SearchOptions {
            // Small: a search for each position of the proof.
            table_bytes: Some(self.options.table_bytes.min(4 << 20)),
            limits: Limits::with_nodes(self.options.nodes)
                .stopped_by(self.options.local.stop.clone()),
            ..SearchOptions::new(self.scoring)
        };
        match search(board, &options) {
            Ok(found) if found.ended => Ok(found.line.first().copied().unwrap_or(Move::Pass)),
            Ok(_) => Err("play can continue forever".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// A move without loss. Once every region is a number, passing; before that
    /// a play, as a second pass would end the game.
    fn by_sum(&mut self, board: &AnyBoard) -> Result<Move, String> {
        let solution = self.local.solve(board).map_err(|e| e.to_string())?;
        if solution.regions.iter().all(|region| region.temperature.signum() < 0) {
            return Ok(Move::Pass);
        }
        let candidates =
            self.local.candidates(board, &solution, board.to_move()).map_err(|e| e.to_string())?;
        let best = candidates.first().ok_or_else(|| "no move".to_owned())?;
        Ok(best.mv)
    }
}
