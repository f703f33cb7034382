//! Certificates: writing them with a solution, and `zenpuku go verify`.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use zenpuku_go::{Color, PointSet};
use zenpuku_go_certificate::Certificate;
use zenpuku_go_endgame::{CertifyOptions, SolveOptions, certify};

use super::input::Problem;
use super::names;
use crate::exit::Exit;
use crate::{files, output};

/// The longest file that is read, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// Arguments of `zenpuku go verify`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  zenpuku go verify proof.txt\n\n\
    The checker does not use the solver: it plays every answer to the moves in the file.")]
pub(super) struct Args {
    /// The file that `go solve --certificate` wrote
    file: PathBuf,
}

/// Checks a file.
///
/// # Errors
/// If it cannot be read or is not a valid proof.
pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let name = args.file.display().to_string();
    for certificate in read(&args.file).with_context(|| name.clone())? {
        certificate.verify().with_context(|| name.clone())?;
        let Certificate { setup, low, high, .. } = &certificate;
        let moves: usize = certificate.strategies.iter().map(|strategy| strategy.0.len()).sum();
        let score = names::score(zenpuku_go_endgame::LoopValue { low: *low, high: *high });
        output::line(format_args!("{} first: {score} holds ({moves} moves)", setup.to_move))?;
    }
    Ok(Exit::Done)
}

fn read(path: &Path) -> anyhow::Result<Vec<Certificate>> {
    let bytes = files::read_limited(path, MOST_BYTES)?;
    Ok(Certificate::parse_all(std::str::from_utf8(&bytes)?)?)
}

/// Writes the proofs for these players moving first.
///
/// # Errors
/// If a result is not proved, its proof is too long, or the file cannot be written.
pub(super) fn write(
    path: &Path,
    problem: &Problem,
    options: &SolveOptions,
    colors: &[Color],
) -> anyhow::Result<()> {
    ensure!(problem.given.all().is_empty(), "no certificate: a proof takes nothing as settled");
    let options = CertifyOptions { solve: options.clone(), ..CertifyOptions::default() };
    let mut text = String::new();
    for &color in colors {
        let setup = problem.setup.with_to_move(color);
        let certificate = certify(&setup, &problem.rules, &options)
            .with_context(|| format!("no certificate for {color} first"))?;
        text.push_str(&certificate.to_string());
    }
    files::replace(path, text.as_bytes())
}
