//! From written moves to moves and back: which piece 右, 左, 直, 上, 寄 and 引 mean.
//!
//! The rule is the Japan Shogi Association's [jsa-notation]: nothing if only
//! one piece of the kind can reach the square; else the motion (上, 寄, 引) if it
//! is unambiguous; else the side (右, 左; 直 for a gold or silver that steps
//! straight up); else side and motion. 打 only when a piece on the board could
//! go there too. Horses and dragons take left and right from each other and
//! never 直.

use crate::error::Fault;
use crate::notation::{Motion, Side, Target, WrittenMove};
use crate::rule::{self, Rule};
use zenpuku_shogi::{Bitboard, Color, Move, Piece, PieceType, Position, Square};

/// The move that `written` means at `position`; `last` is where the last move ended.
pub(crate) fn resolve(
    position: &Position,
    last: Option<Square>,
    written: &WrittenMove,
) -> Result<Move, Fault> {
    let to = match written.target {
        Target::Square(to) => to,
        Target::Same => last.ok_or(Fault::Illegal(Rule::SameWithoutMove))?,
    };
    let promote = written.promote == Some(true);
    if let Some(from) = written.origin {
        let said = Some(written.piece);
        return rule::board(position, from, to, said, promote).map_err(Fault::Illegal);
    }
    if written.drop {
        return rule::drop(position, written.piece, to).map_err(Fault::Illegal);
    }
    without_origin(position, to, promote, written)
}

/// The move that `written` would be if it were legal, when its piece and squares are known.
pub(crate) fn attempted(
    position: &Position,
    last: Option<Square>,
    written: &WrittenMove,
) -> Option<Move> {
    let to = match written.target {
        Target::Square(to) => to,
        Target::Same => last?,
    };
    let (us, kind) = (position.side_to_move(), written.piece);
    let drop = || rule::any_drop(kind, to, us);
    if written.drop {
        return drop();
    }
    let all = candidates(position, kind, to);
    let reaches = || all.iter().find(|&from| fits(us, kind, from, to, all, written));
    match written.origin.or_else(reaches) {
        Some(from) => {
            let promote = written.promote == Some(true);
            rule::any_board(from, to, Piece::from_parts(us, kind), promote)
        }
        None => drop().filter(|_| rule::is_held(position, kind)),
    }
}

fn without_origin(
    position: &Position,
    to: Square,
    promote: bool,
    written: &WrittenMove,
) -> Result<Move, Fault> {
    let kind = written.piece;
    let all = candidates(position, kind, to);
    let fits = |&from: &Square| fits(position.side_to_move(), kind, from, to, all, written);
    let fitting: Vec<Square> = all.iter().filter(fits).collect();
    let read = |&from: &Square| rule::board(position, from, to, Some(kind), promote);
    match fitting.as_slice() {
        [] if written.side.is_none() && written.motion.is_none() && !promote => {
            rule::drop(position, kind, to).map_err(|rule| match rule {
                Rule::NotInHand(_) => Fault::Illegal(Rule::NoSuchMove(kind)),
                rule => Fault::Illegal(rule),
            })
        }
        [] => Err(Fault::Illegal(Rule::NoSuchMove(kind))),
        [from] => read(from).map_err(Fault::Illegal),
        several => {
            let mut legal = several.iter().filter_map(|from| read(from).ok());
            match (legal.next(), legal.next()) {
                (Some(mv), None) => Ok(mv),
                (Some(_), Some(_)) => Err(Fault::Ambiguous),
                (None, _) => read(&several[0]).map_err(Fault::Illegal),
            }
        }
    }
}

/// The pieces of `kind` that reach `to`, pinned ones included.
pub(crate) fn candidates(position: &Position, kind: PieceType, to: Square) -> Bitboard {
    let us = position.side_to_move();
    position.attackers(us, to, position.occupied()) & position.pieces(kind, us)
}

fn fits(
    us: Color,
    kind: PieceType,
    from: Square,
    to: Square,
    all: Bitboard,
    written: &WrittenMove,
) -> bool {
    let motion_fits = written.motion.is_none_or(|motion| motion == motion_of(us, from, to));
    let side_fits = written.side.is_none_or(|side| {
        Some(side) == side_of(us, kind, from, to, all)
            // Some programs measure every piece against the target square.
            || (side != Side::Straight && Some(side) == side_of_target(us, from, to))
            || (side == Side::Straight && is_straight(us, from, to))
    });
    motion_fits && side_fits
}

