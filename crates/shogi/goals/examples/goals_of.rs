//! Prints the goals of the side to move for each SFEN read from standard input:
//! `echo SFEN | cargo run -p zenpuku-shogi-goals --example goals_of`.

use std::io::BufRead;
use zenpuku_shogi::Position;
use zenpuku_shogi_goals::{GoalSet, Settings, explain};

fn main() {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        match Position::from_sfen(line.trim()) {
            Ok(position) => show(&position),
            Err(error) => eprintln!("{line}: {error}"),
        }
    }
}

fn show(position: &Position) {
    let settings = Settings::default();
    let mut goals = GoalSet::new(position.side_to_move());
    let start = std::time::Instant::now();
    goals.begin_turn(position, &[], &settings, &mut |_| 0);
    let taken = start.elapsed();
    let report = explain::report(&goals, position, &[], &settings);
    println!("{}  ({} us)", position.to_sfen(), taken.as_micros());
    for castle in report.standing.iter().chain(&report.castle) {
        println!("  castle {} {}/{}", castle.name.en, castle.have, castle.of);
    }
    for plan in &report.plans {
        let (words, moves) = (&plan.text, plan.moves.join(" "));
        println!("  plan  {} | {} | {moves}", words.en, words.ja);
    }
    for goal in &report.goals {
        let (words, next) = (&goal.text, goal.next.join(" "));
        println!("  {:5} {} | {} | {next}", goal.priority, words.en, words.ja);
    }
}
