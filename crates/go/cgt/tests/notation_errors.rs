//! The errors for texts that are not games.

use zenpuku_cgt::{CgtError, ParseError, ParseProblem, Universe};

#[test]
fn errors_name_place_and_cause() {
    let mut universe = Universe::default();
    for (text, column, problem) in [
        ("", 1, ParseProblem::ExpectedGame),
        ("  ", 3, ParseProblem::ExpectedGame),
        ("1 +", 4, ParseProblem::ExpectedGame),
        ("x", 1, ParseProblem::ExpectedGame),
        ("+1", 1, ParseProblem::ExpectedGame),
        ("1 2", 3, ParseProblem::Unexpected('2')),
        ("{1|2", 1, ParseProblem::Unclosed),
        ("(1", 1, ParseProblem::Unclosed),
        ("{1}", 1, ParseProblem::NoBar),
        ("{1|2)", 5, ParseProblem::Unexpected(')')),
        ("{1|2|3}", 5, ParseProblem::AmbiguousBars),
        ("{1,|2}", 4, ParseProblem::ExpectedGame),
        ("1/3", 3, ParseProblem::Denominator),
        ("1/0", 3, ParseProblem::Denominator),
        ("1/", 3, ParseProblem::ExpectedNumber),
        ("+_", 3, ParseProblem::ExpectedGame),
        ("99999999999999999999", 1, ParseProblem::Overflow),
        ("1 + *99999999999", 6, ParseProblem::Overflow),
        ("^4294967295", 2, ParseProblem::Overflow),
    ] {
        let expected = CgtError::Parse(ParseError { column, problem });
        assert_eq!(universe.parse(text), Err(expected), "{text:?}");
    }
    let deep = "(".repeat(10_000);
    let error = universe.parse(&deep);
    assert!(
        matches!(error, Err(CgtError::Parse(ParseError { problem: ParseProblem::TooDeep, .. }))),
        "{error:?}"
    );
}

#[test]
fn what_does_not_fit_is_an_error() {
    let mut universe = Universe::default();
    for text in [
        "9223372036854775807 + 1",
        "9223372036854775807.2",
        "1/4611686018427387904 - {0|1/4611686018427387904}",
        "2147483647.^ + ^",
    ] {
        assert_eq!(universe.parse(text), Err(CgtError::Overflow), "{text}");
    }
}
