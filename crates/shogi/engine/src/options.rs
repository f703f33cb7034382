//! The engine's options in addition to the table of switches and parameters.

use crate::book::BookChoice;
use crate::level::Level;
use crate::time_control::TimeOptions;
use core::str::FromStr;
use zenpuku_params::{
    Kind, PROFILE_OPTION, PROFILES, ParamError, Params, Row, did_you_mean, find_row, nearest,
    read_number, read_switch, rows,
};
use zenpuku_shogi::EnteringKingRule;
use zenpuku_shogi_eval::classic::{GroupSet, UnknownGroup};
use zenpuku_shogi_eval::{EvalKind, UnknownEvaluator};
use zenpuku_shogi_goals::style::{CASTLES, OPENINGS, Style};

/// Everything that can be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Search threads.
    pub threads: usize,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Number of lines to search.
    pub multi_pv: usize,
    /// How strong it plays.
    pub level: Level,
    /// Seed of what a level below full strength overlooks.
    pub level_seed: u32,
    /// How a level below full strength likes to open.
    pub style: Style,
    /// Greatest depth of every search in plies; 0: none.
    pub depth_limit: u32,
    /// Greatest number of nodes of every search; 0: none.
    pub nodes_limit: u64,
    /// Everything about time, and the limit of moves.
    pub time: TimeOptions,
    /// How a win is declared.
    pub entering_king_rule: EnteringKingRule,
    /// Resign at this disadvantage in centipawns.
    pub resign_value: i32,
    /// Worth of a draw for Black and for White when that side is at the root, in centipawns.
    pub draw_value: [i32; 2],
    /// Least time between two reports in milliseconds.
    pub pv_interval: u64,
    /// Search non-promotions that are almost never better, regardless of the switch.
    pub generate_all_legal_moves: bool,
    /// Report the goals of the side to move to a handler that requests them.
    pub goal_info: bool,
    /// The evaluation that was chosen; [`EvalData::in_use`](zenpuku_shogi_eval::EvalData::in_use) is
    /// the one in use.
    pub eval: EvalKind,
    /// The file of the network, in `eval_dir` if it is not absolute; empty: `nn.bin` when a
    /// folder is named, else the evaluation's built-in one.
    pub eval_file: String,
    /// The folder of the network; empty: the current one.
    pub eval_dir: String,
    /// The divisor of a YaneuraOu network's output, usually 16 to 36
    /// [yaneuraou]; 0: the value in `eval_options.txt` next to it, else a
    /// guess.
    pub fv_scale: u32,
    /// The file with the weights of the classic evaluation or of the ensemble; empty: the
    /// evaluation's built-in ones.
    pub classic_file: String,
    /// The groups of features that the classic evaluation leaves out, parted by commas.
    pub classic_without: String,
    /// The file with the parameters of ProbCut; empty: the built-in ones of the evaluation.
    pub prob_cut_file: String,
    /// The file that says what values are worth; empty: the built-in one of the evaluation.
    pub calibration_file: String,
    /// Play from an opening book.
    pub own_book: bool,
    /// The file of the book, YaneuraOu's text format; empty: the built-in one.
    pub book_file: String,
    /// How a move is chosen from it.
    pub book: BookChoice,
    /// Switches and parameters.
    pub params: Params,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            hash: 64,
            multi_pv: 1,
            level: Level::FULL,
            level_seed: 0,
            style: Style::default(),
            depth_limit: 0,
            nodes_limit: 0,
            time: TimeOptions::default(),
            entering_king_rule: EnteringKingRule::Point27,
            resign_value: 99_999,
            draw_value: [-2, -2],
            pv_interval: 300,
            generate_all_legal_moves: false,
            goal_info: true,
            eval: EvalKind::default(),
            eval_file: String::new(),
            eval_dir: String::new(),
            fv_scale: 0,
            classic_file: String::new(),
            classic_without: String::new(),
            prob_cut_file: String::new(),
            calibration_file: String::new(),
            own_book: false,
            book_file: String::new(),
            book: BookChoice { plies: 24, depth: 0, loss: 30, least: -100, seed: 1 },
            params: Params::default(),
        }
    }
}

