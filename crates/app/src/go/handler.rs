//! The room of Go endgames: reading, writing, playing, solving.

use super::review::{self, review};
use super::status::{self, status};
use super::write::write;
use crate::errors::{AppResult, error, in_range};
use crate::protocol::{
    ErrorCode, GoAnswer, GoCandidate, GoLocalMove, GoPosition, GoRecord, GoRegion, GoRequest,
    GoSolution, GoStep, GoUnsolved, Reply, Side,
};
use crate::state::AppState;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use zenpuku_go::sgf::{Change, SgfGame};
use zenpuku_go::{
    AnyBoard, Color, Game, HalfPoints, IllegalPlay, Move, PointSet as _, Rules, Setup, Size, Wide,
};
use zenpuku_go_endgame::SolveOptions;
use zenpuku_go_endgame::outcome::{Outcome, Region, false_eyes, outcome};

/// Longest line that is played at once.
const MAX_MOVES: usize = 400;
/// Steps of a game that are told, and moves that are written.
pub(super) const MAX_STEPS: usize = 1_000;
/// A diagram of 19x19 with coordinates and blanks has fewer bytes.
const MAX_DIAGRAM: usize = 4_000;
/// Memory of one search, in bytes.
const TABLE_BYTES: usize = 32 << 20;

pub(crate) fn carry_out(
    state: &AppState,
    request: GoRequest,
    stop: &Arc<AtomicBool>,
) -> AppResult<Reply> {
    match request {
        GoRequest::Read { sgf } => Ok(Reply::GoRecord { record: read(&sgf)? }),
        GoRequest::Write { line } => Ok(Reply::GoWritten { sgf: write(&line)? }),
        GoRequest::Play { position, rules, moves } => play(&position, &rules, &moves),
        GoRequest::Status { position, rules, komi, finished, alive, dead } => {
            let (position, rules) = (&position, rules.as_str());
            let (alive, dead) = (alive.as_slice(), dead.as_slice());
            status(state, &status::Question { position, rules, komi, finished, alive, dead }, stop)
        }
        GoRequest::Review { positions, moves, first, rules } => {
            let (positions, moves) = (positions.as_slice(), moves.as_slice());
            let rules = rules.as_str();
            review(state, &review::Question { positions, moves, first, rules }, stop)
        }
        GoRequest::Solve { position, rules, seconds } => {
            in_range("seconds", seconds, 1, 3_600)?;
            let deadline = Instant::now() + Duration::from_secs(u64::from(seconds));
            solve(state, &position, &rules, deadline, stop)
        }
    }
}

fn bad_record(failed: impl std::fmt::Display) -> crate::protocol::ErrorBody {
    error(ErrorCode::BadRecord, format!("SGF: {failed}"))
}

/// The main line.
fn read(sgf: &str) -> AppResult<GoRecord> {
    let game = SgfGame::parse(sgf).map_err(bad_record)?;
    let rules = game.rules.as_deref().and_then(|name| name.parse::<Rules>().ok());
    let [black, white] = game.players.clone().map(Option::unwrap_or_default);
    let komi = game.komi.map(|_| game.with_komi(rules.unwrap_or(Rules::JAPANESE)).komi.to_f64());
    let odd = game.warnings.iter().chain(&game.illegal_moves()).map(ToString::to_string).collect();
    Ok(GoRecord {
        name: game.name.clone().unwrap_or_default(),
        rules: rules.and_then(|rules| rules.name()).map(str::to_owned),
        black,
        white,
        komi,
        finished: game.is_finished(rules.unwrap_or(Rules::JAPANESE).scoring),
        moves: game.moves().count() as u32,
        steps: steps(&game)?,
        warnings: odd,
    })
}

/// The last positions of the main line.
fn steps(game: &SgfGame) -> AppResult<Vec<GoStep>> {
    let positions = game.positions(MAX_STEPS).map_err(bad_record)?;
    let first = game.steps.len() - positions.len();
    let name = |change: Change| match change {
        Change::Move(_, mv) => Some(game.size.move_name(mv)),
        Change::Edit { .. } => None,
    };
    let steps = game.steps[first..].iter().zip(&positions);
    let mut told: Vec<GoStep> = steps
        .map(|(step, setup)| GoStep { mv: name(step.change), position: position_of(setup) })
        .collect();
    // A game that begins with a move begins from what is before it.
    if first == 0 && told.first().is_none_or(|step| step.mv.is_some()) {
        let position = position_of(&game.position(0).map_err(bad_record)?);
        told.insert(0, GoStep { mv: None, position });
    }
    Ok(told)
}

pub(super) fn rules_of(name: &str) -> AppResult<Rules> {
    let rules: Rules = name.parse().map_err(|failed: zenpuku_go::UnknownRules| {
        error(ErrorCode::BadValue, failed.to_string())
    })?;
    Ok(rules.with_komi(HalfPoints::whole(0)))
}

pub(super) const fn color_of(side: Side) -> Color {
    match side {
        Side::Black => Color::Black,
        Side::White => Color::White,
    }
}

pub(super) const fn side_of(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}

pub(super) fn komi_of(komi: f64) -> AppResult<HalfPoints> {
    let unfit = || error(ErrorCode::BadValue, format!("komi is {komi}, but must be a score"));
    HalfPoints::from_f64(komi).ok_or_else(unfit)
}

pub(super) fn move_of(size: Size, name: &str) -> AppResult<Move> {
    let vertex = size.parse_vertex(name);
    let vertex = vertex.map_err(|failed| error(ErrorCode::BadValue, failed.to_string()))?;
    Ok(vertex.map_or(Move::Pass, Move::Play))
}

