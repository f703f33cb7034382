//! A second implementation of the rules, as plain as possible: the oracle of the tests.
#![allow(dead_code, unreachable_pub)]

use std::collections::HashSet;

/// 0 empty, 1 Black, 2 White.
pub type Stone = u8;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    pub width: usize,
    pub height: usize,
    pub stones: Vec<Stone>,
    /// Black or White: 1 or 2.
    pub to_move: Stone,
    /// Stones of the position before the last move, for simple ko.
    pub before: Option<Vec<Stone>>,
    pub captured_by: [usize; 3],
}

impl Plain {
    pub fn new(width: usize, height: usize) -> Self {
        let stones = vec![0; width * height];
        Self { width, height, stones, to_move: 1, before: None, captured_by: [0; 3] }
    }

    pub fn neighbours(&self, point: usize) -> Vec<usize> {
        let (x, y) = (point % self.width, point / self.width);
        let mut list = Vec::new();
        if x > 0 {
            list.push(point - 1);
        }
        if x + 1 < self.width {
            list.push(point + 1);
        }
        if y > 0 {
            list.push(point - self.width);
        }
        if y + 1 < self.height {
            list.push(point + self.width);
        }
        list
    }

    /// The points connected to a point by points of the same content, and their surroundings.
    pub fn flood(&self, point: usize) -> (HashSet<usize>, HashSet<usize>) {
        let mut inside = HashSet::from([point]);
        let mut around = HashSet::new();
        let mut todo = vec![point];
        while let Some(at) = todo.pop() {
            for next in self.neighbours(at) {
                if self.stones[next] != self.stones[point] {
                    around.insert(next);
                } else if inside.insert(next) {
                    todo.push(next);
                }
            }
        }
        (inside, around)
    }

    pub fn liberties(&self, point: usize) -> usize {
        self.flood(point).1.iter().filter(|&&p| self.stones[p] == 0).count()
    }

    /// Every chain has a liberty.
    pub fn is_legal_position(&self) -> bool {
        (0..self.stones.len()).all(|p| self.stones[p] == 0 || self.liberties(p) > 0)
    }

    /// The position after a stone of the side to move, ignoring ko; `None` for
    /// an occupied point or forbidden suicide (a single stone always; more when
    /// `suicide` is false).
    pub fn place(&self, point: usize, suicide: bool) -> Option<Self> {
        if self.stones[point] != 0 {
            return None;
        }
        let mut after = self.clone();
        let (own, other) = (self.to_move, 3 - self.to_move);
        after.stones[point] = own;
        for near in self.neighbours(point) {
            if after.stones[near] == other && after.liberties(near) == 0 {
                for stone in after.flood(near).0 {
                    after.stones[stone] = 0;
                    after.captured_by[own as usize] += 1;
                }
            }
        }
        if after.liberties(point) == 0 {
            let chain = after.flood(point).0;
            if !suicide || chain.len() == 1 {
                return None;
            }
            for stone in chain {
                after.stones[stone] = 0;
                after.captured_by[other as usize] += 1;
            }
        }
        after.before = Some(self.stones.clone());
        after.to_move = other;
        Some(after)
    }

    /// As [`Plain::place`], and the move may not make the position before the last move again.
    pub fn play_simple_ko(&self, point: usize, suicide: bool) -> Option<Self> {
        self.place(point, suicide).filter(|after| self.before.as_ref() != Some(&after.stones))
    }

    pub fn pass(&self) -> Self {
        Self { to_move: 3 - self.to_move, before: None, ..self.clone() }
    }

    /// Area of Black less area of White: stones and regions that touch one colour only.
    pub fn area(&self) -> i32 {
        let mut margin = 0;
        for point in 0..self.stones.len() {
            margin += match self.stones[point] {
                1 => 1,
                2 => -1,
                _ => {
                    let colors: HashSet<Stone> =
                        self.flood(point).1.iter().map(|&p| self.stones[p]).collect();
                    i32::from(colors == HashSet::from([1]))
                        - i32::from(colors == HashSet::from([2]))
                }
            };
        }
        margin
    }
}