/// Why an option could not be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// The value is not of the option's kind or range.
    #[error("option {name} is {expected}, not `{value}`")]
    BadValue {
        /// The option.
        name: &'static str,
        /// Its valid values.
        expected: String,
        /// The value as given.
        value: String,
    },
    /// Neither an option nor a parameter.
    #[error("unknown option `{name}`{}", did_you_mean(*.suggestion))]
    Unknown {
        /// The name as given.
        name: String,
        /// The nearest name, if one is near.
        suggestion: Option<&'static str>,
    },
    /// A parameter's value is wrong.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// No such evaluation.
    #[error(transparent)]
    Eval(#[from] UnknownEvaluator),
    /// No such group of features.
    #[error(transparent)]
    Group(#[from] UnknownGroup),
    /// A profile file cannot be read.
    #[error("{path}: {reason}")]
    ProfileFile {
        /// The file.
        path: String,
        /// The error of the operating system.
        reason: String,
    },
    /// A line of a profile file is wrong.
    #[error("{path}, line {line}: {reason}")]
    ProfileLine {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// The error.
        reason: Box<ParamError>,
    },
}

impl OptionError {
    /// There is no option `name`, neither here nor among the `other` options of a front end.
    #[must_use]
    pub fn unknown(name: &str, other: &[&'static str]) -> Self {
        let ours =
            PLAIN.iter().map(|plain| plain.0).chain(SPECIAL).chain(rows().map(|row| row.name));
        let suggestion = nearest(name, ours.chain(other.iter().copied()));
        Self::Unknown { name: name.into(), suggestion }
    }

    /// A switch was given `value`, which is not one of its values.
    #[must_use]
    pub fn not_a_switch(name: &'static str, value: &str) -> Self {
        Self::BadValue { name, expected: "`true` or `false`".into(), value: value.into() }
    }
}

/// What values an option takes, with its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// True or false.
    Check {
        /// Default.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Default.
        default: i64,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Default.
        default: &'static str,
        /// All words.
        words: Vec<&'static str>,
    },
    /// Free text: the name of a file or folder, or a decimal fraction of the parameter table.
    Text {
        /// Default.
        default: String,
    },
    /// No value: setting it does something.
    Button,
}

/// An option as a front end lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Name without blanks.
    pub name: &'static str,
    /// Kind and default.
    pub kind: OptionKind,
    /// Serves tuning and research: a front end lists it on request only.
    pub research: bool,
}

/// Names of the entering-king rules, as GUIs know them.
const RULES: [(&str, EnteringKingRule); 6] = [
    ("CSARule27", EnteringKingRule::Point27),
    ("CSARule27H", EnteringKingRule::Point27Handicap),
    ("CSARule24", EnteringKingRule::Point24),
    ("CSARule24H", EnteringKingRule::Point24Handicap),
    ("TryRule", EnteringKingRule::TryRule),
    ("NoEnteringKing", EnteringKingRule::None),
];

/// Name of the option that chooses the evaluation.
const EVAL_OPTION: &str = "Evaluation";
/// Name of the option that leaves groups out of the classic evaluation.
const WITHOUT_OPTION: &str = "ClassicWithout";
/// How GUIs write an empty text.
const EMPTY: &str = "<empty>";
/// Name of the option that chooses how a win is declared.
const RULE_OPTION: &str = "EnteringKingRule";
/// Name of the option that assigns the rows of a profile file.
pub const PROFILE_FILE_OPTION: &str = "ProfileFile";
/// Name of the button that empties the transposition table.
pub const CLEAR_HASH_OPTION: &str = "Clear_Hash";

/// The environment variable that makes `zenpuku usi` list all options,
/// including those of tuning and research, unless it is empty or `0`.
pub const ALL_OPTIONS_VARIABLE: &str = "ZENPUKU_ALL_OPTIONS";

/// Options that serve research, as every row of the parameter table does.
const RESEARCH: [&str; 5] =
    ["ClassicFile", WITHOUT_OPTION, "ProbCutFile", "CalibrationFile", PROFILE_FILE_OPTION];

/// The options that are neither plain nor rows of the table.
const SPECIAL: [&str; 5] =
    [EVAL_OPTION, WITHOUT_OPTION, PROFILE_OPTION, PROFILE_FILE_OPTION, CLEAR_HASH_OPTION];

/// How a win is declared.
const RULE: Access = Access::Combo {
    words: || RULES.iter().map(|rule| rule.0).collect(),
    write: |options, word| {
        let known = RULES.iter().find(|rule| rule.0 == word);
        options.entering_king_rule = known.map_or(options.entering_king_rule, |rule| rule.1);
    },
};

/// The level as its number.
const SKILL_LEVEL: Access = Access::Spin {
    min: 1,
    max: Level::COUNT as i64,
    read: |options| i64::from(options.level.number()),
    write: |options, number| {
        options.level = u32::try_from(number).ok().and_then(Level::new).unwrap_or_default();
    },
};

