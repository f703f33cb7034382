//! Claims with their evidence; the JSON of reasons.

use serde::{Deserialize, Serialize};
use zenpuku_shogi::{Move, Piece, Position, Square};

/// Version of the JSON of a [`Reason`]. It changes when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 1;

/// The shape of a reason, in snake case in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Motif {
    /// 只取り: a piece is taken and cannot be taken back.
    HangingPiece,
    /// 駒損: captures on one square that lose material.
    BadExchange,
    /// 両取り: one piece attacks two or more.
    Fork,
    /// 割り打ちの銀: a silver dropped behind two of rook and gold.
    SplittingSilver,
    /// ふんどしの桂: a knight attacks two pieces worth more.
    KnightFork,
    /// 王手飛車: a check that also attacks a rook or dragon.
    CheckAndRook,
    /// 十字飛車: a rook attacks along its file and along its rank.
    CrossRook,
    /// 田楽刺し: two pieces on one line of a slider.
    Skewer,
    /// ピン: a piece that may not leave the line to its king.
    Pin,
    /// 開き王手 and its like: a slider is uncovered.
    DiscoveredAttack,
    /// 素抜き: a piece leaves the line of a slider with check, and the slider takes what it uncovers.
    DiscoveredCapture,
    /// 駒が死ぬ: an attacked piece without escape.
    TrappedPiece,
    /// 銀ばさみ: a silver without escape between two pawns of its rank.
    SilverBetweenPawns,
    /// 桂頭の銀: a silver at the head of a knight that covers both of its jumps.
    SilverAtKnightHead,
    /// 守り外し: the guard of a piece is taken.
    RemovingGuard,
    /// 負担: a piece guards two, and one of them is taken.
    Overload,
    /// 送りの手筋 and its like: a piece is lured away from what it guards.
    Deflection,
    /// 叩きの歩: a pawn dropped at the head of a piece that can take it.
    StrikingPawn,
    /// 焦点の歩: a pawn dropped where two or more pieces can take it, each leaving something.
    FocalPawn,
    /// 垂れ歩: a pawn dropped one step before it promotes.
    DanglingPawn,
    /// 合わせの歩: a pawn dropped against a pawn that it threatens to take and promote.
    OpposingPawn,
    /// 継ぎ歩: a pawn dropped against a pawn that has just been drawn forward by taking.
    JoinedPawns,
    /// 手損: a move that threatens nothing, while the answer to it does.
    SlowMove,
    /// 囲いが崩れる: a piece leaves the castle, and a check gets in.
    CastleBroken,
    /// 千日手: a position of the game comes again.
    Repetition,
    /// 入玉宣言: a win by declaration.
    Declaration,
    /// 定跡を外れる: the opening book has the better move, and not the move played.
    LeftBook,
    /// 突破: a piece promotes in the zone.
    Breakthrough,
    /// 駒得: a gain of material by several threats together, of no shape named above.
    WinsMaterial,
    /// 詰めろ: mate follows if the other side passes.
    Threatmate,
    /// 詰めろ逃れの詰めろ: a threatmate that also parries the other side's.
    ParryingThreatmate,
    /// 一手負け: the other side's threatmate comes before the own one.
    Race,
    /// 必至: mate follows against any defence.
    Brinkmate,
    /// 詰み: an unbroken series of checks mates.
    Mate,
    /// 頭金: a gold at the head of the king mates.
    GoldAtHead,
    /// 両王手: a mate that begins with a check by two pieces.
    DoubleCheck,
    /// 合駒利かず: a distant check against which only interpositions are left, and none helps.
    FutileInterposition,
    /// 頓死: a mate that was not threatened, against a side that was not losing.
    SuddenDeath,
}

/// The relation of the explained move to the motif.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The better move has it, the move played does not.
    Missed,
    /// The move played lets the other side do it.
    Allowed,
    /// The other side threatened it, and the move played does not parry it.
    Ignored,
    /// The move explained does it.
    Made,
}

