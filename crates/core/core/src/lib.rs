//! What every crate shares and no game knows.
//!
//! [`StopToken`] ends long work, and everything that takes long obeys one: searches, mate and Go
//! solvers, training, matches, the server.
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

mod handle;
mod stop;

pub use handle::Handle;
pub use stop::{StopToken, Subscription};
