//! The identity of a run: the experiment, the program, every option, every file read.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use zenpuku_params::Params;
use zenpuku_shogi_engine::EvalKind;

use crate::error::LabError;
use crate::experiment::Experiment;
use crate::inputs;
use crate::options::RunOptions;

/// The program that runs an experiment. The caller fills it in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Build {
    /// The commit it was built from.
    pub commit: String,
    /// Were there changes that are in no commit?
    pub dirty: bool,
    /// The compiler, with its version.
    pub compiler: String,
    /// Flags and optimisation.
    pub flags: String,
}

/// The identity of a run. Runs of equal identity give equal figures, times apart; the journal of
/// one never serves another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    fields: Value,
    files: Map<String, Value>,
}

impl Identity {
    /// The identity of a run of `experiment` with these options by this program. Reads every file
    /// that the options name, and the program's own.
    ///
    /// # Errors
    /// [`LabError::File`], or [`LabError::Option`] if there is no such profile or option.
    pub fn of(
        experiment: &dyn Experiment,
        options: &RunOptions,
        build: &Build,
    ) -> Result<Identity, LabError> {
        let files = input_hashes(options)?;
        // A program with uncommitted changes is identified by its bytes.
        let program = match std::env::current_exe() {
            Ok(path) => hash(&path)?,
            Err(_) => String::new(),
        };
        let fields = json!({
            "journal": experiment.name(),
            "commit": build.commit,
            "dirty": build.dirty,
            "program": program,
            "seed": options.seed,
            "quick": options.quick,
            "movetime": options.movetime,
            "nodes": options.nodes,
            "games": options.games,
            "profile": options.profile,
            "evaluation": options.evaluation.map(EvalKind::name),
            "set": options.set,
            "parameters": parameters(options)?,
            "against": options.against.as_ref().map(|command| json!({
                "arguments": command.arguments, "options": command.options,
            })),
            "settings": experiment.settings(),
            "files": files,
        });
        Ok(Identity { fields, files })
    }

    /// All that it is made of.
    #[must_use]
    pub fn to_json(&self) -> &Value {
        &self.fields
    }

    /// SHA-256 of the files that were read, by the option that named them.
    #[must_use]
    pub fn files(&self) -> &Map<String, Value> {
        &self.files
    }

    /// Sixteen hexadecimal digits that identify it.
    #[must_use]
    pub fn digest(&self) -> String {
        let digest = hex(&Sha256::digest(self.fields.to_string().as_bytes()));
        digest[..16].to_owned()
    }
}

/// The rows of the parameter table that profile and settings leave different from the default.
pub(crate) fn parameters(options: &RunOptions) -> Result<Map<String, Value>, LabError> {
    let (engine, default) = (options.engine()?, Params::default());
    let changes = engine.params.changes_from(&default);
    Ok(changes.map(|(row, value)| (row.name.to_owned(), value.into())).collect())
}

/// SHA-256 of every file that the options name.
fn input_hashes(options: &RunOptions) -> Result<Map<String, Value>, LabError> {
    let mut hashes = Map::new();
    for (input, path) in inputs::files(options) {
        hashes.insert(input.option().to_owned(), named_hash(path)?);
    }
    for (name, value) in &options.set {
        if Path::new(value).is_file() {
            hashes.insert(format!("--set {name}"), named_hash(Path::new(value))?);
        }
    }
    if let Some(command) = &options.against {
        // A program found by PATH is identified only by its name.
        if command.program.is_file() {
            hashes.insert("--against".to_owned(), named_hash(&command.program)?);
        }
    }
    Ok(hashes)
}

fn named_hash(path: &Path) -> Result<Value, LabError> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    Ok(json!({ "name": name, "sha256": hash(path)? }))
}

/// SHA-256 of a file, or of a folder's files with their names, in order.
pub(crate) fn hash(path: &Path) -> Result<String, LabError> {
    let mut hasher = Sha256::new();
    if path.is_dir() {
        for file in all_files(path)? {
            let name = file.strip_prefix(path).unwrap_or(&file).to_string_lossy();
            hasher.update(format!("{name}\0{}\n", hash(&file)?));
        }
    } else {
        let mut file = File::open(path).map_err(LabError::file(path))?;
        io::copy(&mut file, &mut HashWriter(&mut hasher)).map_err(LabError::file(path))?;
    }
    Ok(hex(&hasher.finalize()))
}

/// Feeds written bytes to a hash.
struct HashWriter<'a>(&'a mut Sha256);

impl io::Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The files below a folder, sorted by path.
fn all_files(folder: &Path) -> Result<Vec<PathBuf>, LabError> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).map_err(LabError::file(&folder))? {
            let entry = entry.map_err(LabError::file(&folder))?;
            let kind = entry.file_type().map_err(LabError::file(entry.path()))?;
            // A link to a folder could lead round in a circle.
            if kind.is_dir() {
                open.push(entry.path());
            } else if entry.path().is_file() {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
