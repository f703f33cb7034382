//! The verdict on a paper's figure and ours: one rule for all of them, to avoid arbitrary verdicts.
//!
//! `experiments/figures.jsonl` holds the figures; the tables of `experiments/README.md` are [`table`]s of it.

use std::fmt::{Display, Formatter, Result as Written};

use serde::Deserialize;

use crate::statistics::{bootstrap, mean_ratio, ratio};

/// "Nearly" is within this share of the paper's effect.
const NEARLY: f64 = 0.1;

/// A figure of a paper and ours.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The paper's key, as in REFERENCES.md.
    pub paper: String,
    /// The figure, its sample and its condition.
    pub figure: String,
    /// The two figures.
    pub comparison: Comparison,
    /// What differs, or what follows.
    #[serde(default)]
    pub note: String,
    /// Where ours comes from.
    pub command: String,
}

/// How a figure of the paper and ours are set against each other.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Comparison {
    /// A consequence of a position or a formula, which is equal or not.
    Exact {
        /// The paper's.
        theirs: String,
        /// Ours.
        ours: String,
    },
    /// The same statistic of the same kind of sample.
    Measured(Measured),
    /// Another statistic, sample, program or budget: shown without a verdict.
    Other {
        /// The paper's.
        theirs: String,
        /// Ours.
        ours: String,
    },
}

/// Two measured figures in one unit.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The paper's.
    pub theirs: f64,
    /// Its value without the effect that the paper reports.
    pub no_effect: f64,
    /// Ours.
    pub ours: f64,
    /// The 95 % interval of ours; absent where the figure is of one position or one run.
    pub interval: Option<[f64; 2]>,
    /// Whether the paper says "and more".
    #[serde(default)]
    pub at_least: bool,
    /// Decimals shown.
    pub decimals: usize,
    /// Shown after the number.
    #[serde(default)]
    pub unit: String,
    /// The rows that ours and its interval are counted from, where they are kept.
    pub rows: Option<Rows>,
}

/// Positions searched twice, without and with a technique: a CSV file of `lab compare --out`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rows {
    /// The file, below `experiments/`.
    pub file: String,
    /// The unit: `nodes` or `seconds`, of A without the technique and B with it.
    pub column: String,
    /// How the positions are put together.
    pub statistic: Statistic,
}

/// How positions are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Statistic {
    /// The share saved of the sum over the positions, which the largest searches decide.
    OfSum,
    /// The mean of the positions' shares, in which each counts alike.
    Mean,
}

/// The verdict on a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Equal; or the paper's figure is in our interval, and that of no effect is not.
    Met,
    /// The paper's figure lies outside our interval, but not by more than a tenth of its effect from our figure.
    Nearly,
    /// Our interval contains the paper's figure and that of no effect: the sample is too small.
    Open,
    /// Neither, and ours is less.
    Below,
    /// Neither, and ours is more.
    Above,
    /// Not equal where it should be.
    Different,
    /// Not the same statistic of the same kind of sample.
    NotComparable,
}

impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        f.write_str(match self {
            Verdict::Met => "met",
            Verdict::Nearly => "nearly",
            Verdict::Open => "open",
            Verdict::Below => "**not met**, below",
            Verdict::Above => "**not met**, above",
            Verdict::Different => "**not met**",
            Verdict::NotComparable => "no verdict",
        })
    }
}

impl Measured {
    /// The verdict of the rule.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let [low, high] = self.interval.unwrap_or([self.ours; 2]);
        // Without an interval a figure is as wide as its last decimal.
        let half =
            if self.interval.is_some() { 0.0 } else { 0.5 * 10_f64.powi(-(self.decimals as i32)) };
        let holds = |value: f64| low - half <= value && value <= high + half;
        let reached = holds(self.theirs) || (self.at_least && self.theirs < low);
        let near = (self.ours - self.theirs).abs() <= NEARLY * (self.theirs - self.no_effect).abs();
        match (reached, holds(self.no_effect)) {
            (true, false) => Verdict::Met,
            (true, true) => Verdict::Open,
            (false, _) if near => Verdict::Nearly,
            (false, _) if self.ours < self.theirs => Verdict::Below,
            (false, _) => Verdict::Above,
        }
    }

    fn theirs_shown(&self) -> String {
        let more = if self.at_least { " and more" } else { "" };
        format!("{:.*}{}{more}", self.decimals, self.theirs, self.unit)
    }

    fn ours_shown(&self) -> String {
        let Measured { ours, decimals, unit, .. } = self;
        let interval =
            self.interval.map(|[low, high]| format!(" ({low:.decimals$} to {high:.decimals$})"));
        format!("{ours:.decimals$}{unit}{}", interval.unwrap_or_default())
    }
}

