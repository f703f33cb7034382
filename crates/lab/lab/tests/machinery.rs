//! A run's identity, its journal, its manifest, and refused options.
//!
//! Invariant: An experiment resumes only from its own journal; unused inputs are refused.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use zenpuku_lab::journal::JournalFile;
use zenpuku_lab::{
    Build, Experiment, Findings, Identity, Input, LabError, RunOptions, Session, Table, find, run,
};

/// A user's experiment: the words of its data, one unit each. It asks to be
/// stopped after some of them.
struct Words {
    settings: Value,
    stop_after: usize,
}

impl Experiment for Words {
    fn name(&self) -> &'static str {
        "words"
    }

    fn summary(&self) -> &'static str {
        "the words of a file"
    }

    fn inputs(&self) -> &'static [Input] {
        &[Input::Data, Input::Set, Input::Profile, Input::Evaluation]
    }

    fn settings(&self) -> Value {
        self.settings.clone()
    }

    fn run(&self, options: &RunOptions, session: &mut Session<'_>) -> Result<Findings, LabError> {
        let path = options.data.as_deref().ok_or(LabError::NeedsData("words"))?;
        let text = fs::read_to_string(path).unwrap_or_default();
        let mut table = Table::new("Words", ["word"]);
        for (index, word) in text.split_whitespace().enumerate() {
            if index == self.stop_after {
                options.stop.stop();
            }
            options.check_stop()?;
            let kept = session.unit(&format!("word {index}"), || Ok(word.to_owned()))?;
            table.push(vec![kept.into()])?;
        }
        Ok(Findings { ours: vec![table], ..Findings::default() })
    }
}

fn words(stop_after: usize) -> Words {
    Words { settings: Value::Null, stop_after }
}

fn build(commit: &str) -> Build {
    Build { commit: commit.to_owned(), ..Build::default() }
}

fn with_data(path: &Path) -> RunOptions {
    RunOptions { data: Some(path.to_owned()), ..RunOptions::default() }
}

/// The words found, as one string.
fn found(experiment: &Words, options: &RunOptions, folder: &Path) -> Result<String, LabError> {
    let outcome = run(experiment, options, &build("abc"), Some(folder), |_| {})?;
    let words = outcome.findings.ours[0].rows().iter().map(|row| row[0].text().unwrap_or_default());
    Ok(words.collect::<Vec<_>>().join(" "))
}

fn journals(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        files.filter(|path| path.to_string_lossy().contains(".journal")).collect();
    files.sort();
    files
}

#[test]
fn a_journal_never_serves_a_run_of_other_data() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b, out) = (folder.path().join("a"), folder.path().join("b"), folder.path().join("out"));
    fs::write(&a, "one two three").unwrap();
    fs::write(&b, "eins zwei drei").unwrap();
    let stopped = found(&words(2), &with_data(&a), &out);
    assert!(matches!(stopped, Err(LabError::Stopped(_))));
    assert_eq!(found(&words(9), &with_data(&b), &out).unwrap(), "eins zwei drei");
    // The interrupted run is still there and resumes where it stopped.
    assert_eq!(journals(&out).len(), 1);
    let text = fs::read_to_string(&journals(&out)[0]).unwrap();
    assert_eq!(text.lines().count(), 3);
    fs::write(&journals(&out)[0], text.replace("\"two\"", "\"kept\"")).unwrap();
    assert_eq!(found(&words(9), &with_data(&a), &out).unwrap(), "one kept three");
    assert!(journals(&out).is_empty());
    // The same name with other contents is other data.
    assert!(found(&words(2), &with_data(&a), &out).is_err());
    fs::write(&a, "un deux trois").unwrap();
    assert_eq!(found(&words(9), &with_data(&a), &out).unwrap(), "un deux trois");
}

#[test]
fn everything_that_decides_a_figure_is_part_of_the_identity() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::write(&data, "one").unwrap();
    let base = || with_data(&data);
    let of = |experiment: &Words, options: &RunOptions, build: &Build| {
        Identity::of(experiment, options, build).unwrap().digest()
    };
    let plain = of(&words(0), &base(), &build("abc"));
    assert_eq!(plain, of(&words(7), &base(), &build("abc")), "the same run");
    let set = |name: &str, value: &str| RunOptions {
        set: vec![(name.to_owned(), value.to_owned())],
        ..base()
    };
    let other_settings = Words { settings: json!({"a": 1}), stop_after: 0 };
    let dirty = Build { dirty: true, ..build("abc") };
    let mut digests = vec![
        plain,
        of(&words(0), &base(), &build("abd")),
        of(&words(0), &base(), &dirty),
        of(&other_settings, &base(), &build("abc")),
        of(&words(0), &RunOptions { seed: 2, ..base() }, &build("abc")),
        of(&words(0), &RunOptions { quick: true, ..base() }, &build("abc")),
        of(&words(0), &RunOptions { profile: Some("plain".into()), ..base() }, &build("abc")),
        of(&words(0), &set("NullMovePruning", "off"), &build("abc")),
        of(&words(0), &set("Threads", "2"), &build("abc")),
        of(
            &words(0),
            &RunOptions { evaluation: Some("classic".parse().unwrap()), ..base() },
            &build("abc"),
        ),
    ];
    fs::write(&data, "One").unwrap();
    digests.push(of(&words(0), &base(), &build("abc")));
    let count = digests.len();
    digests.sort();
    digests.dedup();
    assert_eq!(digests.len(), count);
}

