//! The output scale of a YaneuraOu network, which its file does not contain.

use crate::bench_positions::BENCH_POSITIONS;
use std::path::Path;
use zenpuku_shogi::{MoveList, Position};
use zenpuku_shogi_eval::nnue::{Kernel, Network};

/// The file of options that YaneuraOu reads next to a network.
pub(crate) const OPTIONS_FILE: &str = "eval_options.txt";
/// The name of the option there.
const OPTION: &str = "FV_SCALE";
/// The range of the option, as in YaneuraOu.
const RANGE: core::ops::RangeInclusive<u32> = 1..=128;
/// Longest file of options that is believed, in bytes.
const LONGEST: u64 = 1 << 16;

/// The value in the file of options next to the network `path`, if present:
/// `option name FV_SCALE type spin default N`, `FV_SCALE N` or `FV_SCALE=N` on a line.
pub(crate) fn beside(path: &Path) -> Option<u32> {
    let path = path.with_file_name(OPTIONS_FILE);
    if std::fs::metadata(&path).ok()?.len() > LONGEST {
        return None;
    }
    said(&String::from_utf8_lossy(&std::fs::read(path).ok()?))
}

fn said(text: &str) -> Option<u32> {
    let value = |line: &str| {
        let line = line.replace('=', " ");
        let words: Vec<_> = line.split_whitespace().collect();
        let number = match words[..] {
            ["option", "name", OPTION, ref rest @ ..] => {
                *rest.iter().skip_while(|word| **word != "default").nth(1)?
            }
            [OPTION, number, ..] => number,
            _ => return None,
        };
        number.parse().ok().filter(|number| RANGE.contains(number))
    };
    text.lines().rev().find_map(value)
}

/// Values beyond this many centipawns are not compared: they say little about the scale.
const MOST: i32 = 1500;
/// A pawn is 90 there and 50 here.
const PAWNS: f64 = 90.0 / 50.0;

/// The scale with which the network's values spread as the built-in network's do, by least squares
/// over the positions of the signature and those one move later.
pub(crate) fn guess(network: &Network) -> u32 {
    let (built_in, kernel) = (Network::built_in(), Kernel::best());
    let (mut products, mut squares) = (0.0, 0.0);
    let mut add = |position: &Position| {
        let value = built_in.scale().centipawns(built_in.output(position, kernel));
        if value.abs() <= MOST {
            let value = f64::from(value) * PAWNS;
            products += value * f64::from(network.output(position, kernel));
            squares += value * value;
        }
    };
    let mut moves = MoveList::new();
    for mut position in BENCH_POSITIONS.iter().filter_map(|sfen| Position::from_sfen(sfen).ok()) {
        add(&position);
        position.legal_moves(&mut moves);
        for &mv in &moves {
            position.do_move(mv);
            add(&position);
            position.undo_move(mv);
        }
    }
    let scale = (products / f64::max(squares, 1.0)).round();
    (scale.clamp(1.0, 128.0) as u32).clamp(*RANGE.start(), *RANGE.end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_shogi_eval::nnue::OutputScale;

    #[test]
    fn options_beside_a_network_are_read() {
        assert_eq!(said("option name FV_SCALE type spin default 24 min 1 max 128\n"), Some(24));
        assert_eq!(said("Threads 4\r\nFV_SCALE 36\r\n"), Some(36));
        assert_eq!(said("FV_SCALE=20"), Some(20));
        for none in ["", "FV_SCALE", "FV_SCALE 0", "FV_SCALE many", "option name FV_SCALE"] {
            assert_eq!(said(none), None, "{none}");
        }
    }

    /// The built-in network's own output has 32 units a centipawn of 50 a pawn: as many as 17.8
    /// a centipawn of 90 a pawn.
    #[test]
    fn the_built_in_network_is_found_to_have_its_own_scale() {
        let built_in = Network::built_in();
        let OutputScale { numerator, denominator } = built_in.scale();
        let units = f64::from(denominator) / f64::from(numerator) / PAWNS;
        assert_eq!(f64::from(guess(&built_in)), units.round());
    }
}
