//! `zenpuku learn`: a complete small training of a network.

use serde_json::Value;
use std::path::Path;

use crate::program::{Assert, Command, contains};

fn learn(folder: &Path, args: &[&str]) -> Assert {
    let mut command = Command::zenpuku();
    command.current_dir(folder).arg("learn").args(args).assert()
}

fn json(assert: Assert) -> Value {
    serde_json::from_slice(&assert.success().get_output().stdout).expect("JSON")
}

const SELFPLAY: [&str; 10] =
    ["selfplay", "--out", "games", "--nodes", "50", "--shard", "4", "--max-plies", "70", "--json"];

fn selfplay(folder: &Path, more: &[&str]) -> Assert {
    learn(folder, &[&SELFPLAY[..], more].concat())
}

#[test]
fn from_nothing_to_a_network() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let half = json(selfplay(folder, &["--games", "5"]));
    assert_eq!((&half["games"], &half["played_games"]), (&5.into(), &5.into()));
    let whole = json(selfplay(folder, &["--games", "10", "--threads", "2"]));
    assert_eq!((&whole["games"], &whole["played_games"]), (&10.into(), &5.into()));

    let stats = json(learn(folder, &["stats", "games", "--out", "report", "--json"]));
    assert_eq!((&stats["games"], &stats["positions"]), (&10.into(), &whole["positions"]));
    assert!(folder.join("report/scores.svg").exists());

    learn(folder, &["export", "games", "all.psv"]).success();
    learn(folder, &["export", "games", "once.hcpe", "--distinct"]).success();
    let size = std::fs::metadata(folder.join("all.psv")).expect("a file").len();
    assert_eq!(size, 40 * whole["positions"].as_u64().expect("a number"));

    let train = |epochs| {
        let args = ["train", "--games", "games", "--out", "net", "--scale", "300", "--batch", "64"];
        learn(
            folder,
            &[&args[..], &["--validation", "3", "--nn-bin", "--json", "--epochs", epochs]].concat(),
        )
    };
    let report = json(train("2"));
    assert_eq!((&report["epochs"], &report["games"]), (&2.into(), &10.into()));
    for name in ["network.zpnet", "nn.bin", "curve.csv", "curve.svg", "training.json"] {
        assert!(folder.join("net").join(name).exists(), "{name}");
    }
    plays(folder);
    // All epochs are done: no training is repeated, and the network is the same.
    let network = std::fs::read(folder.join("net/network.zpnet")).expect("a network");
    train("2").success().stderr(contains("going on after epoch 2"));
    assert_eq!(std::fs::read(folder.join("net/network.zpnet")).expect("a network"), network);
    train("3").failure().code(1).stderr(contains("epochs 2, not 3"));
    trains_products(folder);
}

/// Another shape is trained, ranked and played with, and refuses an incompatible start.
fn trains_products(folder: &Path) {
    let train = |more: &[&str]| {
        let args = ["train", "--games", "games", "--scale", "300", "--batch", "64", "--epochs"];
        let shape = ["1", "--shape", "256-15-32", "--validation", "3", "--nn-bin", "--json"];
        learn(folder, &[&args[..], &shape, more].concat())
    };
    let report = json(train(&["--out", "products", "--ranking", "1"]));
    assert!(report["ranked"][0].as_u64().is_some_and(|ranked| ranked > 50), "{report}");
    assert_eq!(report["settings"]["shape"], "256-15-32");
    let again = ["--out", "again", "--start", "products/network.zpnet", "--leaves"];
    train(&again).success();
    let wrong = contains("network of 256x2-32-32").and(contains("--shape 256-15-32"));
    train(&["--out", "wrong", "--start", "net/network.zpnet"]).code(2).stderr(wrong);
    train(&["--out", "wrong", "--ranking=-1"]).code(2);
    let other = ["train", "--games", "games", "--out", "wrong", "--shape", "300-15-32"];
    learn(folder, &other).code(2).stderr(contains("512-15-32"));
}

