//! Writes the network made by hand: `cargo run -p zenpuku-shogi-eval --example handmade -- FILE`.

use zenpuku_params::Params;
use zenpuku_shogi_eval::nnue::{file, piece_square_weights};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: handmade FILE")?;
    let bytes = file::write(&piece_square_weights(&Params::default()), &[("made by", "hand")])?;
    std::fs::write(&path, &bytes)?;
    println!("{path}: {} bytes", bytes.len());
    Ok(())
}
