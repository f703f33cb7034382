//! The registered engine of a seat.

use crate::engine::OutsideEngine;
use crate::state::lock;
use std::sync::{Arc, Mutex};
use zenpuku_protocol::usi::GameResult;

/// The engine of a seat, which thinks about one position at a time. Empty until it is started.
pub(super) type OutsideSeat = Arc<Mutex<Option<OutsideEngine>>>;

/// Sends the engine the result of its game, and ends it. A separate thread waits for it.
pub(super) fn dismiss(seat: &OutsideSeat, result: GameResult) {
    let seat = Arc::clone(seat);
    std::thread::spawn(move || {
        if let Some(mut engine) = lock(&seat).take() {
            engine.game_over(result);
        }
    });
}
