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
        upcoming_repetition "UpcomingRepetition": switch = true,
            "Count on the repetition that the side to move can bring about with its next move.",
            "[vankervinck2002]";
        defer_busy_moves "DeferBusyMoves": switch = true,
            "With several threads: put off moves that another thread is searching.",
            "[kerrigan2017]; [weill1996]";
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
        aspiration_widening "AspirationWidening": switch = true,
            "Double the window on the side that failed; without it that side is opened at once.",
            "[chessprogramming] Aspiration Windows";
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
        counter_moves "CounterMoves": switch = true,
            "Try the quiet move that refuted the previous move elsewhere after the killers.",
            "[uiterwijk1992]";
        capture_history "CaptureHistory": switch = true,
            "Order captures also by how often they cut elsewhere.",
            "[stockfish]";
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
    "Internal iterative reduction" {
        internal_iterative_reduction "InternalIterativeReduction": switch = true,
            "Search a node without a table move a ply shallower: its moves are in bad order, and the next visit finds one.",
            "[chessprogramming] Internal Iterative Reductions";
        iir_min_depth "IirMinDepth": integer, "ply" = 4 in 2..=30 step 1,
            "Least remaining depth at which it is used.",
            "ours";
    }
    "Static evaluation" {
        improving "Improving": switch = true,
            "Prune and reduce less where the evaluation has risen since the own last move.",
            "[chessprogramming] Improving";
        correction_history "CorrectionHistory": switch = true,
            "Correct the evaluation by what searches of positions with the same pawns, hands, other pieces of a side or last move found.",
            "[chessprogramming] Static Evaluation Correction History; [stockfish]";
        correction_limit "CorrectionLimit": integer, "cp" = 50 in 0..=500 step 5,
            "The most that each of the five corrections can be.",
            "ours";
    }
    "Singular extension" {
        singular_extension "SingularExtension": switch = true,
            "Search the table's move a ply deeper when all others are worse by a margin.",
            "[anantharaman1990]; [stockfish]";
        singular_min_depth "SingularMinDepth": integer, "ply" = 7 in 4..=30 step 1,
            "Least remaining depth at which it is tried.",
            "ours";
        singular_margin "SingularMargin": fraction/10, "cp" = 10 in 0..=200 step 1,
            "Margin per ply of remaining depth.",
            "ours";
        multi_cut "MultiCut": switch = true,
            "Cut when another move than the table's is good enough too, as the singular search shows.",
            "[bjornsson-marsland2001]; [stockfish]";
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
        one_reply_extension "OneReplyExtension": switch = false,
            "Search the only answer to a check deeper.",
            "[bonanza2006] appendix";
        one_reply_extension_plies "OneReplyExtensionPlies": fraction/2, "ply" = 1 in 0..=4 step 1,
            "How much deeper.",
            "[bonanza2006] appendix";
        recapture_extension "RecaptureExtension": switch = false,
            "Search the recapture of a piece that has just captured deeper.",
            "[bonanza2006] appendix";
        recapture_extension_plies "RecaptureExtensionPlies": fraction/2, "ply" = 1 in 0..=4 step 1,
            "How much deeper.",
            "[bonanza2006] appendix";
        extension_limit "ExtensionLimit": integer, "iterations" = 4 in 1..=20 step 1,
            "Lines are not extended beyond this many times the iteration's depth.",
            "ours";
        extension_limit_base "ExtensionLimitBase": integer, "ply" = 16 in 0..=100 step 1,
            "Plies added to that limit.",
            "ours";
    }
    "Selective search" {
        selective_width "SelectiveWidth": switch = false,
            "Search only the first 80, 80, 40, 40, 10, 10, 10 moves at plies 1, 2, ... of the line; captures, checks and answers to check beyond that too.",
            "[goals2001]";
        selective_width_all "SelectiveWidthAll": switch = false,
            "With `SelectiveWidth`: captures and checks count like other moves, and only answers to check and moves for important goals go beyond the width.",
            "[goals2001] 3.1, our reading";
        forward_pruning "ForwardPruning": switch = false,
            "Search only the best 640, 30, 15, 5, 5, ... moves at plies 1, 2, ... of the line, by the evaluation after each and after the opponent's best exchange.",
            "[probcut2003] 4.1";
    }
    "Goals" {
        goals "Goals": switch = false,
            "Aim at goals over many moves: in move ordering and in the value of leaves, as far as the switches below are on.",
            "[goals2001]";
        goals_hypotheses "GoalsHypotheses": switch = true,
            "Goals from testing simple changes of the position.",
            "[goals2001] 2.2.1";
        goals_past_search "GoalsPastSearch": switch = true,
            "Goals from what the line of the last search changes for the better.",
            "[goals2001] 2.2.2";
        goals_knowledge "GoalsKnowledge": switch = true,
            "Goals from castles.",
            "[goals2001] 2.2.3 (1)";
        goals_inheritance "GoalsInheritance": switch = true,
            "Keep goals from move to move.",
            "[goals2001] 2.3";
        goals_ordering "GoalsOrdering": switch = true,
            "Try moves first that serve goals, by the sum of the goals' priorities.",
            "[goals2001] 2.5.2";
        goals_achievement "GoalsAchievement": switch = true,
            "Add to a leaf's value for goals that are achieved there.",
            "[goals2001] 2.5.3 (2)(3)";
        goals_hold_castle "GoalsHoldCastle": switch = false,
            "Pieces that stand in their place of the castle aimed at, or of one that is complete, count among the achieved goals as long as they stay.",
            "ours; [goals2001] 2.3 drops goals that are achieved";
        goals_achieved_hypotheses "GoalsAchievedHypotheses": switch = true,
            "Goals from hypotheses count among the achieved ones.",
            "[goals2001] 2.5.3 counts all";
        goals_achieved_past_search "GoalsAchievedPastSearch": switch = true,
            "Goals from search count among the achieved ones.",
            "[goals2001] 2.5.3 counts all";
        goals_alpha "GoalsAlpha": integer, "cp" = 225 in 0..=3000 step 25,
            "Alpha of (3), the most that achieved goals can be worth: the value of a knight.",
            "[goals2001] (3)";
        goals_least_max "GoalsLeastMax": integer, "cp" = 0 in 0..=10000 step 50,
            "s_max of (3) is at least this, so that goals of little priority are not blown up to alpha.",
            "[goals2001] (3) with 0; the amount is ours";
        goals_order_weight "GoalsOrderWeight": integer, "1" = 64 in 0..=1000 step 8,
            "What a centipawn of priority counts in the order of quiet moves, beside their histories.",
            "ours";
        goals_effective "GoalsEffective": integer, "cp" = 100 in 1..=3000 step 10,
            "Least gain of a tentative effective move.",
            "[goals2001] 2.2.1; the amount is ours";
        goals_hypothesis_limit "GoalsHypothesisLimit": integer, "goals" = 16 in 1..=200 step 1,
            "Most goals from hypotheses.",
            "ours";
        goals_hypothesis_moves "GoalsHypothesisMoves": integer, "moves" = 3 in 1..=12 step 1,
            "Hypotheses that take more own moves are not tested.",
            "ours";
        goals_search_gain "GoalsSearchGain": integer, "cp" = 50 in 1..=3000 step 10,
            "Least gain of static evaluation that makes a difference a goal.",
            "[goals2001] 2.2.2; the amount is ours";
        goals_search_limit "GoalsSearchLimit": integer, "goals" = 8 in 1..=100 step 1,
            "Most goals from one search.",
            "ours";
        goals_normalisation "GoalsNormalisation": integer, "percent" = 50 in 0..=1000 step 10,
            "Mean priority of goals from hypotheses, as a part of that of goals from search.",
            "[goals2001] 2.5.1";
        goals_max_moves "GoalsMaxMoves": integer, "moves" = 6 in 1..=15 step 1,
            "A goal that needs more own moves is given up.",
            "[goals2001] 2.3; the amount is ours";
        goals_max_castle_moves "GoalsMaxCastleMoves": integer, "moves" = 12 in 1..=15 step 1,
            "The same for a piece of a castle.",
            "ours";
        goals_min_priority "GoalsMinPriority": integer, "cp" = 20 in 0..=1000 step 5,
            "A goal with less priority is given up; not those of castles, which formula (1) gives less.",
            "[goals2001] 2.3; the amount is ours";
        goals_plan_depth "GoalsPlanDepth": integer, "goals" = 3 in 1..=6 step 1,
            "How deep plans may consist of other goals.",
            "[goals2001] 2.5.2; the amount is ours";
        goals_plan_moves "GoalsPlanMoves": integer, "moves" = 32 in 1..=200 step 1,
            "Most moves made from one goal.",
            "ours";
        goals_exceed_width "GoalsExceedWidth": integer, "cp" = 300 in 0..=3000 step 10,
            "Moves that serve a goal of at least this priority are searched beyond the width of the selective search.",
            "[goals2001] 3.1; the amount is ours";
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
    "ProbCut" {
        prob_cut "ProbCut": switch = true,
            "Cut a node whose value, as a fitted line foretells it from a shallow search with a null window on either side, lies outside the window; the line is read from `ProbCutFile`.",
            "[probcut2003] 2; [buro1995]";
        prob_cut_shallow_depth "ProbCutShallowDepth": integer, "ply" = 3 in 1..=30 step 1,
            "d' of D(d', d), the depth of the shallow search.",
            "[probcut2003] 4.5";
        prob_cut_deep_depth "ProbCutDeepDepth": integer, "ply" = 5 in 2..=40 step 1,
            "d of D(d', d), the remaining depth of the nodes that are cut.",
            "[probcut2003] 4.5";
        prob_cut_percentile "ProbCutPercentile": fraction/100, "sigma" = 70 in 0..=10000000 step 10,
            "PERCENTILE: how many standard deviations outside the window the foretold value must lie.",
            "[probcut2003] table 3: 0.1 to 0.3 best; 0.7: experiments/probcut";
        multi_prob_cut "MultiProbCut": switch = true,
            "With `ProbCut`: check at all depths that the file pairs with the node's, from shallow to deep, in place of the one pair.",
            "[buro1997]";
        prob_cut_transform "ProbCutTransform": switch = false,
            "With `ProbCut`: use the lines fitted to values transformed by c tanh(v / c).",
            "[probcut2003] 4.3";
        prob_cut_phases "ProbCutPhases": switch = true,
            "With `ProbCut`: use the lines fitted to positions of the same kind, as the file tells kinds apart.",
            "ours; [probcut2003] 5 wishes for it";
        prob_cut_open_windows "ProbCutOpenWindows": switch = false,
            "With `ProbCut`: cut nodes of the principal variation too.",
            "[probcut2003] 2";
        prob_cut_eval_first "ProbCutEvalFirst": switch = true,
            "With `ProbCut`: check only the side of the window on which the static evaluation lies.",
            "ours";
        prob_cut_expected_side "ProbCutExpectedSide": switch = true,
            "With `ProbCut`: check above beta only where the parent expects a cut, below alpha only elsewhere.",
            "ours";
        capture_prob_cut "CaptureProbCut": switch = false,
            "Cut when a capture or promotion is above beta by a margin in a quiescence search and in a shallow search.",
            "[chessprogramming] ProbCut; [stockfish]";
        capture_prob_cut_min_depth "CaptureProbCutMinDepth": integer, "ply" = 5 in 2..=30 step 1,
            "Least remaining depth at which it is tried.",
            "[stockfish]";
        capture_prob_cut_reduction "CaptureProbCutReduction": integer, "ply" = 4 in 1..=20 step 1,
            "How much shallower the search after the capture is than the node.",
            "[stockfish]";
        capture_prob_cut_margin "CaptureProbCutMargin": integer, "cp" = 150 in 0..=3000 step 10,
            "How far above beta.",
            "ours";
    }
    "Razoring" {
        razoring "Razoring": switch = false,
            "Trust the quiescence search where the evaluation is far below alpha near the horizon. Off: here it costs strength.",
            "[birmingham-kent1977]; [chessprogramming] Razoring";
        razoring_max_depth "RazoringMaxDepth": integer, "ply" = 3 in 1..=10 step 1,
            "Greatest remaining depth at which it is used.",
            "ours";
        razoring_base "RazoringBase": integer, "cp" = 150 in 0..=3000 step 10,
            "Fixed part of the margin.",
            "ours";
        razoring_margin "RazoringMargin": integer, "cp" = 100 in 0..=3000 step 10,
            "Margin per ply.",
            "ours";
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
    "Futility (Bonanza)" {
        futility_material "FutilityMaterial": switch = false,
            "Skip a move that gives no check when material alone, with all that position can add, cannot reach alpha: forms (4) and (5).",
            "[bonanza2006] (4)(5)";
        futility_material_child "FutilityMaterialChild": switch = false,
            "In the quiescence search, cut without evaluating when material alone is far enough above beta: form (3).",
            "[bonanza2006] (3)";
        futility_material_margin "FutilityMaterialMargin": integer, "cp" = 1500 in 0..=20000 step 50,
            "Vmax, the most that everything but material can be worth.",
            "[bonanza2006]: about 15 pawn exchanges";
        futility_difference "FutilityDifference": switch = true,
            "Skip a move that gives no check when the evaluation and the most that the move can change it by cannot reach alpha: forms (6) and (9).",
            "[bonanza2006] (6)-(9), figure 5";
        futility_exact_gain "FutilityExactGain": switch = true,
            "Take Vmax(m) as 0 where the evaluation knows a move's change exactly.",
            "ours; [bonanza2006] (8)";
        futility_move_margin "FutilityMoveMargin": integer, "cp" = 400 in 0..=20000 step 50,
            "Vmax(m) of moves of other pieces than the king.",
            "[bonanza2006]: about 4 pawn exchanges";
        futility_king_margin "FutilityKingMargin": integer, "cp" = 1200 in 0..=20000 step 50,
            "Vmax(m) of the king's moves.",
            "[bonanza2006]: about 12 pawn exchanges";
        futility_extended_margin "FutilityExtendedMargin": integer, "cp" = 200 in 0..=20000 step 10,
            "Fmgn, what the side to move may win back at the last plies.",
            "[bonanza2006]: about 2 pawn exchanges";
        futility_extended_depth "FutilityExtendedDepth": integer, "ply" = 3 in 1..=10 step 1,
            "EXT_F_DEPTH, the greatest depth at which forms (5) and (9) are used; form (10) one ply less.",
            "[bonanza2006] appendix";
        futility_node "FutilityNode": switch = false,
            "Cut a node near the horizon whose evaluation is above beta by Fmgn: form (10).",
            "[bonanza2006] (10), figure 5";
        futility_node_quiescence "FutilityNodeQuiescence": switch = false,
            "At remaining depth 2, take the value of the quiescence search instead of the evaluation in form (10).",
            "[bonanza2006] appendix";
        futility_dynamic_margin "FutilityDynamicMargin": switch = false,
            "Raise Vmax and Vmax(m) during the search when an evaluation shows that they were too small.",
            "[bonanza2006]";
    }
    "Late move pruning" {
        late_move_pruning "LateMovePruning": switch = true,
            "Leave out quiet moves late in the order near the horizon.",
            "[chessprogramming] Futility Pruning, Move Count Based Pruning";
        lmp_max_depth "LmpMaxDepth": integer, "ply" = 6 in 1..=20 step 1,
            "Greatest remaining depth at which it is used.",
            "ours";
        lmp_base "LmpBase": integer, "moves" = 6 in 1..=60 step 1,
            "Moves that are always tried; the square of the depth is added.",
            "ours";
    }
    "Exchange pruning" {
        see_pruning "SeePruning": switch = true,
            "Leave out moves that lose too much under static exchange evaluation near the horizon.",
            "[chessprogramming] Static Exchange Evaluation; [stockfish]";
        see_pruning_max_depth "SeePruningMaxDepth": integer, "ply" = 7 in 1..=20 step 1,
            "Greatest remaining depth at which it is used.",
            "ours";
        see_pruning_capture_margin "SeePruningCaptureMargin": integer, "cp" = 90 in 0..=1000 step 10,
            "What a capture may lose, per ply.",
            "ours";
        see_pruning_quiet_margin "SeePruningQuietMargin": integer, "cp" = 15 in 0..=1000 step 5,
            "What a quiet move may lose, per square of the depth in plies.",
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
        quiescence_checks "QuiescenceChecks": switch = true,
            "Try quiet checks that lose nothing at the first ply of the quiescence search.",
            "[chessprogramming] Quiescence Search, Checks";
        quiescence_two_phases "QuiescenceTwoPhases": switch = false,
            "The paper's quiescence moves, in check too: first captures that lose nothing, promotions and king moves, later only captures that lose nothing, those of pawns only with promotion; ordered by static exchange evaluation.",
            "[bonanza2006] appendix";
        quiescence_first_phase "QuiescenceFirstPhase": integer, "ply" = 7 in 0..=64 step 1,
            "Plies of the first phase, counted from the horizon.",
            "[bonanza2006] appendix";
        quiescence_mate_in_one "QuiescenceMateInOne": switch = false,
            "Look for a mate in one in the first phase of the quiescence search.",
            "[bonanza2006] appendix";
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
