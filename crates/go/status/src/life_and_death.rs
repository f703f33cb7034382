//! Local search for life and death: whether stones can be captured by play in a region.
//!
//! A proof-number search [nagai2002] on the question whether the attacker captures the target. The defender may always
//! pass; the attacker fails as soon as it has no move. The target lives when it is joined to stones that are taken as
//! safe or has two eyes that need no answer [benson1976].
//!
//! Results hold if both sides play only in the region, the safe stones are
//! never captured, and every ko is won by the given side. Repeated positions
//! decide nothing: a result that neither side can force is [`Fate::Unknown`],
//! so a proof does not depend on the path.
//!
//! Invariant: Local life and death agrees with all reachable positions of small boards.

use std::collections::HashMap;

use zenpuku_go::{Board, Color, Point, PointSet, unconditional_life};

/// A question about stones.
#[derive(Clone, Copy, Debug)]
pub struct Problem<S> {
    /// The position. Whose move it is does not matter.
    pub board: Board<S>,
    /// The stones in question, all of one colour: the defender's.
    pub target: S,
    /// Where both sides may play.
    pub region: S,
    /// Stones that no play captures.
    pub safe: S,
    /// Who wins every ko, as if the other side had no threat.
    pub kos_won_by: Color,
}

/// What becomes of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// One of its stones is captured against any defence.
    Captured,
    /// It survives any attack.
    Lives,
    /// Neither was shown within the bounds.
    Unknown,
}

/// The answer to a [`Problem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What becomes of the target.
    pub fate: Fate,
    /// A first move that wins, if the side that moves first does.
    pub winning: Option<Point>,
    /// Positions visited.
    pub nodes: u32,
}

/// Stones of the attacker that have to live on after a capture.
#[derive(Clone, Copy, Debug)]
pub struct Keep<S> {
    /// The stones, none if the capture alone counts.
    pub stones: S,
    /// Whether they do, if a quarter of the positions does not decide it; those
    /// searched for this count too.
    pub if_unknown: bool,
}

/// A defender's answers to every move of the attacker.
#[derive(Clone, Debug, Default)]
pub struct Defence<S> {
    /// By Black's and White's stones after the attacker's move; `None` is a pass.
    pub answers: HashMap<[S; 2], Option<Point>>,
}

/// Proof and disproof numbers from here on are proofs.
const PROVED: u32 = u32::MAX / 4;
/// Plies of the longest line.
const DEPTH: u32 = 120;

impl<S: PointSet> Problem<S> {
    /// Searches up to this many positions with this side to move.
    ///
    /// # Panics
    /// If there is no target or it is of both colours.
    #[must_use]
    pub fn solve(&self, first: Color, nodes: u32) -> Verdict {
        self.solved(Search::new(self, nodes), first)
    }

    fn solved(&self, mut search: Search<S>, first: Color) -> Verdict {
        let defender = self.defender();
        let mut board = self.board;
        board.set_to_move(first);
        let numbers = search.numbers(&board);
        let (won, lost) = if first == defender {
            (Fate::Lives, Fate::Captured)
        } else {
            (Fate::Captured, Fate::Lives)
        };
        let fate = match numbers {
            Numbers { win: 0, .. } => won,
            Numbers { loss: 0, .. } => lost,
            _ => Fate::Unknown,
        };
        let winning = if fate == won { search.winning(&board) } else { None };
        Verdict { fate, winning, nodes: search.nodes }
    }

    /// The same where a capture counts only if the stones that take live on.
    ///
    /// # Panics
    /// As [`Problem::solve`].
    #[must_use]
    pub fn solve_keeping(&self, keep: Keep<S>, first: Color, nodes: u32) -> Verdict {
        self.solved(Search { keep, ..Search::new(self, nodes) }, first)
    }

    /// Searches up to this many positions for a defence against the attacker,
    /// who moves first; `None` if none is found.
    ///
    /// # Panics
    /// As [`Problem::solve`].
    #[must_use]
    pub fn defence(&self, nodes: u32) -> Option<Defence<S>> {
        let mut board = self.board;
        board.set_to_move(self.defender().opponent());
        let mut search = Search::new(self, nodes);
        (search.numbers(&board).loss == 0).then(|| search.defence(board))
    }

    /// The colour of the target.
    fn defender(&self) -> Color {
        let of = |color: &Color| self.target.is_subset(self.board.stones(*color));
        assert!(!self.target.is_empty(), "a target");
        Color::BOTH.into_iter().find(of).expect("a target of one colour")
    }
}

/// How hard it is to show that the side to move wins and that it loses; 0 is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    win: u32,
    loss: u32,
}

