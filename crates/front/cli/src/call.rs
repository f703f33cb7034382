//! A command run inside another program, as by the Python module: it does not
//! write to the standard streams, and another thread may stop it.

use clap::Parser as _;

use crate::cli::{Cli, Command};
use crate::commands;
use crate::context::Context;
use crate::exit::{self, Exit, Usage};
use crate::output::{self, Captured};
use zenpuku_core::StopToken;

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// The exit code that the process would have had.
    pub exit: Exit,
    /// Its output for stdout and stderr.
    pub written: Captured,
}

/// Runs the command that `arguments` name, the program's name left out, as the command line does.
/// Progress bars are not drawn; `stop` takes the place of Ctrl-C. Commands that serve stdin are
/// refused: they are started as programs.
#[must_use]
pub fn call<I: IntoIterator<Item = String>>(arguments: I, stop: StopToken) -> Called {
    let words = core::iter::once("zenpuku".to_owned()).chain(arguments);
    let (exit, written) = output::captured(|| match Cli::try_parse_from(words) {
        Ok(cli) => run(&cli, stop).unwrap_or_else(|error| exit::report(&error)),
        Err(message) => show(&message),
    });
    Called { exit, written }
}

fn run(cli: &Cli, stop: StopToken) -> anyhow::Result<Exit> {
    let serves = match &cli.command {
        None | Some(Command::Usi(_)) => Some("usi"),
        Some(Command::Gtp(_)) => Some("gtp"),
        Some(Command::App(_)) => Some("app"),
        _ => None,
    };
    if let Some(name) = serves {
        let words = format!("`{name}` serves until its input ends; start it as a program");
        return Err(Usage::new(words).into());
    }
    commands::run(cli, &Context::embedded(stop))
}

/// What clap says, without colours: help is output, a mistake is a message.
fn show(message: &clap::Error) -> Exit {
    let text = message.render().to_string();
    if message.use_stderr() {
        output::complain(text.trim_end());
        return Exit::Usage;
    }
    output::text(text).map_or(Exit::Failed, |()| Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn called(words: &[&str]) -> (Exit, String, String) {
        let Called { exit, written } =
            call(words.iter().map(ToString::to_string), StopToken::new());
        (exit, String::from_utf8(written.output).unwrap(), written.messages)
    }

    #[test]
    fn output_and_messages_are_handed_back() {
        let (exit, output, messages) = called(&["perft", "--depth", "2", "--json"]);
        assert_eq!((exit, messages.as_str()), (Exit::Done, ""));
        assert!(output.contains("\"nodes\":900"), "{output}");
        let (exit, output, _) = called(&["--help"]);
        assert!(exit == Exit::Done && output.contains("Usage: zenpuku"), "{output}");
    }

    #[test]
    fn mistakes_have_the_words_and_the_codes_of_the_command_line() {
        let (exit, output, messages) = called(&["eval", "9/9 b"]);
        assert_eq!((exit, output.as_str()), (Exit::Usage, ""));
        assert!(messages.starts_with("error: SFEN: "), "{messages}");
        assert_eq!(called(&["evla"]).0, Exit::Usage);
        assert_eq!(called(&["convert", "no-such.kif", "-"]).0, Exit::Failed);
    }

    #[test]
    fn a_stopped_token_interrupts_and_servers_are_refused() {
        let stop = StopToken::new();
        stop.stop();
        let words = ["bench", "--depth", "9"].map(str::to_owned);
        assert_eq!(call(words, stop).exit, Exit::Interrupted);
        assert!(called(&["usi"]).2.contains("as a program"));
        assert_eq!(called(&[]).0, Exit::Usage);
    }
}
