//! Named complete sets of values.

use crate::rows::switches;
use crate::table::Params;
use crate::value::Fraction;

/// The option name that selects a profile.
pub const PROFILE_OPTION: &str = "Profile";

/// A named set of values: another profile and what differs from it.
#[derive(Debug, Clone, Copy)]
pub struct Profile {
    /// Name without blanks, matched without regard to case.
    pub name: &'static str,
    /// The description of the profile, one sentence.
    pub doc: &'static str,
    /// Where its values come from.
    pub source: &'static str,
    /// Name of the evaluation that belongs to it; `None`: it goes with any.
    pub evaluation: Option<&'static str>,
    /// Changes the table's defaults into the profile's values.
    overrides: fn(&mut Params),
}

impl Profile {
    /// The profile's values.
    pub fn params(&self) -> Params {
        let mut params = Params::table_defaults();
        (self.overrides)(&mut params);
        params
    }
}

/// All profiles; the engine starts with the first one.
pub static PROFILES: &[Profile] = &[
    Profile {
        name: "default",
        doc: "The strongest known set: the table's defaults.",
        source: "ours",
        evaluation: None,
        overrides: |_| {},
    },
    Profile {
        name: "foundation",
        doc: "The first sound search: no selective step but quiescence; its evaluation is `piece-square`.",
        source: "ours",
        evaluation: Some("piece-square"),
        overrides: foundation,
    },
    Profile {
        name: "bonanza2006",
        doc: "The program described in the appendix of the futility-pruning paper, with the evaluation `piece-square`.",
        source: "[bonanza2006] appendix",
        evaluation: Some("piece-square"),
        overrides: bonanza2006,
    },
    Profile {
        name: "bonanza2006-printed",
        doc: "The same with every form of futility pruning as the paper prints it and its evaluation features, `classic`.",
        source: "[bonanza2006] (3)-(10), figure 5, appendix",
        evaluation: Some("classic"),
        overrides: bonanza2006_printed,
    },
    Profile {
        name: "goals2001",
        doc: "The program with goals of the goals paper, P_A; its evaluation is `linear`.",
        source: "[goals2001] 3.1",
        evaluation: Some("linear"),
        overrides: goals2001,
    },
    Profile {
        name: "goals2001-off",
        doc: "The same program without goals, P_B.",
        source: "[goals2001] 3.1",
        evaluation: Some("linear"),
        overrides: goals2001_off,
    },
    Profile {
        name: "probcut2003",
        doc: "The program of the ProbCut paper, with the evaluation `king-distance`: alpha-beta with forward pruning and ProbCut.",
        source: "[probcut2003] 4.1",
        evaluation: Some("king-distance"),
        overrides: probcut2003,
    },
    Profile {
        name: "plain",
        doc: "Every switch off: fixed-depth full-width alpha-beta, the reference for exactness.",
        source: "[knuth-moore1975]",
        evaluation: None,
        overrides: plain,
    },
];

/// Frozen: the yardstick against which later searches are measured must not move with the defaults.
fn foundation(params: &mut Params) {
    classic_switches(params);
    params.aspiration_min_depth = 4;
    params.iid_min_depth = 4;
    params.iid_reduction = 2;
    params.check_extension_plies = Fraction::from_raw(2);
    params.extension_limit = 4;
    params.extension_limit_base = 16;
    params.max_quiescence_ply = 12;
}

/// Every technique of the paper's appendix and no other, with the paper's amounts. Its
/// quiescence search has no limit, so the largest allowed value is used. It does not say how
/// extensions are kept from running away; here lines end at twice the iteration's depth.
fn bonanza2006(params: &mut Params) {
    classic_switches(params);
    params.aspiration_half_width = params.pawn_exchange();
    params.check_extension_plies = Fraction::from_raw(2);
    params.one_reply_extension = true;
    params.one_reply_extension_plies = Fraction::from_raw(1);
    params.recapture_extension = true;
    params.recapture_extension_plies = Fraction::from_raw(1);
    params.extension_limit = 2;
    params.extension_limit_base = 0;
    params.max_quiescence_ply = 44;
    params.quiescence_two_phases = true;
    params.quiescence_first_phase = 7;
    params.quiescence_mate_in_one = true;
    paper_futility(params);
    params.null_move_pruning = true;
    params.null_move_at_beta = true;
    params.null_move_min_depth = 2;
    params.null_move_reduction = 2;
    params.null_move_deep_depth = 7;
    params.null_move_deep_reduction = 3;
}