/// The word of a combo that leaves a style open.
const ANY: &str = "ANY";

/// The opening of the style by its id.
const SKILL_OPENING: Access = Access::Combo {
    words: || core::iter::once(ANY).chain(OPENINGS.iter().map(|opening| opening.id)).collect(),
    write: |options, word| {
        options.style.opening = (word != ANY).then(|| Style::opening_of(word)).flatten();
    },
};

/// The castle of the style by its id.
const SKILL_CASTLE: Access = Access::Combo {
    words: || core::iter::once(ANY).chain(CASTLES).collect(),
    write: |options, word| {
        options.style.castle = (word != ANY).then(|| Style::castle_of(word)).flatten();
    },
};

/// How an option's value is read from text.
#[derive(Clone, Copy)]
enum Access {
    Check(fn(&mut EngineOptions) -> &mut bool),
    Text(fn(&mut EngineOptions) -> &mut String),
    Spin {
        min: i64,
        max: i64,
        read: fn(&EngineOptions) -> i64,
        write: fn(&mut EngineOptions, i64),
    },
    /// The first word is the default.
    Combo {
        words: fn() -> Vec<&'static str>,
        write: fn(&mut EngineOptions, &'static str),
    },
}

macro_rules! spin {
    ($min:expr, $max:expr, $($field:tt)+) => {
        Access::Spin {
            min: $min,
            max: $max,
            read: |options| options.$($field)+ as i64,
            write: |options, value| options.$($field)+ = value as _,
        }
    };
}

/// An hour in milliseconds.
const HOUR: i64 = 3_600_000;

/// The plain options: everything that is a number, a yes or no, or a text.
const PLAIN: [(&str, Access); 35] = [
    ("Threads", spin!(1, 512, threads)),
    ("USI_Hash", spin!(1, 1 << 20, hash)),
    ("MultiPV", spin!(1, 600, multi_pv)),
    ("SkillLevel", SKILL_LEVEL),
    ("SkillSeed", spin!(0, 0xffff_ffff, level_seed)),
    ("SkillOpening", SKILL_OPENING),
    ("SkillCastle", SKILL_CASTLE),
    ("DepthLimit", spin!(0, 1000, depth_limit)),
    ("NodesLimit", spin!(0, i64::MAX, nodes_limit)),
    ("NetworkDelay", spin!(0, HOUR, time.network_delay)),
    ("NetworkDelay2", spin!(0, HOUR, time.network_delay2)),
    ("MinimumThinkingTime", spin!(0, HOUR, time.minimum_thinking_time)),
    ("SlowMover", spin!(1, 1000, time.slow_mover)),
    ("RoundUpToFullSecond", Access::Check(|options| &mut options.time.round_up_to_full_second)),
    ("MaxMovesToDraw", spin!(0, 100_000, time.max_moves)),
    ("ResignValue", spin!(1, 99_999, resign_value)),
    ("DrawValueBlack", spin!(-30_000, 30_000, draw_value[0])),
    ("DrawValueWhite", spin!(-30_000, 30_000, draw_value[1])),
    ("PvInterval", spin!(0, HOUR, pv_interval)),
    (RULE_OPTION, RULE),
    ("GenerateAllLegalMoves", Access::Check(|options| &mut options.generate_all_legal_moves)),
    ("GoalInfo", Access::Check(|options| &mut options.goal_info)),
    ("EvalFile", Access::Text(|options| &mut options.eval_file)),
    ("EvalDir", Access::Text(|options| &mut options.eval_dir)),
    ("ClassicFile", Access::Text(|options| &mut options.classic_file)),
    ("ProbCutFile", Access::Text(|options| &mut options.prob_cut_file)),
    ("CalibrationFile", Access::Text(|options| &mut options.calibration_file)),
    ("USI_OwnBook", Access::Check(|options| &mut options.own_book)),
    ("BookFile", Access::Text(|options| &mut options.book_file)),
    ("BookMoves", spin!(0, 10_000, book.plies)),
    ("BookDepthLimit", spin!(0, 1000, book.depth)),
    ("BookEvalDiff", spin!(0, 99_999, book.loss)),
    ("BookEvalLimit", spin!(-99_999, 99_999, book.least)),
    ("BookSeed", spin!(0, 0xffff_ffff, book.seed)),
    ("FV_SCALE", spin!(0, 128, fv_scale)),
];

impl EngineOptions {
    /// Every option with its kind and default: the plain ones, then the parameter table.
    #[must_use]
    pub fn specs() -> Vec<OptionSpec> {
        let mut defaults = Self::default();
        let spec = |name, kind| OptionSpec { name, kind, research: RESEARCH.contains(&name) };
        let combo = |words: Vec<_>| OptionKind::Combo { default: words[0], words };
        let plain = PLAIN.iter().map(|(name, access)| {
            let kind = match *access {
                Access::Check(field) => OptionKind::Check { default: *field(&mut defaults) },
                Access::Text(field) => OptionKind::Text { default: field(&mut defaults).clone() },
                Access::Spin { min, max, read, .. } => {
                    OptionKind::Spin { default: read(&defaults), min, max }
                }
                Access::Combo { words, .. } => combo(words()),
            };
            spec(name, kind)
        });
        let mut specs: Vec<OptionSpec> = plain.collect();
        let choice = |default, words| OptionKind::Combo { default, words };
        let text = || OptionKind::Text { default: String::new() };
        let evals = EvalKind::ALL.iter().map(|kind| kind.name()).collect();
        specs.push(spec(EVAL_OPTION, choice(EvalKind::default().name(), evals)));
        specs.push(spec(WITHOUT_OPTION, text()));
        specs.push(spec(CLEAR_HASH_OPTION, OptionKind::Button));
        let profiles = PROFILES.iter().map(|profile| profile.name).collect();
        specs.push(spec(PROFILE_OPTION, choice(PROFILES[0].name, profiles)));
        specs.push(spec(PROFILE_FILE_OPTION, text()));
        specs.extend(rows().map(row_spec));
        specs
    }

