//! Games of go as documents: read from SGF or started from a position, with the user's state.

use super::open_error::OpenError;
use crate::protocol::{GoBranch, GoContent, GoKept, GoPosition, GoRecord, GoStep, Side};
use serde::{Deserialize, Serialize};
use zenpuku_go::sgf::{Change, Prop, SgfError, SgfErrorKind, SgfGame, SgfTree, decode};
use zenpuku_go::{Color, Rules, Scoring, Setup};

/// Steps of a game that are shown: the last ones of a longer game.
pub(crate) const MAX_STEPS: usize = 1_000;
/// Longest name or date of a file that is passed on, in characters.
const MAX_NAME: usize = 200;

/// Where a game comes from: all that its record is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Origin {
    /// The text of one game.
    Sgf(String),
    /// A position that was set up.
    Position(GoPosition),
}

/// A game of go.
#[derive(Clone, Debug)]
pub(crate) struct GoGame {
    origin: Origin,
    pub(crate) record: GoRecord,
    pub(crate) kept: GoKept,
}

/// A game of go on disk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct StoredGo {
    origin: Origin,
    kept: GoKept,
}

impl GoGame {
    /// Reads a text that holds one game.
    fn from_sgf(sgf: &str) -> Result<Self, OpenError> {
        let record = read_go(sgf)?;
        let rules = record.rules.clone().unwrap_or_else(|| "japanese".to_owned());
        Ok(Self { origin: Origin::Sgf(sgf.to_owned()), record, kept: untouched(rules) })
    }

    /// A game that begins from a position, which has been checked.
    pub(crate) fn from_position(position: GoPosition, rules: &str) -> Self {
        let record = record_of(&position);
        Self { origin: Origin::Position(position), record, kept: untouched(rules.to_owned()) }
    }

    /// The record that it was read from; `None` for a position that was set up.
    pub(crate) fn sgf(&self) -> Option<&str> {
        match &self.origin {
            Origin::Sgf(sgf) => Some(sgf),
            Origin::Position(_) => None,
        }
    }

    pub(crate) fn stored(&self) -> StoredGo {
        StoredGo { origin: self.origin.clone(), kept: self.kept.clone() }
    }

    /// Restores the game; `None` if the stored data cannot be read.
    pub(crate) fn restore(stored: &StoredGo) -> Option<Self> {
        let record = match &stored.origin {
            Origin::Sgf(sgf) => read_go(sgf).ok()?,
            Origin::Position(position) => record_of(position),
        };
        Some(Self { origin: stored.origin.clone(), record, kept: stored.kept.clone() })
    }

    pub(crate) fn content(&self) -> GoContent {
        GoContent { record: self.record.clone(), kept: self.kept.clone() }
    }

    /// Returns the moves of the game, or of the line that was played from a position.
    pub(crate) fn moves(&self) -> Vec<&str> {
        let own = self.record.steps.iter().filter_map(|step| step.mv.as_deref());
        if self.record.moves > 0 {
            return own.collect();
        }
        self.kept.branch.moves.iter().map(String::as_str).collect()
    }

    /// Returns the number of [`GoGame::moves`]; those of a long record that are not shown count too.
    pub(crate) fn plies(&self) -> u32 {
        match self.record.moves {
            0 => u32::try_from(self.kept.branch.moves.len()).unwrap_or(u32::MAX),
            moves => moves,
        }
    }

    /// Returns who won by the file's result.
    pub(crate) fn winner(&self) -> Option<Side> {
        match self.record.result.split_once('+')?.0.trim() {
            "B" | "b" => Some(Side::Black),
            "W" | "w" => Some(Side::White),
            _ => None,
        }
    }

    /// Is it a draw by the file's result?
    pub(crate) fn is_draw(&self) -> bool {
        matches!(self.record.result.as_str(), "0" | "Draw" | "draw" | "Jigo" | "jigo")
    }

    /// Returns the position that the game begins with.
    pub(crate) fn start(&self) -> Option<&GoPosition> {
        self.record.steps.first().map(|step| &step.position)
    }
}

fn untouched(rules: String) -> GoKept {
    GoKept { rules, branch: GoBranch::default(), review: None }
}

