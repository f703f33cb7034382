//! Matches of the built-in engine against itself, over an app without a network.

use super::live::Follower;
use super::*;
use crate::document::{Document, open_all};
use crate::jobs::{End, Jobs, Work};
use crate::protocol::{ErrorCode, JobState, LibraryQuery, MatchesRequest, Reply};
use crate::protocol::{MatchOpenings, ServerMessage};
use crate::storage::{Added, GameEntry};
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;
use zenpuku_arena::adjudication::Adjudication;
use zenpuku_arena::clock::TimeControl;
use zenpuku_arena::game::{Ending, GameRecord, GameRules, Moment, play_watched};
use zenpuku_arena::player::{Action, Answer, Player, PlayerError, Turn};
use zenpuku_arena::spectator::{Fixture, Spectator};
use zenpuku_arena::sprt::{Sprt, Verdict};
use zenpuku_shogi::Position;

fn setup(games: u32) -> MatchSetup {
    let time = TimeControl::Nodes(60);
    MatchSetup { players: vec![0, 0], games, time, concurrency: 1, seed: 7, sprt: None }
}

/// The app's parts over a folder, with a worker that plays.
struct Scene {
    state: Arc<AppState>,
    jobs: Arc<Jobs>,
    matches: Arc<Matches>,
    workers: Vec<std::thread::JoinHandle<()>>,
}

impl Scene {
    fn open(folder: &Path) -> Self {
        let state = AppState::for_test(folder);
        let jobs = Arc::new(Jobs::open(Arc::clone(&state)).unwrap());
        let matches = Arc::new(Matches::new(Arc::clone(&state)));
        let playing = Arc::clone(&matches);
        let workers = jobs.start_workers(move |running, work| match work {
            Work::Match { id } => playing.run(running, id),
            _ => End::Done,
        });
        Self { state, jobs, matches, workers: workers.unwrap() }
    }

    fn ask(&self, request: MatchesRequest) -> AppResult<Reply> {
        let connection = self.state.connect().unwrap();
        carry_out(&self.matches, &self.jobs, &connection, request)
    }

    /// Puts a game into the library.
    fn keep(&self, text: &str) -> i64 {
        let tree = open_all(text.as_bytes(), "game").unwrap().remove(0);
        let entry = GameEntry::of(&Document::new(0, "game", tree), "game").unwrap();
        match self.state.storage.write(|db| entry.add(db)).unwrap() {
            Added::New(game) => game,
            Added::Duplicate(_) => panic!("it is there already"),
        }
    }

    fn start(&self, setup: MatchSetup) -> MatchState {
        match self.ask(MatchesRequest::Start { setup, openings: MatchOpenings::BuiltIn }).unwrap() {
            Reply::Match { state } => *state,
            other => panic!("{other:?}"),
        }
    }

