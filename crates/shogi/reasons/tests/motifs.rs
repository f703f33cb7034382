//! Positions where a motif must be named, and near misses where it must not.

use std::collections::BTreeMap;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_reasons::{Budget, Motif, Proof, Question, Reason, Role, reasons};

#[derive(serde::Deserialize)]
struct Row {
    motif: Motif,
    said: bool,
    sfen: String,
    /// A move from `sfen` to the position of the question, for motifs that depend on it.
    last: Option<String>,
    #[serde(rename = "move")]
    mv: String,
    /// For a move to be compared with a better one; else the move itself is explained.
    better: Option<String>,
    /// The answer to the move, for motifs of what it allows.
    reply: Option<String>,
    note: String,
}

fn rows() -> Vec<Row> {
    let text = include_str!("../../../../testdata/reasons/motifs.jsonl");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Rows that each motif needs of both kinds.
const LEAST: usize = 10;

#[test]
fn every_motif_has_enough_rows_of_both_kinds() {
    let mut counts: BTreeMap<Motif, [usize; 2]> = BTreeMap::new();
    for row in rows() {
        counts.entry(row.motif).or_default()[usize::from(row.said)] += 1;
    }
    let few: Vec<_> = counts.iter().filter(|(_, rows)| rows.iter().any(|&n| n < LEAST)).collect();
    assert!(few.is_empty(), "{few:?}");
    // Every motif but the catch-all for gains of no named shape.
    assert_eq!(counts.len(), 34);
}

fn ask(position: &Position, mv: Move, better: Option<Move>, reply: Option<Move>) -> Vec<Reason> {
    let line = [better.unwrap_or(mv)];
    let reply: Vec<Move> = reply.into_iter().collect();
    let question = Question {
        position,
        played: better.map(|_| mv),
        better: &line,
        reply: &reply,
        was_losing: false,
        book: &[],
    };
    reasons(&question, &Budget::USUAL).unwrap()
}

/// The position after a move, with its history.
fn played(mut position: Position, last: Option<Move>) -> Position {
    if let Some(last) = last {
        position.do_move(last);
    }
    position
}

#[test]
fn motifs_are_named_where_they_are_and_only_there() {
    let mut wrong = Vec::new();
    for row in rows() {
        let start = Position::from_sfen(&row.sfen).unwrap();
        let last = row.last.as_deref().map(|text| start.read_usi(text).unwrap());
        let position = played(start.clone(), last);
        let read = |text: &str| {
            position.read_usi(text).unwrap_or_else(|rule| panic!("{}: {text}: {rule}", row.sfen))
        };
        let (mv, better) = (read(&row.mv), row.better.as_deref().map(read));
        let reply = row.reply.as_deref().map(|text| {
            let mut next = position.clone();
            next.do_move(mv);
            next.read_usi(text).unwrap_or_else(|rule| panic!("{}: {text}: {rule}", row.sfen))
        });
        let [flip, mirror] =
            [Move::flip, Move::mirror].map(|turn| [Some(mv), better, reply].map(|mv| mv.map(turn)));
        let found = ask(&position, mv, better, reply);
        let turned = played(start.flipped(), last.map(Move::flip));
        let flipped = ask(&turned, flip[0].unwrap(), flip[1], flip[2]);
        let turned = played(start.mirrored(), last.map(Move::mirror));
        let mirrored = ask(&turned, mirror[0].unwrap(), mirror[1], mirror[2]);
        for found in [found, flipped, mirrored] {
            if found.iter().any(|reason| reason.motif == row.motif && !reason.is_plain_threat())
                != row.said
            {
                let named: Vec<_> = found
                    .iter()
                    .map(|reason| (reason.motif, reason.role, reason.line.clone()))
                    .collect();
                wrong.push(format!(
                    "{:?} {} {} {} ({}): {named:?}",
                    row.motif, row.said, row.sfen, row.mv, row.note
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

trait Plain {
    fn is_plain_threat(&self) -> bool;
}

impl Plain for Reason {
    /// A threat is no instance of the motif of what it threatens; some motifs are threats.
    fn is_plain_threat(&self) -> bool {
        let threatened = match &self.proof {
            Proof::Threat { motif, .. } => Some(*motif),
            _ => None,
        };
        threatened == Some(self.motif)
    }
}

/// The rook takes the silver on 55 unless it moves. A check in between only puts that off, so a move
/// that leaves the silver is no worse than the check for that reason.
#[test]
fn a_check_in_between_parries_nothing() {
    let position = Position::from_sfen("4r3k/9/9/9/4S4/9/9/7R1/K8 b - 1").unwrap();
    let roles = |better: &str| {
        let mv = |text: &str| position.read_usi(text).unwrap();
        let found = ask(&position, mv("9i8i"), Some(mv(better)), None);
        found.iter().map(|reason| reason.role).collect::<Vec<_>>()
    };
    assert_eq!(roles("5e4d"), [Role::Ignored]);
    assert!(!roles("2h1h").contains(&Role::Ignored));
}

/// The dragon takes the silver on 48 and then attacks another one, but the silver on 59 takes it.
#[test]
fn a_piece_that_hangs_threatens_nothing() {
    let sfen = "kng5+P/lsr6/ppgLp+B+P1p/1npPg4/1Bn2p3/1P2N4/P1PpPPP1P/1KSl1S1+r1/L1G1S4 w p 108";
    let position = Position::from_sfen(sfen).unwrap();
    let mv = |text: &str| position.read_usi(text).unwrap();
    let found = ask(&position, mv("P*3b"), Some(mv("2h4h")), None);
    assert!(!found.iter().any(Reason::is_threat), "{found:?}");
}
