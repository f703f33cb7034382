//! Random games with a little sense: captures, escapes, no own eyes filled, no pointless self-atari, nakade allowed.

use crate::Random;
use crate::playout_board::{Cell, EMPTY, NONE, PlayoutBoard};

/// Chances in 256 that an obvious move is tried.
const CAPTURE: u32 = 230;
const ESCAPE: u32 = 230;
const NAKADE: u32 = 240;

/// Plays a game to its end and records its moves: both sides pass when no sensible move is left.
pub(crate) fn play_out(board: &mut PlayoutBoard, random: &mut Random, moves: &mut Vec<(Cell, u8)>) {
    let mut passes = 0;
    for _ in 0..3 * board.area() + 40 {
        match choose(board, random) {
            Some(cell) => {
                moves.push((cell, board.to_move()));
                board.play(cell);
                passes = 0;
            }
            None => {
                board.pass();
                passes += 1;
                if passes == 2 {
                    return;
                }
            }
        }
    }
}

/// A move of the side to move; `None` is a pass.
fn choose(board: &PlayoutBoard, random: &mut Random) -> Option<Cell> {
    if board.last() != NONE && board.at(board.last()) < EMPTY {
        let near = capture_last(board, random)
            .or_else(|| escape(board, random))
            .or_else(|| nakade(board, random));
        if near.is_some() {
            return near;
        }
    }
    let empty = board.empty_cells();
    let count = empty.len();
    if count == 0 {
        return None;
    }
    let start = random.below(count as u32) as usize;
    (0..count).map(|i| empty[(start + i) % count]).find(|&cell| is_sensible(board, cell))
}

fn is_sensible(board: &PlayoutBoard, cell: Cell) -> bool {
    !is_own_eye(board, cell) && board.is_legal(cell) && !is_bad_self_atari(board, cell)
}

/// Captures the chain of the last stone.
fn capture_last(board: &PlayoutBoard, random: &mut Random) -> Option<Cell> {
    let liberty = board.atari(board.chain(board.last()))?;
    (random.chance(CAPTURE) && board.is_legal(liberty)).then_some(liberty)
}

/// Saves a chain that the last stone put in atari: by capturing what besieges it or by running.
fn escape(board: &PlayoutBoard, random: &mut Random) -> Option<Cell> {
    let own = board.to_move();
    for near in board.around(board.last()) {
        if board.at(near) != own {
            continue;
        }
        let chain = board.chain(near);
        let Some(liberty) = board.atari(chain) else { continue };
        if !random.chance(ESCAPE) {
            continue;
        }
        let captures =
            board.chain_stones(chain).flat_map(|stone| board.around(stone)).find_map(|beside| {
                (board.at(beside) == own ^ 1).then(|| board.atari(board.chain(beside)))?
            });
        let saves = |cell: Cell| board.is_legal(cell);
        if let Some(cell) = captures.filter(|&cell| saves(cell)) {
            return Some(cell);
        }
        if board.is_legal(liberty) && liberties_after(board, liberty, 2) >= 2 {
            return Some(liberty);
        }
    }
    None
}

/// The vital point of a small room that the last stone left.
fn nakade(board: &PlayoutBoard, random: &mut Random) -> Option<Cell> {
    let enemy = board.to_move() ^ 1;
    for near in board.around(board.last()) {
        if board.at(near) != EMPTY || !random.chance(NAKADE) {
            continue;
        }
        let Some(room) = Room::around(board, near, enemy) else { continue };
        if let Some(vital) = room.vital(board)
            && board.is_legal(vital)
        {
            return Some(vital);
        }
    }
    None
}

/// Up to six cells that belong together.
struct Room {
    cells: [Cell; 6],
    len: usize,
}

impl Room {
    /// The empty room at a cell if only stones of `owner` wall it in.
    fn around(board: &PlayoutBoard, cell: Cell, owner: u8) -> Option<Self> {
        let mut room = Self { cells: [cell; 6], len: 1 };
        let mut done = 0;
        while done < room.len {
            for near in board.around(room.cells[done]) {
                match board.at(near) {
                    EMPTY if room.cells[..room.len].contains(&near) => {}
                    EMPTY if room.len == 6 => return None,
                    EMPTY => {
                        room.cells[room.len] = near;
                        room.len += 1;
                    }
                    color if color == owner ^ 1 => return None,
                    _ => {}
                }
            }
            done += 1;
        }
        Some(room)
    }

    fn cells(&self) -> &[Cell] {
        &self.cells[..self.len]
    }

