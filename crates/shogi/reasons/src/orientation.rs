//! The orientation of the board in which a question is answered.
//!
//! The choice between equal answers, and the effect of a node limit, depend on the order in
//! which moves are generated. A position, its mirror image and the board turned with colours
//! exchanged are therefore answered in one and the same orientation, so that they get the same
//! reasons.

use crate::claim::{Answered, Cause, PieceAt, Proof, Reason};
use crate::question::Question;
use crate::shape::taking_pawn;
use zenpuku_shogi::{Color, Move, Position, Setup};

/// A question in another orientation than it was asked in, and the way back.
pub(crate) struct Oriented {
    orientation: Orientation,
    pub(crate) position: Position,
    pub(crate) played: Option<Move>,
    pub(crate) better: Vec<Move>,
    pub(crate) reply: Vec<Move>,
    /// The last move before the position, if a pawn took by it.
    pub(crate) taking: Option<Move>,
}

/// The symmetries applied; each is its own inverse.
#[derive(Clone, Copy)]
struct Orientation {
    /// The board is turned by 180 degrees, and colours are exchanged.
    flip: bool,
    /// Left and right are exchanged.
    mirror: bool,
}

impl Oriented {
    /// The question with Black to move, as itself or as its mirror image.
    pub(crate) fn new(question: &Question<'_>) -> Self {
        let flip = question.position.side_to_move() == Color::White;
        let [one, two] =
            [false, true].map(|mirror| Orientation { flip, mirror }.question(question));
        if one.key() <= two.key() { one } else { two }
    }

    /// Chooses one orientation deterministically, also if the board is its own mirror image.
    fn key(&self) -> (String, String) {
        let moves: Vec<Move> =
            self.played.iter().chain(&self.better).chain(&self.reply).copied().collect();
        (self.position.to_sfen(), format!("{moves:?}"))
    }

    /// Converts a reason back to the orientation of the question.
    pub(crate) fn back(&self, mut reason: Reason) -> Reason {
        self.orientation.reason(&mut reason);
        reason
    }
}

impl Orientation {
    fn question(self, question: &Question<'_>) -> Oriented {
        let mut position = question.position.without_history();
        if self.flip {
            position = position.flipped();
        }
        if self.mirror {
            position = position.mirrored();
        }
        let moves = |line: &[Move]| line.iter().map(|&mv| self.mv(mv)).collect();
        Oriented {
            orientation: self,
            position,
            played: question.played.map(|mv| self.mv(mv)),
            better: moves(question.better),
            reply: moves(question.reply),
            taking: last_taking_pawn(question.position).map(|mv| self.mv(mv)),
        }
    }

    fn mv(self, mv: Move) -> Move {
        let mv = if self.flip { mv.flip() } else { mv };
        if self.mirror { mv.mirror() } else { mv }
    }

    fn reason(self, reason: &mut Reason) {
        self.sfen(&mut reason.start);
        self.moves(&mut reason.line);
        self.pieces(&mut reason.targets);
        self.usi(&mut reason.piece.square);
        self.proof(&mut reason.proof);
        for cause in &mut reason.causes {
            match cause {
                Cause::Piece { piece, .. } => self.usi(&mut piece.square),
                Cause::Mistake { better, .. } | Cause::NoCheck { better } => self.usi(better),
                Cause::NoMate { mv: Some(mv), .. } => self.usi(mv),
                Cause::Parried { line } => self.moves(line),
                Cause::Slower { better, line } => {
                    self.usi(better);
                    self.moves(line);
                }
                Cause::NoMate { mv: None, .. } | Cause::Move { .. } | Cause::Idle { .. } => {}
            }
        }
    }

    fn proof(self, proof: &mut Proof) {
        match proof {
            Proof::Material { replies, .. } => self.answered(replies),
            Proof::Mate { proof, .. } => {
                if let Some(text) = proof {
                    self.proof_text(text);
                }
            }
            Proof::Threat { line, targets, proof, .. } => {
                self.moves(line);
                self.pieces(targets);
                self.proof(proof);
            }
            Proof::Check { .. } | Proof::Declaration => {}
            Proof::Repetition { since: moves } | Proof::Book { moves } => self.moves(moves),
            Proof::Brinkmate { line, replies } => {
                self.moves(line);
                replies.iter_mut().for_each(|reply| self.moves(reply));
            }
        }
    }

    fn answered(self, groups: &mut [Answered]) {
        for group in groups {
            self.moves(&mut group.replies);
            if let Some(answer) = &mut group.answer {
                self.usi(answer);
            }
            self.answered(&mut group.then);
        }
    }

    fn pieces(self, pieces: &mut [PieceAt]) {
        pieces.iter_mut().for_each(|piece| self.usi(&mut piece.square));
    }

    fn moves(self, moves: &mut [String]) {
        moves.iter_mut().for_each(|mv| self.usi(mv));
    }

    /// A square or a move in USI: its only digits are files, its only small letters ranks.
    fn usi(self, text: &mut String) {
        let place = |letter: char| match letter {
            '1'..='9' if self.flip != self.mirror => opposite(letter, '1', '9'),
            'a'..='i' if self.flip => opposite(letter, 'a', 'i'),
            _ => letter,
        };
        *text = text.chars().map(place).collect();
    }

    fn sfen(self, text: &mut String) {
        // It was written by a position.
        let Ok(mut setup) = Setup::from_sfen(text) else { return };
        if self.flip {
            setup = setup.flipped();
        }
        if self.mirror {
            setup = setup.mirrored();
        }
        *text = setup.to_sfen();
    }

    /// A mate's proof, each line `<board> <side> <hands> <move> <plies>` except for the header.
    fn proof_text(self, text: &mut String) {
        let line = |line: &str| {
            let parts: Vec<&str> = line.split(' ').collect();
            let &[board, side, hands, mv, plies] = parts.as_slice() else {
                return format!("{line}\n");
            };
            let (mut sfen, mut mv) = (format!("{board} {side} {hands} 1"), mv.to_owned());
            self.sfen(&mut sfen);
            self.usi(&mut mv);
            let place = sfen.rsplit_once(' ').map_or(sfen.as_str(), |(place, _ply)| place);
            format!("{place} {mv} {plies}\n")
        };
        *text = text.lines().map(line).collect();
    }
}

fn last_taking_pawn(position: &Position) -> Option<Move> {
    let last = position.last_move();
    if last == Move::NONE {
        return None;
    }
    let mut before = position.clone();
    before.undo_move(last);
    taking_pawn(&before, last)
}

/// The letter mirrored within its range.
fn opposite(letter: char, first: char, last: char) -> char {
    char::from_u32(u32::from(first) + u32::from(last) - u32::from(letter)).unwrap_or(letter)
}
