//! `zenpuku app`: the web app on this machine.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use zenpuku_app::{Config, Server};

use crate::context::Context;
use crate::exit::Exit;
use crate::output;

/// Arguments of `zenpuku app`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku app\n  \
    zenpuku app --port 0 --no-open\n  \
    zenpuku app --threads 4 --hash 2048 --data ~/shogi\n\n\
    Opens the browser on http://127.0.0.1:8410/ with a key, so that other accounts of the machine \
    cannot use the app; the browser keeps the key, delete the file `key` for a new one. Games, \
    analyses and the library are kept in one folder; Ctrl-C ends the server, the next start goes \
    on where it was. \
    With another --host than loopback everyone who has the address with the key can use the app; \
    the key crosses the network unencrypted.")]
pub struct Args {
    /// Port to listen on; 0: any free one
    #[arg(short, long, default_value_t = 8410)]
    port: u16,
    /// Address to listen on
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Search threads [default: as in the app's settings, at first all cores but one]
    #[arg(short = 'j', long, value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: Option<u32>,
    /// Memory for the engine's tables in MiB [default: as in the app's settings, at first 512]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(16..=65_536))]
    hash: Option<u32>,
    /// Folder for library, games and settings [default: the user's data folder]
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

/// Serves until Ctrl-C.
///
/// # Errors
/// When the port is taken, or the data folder cannot be used or is in use.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let config = Config {
        host: args.host.clone(),
        port: args.port,
        threads: args.threads,
        hash_mb: args.hash,
        data: args.data.clone(),
    };
    let server = Server::bind(&config)?;
    let stop = context.stop()?;
    let url = server.url();
    output::line(format_args!("Zenpuku runs at {url} (Ctrl-C ends it)"))?;
    if let Some(notice) = server.notice() {
        output::complain(notice);
    }
    if server.is_public() {
        output::complain(
            "other machines can reach it: who has the address with its key can use it",
        );
    }
    if !args.no_open && !open_browser(&url) {
        output::complain("no browser could be started: open the address above");
    }
    server.run(&stop)?;
    Ok(Exit::Done)
}

/// Asks the system to show `url`; was there a program for it?
fn open_browser(url: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        Ok(mut child) => {
            // Openers end soon; waiting keeps no zombie.
            let waiter = std::thread::Builder::new().name("browser".into());
            waiter.spawn(move || child.wait()).is_ok()
        }
        Err(_) => false,
    }
}
