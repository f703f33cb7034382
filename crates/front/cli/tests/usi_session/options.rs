//! The list of options, and their effects.

use zenpuku_params::{PROFILES, switches};
use zenpuku_protocol::usi::{BestMove, Bound, EngineMessage, OptionKind, UsiOption};

use crate::gui::Gui;

/// Black to move is far behind.
const LOST: &str = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/9/LNSGKGSNL b - 1";

/// The options as listed with `--all-options`, or without.
fn declared(all: bool) -> Vec<UsiOption> {
    let mut gui = if all { Gui::start_with(&["usi", "--all-options"]) } else { Gui::start() };
    gui.send("usi");
    let messages = gui.wait("usiok");
    gui.quit();
    messages
        .into_iter()
        .filter_map(|message| match message {
            EngineMessage::Option(option) => Some(option),
            _ => None,
        })
        .collect()
}

fn spin(default: i64) -> impl Fn(&OptionKind) -> bool {
    move |kind| matches!(kind, OptionKind::Spin { default: found, .. } if *found == default)
}

fn check(default: bool) -> impl Fn(&OptionKind) -> bool {
    move |kind| *kind == OptionKind::Check { default }
}

#[test]
fn the_list_has_what_guis_expect() {
    let options = declared(false);
    assert!(options.len() <= 40, "{} options", options.len());
    let all = declared(true);
    assert!(options.iter().all(|option| all.contains(option)) && all.len() > 300);
    let expect = |name: &str, fits: &dyn Fn(&OptionKind) -> bool| {
        let option = options.iter().find(|option| option.name == name);
        let option = option.unwrap_or_else(|| panic!("no option {name}"));
        assert!(fits(&option.kind), "{option}");
    };
    for (name, default) in [
        ("Threads", 1),
        ("USI_Hash", 64),
        ("MultiPV", 1),
        ("NetworkDelay", 120),
        ("NetworkDelay2", 1120),
        ("MinimumThinkingTime", 2000),
        ("SlowMover", 100),
        ("MaxMovesToDraw", 0),
        ("DepthLimit", 0),
        ("NodesLimit", 0),
        ("ResignValue", 99999),
        ("DrawValueBlack", -2),
        ("DrawValueWhite", -2),
        ("PvInterval", 300),
    ] {
        expect(name, &spin(default));
    }
    for (name, default) in [
        ("USI_Ponder", false),
        ("RoundUpToFullSecond", true),
        ("ConsiderationMode", false),
        ("OutputFailLHPV", true),
        ("GenerateAllLegalMoves", false),
    ] {
        expect(name, &check(default));
    }
    for name in ["EvalFile", "EvalDir", "BookFile"] {
        expect(name, &|kind| matches!(kind, OptionKind::Text { default } if default.is_empty()));
    }
    expect("FV_SCALE", &spin(0));
    expect("Clear_Hash", &|kind| *kind == OptionKind::Button);
    expect("EnteringKingRule", &|kind| match kind {
        OptionKind::Combo { default, choices } => {
            default == "CSARule27"
                && [
                    "NoEnteringKing",
                    "CSARule24",
                    "CSARule24H",
                    "CSARule27",
                    "CSARule27H",
                    "TryRule",
                ]
                .iter()
                .all(|rule| choices.iter().any(|choice| choice == rule))
        }
        _ => false,
    });
    expect("Profile", &|kind| match kind {
        OptionKind::Combo { choices, .. } => choices.len() == PROFILES.len(),
        _ => false,
    });
    for row in switches() {
        let listed = all.iter().find(|option| option.name == row.name);
        assert!(listed.is_some_and(|option| check(row.default != 0)(&option.kind)), "{}", row.name);
    }
}

#[test]
fn declarations_are_well_formed() {
    let options = declared(true);
    for (index, option) in options.iter().enumerate() {
        let twin = |other: &UsiOption| other.name.eq_ignore_ascii_case(&option.name);
        assert!(!options[..index].iter().any(twin), "{option} twice");
        assert!(!option.name.contains(' '));
        if let OptionKind::Combo { default, choices } = &option.kind {
            assert!(
                choices.contains(default) && choices.iter().all(|choice| !choice.contains(' '))
            );
        }
    }
}

