//! A real board from its parts: statuses proposed by [`zenpuku_go_status`], regions by status, their sum.
//!
//! What is likely enough counts as settled; its points are filled with stones of their owner, which wall the open
//! regions in. Those are valued as games ([`LocalSolver`]); one that has no value is bounded by its own points: the
//! score of the board then lies in an interval no wider than twice those points and the stones on them. So every
//! answer of this module holds *as marked*, if the statuses do, and is called likely; what is proved is said by
//! [`crate::solve`].

use std::time::Instant;

use zenpuku_go::{
    AnyBoard, Color, KoRule, Move, PointSet, Rules, Scoring, Setup, SetupError, Suicide, Wide,
};
use zenpuku_go_status::{How, JudgeOptions, Status, StatusMap, judge};

use crate::outcome::{Regions, regions};
use crate::{
    Candidate, LocalLimits, LocalSolver, LoopValue, Owned, PartialSolution, Partition,
    TerritorySolution,
};

/// How far an answer can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trust {
    /// It rests on statuses that are only likely.
    Likely,
    /// It holds if what a person marked does, and on nothing else unproved.
    AsMarked,
    /// It is proved.
    Proved,
}

impl Trust {
    /// `proved`, `proved-as-marked` or `likely`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::AsMarked => "proved-as-marked",
            Self::Likely => "likely",
        }
    }
}

/// Bounds on the work, and what a person said.
#[derive(Clone, Debug)]
pub struct AppraiseOptions {
    /// For the status of chains and points.
    pub judge: JudgeOptions<Wide>,
    /// For the regions.
    pub local: LocalLimits,
    /// Chains and points that are less likely than this stay open, 0 to 1.
    pub sure: f64,
    /// The same for points of regions that both colours touch.
    pub sure_at_border: f64,
}

impl Default for AppraiseOptions {
    /// 4,000 random games, 20,000 positions of regions, nothing said.
    fn default() -> Self {
        Self {
            judge: JudgeOptions::default(),
            local: LocalLimits { positions: 20_000, ..LocalLimits::default() },
            sure: 0.65,
            sure_at_border: 0.8,
        }
    }
}

impl AppraiseOptions {
    /// For a game that both sides have ended by passing: what is likelier than not counts as settled.
    #[must_use]
    pub fn finished(self) -> Self {
        Self {
            sure: 0.5,
            sure_at_border: 0.5,
            judge: JudgeOptions { closed: true, ..self.judge },
            ..self
        }
    }

    /// The same, done by this time.
    #[must_use]
    pub fn until(mut self, deadline: Instant) -> Self {
        self.judge.deadline = Some(deadline);
        self.local.deadline = Some(deadline);
        self
    }
}

/// The score as it is seen, in points for Black without komi.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The likeliest.
    pub best: i32,
    /// Between what it lies if the settled points are settled.
    pub range: LoopValue,
    /// The moves in regions with values, by what they lose, the best first.
    pub candidates: Vec<Candidate>,
}

impl Estimate {
    /// Nobody plays any more: the score is what the board shows.
    fn stands_at(&mut self, standing: i32) {
        self.best = standing;
        self.range.low = self.range.low.min(standing);
        self.range.high = self.range.high.max(standing);
    }
}

/// A board from its parts.
#[derive(Clone, Debug)]
pub struct Appraisal {
    /// The status of all chains and points.
    pub map: StatusMap<Wide>,
    /// The open regions.
    pub regions: Regions,
    /// The dead stones.
    pub dead: Wide,
    /// Empty points that gain nobody anything.
    pub dame: Wide,
    /// The score as the board stands: what is dead taken off, what is open counted for whom it is likelier.
    pub standing: i32,
    /// With Black first and with White first.
    pub first: [Estimate; 2],
    /// How far to trust it.
    pub trust: Trust,
}

impl Appraisal {
    /// The places where play can still gain something: regions with a temperature over 0 and those without value.
    #[must_use]
    pub fn places_left(&self) -> usize {
        let hot = self.regions.open.iter().filter(|region| region.temperature_number > 0.0);
        hot.count() + self.regions.unsolved.len()
    }

    /// What is said, by exact and likely statuses, of the stones and points that are not sure.
    #[must_use]
    pub fn disputed(&self) -> Wide {
        let unsure = self.regions.unsolved.iter();
        unsure.fold(Wide::EMPTY, |set, region| set | region.points)
    }
}

