//! Log lines to stderr, chosen by `ZENPUKU_LOG` or `--verbose`.

use std::io;

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::exit::Usage;

/// The environment variable with a filter such as `debug` or
/// `zenpuku_shogi_engine=trace`.
pub const VARIABLE: &str = "ZENPUKU_LOG";

/// Starts logging to stderr. `--verbose` given `verbose` times wins over the
/// variable; without either only warnings are shown.
///
/// # Errors
/// [`Usage`] if the variable is not a valid filter.
pub fn init(verbose: u8) -> anyhow::Result<()> {
    let text = match verbose {
        0 => std::env::var(VARIABLE).unwrap_or_else(|_| "warn".to_owned()),
        1 => "info".to_owned(),
        2 => "debug".to_owned(),
        _ => "trace".to_owned(),
    };
    let filter: Targets =
        text.parse().map_err(|error| Usage::new(format!("{VARIABLE}={text}: {error}")))?;
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    // Fails only if a logger runs already, which then serves as well.
    let _ = tracing_subscriber::registry().with(lines).with(filter).try_init();
    Ok(())
}
