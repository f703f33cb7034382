//! Sums of a number, a multiple of up and a nimber, in closed form.
//!
//! Most Go values that are not hot are of this kind. Holding them as three numbers instead of
//! trees makes their sums and comparisons a few machine instructions.

use std::cmp::Ordering;
use std::ops::Neg;

use crate::{CgtError, Dyadic, Relation, Result};

/// The game `number + up * ↑ + *nimber`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct NumberUpStar {
    /// The number.
    pub number: Dyadic,
    /// How many ups (downs if negative); above -2^31.
    pub up: i32,
    /// The size of the nim heap.
    pub nimber: u32,
}

/// The options of a [`NumberUpStar`] in canonical form, left and right.
pub(crate) type NusOptions = (Vec<NumberUpStar>, Vec<NumberUpStar>);

impl NumberUpStar {
    /// A number.
    #[must_use]
    pub fn number(number: Dyadic) -> Self {
        Self { number, up: 0, nimber: 0 }
    }

    /// `up * ↑ + *nimber`.
    #[must_use]
    pub(crate) fn infinitesimal(up: i32, nimber: u32) -> Self {
        Self { number: Dyadic::ZERO, up, nimber }
    }

    /// Whether this is a number.
    #[must_use]
    pub fn is_number(self) -> bool {
        self.up == 0 && self.nimber == 0
    }

    /// Whether this is 0.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.is_number() && self.number.is_zero()
    }

    /// The sum.
    ///
    /// # Errors
    /// [`CgtError::Overflow`] if the number or the multiple of up is out of range.
    pub fn checked_add(self, other: Self) -> Result<Self> {
        let up = self.up.checked_add(other.up).filter(|&n| n > i32::MIN);
        Ok(Self {
            number: self.number.checked_add(other.number)?,
            up: up.ok_or(CgtError::Overflow)?,
            nimber: self.nimber ^ other.nimber,
        })
    }

    /// This taken `factor` times.
    ///
    /// # Errors
    /// [`CgtError::Overflow`] if the number or the multiple of up is out of range.
    pub fn checked_mul(self, factor: i64) -> Result<Self> {
        let up = i64::from(self.up).checked_mul(factor).ok_or(CgtError::Overflow)?;
        let up = i32::try_from(up).ok().filter(|&n| n > i32::MIN);
        Ok(Self {
            number: self.number.checked_mul(factor)?,
            up: up.ok_or(CgtError::Overflow)?,
            nimber: if factor % 2 == 0 { 0 } else { self.nimber },
        })
    }

    /// How this compares with `other`.
    ///
    /// A number outweighs ups and nimbers; two ups outweigh every nimber, one up every nimber
    /// but `*` ([ww1982] chapter 8).
    #[must_use]
    pub fn relation(self, other: Self) -> Relation {
        let up = i64::from(self.up) - i64::from(other.up);
        match (self.number.cmp(&other.number), up, self.nimber ^ other.nimber) {
            (Ordering::Greater, ..) => Relation::Greater,
            (Ordering::Less, ..) => Relation::Less,
            (_, 0, 0) => Relation::Equal,
            (_, 0, _) | (_, 1 | -1, 1) => Relation::Confused,
            (_, 1.., _) => Relation::Greater,
            _ => Relation::Less,
        }
    }

    /// The options of the canonical form.
    ///
    /// `n·↑ + *m = {0 | (n-1)·↑ + *(m xor 1)}` for n above 0, but `↑* = {0, * | 0}`; a number
    /// moves to both sides of a game that is not a number (number translation theorem,
    /// [siegel2013] chapter II, sections 3 and 4).
    pub(crate) fn options(self) -> Result<NusOptions> {
        if self.is_number() {
            let (left, right) = self.number.options();
            let game = |x: Option<Dyadic>| x.map(Self::number).into_iter().collect();
            return Ok((game(left), game(right)));
        }
        let (left, right) = infinitesimal_options(self.up, self.nimber);
        let moved =
            |side: Vec<Self>| side.into_iter().map(|o| Self { number: self.number, ..o }).collect();
        Ok((moved(left), moved(right)))
    }
}

fn infinitesimal_options(up: i32, nimber: u32) -> NusOptions {
    let game = NumberUpStar::infinitesimal;
    match (up, nimber) {
        (0, m) => {
            let heaps: Vec<_> = (0..m).map(|k| game(0, k)).collect();
            (heaps.clone(), heaps)
        }
        (1, 1) => (vec![game(0, 0), game(0, 1)], vec![game(0, 0)]),
        (n, m) if n > 0 => (vec![game(0, 0)], vec![game(n - 1, m ^ 1)]),
        (n, m) => {
            let (left, right) = infinitesimal_options(-n, m);
            let negated = |side: Vec<NumberUpStar>| side.into_iter().map(Neg::neg).collect();
            (negated(right), negated(left))
        }
    }
}

impl Neg for NumberUpStar {
    type Output = Self;

    fn neg(self) -> Self {
        Self { number: -self.number, up: -self.up, nimber: self.nimber }
    }
}

/// The game in closed form whose canonical options are `left` and `right`, if there is one.
///
/// Both lists are the options of a canonical form that is not a number.
pub(crate) fn recognise(left: &[NumberUpStar], right: &[NumberUpStar]) -> Option<NumberUpStar> {
    let number = left.first()?.number;
    let near = |o: &&NumberUpStar| o.number == number;
    if left.iter().filter(near).count() < left.len()
        || right.iter().filter(near).count() < right.len()
    {
        return None;
    }
    let candidates = candidates(left, right)?;
    candidates
        .into_iter()
        .map(|c| NumberUpStar { number, ..c })
        .find(|c| c.options().is_ok_and(|(l, r)| same_members(&l, left) && same_members(&r, right)))
}

/// A candidate form of an infinitesimal, from its options alone; to be checked.
fn candidates(left: &[NumberUpStar], right: &[NumberUpStar]) -> Option<[NumberUpStar; 3]> {
    let game = NumberUpStar::infinitesimal;
    let heaps = u32::try_from(left.len()).ok()?;
    let next = |o: &NumberUpStar, by: i32| Some(game(o.up.checked_add(by)?, o.nimber ^ 1));
    let (first_left, first_right) = (left.first()?, right.first()?);
    Some(match (left.len(), right.len()) {
        (1, 1) => [game(0, 1), next(first_right, 1)?, next(first_left, -1)?],
        (2, 1) => [game(1, 1); 3],
        (1, 2) => [game(-1, 1); 3],
        _ => [game(0, heaps); 3],
    })
}

/// Whether two lists without repetition have the same members.
fn same_members(a: &[NumberUpStar], b: &[NumberUpStar]) -> bool {
    a.len() == b.len() && a.iter().all(|x| b.contains(x))
}
