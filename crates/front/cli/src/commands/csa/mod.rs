//! `zenpuku csa`: games on a server of the CSA protocol, floodgate among them.

mod archive;
mod connection;
mod game;
mod notation;

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use zenpuku_core::StopToken;
use zenpuku_protocol::csa::{
    ClientLine, Credentials, DEFAULT_PORT, GameSummary, Outcome, ServerEvent,
};
use zenpuku_shogi_engine::{Engine, SearchLimits, SearchResult};

use super::analyze::{Batch, Input, MATE_NODES, Told};
use crate::context::Context;
use crate::engine_args::EngineArgs;
use crate::exit::{Exit, Usage};
use crate::progress::Progress;
use crate::{files, output};
use connection::{Connection, Incoming};
use game::{Game, Player};

/// The environment variable with the password.
const PASSWORD_VARIABLE: &str = "ZENPUKU_CSA_PASSWORD";
/// How often the loop looks up from its messages.
const TICK: Duration = Duration::from_millis(200);
/// How long the server may take to answer a login.
const LOGIN: Duration = Duration::from_secs(30);
/// Size of the table of the engine that analyses, in MiB.
const ANALYSIS_HASH: u32 = 64;
/// Pause before the first new login; each failure in a row doubles it.
const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// Arguments of `zenpuku csa`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku csa localhost --id zenpuku --password-file password.txt --games 1\n  \
    zenpuku csa wdoor.c.u-tokyo.ac.jp --id NAME --password-file password.txt --floodgate --ponder \\\n      \
    --records games --hash 4096 --threads 4 --analyze 100000\n  \
    zenpuku csa localhost:4081 --id zenpuku --password-file password.txt --dry-run\n\n\
    The password is the first line of the file, or the variable ZENPUKU_CSA_PASSWORD; on floodgate \
    it begins with the name of the game, floodgate-300-10F,... Each game is a file in the folder of \
    --records, rewritten at every move. After each game the client logs in again; when the \
    connection is lost it tries again, with longer and longer pauses. The first Ctrl-C ends the \
    program after the running game, the second at once. --analyze judges every move of a game before \
    the next login.")]
pub struct Args {
    /// The server
    #[arg(value_name = "HOST[:PORT]")]
    server: String,
    /// Login name
    #[arg(long, value_name = "NAME")]
    id: String,
    /// File whose first line is the password; `-`: stdin
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
    /// Number of games; default: continue until Ctrl-C
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Folder for the records
    #[arg(long, value_name = "FOLDER", default_value = "csa-games")]
    records: PathBuf,
    /// Send value and line with each move, as floodgate shows them
    #[arg(long)]
    floodgate: bool,
    /// Think while the opponent does
    #[arg(long)]
    ponder: bool,
    /// Seconds without output after which an empty line is sent
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(30..=600))]
    keep_alive: u64,
    /// Longest pause between two logins, in seconds
    #[arg(long, default_value_t = 300, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    longest_pause: u64,
    /// Analyse each game after its end with this number of nodes a move, before
    /// the next login, and write KIF with comments, JSON and a report next to
    /// the record, like `zenpuku analyze`
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    analyze: Option<u64>,
    /// Check engine, password and folder, and connect to nobody
    #[arg(long)]
    dry_run: bool,
    /// The engine.
    #[command(flatten)]
    engine: EngineArgs,
}

/// An event of the loop.
enum Message {
    Server(Incoming),
    /// A search with its number has ended.
    Found(u64, Box<SearchResult>),
}

impl From<Incoming> for Message {
    fn from(incoming: Incoming) -> Self {
        Self::Server(incoming)
    }
}

/// Games won, lost and neither.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    won: u32,
    lost: u32,
    drawn: u32,
    /// Without a result: broken off.
    open: u32,
}

impl Score {
    fn add(&mut self, outcome: Option<Outcome>) {
        match outcome {
            Some(Outcome::Win) => self.won += 1,
            Some(Outcome::Lose) => self.lost += 1,
            Some(Outcome::Draw) => self.drawn += 1,
            _ => self.open += 1,
        }
    }

    fn games(self) -> u32 {
        self.won + self.lost + self.drawn + self.open
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { won, lost, drawn, open } = self;
        write!(f, "{won} won, {lost} lost, {drawn} drawn")?;
        if *open > 0 { write!(f, ", {open} broken off") } else { Ok(()) }
    }
}

/// How a connection ended.
enum End {
    /// After a game, or because all games are finished.
    LoggedOut,
    /// The server refuses name or password.
    Refused,
    Lost(anyhow::Error),
}

/// The run of the command.
struct Client<'a> {
    args: &'a Args,
    who: Credentials,
    server: String,
    player: Player,
    messages: Receiver<Message>,
    score: Score,
    /// Records of games that are over and not yet analysed.
    over: Vec<PathBuf>,
    /// Has the server taken name and password before?
    accepted: bool,
    stop: StopToken,
    progress: Progress,
}

