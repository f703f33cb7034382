//! The game as GTP sees it: moves of either colour, undo, files.

use std::path::Path;

use zenpuku_go::sgf::{Change, MAX_BYTES, SgfGame};
use zenpuku_go::{AnyBoard, Color, Game, HalfPoints, Move, PointSet, Rules, Setup, Size, Wide};
use zenpuku_go_endgame::player::Turn;
use zenpuku_protocol::gtp::{GtpError, GtpMove};

use crate::files;

/// The board, its rules and how it came about.
#[derive(Debug)]
pub(super) struct GtpGame {
    start: Setup,
    moves: Vec<(Color, Move)>,
    game: Game<Wide>,
}

impl GtpGame {
    /// An empty board.
    pub(super) fn new(size: Size, rules: Rules) -> Self {
        // A square board fits the widest set, and an empty one is a position.
        Self::from_setup(Setup::empty(size), rules)
            .unwrap_or_else(|| unreachable!("an empty board is a position"))
    }

    fn from_setup(start: Setup, rules: Rules) -> Option<Self> {
        let board: AnyBoard = start.board(rules.suicide).ok()?;
        Some(Self { start, moves: Vec::new(), game: Game::new(board, rules) })
    }

    /// The present position.
    pub(super) fn board(&self) -> &AnyBoard {
        self.game.board()
    }

    /// The rules with komi.
    pub(super) fn rules(&self) -> Rules {
        *self.game.rules()
    }

    /// The rules with komi and what White gets for the handicap stones that the game began with.
    pub(super) fn counting_rules(&self) -> Rules {
        let rules = self.rules();
        let HalfPoints(compensation) = rules.handicap_compensation(self.handicap_stones());
        rules.with_komi(HalfPoints(rules.komi.0 + compensation))
    }

    /// The stones that Black has put down before White's first move: those of the start, and moves of
    /// Black in a row, as which many controllers place a free handicap.
    fn handicap_stones(&self) -> u32 {
        let start = &self.start;
        if !start.white.is_empty() || (!start.black.is_empty() && start.to_move == Color::Black) {
            return 0;
        }
        let is_stone = |(color, mv): &&(Color, Move)| *color == Color::Black && *mv != Move::Pass;
        let in_a_row = self.moves.iter().take_while(is_stone).count() as u32;
        // One stone on an empty board is the first move of an even game.
        let placed = start.black.count();
        if placed + in_a_row >= 2 { placed + in_a_row } else { 0 }
    }

    /// The position with this side to move.
    pub(super) fn setup(&self, color: Color) -> Setup {
        let mut board = *self.board();
        board.set_to_move(color);
        board.setup()
    }

