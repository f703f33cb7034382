//! A position solved and its regions valued, freed from the width of the board's sets: what programs show.

use zenpuku_cgt::Notation;
use zenpuku_go::{
    Board, BoardVisitor, Color, Move, PointSet, Rules, Scoring, Setup, SetupError, Wide,
};

use crate::{
    Answer, Exact, EyeReading, KoThermograph, LocalError, LocalLimits, LocalSolver, LoopValue,
    Owned, Partition, RegionKind, RegionValue, SolveOptions, Status, ThermographBounds, Threats,
    Unsolved, eye_candidates, false_eye_judgement, owned_by_bent_fours, protector, settled_bounds,
    simple_dame, solve, thermograph_bounds,
};

/// Answers and regions.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// With Black first and with White first.
    pub first: [Answer; 2],
    /// The regions.
    pub regions: Regions,
    /// By territory: positions that Japanese rules decide without play.
    pub bent_fours: Option<BentFours>,
}

/// Bent fours in the corner, see [`crate::owned_by_bent_fours`].
#[derive(Debug, Clone)]
pub struct BentFours {
    /// The stones of Black and White that are dead by the rule.
    pub dead: [Wide; 2],
    /// The score with Black first and with White first, these stones taken as dead.
    pub scores: [LoopValue; 2],
}

/// The board cut into regions.
#[derive(Debug, Clone)]
pub struct Regions {
    /// The unconditionally alive stones of Black and White.
    pub safe: [Wide; 2],
    /// The settled points of Black and White.
    pub settled: [Wide; 2],
    /// The regions with values, the hottest first.
    pub open: Vec<Region>,
    /// The regions without.
    pub unsolved: Vec<Unknown>,
}

/// A region with its value.
#[derive(Debug, Clone)]
pub struct Region {
    /// Its points.
    pub points: Wide,
    /// In CGT notation, points for Black.
    pub value: String,
    /// The value cooled by one.
    pub chilled: String,
    /// The mean, for people.
    pub count: String,
    /// The mean, in points for Black.
    pub count_number: f64,
    /// The temperature, for people.
    pub temperature: String,
    /// The temperature (miai value), in points.
    pub temperature_number: f64,
    /// Its kind for the players.
    pub kind: RegionKind,
    /// The side that must add a move here eventually.
    pub protector: Option<Color>,
    /// The best move of Black and of White, and the count after it.
    pub moves: [Option<(Move, String)>; 2],
}

/// A region without a value.
#[derive(Debug, Clone)]
pub struct Unknown {
    /// Its points.
    pub points: Wide,
    /// Why it has no value.
    pub reason: String,
    /// Its contribution to the score, in points for Black.
    pub range: LoopValue,
    /// The result of thermographs with ko; only [`values`] computes them.
    pub ko: Option<KoFindings>,
}

/// Count and temperature of a region with ko and repetition, if found.
#[derive(Debug, Clone)]
pub enum KoFindings {
    /// They are known.
    Values(KoValues),
    /// Their bounds.
    Bounds(KoBounds),
}

/// Proved bounds on the count and the temperature of a region, without ko threats outside it.
#[derive(Debug, Clone)]
pub struct KoBounds {
    /// Bounds of the count, in points for Black.
    pub count: [Exact; 2],
    /// Lower bound of the value of a move (miai value), in points; -1 is no information.
    pub least_temperature: Exact,
    /// Why the bounds do not meet.
    pub reason: String,
}

impl From<ThermographBounds> for KoBounds {
    fn from(found: ThermographBounds) -> Self {
        let reason = found.stopped.as_ref().unwrap_or(&LocalError::Loop);
        Self {
            count: [found.low.count(), found.high.count()],
            least_temperature: found.least_temperature(),
            reason: reason.to_string(),
        }
    }
}

/// Count and temperature of a region that is not a short game.
#[derive(Debug, Clone)]
pub struct KoValues {
    /// The thermograph without ko threats outside of the region.
    pub without_threats: KoThermograph,
    /// With as many threats as needed for Black and for White, the other side having none: `None` if not found.
    pub with_threats: [Option<KoThermograph>; 2],
}

impl KoFindings {
    fn find<S: PointSet>(
        board: &Board<S>,
        partition: &Partition<S>,
        region: S,
        limits: &LocalLimits,
    ) -> Option<Self> {
        let bounds =
            |threats| thermograph_bounds(board, partition.safe, region, threats, limits).ok();
        let found = bounds(Threats::None)?;
        let Some(without_threats) = found.exact() else { return Some(Self::Bounds(found.into())) };
        let with_threats = if without_threats.has_ko {
            Color::BOTH.map(|color| bounds(Threats::Unlimited(color))?.exact())
        } else {
            [Some(without_threats.clone()), Some(without_threats.clone())]
        };
        Some(Self::Values(KoValues { without_threats, with_threats }))
    }
}