/// The engine plays with the network, without a fault.
fn plays(folder: &Path) {
    let network = folder.join("net/network.zpnet");
    let options = format!("Evaluation=nnue,EvalFile={},USI_Hash=1", network.display());
    let mut command = Command::zenpuku();
    let args = ["match", "--nodes", "50", "--games", "2", "--b", "USI_Hash=1", "--json", "--a"];
    let result = json(command.args(args).arg(options).assert());
    assert_eq!((&result["games"], &result["faults"]), (&2.into(), &serde_json::json!([0, 0])));
}

/// The whole pipeline on one thread: a network that finds every position equal plays against
/// itself, learns from the results, and beats its start. Nodes are counted and all is seeded, so
/// the `expected` games, positions, positions learned from and score are the same on every machine.
fn small_pipeline(games: &str, comparison: &str, expected: [&str; 4]) {
    let folder = tempfile::tempdir().expect("a folder");
    let games = format!(
        "--games {games} --nodes 100 --hash 1 --random-plies 2,6 --max-plies 250 \
         --opening-limit 32000"
    );
    let training = "--epochs 3 --batch 256 --scale 350 --lambda 0.2 --rate 1e-3";
    let comparison = format!("{comparison} --openings lines.sfen");
    let steps = ["--selfplay", &games, "--train", training, "--match", &comparison];
    let lines =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/openings/even-16-plies.sfen");
    std::fs::copy(lines, folder.path().join("lines.sfen")).expect("start lines");
    let pipeline = || {
        let args = [&["pipeline", "--out", "net", "--start", "nothing", "--json"], &steps[..]];
        json(learn(folder.path(), &args.concat()))
    };
    let report = pipeline();
    let first = &report["generations"][0];
    let figures =
        ["games", "positions", "learned_from", "score"].map(|name| first[name].to_string());
    assert_eq!(figures, expected);
    assert_eq!(
        (&first["better"], &report["best"]),
        (&true.into(), &"Evaluation=nnue EvalFile=net/1/net/network.zpnet".into())
    );
    // All is done: the same command repeats no game and no training.
    assert_eq!(pipeline(), report);
}

#[test]
fn a_small_pipeline_improves_on_its_start() {
    let comparison = "--games 20 --nodes 100 --max-plies 300";
    small_pipeline("60", comparison, ["60", "4639", "2010", "[13,2,5]"]);
}

#[test]
#[ignore = "ten times as many games: cargo test --release -p zenpuku --test all -- --ignored in_full"]
fn a_small_pipeline_improves_on_its_start_in_full() {
    let comparison = "--games 60 --nodes 200 --max-plies 500";
    small_pipeline("600", comparison, ["600", "45294", "20162", "[36,3,21]"]);
}

#[test]
fn equal_seeds_give_equal_games() {
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let bytes = folders.each_ref().map(|folder| {
        selfplay(folder.path(), &["--games", "4", "--seed", "9"]).success();
        std::fs::read(folder.path().join("games/games-000000.zst")).expect("a shard")
    });
    assert_eq!(bytes[0], bytes[1]);
}

#[test]
fn openings_from_several_files_in_the_background() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let lance = "sfen lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1\n";
    std::fs::write(folder.join("lance.sfen"), lance).expect("a file");
    std::fs::write(folder.join("even.sfen"), "startpos\n").expect("a file");
    let sets = ["--openings", "even.sfen", "--openings", "lance.sfen,share=2,limit=off"];
    let args = |more: &[&'static str]| [&["--games", "6"], &sets[..], more].concat();
    selfplay(folder, &args(&["--background"])).success();
    let bytes = || std::fs::read(folder.join("games/games-000000.zst")).expect("a shard");
    let before = bytes();
    selfplay(folder, &args(&[])).success();
    assert_eq!(bytes(), before, "the same plan, and nothing left to play");
    selfplay(folder, &["--games", "6", "--openings", "even.sfen"])
        .code(1)
        .stderr(contains("openings is"));
}

