//! Commands that controllers use in addition to the standard ones: komi, rules, handicap, stones.

use zenpuku_go::{Color, KoRule, Point, PointSet, Rules, Scoring, Size, Suicide, Wide};
use zenpuku_go_endgame::report;
use zenpuku_protocol::gtp::GtpError;

use super::game::GtpGame;

/// The commands' names.
pub(super) const COMMANDS: [&str; 8] = [
    "get_komi",
    "list_stones",
    "kgs-rules",
    "kata-set-rules",
    "kata-get-rules",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
];

/// Answers one of [`COMMANDS`]; `None` for any other name.
pub(super) fn answer(
    game: &mut GtpGame,
    name: &str,
    arguments: &[String],
) -> Option<Result<String, GtpError>> {
    Some(match name {
        "get_komi" => Ok(game.rules().komi.to_string()),
        "list_stones" => color(arguments).map(|color| stones(game, color)),
        "kgs-rules" | "kata-set-rules" => set_rules(game, arguments),
        "kata-get-rules" => Ok(game.rules().name().unwrap_or("other").to_owned()),
        "fixed_handicap" => handicap(game, arguments, 9),
        "place_free_handicap" => free_handicap(game, arguments),
        "set_free_handicap" => given_handicap(game, arguments),
        _ => return None,
    })
}

/// The only argument, a colour.
pub(super) fn color(arguments: &[String]) -> Result<Color, GtpError> {
    let [word] = arguments else { return Err(GtpError::SyntaxError) };
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(GtpError::SyntaxError),
    }
}

/// The points of a colour's stones, as in GNU Go.
fn stones(game: &GtpGame, color: Color) -> String {
    let board = game.board();
    report::points(board.size(), board.stones(color)).join(" ")
}

fn set_rules(game: &mut GtpGame, arguments: &[String]) -> Result<String, GtpError> {
    let name = arguments.join(" ");
    let rules = match name.chars().next() {
        None => return Err(GtpError::SyntaxError),
        Some('{') => rules_of_object(&name)?,
        Some(_) => name.parse().map_err(|_| GtpError::Other("unknown rules".to_owned()))?,
    };
    game.set_rules(rules).map(|()| String::new())
}

/// The rules of a JSON object [kata-gtp]; a field that is left out is as in Tromp-Taylor.
fn rules_of_object(text: &str) -> Result<Rules, GtpError> {
    let other = |what: String| GtpError::Other(what);
    let fields: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(text).map_err(|failed| other(format!("no rules: {failed}")))?;
    let mut rules = Rules::TROMP_TAYLOR;
    let mut tax = None;
    for (name, value) in &fields {
        match (name.as_str(), value.as_str(), value.as_bool()) {
            ("ko", Some("SIMPLE"), _) => rules.ko = KoRule::Simple,
            ("ko", Some("POSITIONAL"), _) => rules.ko = KoRule::PositionalSuperko,
            ("ko", Some("SITUATIONAL"), _) => rules.ko = KoRule::SituationalSuperko,
            ("scoring", Some("AREA"), _) => rules.scoring = Scoring::Area,
            ("scoring", Some("TERRITORY"), _) => rules.scoring = Scoring::Territory,
            ("tax", Some(word), _) => tax = Some(word),
            ("suicide", _, Some(true)) => rules.suicide = Suicide::MultiStone,
            ("suicide", _, Some(false)) => rules.suicide = Suicide::Forbidden,
            ("hasButton", _, Some(false)) | ("friendlyPassOk", _, Some(_)) => {}
            // Follows from the rules: see [`Rules::handicap_compensation`].
            ("whiteHandicapBonus", Some(_), _) => {}
            _ => return Err(other(format!("{name} of {value} is not supported"))),
        }
    }
    // Points in seki are counted by area and never by territory.
    match (rules.scoring, tax) {
        (_, None) | (Scoring::Area, Some("NONE")) | (Scoring::Territory, Some("SEKI")) => Ok(rules),
        (_, Some(tax)) => Err(other(format!("a tax of {tax} is not supported with this scoring"))),
    }
}

fn number(arguments: &[String]) -> Result<usize, GtpError> {
    let word = arguments.first().ok_or(GtpError::SyntaxError)?;
    word.parse().map_err(|_| GtpError::SyntaxError)
}

