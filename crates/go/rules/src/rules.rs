//! Rules of play and of counting, and the named sets people use.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

pub(crate) mod katago;

/// How the final position is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Surrounded points and prisoners; no points in seki.
    Territory,
    /// Surrounded points and living stones.
    Area,
}

/// Which repetitions are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// Only the immediate retaking of one stone by one stone.
    Simple,
    /// No play may make a position of stones that has been on the board before.
    PositionalSuperko,
    /// No play may make a position of stones that has been on the board before with the same
    /// player to move.
    SituationalSuperko,
}

/// Whether a play may remove the player's own stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suicide {
    /// Never.
    Forbidden,
    /// Chains of two or more stones may be given up; a single stone never.
    MultiStone,
}

/// An amount of half points; komi has half points, scores of stones are whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfPoints(pub i32);

impl HalfPoints {
    /// This many whole points.
    #[must_use]
    pub const fn whole(points: i32) -> Self {
        Self(points * 2)
    }

    /// The nearest half point; `None` when not finite or over 10,000 points.
    #[must_use]
    pub fn from_f64(points: f64) -> Option<Self> {
        let halves = (points * 2.0).round();
        (points.is_finite() && halves.abs() <= 20_000.0).then_some(Self(halves as i32))
    }

    /// In points.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / 2.0
    }

    /// Black's lead as the result of a game: `B+3.5`, `W+0.5` or `0`.
    #[must_use]
    pub fn result(self) -> String {
        let margin = self.to_f64().abs();
        match self.0 {
            0 => "0".to_owned(),
            1.. => format!("B+{margin}"),
            _ => format!("W+{margin}"),
        }
    }
}

impl fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_f64().fmt(f)
    }
}

/// A full set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How the end is counted.
    pub scoring: Scoring,
    /// Which repetitions are forbidden.
    pub ko: KoRule,
    /// Whether own stones may be given up.
    pub suicide: Suicide,
    /// Points added to White's score.
    pub komi: HalfPoints,
}

/// An unknown rule set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown rules `{name}`: use japanese, chinese, tromp-taylor, aga or new-zealand")]
pub struct UnknownRules {
    /// The name, cut to 32 characters.
    pub name: String,
}

const fn rules(scoring: Scoring, ko: KoRule, suicide: Suicide, half_komi: i32) -> Rules {
    Rules { scoring, ko, suicide, komi: HalfPoints(half_komi) }
}

impl Rules {
    /// Japanese rules: territory, simple ko, komi 6.5.
    pub const JAPANESE: Self = rules(Scoring::Territory, KoRule::Simple, Suicide::Forbidden, 13);
    /// Chinese rules by the letter: area, no position may come back, komi 7.5.
    pub const CHINESE: Self =
        rules(Scoring::Area, KoRule::PositionalSuperko, Suicide::Forbidden, 15);
    /// Tromp-Taylor rules [tromp-taylor]: area, positional superko, suicide, komi 7.5.
    pub const TROMP_TAYLOR: Self =
        rules(Scoring::Area, KoRule::PositionalSuperko, Suicide::MultiStone, 15);
    /// AGA rules: counted by area here, situational superko, komi 7.5.
    pub const AGA: Self = rules(Scoring::Area, KoRule::SituationalSuperko, Suicide::Forbidden, 15);
    /// New Zealand rules: area, situational superko, suicide, komi 7.
    pub const NEW_ZEALAND: Self =
        rules(Scoring::Area, KoRule::SituationalSuperko, Suicide::MultiStone, 14);

    /// Komi in handicap games: half a point, so that no game is drawn.
    pub const HANDICAP_KOMI: HalfPoints = HalfPoints(1);

    /// The named sets, by their canonical names.
    pub const NAMED: [(&'static str, Rules); 5] = [
        ("japanese", Self::JAPANESE),
        ("chinese", Self::CHINESE),
        ("tromp-taylor", Self::TROMP_TAYLOR),
        ("aga", Self::AGA),
        ("new-zealand", Self::NEW_ZEALAND),
    ];

    /// The canonical name; `None` for rules without one. Komi does not matter.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        let same = |named: &Self| Self { komi: self.komi, ..*named } == *self;
        Self::NAMED.iter().find(|(_, named)| same(named)).map(|(name, _)| *name)
    }

