//! A table as text, Markdown and CSV.

use super::{Cell, Table, is_numeric};

const ABSENT: &str = "-";

pub(super) fn text(table: &Table) -> String {
    let shown: Vec<Vec<String>> =
        table.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    let widths: Vec<usize> = (0..table.columns.len())
        .map(|column| {
            let cells = shown.iter().map(|row| width(&row[column]));
            cells.chain([width(&table.columns[column])]).max().unwrap_or(0)
        })
        .collect();
    let line = |cells: &[String]| {
        let padded = cells.iter().enumerate().map(|(column, cell)| {
            let fill = " ".repeat(widths[column] - width(cell));
            if is_numeric(table, column) { fill + cell } else { format!("{cell}{fill}") }
        });
        padded.collect::<Vec<_>>().join(" | ").trim_end().to_owned() + "\n"
    };
    let rules: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
    let mut text = format!("{}\n\n{}{}\n", table.title, line(&table.columns), rules.join("-|-"));
    text.extend(shown.iter().map(|row| line(row)));
    text
}

pub(super) fn markdown(table: &Table) -> String {
    let escape = |text: &str| text.replace('|', "\\|").replace('\n', " ");
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let header = line(table.columns.iter().map(|name| escape(name)).collect());
    let rules = (0..table.columns.len())
        .map(|column| if is_numeric(table, column) { "---:" } else { "---" });
    let rules = format!("|{}|\n", rules.collect::<Vec<_>>().join("|"));
    let mut text = format!("**{}**\n\n{header}{rules}", escape(&table.title));
    text.extend(table.rows.iter().map(|row| line(row.iter().map(|c| escape(&cell(c))).collect())));
    text
}

pub(super) fn csv(table: &Table) -> String {
    let line = |cells: Vec<String>| cells.join(",") + "\n";
    let mut text = line(table.columns.iter().map(|name| quote(name)).collect());
    text.extend(
        table.rows.iter().map(|row| {
            line(row.iter().map(|cell| quote(&cell.text().unwrap_or_default())).collect())
        }),
    );
    text
}

fn cell(cell: &Cell) -> String {
    cell.text().unwrap_or_else(|| ABSENT.to_owned())
}

fn quote(field: &str) -> String {
    if field.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// Columns a text takes on a terminal: East Asian wide characters take two.
fn width(text: &str) -> usize {
    text.chars().map(|c| if is_wide(c) { 2 } else { 1 }).sum()
}

fn is_wide(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{303e}' | '\u{3041}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}' | '\u{20000}'..='\u{3fffd}')
}
