//! The file of a match: what plays, then the finished pairs of games, one a line.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;

use anyhow::Context as _;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use zenpuku_arena::matches::{MatchPlan, PairRecord};
use zenpuku_arena::tournament::{Meeting, Played};

use super::side::Description;
use super::{Args, report};
use crate::files;

/// The contents of a line after the first: games with their number in the file.
pub(super) trait Unit: Serialize + DeserializeOwned {
    /// The number.
    fn number(&self) -> u64;
}

impl Unit for PairRecord {
    fn number(&self) -> u64 {
        self.pair
    }
}

impl Unit for Played {
    fn number(&self) -> u64 {
        self.meeting.number
    }
}

/// A file that finished games are added to.
#[derive(Debug)]
pub(super) struct Saving {
    file: File,
    /// Numbers of the units that it holds.
    held: HashSet<u64>,
}

impl Saving {
    /// Adds finished games, unless the file has them: games after a missing
    /// line are passed again once that line's games have been played.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn append<T: Unit>(&mut self, unit: &T) -> anyhow::Result<()> {
        if self.held.insert(unit.number()) {
            writeln!(self.file, "{}", serde_json::to_string(unit)?)?;
            self.file.flush()?;
        }
        Ok(())
    }
}

/// The settings that must be equal for saved games to count: everything except
/// the number of games, the concurrency and the stop rule.
pub(super) fn signature(
    args: &Args,
    plan: &MatchPlan,
    sides: &[Description; 2],
    bench: u64,
) -> Value {
    let mut signature = json!({
        "a": {
            "options": [&args.a, &args.a_set], "engine": [&args.a_engine, &args.a_arg],
            "plays": &sides[0],
        },
        "b": {
            "options": [&args.b, &args.b_set], "engine": [&args.b_engine, &args.b_arg],
            "plays": &sides[1],
        },
        "bench": bench,
        "openings": openings(args),
        "rules": plan.rules,
        "seed": plan.seed,
    });
    if args.processor_time {
        signature["processor_time"] = true.into();
    }
    if plan.first > 0 {
        signature["first_pair"] = plan.first.into();
    }
    as_read(&signature)
}

/// The openings in a signature; `null` was the even start position alone.
pub(super) fn openings(args: &Args) -> Value {
    args.openings.as_ref().map_or_else(|| "built-in".into(), |path| json!(path))
}

/// A signature in the form in which it is read: without the types used only for writing.
pub(super) fn as_read(signature: &Value) -> Value {
    serde_json::from_str(&signature.to_string()).unwrap_or_else(|_| signature.clone())
}

/// Reads the pairs (or the meetings of a tournament) saved by an earlier run, or starts the file.
///
/// # Errors
/// If the file cannot be read or written, is damaged, or holds another match.
pub(super) fn open<T: Unit>(
    path: Option<&Path>,
    signature: &Value,
) -> anyhow::Result<(Vec<T>, Option<Saving>)> {
    let Some(path) = path else { return Ok((Vec::new(), None)) };
    let name = || path.display().to_string();
    let mut pairs = Vec::new();
    let old = match File::open(path) {
        Ok(file) => {
            BufReader::new(file).lines().collect::<Result<Vec<_>, _>>().with_context(name)?
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error).with_context(name),
    };
    if let Some(first) = old.first() {
        check(first, signature).with_context(name)?;
        pairs = units(&old).with_context(name)?;
    }
    let mut file = File::create(path).with_context(name)?;
    writeln!(file, "{signature}").with_context(name)?;
    let mut saving = Saving { file, held: HashSet::new() };
    pairs.iter().try_for_each(|pair| saving.append(pair))?;
    saving.file = OpenOptions::new().append(true).open(path).with_context(name)?;
    Ok((pairs, Some(saving)))
}

/// The pairs (or meetings) behind the first line.
///
/// # Errors
/// Names the line that is damaged, or holds a number for the second time.
fn units<T: Unit>(lines: &[String]) -> anyhow::Result<Vec<T>> {
    let mut units: Vec<T> = Vec::new();
    let mut held = HashSet::new();
    for (index, line) in lines.iter().enumerate().skip(1) {
        match serde_json::from_str::<T>(line) {
            Ok(unit) if !held.insert(unit.number()) => {
                anyhow::bail!("line {}: games of number {} again", index + 1, unit.number());
            }
            Ok(unit) => units.push(unit),
            // The last line of an interrupted run may be cut off.
            Err(_) if index + 1 == lines.len() => {}
            Err(error) => anyhow::bail!("line {}: {error}", index + 1),
        }
    }
    Ok(units)
}

/// A saved match of any program.
pub(crate) struct SavedMatch {
    /// The names of the players.
    pub(crate) names: Vec<String>,
    /// The games played: the numbers in [`Played::meeting`] index the names.
    pub(crate) meetings: Vec<Played>,
}

