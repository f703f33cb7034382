//! The options that the GUI may set: the engine's own, and three of the protocol.

use zenpuku_params::read_switch;
use zenpuku_protocol::excerpt;
use zenpuku_protocol::usi::{OptionList, UsiOption};
use zenpuku_shogi_engine::{CLEAR_HASH_OPTION, EngineOptions, OptionError, OptionKind, OptionSpec};
use zenpuku_shogi_reasons::words::Lang;

const HASH: &str = "USI_Hash";
const REASONS: &str = "Reasons";
/// The values of [`REASONS`].
const LANGUAGES: [(&str, Option<Lang>); 3] =
    [("off", None), ("ja", Some(Lang::Ja)), ("en", Some(Lang::En))];

/// The switches of the protocol in addition to the engine's options.
#[derive(Clone, Copy)]
struct Switches {
    /// The GUI will let us think on the opponent's time.
    ponder: bool,
    /// Analysis by a person: report every line immediately and never resign.
    consideration: bool,
    /// Report values that are only bounds, too.
    bounds: bool,
}

const DEFAULTS: Switches = Switches { ponder: false, consideration: false, bounds: true };

type Switch = (&'static str, fn(&mut Switches) -> &mut bool);

const SWITCHES: [Switch; 3] = [
    ("USI_Ponder", |switches| &mut switches.ponder),
    ("ConsiderationMode", |switches| &mut switches.consideration),
    ("OutputFailLHPV", |switches| &mut switches.bounds),
];

/// All options with their values.
pub(super) struct Options {
    list: OptionList,
    /// Those that serve tuning and research.
    research: Vec<&'static str>,
    engine: EngineOptions,
    switches: Switches,
    reasons: Option<Lang>,
}

/// The action that setting an option requires in addition to storing its value.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// A transposition table of another size.
    Resize,
    /// An empty transposition table.
    Clear,
}

impl Options {
    /// All options at their defaults.
    ///
    /// # Errors
    /// A mistake in the tables of options: a name that occurs twice or has blanks.
    pub(super) fn new() -> anyhow::Result<Self> {
        let specs = EngineOptions::specs();
        let research = specs.iter().filter(|spec| spec.research).map(|spec| spec.name).collect();
        let mut options: Vec<UsiOption> = specs.into_iter().map(declaration).collect();
        let mut defaults = DEFAULTS;
        options.extend(SWITCHES.map(|(name, field)| UsiOption::check(name, *field(&mut defaults))));
        options.push(UsiOption::combo(REASONS, "off", LANGUAGES.map(|(word, _)| word)));
        // First, as GUIs show them.
        options.rotate_right(SWITCHES.len() + 1);
        Ok(Self {
            list: OptionList::declare(options)?,
            research,
            engine: EngineOptions::default(),
            switches: DEFAULTS,
            reasons: None,
        })
    }

    /// The options in the order in which they are declared to the GUI, those of tuning and research
    /// only if `all` are wanted; each can be set.
    pub(super) fn listed(&self, all: bool) -> impl Iterator<Item = &UsiOption> {
        let research = |option: &UsiOption| self.research.contains(&option.name.as_str());
        self.list.iter().filter(move |option| all || !research(option))
    }

    /// Report values that are only bounds too?
    pub(super) fn tells_bounds(&self) -> bool {
        self.switches.bounds
    }

    /// The language of the reasons for moves; `None`: no reasons.
    pub(super) fn reasons(&self) -> Option<Lang> {
        self.reasons
    }

    /// Sets an option, as `--set` does.
    ///
    /// # Errors
    /// Names the option and its valid values; on an error nothing is changed.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, String> {
        if name.eq_ignore_ascii_case(CLEAR_HASH_OPTION) {
            return Ok(Effect::Clear);
        }
        let Some(option) = self.list.find(name) else {
            let names: Vec<&str> =
                SWITCHES.iter().map(|switch| switch.0).chain([REASONS]).collect();
            let unknown = OptionError::unknown(&excerpt(name), &names);
            return Err(unknown.to_string());
        };
        let Some(value) = value else {
            return Err(format!("option {} needs a value", option.name));
        };
        if name.eq_ignore_ascii_case(REASONS) {
            let known = LANGUAGES.iter().find(|(word, _)| word.eq_ignore_ascii_case(value));
            let &(_, lang) = known.ok_or_else(|| {
                format!("option {REASONS} is `off`, `ja` or `en`, not `{}`", excerpt(value))
            })?;
            self.reasons = lang;
            return Ok(Effect::None);
        }
        match SWITCHES.iter().find(|switch| switch.0.eq_ignore_ascii_case(name)) {
            Some(&(name, field)) => {
                let on = read_switch(value).ok_or_else(|| OptionError::not_a_switch(name, value));
                *field(&mut self.switches) = on.map_err(|error| error.to_string())?;
            }
            None => self.engine.set(name, value).map_err(|error| error.to_string())?,
        }
        Ok(if name.eq_ignore_ascii_case(HASH) { Effect::Resize } else { Effect::None })
    }

    /// Size of the transposition table in MiB.
    pub(super) fn hash(&self) -> usize {
        self.engine.hash
    }

    /// Goes back to a size that fits.
    pub(super) fn set_hash(&mut self, mebibytes: usize) {
        self.engine.hash = mebibytes;
    }

    /// The options for the next search.
    pub(super) fn for_search(&self) -> EngineOptions {
        let mut options = self.engine.clone();
        if self.switches.ponder {
            // Pondering saves time, so a quarter more may be used on the own turn [stockfish].
            options.time.slow_mover = options.time.slow_mover * 5 / 4;
        }
        if self.switches.consideration {
            options.pv_interval = 0;
            options.resign_value = i32::MAX;
        }
        options
    }
}

