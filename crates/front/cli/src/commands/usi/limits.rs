//! From `go` to the limits of a search.

use std::time::Duration;

use zenpuku_protocol::usi::{Clock, GoCommand};
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_engine as engine;

/// The thinking time if its number is invalid, instead of an infinite search.
pub(super) const SHORT_THINK: Duration = Duration::from_secs(1);

/// The limits that `go` sets in `position`.
pub(super) fn limits(go: &GoCommand, position: &Position) -> engine::SearchLimits {
    let is_lost = !go.unreadable.is_empty() && go.is_unlimited() && !go.infinite;
    engine::SearchLimits {
        depth: go.depth,
        nodes: go.nodes,
        movetime: go.move_time.or(is_lost.then_some(SHORT_THINK)),
        clock: clock(&go.clock),
        infinite: go.infinite,
        ponder: go.ponder,
        search_moves: search_moves(go, position),
        ..engine::SearchLimits::default()
    }
}

/// The clocks, if any was sent; missing values are zero.
pub(super) fn clock(clock: &Clock) -> Option<engine::Clock> {
    let or_zero = |time: Option<Duration>| time.unwrap_or_default();
    (!clock.is_empty()).then(|| engine::Clock {
        time: [or_zero(clock.black_time), or_zero(clock.white_time)],
        increment: [or_zero(clock.black_increment), or_zero(clock.white_increment)],
        byoyomi: or_zero(clock.byoyomi),
    })
}

/// The clocks of `ponderhit` over those of `go ponder`.
pub(super) fn updated(old: &Clock, new: &Clock) -> Clock {
    Clock {
        black_time: new.black_time.or(old.black_time),
        white_time: new.white_time.or(old.white_time),
        byoyomi: new.byoyomi.or(old.byoyomi),
        black_increment: new.black_increment.or(old.black_increment),
        white_increment: new.white_increment.or(old.white_increment),
    }
}

fn search_moves(go: &GoCommand, position: &Position) -> Vec<Move> {
    go.search_moves.iter().filter_map(|usi| position.read_usi(usi.as_str()).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_protocol::usi::GuiCommand;

    fn read(line: &str) -> engine::SearchLimits {
        match GuiCommand::parse(line) {
            Ok(GuiCommand::Go(go)) => limits(&go, &Position::startpos()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_form_of_go_is_understood() {
        let ms = Duration::from_millis;
        assert_eq!(read("go infinite"), engine::SearchLimits::infinite());
        assert_eq!(read("go depth 5"), engine::SearchLimits::depth(5));
        assert_eq!(read("go nodes 7"), engine::SearchLimits::nodes(7));
        assert_eq!(read("go movetime 30"), engine::SearchLimits::movetime(ms(30)));
        assert!(read("go ponder").ponder && read("go ponder").clock.is_none());
        let clock = read("go btime 1 wtime 2 binc 3 winc 4").clock.unwrap();
        assert_eq!(clock.time, [ms(1), ms(2)]);
        assert_eq!((clock.increment, clock.byoyomi), ([ms(3), ms(4)], ms(0)));
        assert_eq!(read("go byoyomi 100").clock.unwrap().byoyomi, ms(100));
    }

    #[test]
    fn a_number_that_is_none_means_a_short_think() {
        for line in ["go btime 5m", "go movetime x", "go depth", "go ponder byoyomi ?"] {
            assert_eq!(read(line).movetime, Some(SHORT_THINK), "{line}");
        }
        assert_eq!(read("go btime 5m byoyomi 100").movetime, None, "the byoyomi is a limit");
        assert!(read("go infinite depth x").movetime.is_none(), "it was asked for");
    }

    #[test]
    fn illegal_search_moves_are_left_out() {
        assert_eq!(read("go infinite searchmoves 7g7f 7g7e 2g2f").search_moves.len(), 2);
    }

    #[test]
    fn ponderhit_replaces_what_it_names() {
        let ms = |n| Some(Duration::from_millis(n));
        let old = Clock { black_time: ms(1), byoyomi: ms(9), ..Clock::default() };
        let new = Clock { black_time: ms(5), white_time: ms(6), ..Clock::default() };
        let merged = Clock { black_time: ms(5), white_time: ms(6), byoyomi: ms(9), ..old };
        assert_eq!(updated(&old, &new), merged);
    }
}