/// Appraises a position.
///
/// # Errors
/// If it is no position.
pub fn appraise(
    setup: &Setup,
    rules: &Rules,
    options: &AppraiseOptions,
) -> Result<Appraisal, SetupError> {
    let board: AnyBoard = setup.board(rules.suicide)?;
    let mut map = judge(&board, &options.judge);
    if rules.suicide != Suicide::Forbidden || rules.ko != KoRule::Simple {
        // Answers may be forbidden, or rooms emptied by suicide: only what needs no answer is proved.
        map.doubt_answers();
    }
    let parts = Parts::new(&board, &map, options);
    let standing = standing(&board, rules, &map);
    let mut local = LocalSolver::new(options.local.clone());
    let settled = parts.settled(&board);
    let partition = parts.partition.clone();
    let dead = map.dead();
    let trust = trust(&map, &options.judge);
    let solved = local.solve_parts(&parts.filled, partition, settled);
    let appraisal = |regions, first| Appraisal {
        regions,
        dead,
        dame: map.points_where(|point| point.status == Status::Dame),
        standing,
        first,
        trust,
        map: map.clone(),
    };
    let Ok(solved) = solved else {
        let regions = Regions {
            safe: parts.partition.safe,
            settled: parts.partition.settled.0,
            open: Vec::new(),
            unsolved: Vec::new(),
        };
        let range = parts.all_open(&board, standing);
        let first = [0, 1].map(|_| Estimate { best: standing, range, candidates: Vec::new() });
        return Ok(appraisal(regions, first));
    };
    let mut first = Color::BOTH.map(|color| match rules.scoring {
        Scoring::Territory => by_territory(&mut local, &parts, &map, &solved, color),
        Scoring::Area => by_area(&mut local, &board, &parts, &map, &solved, color),
    });
    if options.judge.closed {
        first.iter_mut().for_each(|estimate| estimate.stands_at(standing));
    }
    let (open, rest) = (&solved.regions, &solved.unsolved);
    let regions = regions(&mut local, &parts.filled, &solved.partition, open, rest);
    Ok(appraisal(regions, first))
}

/// Black's lead if nothing more is played, in points.
fn standing(board: &AnyBoard, rules: &Rules, map: &StatusMap<Wide>) -> i32 {
    let full = board.geometry().full();
    let seki = map.seki();
    let beside_seki = board.geometry().neighbours(seki) & board.empties();
    let points = |color: Color| {
        let owned = full & map.points_where(|point| point.owner == Some(color));
        let captured = board.prisoners(color);
        let count = match rules.scoring {
            Scoring::Area => owned.count(),
            Scoring::Territory => {
                let territory = owned.minus(board.stones(color) | beside_seki);
                territory.count() + (territory & board.occupied()).count() + captured
            }
        };
        count as i32
    };
    points(Color::Black) - points(Color::White)
}

fn trust(map: &StatusMap<Wide>, said: &JudgeOptions<Wide>) -> Trust {
    let marked = said.alive | said.dead;
    let known = |point: zenpuku_go::Point| {
        map.at(point).how != How::Assumed || map.at(point).status == Status::Dame
    };
    let all = || (0..map.points.len()).map(zenpuku_go::Point::new);
    if !all().all(|point| known(point) || marked.contains(point)) {
        Trust::Likely
    } else if marked.is_empty() {
        Trust::Proved
    } else {
        Trust::AsMarked
    }
}

/// The board cut by status.
struct Parts {
    partition: Partition<Wide>,
    /// The board with settled points beside open ones filled by their owners.
    filled: AnyBoard,
}

impl Parts {
    fn new(board: &AnyBoard, map: &StatusMap<Wide>, options: &AppraiseOptions) -> Self {
        let neutral = seki_liberties(board, map);
        let border = zenpuku_go::ownership(board, map.dead()).dame;
        let mut owned = Color::BOTH.map(|color| {
            let likely = |least: f64| {
                map.points_where(|point| {
                    point.owner == Some(color)
                        && (point.how != How::Assumed || point.probability >= least)
                })
            };
            likely(options.sure).minus(border) | (likely(options.sure_at_border) & border)
        });
        // A wall that cannot breathe once its own points are filled is no wall: its points stay open.
        loop {
            let (filled, failed) = filled(board, owned, neutral);
            match (filled, failed) {
                (Some(filled), _) => {
                    let partition = cut(board, owned, neutral);
                    return Self { partition, filled };
                }
                (None, failed) if failed.is_empty() => {
                    let partition = cut(board, [Wide::EMPTY; 2], neutral);
                    return Self { partition, filled: *board };
                }
                (None, failed) => owned = owned.map(|set| set.minus(failed)),
            }
        }
    }

    /// What the settled points are worth with the prisoners so far, in points for Black.
    fn settled(&self, board: &AnyBoard) -> i32 {
        self.partition.settled_territory(board)
    }

    fn all_open(&self, board: &AnyBoard, standing: i32) -> LoopValue {
        let open = self.partition.regions.iter().fold(Wide::EMPTY, |set, &region| set | region);
        let most = (2 * open.count() + (board.occupied() & open).count()) as i32;
        LoopValue { low: standing - most, high: standing + most }
    }
}

/// The empty points that touch stones in seki and are nobody's.
fn seki_liberties(board: &AnyBoard, map: &StatusMap<Wide>) -> Wide {
    let seki = map.seki();
    let dame = map.points_where(|point| point.status == Status::Dame);
    let touching = board.geometry().neighbours(seki) & dame;
    if touching.is_empty() { touching } else { board.geometry().flood(touching, dame) }
}

