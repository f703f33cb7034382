//! `zenpuku csa` against a small server.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use zenpuku_shogi::{MoveList, Position};

use crate::program::{Assert, Command, contains};

const PASSWORD: &str = "floodgate-300-10F,sesame";

const SUMMARY: &str = "BEGIN Game_Summary\nProtocol_Version:1.2\nProtocol_Mode:Server\nFormat:Shogi 1.0\n\
    Declaration:Jishogi 1.1\nGame_ID:test+1\nName+:zenpuku\nName-:other\nYour_Turn:SIDE\n\
    Rematch_On_Draw:NO\nTo_Move:+\nBEGIN Time\nTime_Unit:1sec\nTotal_Time:2\nByoyomi:1\n\
    Least_Time_Per_Move:0\nEND Time\nBEGIN Position\n\
    P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA * \nP3-FU-FU-FU-FU-FU-FU-FU-FU-FU\n\
    P4 *  *  *  *  *  *  *  *  * \nP5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n\
    P7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA *  *  *  *  * +HI * \nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n\
    P+\nP-\n+\n+7776FU,T3\nEND Position\nEND Game_Summary\n";

/// One client's connection as the server sees it.
struct Seat {
    lines: BufReader<TcpStream>,
    output: TcpStream,
}

impl Seat {
    fn accept(listener: &TcpListener) -> Self {
        let (stream, _) = listener.accept().unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        Self { output: stream.try_clone().unwrap(), lines: BufReader::new(stream) }
    }

    fn send(&mut self, text: &str) {
        self.output.write_all(text.as_bytes()).unwrap();
    }

    /// The next line that is not empty.
    fn line(&mut self) -> String {
        loop {
            let mut line = String::new();
            assert!(self.lines.read_line(&mut line).unwrap() > 0, "the client is gone");
            if !line.trim().is_empty() {
                return line.trim_end().to_owned();
            }
        }
    }

    fn log_in(&mut self) {
        assert_eq!(self.line(), format!("LOGIN zenpuku {PASSWORD}"));
        self.send("LOGIN:zenpuku OK\n");
    }

    /// Proposes the game with the client on `side` and waits until it agrees.
    fn begin(&mut self, side: &str) {
        self.send(&SUMMARY.replace("SIDE", side));
        assert_eq!(self.line(), "AGREE test+1");
        self.send("START:test+1\n");
    }

    /// Plays moves from the start position after 7g7f, White first; the client has `side`.
    fn play(&mut self, side: char, plies: u32) -> Vec<String> {
        let mut position = Position::startpos();
        position.do_move(position.read_usi("7g7f").unwrap());
        let mut comments = Vec::new();
        for ply in 0..plies {
            let to_move = if ply % 2 == 0 { '-' } else { '+' };
            if to_move == side {
                let line = self.line();
                let (mv, comment) = line.split_once(',').unwrap_or((&line, ""));
                comments.push(comment.to_owned());
                let played = legal(&position).into_iter().find(|(_, text)| text == mv);
                position.do_move(played.unwrap_or_else(|| panic!("{line} in {position:?}")).0);
                self.send(&format!("{mv},T1\n"));
            } else {
                // Any move; never the one that the client expects for long.
                let moves = legal(&position);
                let (mv, text) = &moves[(ply as usize * 7) % moves.len()];
                position.do_move(*mv);
                self.send(&format!("{text},T2\n"));
            }
        }
        comments
    }
}

/// The legal moves as the protocol writes them.
fn legal(position: &Position) -> Vec<(zenpuku_shogi::Move, String)> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let square = |square: zenpuku_shogi::Square| {
        format!("{}{}", square.file().raw() + 1, square.rank().raw() + 1)
    };
    let write = |&mv: &zenpuku_shogi::Move| {
        let sign = if mv.piece_after().color() == zenpuku_shogi::Color::Black { '+' } else { '-' };
        let from = mv.from().map_or_else(|| "00".to_owned(), square);
        let codes = [
            ("P", "FU"),
            ("L", "KY"),
            ("N", "KE"),
            ("S", "GI"),
            ("G", "KI"),
            ("B", "KA"),
            ("R", "HI"),
            ("K", "OU"),
            ("+P", "TO"),
            ("+L", "NY"),
            ("+N", "NK"),
            ("+S", "NG"),
            ("+B", "UM"),
            ("+R", "RY"),
        ];
        let letter = mv.piece_after().to_string().to_uppercase();
        let code = codes.iter().find(|(name, _)| *name == letter).map_or("??", |(_, code)| *code);
        (mv, format!("{sign}{from}{}{code}", square(mv.to())))
    };
    list.iter().map(write).collect()
}

fn serve(work: impl FnOnce(&TcpListener) + Send + 'static) -> (String, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    (address, std::thread::spawn(move || work(&listener)))
}

