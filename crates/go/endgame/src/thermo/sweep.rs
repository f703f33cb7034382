//! The walls of all positions, from the lowest temperature upwards.
//!
//! With Black to move at temperature `t` a position is worth `L(t)`, the maximum of
//! the best of Black's moves, each minus the tax `t`, and of its value at a
//! temperature just below `t` with White to move, because Black may play elsewhere;
//! `R(t)` with White to move likewise. Who may not retake a ko can lift the ban only
//! by playing elsewhere. Where both play elsewhere the walls have met, and the
//! position keeps its value. All walls are piecewise linear. In a set of positions
//! that lead to each other they are followed together: at a temperature the values
//! are known, the slopes follow from the moves that are best there, and hold until
//! another move is as good.
//!
//! Play that repeats at one temperature has no end: it counts as the worst for Black in one run and as the best in the other.

use std::cmp::Ordering;

use zenpuku_go::Color;

use super::exact::Exact;
use super::graph::{Graph, Step};
use super::outlook::Flat;
use crate::local::{LocalError, LocalLimits};

/// More than any slope that is not due to endless play.
const STEEP: i64 = 1_000;
/// Events that the walls of one set of positions may have.
const MOST_EVENTS: usize = 100_000;

/// From this temperature on a wall has this value, and this slope in the temperature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) from: Exact,
    pub(super) value: Exact,
    pub(super) slope: i64,
}

impl Stretch {
    const fn at(&self, temperature: Exact) -> Exact {
        self.value.plus(temperature.minus(self.from).times(self.slope))
    }
}

pub(super) type Wall = Vec<Stretch>;
/// The left and right walls of positions.
pub(super) type Walls = Vec<[Wall; 2]>;

/// The value of a wall at a temperature.
pub(super) fn value_at(wall: &Wall, temperature: Exact) -> Exact {
    let next = wall.partition_point(|stretch| stretch.from <= temperature);
    wall.get(next.saturating_sub(1)).map_or(Exact::default(), |stretch| stretch.at(temperature))
}

/// The slope of a wall just below a temperature.
pub(super) fn slope_below(wall: &Wall, temperature: Exact) -> i64 {
    let next = wall.partition_point(|stretch| stretch.from < temperature);
    wall.get(next.saturating_sub(1)).map_or(0, |stretch| stretch.slope)
}

/// The value and the slope to the right of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Point {
    value: Exact,
    slope: i64,
}

/// Which fixed point is taken where play repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Endless {
    /// It is the worst for Black.
    Worst,
    /// It is the best for Black.
    Best,
}

impl Endless {
    const fn sign(self) -> i64 {
        match self {
            Self::Worst => -1,
            Self::Best => 1,
        }
    }
}

/// The walls of the first position, left and right, and whether endless play made a difference anywhere.
///
/// # Errors
/// If a fraction is not provided for, endless play leaves a wall without a slope, or the limits are reached.
pub(super) fn walls(
    graph: &Graph,
    endless: Endless,
    limits: &LocalLimits,
) -> Result<([Wall; 2], bool), LocalError> {
    let mut sweep = Sweep::new(graph, endless, limits, Walls::new());
    for group in groups(graph) {
        sweep.solve(&group)?;
    }
    Ok((std::mem::take(&mut sweep.walls[0]), sweep.is_ambiguous))
}

/// Brings the walls of all positions up to date after new ones came: `groups` as of [`groups`], `fresh` those whose moves
/// have been listed since, and new ones. A position whose moves are not listed is worth `flat`; so is
/// one whose walls cannot be followed. If `flat` bounds what positions are worth, the walls are bounds of the same side:
/// no wall gets better for a player whose other walls get worse.
///
/// # Errors
/// If the time is over.
pub(super) fn update_walls(
    walls: &mut Walls,
    graph: &Graph,
    groups: &[Vec<u32>],
    fresh: &[bool],
    flat: (&[Flat], Endless),
    limits: &LocalLimits,
) -> Result<(), LocalError> {
    let count = graph.nodes.len();
    let mut sweep = Sweep::new(graph, flat.1, limits, std::mem::take(walls));
    sweep.flat = Some(flat.0);
    let mut changed = vec![false; count];
    // Most positions are not listed: they have no moves to follow, and do not change any more.
    for node in (0..count).filter(|&node| fresh[node] && !graph.nodes[node].is_listed) {
        sweep.flatten(&[node as u32]);
        changed[node] = true;
    }
    for group in groups {
        let is_touched = |&node: &u32| {
            let at = &graph.nodes[node as usize];
            let steps = at.steps.iter().flatten().map(|step| step.to);
            let mut next = steps.chain(at.banned.map(|(_, free)| free));
            fresh[node as usize] || next.any(|to| changed[to as usize])
        };
        if group.iter().any(is_touched) {
            sweep.renew(group, &mut changed)?;
        }
    }
    *walls = sweep.walls;
    Ok(())
}

