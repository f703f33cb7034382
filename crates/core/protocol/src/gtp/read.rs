//! Giving a request its meaning.

use super::analyze::{AnalyzeDialect, AnalyzeRequest};
use super::command::{Command, FinalStatus};
use super::{GtpError, GtpMove, Request, color_of, parse_count};

impl Command {
    /// Reads the arguments of a request. Arguments beyond those a command has are ignored.
    ///
    /// # Errors
    /// [`GtpError::SyntaxError`] if an argument is missing or malformed. An unknown command is no
    /// error here: it is [`Command::Other`].
    pub fn read(request: &Request) -> Result<Self, GtpError> {
        read(request).ok_or(GtpError::SyntaxError)
    }
}

fn read(request: &Request) -> Option<Command> {
    let arguments = &request.arguments;
    let argument = |index: usize| arguments.get(index).map(String::as_str);
    let color = |index| argument(index).and_then(color_of);
    let count = |index| argument(index).and_then(parse_count);
    Some(match request.name.as_str() {
        "protocol_version" => Command::ProtocolVersion,
        "name" => Command::Name,
        "version" => Command::Version,
        "known_command" => Command::KnownCommand(argument(0)?.to_ascii_lowercase()),
        "list_commands" => Command::ListCommands,
        "quit" => Command::Quit,
        "boardsize" => Command::BoardSize(count(0)?),
        "clear_board" => Command::ClearBoard,
        "komi" => Command::Komi(parse_komi(argument(0)?)?),
        "play" => Command::Play(color(0)?, parse_played(argument(1)?)?),
        "undo" => Command::Undo,
        "genmove" => Command::Genmove(color(0)?),
        "reg_genmove" => Command::RegGenmove(color(0)?),
        "loadsgf" => read_loadsgf(arguments)?,
        "showboard" => Command::Showboard,
        "final_score" => Command::FinalScore,
        "final_status_list" => Command::FinalStatusList(FinalStatus::parse(argument(0)?)?),
        "time_settings" => {
            Command::TimeSettings { main: count(0)?, byoyomi: count(1)?, stones: count(2)? }
        }
        "time_left" => {
            Command::TimeLeft { color: color(0)?, seconds: count(1)?, stones: count(2)? }
        }
        "gogui-analyze_commands" => Command::GoguiAnalyzeCommands,
        "lz-analyze" => Command::Analyze(AnalyzeRequest::read(AnalyzeDialect::Lz, arguments)?),
        "kata-analyze" => Command::Analyze(AnalyzeRequest::read(AnalyzeDialect::Kata, arguments)?),
        name => Command::Other { name: name.into(), arguments: arguments.clone() },
    })
}

fn parse_komi(word: &str) -> Option<f64> {
    word.parse().ok().filter(|komi: &f64| komi.is_finite())
}

/// A move that may be played: resigning is not a move on the board.
fn parse_played(word: &str) -> Option<GtpMove> {
    GtpMove::parse(word).filter(|played| *played != GtpMove::Resign)
}

/// The path, in which blanks are forgiven, and perhaps a move number after it.
fn read_loadsgf(arguments: &[String]) -> Option<Command> {
    let before_move = arguments.last().filter(|_| arguments.len() > 1);
    let before_move = before_move.and_then(|word| parse_count(word));
    let path = &arguments[..arguments.len() - usize::from(before_move.is_some())];
    (!path.is_empty()).then(|| Command::Loadsgf { path: path.join(" "), before_move })
}

impl FinalStatus {
    fn parse(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "alive" => Some(Self::Alive),
            "dead" => Some(Self::Dead),
            "seki" => Some(Self::Seki),
            "white_territory" => Some(Self::WhiteTerritory),
            "black_territory" => Some(Self::BlackTerritory),
            "dame" => Some(Self::Dame),
            _ => None,
        }
    }
}
