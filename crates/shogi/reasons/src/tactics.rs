//! Claims about material: shape, proof and cause together.

use crate::claim::{Answered, Cause, Motif, PieceAt, Proof};
use crate::material::{Forced, MATE, Material, Proved};
use crate::shape::{Scene, Shape};
use zenpuku_shogi::{ExchangeValues, Move, Piece, PieceType, Position, Setup, SetupRules, Square};

/// A gain of material by a move.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) motif: Motif,
    pub(crate) mv: Move,
    pub(crate) piece: PieceAt,
    pub(crate) targets: Vec<PieceAt>,
    /// Gain from the position before the move on.
    pub(crate) gain: i32,
    pub(crate) forced: Forced,
    /// The move, its best reply, the answer and the captures after it.
    pub(crate) line: Vec<Move>,
    pub(crate) causes: Vec<Cause>,
}

impl Claim {
    /// The proof, with gains counted from a position in which the side is `ahead` already.
    pub(crate) fn proof(&self, ahead: i32) -> Proof {
        let base = self.gain - self.forced.gain + ahead;
        Proof::Material { gain: self.gain + ahead, replies: answered(&self.forced, base) }
    }
}

/// Replies grouped by answer.
fn answered(forced: &Forced, base: i32) -> Vec<Answered> {
    let mut groups: Vec<Answered> = Vec::new();
    for reply in &forced.replies {
        let answer = reply.answer.map(|mv| mv.to_string());
        let gain = (reply.gain + base).min(MATE);
        let then = reply.then.as_ref().map(|then| {
            let lost = reply.gain - then.gain;
            answered(then, base + lost)
        });
        let same = groups
            .iter_mut()
            .find(|group| group.answer == answer && group.then.is_empty() && then.is_none());
        match same {
            Some(group) => {
                group.replies.push(reply.reply.to_string());
                group.gain = group.gain.min(gain);
            }
            None => groups.push(Answered {
                answer,
                replies: vec![reply.reply.to_string()],
                gain,
                then: then.unwrap_or_default(),
            }),
        }
    }
    groups
}

/// Searches claims about material, each within the same nodes.
#[derive(Clone, Copy)]
pub(crate) struct Tactics<'a> {
    pub(crate) values: &'a ExchangeValues,
    pub(crate) nodes: u64,
}

impl Tactics<'_> {
    fn material(&self) -> Material<'_> {
        Material::new(self.values, self.nodes)
    }

    pub(crate) fn change(&self, position: &Position, mv: Move) -> i32 {
        position.material_change(mv, self.values)
    }

    /// The immediate gain of the side to move by capture or promotion; `None`
    /// if the node limit is reached.
    pub(crate) fn at_once(&self, position: &Position) -> Option<(i32, Option<Move>)> {
        self.material().at_once(position).ok()
    }

    /// Is it proved that `mv` does not gain `need` after every reply?
    pub(crate) fn stays_below(&self, position: &Position, mv: Move, need: i32) -> bool {
        matches!(self.forced(position, mv, need), Ok(None))
    }

    fn forced(&self, position: &Position, mv: Move, need: i32) -> Proved<Option<Forced>> {
        let need = need - self.change(position, mv);
        let after = after(position, mv);
        self.material().forced(&after, need)
    }

    /// The claim that `mv` gains at least `need`, with shape and cause.
    pub(crate) fn claim(&self, position: &Position, mv: Move, need: i32) -> Option<Claim> {
        let forced = self.forced(position, mv, need).ok()??;
        let next = after(position, mv);
        let gain = self.change(position, mv) + forced.gain;
        // A mate is the mate solver's to prove.
        if forced.replies.is_empty() || gain >= MATE / 2 {
            return None;
        }
        let scene = Scene {
            before: position,
            after: &next,
            mv,
            forced: &forced,
            values: self.values,
            total: gain,
        };
        let (shape, causes) = scene.shapes().into_iter().find_map(|shape| {
            let causes = self.causes(position, mv, &shape, need.max(gain / 2))?;
            Some((shape, causes))
        })?;
        let line = self.line(position, mv, &forced)?;
        let piece = PieceAt::new(mv.to(), scene.piece());
        let targets = shape.targets.iter().map(|&square| PieceAt::on(position, square)).collect();
        Some(Claim { motif: shape.motif, mv, piece, targets, gain, forced, line, causes })
    }

    /// The causes of a shape, `None` when the gain stays without one of them.
    fn causes(
        &self,
        position: &Position,
        mv: Move,
        shape: &Shape,
        need: i32,
    ) -> Option<Vec<Cause>> {
        let mut causes = Vec::new();
        if shape.pass && !position.in_check() {
            let (gain, _) = self.material().at_once_without(position, mv).ok()?;
            if gain >= need {
                return None;
            }
            causes.push(Cause::Move { below: need });
        }
        for &square in &shape.causes {
            if !self.needs(position, mv, square, need) {
                return None;
            }
            let piece = PieceAt::on(position, square);
            causes.push(Cause::Piece { piece, below: need });
        }
        Some(causes)
    }

    /// Does the gain go when the piece on `square` goes?
    fn needs(&self, position: &Position, mv: Move, square: Square, need: i32) -> bool {
        let Some(position) = without(position, square) else { return false };
        let Some(mv) = position.parse_usi(&mv.to_string()) else { return true };
        self.stays_below(&position, mv, need)
    }

    /// The move, the best reply, its answer and the captures after it.
    fn line(&self, position: &Position, mv: Move, forced: &Forced) -> Option<Vec<Move>> {
        let mut line = vec![mv];
        let mut at = after(position, mv);
        let mut forced = Some(forced);
        while let Some(next) = forced.take() {
            let reply = next.replies.iter().min_by_key(|reply| reply.gain)?;
            let loses_nothing = self.change(&at, reply.reply) == 0;
            at.do_move(reply.reply);
            let Some(answer) = reply.answer else {
                // An immediate gain needs no reply in the line.
                line.extend((!loses_nothing).then_some(reply.reply));
                return Some(line);
            };
            line.extend([reply.reply, answer]);
            at.do_move(answer);
            forced = reply.then.as_ref();
        }
        line.extend(self.material().quiet_line(&at).ok()?);
        Some(line)
    }
}

/// The position after a legal move, without history.
pub(crate) fn after(position: &Position, mv: Move) -> Position {
    let mut at = position.without_history();
    at.do_move(mv);
    at.without_history()
}

/// The position after a pass; `None` in check.
pub(crate) fn pass(position: &Position) -> Option<Position> {
    if position.in_check() {
        return None;
    }
    let mut at = position.without_history();
    at.do_null_move();
    Some(at.without_history())
}

/// The position without the piece on a square, or with a pawn in its place where the other king
/// would be in check without it; `None` if neither can be played.
fn without(position: &Position, square: Square) -> Option<Position> {
    let mut setup = Setup::from(position);
    let color = position.piece_on(square).color();
    setup.clear(square);
    setup.position(SetupRules::Play).ok().or_else(|| {
        setup.put(square, Piece::from_parts(color, PieceType::PAWN));
        setup.position(SetupRules::Play).ok()
    })
}
