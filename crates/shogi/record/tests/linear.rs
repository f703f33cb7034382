//! Time grows linearly with the length of a file, for any shape.

use std::fmt::Write as _;
use std::time::Instant;
use zenpuku_shogi::{Setup, SetupRules};
use zenpuku_shogi_record::{Document, Format, NodeId, Record, Step, read, write};

/// A game of `plies` plies in which both kings step to and fro.
fn shuffle(plies: usize) -> Record {
    let mut record = Record::new(Setup::startpos());
    let mut position = Setup::startpos().position(SetupRules::Play).expect("start");
    let steps = ["5i5h", "5a5b", "5h5i", "5b5a"];
    let moves: Vec<_> = steps
        .iter()
        .map(|usi| {
            let mv = position.parse_usi(usi).expect("legal");
            position.do_move(mv);
            mv
        })
        .collect();
    let mut at = NodeId::ROOT;
    for ply in 0..plies {
        at = record.add(at, Step::Move(moves[ply % 4]));
        if ply % 10 == 0 {
            record.node_mut(at).add_comment("コメント");
        }
    }
    record
}

/// How many times longer the long input is than the short one.
const LONGER: usize = 16;

/// Does work on a short and a long input and gives both results. A linear
/// algorithm takes [`LONGER`] times the time for the long one, a quadratic one
/// the square of that; the limit is between them. Both are measured in turn, so
/// that a busy machine slows both down, and the best of ten pairs counts.
fn linear<I, T>(what: &str, inputs: &[I; 2], work: impl Fn(&I) -> T) -> [T; 2] {
    let timed = |input| {
        let start = Instant::now();
        (work(input), start.elapsed().as_secs_f64())
    };
    let limit = (LONGER * LONGER / 4) as f64;
    let mut best = f64::INFINITY;
    for _ in 0..10 {
        let [(short, short_time), (long, long_time)] = inputs.each_ref().map(timed);
        best = best.min(long_time / short_time);
        if best < limit {
            return [short, long];
        }
    }
    panic!("{what} takes {best:.0} times as long for an input {LONGER} times as long");
}

/// Writes and reads both documents in a format; gives the long one as it comes back.
fn there_and_back(documents: &[Document; 2], format: Format) -> Document {
    let written = linear(&format!("writing {format}"), documents, |document| {
        write(document, format, None).expect("can be written").bytes
    });
    let back = linear(&format!("reading {format}"), &written, |bytes| {
        read(bytes, Some(format)).expect("is read")
    });
    let [_, long] = back;
    long
}

fn read_kif(texts: &[String; 2]) -> [Document; 2] {
    linear("reading", texts, |text| read(text.as_bytes(), Some(Format::Kif)).expect("is read"))
}

#[test]
fn games_of_sixty_thousand_moves_cost_no_more_a_move() {
    let documents = [60_000 / LONGER, 60_000].map(|plies| Document::new(vec![shuffle(plies)]));
    for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf, Format::Usi] {
        let back = there_and_back(&documents, format);
        assert_eq!(back.records[0].main_line().count(), 60_000, "{format}");
        assert_eq!(back.warnings, [], "{format}");
    }
}

/// Each variation branches off the previous one: the deepest nesting.
#[test]
fn deep_nests_of_variations_cost_no_stack() {
    let documents = read_kif(&[20_000 / LONGER, 20_000].map(nested_kif));
    let record = &documents[1].records[0];
    assert_eq!(record.lines().count(), 20_001);
    for format in [Format::Kif, Format::Ki2, Format::Jkf] {
        let back = there_and_back(&documents, format);
        assert_eq!(back.records[0].len(), record.len(), "{format}");
    }
}

/// `変化：N手` for N = 2, 3, ...: each continues the one before.
fn nested_kif(depth: usize) -> String {
    // Ply 1 and 3 mod 4 are Black's king, each line makes two moves.
    let there = ["５八玉(59)", "５二玉(51)", "５九玉(58)", "５一玉(52)"];
    let mut text = String::from("手合割：平手\n");
    for (ply, mv) in (1..=2).zip(there) {
        let _ = writeln!(text, "{ply} {mv}");
    }
    for ply in 2..depth + 2 {
        let _ = writeln!(text, "変化：{ply}手");
        for ply in ply..ply + 2 {
            let _ = writeln!(text, "{ply} {}", there[(ply - 1) % 4]);
        }
    }
    text
}

/// One position with very many variations.
#[test]
fn siblings_are_cheap() {
    let documents = read_kif(&[200_000 / LONGER, 200_000].map(|count| {
        format!("手合割：平手\n1 ７六歩(77)\n{}", "変化：1手\n1 ２六歩(27)\n".repeat(count))
    }));
    for format in [Format::Kif, Format::Ki2, Format::Jkf] {
        let back = there_and_back(&documents, format);
        assert_eq!(back.records[0].lines().count(), 200_001, "{format}");
    }
}

/// Variations that jump to and fro between the two ends of a long game.
#[test]
fn jumps_are_cheap() {
    let documents = read_kif(&[10_000 / LONGER, 10_000].map(jumping_kif));
    assert_eq!(documents[1].records[0].lines().count(), 10_001);
    let written = linear("writing", &documents, |document| write(document, Format::Kif, None));
    assert!(written.iter().all(Result::is_ok));
}

/// A game of `plies` plies with as many variations, at its end and at its start in turn.
fn jumping_kif(plies: usize) -> String {
    let mut text = String::from("手合割：平手\n");
    let there = ["５八玉(59)", "５二玉(51)", "５九玉(58)", "５一玉(52)"];
    for ply in 1..=plies {
        let _ = writeln!(text, "{ply} {}", there[(ply - 1) % 4]);
    }
    // Black moves there, from the start position.
    let last = plies - 1 - (plies % 2);
    for _ in 0..plies / 2 {
        let _ = write!(text, "変化：{last}手\n{last} ７六歩(77)\n変化：2手\n2 ３四歩(33)\n");
    }
    text
}
