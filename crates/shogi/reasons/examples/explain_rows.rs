//! Finds the reasons for moves of which the lines are known, without a search. Reads one JSON object a
//! line (`sfen`, `move`, `better` and `reply` as lists of moves, `was_losing`) and prints one a line:
//! the reasons, and the time they took in microseconds.
//!
//! `explain_rows < ROWS.jsonl`

use std::io::BufRead;
use std::time::Instant;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_reasons::words::Explained;
use zenpuku_shogi_reasons::{Budget, Question, Reasoner};

#[derive(serde::Deserialize)]
struct Row {
    sfen: String,
    /// A move from `sfen` to the position of the question.
    last: Option<String>,
    #[serde(rename = "move")]
    played: String,
    #[serde(default)]
    better: Vec<String>,
    #[serde(default)]
    reply: Vec<String>,
    #[serde(default)]
    was_losing: bool,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut reasoner = Reasoner::default();
    for line in std::io::stdin().lock().lines() {
        let row: Row = serde_json::from_str(&line?)?;
        let mut position = Position::from_sfen(&row.sfen)?;
        if let Some(last) = &row.last {
            let last = position.read_usi(last)?;
            position.do_move(last);
        }
        let played = position.read_usi(&row.played)?;
        let mut after = position.clone();
        after.do_move(played);
        let question = Question {
            position: &position,
            played: Some(played),
            better: &moves(&position, &row.better)?,
            reply: &moves(&after, &row.reply)?,
            was_losing: row.was_losing,
            book: &[],
        };
        let start = Instant::now();
        let reasons = reasoner.reasons(&question, &Budget::USUAL)?;
        let micros = start.elapsed().as_micros();
        let reasons: Vec<Explained> = reasons.into_iter().map(Explained::from).collect();
        println!("{}", serde_json::json!({ "reasons": reasons, "micros": micros }));
    }
    Ok(())
}

/// The moves of a line, played one after the other.
fn moves(start: &Position, line: &[String]) -> Result<Vec<Move>, Box<dyn std::error::Error>> {
    let mut at = start.clone();
    let mut read = Vec::with_capacity(line.len());
    for text in line {
        let mv = at.read_usi(text)?;
        at.try_do_move(mv)?;
        read.push(mv);
    }
    Ok(read)
}