/// The record of a game that has a position only.
fn record_of(position: &GoPosition) -> GoRecord {
    GoRecord {
        name: String::new(),
        rules: None,
        unknown_rules: None,
        black: String::new(),
        white: String::new(),
        result: String::new(),
        date: String::new(),
        event: String::new(),
        komi: None,
        finished: false,
        moves: 0,
        steps: vec![GoStep { mv: None, position: position.clone() }],
        warnings: Vec::new(),
    }
}

/// Does the file or text begin as SGF does? No shogi record begins so.
pub(crate) fn is_sgf(bytes: &[u8], name: &str) -> bool {
    let named = name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("sgf"));
    let head = decode(&bytes[..bytes.len().min(400)]);
    let head = head.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    named || head.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
}

/// Reads game `index` of an SGF file, and counts its games.
pub(super) fn open_sgf(text: &str, index: usize) -> Result<(GoGame, usize), OpenError> {
    let games = split(text);
    let game = games.get(index).ok_or(OpenError::NoSuchGame(games.len()))?;
    Ok((GoGame::from_sgf(game)?, games.len()))
}

/// Reads all games of an SGF file.
pub(super) fn open_sgf_games(text: &str) -> Result<Vec<GoGame>, OpenError> {
    split(text).into_iter().map(GoGame::from_sgf).collect()
}

/// The texts of the games of a collection. A text that is read in part only is one game, for its reader
/// to judge.
fn split(text: &str) -> Vec<&str> {
    let trees = SgfTree::parse_collection(text).unwrap_or_default();
    let begin = |tree: &SgfTree| text[..tree.root().offset].rfind('(');
    let begins: Vec<usize> = trees.iter().filter_map(begin).collect();
    if begins.len() < 2 {
        return vec![text];
    }
    let ends = begins.iter().skip(1).copied().chain([text.len()]);
    begins.iter().zip(ends).map(|(&begin, end)| &text[begin..end]).collect()
}

/// Reads the main line of the first game of a text.
pub(crate) fn read_go(sgf: &str) -> Result<GoRecord, SgfError> {
    let tree = SgfTree::parse(sgf)?;
    let mut game = SgfGame::from_tree(&tree)?;
    // The page says it in its own language.
    game.warnings.retain(|warning| !matches!(warning.kind, SgfErrorKind::UnknownRules { .. }));
    let rules = game.rules.as_deref().and_then(|name| name.parse::<Rules>().ok());
    let named = rules.and_then(|rules| rules.name());
    let unknown = game.rules.as_deref().filter(|name| named.is_none() && !name.is_empty());
    let nearest = rules.filter(|rules| rules.scoring == Scoring::Area).and(Some("chinese"));
    let used = rules.unwrap_or(Rules::JAPANESE);
    // Without a komi in the file a handicap game has another one than the rules.
    let has_komi = game.komi.is_some() || game.handicap >= 2;
    let [black, white] = game.players.each_ref().map(|name| short(name.as_deref()));
    let info = |wanted: fn(&Prop) -> Option<&str>| {
        let mut all = tree.main_line().flat_map(|node| &node.properties);
        short(all.find_map(|property| wanted(&property.prop)))
    };
    Ok(GoRecord {
        name: short(game.name.as_deref()),
        rules: named.or(nearest).map(str::to_owned),
        unknown_rules: unknown.map(|name| short(Some(name))),
        black,
        white,
        result: short(game.result.as_deref()),
        date: info(|prop| match prop {
            Prop::DT(text) => Some(&text.text),
            _ => None,
        }),
        event: info(|prop| match prop {
            Prop::EV(text) => Some(&text.text),
            _ => None,
        }),
        komi: has_komi.then(|| game.with_komi(used).komi.to_f64()),
        finished: game.is_finished(used.scoring),
        moves: game.moves().count() as u32,
        steps: steps(&game)?,
        warnings: game.warning_lines(),
    })
}

fn short(text: Option<&str>) -> String {
    text.unwrap_or_default().trim().chars().take(MAX_NAME).collect()
}

/// The last positions of the main line.
fn steps(game: &SgfGame) -> Result<Vec<GoStep>, SgfError> {
    let positions = game.positions(MAX_STEPS)?;
    let first = game.steps.len() - positions.len();
    let name = |change: Change| match change {
        Change::Move(_, mv) => Some(game.size.move_name(mv)),
        Change::Edit { .. } => None,
    };
    let steps = game.steps[first..].iter().zip(&positions);
    let mut told: Vec<GoStep> = steps
        .map(|(step, setup)| GoStep { mv: name(step.change), position: position_of(setup) })
        .collect();
    // A game that begins with a move starts from the position before it.
    if first == 0 && told.first().is_none_or(|step| step.mv.is_some()) {
        let position = position_of(&game.position(0)?);
        told.insert(0, GoStep { mv: None, position });
    }
    Ok(told)
}