impl Rows {
    /// The percentage saved, and its 95 % interval over whole positions; `None` for a text without these columns.
    #[must_use]
    pub fn saved(&self, csv: &str) -> Option<(f64, [f64; 2])> {
        let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let head = lines.next()?;
        let place = |side: &str| {
            let wanted = format!("{side} {}", self.column);
            head.iter().position(|name| **name == wanted)
        };
        let (without, with) = (place("A")?, place("B")?);
        let number = |line: &[&str], at: usize| line.get(at)?.parse::<f64>().ok();
        let pairs: Option<Vec<(f64, f64)>> =
            lines.map(|line| Some((number(&line, without)?, number(&line, with)?))).collect();
        let pairs = pairs?;
        let left: fn(&[(f64, f64)]) -> f64 = match self.statistic {
            Statistic::OfSum => ratio,
            Statistic::Mean => mean_ratio,
        };
        let interval = bootstrap(&pairs, left)?;
        let saved = |left: f64| 100.0 * (1.0 - left);
        Some((saved(left(&pairs)), [saved(interval.high), saved(interval.low)]))
    }
}

impl Figure {
    /// The verdict of the rule.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match &self.comparison {
            Comparison::Exact { theirs, ours } if theirs == ours => Verdict::Met,
            Comparison::Exact { .. } => Verdict::Different,
            Comparison::Measured(measured) => measured.verdict(),
            Comparison::Other { .. } => Verdict::NotComparable,
        }
    }

    /// The paper's figure and ours, as a table shows them.
    fn shown(&self) -> [String; 2] {
        match &self.comparison {
            Comparison::Exact { theirs, ours } | Comparison::Other { theirs, ours } => {
                [theirs.clone(), ours.clone()]
            }
            Comparison::Measured(measured) => [measured.theirs_shown(), measured.ours_shown()],
        }
    }
}

/// Reads figures, one JSON object a line; empty lines are skipped.
///
/// # Errors
/// The number of the first invalid line, from 1, and its error.
pub fn read(text: &str) -> Result<Vec<Figure>, (usize, String)> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let figure = |(index, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| (index + 1, error.to_string()))
    };
    lines.map(figure).collect()
}

