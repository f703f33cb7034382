//! Ctrl-C: the first asks the running command to stop, the second ends it.

use std::sync::OnceLock;

use anyhow::Context as _;
use zenpuku_core::StopToken;

use crate::exit::Exit;
use crate::output;

/// Installs the handler on the first call; every call returns the same token.
///
/// # Errors
/// If the operating system refuses the handler.
pub fn install() -> anyhow::Result<StopToken> {
    static STOP: OnceLock<StopToken> = OnceLock::new();
    let mut first = false;
    let stop = STOP.get_or_init(|| {
        first = true;
        StopToken::new()
    });
    if first {
        let stop = stop.clone();
        ctrlc::set_handler(move || interrupted(&stop)).context("cannot listen for Ctrl-C")?;
    }
    Ok(stop.clone())
}

fn interrupted(stop: &StopToken) {
    if stop.is_stopped() {
        zenpuku_arena::usi_process::kill_engines();
        std::process::exit(i32::from(Exit::Interrupted.code()));
    }
    // The message comes first, because stopped work may print its last lines immediately.
    output::complain("stopping; press Ctrl-C again to end at once");
    stop.stop();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_caller_sees_the_same_token() {
        let (one, two) = (install().unwrap(), install().unwrap());
        assert_eq!(Exit::after(&one), Exit::Done);
        one.stop();
        assert!(two.is_stopped());
        assert_eq!(Exit::after(&two), Exit::Interrupted);
    }
}
