//! Games in standard notation.

use std::cmp::Reverse;
use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::{CgtError, Dyadic, GameId, NumberUpStar, Result, Universe};

/// Which characters a game is written with. [`Universe::parse`] reads both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Notation {
    /// `^`, `v`, `*`, `+_x` (tiny), `-_x` (miny), `+-x` (plus-minus).
    #[default]
    Ascii,
    /// `↑`, `⇑`, `↓`, `⇓`, `∗`, `⧾x` (tiny), `⧿x` (miny), `±x`.
    Unicode,
}

struct Symbols {
    up: &'static str,
    double_up: &'static str,
    down: &'static str,
    double_down: &'static str,
    star: &'static str,
    tiny: &'static str,
    miny: &'static str,
    plus_minus: &'static str,
}

const ASCII: Symbols = Symbols {
    up: "^",
    double_up: "^2",
    down: "v",
    double_down: "v2",
    star: "*",
    tiny: "+_",
    miny: "-_",
    plus_minus: "+-",
};

const UNICODE: Symbols = Symbols {
    up: "↑",
    double_up: "⇑",
    down: "↓",
    double_down: "⇓",
    star: "∗",
    tiny: "⧾",
    miny: "⧿",
    plus_minus: "±",
};

/// The greatest number of bars in a row; beyond it braces are written.
const MAX_BARS: usize = 4;

/// The greatest length of a written game, in bytes.
const MAX_TEXT: usize = 1 << 20;

/// The greatest length of all games within a written one together, in bytes.
const MAX_TEXTS: usize = 16 * MAX_TEXT;

/// A written game.
#[derive(Debug, Clone)]
struct Text {
    text: String,
    /// How long its longest bar is; 0: it needs no braces.
    bars: usize,
}

impl Text {
    fn braced(&self) -> String {
        if self.bars > 0 { format!("{{{}}}", self.text) } else { self.text.clone() }
    }
}

struct Writer<'u> {
    universe: &'u mut Universe,
    symbols: &'static Symbols,
    written: FxHashMap<GameId, Text>,
    /// The length of all texts in `written`.
    length: usize,
}

impl Universe {
    /// `g` in standard notation, the same for equal games.
    ///
    /// Number, ups and nimber are written one after the other (`5/2^3*` is 5/2 and three ups and
    /// a star); a number before a tiny, miny or plus-minus is added to it; the longest bar
    /// divides first (`{2||1|0}` is `{2|{1|0}}`).
    ///
    /// # Errors
    /// [`CgtError::TextTooLong`] beyond 1 MiB (16 MiB for all games within `g` together); [`CgtError::BudgetExceeded`],
    /// [`CgtError::TooDeep`], [`CgtError::Overflow`].
    pub fn format(&mut self, g: GameId, notation: Notation) -> Result<String> {
        let symbols = match notation {
            Notation::Ascii => &ASCII,
            Notation::Unicode => &UNICODE,
        };
        let mut writer =
            Writer { universe: self, symbols, written: FxHashMap::default(), length: 0 };
        Ok(writer.write(g)?.braced())
    }
}

