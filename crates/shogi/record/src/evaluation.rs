//! Evaluations in comments: read as data, with the text unchanged.
//!
//! ShogiHome writes `#評価値=` (analysis) and `*評価値=` (a player's engine),
//! one item per line; ShogiGUI writes `*解析 …` on one line; floodgate writes
//! `* 123 +7776FU …`. In KIF each follows the mark `*`, in CSA `'*`. All give
//! the value from Black's view.

use crate::tree::{Node, Note};
use core::fmt::Write;
use zenpuku_shogi::Color;

/// Who writes evaluations like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum EvaluationStyle {
    /// `#評価値=123`: analysis in ShogiHome.
    ShogiHomeResearch,
    /// `*評価値=123`: the engine that played the move in ShogiHome.
    ShogiHomePlayer,
    /// `*解析 0 候補1 … 評価値 123 読み筋 …`: analysis in ShogiGUI.
    ShogiGui,
    /// `*対局 … 評価値 123 読み筋 …`: the engine that played the move in ShogiGUI.
    ShogiGuiPlayer,
    /// `* 123 +7776FU -3334FU`: floodgate.
    Floodgate,
}

impl EvaluationStyle {
    /// Is the comment that of the player who made the move? Its value is then that of the position
    /// before the move, from which the player searched, else that of the position after it.
    #[must_use]
    pub const fn is_players(self) -> bool {
        matches!(self, Self::ShogiHomePlayer | Self::ShogiGuiPlayer | Self::Floodgate)
    }
}

/// A value from Black's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Centipawns, positive when Black is better.
    Centipawns(i32),
    /// A forced mate.
    Mate {
        /// Who mates.
        winner: Color,
        /// The number of plies, if given.
        plies: Option<u32>,
    },
}

/// Is the value exact?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bound {
    /// According to the engine.
    #[default]
    Exact,
    /// At least this (`↑`, `++`).
    Lower,
    /// At most this (`↓`, `--`).
    Upper,
}

/// One evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// How it is written.
    pub style: EvaluationStyle,
    /// The value.
    pub score: Score,
    /// Is it exact?
    pub bound: Bound,
    /// Rank of the line (候補), from 1.
    pub candidate: Option<u32>,
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// Selective depth in plies.
    pub selective_depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Thinking time, in milliseconds.
    pub time_ms: Option<u64>,
    /// The principal variation, in the notation of the file.
    pub pv: Option<String>,
    /// Name of the engine.
    pub engine: Option<String>,
}

impl Evaluation {
    /// A value without other data.
    #[must_use]
    pub const fn new(style: EvaluationStyle, score: Score) -> Self {
        Self {
            style,
            score,
            bound: Bound::Exact,
            candidate: None,
            depth: None,
            selective_depth: None,
            nodes: None,
            time_ms: None,
            pv: None,
            engine: None,
        }
    }

