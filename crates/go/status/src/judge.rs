//! The status of everything on a board, from proofs and random games.

use std::time::Instant;

use zenpuku_go::{
    Board, Color, PointSet, alternating_safety, ownership, seki_groups, unconditional_life,
    unconditional_territory,
};

use crate::bent_four::bent_fours;
use crate::fortress::fortresses;
use crate::reading::{FOUND, Odds, Reading, read};
use crate::seki::sekis;
use crate::{ChainStatus, Ownership, PointStatus, Random, Status, StatusBasis, StatusMap};

/// A chain dies if its points end as its own less often than this.
const DEAD: f64 = 0.5;
/// A status that is less likely than this is unsettled.
const SETTLED: f64 = 0.8;
/// The probability from which a point of a region between both colours counts as territory.
const MOSTLY: f64 = 0.75;
/// A point without owner at the end of this share of the games is left alone by
/// both sides: dame are nearly always filled, and random games break many
/// sekis.
const QUIET: f64 = 0.2;

/// Rounds of local search.
const READINGS: usize = 2;

/// Limits of the work, and the user's corrections.
#[derive(Clone, Debug)]
pub struct JudgeOptions<S> {
    /// Random games.
    pub games: u32,
    /// Seed of the random games.
    pub seed: u64,
    /// Both sides have passed: every border is closed.
    pub closed: bool,
    /// A seki saves a bent four in the corner, as it holds ko threats that cannot be removed. By the rules of Japan a
    /// bent four is dead all the same.
    pub ko_threats_count: bool,
    /// When to stop with partial results.
    pub deadline: Option<Instant>,
    /// Chains with a stone here are taken as alive.
    pub alive: S,
    /// Chains with a stone here are taken as dead.
    pub dead: S,
}

impl<S: PointSet> Default for JudgeOptions<S> {
    /// 4,000 games of seed 1, no corrections.
    fn default() -> Self {
        Self {
            games: 4_000,
            seed: 1,
            closed: false,
            ko_threats_count: false,
            deadline: None,
            alive: S::EMPTY,
            dead: S::EMPTY,
        }
    }
}

/// Statuses that hold for any play elsewhere.
#[derive(Clone, Copy, Debug)]
struct Sure<S> {
    /// The stones that stay, Black's and White's.
    alive: [S; 2],
    /// The points that belong to Black and to White with the dead stones on them.
    owned: [S; 2],
}

impl<S: PointSet> Sure<S> {
    fn unconditional(board: &Board<S>) -> Self {
        let alive = Color::BOTH.map(|color| unconditional_life(board, color).stones);
        let owned = Color::BOTH
            .map(|color| unconditional_territory(board, color).minus(board.stones(color)));
        Self { alive, owned }
    }

    fn answered(board: &Board<S>) -> Self {
        let safety = Color::BOTH.map(|color| alternating_safety(board, color));
        Self {
            alive: [safety[0].stones, safety[1].stones],
            owned: [0, 1].map(|i| safety[i].territory.minus(board.stones(Color::BOTH[i]))),
        }
    }

    fn all(&self, color: Color) -> S {
        self.alive[color.index()] | self.owned[color.index()]
    }
}

/// Certain statuses, by degree.
#[derive(Clone, Copy, Debug)]
struct Known<S> {
    unconditional: Sure<S>,
    answered: Sure<S>,
}

impl<S: PointSet> Known<S> {
    fn how(&self, color: Color, points: S) -> StatusBasis {
        if points.is_subset(self.unconditional.all(color)) {
            StatusBasis::Unconditional
        } else if points.is_subset(self.answered.all(color) | self.unconditional.all(color)) {
            StatusBasis::Proved
        } else {
            StatusBasis::Assumed
        }
    }

