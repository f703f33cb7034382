//! Reading claims out of Markdown.

use anyhow::{Context as _, bail, ensure};

use crate::workspace::Source;

const OPEN: &str = "<!-- claim:";
const CLOSE: &str = "-->";

/// One claim and its place.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) path: String,
    /// Counted from 1.
    pub(super) line: usize,
    pub(super) command: String,
    pub(super) slow: bool,
    pub(super) expect: Expect,
}

/// The expected result of the command.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Expect {
    /// One figure of its JSON output.
    Figure { path: String, value: String },
    /// Its whole output.
    Block(String),
    /// Files it writes into `{out}`.
    Files(Vec<String>),
}

/// All claims of a document.
pub(super) fn claims(source: &Source) -> anyhow::Result<Vec<Claim>> {
    let lines: Vec<&str> = source.text.lines().collect();
    let mut fenced = false;
    let mut claims = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        fenced ^= line.trim_start().starts_with("```");
        if !fenced && line.starts_with(OPEN) {
            let claim = claim(source, &lines, index);
            claims.push(claim.with_context(|| format!("{}:{}", source.path, index + 1))?);
        }
    }
    Ok(claims)
}

fn claim(source: &Source, lines: &[&str], index: usize) -> anyhow::Result<Claim> {
    let inner = lines[index]
        .trim_end()
        .strip_prefix(OPEN)
        .and_then(|rest| rest.strip_suffix(CLOSE))
        .context("a claim is one line `<!-- claim: name=\"value\" ... -->`")?;
    let attributes = attributes(inner)?;
    let get = |name: &str| {
        attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    };
    let expect = match (get("json"), get("value"), get("files")) {
        (Some(path), Some(value), None) => {
            let shown = get("shown").unwrap_or_else(|| value.clone());
            let text = plain(&paragraph(&lines[index..]));
            ensure!(text.contains(&plain(&shown)), "the text below does not show {shown}");
            Expect::Figure { path, value }
        }
        (None, None, Some(names)) => Expect::Files(names.split(' ').map(str::to_owned).collect()),
        (None, None, None) => Expect::Block(block(&lines[index..])?),
        _ => bail!("a claim has json and value, or files, or a code block"),
    };
    Ok(Claim {
        path: source.path.clone(),
        line: index + 1,
        command: get("cmd").context("a claim needs cmd=\"...\"")?,
        slow: get("slow").is_some(),
        expect,
    })
}

/// The pairs of `name="value" name="value"`.
fn attributes(text: &str) -> anyhow::Result<Vec<(String, String)>> {
    const NAMES: [&str; 6] = ["cmd", "json", "value", "shown", "files", "slow"];
    let mut pairs = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, after) = rest.split_once("=\"").context("expected name=\"value\"")?;
        let (value, after) = after.split_once('"').context("a quote is not closed")?;
        ensure!(NAMES.contains(&name), "unknown name `{name}`");
        pairs.push((name.to_owned(), value.to_owned()));
        rest = after.trim_start();
    }
    Ok(pairs)
}

/// The text below a claim up to the next empty line; claims are skipped.
fn paragraph(lines: &[&str]) -> String {
    let body = lines
        .iter()
        .skip_while(|line| line.is_empty() || line.starts_with("<!--"))
        .take_while(|line| !line.is_empty());
    body.copied().collect::<Vec<_>>().join("\n")
}

/// Digits without separators: `547,581,517` is shown for 547581517.
fn plain(text: &str) -> String {
    text.replace(',', "")
}

/// The code block below a claim.
fn block(lines: &[&str]) -> anyhow::Result<String> {
    let mut below = lines.iter().skip_while(|line| line.is_empty() || line.starts_with("<!--"));
    let fence = below.next().is_some_and(|line| line.starts_with("```"));
    ensure!(fence, "a claim without json or files needs a code block below");
    let body: Vec<&str> = below.take_while(|line| !line.starts_with("```")).copied().collect();
    Ok(body.join("\n"))
}

/// Splits a command into words; '...' keeps blanks together.
pub(super) fn words(command: &str) -> anyhow::Result<Vec<String>> {
    let mut words = Vec::new();
    for (index, part) in command.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    ensure!(
        command.matches('\'').count().is_multiple_of(2),
        "a quote in `{command}` is not closed"
    );
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> anyhow::Result<Vec<Claim>> {
        claims(&Source::fixture("a.md", text))
    }

    #[test]
    fn a_figure_must_be_shown() {
        let claim = "<!-- claim: cmd=\"zenpuku x\" json=\".n\" value=\"1234\" -->\n";
        let found = read(&format!("{claim}\n| n | 1,234 |\n")).unwrap();
        assert_eq!(found[0].command, "zenpuku x");
        assert_eq!(found[0].expect, Expect::Figure { path: ".n".into(), value: "1234".into() });
        let error = read(&format!("{claim}\nother\n\n1234\n")).unwrap_err();
        assert!(format!("{error:#}").contains("a.md:1"), "{error:#}");
    }

    #[test]
    fn rounded_figures_say_so() {
        let text = "<!-- claim: cmd=\"z\" json=\".n\" value=\"0.9791\" shown=\"0.98\" -->\n0.98\n";
        assert_eq!(read(text).unwrap().len(), 1);
    }

    #[test]
    fn blocks_and_files_are_read() {
        let text = "<!-- claim: cmd=\"a\" slow=\"yes\" -->\n```text\none\n...\n```\n\
                    <!-- claim: cmd=\"b {out}\" files=\"x.csv y.json\" -->\n";
        let found = read(text).unwrap();
        assert_eq!(found[0].expect, Expect::Block("one\n...".into()));
        assert!(found[0].slow && !found[1].slow);
        assert_eq!(found[1].expect, Expect::Files(vec!["x.csv".into(), "y.json".into()]));
    }

    #[test]
    fn examples_in_code_blocks_are_no_claims() {
        assert!(read("```\n<!-- claim: nonsense -->\n```\n").unwrap().is_empty());
    }

    #[test]
    fn mistakes_are_errors() {
        for bad in [
            "<!-- claim: cmd=\"z\" json=\".n\" -->\n1\n",
            "<!-- claim: cmd=\"z\" speed=\"1\" -->\n```\n```\n",
            "<!-- claim: cmd=\"z -->\n",
            "<!-- claim: files=\"x\" -->\n",
            "<!-- claim: cmd=\"z\" -->\ntext\n",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn quoted_words_keep_their_blanks() {
        let found = words("zenpuku eval 'a b -' --json").unwrap();
        assert_eq!(found, ["zenpuku", "eval", "a b -", "--json"]);
        assert!(words("zenpuku 'a").is_err());
    }
}