#[test]
fn the_manifest_names_data_parameters_and_machine() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data.txt");
    fs::write(&data, "abc").unwrap();
    let options = RunOptions {
        set: vec![("NullMovePruning".to_owned(), "off".to_owned())],
        ..with_data(&data)
    };
    let build = Build {
        commit: "abc".into(),
        dirty: true,
        compiler: "rustc 1".into(),
        flags: "-C x".into(),
    };
    let outcome = run(&words(9), &options, &build, Some(folder.path()), |_| {}).unwrap();
    let text = fs::read_to_string(folder.path().join("words.json")).unwrap();
    let json: Value = serde_json::from_str(&text).unwrap();
    // The known SHA-256 of `abc`.
    let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(json["inputs"]["--data"], json!({"name": "data.txt", "sha256": sha256}));
    assert_eq!(json["parameters"], json!({"NullMovePruning": "false"}));
    assert_eq!(json["command"], "zenpuku lab words --data data.txt --set NullMovePruning=off");
    assert_eq!((&json["dirty"], &json["compiler"]), (&json!(true), &json!("rustc 1")));
    assert_eq!(json["identity"].as_str().map(str::len), Some(16));
    assert!(json["date"].as_str().unwrap().starts_with("20") && json["cpu"] != "");
    assert_eq!(json["threads"], 1);
    assert!(outcome.written.iter().any(|path| path.ends_with("words.csv")));
}

#[test]
fn what_an_experiment_does_not_use_is_refused_and_so_is_a_missing_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "x").unwrap();
    let refused = |name: &str, options: &RunOptions| {
        run(find(name).unwrap(), options, &build("abc"), None, |_| {}).unwrap_err().to_string()
    };
    let words = refused("tree", &with_data(&file));
    assert!(words.contains("`tree` does not use --data"), "{words}");
    let matches = RunOptions { matches: Some(folder.path().to_owned()), ..RunOptions::default() };
    assert!(refused("futility", &matches).contains("does not use --matches"));
    let problems = RunOptions { problems: Some(file.clone()), ..RunOptions::default() };
    assert!(refused("probcut-regression", &problems).contains("it takes: --data"));
    let missing = with_data(&folder.path().join("none"));
    let words = refused("goals-castles", &missing);
    assert!(words.contains("none") && words.contains("No such file"), "{words}");
}

#[test]
fn positions_and_problems_of_ones_own_are_read_or_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine");
    let of = |text: &str, problems: bool| {
        fs::write(&file, text).unwrap();
        let mut options = RunOptions { quick: true, ..RunOptions::default() };
        if problems {
            options.problems = Some(file.clone());
            return zenpuku_lab::measure::problems_of(&options);
        }
        options.positions = Some(file.clone());
        zenpuku_lab::measure::positions(&options)
    };
    let start = zenpuku_shogi::STARTPOS;
    let sfens = of(&format!("# mine\n{start}\nstartpos moves 7g7f\n"), false).unwrap();
    assert_eq!((sfens.len(), sfens[1].position.ply()), (2, 2));
    let json = json!({"sfen": start, "bm": "7g7f", "id": "one"}).to_string();
    let problems = of(&json, true).unwrap();
    assert_eq!((problems[0].name.as_str(), problems[0].answer.as_deref()), ("one", Some("7g7f")));
    let wrong = json!({"sfen": start, "bm": "7g7e"}).to_string();
    let error = of(&format!("{json}\n{wrong}"), true).unwrap_err().to_string();
    assert!(error.contains("mine, line 2") && error.contains("7g7e"), "{error}");
    assert!(of(&format!("{json}\n{json}"), true).unwrap_err().to_string().contains("`one`"));
    assert!(of("{\"sfen\": 3}", false).unwrap_err().to_string().contains("line 1"));
    assert!(of("startpos moves 1a1b", false).unwrap_err().to_string().contains("mine"));
}

fn quick() -> RunOptions {
    RunOptions { quick: true, ..RunOptions::default() }
}

/// Runs `tree` until `after` units are done.
fn interrupted(folder: &Path, after: u64) -> Result<Findings, LabError> {
    let options = quick();
    let stop = options.stop.clone();
    let report = |progress: zenpuku_lab::Progress<'_>| {
        if progress.done == after {
            stop.stop();
        }
    };
    let tree = find("tree").unwrap();
    run(tree, &options, &build("abc"), Some(folder), report).map(|outcome| outcome.findings)
}

#[test]
fn a_stopped_run_resumes_with_the_same_findings() {
    let folder = tempfile::tempdir().unwrap();
    let tree = find("tree").unwrap();
    for after in [3, 40] {
        assert!(matches!(interrupted(folder.path(), after), Err(LabError::Stopped(_))));
    }
    // A crash in the middle of a line.
    let path = &journals(folder.path())[0];
    let mut text = fs::read_to_string(path).unwrap();
    assert_eq!(text.lines().count() - 1, 40);
    text.push_str("{\"key\": \"cut sho");
    fs::write(path, text).unwrap();
    let resumed = run(tree, &quick(), &build("abc"), Some(folder.path()), |_| {}).unwrap();
    let whole = tree.run(&quick(), &mut Session::silent()).unwrap();
    assert_eq!(resumed.findings, whole);
    assert!(journals(folder.path()).is_empty());
}

#[test]
fn a_strange_file_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let tree = find("tree").unwrap();
    let identity = Identity::of(tree, &quick(), &build("abc")).unwrap();
    let path = JournalFile::path(folder.path(), &identity);
    fs::write(&path, "my diary\n").unwrap();
    let error = JournalFile::open(folder.path(), &identity).unwrap_err();
    assert!(matches!(error, LabError::Journal { line: 1, .. }), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "my diary\n");
    JournalFile::remove(folder.path(), &identity).unwrap();
    JournalFile::remove(folder.path(), &identity).unwrap();
    let nowhere = folder.path().join("no/such/folder");
    assert!(matches!(JournalFile::open(&nowhere, &identity), Err(LabError::File { .. })));
}