    /// The rooms in which a colour may have to answer to keep the proved
    /// points, and the points they prove.
    fn rooms(&self, board: &Board<S>, color: Color) -> S {
        let i = color.index();
        let stones = self.answered.alive[i].minus(self.unconditional.alive[i]);
        let owned = self.answered.owned[i].minus(self.unconditional.owned[i]);
        let open = board.geometry().full().minus(board.stones(color));
        let rooms = board.geometry().components(open);
        let beside = board.geometry().neighbours(stones) | owned;
        let rooms = rooms.filter(|room| room.meets(beside));
        rooms.fold(stones | self.unconditional.all(color), |set, room| set | room)
    }
}

/// Judges a position. Equal options give equal answers unless the deadline cuts the games short.
#[must_use]
pub fn judge<S: PointSet>(board: &Board<S>, options: &JudgeOptions<S>) -> StatusMap<S> {
    let known =
        Known { unconditional: Sure::unconditional(board), answered: Sure::answered(board) };
    let mut random = Random::new(options.seed);
    let games = Ownership::sample(board, options.games, options.deadline, &mut random);
    let area = board.size().area();
    let mut odds = Odds::plain(&games, area);
    let mut chains = chains(board, &known, &odds, options);
    // Settled parts become walls for the rest.
    let mut readings = Vec::new();
    for _ in 0..READINGS {
        let told = readings
            .iter()
            .fold(options.alive | options.dead, |set, reading: &Reading<S>| set | reading.stones);
        let found = read(board, &chains, told, options.deadline);
        if found.is_empty() {
            // Another round would ask the same again.
            break;
        }
        readings.extend(found);
        odds = Odds::given(&games, area, &readings);
        chains = self::chains(board, &known, &odds, options);
    }
    let read = sekis(board, &chains, options.alive | options.dead, options.deadline);
    for chain in &mut chains {
        // A group that took one thing may be in seki with another.
        let found =
            [(read.lost, Status::Dead), (read.won, Status::Alive), (read.stones, Status::Seki)];
        for (_, status) in found.into_iter().filter(|(set, _)| chain.stones.is_subset(*set)) {
            (chain.status, chain.probability) = (status, FOUND);
        }
    }
    let seki = quiet_seki(board, &games, with_status(&chains, Status::Dead));
    for chain in &mut chains {
        if chain.status != Status::Dead
            && chain.how == StatusBasis::Assumed
            && chain.stones.meets(seki)
        {
            chain.status = Status::Seki;
        }
    }
    let bent_four_points = decide_bent_fours(board, &mut chains, options);
    let dead = with_status(&chains, Status::Dead);
    let mut points = points(board, &known, &odds, &chains, (dead, options.closed));
    settle_rooms(&mut points, read.room | bent_four_points);
    let mut map =
        StatusMap { points, chains, gains: gains(board, &games), ends: games.into_ends() };
    for color in Color::BOTH {
        prove_fortresses(board, &known, (&mut map, color), options.deadline);
    }
    map
}

/// The stones of the chains in this state.
fn with_status<S: PointSet>(chains: &[ChainStatus<S>], status: Status) -> S {
    let chains = chains.iter().filter(|chain| chain.status == status);
    chains.fold(S::EMPTY, |set, chain| set | chain.stones)
}

/// Decides the bent fours in corners: the stones around one are dead and it is alive, or both are in seki where a seki
/// elsewhere saves them. Gives the empty points of those that are dead.
fn decide_bent_fours<S: PointSet>(
    board: &Board<S>,
    chains: &mut [ChainStatus<S>],
    options: &JudgeOptions<S>,
) -> S {
    let told = options.alive | options.dead;
    let living = with_status(chains, Status::Alive);
    let fours = bent_fours(board, Color::BOTH.map(|color| board.stones(color) & living));
    let fours = fours.iter().filter(|four| !four.dead.meets(told));
    let (three, dead, empty) = fours
        .fold((S::EMPTY, S::EMPTY, S::EMPTY), |(three, dead, empty), four| {
            (three | four.three, dead | four.dead, empty | four.empty)
        });
    let elsewhere = with_status(chains, Status::Seki).minus(three | dead);
    let is_saved = options.ko_threats_count && !elsewhere.is_empty();
    let (three_is, dead_is) =
        if is_saved { (Status::Seki, Status::Seki) } else { (Status::Alive, Status::Dead) };
    for (stones, status) in [(three, three_is), (dead, dead_is)] {
        let open = chains
            .iter_mut()
            .filter(|chain| chain.how == StatusBasis::Assumed && chain.stones.is_subset(stones));
        open.for_each(|chain| (chain.status, chain.probability) = (status, FOUND));
    }
    if is_saved { S::EMPTY } else { empty }
}