struct Sweep<'a> {
    graph: &'a Graph,
    endless: Endless,
    limits: &'a LocalLimits,
    walls: Walls,
    /// What positions are worth whose moves are not listed; `None` if all are.
    flat: Option<&'a [Flat]>,
    /// The positions that are being followed, and where they are now.
    is_followed: Vec<bool>,
    now: Vec<[Point; 2]>,
    temperature: Exact,
    is_ambiguous: bool,
}

/// Both walls of a position with only this information.
pub(super) fn flat_wall(Flat { points, more_at_minus_one }: Flat) -> Wall {
    let stretch = |from, points, slope| Stretch { from, value: Exact::integer(points), slope };
    let above = |from| stretch(from, points, 0);
    if more_at_minus_one == 0 {
        return vec![above(Exact::MINUS_ONE)];
    }
    let below =
        stretch(Exact::MINUS_ONE, points + more_at_minus_one, -i64::from(more_at_minus_one));
    vec![below, above(Exact::default())]
}

/// The side's better one: the greater for Black, the smaller for White.
fn better(color: Color, a: Exact, b: Exact) -> bool {
    match color {
        Color::Black => a > b,
        Color::White => a < b,
    }
}

impl<'a> Sweep<'a> {
    fn new(graph: &'a Graph, endless: Endless, limits: &'a LocalLimits, mut walls: Walls) -> Self {
        walls.resize(graph.nodes.len(), [Wall::new(), Wall::new()]);
        let nothing = Point { value: Exact::default(), slope: 0 };
        Self {
            graph,
            endless,
            limits,
            walls,
            flat: None,
            is_followed: vec![false; graph.nodes.len()],
            now: vec![[nothing; 2]; graph.nodes.len()],
            temperature: Exact::MINUS_ONE,
            is_ambiguous: false,
        }
    }

    /// A position with this side to move, at the temperature.
    fn point(&self, node: u32, color: Color) -> Point {
        let (i, c) = (node as usize, color.index());
        if self.is_followed[i] {
            return self.now[i][c];
        }
        let wall = &self.walls[i][c];
        let next = wall.partition_point(|stretch| stretch.from <= self.temperature);
        let stretch = wall[next.saturating_sub(1)];
        Point { value: stretch.at(self.temperature), slope: stretch.slope }
    }

    /// The result of a move of this side, minus the tax.
    fn after(&self, step: Step, color: Color) -> Point {
        let point = self.point(step.to, color.opponent());
        if point.value.is_endless() {
            return point;
        }
        let sign = i64::from(color.sign());
        let gain = Exact::integer(step.gain).minus(self.temperature.times(sign));
        Point { value: point.value.plus(gain), slope: point.slope - sign }
    }

    /// The best of the moves.
    fn best(&self, node: u32, color: Color) -> Option<Exact> {
        let steps = &self.graph.nodes[node as usize].steps[color.index()];
        let values = steps.iter().map(|&step| self.after(step, color).value);
        match color {
            Color::Black => values.max(),
            Color::White => values.min(),
        }
    }

    /// Recomputes the walls of a group and records which have changed.
    fn renew(&mut self, group: &[u32], changed: &mut [bool]) -> Result<(), LocalError> {
        let take = |&node: &u32| std::mem::take(&mut self.walls[node as usize]);
        let before: Walls = group.iter().map(take).collect();
        match self.solve(group) {
            Err(LocalError::Stopped) => return Err(LocalError::Stopped),
            Err(_) => self.flatten(group),
            Ok(()) => {}
        }
        for (&node, before) in group.iter().zip(before) {
            changed[node as usize] = self.walls[node as usize] != before;
        }
        Ok(())
    }

    fn flatten(&mut self, group: &[u32]) {
        for &node in group {
            let wall = flat_wall(self.flat.map_or(Flat::default(), |flat| flat[node as usize]));
            self.walls[node as usize] = [wall.clone(), wall];
            self.is_followed[node as usize] = false;
        }
    }

    fn solve(&mut self, group: &[u32]) -> Result<(), LocalError> {
        self.temperature = Exact::MINUS_ONE;
        for &node in group {
            self.is_followed[node as usize] = true;
        }
        self.start(group);
        for _ in 0..MOST_EVENTS {
            if self.limits.is_over() {
                return Err(LocalError::Stopped);
            }
            self.set_slopes(group)?;
            self.record(group);
            let Some(event) = self.next_event(group)? else {
                for &node in group {
                    self.is_followed[node as usize] = false;
                }
                return Ok(());
            };
            let passed = event.minus(self.temperature);
            for &node in group {
                for point in &mut self.now[node as usize] {
                    point.value = point.value.plus(passed.times(point.slope));
                }
            }
            self.temperature = event;
        }
        Err(LocalError::TooLong { limit: MOST_EVENTS })
    }

