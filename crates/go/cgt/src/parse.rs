//! Reading standard notation.
//!
//! ```text
//! sum    = [sign] part { sign part | ups | star | tiny | miny }
//! part   = integer ("·" | ".") part | number | ups | star
//!        | ("+_" | "-_" | "⧾" | "⧿" | "+-" | "±") operand | braces | "(" sum ")" | "-" part
//! operand = number | braces | "(" sum ")"
//! number = integer ["/" power of two]
//! ups    = ("^" | "v" | "↑" | "↓") [integer] | "⇑" | "⇓"
//! star   = ("*" | "∗" | "⋆") [integer]
//! braces = "{" side bar side ["|" ...] "}"       side = [sum {"," sum}]
//! ```
//!
//! A sign belongs to the next part only: `-3/4v2*` is -3/4 and two downs and a star. After a part,
//! `+-` is a plus and a minus; at the start of one, a plus-minus. Of bars of different length the
//! longest divides first.

use crate::error::MAX_NESTING;
use crate::{CgtError, Dyadic, GameId, NumberUpStar, ParseError, ParseProblem, Result, Universe};

struct Parser<'u> {
    universe: &'u mut Universe,
    text: Vec<char>,
    at: usize,
    nesting: u32,
}

/// A side of a bar and the bar that ends it, of the given length at the given place.
struct Side {
    options: Vec<GameId>,
    bar: usize,
    at: usize,
}

impl Universe {
    /// The game that `text` means in standard notation (see [`Universe::format`]): any form,
    /// not just canonical ones, and sums.
    ///
    /// # Errors
    /// [`CgtError::Parse`] with the column; else as [`Universe::game`].
    pub fn parse(&mut self, text: &str) -> Result<GameId> {
        let text = text.chars().collect();
        let mut parser = Parser { universe: self, text, at: 0, nesting: 0 };
        let game = parser.sum()?;
        match parser.peek() {
            None => Ok(game),
            Some(c) => Err(parser.error(ParseProblem::Unexpected(c))),
        }
    }
}

