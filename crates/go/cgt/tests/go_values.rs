//! Values of Go positions: the recursive definition of a position against its known value.

use zenpuku_cgt::{CgtError, Dyadic, GameId, Notation, Universe};

type Test = Result<(), CgtError>;

/// Black's corridor of `n` empty points with `s` dead white stones at its end: Black plugs the
/// mouth, or White takes one step and at last saves the stones.
fn corridor(u: &mut Universe, n: i64, s: i64) -> Result<GameId, CgtError> {
    let mut value = u.integer(0)?;
    for length in 1..=n {
        let plugged = u.integer(length - 1 + 2 * s)?;
        value = u.switch(plugged, value)?;
    }
    Ok(value)
}

fn chilled(u: &mut Universe, n: i64, s: i64) -> Result<String, CgtError> {
    let raw = corridor(u, n, s)?;
    assert!(u.chilling_loses_nothing(raw)?);
    let value = u.chill(raw)?;
    u.format(value, Notation::Ascii)
}

#[test]
fn blocked_corridors() -> Test {
    let u = &mut Universe::default();
    for n in 1..=40 {
        let raw = corridor(u, n, 0)?;
        let small = Dyadic::new(1, (n - 1) as u32)?;
        let value = Dyadic::try_from(n - 2)?.checked_add(small)?;
        let chilled = u.chill(raw)?;
        assert_eq!(u.as_number(chilled), Some(value));
        assert_eq!(u.temperature(raw)?, Dyadic::ONE.checked_sub(small)?);
        assert_eq!(u.mean(raw)?, value);
    }
    Ok(())
}

#[test]
fn corridors_open_at_both_ends() -> Test {
    let u = &mut Universe::default();
    let mut open = u.integer(0)?;
    for n in 1..=30 {
        let plugged = if n == 1 { u.integer(0)? } else { corridor(u, n - 1, 0)? };
        open = u.switch(plugged, open)?;
        let expected = match u32::try_from(n - 3) {
            Ok(k) => Dyadic::try_from(n - 4)?.checked_add(Dyadic::new(1, k)?)?,
            Err(_) => Dyadic::ZERO,
        };
        let chilled = u.chill(open)?;
        assert_eq!(u.as_number(chilled), Some(expected), "{n} points");
    }
    Ok(())
}

#[test]
fn corridors_with_one_dead_stone() -> Test {
    let u = &mut Universe::default();
    for n in 1..=20_i32 {
        let ups = match n - 1 {
            0 => String::new(),
            1 => "^".into(),
            ups => format!("^{ups}"),
        };
        let star = if n % 2 == 1 { "*" } else { "" };
        assert_eq!(chilled(u, i64::from(n), 1)?, format!("{n}{ups}{star}"));
    }
    Ok(())
}

#[test]
fn corridors_with_several_dead_stones() -> Test {
    let u = &mut Universe::default();
    for s in 2..=9 {
        assert_eq!(chilled(u, 1, s)?, format!("{{{}|1}}", 2 * s - 1));
        assert_eq!(chilled(u, 2, s)?, format!("{}+_{}", 2 * s, 2 * s - 2));
        let more = 2 * s + 1;
        assert_eq!(chilled(u, 3, s)?, format!("{{{more}|{more}+_{}}}", 2 * s - 2));
    }
    Ok(())
}

#[test]
fn a_dame_is_worth_nothing() -> Test {
    let u = &mut Universe::default();
    let dame = u.nimber(1)?;
    assert_eq!(u.chill(dame)?, GameId::ZERO);
    Ok(())
}

/// One row of `corridor-sums.tsv`.
struct Row {
    id: String,
    parts: Vec<(i64, i64, bool)>,
    dame: bool,
    scores: (i64, i64),
    chilled: String,
    raw: String,
}

fn rows() -> Vec<Row> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/cgt/corridor-sums.tsv");
    let text = std::fs::read_to_string(path).expect("the test data");
    text.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

fn row(line: &str) -> Row {
    let fields: Vec<_> = line.split('\t').collect();
    let number = |text: &str| text.parse().expect("an integer");
    let mut parts = Vec::new();
    for (field, black) in [(fields[1], true), (fields[2], false)] {
        for part in field.split(' ') {
            let (n, s) = part.split_once('+').expect("points+stones");
            parts.push((number(n), number(s), black));
        }
    }
    Row {
        id: fields[0].into(),
        parts,
        dame: fields[3] == "1",
        scores: (number(fields[4]), number(fields[5])),
        chilled: fields[6].into(),
        raw: fields[7].into(),
    }
}

#[test]
fn sums_of_corridors() -> Test {
    let rows = rows();
    assert_eq!(rows.len(), 100);
    for row in rows {
        let u = &mut Universe::default();
        let (mut raw, mut chilled) = (Vec::new(), Vec::new());
        for &(n, s, black) in &row.parts {
            let value = corridor(u, n, s)?;
            let value = if black { value } else { u.neg(value)? };
            raw.push(value);
            chilled.push(u.chill(value)?);
        }
        if row.dame {
            raw.push(u.nimber(1)?);
        }
        let (raw_sum, chilled_sum) = (u.sum(&raw)?, u.sum(&chilled)?);
        assert_eq!(u.parse(&row.raw)?, raw_sum, "{} raw", row.id);
        assert_eq!(u.parse(&row.chilled)?, chilled_sum, "{} chilled", row.id);
        assert_eq!(u.chill(raw_sum)?, chilled_sum, "{} chilled from raw", row.id);
        assert!(u.chilling_loses_nothing(raw_sum)?, "{} warmed", row.id);
        let scores = (u.black_first_score(chilled_sum)?, u.white_first_score(chilled_sum)?);
        assert_eq!(scores, row.scores, "{} scores", row.id);
        let played = (u.sum_black_first_score(&chilled)?, u.sum_white_first_score(&chilled)?);
        assert_eq!(played, row.scores, "{} scores by play", row.id);
    }
    Ok(())
}
