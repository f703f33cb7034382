//! Requests for analysis: live, single moves, whole games and their reports.

use super::{Analysis, judge, refute};
use crate::analysis_model::decisive;
use crate::document::read_game;
use crate::engine::{LiveOrder, LivePlace, MAX_LIVE, MAX_OUTSIDE};
use crate::errors::{AppResult, error, in_range, not_found};
use crate::jobs::Work;
use crate::position::position;
use crate::protocol::{
    AnalysisRequest, AnalysisTarget, Budget, ErrorCode, GameReport, JobInfo, RegisteredEngine,
    Reply,
};
use crate::state::{AppState, Connection, News, lock};
use std::collections::BTreeSet;
use std::collections::btree_map::Entry;
use std::sync::{Arc, Weak};
use zenpuku_shogi::{Position, SetupRules, Square};
use zenpuku_shogi_engine::SearchLimits;

/// Engines that one client may watch at the same time.
const MAX_SIDE_BY_SIDE: u32 = 4;

pub(crate) fn carry_out(
    analysis: &Analysis,
    connection: &Arc<Connection>,
    request: AnalysisRequest,
) -> AppResult<Reply> {
    let state = &analysis.state;
    match request {
        AnalysisRequest::Start { target, multi_pv, moves, engines } => {
            let engines = live_engines(state, &engines)?;
            start(state, connection, target, multi_pv, &moves, engines)
        }
        AnalysisRequest::Stop => {
            // Its memory and its place are free for another tab.
            lock(&connection.live).clear();
            // Updates of the analysis that was stopped count as late.
            connection.next_analysis();
            connection.outbox.forget_live();
            Ok(Reply::Ok)
        }
        AnalysisRequest::MoveJudge { sfen, usi, reasons } => {
            Ok(Reply::Verdict { verdict: judge(state, &sfen, &usi, reasons)? })
        }
        AnalysisRequest::MoveRefute { sfen, moves, need } => {
            Ok(Reply::Refuted { step: refute::refute(state, &sfen, &moves, need)? })
        }
        AnalysisRequest::MoveRefuteProof { sfen, moves } => {
            Ok(Reply::RefutedProof { proof: refute::proof(&sfen, &moves)? })
        }
        AnalysisRequest::Game { document, node, budget } => {
            Ok(Reply::Job { job: add_job(analysis, document, node, budget)? })
        }
        AnalysisRequest::ReportGet { document } => {
            Ok(Reply::Report { report: report(analysis, document)? })
        }
    }
}

/// The analysis of a document, without moves that were deleted since.
fn report(analysis: &Analysis, document: u32) -> AppResult<GameReport> {
    let stored = analysis.report(document)?;
    let mut report = stored.ok_or_else(|| not_found("analysis of document", document))?;
    let found = analysis.state.document(document)?;
    let found = lock(&found);
    let tree = found.tree()?;
    report.moves.retain(|mv| tree.is_attached(mv.node));
    report.document = document;
    // Not for stored results: older analyses have none, and moves may have been removed.
    report.decisive = decisive(&report);
    report.phases = tree.phases(report.moves.last().map_or(0, |mv| mv.node));
    Ok(report)
}

/// Puts the analysis of a whole game into the queue: of the main line without a node, with the
/// budget of the settings without one.
fn add_job(
    analysis: &Analysis,
    document: u32,
    node: Option<u32>,
    budget: Option<Budget>,
) -> AppResult<JobInfo> {
    let state = &analysis.state;
    let budget = checked(state, budget)?;
    let found = state.document(document)?;
    let found = lock(&found);
    let node = node.unwrap_or(0);
    if !found.tree()?.is_attached(node) {
        return Err(not_found("node", node));
    }
    found.tree()?.start.check(SetupRules::Play)?;
    let info = found.info();
    drop(found);
    let work = Work::Analyse { document, node, budget };
    analysis.jobs.add(work, info.title)
}

/// Puts the analysis of games of the library into the queue, as one job; none is no job.
pub(crate) fn add_games(
    analysis: &Analysis,
    games: &[i64],
    budget: Option<Budget>,
) -> AppResult<()> {
    let budget = checked(&analysis.state, budget)?;
    let Some(&first) = games.first() else { return Ok(()) };
    // The run passes over games that cannot be read; one of them must not keep the others from it.
    let title = read_game(&analysis.state, first).map(|read| read.0.title).unwrap_or_default();
    analysis.jobs.add(Work::Games { games: games.to_vec(), budget }, title)?;
    Ok(())
}

