//! The options of every command that runs the shogi engine.

use zenpuku_shogi_engine::{EngineOptions, PROFILE_FILE_OPTION};

use crate::arguments;
use crate::exit::Usage;

/// How the engine searches.
#[derive(Debug, Clone, clap::Args)]
pub struct EngineArgs {
    /// Search threads
    #[arg(short = 'j', long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: u16,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// The engine's configuration.
    #[command(flatten)]
    pub setting: SettingArgs,
}

/// The engine's configuration.
#[derive(Debug, Clone, clap::Args)]
pub struct SettingArgs {
    /// Named set of switches and parameters
    #[arg(long, default_value = "default", ignore_case = true, value_parser = arguments::profile())]
    pub profile: String,
    /// A switch, a parameter or any other engine option, over the profile; or @FILE, a profile file
    /// with one a line (repeatable)
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
}

impl EngineArgs {
    /// The engine's options as asked for: the profile, then `--set` from left to right.
    ///
    /// # Errors
    /// [`Usage`] names the wrong argument and the allowed values.
    pub fn options(&self) -> anyhow::Result<EngineOptions> {
        self.setting.options(self.threads.into(), self.hash)
    }
}

impl SettingArgs {
    /// As [`EngineArgs::options`], with `threads` threads and a table of `hash` MiB.
    ///
    /// # Errors
    /// As there.
    pub fn options(&self, threads: usize, hash: u32) -> anyhow::Result<EngineOptions> {
        let mut options =
            EngineOptions { threads, hash: hash as usize, ..EngineOptions::default() };
        options
            .set("Profile", &self.profile)
            .map_err(|error| Usage::new(format!("--profile: {error}")))?;
        assign_all(&mut options, "--set", &self.set)?;
        Ok(options)
    }

    /// The assignments in words, each with a blank before it.
    pub fn assignments(&self) -> String {
        self.set.iter().map(|assignment| format!(" {assignment}")).collect()
    }
}

/// Carries out the assignments of `argument` from left to right.
///
/// # Errors
/// [`Usage`] names the wrong assignment and the allowed values.
pub fn assign_all(
    options: &mut EngineOptions,
    argument: &str,
    words: &[String],
) -> anyhow::Result<()> {
    for (name, value) in assignments(argument, words.iter().map(String::as_str))? {
        options
            .set(&name, &value)
            .map_err(|error| Usage::new(format!("{argument} {name}={value}: {error}")))?;
    }
    Ok(())
}

/// Names and values of `NAME=VALUE`, or of `@FILE`, short for `ProfileFile=FILE`.
///
/// # Errors
/// [`Usage`] names the word of `argument` that is neither.
pub fn assignments<'a>(
    argument: &str,
    words: impl IntoIterator<Item = &'a str>,
) -> anyhow::Result<Vec<(String, String)>> {
    let read = |word: &str| match word.strip_prefix('@') {
        Some(file) => Ok((PROFILE_FILE_OPTION.to_owned(), file.to_owned())),
        None => word
            .split_once('=')
            .map(|(name, value)| (name.trim().to_owned(), value.to_owned()))
            .ok_or_else(|| Usage::new(format!("{argument}: `{word}` is not NAME=VALUE")).into()),
    };
    words.into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(profile: &str, set: &[&str]) -> EngineArgs {
        let set = set.iter().map(ToString::to_string).collect();
        let setting = SettingArgs { profile: profile.to_owned(), set };
        EngineArgs { threads: 2, hash: 16, setting }
    }

    #[test]
    fn settings_override_the_profile() {
        let options = args("foundation", &["KillerMoves=off", "MultiPV=3"]).options().unwrap();
        assert_eq!((options.threads, options.hash, options.multi_pv), (2, 16, 3));
        assert!(!options.params.killer_moves);
        assert_eq!(options.params.profile_name(), None);
    }

    #[test]
    fn mistakes_are_bad_usage() {
        for (bad, word) in [
            (args("nosuch", &[]), "--profile"),
            (args("default", &["KillerMoves"]), "NAME=VALUE"),
            (args("default", &["NoSuch=1"]), "NoSuch"),
        ] {
            let error = bad.options().unwrap_err();
            assert!(error.is::<Usage>() && error.to_string().contains(word), "{error}");
        }
    }
}