pub(super) fn setup_of(position: &GoPosition, rules: &Rules) -> AppResult<Setup> {
    let bad = |message: String| error(ErrorCode::BadPosition, message);
    if position.diagram.len() > MAX_DIAGRAM {
        return Err(bad(format!("a diagram has at most {MAX_DIAGRAM} bytes")));
    }
    let setup = Setup::from_diagram(&position.diagram).map_err(|failed| bad(failed.to_string()))?;
    let ko = match &position.ko {
        Some(vertex) => {
            setup.size.parse_vertex(vertex).map_err(|failed| bad(failed.to_string()))?
        }
        None => None,
    };
    let setup =
        Setup { ko, prisoners: position.prisoners, ..setup.with_to_move(color_of(position.turn)) };
    // Whatever asks next meets a possible board.
    setup.board::<Wide>(rules.suicide).map_err(|failed| bad(failed.to_string()))?;
    Ok(setup)
}

fn position_of(setup: &Setup) -> GoPosition {
    GoPosition {
        diagram: setup.to_diagram(),
        turn: side_of(setup.to_move),
        ko: setup.ko.map(|point| setup.size.vertex(point)),
        prisoners: setup.prisoners,
    }
}

/// The positions along a line; the given one is the first of the game.
fn play(position: &GoPosition, rules: &str, moves: &[String]) -> AppResult<Reply> {
    if moves.len() > MAX_MOVES {
        let message = format!("a line has at most {MAX_MOVES} moves");
        return Err(error(ErrorCode::TooLarge, message));
    }
    let rules = rules_of(rules)?;
    let setup = setup_of(position, &rules)?;
    let board: AnyBoard = setup
        .board(rules.suicide)
        .map_err(|failed| error(ErrorCode::BadPosition, failed.to_string()))?;
    let mut game = Game::new(board, rules);
    let mut positions = Vec::with_capacity(moves.len());
    for text in moves {
        let illegal = |why: String| error(ErrorCode::IllegalMove, format!("{text}: {why}"));
        let vertex = setup.size.parse_vertex(text).map_err(|failed| illegal(failed.to_string()))?;
        let mv = vertex.map_or(Move::Pass, Move::Play);
        let played: Result<_, IllegalPlay> = game.play(mv);
        let _undo = played.map_err(|failed| illegal(failed.to_string()))?;
        positions.push(position_of(&game.board().setup()));
    }
    Ok(Reply::GoPlayed { positions })
}

fn solve(
    state: &AppState,
    position: &GoPosition,
    rules: &str,
    deadline: Instant,
    stop: &Arc<AtomicBool>,
) -> AppResult<Reply> {
    let rules = rules_of(rules)?;
    let setup = setup_of(position, &rules)?;
    let place = state.work_place(stop)?;
    let options = SolveOptions { table_bytes: TABLE_BYTES, ..SolveOptions::default() }
        .stopped_by(Arc::clone(&place.stop).into())
        .until(deadline);
    let begun = Instant::now();
    let bad = |failed: zenpuku_go::SetupError| error(ErrorCode::BadPosition, failed.to_string());
    let found = outcome(&setup, &rules, &options).map_err(bad)?;
    let struck = false_eyes(&setup, &rules).map_err(bad)?;
    let mut solution = solution(setup.size, &found, struck);
    solution.ms = begun.elapsed().as_millis() as u64;
    solution.stopped = place.stopped() || Instant::now() >= deadline;
    Ok(Reply::GoSolved { solution: Box::new(solution) })
}

pub(super) fn vertices(size: Size, points: Wide) -> Vec<String> {
    points.iter().map(|point| size.vertex(point)).collect()
}

fn solution(size: Size, found: &Outcome, struck: Wide) -> GoSolution {
    let regions = &found.regions;
    let unsolved = regions.unsolved.iter().map(|region| GoUnsolved {
        points: vertices(size, region.points),
        reason: region.reason.clone(),
        low: region.range.low,
        high: region.range.high,
    });
    GoSolution {
        first: Color::BOTH.map(|color| answer(size, found, color)),
        regions: regions.open.iter().map(|open| region(size, open)).collect(),
        unsolved: unsolved.collect(),
        safe: regions.safe.map(|points| vertices(size, points)),
        settled: regions.settled.map(|points| vertices(size, points)),
        false_eyes: vertices(size, struck),
        dame: vertices(size, regions.dame()),
        nodes: found.first.iter().map(|answer| answer.nodes).max().unwrap_or_default(),
        ms: 0,
        stopped: false,
    }
}

fn answer(size: Size, found: &Outcome, color: Color) -> GoAnswer {
    let answer = &found.first[color.index()];
    let names =
        |moves: &[Move]| -> Vec<String> { moves.iter().map(|&mv| size.move_name(mv)).collect() };
    let moves = answer.candidates.iter().map(|candidate| GoCandidate {
        mv: size.move_name(candidate.mv),
        score: candidate.score,
        loss: candidate.loss,
    });
    GoAnswer {
        low: answer.score.low,
        high: answer.score.high,
        status: answer.status.name().to_owned(),
        reason: answer.status.reason(),
        best: names(&found.best(color)),
        line: names(&answer.line),
        moves: moves.collect(),
    }
}

fn region(size: Size, region: &Region) -> GoRegion {
    let local = |best: &Option<(Move, String)>| {
        best.as_ref()
            .map(|(mv, count)| GoLocalMove { mv: size.move_name(*mv), count: count.clone() })
    };
    GoRegion {
        points: vertices(size, region.points),
        value: region.value.clone(),
        chilled: region.chilled.clone(),
        count: region.count.clone(),
        temperature: region.temperature.clone(),
        heat: region.temperature_number,
        kind: region.kind.name().to_owned(),
        protector: region.protector.map(side_of),
        moves: [local(&region.moves[0]), local(&region.moves[1])],
    }
}
