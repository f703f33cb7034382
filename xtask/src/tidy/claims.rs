//! Claims of the documents are written as `cargo xtask verify-claims` reads them, with their figures in the text below.
//!
//! Invariant: Every figure in the documents can be reproduced (`cargo xtask verify-claims`; before
//!   a release with `--all`).

use super::Finding;
use crate::claims;
use crate::workspace::Files;

pub(super) fn check(files: &Files) -> Vec<Finding> {
    let misread = files.markdown().filter_map(|source| {
        // The message has the place.
        claims::misread(source).map(|message| Finding::new(&source.path, 0, message))
    });
    misread.collect()
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn a_figure_must_stand_in_the_text_below_its_claim() {
        let claim = "<!-- claim: cmd=\"zenpuku perft --json\" json=\".nodes\" value=\"30\" -->\n\n";
        let good = fixture(&[("a.md", &format!("{claim}There are 30 moves.\n"))]);
        assert!(check(&good).is_empty());
        let bad = fixture(&[("a.md", &format!("There are 30 moves.\n\n{claim}Else nothing.\n"))]);
        let found = check(&bad);
        assert!(found.iter().any(|found| found.message.contains("does not show 30")), "{found:?}");
    }
}