impl Writer<'_> {
    fn write(&mut self, g: GameId) -> Result<Text> {
        if let Some(closed) = self.universe.as_closed_form(g) {
            return Ok(Text { text: closed_text(closed, self.symbols), bars: 0 });
        }
        if let Some(known) = self.written.get(&g) {
            return Ok(known.clone());
        }
        self.universe.enter()?;
        let text = self.write_braces(g);
        self.universe.leave();
        let text = text?;
        self.length += text.text.len();
        if text.text.len() > MAX_TEXT || self.length > MAX_TEXTS {
            return Err(CgtError::TextTooLong { limit: MAX_TEXT });
        }
        self.written.insert(g, text.clone());
        Ok(text)
    }

    fn write_braces(&mut self, g: GameId) -> Result<Text> {
        let options = self.universe.options(g)?;
        if let (&[l], &[r]) = (&*options.left, &*options.right)
            && let Some(text) = self.write_named(l, r)?
        {
            return Ok(Text { text, bars: 0 });
        }
        let mut sides = [self.write_side(&options.left)?, self.write_side(&options.right)?];
        for side in sides.iter_mut().filter(|side| side.bars >= MAX_BARS) {
            *side = Text { text: side.braced(), bars: 0 };
        }
        let [left, right] = sides;
        let bars = 1 + left.bars.max(right.bars);
        Ok(Text { text: format!("{}{}{}", left.text, "|".repeat(bars), right.text), bars })
    }

    fn write_side(&mut self, options: &[GameId]) -> Result<Text> {
        if let &[only] = options {
            return self.write(only);
        }
        let mut texts = Vec::with_capacity(options.len());
        for &option in options {
            let closed = self.universe.as_closed_form(option);
            // Closed forms first, the greater number first, then the more ups.
            let order = closed.map(|c| (Reverse(c.number), Reverse(c.up), c.nimber));
            texts.push((order.is_none(), order, self.write(option)?.braced()));
        }
        texts.sort();
        let texts: Vec<_> = texts.into_iter().map(|(_, _, text)| text).collect();
        Ok(Text { text: texts.join(", "), bars: 0 })
    }

    /// `{l | r}` as a tiny or miny plus a number, or as a plus-minus.
    fn write_named(&mut self, l: GameId, r: GameId) -> Result<Option<String>> {
        if let Some((number, by)) = self.threat(l, r)? {
            return Ok(Some(beside(number, self.symbols.tiny, by)));
        }
        let (minus_l, minus_r) = (self.universe.neg(l)?, self.universe.neg(r)?);
        if let Some((number, by)) = self.threat(minus_r, minus_l)? {
            return Ok(Some(beside(-number, self.symbols.miny, by)));
        }
        if minus_l != r {
            return Ok(None);
        }
        let of = self.write(l)?;
        let simple = of.bars > 0 || self.universe.as_number(l).is_some();
        let of = if simple { of.braced() } else { format!("({})", of.text) };
        Ok(Some(format!("{}{of}", self.symbols.plus_minus)))
    }

    /// If `{l | r}` is `x + tiny-y = {x || x | x - y}` with numbers `x` and `y`: both.
    fn threat(&mut self, l: GameId, r: GameId) -> Result<Option<(Dyadic, Dyadic)>> {
        let Some(number) = self.universe.as_number(l) else { return Ok(None) };
        if self.universe.as_closed_form(r).is_some() {
            return Ok(None);
        }
        let options = self.universe.options(r)?;
        let (&[back], &[threat]) = (&*options.left, &*options.right) else { return Ok(None) };
        let threat = self.universe.as_number(threat).filter(|_| back == l);
        threat.map(|t| Ok((number, number.checked_sub(t)?))).transpose()
    }
}

fn beside(number: Dyadic, symbol: &str, by: Dyadic) -> String {
    if number.is_zero() { format!("{symbol}{by}") } else { format!("{number}{symbol}{by}") }
}

fn closed_text(game: NumberUpStar, symbols: &Symbols) -> String {
    let mut text = String::new();
    if !game.number.is_zero() || game.is_number() {
        text = game.number.to_string();
    }
    match game.up {
        0 => {}
        1 => text.push_str(symbols.up),
        -1 => text.push_str(symbols.down),
        2 => text.push_str(symbols.double_up),
        -2 => text.push_str(symbols.double_down),
        up => {
            text.push_str(if up > 0 { symbols.up } else { symbols.down });
            // Writing to a String cannot fail.
            let _ = write!(text, "{}", up.unsigned_abs());
        }
    }
    match game.nimber {
        0 => {}
        1 => text.push_str(symbols.star),
        nimber => {
            let _ = write!(text, "{}{nimber}", symbols.star);
        }
    }
    text
}
