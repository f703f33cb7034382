//! Values every book on the subject has.

use zenpuku_cgt::{CgtError, Dyadic, GameId, Initiative, Notation, Outcome, Relation, Universe};

type Test = Result<(), CgtError>;

fn text(universe: &mut Universe, source: &str) -> Result<String, CgtError> {
    let game = universe.parse(source)?;
    universe.format(game, Notation::Ascii)
}

fn relation(universe: &mut Universe, a: &str, b: &str) -> Result<Relation, CgtError> {
    let (a, b) = (universe.parse(a)?, universe.parse(b)?);
    universe.compare(a, b)
}

#[test]
fn canonical_forms() -> Test {
    let u = &mut Universe::default();
    for (source, canonical) in [
        ("{|}", "0"),
        ("{0|}", "1"),
        ("{|}", "0"),
        ("{0|1}", "1/2"),
        ("{1/2|}", "1"),
        ("{-3|5/8}", "0"),
        ("{5/8|3/4}", "11/16"),
        ("{-7/2|-3}", "-13/4"),
        ("{0|0}", "*"),
        ("{0|*}", "^"),
        ("{*|0}", "v"),
        ("{0,*|0,*}", "*2"),
        ("{0,*,*2|0,*,*2}", "*3"),
        ("{0,*2|0,*2}", "*"),
        ("{0,*|0}", "^*"),
        ("{0|^*}", "^2"),
        ("{0|^}", "^2*"),
        ("{^|^}", "^2*"),
        ("{^|v}", "*"),
        ("{0|v}", "*"),
        ("{^|*}", "{^|*}"),
        ("{*|*}", "0"),
        ("{1|1}", "1*"),
        ("{1*|1*}", "1"),
        ("{0|*3}", "^*2"),
        ("{0||0|-2}", "+_2"),
        ("{2|0||0}", "-_2"),
        ("{1||1|-5/2}", "1+_7/2"),
        ("{2|-2}", "+-2"),
        ("{3|1}", "{3|1}"),
        ("{2||1|0}", "{2||1|0}"),
        ("{2|0|||1||0|-1}", "0"),
        ("{4|2|||1||0|-1}", "{4|2|||1||0|-1}"),
        ("{1|0,*}", "{1|0, *}"),
        ("{1,1/2|0}", "{1|0}"),
        ("2·^ + *", "^2*"),
        ("-3/4v2*", "-3/4v2*"),
        ("3.{1|-1}", "+-1"),
        ("1 + +-1", "{2|0}"),
        ("1+-1", "0"),
        ("2 + -_3 - -_3", "2"),
        ("-(1^)", "-1v"),
        ("- -^", "^"),
        ("±{2|1}", "+-{2|1}"),
        ("⧾2+⧿2", "0"),
        ("⇑∗+↓3", "v*"),
    ] {
        assert_eq!(text(u, source)?, canonical, "{source}");
    }
    Ok(())
}

#[test]
fn unicode_notation() -> Test {
    let u = &mut Universe::default();
    for (source, written) in [
        ("^2*", "⇑∗"),
        ("1/2v3*2", "1/2↓3∗2"),
        ("+_2", "⧾2"),
        ("1-_2", "1⧿2"),
        ("+-1", "±1"),
        ("+-(1^)", "±(1↑)"),
    ] {
        let game = u.parse(source)?;
        assert_eq!(u.format(game, Notation::Unicode)?, written);
        assert_eq!(u.parse(written)?, game);
    }
    Ok(())
}

#[test]
fn relations() -> Test {
    let u = &mut Universe::default();
    use Relation::{Confused, Equal, Greater};
    for (a, b, expected) in [
        ("^", "0", Greater),
        ("^", "*", Confused),
        ("^2", "*", Greater),
        ("^", "*2", Greater),
        ("*", "0", Confused),
        ("*2", "*3", Confused),
        ("1/1024", "^100", Greater),
        ("+_1", "0", Greater),
        ("+_1", "+_2", Greater),
        ("^", "100.+_1", Greater),
        ("+_1", "100.+_2", Greater),
        ("+-1", "1", Confused),
        ("+-1", "0", Confused),
        ("3/2", "+-1", Greater),
        ("1", "+-1", Confused),
        ("+-1 + +-1", "0", Equal),
        ("^2*", "{0|^}", Equal),
        ("+_1 + +-1", "+-1", Greater),
        ("{1|+-4}", "{1|-3}", Greater),
    ] {
        assert_eq!(relation(u, a, b)?, expected, "{a} and {b}");
        assert_eq!(relation(u, b, a)?, expected.reverse(), "{b} and {a}");
    }
    Ok(())
}