    /// Sets the option `name`, matched without regard to case, or a row of the parameter table.
    /// `Profile` resets every row of the table, and chooses the evaluation where one belongs to
    /// the profile. `ProfileFile` assigns the rows in a file; an empty name has no effect. The
    /// button `Clear_Hash` changes no option.
    ///
    /// # Errors
    /// [`OptionError`] describes the error; the options are then unchanged.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let value = value.trim();
        let plain = PLAIN.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        if let Some((name, access)) = plain {
            return self.set_plain(name, access, value);
        }
        if name.eq_ignore_ascii_case(EVAL_OPTION) {
            self.eval = EvalKind::from_str(value)?;
        } else if name.eq_ignore_ascii_case(WITHOUT_OPTION) {
            let names = if value == EMPTY { "" } else { value };
            GroupSet::all_but(names)?;
            self.classic_without = names.into();
        } else if name.eq_ignore_ascii_case(PROFILE_FILE_OPTION) {
            self.read_profile_file(value)?;
        } else if name.eq_ignore_ascii_case(PROFILE_OPTION) {
            self.params.set(name, value)?;
            self.follow_profile(value);
        } else if find_row(name).is_some() {
            self.params.set(name, value)?;
        } else if !name.eq_ignore_ascii_case(CLEAR_HASH_OPTION) {
            return Err(OptionError::unknown(name, &[]));
        }
        Ok(())
    }

    fn read_profile_file(&mut self, path: &str) -> Result<(), OptionError> {
        if path.is_empty() || path == EMPTY {
            return Ok(());
        }
        let text = std::fs::read_to_string(path).map_err(|error| OptionError::ProfileFile {
            path: path.into(),
            reason: error.to_string(),
        })?;
        self.params.assign_file(&text).map_err(|(line, reason)| OptionError::ProfileLine {
            path: path.into(),
            line,
            reason: Box::new(reason),
        })
    }

    /// Takes over the evaluation that belongs to a profile, if one does.
    fn follow_profile(&mut self, name: &str) {
        let profile = PROFILES.iter().find(|profile| profile.name.eq_ignore_ascii_case(name));
        let named = profile.and_then(|profile| profile.evaluation);
        self.eval = named.and_then(|eval| eval.parse().ok()).unwrap_or(self.eval);
    }

    fn set_plain(
        &mut self,
        name: &'static str,
        access: &Access,
        value: &str,
    ) -> Result<(), OptionError> {
        match *access {
            Access::Check(field) => {
                let switch = read_switch(value);
                *field(self) = switch.ok_or_else(|| OptionError::not_a_switch(name, value))?;
            }
            Access::Text(field) => *field(self) = if value == EMPTY { "" } else { value }.into(),
            Access::Spin { min, max, write, .. } => {
                let expected = format!("a number from {min} to {max}");
                let bad = OptionError::BadValue { name, expected, value: value.into() };
                write(self, read_number(value, min..=max).ok_or(bad)?);
            }
            Access::Combo { words, write } => {
                let words = words();
                let known = words.iter().find(|word| word.eq_ignore_ascii_case(value));
                let expected = format!("one of {}", words.join(", "));
                let bad = OptionError::BadValue { name, expected, value: value.into() };
                write(self, known.copied().ok_or(bad)?);
            }
        }
        Ok(())
    }
}

