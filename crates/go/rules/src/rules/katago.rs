//! Rules as KataGo writes them into SGF: a list of their parts, such as
//! `koPOSITIONALscoreAREAtaxNONEsui0button1whbN`, or the same as JSON.

use super::{HalfPoints, KoRule, Rules, Scoring, Suicide, rules};

/// Letters and digits in lower case: in both spellings name and value of a part are then adjacent.
fn key(text: &str) -> String {
    text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

/// The value whose part, under one of its names, is in the text.
fn part<T: Copy>(key: &str, names: &[&str], values: &[(&str, T)]) -> Option<T> {
    let has = |value: &str| names.iter().any(|name| key.contains(&format!("{name}{value}")));
    values.iter().find(|(value, _)| has(value)).map(|(_, part)| *part)
}

fn scoring(key: &str) -> Option<Scoring> {
    let values = [("area", Scoring::Area), ("territory", Scoring::Territory)];
    part(key, &["score", "scoring"], &values)
}

/// The rules of a list of parts; `None` unless it names how to count and which repetitions are forbidden.
pub(super) fn parse(text: &str) -> Option<Rules> {
    let key = key(text);
    let scoring = scoring(&key)?;
    let ko = part(
        &key,
        &["ko"],
        &[
            ("simple", KoRule::Simple),
            ("positional", KoRule::PositionalSuperko),
            ("situational", KoRule::SituationalSuperko),
        ],
    )?;
    let may = part(&key, &["sui", "suicide"], &[("1", true), ("true", true)]).unwrap_or(false);
    let suicide = if may { Suicide::MultiStone } else { Suicide::Forbidden };
    Some(rules(scoring, ko, suicide, if scoring == Scoring::Area { 15 } else { 13 }))
}

/// White's compensation for handicap stones (`whb`); `None` if the text does not contain it.
pub(crate) fn handicap_compensation(text: &str, stones: u32) -> Option<HalfPoints> {
    let names = ["whb", "whitehandicapbonus"];
    let less = part(&key(text), &names, &[("0", None), ("n1", Some(1)), ("n", Some(0))])?;
    let stones = i32::try_from(stones).unwrap_or(0).min(1_000);
    Some(
        less.filter(|_| stones >= 2).map_or(HalfPoints(0), |less| HalfPoints::whole(stones - less)),
    )
}

/// A part that is not counted here, by name.
pub(crate) fn not_counted(text: &str) -> Option<&'static str> {
    let key = key(text);
    let area = scoring(&key)? == Scoring::Area;
    let button = part(&key, &["button", "hasbutton"], &[("1", ()), ("true", ())]).is_some();
    let tax = |value| part(&key, &["tax"], &[(value, ())]).is_some();
    match () {
        () if button => Some("the button"),
        () if tax("all") => Some("the tax on groups"),
        () if area && tax("seki") => Some("the tax on points in seki"),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_parts_are_rules() {
        for (text, name) in [
            ("koPOSITIONALscoreAREAtaxNONEsui0button1whbN", "chinese"),
            ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "japanese"),
            ("koPOSITIONALscoreAREAtaxNONEsui1komi7.5", "tromp-taylor"),
            ("koSITUATIONALscoreAREAtaxNONEsui1", "new-zealand"),
            (
                r#"{"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE","hasButton":false}"#,
                "aga",
            ),
        ] {
            assert_eq!(
                text.parse::<Rules>().ok().and_then(|rules| rules.name()),
                Some(name),
                "{text}"
            );
        }
        assert_eq!(parse("koSIMPLEtaxNONE"), None);
        assert!("scoring".parse::<Rules>().is_err());
    }

    #[test]
    fn what_white_gets_for_handicap_stones() {
        let of = |bonus: &str| {
            let text = format!("koSIMPLEscoreAREAtaxNONEsui0whb{bonus}");
            handicap_compensation(&text, 4).map(HalfPoints::to_f64)
        };
        assert_eq!([of("0"), of("N-1"), of("N")], [Some(0.0), Some(3.0), Some(4.0)]);
        assert_eq!(handicap_compensation("koSIMPLEscoreAREA", 4), None);
        assert_eq!(handicap_compensation("koSIMPLEscoreAREAwhbN", 1), Some(HalfPoints(0)));
    }

    #[test]
    fn parts_that_are_not_counted_are_named() {
        assert_eq!(not_counted("koSIMPLEscoreAREAtaxNONEsui0button1"), Some("the button"));
        assert_eq!(not_counted("koSIMPLEscoreAREAtaxALLsui0"), Some("the tax on groups"));
        assert_eq!(not_counted("koSIMPLEscoreAREAtaxSEKIsui0"), Some("the tax on points in seki"));
        assert_eq!(not_counted("koSIMPLEscoreTERRITORYtaxSEKIsui0"), None);
        assert_eq!(not_counted("Chinese"), None);
    }
}