/// The client plays Black for this number of plies, the game ends with these
/// lines, and the client leaves.
fn last_game(listener: &TcpListener, plies: u32, end: &str) {
    let mut seat = Seat::accept(listener);
    seat.log_in();
    seat.begin("+");
    seat.play('+', plies);
    seat.send(end);
    assert_eq!(seat.line(), "LOGOUT");
}

fn client(folder: &Path, server: &str, more: &[&str]) -> Assert {
    std::fs::write(folder.join("password"), format!("{PASSWORD}\n")).unwrap();
    let fixed = [
        "csa",
        server,
        "--id",
        "zenpuku",
        "--password-file",
        "password",
        "--hash",
        "8",
        "--records",
        "games",
        "--set",
        "NetworkDelay=0",
        "--set",
        "NetworkDelay2=500",
        "--set",
        "MinimumThinkingTime=100",
    ];
    let assert = Command::zenpuku()
        .current_dir(folder)
        .args(fixed)
        .args(more)
        .timeout(Duration::from_secs(120))
        .assert();
    let output = assert.get_output();
    for text in [&output.stdout, &output.stderr] {
        assert!(!String::from_utf8_lossy(text).contains("sesame"), "the password is shown");
    }
    assert
}

fn record(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join("games").join(name)).unwrap()
}

#[test]
fn a_game_is_won_and_its_record_kept() {
    let (server, thread) = serve(|listener| {
        let mut seat = Seat::accept(listener);
        seat.log_in();
        seat.begin("-");
        let comments = seat.play('-', 4);
        assert!(comments.iter().all(|comment| comment.starts_with("'* ")), "{comments:?}");
        seat.send("%TORYO,T1\n#RESIGN\n#WIN\n");
        assert_eq!(seat.line(), "LOGOUT");
        seat.send("LOGOUT:completed\n");
    });
    let folder = tempfile::tempdir().unwrap();
    let more = ["--games", "1", "--floodgate", "--ponder", "-vv"];
    client(folder.path(), &server, &more)
        .success()
        .stdout(contains("won against zenpuku in 5 moves").and(contains("1 won, 0 lost, 0 drawn")))
        .stderr(contains("LOGIN zenpuku").and(contains("START:test+1")));
    thread.join().unwrap();
    let text = record(folder.path(), "test+1.csa");
    assert!(text.contains("N+zenpuku\nN-other\n") && text.contains("\n+7776FU\nT3\n"), "{text}");
    assert!(text.contains("'** ") && text.ends_with("%TORYO\n"), "{text}");
}

#[test]
fn a_lost_connection_is_no_lost_record() {
    let (server, thread) = serve(|listener| {
        let mut seat = Seat::accept(listener);
        seat.log_in();
        seat.begin("+");
        seat.play('+', 3);
        drop(seat);
        // The server still takes the player for logged in.
        let mut seat = Seat::accept(listener);
        seat.line();
        seat.send("LOGIN:incorrect\n");
        drop(seat);
        let mut seat = Seat::accept(listener);
        seat.log_in();
        seat.begin("+");
        seat.play('+', 1);
        seat.line();
        seat.send("#TIME_UP\n#LOSE\n");
        assert_eq!(seat.line(), "LOGOUT");
    });
    let folder = tempfile::tempdir().unwrap();
    client(folder.path(), &server, &["--games", "2"]).success().stdout(
        contains("broken off against other")
            .and(contains("; again in 1 s"))
            .and(contains("refuses the login; again in 2 s"))
            .and(contains("0 won, 1 lost, 0 drawn, 1 broken off")),
    );
    thread.join().unwrap();
    assert!(record(folder.path(), "test+1.csa").ends_with("%CHUDAN\n"));
    assert!(record(folder.path(), "test+1-2.csa").ends_with("%TIME_UP\n"));
}

/// Where a connection can be lost.
#[derive(Clone, Copy)]
enum Lost {
    Before(Step),
    /// In the game, after this number of plies.
    After(u32),
    /// Between the last move and its result.
    WithoutResult,
}

/// The server's messages before a game.
#[derive(Clone, Copy, PartialEq)]
enum Step {
    Login,
    Summary,
    Agreed,
    Start,
}

/// A connection that ends there.
fn lose(listener: &TcpListener, lost: Lost) {
    let mut seat = Seat::accept(listener);
    let ends = |step| matches!(lost, Lost::Before(here) if here == step);
    if ends(Step::Login) {
        return;
    }
    seat.log_in();
    if ends(Step::Summary) {
        return;
    }
    seat.send(&SUMMARY.replace("SIDE", "+"));
    if ends(Step::Agreed) {
        return;
    }
    assert_eq!(seat.line(), "AGREE test+1");
    if ends(Step::Start) {
        return;
    }
    seat.send("START:test+1\n");
    match lost {
        Lost::After(plies) => drop(seat.play('+', plies)),
        _ => {
            seat.play('+', 2);
            seat.send("%TORYO,T1\n#RESIGN\n");
        }
    }
}