impl KoValues {
    /// Whether count and temperature are known to be the same for all threats.
    #[must_use]
    pub fn is_same_with_threats(&self) -> bool {
        let same = |found: &KoThermograph| {
            (found.count(), found.temperature())
                == (self.without_threats.count(), self.without_threats.temperature())
        };
        self.with_threats.iter().all(|found| found.as_ref().is_some_and(same))
    }
}

impl Regions {
    /// The points without a value for either side.
    #[must_use]
    pub fn dame(&self) -> Wide {
        let dame = self.open.iter().filter(|region| region.kind == RegionKind::Dame);
        dame.fold(Wide::EMPTY, |set, region| set | region.points)
    }

    /// The protective moves still to be made: who, and where.
    pub fn teire(&self) -> impl Iterator<Item = (Color, Move)> + '_ {
        self.open.iter().filter_map(|region| {
            let color = region.protector?;
            let (mv, _) = region.moves[color.index()].as_ref()?;
            Some((color, *mv))
        })
    }
}

impl Outcome {
    /// The moves without loss; without candidates the first move of the line.
    #[must_use]
    pub fn best(&self, color: Color) -> Vec<Move> {
        let answer = &self.first[color.index()];
        let best: Vec<Move> =
            answer.candidates.iter().filter(|c| c.loss == 0).map(|c| c.mv).collect();
        if best.is_empty() { answer.line.first().copied().into_iter().collect() } else { best }
    }
}

/// Solves a position.
///
/// # Errors
/// If it is not a position.
pub fn outcome(
    setup: &Setup,
    rules: &Rules,
    options: &SolveOptions,
) -> Result<Outcome, SetupError> {
    struct Work<'a>(&'a Rules, &'a SolveOptions);
    impl BoardVisitor for Work<'_> {
        type Output = Outcome;
        fn visit<S: PointSet>(self, board: Board<S>) -> Outcome {
            let mut solution = solve(&board, self.0, self.1);
            let regions = regions(
                &mut solution.local,
                &board,
                &solution.partition,
                &solution.regions,
                &solution.unsolved,
            );
            let bent_fours = bent_fours_by_rule(&board, self.0, self.1);
            Outcome { first: solution.first, regions, bent_fours }
        }
    }
    setup.visit(rules.suicide, Work(rules, options))
}

/// The result without any search: the bounds of the settled part, and the reason.
///
/// # Errors
/// If it is not a position.
pub fn unsolved(setup: &Setup, rules: &Rules, why: &str) -> Result<Outcome, SetupError> {
    struct Work<'a>(&'a Rules, &'a str);
    impl BoardVisitor for Work<'_> {
        type Output = Outcome;
        fn visit<S: PointSet>(self, board: Board<S>) -> Outcome {
            let answer = Answer {
                status: Status::NotProved(self.1.to_owned()),
                score: settled_bounds(&board, self.0.scoring),
                line: Vec::new(),
                candidates: Vec::new(),
                nodes: 0,
            };
            let regions = without_values(&board, self.1);
            Outcome { first: [answer.clone(), answer], regions, bent_fours: None }
        }
    }
    setup.visit(rules.suicide, Work(rules, why))
}

/// Solves the position again with the stones in bent fours as dead.
fn bent_fours_by_rule<S: PointSet>(
    board: &Board<S>,
    rules: &Rules,
    options: &SolveOptions,
) -> Option<BentFours> {
    let fours = match rules.scoring {
        Scoring::Territory => owned_by_bent_fours(board),
        Scoring::Area => Owned::NONE,
    };
    if fours.all().is_empty() {
        return None;
    }
    let given = Owned(options.given.0.map(S::from_wide));
    let owned = given.with(fours);
    let given = Owned(owned.0.map(PointSet::to_wide));
    let solution = solve(board, rules, &SolveOptions { given, ..options.clone() });
    let dead = owned.dead(board);
    Some(BentFours {
        dead: Color::BOTH.map(|color| (dead & board.stones(color)).to_wide()),
        scores: solution.first.map(|answer| answer.score),
    })
}