    /// The values at the lowest temperature, where a move is free and both
    /// sides may leave a position unchanged.
    fn start(&mut self, group: &[u32]) {
        // Bounds need no other end.
        let other = self.flat.is_none().then(|| self.start_from(group, -self.endless.sign()));
        let found = self.start_from(group, self.endless.sign());
        self.is_ambiguous |= other.is_some_and(|other| other != found);
    }

    fn start_from(&mut self, group: &[u32], sign: i64) -> Vec<[Exact; 2]> {
        let start = Point { value: Exact::ENDLESS.times(sign), slope: 0 };
        for &node in group {
            self.now[node as usize] = [start; 2];
        }
        loop {
            let mut changed = false;
            for &node in group {
                let new = self.start_values(node);
                for (point, value) in self.now[node as usize].iter_mut().zip(new) {
                    let value = if value.is_endless() { start.value } else { value };
                    changed |= point.value != value;
                    point.value = value;
                }
            }
            if !changed {
                break;
            }
        }
        group.iter().map(|&node| self.now[node as usize].map(|point| point.value)).collect()
    }

    fn start_values(&self, number: u32) -> [Exact; 2] {
        let node = &self.graph.nodes[number as usize];
        let [left, right] = Color::BOTH.map(|color| self.best(number, color));
        if let Some((color, free)) = node.banned {
            let passed = self.point(free, color.opponent()).value;
            let best = [left, right][color.index()].filter(|&best| better(color, best, passed));
            return [best.unwrap_or(passed); 2];
        }
        let standing = Exact::integer(node.standing);
        // A pass, which the other side answers by a pass or a move.
        let passed = [
            right.map_or(standing, |right| right.min(standing)),
            left.map_or(standing, |left| left.max(standing)),
        ];
        [
            left.map_or(passed[0], |left| left.max(passed[0])),
            right.map_or(passed[1], |right| right.min(passed[1])),
        ]
    }

    /// The slopes from the temperature on.
    fn set_slopes(&mut self, group: &[u32]) -> Result<(), LocalError> {
        let other = self.flat.is_none().then(|| self.slopes_from(group, -self.endless.sign()));
        let found = self.slopes_from(group, self.endless.sign());
        self.is_ambiguous |= other.is_some_and(|other| other != found);
        if found.iter().flatten().any(|slope| slope.abs() >= STEEP / 2) {
            return Err(LocalError::Loop);
        }
        Ok(())
    }

