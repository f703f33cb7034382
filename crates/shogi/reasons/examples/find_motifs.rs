//! Finds positions of each motif in games: for every move played, and the captures and drops that
//! were possible, what it gains and by what. Prints one JSON object a position.
//!
//! `find_motifs GAMES.jsonl STEP`: every STEP-th position of the games.

use zenpuku_shogi::{MoveList, Position};
use zenpuku_shogi_reasons::words::Explained;
use zenpuku_shogi_reasons::{Budget, Question, Reasoner};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: find_motifs GAMES.jsonl STEP")?;
    let step: usize = arguments.next().ok_or("usage: find_motifs GAMES.jsonl STEP")?.parse()?;
    let budget = Budget { reasons: 1, ..Budget::USUAL };
    let mut reasoner = Reasoner::default();
    let mut count = 0;
    for row in std::fs::read_to_string(path)?.lines() {
        let row: serde_json::Value = serde_json::from_str(row)?;
        let mut at = Position::from_sfen(row["sfen"].as_str().ok_or("no sfen")?)?;
        for text in row["moves"].as_str().ok_or("no moves")?.split_whitespace() {
            count += 1;
            if count % step == 0 {
                let mut list = MoveList::new();
                at.legal_moves(&mut list);
                for &mv in list.iter() {
                    let better = [mv];
                    let question = Question {
                        position: &at,
                        played: None,
                        better: &better,
                        reply: &[],
                        was_losing: false,
                    };
                    for reason in reasoner.reasons(&question, &budget)? {
                        let mut words = Explained::from(reason);
                        words.reason.proof.shorten();
                        println!("{}", serde_json::to_string(&words)?);
                    }
                }
            }
            let mv = at.read_usi(text)?;
            at.try_do_move(mv)?;
        }
    }
    Ok(())
}
