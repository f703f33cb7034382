//! The one table of search switches and parameters.
//!
//! Every technique of the engine is a row or a few rows of [`TABLE`]: name, kind, default, range,
//! step, unit, explanation and source. From the same rows come the typed [`Params`] that the search
//! reads (plain fields, no look-up by name), the USI options, `--set name=value`, the ablation and
//! tuning lists and the reference page ([`markdown`]). Adding a technique is adding a row in
//! `table.rs`.
//!
//! A [`Profile`] is a named complete set of values. Assigning `Profile` resets
//! every row; later assignments override it.
//!
//! ```
//! use zenpuku_params::Params;
//! let mut params = Params::default();
//! params.assign_all("Profile=bonanza2006 killermoves=off AspirationHalfWidth=120")?;
//! assert!(!params.killer_moves);
//! assert_eq!(params.aspiration_half_width, 120);
//! assert_eq!(params.get("CheckExtensionPlies")?, "1");
//! # Ok::<(), zenpuku_params::ParamError>(())
//! ```
#![forbid(unsafe_code)]

mod access;
mod docs;
mod error;
mod macros;
mod profile;
mod row;
mod rows;
mod suggest;
mod table;
mod text;
mod value;

pub use docs::markdown;
pub use error::ParamError;
pub use profile::{PROFILE_OPTION, PROFILES, Profile};
pub use row::Kind;
pub use rows::{Row, find_row, rows, switches, tunables};
pub use suggest::{did_you_mean, nearest};
pub use table::{Params, TABLE};
pub use text::{read_number, read_switch};
pub use value::{Fraction, Value};