fn cut(board: &AnyBoard, owned: [Wide; 2], neutral: Wide) -> Partition<Wide> {
    let safe = Color::BOTH.map(|color| owned[color.index()] & board.stones(color));
    let settled = Color::BOTH.map(|color| owned[color.index()].minus(board.stones(color)));
    let open = board.geometry().full().minus(owned[0] | owned[1] | neutral);
    let regions = board.geometry().components(open).collect();
    Partition { safe: Color::BOTH.map(|c| safe[c.index()]), settled: Owned(settled), regions }
}

/// The board with dead stones off and the settled points beside open ones filled; or what cannot breathe.
fn filled(board: &AnyBoard, owned: [Wide; 2], neutral: Wide) -> (Option<AnyBoard>, Wide) {
    let geometry = board.geometry();
    let all = owned[0] | owned[1];
    let open = geometry.full().minus(all | neutral);
    let beside = geometry.neighbours(open);
    let dead = (owned[0] & board.stones(Color::White)) | (owned[1] & board.stones(Color::Black));
    let mut setup = board.setup();
    for color in Color::BOTH {
        let fill = owned[color.index()] & beside;
        let stones = board.stones(color).minus(dead) | fill;
        match color {
            Color::Black => setup.black = stones,
            Color::White => setup.white = stones,
        }
    }
    setup.prisoners = [0; 2];
    setup.ko = None;
    if let Ok(filled) = setup.board(board.suicide()) {
        return (Some(filled), Wide::EMPTY);
    }
    let empties = geometry.full().minus(setup.black | setup.white);
    let chains = [setup.black, setup.white].into_iter().flat_map(|set| geometry.components(set));
    let breathless = chains.filter(|&chain| !geometry.neighbours(chain).meets(empties));
    let points = breathless.fold(Wide::EMPTY, |set, chain| set | chain);
    (None, points & all)
}

fn by_territory(
    local: &mut LocalSolver<Wide>,
    parts: &Parts,
    map: &StatusMap<Wide>,
    solved: &PartialSolution<Wide>,
    color: Color,
) -> Estimate {
    let range = solved.scores[color.index()];
    let ranges = solved.unsolved.iter().map(|region| region.range.low);
    let valued = range.low - ranges.sum::<i32>();
    let likely: i32 =
        solved.unsolved.iter().map(|region| likely_points(map, region.points, color)).sum();
    let candidates = candidates(local, parts, solved, color);
    Estimate { best: valued + likely, range, candidates }
}

/// What an open region is expected to be worth to Black, in points, with this colour first.
fn likely_points(map: &StatusMap<Wide>, region: Wide, first: Color) -> i32 {
    let worth = &map.expected[first.index()];
    region.iter().map(|point| worth[point.index()]).sum::<f32>().round() as i32
}

fn candidates(
    local: &mut LocalSolver<Wide>,
    parts: &Parts,
    solved: &PartialSolution<Wide>,
    color: Color,
) -> Vec<Candidate> {
    let known = solved.unsolved.iter().map(|region| region.range.low).sum::<i32>();
    let solution = TerritorySolution {
        partition: solved.partition.clone(),
        settled: solved.settled,
        regions: solved.regions.clone(),
        scores: solved.scores.map(|score| score.low - known),
    };
    local.candidates(&parts.filled, &solution, color).unwrap_or_default()
}

/// By area: what the territory gives, the stones played so far, and one point for who plays last.
fn by_area(
    local: &mut LocalSolver<Wide>,
    board: &AnyBoard,
    parts: &Parts,
    map: &StatusMap<Wide>,
    solved: &PartialSolution<Wide>,
    color: Color,
) -> Estimate {
    let by_territory = by_territory(local, parts, map, solved, color);
    let played =
        |color: Color| (board.stones(color).count() + board.prisoners(color.opponent())) as i32;
    let lead = played(Color::Black) - played(Color::White);
    // Who moves first also moves last if an odd number of stones is still to come.
    let open = parts.partition.regions.iter().map(|region| region.count()).sum::<u32>();
    let last = if open % 2 == 1 { color.sign() } else { 0 };
    let area = |score: i32| score + lead;
    let settled = solved.regions.is_empty() && solved.unsolved.is_empty();
    let spread = i32::from(!settled);
    let (low, high) = (area(by_territory.range.low), area(by_territory.range.high));
    let toward = |sign: i32| if color.sign() == sign { spread } else { 0 };
    Estimate {
        best: area(by_territory.best) + last,
        range: LoopValue { low: low - toward(-1), high: high + toward(1) },
        candidates: by_territory.candidates,
    }
}

/// The moves that lose nothing.
#[must_use]
pub fn best_moves(estimate: &Estimate) -> Vec<Move> {
    let best = estimate.candidates.iter().filter(|candidate| candidate.loss == 0);
    best.map(|candidate| candidate.mv).collect()
}