fn refused() -> GtpError {
    GtpError::Other("invalid number of stones".to_owned())
}

/// The stones of a fixed handicap, if the board has them [gtp2].
fn handicap(game: &mut GtpGame, arguments: &[String], most: usize) -> Result<String, GtpError> {
    let size = game.board().size();
    let count = number(arguments)?;
    if !(2..=most).contains(&count) {
        return Err(refused());
    }
    place(game, &fixed(size, count).ok_or_else(refused)?)
}

/// As many of the fixed stones as the board has.
fn free_handicap(game: &mut GtpGame, arguments: &[String]) -> Result<String, GtpError> {
    let size = game.board().size();
    let count = number(arguments)?;
    if count < 2 {
        return Err(refused());
    }
    let points = (2..=count.min(9)).rev().find_map(|count| fixed(size, count));
    place(game, &points.ok_or_else(refused)?)
}

fn given_handicap(game: &mut GtpGame, arguments: &[String]) -> Result<String, GtpError> {
    let size = game.board().size();
    let mut points = Vec::new();
    for word in arguments {
        let point = size.parse_vertex(word).ok().flatten();
        let point = point.filter(|point| !points.contains(point));
        points.push(point.ok_or_else(|| GtpError::Other("bad vertex list".to_owned()))?);
    }
    if points.len() < 2 {
        return Err(GtpError::Other("bad vertex list".to_owned()));
    }
    place(game, &points)
}

fn place(game: &mut GtpGame, points: &[Point]) -> Result<String, GtpError> {
    let size = game.board().size();
    game.set_handicap(Wide::from_points(points.iter().copied()))?;
    let names: Vec<String> = points.iter().map(|&point| size.vertex(point)).collect();
    Ok(names.join(" "))
}

/// Corners, sides and centre in the order of the standard.
fn fixed(size: Size, count: usize) -> Option<Vec<Point>> {
    let side = size.width();
    let (odd, large) = (side % 2 == 1, side > 7);
    let most = match (odd, large) {
        (true, true) => 9,
        _ if side >= 7 => 4,
        _ => 0,
    };
    if count > most || !size.is_square() {
        return None;
    }
    let low = if side >= 13 { 3 } else { 2 };
    let (high, middle) = (side - 1 - low, side / 2);
    // Rows count from the top: the first stone is at the lower left.
    let corners = [(low, high), (high, low), (low, low), (high, high)];
    let sides = [(low, middle), (high, middle), (middle, high), (middle, low)];
    let mut places: Vec<(usize, usize)> = corners.into_iter().take(count.min(4)).collect();
    if count >= 6 {
        places.extend(sides.into_iter().take(if count >= 8 { 4 } else { 2 }));
    }
    if count % 2 == 1 && count >= 5 {
        places.push((middle, middle));
    }
    places.truncate(count);
    places.into_iter().map(|(x, y)| size.point(x, y)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_from_an_object() {
        let japanese = r#"{"ko":"SIMPLE","scoring":"TERRITORY","tax":"SEKI","suicide":false}"#;
        let read = |text: &str| rules_of_object(text).map(|rules| rules.name());
        assert_eq!(read(japanese), Ok(Some("japanese")));
        assert_eq!(read("{}"), Ok(Some("tromp-taylor")));
        for bad in ["{", r#"{"ko":"ETERNAL"}"#, r#"{"tax":"ALL"}"#, r#"{"hasButton":true}"#] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn fixed_handicaps_are_those_of_the_standard() {
        let names = |side, count| {
            let size = Size::square(side).unwrap();
            let points = fixed(size, count)?;
            Some(points.iter().map(|&p| size.vertex(p)).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(names(19, 2).unwrap(), "D4 Q16");
        assert_eq!(names(19, 5).unwrap(), "D4 Q16 D16 Q4 K10");
        assert_eq!(names(19, 7).unwrap(), "D4 Q16 D16 Q4 D10 Q10 K10");
        assert_eq!(names(9, 9).unwrap(), "C3 G7 C7 G3 C5 G5 E3 E7 E5");
        assert_eq!((names(7, 5), names(8, 5), names(5, 2)), (None, None, None));
    }
}