    /// Waits until `done` says so of the job.
    fn wait(&self, job: u32, done: impl Fn(JobState, u32) -> bool) {
        for _ in 0..6_000 {
            let infos = self.jobs.infos();
            let info = infos.iter().find(|info| info.job == job).unwrap();
            if done(info.state, info.done) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the job does not get there");
    }

    fn close(self) {
        self.state.stopping.stop();
        self.jobs.stop();
        self.workers.into_iter().for_each(|worker| worker.join().unwrap());
    }
}

#[test]
fn a_match_is_played_rated_kept_and_in_the_library() {
    let folder = tempfile::tempdir().unwrap();
    let scene = Scene::open(folder.path());
    let started = scene.start(setup(4));
    assert_eq!(started.names, ["Zenpuku", "Zenpuku 2"]);
    scene.wait(started.job.unwrap(), |state, _| state == JobState::Done);
    let state = scene.matches.state_of(started.id).unwrap();
    assert_eq!((state.played, state.total), (4, 4));
    let results: u32 = state.standings.iter().map(|row| row.wins + row.draws + row.losses).sum();
    assert_eq!(results + 2 * state.repeated, 8, "each game counts for two players");
    let library = scene.state.storage.library_search(&LibraryQuery::default()).unwrap();
    assert_eq!(library.games.len(), 4 - state.repeated as usize);
    let Reply::MatchGames { games } = scene.ask(MatchesRequest::Games { id: 1 }).unwrap() else {
        panic!("no games")
    };
    assert_eq!(games.len(), 4);
    assert!(matches!(
        scene.ask(MatchesRequest::Open { id: 1, game: 3 }),
        Ok(Reply::Document { document }) if document.info.plies == games[3].plies
    ));
    assert_eq!(
        scene.ask(MatchesRequest::Open { id: 1, game: 4 }).unwrap_err().code,
        ErrorCode::NotFound
    );
    scene.close();
    let again = Scene::open(folder.path());
    let known = again.matches.state_of(1).unwrap();
    assert_eq!(known, MatchState { job: None, ..state });
    assert_eq!(again.ask(MatchesRequest::Delete { id: 1 }).unwrap(), Reply::Ok);
    assert_eq!(again.matches.state_of(1).unwrap_err().code, ErrorCode::NotFound);
    again.close();
}

#[test]
fn a_match_that_was_stopped_and_cut_off_comes_out_the_same() {
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let whole = Scene::open(one.path());
    let started = whole.start(setup(6));
    whole.wait(started.job.unwrap(), |state, _| state == JobState::Done);

    let scene = Scene::open(other.path());
    let started = scene.start(setup(6));
    let job = started.job.unwrap();
    scene.wait(job, |_, done| done >= 2);
    assert_eq!(
        scene.ask(MatchesRequest::Delete { id: 1 }).unwrap_err().code,
        ErrorCode::WrongState
    );
    scene.jobs.cancel(job).unwrap();
    scene.wait(job, |state, _| matches!(state, JobState::Cancelled | JobState::Done));
    scene.close();
    // A crash in the middle of a line.
    let file = other.path().join("matches/1.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    let first_pair = text.lines().take(2).map(str::len).sum::<usize>() + 2;
    std::fs::write(&file, &text[..first_pair.min(text.len()) - 5]).unwrap();

    let scene = Scene::open(other.path());
    let Reply::Match { state } = scene.ask(MatchesRequest::Resume { id: 1 }).unwrap() else {
        panic!("no match")
    };
    scene.wait(state.job.unwrap(), |state, _| state == JobState::Done);
    let games = |scene: &Scene| scene.matches.read(1, |one| one.games.clone()).unwrap();
    assert_eq!(games(&scene), games(&whole));
    scene.close();
    whole.close();
}

/// Bounds so near that few pairs decide.
const TEST: Sprt = Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.1, beta: 0.1 };

#[test]
fn a_test_ends_the_match_and_is_kept_over_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let scene = Scene::open(folder.path());
    let started = scene.start(MatchSetup { sprt: Some(TEST), ..setup(200) });
    assert_eq!(started.sprt.unwrap().verdict, Verdict::Continue);
    scene.wait(started.job.unwrap(), |state, _| state == JobState::Done);
    let state = scene.matches.state_of(1).unwrap();
    assert!(state.finished && state.played < 200, "{state:?}");
    assert_ne!(state.sprt.unwrap().verdict, Verdict::Continue);
    scene.close();
    // Without its last pair it is open again, and comes out the same.
    let file = folder.path().join("matches/1.jsonl");
    let text = std::fs::read_to_string(&file).unwrap();
    let kept: Vec<&str> = text.lines().collect();
    std::fs::write(&file, kept[..kept.len() - 1].join("\n") + "\n").unwrap();
    let again = Scene::open(folder.path());
    let cut = again.matches.state_of(1).unwrap();
    assert!(!cut.finished && cut.sprt.unwrap().verdict == Verdict::Continue, "{cut:?}");
    let Reply::Match { state: resumed } = again.ask(MatchesRequest::Resume { id: 1 }).unwrap()
    else {
        panic!("no match")
    };
    again.wait(resumed.job.unwrap(), |state, _| state == JobState::Done);
    assert_eq!(again.matches.state_of(1).unwrap(), MatchState { job: resumed.job, ..state });
    again.close();
}

