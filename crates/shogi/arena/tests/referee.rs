//! The referee judges scripted players.
//!
//! Invariant: The referee blames the side at fault, for external programs too.

use std::time::Duration;
use zenpuku_arena::adjudication::Adjudication;
use zenpuku_arena::clock::TimeControl;
use zenpuku_arena::game::{Ending, GameRecord, GameRules, Searched, Winner, play};
use zenpuku_arena::player::{Action, Answer, Player, PlayerError, Turn};
use zenpuku_core::StopToken;
use zenpuku_shogi::Position;

/// Says its lines in turn; afterwards it resigns.
struct Script {
    lines: Vec<Result<Action, PlayerError>>,
    score: i32,
    spent: Duration,
}

impl Script {
    fn new(moves: &[&str]) -> Self {
        let lines = moves.iter().rev().map(|usi| Ok(Action::Play((*usi).to_owned()))).collect();
        Self { lines, score: 0, spent: Duration::ZERO }
    }
}

impl Player for Script {
    fn new_game(&mut self) -> Result<(), PlayerError> {
        Ok(())
    }

    fn think(&mut self, _turn: Turn<'_>) -> Result<Answer, PlayerError> {
        let action = self.lines.pop().unwrap_or(Ok(Action::Resign))?;
        Ok(Answer {
            action,
            score: Some(self.score),
            depth: Some(3),
            nodes: Some(40),
            spent: self.spent,
        })
    }
}

const RULES: GameRules = GameRules::even(
    TimeControl::Clock { main: 0, byoyomi: 100, increment: 0 },
    320,
    Adjudication::OFF,
);

fn game(black: &mut Script, white: &mut Script, rules: &GameRules) -> GameRecord {
    play(&Position::startpos(), &[], &mut [black, white], rules).unwrap()
}

fn verdict(record: &GameRecord) -> (Option<Winner>, Ending) {
    (record.winner, record.ending)
}

#[test]
fn resignation_loses() {
    let record = game(&mut Script::new(&["7g7f"]), &mut Script::new(&[]), &RULES);
    assert_eq!(verdict(&record), (Some(Winner::Black), Ending::Resignation));
    assert_eq!(record.moves, ["7g7f"]);
}

#[test]
fn an_illegal_move_loses_and_is_named() {
    let record = game(&mut Script::new(&["7g7f"]), &mut Script::new(&["7g7f"]), &RULES);
    assert_eq!(verdict(&record), (Some(Winner::Black), Ending::IllegalMove));
    assert!(record.detail.unwrap().starts_with("7g7f in lnsgkgsnl"));
}

#[test]
fn shuffling_kings_is_a_draw() {
    let black = ["5i5h", "5h5i"].repeat(8);
    let white = ["5a5b", "5b5a"].repeat(8);
    let record = game(&mut Script::new(&black), &mut Script::new(&white), &RULES);
    assert_eq!(verdict(&record), (None, Ending::Repetition));
    assert_eq!(record.moves.len(), 12, "the fourth occurrence of the start position");
}

#[test]
fn late_is_lost() {
    let mut slow = Script { spent: Duration::from_millis(101), ..Script::new(&["7g7f"]) };
    let record = game(&mut slow, &mut Script::new(&[]), &RULES);
    assert_eq!(verdict(&record), (Some(Winner::White), Ending::TimeLoss));
}

#[test]
fn crash_and_false_declaration_lose() {
    let mut dead = Script::new(&[]);
    dead.lines = vec![Err(PlayerError::Crash("gone".into()))];
    let record = game(&mut dead, &mut Script::new(&[]), &RULES);
    assert_eq!(verdict(&record), (Some(Winner::White), Ending::Crash));
    let mut boaster = Script::new(&[]);
    boaster.lines = vec![Ok(Action::Declare)];
    let record = game(&mut boaster, &mut Script::new(&[]), &RULES);
    assert_eq!(verdict(&record), (Some(Winner::White), Ending::FalseDeclaration));
}

