//! The page with a row for every technique, in Markdown.

use std::fmt::Write as _;

use zenpuku_params::{PROFILE_OPTION, Params};
use zenpuku_shogi_engine::EvalKind;

use super::ablation::{Base, Effect, Technique, on_or_off};
use super::matches::Matches;
use crate::measure::profile;

/// The data of the page.
pub(crate) struct Material<'a> {
    /// The techniques.
    pub(crate) techniques: &'a [Technique],
    /// The bases with the effect of each technique on them.
    pub(crate) bases: &'a [(Base, Vec<Effect>)],
    /// The matches.
    pub(crate) matches: &'a Matches,
    /// The signature of the program that writes the page.
    pub(crate) bench: u64,
    /// The command that writes the page.
    pub(crate) command: String,
    /// Positions searched, and nodes at most.
    pub(crate) size: (usize, u64),
}

/// The page.
pub(crate) fn markdown(material: &Material<'_>) -> String {
    let mut page = introduction(material);
    let mut group = "";
    for (index, technique) in material.techniques.iter().enumerate() {
        if technique.group != group {
            group = technique.group;
            let _ = write!(page, "\n## {group}\n\n{}", header(material));
        }
        page.push_str(&row(material, index, technique));
    }
    page
}

fn introduction(material: &Material<'_>) -> String {
    let Material { bases, command, size: (positions, cap), bench, .. } = material;
    let untrained = EvalKind::UNTRAINED;
    let signature = if *bench == 0 { String::new() } else { format!(" ({bench})") };
    let depths: Vec<String> =
        bases.iter().map(|(base, _)| format!("`{}` {}", base.name, base.depth)).collect();
    format!(
        "# Techniques\n\n\
        A row for every switch of the search. Generated; make it again with\n\n\
        ```sh\n{command} --out experiments/techniques/results\n```\n\n\
        <!-- claim: cmd=\"{command} --out {{out}}\" files=\"techniques.md\" slow=\"yes\" -->\n\n\
        - **Nodes**: nodes without the technique as a multiple of those with it, at a fixed depth ({}), summed over \
        {positions} positions of real games; more than 1: the technique saves nodes. Searches of more than {cap} nodes \
        are left out; in parentheses how many positions remain, if not all. An extension costs nodes at equal depth, a \
        reduction saves them: what either is worth, only games tell.\n\
        - **Elo**: strength with the technique above that without it, with its 95 % error, the number of games and the \
        evaluation they were played with; the nodes are counted with `{untrained}`. `-`: not measured. Read from the \
        match results in `experiments/techniques/games`. The result of a program with another bench signature than \
        that of the one that wrote the page{signature} is marked: it tells of that program only.\n\
        - `default` and `bonanza2006` with the technique against without it, all others as in the profile (leave one \
        out); `plain` is alpha-beta with a quiescence search of captures that do not lose material, and nothing else \
        (only one). `on` and `off` say what the profile has.\n\
        - The command plays the match for the profile `default`; the same with `bonanza2006` for the other. Add \
        `--openings testdata/openings/even-16-plies.sfen`, a budget and the number of games.\n",
        depths.join(", "),
    )
}

fn header(material: &Material<'_>) -> String {
    let mut head = String::from("| switch | what it does | source |");
    let mut rule = String::from("|---|---|---|");
    for (base, _) in material.bases {
        let _ = write!(head, " nodes, `{}` |", base.name);
        rule.push_str("---:|");
    }
    for (base, _) in profiles(material) {
        let _ = write!(head, " Elo, `{}` |", base.name);
        rule.push_str("---:|");
    }
    format!("{head} match |\n{rule}---|\n")
}

/// The bases that are profiles, for which matches are worth playing.
fn profiles<'a>(material: &Material<'a>) -> impl Iterator<Item = &'a (Base, Vec<Effect>)> {
    material.bases.iter().filter(|(base, _)| base.name != super::ablation::PLAIN)
}

fn row(material: &Material<'_>, index: usize, technique: &Technique) -> String {
    let cell = |text: &str| text.replace('|', "\\|");
    let name = if technique.rows.len() == 1 {
        format!("`{}`", technique.name)
    } else {
        technique.name.clone()
    };
    let mut line = format!("| {name} | {} | {} |", cell(technique.doc), cell(technique.source));
    for (base, effects) in material.bases {
        let effect = &effects[index];
        let state = if base.name == super::ablation::PLAIN {
            String::new()
        } else {
            format!(" {}", on_or_off(effect.on))
        };
        let _ = write!(line, " {}{state} |", nodes(effect, material.size.0));
    }
    for (base, _) in profiles(material) {
        let (with, without) = (technique.with(&base.params), technique.without(&base.params));
        let elo = material.matches.elo(&with, &without, material.bench);
        let _ = write!(line, " {} |", elo.map_or("-".to_owned(), |elo| elo.to_string()));
    }
    let _ = writeln!(line, " {} |", command(technique));
    line
}

fn nodes(effect: &Effect, positions: usize) -> String {
    let (count, ..) = effect.nodes();
    match effect.ratio() {
        None => "-".to_owned(),
        Some(ratio) if count == positions => format!("{ratio:.2}"),
        Some(ratio) => format!("{ratio:.2} ({count})"),
    }
}

/// The match that measures the technique in the default profile.
fn command(technique: &Technique) -> String {
    let base = Params::default();
    let (with, without) = (technique.with(&base), technique.without(&base));
    format!("`zenpuku match --a {} --b {}`", assignments(&with), assignments(&without))
}

/// The default profile and what differs from it, as `zenpuku match` takes it.
fn assignments(params: &Params) -> String {
    let base = profile("default").unwrap_or_default();
    let changes = params.changes_from(&base).map(|(row, value)| format!(",{}={value}", row.name));
    format!("{PROFILE_OPTION}=default{}", changes.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::ablation::techniques;

    #[test]
    fn commands_name_both_configurations() {
        let all = techniques().unwrap();
        let one = all.iter().find(|one| one.name == "NullMovePruning").unwrap();
        let expected =
            "`zenpuku match --a Profile=default --b Profile=default,NullMovePruning=false`";
        assert_eq!(command(one), expected);
        let off = all.iter().find(|one| one.name == "QuiescenceTable").unwrap();
        assert!(command(off).contains("QuiescenceTable="));
    }
}