/// Leaves the eyes of chains in seki, and the rooms of decided fights, to their owners.
fn settle_rooms<S: PointSet>(points: &mut [PointStatus], room: S) {
    for point in room.iter() {
        let point = &mut points[point.index()];
        if point.owner.is_some() && point.how == StatusBasis::Assumed {
            (point.status, point.probability) = (Status::Territory, FOUND);
        }
    }
}

/// Marks the chains that local search shows to live if their owner answers.
fn prove_fortresses<S: PointSet>(
    board: &Board<S>,
    known: &Known<S>,
    (map, color): (&mut StatusMap<S>, Color),
    deadline: Option<Instant>,
) {
    let owned = map.points_where(|point| point.owner == Some(color));
    let rooms = known.rooms(board, color);
    for fortress in fortresses(board, color, owned.minus(rooms), deadline) {
        for chain in &mut map.chains {
            let is_open = chain.how == StatusBasis::Assumed && chain.status != Status::Seki;
            if is_open && chain.stones.is_subset(fortress.stones) {
                (chain.status, chain.probability, chain.how) =
                    (Status::Alive, 1.0, StatusBasis::Proved);
                for stone in chain.stones.iter() {
                    let point = &mut map.points[stone.index()];
                    (point.status, point.probability, point.how) =
                        (Status::Alive, 1.0, StatusBasis::Proved);
                }
            }
        }
    }
}

/// The groups in seki of which random games agree: the points that both touch
/// stay empty to the end. The dame next to a group that lives by a connection
/// are filled.
fn quiet_seki<S: PointSet>(board: &Board<S>, games: &Ownership, dead: S) -> S {
    let seki = seki_groups(board, dead);
    let owned = ownership(board, dead);
    let quiet = S::from_points(owned.dame.iter().filter(|&point| games.nobody(point) >= QUIET));
    let groups = Color::BOTH.into_iter().flat_map(|color| {
        let own = seki & board.stones(color);
        board.geometry().components(own | owned.territory[color.index()])
    });
    let in_seki = groups.filter(|&group| board.geometry().neighbours(group).meets(quiet));
    in_seki.fold(S::EMPTY, |set, group| set | (group & seki))
}

fn chains<S: PointSet>(
    board: &Board<S>,
    known: &Known<S>,
    odds: &Odds,
    options: &JudgeOptions<S>,
) -> Vec<ChainStatus<S>> {
    let mut found = Vec::new();
    for color in Color::BOTH {
        for stones in board.chains(color) {
            let (lives, dies) = (known.how(color, stones), known.how(color.opponent(), stones));
            let life = odds.mean(stones, color);
            let (status, probability, how) = if lives != StatusBasis::Assumed {
                (Status::Alive, 1.0, lives)
            } else if dies != StatusBasis::Assumed {
                (Status::Dead, 1.0, dies)
            } else if stones.meets(options.alive) {
                (Status::Alive, life.max(0.5), StatusBasis::Assumed)
            } else if stones.meets(options.dead) {
                (Status::Dead, (1.0 - life).max(0.5), StatusBasis::Assumed)
            } else if life < DEAD {
                (Status::Dead, 1.0 - life, StatusBasis::Assumed)
            } else {
                (Status::Alive, life, StatusBasis::Assumed)
            };
            found.push(ChainStatus { stones, color, status, probability, how });
        }
    }
    found
}