/// Every form of futility pruning in the paper, with its margins in pawn exchanges P.
fn paper_futility(params: &mut Params) {
    let exchange = params.pawn_exchange();
    params.futility_material = true;
    params.futility_material_child = true;
    params.futility_material_margin = 15 * exchange;
    params.futility_material_vmax = true;
    params.futility_difference = true;
    params.futility_exact_gain = true;
    params.futility_move_margin = 4 * exchange;
    params.futility_king_margin = 12 * exchange;
    params.futility_extended_margin = 2 * exchange;
    params.futility_extended_depth = 3;
    params.futility_node = true;
    params.futility_node_quiescence = true;
    params.futility_node_eval_first = true;
    params.futility_dynamic_margin = true;
}

/// The paper's program without our readings: (5) without Vmax, (10) at depth 2 by the quiescence
/// search alone, and Vmax(m) even if the evaluation gives an exact change.
fn bonanza2006_printed(params: &mut Params) {
    bonanza2006(params);
    params.futility_material_vmax = false;
    params.futility_node_eval_first = false;
    params.futility_exact_gain = false;
}

/// The paper's description of its program, plus parts that every shogi program
/// has: repetition and a table. Its exchange resolution is a short quiescence
/// search of captures that do not lose material. PERCENTILE 0.3 was best.
fn probcut2003(params: &mut Params) {
    plain(params);
    params.transposition_table = true;
    params.repetition_detection = true;
    params.skip_useless_non_promotions = true;
    params.quiescence = true;
    params.quiescence_see_pruning = true;
    params.max_quiescence_ply = 4;
    params.forward_pruning = true;
    params.prob_cut = true;
    params.prob_cut_open_windows = true;
    params.prob_cut_shallow_depth = 3;
    params.prob_cut_deep_depth = 5;
    params.prob_cut_percentile = Fraction::from_raw(30);
}

/// Only the common part of the first search and the paper's program.
fn classic_switches(params: &mut Params) {
    plain(params);
    params.principal_variation_search = true;
    params.transposition_table = true;
    params.repetition_detection = true;
    params.skip_useless_non_promotions = true;
    params.aspiration_window = true;
    params.killer_moves = true;
    params.history_heuristic = true;
    params.see_ordering = true;
    params.internal_iterative_deepening = true;
    params.check_extension = true;
    params.quiescence = true;
    params.quiescence_see_pruning = true;
    params.aspiration_half_width = 50;
    first_history(params);
}

/// The history heuristic as the first search had it: reward and punishment are the same.
fn first_history(params: &mut Params) {
    params.history_bonus = 150;
    params.history_bonus_offset = 0;
    params.history_bonus_max = 1800;
    params.history_table_move_bonus = 0;
    params.history_malus = 150;
    params.history_malus_offset = 0;
    params.history_malus_max = 1800;
    params.history_malus_decay = 1024;
    params.history_quiet_malus_weight = 1024;
    params.history_main_weight = 1024;
}

/// The base program: alpha-beta with iterative deepening, candidate widths, quiescence search of
/// two plies. Depth 5 is the caller's limit. The paper's widths count every kind of move, and it
/// names neither killers nor histories; what other readings give is in `experiments/goals`.
fn goals2001_off(params: &mut Params) {
    classic_switches(params);
    params.killer_moves = false;
    params.history_heuristic = false;
    params.check_extension = false;
    params.selective_width = true;
    params.selective_width_all = true;
    params.mate_in_one = true;
    params.max_quiescence_ply = 2;
}

/// The base program with everything about goals, as the paper has it. Few goals exceed the widths:
/// with the table's 300 a third more nodes are visited.
fn goals2001(params: &mut Params) {
    goals2001_off(params);
    params.goals = true;
    params.goals_hypotheses = true;
    params.goals_past_search = true;
    params.goals_knowledge = true;
    params.goals_inheritance = true;
    params.goals_ordering = true;
    params.goals_achievement = true;
    params.goals_achieved_hypotheses = true;
    params.goals_achieved_past_search = true;
    params.goals_exceed_width = 1000;
}

fn plain(params: &mut Params) {
    for row in switches() {
        row.set_raw_clamped(params, 0);
    }
}
