//! `lz-analyze` and `kata-analyze`: reports until the next line comes.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use zenpuku_go::{Color, Size};
use zenpuku_go_endgame::player::{Considered, Sampling, solved};
use zenpuku_go_status::Random;
use zenpuku_protocol::gtp::{Analysis, Response};

use super::game::{color, to_gtp};
use super::session::{Asked, Session};
use crate::output;

/// Moves in a report.
const MOST_MOVES: usize = 20;
/// Games after which sampling rests.
const MOST_GAMES: u32 = 200_000;

/// How long it may take to see whether anything is left to play for.
const BEGINNING: Duration = Duration::from_millis(500);

/// Streams reports and gives the line that ended them; `None` at the end of input.
pub(super) fn stream(
    session: &Session,
    asked: &Asked,
    lines: &Receiver<String>,
) -> anyhow::Result<Option<String>> {
    output::bytes(Response::stream_head(asked.id).as_bytes())?;
    let game = session.game();
    let player: Color = asked.request.color.map_or(game.board().to_move(), color);
    let interval = Duration::from_millis(u64::from(asked.request.interval.unwrap_or(50)) * 10);
    let interval = interval.clamp(Duration::from_millis(20), Duration::from_secs(3600));
    let seed = session.strength().seed;
    let is_fresh = |mv| game.is_fresh(player, mv);
    let turn = game.turn(player, &is_fresh);
    let mut sampling = Sampling::new(&turn, seed, Instant::now() + BEGINNING);
    let mut random = Random::new(seed);
    let exact = solved(&turn, &session.strength().proof());
    let end = loop {
        let begun = Instant::now();
        let moves = match &exact {
            Some(moves) => moves.clone(),
            None => {
                // Short slices, so that an input line is read promptly.
                let mut line = None;
                while begun.elapsed() < interval && line.is_none() {
                    let slice = Instant::now() + Duration::from_millis(20);
                    sampling.more(MOST_GAMES, slice, &mut random);
                    line = poll(lines, slice.saturating_duration_since(Instant::now()));
                }
                if let Some(ended) = line {
                    break ended;
                }
                sampling.considered()
            }
        };
        report(game.board().size(), asked, &moves)?;
        if let Some(ended) = poll(lines, interval.saturating_sub(begun.elapsed())) {
            break ended;
        }
    };
    output::bytes(b"\n")?;
    Ok(end)
}

/// A line, `Some(None)` at the end of input, or nothing within the time.
fn poll(lines: &Receiver<String>, time: Duration) -> Option<Option<String>> {
    match lines.recv_timeout(time) {
        Ok(line) => Some(Some(line)),
        Err(RecvTimeoutError::Disconnected) => Some(None),
        Err(RecvTimeoutError::Timeout) => None,
    }
}

fn report(size: Size, asked: &Asked, moves: &[Considered]) -> anyhow::Result<()> {
    if moves.is_empty() {
        return Ok(());
    }
    let analyses: Vec<Analysis> = moves
        .iter()
        .take(MOST_MOVES)
        .zip(0..)
        .map(|(considered, order)| Analysis {
            candidate: to_gtp(size, considered.mv),
            visits: considered.visits,
            win_rate: considered.win_rate,
            score_lead: considered.lead,
            order,
            line: considered.line.iter().map(|&mv| to_gtp(size, mv)).collect(),
        })
        .collect();
    output::line(Analysis::report(asked.request.dialect, &analyses))
}