/// Files to the left (positive) or right, ranks forward (positive) or back, as `us` sees them.
fn seen(us: Color, from: Square, to: Square) -> (i8, i8) {
    let left = from.file().raw() - to.file().raw();
    let forward = from.rank().raw() - to.rank().raw();
    if us == Color::Black { (left, forward) } else { (-left, -forward) }
}

fn motion_of(us: Color, from: Square, to: Square) -> Motion {
    match seen(us, from, to).1 {
        1.. => Motion::Up,
        0 => Motion::Sideways,
        _ => Motion::Down,
    }
}

fn is_straight(us: Color, from: Square, to: Square) -> bool {
    seen(us, from, to) == (0, 1)
}

fn side_of_target(us: Color, from: Square, to: Square) -> Option<Side> {
    match seen(us, from, to).0 {
        1.. => Some(Side::Left),
        0 => None,
        _ => Some(Side::Right),
    }
}

/// Gold, silver and what moves like gold: measured against the target, with 直.
const fn is_general(kind: PieceType) -> bool {
    matches!(
        kind,
        PieceType::GOLD
            | PieceType::SILVER
            | PieceType::PRO_PAWN
            | PieceType::PRO_LANCE
            | PieceType::PRO_KNIGHT
            | PieceType::PRO_SILVER
    )
}

fn side_of(us: Color, kind: PieceType, from: Square, to: Square, all: Bitboard) -> Option<Side> {
    if is_general(kind) {
        return if is_straight(us, from, to) {
            Some(Side::Straight)
        } else {
            side_of_target(us, from, to)
        };
    }
    let other = all.iter().find(|&other| other != from)?;
    side_of_target(us, from, other)
}

/// What distinguishes a move in KI2, in the order in which it is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Suffix {
    pub(crate) side: Option<Side>,
    pub(crate) motion: Option<Motion>,
    pub(crate) drop: bool,
    /// 成 or 不成 where the piece could promote.
    pub(crate) promote: Option<bool>,
}

impl Suffix {
    /// The suffix required for the legal move `mv` at `position`.
    pub(crate) fn of(position: &Position, mv: Move) -> Self {
        let us = position.side_to_move();
        let piece = position.moved_piece(mv);
        let kind = piece.piece_type();
        let all = candidates(position, kind, mv.to());
        let Some(from) = mv.from() else {
            return Self { drop: !all.is_empty(), ..Self::default() };
        };
        let promote = rule::may_promote(piece, from, mv.to()).then_some(mv.is_promotion());
        let (side, motion) = distinguish(us, kind, from, mv.to(), all);
        Self { side, motion, drop: false, promote }
    }

    /// The suffix of an illegal move, which needs no disambiguation.
    pub(crate) fn of_foul(mv: Move) -> Self {
        Self { promote: mv.is_promotion().then_some(true), ..Self::default() }
    }

    /// The words.
    pub(crate) fn push(self, out: &mut String) {
        out.push_str(match self.side {
            Some(Side::Left) => "左",
            Some(Side::Right) => "右",
            Some(Side::Straight) => "直",
            None => "",
        });
        out.push_str(match self.motion {
            Some(Motion::Up) => "上",
            Some(Motion::Sideways) => "寄",
            Some(Motion::Down) => "引",
            None => "",
        });
        if self.drop {
            out.push('打');
        }
        out.push_str(match self.promote {
            Some(true) => "成",
            Some(false) => "不成",
            None => "",
        });
    }

    /// JKF's `relative`: L C R for the side, U M D for the motion, H for a drop.
    pub(crate) fn jkf(self) -> String {
        let side = match self.side {
            Some(Side::Left) => "L",
            Some(Side::Right) => "R",
            Some(Side::Straight) => "C",
            None => "",
        };
        let motion = match self.motion {
            Some(Motion::Up) => "U",
            Some(Motion::Sideways) => "M",
            Some(Motion::Down) => "D",
            None => "",
        };
        format!("{side}{motion}{}", if self.drop { "H" } else { "" })
    }
}