fn points<S: PointSet>(
    board: &Board<S>,
    known: &Known<S>,
    odds: &Odds,
    chains: &[ChainStatus<S>],
    (dead, closed): (S, bool),
) -> Vec<PointStatus> {
    let nothing = PointStatus {
        status: Status::Dame,
        owner: None,
        probability: 0.5,
        how: StatusBasis::Assumed,
    };
    let mut points = vec![nothing; board.size().area()];
    for chain in chains {
        let is_dead = chain.status == Status::Dead;
        let owner = if is_dead { chain.color.opponent() } else { chain.color };
        for point in chain.stones.iter() {
            points[point.index()] = PointStatus {
                status: chain.status,
                owner: Some(owner),
                probability: chain.probability,
                how: chain.how,
            };
        }
    }
    for (color, point) in empty_owners(board, odds, (dead, closed)) {
        let how = color.map_or(StatusBasis::Assumed, |color| known.how(color, S::single(point)));
        let chance = color.map_or(0.0, |color| odds.of(point, color));
        points[point.index()] = match color {
            Some(_) if how != StatusBasis::Assumed => {
                PointStatus { status: Status::Territory, owner: color, probability: 1.0, how }
            }
            Some(_) => PointStatus {
                status: if chance < SETTLED { Status::Unsettled } else { Status::Territory },
                owner: color,
                probability: chance,
                how,
            },
            None => {
                let status =
                    if is_dame(board, dead, point) { Status::Dame } else { Status::Unsettled };
                PointStatus { status, ..nothing }
            }
        };
    }
    points
}

/// The empty points and their predicted owners: the only colour around their
/// region, or, with both colours around, the one that usually gets them.
fn empty_owners<S: PointSet>(
    board: &Board<S>,
    odds: &Odds,
    (dead, closed): (S, bool),
) -> Vec<(Option<Color>, zenpuku_go::Point)> {
    let owned = ownership(board, dead);
    let mostly = |point| {
        let likely = |color: &Color| odds.of(point, *color) >= MOSTLY;
        Color::BOTH
            .into_iter()
            .find(likely)
            .filter(|_| !closed && !touches_both(board, dead, point))
    };
    let empty = board.empties().iter();
    let owner = |point| match owned.territory.map(|points| points.contains(point)) {
        [true, _] => Some(Color::Black),
        [_, true] => Some(Color::White),
        _ => mostly(point),
    };
    empty.map(|point| (owner(point), point)).collect()
}

/// Whether living stones of both colours are adjacent to a point.
fn touches_both<S: PointSet>(board: &Board<S>, dead: S, point: zenpuku_go::Point) -> bool {
    let near = board.geometry().neighbours(S::single(point)).minus(dead);
    Color::BOTH.iter().all(|&color| near.meets(board.stones(color)))
}

/// Whether a point without owner has no value for either side: both colours are
/// adjacent to it, or to all its neighbours.
fn is_dame<S: PointSet>(board: &Board<S>, dead: S, point: zenpuku_go::Point) -> bool {
    let near = board.geometry().neighbours(S::single(point)) & board.empties();
    touches_both(board, dead, point)
        || (!near.is_empty() && near.iter().all(|beside| touches_both(board, dead, beside)))
}

fn gains<S: PointSet>(board: &Board<S>, games: &Ownership) -> Vec<(zenpuku_go::Point, f32)> {
    let empty = board.empties().iter();
    let mut gains: Vec<_> = empty.filter_map(|point| Some((point, games.gain(point)?))).collect();
    gains.sort_by(|a, b| b.1.total_cmp(&a.1));
    gains
}

#[cfg(test)]
mod tests {
    use super::*;
    use zenpuku_go::{Setup, Size, Suicide, Symmetry};

    fn random_setup(random: &mut Random) -> Setup {
        let size = Size::new(5 + random.below(3) as usize, 5).unwrap();
        let mut setup = Setup::empty(size);
        for point in size.points() {
            let color = [None, Some(Color::Black), Some(Color::White)][random.below(3) as usize];
            setup.set(point, color);
        }
        setup
    }