#[test]
fn outcomes() -> Test {
    let u = &mut Universe::default();
    for (source, outcome) in [
        ("^", Outcome::Left),
        ("v", Outcome::Right),
        ("*", Outcome::Next),
        ("^v", Outcome::Previous),
    ] {
        let game = u.parse(source)?;
        assert_eq!(u.outcome(game)?, outcome);
    }
    Ok(())
}

#[test]
fn means_and_temperatures() -> Test {
    let u = &mut Universe::default();
    for (source, mean, temperature) in [
        ("3", "3", "-1"),
        ("1/2", "1/2", "-1/2"),
        ("5/8", "5/8", "-1/8"),
        ("*", "0", "0"),
        ("^3*2", "0", "0"),
        ("1/2^", "1/2", "0"),
        ("+_2", "0", "0"),
        ("+-2", "0", "2"),
        ("{3|1}", "2", "1"),
        ("{2||1|0}", "5/4", "3/4"),
        ("{5||2|-2}", "5/2", "5/2"),
        ("{3||2|-6}", "2", "1"),
        ("{10|0||-1}", "0", "1"),
        ("{10|0||-11}", "-3", "8"),
        ("{4|{2|0}}", "5/2", "3/2"),
    ] {
        let game = u.parse(source)?;
        assert_eq!(u.mean(game)?.to_string(), mean, "mean of {source}");
        assert_eq!(u.temperature(game)?.to_string(), temperature, "temperature of {source}");
    }
    Ok(())
}

#[test]
fn initiative() -> Test {
    let u = &mut Universe::default();
    for (source, expected) in [
        ("3", Initiative::Settled),
        ("1/2", Initiative::Settled),
        ("{3|1}", Initiative::Gote),
        ("{2||1|0}", Initiative::Gote),
        ("{10|0||-1}", Initiative::LeftSente),
        ("{1||0|-10}", Initiative::RightSente),
        ("*", Initiative::Gote),
    ] {
        let game = u.parse(source)?;
        assert_eq!(u.thermograph(game)?.initiative(), expected, "{source}");
    }
    Ok(())
}

#[test]
fn warming() -> Test {
    let u = &mut Universe::default();
    let (star, half) = (u.nimber(1)?, u.parse("1/2")?);
    let warmed = u.warm(half)?;
    assert_eq!(u.format(warmed, Notation::Ascii)?, "{1|*}");
    assert_eq!(u.chill(warmed)?, half);
    assert!(u.chilling_loses_nothing(star)?);
    assert_eq!(
        u.cool(star, Dyadic::MINUS_ONE),
        Err(CgtError::NegativeTemperature(Dyadic::MINUS_ONE))
    );
    Ok(())
}

#[test]
fn scores_of_chilled_values() -> Test {
    let u = &mut Universe::default();
    for (source, black, white) in [
        ("0", 0, 0),
        ("*", 1, -1),
        ("^", 1, 0),
        ("1/2", 1, 0),
        ("3v", 3, 2),
        ("{3|1}", 4, 0),
        ("{3^|1v}", 4, 0),
        ("{3v2|1}", 3, 0),
        ("-5/4*", -1, -2),
        ("+_2", 1, 0),
    ] {
        let game: GameId = u.parse(source)?;
        assert_eq!(u.black_first_score(game)?, black, "{source}, Black first");
        assert_eq!(u.white_first_score(game)?, white, "{source}, White first");
    }
    Ok(())
}

/// 250 pairs of random games with the values that an independent program gives them.
#[test]
fn another_program_agrees() -> Test {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/cgt/random-games.tsv");
    let lines = std::fs::read_to_string(path).expect("the test data");
    let mut pairs = 0;
    for line in lines.lines().filter(|line| !line.starts_with('#')) {
        let u = &mut Universe::default();
        let fields: Vec<_> = line.split('\t').collect();
        let games = fields[..5].iter().map(|f| u.parse(f)).collect::<Result<Vec<_>, _>>()?;
        let sum = u.add(games[0], games[1])?;
        assert_eq!([games[0], games[1], sum], [games[2], games[3], games[4]], "{line}");
        let relation = format!("{:?}", u.compare(games[0], games[1])?).to_lowercase();
        assert_eq!(relation, fields[5], "{line}");
        assert_eq!(u.temperature(sum)?.to_string(), fields[6], "{line}");
        assert_eq!(u.chill(sum)?, u.parse(fields[7])?, "{line}");
        pairs += 1;
    }
    assert_eq!(pairs, 250);
    Ok(())
}
