//! Types shared by all crates, independent of any game: the value of a position
//! ([`Score`]), the limits of a search ([`Limits`], counted by a [`Budget`]), work on other
//! threads ([`Handle`]), seeded [`random`] numbers, a [`hash`], and renaming of [`files`] that
//! other programs may have open.
//!
//! Long work is stopped by a [`StopToken`]: searches, mate and Go solvers, training, matches, the
//! server.
//!
//! ```
//! use zenpuku_core::StopToken;
//!
//! let stop = StopToken::new();
//! let search = stop.child();
//! let worker = std::thread::spawn(move || search.wait());
//! stop.stop();
//! worker.join().unwrap();
//! ```
#![forbid(unsafe_code)]

pub mod files;
mod handle;
pub mod hash;
mod limits;
mod panics;
pub mod random;
mod score;
mod stop;

pub use handle::Handle;
pub use limits::{Budget, Limits, StopReason};
pub use panics::panic_message;
pub use score::Score;
pub use stop::{StopToken, Subscription};