/// Plays until the wanted games are over.
///
/// # Errors
/// If an argument is wrong, the engine cannot be prepared, the folder cannot be written, or the
/// server refuses the login.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let who = credentials(args)?;
    let server = server(&args.server);
    let mut engine = Engine::new(args.engine.options()?);
    engine.prepare()?;
    output::notices(&mut engine);
    std::fs::create_dir_all(&args.records).with_context(|| args.records.display().to_string())?;
    if args.dry_run {
        return dry_run(args, &server, &who);
    }
    let (sender, messages) = channel();
    let player = Player {
        engine,
        search: None,
        ponder: args.ponder,
        comments: args.floodgate,
        messages: sender,
    };
    let (stop, progress) = (context.stop()?, context.progress(None, "csa"));
    let score = Score::default();
    let (accepted, over) = (false, Vec::new());
    let mut client =
        Client { args, who, server, player, messages, score, over, accepted, stop, progress };
    client.run()
}

fn dry_run(args: &Args, server: &str, who: &Credentials) -> anyhow::Result<Exit> {
    let records = args.records.join(".zenpuku-csa");
    files::replace(&records, b"")?;
    std::fs::remove_file(&records).with_context(|| records.display().to_string())?;
    output::line(format_args!(
        "would log in to {server} as {}; records go to {}; engine, password and folder are in \
         order, nothing was sent",
        who.id(),
        args.records.display()
    ))?;
    Ok(Exit::Done)
}

fn server(name: &str) -> String {
    if name.contains(':') { name.to_owned() } else { format!("{name}:{DEFAULT_PORT}") }
}

fn credentials(args: &Args) -> anyhow::Result<Credentials> {
    let password = match &args.password_file {
        Some(path) => {
            let text = files::read_text(path).with_context(|| path.display().to_string())?;
            text.lines().next().unwrap_or_default().to_owned()
        }
        None => std::env::var(PASSWORD_VARIABLE).map_err(|_| {
            Usage::new(format!("no password: --password-file FILE, or {PASSWORD_VARIABLE}"))
        })?,
    };
    Credentials::new(&args.id, &password).map_err(|error| Usage::new(error.to_string()).into())
}