fn distinguish(
    us: Color,
    kind: PieceType,
    from: Square,
    to: Square,
    all: Bitboard,
) -> (Option<Side>, Option<Motion>) {
    if all.count() <= 1 {
        return (None, None);
    }
    let motion = motion_of(us, from, to);
    let count = |same: &dyn Fn(Square) -> bool| all.iter().filter(|&other| same(other)).count();
    if count(&|other| motion_of(us, other, to) == motion) == 1 {
        return (None, Some(motion));
    }
    let side = side_of(us, kind, from, to, all);
    let alone = count(&|other| side_of(us, kind, other, to, all) == side) == 1;
    (side, (!alone).then_some(motion))
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_shogi::{MoveList, Setup, SetupRules};

    fn suffixes(sfen: &str, moves: &[(&str, &str)]) {
        let setup = Setup::from_sfen(sfen).expect("SFEN");
        let position = setup.position(SetupRules::Mate).expect("position");
        for &(usi, expected) in moves {
            let mv = position.parse_usi(usi).expect(usi);
            let mut out = String::new();
            Suffix::of(&position, mv).push(&mut out);
            assert_eq!(out, expected, "{usi} in {sfen}");
        }
    }

    /// The diagrams of the Association's page, rebuilt.
    #[test]
    fn the_examples_of_the_association() {
        suffixes("9/2G6/G8/9/9/9/9/9/4K3k b - 1", &[("9c8b", "上"), ("7b8b", "寄")]);
        suffixes("G1G6/9/9/9/9/9/9/9/4K3k b - 1", &[("9a8a", "左"), ("7a8a", "右")]);
        suffixes("8k/9/9/9/9/9/9/9/2GG1K3 b - 1", &[("7i7h", "直"), ("6i7h", "右")]);
        suffixes(
            "8k/9/9/3GGG3/9/9/9/9/4K4 b - 1",
            &[("6d5c", "左"), ("5d5c", "直"), ("4d5c", "右")],
        );
        suffixes(
            "8k/9/9/9/9/9/1+P7/+P8/+P+P+P2K3 b - 1",
            &[("9i8h", "左上"), ("8i8h", "直"), ("7i8h", "右"), ("9h8h", "寄"), ("8g8h", "引")],
        );
        suffixes(
            "8k/9/9/9/9/9/1S1S5/9/1S1S1K3 b - 1",
            &[("8g7h", "左引"), ("6g7h", "右引"), ("8i7h", "左上"), ("6i7h", "右上")],
        );
    }

    #[test]
    fn horses_and_dragons_use_left_and_right_of_each_other() {
        suffixes("+R8/9/9/1+R7/9/9/9/9/4K3k b - 1", &[("9a8b", "引"), ("8d8b", "上")]);
        suffixes("9/4+R4/7+R1/9/9/9/9/9/3K4k b - 1", &[("5b4c", "引"), ("2c4c", "寄")]);
        suffixes("9/9/9/9/4+R3+R/9/9/9/k2K5 b - 1", &[("5e3e", "左"), ("1e3e", "右")]);
        suffixes("k8/9/9/9/9/9/9/9/4K1+R+R1 b - 1", &[("3i3h", "左"), ("2i3h", "右")]);
        suffixes("+B1+B6/9/9/9/9/9/9/9/k3K4 b - 1", &[("9a8b", "左"), ("7a8b", "右")]);
    }

    #[test]
    fn a_drop_is_marked_only_when_a_piece_could_move_there() {
        suffixes("8k/9/9/9/9/9/9/3G5/4K4 b G 1", &[("G*5h", "打"), ("G*1e", ""), ("6h5h", "")]);
    }

    #[test]
    fn white_sees_the_board_from_the_other_side() {
        suffixes("3g1g3/9/4k4/9/9/9/9/9/4K4 w - 1", &[("6a5a", "右"), ("4a5a", "左")]);
    }

    /// The notation of a legal move is read back as that move.
    #[test]
    fn every_legal_move_is_read_back() {
        let positions = [
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
            "k8/9/1+P+P+P5/1+P1+P+R1+R2/1+P+P+P2S1S/6S1S/2+B1+B4/3GGG3/4K4 b GNLP2p 1",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        ];
        for sfen in positions {
            let setup = Setup::from_sfen(sfen).expect("SFEN");
            let position = setup.position(SetupRules::Mate).expect("position");
            let mut list = MoveList::new();
            position.legal_moves(&mut list);
            for &mv in &list {
                let suffix = Suffix::of(&position, mv);
                let written = WrittenMove {
                    target: Target::Square(mv.to()),
                    piece: position.moved_piece(mv).piece_type(),
                    side: suffix.side,
                    motion: suffix.motion,
                    drop: suffix.drop,
                    promote: suffix.promote,
                    origin: None,
                };
                assert_eq!(resolve(&position, None, &written), Ok(mv), "{mv} in {sfen}");
            }
        }
    }
}
