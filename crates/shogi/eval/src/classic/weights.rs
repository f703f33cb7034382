//! The learned numbers and their file.

use super::layout::{Group, GroupSet, KINDS, WEIGHTS};
use super::neighbours;
use super::numbers::Numbers;
use super::pieces::mobility_index;
use super::sums::Tables;
use super::view::{Place, kind_code};
use crate::container::{self, Reader};
use crate::file_error::{FormatError, NetworkError};
use crate::king_distance;
use crate::nnue::read_limited;
use crate::tables::PIECE_SQUARE;
use crate::values::PieceValues;
use std::path::Path;
use std::sync::{Arc, LazyLock, OnceLock};
use zenpuku_params::Params;
use zenpuku_shogi::{Color, HandPiece, Piece, PieceType, Square};

/// Weights are in units of 1/16 centipawn.
pub const UNIT: i32 = 16;

const MAGIC: &[u8; 8] = b"ZPCLAS\r\n";

/// The weights of the classic evaluation used alone: see `experiments/evaluation`.
static BUILT_IN: LazyLock<Arc<Weights>> =
    LazyLock::new(|| Weights::embedded(include_bytes!("../../nets/classic.zpeval")));
/// Those used together with the network: see there.
static OF_ENSEMBLE: LazyLock<Arc<Weights>> =
    LazyLock::new(|| Weights::embedded(include_bytes!("../../nets/ensemble.zpeval")));

/// A weight for every feature; see [`Group`] for the layout.
#[derive(Clone, Debug)]
pub struct Weights {
    numbers: Numbers,
    /// The weights laid out for the evaluation, once it has asked for that.
    tables: OnceLock<Arc<Tables>>,
}

impl PartialEq for Weights {
    fn eq(&self, other: &Self) -> bool {
        self.numbers == other.numbers
    }
}

impl Eq for Weights {}

impl Weights {
    /// The weights in the order of [`Group::ALL`], in units of 1/[`UNIT`] centipawn; `None` when
    /// there are not [`WEIGHTS`].
    #[must_use]
    pub fn new(numbers: Vec<i16>) -> Option<Self> {
        if numbers.len() != WEIGHTS {
            return None;
        }
        Some(Self { numbers: Numbers::new(numbers), tables: OnceLock::new() })
    }

    /// The weights before any learning, set by hand: material, the squares of the pieces, their
    /// distances to the kings, and a little for mobility. Everything else is 0.
    #[must_use]
    pub fn by_hand(params: &Params) -> Self {
        let mut numbers = vec![0; WEIGHTS];
        let values = PieceValues::new(params);
        let material = &mut numbers[Group::Material.range()];
        for kind in PieceType::iter().filter(|&kind| is_piece(kind)) {
            material[kind_code(kind)] = weight(values.kind(kind) * UNIT);
        }
        for kind in HandPiece::iter().map(HandPiece::to_piece_type) {
            material[13 + kind_code(kind)] = weight(values.kind(kind) * UNIT);
        }
        king_pieces(&mut numbers[Group::KingPiece.range()]);
        // Sixteenths of a centipawn a square beyond the usual number: lance, bishop, rook, horse,
        // dragon.
        let mobility = &mut numbers[Group::Mobility.range()];
        for (slider, (step, usual)) in
            [(16, 2), (32, 5), (24, 6), (24, 10), (16, 10)].into_iter().enumerate()
        {
            for squares in 0..=20 {
                mobility[mobility_index(slider, squares)] = weight(step * (squares as i32 - usual));
            }
        }
        Self::new(numbers).unwrap_or_else(|| unreachable!("the list was made as long as needed"))
    }