#[test]
fn mistakes_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let named = contains;
    selfplay(folder, &[]).code(2).stderr(named("--games"));
    selfplay(folder, &["--games", "1", "--set", "NoSuch=1"]).code(2).stderr(named("NoSuch"));
    selfplay(folder, &["--games", "1", "--openings", "none.sfen"])
        .code(1)
        .stderr(named("none.sfen"));
    selfplay(folder, &["--games", "1", "--openings", "none.sfen,share=0"])
        .code(2)
        .stderr(named("share"));
    selfplay(folder, &["--games", "1"]).success();
    selfplay(folder, &["--games", "1", "--seed", "5"])
        .code(1)
        .stderr(named("seed is 1, asked for 5"));
    learn(folder, &["stats", "nothing"]).code(1).stderr(named("nothing"));
    learn(folder, &["export", "games", "out.kif"]).code(2).stderr(named(".psv or .hcpe"));
    let train = |more: &[&str]| {
        let args = ["train", "--games", "games", "--validation", "0", "--epochs", "1", "--json"];
        learn(folder, &[&args[..], &["--out", "n", "--lambda"], more].concat())
    };
    train(&["2"]).code(2).stderr(named("--lambda"));
    train(&["0", "--horizon", "20"]).code(2).stderr(named("--scale"));
    train(&["0", "--scale", "600", "--horizon", "0.5"]).code(2).stderr(named("--horizon"));
    let report = json(train(&["0", "--scale", "600", "--horizon", "20"]));
    assert_eq!(report["settings"]["horizon"], 20.0);
    std::fs::create_dir(folder.join("empty")).expect("a folder");
    learn(folder, &["stats", "empty"]).code(2).stderr(named("no games in empty"));
    std::fs::write(folder.join("empty/games-000000.zst"), "no shard").expect("a file");
    learn(folder, &["stats", "empty"]).code(1).stderr(named("games-000000.zst"));
}

/// Three short games, the last of which contains an invalid move.
const GAMES: &str = "startpos moves 7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h 5a6b\n\
    startpos moves 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c\n\
    startpos moves 7g7f 8c8d 7i6h 3c3d 6h7g 9z9z\n";

#[test]
fn weights_are_learned_from_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let named = contains;
    std::fs::create_dir(folder.join("records")).expect("a folder");
    std::fs::write(folder.join("records/a.sfen"), GAMES).expect("a file");
    std::fs::write(folder.join("records/b.csa"), "not a record").expect("a file");
    let compare = |out: &str, more: &[&str]| {
        let args = ["comparison", "--games", "records", "--out", out, "--batch", "8", "--from-ply"];
        learn(folder, &[&args[..], &["0", "--validation", "3", "--json"], more].concat())
    };
    let first = compare("one", &["--epochs", "2"]).stderr(named("b.csa").and(named("9z9z")));
    let report = json(first);
    assert_eq!((&report["games"], &report["files_left_out"]), (&3.into(), &1.into()));
    assert_eq!((&report["training_positions"], &report["epochs"]), (&18.into(), &2.into()));
    for name in ["classic.zpeval", "curve.csv", "curve.svg", "training.json"] {
        assert!(folder.join("one").join(name).exists(), "{name}");
    }
    let weights =
        |out: &str| std::fs::read(folder.join(out).join("classic.zpeval")).expect("weights");
    compare("two", &["--epochs", "2"]).success();
    assert!(weights("one") == weights("two"));
    compare("one", &["--epochs", "2"]).success().stderr(named("going on after epoch 2"));
    let ablate = ["ablate", "--games", "records", "--weights", "one/classic.zpeval", "--json"];
    let rows =
        json(learn(folder, &[&ablate[..], &["--from-ply", "0", "--validation", "3"]].concat()));
    let rows = rows["rows"].as_array().expect("rows");
    assert_eq!((rows.len(), &rows[0]["without"]), (12, &"none".into()));
    assert!(rows.iter().all(|row| row["positions"] == rows[0]["positions"]));
    assert!(rows[1]["objective"].as_f64() > rows[0]["objective"].as_f64(), "{rows:?}");
    compare("one", &["--epochs", "3"]).code(1).stderr(named("epochs 2, not 3"));
    compare("three", &["--share", "0"]).code(2).stderr(named("--share"));
    compare("three", &["--start", "records/b.csa"]).code(1).stderr(named("b.csa"));
    learn(folder, &["compare", "--games", "nothing", "--out", "n"])
        .code(1)
        .stderr(named("nothing"));
}

