//! Arithmetic of dyadic rationals against fractions of big integers, and the simplicity rule.

use proptest::prelude::*;
use zenpuku_cgt::{CgtError, Dyadic, Universe};

/// A fraction over 2^62, which holds every dyadic without rounding.
fn scaled(x: Dyadic) -> i128 {
    i128::from(x.numerator()) << (62 - x.exponent())
}

fn dyadics() -> impl Strategy<Value = Dyadic> {
    let numerators = prop_oneof![-1000_i64..1000, (-(i64::MAX))..=i64::MAX];
    (numerators, 0_u32..=62).prop_map(|(n, k)| Dyadic::new(n, k).expect("in range"))
}

fn small() -> impl Strategy<Value = Dyadic> {
    (-40_i64..40, 0_u32..5).prop_map(|(n, k)| Dyadic::new(n, k).expect("in range"))
}

/// The first number strictly between two by age: integers from 0 outwards, then by denominator.
fn oldest_between(low: Dyadic, high: Dyadic) -> Dyadic {
    let between = |x: Dyadic| low < x && x < high;
    let integers = (0..100).flat_map(|n| [Dyadic::from(n), Dyadic::from(-n)]);
    let fractions = (1..10).flat_map(|exponent| {
        let most = 100_i64 << exponent;
        (-most..most).map(move |n| Dyadic::new(n, exponent).expect("in range"))
    });
    integers.chain(fractions).find(|&x| between(x)).expect("a number between")
}

proptest! {
    #[test]
    fn arithmetic_is_exact_or_refused(a in dyadics(), b in dyadics()) {
        match a.checked_add(b) {
            Ok(sum) => prop_assert_eq!(scaled(sum), scaled(a) + scaled(b)),
            Err(e) => {
                prop_assert_eq!(e, CgtError::Overflow);
                // In lowest terms the sum needs too large a numerator.
                let sum = scaled(a) + scaled(b);
                let exponent = 62 - sum.trailing_zeros().min(62);
                prop_assert!((sum >> (62 - exponent)).unsigned_abs() > i64::MAX as u128);
            }
        }
        prop_assert_eq!(a.cmp(&b), scaled(a).cmp(&scaled(b)));
        prop_assert_eq!(a.checked_sub(b), (-b).checked_add(a));
        prop_assert!(a.is_integer() || a.numerator() % 2 != 0);
        prop_assert_eq!(i128::from(a.floor()), scaled(a) >> 62);
        prop_assert_eq!(i128::from(a.ceil()), -((-scaled(a)) >> 62));
        if let Ok(half) = a.half() {
            prop_assert_eq!(half.checked_add(half), Ok(a));
        }
    }

    #[test]
    fn between_two_numbers_lies_the_simplest(a in small(), b in small()) {
        prop_assume!(a != b);
        let (low, high) = (a.min(b), a.max(b));
        let mut universe = Universe::default();
        let (l, r) = (universe.number(low).unwrap(), universe.number(high).unwrap());
        let game = universe.game(&[l], &[r]).unwrap();
        prop_assert_eq!(universe.as_number(game), Some(oldest_between(low, high)));
    }
}

#[test]
fn ends_of_the_range() {
    let most = Dyadic::new(i64::MAX, 0).expect("in range");
    assert_eq!(Dyadic::new(i64::MIN, 0), Err(CgtError::Overflow));
    assert_eq!(Dyadic::new(i64::MIN, 1).map(Dyadic::numerator), Ok(-(1 << 62)));
    assert_eq!(Dyadic::new(1, 63), Err(CgtError::Overflow));
    assert_eq!(Dyadic::new(8, 65), Dyadic::new(1, 62));
    assert_eq!(most.checked_add(Dyadic::ONE), Err(CgtError::Overflow));
    assert_eq!(most.checked_mul(2), Err(CgtError::Overflow));
    assert_eq!(most.floor(), i64::MAX);
    assert_eq!(Dyadic::new(1, 62).and_then(Dyadic::half), Err(CgtError::Overflow));
    assert_eq!(Dyadic::new(-5, 3).map(|x| x.to_string()), Ok("-5/8".into()));
    assert_eq!(Dyadic::new(12, 2), Ok(Dyadic::from(3)));
}