impl Numbers {
    const WON: Self = Self { win: 0, loss: PROVED };
    const LOST: Self = Self { win: PROVED, loss: 0 };
    const NEW: Self = Self { win: 1, loss: 1 };
}

/// A position: stones, side to move, banned point.
type Key<S> = ([S; 2], Color, Option<Point>);

struct Search<S> {
    problem: Problem<S>,
    defender: Color,
    keep: Keep<S>,
    known: HashMap<Key<S>, Numbers>,
    nodes: u32,
    limit: u32,
}

impl<S: PointSet> Search<S> {
    fn new(problem: &Problem<S>, limit: u32) -> Self {
        let defender = problem.defender();
        let (known, nodes) = (HashMap::new(), 0);
        let keep = Keep { stones: S::EMPTY, if_unknown: true };
        Self { problem: *problem, defender, keep, known, nodes, limit }
    }

    /// The provable fate of a position.
    fn numbers(&mut self, board: &Board<S>) -> Numbers {
        match self.ended(board) {
            Some(numbers) => numbers,
            None => self.explore(board, (PROVED, PROVED), 0),
        }
    }

    /// The answers found from a position that is proved lost for the attacker, who is to move.
    fn defence(&mut self, start: Board<S>) -> Defence<S> {
        let mut defence = Defence { answers: HashMap::new() };
        let mut open = vec![start];
        while let Some(position) = open.pop() {
            if self.ended(&position).is_some() {
                continue;
            }
            for (attacked, _) in self.children(&position) {
                let stones = Color::BOTH.map(|color| attacked.stones(color));
                if defence.answers.contains_key(&stones) {
                    continue;
                }
                let mut passed = attacked;
                passed.wait();
                let answers = self.children(&attacked);
                let good = answers.into_iter().find(|next| self.known[&next.1].loss == 0);
                let answered = match good {
                    Some((answered, _)) => answered,
                    None if self.ended(&attacked) == Some(Numbers::WON) => passed,
                    None => continue,
                };
                let own = answered.stones(self.defender).minus(attacked.stones(self.defender));
                defence.answers.insert(stones, own.first());
                open.push(answered);
            }
        }
        defence
    }

    /// Searches a position until one of its numbers reaches its bound.
    fn explore(&mut self, board: &Board<S>, (win, loss): (u32, u32), depth: u32) -> Numbers {
        self.nodes += 1;
        let children = self.children(board);
        loop {
            let mut numbers = Numbers { win: PROVED, loss: 0 };
            let (mut best, mut second) = (None, PROVED);
            for (i, (_, key)) in children.iter().enumerate() {
                let child = self.known[key];
                numbers.loss = numbers.loss.saturating_add(child.win).min(PROVED);
                if child.loss < numbers.win {
                    second = numbers.win;
                    numbers.win = child.loss;
                    best = Some((i, child));
                } else {
                    second = second.min(child.loss);
                }
            }
            // A number that only looks infinite, because sums are cut off there, is not a proof.
            if numbers.win == 0 {
                numbers.loss = PROVED;
            }
            self.known.insert(key(board), numbers);
            let over = self.nodes >= self.limit || depth >= DEPTH;
            let Some((i, child)) = best else { return numbers };
            if over
                || numbers.win >= win
                || numbers.loss >= loss
                || numbers.win == 0
                || numbers.loss == 0
            {
                return numbers;
            }
            let bounds = (
                (loss - numbers.loss).saturating_add(child.win).min(PROVED),
                win.min(second.saturating_add(1)),
            );
            let (next, _) = children[i];
            self.explore(&next, bounds, depth + 1);
        }
    }

    /// The positions after each move, and their known results.
    fn children(&mut self, board: &Board<S>) -> Vec<(Board<S>, Key<S>)> {
        let mover = board.to_move();
        let mut found = Vec::new();
        for point in (self.problem.region & board.empties()).iter() {
            if let Some(next) = self.after(board, point) {
                found.push(next);
            }
        }
        if mover == self.defender {
            let mut next = *board;
            next.wait();
            found.push(next);
        }
        let keyed = found.into_iter().map(|next| (next, key(&next)));
        let keyed: Vec<_> = keyed.collect();
        for (next, key) in &keyed {
            if !self.known.contains_key(key) {
                let numbers = self.ended(next).unwrap_or(Numbers::NEW);
                self.known.insert(*key, numbers);
            }
        }
        keyed
    }

