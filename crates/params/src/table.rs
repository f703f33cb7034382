//! The rows. Adding a technique is adding its switch and its parameters here.

use crate::macros::parameter_table;

parameter_table! {
    "Search frame" {
        principal_variation_search "PrincipalVariationSearch": switch = true,
            "Search every move but the first with a null window and again only if it may be better.",
            "[bonanza2006] appendix; [marsland-campbell1982]";
        transposition_table "TranspositionTable": switch = true,
            "Remember the value, bound and best move of positions already searched.",
            "[bonanza2006] appendix; [breuker1994]";
        repetition_detection "RepetitionDetection": switch = true,
            "Score repetitions inside the search (draw, or a loss for perpetual check).",
            "rules of shogi; [bonanza2006] appendix";
    }
    "Rules inside the tree" {
        mate_distance_pruning "MateDistancePruning": switch = true,
            "Do not look for mates longer than one already found.",
            "[chessprogramming] Mate Distance Pruning";
        mate_in_one "MateInOne": switch = true,
            "Ask at every node of the main search whether the side to move, not in check, mates with one move.",
            "[stockfish]; [bonanza2006] appendix has it in the quiescence search";
        skip_useless_non_promotions "SkipUselessNonPromotions": switch = true,
            "Leave out non-promotions that are almost never better: pawn, bishop, rook, and lance to the second rank.",
            "[bonanza2006] appendix";
        table_equal_depth_only "TableEqualDepthOnly": switch = false,
            "Accept a stored value only from a search of the same depth, which keeps the search's value exact.",
            "ours";
    }
    "Aspiration window" {
        aspiration_window "AspirationWindow": switch = true,
            "Search each iteration with a narrow window around the last value.",
            "[bonanza2006] appendix; [slate-atkin1977]";
        aspiration_half_width "AspirationHalfWidth": integer, "cp" = 50 in 1..=2000 step 10,
            "Distance of either bound from the last iteration's value (the paper's window is two pawn exchanges wide, so half of it is one).",
            "[bonanza2006] appendix";
        aspiration_min_depth "AspirationMinDepth": integer, "ply" = 4 in 1..=30 step 1,
            "First iteration that is searched with a narrow window.",
            "ours";
    }
    "Move ordering" {
        killer_moves "KillerMoves": switch = true,
            "Try quiet moves that cut at the same ply early.",
            "[bonanza2006] appendix; [akl-newborn1977]";
        history_heuristic "HistoryHeuristic": switch = true,
            "Order quiet moves by how often they cut elsewhere.",
            "[bonanza2006] appendix; [schaeffer1989]";
        continuation_history "ContinuationHistory": switch = true,
            "Order quiet moves by how often they cut after the same one or two moves before.",
            "[chessprogramming] History Heuristic; [stockfish]";
        see_ordering "SeeOrdering": switch = true,
            "Order captures by static exchange evaluation and losing ones last.",
            "[bonanza2006] appendix";
    }
    "Internal iterative deepening" {
        internal_iterative_deepening "InternalIterativeDeepening": switch = true,
            "At a principal-variation node without a table move, find one by a shallower search.",
            "[bonanza2006] appendix; [scott1969]";
        iid_min_depth "IidMinDepth": integer, "ply" = 4 in 2..=30 step 1,
            "Least remaining depth at which a shallower search is started.",
            "ours";
        iid_reduction "IidReduction": integer, "ply" = 2 in 1..=10 step 1,
            "How much shallower that search is.",
            "ours";
    }
    "Extensions" {
        check_extension "CheckExtension": switch = true,
            "Search a move that gives check deeper.",
            "[bonanza2006] appendix";
        check_extension_safe_only "CheckExtensionSafeOnly": switch = true,
            "Extend only checks that do not lose material under static exchange evaluation.",
            "[stockfish]; the paper's program extends every check";
        check_extension_plies "CheckExtensionPlies": fraction/2, "ply" = 2 in 0..=4 step 1,
            "How much deeper.",
            "[bonanza2006] appendix";
    }
    "Null move" {
        null_move_pruning "NullMovePruning": switch = true,
            "Cut when even passing keeps the value at beta (zugzwang is practically absent in shogi).",
            "[bonanza2006] appendix; [donninger1993]";
        null_move_min_depth "NullMoveMinDepth": integer, "ply" = 2 in 1..=20 step 1,
            "Least remaining depth at which passing is tried.",
            "[bonanza2006] appendix";
        null_move_reduction "NullMoveReduction": integer, "ply" = 3 in 0..=10 step 1,
            "How much shallower the search after a pass is.",
            "[bonanza2006] appendix: 2";
        null_move_deep_depth "NullMoveDeepDepth": integer, "ply" = 7 in 1..=60 step 1,
            "Remaining depth from which the deeper reduction holds.",
            "[bonanza2006] appendix";
        null_move_deep_reduction "NullMoveDeepReduction": integer, "ply" = 4 in 0..=10 step 1,
            "How much shallower the search after a pass is at great depth.",
            "[bonanza2006] appendix: 3";
    }
    "Futility" {
        reverse_futility "ReverseFutility": switch = true,
            "Cut when the evaluation is above beta by a margin per ply of remaining depth.",
            "[chessprogramming] Reverse Futility Pruning";
        reverse_futility_max_depth "ReverseFutilityMaxDepth": integer, "ply" = 6 in 1..=20 step 1,
            "Greatest remaining depth at which it is used.",
            "ours";
        reverse_futility_margin "ReverseFutilityMargin": integer, "cp" = 70 in 0..=2000 step 10,
            "Margin per ply.",
            "ours";
        move_futility "MoveFutility": switch = true,
            "Skip a quiet move that cannot bring the evaluation up to alpha.",
            "[heinz1998]; [chessprogramming] Futility Pruning";
        move_futility_max_depth "MoveFutilityMaxDepth": integer, "ply" = 5 in 1..=20 step 1,
            "Greatest remaining depth, after reduction, at which it is used.",
            "ours";
        move_futility_base "MoveFutilityBase": integer, "cp" = 100 in 0..=3000 step 10,
            "Fixed part of the margin.",
            "ours";
        move_futility_margin "MoveFutilityMargin": integer, "cp" = 80 in 0..=2000 step 10,
            "Margin per ply.",
            "ours";
    }
    "Late move reductions" {
        late_move_reductions "LateMoveReductions": switch = true,
            "Search late quiet moves shallower, and again in full when they turn out well.",
            "[chessprogramming] Late Move Reductions; [romstad2006]";
        lmr_min_depth "LmrMinDepth": integer, "ply" = 3 in 1..=20 step 1,
            "Least remaining depth at which moves are reduced.",
            "ours";
        lmr_min_moves "LmrMinMoves": integer, "moves" = 3 in 1..=60 step 1,
            "Moves searched in full before reductions begin.",
            "ours";
        lmr_base "LmrBase": fraction/100, "ply" = 40 in -300..=400 step 10,
            "Fixed part of the reduction.",
            "ours";
        lmr_divisor "LmrDivisor": fraction/100, "1" = 220 in 50..=1000 step 10,
            "Divisor of ln(depth) x ln(move number), the growing part of the reduction.",
            "[chessprogramming] Late Move Reductions";
    }
    "Quiescence search" {
        quiescence "Quiescence": switch = true,
            "At the horizon, search on through captures and promotions until the position is quiet.",
            "[bonanza2006] appendix";
        quiescence_see_pruning "QuiescenceSeePruning": switch = true,
            "Leave out captures that lose material under static exchange evaluation.",
            "[bonanza2006] appendix";
        quiescence_table "QuiescenceTable": switch = false,
            "Use the transposition table in the quiescence search too: a tenth fewer nodes, each a fifth slower to search.",
            "[stockfish]; the paper's program does not";
        max_quiescence_ply "MaxQuiescencePly": integer, "ply" = 12 in 0..=64 step 1,
            "Longest line of the quiescence search, counted from its start.",
            "ours";
    }
    "Piece values" {
        pawn_value "PawnValue": integer, "cp" = 50 in 1..=3000 step 5,
            "Worth of a pawn on the board or in hand. A capture takes it from one side and gives it to the other, so the pawn exchange value P of the futility paper is twice this.",
            "[material-values]";
        lance_value "LanceValue": integer, "cp" = 175 in 1..=3000 step 5,
            "Worth of a lance.", "[material-values]";
        knight_value "KnightValue": integer, "cp" = 225 in 1..=3000 step 5,
            "Worth of a knight.", "[material-values]";
        silver_value "SilverValue": integer, "cp" = 275 in 1..=3000 step 5,
            "Worth of a silver.", "[material-values]";
        gold_value "GoldValue": integer, "cp" = 300 in 1..=3000 step 5,
            "Worth of a gold.", "[material-values]";
        bishop_value "BishopValue": integer, "cp" = 475 in 1..=3000 step 5,
            "Worth of a bishop.", "[material-values]";
        rook_value "RookValue": integer, "cp" = 550 in 1..=3000 step 5,
            "Worth of a rook.", "[material-values]";
        tokin_value "TokinValue": integer, "cp" = 300 in 1..=3000 step 5,
            "Worth of a promoted pawn on the board.", "[material-values]";
        promoted_lance_value "PromotedLanceValue": integer, "cp" = 300 in 1..=3000 step 5,
            "Worth of a promoted lance on the board.", "[material-values]";
        promoted_knight_value "PromotedKnightValue": integer, "cp" = 300 in 1..=3000 step 5,
            "Worth of a promoted knight on the board.", "[material-values]";
        promoted_silver_value "PromotedSilverValue": integer, "cp" = 300 in 1..=3000 step 5,
            "Worth of a promoted silver on the board.", "[material-values]";
        horse_value "HorseValue": integer, "cp" = 525 in 1..=3000 step 5,
            "Worth of a horse (promoted bishop) on the board.", "[material-values]";
        dragon_value "DragonValue": integer, "cp" = 775 in 1..=3000 step 5,
            "Worth of a dragon (promoted rook) on the board.", "[material-values]";
    }
}

impl Params {
    /// The pawn exchange value P in centipawns: what the material balance gains by capturing a
    /// pawn, which leaves one side's board and enters the other's hand [bonanza2006].
    pub const fn pawn_exchange(&self) -> i32 {
        2 * self.pawn_value
    }
}