/// A budget within its limits, that of the settings without one.
fn checked(state: &AppState, budget: Option<Budget>) -> AppResult<Budget> {
    let budget = budget.unwrap_or_else(|| Budget::Time { ms: state.settings().analysis_ms });
    match budget {
        Budget::Time { ms } => in_range("ms", ms, 10, 600_000)?,
        Budget::Nodes { nodes } => in_range("nodes", nodes, 100, 1_000_000_000)?,
        Budget::Depth { plies } => in_range("plies", plies, 1, 60)?,
    }
    Ok(budget)
}

/// The position that a target names, and where the move before it ended.
fn target_position(
    state: &Arc<AppState>,
    target: &AnalysisTarget,
) -> AppResult<(Position, Option<Square>)> {
    let (Some(document), Some(node)) = (target.document, target.node) else {
        return Ok((position(&target.sfen)?, None));
    };
    let found = state.document(document)?;
    let found = lock(&found);
    let at = found.tree()?.attached(node).ok_or_else(|| not_found("node", node))?;
    if at.sfen != target.sfen {
        let message = format!("node {node} has the position {}", at.sfen);
        return Err(error(ErrorCode::Stale, message));
    }
    let last = at.last;
    let here = found.tree()?.position(node).ok_or_else(|| not_found("position of node", node))?;
    Ok((here, last))
}

fn start(
    state: &Arc<AppState>,
    connection: &Arc<Connection>,
    target: AnalysisTarget,
    multi_pv: Option<u32>,
    moves: &[String],
    engines: Vec<Option<RegisteredEngine>>,
) -> AppResult<Reply> {
    let multi_pv = multi_pv.unwrap_or_else(|| state.settings().multi_pv);
    in_range("multi_pv", multi_pv, 1, 10)?;
    let (position, last) = target_position(state, &target)?;
    zenpuku_shogi::Setup::from(&position).check(SetupRules::Play)?;
    let search_moves = moves.iter().map(|usi| position.read_usi(usi)).collect::<Result<_, _>>()?;
    let limits = SearchLimits { search_moves, ..SearchLimits::default() };
    let mut places = lock(&connection.live);
    let id = |engine: &Option<RegisteredEngine>| engine.as_ref().map_or(0, |one| one.engine);
    let wanted: Vec<u32> = engines.iter().map(id).collect();
    places.retain(|engine, _| wanted.contains(engine));
    for engine in wanted {
        if let Entry::Vacant(place) = places.entry(engine) {
            place.insert(live_place(state, connection, engine)?);
        }
    }
    let analysis = connection.next_analysis();
    connection.outbox.forget_live();
    let multi_pv = multi_pv as usize;
    for engine in engines {
        let (target, position, limits) = (target.clone(), position.clone(), limits.clone());
        if let Some(place) = places.get(&id(&engine)) {
            let order = LiveOrder { analysis, target, position, last, limits, multi_pv, engine };
            place.live.look(order);
        }
    }
    Ok(Reply::AnalysisStarted { analysis })
}

/// The engines that a request names; `None` is the built-in one.
fn live_engines(state: &AppState, ids: &[u32]) -> AppResult<Vec<Option<RegisteredEngine>>> {
    if ids.is_empty() {
        return Ok(vec![None]);
    }
    let ids: BTreeSet<u32> = ids.iter().copied().collect();
    in_range("engines", u32::try_from(ids.len()).unwrap_or(u32::MAX), 1, MAX_SIDE_BY_SIDE)?;
    let find = |id| if id == 0 { Ok(None) } else { state.engines.get(id).map(Some) };
    ids.into_iter().map(find).collect()
}

/// A place for live analysis by an engine.
fn live_place(
    state: &Arc<AppState>,
    connection: &Arc<Connection>,
    engine: u32,
) -> AppResult<LivePlace> {
    let listener = listener(state, connection);
    let (place, most) = match engine {
        0 => (state.pool.live(listener), MAX_LIVE),
        _ => (state.pool.live_outside(state.stopping.clone(), listener), MAX_OUTSIDE),
    };
    let place = place.map_err(|failed| {
        error(ErrorCode::Engine, format!("no thread for the analysis: {failed}"))
    })?;
    place.ok_or_else(|| {
        let message = format!("{most} live analyses run already; stop one in another tab");
        error(ErrorCode::Busy, message)
    })
}

/// Passes updates to the connection while it is open and subscribed, and records engine failures.
fn listener(state: &Arc<AppState>, connection: &Arc<Connection>) -> crate::engine::Listener {
    let state: Weak<AppState> = Arc::downgrade(state);
    let connection: Weak<Connection> = Arc::downgrade(connection);
    Arc::new(move |news| {
        if let (Some(fault), Some(state)) = (&news.fault, state.upgrade()) {
            state.engine_failed(news.engine(), fault);
        }
        if let Some(connection) = connection.upgrade()
            && connection.is_latest(news.analysis())
        {
            connection.outbox.newest(News::Live(news));
        }
    })
}