#[test]
fn every_option_takes_its_default_in_any_case_before_isready() {
    let options = declared(true);
    let mut gui = Gui::start();
    gui.send("usi");
    gui.wait("usiok");
    for option in options {
        let name = option.name.to_ascii_uppercase();
        let line = match &option.kind {
            OptionKind::Button => format!("setoption name {name}"),
            OptionKind::Spin { .. } if name == "USI_HASH" => {
                "setoption name USI_HASH value 16".into()
            }
            OptionKind::Check { default } => format!("setoption name {name} value {default}"),
            OptionKind::Spin { default, .. } => format!("setoption name {name} value {default}"),
            OptionKind::Combo { default, .. }
            | OptionKind::Text { default }
            | OptionKind::Filename { default } => format!("setoption name {name} value {default}"),
        };
        gui.send(&line);
    }
    assert!(gui.sync().is_empty());
    gui.quit();
}

#[test]
fn wrong_settings_are_told_and_change_nothing() {
    let mut gui = Gui::started();
    for (line, word) in [
        ("setoption name NoSuchOption value 1", "NoSuchOption"),
        ("setoption name NoSuchDir value C:\\将棋 エンジン\\評価関数 その1", "NoSuchDir"),
        ("setoption name Threads value 全幅 1", "Threads"),
        ("setoption name Threads value 0", "Threads"),
        ("setoption name Threads", "Threads"),
        ("setoption name Profile value nosuch", "known profiles: default"),
        ("setoption name KilerMoves value on", "did you mean `KillerMoves`?"),
        // Characters that would reverse the line are escaped.
        ("setoption name a\u{202e}b value 1", "`a<U+202E>b`"),
        ("setoption name USI_Ponder value perhaps", "USI_Ponder"),
        ("setoption", "name"),
        ("setoption value 3", "name"),
    ] {
        let complaints = gui.complaints(line);
        assert!(complaints.len() == 1 && complaints[0].contains(word), "{line}: {complaints:?}");
    }
    gui.position("startpos");
    gui.go("depth 2");
    gui.quit();
}

#[test]
fn a_table_beyond_the_memory_is_told_and_the_old_one_stays() {
    let mut gui = Gui::started();
    let complaints = gui.complaints("setoption name USI_Hash value 1048576");
    assert!(complaints.len() == 1, "{complaints:?}");
    assert!(complaints[0].contains("1048576 MiB") && complaints[0].contains("USI_Hash is 16"));
    gui.position("startpos");
    gui.go("depth 3");
    gui.quit();
    // The same before anything else was said.
    let mut gui = Gui::start();
    gui.set("USI_Hash", "1048576");
    gui.set("USI_Ponder", "true");
    gui.set("USI_Hash", "1");
    gui.sync();
    gui.go("depth 3");
    gui.quit();
}

/// Any file but a network's or ProbCut's was taken for lack of memory: the table became half as large.
#[test]
fn a_file_that_cannot_be_used_is_named_and_the_table_stays() {
    for (name, with) in [
        ("BookFile", ("USI_OwnBook", "true")),
        ("CalibrationFile", ("USI_Ponder", "false")),
        ("EvalFile", ("Evaluation", "nnue")),
        ("ClassicFile", ("Evaluation", "classic")),
        ("ProbCutFile", ("ProbCut", "true")),
    ] {
        let mut gui = Gui::start();
        gui.send("usi");
        gui.wait("usiok");
        gui.send("setoption name USI_Hash value 64");
        gui.send(&format!("setoption name {} value {}", with.0, with.1));
        let complaints = gui.complaints(&format!("setoption name {name} value missing.db"));
        assert!(
            complaints.iter().any(|line| line.contains("missing.db")),
            "{name}: {complaints:?}"
        );
        assert!(complaints.iter().all(|line| !line.contains("USI_Hash")), "{name}: {complaints:?}");
        gui.position("startpos");
        gui.go("depth 2");
        gui.quit();
    }
}

#[test]
fn multi_pv_may_change_between_searches() {
    let mut gui = Gui::started();
    gui.position("startpos");
    for lines in [3, 1, 5] {
        gui.set("MultiPV", &lines.to_string());
        let answer = gui.go("depth 3");
        let mut firsts: Vec<_> =
            (1..=lines).map(|rank| answer.lines(rank).last().expect("a line").pv[0]).collect();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), lines as usize, "lines begin differently");
        assert_eq!(answer.lines(lines + 1).count(), 0);
    }
    gui.quit();
}

#[test]
fn depth_and_nodes_can_be_limited_for_all_searches() {
    let mut gui = Gui::started();
    gui.position("startpos");
    gui.set("DepthLimit", "2");
    assert_eq!(gui.go("infinite_is_unknown byoyomi 10000").last().depth, Some(2));
    gui.set("DepthLimit", "0");
    gui.set("NodesLimit", "3000");
    let nodes = gui.go("depth 30").last().nodes.expect("nodes");
    assert!(nodes <= 3000, "{nodes}");
    gui.quit();
}

