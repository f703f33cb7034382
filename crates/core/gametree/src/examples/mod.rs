//! Small trees and games whose facts are known.

pub mod bonanza_fig2;
pub mod tic_tac_toe;

pub use bonanza_fig2::LabelledTree;
pub use tic_tac_toe::TicTacToe;
