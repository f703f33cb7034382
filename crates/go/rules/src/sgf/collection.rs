//! All games of an SGF file.

use super::error::{SgfError, SgfErrorKind};
use super::game::SgfGame;
use super::text::decode_text;
use super::tree::SgfTree;

/// The games of a file, in order, at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct SgfCollection {
    /// Each game, or why it cannot be read. The warnings of a game are its own.
    pub games: Vec<Result<SgfGame, SgfError>>,
    /// Problems of the file as a whole: its encoding, text after the last game.
    pub warnings: Vec<SgfError>,
    /// The name of the text's encoding, such as `UTF-8` or `Shift_JIS`.
    pub encoding: &'static str,
}

impl SgfCollection {
    /// Decodes a file as [`decode_text`] does and reads its games.
    ///
    /// # Errors
    /// If it has no game, or its first one is not closed, too long or not SGF.
    pub fn parse_bytes(bytes: &[u8]) -> Result<Self, SgfError> {
        let text = decode_text(bytes);
        let mut found = Self::parse(&text.text)?;
        found.warnings.splice(0..0, text.warnings);
        found.encoding = text.encoding;
        Ok(found)
    }

    /// Reads the games of a text.
    ///
    /// # Errors
    /// As [`SgfCollection::parse_bytes`].
    pub fn parse(text: &str) -> Result<Self, SgfError> {
        let (trees, error) = SgfTree::parse_games(text);
        let mut warnings = Vec::new();
        if let Some(error) = error {
            if trees.is_empty() {
                return Err(error);
            }
            let kind =
                SgfErrorKind::AfterGames { games: trees.len(), reason: error.kind.to_string() };
            warnings.push(kind.at(error.offset));
        }
        let games = trees.iter().map(SgfGame::from_tree).collect();
        Ok(Self { games, warnings, encoding: "UTF-8" })
    }

    /// The first game, with the warnings of the file before its own; one of them says how many games
    /// there are if there are several.
    ///
    /// # Errors
    /// If the first game cannot be read.
    pub fn into_first(self) -> Result<SgfGame, SgfError> {
        let games = self.games.len();
        let mut first = match self.games.into_iter().next() {
            Some(game) => game?,
            None => return Err(SgfErrorKind::NoGame.at(0)),
        };
        let more = (games > 1).then(|| SgfErrorKind::MoreGames { games }.at(0));
        first.warnings.splice(0..0, self.warnings.into_iter().chain(more));
        Ok(first)
    }
}

impl SgfGame {
    /// Decodes and reads the first game of a file; [`SgfCollection`] reads them all. The warnings are
    /// those of the file and of the game.
    ///
    /// # Errors
    /// As [`SgfGame::parse`].
    pub fn parse_bytes(bytes: &[u8]) -> Result<Self, SgfError> {
        SgfCollection::parse_bytes(bytes)?.into_first()
    }

    /// Reads the first game of a text, as [`SgfGame::parse_bytes`] does.
    ///
    /// # Errors
    /// If the text is not SGF, the game not go, the size not supported or a setup or move property of the
    /// main line unreadable. Whether moves are legal is found by [`SgfGame::position`].
    pub fn parse(text: &str) -> Result<Self, SgfError> {
        SgfCollection::parse(text)?.into_first()
    }
}
