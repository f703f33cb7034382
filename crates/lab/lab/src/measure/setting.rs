//! Settings of the engine: profiles, and profiles with some switches turned.

use zenpuku_params::{Params, Row, switches};

use zenpuku_shogi_engine::EvalKind;

use crate::error::LabError;
use crate::options::RunOptions;

/// The heading of the paper's futility pruning in the parameter table.
pub(crate) const FUTILITY_GROUP: &str = "Futility (Bonanza)";

/// The switches that prune; the group's others say how.
pub(crate) const PRUNING: [&str; 4] =
    ["FutilityMaterial", "FutilityMaterialChild", "FutilityDifference", "FutilityNode"];

/// A program whose futility pruning is measured.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    /// Its name in tables.
    pub(crate) name: String,
    /// Its evaluation.
    pub(crate) eval: EvalKind,
    /// Its switches and parameters.
    pub(crate) with: Params,
    /// The same without any form that prunes.
    pub(crate) without: Params,
}

impl Reading {
    fn new(name: &str, eval: EvalKind, with: Params) -> Reading {
        let pruning: Vec<_> =
            forms().into_iter().filter(|row| PRUNING.contains(&row.name)).collect();
        let without = switched(&with, &pruning, false);
        Reading { name: format!("{name}, {eval}"), eval, with, without }
    }
}

/// The program that the options choose; else the paper's method with the features of its evaluation,
/// every form as printed, and then ours.
pub(crate) fn readings(options: &RunOptions) -> Result<Vec<Reading>, LabError> {
    if options.chooses_engine() {
        let engine = options.engine()?;
        let name = options.profile.as_deref().unwrap_or("chosen");
        return Ok(vec![Reading::new(name, engine.eval, engine.params)]);
    }
    Ok(vec![
        Reading::new("bonanza2006-printed", EvalKind::Classic, profile("bonanza2006-printed")?),
        Reading::new("bonanza2006", EvalKind::UNTRAINED, profile("bonanza2006")?),
    ])
}

/// The values of a profile.
pub(crate) fn profile(name: &str) -> Result<Params, LabError> {
    Ok(Params::profile(name)?)
}

/// The forms of the paper's futility pruning [bonanza2006] (3)-(10), each a switch.
pub(crate) fn forms() -> Vec<&'static Row> {
    switches().filter(|row| row.group == FUTILITY_GROUP).collect()
}

/// The same values with these switches on or off.
pub(crate) fn switched(params: &Params, rows: &[&'static Row], on: bool) -> Params {
    let mut changed = *params;
    for row in rows {
        row.set_raw_clamped(&mut changed, i32::from(on));
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_params::find_row;

    #[test]
    fn switching_changes_only_the_rows_named() {
        let base = profile("bonanza2006").unwrap();
        let row = find_row("NullMovePruning").unwrap();
        let off = switched(&base, &[row], false);
        let changed: Vec<_> = off.changes_from(&base).map(|(row, _)| row.name).collect();
        assert_eq!(changed, ["NullMovePruning"]);
        assert_eq!(switched(&off, &[row], true), base);
    }

    #[test]
    fn an_unknown_profile_is_an_error() {
        assert!(matches!(profile("bonanza2005"), Err(LabError::Param(_))));
    }
}