/// The figures of a paper as a table in Markdown, without a heading.
#[must_use]
pub fn table(figures: &[Figure], paper: &str) -> String {
    let head = "| figure | paper | ours | verdict | what differs, what follows | command |\n|---|---|---|---|---|---|\n";
    let rows = figures.iter().filter(|figure| figure.paper == paper).map(|figure| {
        let [theirs, ours] = figure.shown();
        let Figure { figure: what, note, command, .. } = figure;
        format!("| {what} | {theirs} | {ours} | {} | {note} | {command} |\n", figure.verdict())
    });
    head.to_owned() + &rows.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(theirs: f64, ours: f64, interval: Option<[f64; 2]>) -> Measured {
        let (decimals, unit) = (1, " %".to_owned());
        Measured {
            theirs,
            no_effect: 0.0,
            ours,
            interval,
            at_least: false,
            decimals,
            unit,
            rows: None,
        }
    }

    #[test]
    fn the_papers_figure_inside_the_interval_is_met() {
        assert_eq!(measured(50.0, 42.5, Some([33.0, 51.0])).verdict(), Verdict::Met);
        assert_eq!(measured(50.0, 40.1, Some([31.3, 48.1])).verdict(), Verdict::Below);
        assert_eq!(measured(90.0, 84.2, Some([78.3, 89.0])).verdict(), Verdict::Nearly);
        assert_eq!(measured(90.0, 80.7, Some([74.9, 86.0])).verdict(), Verdict::Below);
        assert_eq!(measured(50.0, 79.7, Some([74.8, 82.2])).verdict(), Verdict::Above);
    }

    #[test]
    fn an_interval_that_holds_no_effect_too_decides_nothing() {
        assert_eq!(measured(10.0, 4.0, Some([-3.0, 12.0])).verdict(), Verdict::Open);
        let rate = Measured { no_effect: 0.5, ..measured(0.44, 0.49, Some([0.39, 0.59])) };
        assert_eq!(rate.verdict(), Verdict::Open);
        // Wide, but neither figure of the paper's is inside.
        assert_eq!(measured(90.0, 4.0, Some([-3.0, 12.0])).verdict(), Verdict::Below);
    }

    #[test]
    fn without_an_interval_a_figure_is_as_wide_as_its_last_decimal() {
        assert_eq!(measured(48.2, 48.24, None).verdict(), Verdict::Met);
        assert_eq!(measured(48.2, 50.0, None).verdict(), Verdict::Nearly);
        assert_eq!(measured(48.2, 59.7, None).verdict(), Verdict::Above);
        // A tenth of the effect, not of the figure: the paper saves 18 % of the time, 15 % is not near.
        let time = Measured { no_effect: 1.0, decimals: 2, ..measured(0.82, 0.85, None) };
        assert_eq!(time.verdict(), Verdict::Above);
    }

    #[test]
    fn and_more_is_reached_from_there_on() {
        let more =
            |ours, interval| Measured { at_least: true, ..measured(90.0, ours, Some(interval)) };
        assert_eq!(more(95.0, [92.0, 97.0]).verdict(), Verdict::Met);
        assert_eq!(more(87.0, [84.0, 91.0]).verdict(), Verdict::Met);
        assert_eq!(more(63.6, [53.0, 84.0]).verdict(), Verdict::Below);
    }

    #[test]
    fn rows_are_counted_by_the_sum_and_by_the_mean() {
        let csv = "position,A nodes,B nodes,sfen\np,100,50,x y\nq,900,90,z\n";
        let saved = |statistic, column: &str| {
            Rows { file: String::new(), column: column.to_owned(), statistic }.saved(csv)
        };
        let (sum, [low, high]) = saved(Statistic::OfSum, "nodes").unwrap();
        assert!((sum - 86.0).abs() < 1e-9 && low <= sum && sum <= high);
        assert!((saved(Statistic::Mean, "nodes").unwrap().0 - 70.0).abs() < 1e-9);
        assert_eq!(saved(Statistic::Mean, "seconds"), None);
    }

    #[test]
    fn lines_become_figures_and_rows() {
        let text = concat!(
            r#"{"paper":"p","figure":"a","comparison":{"exact":{"theirs":"7","ours":"7"}},"command":"c"}"#,
            "\n\n",
            r#"{"paper":"p","figure":"b","comparison":{"measured":{"theirs":50,"no_effect":0,"ours":42.5,"interval":[33,51],"decimals":1,"unit":" %"}},"note":"n","command":"c"}"#,
            "\n",
            r#"{"paper":"q","figure":"z","comparison":{"other":{"theirs":"1","ours":"2"}},"command":"c"}"#,
        );
        let figures = read(text).unwrap();
        assert_eq!(figures[2].verdict(), Verdict::NotComparable);
        let expected = "| figure | paper | ours | verdict | what differs, what follows | command |\n|---|---|---|---|---|---|\n\
            | a | 7 | 7 | met |  | c |\n| b | 50.0 % | 42.5 % (33.0 to 51.0) | met | n | c |\n";
        assert_eq!(table(&figures, "p"), expected);
        assert_eq!(read("\nx").unwrap_err().0, 2);
        assert!(read(r#"{"paper":"p","figure":"a","command":"c"}"#).is_err(), "no figures");
        assert!(read(&text.replace("\"note\"", "\"nota\"")).is_err(), "an unknown field");
    }
}