    /// The lines of the comment, without the mark of KIF or CSA.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        match self.style {
            EvaluationStyle::ShogiHomeResearch => self.home_lines('#'),
            EvaluationStyle::ShogiHomePlayer => self.home_lines('*'),
            EvaluationStyle::ShogiGui => vec![self.gui_line("*解析 0")],
            EvaluationStyle::ShogiGuiPlayer => vec![self.gui_line("*対局")],
            EvaluationStyle::Floodgate => vec![self.floodgate_line()],
        }
    }

    fn home_lines(&self, mark: char) -> Vec<String> {
        let first = match self.score {
            Score::Centipawns(cp) => format!("{mark}評価値={cp}"),
            Score::Mate { winner, plies } => {
                let side = if winner == Color::Black { "先手" } else { "後手" };
                let length = plies.map_or_else(String::new, |plies| format!(":{plies}手"));
                format!("{mark}詰み={side}勝ち{length}")
            }
        };
        let item = |name: &str, value: Option<String>| value.map(|v| format!("{mark}{name}={v}"));
        let rest = [
            item("読み筋", self.pv.clone()),
            item("深さ", self.depths()),
            item("ノード数", self.nodes.map(|nodes| nodes.to_string())),
            item("エンジン", self.engine.clone()),
        ];
        core::iter::once(first).chain(rest.into_iter().flatten()).collect()
    }

    fn depths(&self) -> Option<String> {
        let depth = self.depth?;
        Some(self.selective_depth.map_or_else(|| depth.to_string(), |sel| format!("{depth}/{sel}")))
    }

    fn gui_line(&self, name: &str) -> String {
        let mut out = String::from(name);
        // Writing to a String cannot fail.
        let _ = write!(out, " 候補{}", self.candidate.unwrap_or(1));
        if let Some(time) = self.time_ms {
            let (minutes, rest) = (time / 60_000, time % 60_000);
            let _ = write!(out, " 時間 {minutes:02}:{:02}.{}", rest / 1000, rest % 1000 / 100);
        }
        if let Some(depths) = self.depths() {
            let _ = write!(out, " 深さ {depths}");
        }
        if let Some(nodes) = self.nodes {
            let _ = write!(out, " ノード数 {nodes}");
        }
        let bound = match self.bound {
            Bound::Exact => "",
            Bound::Lower => "↑",
            Bound::Upper => "↓",
        };
        let _ = match self.score {
            Score::Centipawns(cp) => write!(out, " 評価値 {cp}{bound}"),
            Score::Mate { winner, plies } => {
                let sign = if winner == Color::Black { '+' } else { '-' };
                let length = plies.map_or_else(String::new, |plies| format!(" {plies}"));
                write!(out, " 評価値 {sign}詰{length}")
            }
        };
        if let Some(pv) = &self.pv {
            let _ = write!(out, " 読み筋 {pv}");
        }
        out
    }

    fn floodgate_line(&self) -> String {
        // Floodgate has no word for mate; engines give values beyond 30,000.
        let value = match self.score {
            Score::Centipawns(cp) => cp,
            Score::Mate { winner, plies } => {
                let value = 32_000 - i32::try_from(plies.unwrap_or(0).min(1_000)).unwrap_or(0);
                if winner == Color::Black { value } else { -value }
            }
        };
        match &self.pv {
            Some(pv) => format!("* {value} {pv}"),
            None => format!("* {value}"),
        }
    }
}

impl Node {
    /// The evaluations in the comment of this node, in order.
    #[must_use]
    pub fn evaluations(&self) -> Vec<Evaluation> {
        let mut found: Vec<Evaluation> = Vec::new();
        for line in self.comments() {
            if let Some(evaluation) = leading(line) {
                found.push(evaluation);
            } else if let Some(last) = found.last_mut() {
                take_item(last, line);
            }
        }
        found
    }

    /// Adds the comment lines of an evaluation.
    pub fn add_evaluation(&mut self, evaluation: &Evaluation) {
        self.notes.extend(evaluation.lines().into_iter().map(Note::Comment));
    }
}

/// An evaluation that a comment line begins.
fn leading(line: &str) -> Option<Evaluation> {
    home(line).or_else(|| gui(line)).or_else(|| floodgate(line))
}

fn home(line: &str) -> Option<Evaluation> {
    let (style, body) = match line.strip_prefix('#') {
        Some(body) => (EvaluationStyle::ShogiHomeResearch, body),
        None => (EvaluationStyle::ShogiHomePlayer, line.strip_prefix('*')?),
    };
    if let Some(value) = body.strip_prefix("評価値=") {
        return Some(Evaluation::new(style, Score::Centipawns(leading_value(value)?.0)));
    }
    let value = body.strip_prefix("詰み=")?;
    let (winner, rest) = match value.strip_prefix("先手勝ち") {
        Some(rest) => (Color::Black, rest),
        None => (Color::White, value.strip_prefix("後手勝ち")?),
    };
    let plies = rest.strip_prefix(':').and_then(|rest| crate::notation::leading_number(rest).0);
    Some(Evaluation::new(style, Score::Mate { winner, plies }))
}