    /// White's compensation in addition to komi in a game with this many
    /// handicap stones: by area each of them is a point on the board, which
    /// Chinese rules give back in full and AGA rules except one (Black's first
    /// move).
    #[must_use]
    pub fn handicap_compensation(&self, stones: u32) -> HalfPoints {
        let stones = i32::try_from(stones).unwrap_or(0).min(1_000);
        match self.name() {
            _ if stones < 2 => HalfPoints(0),
            Some("chinese") => HalfPoints::whole(stones),
            Some("aga") => HalfPoints::whole(stones - 1),
            _ => HalfPoints(0),
        }
    }

    /// The same rules with another komi.
    #[must_use]
    pub const fn with_komi(self, komi: HalfPoints) -> Self {
        Self { komi, ..self }
    }

    /// The same rules with another ko rule.
    #[must_use]
    pub const fn with_ko(self, ko: KoRule) -> Self {
        Self { ko, ..self }
    }
}

impl FromStr for Rules {
    type Err = UnknownRules;

    /// Reads a name without regard to case, blanks, dashes, underscores, the word "rules" and
    /// text in parentheses. SGF's `jp`, `nz` and `tt` are understood too, and names used by
    /// servers and editors; rules equal to a named set in all respects supported here are
    /// that set: Korean rules are Japanese, French and British ones AGA, Ing's (Goe)
    /// Tromp-Taylor with komi 8. So are rules that list their parts as KataGo writes them
    /// (`koSIMPLEscoreTERRITORYtaxSEKIsui0`).
    fn from_str(name: &str) -> Result<Self, UnknownRules> {
        if let Some(rules) = katago::parse(name) {
            return Ok(rules);
        }
        let plain = name.split(['(', '（']).next().unwrap_or_default();
        let key: String =
            plain.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        let ends = ["rules", "rule", "ルール", "规则", "規則"];
        let key = ends.iter().find_map(|end| key.strip_suffix(end)).unwrap_or(&key);
        match key {
            "japanese" | "japan" | "jp" | "territory" | "日本" | "日本棋院" => {
                Ok(Self::JAPANESE)
            }
            "korean" | "korea" | "kr" | "韓国" | "韩国" | "한국" => Ok(Self::JAPANESE),
            "chinese" | "china" | "cn" | "area" | "中国" | "中國" => Ok(Self::CHINESE),
            "tromptaylor" | "tt" => Ok(Self::TROMP_TAYLOR),
            "ing" | "goe" | "応氏" | "应氏" | "應氏" => {
                Ok(Self::TROMP_TAYLOR.with_komi(HalfPoints::whole(8)))
            }
            "aga" | "bga" | "french" | "ffg" => Ok(Self::AGA),
            "newzealand" | "nz" => Ok(Self::NEW_ZEALAND),
            _ => Err(UnknownRules { name: name.chars().take(32).collect() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_many_spellings() {
        for (name, rules) in Rules::NAMED {
            assert_eq!(name.parse(), Ok(rules));
            assert_eq!(name.to_uppercase().replace('-', " ").parse(), Ok(rules));
        }
        assert_eq!("NZ".parse(), Ok(Rules::NEW_ZEALAND));
        for name in ["Japanese Rules", "日本ルール", "Korean", "Japanese (byoyomi)"] {
            assert_eq!(name.parse(), Ok(Rules::JAPANESE), "{name}");
        }
        for name in ["Chinese Rules", "中国", "中国规则"] {
            assert_eq!(name.parse(), Ok(Rules::CHINESE), "{name}");
        }
        assert_eq!("GOE".parse::<Rules>(), "Ing".parse());
        assert_eq!("French".parse(), Ok(Rules::AGA));
        assert!("rules".parse::<Rules>().is_err() && "".parse::<Rules>().is_err());
    }

    #[test]
    fn handicap_stones_are_given_back_by_area() {
        let points =
            |rules: Rules| [0, 1, 2, 9].map(|stones| rules.handicap_compensation(stones).to_f64());
        assert_eq!(points(Rules::CHINESE), [0.0, 0.0, 2.0, 9.0]);
        assert_eq!(points(Rules::AGA), [0.0, 0.0, 1.0, 8.0]);
        assert_eq!(points(Rules::JAPANESE), [0.0; 4]);
        assert_eq!(points(Rules::TROMP_TAYLOR), [0.0; 4]);
    }

    #[test]
    fn komi_keeps_half_points() {
        assert_eq!(HalfPoints::from_f64(6.5), Some(HalfPoints(13)));
        assert_eq!(HalfPoints::from_f64(-0.5).map(HalfPoints::to_f64), Some(-0.5));
        assert_eq!(HalfPoints::from_f64(f64::NAN), None);
        assert_eq!(HalfPoints::from_f64(1e300), None);
        assert_eq!(HalfPoints(13).to_string(), "6.5");
    }
}