impl Parser<'_> {
    fn error(&self, problem: ParseProblem) -> CgtError {
        ParseError { column: self.at + 1, problem }.into()
    }

    /// The next character that is not a space, which becomes the current one.
    fn peek(&mut self) -> Option<char> {
        while self.text.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn peek_second(&self) -> Option<char> {
        self.text.get(self.at + 1).copied()
    }

    fn skip_if(&mut self, wanted: &[char]) -> bool {
        let found = self.peek().is_some_and(|c| wanted.contains(&c));
        self.at += usize::from(found);
        found
    }

    fn sum(&mut self) -> Result<GameId> {
        let mut total = self.part()?;
        loop {
            let next = self.peek();
            let negative = match next {
                Some('+' | '-' | '−') if self.peek_second() == Some('_') => false,
                Some('⧾' | '⧿' | '±' | '^' | 'v' | '↑' | '↓' | '⇑' | '⇓' | '*' | '∗' | '⋆') => {
                    false
                }
                Some(sign @ ('+' | '-' | '−')) => {
                    self.at += 1;
                    sign != '+'
                }
                _ => return Ok(total),
            };
            let part = self.part()?;
            total = if negative {
                self.universe.sub(total, part)?
            } else {
                self.universe.add(total, part)?
            };
        }
    }

    fn part(&mut self) -> Result<GameId> {
        let Some(first) = self.peek() else {
            return Err(self.error(ParseProblem::ExpectedGame));
        };
        match (first, self.peek_second()) {
            ('0'..='9', _) => self.number_or_multiple(),
            ('^' | 'v' | '↑' | '↓' | '⇑' | '⇓', _) => self.ups(),
            ('*' | '∗' | '⋆', _) => {
                self.at += 1;
                let nimber = self.count()?;
                self.universe.nimber(nimber)
            }
            ('+', Some('_')) => self.prefixed(2, Universe::tiny),
            ('-' | '−', Some('_')) => self.prefixed(2, Universe::miny),
            ('+', Some('-' | '−')) => self.prefixed(2, Universe::plus_minus),
            ('⧾', _) => self.prefixed(1, Universe::tiny),
            ('⧿', _) => self.prefixed(1, Universe::miny),
            ('±', _) => self.prefixed(1, Universe::plus_minus),
            ('-' | '−', _) => self.nested(|p| {
                p.at += 1;
                let part = p.part()?;
                p.universe.neg(part)
            }),
            ('{', _) => self.braces(),
            ('(', _) => self.parentheses(),
            _ => Err(self.error(ParseProblem::ExpectedGame)),
        }
    }

    fn nested<T>(&mut self, body: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.nesting >= MAX_NESTING {
            return Err(self.error(ParseProblem::TooDeep));
        }
        self.nesting += 1;
        let result = body(self);
        self.nesting -= 1;
        result
    }

    fn prefixed(
        &mut self,
        prefix: usize,
        make: fn(&mut Universe, GameId) -> Result<GameId>,
    ) -> Result<GameId> {
        self.at += prefix;
        let operand = match self.peek() {
            Some('{') => self.braces()?,
            Some('(') => self.parentheses()?,
            Some('0'..='9') => self.number()?,
            _ => return Err(self.error(ParseProblem::ExpectedGame)),
        };
        make(self.universe, operand)
    }

    /// The leading digits.
    fn integer(&mut self) -> Result<i64> {
        let start = self.at;
        let mut value: i64 = 0;
        while let Some(digit) = self.text.get(self.at).and_then(|c| c.to_digit(10)) {
            let next = value.checked_mul(10).and_then(|v| v.checked_add(i64::from(digit)));
            value =
                next.ok_or(ParseError { column: start + 1, problem: ParseProblem::Overflow })?;
            self.at += 1;
        }
        if self.at == start {
            return Err(self.error(ParseProblem::ExpectedNumber));
        }
        Ok(value)
    }

    /// How many ups, or the size of a heap: 1 if no digits follow.
    fn count(&mut self) -> Result<u32> {
        if !self.text.get(self.at).is_some_and(char::is_ascii_digit) {
            return Ok(1);
        }
        let column = self.at + 1;
        let overflow = ParseError { column, problem: ParseProblem::Overflow };
        Ok(u32::try_from(self.integer()?).map_err(|_| overflow)?)
    }

    fn ups(&mut self) -> Result<GameId> {
        let symbol = self.text[self.at];
        self.at += 1;
        let start = self.at;
        let count = if matches!(symbol, '⇑' | '⇓') { 2 } else { self.count()? };
        let overflow = ParseError { column: start + 1, problem: ParseProblem::Overflow };
        let count = i32::try_from(count).map_err(|_| overflow)?;
        let up = if matches!(symbol, '^' | '↑' | '⇑') { count } else { -count };
        self.universe.closed_form(NumberUpStar::infinitesimal(up, 0))
    }

    fn number_or_multiple(&mut self) -> Result<GameId> {
        let start = self.at;
        let factor = self.integer()?;
        if self.skip_if(&['·', '.']) {
            return self.nested(|p| {
                let part = p.part()?;
                p.universe.multiple(part, factor)
            });
        }
        self.at = start;
        self.number()
    }

    fn number(&mut self) -> Result<GameId> {
        let numerator = self.integer()?;
        let mut exponent = 0;
        if self.text.get(self.at) == Some(&'/') {
            self.at += 1;
            let column = self.at + 1;
            let denominator = self.integer()?;
            let power = u64::try_from(denominator).is_ok_and(u64::is_power_of_two);
            if !power {
                return Err(ParseError { column, problem: ParseProblem::Denominator }.into());
            }
            exponent = denominator.trailing_zeros();
        }
        self.universe.number(Dyadic::new(numerator, exponent)?)
    }

    fn parentheses(&mut self) -> Result<GameId> {
        let open = self.at;
        self.at += 1;
        let game = self.nested(Self::sum)?;
        self.close(')', open)?;
        Ok(game)
    }

    /// Expects the bracket that closes the one at `open`.
    fn close(&mut self, bracket: char, open: usize) -> Result<()> {
        if self.skip_if(&[bracket]) {
            return Ok(());
        }
        match self.peek() {
            Some(c) => Err(self.error(ParseProblem::Unexpected(c))),
            None => Err(ParseError { column: open + 1, problem: ParseProblem::Unclosed }.into()),
        }
    }

    fn braces(&mut self) -> Result<GameId> {
        let open = self.at;
        self.at += 1;
        let mut sides = Vec::new();
        loop {
            let options = self.nested(Self::side)?;
            self.peek();
            let at = self.at;
            while self.text.get(self.at) == Some(&'|') {
                self.at += 1;
            }
            let bar = self.at - at;
            sides.push(Side { options, bar, at });
            if bar == 0 {
                break;
            }
        }
        self.close('}', open)?;
        if sides.len() == 1 {
            return Err(ParseError { column: open + 1, problem: ParseProblem::NoBar }.into());
        }
        self.nested(|p| p.divide(&sides))
    }

    fn side(&mut self) -> Result<Vec<GameId>> {
        let mut options = Vec::new();
        if matches!(self.peek(), Some('|' | '}') | None) {
            return Ok(options);
        }
        loop {
            options.push(self.sum()?);
            if !self.skip_if(&[',']) {
                return Ok(options);
            }
        }
    }

    /// The game that `sides` make, divided at its longest bar; the last side has no bar.
    fn divide(&mut self, sides: &[Side]) -> Result<GameId> {
        let inner = &sides[..sides.len() - 1];
        let longest = inner.iter().map(|side| side.bar).max().unwrap_or(0);
        let mut dividing = (0..inner.len()).filter(|&i| inner[i].bar == longest);
        let first = dividing.next().unwrap_or(0);
        if let Some(second) = dividing.next() {
            let column = inner[second].at + 1;
            return Err(ParseError { column, problem: ParseProblem::AmbiguousBars }.into());
        }
        let left = self.options_of(&sides[..=first])?;
        let right = self.options_of(&sides[first + 1..])?;
        self.universe.game(&left, &right)
    }

    /// One side of the dividing bar: a list of options, or a game without its braces.
    fn options_of(&mut self, sides: &[Side]) -> Result<Vec<GameId>> {
        match sides {
            [only] => Ok(only.options.clone()),
            _ => Ok(vec![self.nested(|p| p.divide(sides))?]),
        }
    }
}
