//! Parses the GUI's commands line by line.

use zenpuku_core::StopToken;
use zenpuku_protocol::usi::{
    BestMove, CheckmateAnswer, Clock, EngineMessage, GoCommand, GuiCommand, MateLimit,
};
use zenpuku_shogi::Position;
use zenpuku_shogi_engine::{
    Engine, EngineError, EngineOptions, SearchHandle, SearchLimits, SearchRequest,
    TranspositionTable,
};

use super::game::Game;
use super::limits;
use super::mate::{MateEngine, MateSearch};
use super::options::{Effect, Options};
use super::reasons::Commentary;
use super::report::{Answered, Reporter};
use super::say;

/// Tables of this size, in MiB, take seconds to prepare.
const LARGE_MIB: usize = 1_024;

/// Whether to read on.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// Read the next line.
    Continue,
    /// The GUI said `quit`.
    Quit,
}

/// The last `go`, if it may still be unanswered.
enum Asked {
    Nothing,
    /// The engine searches and sends its answer itself.
    Search {
        search: SearchHandle,
        clock: Clock,
        ponder: bool,
        answered: Answered,
        /// Cuts the reasons short, which are searched before the answer.
        reasons: StopToken,
    },
    /// There is nothing to search, but resigning has to wait for `stop` (or `ponderhit`).
    Held {
        ponder: bool,
    },
    Mate(MateSearch),
}

/// The state of the conversation.
pub(super) struct Session {
    options: Options,
    /// List the options of tuning and research too.
    all_options: bool,
    game: Game,
    engine: Engine,
    mate: MateEngine,
    asked: Asked,
    /// The size of the last table that fitted, in MiB.
    hash: usize,
    /// `Clear_Hash` came during a search.
    clear: bool,
    /// The engine remembers something of a game.
    used: bool,
    /// The size of the prepared table, in MiB.
    prepared: usize,
}

impl Session {
    /// A session before the first line. Allocates little memory before `isready`.
    ///
    /// # Errors
    /// A mistake in the table of options.
    pub(super) fn new(all_options: bool) -> anyhow::Result<Self> {
        let options = Options::new()?;
        Ok(Self {
            hash: options.hash(),
            options,
            all_options,
            game: Game::new(),
            engine: Engine::new(EngineOptions::default()),
            mate: MateEngine::default(),
            asked: Asked::Nothing,
            clear: false,
            used: false,
            prepared: 0,
        })
    }

    /// From now on a table is filled ahead of its use only until `stop`.
    pub(super) fn fill_memory_until(&mut self, stop: &StopToken) {
        self.engine.fill_memory_until(stop);
    }

    /// Understands one line and answers it, or lets the search answer it later.
    ///
    /// # Errors
    /// If stdout cannot be written.
    pub(super) fn handle(&mut self, line: &str) -> anyhow::Result<Flow> {
        match GuiCommand::parse(line) {
            Ok(GuiCommand::Quit) => return Ok(Flow::Quit),
            Ok(command) => self.obey(command)?,
            Err(error) if line.starts_with("position") => {
                complain(self.game.set_unreadable(line, &error))?;
            }
            Err(error) => complain(Err(error.to_string()))?,
        }
        Ok(Flow::Continue)
    }

    /// Ends the running search, so that the process can end.
    ///
    /// # Errors
    /// If stdout cannot be written.
    pub(super) fn close(&mut self) -> anyhow::Result<()> {
        self.finish()
    }

    fn obey(&mut self, command: GuiCommand) -> anyhow::Result<()> {
        match command {
            GuiCommand::Usi => self.introduce(),
            GuiCommand::IsReady => self.ready(),
            GuiCommand::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            GuiCommand::UsiNewGame => self.new_game(),
            GuiCommand::Position(command) => complain(self.game.set(&command)),
            GuiCommand::Go(go) => self.go(&go),
            GuiCommand::Stop | GuiCommand::GameOver(_) => self.stop(),
            GuiCommand::PonderHit(clock) => self.ponderhit(&clock),
            GuiCommand::Quit | GuiCommand::Blank => Ok(()),
            GuiCommand::Unknown(line) => {
                tracing::info!(line, "unknown command ignored");
                Ok(())
            }
        }
    }

