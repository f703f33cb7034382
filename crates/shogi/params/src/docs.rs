//! The reference page, generated from the table.

use std::fmt::Write;

use crate::profile::{PROFILES, Profile};
use crate::rows::{Row, rows};
use crate::table::Params;

/// The reference page of all switches, parameters and profiles, in Markdown.
pub fn markdown() -> String {
    let mut page = String::from(INTRODUCTION);
    let mut group = "";
    for row in rows() {
        if row.group != group {
            group = row.group;
            let _ = write!(page, "\n## {group}\n\n{HEADER}");
        }
        page.push_str(&row_line(row));
    }
    page.push_str("\n## Profiles\n\n| profile | what | differs from `default` in | source |\n|---|---|---|---|\n");
    for profile in PROFILES {
        page.push_str(&profile_line(profile));
    }
    page
}

const INTRODUCTION: &str = "# Switches and parameters\n\n\
    Generated from the table in `crates/shogi/params`. Set one with `setoption name NAME value VALUE` in \
    USI or `--set NAME=VALUE` on the command line; names are matched without regard to case. \
    Setting `Profile` resets every row; what is set later overrides it.\n";

const HEADER: &str =
    "| name | default | range | step | unit | what | source |\n|---|---|---|---|---|---|---|\n";

fn row_line(row: &Row) -> String {
    let (range, step) = if row.is_switch() {
        ("on, off".to_owned(), String::new())
    } else {
        (format!("{} to {}", row.text(row.min), row.text(row.max)), row.text(row.step))
    };
    let default = row.text(row.default);
    let (name, unit, doc, source) = (row.name, row.unit, cell(row.doc), cell(row.source));
    format!("| `{name}` | {default} | {range} | {step} | {unit} | {doc} | {source} |\n")
}

fn profile_line(profile: &Profile) -> String {
    let differences: Vec<String> = profile
        .params()
        .changes_from(&Params::default())
        .map(|(row, value)| format!("`{}={value}`", row.name))
        .collect();
    let listed = if differences.is_empty() { "nothing".into() } else { differences.join(" ") };
    format!(
        "| `{}` | {} | {listed} | {} |\n",
        profile.name,
        cell(profile.doc),
        cell(profile.source)
    )
}

/// Text that does not end a table cell early.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