    fn slopes_from(&mut self, group: &[u32], sign: i64) -> Vec<[i64; 2]> {
        for &node in group {
            for point in &mut self.now[node as usize] {
                point.slope = if point.value.is_endless() { 0 } else { sign * STEEP };
            }
        }
        loop {
            let mut changed = false;
            for &node in group {
                let new = self.slopes(node);
                for (point, slope) in self.now[node as usize].iter_mut().zip(new) {
                    let slope = slope.clamp(-STEEP, STEEP);
                    if !point.value.is_endless() && point.slope != slope {
                        changed = true;
                        point.slope = slope;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        group.iter().map(|&node| self.now[node as usize].map(|point| point.slope)).collect()
    }

    /// The best slope of the moves that are worth as much as the position.
    fn best_slope(&self, node: u32, color: Color, value: Exact) -> Option<i64> {
        let steps = &self.graph.nodes[node as usize].steps[color.index()];
        let after = steps.iter().map(|&step| self.after(step, color));
        let slopes = after.filter(|point| point.value == value).map(|point| point.slope);
        match color {
            Color::Black => slopes.max(),
            Color::White => slopes.min(),
        }
    }

    fn slopes(&self, number: u32) -> [i64; 2] {
        let [left, right] = self.now[number as usize];
        if let Some((color, free)) = self.graph.nodes[number as usize].banned {
            let passed = self.point(free, color.opponent());
            let best = self.best_slope(number, color, left.value);
            let passed = (passed.value == left.value).then_some(passed.slope);
            let slope = match color {
                Color::Black => best.max(passed),
                Color::White => best.into_iter().chain(passed).min(),
            };
            return [slope.unwrap_or_default(); 2];
        }
        let l = self.best_slope(number, Color::Black, left.value);
        let r = self.best_slope(number, Color::White, right.value);
        if left.value > right.value {
            return [l.unwrap_or_default(), r.unwrap_or_default()];
        }
        // The walls have met: the side that gains by moving does so, and the
        // other side, playing elsewhere, follows.
        let (l, r) = (l.unwrap_or(-STEEP), r.unwrap_or(STEEP));
        [l.max(r.min(0)), r.min(l.max(0))]
    }

    fn record(&mut self, group: &[u32]) {
        for &node in group {
            for (wall, point) in self.walls[node as usize].iter_mut().zip(self.now[node as usize]) {
                if wall.last().is_none_or(|last| last.slope != point.slope) {
                    let Point { value, slope } = point;
                    wall.push(Stretch { from: self.temperature, value, slope });
                }
            }
        }
    }

    /// The next temperature at which something can change.
    fn next_event(&self, group: &[u32]) -> Result<Option<Exact>, LocalError> {
        let mut next = None;
        for &number in group {
            let node = &self.graph.nodes[number as usize];
            let [left, right] = self.now[number as usize];
            for color in Color::BOTH {
                if node.banned.is_some_and(|(banned, _)| banned != color) {
                    continue;
                }
                let point = self.now[number as usize][color.index()];
                for &step in &node.steps[color.index()] {
                    self.note(&mut next, (color, point), self.after(step, color))?;
                    self.note_end(&mut next, step.to, color.opponent());
                }
            }
            if let Some((color, free)) = node.banned {
                self.note(&mut next, (color, left), self.point(free, color.opponent()))?;
                self.note_end(&mut next, free, color.opponent());
            } else {
                self.note(&mut next, (Color::Black, left), right)?;
            }
        }
        Ok(next)
    }

    /// Records when an alternative that is now worse becomes as good as the best.
    fn note(
        &self,
        next: &mut Option<Exact>,
        (color, best): (Color, Point),
        other: Point,
    ) -> Result<(), LocalError> {
        let sign = i64::from(color.sign());
        let gap = best.value.minus(other.value).times(sign);
        let closing = (other.slope - best.slope) * sign;
        if gap.signum() <= 0 || closing <= 0 || best.value.is_endless() || other.value.is_endless()
        {
            return Ok(());
        }
        let after = gap.over(closing).ok_or(LocalError::Denominator)?;
        let event = self.temperature.plus(after);
        if next.is_none_or(|known| event.cmp(&known) == Ordering::Less) {
            *next = Some(event);
        }
        Ok(())
    }

    /// Notes when the wall of a position that is not followed turns.
    fn note_end(&self, next: &mut Option<Exact>, node: u32, color: Color) {
        if self.is_followed[node as usize] {
            return;
        }
        let wall = &self.walls[node as usize][color.index()];
        let at = wall.partition_point(|stretch| stretch.from <= self.temperature);
        if let Some(stretch) = wall.get(at)
            && next.is_none_or(|known| stretch.from < known)
        {
            *next = Some(stretch.from);
        }
    }
}

/// The listed positions in sets of such as lead to each other, each set after those that it leads to (Tarjan's algorithm,
/// without recursion).
pub(super) fn groups(graph: &Graph) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let count = graph.nodes.len();
    let next: Vec<Vec<u32>> = graph
        .nodes
        .iter()
        .map(|node| {
            let steps = node.steps.iter().flatten().map(|step| step.to);
            let all = steps.chain(node.banned.map(|(_, free)| free));
            all.filter(|&to| graph.nodes[to as usize].is_listed).collect()
        })
        .collect();
    let (mut index, mut low) = (vec![NEW; count], vec![0; count]);
    let (mut on_stack, mut stack) = (vec![false; count], Vec::new());
    let (mut found, mut fresh) = (Vec::new(), 0);
    for root in 0..count as u32 {
        if index[root as usize] != NEW || !graph.nodes[root as usize].is_listed {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some((at, edge)) = calls.pop() {
            let i = at as usize;
            if edge == 0 {
                (index[i], low[i]) = (fresh, fresh);
                fresh += 1;
                stack.push(at);
                on_stack[i] = true;
            }
            if let Some(&to) = next[i].get(edge) {
                calls.push((at, edge + 1));
                match index[to as usize] {
                    NEW => calls.push((to, 0)),
                    known if on_stack[to as usize] => low[i] = low[i].min(known),
                    _ => {}
                }
                continue;
            }
            if let Some(&(parent, _)) = calls.last() {
                low[parent as usize] = low[parent as usize].min(low[i]);
            }
            if low[i] == index[i] {
                let begin = stack.iter().rposition(|&node| node == at).unwrap_or_default();
                let group = stack.split_off(begin);
                for &node in &group {
                    on_stack[node as usize] = false;
                }
                found.push(group);
            }
        }
    }
    found
}
