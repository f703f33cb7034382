//! The tables of `experiments/README.md`, from `experiments/figures.jsonl`:
//! `cargo run -p zenpuku-lab --example verdicts -- experiments/figures.jsonl`.

use std::error::Error;

use zenpuku_lab::verdict::{read, table};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("expected the file of the figures")?;
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    let figures = read(&text).map_err(|(line, reason)| format!("{path}, line {line}: {reason}"))?;
    let mut papers: Vec<&str> = figures.iter().map(|figure| figure.paper.as_str()).collect();
    papers.dedup();
    for paper in papers {
        println!("[{paper}]\n\n{}", table(&figures, paper));
    }
    Ok(())
}