/// A further line of a ShogiHome comment.
fn take_item(evaluation: &mut Evaluation, line: &str) {
    let mark = match evaluation.style {
        EvaluationStyle::ShogiHomeResearch => '#',
        EvaluationStyle::ShogiHomePlayer => '*',
        _ => return,
    };
    let Some((name, value)) = line.strip_prefix(mark).and_then(|body| body.split_once('=')) else {
        return;
    };
    match name {
        "読み筋" => evaluation.pv = Some(value.to_owned()),
        "深さ" => (evaluation.depth, evaluation.selective_depth) = depths(value),
        "ノード数" => evaluation.nodes = value.trim().parse().ok(),
        "エンジン" => evaluation.engine = Some(value.to_owned()),
        _ => {}
    }
}

fn depths(text: &str) -> (Option<u32>, Option<u32>) {
    let (depth, selective) = text.split_once('/').unwrap_or((text, ""));
    (depth.trim().parse().ok(), selective.trim().parse().ok())
}

/// An integer with sign at the start of `text` and the rest; decimals are cut.
fn leading_value(text: &str) -> Option<(i32, &str)> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => (-1, &text[1..]),
        b'+' => (1, &text[1..]),
        _ => (1, text),
    };
    let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    let value: i64 = digits[..digits.len() - rest.len()].parse().ok()?;
    let rest = match rest.strip_prefix('.') {
        Some(decimals) => decimals.trim_start_matches(|c: char| c.is_ascii_digit()),
        None => rest,
    };
    Some((sign * i32::try_from(value).unwrap_or(i32::MAX), rest))
}

fn gui(line: &str) -> Option<Evaluation> {
    let body = line.trim_start_matches('*').trim_start();
    if !["解析", "対局", "検討", "Engine"].iter().any(|name| body.starts_with(name)) {
        return None;
    }
    let after = |name: &str| {
        let at = body.find(name)? + name.len();
        Some(body[at..].trim_start())
    };
    let first = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
    let (score, bound) = gui_score(after("評価値")?)?;
    let style = match body.starts_with("対局") {
        true => EvaluationStyle::ShogiGuiPlayer,
        false => EvaluationStyle::ShogiGui,
    };
    let mut found = Evaluation::new(style, score);
    found.bound = bound;
    found.candidate = after("候補").and_then(|text| crate::notation::leading_number(text).0);
    found.time_ms = after("時間").and_then(|text| gui_time(&first(text)));
    (found.depth, found.selective_depth) =
        after("深さ").map_or((None, None), |text| depths(&first(text)));
    found.nodes = after("ノード数").and_then(|text| first(text).parse().ok());
    found.pv = after("読み筋").map(str::to_owned);
    Some(found)
}

fn gui_score(text: &str) -> Option<(Score, Bound)> {
    let mate = [("+詰", Color::Black), ("-詰", Color::White), ("詰", Color::Black)];
    for (word, winner) in mate {
        if let Some(rest) = text.strip_prefix(word) {
            let plies = crate::notation::leading_number(rest.trim_start()).0;
            return Some((Score::Mate { winner, plies }, Bound::Exact));
        }
    }
    let (value, rest) = leading_value(text)?;
    let bound = match rest.chars().next() {
        Some('↑') => Bound::Lower,
        Some('↓') => Bound::Upper,
        _ => Bound::Exact,
    };
    Some((Score::Centipawns(value), bound))
}

/// `mm:ss.t` in milliseconds.
fn gui_time(text: &str) -> Option<u64> {
    let (minutes, seconds) = text.split_once(':')?;
    let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    let minutes: u64 = minutes.parse().ok()?;
    let seconds: u64 = seconds.parse().ok()?;
    minutes
        .checked_mul(60)?
        .checked_add(seconds)?
        .checked_mul(1000)?
        .checked_add(crate::lines::milliseconds(fraction)?)
}

