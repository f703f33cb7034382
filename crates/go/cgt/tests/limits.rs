//! Limits hold, and a universe that hit one is still right.

use zenpuku_cgt::{CgtError, Limits, Notation, Relation, Universe};

#[test]
fn the_budget_is_kept() {
    let limits = Limits { entries: 300, depth: 100 };
    let mut universe = Universe::new(limits);
    let mut error = None;
    for n in 1..100 {
        let text = format!("{{{{{n}|{}}}|{{0|-{n}}}}} + +-{n}/2 + {{5|+-{n}}}", n / 2);
        if let Err(e) = universe.parse(&text) {
            error = Some(e);
            break;
        }
    }
    assert_eq!(error, Some(CgtError::BudgetExceeded { limit: 300 }));
    assert!(universe.entries() <= 300);
    universe.forget_results();
    assert!(universe.entries() < 300);
    let (a, b) = (universe.parse("^"), universe.parse("*"));
    let relation = universe.compare(a.expect("room for ^"), b.expect("room for *"));
    assert_eq!(relation, Ok(Relation::Confused));
}

#[test]
fn deep_recursion_is_refused() {
    let mut universe = Universe::default();
    let game = universe.parse("+_1 + ^30000");
    assert_eq!(game, Err(CgtError::TooDeep { limit: 800 }));
    assert!(universe.parse("+_1 + ^30").is_ok());
}

#[test]
fn huge_heaps_are_refused() {
    let mut universe = Universe::default();
    let game = universe.parse("+_1 + *4000000000");
    assert!(matches!(game, Err(CgtError::BudgetExceeded { .. })), "{game:?}");
    let parts = ["*4000000000", "+_1", "-_2"].map(|text| universe.parse(text).expect("a game"));
    let relation = universe.compare_sum_with_integer(&parts, 0);
    assert!(matches!(relation, Err(CgtError::BudgetExceeded { .. })), "{relation:?}");
}

#[test]
fn sum_play_gives_its_memory_back() {
    let mut universe = Universe::default();
    let texts = ["{5|1||0}", "{3|1|||1|0||-2}", "+-3", "{4|3||-1}", "{1||0|-7}"];
    let games: Vec<_> = texts.iter().map(|t| universe.parse(t).expect("a game")).collect();
    let first = universe.sum_black_first_score(&games).expect("a score");
    let entries = universe.entries();
    for _ in 0..10 {
        assert_eq!(universe.sum_black_first_score(&games), Ok(first));
    }
    assert_eq!(universe.entries(), entries);
}

/// A corridor of 700 points, with one dead stone at its end: 700 games inside each other.
#[test]
fn the_default_depth_fits_the_stack_of_a_thread() -> Result<(), CgtError> {
    let mut universe = Universe::default();
    let mut raw = universe.integer(0)?;
    for n in 1..=700 {
        let plugged = universe.integer(n + 1)?;
        raw = universe.switch(plugged, raw)?;
    }
    assert_eq!(universe.temperature(raw)?.to_string(), "1");
    let chilled = universe.chill(raw)?;
    assert_eq!(universe.format(chilled, Notation::Ascii)?, "700^699");
    assert_eq!(universe.warm(chilled)?, raw);
    assert!(universe.format(raw, Notation::Ascii)?.len() > 700);
    universe.forget_results();
    let negative = universe.neg(raw)?;
    assert_eq!(universe.add(raw, negative)?, universe.integer(0)?);
    let relation = universe.compare_sum_with_integer(&[raw, raw, negative], 700)?;
    let seven_hundred = universe.integer(700)?;
    assert_eq!(relation, universe.compare(raw, seven_hundred)?);
    Ok(())
}

/// Each game contains the previous one twice, so its text doubles.
#[test]
fn endless_texts_are_refused() -> Result<(), CgtError> {
    let mut universe = Universe::default();
    let mut game = universe.parse("{1||0|-3}")?;
    let mut length = 0;
    for level in 1..20 {
        let step = universe.integer(10 << (2 * level))?;
        let (more, less) = (universe.add(game, step)?, universe.sub(game, step)?);
        game = universe.switch(more, less)?;
        match universe.format(game, Notation::Ascii) {
            Ok(text) => length = text.len(),
            Err(error) => {
                assert!(matches!(error, CgtError::TextTooLong { .. }), "{error}");
                assert!(length > 100_000, "refused after {length} bytes");
                return Ok(());
            }
        }
    }
    panic!("a text of {length} bytes was written");
}
