//! The techniques that the lens switches: each is one or a few rows of the table of switches.

use crate::errors::{AppResult, error};
use crate::protocol::{ErrorCode, LensTechnique};
use zenpuku_params::{Params, find_row};

/// Id and switches, which are turned together.
const TECHNIQUES: [(&str, &[&str]); 12] = [
    ("table", &["TranspositionTable"]),
    ("killers", &["KillerMoves"]),
    (
        "history",
        &[
            "HistoryHeuristic",
            "ContinuationHistory",
            "CaptureHistory",
            "PawnHistory",
            "LowPlyHistory",
        ],
    ),
    ("pvs", &["PrincipalVariationSearch", "AspirationWindow"]),
    ("null-move", &["NullMovePruning"]),
    ("futility", &["ReverseFutility", "MoveFutility", "CaptureFutility"]),
    ("late-pruning", &["LateMovePruning", "SeePruning", "HistoryPruning"]),
    ("reductions", &["LateMoveReductions"]),
    ("extensions", &["SingularExtension"]),
    ("razoring", &["Razoring"]),
    ("prob-cut", &["CaptureProbCut", "TableProbCut"]),
    ("quiescence", &["Quiescence"]),
];

fn is_on(params: &Params, switches: &[&str]) -> bool {
    switches.iter().filter_map(|name| find_row(name)).any(|row| row.raw(params) != 0)
}

/// All techniques, and whether the engine's usual setting has them on.
pub(super) fn techniques() -> Vec<LensTechnique> {
    let usual = Params::default();
    let info = |(id, switches): &(&str, &[&str])| LensTechnique {
        id: (*id).to_owned(),
        switches: switches.iter().map(|&name| name.to_owned()).collect(),
        on: is_on(&usual, switches),
    };
    TECHNIQUES.iter().map(info).collect()
}

/// The usual setting with these techniques turned the other way.
pub(super) fn turned(ids: &[String]) -> AppResult<Params> {
    let usual = Params::default();
    let mut params = usual;
    for id in ids {
        let found = TECHNIQUES.iter().find(|(name, _)| name == id);
        let Some((_, switches)) = found else {
            return Err(error(ErrorCode::BadValue, format!("there is no technique {id:?}")));
        };
        let on = !is_on(&usual, switches);
        for row in switches.iter().filter_map(|name| find_row(name)) {
            row.set_raw_clamped(&mut params, i32::from(on));
        }
    }
    Ok(params)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_technique_is_made_of_switches_and_can_be_turned() {
        for (id, switches) in TECHNIQUES {
            assert!(
                switches
                    .iter()
                    .all(|name| find_row(name).is_some_and(zenpuku_params::Row::is_switch))
            );
            let params = turned(&[id.to_owned()]).unwrap();
            assert_ne!(is_on(&params, switches), is_on(&Params::default(), switches), "{id}");
        }
        assert_eq!(turned(&[]).unwrap(), Params::default());
        assert!(turned(&["magic".to_owned()]).is_err());
    }
}
