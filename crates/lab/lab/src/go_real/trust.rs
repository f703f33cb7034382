//! Calibration of the judgement of points: the stated probability against the
//! owner at the end of the game.

use std::collections::HashMap;

use zenpuku_go::Color;
use zenpuku_go_endgame::appraise::Appraisal;
use zenpuku_report::plot::line_chart;
use zenpuku_report::{Cell, Chart, Legend, Series, Table};

use super::{DISTANCES, Row};
use crate::error::LabError;
use crate::findings::Plot;

/// The boundaries of the classes of stated probabilities, in thousandths; the
/// last class has proved points and those with one owner in all random games.
const CLASSES: [i16; 8] = [500, 600, 700, 800, 900, 950, 990, 1000];

/// The predicted owner of each point: the probability in thousandths, negative
/// for White; 0 without an owner.
pub(super) fn claims(found: &Appraisal) -> Vec<i16> {
    let claim = |owner: Option<Color>, chance: f64| {
        owner.map_or(0, |owner| owner.sign() as i16 * (1000.0 * chance).round() as i16)
    };
    found.map.points.iter().map(|point| claim(point.owner, point.chance())).collect()
}

/// The claims of one class at one distance from the end.
#[derive(Clone, Copy, Default)]
struct Class {
    points: u32,
    right: u32,
    /// Sum of the stated chances, in thousandths.
    stated: u64,
}

impl Class {
    fn stated(self) -> f64 {
        self.stated as f64 / 10.0 / f64::from(self.points)
    }

    fn right(self) -> f64 {
        100.0 * f64::from(self.right) / f64::from(self.points)
    }
}

/// The classes at this distance, for games whose end is counted as recorded:
/// there the owner of each point is known.
fn classes(rows: &[Row], distance: usize) -> [Class; CLASSES.len()] {
    let ended = rows.iter().filter(|row| row.distance == 0 && row.right());
    let ends: HashMap<&str, &[i16]> = ended.map(|row| (&*row.game, &*row.claims)).collect();
    let mut classes = [Class::default(); CLASSES.len()];
    for row in rows.iter().filter(|row| row.distance == distance) {
        let Some(end) = ends.get(&*row.game) else { continue };
        for (claim, end) in row.claims.iter().zip(*end) {
            let Some(class) = CLASSES.iter().rposition(|least| claim.abs() >= *least) else {
                continue;
            };
            let class = &mut classes[class];
            class.points += 1;
            class.right += u32::from(claim.signum() == end.signum());
            class.stated += u64::from(claim.unsigned_abs());
        }
    }
    classes
}

/// The table and its curve.
pub(super) fn trust(rows: &[Row]) -> Result<(Table, Plot), LabError> {
    let columns = ["moves before", "stated, %, from", "points", "stated, %, mean", "right, %"];
    let mut table = Table::new("Trust: whose a point is said to be", columns);
    let mut series = Vec::new();
    for distance in DISTANCES.into_iter().filter(|&distance| distance > 0) {
        let classes = classes(rows, distance);
        let known = CLASSES.iter().zip(classes).filter(|(_, class)| class.points > 0);
        for (least, class) in known.clone() {
            table.push(vec![
                (distance as i32).into(),
                Cell::fixed(f64::from(*least) / 10.0, 0),
                class.points.into(),
                Cell::fixed(class.stated(), 1),
                Cell::fixed(class.right(), 1),
            ])?;
        }
        let line = known.map(|(_, class)| (class.stated(), class.right())).collect();
        series.push(Series::new(format!("{distance} moves before"), line));
    }
    series.push(Series::new("as stated", vec![(50.0, 50.0), (100.0, 100.0)]));
    let chart =
        Chart::new("Whose a point is said to be", "stated chance, %", "right at the end, %")
            .with_legend(Legend::LowerRight);
    Ok((table, Plot { name: "trust".to_owned(), svg: line_chart(&chart, &series)? }))
}
