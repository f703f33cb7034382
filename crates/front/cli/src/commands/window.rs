//! The program without arguments in a console of Windows: a double click on `zenpuku.exe` opens the app.
//!
//! A shogi GUI connects pipes, so it still gets USI from the same file;
//! `zenpuku usi` runs USI in a console.

use std::io::{self, IsTerminal as _};

use crate::commands::app;
use crate::context::Context;
use crate::exit::{self, Exit};
use crate::output;

/// Shown before all else, in both languages, because the window is all that a player sees.
const GREETING: &str = "\
全幅（Zenpuku）を起動しています。ブラウザーで開きます。
  終了：このウィンドウで Ctrl-C を押すか、ウィンドウを閉じてください。
  将棋 GUI では、この zenpuku.exe をエンジンとして登録してください。
Starting Zenpuku. The page opens in your browser.
  To end it, press Ctrl-C in this window or close the window.
  In a shogi GUI, register this zenpuku.exe as an engine.
";

/// Whether it runs in a console of Windows.
pub(super) fn is_open() -> bool {
    cfg!(windows) && io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Runs the app; keeps the window open on an error, so that it can be read.
///
/// # Errors
/// If stdout cannot be written.
pub(super) fn run(context: &Context) -> anyhow::Result<Exit> {
    output::text(GREETING)?;
    let exit =
        app::run(&app::Args::default(), context).unwrap_or_else(|error| exit::report(&error));
    if exit != Exit::Done {
        output::line("Enter キーで閉じます。 Press Enter to close this window.")?;
        // At the end of input there is no one left to wait for.
        let _ = io::stdin().read_line(&mut String::new());
    }
    Ok(exit)
}
