//! YaneuraOu's binary format of books, `YANE-BINBOOK-V1` [yaneuraou].
//!
//! A header (magic, number of positions, flags), an index sorted by the bytes of the packed positions
//! (32 bytes, offset of the moves, ply, number of moves), then the moves (move, value, and depth if bit 0 of
//! the flags is set). Numbers are little-endian. The depth 0 means that there is none; the value 32767,
//! which ShogiHome writes, too [shogihome].

use super::{Book, BookEntry, BookError, BookMove};
use zenpuku_shogi::{Position, Setup, SetupRules};

pub(super) const MAGIC: &[u8; 16] = b"YANE-BINBOOK-V1\0";
pub(super) const HEADER: usize = 32;
pub(super) const ROW: usize = 44;
/// The flag of moves with depths.
const DEPTHS: u64 = 1;
const NO_VALUE: i16 = i16::MAX;
/// The range of values.
const LEAST: i32 = i16::MIN as i32;
const GREATEST: i32 = NO_VALUE as i32 - 1;

/// The header of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    /// Number of positions.
    pub(super) rows: u64,
    /// Have moves depths?
    depths: bool,
}

/// A position of the index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) key: [u8; 32],
    offset: u64,
    ply: u16,
    moves: u16,
}

impl Header {
    /// Reads the header of a file of `size` bytes.
    pub(super) fn read(bytes: &[u8], size: u64) -> Result<Self, BookError> {
        if !bytes.starts_with(MAGIC) {
            return Err(BookError::byte(0, "expected `YANE-BINBOOK-V1`"));
        }
        let (Some(rows), Some(flags)) = (number(bytes, 16), number(bytes, 24)) else {
            return Err(BookError::byte(bytes.len(), "the header is cut off"));
        };
        if flags & !DEPTHS != 0 {
            return Err(BookError::byte(24, format!("unknown flags {flags:#x}")));
        }
        let header = Self { rows, depths: flags & DEPTHS != 0 };
        match header.moves_begin().filter(|&begin| begin <= size) {
            Some(_) => Ok(header),
            None => {
                Err(BookError::byte(16, format!("no room for {rows} positions in {size} bytes")))
            }
        }
    }

    /// Where the moves begin; `None` beyond any file.
    pub(super) fn moves_begin(self) -> Option<u64> {
        self.rows.checked_mul(ROW as u64)?.checked_add(HEADER as u64)
    }

    fn move_size(self) -> usize {
        if self.depths { 6 } else { 4 }
    }

    /// Place and number of the bytes of a row's moves; `None` outside of a file of `size` bytes.
    pub(super) fn moves_of(self, row: &Row, size: u64) -> Option<(u64, usize)> {
        let length = usize::from(row.moves) * self.move_size();
        let begin = self.moves_begin()?.checked_add(row.offset)?;
        (begin.checked_add(length as u64)? <= size).then_some((begin, length))
    }
}

impl Row {
    pub(super) fn read(bytes: &[u8; ROW]) -> Self {
        let mut key = [0; 32];
        key.copy_from_slice(&bytes[..32]);
        let half = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        Self { key, offset: number(bytes, 32).unwrap_or_default(), ply: half(40), moves: half(42) }
    }
}

/// The 8 bytes at a place as a number.
fn number(bytes: &[u8], at: usize) -> Option<u64> {
    let bytes = bytes.get(at..at + 8)?.first_chunk()?;
    Some(u64::from_le_bytes(*bytes))
}

/// Reads a book; positions and moves that cannot be read are skipped.
pub(super) fn read(bytes: &[u8]) -> Result<(Book, Vec<BookError>), BookError> {
    let size = bytes.len() as u64;
    let header = Header::read(bytes, size)?;
    let (mut book, mut skipped) = (Book::default(), Vec::new());
    let rows = bytes[HEADER..].chunks_exact(ROW).take(header.rows as usize);
    for (index, row) in rows.filter_map(|row| row.first_chunk()).enumerate() {
        let row = Row::read(row);
        let moves = header.moves_of(&row, size);
        let moves = moves.map(|(begin, length)| &bytes[begin as usize..begin as usize + length]);
        match moves.ok_or_else(|| "its moves are outside of the file".to_owned()).and_then(
            |moves| {
                let position = position(&row)?;
                let entry = entry(&row, header, &position, moves, &mut |reason| {
                    skipped.push(BookError::record(index, reason));
                });
                Ok((position, entry))
            },
        ) {
            Ok((position, entry)) => book.add(&position, entry),
            Err(reason) => skipped.push(BookError::record(index, reason)),
        }
    }
    match skipped.first() {
        Some(error) if book.is_empty() => Err(error.clone()),
        _ => Ok((book, skipped)),
    }
}