#[test]
fn the_last_allowed_ply_is_a_draw_and_agreement_ends_a_game() {
    let rules = GameRules { max_plies: 2, ..RULES };
    let record = game(&mut Script::new(&["7g7f"]), &mut Script::new(&["3c3d"]), &rules);
    assert_eq!(verdict(&record), (None, Ending::MaxPlies));
    let rules = GameRules { adjudication: Adjudication { win_plies: 2, win_score: 900 }, ..RULES };
    let mut winning = Script { score: 1000, ..Script::new(&["7g7f"]) };
    let mut losing = Script { score: -950, ..Script::new(&["3c3d"]) };
    let record = game(&mut winning, &mut losing, &rules);
    assert_eq!(verdict(&record), (Some(Winner::Black), Ending::Adjudication));
}

#[test]
fn what_was_searched_is_kept_and_time_only_where_it_counts() {
    for (time, ms) in [(RULES.terms[0].time, Some(0)), (TimeControl::Nodes(40), None)] {
        let rules = GameRules::even(time, 2, Adjudication::OFF);
        let record = game(&mut Script::new(&["7g7f"]), &mut Script::new(&["3c3d"]), &rules);
        let searched = Searched { depth: Some(3), nodes: Some(40), ms };
        assert_eq!(record.searches, [searched; 2]);
    }
}

#[test]
fn records_survive_a_round_trip() {
    let record = game(&mut Script::new(&["7g7f"]), &mut Script::new(&["7g7f"]), &RULES);
    let text = serde_json::to_string(&record).unwrap();
    assert_eq!(serde_json::from_str::<GameRecord>(&text).unwrap(), record);
}

/// Another program behind a pipe: a script that answers `go` with shell commands.
#[cfg(unix)]
mod program {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::{Arc, Mutex};
    use zenpuku_arena::game::Terms;
    use zenpuku_arena::matches::EngineFactory as _;
    use zenpuku_arena::usi_player::{Silence, UsiEngineFactory};
    use zenpuku_arena::usi_process::{SearchOrder, UsiCommand, UsiProcess};

    /// A separate folder for each script, removed at the end.
    struct Fake {
        folder: PathBuf,
        factory: UsiEngineFactory,
    }

    impl Fake {
        fn new(go: &str) -> Self {
            static COUNT: AtomicU32 = AtomicU32::new(0);
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let folder =
                std::env::temp_dir().join(format!("zenpuku-fake-{}-{number}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            let script = format!(
                "#!/bin/sh\n\
                 head -c 200000 /dev/zero >&2; echo >&2\n\
                 while read -r line; do case \"$line\" in\n\
                 usi) printf 'caf\\351\\n'; echo id name Fake; echo option name Broken type;\n\
                 echo option name Level type spin default 1 min 1 max 9; echo usiok;;\n\
                 isready) echo readyok;;\n\
                 usinewgame|gameover*) echo \"$line\" >> told;;\n\
                 setoption*) echo \"$line\" >> said;;\n\
                 'go '*) echo \"$line\" >> said; {go};;\n\
                 quit) exit 0;;\n\
                 esac; done\n"
            );
            let path = folder.join("fake.sh");
            fs::write(&path, script).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            let options = vec![("level".to_owned(), "7".to_owned())];
            let command = UsiCommand::new(path, Vec::new(), options);
            Self {
                folder,
                factory: UsiEngineFactory { command, stop: StopToken::new(), silence: None },
            }
        }

        fn said(&self) -> String {
            fs::read_to_string(self.folder.join("said")).unwrap()
        }

        /// As White, against one move of Black.
        fn game(&self, rules: &GameRules) -> Result<GameRecord, PlayerError> {
            let mut player = self.factory.player()?;
            let mut black = Script::new(&["7g7f", "2g2f"]);
            play(&Position::startpos(), &[], &mut [&mut black, player.as_mut()], rules)
        }
    }

