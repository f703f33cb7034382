//! The rows. Adding a technique is adding its switch and its parameters here.

mod histories;
mod time;

use crate::macros::parameter_table;
use histories::with_histories;
use time::with_time_management;

with_time_management! {
    {
        "Search frame" {
            principal_variation_search "PrincipalVariationSearch": switch = true,
                "Search every move but the first with a null window and again only if it may be better.", "[bonanza2006] appendix; [marsland-campbell1982]";
            transposition_table "TranspositionTable": switch = true,
                "Remember the value, bound and best move of positions already searched.", "[bonanza2006] appendix; [breuker1994]";
            repetition_detection "RepetitionDetection": switch = true,
                "Score repetitions inside the search (draw, or a loss for perpetual check).", "rules of shogi; [bonanza2006] appendix";
            upcoming_repetition "UpcomingRepetition": switch = true,
                "Detect the repetition that the side to move can force with its next move.", "[vankervinck2002]";
            defer_busy_moves "DeferBusyMoves": switch = true,
                "With several threads: defer moves that another thread is searching.", "[kerrigan2017]; [weill1996]";
            former_pv "FormerPv": switch = true,
                "Store in the table which positions have been on a principal variation, and prune and reduce less there.", "[stockfish]";
        }
        "Rules inside the tree" {
            mate_distance_pruning "MateDistancePruning": switch = true,
                "Do not search mates longer than one already found.", "[chessprogramming] Mate Distance Pruning";
            mate_in_one "MateInOne": switch = true,
                "Test at every node of the main search, if not in check, whether the side to move has a mate in one.", "[stockfish]; [bonanza2006] appendix has it in the quiescence search";
            mate_in_one_once "MateInOneOnce": switch = true,
                "Test only nodes that are not in the table: the others were tested before; the result is stored.", "[stockfish]";
            mate_beside "MateBeside": switch = false,
                "In a search for one line without a depth limit, also search a mate of any length at the root by proof numbers; a proof ends the search.", "[nagai2002]";
            mate_beside_share "MateBesideShare": integer, "%" = 10 in 1..=100 step 5,
                "Nodes that the mate search may use, as a share of the first thread's other nodes; they count as nodes.", "ours";
            skip_useless_non_promotions "SkipUselessNonPromotions": switch = true,
                "Leave out non-promotions that are almost never better: pawn, bishop, rook, and lance to the second rank.", "[bonanza2006] appendix";
            table_equal_depth_only "TableEqualDepthOnly": switch = false,
                "Accept a stored value only from a search of the same depth, which keeps the search's value exact.", "ours";
            table_cut_expected "TableCutExpected": switch = true,
                "The table cuts above beta only with a deeper record, and near the horizon only on the side that the parent expects.", "[stockfish]";
            table_cut_expected_depth "TableCutExpectedDepth": integer, "ply" = 5 in 0..=40 step 1,
                "Near the horizon, for `TableCutExpected`, is up to this remaining depth.", "[stockfish]";
            table_latest_move "TableLatestMove": switch = false,
                "A bound too shallow to replace an entry still stores its move, because the last search has the better guess; results of a principal variation replace more, and those of earlier searches are replaced sooner.", "[stockfish]";
            table_at_once "TableAtOnce": switch = true,
                "Store a position in the table as soon as it is evaluated, for any result of its node; standing pat does not overwrite it.", "[stockfish]";
        }
        "Aspiration window" {
            aspiration_window "AspirationWindow": switch = true,
                "Search each iteration with a narrow window around the last value.", "[bonanza2006] appendix; [slate-atkin1977]";
            aspiration_half_width "AspirationHalfWidth": integer, "cp" = 3 in 1..=2000 step 10,
                "Distance of either bound from the last iteration's value (the paper's window is two pawn exchanges wide, so half of it is one).", "[bonanza2006] appendix";
            aspiration_min_depth "AspirationMinDepth": integer, "ply" = 4 in 1..=30 step 1,
                "First iteration that is searched with a narrow window.", "ours";
            aspiration_widening "AspirationWidening": switch = true,
                "Widen the window on the side that failed; without it that side is opened fully.", "[chessprogramming] Aspiration Windows";
            aspiration_growth "AspirationGrowth": integer, "%" = 133 in 101..=1000 step 10,
                "Growth of the window's extension beyond a value outside, relative to the last one.", "[stockfish]";
            aspiration_average "AspirationAverage": switch = true,
                "The window lies around the mean of the last values, and is wider for high ones.", "[stockfish]";
            aspiration_spread "AspirationSpread": integer, "cp" = 5000 in 100..=100000 step 500,
                "The square of the value over this is added to half of it.", "[stockfish]";
            aspiration_shift "AspirationShift": switch = true,
                "After a value outside the window the other bound follows.", "[stockfish]";
            aspiration_shallower "AspirationShallower": switch = true,
                "After a value above the window the next attempt is a ply shallower.", "[stockfish]";
        }
        "Move ordering" {
            killer_moves "KillerMoves": switch = false,
                "Try quiet moves that cut at the same ply early.", "[bonanza2006] appendix; [akl-newborn1977]";
            history_heuristic "HistoryHeuristic": switch = true,
                "Order quiet moves by how often they cut elsewhere.", "[bonanza2006] appendix; [schaeffer1989]";
            continuation_history "ContinuationHistory": switch = true,
                "Order quiet moves by how often they cut after the same one or two moves before.", "[chessprogramming] History Heuristic; [stockfish]";
            counter_moves "CounterMoves": switch = false,
                "Try the quiet move that refuted the previous move elsewhere after the killers.", "[uiterwijk1992]";
            capture_history "CaptureHistory": switch = true,
                "Order captures also by how often they cut elsewhere.", "[stockfish]";
            see_ordering "SeeOrdering": switch = true,
                "Order captures by static exchange evaluation and losing ones last.", "[bonanza2006] appendix";
            root_order "RootOrder": switch = true,
                "Order the root's moves like those of other nodes, the best one first.", "[stockfish]";
            pawn_history "PawnHistory": switch = true,
                "Order quiet moves also by how often they cut with the same pawn structure.", "[stockfish]";
            low_ply_history "LowPlyHistory": switch = true,
                "Near the root, order quiet moves also by how often they cut at the same ply of this search.", "[stockfish]";
            safe_checks_first "SafeChecksFirst": switch = true,
                "Order quiet moves that give check without losing much before others.", "[stockfish]";
            safe_check_margin "SafeCheckMargin": integer, "cp" = 83 in 0..=1000 step 5,
                "Most centipawns that a quiet check may lose under static exchange evaluation and still be ordered first.", "[stockfish]";
            safe_check_bonus "SafeCheckBonus": integer, "1" = 16384 in 0..=60000 step 1000,
                "Ordering bonus of a quiet check that loses little, on the scale of histories up to 16384.", "[stockfish]";
            late_bad_quiets "LateBadQuiets": switch = true,
                "Quiet moves with very bad histories come after losing captures.", "[stockfish]";
            bad_quiet_threshold "BadQuietThreshold": integer, "1" = -14000 in -60000..=0 step 1000,
                "Sum of histories below which a quiet move comes after losing captures.", "[stockfish]";
            capture_gain_weight "CaptureGainWeight": integer, "1/16" = 160 in 16..=1000 step 10,
                "With `CaptureHistory`: weight of a centipawn gained, relative to a history of up to 16384.", "[stockfish]";
            good_capture_divisor "GoodCaptureDivisor": integer, "1" = 25 in 10..=1000 step 5,
                "With `CaptureHistory`: a capture comes early when it loses less than its order divided by this.", "[stockfish]";
        }
    }
    {
        "Internal iterative deepening" {
            internal_iterative_deepening "InternalIterativeDeepening": switch = false,
                "At a principal-variation node without a table move, find one by a shallower search.", "[bonanza2006] appendix; [scott1969]";
            iid_min_depth "IidMinDepth": integer, "ply" = 4 in 2..=30 step 1,
                "Least remaining depth at which a shallower search is started to find a move.", "ours";
            iid_reduction "IidReduction": integer, "ply" = 2 in 1..=10 step 1,
                "How much shallower than the node the search for a move is.", "ours";
        }
        "Internal iterative reduction" {
            internal_iterative_reduction "InternalIterativeReduction": switch = true,
                "Search a node without a table move a ply shallower: its moves are in bad order, and the next visit finds one.", "[chessprogramming] Internal Iterative Reductions";
            iir_min_depth "IirMinDepth": integer, "ply" = 6 in 2..=30 step 1,
                "Least remaining depth at which a node without a table move is searched shallower.", "ours";
            iir_most_reduced "IirMostReduced": integer, "ply" = 3 in 0..=30 step 1,
                "A node that was reduced by more than this is not searched shallower for lack of a table move.", "[stockfish]";
        }
        "Static evaluation" {
            improving "Improving": switch = true,
                "Prune and reduce less where the evaluation has risen since the own last move.", "[chessprogramming] Improving";
            opponent_worsening "OpponentWorsening": switch = true,
                "Cut earlier where the opponent's last move lowered its evaluation.", "[stockfish]";
            table_evaluation "TableEvaluation": switch = true,
                "Use the table's value as the evaluation if its bound allows.", "[stockfish]";
            hindsight_depth "HindsightDepth": switch = true,
                "A node that was reduced much is searched a ply deeper when its move did well, shallower when both sides' evaluations agree.", "[stockfish]";
            hindsight_margin "HindsightMargin": integer, "cp" = 96 in 0..=1000 step 8,
                "With `HindsightDepth`: sum of both sides' evaluations from which a reduced node is searched shallower.", "[stockfish]";
            hindsight_bold "HindsightBold": integer, "ply" = 3 in 1..=30 step 1,
                "With `HindsightDepth`: least reduction after which a node may be searched deeper.", "[stockfish]";
            hindsight_calm "HindsightCalm": integer, "ply" = 2 in 1..=30 step 1,
                "With `HindsightDepth`: least reduction after which a node may be searched shallower.", "[stockfish]";
            correction_history "CorrectionHistory": switch = true,
                "Correct the evaluation by what searches of positions with the same pawns, hands, other pieces of a side or last moves found.", "[chessprogramming] Static Evaluation Correction History; [stockfish]";
            correction_limit "CorrectionLimit": integer, "cp" = 50 in 0..=500 step 5,
                "About the most that each of the six corrections of the evaluation can be.", "[stockfish]";
            correction_rise "CorrectionRise": integer, "1/128" = 361 in 0..=4096 step 32,
                "Learning rate of the corrections for values above the evaluation, per centipawn and ply.", "[stockfish]";
            correction_fall "CorrectionFall": integer, "1/128" = 511 in 0..=4096 step 32,
                "Learning rate of the corrections for values below the evaluation, per centipawn and ply.", "[stockfish]";
            correction_pawns_rate "CorrectionPawnsRate": integer, "1/1024" = 1024 in 0..=4096 step 50,
                "Learning rate of the correction by pawns.", "[stockfish]";
            correction_pawns_weight "CorrectionPawnsWeight": integer, "1/1024" = 1079 in 0..=4096 step 50,
                "Weight of the correction by pawns in the evaluation.", "[stockfish]";
            correction_hands_rate "CorrectionHandsRate": integer, "1/1024" = 1224 in 0..=4096 step 50,
                "Learning rate of the correction by hands.", "[stockfish]";
            correction_hands_weight "CorrectionHandsWeight": integer, "1/1024" = 766 in 0..=4096 step 50,
                "Weight of the correction by hands in the evaluation.", "[stockfish]";
            correction_pieces_rate "CorrectionPiecesRate": integer, "1/1024" = 1496 in 0..=4096 step 50,
                "Learning rate of the correction by a side's other pieces.", "[stockfish]";
            correction_pieces_weight "CorrectionPiecesWeight": integer, "1/1024" = 1098 in 0..=4096 step 50,
                "Weight of the correction by a side's other pieces in the evaluation.", "[stockfish]";
            correction_move_2_rate "CorrectionMove2Rate": integer, "1/1024" = 1008 in 0..=4096 step 50,
                "Learning rate of the correction by the move of 2 plies ago.", "[stockfish]";
            correction_move_2_weight "CorrectionMove2Weight": integer, "1/1024" = 709 in 0..=4096 step 50,
                "Weight of the correction by the move of 2 plies ago in the evaluation.", "[stockfish]";
            correction_move_4_rate "CorrectionMove4Rate": integer, "1/1024" = 504 in 0..=4096 step 50,
                "Learning rate of the correction by the move of 4 plies ago.", "[stockfish]";
            correction_move_4_weight "CorrectionMove4Weight": integer, "1/1024" = 709 in 0..=4096 step 50,
                "Weight of the correction by the move of 4 plies ago in the evaluation.", "[stockfish]";
            pv_table_move "PvTableMove": switch = true,
                "In the principal variation the table's move is always searched a ply deep.", "[stockfish]";
        }
        "Singular extension" {
            singular_extension "SingularExtension": switch = true,
                "Search the table's move deeper when all others are worse by a margin.", "[anantharaman1990]; [stockfish]";
            singular_min_depth "SingularMinDepth": integer, "ply" = 6 in 4..=30 step 1,
                "Least remaining depth at which the table's move is tested for being singular.", "[stockfish]";
            singular_table_depth "SingularTableDepth": integer, "ply" = 3 in 0..=30 step 1,
                "How much shallower than the node the table's entry may be whose move is tested for being singular.", "[stockfish]";
            singular_margin "SingularMargin": integer, "cp/64" = 38 in 0..=640 step 4,
                "How far below the table's value all other moves must be for a singular extension, per ply of remaining depth.", "[stockfish]";
            singular_former_pv_margin "SingularFormerPvMargin": integer, "cp/64" = 42 in 0..=640 step 4,
                "Added to `SingularMargin` where the node once was on a principal variation.", "[stockfish]";
            multiple_extension "MultipleExtension": switch = true,
                "Extend by two or three plies when the others are worse by far.", "[stockfish]";
            double_margin "DoubleMargin": integer, "cp" = -2 in -300..=300 step 5,
                "How far below the singular bound the other moves must be for an extension by two plies.", "[stockfish]";
            triple_margin "TripleMargin": integer, "cp" = 40 in -300..=500 step 5,
                "How far below the singular bound the other moves must be for an extension by three plies.", "[stockfish]";
            double_quiet_margin "DoubleQuietMargin": integer, "cp" = 100 in 0..=500 step 10,
                "Taken off `DoubleMargin` for a quiet move.", "[stockfish]";
            double_pv_margin "DoublePvMargin": integer, "cp" = 120 in 0..=1000 step 10,
                "Added to `DoubleMargin` in the principal variation.", "[stockfish]";
            triple_quiet_margin "TripleQuietMargin": integer, "cp" = 120 in 0..=500 step 10,
                "Taken off `TripleMargin` for a quiet move.", "[stockfish]";
            triple_pv_margin "TriplePvMargin": integer, "cp" = 178 in 0..=1000 step 10,
                "Added to `TripleMargin` in the principal variation.", "[stockfish]";
            triple_former_pv_margin "TripleFormerPvMargin": integer, "cp" = 51 in 0..=500 step 10,
                "Added to `TripleMargin` where the node once was on a principal variation.", "[stockfish]";
            singular_doubt "SingularDoubt": integer, "1/1024" = 637 in 0..=4096 step 50,
                "Part of the size of the evaluation's correction that is taken off `DoubleMargin` and `TripleMargin`.", "[stockfish]";
            negative_extension "NegativeExtension": switch = true,
                "Search the table's move shallower when others are as good and a cut is expected.", "[stockfish]";
            negative_extension_table "NegativeExtensionTable": integer, "ply" = 3 in 0..=10 step 1,
                "How much shallower the table's move is searched when its value in the table is at least beta.", "[stockfish]";
            negative_extension_cut "NegativeExtensionCut": integer, "ply" = 2 in 0..=10 step 1,
                "How much shallower the table's move is searched elsewhere where a cut is expected.", "[stockfish]";
            multi_cut "MultiCut": switch = true,
                "Cut when another move than the table's is good enough too, as the singular search shows.", "[bjornsson-marsland2001]; [stockfish]";
        }
        "Extensions" {
            check_extension "CheckExtension": switch = false,
                "Search a move that gives check deeper.", "[bonanza2006] appendix";
            check_extension_safe_only "CheckExtensionSafeOnly": switch = true,
                "Extend only checks that do not lose material under static exchange evaluation.", "[stockfish]; the paper's program extends every check";
            check_extension_plies "CheckExtensionPlies": fraction/2, "ply" = 2 in 0..=4 step 1,
                "How much deeper a move that gives check is searched.", "[bonanza2006] appendix";
            one_reply_extension "OneReplyExtension": switch = false,
                "Search the only answer to a check deeper.", "[bonanza2006] appendix";
            one_reply_extension_plies "OneReplyExtensionPlies": fraction/2, "ply" = 1 in 0..=4 step 1,
                "How much deeper the only answer to a check is searched.", "[bonanza2006] appendix";
            recapture_extension "RecaptureExtension": switch = false,
                "Search the recapture of a piece that has just captured deeper.", "[bonanza2006] appendix";
            recapture_extension_plies "RecaptureExtensionPlies": fraction/2, "ply" = 1 in 0..=4 step 1,
                "How much deeper a recapture is searched.", "[bonanza2006] appendix";
            extension_limit "ExtensionLimit": integer, "iterations" = 4 in 1..=20 step 1,
                "Lines are not extended beyond this many times the iteration's depth.", "ours";
            extension_limit_base "ExtensionLimitBase": integer, "ply" = 16 in 0..=100 step 1,
                "Plies added to the limit of `ExtensionLimit`.", "ours";
        }
        "Selective search" {
            selective_width "SelectiveWidth": switch = false,
                "Search only the first 80, 80, 40, 40, 10, 10, 10 moves at plies 1, 2, ... of the line; captures, checks and answers to check beyond that too.", "[goals2001]";
            selective_width_all "SelectiveWidthAll": switch = false,
                "With `SelectiveWidth`: captures and checks count like other moves, and only answers to check and moves for important goals go beyond the width.", "[goals2001] 3.1, our reading";
            forward_pruning "ForwardPruning": switch = false,
                "Search only the best 640, 30, 15, 5, 5, ... moves at plies 1, 2, ... of the line, by the evaluation after each and after the opponent's best exchange.", "[probcut2003] 4.1";
        }
        "Goals" {
            goals "Goals": switch = false,
                "Aim at goals over many moves: in move ordering and in the value of leaves, as selected by the switches below.", "[goals2001]";
            goals_hypotheses "GoalsHypotheses": switch = true,
                "Goals from testing simple changes of the position.", "[goals2001] 2.2.1";
            goals_past_search "GoalsPastSearch": switch = true,
                "Goals from what the line of the last search changes for the better.", "[goals2001] 2.2.2";
            goals_knowledge "GoalsKnowledge": switch = true,
                "Goals from castles.", "[goals2001] 2.2.3 (1)";
            goals_inheritance "GoalsInheritance": switch = true,
                "Keep goals from move to move.", "[goals2001] 2.3";
            goals_ordering "GoalsOrdering": switch = true,
                "Try moves first that serve goals, by the sum of the goals' priorities.", "[goals2001] 2.5.2";
            goals_achievement "GoalsAchievement": switch = true,
                "Add to a leaf's value for goals that are achieved there.", "[goals2001] 2.5.3 (2)(3)";
            goals_hold_castle "GoalsHoldCastle": switch = false,
                "Pieces in their place of the intended castle, or of a complete one, count among the achieved goals as long as they stay.", "ours; [goals2001] 2.3 drops goals that are achieved";
            goals_achieved_hypotheses "GoalsAchievedHypotheses": switch = true,
                "Goals from hypotheses count among the achieved ones.", "[goals2001] 2.5.3 counts all";
            goals_achieved_past_search "GoalsAchievedPastSearch": switch = true,
                "Goals from search count among the achieved ones.", "[goals2001] 2.5.3 counts all";
            goals_alpha "GoalsAlpha": integer, "cp" = 225 in 0..=3000 step 25,
                "Alpha of (3), the most that achieved goals can be worth: the value of a knight.", "[goals2001] (3)";
            goals_least_max "GoalsLeastMax": integer, "cp" = 0 in 0..=10000 step 50,
                "s_max of (3) is at least this, so that goals of little priority are not blown up to alpha.", "[goals2001] (3) with 0; the amount is ours";
            goals_order_weight "GoalsOrderWeight": integer, "1" = 64 in 0..=1000 step 8,
                "Weight of a centipawn of priority in the order of quiet moves, relative to their histories.", "ours";
            goals_effective "GoalsEffective": integer, "cp" = 100 in 1..=3000 step 10,
                "Least gain of a tentative effective move.", "[goals2001] 2.2.1; the amount is ours";
            goals_hypothesis_limit "GoalsHypothesisLimit": integer, "goals" = 16 in 1..=200 step 1,
                "Most goals from hypotheses.", "ours";
            goals_hypothesis_moves "GoalsHypothesisMoves": integer, "moves" = 3 in 1..=12 step 1,
                "Hypotheses that take more own moves are not tested.", "ours";
            goals_search_gain "GoalsSearchGain": integer, "cp" = 50 in 1..=3000 step 10,
                "Least gain of static evaluation that makes a difference a goal.", "[goals2001] 2.2.2; the amount is ours";
            goals_search_limit "GoalsSearchLimit": integer, "goals" = 8 in 1..=100 step 1,
                "Most goals from one search.", "ours";
            goals_normalisation "GoalsNormalisation": integer, "percent" = 50 in 0..=1000 step 10,
                "Mean priority of goals from hypotheses, as a part of that of goals from search.", "[goals2001] 2.5.1";
            goals_max_moves "GoalsMaxMoves": integer, "moves" = 6 in 1..=15 step 1,
                "A goal that needs more own moves is given up.", "[goals2001] 2.3; the amount is ours";
            goals_max_castle_moves "GoalsMaxCastleMoves": integer, "moves" = 12 in 1..=15 step 1,
                "A goal of a castle's piece that needs more own moves is given up.", "ours";
            goals_min_priority "GoalsMinPriority": integer, "cp" = 20 in 0..=1000 step 5,
                "A goal with less priority is given up; not those of castles, which formula (1) gives less.", "[goals2001] 2.3; the amount is ours";
            goals_plan_depth "GoalsPlanDepth": integer, "goals" = 3 in 1..=6 step 1,
                "How deep plans may consist of other goals.", "[goals2001] 2.5.2; the amount is ours";
            goals_plan_moves "GoalsPlanMoves": integer, "moves" = 32 in 1..=200 step 1,
                "Most moves made from one goal.", "ours";
            goals_exceed_width "GoalsExceedWidth": integer, "cp" = 300 in 0..=3000 step 10,
                "Moves that serve a goal of at least this priority are searched beyond the width of the selective search.", "[goals2001] 3.1; the amount is ours";
        }
        "Null move" {
            null_move_pruning "NullMovePruning": switch = true,
                "Cut when even passing keeps the value at beta (zugzwang is practically absent in shogi).", "[bonanza2006] appendix; [donninger1993]";
            null_move_at_beta "NullMoveAtBeta": switch = true,
                "Without NullMoveMargins: pass only where the evaluation is at least beta. The paper does not say so.", "ours";
            null_move_min_depth "NullMoveMinDepth": integer, "ply" = 1 in 1..=20 step 1,
                "Least remaining depth at which passing is tried.", "[bonanza2006] appendix";
            null_move_reduction "NullMoveReduction": integer, "ply" = 6 in 0..=10 step 1,
                "How much shallower the search after a pass is.", "[bonanza2006] appendix: 2";
            null_move_deep_depth "NullMoveDeepDepth": integer, "ply" = 7 in 1..=60 step 1,
                "Remaining depth from which the deeper reduction holds.", "[bonanza2006] appendix";
            null_move_deep_reduction "NullMoveDeepReduction": integer, "ply" = 6 in 0..=10 step 1,
                "How much shallower the search after a pass is at great depth.", "[bonanza2006] appendix: 3";
            null_move_margins "NullMoveMargins": switch = true,
                "Pass only where a cut is expected and the evaluation is above beta by a margin that shrinks with depth, and reduce more the deeper.", "[stockfish]";
            null_move_margin "NullMoveMargin": integer, "cp" = 210 in -300..=600 step 10,
                "With `NullMoveMargins`: how far above beta the evaluation must be at depth 0.", "[stockfish]";
            null_move_margin_depth "NullMoveMarginDepth": integer, "cp" = 9 in 0..=60 step 1,
                "Taken off `NullMoveMargin` per ply of depth.", "[stockfish]";
            null_move_improving "NullMoveImproving": integer, "cp" = 29 in 0..=200 step 5,
                "Taken off `NullMoveMargin` where the evaluation rises.", "[stockfish]";
            null_move_divisor "NullMoveDivisor": integer, "ply" = 3 in 1..=20 step 1,
                "With `NullMoveMargins`: the search after a pass is a further ply shallower per this many plies of depth.", "[stockfish]";
        }
        "ProbCut" {
            prob_cut "ProbCut": switch = false,
                "Cut a node whose value, predicted by a fitted line from a shallow search with a null window on either side, is outside the window; the line is read from `ProbCutFile`.", "[probcut2003] 2; [buro1995]";
            prob_cut_shallow_depth "ProbCutShallowDepth": integer, "ply" = 3 in 1..=30 step 1,
                "d' of D(d', d), the depth of the shallow search.", "[probcut2003] 4.5";
            prob_cut_deep_depth "ProbCutDeepDepth": integer, "ply" = 5 in 2..=40 step 1,
                "d of D(d', d), the remaining depth of the nodes that are cut.", "[probcut2003] 4.5";
            prob_cut_percentile "ProbCutPercentile": fraction/100, "sigma" = 70 in 0..=10000000 step 10,
                "PERCENTILE: how many standard deviations outside the window the predicted value must be.", "[probcut2003] table 3: 0.1 to 0.3 best; 0.7: experiments/probcut";
            multi_prob_cut "MultiProbCut": switch = true,
                "With `ProbCut`: check at all depths that the file pairs with the node's, from shallow to deep, in place of the one pair.", "[buro1997]";
            prob_cut_transform "ProbCutTransform": switch = false,
                "With `ProbCut`: use the lines fitted to values transformed by c tanh(v / c).", "[probcut2003] 4.3";
            prob_cut_phases "ProbCutPhases": switch = true,
                "With `ProbCut`: use the lines fitted to positions of the same kind, by the classes in the file.", "ours; [probcut2003] 5 wishes for it";
            prob_cut_open_windows "ProbCutOpenWindows": switch = false,
                "With `ProbCut`: cut nodes of the principal variation too.", "[probcut2003] 2";
            prob_cut_eval_first "ProbCutEvalFirst": switch = true,
                "With `ProbCut`: check only the side of the window on which the static evaluation is.", "ours";
            prob_cut_expected_side "ProbCutExpectedSide": switch = true,
                "With `ProbCut`: check above beta only where the parent expects a cut, below alpha only elsewhere.", "ours";
            capture_prob_cut "CaptureProbCut": switch = true,
                "Cut when a capture or promotion is above beta by a margin in a quiescence search and in a shallow search.", "[chessprogramming] ProbCut; [stockfish]";
            capture_prob_cut_min_depth "CaptureProbCutMinDepth": integer, "ply" = 3 in 2..=30 step 1,
                "Least remaining depth at which `CaptureProbCut` is tried.", "[stockfish]";
            capture_prob_cut_reduction "CaptureProbCutReduction": integer, "ply" = 4 in 1..=20 step 1,
                "How much shallower than the node the search after a capture of `CaptureProbCut` is.", "[stockfish]";
            capture_prob_cut_margin "CaptureProbCutMargin": integer, "cp" = 124 in 0..=3000 step 10,
                "How far above beta a capture must be for `CaptureProbCut`.", "ours";
            capture_prob_cut_improving "CaptureProbCutImproving": integer, "cp" = 34 in 0..=500 step 5,
                "Taken off `CaptureProbCutMargin` where the evaluation rises.", "[stockfish]";
            table_prob_cut "TableProbCut": switch = true,
                "Cut when the table's lower bound of a slightly shallower search is above beta by a margin.", "[stockfish]";
            table_prob_cut_margin "TableProbCutMargin": integer, "cp" = 231 in 0..=2000 step 10,
                "How far above beta the table's lower bound must be for `TableProbCut`.", "[stockfish]";
        }
        "Razoring" {
            razoring "Razoring": switch = true,
                "Trust the quiescence search where the evaluation is far below alpha.", "[birmingham-kent1977]; [chessprogramming] Razoring";
            razoring_base "RazoringBase": integer, "cp" = 279 in 0..=3000 step 10,
                "Fixed part of the distance below alpha from which a node is razored.", "[stockfish]";
            razoring_margin "RazoringMargin": integer, "cp" = 170 in 0..=3000 step 10,
                "Distance below alpha from which a node is razored, per square of the depth in plies.", "[stockfish]";
        }
        "Futility" {
            reverse_futility "ReverseFutility": switch = true,
                "Cut when the evaluation is above beta by a margin per ply of remaining depth.", "[chessprogramming] Reverse Futility Pruning";
            reverse_futility_max_depth "ReverseFutilityMaxDepth": integer, "ply" = 14 in 1..=30 step 1,
                "Greatest remaining depth at which `ReverseFutility` is used.", "[stockfish]";
            reverse_futility_margin "ReverseFutilityMargin": integer, "cp" = 42 in 0..=300 step 2,
                "Distance above beta from which `ReverseFutility` cuts, per ply.", "[stockfish]";
            reverse_futility_new "ReverseFutilityNew": integer, "cp" = 12 in 0..=100 step 2,
                "Taken off `ReverseFutilityMargin` where the node is not in the table.", "[stockfish]";
            reverse_futility_improving "ReverseFutilityImproving": integer, "ply/1024" = 2686 in 0..=8192 step 100,
                "Plies that `ReverseFutilityMargin` is counted for less where the evaluation rises.", "[stockfish]";
            reverse_futility_worsening "ReverseFutilityWorsening": integer, "ply/1024" = 362 in 0..=8192 step 100,
                "Plies that `ReverseFutilityMargin` is counted for less where the opponent's evaluation falls.", "[stockfish]";
            reverse_futility_doubt "ReverseFutilityDoubt": integer, "1/1024" = 743 in 0..=4096 step 50,
                "Part of the size of the evaluation's correction that is added to the margin of `ReverseFutility`.", "[stockfish]";
            move_futility "MoveFutility": switch = true,
                "Skip a quiet move that cannot bring the evaluation up to alpha.", "[heinz1998]; [chessprogramming] Futility Pruning";
            move_futility_max_depth "MoveFutilityMaxDepth": integer, "ply" = 12 in 1..=30 step 1,
                "Greatest remaining depth, after reduction, at which `MoveFutility` is used.", "[stockfish]";
            move_futility_base "MoveFutilityBase": integer, "cp" = 23 in 0..=1000 step 5,
                "Fixed part of what a quiet move may gain under `MoveFutility`.", "[stockfish]";
            move_futility_first "MoveFutilityFirst": integer, "cp" = 84 in 0..=1000 step 5,
                "Added to what a quiet move may gain under `MoveFutility` while no move has raised alpha.", "[stockfish]";
            move_futility_margin "MoveFutilityMargin": integer, "cp" = 67 in 0..=500 step 5,
                "What a quiet move may gain under `MoveFutility`, per ply.", "[stockfish]";
            move_futility_above "MoveFutilityAbove": integer, "cp" = 48 in 0..=500 step 5,
                "Added to what a quiet move may gain under `MoveFutility` where the evaluation is above alpha.", "[stockfish]";
            capture_futility "CaptureFutility": switch = true,
                "Skip a capture that cannot bring the evaluation up to alpha.", "[stockfish]";
            capture_futility_max_depth "CaptureFutilityMaxDepth": integer, "ply" = 6 in 1..=30 step 1,
                "Greatest remaining depth, after reduction, at which `CaptureFutility` is used.", "[stockfish]";
            capture_futility_base "CaptureFutilityBase": integer, "cp" = 121 in 0..=1000 step 10,
                "Fixed part of what a capture may gain beyond what it takes under `CaptureFutility`.", "[stockfish]";
            capture_futility_margin "CaptureFutilityMargin": integer, "cp" = 124 in 0..=1000 step 10,
                "What a capture may gain beyond what it takes under `CaptureFutility`, per ply.", "[stockfish]";
            capture_futility_history "CaptureFutilityHistory": integer, "cp/1024" = 48 in 0..=500 step 8,
                "What a capture may gain beyond what it takes under `CaptureFutility`, for each point of its history.", "[stockfish]";
            history_pruning "HistoryPruning": switch = true,
                "Skip a quiet move with a bad history.", "[stockfish]";
            history_pruning_margin "HistoryPruningMargin": integer, "1" = 4097 in 500..=20000 step 200,
                "How bad the history of a quiet move must be to be skipped by `HistoryPruning`, per ply.", "[stockfish]";
            history_pruning_divisor "HistoryPruningDivisor": integer, "1" = 3220 in 500..=20000 step 200,
                "Histories worth a ply of depth in the pruning of moves.", "[stockfish]";
        }
        "Futility (Bonanza)" {
            futility_material "FutilityMaterial": switch = false,
                "Skip a move that gives no check when material alone, with all that position can add, cannot reach alpha: forms (4) and (5).", "[bonanza2006] (4)(5)";
            futility_material_vmax "FutilityMaterialVmax": switch = true,
                "In form (5) add Vmax as in form (4); off: as printed, where Fmgn alone must cover positional gains.", "ours; [bonanza2006] (5)";
            futility_material_child "FutilityMaterialChild": switch = false,
                "In the quiescence search, cut without evaluating when material alone is far enough above beta: form (3).", "[bonanza2006] (3)";
            futility_material_margin "FutilityMaterialMargin": integer, "cp" = 1500 in 0..=20000 step 50,
                "Vmax, the most that everything but material can be worth.", "[bonanza2006]: about 15 pawn exchanges";
            futility_difference "FutilityDifference": switch = false,
                "Skip a move that gives no check when the evaluation and the most that the move can change it by cannot reach alpha: forms (6) and (9).", "[bonanza2006] (6)-(9), figure 5";
            futility_exact_gain "FutilityExactGain": switch = true,
                "Take Vmax(m) as 0 if the evaluation gives the exact change by a move.", "ours; [bonanza2006] (8)";
            futility_move_margin "FutilityMoveMargin": integer, "cp" = 400 in 0..=20000 step 50,
                "Vmax(m) of moves of other pieces than the king.", "[bonanza2006]: about 4 pawn exchanges";
            futility_king_margin "FutilityKingMargin": integer, "cp" = 1200 in 0..=20000 step 50,
                "Vmax(m) of the king's moves.", "[bonanza2006]: about 12 pawn exchanges";
            futility_extended_margin "FutilityExtendedMargin": integer, "cp" = 200 in 0..=20000 step 10,
                "Fmgn, what the side to move may win back at the last plies.", "[bonanza2006]: about 2 pawn exchanges";
            futility_extended_depth "FutilityExtendedDepth": integer, "ply" = 3 in 1..=10 step 1,
                "EXT_F_DEPTH, the greatest depth at which forms (5) and (9) are used; form (10) one ply less.", "[bonanza2006] appendix";
            futility_node "FutilityNode": switch = false,
                "Cut a node near the horizon whose evaluation is above beta by Fmgn: form (10).", "[bonanza2006] (10), figure 5";
            futility_node_quiescence "FutilityNodeQuiescence": switch = false,
                "At remaining depth 2, take the value of the quiescence search instead of the evaluation in form (10).", "[bonanza2006] appendix";
            futility_node_eval_first "FutilityNodeEvalFirst": switch = true,
                "In form (10) at remaining depth 2 use the evaluation too, before the quiescence search; off: as printed, the quiescence search in its place.", "ours; [bonanza2006] appendix";
            futility_dynamic_margin "FutilityDynamicMargin": switch = false,
                "Raise Vmax and Vmax(m) during the search when an evaluation shows that they were too small.", "[bonanza2006]";
        }
        "Late move pruning" {
            late_move_pruning "LateMovePruning": switch = true,
                "Leave out quiet moves late in the order.", "[chessprogramming] Futility Pruning, Move Count Based Pruning";
            lmp_base "LmpBase": integer, "moves" = 8 in 1..=60 step 1,
                "Moves that `LateMovePruning` always tries; the square of the depth is added, and half of the sum is enough where the evaluation does not rise.", "[stockfish]";
            lmp_pv_moves "LmpPvMoves": integer, "moves" = 10 in 0..=600 step 1,
                "Moves that `LateMovePruning` tries more where the window is open: there an exact value is needed, and with few answers tried the value is too optimistic for the previous mover.", "ours";
        }
        "Exchange pruning" {
            see_pruning "SeePruning": switch = true,
                "Leave out moves that lose too much under static exchange evaluation.", "[chessprogramming] Static Exchange Evaluation; [stockfish]";
            see_pruning_behind "SeePruningBehind": switch = true,
                "Captures and checks too where alpha is below zero: the losing side needs its sacrifices.", "ours; [yaneuraou] leaves them alone there";
            see_pruning_capture_margin "SeePruningCaptureMargin": integer, "cp" = 186 in 0..=1000 step 5,
                "What a capture or check may lose under `SeePruning`, per ply.", "[stockfish]";
            see_pruning_capture_history "SeePruningCaptureHistory": integer, "cp/1024" = 24 in 0..=200 step 2,
                "What a capture may lose under `SeePruning`, for each point of its history.", "[stockfish]";
            see_pruning_quiet_margin "SeePruningQuietMargin": integer, "cp" = 28 in 0..=200 step 1,
                "What a quiet move may lose under `SeePruning`, per square of the reduced depth in plies.", "[stockfish]";
            exchange_share "ExchangeShare": integer, "1/1024" = 512 in 256..=1024 step 32,
                "Share of an exchange that counts when compared with an evaluation: a captured piece changes sides, so the exchange counts it twice.", "ours, after [stockfish], which counts it once";
        }
        "Late move reductions" {
            late_move_reductions "LateMoveReductions": switch = true,
                "Search late moves shallower, and again in full when they turn out well.", "[chessprogramming] Late Move Reductions; [romstad2006]";
            lmr_min_depth "LmrMinDepth": integer, "ply" = 2 in 1..=20 step 1,
                "Least remaining depth at which late moves are reduced.", "[stockfish]";
            lmr_scale "LmrScale": integer, "ply/1024" = 466 in 50..=1500 step 15,
                "Reduction per ln(depth) x ln(move number).", "[stockfish]";
            lmr_base "LmrBase": integer, "ply/1024" = 1133 in -2000..=4000 step 50,
                "Fixed part of a reduction, which the pruning of moves sees too.", "[stockfish]";
            lmr_late_base "LmrLateBase": integer, "ply/1024" = 691 in -2000..=4000 step 50,
                "Fixed part of a reduction that only the search of the move sees.", "[stockfish]";
            lmr_window "LmrWindow": integer, "ply/1024" = 585 in 0..=2000 step 30,
                "Reduced less by this where the window is as wide as the root's.", "[stockfish]";
            lmr_not_improving "LmrNotImproving": integer, "1/1024" = 412 in 0..=1024 step 20,
                "Reduced more by this part where the evaluation does not rise.", "[stockfish]";
            lmr_former_pv "LmrFormerPv": integer, "ply/1024" = 1806 in -2000..=6000 step 80,
                "Reduced less by this where the node once was on a principal variation.", "[stockfish]";
            lmr_former_pv_pruning "LmrFormerPvPruning": integer, "ply/1024" = 1013 in -2000..=6000 step 80,
                "Reduced more by this in the pruning of moves where the node once was on a principal variation.", "[stockfish]";
            lmr_pv "LmrPv": integer, "ply/1024" = 973 in -2000..=6000 step 80,
                "Reduced less by this in the principal variation.", "[stockfish]";
            lmr_table_above "LmrTableAbove": integer, "ply/1024" = 905 in -2000..=6000 step 80,
                "Reduced less by this where the node once was on a principal variation and the table's value is above alpha, or unknown.", "[stockfish]";
            lmr_table_deep "LmrTableDeep": integer, "ply/1024" = 935 in -2000..=6000 step 80,
                "Reduced less by this where the node once was on a principal variation and the table's depth suffices.", "[stockfish]";
            lmr_number "LmrNumber": integer, "ply/1024" = 65 in 0..=300 step 5,
                "Reduced less by this for each move before.", "[stockfish]";
            lmr_number_max "LmrNumberMax": integer, "moves" = 600 in 1..=600 step 4,
                "Moves that `LmrNumber` counts at most.", "ours: shogi has more moves than chess";
            lmr_doubt "LmrDoubt": integer, "ply/1024/cp" = 9 in 0..=50 step 1,
                "Reduced less by this for each centipawn of the evaluation's correction.", "[stockfish]";
            lmr_cut_node "LmrCutNode": integer, "ply/1024" = 3611 in -2000..=8000 step 150,
                "Reduced more by this where a cut is expected.", "[stockfish]";
            lmr_no_table_move "LmrNoTableMove": integer, "ply/1024" = 985 in -2000..=6000 step 80,
                "Reduced more by this where a cut is expected and the table has no move.", "[stockfish]";
            lmr_table_capture "LmrTableCapture": integer, "ply/1024" = 1054 in -2000..=6000 step 80,
                "Reduced more by this when the table's move captures.", "[stockfish]";
            lmr_cutoffs "LmrCutoffs": integer, "ply/1024" = 1375 in -2000..=6000 step 80,
                "Reduced more by this when more than two children cut.", "[stockfish]";
            lmr_two_cutoffs "LmrTwoCutoffs": integer, "ply/1024" = 251 in -2000..=6000 step 80,
                "Reduced more by this when two children cut.", "[stockfish]";
            lmr_cutoffs_all "LmrCutoffsAll": integer, "ply/1024" = 1042 in -2000..=6000 step 80,
                "Reduced more by this, in addition to `LmrCutoffs`, where all moves are expected to fail.", "[stockfish]";
            lmr_table_move "LmrTableMove": integer, "ply/1024" = 2239 in -2000..=6000 step 80,
                "The table's move is reduced less by this.", "[stockfish]";
            lmr_history "LmrHistory": integer, "ply/1024" = 107 in 0..=400 step 5,
                "Reduced less by this for each 1024 points of the move's history.", "[stockfish]";
            lmr_capture_gain "LmrCaptureGain": integer, "1" = 6 in 0..=100 step 1,
                "Weight of a centipawn gained by a capture, relative to its history, in reductions.", "[stockfish]";
            lmr_capture_history "LmrCaptureHistory": integer, "1/3" = 2 in 0..=30 step 1,
                "Weight of the history of a capture in reductions.", "[stockfish]";
            lmr_all_node "LmrAllNode": integer, "1/256" = 273 in 0..=1024 step 20,
                "Reduced more by this part, divided by the depth, where all moves are expected to fail.", "[stockfish]";
            lmr_deeper "LmrDeeper": integer, "cp" = 27 in 0..=300 step 3,
                "A reduced move this far above the best so far is searched again a ply deeper.", "[stockfish]";
            lmr_shallower "LmrShallower": integer, "cp" = 5 in 0..=100 step 1,
                "A reduced move less than this above the best so far is searched again a ply shallower.", "[stockfish]";
            lmr_research_bonus "LmrResearchBonus": integer, "1" = 1943 in 0..=5000 step 100,
                "Bonus in the continuation history for a reduced move that had to be searched again.", "[stockfish]";
            lmr_late_full "LmrLateFull": integer, "ply/1024" = 4628 in 1000..=12000 step 200,
                "From this reduction on, a move that is not reduced is searched a ply shallower.", "[stockfish]";
            lmr_late_twice "LmrLateTwice": integer, "ply/1024" = 5772 in 1000..=12000 step 200,
                "From this reduction on, a move that is not reduced is searched two plies shallower.", "[stockfish]";
            alpha_raise_reduction "AlphaRaiseReduction": integer, "ply" = 2 in 0..=4 step 1,
                "How much shallower the moves after one that raised alpha are searched.", "[stockfish]";
            alpha_raise_min_depth "AlphaRaiseMinDepth": integer, "ply" = 3 in 1..=30 step 1,
                "Least depth at which moves after one that raised alpha are searched shallower.", "[stockfish]";
            alpha_raise_max_depth "AlphaRaiseMaxDepth": integer, "ply" = 13 in 2..=40 step 1,
                "Greatest depth at which moves after one that raised alpha are searched shallower.", "[stockfish]";
            fail_high_blend "FailHighBlend": switch = true,
                "The value of a cut is drawn towards beta, the more the shallower.", "[stockfish]";
        }
        "Quiescence search" {
            quiescence "Quiescence": switch = true,
                "At depth 0, continue through captures and promotions until the position is quiet.", "[bonanza2006] appendix";
            quiescence_see_pruning "QuiescenceSeePruning": switch = true,
                "Leave out captures that lose material under static exchange evaluation.", "[bonanza2006] appendix";
            quiescence_table "QuiescenceTable": switch = true,
                "Use the transposition table in the quiescence search too.", "[stockfish]; the paper's program does not";
            quiescence_checks "QuiescenceChecks": switch = false,
                "Try quiet checks that do not lose material at the first ply of the quiescence search.", "[chessprogramming] Quiescence Search, Checks";
            quiescence_two_phases "QuiescenceTwoPhases": switch = false,
                "The paper's quiescence moves, in check too: first captures that lose nothing, promotions and king moves, later only captures that lose nothing, those of pawns only with promotion; ordered by static exchange evaluation.", "[bonanza2006] appendix";
            quiescence_first_phase "QuiescenceFirstPhase": integer, "ply" = 7 in 0..=64 step 1,
                "Plies of the first phase, counted from the first ply of the quiescence search.", "[bonanza2006] appendix";
            quiescence_mate_in_one "QuiescenceMateInOne": switch = true,
                "Look for a mate in one in the first phase of the quiescence search.", "[bonanza2006] appendix";
            quiescence_limits "QuiescenceLimits": switch = true,
                "In the quiescence search, try few moves but recaptures, none that cannot reach alpha, and no further quiet answer to check once one is not lost.", "[stockfish]";
            quiescence_moves "QuiescenceMoves": integer, "moves" = 2 in 1..=30 step 1,
                "Moves that do not recapture which `QuiescenceLimits` tries at most.", "[stockfish]";
            quiescence_margin "QuiescenceMargin": integer, "cp" = 180 in 0..=1000 step 10,
                "What a capture may gain beyond what it takes under `QuiescenceLimits`.", "[stockfish]";
            quiescence_see_margin "QuiescenceSeeMargin": integer, "cp" = 81 in 0..=400 step 5,
                "What a capture may lose under `QuiescenceLimits`.", "[stockfish]";
            max_quiescence_ply "MaxQuiescencePly": integer, "ply" = 32 in 0..=64 step 1,
                "Longest line of the quiescence search, counted from its start.", "ours";
        }
        "Piece values" {
            pawn_value "PawnValue": integer, "cp" = 50 in 1..=3000 step 5,
                "Worth of a pawn on the board or in hand. A capture takes it from one side and gives it to the other, so the pawn exchange value P of the futility paper is twice this.", "[material-values]";
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
}

impl Params {
    /// The pawn exchange value P in centipawns: the gain of the material
    /// balance by capturing a pawn, which leaves one side's board and enters
    /// the other's hand [bonanza2006].
    pub const fn pawn_exchange(&self) -> i32 {
        2 * self.pawn_value
    }
}
