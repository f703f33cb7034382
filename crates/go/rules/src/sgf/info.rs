//! The game information of an SGF game: board, rules, komi, names.

use sgf_parse::go::Prop;

use super::error::{SgfError, SgfErrorKind};
use super::game::SgfGame;
use super::tree::{Property, SgfTree};
use crate::rules::katago;
use crate::{HalfPoints, PointSet, Rules, Size, Wide};

/// A game without its moves. The board is set in the root; the other
/// information may be in any node of the main line [sgf-ff4], and the first
/// value counts.
pub(super) fn information(tree: &SgfTree) -> Result<SgfGame, SgfError> {
    let root = tree.root();
    let mut reader = InfoReader {
        game: SgfGame {
            size: Size::square(19).map_err(|e| SgfErrorKind::from(e).at(root.offset))?,
            rules: None,
            komi: None,
            handicap: 0,
            name: None,
            players: [None, None],
            result: None,
            territory: [Wide::EMPTY; 2],
            steps: Vec::new(),
            warnings: Vec::new(),
        },
        komi: None,
        from_fox: false,
        handicap: None,
    };
    for property in &root.properties {
        reader.root(property)?;
    }
    for property in tree.main_line().flat_map(|node| &node.properties) {
        reader.info(property);
    }
    Ok(reader.finish())
}

struct InfoReader {
    game: SgfGame,
    komi: Option<(f64, usize)>,
    /// Was the file written by Fox (foxwq.com)?
    from_fox: bool,
    handicap: Option<usize>,
}

impl InfoReader {
    /// Takes a property that only the root has.
    fn root(&mut self, property: &Property) -> Result<(), SgfError> {
        match &property.prop {
            Prop::GM(1) => {}
            Prop::GM(_) => return Err(SgfErrorKind::OtherGame.at(property.offset)),
            Prop::SZ((width, height)) => {
                self.game.size = Size::new(usize::from(*width), usize::from(*height))
                    .map_err(|e| SgfErrorKind::from(e).at(property.offset))?;
            }
            Prop::Invalid(name, _) if matches!(name.as_str(), "SZ" | "GM") => {
                return Err(bad_value(name).at(property.offset));
            }
            Prop::AP((program, _)) => self.from_fox = is_fox(&program.text),
            Prop::Invalid(name, values) if name == "AP" => {
                self.from_fox = values.iter().any(|program| is_fox(program));
            }
            _ => {}
        }
        Ok(())
    }

    /// Takes a property of the game information unless there was one before.
    fn info(&mut self, property: &Property) {
        let text = |text: &str| Some(text.to_owned());
        let game = &mut self.game;
        match &property.prop {
            Prop::RU(name) if game.rules.is_none() => self.rules(name.text.trim(), property.offset),
            Prop::KM(written) if self.komi.is_none() => {
                self.komi = Some((*written, property.offset));
            }
            Prop::HA(stones) if self.handicap.is_none() => {
                game.handicap = u32::try_from(*stones).unwrap_or(0);
                self.handicap = Some(property.offset);
            }
            Prop::GN(name) if game.name.is_none() => game.name = text(&name.text),
            Prop::PB(name) if game.players[0].is_none() => game.players[0] = text(&name.text),
            Prop::PW(name) if game.players[1].is_none() => game.players[1] = text(&name.text),
            Prop::RE(result) if game.result.is_none() => game.result = text(&result.text),
            Prop::Invalid(name, values) if matches!(name.as_str(), "KM" | "HA") => {
                self.unreadable(name, values, property.offset);
            }
            _ => {}
        }
    }

    fn rules(&mut self, written: &str, offset: usize) {
        let warning = match written.parse::<Rules>() {
            _ if written.is_empty() => return,
            Ok(_) => katago::not_counted(written).map(|part| SgfErrorKind::RulesPart { part }),
            Err(_) => Some(SgfErrorKind::UnknownRules { written: cut(written) }),
        };
        self.game.warnings.extend(warning.map(|kind| kind.at(offset)));
        self.game.rules = Some(written.to_owned());
    }

    /// An invalid number, such as `6,5` or `6.5目`; an empty value is ignored.
    fn unreadable(&mut self, name: &str, values: &[String], offset: usize) {
        let written = values.join(" ");
        if written.is_empty() {
            return;
        }
        let number: String =
            written.replace(',', ".").chars().take_while(|c| is_numeral(*c)).collect();
        let number: Option<f64> = number.parse().ok();
        match (name, number) {
            ("KM", Some(komi)) if self.komi.is_none() => self.komi = Some((komi, offset)),
            _ => {
                let kind =
                    SgfErrorKind::BadInfo { property: name.to_owned(), written: cut(&written) };
                self.game.warnings.push(kind.at(offset));
            }
        }
    }

    fn finish(mut self) -> SgfGame {
        if let Some((written, offset)) = self.komi {
            self.read_komi(written, offset);
        } else if let Some(offset) = self.handicap.filter(|_| self.game.handicap >= 2) {
            let (stones, komi) = (self.game.handicap, Rules::HANDICAP_KOMI);
            self.game.warnings.push(SgfErrorKind::HandicapKomi { stones, komi }.at(offset));
        }
        self.game
    }

    /// Komi in points. Some servers write hundredths of points (Fox: `KM[650]`), some count komi in
    /// stones as Chinese rules may (`KM[375]`, `KM[3.75]` for 7.5 points).
    fn read_komi(&mut self, written: f64, offset: usize) {
        let hundredths = written.abs() >= 100.0 || (self.from_fox && written.abs() >= 25.0);
        let points = if hundredths { written / 100.0 } else { written };
        let in_stones = (points * 4.0).rem_euclid(2.0) == 1.0;
        let points = if in_stones { points * 2.0 } else { points };
        let beyond = points.abs() > self.game.size.area() as f64;
        self.game.komi = HalfPoints::from_f64(points).filter(|_| !beyond);
        let warning = match self.game.komi {
            None => SgfErrorKind::NoKomi { written },
            Some(komi) if komi.to_f64() != written => SgfErrorKind::Komi { written, komi },
            Some(_) => return,
        };
        self.game.warnings.push(warning.at(offset));
    }
}

fn is_numeral(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | '-' | '+')
}

/// The text up to 40 characters.
fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Fox (foxwq.com) writes komi in hundredths.
fn is_fox(program: &str) -> bool {
    program.to_ascii_lowercase().starts_with("foxwq")
}

pub(super) fn bad_value(property: &str) -> SgfErrorKind {
    SgfErrorKind::BadValue { property: property.to_owned() }
}
