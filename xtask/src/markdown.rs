//! The little Markdown the checks need: tables, code spans, links, headings.

/// One row of a table: its line (from 1) and its cells.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) line: usize,
    pub(crate) cells: Vec<String>,
}

/// The rows of the first table whose header cells begin with `header`.
pub(crate) fn table(text: &str, header: &[&str]) -> Option<Vec<Row>> {
    let lines: Vec<&str> = text.lines().collect();
    let start = lines.iter().position(|line| {
        let cells = cells(line);
        cells.len() >= header.len() && cells.iter().zip(header).all(|(cell, name)| cell == name)
    })?;
    let rows = lines.iter().enumerate().skip(start + 2).take_while(|(_, line)| is_row(line));
    Some(rows.map(|(index, line)| Row { line: index + 1, cells: cells(line) }).collect())
}

fn is_row(line: &str) -> bool {
    line.trim_start().starts_with('|')
}

fn cells(line: &str) -> Vec<String> {
    if !is_row(line) {
        return Vec::new();
    }
    let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// The texts between single backquotes in one line or cell.
pub(crate) fn code_spans(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The targets of inline links `[text](target)` with their lines; fenced code
/// blocks are left out.
pub(crate) fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        let mut rest = line;
        while let Some(start) = rest.find("](") {
            rest = &rest[start + 2..];
            let Some(end) = rest.find(')') else { break };
            found.push((number, &rest[..end]));
            rest = &rest[end..];
        }
    }
    found
}

/// The anchors that headings of a document define, as GitHub forms them.
pub(crate) fn anchors(text: &str) -> Vec<String> {
    prose(text)
        .filter(|(_, line)| line.starts_with('#'))
        .map(|(_, line)| slug(line.trim_start_matches('#').trim()))
        .collect()
}

fn slug(heading: &str) -> String {
    heading
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// The lines outside fenced code blocks, numbered from 1.
pub(crate) fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        (!fenced && !fence).then_some((index + 1, line))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_found_by_their_header() {
        let text = "x\n\n| a | b |\n|---|---|\n| 1 | `2`, `3` |\n\n| 4 |\n";
        let rows = table(text, &["a", "b"]).unwrap();
        assert_eq!(rows, [Row { line: 5, cells: vec!["1".into(), "`2`, `3`".into()] }]);
        assert_eq!(code_spans(&rows[0].cells[1]), ["2", "3"]);
        assert!(table(text, &["b"]).is_none());
    }

    #[test]
    fn links_in_code_blocks_are_no_links() {
        let text = "see [a](b.md) and [c](d.md#e)\n```\n[x](y)\n```\n";
        assert_eq!(links(text), [(1, "b.md"), (1, "d.md#e")]);
    }

    #[test]
    fn anchors_follow_github() {
        assert_eq!(anchors("# A: b/c-d\n## 日本 語\n"), ["a-bc-d", "日本-語"]);
    }
}