#[test]
fn a_match_begins_from_the_lines_of_the_user() {
    let folder = tempfile::tempdir().unwrap();
    let scene = Scene::open(folder.path());
    let text = "# two lines\nstartpos moves 7g7f 3c3d\n\
                lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/7R1/LNSGKGSNL w - 1";
    let request = |text: &str| MatchesRequest::Start {
        setup: setup(4),
        openings: MatchOpenings::Lines { text: text.to_owned() },
    };
    let bad = scene.ask(request("startpos\nstartpos moves 7g7f 7g7f")).unwrap_err();
    assert_eq!(bad.message, "openings, line 2: move 2 (7g7f) is not legal");
    assert!(scene.matches.states().is_empty());
    let Reply::Match { state } = scene.ask(request(text)).unwrap() else { panic!("no match") };
    assert_eq!(state.openings, Some(2));
    scene.wait(state.job.unwrap(), |state, _| state == JobState::Done);
    let (_, played) = scene.matches.store.read(1).unwrap();
    let games = played.iter().flat_map(|played| &played.games.games);
    let plies: BTreeSet<usize> = games.map(|game| game.opening_plies).collect();
    assert_eq!(plies, BTreeSet::from([0, 2]));
    scene.close();
    let again = Scene::open(folder.path());
    assert_eq!(again.matches.state_of(1).unwrap().openings, Some(2));
    again.close();
}

#[test]
fn a_match_begins_from_games_of_the_library() {
    let folder = tempfile::tempdir().unwrap();
    let scene = Scene::open(folder.path());
    let files = ["position startpos moves 7g7f 3c3d 2g2f 8c8d", "startpos moves 7g7f 3c3d 6g6f"];
    let games: Vec<i64> = files.into_iter().map(|text| scene.keep(text)).collect();
    let request = |games: &[i64], plies| MatchesRequest::Start {
        setup: setup(2),
        openings: MatchOpenings::Games { games: games.to_vec(), plies },
    };
    let refused = |games: &[i64], plies| scene.ask(request(games, plies)).unwrap_err().message;
    assert!(refused(&games, 40).contains("more than 40 moves"));
    assert!(refused(&[77], 2).contains("library game 77"));
    assert!(refused(&games, 0).contains("moves of an opening"));
    assert!(refused(&[], 2).contains("number of games"));
    // Two games that begin alike are one line; the longer line leaves the shorter game out.
    for plies in [2, 4] {
        let Reply::Match { state } = scene.ask(request(&games, plies)).unwrap() else {
            panic!("no match")
        };
        assert_eq!(state.openings, Some(1));
        scene.wait(state.job.unwrap(), |state, _| state == JobState::Done);
        let (_, played) = scene.matches.store.read(state.id).unwrap();
        assert_eq!(played[0].games.games[0].opening_plies, plies as usize);
    }
    scene.close();
}

/// The seats of the followed game.
const FIXTURE: Fixture = Fixture { number: 1, players: [1, 0] };

/// Follows a short game between two players who resign after some moves.
fn follow_a_game(scene: &Scene, seen: impl Fn(&Scene, usize)) -> GameRecord {
    struct Short;
    impl Player for Short {
        fn new_game(&mut self) -> Result<(), PlayerError> {
            Ok(())
        }

        fn think(&mut self, turn: Turn<'_>) -> Result<Answer, PlayerError> {
            let moves = ["7g7f", "3c3d", "2g2f"];
            let action = moves.get(turn.moves.len()).map(|&usi| Action::Play(usi.to_owned()));
            let action = action.unwrap_or(Action::Resign);
            let spent = Duration::from_millis(700);
            Ok(Answer { action, score: Some(30), depth: None, nodes: None, spent })
        }
    }
    let time = TimeControl::Clock { main: 5_000, byoyomi: 0, increment: 200 };
    let rules = GameRules::even(time, 320, Adjudication::OFF);
    let follower = Follower { games: &scene.matches.live, id: 3 };
    let mut watch = |now: &Moment<'_>| {
        follower.moment(FIXTURE, now);
        seen(scene, now.turn.moves.len());
    };
    let (mut one, mut other) = (Short, Short);
    let mut sides: [&mut dyn Player; 2] = [&mut one, &mut other];
    let record = play_watched(&Position::startpos(), &[], &mut sides, &rules, &mut watch).unwrap();
    follower.ended(FIXTURE, &record);
    record
}

