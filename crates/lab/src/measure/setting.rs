//! Settings of the engine: profiles, and profiles with some switches turned.

use zenpuku_params::{Params, Row, switches};

use crate::error::LabError;

/// The heading in the parameter table under which the forms of the paper's futility pruning stand.
pub(crate) const FUTILITY_GROUP: &str = "Futility (Bonanza)";

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
