//! `zenpuku app`: the web app on this machine.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use zenpuku_app::{Config, Server, ServerError, StorageError};

use crate::context::Context;
use crate::exit::Exit;
use crate::output;

/// The port unless one is named.
const PORT: u16 = 8410;

/// Arguments of `zenpuku app`.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku app\n  \
    zenpuku app --port 0 --no-open\n  \
    zenpuku app --threads 4 --hash 2048 --data ~/shogi\n\n\
    Opens the browser on http://127.0.0.1:8410/ with a key, so that other accounts of the machine \
    cannot use the app; the browser keeps the key, delete the file `key` for a new one. Games, \
    analyses and the library are kept in one folder; Ctrl-C ends the server; the next start \
    resumes its work. \
    That folder is `data` next to the program if a file `portable` is there and the \
    folder can be written. A second start opens the page of the first. \
    With a --host other than loopback, everyone with the address and the key can use the app; \
    the key crosses the network unencrypted.")]
pub struct Args {
    /// Port to listen on; 0: any free one [default: 8410, or any free one if it is taken]
    #[arg(short, long)]
    port: Option<u16>,
    /// Address to listen on [default: 127.0.0.1]
    #[arg(long)]
    host: Option<String>,
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
/// If the port is taken, or the data folder cannot be used or is in use.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let config = config(args);
    let server = match bind(args, &config) {
        Err(ServerError::Storage(StorageError::Locked(folder))) if !args.no_open => {
            return open_running(&config)
                .unwrap_or_else(|| Err(StorageError::Locked(folder).into()));
        }
        server => server?,
    };
    let stop = context.stop()?;
    greet(&server)?;
    let url = server.url();
    if !args.no_open && !open_browser(&url) {
        output::complain("no browser could be started: open the address above");
    }
    let served = server.run(&stop);
    // A registered engine that hangs would outlive us.
    zenpuku_arena::usi_process::kill_engines();
    served?;
    Ok(Exit::Done)
}

fn config(args: &Args) -> Config {
    let usual = Config::default();
    Config {
        host: args.host.clone().unwrap_or(usual.host),
        port: args.port.unwrap_or(PORT),
        threads: args.threads,
        hash_mb: args.hash,
        data: args.data.clone(),
    }
}

/// Listens on the usual port; if another program has it, or the system reserves it, on any free one. A port that the
/// user names is not replaced.
fn bind(args: &Args, config: &Config) -> Result<Server, ServerError> {
    match Server::bind(config) {
        Err(ServerError::PortInUse(_) | ServerError::Listen { .. }) if args.port.is_none() => {
            Server::bind(&Config { port: 0, ..config.clone() })
        }
        server => server,
    }
}

/// Opens the page of the app that uses the data folder already; `None` if its address is not known.
fn open_running(config: &Config) -> Option<anyhow::Result<Exit>> {
    let url = zenpuku_app::running_url(config)?;
    let said = output::line(format_args!("Zenpuku runs already at {url}"));
    if !open_browser(&url) {
        output::complain("no browser could be started: open the address above");
    }
    Some(said.map(|()| Exit::Done))
}

/// Prints where the page and the games are, and how to end.
fn greet(server: &Server) -> anyhow::Result<()> {
    // In one write, for a reader that closes the pipe after the address.
    output::text(format_args!(
        "Zenpuku runs at {} (Ctrl-C ends it)\nGames and settings: {}\n",
        server.url(),
        server.data().display()
    ))?;
    if let Some(notice) = server.notice() {
        output::complain(notice);
    }
    if server.is_public() {
        output::complain(
            "other machines can reach it: who has the address with its key can use it",
        );
    }
    Ok(())
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
