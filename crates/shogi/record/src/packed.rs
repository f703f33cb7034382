//! Training positions: hcpe (38 bytes) and psv (40 bytes).
//!
//! An entry becomes a record: the position, the value as a ShogiHome comment
//! (from Black's view) on the start, the best move, the result in the field 結果.

use crate::builder::Limits;
use crate::error::{ReadError, WriteError};
use crate::evaluation::{Evaluation, EvaluationStyle, Score};
use crate::format::Format;
use crate::loss::{LossKind, Losses};
use crate::replay::Replay;
use crate::tree::{BLACK_WON, DRAWN, NodeId, RESULT_FIELD, Record, Step, WHITE_WON};
use rsshogi::board::{HuffmanCodedPos, Position as Core};
use zenpuku_shogi::{Color, Move, PieceType, Position, Setup, SetupRules, Square};

/// Bytes of an entry.
pub(crate) const fn entry_bytes(format: Format) -> usize {
    match format {
        Format::Hcpe => 38,
        _ => 40,
    }
}

/// Is the length right for entries of `format`, and the first one a position?
pub(crate) fn looks_like(bytes: &[u8], format: Format) -> bool {
    let size = entry_bytes(format);
    bytes.len() >= size
        && bytes.len().is_multiple_of(size)
        && read_entry(&bytes[..size], format).is_ok()
}

/// Reads all entries.
pub(crate) fn read(
    bytes: &[u8],
    format: Format,
    limits: &Limits,
) -> Result<Vec<Record>, ReadError> {
    let entry = entry_bytes(format);
    let chunks = bytes.chunks_exact(entry);
    let (entries, rest) = (bytes.len() / entry, chunks.remainder().len());
    if rest > 0 {
        return Err(ReadError::BinaryLength { format, entry, entries, rest });
    }
    if entries > limits.moves {
        return Err(ReadError::TooManyMoves { limit: limits.moves });
    }
    (1..)
        .zip(chunks)
        .map(|(entry, bytes)| {
            read_entry(bytes, format).map_err(|error| ReadError::BinaryEntry { entry, error })
        })
        .collect()
}

/// What both formats say about a position.
struct Entry {
    setup: Setup,
    /// From the side to move.
    value: i16,
    best: Option<Move>,
    winner: Option<Color>,
}

fn read_entry(bytes: &[u8], format: Format) -> Result<Record, String> {
    let entry = match format {
        Format::Hcpe => read_hcpe(bytes)?,
        _ => read_psv(bytes)?,
    };
    let side = entry.setup.side_to_move();
    let mut record = Record::new(entry.setup);
    record.layout = Some(format);
    let result = match entry.winner {
        Some(Color::Black) => BLACK_WON,
        Some(Color::White) => WHITE_WON,
        None => DRAWN,
    };
    record.set_field(RESULT_FIELD, result);
    let value = i32::from(entry.value);
    let score = Score::Centipawns(if side == Color::Black { value } else { -value });
    let evaluation = Evaluation::new(EvaluationStyle::ShogiHomeResearch, score);
    record.node_mut(NodeId::ROOT).add_evaluation(&evaluation);
    if let Some(best) = entry.best {
        record.add(NodeId::ROOT, Step::Move(best));
    }
    Ok(record)
}

fn position_of(setup: &Setup) -> Result<Position, String> {
    setup.position(SetupRules::Play).map_err(|error| error.to_string())
}

/// Returns the position of a HuffmanCodedPos, as hcpe files begin with.
///
/// # Errors
/// Says why the bytes are not one.
pub fn position_from_hcp(bytes: &[u8; 32]) -> Result<Position, String> {
    let packed = HuffmanCodedPos { data: *bytes };
    let sfen = Core::huffman_coded_pos_unpack(&packed).map_err(|error| error.to_string())?;
    position_of(&Setup::from_sfen(&sfen).map_err(|error| error.to_string())?)
}

/// Returns a position as HuffmanCodedPos; `None` without both kings.
#[must_use]
pub fn position_to_hcp(position: &Position) -> Option<[u8; 32]> {
    huffman(position)
}

fn read_hcpe(bytes: &[u8]) -> Result<Entry, String> {
    let position = position_from_hcp(&head(bytes)?)?;
    let setup = position.setup();
    let best = apery_move(&position, word(bytes, 34))?;
    let winner = match bytes[36] {
        0 => None,
        1 => Some(Color::Black),
        2 => Some(Color::White),
        other => return Err(format!("result {other} is not 0, 1 or 2")),
    };
    Ok(Entry { setup, value: word(bytes, 32).cast_signed(), best, winner })
}

fn read_psv(bytes: &[u8]) -> Result<Entry, String> {
    let ply = word(bytes, 36);
    let setup = Setup::from_packed(&head(bytes)?, ply).map_err(|error| error.to_string())?;
    let position = position_of(&setup)?;
    let bits = word(bytes, 34);
    let best = if bits == 0 { None } else { Some(bits) };
    let best = best
        .map(|bits| position.move_from_bits(bits).ok_or_else(|| illegal_bits(bits)))
        .transpose()?;
    let side = position.side_to_move();
    let winner = match bytes[38].cast_signed() {
        0 => None,
        1 => Some(side),
        -1 => Some(side.flip()),
        other => return Err(format!("result {other} is not -1, 0 or 1")),
    };
    Ok(Entry { setup, value: word(bytes, 32).cast_signed(), best, winner })
}

fn illegal_bits(bits: u16) -> String {
    format!("move {bits:#06x} is illegal in its position")
}

fn head(bytes: &[u8]) -> Result<[u8; 32], String> {
    bytes.first_chunk().copied().ok_or_else(|| "too short".to_owned())
}