#[test]
fn a_profile_resets_the_switches_and_later_options_override_it() {
    let mut gui = Gui::started();
    gui.position("startpos moves 7g7f 8c8d 2g2f 8d8e");
    let mut nodes = |settings: &[(&str, &str)]| {
        for (name, value) in settings {
            gui.set(name, value);
        }
        gui.send("usinewgame");
        gui.go("depth 5").last().nodes.expect("nodes")
    };
    let default = nodes(&[]);
    let switched = nodes(&[("KillerMoves", "false"), ("SeeOrdering", "false")]);
    assert_ne!(default, switched);
    assert_eq!(nodes(&[("Profile", "default")]), default, "a profile resets every switch");
    let overridden =
        nodes(&[("Profile", "default"), ("KillerMoves", "false"), ("SeeOrdering", "false")]);
    assert_eq!(overridden, switched);
    gui.quit();
}

#[test]
fn bounds_are_left_out_on_request() {
    let mut gui = Gui::started();
    gui.set("OutputFailLHPV", "false");
    gui.set("PvInterval", "0");
    gui.set("AspirationHalfWidth", "1");
    gui.set("AspirationMinDepth", "2");
    gui.position("startpos moves 7g7f 3c3d 8h2b+");
    let mut bounds = |on: &str| {
        gui.set("OutputFailLHPV", on);
        gui.send("usinewgame");
        let answer = gui.go("depth 7");
        let bound = |info: &&_| matches!(info, zenpuku_protocol::usi::Info { score: Some(score), .. } if score.bound != Bound::Exact);
        answer.infos.iter().filter(bound).count()
    };
    assert_eq!(bounds("false"), 0);
    assert!(bounds("true") > 0);
    gui.quit();
}

#[test]
fn resigning_has_a_threshold_and_analysis_never_resigns() {
    let mut gui = Gui::started();
    gui.position(LOST);
    assert!(matches!(gui.go("depth 3").best, BestMove::Move { .. }));
    gui.set("ResignValue", "500");
    assert_eq!(gui.go("depth 3").best, BestMove::Resign);
    gui.set("ConsiderationMode", "true");
    assert!(matches!(gui.go("depth 3").best, BestMove::Move { .. }));
    gui.quit();
}

#[test]
fn reports_can_be_rare_or_complete() {
    let mut gui = Gui::started();
    gui.position("startpos");
    gui.set("PvInterval", "3600000");
    let depths = |gui: &mut Gui| {
        gui.send("usinewgame");
        let answer = gui.go("depth 6");
        let mut depths: Vec<_> = answer.lines(1).filter_map(|info| info.depth).collect();
        depths.dedup();
        depths
    };
    assert!(depths(&mut gui).len() <= 3);
    gui.set("ConsiderationMode", "true");
    assert_eq!(depths(&mut gui), [1, 2, 3, 4, 5, 6]);
    gui.set("ConsiderationMode", "false");
    gui.set("PvInterval", "0");
    assert_eq!(depths(&mut gui), [1, 2, 3, 4, 5, 6]);
    gui.quit();
}

#[test]
fn all_legal_moves_include_useless_non_promotions() {
    let mut gui = Gui::started();
    // The pawn may promote on 5c; all else are king moves.
    gui.position("sfen 7k1/9/9/4P4/9/9/9/9/4K4 b - 1");
    gui.set("MultiPV", "600");
    let lines = |gui: &mut Gui| {
        let answer = gui.go("depth 2");
        answer.infos.iter().filter_map(|info| info.multipv).max().unwrap_or(0)
    };
    let without = lines(&mut gui);
    gui.set("GenerateAllLegalMoves", "true");
    assert_eq!(lines(&mut gui), without + 1);
    gui.quit();
}

#[test]
fn a_network_that_cannot_be_read_is_told_once_and_the_old_one_stays() {
    let mut gui = Gui::started();
    gui.set("Evaluation", "nnue");
    gui.position("startpos moves 7g7f");
    let before = gui.go("depth 3").centipawns();
    let complaints = gui.complaints("setoption name EvalDir value no such folder");
    assert!(complaints.len() == 1 && complaints[0].contains("nn.bin"), "{complaints:?}");
    assert_eq!(gui.complaints("usinewgame"), [""; 0]);
    assert_eq!(gui.go("depth 3").centipawns(), before);
    gui.quit();
}
