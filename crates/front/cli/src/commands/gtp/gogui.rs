//! Analyze commands in GoGui's form [gogui].

use zenpuku_go::{Color, Move, PointSet, Wide};
use zenpuku_go_endgame::player::{Strength, solved};
use zenpuku_go_endgame::{LocalLimits, Owned, report};
use zenpuku_protocol::gtp::GtpError;

use super::game::GtpGame;
use crate::commands::go::names;
use zenpuku_go_endgame::outcome::{KoFindings, Regions, false_eyes, values};

/// The command's name and its line for `gogui-analyze_commands`.
pub(super) const COMMANDS: [(&str, &str); 5] = [
    ("zenpuku-safe_points", "bwboard/Safe Points/zenpuku-safe_points"),
    ("zenpuku-false_eyes", "plist/False Eyes/zenpuku-false_eyes"),
    ("zenpuku-dame", "plist/Dame/zenpuku-dame"),
    ("zenpuku-move_scores", "pspairs/Score Per Move/zenpuku-move_scores %c"),
    ("zenpuku-region_values", "string/Region Values/zenpuku-region_values"),
];

/// Answers one of [`COMMANDS`]; `None` for any other name.
pub(super) fn answer(
    game: &GtpGame,
    name: &str,
    arguments: &[String],
    strength: &Strength,
) -> Option<Result<String, GtpError>> {
    Some(match name {
        "zenpuku-safe_points" => safe_points(game),
        "zenpuku-false_eyes" => struck(game).map(|points| list(game, points)),
        "zenpuku-dame" => regions(game).map(|regions| list(game, regions.dame())),
        "zenpuku-move_scores" => move_scores(game, arguments, strength),
        "zenpuku-region_values" => region_values(game),
        _ => return None,
    })
}

/// Maximum number of positions for each region with ko: GUIs ask after every move.
const KO_POSITIONS: usize = 5_000;

fn regions(game: &GtpGame) -> Result<Regions, GtpError> {
    let limits = LocalLimits { positions: KO_POSITIONS, ..LocalLimits::default() };
    values(&game.board().setup(), &game.rules(), &Owned::NONE, &limits)
        .map_err(|e| GtpError::Other(e.to_string()))
}

fn list(game: &GtpGame, points: Wide) -> String {
    report::points(game.board().size(), points).join(" ")
}

/// `B`, `W` or `.` for every point, row by row.
fn safe_points(game: &GtpGame) -> Result<String, GtpError> {
    let regions = regions(game)?;
    let size = game.board().size();
    let owned = [0, 1].map(|i| regions.safe[i] | regions.settled[i]);
    let letter = |x, y| match size.point(x, y) {
        Some(point) if owned[0].contains(point) => "B",
        Some(point) if owned[1].contains(point) => "W",
        _ => ".",
    };
    let row = |y| (0..size.width()).map(|x| letter(x, y)).collect::<Vec<_>>().join(" ");
    Ok((0..size.height()).map(row).collect::<Vec<_>>().join("\n"))
}

fn struck(game: &GtpGame) -> Result<Wide, GtpError> {
    false_eyes(&game.board().setup(), &game.rules()).map_err(|e| GtpError::Other(e.to_string()))
}

fn move_scores(
    game: &GtpGame,
    arguments: &[String],
    strength: &Strength,
) -> Result<String, GtpError> {
    let color = match arguments.first().map(|word| word.to_ascii_lowercase()) {
        Some(word) if word.starts_with('w') => Color::White,
        Some(word) if word.starts_with('b') => Color::Black,
        None => game.board().to_move(),
        Some(_) => return Err(GtpError::SyntaxError),
    };
    let is_fresh = |mv| game.is_fresh(color, mv);
    let solution = solved(&game.turn(color, &is_fresh), &strength.proof());
    let solution =
        solution.ok_or_else(|| GtpError::Other("the position is not solved".to_owned()))?;
    let best = solution.first().map_or(0.0, |considered| considered.lead);
    let pairs = solution.iter().filter_map(|considered| match considered.mv {
        Move::Play(point) => {
            Some(format!("{} {}", game.board().size().vertex(point), considered.lead - best))
        }
        Move::Pass => None,
    });
    Ok(pairs.collect::<Vec<_>>().join(" "))
}

fn region_values(game: &GtpGame) -> Result<String, GtpError> {
    let regions = regions(game)?;
    let size = game.board().size();
    let lines = regions.open.iter().map(|region| {
        format!(
            "{}: {}, temperature {}, count {}, value {}, chilled {}",
            report::points(size, region.points).join(" "),
            names::kind_in_words(region.kind),
            region.temperature,
            region.count,
            region.value,
            region.chilled
        )
    });
    let unsolved = regions.unsolved.iter().map(|region| {
        let found = match &region.ko {
            Some(KoFindings::Values(values)) => {
                let found = &values.without_threats;
                format!(", temperature {}, count {}", found.temperature(), found.count())
            }
            Some(KoFindings::Bounds(bounds)) => {
                let [low, high] = bounds.count;
                format!(", count between {low} and {high}")
            }
            None => String::new(),
        };
        let points = report::points(size, region.points).join(" ");
        format!("{points}: {}{found}", region.reason)
    });
    Ok(lines.chain(unsolved).collect::<Vec<_>>().join("\n"))
}