    impl Drop for Fake {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }

    #[test]
    fn its_options_budget_moves_and_scores_are_its_own() {
        let fake = Fake::new("echo info depth 3 score cp -3000 nodes 9; echo bestmove 3c3d");
        let rules = GameRules {
            terms: [
                Terms::new(TimeControl::Nodes(100)),
                Terms { time: TimeControl::Nodes(250), score_percent: 50 },
            ],
            ..GameRules::even(TimeControl::Nodes(1), 320, Adjudication::OFF)
        };
        let record = fake.game(&rules).unwrap();
        assert_eq!(record.moves, ["7g7f", "3c3d", "2g2f"]);
        assert_eq!(record.scores[1], Some(1500), "half of White's -3000, from Black's view");
        assert_eq!(verdict(&record), (Some(Winner::Black), Ending::IllegalMove));
        assert!(record.detail.unwrap().starts_with("3c3d in"));
        assert_eq!(
            fake.said().lines().collect::<Vec<_>>(),
            ["setoption name Level value 7", "go nodes 250", "go nodes 250"]
        );
    }

    #[test]
    fn crash_time_loss_and_nonsense_are_attributed_to_it() {
        // Without a clock, where it is not about the clock: a busy machine may start a shell late.
        let untimed = GameRules::even(TimeControl::Nodes(1), 320, Adjudication::OFF);
        let fake = Fake::new("echo out of memory >&2; exit 3");
        let record = fake.game(&untimed).unwrap();
        assert_eq!(verdict(&record), (Some(Winner::Black), Ending::Crash));
        let detail = record.detail.unwrap();
        assert!(detail.contains("Fake") && detail.contains("out of memory"), "{detail}");
        let fake = Fake::new("sleep 0.4; echo bestmove 3c3d");
        let record = fake.game(&RULES).unwrap();
        assert_eq!(verdict(&record), (Some(Winner::Black), Ending::TimeLoss));
        assert_eq!(fake.said().lines().last(), Some("go btime 0 wtime 0 byoyomi 100"));
        let record = fake.game(&GameRules { margin_ms: 60_000, ..RULES }).unwrap();
        assert_ne!(record.ending, Ending::TimeLoss, "the margin forgives");
        let record = Fake::new("echo bestmove pass").game(&untimed).unwrap();
        assert_eq!(verdict(&record), (Some(Winner::Black), Ending::Crash));
        let record = Fake::new("echo bestmove resign").game(&untimed).unwrap();
        assert_eq!(verdict(&record), (Some(Winner::Black), Ending::Resignation));
    }

    #[test]
    fn it_hears_how_each_game_ended_before_the_next() {
        let fake = Fake::new("echo bestmove 3c3d");
        let mut player = fake.factory.player().unwrap();
        for (blacks_moves, max_plies) in
            [(["7g7f", "2g2f"], 2), (["7g7f", "2g2f"], 320), (["7g7e", ""], 320)]
        {
            let rules = GameRules::even(TimeControl::Nodes(1), max_plies, Adjudication::OFF);
            let mut black = Script::new(&blacks_moves);
            play(&Position::startpos(), &[], &mut [&mut black, player.as_mut()], &rules).unwrap();
        }
        // Its answer to `isready` comes after it has read all that.
        player.new_game().unwrap();
        let told = fs::read_to_string(fake.folder.join("told")).unwrap();
        let new = "usinewgame";
        let expected = [new, "gameover draw", new, "gameover lose", new, "gameover win"];
        assert_eq!(told.lines().take(6).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_stopped_token_ends_its_thinking() {
        let mut fake = Fake::new("sleep 60");
        let stop = StopToken::new();
        fake.factory.stop = stop.clone();
        let raise = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            stop.stop();
        });
        let rules = GameRules::even(TimeControl::Nodes(1), 320, Adjudication::OFF);
        assert_eq!(fake.game(&rules), Err(PlayerError::Stopped));
        raise.join().unwrap();
    }