fn row_spec(row: &'static Row) -> OptionSpec {
    let kind = match row.kind {
        Kind::Switch => OptionKind::Check { default: row.default != 0 },
        Kind::Integer => OptionKind::Spin {
            default: row.default.into(),
            min: row.min.into(),
            max: row.max.into(),
        },
        Kind::Fraction { .. } => OptionKind::Text { default: row.text(row.default) },
    };
    OptionSpec { name: row.name, kind, research: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_can_be_set_and_changes_nothing() {
        let mut options = EngineOptions::default();
        for spec in EngineOptions::specs() {
            let listed = SPECIAL.contains(&spec.name)
                || PLAIN.iter().any(|plain| plain.0 == spec.name)
                || find_row(spec.name).is_some();
            assert!(listed, "{} can be suggested", spec.name);
            let text = match spec.kind {
                OptionKind::Check { default } => default.to_string(),
                OptionKind::Spin { default, .. } => default.to_string(),
                OptionKind::Combo { default, ref words } => {
                    assert!(words.contains(&default));
                    default.to_string()
                }
                OptionKind::Text { default } => default,
                OptionKind::Button => String::new(),
            };
            options.set(&spec.name.to_ascii_lowercase(), &text).unwrap();
            assert_eq!(options, EngineOptions::default(), "{}", spec.name);
        }
    }

    #[test]
    fn wrong_values_are_named_and_change_nothing() {
        let mut options = EngineOptions::default();
        let message = |result: Result<(), OptionError>| result.unwrap_err().to_string();
        assert_eq!(
            message(options.set("threads", "0")),
            "option Threads is a number from 1 to 512, not `0`"
        );
        assert!(message(options.set("EnteringKingRule", "none")).contains("TryRule"));
        assert_eq!(message(options.set("NoSuchThing", "1")), "unknown option `NoSuchThing`");
        assert_eq!(
            message(options.set("USI_Hsh", "1")),
            "unknown option `USI_Hsh`, did you mean `USI_Hash`?"
        );
        assert!(message(options.set("KilerMoves", "on")).contains("mean `KillerMoves`?"));
        assert!(options.set("Evaluation", "kpp").is_err());
        assert!(message(options.set("ClassicWithout", "pins,kpp")).contains("`kpp`; known: mat"));
        assert_eq!(options, EngineOptions::default());
    }

    #[test]
    fn a_profile_file_assigns_rows_or_names_its_line() {
        let path = std::env::temp_dir().join(format!("zenpuku-profile-{}", std::process::id()));
        let name = path.to_str().unwrap();
        std::fs::write(&path, "# tuned\nProfile=foundation\n\nLmrMinDepth = 4 # was 3\n").unwrap();
        let mut options = EngineOptions::default();
        options.set("profilefile", name).unwrap();
        let expected = Params { lmr_min_depth: 4, ..Params::profile("foundation").unwrap() };
        assert_eq!(options.params, expected);
        std::fs::write(&path, "LmrMinDepth=5\nLmrMinDepth=many\n").unwrap();
        let error = options.set("ProfileFile", name).unwrap_err().to_string();
        assert!(error.contains("line 2: parameter LmrMinDepth"), "{error}");
        assert_eq!(options.params, expected);
        std::fs::remove_file(&path).unwrap();
        assert!(options.set("ProfileFile", name).unwrap_err().to_string().starts_with(name));
    }

    #[test]
    fn values_are_kept() {
        let mut options = EngineOptions::default();
        options.set("usi_hash", " 16 ").unwrap();
        options.set("MaxMovesToDraw", "320").unwrap();
        options.set("drawvaluewhite", "-50").unwrap();
        options.set("Profile", "foundation").unwrap();
        options.set("evalfile", "a b.bin").unwrap();
        options.set("EvalDir", "<empty>").unwrap();
        assert_eq!((options.eval_file.as_str(), options.eval_dir.as_str()), ("a b.bin", ""));
        assert_eq!((options.hash, options.time.max_moves), (16, 320));
        assert_eq!(options.draw_value, [-2, -50]);
        assert_eq!(options.params.profile_name(), Some("foundation"));
    }
}