    fn judged(setup: &Setup) -> Option<StatusMap<u64>> {
        let board: Board<u64> = setup.board(Suicide::Forbidden).ok()?;
        Some(judge(&board, &JudgeOptions { games: 60, ..JudgeOptions::default() }))
    }

    fn board(rows: &[&str]) -> Board<u64> {
        let setup = Setup::from_diagram(&rows.join("\n")).unwrap();
        setup.board(Suicide::Forbidden).unwrap()
    }

    #[test]
    fn turning_mirroring_and_exchanging_colours_change_nothing() {
        let mut random = Random::new(3);
        let mut seen = 0;
        while seen < 40 {
            let setup = random_setup(&mut random);
            let Some(map) = judged(&setup) else { continue };
            seen += 1;
            for symmetry in Symmetry::of(setup.size) {
                let turned = setup.transformed(symmetry);
                let image = judged(&turned).unwrap();
                let swapped =
                    judged(&Setup { black: turned.white, white: turned.black, ..turned }).unwrap();
                for point in setup.size.points() {
                    let to = symmetry.apply(setup.size, point);
                    let (here, there) = (map.at(point), image.at(to));
                    assert_eq!(here, there);
                    let mirrored = swapped.at(to);
                    assert_eq!(here.owner, mirrored.owner.map(Color::opponent));
                    assert_eq!((here.status, here.how), (mirrored.status, mirrored.how));
                }
            }
        }
    }

    #[test]
    fn a_wrong_mark_changes_nothing_that_is_proved() {
        let setup = Setup::from_diagram(".X.XO\nXXXXO\nOOOOO\n.O.O.").unwrap();
        let board: Board<u64> = setup.board(Suicide::Forbidden).unwrap();
        let all = board.occupied();
        let plain = judge(&board, &JudgeOptions::default());
        let marked = judge(&board, &JudgeOptions { dead: all, ..JudgeOptions::default() });
        assert_eq!(plain, marked);
        assert!(plain.chains.iter().all(|chain| chain.how == StatusBasis::Unconditional));
    }

    #[test]
    fn a_mark_on_what_is_open_is_followed_but_never_proved() {
        let setup = Setup::from_diagram(".......\n..X....\n.......\n....O..\n.......").unwrap();
        let board: Board<u64> = setup.board(Suicide::Forbidden).unwrap();
        let dead = board.stones(Color::White);
        let map = judge(&board, &JudgeOptions { dead, ..JudgeOptions::default() });
        assert_eq!(map.dead(), dead);
        assert!(map.points.iter().all(|point| point.how == StatusBasis::Assumed));
    }

    #[test]
    fn stones_without_room_are_dead() {
        let rows = [".......", ".XXXXX.", "XX...XX", "X.OO..X", "XX....X", ".XXXXXX", "......."];
        let board = board(&rows);
        let map = judge(&board, &JudgeOptions::default());
        assert_eq!(map.dead(), board.stones(Color::White));
        let centre = zenpuku_go::Point::new(17);
        assert_eq!(map.at(centre).owner, Some(Color::Black));
    }

    #[test]
    fn a_seki_that_games_leave_alone_stays_one() {
        // One eye each and C6 between them; all around live.
        let rows = [".X.O.OX", "XXOOOOX", "OOXXXXX", ".OX.X.X", "OOXXXXX", ".OX...."];
        let board = board(&rows);
        let map = judge(&board, &JudgeOptions::default());
        assert_eq!(map.seki(), 0b11_1111 << 7 | 0b010_1010);
    }

    #[test]
    fn a_group_that_connects_through_a_dame_is_in_no_seki() {
        // Black's middle has one eye, and joins one side or the other at B3 or F3.
        let rows = [".X...X.", "XX.X.XX", "X.X.X.X", "OOXXXOO", "OOOOOOO", ".O.O.O."];
        let board = board(&rows);
        let map = judge(&board, &JudgeOptions::default());
        assert!(map.seki().is_empty() && map.dead().is_empty(), "{:?}", map.chains);
    }
}