/// Three games of the engine, small searches.
fn probcut(folder: &Path, out: &str, more: &[&str]) -> Assert {
    let args = ["probcut", "--profile", "probcut2003", "--pairs", "1-2,1-3", "--plies", "20,60"];
    let args = [&args[..], &["--positions", "80", "--out", out, "--games", "games"], more].concat();
    learn(folder, &args)
}

#[test]
fn probcut_is_fitted_and_the_engine_takes_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    selfplay(folder, &["--games", "3"]).success();
    let report = json(probcut(folder, "fit", &["--json"]));
    assert_eq!(
        (&report["evaluation"], &report["positions"]),
        (&"king-distance".into(), &80.into())
    );
    for name in ["lines.csv", "spreads.csv", "phases.csv", "scatter-1-3.svg", "residuals-1-2.svg"] {
        assert!(folder.join("fit").join(name).exists(), "{name}");
    }
    // The same seed gives the same file, with more workers and after an interruption too.
    let file = std::fs::read(folder.join("fit/king-distance.probcut")).expect("parameters");
    std::fs::create_dir(folder.join("again")).expect("a folder");
    let values = std::fs::read_to_string(folder.join("fit/values.jsonl")).expect("values");
    let half = &values[..values.len() / 2];
    std::fs::write(folder.join("again/values.jsonl"), half).expect("a file");
    probcut(folder, "again", &["--threads", "2"]).success();
    assert_eq!(std::fs::read(folder.join("again/king-distance.probcut")).expect("again"), file);
    // In shares, as on several machines: their lines under one first line are the values.
    let shares = ["0/3", "1/3", "2/3"].map(|share| {
        let out = format!("share-{}", &share[..1]);
        probcut(folder, &out, &["--share", share]).success();
        assert!(!folder.join(&out).join("king-distance.probcut").exists());
        std::fs::read_to_string(folder.join(out).join("values.jsonl")).expect("values")
    });
    let first = shares[0].lines().next().expect("a first line");
    let lines = shares.iter().flat_map(|share| share.lines().skip(1));
    let whole: Vec<&str> = std::iter::once(first).chain(lines).collect();
    assert_eq!(whole.join("\n") + "\n", values);
    probcut(folder, "fit", &["--seed", "2"]).code(1).stderr(contains("another run"));
    // Other positions, other parameters.
    probcut(folder, "other", &["--seed", "2", "--phases", "none"]).success();
    let fit = folder.join("other/king-distance.probcut");
    assert_ne!(std::fs::read(&fit).expect("parameters"), file);
    let named = format!("ProbCutFile={}", fit.display());
    let options = ["ProbCutDeepDepth=3", "ProbCutShallowDepth=1", &named].map(|set| ["--set", set]);
    let mut command = Command::zenpuku();
    command.args(["bench", "--profile", "probcut2003", "--depth", "4", "--json"]);
    let with = json(command.args(options.concat()).assert())["nodes"].as_u64();
    let mut command = Command::zenpuku();
    command.args(["bench", "--profile", "probcut2003", "--depth", "4", "--json"]);
    let without = json(command.args(["--set", "ProbCut=off"]).assert())["nodes"].as_u64();
    assert!(with < without, "{with:?} {without:?}");
}

#[test]
fn mistakes_of_probcut_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let named = contains;
    let run = |more: &[&str]| learn(folder, &[&["probcut", "--out", "fit"], more].concat());
    run(&[]).code(2).stderr(named("--games"));
    run(&["--games", "none.jsonl"]).code(1).stderr(named("none.jsonl"));
    run(&["--games", "x", "--pairs", "5-3"]).code(2).stderr(named("depths rise"));
    run(&["--games", "x", "--share", "3/3"]).code(2).stderr(named("numbered from 0"));
    run(&["--games", "x", "--scale", "0"]).code(2).stderr(named("--scale"));
    std::fs::write(folder.join("a.jsonl"), "{\"moves\": \"7g7f\"}").expect("a file");
    run(&["--games", "a.jsonl"]).code(2).stderr(named("plies 10 to 61"));
}