fn declaration(spec: OptionSpec) -> UsiOption {
    match spec.kind {
        OptionKind::Check { default } => UsiOption::check(spec.name, default),
        OptionKind::Spin { default, min, max } => UsiOption::spin(spec.name, default, min, max),
        OptionKind::Combo { default, words } => UsiOption::combo(spec.name, default, words),
        OptionKind::Text { default } => UsiOption::text(spec.name, default),
        OptionKind::Button => UsiOption::button(spec.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_declared_default_can_be_set_and_changes_nothing() {
        use zenpuku_protocol::usi::OptionKind;
        let mut options = Options::new().unwrap();
        for option in options.list.clone().iter() {
            let text = match &option.kind {
                OptionKind::Check { default } => default.to_string(),
                OptionKind::Spin { default, .. } => default.to_string(),
                OptionKind::Combo { default, .. }
                | OptionKind::Text { default }
                | OptionKind::Filename { default } => default.clone(),
                OptionKind::Button => continue,
            };
            options.set(&option.name, Some(&text)).unwrap();
            assert_eq!(options.engine, EngineOptions::default(), "{}", option.name);
        }
    }

    /// GUIs show a row for each: 365 hid the dozen that a player needs.
    #[test]
    fn options_of_research_are_listed_on_request() {
        let options = Options::new().unwrap();
        let usual: Vec<&str> = options.listed(false).map(|option| option.name.as_str()).collect();
        assert!(usual.len() <= 40, "{}: {usual:?}", usual.len());
        for name in ["USI_Hash", "USI_Ponder", "USI_OwnBook", "Threads", "MultiPV", "EvalDir"] {
            assert!(usual.contains(&name), "{name}");
        }
        assert!(!usual.contains(&"KillerMoves") && !usual.contains(&"ClassicFile"));
        assert_eq!(options.listed(true).count(), options.list.iter().count());
    }

    /// They were read by other rules than those of `--set`.
    #[test]
    fn values_are_read_as_by_the_command_line() {
        let mut options = Options::new().unwrap();
        options.set("KillerMoves", Some("off")).unwrap();
        options.set("outputfaillhpv", Some("OFF")).unwrap();
        options.set("USI_Ponder", Some("on")).unwrap();
        assert!(!options.for_search().params.killer_moves && !options.tells_bounds());
        assert_eq!(options.for_search().time.slow_mover, 125);
        let message = |name, value| Options::new().unwrap().set(name, value).unwrap_err();
        assert_eq!(
            message("KilerMoves", Some("off")),
            "unknown option `KilerMoves`, did you mean `KillerMoves`?"
        );
        assert!(message("USI_Pnder", Some("on")).ends_with("did you mean `USI_Ponder`?"));
        assert_eq!(
            message("USI_Ponder", Some("1")),
            "option USI_Ponder is `true` or `false`, not `1`"
        );
        assert_eq!(message("MultiPV", None), "option MultiPV needs a value");
    }

    #[test]
    fn options_have_effects() {
        let mut options = Options::new().unwrap();
        assert_eq!(options.set("usi_hash", Some("16")), Ok(Effect::Resize));
        assert_eq!(options.set("clear_hash", None), Ok(Effect::Clear));
        assert_eq!(options.set("multipv", Some("3")), Ok(Effect::None));
        assert_eq!(options.for_search().multi_pv, 3);
        options.set("USI_Ponder", Some("true")).unwrap();
        options.set("ConsiderationMode", Some("true")).unwrap();
        let search = options.for_search();
        assert_eq!((search.time.slow_mover, search.pv_interval), (125, 0));
        options.set("profile", Some("FOUNDATION")).unwrap();
        assert_eq!(options.for_search().params.profile_name(), Some("foundation"));
    }

    #[test]
    fn wrong_settings_are_named() {
        let mut options = Options::new().unwrap();
        for (name, value) in [("Threads", "0"), ("NoSuchOption", "全幅 1"), ("Quiescence", "maybe")]
        {
            assert!(options.set(name, Some(value)).unwrap_err().contains(name));
        }
        assert_eq!(options.engine, EngineOptions::default());
    }
}
