//! `zenpuku ratings` from the command line, and games as ShogiArena keeps them.

use std::path::Path;

use serde_json::Value;

use crate::program::{Command, contains};

const SHOGIARENA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/shogiarena");

fn zenpuku() -> Command {
    Command::zenpuku()
}

fn json(command: &mut Command) -> Value {
    let out = command.arg("--json").assert().success().get_output().clone();
    serde_json::from_slice(&out.stdout).unwrap()
}

fn ratings(path: &Path) -> Value {
    json(zenpuku().arg("ratings").arg(path))
}

/// The run of ShogiArena in `testdata/shogiarena` by file and by folder,
/// against ShogiArena's own output.
#[test]
fn a_run_of_shogiarena_has_its_figures() {
    let summary = Path::new(SHOGIARENA).join("summary.json");
    let theirs: Value = serde_json::from_str(&std::fs::read_to_string(summary).unwrap()).unwrap();
    let ours = ratings(&Path::new(SHOGIARENA).join("game.db"));
    assert_eq!(ours, ratings(Path::new(SHOGIARENA)));
    assert_eq!(ours["games"], theirs["completed_games"]);
    let players = ours["players"].as_array().unwrap();
    assert_eq!(players.len(), theirs["engines"].as_array().unwrap().len());
    for engine in theirs["engines"].as_array().unwrap() {
        let player = players.iter().find(|player| player["name"] == engine["engine"]).unwrap();
        for key in ["games", "wins", "draws", "losses"] {
            assert_eq!(player[key], engine[key], "{key} of {player}");
        }
        for side in ["black", "white"] {
            for (place, key) in ["wins", "draws", "losses"].into_iter().enumerate() {
                assert_eq!(player[side][place], engine["side_split"][side][key], "{player}");
            }
        }
    }
    let share = ours["draws"].as_f64().unwrap() / ours["games"].as_f64().unwrap();
    assert!((share - theirs["draw_rate"].as_f64().unwrap()).abs() < 1e-12);
    // The engine with a millisecond on its clock.
    let last = players.last().unwrap();
    assert_eq!(last["name"], "late");
    assert_eq!(last["faults"].to_string(), "{\"time_loss\":6}");
}

/// One match as its save file, as records in both formats and as a database: all rated alike, and
/// as the match itself says.
#[test]
fn every_form_of_a_match_is_rated_alike() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let play = |name: &str, format: &str| {
        let mut command = zenpuku();
        command.args(["match", "--b", "Evaluation=material", "--nodes", "60", "--games", "6"]);
        command.args(["--max-plies", "60", "--record-format", format, "--records"]).arg(path(name));
        json(command.arg("--save").arg(path(&format!("{name}.jsonl"))))
    };
    let told = play("kif", "kif");
    play("csa", "csa");
    play("db", "game-db");
    // Games by nodes are the same whenever they are played.
    let saved = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    assert_eq!(saved("kif.jsonl"), saved("db.jsonl"));
    let expected = ratings(&path("kif.jsonl"));
    assert_eq!(expected["games"], told["games"]);
    let player = |name: &str| {
        let players = expected["players"].as_array().unwrap();
        players.iter().find(|player| player["name"] == name).unwrap().clone()
    };
    assert_eq!(player("zenpuku")["wins"], told["wins"]);
    assert_eq!(player("Evaluation=material")["wins"], told["losses"]);
    assert_eq!(expected["pairs"]["by_half_points"], told["pairs"]);
    assert_eq!(expected["pairs"]["elo"]["elo"], told["elo"]);
    let packed = zstd::bulk::compress(saved("kif.jsonl").as_bytes(), 3).unwrap();
    std::fs::write(path("packed.jsonl.zst"), packed).unwrap();
    for name in ["kif", "csa", "db", "db/game.db", "packed.jsonl.zst"] {
        assert_eq!(ratings(&path(name)), expected, "{name}");
    }
    for name in ["db/game.db", "packed.jsonl.zst"] {
        let mut command = zenpuku();
        command.args(["ratings", "-"]).write_stdin(std::fs::read(path(name)).unwrap());
        assert_eq!(json(&mut command), expected, "{name} from stdin");
    }
    let shown =
        zenpuku().arg("ratings").arg(path("db")).arg("--report").arg(path("table")).assert();
    shown.success().stdout(contains("Elo of zenpuku above Evaluation=material by pairs"));
    assert!(path("table/tournament.md").exists() && path("table/ratings.svg").exists());
}

#[test]
fn a_tournament_is_rated_as_it_was() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("games.jsonl");
    let mut command = zenpuku();
    command.args(["match", "--player", "plain:", "--player", "bonanza: Profile=foundation"]);
    command.args(["--player", "material: Evaluation=material", "--nodes", "40", "--games", "2"]);
    let told = json(command.args(["--max-plies", "40", "--save"]).arg(&file));
    let mut rated = ratings(&file);
    for (ours, theirs) in
        rated["players"].as_array_mut().unwrap().iter_mut().zip(told["players"].as_array().unwrap())
    {
        ours["plays"] = theirs["plays"].clone();
        assert_eq!(ours, theirs);
    }
    assert_eq!(rated["first_move"], told["first_move"]);
}

#[test]
fn what_cannot_be_rated_is_named() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let refused = |name: &str| zenpuku().arg("ratings").arg(path(name)).assert().code(1);
    std::fs::write(path("open.kif"), "先手：a\n後手：b\n手合割：平手\n1 ７六歩(77)\n").unwrap();
    refused("open.kif").stderr(contains("no game to rate: 1 games without result"));
    std::fs::write(path("nobody.kif"), "手合割：平手\n1 ７六歩(77)\n2 投了\n").unwrap();
    refused("nobody.kif").stderr(contains("1 without the names of two players"));
    let line = std::fs::read_to_string(Path::new(SHOGIARENA).join("tournament.yaml")).unwrap();
    std::fs::write(path("other.jsonl"), line).unwrap();
    refused("other.jsonl").stderr(contains("other.jsonl"));
    let whole = std::fs::read(Path::new(SHOGIARENA).join("game.db")).unwrap();
    std::fs::write(path("half.db"), &whole[..whole.len() / 2]).unwrap();
    refused("half.db")
        .stderr(contains("half.db").and(contains("table").or(contains("ShogiArena"))));
    refused("none.db").stderr(contains("none.db"));
}

#[test]
fn a_bad_record_of_a_folder_is_passed_over() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let game = "先手：a\n後手：b\n手合割：平手\n1 ７六歩(77)\n2 投了\n";
    std::fs::write(path("good.kif"), game).unwrap();
    std::fs::write(path("bad.kif"), "").unwrap();
    let rated = zenpuku().arg("ratings").arg(folder.path()).assert().success();
    rated.stderr(contains("bad.kif is passed over")).stdout(contains("a").and(contains("b")));
    zenpuku().arg("ratings").arg(path("bad.kif")).assert().code(1).stderr(contains("bad.kif"));
}

#[test]
fn games_of_shogiarena_become_records() {
    let folder = tempfile::TempDir::new().unwrap();
    let out = folder.path().join("game.kif");
    let mut command = zenpuku();
    command.args(["convert", "--game", "1"]).arg(Path::new(SHOGIARENA).join("game.db"));
    command.arg(&out).assert().success();
    let text = std::fs::read_to_string(out).unwrap();
    for words in ["先手：default", "後手：bonanza", "深さ=3/4", "ノード数=400", "Black wins"]
    {
        assert!(text.contains(words), "{words} in {text}");
    }
}