/// A piece and its square: `2h` and `R`, `+R` if promoted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PieceAt {
    /// The square as USI writes it.
    pub square: String,
    /// The kind as SFEN writes Black's, with a plus sign if promoted.
    pub piece: String,
}

impl PieceAt {
    /// The piece on a square.
    #[must_use]
    pub fn new(square: Square, piece: Piece) -> Self {
        Self { square: square.to_usi(), piece: piece.piece_type().to_string() }
    }

    /// The content of a square of a position.
    #[must_use]
    pub fn on(position: &Position, square: Square) -> Self {
        Self::new(square, position.piece_on(square))
    }
}

/// Replies that have the same answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// The answer, USI; `None`: none is needed, the gain is there already.
    pub answer: Option<String>,
    /// The replies, USI.
    pub replies: Vec<String>,
    /// The least gain after one of them, in centipawns, from `start` of the reason on.
    pub gain: i32,
    /// After a reply that gives check and a quiet answer: the replies to that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Answered>,
}

/// How a claim is proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "form", rename_all = "snake_case")]
pub enum Proof {
    /// After every legal reply the side gains at least `gain`.
    Material {
        /// Centipawns, hand values included, counted from `start` of the reason on.
        gain: i32,
        /// Every legal reply with its answer.
        replies: Vec<Answered>,
    },
    /// Mate by checks in `plies`; the end of the reason's line is the longest defence.
    Mate {
        /// Length in plies from the first check on.
        plies: u32,
        /// The whole proof as `zenpuku mate --proof` writes it, if asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proof: Option<String>,
    },
    /// What follows if the other side passes after the last move of the reason's line.
    Threat {
        /// The moves after the pass, USI.
        line: Vec<String>,
        /// Its targets.
        targets: Vec<PieceAt>,
        /// The motif of the threat.
        motif: Motif,
        /// The proof of the threat.
        proof: Box<Proof>,
    },
    /// The last move of the reason's line is a check by a piece that cannot be won by exchanges.
    Check {
        /// The castle that is broken, as its id in the table of castles.
        castle: String,
    },
    /// The position after the reason's line was on the board before.
    Repetition {
        /// The moves from then to `start` of the reason, USI.
        since: Vec<String>,
    },
    /// The rules allow the side to move to declare a win: at `start` if the reason says that it is
    /// missed, else after the line.
    Declaration,
    /// What the opening book plays at `start`, the better move among it.
    Book {
        /// The moves, USI, in the order of the book.
        moves: Vec<String>,
    },
    /// Mate after a pass and after every reply: the lines of mates, each beginning with the reply.
    Brinkmate {
        /// The mate after a pass.
        line: Vec<String>,
        /// One line for every legal reply.
        replies: Vec<Vec<String>>,
    },
}

impl Proof {
    /// Leaves out the lists of replies and proofs of mates, for a reader that only shows the claim.
    pub fn shorten(&mut self) {
        match self {
            Self::Material { replies, .. } => replies.clear(),
            Self::Mate { proof, .. } => *proof = None,
            Self::Threat { proof, .. } => proof.shorten(),
            Self::Brinkmate { replies, .. } => replies.clear(),
            Self::Check { .. }
            | Self::Repetition { .. }
            | Self::Declaration
            | Self::Book { .. } => {}
        }
    }
}