fn position(row: &Row) -> Result<Position, String> {
    let setup = Setup::from_packed(&row.key, row.ply.max(1)).map_err(|error| error.to_string())?;
    setup.position(SetupRules::Play).map_err(|error| error.to_string())
}

/// The entry of a row with the bytes of its moves; `skip` hears of bad ones.
pub(super) fn entry(
    row: &Row,
    header: Header,
    position: &Position,
    bytes: &[u8],
    skip: &mut dyn FnMut(String),
) -> BookEntry {
    let mut entry = BookEntry { ply: Some(row.ply.max(1)), ..BookEntry::default() };
    for bytes in bytes.chunks_exact(header.move_size()) {
        let bits = u16::from_le_bytes([bytes[0], bytes[1]]);
        let Some(mv) = position.move_from_bits(bits) else {
            skip(format!("{bits:#06x} is not a legal move"));
            continue;
        };
        if entry.has(mv) {
            skip(format!("{mv} is there twice"));
            continue;
        }
        let eval = i16::from_le_bytes([bytes[2], bytes[3]]);
        let depth = bytes.get(4..6).map(|depth| u16::from_le_bytes([depth[0], depth[1]]));
        entry.moves.push(BookMove {
            eval: (eval != NO_VALUE).then_some(eval.into()),
            depth: depth.filter(|&depth| depth > 0).map(u32::from),
            count: None,
            ..BookMove::new(mv, 0)
        });
    }
    entry
}

/// The file of a book, and how many positions it lacks because the format cannot write them.
///
/// A move without a value gets 0, as in YaneuraOu's own converter, because engines would take any special
/// number for a value.
pub(super) fn write(book: &Book) -> (Vec<u8>, usize) {
    let depths =
        book.positions.values().flat_map(|entry| &entry.moves).any(|mv| mv.depth.is_some());
    let header = Header { rows: 0, depths };
    let (mut rows, mut unwritten): (Vec<([u8; 32], &BookEntry)>, usize) = (Vec::new(), 0);
    for (sfen, entry) in book.positions.iter().filter(|(_, entry)| !entry.moves.is_empty()) {
        match Position::from_sfen(sfen).and_then(|position| position.to_packed()) {
            Ok(key) => rows.push((key, entry)),
            Err(_) => unwritten += 1,
        }
    }
    rows.sort_by_key(|(key, _)| *key);
    let mut bytes = MAGIC.to_vec();
    bytes.extend((rows.len() as u64).to_le_bytes());
    bytes.extend(u64::from(depths).to_le_bytes());
    let mut offset = 0u64;
    for (key, entry) in &rows {
        bytes.extend(key);
        bytes.extend(offset.to_le_bytes());
        bytes.extend(entry.ply.unwrap_or(1).to_le_bytes());
        let count = written(entry).len();
        bytes.extend((count as u16).to_le_bytes());
        offset += (count * header.move_size()) as u64;
    }
    for mv in rows.iter().flat_map(|(_, entry)| written(entry)) {
        write_move(&mut bytes, mv, depths);
    }
    (bytes, unwritten)
}

/// The moves of an entry that are written; no position has more legal moves than the format can count.
fn written(entry: &BookEntry) -> &[BookMove] {
    &entry.moves[..entry.moves.len().min(u16::MAX.into())]
}

/// Can the format hold a value?
pub(super) fn fits(eval: i32) -> bool {
    (LEAST..=GREATEST).contains(&eval)
}

fn write_move(bytes: &mut Vec<u8>, book: &BookMove, depths: bool) {
    let eval = book.eval.unwrap_or(0).clamp(LEAST, GREATEST);
    bytes.extend(book.mv.bits().to_le_bytes());
    bytes.extend((eval as i16).to_le_bytes());
    if depths {
        let depth = book.depth.unwrap_or(0).min(u16::MAX.into());
        bytes.extend((depth as u16).to_le_bytes());
    }
}