#[test]
fn a_game_is_followed_until_its_pair_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let scene = Scene::open(folder.path());
    let record = follow_a_game(&scene, |scene, ply| {
        let [game] = &scene.matches.live.of(3)[..] else { panic!("one game") };
        assert_eq!((game.moves.len(), game.scores.len(), game.game), (ply, ply, 1));
        assert_eq!((game.black, game.white, game.result.as_ref()), (1, 0, None));
        let spent = |moves: usize| 5_000 - 500 * moves as u64;
        assert_eq!(game.clocks, Some([spent(ply.div_ceil(2)), spent(ply / 2)]));
    });
    let [game] = &scene.matches.live.of(3)[..] else { panic!("one game") };
    assert_eq!(game.scores, [Some(30), Some(-30), Some(30)]);
    let result = game.result.as_ref().unwrap();
    assert_eq!((result.winner, result.ending, result.plies), (Some(1), Ending::Resignation, 3));
    assert_eq!(scene.matches.live.record(3, 1), Some(([1, 0], record)));
    assert!(scene.matches.live.of(2).is_empty() && scene.matches.live.of(4).is_empty());
    scene.matches.live.forget(3, [FIXTURE, FIXTURE]);
    assert!(scene.matches.live.of(3).is_empty());
    follow_a_game(&scene, |_, _| ());
    scene.matches.live.forget_all(3);
    assert!(scene.matches.live.of(3).is_empty());
    scene.close();
}

#[test]
fn only_who_watches_a_match_receives_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let scene = Scene::open(folder.path());
    let connect = |id: Option<u32>| {
        let connection = scene.state.connect().unwrap();
        let watch = MatchesRequest::Watch { id };
        let reply = carry_out(&scene.matches, &scene.jobs, &connection, watch).unwrap();
        assert_eq!(reply, Reply::MatchLiveGames { games: Vec::new() });
        connection
    };
    let (mine, other, nobody) = (connect(Some(3)), connect(Some(4)), connect(None));
    follow_a_game(&scene, |_, _| ());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let text = runtime.block_on(mine.outbox.next());
    let ServerMessage::Event { event: Event::MatchLive { game } } =
        serde_json::from_str(&text).unwrap()
    else {
        panic!("{text}")
    };
    // The newest state replaces those that were not sent.
    assert_eq!((game.id, game.moves.len(), game.result.is_some()), (3, 3, true));
    for connection in [other, nobody] {
        let wait = Duration::from_millis(1);
        let next =
            runtime.block_on(async { tokio::time::timeout(wait, connection.outbox.next()).await });
        assert!(next.is_err(), "{next:?}");
    }
    scene.close();
}

#[test]
fn what_cannot_be_played_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let scene = Scene::open(folder.path());
    let refused = |setup: MatchSetup| {
        scene.ask(MatchesRequest::Start { setup, openings: MatchOpenings::BuiltIn }).unwrap_err()
    };
    assert!(refused(MatchSetup { games: 3, ..setup(2) }).message.contains("even number"));
    assert!(refused(MatchSetup { players: vec![0], ..setup(2) }).message.contains("players"));
    assert!(refused(MatchSetup { players: vec![0, 9], ..setup(2) }).message.contains("engine 9"));
    assert!(refused(MatchSetup { concurrency: 0, ..setup(2) }).message.contains("at a time"));
    let none = MatchSetup { time: TimeControl::Nodes(0), ..setup(2) };
    assert_eq!(refused(none).code, ErrorCode::BadValue);
    let tested = |players: Vec<u32>, sprt| MatchSetup { players, sprt: Some(sprt), ..setup(2) };
    assert!(refused(tested(vec![0, 0, 0], TEST)).message.contains("two players"));
    let turned = Sprt { elo1: -1.0, ..TEST };
    assert_eq!(refused(tested(vec![0, 0], turned)).message, "SPRT: ELO0 must be below ELO1");
    assert!(scene.matches.states().is_empty());
    scene.close();
}
