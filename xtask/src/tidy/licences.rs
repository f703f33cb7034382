//! Licences: the file that `zenpuku licences` prints names every crate in the binary.
//!
//! Invariant: The licences that the binary prints name every crate in it.

use std::path::Path;

use super::Finding;
use crate::licences::{self, FILE};
use crate::workspace::Files;

/// Crates that the file lacks.
pub(super) fn check(files: &Files, root: &Path) -> anyhow::Result<Vec<Finding>> {
    let text = files.text(FILE).unwrap_or_default();
    let linked = licences::linked(root, false)?;
    let missing = linked.iter().filter(|name| !text.contains(&format!("\n- {name} (")));
    let finding =
        |name| Finding::new(FILE, 0, format!("lacks `{name}`; run `cargo xtask licences`"));
    Ok(missing.map(finding).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;

    #[test]
    fn every_crate_of_the_binary_is_named() {
        let root = workspace::root();
        let text = std::fs::read_to_string(root.join(FILE)).unwrap();
        let named = super::super::fixture(&[(FILE, &text)]);
        assert_eq!(check(&named, &root).unwrap(), []);
        let without = text.replace("\n- rsshogi ", "\n- gone ");
        let missing = check(&super::super::fixture(&[(FILE, &without)]), &root).unwrap();
        assert_eq!(missing.len(), 1);
    }
}
