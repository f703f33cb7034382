//! The tables of mistakes: positions of analysed games in which a player went wrong or was threatened,
//! and of reviewed games of go, for the daily list.

/// Mistakes are read from the analyses. `mistake_games` holds the games that were read: a new analysis
/// of a game takes it out again, whoever writes it. A card is that of a mate or that of a mistake.
pub(super) const TABLES: &str = "
CREATE TABLE mistakes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, ply INTEGER NOT NULL,
  side INTEGER NOT NULL, sfen TEXT NOT NULL, phase TEXT NOT NULL, motif TEXT NOT NULL,
  missed INTEGER, body TEXT NOT NULL, UNIQUE (game, ply));
CREATE INDEX mistakes_by_sfen ON mistakes (sfen);
CREATE TABLE mistake_games (game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE);
CREATE TRIGGER mistakes_of_new_analyses AFTER INSERT ON analyses BEGIN
  DELETE FROM mistake_games WHERE game = new.game;
END;
ALTER TABLE mate_cards ADD COLUMN kind TEXT NOT NULL DEFAULT 'mate';
";

/// Threats in addition to mistakes. The rows are read from the analyses again.
pub(super) const WITH_THREATS: &str = "
DROP TABLE mistakes;
CREATE TABLE mistakes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, ply INTEGER NOT NULL,
  side INTEGER NOT NULL, sfen TEXT NOT NULL, phase TEXT NOT NULL, motif TEXT NOT NULL,
  missed INTEGER, body TEXT NOT NULL, kind TEXT NOT NULL DEFAULT 'mistake',
  UNIQUE (game, ply, kind));
CREATE INDEX mistakes_by_sfen ON mistakes (sfen);
DELETE FROM mistake_games;
CREATE TABLE threat_games (game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE);
CREATE TRIGGER threats_of_new_analyses AFTER INSERT ON analyses BEGIN
  DELETE FROM threat_games WHERE game = new.game;
END;
";

/// Mistakes of reviewed games of go in addition. A review is kept with the game; its row among the
/// analyses is replaced each time.
pub(super) const WITH_GO: &str = "
CREATE TABLE go_games (game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE);
CREATE TRIGGER mistakes_of_new_reviews AFTER INSERT ON analyses BEGIN
  DELETE FROM go_games WHERE game = new.game;
END;
";
