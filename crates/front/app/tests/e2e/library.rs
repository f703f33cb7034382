//! The library.

use crate::client::{Client, TestServer};
use crate::jobs::finished;
use crate::records::{KIF, random_game};
use zenpuku_app::protocol::{
    AnalysisRequest, Budget, ErrorCode, Event, ImportReport, ImportSource, JobRequest, JobState,
    LibraryGame, LibraryMark, LibraryPage, LibraryQuery, LibraryQueued, LibraryRequest, Reply,
    ResultFilter, Source,
};

pub(crate) fn import(client: &mut Client, source: ImportSource) -> ImportReport {
    let info = match client.ask(LibraryRequest::Import { source }) {
        Reply::Job { job } => job,
        other => panic!("{other:?}"),
    };
    let done = if info.state == JobState::Done { info } else { finished(client, info.job) };
    assert_eq!(done.state, JobState::Done, "{}", done.message);
    done.import.expect("a report")
}

pub(crate) fn search(client: &mut Client, query: LibraryQuery) -> LibraryPage {
    match client.ask(LibraryRequest::Search { query }) {
        Reply::Library { page } => page,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_folder_of_300_files_is_imported_once() {
    let folder = tempfile::TempDir::new().expect("a folder");
    std::fs::create_dir(folder.path().join("below")).expect("a folder");
    for number in 0..300_u64 {
        // Every tenth file repeats the game before it.
        let seed = if number % 10 == 9 { number - 1 } else { number };
        let below = if number % 2 == 0 { "" } else { "below/" };
        let path = folder.path().join(format!("{below}{number}.sfen"));
        std::fs::write(path, random_game(seed + 1, 40)).expect("a file");
    }
    std::fs::write(folder.path().join("bad.kif"), b"\xff\xff\xff").expect("a file");
    std::fs::write(folder.path().join("notes.txt"), b"no record").expect("a file");
    let server = TestServer::start();
    let mut client = server.client();
    let path = folder.path().display().to_string();
    let source = ImportSource::Folder { path };
    let report = import(&mut client, source.clone());
    assert_eq!((report.added, report.duplicates, report.failed), (270, 30, 1));
    assert_eq!(report.failures[0].file, "bad.kif");
    let again = import(&mut client, source);
    assert_eq!((again.added, again.duplicates), (0, 300));
    assert_eq!(search(&mut client, LibraryQuery::default()).total, 270);
    let page = LibraryQuery { offset: 260, limit: 200, ..LibraryQuery::default() };
    assert_eq!(search(&mut client, page).games.len(), 10);
    match client.ask(LibraryRequest::Stats) {
        Reply::LibraryStats { stats } => assert_eq!(stats.games, 270),
        other => panic!("{other:?}"),
    }
    let start = zenpuku_shogi::STARTPOS.to_owned();
    match client.ask(LibraryRequest::Explorer { sfen: start, query: Box::default() }) {
        Reply::Explorer { page } => {
            assert_eq!(page.games, 270);
            // A game that comes back to the start position counts with both its moves.
            let played: u32 = page.moves.iter().map(|mv| mv.games).sum();
            assert!((270..280).contains(&played), "{played}");
            assert!(page.moves.windows(2).all(|two| two[0].games >= two[1].games));
            assert!(page.moves[0].kif.starts_with('☗'));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_same_moves_by_other_players_or_on_another_day_are_another_game() {
    let server = TestServer::start();
    let mut client = server.client();
    let other_player = KIF.replace("先手太郎", "先手次郎");
    let other_day = KIF.replace("2024/05/01", "2024/05/02");
    let files = [KIF, &other_player, &other_day, KIF];
    let upload = |(at, text): (usize, &&str)| server.upload(&format!("{at}.kif"), text.as_bytes());
    let uploads = files.iter().enumerate().map(upload).collect();
    let report = import(&mut client, ImportSource::Uploads { uploads });
    assert_eq!((report.added, report.duplicates), (3, 1));
}

#[test]
fn an_illegal_move_is_lost_by_its_maker() {
    let server = TestServer::start();
    let mut client = server.client();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/reports/");
    let uploads = ["R10.kif", "R10b.csa"].map(|name| {
        server.upload(name, &std::fs::read(format!("{folder}{name}")).expect("test data"))
    });
    let report = import(&mut client, ImportSource::Uploads { uploads: uploads.to_vec() });
    assert_eq!(report.added, 2);
    let lost = LibraryQuery { result: Some(ResultFilter::White), ..LibraryQuery::default() };
    assert_eq!(search(&mut client, lost).total, 2);
}

#[test]
fn games_are_found_by_what_is_known_of_them() {
    let server = TestServer::start();
    let mut client = server.client();
    let upload = server.upload("a.kif", KIF.as_bytes());
    let other = server.upload("b.sfen", random_game(3, 30).as_bytes());
    let report = import(&mut client, ImportSource::Uploads { uploads: vec![upload, other] });
    assert_eq!(report.added, 2);
    let none = LibraryQuery::default;
    let text = |text: &str| Some(text.to_owned());
    let usi = |list: &[&str]| Some(list.iter().map(ToString::to_string).collect());
    let position = client.open_text("startpos moves 7g7f 3c3d 2g2f").nodes[3].sfen.clone();
    let queries = [
        (LibraryQuery { player: text("太郎"), ..none() }, 1),
        (LibraryQuery { player: text("%"), ..none() }, 0),
        (LibraryQuery { player: text("' OR 1=1 --"), ..none() }, 0),
        (LibraryQuery { event: text("テスト"), ..none() }, 1),
        (LibraryQuery { date_from: text("2024-05"), date_to: text("2024"), ..none() }, 1),
        (LibraryQuery { date_from: text("2024-06"), ..none() }, 0),
        (LibraryQuery { result: Some(ResultFilter::White), ..none() }, 1),
        (LibraryQuery { result: Some(ResultFilter::Draw), ..none() }, 0),
        (LibraryQuery { moves: usi(&["7g7f", "3c3d"]), ..none() }, 1),
        (LibraryQuery { moves: usi(&["7g7"]), ..none() }, 0),
        (LibraryQuery { sfen: Some(position.replace(" 4", " 99")), ..none() }, 1),
    ];
    for (query, wanted) in queries {
        assert_eq!(search(&mut client, query.clone()).total, wanted, "{query:?}");
    }
    let found = search(&mut client, LibraryQuery { sfen: Some(position), ..none() });
    let game = &found.games[0];
    assert_eq!((game.ply, game.date.as_str(), game.plies), (Some(3), "2024-05-01", 4));
    let opened = client.open(Source::Library { game: game.game });
    assert_eq!(opened.info.library, Some(game.game));
    assert_eq!(opened.nodes.len(), 8, "variations and the end are there");
    let same = client.open(Source::Library { game: game.game });
    assert_eq!(same.info.id, opened.info.id, "an open game is not opened twice");
    client.ask(LibraryRequest::Delete { games: vec![game.game] });
    assert_eq!(search(&mut client, none()).total, 1);
    assert_eq!(client.get(opened.info.id).nodes.len(), 8, "the open document stays");
}

#[test]
fn a_document_joins_the_library_once() {
    let server = TestServer::start();
    let mut client = server.client();
    let document = client.open_text(KIF).info.id;
    let first = import(&mut client, ImportSource::Document { document });
    assert_eq!((first.added, first.duplicates), (1, 0));
    let second = import(&mut client, ImportSource::Document { document });
    assert_eq!((second.added, second.duplicates), (0, 1));
    assert!(client.get(document).info.library.is_some());
}

#[test]
fn folders_must_be_folders() {
    let server = TestServer::start();
    let mut client = server.client();
    for path in ["relative/path", "/no/such/folder", ""] {
        let source = ImportSource::Folder { path: path.to_owned() };
        assert_eq!(client.refused(LibraryRequest::Import { source }), ErrorCode::NotFound);
    }
    let source = ImportSource::Uploads { uploads: vec!["nothing".to_owned()] };
    assert_eq!(client.refused(LibraryRequest::Import { source }), ErrorCode::NotFound);
}

#[test]
fn deleted_games_come_back_as_they_were() {
    let server = TestServer::start();
    let mut client = server.client();
    let upload = server.upload("a.kif", KIF.as_bytes());
    let other = server.upload("b.sfen", random_game(3, 30).as_bytes());
    import(&mut client, ImportSource::Uploads { uploads: vec![upload, other] });
    let opened = search(&mut client, LibraryQuery::default());
    let game = opened.games.iter().find(|game| game.black == "先手太郎").expect("the game").game;
    let document = client.open(Source::Library { game }).info.id;
    let budget = Some(Budget::Nodes { nodes: 200 });
    let Reply::Job { job } = client.ask(AnalysisRequest::Game { document, node: None, budget })
    else {
        panic!("no job")
    };
    finished(&mut client, job.job);
    let start = zenpuku_shogi::STARTPOS.to_owned();
    let at_start = || LibraryQuery { sfen: Some(start.clone()), ..LibraryQuery::default() };
    let before = search(&mut client, at_start());
    assert!(before.total == 2 && before.games.iter().any(|game| game.analysed));
    let games: Vec<i64> = before.games.iter().map(|game| game.game).collect();
    client.ask(LibraryRequest::Delete { games: games.clone() });
    assert_eq!(search(&mut client, at_start()).total, 0);
    let restore = LibraryRequest::Restore { games };
    assert_eq!(client.ask(restore.clone()), Reply::LibraryRestored { games: 2 });
    assert_eq!(search(&mut client, at_start()), before);
    assert_eq!(client.ask(restore), Reply::LibraryRestored { games: 0 }, "they are back already");
    // Imported again before it is restored, a game is there once.
    client.ask(LibraryRequest::Delete { games: vec![game] });
    let upload = server.upload("a.kif", KIF.as_bytes());
    import(&mut client, ImportSource::Uploads { uploads: vec![upload] });
    let again = client.ask(LibraryRequest::Restore { games: vec![game] });
    assert_eq!(again, Reply::LibraryRestored { games: 0 });
    assert_eq!(search(&mut client, LibraryQuery::default()).total, 2);
}

#[test]
fn stars_tags_and_notes_are_kept_and_found() {
    let server = TestServer::start();
    let mut client = server.client();
    let upload = server.upload("a.kif", KIF.as_bytes());
    let other = server.upload("b.sfen", random_game(3, 30).as_bytes());
    import(&mut client, ImportSource::Uploads { uploads: vec![upload, other] });
    let none = LibraryQuery::default;
    let all: Vec<i64> = search(&mut client, none()).games.iter().map(|game| game.game).collect();
    let tag = |name: &str, on| LibraryMark::Tag { name: name.to_owned(), on };
    let mut mark = |games: &[i64], mark| {
        client.try_ask(LibraryRequest::Mark { games: games.to_vec(), mark }).map_err(|e| e.code)
    };
    assert_eq!(mark(&all, tag(" 研究 ", true)), Ok(Reply::Ok));
    assert_eq!(mark(&all[..1], tag("研究会", true)), Ok(Reply::Ok));
    assert_eq!(mark(&all[..1], LibraryMark::Star { on: true }), Ok(Reply::Ok));
    assert_eq!(mark(&all[1..], LibraryMark::Note { text: "a\nb".to_owned() }), Ok(Reply::Ok));
    let lines = "one\ntwo";
    for bad in ["", "  ", lines, &"x".repeat(41)] {
        assert_eq!(mark(&all, tag(bad, true)), Err(ErrorCode::BadValue), "{bad:?}");
    }
    let long = LibraryMark::Note { text: "あ".repeat(10_001) };
    assert_eq!(mark(&all, long), Err(ErrorCode::TooLarge));
    for number in 0..18 {
        assert_eq!(mark(&all[..1], tag(&number.to_string(), true)), Ok(Reply::Ok));
    }
    assert_eq!(mark(&all, tag("one more", true)), Err(ErrorCode::TooLarge), "20 are there");
    assert_eq!(mark(&all[..1], tag("研究会", false)), Ok(Reply::Ok));
    assert_eq!(mark(&[i64::MAX], LibraryMark::Star { on: true }), Ok(Reply::Ok));
    let queries = [
        (LibraryQuery { starred: Some(true), ..none() }, 1),
        (LibraryQuery { starred: Some(false), ..none() }, 1),
        (LibraryQuery { tag: Some("研究".to_owned()), ..none() }, 2),
        (LibraryQuery { tag: Some("研究会".to_owned()), ..none() }, 0),
        (LibraryQuery { tag: Some("研".to_owned()), ..none() }, 0),
        (LibraryQuery { games: Some(all[1..].to_vec()), ..none() }, 1),
        (LibraryQuery { games: Some(Vec::new()), ..none() }, 0),
    ];
    for (query, wanted) in queries {
        assert_eq!(search(&mut client, query.clone()).total, wanted, "{query:?}");
    }
    let found = search(&mut client, LibraryQuery { games: Some(all[1..].to_vec()), ..none() });
    assert_eq!(found.games[0].marks.note, "a\nb");
    let Reply::LibraryStats { stats } = client.ask(LibraryRequest::Stats) else {
        panic!("no numbers")
    };
    assert_eq!((stats.starred, stats.tags.last()), (1, Some(&("研究".to_owned(), 2))));
}

/// Two KIF files of the same game, which differ in the spelling of a name and in the date.
fn copies() -> [String; 2] {
    [KIF.to_owned(), KIF.replace("先手太郎", "先手　太郎").replace("2024/05/01", "2024/05")]
}

fn duplicates(client: &mut Client) -> Vec<Vec<LibraryGame>> {
    match client.ask(LibraryRequest::Duplicates) {
        Reply::LibraryDuplicates { groups } => groups,
        other => panic!("{other:?}"),
    }
}

#[test]
fn copies_are_found_and_the_one_with_most_is_kept() {
    let server = TestServer::start();
    let mut client = server.client();
    let [first, second] = copies();
    let files = [first, second, KIF.replace("先手太郎", "次郎"), KIF.replace("05/01", "06/01")];
    let uploads = files.iter().map(|text| server.upload("a.kif", text.as_bytes())).collect();
    assert_eq!(import(&mut client, ImportSource::Uploads { uploads }).added, 4);
    let [group] = duplicates(&mut client).try_into().expect("one game is there twice");
    let [keep, copy] = group.try_into().expect("two copies");
    assert_eq!((keep.date.as_str(), copy.date.as_str()), ("2024-05-01", "2024-05"));
    let games = vec![copy.game];
    let mark = LibraryMark::Note { text: "a note is worth more than a date".to_owned() };
    client.ask(LibraryRequest::Mark { games: games.clone(), mark });
    assert_eq!(duplicates(&mut client)[0][0].game, copy.game);
    client.ask(LibraryRequest::Delete { games });
    assert!(duplicates(&mut client).is_empty());
}

fn queue(client: &mut Client, games: &[i64]) -> LibraryQueued {
    match client.ask(LibraryRequest::Analyse { games: games.to_vec(), budget: None }) {
        Reply::LibraryQueued { queued } => queued,
        other => panic!("{other:?}"),
    }
}

#[test]
fn many_games_wait_for_their_analysis_as_one_job() {
    let server = TestServer::start();
    let mut client = server.client();
    let text = |seed| random_game(seed, 30);
    let uploads = (1..=25).map(|seed| server.upload("a.sfen", text(seed).as_bytes())).collect();
    assert_eq!(import(&mut client, ImportSource::Uploads { uploads }).added, 25);
    let query = LibraryQuery::default();
    let Reply::LibraryNumbers { games } = client.ask(LibraryRequest::Numbers { query }) else {
        panic!("no numbers")
    };
    assert_eq!(games.len(), 25);
    let first = queue(&mut client, &games);
    assert_eq!((&first.queued, first.skipped.len(), first.left.len()), (&games, 0, 0));
    let again = queue(&mut client, &first.queued);
    assert_eq!(again.queued.len() + again.left.len(), 0, "they wait already");
    assert_eq!(queue(&mut client, &[i64::MAX]).skipped, [i64::MAX]);
    // A new start resumes them.
    let folder = server.end().expect("the folder");
    let server = TestServer::start_in(folder.path());
    let mut client = server.client();
    let Reply::Jobs { jobs } = client.ask(JobRequest::List) else { panic!("no jobs") };
    assert_eq!(jobs.len(), 1, "{jobs:?}");
    assert_eq!(jobs[0].games.map(|games| games.total), Some(25));
    client.ask(JobRequest::Cancel { job: jobs[0].job });
}

#[test]
fn a_job_of_many_games_passes_over_those_that_were_deleted() {
    let server = TestServer::start();
    let mut client = server.client();
    let uploads = (1..=3).map(|seed| server.upload("a.sfen", random_game(seed, 6).as_bytes()));
    import(&mut client, ImportSource::Uploads { uploads: uploads.collect() });
    let query = LibraryQuery::default();
    let Reply::LibraryNumbers { games } = client.ask(LibraryRequest::Numbers { query }) else {
        panic!("no numbers")
    };
    // The first is open and takes long enough for the deletion.
    let first = client.open(Source::Library { game: games[0] }).info.id;
    let slow = Some(Budget::Time { ms: 300 });
    client.ask(LibraryRequest::Analyse { games: games.clone(), budget: slow });
    client.ask(LibraryRequest::Delete { games: vec![games[1]] });
    let done = client.event(|event| match event {
        Event::Job { job } if job.state == JobState::Done && job.games.is_some() => {
            Some(job.clone())
        }
        _ => None,
    });
    let games_done = done.games.expect("games");
    assert_eq!((games_done.done, games_done.total), (3, 3));
    let Reply::Report { report } = client.ask(AnalysisRequest::ReportGet { document: first })
    else {
        panic!("no report")
    };
    assert!(report.complete && report.moves.len() == 6);
    let Reply::LibraryStats { stats } = client.ask(LibraryRequest::Stats) else {
        panic!("no figures")
    };
    assert_eq!(stats.analysed, 2);
}

#[test]
fn games_are_exported_as_one_zip_and_imported_from_it() {
    let server = TestServer::start();
    let mut client = server.client();
    let [first, second] = copies();
    let sgf = "(;GM[1]SZ[9]PB[a]PW[b];B[ee];W[cc])".to_owned();
    let files = [("a.kif", first), ("b.kif", second), ("c.sgf", sgf)];
    let upload = |(name, text): (&str, String)| server.upload(name, text.as_bytes());
    let uploads = files.map(upload).to_vec();
    assert_eq!(import(&mut client, ImportSource::Uploads { uploads }).added, 3);
    let page = search(&mut client, LibraryQuery::default());
    let mut games: Vec<i64> = page.games.iter().map(|game| game.game).collect();
    games.push(i64::MAX);
    let post = |body: &str| server.http("POST /api/games.zip HTTP/1.1", body.as_bytes());
    let (status, _, bytes) = post(&format!("{games:?}"));
    assert_eq!(status, 200);
    let has = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(has("2024-05-01 ") && has("先手太郎") && has("a b.sgf") && has("not-exported.txt"));
    let fresh = TestServer::start();
    let mut other = fresh.client();
    let uploads = vec![fresh.upload("games.zip", &bytes)];
    let report = import(&mut other, ImportSource::Uploads { uploads });
    assert_eq!((report.added, report.failed), (3, 0));
    let folder = tempfile::TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("games.ZIP"), &bytes).expect("a file");
    std::fs::write(folder.path().join("half.zip"), &bytes[..bytes.len() / 2]).expect("a file");
    let path = folder.path().display().to_string();
    let report = import(&mut other, ImportSource::Folder { path });
    assert_eq!((report.added, report.duplicates, report.failed), (0, 3, 1));
    assert_eq!(report.failures[0].file, "half.zip");
    assert!(report.failures[0].message.contains("ZIP"), "{report:?}");
    for bad in ["", "[]", "{}", "[1.5]"] {
        assert_eq!(post(bad).0, 400, "{bad}");
    }
    let table = |body: &str| server.http("POST /api/games.parquet HTTP/1.1", body.as_bytes());
    let (status, _, bytes) = table(&format!("{games:?}"));
    assert_eq!((status, &bytes[..4], &bytes[bytes.len() - 4..]), (200, &b"PAR1"[..], &b"PAR1"[..]));
    assert_eq!(table("[]").0, 400);
    let (status, ..) = server.http("POST /api/games.zip HTTP/1.1\r\nCookie: none=1", b"[1]");
    assert!(status >= 400, "without the key");
}

#[test]
fn a_player_has_a_page_of_all_spellings() {
    let server = TestServer::start();
    let mut client = server.client();
    let uploads = copies().map(|text| server.upload("a.kif", text.as_bytes())).to_vec();
    import(&mut client, ImportSource::Uploads { uploads });
    let Reply::LibraryPlayers { players } = client.ask(LibraryRequest::Players) else {
        panic!("no players")
    };
    assert_eq!(players.len(), 3, "{players:?}");
    let game = search(&mut client, LibraryQuery::default()).games[0].game;
    let queued = queue(&mut client, &[game]);
    assert_eq!(queued.queued, [game]);
    let Reply::Jobs { jobs } = client.ask(JobRequest::List) else { panic!("no jobs") };
    let job = jobs.last().expect("the analysis").job;
    finished(&mut client, job);
    let mut page =
        |name: &str| match client.ask(LibraryRequest::Player { names: vec![name.to_owned()] }) {
            Reply::LibraryPlayer { player } => *player,
            other => panic!("{other:?}"),
        };
    let player = page("先手 太郎");
    assert_eq!((player.names.len(), player.score.games, player.score.losses), (2, 2, 2));
    assert_eq!((player.analysed, player.course[0].game, player.phases[0].moves), (1, game, 2));
    assert_eq!(page("先手 太郎"), player, "from the figures that were kept");
    assert_eq!(page("nobody").score.games, 0);
    let mut mistakes = |kind: &str| {
        let mistake = Some(kind.to_owned());
        search(&mut client, LibraryQuery { mistake, ..LibraryQuery::default() }).total
    };
    assert_eq!((mistakes("mistake' OR 1"), mistakes("no such kind")), (0, 0));
    assert!(mistakes("blunder") <= 1);
    assert_eq!(client.refused(LibraryRequest::Player { names: Vec::new() }), ErrorCode::BadValue);
}