impl Client<'_> {
    fn run(&mut self) -> anyhow::Result<Exit> {
        let mut pause = FIRST_PAUSE;
        while !self.is_over() {
            let before = self.score.games();
            let end = self.session();
            self.analyze();
            match end {
                End::LoggedOut => pause = FIRST_PAUSE,
                End::Refused if !self.accepted => {
                    anyhow::bail!("{}: the server refuses the login", self.server)
                }
                // The server may not have noticed yet that the last connection is lost.
                End::Refused => self.pause(&mut pause, "the server refuses the login"),
                End::Lost(error) => {
                    if self.score.games() > before {
                        pause = FIRST_PAUSE;
                    }
                    self.pause(&mut pause, &format!("{error:#}"));
                }
            }
        }
        self.log(&format!("{} games: {}", self.score.games(), self.score));
        Ok(if self.enough() { Exit::Done } else { Exit::Interrupted })
    }

    /// Waits before the next login, if there is one; the pause after it is twice as long.
    fn pause(&self, pause: &mut Duration, why: &str) {
        if self.is_over() {
            return self.log(why);
        }
        self.log(&format!("{why}; again in {} s", pause.as_secs()));
        self.wait(*pause);
        *pause = (*pause * 2).min(Duration::from_secs(self.args.longest_pause));
    }

    /// Analyses the games that are over, if that was asked for. A failure in a
    /// game is reported; the others continue.
    fn analyze(&mut self) {
        let over = std::mem::take(&mut self.over);
        let Some(nodes) = self.args.analyze.filter(|_| !over.is_empty()) else { return };
        self.progress.message(format!("analysing {} games", over.len()));
        if let Err(error) = self.analyze_all(over, nodes) {
            self.log(&format!("analysis: {error:#}"));
        }
    }

    fn analyze_all(&self, over: Vec<PathBuf>, nodes: u64) -> anyhow::Result<()> {
        let EngineArgs { threads, setting, .. } = &self.args.engine;
        let options = setting.options(usize::from(*threads), ANALYSIS_HASH)?;
        let limits = (SearchLimits::nodes(nodes), MATE_NODES);
        let mut batch = Batch::new(options, limits, &self.stop, Told::Files)?;
        for path in over.into_iter().filter(|_| !self.stop.is_stopped()) {
            let input = Input::beside(path);
            let written = files::read_record(&input.path)
                .and_then(|document| batch.analyze(&input, document, true, &self.progress));
            if let Err(error) = written {
                self.log(&format!("{}: {error:#}", input.path.display()));
            }
        }
        Ok(())
    }

    fn enough(&self) -> bool {
        self.args.games.is_some_and(|games| self.score.games() >= games)
    }

    fn is_over(&self) -> bool {
        self.enough() || self.stop.is_stopped()
    }

    /// One line on stdout, above the line of the status.
    fn log(&self, text: &str) {
        self.progress.suspend(|| {
            let _ = output::line(text);
        });
    }

    fn wait(&self, pause: Duration) {
        self.stop.wait_timeout(pause);
    }

    /// A connection from its login to its end.
    fn session(&mut self) -> End {
        let mut game = None;
        let end = self.serve(&mut game).unwrap_or_else(End::Lost);
        // Search results of this connection are useless for the next one.
        self.player.search = None;
        while self.messages.try_recv().is_ok() {}
        if let Some(game) = &mut game {
            self.close(game, None);
        }
        end
    }

    fn serve(&mut self, game: &mut Option<Game>) -> anyhow::Result<End> {
        self.progress.message(format!("logging in to {}", self.server));
        let mut connection = Connection::open(&self.server, self.player.messages.clone())?;
        connection.send(&ClientLine::Login(self.who.clone()))?;
        let (mut logged_in, since) = (false, Instant::now());
        loop {
            let event = match self.messages.recv_timeout(TICK) {
                Ok(Message::Found(number, result)) => {
                    if let Some(game) = game
                        && let Some(line) = game.found(number, &result, &mut self.player)?
                    {
                        connection.send(&line)?;
                        self.progress.message(game.status());
                    }
                    continue;
                }
                Ok(Message::Server(Incoming::Gone(reason))) => anyhow::bail!("{reason}"),
                Ok(Message::Server(Incoming::Event(event))) => event,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    anyhow::ensure!(logged_in || since.elapsed() < LOGIN, "no answer to the login");
                    connection.keep_alive(Duration::from_secs(self.args.keep_alive))?;
                    if game.is_none() && self.is_over() {
                        connection.send(&ClientLine::Logout)?;
                        return Ok(End::LoggedOut);
                    }
                    continue;
                }
            };
            match event {
                ServerEvent::LoginOk(name) => {
                    (logged_in, self.accepted) = (true, true);
                    self.progress.message(format!("logged in as {name}, waiting for a game"));
                }
                ServerEvent::LoginIncorrect => return Ok(End::Refused),
                ServerEvent::LogoutCompleted => return Ok(End::LoggedOut),
                other => {
                    if self.in_game(other, game, &mut connection)? {
                        connection.send(&ClientLine::Logout)?;
                        return Ok(End::LoggedOut);
                    }
                }
            }
        }
    }

    /// What concerns a game; `true` when one is over.
    fn in_game(
        &mut self,
        event: ServerEvent,
        game: &mut Option<Game>,
        connection: &mut Connection,
    ) -> anyhow::Result<bool> {
        match (event, game.as_mut()) {
            (ServerEvent::Summary(summary), _) => {
                *game = self.agree(&summary, connection)?;
            }
            (ServerEvent::Start { .. }, Some(game)) => game.start(&mut self.player)?,
            (ServerEvent::Reject { by, .. }, Some(_)) => {
                self.log(&format!("the game was rejected by {by}"));
                *game = None;
            }
            (ServerEvent::Move { mv, time }, Some(game)) => {
                game.played(mv, time, &mut self.player)?;
                self.progress.message(game.status());
            }
            (ServerEvent::Special { special, .. }, Some(game)) => game.special(special),
            (ServerEvent::Reason(reason), Some(game)) => game.reason(reason),
            (ServerEvent::Outcome(outcome), Some(running)) => {
                self.close(running, Some(outcome));
                *game = None;
                return Ok(true);
            }
            _ => {}
        }
        Ok(false)
    }

    /// Answers a proposal. One that cannot be played is rejected with the reason.
    fn agree(
        &mut self,
        summary: &GameSummary,
        connection: &mut Connection,
    ) -> anyhow::Result<Option<Game>> {
        let id = Some(summary.game_id.clone()).filter(|id| !id.is_empty());
        match Game::new(summary, &self.args.records, &mut self.player) {
            Ok(game) => {
                self.log(&format!("{} against {}", summary.game_id, game.opponent()));
                connection.send(&ClientLine::Agree(id))?;
                Ok(Some(game))
            }
            Err(error) => {
                self.log(&format!("{}: rejected: {error:#}", summary.game_id));
                connection.send(&ClientLine::Reject(id))?;
                Ok(None)
            }
        }
    }

    /// Closes the record of a game and counts it; without an outcome it was broken off.
    fn close(&mut self, game: &mut Game, outcome: Option<Outcome>) {
        let written = game.finish(outcome.unwrap_or(Outcome::Chudan), &self.player);
        self.score.add(outcome);
        let word = match outcome {
            Some(Outcome::Win) => "won",
            Some(Outcome::Lose) => "lost",
            Some(Outcome::Draw) => "drawn",
            _ => "broken off",
        };
        let (moves, path) = (game.archive.moves(), game.archive.path().display().to_string());
        self.log(&format!("{word} against {} in {moves} moves: {path}", game.opponent()));
        match written {
            Ok(()) if moves > 0 => self.over.push(game.archive.path().to_owned()),
            Ok(()) => {}
            Err(error) => self.log(&format!("{error:#}")),
        }
    }
}