/// A position as clients see it.
pub(crate) fn position_of(setup: &Setup) -> GoPosition {
    GoPosition {
        diagram: setup.to_diagram(),
        turn: side_of(setup.to_move),
        ko: setup.ko.map(|point| setup.size.vertex(point)),
        prisoners: setup.prisoners,
    }
}

/// A colour of go as clients see it.
pub(crate) const fn side_of(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Content;
    use super::*;
    use zenpuku_go::sgf::MAX_WARNINGS;

    #[test]
    fn a_file_of_two_games_has_two() {
        let text = "(;GM[1]SZ[9]GN[one]C[a ) ( \\] b];B[aa])\n(;GM[1]SZ[9]GN[two];B[bb];W[cc])";
        assert!(is_sgf(text.as_bytes(), "") && is_sgf(b"noise", "a.SGF"));
        assert!(!is_sgf("手合割：平手".as_bytes(), "a.kif"));
        for (index, (name, moves)) in [("one", 1), ("two", 2)].into_iter().enumerate() {
            let (game, games) = open_sgf(text, index).unwrap();
            assert_eq!((game.record.name.as_str(), game.record.moves, games), (name, moves, 2));
            let back = GoGame::restore(&game.stored()).unwrap();
            assert_eq!(back.content(), game.content());
        }
        assert!(matches!(open_sgf(text, 2), Err(OpenError::NoSuchGame(2))));
        assert_eq!(open_sgf_games(text).unwrap().len(), 2);
    }

    #[test]
    fn rules_result_date_and_event_are_the_files() {
        let text = "(;GM[1]SZ[9]RU[House rules]RE[W+2.5]DT[2024-05-01]EV[A cup];B[aa])";
        let (game, _) = open_sgf(text, 0).unwrap();
        let GoRecord { unknown_rules, rules, result, date, event, .. } = &game.record;
        assert_eq!((rules.as_deref(), unknown_rules.as_deref()), (None, Some("House rules")));
        assert_eq!([result, date, event], ["W+2.5", "2024-05-01", "A cup"]);
        assert_eq!((game.winner(), game.kept.rules.as_str()), (Some(Side::White), "japanese"));
    }

    #[test]
    fn files_are_decoded_by_the_encoding_that_they_name() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/reports/");
        for (name, black, white) in [("N09a.sgf", "山本", "鈴木"), ("N09b.sgf", "予備", "能力表")]
        {
            let bytes = std::fs::read(format!("{folder}{name}")).unwrap();
            let opened = super::super::open(&bytes, name, 0).unwrap();
            let Content::Go(game) = opened.content else { panic!("{name}") };
            let stones = |c: char| game.start().unwrap().diagram.matches(c).count();
            assert_eq!([stones('X'), stones('O')], [9, 9], "{name}: both walls are there");
            assert_eq!([&game.record.black, &game.record.white], [black, white], "{name}");
        }
    }

    #[test]
    fn a_guessed_encoding_is_named_and_handicap_has_its_komi() {
        // 山本太郎の対局 in Shift_JIS.
        let name = b"\x8E\x52\x96\x7B\x91\xBE\x98\x59\x82\xCC\x91\xCE\x8B\xC7";
        let bytes = [b"(;GM[1]SZ[9]HA[2]AB[cc:gg]GN[", &name[..], b"])"].concat();
        let opened = super::super::open(&bytes, "a.sgf", 0).unwrap();
        let Content::Go(game) = opened.content else { panic!("a game of go") };
        assert!(game.record.warnings[0].contains("Shift_JIS"), "{:?}", game.record.warnings);
        assert_eq!(game.record.name, "山本太郎の対局");
        assert_eq!(game.record.komi, Some(0.5));
    }

    #[test]
    fn many_warnings_are_counted() {
        let text = format!("(;GM[1]SZ[9]{})", ";B[aa]".repeat(200));
        let (game, _) = open_sgf(&text, 0).unwrap();
        assert_eq!(game.record.warnings.len(), MAX_WARNINGS + 1);
        assert!(game.record.warnings.last().unwrap().starts_with("179 more warnings"));
    }
}
