//! Killer moves: quiet moves that cut at the same ply [akl-newborn1977].

use super::stack::Frame;
use zenpuku_shogi::Move;

/// Remembers `mv` as the latest killer.
pub(crate) fn remember(frame: &mut Frame, mv: Move) {
    if frame.killers[0] != mv {
        frame.killers[1] = frame.killers[0];
        frame.killers[0] = mv;
    }
}
