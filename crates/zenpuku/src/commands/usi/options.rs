//! The options that the GUI may set: the engine's own, and three of the protocol.

use zenpuku_protocol::usi::{OptionList, OptionValue, UsiOption};
use zenpuku_shogi_engine::{CLEAR_HASH_OPTION, EngineOptions, OptionKind, OptionSpec};

const PONDER: &str = "USI_Ponder";
const HASH: &str = "USI_Hash";
const CONSIDERATION: &str = "ConsiderationMode";
const BOUNDS: &str = "OutputFailLHPV";

/// All options with their values.
pub(super) struct Options {
    list: OptionList,
    engine: EngineOptions,
    /// The GUI will let us think on the opponent's time.
    ponder: bool,
    /// A person analyses: report every line at once and never resign.
    consideration: bool,
    /// Report values that are only bounds, too.
    pub(super) bounds: bool,
}

/// What setting an option asks for beside remembering its value.
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
        let mut options: Vec<UsiOption> =
            EngineOptions::specs().into_iter().map(declaration).collect();
        options.insert(0, UsiOption::check(PONDER, false));
        options.push(UsiOption::check(CONSIDERATION, false));
        options.push(UsiOption::check(BOUNDS, true));
        Ok(Self {
            list: OptionList::declare(options)?,
            engine: EngineOptions::default(),
            ponder: false,
            consideration: false,
            bounds: true,
        })
    }

    /// The options in the order in which they are declared to the GUI.
    pub(super) fn list(&self) -> &OptionList {
        &self.list
    }

    /// Sets an option.
    ///
    /// # Errors
    /// Names the option and what it takes; nothing is changed then.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, String> {
        let (option, read) = self.list.read(name, value).map_err(|error| error.to_string())?;
        match (option.name.as_str(), read) {
            (PONDER, OptionValue::Flag(on)) => self.ponder = on,
            (CONSIDERATION, OptionValue::Flag(on)) => self.consideration = on,
            (BOUNDS, OptionValue::Flag(on)) => self.bounds = on,
            (CLEAR_HASH_OPTION, _) => return Ok(Effect::Clear),
            (name, _) => {
                self.engine
                    .set(name, value.unwrap_or_default())
                    .map_err(|error| error.to_string())?;
                if name == HASH {
                    return Ok(Effect::Resize);
                }
            }
        }
        Ok(Effect::None)
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
        if self.ponder {
            // What is thought on the opponent's time is won: a quarter more may be used on one's
            // own [stockfish].
            options.time.slow_mover = options.time.slow_mover * 5 / 4;
        }
        if self.consideration {
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
        let mut options = Options::new().unwrap();
        let defaults: Vec<_> = options
            .list()
            .iter()
            .filter_map(|option| Some((option.name.clone(), option.default_value()?)))
            .collect();
        for (name, value) in defaults {
            let text = match value {
                OptionValue::Flag(flag) => flag.to_string(),
                OptionValue::Number(number) => number.to_string(),
                OptionValue::Text(text) => text,
                OptionValue::Pressed => continue,
            };
            options.set(&name, Some(&text)).unwrap();
            assert_eq!(options.engine, EngineOptions::default(), "{name}");
        }
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