    fn after(&self, board: &Board<S>, point: Point) -> Option<Board<S>> {
        let mut next = *board;
        next.play(point).ok()?;
        let all = next.stones(Color::Black) | next.stones(Color::White);
        if !self.problem.safe.is_subset(all) {
            return None;
        }
        if next.to_move() == self.problem.kos_won_by && next.ko().is_some() {
            // The ban lasts for one move of the other side, as if it had answered a threat.
            next.wait();
            next.wait();
        }
        Some(next)
    }

    /// The proof numbers of a decided position.
    fn ended(&mut self, board: &Board<S>) -> Option<Numbers> {
        let (defender, target) = (self.defender, self.problem.target);
        let own = board.stones(defender);
        let for_mover = |is_defender_winner: bool| {
            if is_defender_winner == (board.to_move() == defender) {
                Numbers::WON
            } else {
                Numbers::LOST
            }
        };
        if !target.is_subset(own) {
            return Some(for_mover(!self.is_kept(board)));
        }
        let group = board.geometry().flood(target, own);
        let lives = group.meets(self.problem.safe) || self.has_two_eyes(board, group);
        lives.then(|| for_mover(true))
    }

    /// Whether the attacker's stones live on after a capture.
    fn is_kept(&mut self, board: &Board<S>) -> bool {
        let Keep { stones, if_unknown } = self.keep;
        if stones.is_empty() {
            return true;
        }
        if !stones.is_subset(board.stones(self.defender.opponent())) {
            return false;
        }
        let kept = Problem { board: *board, target: stones, ..self.problem };
        let verdict = kept.solve(board.to_move(), self.limit / 4);
        self.nodes += verdict.nodes;
        match verdict.fate {
            Fate::Lives => true,
            Fate::Captured => false,
            Fate::Unknown => if_unknown,
        }
    }

    fn has_two_eyes(&self, board: &Board<S>, group: S) -> bool {
        let geometry = board.geometry();
        let own = board.stones(self.defender);
        let around = geometry.neighbours(group);
        let rooms = geometry.components(self.problem.region.minus(own));
        let eyes = rooms.filter(|&room| {
            (room & board.empties()).is_subset(around)
                && geometry.neighbours(room).minus(room).is_subset(own)
        });
        eyes.take(2).count() == 2
            && self.problem.target.is_subset(unconditional_life(board, self.defender).stones)
    }

    fn winning(&mut self, board: &Board<S>) -> Option<Point> {
        let children = self.children(board);
        let won = |next: &&(Board<S>, Key<S>)| self.known[&next.1].loss == 0;
        let (next, _) = children.iter().find(won)?;
        next.stones(board.to_move()).minus(board.stones(board.to_move())).first()
    }
}

