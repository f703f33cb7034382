//! The laws of games on random ones.

use std::rc::Rc;

use crate::common::{Tree, left_first_wins, right_first_wins};
use proptest::prelude::*;
use zenpuku_cgt::{CgtError, Dyadic, GameId, Notation, NumberUpStar, Outcome, Relation, Universe};

/// Games for which the universe is too small are skipped; proptest fails if
/// there are more than a few.
fn ok<T>(result: Result<T, CgtError>) -> Result<T, TestCaseError> {
    result.map_err(|e| match e {
        CgtError::BudgetExceeded { .. } => TestCaseError::reject(e.to_string()),
        _ => TestCaseError::fail(e.to_string()),
    })
}

/// Small games down to integers, as written: options dominated, reversible and repeated.
fn trees(depth: u32) -> impl Strategy<Value = Rc<Tree>> {
    let leaf = (-2_i64..=2).prop_map(Tree::integer);
    leaf.prop_recursive(depth, 12, 2, |inner| {
        let side = prop::collection::vec(inner, 0..=2);
        (side.clone(), side).prop_map(|(left, right)| Tree::new(left, right))
    })
}

/// Games that matter for Go: hot ones over integers.
fn texts() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        (-9_i64..=9).prop_map(|n| n.to_string()),
        (-9_i64..=9, 0_u32..4).prop_map(|(n, k)| format!("{n}/{}", 1 << k)),
        Just("^".to_string()),
        Just("v2*3".to_string()),
        Just("1*".to_string()),
        Just("+_2".to_string()),
        Just("-_1/2".to_string()),
    ];
    atom.prop_recursive(4, 14, 2, |inner| {
        let side = prop::collection::vec(inner, 1..=2).prop_map(|v| v.join(","));
        (side.clone(), side).prop_map(|(l, r)| format!("{{{l}|{r}}}"))
    })
}

fn dyadics() -> impl Strategy<Value = Dyadic> {
    (-200_i64..200, 0_u32..7).prop_map(|(n, k)| Dyadic::new(n, k).expect("in range"))
}

fn temperatures() -> impl Strategy<Value = Dyadic> {
    (0_i64..64, 0_u32..5).prop_map(|(n, k)| Dyadic::new(n, k).expect("in range"))
}