    fn neighbours(&self, board: &PlayoutBoard, cell: Cell) -> usize {
        board.around(cell).into_iter().filter(|near| self.cells().contains(near)).count()
    }

    /// The point that decides whether the room makes two eyes: three in a row or bent, the T and its kind, the
    /// bulky five, the cross, the rabbity six.
    fn vital(&self, board: &PlayoutBoard) -> Option<Cell> {
        let mut best = (0, NONE);
        let mut sum = 0;
        for &cell in self.cells() {
            let count = self.neighbours(board, cell);
            sum += count;
            if count > best.0 {
                best = (count, cell);
            }
        }
        let kills = match (self.len, best.0) {
            (3, 2) | (4, 3) | (5, 4) => true,
            // The bulky five and the rabbity six have a square: more contacts than a tree.
            (5, 3) => sum == 10,
            (6, 4) => sum == 14,
            _ => false,
        };
        kills.then_some(best.1)
    }
}

/// Whether an empty cell is an eye of the side to move and currently not a false one.
pub(crate) fn is_own_eye(board: &PlayoutBoard, cell: Cell) -> bool {
    let own = board.to_move();
    let closed = board.around(cell).into_iter().all(|near| {
        let at = board.at(near);
        at == own || at > EMPTY
    });
    if !closed {
        return false;
    }
    let corners = board.corners(cell);
    let edge = corners.into_iter().any(|corner| board.at(corner) > EMPTY);
    let enemies = corners.into_iter().filter(|&corner| board.at(corner) == own ^ 1).count();
    enemies < if edge { 1 } else { 2 }
}

/// Liberties of the chain that a stone of the side to move makes, counted up to `most`, captures aside.
fn liberties_after(board: &PlayoutBoard, cell: Cell, most: usize) -> usize {
    let own = board.to_move();
    let mut found = [NONE; 4];
    let mut count = 0;
    let mut add = |liberty: Cell| {
        if board.is_closed(liberty) {
            return true;
        }
        if liberty != cell && !found[..count].contains(&liberty) && count < found.len() {
            found[count] = liberty;
            count += 1;
        }
        count >= most
    };
    let near = board.around(cell);
    if near.into_iter().any(|beside| board.at(beside) == EMPTY && add(beside)) {
        return most;
    }
    for beside in near {
        match board.at(beside) {
            at if at == own => {
                let stones = board.chain_stones(board.chain(beside));
                for stone in stones {
                    for further in board.around(stone) {
                        if board.at(further) == EMPTY && add(further) {
                            return most;
                        }
                    }
                }
            }
            at if at == own ^ 1 && board.atari(board.chain(beside)).is_some() && add(beside) => {
                return most;
            }
            _ => {}
        }
    }
    count
}

/// Whether a stone there can be captured immediately with stones whose shape does not kill.
fn is_bad_self_atari(board: &PlayoutBoard, cell: Cell) -> bool {
    if liberties_after(board, cell, 2) >= 2 {
        return false;
    }
    let own = board.to_move();
    let mut shape = Room { cells: [cell; 6], len: 1 };
    let mut chains = [NONE; 4];
    let mut seen = 0;
    let mut captures = false;
    for near in board.around(cell) {
        let at = board.at(near);
        if at == own ^ 1 {
            captures |= board.atari(board.chain(near)).is_some();
        }
        if at != own || chains[..seen].contains(&board.chain(near)) {
            continue;
        }
        chains[seen] = board.chain(near);
        seen += 1;
        if usize::from(board.chain_size(board.chain(near))) + shape.len > 6 {
            return !captures;
        }
        for stone in board.chain_stones(board.chain(near)) {
            shape.cells[shape.len] = stone;
            shape.len += 1;
        }
    }
    match shape.len {
        _ if captures => false,
        1 | 2 => false,
        4 => !(shape.vital(board).is_some() || is_square(&shape, board)),
        _ => shape.vital(board).is_none(),
    }
}

fn is_square(shape: &Room, board: &PlayoutBoard) -> bool {
    shape.cells().iter().all(|&cell| shape.neighbours(board, cell) == 2)
}

/// Who owns a cell at the end of a game: the stone on it, or the only colour around its empty room.
pub(crate) fn owner_at_end(board: &PlayoutBoard, cell: Cell) -> Option<u8> {
    match board.at(cell) {
        EMPTY => {
            let mut seen = [false; 2];
            for near in board.around(cell) {
                let at = board.at(near);
                if at < EMPTY {
                    seen[usize::from(at)] = true;
                }
            }
            match seen {
                [true, false] => Some(0),
                [false, true] => Some(1),
                _ => None,
            }
        }
        color => Some(color),
    }
}
