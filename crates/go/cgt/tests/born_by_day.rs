//! All games born by day 0, 1, 2 and 3: counts, order, lattice.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::common::{Tree, left_first_wins, right_first_wins};
use zenpuku_cgt::{CgtError, GameId, Relation, Universe};

type Test = Result<(), CgtError>;

/// All sets of pairwise incomparable games.
fn antichains(u: &mut Universe, games: &[GameId]) -> Result<Vec<Vec<GameId>>, CgtError> {
    let mut chains = vec![Vec::new()];
    for &g in games {
        for i in 0..chains.len() {
            let mut confused = true;
            for h in chains[i].clone() {
                confused &= u.compare(g, h)? == Relation::Confused;
            }
            if confused {
                let mut chain = chains[i].clone();
                chain.push(g);
                chains.push(chain);
            }
        }
    }
    Ok(chains)
}

/// The games whose options are among `games`.
fn next_day(u: &mut Universe, games: &[GameId]) -> Result<Vec<GameId>, CgtError> {
    let sides = antichains(u, games)?;
    let mut born = BTreeSet::new();
    for left in &sides {
        for right in &sides {
            born.insert(u.game(left, right)?);
        }
    }
    Ok(born.into_iter().collect())
}

#[test]
fn counts() -> Test {
    let u = &mut Universe::default();
    let mut games = Vec::new();
    let mut counts = Vec::new();
    for _ in 0..4 {
        games = next_day(u, &games)?;
        counts.push(games.len());
    }
    assert_eq!(counts, [1, 4, 22, 1474]);
    for &g in &games {
        let negative = u.neg(g)?;
        assert!(games.binary_search(&negative).is_ok());
        assert_eq!(u.add(g, negative)?, GameId::ZERO);
    }
    Ok(())
}

/// The canonical form as a plain tree.
fn tree(u: &mut Universe, g: GameId) -> Result<Rc<Tree>, CgtError> {
    let options = u.options(g)?;
    let left = options.left.iter().map(|&l| tree(u, l)).collect::<Result<_, _>>()?;
    let right = options.right.iter().map(|&r| tree(u, r)).collect::<Result<_, _>>()?;
    Ok(Tree::new(left, right))
}

fn day_two(u: &mut Universe) -> Result<Vec<GameId>, CgtError> {
    let mut games = Vec::new();
    for _ in 0..3 {
        games = next_day(u, &games)?;
    }
    Ok(games)
}

#[test]
fn order_of_day_two_is_that_of_play() -> Test {
    let u = &mut Universe::default();
    let games = day_two(u)?;
    let trees: Vec<_> = games.iter().map(|&g| tree(u, g)).collect::<Result<_, _>>()?;
    for (g, a) in games.iter().zip(&trees) {
        for (h, b) in games.iter().zip(&trees) {
            let difference = [a.clone(), b.negative()];
            let played = Relation::from_bounds(
                !left_first_wins(&difference),
                !right_first_wins(&difference),
            );
            assert_eq!(u.compare(*g, *h)?, played);
        }
    }
    Ok(())
}

/// The games born by a day form a distributive lattice ([calistrate2002]).
#[test]
fn day_two_is_a_distributive_lattice() -> Test {
    let u = &mut Universe::default();
    let games = day_two(u)?;
    let n = games.len();
    let mut at_most = vec![vec![false; n]; n];
    for i in 0..n {
        for j in 0..n {
            at_most[i][j] = u.at_most(games[i], games[j])?;
        }
    }
    let least = |bounds: &[usize]| {
        bounds.iter().copied().find(|&b| bounds.iter().all(|&other| at_most[b][other]))
    };
    let greatest = |bounds: &[usize]| {
        bounds.iter().copied().find(|&b| bounds.iter().all(|&other| at_most[other][b]))
    };
    let join = |a: usize, b: usize| {
        let above: Vec<_> = (0..n).filter(|&c| at_most[a][c] && at_most[b][c]).collect();
        least(&above).expect("a join")
    };
    let meet = |a: usize, b: usize| {
        let below: Vec<_> = (0..n).filter(|&c| at_most[c][a] && at_most[c][b]).collect();
        greatest(&below).expect("a meet")
    };
    for a in 0..n {
        for b in 0..n {
            for c in 0..n {
                assert_eq!(meet(a, join(b, c)), join(meet(a, b), meet(a, c)));
            }
        }
    }
    Ok(())
}
