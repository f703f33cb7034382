//! Results of an experiment.

use zenpuku_report::{Cell, Table, TableError};

/// A plot or drawing, ready to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plot {
    /// Its name, good as a file name without ending.
    pub name: String,
    /// The picture.
    pub svg: String,
}

/// A page of text, generated from the findings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// Its name, good as a file name without ending.
    pub name: String,
    /// The text, in Markdown.
    pub markdown: String,
}

/// A fact that must be exact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// The fact, in words.
    pub fact: String,
    /// Who states it, as a citation key with its place.
    pub source: String,
    /// The stated value.
    pub stated: String,
    /// The measured value.
    pub found: String,
}

impl Check {
    /// A fact with its source, the stated value and the measured one.
    #[must_use]
    pub fn new(
        fact: impl Into<String>,
        source: impl Into<String>,
        stated: impl ToString,
        found: impl ToString,
    ) -> Check {
        Check {
            fact: fact.into(),
            source: source.into(),
            stated: stated.to_string(),
            found: found.to_string(),
        }
    }

    /// Whether the measured value equals the stated one.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.stated == self.found
    }
}

/// The findings of one run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Findings {
    /// The papers' tables.
    pub paper: Vec<Table>,
    /// Our tables, those that answer the papers' first.
    pub ours: Vec<Table>,
    /// Plots and drawings.
    pub plots: Vec<Plot>,
    /// Generated pages.
    pub pages: Vec<Page>,
    /// The measurements of each position, one row per position: written as CSV only.
    pub rows: Vec<Table>,
    /// The facts that must be exact; all of them are in the tables too.
    pub checks: Vec<Check>,
}

impl Findings {
    /// Whether every exact fact came out.
    #[must_use]
    pub fn all_hold(&self) -> bool {
        self.checks.iter().all(Check::holds)
    }
}

/// The checks as the paper's table and ours.
pub(crate) fn check_tables(title: &str, checks: &[Check]) -> Result<(Table, Table), TableError> {
    let mut paper = Table::new(title, ["fact", "source", "paper"]);
    let mut ours = Table::new(title, ["fact", "paper", "ours", "same"]);
    for check in checks {
        let text = |text: &String| Cell::from(text.as_str());
        paper.push(vec![text(&check.fact), text(&check.source), text(&check.stated)])?;
        let same = if check.holds() { "yes" } else { "NO" };
        ours.push(vec![text(&check.fact), text(&check.stated), text(&check.found), same.into()])?;
    }
    Ok((paper, ours))
}
