//! The options of every command that runs the shogi engine.

use zenpuku_shogi_engine::{EngineOptions, PROFILE_FILE_OPTION};

use crate::exit::Usage;

/// How the engine searches.
#[derive(Debug, Clone, clap::Args)]
pub struct EngineArgs {
    /// Search threads
    #[arg(short, long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: u16,
    /// Size of the transposition table in MiB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// Named set of switches and parameters
    #[arg(long, default_value = "default")]
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
    /// [`Usage`] names the argument that is wrong and what is allowed.
    pub fn options(&self) -> anyhow::Result<EngineOptions> {
        let mut options = EngineOptions {
            threads: usize::from(self.threads),
            hash: self.hash as usize,
            ..EngineOptions::default()
        };
        options
            .set("Profile", &self.profile)
            .map_err(|error| Usage::new(format!("--profile: {error}")))?;
        for assignment in &self.set {
            let (name, value) = assignment_of(assignment)
                .ok_or_else(|| Usage::new(format!("--set: `{assignment}` is not NAME=VALUE")))?;
            options
                .set(name, value)
                .map_err(|error| Usage::new(format!("--set {assignment}: {error}")))?;
        }
        Ok(options)
    }
}

/// Name and value of `NAME=VALUE`, or of `@FILE`, which stands for `ProfileFile=FILE`.
pub fn assignment_of(text: &str) -> Option<(&str, &str)> {
    match text.strip_prefix('@') {
        Some(file) => Some((PROFILE_FILE_OPTION, file)),
        None => text.split_once('=').map(|(name, value)| (name.trim(), value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(profile: &str, set: &[&str]) -> EngineArgs {
        let set = set.iter().map(ToString::to_string).collect();
        EngineArgs { threads: 2, hash: 16, profile: profile.to_owned(), set }
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