/// Reads a file of `--save` without playing on; `None` when it does not begin as one.
///
/// # Errors
/// If it cannot be read or is damaged; the error names the line.
pub(crate) fn read_saved(path: &Path) -> anyhow::Result<Option<SavedMatch>> {
    let mut reader = files::unpacked(path)?;
    let mut first = Vec::new();
    io::Read::take(&mut reader, FIRST_LINE).read_until(b'\n', &mut first)?;
    let signature = serde_json::from_slice(&first).ok().filter(Value::is_object);
    let Some(names) = signature.as_ref().and_then(player_names) else { return Ok(None) };
    let rest = reader.lines().collect::<Result<Vec<_>, _>>()?;
    let lines: Vec<String> = std::iter::once(String::new()).chain(rest).collect();
    let meetings = if signature.is_some_and(|signature| signature.get("players").is_some()) {
        units(&lines)?
    } else {
        units(&lines)?.into_iter().map(meeting_of_two).collect()
    };
    let players = names.len();
    let stranger = |played: &Played| played.meeting.players.iter().any(|&one| one >= players);
    if let Some(line) = meetings.iter().position(stranger) {
        anyhow::bail!("line {}: a player that line 1 does not name", line + 2);
    }
    Ok(Some(SavedMatch { names, meetings }))
}

/// Maximum length of a first line in bytes, far more than needed.
const FIRST_LINE: u64 = 1 << 24;

fn meeting_of_two(games: PairRecord) -> Played {
    let meeting = Meeting { number: games.pair, round: 0, players: [0, 1], pair: games.pair };
    Played { meeting, games }
}

/// The names of the players of a saved match; `None` if this is not a signature.
fn player_names(signature: &Value) -> Option<Vec<String>> {
    if let Some(players) = signature.get("players") {
        let names = players.as_array()?.iter().map(|player| player.get("name")?.as_str());
        return names.map(|name| name.map(str::to_owned)).collect();
    }
    let side = |side: &str| {
        let (options, more): (String, Vec<String>) =
            serde_json::from_value(signature.get(side)?.get("options")?.clone()).ok()?;
        let program = signature[side]["engine"].get(0).and_then(Value::as_str).map(Path::new);
        Some(report::named(report::name(&options, &more, program)))
    };
    let [one, other] = [side("a")?, side("b")?];
    // The same options under two budgets are still two players.
    let same = one == other;
    let told = |name: String, side| if same { format!("{name} ({side})") } else { name };
    Some(vec![told(one, "a"), told(other, "b")])
}

/// Is the saved match the one to be played?
fn check(first: &str, signature: &Value) -> anyhow::Result<()> {
    let saved: Value = serde_json::from_str(first)
        .context("line 1: no saved match; choose another file for --save")?;
    if saved == *signature {
        return Ok(());
    }
    let mut differences = Vec::new();
    compare("", &saved, signature, &mut differences);
    anyhow::bail!(
        "this file holds another match; its games do not count for this one:\n  {}\n\
         choose another file for --save, or play with what played them",
        differences.join("\n  ")
    )
}

/// Lists what differs, by its path.
fn compare(path: &str, saved: &Value, now: &Value, differences: &mut Vec<String>) {
    if saved == now {
        return;
    }
    let (Some(one), Some(other)) = (saved.as_object(), now.as_object()) else {
        differences.push(format!("{path}: {saved} then, {now} now"));
        return;
    };
    let mut keys: Vec<&String> = one.keys().chain(other.keys()).collect();
    keys.sort();
    keys.dedup();
    for key in keys {
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        let side = |object: &serde_json::Map<String, Value>| object.get(key).cloned();
        compare(
            &path,
            &side(one).unwrap_or(Value::Null),
            &side(other).unwrap_or(Value::Null),
            differences,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_signature_is_refused_and_what_differs_is_named() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("games.jsonl");
        let signature =
            |bench: u64, print: &str| json!({"bench": bench, "a": {"fingerprint": print}});
        let open = |signature: Value| open::<PairRecord>(Some(&path), &signature);
        assert!(open(signature(1, "x")).unwrap().0.is_empty());
        assert!(open(signature(1, "x")).is_ok());
        let error = format!("{:#}", open(signature(2, "y")).unwrap_err());
        for words in ["games.jsonl", "bench: 1 then, 2 now", "a.fingerprint: \"x\" then"] {
            assert!(error.contains(words), "{error}");
        }
        assert!(open(signature(1, "x")).is_ok(), "a refusal changes nothing");
        std::fs::write(&path, "7g7f\n").unwrap();
        assert!(open(signature(1, "x")).is_err());
    }

    #[test]
    fn games_are_saved_once_and_games_twice_are_refused() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("games.jsonl");
        let signature = json!({"bench": 1});
        let open = || open::<PairRecord>(Some(&path), &signature);
        let game = json!({
            "start": "startpos", "moves": [], "scores": [], "opening_plies": 0, "winner": null,
            "ending": "resignation",
        });
        let line = |pair: u64| json!({"pair": pair, "opening": 0, "games": [&game, &game]});
        let lines = |pairs: &[u64]| {
            let all = pairs.iter().map(|&pair| format!("{}\n", line(pair)));
            std::fs::write(&path, format!("{signature}\n{}", all.collect::<String>())).unwrap();
        };
        // The line of pair 1 is missing.
        lines(&[0, 2]);
        let (pairs, saving) = open().unwrap();
        let mut saving = saving.unwrap();
        let missing: PairRecord = serde_json::from_value(line(1)).unwrap();
        saving.append(&missing).unwrap();
        saving.append(&pairs[1]).unwrap();
        let numbers: Vec<u64> = open().unwrap().0.iter().map(|pair| pair.pair).collect();
        assert_eq!(numbers, [0, 2, 1]);
        lines(&[0, 2, 0]);
        let error = format!("{:#}", open().err().unwrap());
        assert!(error.contains("line 4: games of number 0 again"), "{error}");
    }
}
