//! Words of USI in every wrong order: the engine must survive and answer each `go` once.

use std::time::Duration;

use zenpuku_protocol::usi::EngineMessage;

use crate::gui::Gui;

const FIRST: [&str; 12] = [
    "go",
    "go",
    "go",
    "go mate",
    "stop",
    "ponderhit",
    "isready",
    "position",
    "position startpos moves",
    "setoption name",
    "gameover",
    "usinewgame",
];

const WORDS: [&str; 36] = [
    "startpos",
    "sfen",
    "moves",
    "7g7f",
    "3c3d",
    "8h2b+",
    "0z0z",
    "P*5e",
    "infinite",
    "ponder",
    "mate",
    "btime",
    "wtime",
    "byoyomi",
    "binc",
    "100",
    "7",
    "-5",
    "99999999999999999999",
    "depth",
    "nodes",
    "movetime",
    "searchmoves",
    "name",
    "value",
    "MultiPV",
    "USI_Hash",
    "Threads",
    "2",
    "true",
    "Clear_Hash",
    "全幅",
    "win",
    "\t",
    "w - 1",
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL",
];

/// A linear congruential generator, so that a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len() as u64) as usize]
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

fn is_answer(message: &EngineMessage) -> bool {
    matches!(message, EngineMessage::BestMove(_) | EngineMessage::Checkmate(_))
}

#[test]
fn every_go_in_a_hail_of_words_is_answered_once() {
    for seed in [1, 2, 3] {
        let mut dice = Dice(seed);
        let mut gui = Gui::started();
        let (mut asked, mut answered) = (0, 0);
        for _ in 0..400 {
            let mut line = dice.pick(&FIRST).to_owned();
            for _ in 0..dice.below(7) {
                line.push(' ');
                line.push_str(dice.pick(&WORDS));
            }
            asked += usize::from(line.starts_with("go"));
            gui.send(&line);
            if dice.below(4) == 0 {
                answered +=
                    gui.hear(Duration::from_millis(2)).iter().filter(|m| is_answer(m)).count();
            }
        }
        gui.send("usinewgame");
        // One answer to each question so far, regardless of the last one.
        gui.send("usi");
        answered += gui.wait("usiok").iter().filter(|m| is_answer(m)).count();
        assert_eq!(answered, asked, "seed {seed}");
        gui.quit();
    }
}