/// The removed element, which removes the gain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "without", rename_all = "snake_case")]
pub enum Cause {
    /// Without this piece on the board before the motif's move the gain stays below `below`; where
    /// the other king would be in check without it, with a pawn in its place.
    Piece {
        /// The piece.
        #[serde(flatten)]
        piece: PieceAt,
        /// Centipawns.
        below: i32,
    },
    /// If the side does not play the motif's move, its immediate captures gain less than `below`.
    Move {
        /// Centipawns.
        below: i32,
    },
    /// After the better move (and its checks) the other side's gain by the same
    /// move, or by immediate captures, stays below `below`.
    Mistake {
        /// The better move, USI.
        better: String,
        /// Centipawns.
        below: i32,
    },
    /// After this move instead of the explained one, no mate was found within the same nodes.
    NoMate {
        /// The move, USI; `None` for a pass.
        #[serde(rename = "move")]
        mv: Option<String>,
        /// Is it proved that there is no mate?
        proved: bool,
    },
    /// After the better move there is no such check, or the piece that gives it can be won.
    NoCheck {
        /// The better move, USI.
        better: String,
    },
    /// After the move played its side threatens nothing: after a pass of the other side its captures
    /// gain less than `below`, and it is proved that it has no mate.
    Idle {
        /// Centipawns.
        below: i32,
    },
    /// The other side would have mated after a pass instead of the motif's move; after it, it has no
    /// mate.
    Parried {
        /// The mate after the pass, USI.
        line: Vec<String>,
    },
    /// After the better move the other side has no mate, and if it passes, it is mated.
    Slower {
        /// The better move, USI.
        better: String,
        /// The mate after the pass, USI.
        line: Vec<String>,
    },
}

/// One reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The shape.
    pub motif: Motif,
    /// Its relation to the explained move.
    pub role: Role,
    /// The position before the first move of `line`, SFEN.
    pub start: String,
    /// The evidence as a legal line, USI, which ends in the claimed result.
    pub line: Vec<String>,
    /// Index in `line` of the move that has the motif.
    pub at: usize,
    /// The moving piece, in its state after the move.
    pub piece: PieceAt,
    /// The pieces involved, on their squares before that move.
    pub targets: Vec<PieceAt>,
    /// The proof.
    pub proof: Proof,
    /// The removed element that makes the reason disappear.
    pub causes: Vec<Cause>,
}

impl Reason {
    /// A reason without targets and causes, whose motif's move has the index `at` in the line from
    /// `start`; `None` if there is no such move.
    pub(crate) fn new(
        start: &Position,
        (motif, role): (Motif, Role),
        line: &[Move],
        at: usize,
        proof: Proof,
    ) -> Option<Self> {
        let key = line.get(at)?;
        Some(Self {
            motif,
            role,
            start: start.to_sfen(),
            line: usi(line),
            at,
            piece: PieceAt::new(key.to(), key.piece_after()),
            targets: Vec::new(),
            proof,
            causes: Vec::new(),
        })
    }

    /// Gain in centipawns that is proved, or threatened; `None` for mates.
    #[must_use]
    pub fn gain(&self) -> Option<i32> {
        gain(&self.proof)
    }

    /// Length in plies of the mate that is proved, or threatened.
    #[must_use]
    pub fn mate_plies(&self) -> Option<u32> {
        match &self.proof {
            Proof::Mate { plies, .. } => Some(*plies),
            Proof::Threat { proof, .. } => match **proof {
                Proof::Mate { plies, .. } => Some(plies),
                _ => None,
            },
            Proof::Brinkmate { line, .. } => u32::try_from(line.len()).ok(),
            Proof::Material { .. }
            | Proof::Check { .. }
            | Proof::Repetition { .. }
            | Proof::Declaration
            | Proof::Book { .. } => None,
        }
    }

    /// Is it only a threat, which a reply may parry?
    #[must_use]
    pub fn is_threat(&self) -> bool {
        matches!(self.proof, Proof::Threat { .. })
    }
}

/// Moves in USI.
pub(crate) fn usi(line: &[Move]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}

fn gain(proof: &Proof) -> Option<i32> {
    match proof {
        Proof::Material { gain, .. } => Some(*gain),
        Proof::Threat { proof, .. } => gain(proof),
        Proof::Mate { .. }
        | Proof::Brinkmate { .. }
        | Proof::Check { .. }
        | Proof::Repetition { .. }
        | Proof::Declaration
        | Proof::Book { .. } => None,
    }
}
