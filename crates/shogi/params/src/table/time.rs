//! The rows of how long a move of a game is thought about: a part of the table, apart only for its
//! length.

/// Declares the table from the rows before and after those of time.
macro_rules! with_time_management {
    ({ $($before:tt)* } { $($after:tt)* }) => {
        with_histories! {
            { $($before)* }
            {
                "Time management" {
                    time_best_move_stability "TimeBestMoveStability": switch = true,
                        "On a clock: more of the usual time after the best move has changed, less with each iteration that it stays.", "[stockfish]";
                    time_best_move_changed "TimeBestMoveChanged": integer, "%" = 160 in 100..=400 step 5,
                        "Part of the usual time where the last iteration has changed the best move.", "ours";
                    time_best_move_stable "TimeBestMoveStable": integer, "%" = 65 in 10..=100 step 5,
                        "Share of the usual time that is approached while the best move stays the same.", "ours";
                    time_best_move_decay "TimeBestMoveDecay": integer, "%" = 58 in 0..=100 step 3,
                        "What is left of the distance between the two after each iteration that kept the best move.", "ours";
                    time_node_effort "TimeNodeEffort": switch = true,
                        "On a clock: less time where the best move took most of the nodes.", "[stockfish]";
                    time_node_effort_base "TimeNodeEffortBase": integer, "%" = 170 in 100..=300 step 5,
                        "Part of the usual time for a best move without nodes; that of one which took them all is 100 less.", "ours";
                    time_falling_eval "TimeFallingEval": switch = true,
                        "On a clock: more time where the chance to win falls, from the last turn to this one or in this search, less where it rises.", "[stockfish]";
                    time_falling_eval_gain "TimeFallingEvalGain": integer, "%" = 5 in 0..=50 step 1,
                        "Added to the usual time for each point by which the chance to win, in percent, falls.", "ours";
                    time_falling_eval_min "TimeFallingEvalMin": integer, "%" = 80 in 10..=100 step 5,
                        "Least part of the usual time where the chance to win rises.", "ours";
                    time_falling_eval_max "TimeFallingEvalMax": integer, "%" = 170 in 100..=400 step 10,
                        "Greatest part of the usual time where the chance to win falls.", "ours";
                    time_scale_min "TimeScaleMin": integer, "%" = 40 in 10..=100 step 5,
                        "Minimum share of the usual time, overriding the rows above.", "ours";
                    time_scale_max "TimeScaleMax": integer, "%" = 200 in 100..=400 step 10,
                        "Maximum share of the usual time, overriding the rows above.", "ours";
                }
                $($after)*
            }
        }
    };
}

pub(super) use with_time_management;