fn closed_forms() -> impl Strategy<Value = NumberUpStar> {
    let number = prop_oneof![Just(Dyadic::ZERO), dyadics()];
    (number, -4_i32..=4, 0_u32..6).prop_map(|(number, up, nimber)| NumberUpStar {
        number,
        up,
        nimber,
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        max_global_rejects: 4,
        ..ProptestConfig::default()
    })]

    #[test]
    fn comparison_is_play(a in trees(3), b in trees(3)) {
        let u = &mut Universe::default();
        let (g, h) = (ok(a.value(u))?, ok(b.value(u))?);
        let difference = [a, b.negative()];
        let played =
            Relation::from_bounds(!left_first_wins(&difference), !right_first_wins(&difference));
        prop_assert_eq!(ok(u.compare(g, h))?, played);
        prop_assert_eq!(g == h, played == Relation::Equal, "equality is identity");
        prop_assert_eq!(ok(u.compare(h, g))?, played.reverse());
    }

    #[test]
    fn sums_are_played_sums(a in trees(2), b in trees(2), c in trees(2)) {
        let u = &mut Universe::default();
        let values: Vec<_> =
            [&a, &b, &c].into_iter().map(|t| ok(t.value(u))).collect::<Result<_, _>>()?;
        let sum = [a, b, c];
        let played =
            Relation::from_bounds(!left_first_wins(&sum), !right_first_wins(&sum));
        let total = ok(u.sum(&values))?;
        prop_assert_eq!(ok(u.outcome(total))?, Outcome::from(played));
        prop_assert_eq!(ok(u.compare_sum_with_integer(&values, 0))?, played);
    }

    #[test]
    fn group_laws(a in texts(), b in texts(), c in texts()) {
        let u = &mut Universe::default();
        let (a, b, c) = (ok(u.parse(&a))?, ok(u.parse(&b))?, ok(u.parse(&c))?);
        let ab = ok(u.add(a, b))?;
        let bc = ok(u.add(b, c))?;
        prop_assert_eq!(ab, ok(u.add(b, a))?);
        prop_assert_eq!(ok(u.add(ab, c))?, ok(u.add(a, bc))?);
        prop_assert_eq!(ok(u.sub(ab, b))?, a);
        prop_assert_eq!(ok(u.add(a, GameId::ZERO))?, a);
        let minus_ab = ok(u.neg(ab))?;
        let minus_a = ok(u.neg(a))?;
        prop_assert_eq!(ok(u.sub(minus_a, b))?, minus_ab);
        prop_assert_eq!(ok(u.neg(minus_a))?, a);
        let thrice = ok(u.sum(&[a, a, a]))?;
        prop_assert_eq!(ok(u.multiple(a, 3))?, thrice);
        prop_assert_eq!(ok(u.multiple(a, -3))?, ok(u.neg(thrice))?);
        let (ac_le, bc_le) = (ok(u.add(a, c))?, bc);
        prop_assert_eq!(ok(u.compare(a, b))?, ok(u.compare(ac_le, bc_le))?);
    }

    #[test]
    fn options_give_the_game_back(a in texts()) {
        let u = &mut Universe::default();
        let a = ok(u.parse(&a))?;
        let options = ok(u.options(a))?;
        prop_assert_eq!(ok(u.game(&options.left, &options.right))?, a);
        let negated = |u: &mut Universe, side: &[GameId]| {
            side.iter().map(|&o| ok(u.neg(o))).collect::<Result<Vec<_>, _>>()
        };
        let (left, right) = (negated(u, &options.right)?, negated(u, &options.left)?);
        prop_assert_eq!(ok(u.game(&left, &right))?, ok(u.neg(a))?);
    }

    #[test]
    fn closed_forms_are_what_their_options_say(a in closed_forms(), b in closed_forms()) {
        let u = &mut Universe::default();
        let (x, y) = (ok(u.closed_form(a))?, ok(u.closed_form(b))?);
        let options = ok(u.options(x))?;
        prop_assert_eq!(ok(u.game(&options.left, &options.right))?, x);
        // The sum by options, one level, equals the sum in closed form.
        let other = ok(u.options(y))?;
        let plus = |u: &mut Universe, side: &[GameId], h: GameId| {
            side.iter().map(|&o| ok(u.add(o, h))).collect::<Result<Vec<_>, _>>()
        };
        let mut left = plus(u, &options.left, y)?;
        left.extend(plus(u, &other.left, x)?);
        let mut right = plus(u, &options.right, y)?;
        right.extend(plus(u, &other.right, x)?);
        prop_assert_eq!(ok(u.game(&left, &right))?, ok(u.add(x, y))?);
        prop_assert_eq!(ok(u.compare(x, y))?, a.relation(b));
    }

    #[test]
    fn notation_round_trip(a in texts()) {
        let u = &mut Universe::default();
        let a = ok(u.parse(&a))?;
        for notation in [Notation::Ascii, Notation::Unicode] {
            let text = ok(u.format(a, notation))?;
            prop_assert_eq!(ok(u.parse(&text))?, a, "{}", text);
            let other = &mut Universe::default();
            let read = ok(other.parse(&text))?;
            prop_assert_eq!(ok(other.format(read, notation))?, text);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[-+_{}|,()^v*0-9/· .±]{0,24}") {
        let u = &mut Universe::new(zenpuku_cgt::Limits { entries: 20_000, depth: 200 });
        let _ = u.parse(&text);
    }

    #[test]
    fn walls_are_stops_of_cooled_games(a in texts(), t in temperatures()) {
        let u = &mut Universe::default();
        let a = ok(u.parse(&a))?;
        let graph = ok(u.thermograph(a))?;
        let cooled = ok(u.cool(a, t))?;
        prop_assert_eq!(ok(graph.left_wall().value_at(t))?, u.left_stop(cooled));
        prop_assert_eq!(ok(graph.right_wall().value_at(t))?, u.right_stop(cooled));
        prop_assert_eq!(ok(u.mean(cooled))?, graph.mean());
        if t >= graph.temperature() {
            prop_assert_eq!(u.left_stop(cooled), graph.mean());
            prop_assert_eq!(u.right_stop(cooled), graph.mean());
        } else {
            prop_assert_eq!(ok(u.temperature(cooled))?, ok(minus(graph.temperature(), t))?);
        }
    }

    #[test]
    fn cooling_is_linear_and_monotone(a in texts(), b in texts(), t in temperatures()) {
        let u = &mut Universe::default();
        let (a, b) = (ok(u.parse(&a))?, ok(u.parse(&b))?);
        let sum = ok(u.add(a, b))?;
        let (cool_a, cool_b) = (ok(u.cool(a, t))?, ok(u.cool(b, t))?);
        let cool_sum = ok(u.cool(sum, t))?;
        prop_assert_eq!(ok(u.add(cool_a, cool_b))?, cool_sum);
        if ok(u.at_most(a, b))? {
            prop_assert!(ok(u.at_most(cool_a, cool_b))?);
        }
        let half = ok(t.half())?;
        let twice = ok(u.cool(a, half))?;
        prop_assert_eq!(ok(u.cool(twice, half))?, cool_a, "cooling by halves");
    }

    #[test]
    fn means_add_and_temperatures_do_not(a in texts(), b in texts()) {
        let u = &mut Universe::default();
        let (a, b) = (ok(u.parse(&a))?, ok(u.parse(&b))?);
        let sum = ok(u.add(a, b))?;
        let (mean_a, mean_b) = (ok(u.mean(a))?, ok(u.mean(b))?);
        prop_assert_eq!(ok(u.mean(sum))?, ok(mean_a.checked_add(mean_b))?);
        let hottest = ok(u.temperature(a))?.max(ok(u.temperature(b))?);
        prop_assert!(ok(u.temperature(sum))? <= hottest);
        // The mean is what many copies are worth, up to one move.
        let copies = ok(u.multiple(a, 5))?;
        let spread = ok(minus(u.left_stop(copies), ok(mean_a.checked_mul(5))?))?;
        prop_assert!(spread.signum() >= 0);
        prop_assert!(spread <= ok(u.temperature(a))?.max(Dyadic::ZERO));
    }

    #[test]
    fn stops_of_sums(a in texts(), b in texts()) {
        let u = &mut Universe::default();
        let (a, b) = (ok(u.parse(&a))?, ok(u.parse(&b))?);
        let sum = ok(u.add(a, b))?;
        let (left, right) = (u.left_stop(sum), u.right_stop(sum));
        let plus = |x: Dyadic, y: Dyadic| ok(x.checked_add(y));
        prop_assert!(left <= plus(u.left_stop(a), u.left_stop(b))?);
        prop_assert!(left >= plus(u.left_stop(a), u.right_stop(b))?);
        prop_assert!(right >= plus(u.right_stop(a), u.right_stop(b))?);
        prop_assert!(right <= plus(u.right_stop(a), u.left_stop(b))?);
    }

    #[test]
    fn sum_play_agrees_with_the_canonical_sum(
        games in prop::collection::vec(texts(), 0..5),
        n in -4_i64..=4,
    ) {
        let u = &mut Universe::default();
        let games: Vec<_> = games.iter().map(|g| ok(u.parse(g))).collect::<Result<_, _>>()?;
        let total = ok(u.sum(&games))?;
        let integer = ok(u.integer(n))?;
        prop_assert_eq!(ok(u.compare_sum_with_integer(&games, n))?, ok(u.compare(total, integer))?);
        prop_assert_eq!(ok(u.sum_black_first_score(&games))?, ok(u.black_first_score(total))?);
        prop_assert_eq!(ok(u.sum_white_first_score(&games))?, ok(u.white_first_score(total))?);
    }

    #[test]
    fn scores_are_tight(a in texts()) {
        let u = &mut Universe::default();
        let a = ok(u.parse(&a))?;
        let (black, white) = (ok(u.black_first_score(a))?, ok(u.white_first_score(a))?);
        for n in [black - 1, black, white, white + 1] {
            let integer = ok(u.integer(n))?;
            let relation = ok(u.compare(a, integer))?;
            prop_assert_eq!(relation.is_at_most(), n >= black);
            prop_assert_eq!(relation.is_at_least(), n <= white);
        }
    }

    #[test]
    fn warming_undoes_chilling_of_numbers(x in dyadics()) {
        let u = &mut Universe::default();
        let number = ok(u.number(x))?;
        let warmed = ok(u.warm(number))?;
        prop_assert_eq!(ok(u.chill(warmed))?, number);
    }
}

fn minus(a: Dyadic, b: Dyadic) -> Result<Dyadic, CgtError> {
    a.checked_sub(b)
}