    /// The weights of the classic evaluation that come with the program, learned from the moves
    /// of experts and from games, read once.
    ///
    /// # Panics
    /// Never: a test reads the embedded file.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        Arc::clone(&BUILT_IN)
    }

    /// The weights used with the built-in network in [`EvalKind::Ensemble`],
    /// learned from the same kind of games, read once.
    ///
    /// # Panics
    /// Never: a test reads the embedded file.
    ///
    /// [`EvalKind::Ensemble`]: crate::EvalKind::Ensemble
    #[must_use]
    pub fn of_ensemble() -> Arc<Self> {
        Arc::clone(&OF_ENSEMBLE)
    }

    fn embedded(file: &[u8]) -> Arc<Self> {
        Arc::new(Self::read(file).expect("a test reads the embedded weights"))
    }

    /// All weights.
    #[must_use]
    pub fn numbers(&self) -> &[i16] {
        self.numbers.all()
    }

    /// The groups that have a weight other than 0.
    #[must_use]
    pub fn used(&self) -> GroupSet {
        self.numbers.used()
    }

    /// The same weights within `groups`, 0 in the others.
    #[must_use]
    pub fn within(&self, groups: GroupSet) -> Self {
        let mut numbers = self.numbers.all().to_vec();
        for group in Group::ALL.into_iter().filter(|&group| !groups.has(group)) {
            numbers[group.range()].fill(0);
        }
        Self { numbers: Numbers::new(numbers), tables: OnceLock::new() }
    }

    /// All weights laid out for the evaluation, made when first asked for.
    pub(super) fn tables(&self) -> Arc<Tables> {
        Arc::clone(self.tables.get_or_init(|| Arc::new(Tables::new(&self.numbers))))
    }

    #[inline]
    pub(super) fn of(&self, group: Group, index: usize) -> i32 {
        self.numbers.of(group, index)
    }

    /// A file with these weights in the envelope of our network files, without the groups that
    /// [`GroupSet::APPENDIX`] leaves out where these have none; `notes` are lines `key=value` for
    /// people.
    ///
    /// # Errors
    /// [`FormatError`] when a note has a line break or one of our keys, or the compressor fails.
    pub fn write(&self, notes: &[(&str, &str)]) -> Result<Vec<u8>, FormatError> {
        let groups = if self.numbers.beyond_appendix() { &Group::ALL } else { Group::APPENDIX };
        let numbers = groups.iter().flat_map(|group| &self.numbers.all()[group.range()]);
        let body: Vec<u8> = numbers.flat_map(|number| number.to_le_bytes()).collect();
        container::write(MAGIC, &[("layout", &layout(groups))], notes, &body)
    }

    /// The weights in the file `path`; see [`Weights::read`].
    ///
    /// # Errors
    /// [`NetworkError`] names the file, the place in it and the error.
    pub fn load(path: &Path) -> Result<Self, NetworkError> {
        let bytes = read_limited(path).map_err(FormatError::from);
        let weights = bytes.and_then(|bytes| Self::read(&bytes));
        weights.map_err(|cause| NetworkError { path: path.to_path_buf(), cause })
    }

    /// Reads a file of [`Weights::write`].
    ///
    /// # Errors
    /// [`FormatError`] names the place and the error.
    pub fn read(bytes: &[u8]) -> Result<Self, FormatError> {
        let opened = container::open(bytes, MAGIC)?;
        let found = opened.value("layout")?.1;
        let known =
            [&Group::ALL[..], Group::APPENDIX].into_iter().find(|&groups| layout(groups) == found);
        let Some(groups) = known else { return Err(FormatError::Architecture(found.into())) };
        let count = groups.iter().map(|group| group.size()).sum();
        let body = opened.body(2 * count)?;
        let mut reader = Reader::new(&body);
        let mut numbers = reader.i16s("weights", count)?;
        reader.end()?;
        numbers.resize(WEIGHTS, 0);
        Self::new(numbers).ok_or_else(|| FormatError::Architecture(found.into()))
    }
}

/// Names and sizes of the groups: two programs with the same text mean the same weights.
fn layout(groups: &[Group]) -> String {
    let groups: Vec<_> = groups.iter().map(|group| format!("{group}:{}", group.size())).collect();
    groups.join(" ")
}

fn is_piece(kind: PieceType) -> bool {
    kind != PieceType::NONE && kind != PieceType::KING
}

fn weight(value: i32) -> i16 {
    value.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// Squares of the pieces and distances to the kings, for kings on all squares.
fn king_pieces(numbers: &mut [i16]) {
    let squares =
        |piece: Piece, square: Square| i32::from(PIECE_SQUARE[piece.to_index()][square.to_index()]);
    for king in Square::iter() {
        for square in Square::iter().filter(|&square| square != king) {
            let (from, to) = (Place::new(king, Color::BLACK), Place::new(square, Color::BLACK));
            for kind in PieceType::iter().filter(|&kind| kind != PieceType::NONE) {
                let distance = square.distance(king) as usize;
                let own = Piece::from_parts(Color::BLACK, kind);
                let code = kind_code(kind);
                let mut put = |code, centipawns: i32| {
                    let index = neighbours::king_piece_index(from, to, code);
                    numbers[index] = weight(centipawns * UNIT);
                };
                if kind == PieceType::KING {
                    // The enemy king is always there: its entry carries the own king's square.
                    put(KINDS + code, squares(Piece::B_KING, king));
                } else {
                    put(code, king_distance::guard(own, distance) + squares(own, square));
                    let enemy = Piece::from_parts(Color::WHITE, kind);
                    put(KINDS + code, king_distance::attack(enemy, distance));
                }
            }
        }
    }
}
