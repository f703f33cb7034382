//! The nearest known name to a misspelt one.

/// Longer names are not compared, so that hostile input is cheap.
const LONGEST_COMPARED: usize = 64;

/// The candidate with the smallest edit distance to `name`, if it is close enough to be meant.
#[must_use]
pub fn nearest(name: &str, candidates: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    if name.len() > LONGEST_COMPARED {
        return None;
    }
    let tolerance = (name.chars().count() / 3).max(1);
    candidates
        .map(|candidate| (edit_distance(name, candidate), candidate))
        .filter(|&(distance, _)| distance <= tolerance)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The end of a message about an unknown name: the suggestion, if there is one.
#[must_use]
pub fn did_you_mean(suggestion: Option<&'static str>) -> String {
    suggestion.map(|name| format!(", did you mean `{name}`?")).unwrap_or_default()
}

/// Levenshtein distance without regard to ASCII case.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().map(|c| c.to_ascii_lowercase()).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().map(|c| c.to_ascii_lowercase()).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &cb) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_single_edits() {
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("ABC", "abc"), 0);
    }

    #[test]
    fn only_near_names_are_suggested() {
        let names = || ["Quiescence", "KillerMoves"].into_iter();
        assert_eq!(nearest("quiesence", names()), Some("Quiescence"));
        assert_eq!(nearest("banana", names()), None);
        assert_eq!(nearest(&"Q".repeat(1000), names()), None);
    }
}
