//! The patterns of a small board: the stones on two neighbouring rows or
//! columns, by distance from the edge.

use crate::board::Position;

/// Two neighbouring lines, seen from the nearer edge.
#[derive(Clone, Copy)]
struct Pair {
    /// Whether they are columns.
    upright: bool,
    /// Whether they are nearer to the far edge, so that the board is turned round.
    turned: bool,
    shift: u32,
    /// The points of one line.
    length: u32,
    /// Where the numbers of its patterns begin.
    first: usize,
}

pub(crate) struct Patterns {
    area: u32,
    pairs: Vec<Pair>,
    /// By side to move.
    half: usize,
    /// By third of a mask and its nine bits: the same points column by column.
    columns: Vec<u32>,
    /// By ten bits: the number with these as its ternary digits.
    ternary: Vec<u32>,
    /// By length of a line and pattern: the same lines mirrored.
    mirrored: Vec<Vec<u32>>,
}

fn ternary(bits: u32) -> u32 {
    (0..10).filter(|bit| bits >> bit & 1 == 1).map(|bit| 3_u32.pow(bit)).sum()
}

/// The pattern on two lines of the length with each line turned round.
fn mirrored(pattern: u32, length: u32) -> u32 {
    let digit = |place: u32| pattern / 3_u32.pow(place) % 3;
    let place = |from: u32| from / length * length + length - 1 - from % length;
    (0..2 * length).map(|from| digit(from) * 3_u32.pow(place(from))).sum()
}

/// The pairs of `count` lines of the length; those as far from their edge share their patterns.
fn pairs(upright: bool, length: u32, count: u32, first: usize) -> impl Iterator<Item = Pair> {
    let patterns = 3_usize.pow(2 * length);
    (0..count - 1).map(move |line| {
        let far = count - 2 - line;
        let from_edge = line.min(far);
        let first = first + from_edge as usize * patterns;
        Pair { upright, turned: far < line, shift: length * from_edge, length, first }
    })
}

impl Patterns {
    pub(crate) fn new(width: u32, height: u32) -> Self {
        let numbers = |length: u32, count: u32| (count / 2) as usize * 3_usize.pow(2 * length);
        let rows = numbers(width, height);
        let (columns_first, half) =
            if width == height { (0, rows) } else { (rows, rows + numbers(height, width)) };
        let upright = pairs(true, height, width, columns_first);
        let column = |index: u32| {
            let points =
                (0..9).filter(|bit| index >> bit & 1 == 1).map(|bit| index / 512 * 9 + bit);
            let points = points.filter(|&point| point < width * height);
            points.fold(0, |set, point| set | 1 << (point % width * height + point / width))
        };
        Self {
            area: width * height,
            pairs: pairs(false, width, height, 0).chain(upright).collect(),
            half,
            columns: (0..3 * 512).map(column).collect(),
            ternary: (0..1 << 10).map(ternary).collect(),
            mirrored: (0..6)
                .map(|l| (0..3_u32.pow(2 * l)).map(|p| mirrored(p, l)).collect())
                .collect(),
        }
    }

    pub(crate) fn count(&self) -> usize {
        2 * self.half
    }

    fn upright(&self, mask: u32) -> u32 {
        let part = |i: u32| self.columns[(i * 512 + (mask >> (9 * i) & 511)) as usize];
        part(0) | part(1) | part(2)
    }

    /// The pairs, each with its pattern.
    fn seen(&self, at: &Position) -> impl Iterator<Item = (&Pair, u32)> {
        let turned = |mask: u32| mask.reverse_bits() >> (32 - self.area);
        let rows = at.stones;
        let columns = rows.map(|mask| self.upright(mask));
        let boards = [rows, columns, rows.map(turned), columns.map(turned)];
        self.pairs.iter().map(move |pair| {
            let board = boards[usize::from(pair.turned) * 2 + usize::from(pair.upright)];
            let lines = board.map(|mask| mask >> pair.shift & ((1 << (2 * pair.length)) - 1));
            let [black, white] = lines.map(|bits| self.ternary[bits as usize]);
            (pair, black + 2 * white)
        })
    }

    fn begin(&self, at: &Position) -> usize {
        if at.white { self.half } else { 0 }
    }

    /// The numbers of the patterns on the board.
    pub(crate) fn each(&self, at: &Position, mut visit: impl FnMut(usize)) {
        let begin = self.begin(at);
        self.seen(at).for_each(|(pair, pattern)| visit(begin + pair.first + pattern as usize));
    }

    /// The same and, where they differ, those of the mirrored board.
    pub(crate) fn each_with_mirrored(&self, at: &Position, mut visit: impl FnMut(usize)) {
        let begin = self.begin(at);
        for (pair, pattern) in self.seen(at) {
            let other = self.mirrored[pair.length as usize][pattern as usize];
            visit(begin + pair.first + pattern as usize);
            if other != pattern {
                visit(begin + pair.first + other as usize);
            }
        }
    }
}