#[test]
fn a_connection_may_be_lost_at_every_point() {
    const POINTS: [Lost; 8] = [
        Lost::Before(Step::Login),
        Lost::Before(Step::Summary),
        Lost::Before(Step::Agreed),
        Lost::Before(Step::Start),
        Lost::After(0),
        Lost::After(1),
        Lost::After(2),
        Lost::WithoutResult,
    ];
    let (server, thread) = serve(|listener| {
        POINTS.into_iter().for_each(|lost| lose(listener, lost));
        last_game(listener, 2, "%TORYO,T1\n#RESIGN\n#WIN\n");
    });
    let folder = tempfile::tempdir().unwrap();
    let won = contains("1 won, 0 lost, 0 drawn, ").and(contains(" broken off"));
    // Games are counted from the agreement on: six of the points come after it.
    client(folder.path(), &server, &["--games", "7", "--longest-pause", "1"]).success().stdout(won);
    thread.join().unwrap();
    let mut records: Vec<String> = std::fs::read_dir(folder.path().join("games"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    records.sort();
    assert_eq!(records.len(), 7, "{records:?}");
    let ends = |end: &str| {
        records.iter().filter(|name| record(folder.path(), name).ends_with(end)).count()
    };
    assert_eq!((ends("%CHUDAN\n"), ends("%TORYO\n")), (5, 2), "{records:?}");
}

#[test]
fn an_illegal_move_of_the_opponent_ends_the_record() {
    let (server, thread) = serve(|listener| last_game(listener, 2, "#ILLEGAL_MOVE\n#WIN\n"));
    let folder = tempfile::tempdir().unwrap();
    client(folder.path(), &server, &["--games", "1"]).success().stdout(contains("1 won"));
    thread.join().unwrap();
    let text = record(folder.path(), "test+1.csa");
    assert!(text.ends_with("%ILLEGAL_MOVE\n"), "{text}");
}

#[test]
fn a_game_is_analysed_before_the_next_login() {
    let (server, thread) = serve(|listener| last_game(listener, 4, "%TORYO,T1\n#RESIGN\n#WIN\n"));
    let folder = tempfile::tempdir().unwrap();
    let more = ["--games", "1", "--analyze", "100"];
    client(folder.path(), &server, &more).success().stdout(contains("wrote "));
    thread.join().unwrap();
    for extension in ["kif", "json", "html"] {
        let text = record(folder.path(), &format!("test+1.zenpuku.{extension}"));
        assert!(text.contains("other"), "{extension}");
    }
}

#[test]
fn what_cannot_be_played_is_rejected() {
    let (server, thread) = serve(|listener| {
        let mut seat = Seat::accept(listener);
        seat.log_in();
        seat.send(&SUMMARY.replace("SIDE", "+").replace("+7776FU,T3", "+7775FU,T3"));
        assert_eq!(seat.line(), "REJECT test+1");
        seat.send("REJECT:test+1 by zenpuku\n");
        seat.begin("+");
        seat.send("%CHUDAN\n#CHUDAN\n");
        assert_eq!(seat.line(), "LOGOUT");
    });
    let folder = tempfile::tempdir().unwrap();
    client(folder.path(), &server, &["--games", "1"])
        .success()
        .stdout(contains("rejected: ").and(contains("+7775FU, which is not legal")));
    thread.join().unwrap();
}

#[test]
fn a_wrong_password_ends_the_program() {
    let (server, thread) = serve(|listener| {
        let mut seat = Seat::accept(listener);
        seat.line();
        seat.send("LOGIN:incorrect\n");
    });
    let folder = tempfile::tempdir().unwrap();
    client(folder.path(), &server, &["-vvv"]).code(1).stderr(contains("refuses the login"));
    thread.join().unwrap();
}

/// The last game's lost connection promised to try again.
#[test]
fn after_the_last_game_nothing_is_tried_again() {
    let (server, thread) = serve(|listener| lose(listener, Lost::After(0)));
    let folder = tempfile::tempdir().unwrap();
    let told = contains("1 broken off").and(contains("again in").not());
    client(folder.path(), &server, &["--games", "1"]).success().stdout(told);
    thread.join().unwrap();
}

#[test]
fn a_missing_password_file_is_named() {
    let arguments = ["csa", "x", "--id", "zenpuku", "--password-file", "no such file"];
    let mut command = Command::zenpuku();
    command.args(arguments).assert().code(1).stderr(contains("no such file"));
}

#[test]
fn a_dry_run_connects_to_nobody() {
    let folder = tempfile::tempdir().unwrap();
    client(folder.path(), "127.0.0.1:1", &["--dry-run"]).success().stdout(
        contains("would log in to 127.0.0.1:1 as zenpuku").and(contains("nothing was sent")),
    );
    client(folder.path(), "x", &["--dry-run", "--id", "with blank"]).code(2);
    let bare = ["csa", "x", "--id", "zenpuku"];
    let mut command = Command::zenpuku();
    command
        .env_remove("ZENPUKU_CSA_PASSWORD")
        .args(bare)
        .assert()
        .code(2)
        .stderr(contains("--password-file"));
}