    fn introduce(&self) -> anyhow::Result<()> {
        say(&EngineMessage::IdName(format!("Zenpuku {}", env!("CARGO_PKG_VERSION"))))?;
        say(&EngineMessage::IdAuthor("The Zenpuku developers".to_owned()))?;
        for option in self.options.listed(self.all_options) {
            say(&EngineMessage::Option(option.clone()))?;
        }
        say(&EngineMessage::UsiOk)
    }

    fn is_searching(&self) -> bool {
        match &self.asked {
            Asked::Search { answered, .. } => !answered.is_marked(),
            Asked::Mate(search) => search.is_running(),
            Asked::Nothing | Asked::Held { .. } => false,
        }
    }

    /// Also asked during a search, to see whether the engine lives.
    fn ready(&mut self) -> anyhow::Result<()> {
        if !self.is_searching() {
            self.prepare()?;
            self.forget();
        }
        say(&EngineMessage::ReadyOk)
    }

    /// Prepares the engine; says so before it takes a while.
    fn prepare_engine(&mut self) -> anyhow::Result<Result<(), EngineError>> {
        let wanted = self.options.hash();
        let takes_long =
            wanted >= LARGE_MIB && wanted != self.prepared && TranspositionTable::fits(wanted);
        if takes_long {
            say(&EngineMessage::message(format!("preparing a hash table of {wanted} MiB")))?;
        }
        let prepared = self.engine.prepare();
        if prepared.is_ok() {
            self.prepared = wanted;
        }
        Ok(prepared)
    }