/// The regions of a position by territory, some points taken as settled.
/// Regions that are not short games have count and temperature, or bounds of
/// them if they are not found within `limits`, which apply to each of these
/// regions.
///
/// # Errors
/// If it is not a position.
pub fn values(
    setup: &Setup,
    rules: &Rules,
    given: &Owned<Wide>,
    limits: &LocalLimits,
) -> Result<Regions, SetupError> {
    struct Work<'a>(&'a Owned<Wide>, &'a LocalLimits);
    impl BoardVisitor for Work<'_> {
        type Output = Regions;
        fn visit<S: PointSet>(self, board: Board<S>) -> Regions {
            let given = Owned(self.0.0.map(S::from_wide));
            let mut local = LocalSolver::new(LocalLimits::default()).with_given(given);
            let partial = match local.solve_partly(&board) {
                Ok(partial) => partial,
                Err(error) => return without_values(&board, &error.to_string()),
            };
            let (partition, open, rest) = (&partial.partition, &partial.regions, &partial.unsolved);
            let mut found = regions(&mut local, &board, partition, open, rest);
            for unknown in &mut found.unsolved {
                let points = S::from_wide(unknown.points);
                unknown.ko = KoFindings::find(&board, partition, points, self.1);
            }
            found
        }
    }
    setup.visit(rules.suicide, Work(given, limits))
}

/// The empty points that the false-eye judgement [kakeme, section 2.1.1] strikes out for the enclosed player. Single
/// points among living stones are left out: they are eyes of those stones, or dame.
///
/// # Errors
/// If it is not a position.
pub fn false_eyes(setup: &Setup, rules: &Rules) -> Result<Wide, SetupError> {
    struct Work;
    impl BoardVisitor for Work {
        type Output = Wide;
        fn visit<S: PointSet>(self, board: Board<S>) -> Wide {
            let reading = EyeReading::Corner;
            let judgement = false_eye_judgement(&board, reading);
            let struck = Color::BOTH.map(|owner| {
                let eyes = eye_candidates(&board, judgement.alive, owner.opponent(), reading);
                judgement.owned.0[owner.index()].minus(eyes) & board.empties()
            });
            (struck[0] | struck[1]).minus(simple_dame(&board, judgement.alive)).to_wide()
        }
    }
    setup.visit(rules.suicide, Work)
}

fn without_values<S: PointSet>(board: &Board<S>, reason: &str) -> Regions {
    let partition = crate::partition(board);
    let unsolved = partition.regions.iter().map(|&points| Unknown {
        points: points.to_wide(),
        reason: reason.to_owned(),
        range: LoopValue { low: 0, high: 0 },
        ko: None,
    });
    Regions {
        safe: partition.safe.map(PointSet::to_wide),
        settled: partition.settled.0.map(PointSet::to_wide),
        unsolved: unsolved.collect(),
        open: Vec::new(),
    }
}

pub(crate) fn regions<S: PointSet>(
    local: &mut LocalSolver<S>,
    board: &Board<S>,
    partition: &Partition<S>,
    open: &[RegionValue<S>],
    unsolved: &[Unsolved<S>],
) -> Regions {
    let mut unknown: Vec<Unknown> = unsolved
        .iter()
        .map(|region| Unknown {
            points: region.points.to_wide(),
            reason: region.reason.to_string(),
            range: region.range,
            ko: None,
        })
        .collect();
    let mut found = Vec::with_capacity(open.len());
    for value in open {
        match region(local, board, partition, value) {
            Ok(region) => found.push(region),
            Err(error) => unknown.push(Unknown {
                points: value.points.to_wide(),
                reason: error.to_string(),
                range: LoopValue { low: 0, high: 0 },
                ko: None,
            }),
        }
    }
    found.sort_by(|a, b| b.temperature_number.total_cmp(&a.temperature_number));
    Regions {
        safe: partition.safe.map(PointSet::to_wide),
        settled: partition.settled.0.map(PointSet::to_wide),
        open: found,
        unsolved: unknown,
    }
}

fn region<S: PointSet>(
    local: &mut LocalSolver<S>,
    board: &Board<S>,
    partition: &Partition<S>,
    value: &RegionValue<S>,
) -> Result<Region, LocalError> {
    let mut moves = [None, None];
    for color in Color::BOTH {
        let best = local.best_local_move(board, partition, value.points, color)?;
        moves[color.index()] = best.map(|best| (best.mv, best.count.to_string()));
    }
    Ok(Region {
        points: value.points.to_wide(),
        value: local.universe.format(value.raw, Notation::Ascii)?,
        chilled: local.universe.format(value.chilled, Notation::Ascii)?,
        count: value.mean.to_string(),
        count_number: value.mean.to_f64(),
        temperature: value.temperature.to_string(),
        temperature_number: value.temperature.to_f64(),
        kind: local.kind(value)?,
        protector: protector(board, partition, value),
        moves,
    })
}
