//! How much futility pruning saves in each reading of its paper: counted from the positions that
//! `zenpuku lab compare` wrote, as the experiment's page has it.

use crate::protocol::LabTable;

/// The positions of a reading and a phase.
struct Phase {
    reading: &'static str,
    phase: &'static str,
    rows: &'static str,
}

macro_rules! phases {
    ($($reading:literal, $file:literal;)*) => {
        [$(
            phases!(one $reading, $file, "opening"),
            phases!(one $reading, $file, "middle"),
            phases!(one $reading, $file, "endgame"),
        )*]
    };
    (one $reading:literal, $file:literal, $phase:literal) => {
        Phase {
            reading: $reading,
            phase: $phase,
            rows: include_str!(concat!(
                "../../assets/lab/positions-", $file, "-", $phase, ".csv"
            )),
        }
    };
}

/// The paper's method, the same with Vmax in (5), with our forms, and with our evaluation too.
const PHASES: [Phase; 12] = phases! {
    "bonanza2006-printed, classic", "bonanza2006-printed";
    "bonanza2006-printed, classic, (5) with Vmax", "bonanza2006-printed-FutilityMaterialVmax-on";
    "bonanza2006, classic", "bonanza2006-Evaluation-classic";
    "bonanza2006, piece-square", "bonanza2006";
};

/// Counts over the positions of a phase: A is the search without futility pruning, B with it.
#[derive(Debug, Default)]
struct Saved {
    positions: u32,
    nodes: [u64; 2],
    seconds: [f64; 2],
    /// Sum over positions of the part of the nodes that is saved.
    parts: f64,
    same_move: u32,
}

impl Saved {
    /// `None` when the text is not a table of positions.
    fn of(csv: &str) -> Option<Self> {
        let mut lines = csv.lines();
        let names: Vec<&str> = lines.next()?.split(',').collect();
        let column = |name: &str| names.iter().position(|other| *other == name);
        let sides = ["A", "B"];
        let [moves, nodes, seconds] = ["move", "nodes", "seconds"]
            .map(|what| sides.map(|side| column(&format!("{side} {what}"))));
        let mut saved = Self::default();
        for line in lines {
            let cells: Vec<&str> = line.split(',').collect();
            let cell = |column: Option<usize>| cells.get(column?).copied();
            let count = |side: usize| cell(nodes[side])?.parse::<u64>().ok();
            let time = |side: usize| cell(seconds[side])?.parse::<f64>().ok();
            let [without, with] = [count(0)?, count(1)?];
            let [slow, fast] = [time(0)?, time(1)?];
            saved.nodes = [saved.nodes[0] + without, saved.nodes[1] + with];
            saved.seconds = [saved.seconds[0] + slow, saved.seconds[1] + fast];
            saved.parts += 1.0 - with as f64 / without as f64;
            saved.same_move += u32::from(cell(moves[0])? == cell(moves[1])?);
            saved.positions += 1;
        }
        (saved.positions > 0).then_some(saved)
    }

    fn row(&self, phase: &Phase) -> Vec<Option<String>> {
        let percent = |part: f64| Some(format!("{:.1}", 100.0 * part));
        let [without, with] = self.nodes;
        let [slow, fast] = self.seconds;
        vec![
            Some(phase.reading.to_owned()),
            Some(phase.phase.to_owned()),
            Some(self.positions.to_string()),
            Some(without.to_string()),
            Some(with.to_string()),
            percent(1.0 - with as f64 / without as f64),
            percent(self.parts / f64::from(self.positions)),
            // The files have milliseconds: a tenth of a percent would be chance.
            Some(format!("{:.0}", 100.0 * (1.0 - fast / slow))),
            Some(self.same_move.to_string()),
        ]
    }
}

/// The paper's figures: averages over positions, in percent [bonanza2006].
pub(super) fn paper() -> LabTable {
    let row = |cells: [&str; 3]| cells.map(|cell| Some(cell.to_owned())).to_vec();
    LabTable {
        title: "Saved by phase of the game, on average".to_owned(),
        columns: ["phase", "saved %", "time saved %"].map(str::to_owned).to_vec(),
        rows: [["opening", "50", "45"], ["endgame", "90", "85"]].map(row).to_vec(),
    }
}

/// One row for each reading and phase.
pub(super) fn table() -> LabTable {
    let columns = [
        "reading",
        "phase",
        "positions",
        "nodes without",
        "nodes with",
        "saved of the sum %",
        "saved, mean %",
        "time saved %",
        "same move",
    ];
    let row = |phase: &Phase| Some(Saved::of(phase.rows)?.row(phase));
    LabTable {
        title: "Saved by futility pruning, by reading of the paper".to_owned(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: PHASES.iter().filter_map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `1234567` as `1,234,567`.
    fn grouped(digits: &str) -> String {
        let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
        groups.iter().map(|group| str::from_utf8(group).unwrap()).collect::<Vec<_>>().join(",")
    }

    #[test]
    fn every_reading_is_counted_as_the_page_of_the_experiment_has_it() {
        let page = include_str!("../../../../../experiments/futility/README.md");
        let table = table();
        assert_eq!(table.rows.len(), PHASES.len());
        for row in &table.rows {
            let cell = |index: usize| row[index].clone().unwrap_or_default();
            let cells = [cell(1), grouped(&cell(3)), grouped(&cell(4)), cell(5), cell(8)];
            let has = |line: &str| cells.iter().all(|cell| line.contains(cell.as_str()));
            assert!(page.lines().any(has), "no line of the page has {cells:?}");
        }
    }
}