fn floodgate(line: &str) -> Option<Evaluation> {
    let body = line.strip_prefix('*')?.trim_start_matches(' ');
    let (value, rest) = leading_value(body)?;
    if !(rest.is_empty() || rest.starts_with(' ')) {
        return None;
    }
    let mut found = Evaluation::new(EvaluationStyle::Floodgate, Score::Centipawns(value));
    found.pv = Some(rest.trim().to_owned()).filter(|pv| !pv.is_empty());
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{NodeId, Record};
    use zenpuku_shogi::Setup;

    fn read(lines: &[&str]) -> Vec<Evaluation> {
        let mut record = Record::new(Setup::startpos());
        let root = record.node_mut(NodeId::ROOT);
        lines.iter().for_each(|line| root.add_comment(line));
        root.evaluations()
    }

    #[test]
    fn shogihome() {
        let lines = ["互角", "#評価値=-102", "#読み筋=△８五歩▲７七角", "#深さ=21", "#エンジン=X"];
        let found = read(&lines);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].score, Score::Centipawns(-102));
        assert_eq!((found[0].depth, found[0].engine.as_deref()), (Some(21), Some("X")));
        assert_eq!(found[0].pv.as_deref(), Some("△８五歩▲７七角"));
        let mate = read(&["*詰み=先手勝ち:15手", "", "#詰み=後手勝ち"]);
        let scores: Vec<Score> = mate.iter().map(|e| e.score).collect();
        let black = Score::Mate { winner: Color::Black, plies: Some(15) };
        assert_eq!(scores, [black, Score::Mate { winner: Color::White, plies: None }]);
        assert_eq!(mate[0].style, EvaluationStyle::ShogiHomePlayer);
    }

    #[test]
    fn shogigui() {
        let line = "*解析 0 △ 候補2 時間 00:03.4 深さ 20/28 ノード数 1115190 評価値 103↑ 読み筋 ▲２六歩(27) ";
        let found = read(&[line]);
        let one = &found[0];
        assert_eq!((one.score, one.bound), (Score::Centipawns(103), Bound::Lower));
        assert_eq!((one.candidate, one.time_ms), (Some(2), Some(3_400)));
        assert_eq!((one.depth, one.selective_depth), (Some(20), Some(28)));
        assert_eq!((one.nodes, one.pv.as_deref()), (Some(1_115_190), Some("▲２六歩(27) ")));
        let mate = read(&["*対局 時間 00:00.8 深さ 5 評価値 -詰 7 読み筋 △３三角(22)"]);
        assert_eq!(mate[0].score, Score::Mate { winner: Color::White, plies: Some(7) });
        assert!(mate[0].style.is_players() && !one.style.is_players());
    }

    #[test]
    fn floodgate_comments() {
        let found = read(&["* -123 +7776FU -3334FU"]);
        assert_eq!(found[0].score, Score::Centipawns(-123));
        assert_eq!(found[0].pv.as_deref(), Some("+7776FU -3334FU"));
        assert!(read(&["*1", "12", "x"]).len() == 1, "`*1` is `** 1` without its blank");
        assert!(read(&["123", "1手目"]).is_empty());
    }

    #[test]
    fn what_is_written_is_read() {
        let styles = [
            EvaluationStyle::ShogiHomeResearch,
            EvaluationStyle::ShogiHomePlayer,
            EvaluationStyle::ShogiGui,
            EvaluationStyle::ShogiGuiPlayer,
        ];
        for style in styles {
            for score in
                [Score::Centipawns(-7), Score::Mate { winner: Color::White, plies: Some(9) }]
            {
                let mut evaluation = Evaluation::new(style, score);
                evaluation.depth = Some(12);
                evaluation.nodes = Some(34_567);
                evaluation.pv = Some("▲７六歩".to_owned());
                let gui = [EvaluationStyle::ShogiGui, EvaluationStyle::ShogiGuiPlayer];
                evaluation.candidate = gui.contains(&style).then_some(1);
                let lines = evaluation.lines();
                let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
                assert_eq!(read(&lines), [evaluation]);
            }
        }
    }
}