    /// Takes the memory for a search: as much as wanted, else as much as before, else half of it
    /// and so on. Reads the files that the options name.
    fn prepare(&mut self) -> anyhow::Result<()> {
        loop {
            *self.engine.options_mut() = self.options.for_search();
            let wanted = self.options.hash();
            let Err(error) = self.prepare_engine()? else {
                self.hash = wanted;
                break;
            };
            if !matches!(error, EngineError::Table(_)) {
                // The engine continues without that file, and does not try it again.
                complain(Err(error.to_string()))?;
                continue;
            }
            let smaller = if wanted > self.hash { self.hash } else { wanted / 2 };
            if smaller == 0 {
                return complain(Err(error.to_string()));
            }
            complain(Err(format!("{error}; USI_Hash is {smaller}")))?;
            self.options.set_hash(smaller);
        }
        if std::mem::take(&mut self.clear) {
            self.engine.clear_hash();
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> anyhow::Result<()> {
        match self.options.set(name, value) {
            Err(error) => return complain(Err(error)),
            Ok(Effect::None) => return Ok(()),
            Ok(Effect::Resize) => {}
            Ok(Effect::Clear) => self.clear = true,
        }
        // A running search keeps its table; the next one gets the new one.
        if self.is_searching() { Ok(()) } else { self.prepare() }
    }

    fn new_game(&mut self) -> anyhow::Result<()> {
        self.finish()?;
        self.forget();
        Ok(())
    }

    /// Forgets the last game. Takes long with a large table, so it is done at `isready`, before
    /// the clock of the new game runs; a `usinewgame` after it finds nothing to do.
    fn forget(&mut self) {
        if std::mem::take(&mut self.used) {
            self.engine.new_game();
        }
    }

    fn go(&mut self, go: &GoCommand) -> anyhow::Result<()> {
        self.finish()?;
        if !go.ignored.is_empty() {
            tracing::info!(words = ?go.ignored, "unknown words after `go` ignored");
        }
        if !go.unreadable.is_empty() {
            complain(Err(format!("no number after {}: not set", go.unreadable.join(", "))))?;
        }
        if let Some(limit) = go.mate {
            let is_lost = go.unreadable.iter().any(|keyword| keyword == "mate");
            return self.go_mate(if is_lost {
                MateLimit::Time(limits::SHORT_THINK)
            } else {
                limit
            });
        }
        self.prepare()?;
        if let Err(reason) = self.search(go) {
            complain(Err(reason))?;
            self.asked = Asked::Held { ponder: go.ponder };
            if !go.infinite && !go.ponder {
                self.stop()?;
            }
        }
        Ok(())
    }

    /// Starts a search, or says why there can be none.
    fn search(&mut self, go: &GoCommand) -> Result<(), String> {
        let position = self.game.playable()?.clone();
        let limits = limits::limits(go, &position);
        let clock = go.clock;
        let reasons = StopToken::new();
        let commentary = self.commentary(&limits, &position, &reasons);
        self.engine.set_position(position).map_err(|error| error.to_string())?;
        let answered = Answered::default();
        let reporter = Reporter::new(self.options.tells_bounds(), commentary, answered.clone());
        let request = SearchRequest::new(limits).report_to(reporter);
        let search = self.engine.start(request).map_err(|error| error.to_string())?;
        self.asked = Asked::Search { search, clock, ponder: go.ponder, answered, reasons };
        self.used = true;
        Ok(())
    }

    /// Reasons are searched before the answer, as GUIs ignore lines after it, so there are
    /// none if a clock runs.
    fn commentary(
        &self,
        limits: &SearchLimits,
        position: &Position,
        stop: &StopToken,
    ) -> Option<Commentary> {
        let is_timed = limits.clock.is_some() || limits.movetime.is_some() || limits.ponder;
        let lang = self.options.reasons().filter(|_| !is_timed)?;
        Some(Commentary {
            lang,
            position: position.without_history(),
            last: self.game.last().cloned(),
            options: self.options.for_search(),
            stop: stop.clone(),
        })
    }
}

/// What ends or releases a search.
impl Session {
    fn go_mate(&mut self, limit: MateLimit) -> anyhow::Result<()> {
        match self.game.position() {
            Ok(position) => {
                let options = self.options.for_search();
                let wanted = (options.multi_pv, options.threads);
                self.asked = Asked::Mate(self.mate.start(position.clone(), limit, wanted)?);
                Ok(())
            }
            Err(reason) => {
                complain(Err(reason))?;
                say(&EngineMessage::Checkmate(CheckmateAnswer::NotImplemented))
            }
        }
    }

    /// Makes the running search answer now.
    fn stop(&mut self) -> anyhow::Result<()> {
        match &self.asked {
            Asked::Nothing => {}
            Asked::Search { search, .. } => search.stop(),
            Asked::Mate(search) => search.stop(),
            Asked::Held { .. } => {
                self.asked = Asked::Nothing;
                return say(&EngineMessage::BestMove(BestMove::Resign));
            }
        }
        Ok(())
    }

    /// Stops the running search and waits for its answer.
    fn finish(&mut self) -> anyhow::Result<()> {
        self.stop()?;
        match std::mem::replace(&mut self.asked, Asked::Nothing) {
            Asked::Nothing | Asked::Held { .. } => {}
            Asked::Search { search, reasons, .. } => {
                reasons.stop();
                drop(search.wait());
            }
            Asked::Mate(search) => search.wait(),
        }
        Ok(())
    }

    fn ponderhit(&mut self, update: &Clock) -> anyhow::Result<()> {
        match &mut self.asked {
            Asked::Search { search, clock, ponder, .. } if *ponder => {
                // From now on it is a search on our own turn; a second hit is ignored.
                *ponder = false;
                *clock = limits::updated(clock, update);
                search.ponderhit(limits::clock(clock));
                Ok(())
            }
            Asked::Held { ponder: true } => self.stop(),
            _ => Ok(()),
        }
    }
}

/// Reports an error to the GUI.
fn complain(outcome: Result<(), String>) -> anyhow::Result<()> {
    match outcome {
        Ok(()) => Ok(()),
        Err(message) => {
            tracing::warn!("{message}");
            say(&EngineMessage::message(message))
        }
    }
}