fn word(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

/// Apery's order of the pieces that can be dropped.
const DROPS: [PieceType; 7] = [
    PieceType::PAWN,
    PieceType::LANCE,
    PieceType::KNIGHT,
    PieceType::SILVER,
    PieceType::BISHOP,
    PieceType::ROOK,
    PieceType::GOLD,
];

/// Seven bits of target, seven of origin (81 and up: a drop), one of promotion.
fn apery_move(position: &Position, bits: u16) -> Result<Option<Move>, String> {
    if bits == 0 {
        return Ok(None);
    }
    let (to, from) = (usize::from(bits & 0x7F), usize::from(bits >> 7 & 0x7F));
    let square = |index: usize| (index < Square::COUNT).then(|| Square::from_index(index));
    let to = square(to).ok_or_else(|| illegal_bits(bits))?;
    let mv = match square(from) {
        Some(from) => crate::rule::board(position, from, to, None, bits & 0x4000 != 0),
        None => {
            let kind = DROPS.get(from - 81).ok_or_else(|| illegal_bits(bits))?;
            crate::rule::drop(position, *kind, to)
        }
    };
    mv.map(Some).map_err(|rule| format!("{}: {rule}", illegal_bits(bits)))
}

fn apery_bits(mv: Move) -> u16 {
    let index = |square: Square| u16::try_from(square.to_index()).unwrap_or(0);
    let from = match (mv.from(), mv.dropped()) {
        (Some(from), _) => index(from),
        (None, Some(kind)) => {
            let at = DROPS.iter().position(|&other| other == kind).unwrap_or(0);
            81 + u16::try_from(at).unwrap_or(0)
        }
        (None, None) => return 0,
    };
    index(mv.to()) | from << 7 | if mv.is_promotion() { 0x4000 } else { 0 }
}

/// Writes every position of the main lines that has a value and is followed by
/// a move (or is all there is) as one entry.
pub(crate) fn write(
    records: &[Record],
    format: Format,
    losses: &mut Losses,
) -> Result<Vec<u8>, WriteError> {
    let mut out = Vec::with_capacity(records.len() * entry_bytes(format));
    for record in records {
        let mut replay = Replay::new(record)?;
        losses.add_many(LossKind::Variations, record.lines().count() - 1);
        for id in record.line_from(NodeId::ROOT) {
            let illegal = |(ply, rule)| WriteError::Illegal { ply, rule };
            let position = replay.go(record, id).map_err(illegal)?;
            let next = record.node(id).children().first();
            let best = next.and_then(|&next| record.node(next).played());
            if best.is_none() && !record.is_empty() {
                continue;
            }
            if !push_entry(record, id, position, best, format, &mut out) {
                losses.add(LossKind::Positions);
            }
        }
    }
    Ok(out)
}

/// `false` when the position has no value, or the format no room for it.
fn push_entry(
    record: &Record,
    id: NodeId,
    position: &Position,
    best: Option<Move>,
    format: Format,
    out: &mut Vec<u8>,
) -> bool {
    let value = value(record, id).map(from_black);
    let packed = match format {
        Format::Hcpe => huffman(position),
        _ => position.to_packed().ok(),
    };
    let (Some(value), Some(packed)) = (value, packed) else { return false };
    let side = position.side_to_move();
    let value = in_16_bits(if side == Color::Black { value } else { -value });
    let winner = record.winner();
    out.extend_from_slice(&packed);
    out.extend_from_slice(&value.to_le_bytes());
    if format == Format::Hcpe {
        out.extend_from_slice(&best.map_or(0, apery_bits).to_le_bytes());
        out.extend_from_slice(&[winner.map_or(0, |color| color as u8 + 1), 0]);
    } else {
        let ply = u32::from(record.start().ply()) + record.node(id).ply();
        out.extend_from_slice(&best.map_or(0, Move::bits).to_le_bytes());
        out.extend_from_slice(&u16::try_from(ply).unwrap_or(u16::MAX).to_le_bytes());
        let result = winner.map_or(0, |color| if color == side { 1i8 } else { -1 });
        out.extend_from_slice(&[result.cast_unsigned(), 0]);
    }
    true
}

/// The value of the position at a node: its analysis, else the search of the
/// player who moved from it. That comment follows the move; dlshogi's
/// `csa_to_hcpe.py` pairs floodgate's values with the positions before the
/// moves too (it writes `kif.scores[i]` and the position before move `i`).
fn value(record: &Record, id: NodeId) -> Option<Score> {
    let find = |id: NodeId, players: bool| {
        let mut found = record.node(id).evaluations().into_iter();
        found.find(|evaluation| evaluation.style.is_players() == players)
    };
    let next = || find(*record.node(id).children().first()?, true);
    find(id, false).or_else(next).map(|evaluation| evaluation.score)
}

fn huffman(position: &Position) -> Option<[u8; 32]> {
    let core = Core::from_sfen(&position.to_sfen()).ok()?;
    core.try_to_huffman_coded_pos().ok().map(|packed| packed.data)
}

/// The value from Black's view; mates are 32,000 less their length.
fn from_black(score: Score) -> i32 {
    match score {
        // Values are not clamped here: 16-bit values are written back unchanged.
        Score::Centipawns(cp) => cp.clamp(-32_768, 32_768),
        Score::Mate { winner, plies } => {
            let value = 32_000 - i32::try_from(plies.unwrap_or(0).min(900)).unwrap_or(900);
            if winner == Color::Black { value } else { -value }
        }
    }
}

fn in_16_bits(value: i32) -> i16 {
    value.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}
