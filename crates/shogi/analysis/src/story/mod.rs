//! The story of a game: opening and castles, the moves that decided it, and its end.
//!
//! Every part is a fact of the analysis or of the moves. Missing data is left out.

mod words;

use crate::mistake::MistakeClass;
use crate::model::{GameAnalysis, MoveAnalysis};
use zenpuku_shogi::{Color, Position, STARTPOS};
use zenpuku_shogi_goals::castles::{Castle, CastleLog};
use zenpuku_shogi_goals::openings::{Opening, OpeningTracker};
use zenpuku_shogi_reasons::words::{Both, Lang, line};
use zenpuku_shogi_record::Ending;

/// Openings are named in games of at least this many moves.
const LEAST_PLIES: usize = 24;
/// Castles completed later do not count as part of the opening.
const CASTLE_PLIES: usize = 80;
/// The class from which on a move can decide a game.
const BIG: MistakeClass = MistakeClass::Mistake;

/// The content of a game's story.
#[derive(Clone, Debug, PartialEq)]
pub struct Story {
    /// Opening and castle, Black's first; `None` for short games and other starts than that of an
    /// even game.
    pub camps: Option<[Camp; 2]>,
    /// What decided the game; `None` without moves.
    pub course: Option<Course>,
    /// The end; `None` if the record does not say.
    pub end: Option<End>,
}

/// How one side set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Camp {
    /// The opening.
    pub opening: Opening,
    /// The last castle completed in the opening.
    pub castle: Option<&'static Castle>,
}

/// How the game was decided.
#[derive(Clone, Debug, PartialEq)]
pub enum Course {
    /// By one move above all.
    Turned {
        /// The move that cost most.
        main: Turn,
        /// Numbers of the other mistakes and blunders among the decisive moves.
        others: Vec<u32>,
    },
    /// There were mistakes, but the advantage that decided came by smaller steps.
    NoTurn,
    /// No move was a mistake or a blunder.
    NoMistake,
}

/// A move that decided a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Number of the move.
    pub ply: u32,
    /// Who played it.
    pub side: Color,
    /// The move as people write it.
    pub written: Both<String>,
    /// Win rate that it cost its side, 0..=1.
    pub loss: f64,
    /// The proved reason.
    pub reason: Option<Both<String>>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Moves played.
    pub plies: usize,
    /// How the record ends.
    pub ending: Ending,
    /// Who won, if someone did.
    pub winner: Option<Color>,
    /// Plies to the mate that the winner has at the end; `None` where none is proved, or none is left.
    pub mate: Option<u32>,
}

impl Story {
    /// The story of an analysed game.
    #[must_use]
    pub fn of(game: &GameAnalysis) -> Self {
        let end = End::of(game);
        let winner = end.as_ref().and_then(|end| end.winner);
        Self { camps: camps(game), course: course(game, winner), end }
    }

    /// The story in two to four sentences, fewer with less data, possibly none.
    #[must_use]
    pub fn text(&self) -> Both<String> {
        Both { ja: words::japanese(self), en: words::english(self) }
    }
}

fn camps(game: &GameAnalysis) -> Option<[Camp; 2]> {
    if game.start_sfen != STARTPOS || game.moves.len() < LEAST_PLIES {
        return None;
    }
    let mut position = Position::startpos();
    let (mut castles, mut openings) = (CastleLog::default(), OpeningTracker::default());
    for mv in game.moves.iter().take(CASTLE_PLIES) {
        let played = position.read_usi(&mv.usi).ok()?;
        openings.follow(&position, played);
        position.do_move(played);
        castles.follow(&position);
    }
    let camp = |side| {
        let opening = openings.openings(side).last().copied()?;
        Some(Camp { opening, castle: castles.castles(side).last().copied() })
    };
    Some([camp(Color::Black)?, camp(Color::White)?])
}

fn course(game: &GameAnalysis, winner: Option<Color>) -> Option<Course> {
    if game.moves.is_empty() {
        return None;
    }
    let big = |mv: &&MoveAnalysis| mv.class >= Some(BIG);
    if !game.moves.iter().any(|mv| big(&mv)) {
        return Some(Course::NoMistake);
    }
    // A mistake of the winner did not decide the game, even if the last value does not show it.
    let decides = |mv: &&MoveAnalysis| {
        game.decisive.contains(&mv.ply) && winner != Some(Color::from(mv.side))
    };
    let decisive: Vec<&MoveAnalysis> = game.moves.iter().filter(decides).filter(big).collect();
    let Some(main) = decisive.iter().copied().max_by(|one, two| one.loss.total_cmp(&two.loss))
    else {
        return Some(Course::NoTurn);
    };
    let others = decisive.iter().map(|mv| mv.ply).filter(|&ply| ply != main.ply).collect();
    Some(Course::Turned { main: Turn::of(game, main)?, others })
}

impl Turn {
    fn of(game: &GameAnalysis, mv: &MoveAnalysis) -> Option<Self> {
        let before = match usize::try_from(mv.ply).ok()?.checked_sub(2) {
            Some(index) => &game.moves.get(index)?.sfen,
            None => &game.start_sfen,
        };
        let written = |lang| Some(line(before, std::slice::from_ref(&mv.usi), lang)?.concat());
        Some(Self {
            ply: mv.ply,
            side: mv.side.into(),
            written: Both { ja: written(Lang::Ja)?, en: written(Lang::En)? },
            loss: mv.loss,
            reason: mv.reasons.first().map(|reason| reason.text.clone()),
        })
    }
}

impl End {
    fn of(game: &GameAnalysis) -> Option<Self> {
        let ending = Ending::from_kif(&game.result)?;
        let last = game.moves.last();
        let start = || Position::from_sfen(&game.start_sfen).map(|start| start.side_to_move());
        let side = last.map_or_else(|| start().ok(), |mv| Some(Color::from(mv.side).flip()))?;
        let winner = ending.winner(side);
        let plies = last.and_then(|mv| mv.eval.mate).filter(|&plies| plies != 0);
        let mates = plies.map(|plies| if plies > 0 { Color::Black } else { Color::White });
        let mate = plies.filter(|_| winner.is_some() && mates == winner).map(i32::unsigned_abs);
        Some(Self { plies: game.moves.len(), ending, winner, mate })
    }
}
