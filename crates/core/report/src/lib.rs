//! What experiments hand over: tables, plots, tree drawings and the manifest of a run.
//!
//! Results are returned as strings or JSON values; nothing is printed or
//! written. Equal input gives equal bytes, so committed results can be
//! compared.
//!
//! - [`table::Table`] as plain text, Markdown, CSV or JSON;
//! - [`plot`]: lines, scatter with fitted line, histogram, bars with error bars, with
//!   linear or logarithmic axes, as SVG;
//! - [`tree_drawing`]: a game tree with its cuts, as SVG;
//! - [`manifest::RunManifest`]: commit, seed, options, machine, command, seconds;
//! - [`fit`]: the straight line of least squares;
//! - [`typescript`]: types as TypeScript declares them.
#![forbid(unsafe_code)]

pub mod fit;
pub mod manifest;
pub mod plot;
pub mod table;
pub mod tree_drawing;
pub mod typescript;

pub use fit::LineFit;
pub use manifest::RunManifest;
pub use plot::{Axis, Chart, Legend, PlotError, Series};
pub use table::{Cell, Table, TableError};
pub use tree_drawing::{DrawnNode, TreeDrawing, TreeDrawingError};
