//! The text of a certificate: a head of named lines, then a line for each move of a strategy.

use std::fmt;
use std::str::FromStr;

use zenpuku_go::{Color, Move, Scoring, Setup, Size};

use crate::{Certificate, CertificateError, Strategy};

/// The first line.
const HEAD: &str = "zenpuku-go-certificate 1";

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scoring = match self.scoring {
            Scoring::Territory => "territory",
            Scoring::Area => "area",
        };
        let [black, white] = self.setup.prisoners;
        writeln!(f, "{HEAD}")?;
        writeln!(f, "position {}", self.setup.to_diagram().replace('\n', "/"))?;
        writeln!(f, "first {}", self.setup.to_move.symbol())?;
        writeln!(f, "prisoners {black} {white}")?;
        writeln!(f, "scoring {scoring}")?;
        for (name, value, strategy) in [
            ("at-least", self.low, &self.strategies[0]),
            ("at-most", self.high, &self.strategies[1]),
        ] {
            writeln!(f, "{name} {value} {}", strategy.0.len())?;
            for (key, &mv) in &strategy.0 {
                writeln!(f, "{key} {}", self.setup.size.move_name(mv))?;
            }
        }
        Ok(())
    }
}

struct Reader<'a> {
    lines: std::iter::Enumerate<std::str::Lines<'a>>,
    line: usize,
}

impl<'a> Reader<'a> {
    fn next(&mut self, expected: &'static str) -> Result<&'a str, CertificateError> {
        match self.lines.next() {
            Some((index, text)) => {
                self.line = index + 1;
                Ok(text)
            }
            None => {
                self.line += 1;
                Err(self.fail(expected))
            }
        }
    }

    const fn fail(&self, expected: &'static str) -> CertificateError {
        CertificateError::Text { line: self.line, expected }
    }

    /// The words after a name.
    fn named(&mut self, name: &'static str) -> Result<Vec<&'a str>, CertificateError> {
        let mut words = self.next(name)?.split(' ');
        if words.next() != Some(name) {
            return Err(self.fail(name));
        }
        Ok(words.collect())
    }

    fn number<T: FromStr>(&self, word: Option<&&str>) -> Result<T, CertificateError> {
        word.and_then(|word| word.parse().ok()).ok_or_else(|| self.fail("a number"))
    }

    fn strategy(
        &mut self,
        name: &'static str,
        size: Size,
    ) -> Result<(i32, Strategy), CertificateError> {
        let words = self.named(name)?;
        let (bound, entries): (i32, usize) =
            (self.number(words.first())?, self.number(words.get(1))?);
        let mut strategy = Strategy::default();
        for _ in 0..entries {
            let expected = "a position and a move";
            let (key, mv) = self.next(expected)?.rsplit_once(' ').ok_or(self.fail(expected))?;
            let point = size.parse_vertex(mv).map_err(|_| self.fail("a vertex or pass"))?;
            strategy.0.insert(key.to_owned(), point.map_or(Move::Pass, Move::Play));
        }
        Ok((bound, strategy))
    }

    fn certificate(&mut self) -> Result<Certificate, CertificateError> {
        let words = self.named("position")?;
        let diagram = words.first().unwrap_or(&"").replace('/', "\n");
        let mut setup = Setup::from_diagram(&diagram).map_err(|_| self.fail("rows of . X O"))?;
        setup.to_move = match self.named("first")?.as_slice() {
            ["X"] => Color::Black,
            ["O"] => Color::White,
            _ => return Err(self.fail("X or O")),
        };
        let words = self.named("prisoners")?;
        setup.prisoners = [self.number(words.first())?, self.number(words.get(1))?];
        let scoring = match self.named("scoring")?.as_slice() {
            ["territory"] => Scoring::Territory,
            ["area"] => Scoring::Area,
            _ => return Err(self.fail("territory or area")),
        };
        let (low, black) = self.strategy("at-least", setup.size)?;
        let (high, white) = self.strategy("at-most", setup.size)?;
        Ok(Certificate { setup, scoring, low, high, strategies: [black, white] })
    }
}

impl Certificate {
    /// Reads the certificates of a text, one after the other.
    ///
    /// # Errors
    /// If a line is malformed, or there is no certificate.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, CertificateError> {
        let mut reader = Reader { lines: text.lines().enumerate(), line: 0 };
        let mut found = Vec::new();
        loop {
            let at_end = reader.lines.clone().all(|(_, line)| line.is_empty());
            if at_end && !found.is_empty() {
                return Ok(found);
            }
            if reader.next(HEAD)? != HEAD {
                return Err(reader.fail(HEAD));
            }
            found.push(reader.certificate()?);
        }
    }
}