#[test]
fn evaluations_are_judged_by_results() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let named = contains;
    let line = |board: &str, eval: i32, winner: u8| {
        format!(r#"{{"sfen": "{board} b - 1", "eval": {eval}, "gameResult": {winner}}}"#)
    };
    let better = line("4k4/9/9/9/9/9/9/1R5B1/4K4", 900, 1);
    let worse = line("4k4/1r5b1/9/9/9/9/9/9/4K4", -900, 2);
    let odd = line("4k4/9/9/9/9/9/4P4/9/4K4", 50, 2);
    std::fs::write(folder.join("all.jsonl"), [better, worse, odd].join("\n")).expect("a file");
    let report = json(learn(folder, &["judge", "all.jsonl", "--json"]));
    assert_eq!(report["positions"], 3);
    let names: Vec<_> = report["evaluations"].as_array().expect("a list").to_vec();
    assert_eq!(
        (&names[0]["evaluation"], &names[1]["evaluation"]),
        (&"listed".into(), &"material".into())
    );
    learn(folder, &["judge", "all.jsonl"]).success().stdout(named("piece-square"));
    // The static values, too, are those of the files named.
    learn(folder, &["judge", "all.jsonl", "--set", "EvalFile=nosuch.zpnet"])
        .code(1)
        .stderr(named("nosuch.zpnet"));
    let searched = ["judge", "all.jsonl", "--search", "nnue", "--nodes", "300", "--set"];
    learn(folder, &[&searched[..], &["NullMovePruning=off"]].concat())
        .success()
        .stdout(named("nnue, searched"));
    learn(folder, &[&searched[..], &["EvalFile=nosuch.zpnet"]].concat())
        .code(1)
        .stderr(named("nosuch.zpnet"));
    std::fs::write(folder.join("bad.jsonl"), "\n{}\n").expect("a file");
    learn(folder, &["judge", "bad.jsonl"]).code(1).stderr(named("bad.jsonl: line 2"));
}

#[test]
fn old_games_get_new_values_a_copy_and_a_calibration() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let named = |text: &str| contains(text.to_owned());
    // Longer games than elsewhere: those that end say what values are worth.
    let play =
        ["selfplay", "--out", "games", "--nodes", "50", "--shard", "4", "--max-plies", "250"];
    let games = json(learn(folder, &[&play[..], &["--games", "12", "--json"]].concat()));
    let relabel = ["relabel", "games", "--out", "deeper", "--nodes", "200", "--json"];
    let report = json(learn(folder, &relabel));
    assert_eq!((&report["games"], &report["positions"]), (&12.into(), &games["positions"]));
    let again = json(learn(folder, &relabel));
    assert_eq!((&again["files"], &again["games"]), (&3.into(), &0.into()));
    learn(folder, &["relabel", "games", "--out", "games"]).code(2).stderr(named("own folder"));
    learn(folder, &["relabel", "games", "--out", "deeper", "--nodes", "300"])
        .code(1)
        .stderr(named("another plan"));

    let packed = json(learn(folder, &["pack", "deeper", "all.zst", "--json"]));
    assert_eq!((&packed["games"], &packed["positions"]), (&12.into(), &games["positions"]));
    learn(folder, &["pack", "--check", "all.zst"]).success().stdout(named("12 games"));
    learn(folder, &["pack", "--unpack", "back", "all.zst"]).success();
    let stats = json(learn(folder, &["stats", "back", "--json"]));
    assert_eq!(stats["games"], 12);
    learn(folder, &["pack", "--check", "games/selfplay.json"]).code(1).stderr(named("selfplay"));

    let fit = ["calibrate", "deeper", "--level", "380", "--out", "fit"];
    let report = json(learn(folder, &[&fit[..], &["--json"]].concat()));
    assert_eq!((&report["games"], &report["evaluation"]), (&12.into(), &"ensemble".into()));
    let eval = |set: &str| {
        let mut command = Command::zenpuku();
        command.current_dir(folder).args(["eval", "--json", "--set", set]).assert()
    };
    eval("CalibrationFile=fit").success();
    eval("CalibrationFile=all.zst").code(1).stderr(named("all.zst"));
    learn(folder, &["calibrate", "deeper", "--level", "1"]).code(2).stderr(named("10 to 10000"));
}