    #[test]
    fn its_silence_is_reported_once_a_move() {
        let mut fake = Fake::new("sleep 0.5; echo info depth 1; echo bestmove 3c3d");
        let reported = Arc::new(Mutex::new(Vec::new()));
        let write = Arc::clone(&reported);
        let report = move |name: &str, limit: Duration| {
            write.lock().unwrap().push((name.to_owned(), limit > Duration::from_secs(500)));
        };
        let (after, report) = (Duration::from_millis(100), Arc::new(report));
        fake.factory.silence = Some(Silence { after, report });
        let rules = GameRules::even(TimeControl::Nodes(1), 2, Adjudication::OFF);
        assert_eq!(fake.game(&rules).unwrap().moves, ["7g7f", "3c3d"]);
        assert_eq!(*reported.lock().unwrap(), [("Fake".to_owned(), true)]);
    }

    #[test]
    fn a_search_ends_with_an_answer_when_there_is_enough() {
        // When stopped, it answers; the second one does not.
        for (stop, answers) in [("echo bestmove 7g7f", true), ("exit 0", false)] {
            let go = format!("echo info depth 1; read -r line; {stop}");
            let fake = Fake::new(&go);
            let command = &fake.factory.command;
            let mut process = UsiProcess::start(command, StopToken::new()).unwrap();
            process.new_game().unwrap();
            let enough = StopToken::new();
            let order = SearchOrder {
                position: "position startpos",
                go: "go infinite",
                limit: None,
                enough: Some(&enough),
                silence: None,
            };
            let found = process.search(&order, |_| enough.stop());
            assert_eq!(found.is_ok(), answers, "{found:?}");
        }
    }

    #[test]
    fn what_is_no_usi_engine_is_named_with_what_it_wrote() {
        let limit = Duration::from_millis(500);
        for (line, expected) in [
            ("echo '? unknown command'", "wrote `? unknown command`"),
            ("head -c 3000000 /dev/zero", "wrote a line of over 1000000 bytes"),
            ("while :; do echo noise; done", "wrote `noise`"),
        ] {
            let fake = Fake::new("");
            let script = format!("#!/bin/sh\nread -r line; {line}; sleep 60\n");
            fs::write(&fake.factory.command.program, script).unwrap();
            let started = UsiProcess::start_within(&fake.factory.command, limit, StopToken::new());
            let error = started.err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.contains(expected) && error.contains("fake.sh"), "{error}");
        }
    }

    #[test]
    fn what_it_has_started_ends_with_it() {
        let fake = Fake::new("sleep 300 & echo $! > helper; echo bestmove 3c3d");
        let rules = GameRules::even(TimeControl::Nodes(1), 2, Adjudication::OFF);
        fake.game(&rules).unwrap();
        let helper = fs::read_to_string(fake.folder.join("helper")).unwrap();
        let helper = PathBuf::from(format!("/proc/{}/stat", helper.trim()));
        // Killed, it may still wait for its new parent.
        let runs = || fs::read_to_string(&helper).is_ok_and(|stat| !stat.contains(") Z"));
        let end = std::time::Instant::now() + Duration::from_secs(5);
        while runs() && std::time::Instant::now() < end {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(!runs());
    }

    #[test]
    fn an_option_that_it_lacks_is_named() {
        let mut fake = Fake::new("exit 0");
        fake.factory.command.options.push(("Levl".to_owned(), "7".to_owned()));
        let error = fake.factory.player().err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("Fake has no option `Levl`"), "{error}");
    }
}

#[test]
fn a_hanging_engine_has_lost_on_time() {
    let mut hanging = Script::new(&[]);
    hanging.lines = vec![Err(PlayerError::Hang(Duration::from_secs(9)))];
    let record = game(&mut hanging, &mut Script::new(&[]), &RULES);
    assert_eq!(verdict(&record), (Some(Winner::White), Ending::TimeLoss));
}
