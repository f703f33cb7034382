//! The commands of GTP 2.

use super::GtpMove;
use super::analyze::AnalyzeRequest;
use crate::Color;

/// A command with its arguments read. Its name in GTP is written in `snake_case`.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Answer `2`.
    ProtocolVersion,
    /// The engine's name.
    Name,
    /// The engine's version.
    Version,
    /// Whether the engine supports the command of that name.
    KnownCommand(String),
    /// The names of all commands, one a line.
    ListCommands,
    /// Answer, then end.
    Quit,
    /// A new board with that many rows, or `unacceptable size`.
    BoardSize(u32),
    /// Take all stones off.
    ClearBoard,
    /// Points for White, by halves.
    Komi(f64),
    /// A move of either colour; two moves of one colour in a row are legal.
    Play(Color, GtpMove),
    /// Take the last move back.
    Undo,
    /// Choose a move and play it.
    Genmove(Color),
    /// Choose a move without playing it.
    RegGenmove(Color),
    /// Read a game.
    Loadsgf {
        /// Path of the file.
        path: String,
        /// Stop before this move, counted from 1.
        before_move: Option<u32>,
    },
    /// Draw the board.
    Showboard,
    /// The score, such as `W+2.5`.
    FinalScore,
    /// The points or stones of that status.
    FinalStatusList(FinalStatus),
    /// The time for the game.
    TimeSettings {
        /// Main time in seconds.
        main: u32,
        /// Length of a byoyomi period in seconds.
        byoyomi: u32,
        /// Stones in a period; none with a byoyomi time means no limit at all.
        stones: u32,
    },
    /// The time a side has left.
    TimeLeft {
        /// Which side.
        color: Color,
        /// Seconds.
        seconds: u32,
        /// Stones to play in them; 0 while the main time runs.
        stones: u32,
    },
    /// The analyze commands of the engine in GoGui's form.
    GoguiAnalyzeCommands,
    /// Analyse until the next line.
    Analyze(AnalyzeRequest),
    /// Any other command, which may be one of the engine's own.
    Other {
        /// Its name in lower case.
        name: String,
        /// Its arguments.
        arguments: Vec<String>,
    },
}

/// The argument of `final_status_list`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FinalStatus {
    /// Stones that live independently.
    Alive,
    /// Stones that are dead.
    Dead,
    /// Stones alive in seki.
    Seki,
    /// White's territory (an extension of KataGo and GNU Go).
    WhiteTerritory,
    /// Black's territory.
    BlackTerritory,
    /// Neutral points.
    Dame,
}

/// The names of all commands that [`Command`] gives a meaning to.
pub const KNOWN_COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "undo",
    "genmove",
    "reg_genmove",
    "loadsgf",
    "showboard",
    "final_score",
    "final_status_list",
    "time_settings",
    "time_left",
    "gogui-analyze_commands",
    "lz-analyze",
    "kata-analyze",
];