fn key<S: PointSet>(board: &Board<S>) -> Key<S> {
    (Color::BOTH.map(|color| board.stones(color)), board.to_move(), board.ko())
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::Random;
    use std::collections::HashSet;
    use zenpuku_go::{Setup, Size, Suicide};

    fn board(text: &str) -> Board<u64> {
        Setup::from_diagram(text).unwrap().board(Suicide::Forbidden).unwrap()
    }

    fn problem(board: Board<u64>, target: u64, kos_won_by: Color) -> Problem<u64> {
        Problem { board, target, region: board.geometry().full(), safe: 0, kos_won_by }
    }

    /// All positions that can be reached, and those in which the attacker can force the capture: the least set that
    /// holds the captures, the attacker's positions with a move into it and the defender's without one out of it.
    pub(crate) fn captured_by_force(
        start: &Problem<u64>,
        first: Color,
        most: usize,
    ) -> Option<bool> {
        let attacker = start.defender().opponent();
        let mut root = start.board;
        root.set_to_move(first);
        let mut moves: HashMap<Key<u64>, Vec<Key<u64>>> = HashMap::new();
        let mut open = vec![root];
        let mut won: HashSet<Key<u64>> = HashSet::new();
        while let Some(board) = open.pop() {
            if moves.contains_key(&key(&board)) {
                continue;
            }
            if !start.target.is_subset(board.stones(start.defender())) {
                won.insert(key(&board));
                moves.insert(key(&board), Vec::new());
                continue;
            }
            let mut next: Vec<Board<u64>> = Vec::new();
            let mut turned = board;
            if board.to_move() == start.kos_won_by {
                // Without the ban.
                turned.set_to_move(attacker);
                turned.set_to_move(attacker.opponent());
                turned.set_to_move(board.to_move());
            }
            for point in start.region.iter() {
                let mut after = turned;
                if after.play(point).is_ok() && start.safe.is_subset(after.occupied()) {
                    next.push(after);
                }
            }
            if board.to_move() != attacker {
                let mut after = board;
                after.wait();
                next.push(after);
            }
            moves.insert(key(&board), next.iter().map(key).collect());
            open.extend(next);
            if moves.len() > most {
                return None;
            }
        }
        loop {
            let before = won.len();
            for (position, next) in &moves {
                let is_won = |next: &Key<u64>| won.contains(next);
                let wins = match position.1 == attacker {
                    true => next.iter().any(is_won),
                    false => !next.is_empty() && next.iter().all(is_won),
                };
                if wins {
                    won.insert(*position);
                }
            }
            if won.len() == before {
                return Some(won.contains(&key(&root)));
            }
        }
    }

    #[test]
    fn what_is_found_is_what_can_be_forced() {
        let mut random = Random::new(11);
        let (mut captured, mut lives, mut unknown) = (0, 0, 0);
        while captured + lives + unknown < 500 {
            let size = Size::new(3 + random.below(2) as usize, 3).unwrap();
            let mut setup = Setup::empty(size);
            for point in size.points() {
                setup.set(
                    point,
                    [None, Some(Color::Black), Some(Color::White)][random.below(3) as usize],
                );
            }
            let Ok(board) = setup.board::<u64>(Suicide::Forbidden) else { continue };
            let color = Color::BOTH[random.below(2) as usize];
            let chains: Vec<u64> = board.chains(color).collect();
            if chains.is_empty() {
                continue;
            }
            let target = chains[random.below(chains.len() as u32) as usize];
            let mut asked = problem(board, target, Color::BOTH[random.below(2) as usize]);
            for point in size.points().filter(|_| random.below(6) == 0) {
                asked.region = asked.region.minus(u64::single(point));
            }
            let others = board.chains(Color::Black).chain(board.chains(Color::White));
            for other in others.filter(|&other| other != target) {
                if random.below(4) == 0 {
                    asked.safe |= other;
                }
            }
            let first = Color::BOTH[random.below(2) as usize];
            let Some(truth) = captured_by_force(&asked, first, 30_000) else { continue };
            match asked.solve(first, 3_000).fate {
                Fate::Captured => {
                    assert!(truth, "{}", setup.to_diagram());
                    captured += 1;
                }
                Fate::Lives => {
                    assert!(!truth, "{}", setup.to_diagram());
                    lives += 1;
                }
                Fate::Unknown => unknown += 1,
            }
        }
        assert!(captured > 100 && lives > 60, "{captured} {lives} {unknown}");
    }

    #[test]
    fn three_in_a_row_live_or_die_by_the_middle() {
        let board = board("...XO\nXXXXO\nOOOOO\n.O.O.");
        let asked = problem(board, board.stones(Color::Black), Color::White);
        let white = asked.solve(Color::White, 10_000);
        assert_eq!((white.fate, white.winning), (Fate::Captured, Some(Point::new(1))));
        let black = asked.solve(Color::Black, 10_000);
        assert_eq!((black.fate, black.winning), (Fate::Lives, Some(Point::new(1))));
    }

    #[test]
    fn four_in_a_row_live_and_a_square_dies() {
        let row = board("....XO\nXXXXXO\nOOOOOO\n.O.O..");
        let asked = problem(row, row.stones(Color::Black), Color::White);
        assert_eq!(asked.solve(Color::White, 20_000).fate, Fate::Lives);
        let square = board("..XO..\n..XO..\nXXXOOO\nOOOO.O");
        let asked = problem(square, square.stones(Color::Black), Color::Black);
        assert_eq!(asked.solve(Color::Black, 20_000).fate, Fate::Captured);
    }

    #[test]
    fn a_ko_goes_to_who_is_said_to_win_it() {
        // White captures at C4; Black's second eye is valid if it can retake.
        let board = board(".X.XO\nXXXOO\nOOOO.\n.O.O.");
        let target = board.chain_at(Point::new(1));
        let fate = |color| problem(board, target, color).solve(Color::White, 20_000).fate;
        assert_eq!((fate(Color::White), fate(Color::Black)), (Fate::Captured, Fate::Lives));
    }

    #[test]
    fn stones_joined_to_safe_ones_live() {
        let board = board("X.X.O\n.OOO.\nOO.O.");
        let target = board.chain_at(Point::new(0));
        let asked =
            Problem { safe: board.chain_at(Point::new(2)), ..problem(board, target, Color::White) };
        assert_eq!(asked.solve(Color::Black, 1_000).fate, Fate::Lives);
        assert_eq!(asked.solve(Color::White, 1_000).fate, Fate::Captured);
    }
}
