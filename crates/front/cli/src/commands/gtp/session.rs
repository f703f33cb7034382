//! Parses and answers the controller's commands line by line.

use std::time::Duration;

use zenpuku_go::{Color, Move, Rules, Size};
use zenpuku_go_endgame::player::{Strength, Turn, choose, clean_up};
use zenpuku_protocol::gtp::{AnalyzeRequest, Command, GtpError, KNOWN_COMMANDS, Request, Response};

use super::Args;
use super::game::{GtpGame, color, on_board};
use super::{clock, controller, gogui, status};
use crate::output;

/// The clock of the server KGS [kgs-gtp].
const KGS_TIME: &str = "kgs-time_settings";
/// A clean-up move, which captures dead stones [kgs-gtp].
const KGS_CLEANUP: &str = "kgs-genmove_cleanup";

/// How a move is chosen within a time.
type WayOfPlay = fn(&Turn<'_>, &Strength, Duration) -> Move;

/// A request with the number its answer repeats.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) id: Option<u32>,
    pub(super) request: AnalyzeRequest,
}

/// What to do after a line.
#[derive(Debug)]
pub(super) enum Flow {
    /// Read the next line.
    Continue,
    /// Report until the next line.
    Analyze(Box<Asked>),
    /// The controller said `quit`.
    Quit,
}

/// The state of the conversation.
#[derive(Debug)]
pub(super) struct Session {
    game: GtpGame,
    /// Were the rules asked for on the command line? Those of a file do not replace them.
    is_asked: bool,
    strength: Strength,
    /// The longest an answer may take without a clock.
    patience: Duration,
    /// Time for a move of Black and of White, as the last word on time says.
    time: [Duration; 2],
}

impl Session {
    /// An empty 19x19 board.
    pub(super) fn new(args: &Args) -> Self {
        let (rules, is_asked) = (args.rules.unwrap_or(Rules::JAPANESE), args.rules.is_some());
        let strength = Strength { playouts: args.playouts, nodes: args.nodes, seed: args.seed };
        let size = Size::square(Size::MAX).unwrap_or_else(|_| unreachable!("19 is a size"));
        let (game, patience) = (GtpGame::new(size, rules), args.time);
        Self { game, is_asked, strength, patience, time: [patience; 2] }
    }

    /// The game.
    pub(super) const fn game(&self) -> &GtpGame {
        &self.game
    }

    /// The settings.
    pub(super) const fn strength(&self) -> &Strength {
        &self.strength
    }

    /// Understands a line and answers it.
    ///
    /// # Errors
    /// If stdout cannot be written.
    pub(super) fn handle(&mut self, line: &str) -> anyhow::Result<Flow> {
        let Some(request) = Request::parse(line) else { return Ok(Flow::Continue) };
        let id = request.id;
        let (result, flow) = match Command::read(&request) {
            Ok(Command::Quit) => (Ok(String::new()), Flow::Quit),
            Ok(Command::Analyze(request)) => {
                return Ok(Flow::Analyze(Box::new(Asked { id, request })));
            }
            Ok(command) => (self.answer(command), Flow::Continue),
            Err(error) => (Err(error), Flow::Continue),
        };
        output::text(Response { id, result })?;
        Ok(flow)
    }

    fn answer(&mut self, command: Command) -> Result<String, GtpError> {
        let done = Ok(String::new());
        match command {
            Command::ProtocolVersion => Ok("2".to_owned()),
            Command::Name => Ok("Zenpuku".to_owned()),
            Command::Version => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            Command::KnownCommand(name) => Ok(commands().any(|known| known == name).to_string()),
            Command::ListCommands => Ok(commands().collect::<Vec<_>>().join("\n")),
            Command::BoardSize(side) => self.board_size(side).and(done),
            Command::ClearBoard => {
                self.game = GtpGame::new(self.game.board().size(), self.game.rules());
                done
            }
            Command::Komi(komi) => self.game.set_komi(komi).and(done),
            Command::Play(player, played) => {
                let mv = on_board(self.game.board().size(), played)?;
                self.game.play(color(player), mv).and(done)
            }
            Command::Undo => self.game.undo().and(done),
            Command::Genmove(player) => self.genmove(color(player), true, choose),
            Command::RegGenmove(player) => self.genmove(color(player), false, choose),
            Command::Loadsgf { path, before_move } => {
                self.game = GtpGame::load(&path, before_move, self.game.rules(), self.is_asked)?;
                done
            }
            Command::Showboard => {
                let board = self.game.board();
                Ok(format!("{} to move\n{}", board.to_move(), board.with_coordinates()))
            }
            Command::FinalScore => status::score(&self.game, self.strength.seed, self.patience),
            Command::FinalStatusList(wanted) => {
                status::list(&self.game, wanted, self.strength.seed, self.patience)
            }
            Command::TimeSettings { main, byoyomi, stones } => {
                self.time = [clock::settings(main, byoyomi, stones); 2];
                done
            }
            Command::TimeLeft { color: player, seconds, stones } => {
                self.time[color(player).index()] = clock::share(seconds, stones);
                done
            }
            Command::GoguiAnalyzeCommands => Ok(gogui::COMMANDS.map(|(_, line)| line).join("\n")),
            Command::Other { name, arguments } if name == KGS_TIME => {
                self.time = [clock::kgs_settings(&arguments)?; 2];
                done
            }
            Command::Other { name, arguments } if name == KGS_CLEANUP => {
                let player = controller::color(&arguments)?;
                self.genmove(player, true, clean_up)
            }
            Command::Other { name, arguments } => {
                if let Some(result) = controller::answer(&mut self.game, &name, &arguments) {
                    return result;
                }
                gogui::answer(&self.game, &name, &arguments, &self.strength)
                    .unwrap_or(Err(GtpError::UnknownCommand))
            }
            // Handled before; they end or outlast an answer.
            Command::Quit | Command::Analyze(_) => done,
        }
    }

    fn board_size(&mut self, side: u32) -> Result<(), GtpError> {
        let side = usize::try_from(side).map_err(|_| GtpError::UnacceptableSize)?;
        let size = Size::square(side).map_err(|_| GtpError::UnacceptableSize)?;
        self.game = GtpGame::new(size, self.game.rules());
        Ok(())
    }

    /// Chooses a move by this way of play.
    fn genmove(&mut self, player: Color, play: bool, way: WayOfPlay) -> Result<String, GtpError> {
        let game = &self.game;
        let is_fresh = |mv| game.is_fresh(player, mv);
        let turn = game.turn(player, &is_fresh);
        let chosen = way(&turn, &self.strength, self.time[player.index()]);
        // A move that turns out to be illegal becomes a pass.
        let legal = self.game.is_fresh(player, chosen);
        let mv = if legal { chosen } else { Move::Pass };
        if play {
            self.game.play(player, mv)?;
        }
        Ok(self.game.board().size().move_name(mv))
    }
}

/// All commands by name.
fn commands() -> impl Iterator<Item = &'static str> {
    let own = controller::COMMANDS.into_iter().chain(gogui::COMMANDS.map(|(name, _)| name));
    KNOWN_COMMANDS.iter().copied().chain([KGS_TIME, KGS_CLEANUP]).chain(own)
}