    /// The move request for a player of this colour.
    pub(super) fn turn<'a>(&self, color: Color, is_fresh: &'a dyn Fn(Move) -> bool) -> Turn<'a> {
        let was_passed = self.was_passed_by(color.opponent());
        Turn { setup: self.setup(color), rules: self.counting_rules(), was_passed, is_fresh }
    }

    /// Whether the last move was a pass of the other side.
    fn was_passed_by(&self, color: Color) -> bool {
        self.moves.last() == Some(&(color, Move::Pass))
    }

    /// Whether both sides have passed.
    pub(super) fn is_over(&self) -> bool {
        self.board().passes() >= 2
    }

    /// Plays; consecutive moves of one colour are legal.
    pub(super) fn play(&mut self, color: Color, mv: Move) -> Result<(), GtpError> {
        let _ = self.game.play_as(color, mv).map_err(|_| GtpError::IllegalMove)?;
        self.moves.push((color, mv));
        Ok(())
    }

    /// Whether a colour may play there, and the position is new: no engine should repeat itself.
    pub(super) fn is_fresh(&self, color: Color, mv: Move) -> bool {
        let mut game = self.with_rules(self.rules().with_ko(zenpuku_go::KoRule::PositionalSuperko));
        game.as_mut().is_some_and(|game| game.play(color, mv).is_ok())
    }

    /// Takes the last move back.
    pub(super) fn undo(&mut self) -> Result<(), GtpError> {
        let rules = self.rules();
        let last = self.moves.pop();
        match self.with_rules(rules) {
            Some(game) if last.is_some() => {
                *self = game;
                Ok(())
            }
            _ => Err(GtpError::CannotUndo),
        }
    }

    /// Other komi.
    pub(super) fn set_komi(&mut self, komi: f64) -> Result<(), GtpError> {
        let komi = HalfPoints::from_f64(komi).ok_or(GtpError::SyntaxError)?;
        if let Some(game) = self.with_rules(self.rules().with_komi(komi)) {
            *self = game;
        }
        Ok(())
    }

    /// Other rules; komi stays.
    pub(super) fn set_rules(&mut self, rules: Rules) -> Result<(), GtpError> {
        let rules = rules.with_komi(self.rules().komi);
        let game = self.with_rules(rules);
        *self =
            game.ok_or_else(|| GtpError::Other("a move is illegal by these rules".to_owned()))?;
        Ok(())
    }

    /// Puts handicap stones on an empty board; White moves first then.
    pub(super) fn set_handicap(&mut self, stones: Wide) -> Result<(), GtpError> {
        if !self.board().occupied().is_empty() || !self.moves.is_empty() {
            return Err(GtpError::Other("board not empty".to_owned()));
        }
        let mut start = Setup::empty(self.board().size());
        start.black = stones;
        start.to_move = Color::White;
        *self = Self::from_setup(start, self.rules()).ok_or(GtpError::SyntaxError)?;
        Ok(())
    }

    /// The same game under other rules; `None` if a move is illegal by them.
    fn with_rules(&self, rules: Rules) -> Option<Self> {
        let mut game = Self::from_setup(self.start, rules)?;
        self.moves.iter().try_for_each(|&(color, mv)| game.play(color, mv)).ok()?;
        Some(game)
    }

    /// Reads the main line of a file, up to a move number. The rules are those
    /// that the file names, if it does and no others have been requested
    /// (`asked`).
    pub(super) fn load(
        path: &str,
        before_move: Option<u32>,
        rules: Rules,
        asked: bool,
    ) -> Result<Self, GtpError> {
        let failed = |_| GtpError::CannotLoadFile;
        let bytes = files::read_limited(Path::new(path), MAX_BYTES as u64)
            .map_err(|_| GtpError::CannotLoadFile)?;
        let sgf = SgfGame::parse_bytes(&bytes).map_err(failed)?;
        let wanted = before_move.map_or(usize::MAX, |n| n.saturating_sub(1) as usize);
        let is_move = |change: &Change| matches!(change, Change::Move(..));
        // All steps before the first move that is not wanted.
        let mut seen = 0;
        let steps = sgf.steps.iter().take_while(|step| {
            seen += usize::from(is_move(&step.change));
            seen <= wanted
        });
        let end = steps.count();
        let edits = sgf.steps.iter().take(end).rposition(|step| !is_move(&step.change));
        let start = edits.map_or(0, |last| last + 1);
        let setup = sgf.position(start).map_err(failed)?;
        // White's stones for a handicap are added when the game is counted.
        let named = sgf.named_rules().filter(|_| !asked);
        let rules = named.unwrap_or(rules).with_komi(match sgf.komi {
            Some(komi) => komi,
            None if sgf.handicap >= 2 => Rules::HANDICAP_KOMI,
            None => rules.komi,
        });
        let mut game = Self::from_setup(setup, rules).ok_or(GtpError::CannotLoadFile)?;
        for step in &sgf.steps[start..end] {
            if let Change::Move(color, mv) = step.change {
                game.play(color, mv).map_err(|_| GtpError::CannotLoadFile)?;
            }
        }
        Ok(game)
    }
}

/// A vertex on this board.
pub(super) fn on_board(size: Size, played: GtpMove) -> Result<Move, GtpError> {
    match played {
        GtpMove::Pass => Ok(Move::Pass),
        GtpMove::Resign => Err(GtpError::SyntaxError),
        GtpMove::Play(vertex) => {
            let row = size.height().checked_sub(usize::from(vertex.row()));
            let point = row.and_then(|y| size.point(usize::from(vertex.column()) - 1, y));
            point.map(Move::Play).ok_or(GtpError::IllegalMove)
        }
    }
}

/// A move as GTP names it.
pub(super) fn to_gtp(size: Size, mv: Move) -> GtpMove {
    GtpMove::parse(&size.move_name(mv)).unwrap_or(GtpMove::Pass)
}

/// The colour in the game's terms.
pub(super) const fn color(color: zenpuku_protocol::Color) -> Color {
    match color {
        zenpuku_protocol::Color::Black => Color::Black,
        zenpuku_protocol::Color::White => Color::White,
    }
}
