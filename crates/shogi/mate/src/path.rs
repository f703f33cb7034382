//! The positions from the root to the current one.

use zenpuku_core::random::mix;
use zenpuku_shogi::Hand;

/// Chains by the low bits of the board's key.
const HEADS: usize = 1 << 12;
const NOTHING: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Step {
    board: u64,
    hand: Hand,
    /// The step of the same chain before it.
    before: u32,
    /// Hash of all steps up to here with their order.
    trail: u64,
}

/// A stack of positions with fast detection of repetitions.
pub(crate) struct Path {
    steps: Vec<Step>,
    heads: Vec<u32>,
}

impl Path {
    pub(crate) fn new() -> Self {
        Self { steps: Vec::new(), heads: vec![NOTHING; HEADS] }
    }

    /// Enters a position.
    pub(crate) fn push(&mut self, board: u64, hand: Hand) {
        let head = &mut self.heads[board as usize & (HEADS - 1)];
        let place = mix(node_key(board, hand) ^ self.steps.len() as u64);
        let trail = self.steps.last().map_or(0, |step| step.trail) ^ place;
        self.steps.push(Step { board, hand, before: *head, trail });
        *head = self.steps.len() as u32 - 1;
    }

    /// Leaves the last position.
    pub(crate) fn pop(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.heads[step.board as usize & (HEADS - 1)] = step.before;
        }
    }

    /// The distance from the root at which this board was met with at least this hand of the
    /// attacker, who then has gained nothing since; the latest such place.
    pub(crate) fn no_gain_since(&self, board: u64, hand: Hand) -> Option<u16> {
        let mut at = self.heads[board as usize & (HEADS - 1)];
        while let Some(step) = self.steps.get(at as usize) {
            if step.board == board && Hand::is_equal_or_superior(step.hand, hand) {
                return Some(at as u16);
            }
            at = step.before;
        }
        None
    }

    /// Hash of the way to the last position.
    pub(crate) fn trail(&self) -> u64 {
        self.steps.last().map_or(0, |step| step.trail)
    }

    pub(crate) fn clear(&mut self) {
        self.steps.clear();
        self.heads.fill(NOTHING);
    }
}

/// One number for a board and a hand.
pub(crate) fn node_key(board: u64, hand: Hand) -> u64 {
    board ^ u64::from(hand.raw()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
