//! The lines of KIF, one by one.

use crate::lines::milliseconds;
use crate::notation::{digit, leading_number};
use crate::tree::Time;

/// `  12 ７六歩(77)   ( 0:16/00:00:16)+`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveLine<'a> {
    pub(crate) number: u32,
    /// From the move to the end of the line.
    pub(crate) rest: &'a str,
    /// Bytes before `rest`.
    pub(crate) offset: usize,
}

/// Splits a line that begins with a move number.
pub(crate) fn move_line(line: &str) -> Option<MoveLine<'_>> {
    let trimmed = line.trim_start();
    let first = trimmed.chars().next().and_then(digit)?;
    // The file numbers above a board.
    if first == 9 && (trimmed.starts_with("９ ８") || trimmed.starts_with("9 8 7")) {
        return None;
    }
    let (number, after) = leading_number(trimmed);
    let number = number?;
    let after = after.strip_prefix('手').unwrap_or(after);
    let rest = after.trim_start();
    let separated = rest.len() < after.len() || after.is_empty();
    let offset = line.len() - rest.len();
    separated.then_some(MoveLine { number, rest, offset })
}

/// What follows the move: time, the mark `+` of a variation, and anything else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tail<'a> {
    pub(crate) time: Option<Time>,
    pub(crate) plus: bool,
    pub(crate) other: &'a str,
}

pub(crate) fn tail(text: &str) -> Tail<'_> {
    let mut tail = Tail { other: text.trim(), ..Tail::default() };
    if let Some((time, rest)) = leading_time(tail.other) {
        tail.time = Some(time);
        tail.other = rest.trim_start();
    }
    if let Some(rest) = tail.other.strip_prefix('+') {
        tail.plus = true;
        tail.other = rest.trim_start();
    }
    tail
}

/// `( 0:16/00:00:16)` at the start of `text`, or `0:16/00:00:16` as some write it: the time and
/// what follows.
pub(crate) fn leading_time(text: &str) -> Option<(Time, &str)> {
    let Some(inside) = text.strip_prefix(['(', '（']) else { return bare_time(text) };
    let end = inside.find([')', '）'])?;
    let (inside, rest) = inside.split_at(end);
    let rest = rest.strip_prefix([')', '）'])?;
    Some((spent_and_total(inside)?, rest))
}

/// A time without parentheses has a colon and a slash, since other text may begin with a number.
fn bare_time(text: &str) -> Option<(Time, &str)> {
    let end = text.find(|c: char| c.is_whitespace() || c == '+').unwrap_or(text.len());
    let (time, rest) = text.split_at(end);
    let is_time = time.contains([':', '：']) && time.contains(['/', '／']);
    if is_time { Some((spent_and_total(time)?, rest)) } else { None }
}

fn spent_and_total(inside: &str) -> Option<Time> {
    // Mostly ASCII, in which one character is found faster than two.
    let halves = inside.split_once('/').or_else(|| inside.split_once('／'));
    let (spent, total) = halves.unwrap_or((inside, ""));
    let spent_ms = clock(spent)?;
    let total_ms = if total.trim().is_empty() { None } else { Some(clock(total)?) };
    Some(Time { spent_ms, total_ms })
}

/// `h:mm:ss` or `m:ss`, seconds with or without decimals, in milliseconds.
fn clock(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let (mut seconds, mut count) = (0u64, 1);
    // The number that is being read, and whether a blank has ended it.
    let (mut part, mut ended) = (None, false);
    let add = |seconds: u64, part: u64| seconds.checked_mul(60)?.checked_add(part);
    for c in whole.chars() {
        match (digit(c), c) {
            (Some(digit), _) if !ended => {
                let value = part.unwrap_or(0u64).checked_mul(10)?;
                part = Some(value.checked_add(u64::from(digit))?);
            }
            (None, ':' | '：') => {
                seconds = add(seconds, part?)?;
                (part, ended) = (None, false);
                count += 1;
            }
            (None, c) if c.is_whitespace() => ended = part.is_some(),
            _ => return None,
        }
    }
    let seconds = add(seconds, part?)?;
    let millis = milliseconds(fraction.trim_end())?;
    if count <= 3 { seconds.checked_mul(1000)?.checked_add(millis) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::variation_ply;

    #[test]
    fn times_in_all_their_spellings() {
        let time = |spent, total| Some(Time { spent_ms: spent, total_ms: total });
        let read = |text| leading_time(text).map(|(time, _)| time);
        assert_eq!(read("( 0:16/00:01:16)"), time(16_000, Some(76_000)));
        assert_eq!(read("(00:01 / 00:01:11)"), time(1_000, Some(71_000)));
        assert_eq!(read("(0:4/0:0:13)"), time(4_000, Some(13_000)));
        assert_eq!(read("( 0:7/)"), time(7_000, None));
        assert_eq!(read("(120:00/02:00:00)"), time(7_200_000, Some(7_200_000)));
        assert_eq!(read("(0:01.25/00:00:01)"), time(1_250, Some(1_000)));
        assert_eq!(read("(77)"), time(77_000, None));
        assert_eq!(read("( 0: 4/ 00:00:13 )"), time(4_000, Some(13_000)));
        assert_eq!(read("(０：１６／００：００：１６)"), time(16_000, Some(16_000)));
        assert_eq!(read("0:16/00:01:16+"), time(16_000, Some(76_000)));
        assert_eq!(read("0:16/ x"), time(16_000, None));
        for wrong in ["16", "16/20", "0:16", "a:b/c", "+"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        for wrong in ["(x/y)", "(1 2)", "(1:2:3:4)", "(:1)", "(1:)", "(0.5:1)", "()"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn numbers_and_tails() {
        let line = move_line("  12 ７六歩(77)   ( 0:16/00:00:16)+").expect("a move line");
        assert_eq!((line.number, line.offset), (12, 5));
        assert_eq!(tail("   +"), Tail { time: None, plus: true, other: "" });
        assert_eq!(tail(" ( 0:01/) x").other, "x");
        assert_eq!(variation_ply("変化：   3手"), Some(3));
        assert_eq!(move_line("12七六歩"), None);
    }
}
