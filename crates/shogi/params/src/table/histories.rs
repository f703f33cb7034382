//! The rows of the histories: a part of the table, separate only for its length.

/// Declares the table from the rows before those of the histories and the rows after them.
macro_rules! with_histories {
    ({ $($before:tt)* } { $($after:tt)* }) => {
        parameter_table! {
            $($before)*
            "Histories" {
                history_bonus "HistoryBonus": integer, "1" = 128 in 0..=1000 step 8,
                    "Bonus of a move that cuts, per ply of depth.", "[stockfish]";
                history_bonus_offset "HistoryBonusOffset": integer, "1" = 77 in 0..=1000 step 10,
                    "Taken off the bonus of a cut.", "[stockfish]";
                history_bonus_max "HistoryBonusMax": integer, "1" = 1529 in 100..=8000 step 100,
                    "The most that the bonus of a cut is.", "[stockfish]";
                history_table_move_bonus "HistoryTableMoveBonus": integer, "1" = 353 in 0..=3000 step 30,
                    "Added to the bonus of a cut when the move is the table's.", "[stockfish]";
                history_stat_score_divisor "HistoryStatScoreDivisor": integer, "1" = 32 in 1..=1024 step 4,
                    "With `ContinuationHistory`: the sum of histories of the move before, divided by this, is added to the bonus of a cut.", "[stockfish]";
                history_malus "HistoryMalus": integer, "1" = 882 in 0..=3000 step 50,
                    "Malus of the moves searched before a cut, per ply of depth.", "[stockfish]";
                history_malus_offset "HistoryMalusOffset": integer, "1" = 204 in 0..=1000 step 20,
                    "Taken off the malus of a cut.", "[stockfish]";
                history_malus_max "HistoryMalusMax": integer, "1" = 2122 in 100..=8000 step 100,
                    "The most that the malus of a cut is.", "[stockfish]";
                history_malus_decay "HistoryMalusDecay": integer, "1/1024" = 977 in 512..=1024 step 8,
                    "The malus of each further quiet move that did not cut, as a part of the one before.", "[stockfish]";
                history_quiet_malus_weight "HistoryQuietMalusWeight": integer, "1/1024" = 1414 in 0..=4096 step 100,
                    "Malus of quiet moves before a cut, relative to that of captures.", "[stockfish]";
                history_main_weight "HistoryMainWeight": integer, "1/1024" = 1838 in 0..=8192 step 100,
                    "How fast the main history learns from bonus and malus.", "[stockfish]";
                history_pawn_weight "HistoryPawnWeight": integer, "1/1024" = 1338 in 0..=8192 step 100,
                    "How fast the history by pawns learns from cuts.", "[stockfish]";
                history_pawn_malus_weight "HistoryPawnMalusWeight": integer, "1/1024" = 866 in 0..=8192 step 100,
                    "How fast the history by pawns learns from moves that did not cut.", "[stockfish]";
                history_low_ply_weight "HistoryLowPlyWeight": integer, "1/1024" = 1360 in 0..=8192 step 100,
                    "How fast the history near the root learns from bonus and malus.", "[stockfish]";
                history_capture_weight "HistoryCaptureWeight": integer, "1/1024" = 1968 in 0..=8192 step 100,
                    "How fast the history of captures learns from cuts.", "[stockfish]";
                history_capture_malus_weight "HistoryCaptureMalusWeight": integer, "1/1024" = 2386 in 0..=8192 step 100,
                    "How fast the history of captures learns from captures that did not cut.", "[stockfish]";
                continuation_kinds "ContinuationKinds": switch = true,
                    "Distinguish, in the continuation history, previous moves that answered a check, and those that captured.", "[stockfish]";
                continuation_weight_1 "ContinuationWeight1": integer, "1/1024" = 849 in 0..=4096 step 50,
                    "How fast the continuation history of 1 ply ago learns.", "[stockfish]";
                continuation_weight_2 "ContinuationWeight2": integer, "1/1024" = 476 in 0..=4096 step 50,
                    "How fast the continuation history of 2 plies ago learns.", "[stockfish]";
                continuation_weight_3 "ContinuationWeight3": integer, "1/1024" = 211 in 0..=4096 step 50,
                    "How fast the continuation history of 3 plies ago learns.", "[stockfish]";
                continuation_weight_4 "ContinuationWeight4": integer, "1/1024" = 423 in 0..=4096 step 50,
                    "How fast the continuation history of 4 plies ago learns.", "[stockfish]";
                continuation_weight_6 "ContinuationWeight6": integer, "1/1024" = 324 in 0..=4096 step 50,
                    "How fast the continuation history of 6 plies ago learns.", "[stockfish]";
                continuation_base "ContinuationBase": integer, "1" = 88 in 0..=1000 step 8,
                    "Constant bonus of a tried move in the continuation history of 1 ply ago.", "[stockfish]";
                table_cut_rewards "TableCutRewards": switch = true,
                    "A cut by the table rewards its quiet move, and punishes an early quiet move before it.", "[stockfish]";
                table_cut_bonus "TableCutBonus": integer, "1" = 165 in 0..=1000 step 10,
                    "Bonus of the table's quiet move for its cut, per ply of depth minus half a ply.", "[stockfish]";
                table_cut_bonus_max "TableCutBonusMax": integer, "1" = 1325 in 0..=8000 step 100,
                    "Maximum bonus of the table's quiet move for its cut.", "[stockfish]";
                table_cut_early "TableCutEarly": integer, "1" = 4 in 1..=64 step 1,
                    "A move before a cut by the table is early if it is within the first moves of this number.", "[stockfish]";
                table_cut_malus "TableCutMalus": integer, "1" = 2900 in 0..=8000 step 100,
                    "Malus of an early quiet move in the continuation history when the table cuts after it.", "[stockfish]";
                fail_low_rewards "FailLowRewards": switch = true,
                    "Where no move reaches alpha, the quiet move before is rewarded.", "[stockfish]";
                fail_low_bonus "FailLowBonus": integer, "1" = 135 in 0..=1000 step 8,
                    "Bonus of a quiet move after which no move reached alpha, per ply of depth, to be multiplied by a weight.", "[stockfish]";
                fail_low_bonus_offset "FailLowBonusOffset": integer, "1" = 80 in 0..=1000 step 8,
                    "Taken off the gain of `FailLowBonus` before it is multiplied.", "[stockfish]";
                fail_low_bonus_max "FailLowBonusMax": integer, "1" = 1400 in 0..=8000 step 100,
                    "The most that the gain of `FailLowBonus` is before it is multiplied.", "[stockfish]";
                fail_low_weight "FailLowWeight": integer, "1" = -232 in -2000..=2000 step 16,
                    "Constant part of the weight by which the gain of `FailLowBonus` is multiplied; a move whose weight is negative gets no bonus.", "[stockfish]";
                fail_low_stat_score_divisor "FailLowStatScoreDivisor": integer, "1" = 108 in 1..=4096 step 8,
                    "The move's sum of histories, divided by this, is taken off the weight of `FailLowBonus`.", "[stockfish]";
                fail_low_depth "FailLowDepth": integer, "1" = 59 in 0..=500 step 4,
                    "Added to the weight of `FailLowBonus` per ply of depth.", "[stockfish]";
                fail_low_depth_max "FailLowDepthMax": integer, "1" = 454 in 0..=4000 step 32,
                    "The most that depth adds to the weight of `FailLowBonus`.", "[stockfish]";
                fail_low_late_number "FailLowLateNumber": integer, "1" = 8 in 0..=64 step 1,
                    "A move is late for `FailLowLate` after this number of moves.", "[stockfish]";
                fail_low_late "FailLowLate": integer, "1" = 169 in 0..=1000 step 10,
                    "Added to the weight of `FailLowBonus` for a late move.", "[stockfish]";
                fail_low_surprise_margin "FailLowSurpriseMargin": integer, "cp" = 60 in 0..=1000 step 5,
                    "Distance below the node's evaluation at which the value counts for `FailLowSurprise`.", "[stockfish]";
                fail_low_surprise "FailLowSurprise": integer, "1" = 145 in 0..=1000 step 10,
                    "Added to the weight of `FailLowBonus` where the value is far below the node's evaluation.", "[stockfish]";
                fail_low_before_margin "FailLowBeforeMargin": integer, "cp" = 40 in 0..=1000 step 5,
                    "Distance below the evaluation before the move at which the value counts for `FailLowBefore`.", "[stockfish]";
                fail_low_before "FailLowBefore": integer, "1" = 154 in 0..=1000 step 10,
                    "Added to the weight of `FailLowBonus` where the value is far below the evaluation before the move.", "[stockfish]";
                fail_low_continuation_divisor "FailLowContinuationDivisor": integer, "1" = 54 in 1..=1024 step 4,
                    "The continuation history learns the product of `FailLowBonus` and its weight, divided by this.", "[stockfish]";
                fail_low_main_divisor "FailLowMainDivisor": integer, "1" = 61 in 1..=1024 step 4,
                    "The main history learns the product of `FailLowBonus` and its weight, divided by this.", "[stockfish]";
                fail_low_pawn_divisor "FailLowPawnDivisor": integer, "1" = 14 in 1..=1024 step 2,
                    "The history by pawns learns the product of `FailLowBonus` and its weight, divided by this.", "[stockfish]";
                fail_low_capture "FailLowCapture": integer, "1" = 1560 in 0..=8000 step 100,
                    "Bonus in the history of captures for a capture after which no move reached alpha.", "[stockfish]";
                fail_low_refuted "FailLowRefuted": integer, "1/1024" = 840 in 0..=4096 step 50,
                    "Part of a cut's malus that a quiet first move takes in the continuation history which allowed the cut.", "[stockfish]";
                raise_rewards "RaiseRewards": switch = true,
                    "A move that raises alpha is rewarded like one that cuts, at the root too.", "[stockfish]";
                evaluation_history "EvaluationHistory": switch = true,
                    "A quiet move that raised the own evaluation is rewarded immediately.", "[stockfish]";
                evaluation_history_min "EvaluationHistoryMin": integer, "cp" = -119 in -2000..=0 step 8,
                    "The greatest fall of the evaluation, for the side that moved, that `EvaluationHistory` counts.", "[stockfish]";
                evaluation_history_max "EvaluationHistoryMax": integer, "cp" = 95 in 0..=2000 step 8,
                    "The greatest rise of the evaluation that `EvaluationHistory` counts.", "[stockfish]";
                evaluation_history_offset "EvaluationHistoryOffset": integer, "cp" = 33 in -500..=500 step 4,
                    "Added to the change of evaluation that `EvaluationHistory` counts.", "[stockfish]";
                evaluation_history_main "EvaluationHistoryMain": integer, "1" = 41 in 0..=500 step 4,
                    "Weight of a centipawn counted by `EvaluationHistory` in the main history.", "[stockfish]";
                evaluation_history_pawn "EvaluationHistoryPawn": integer, "1" = 43 in 0..=500 step 4,
                    "Weight of a centipawn counted by `EvaluationHistory` in the history by pawns.", "[stockfish]";
            }
            $($after)*
        }
    };
}

pub(super) use with_histories;
