//! From a game record to its analysis, and back as comments.

use crate::analyst::Analyst;
use crate::decisive::decisive_plies;
use crate::goals::{GoalReporter, MoveNote};
use crate::judge::{Judgement, judge_game};
use crate::model::{GameAnalysis, MoveAnalysis, PlayerSummary, PositionEval, ThreatAnalysis};
use crate::win_rate::Value;
use zenpuku_shogi::{Color, Move, Position, SetupError, SetupRules, Square};
use zenpuku_shogi_reasons::words::Explained;
use zenpuku_shogi_record::{NodeId, Record, Step, kif_text};

/// Why a record cannot be analysed.
#[derive(Debug, thiserror::Error)]
pub enum AnalyzeError {
    /// The start position cannot be played from.
    #[error("the start position cannot be played: {0}")]
    Start(#[from] SetupError),
    /// The analyst gave up before the first position was judged.
    #[error("nothing was analysed")]
    Nothing,
}

/// Analyses the main line of `record`, which was read from `file`. Every move
/// is passed to `on_move` as soon as it is judged. If the analyst is cancelled,
/// judged moves are kept.
///
/// # Errors
/// [`AnalyzeError`].
pub fn analyze_record(
    file: &str,
    record: &Record,
    analyst: &mut dyn Analyst,
    mut on_move: impl FnMut(&MoveAnalysis),
) -> Result<GameAnalysis, AnalyzeError> {
    let start = record.start().position(SetupRules::Play)?;
    let moves: Vec<Move> = played(record).map(|(_, mv)| mv).collect();
    let mut builder = ReportBuilder {
        position: start.clone(),
        last: None,
        moves: Vec::new(),
        goals: GoalReporter::default(),
    };
    let judged = judge_game(&start, &moves, analyst, |judgement| {
        on_move(builder.add(judgement));
    });
    let (value, _) = judged.ok_or(AnalyzeError::Nothing)?;
    let moves = builder.moves;
    let summary = [Color::Black, Color::White]
        .map(|color| PlayerSummary::of(moves.iter().filter(|mv| mv.side == color.into())));
    let start_eval = position_eval(from_black(value, start.side_to_move()));
    let decisive = decisive_plies(start_eval.win_rate, &moves);
    Ok(GameAnalysis {
        file: file.to_owned(),
        start_sfen: start.to_sfen(),
        black: record.player(Color::Black).unwrap_or_default().to_owned(),
        white: record.player(Color::White).unwrap_or_default().to_owned(),
        result: record.ending().map_or("", |(ending, side)| ending.kif(side)).to_owned(),
        broken_off: broken(record),
        start: start_eval,
        moves,
        decisive,
        summary,
    })
}

/// The moves of the main line up to its end or its first unreadable move.
fn played(record: &Record) -> impl Iterator<Item = (NodeId, Move)> {
    record.main_line().map_while(|id| record.node(id).played().map(|mv| (id, mv)))
}

/// Number of moves that [`analyze_record`] will judge.
#[must_use]
pub fn move_count(record: &Record) -> usize {
    played(record).count()
}

fn broken(record: &Record) -> Option<String> {
    record.main_line().find_map(|id| match record.node(id).step() {
        Step::Broken(broken) => Some(format!("{}: {}", record.node(id).ply(), broken.fault)),
        _ => None,
    })
}

/// Turns judgements into the words and numbers of the report.
struct ReportBuilder {
    position: Position,
    last: Option<Square>,
    moves: Vec<MoveAnalysis>,
    goals: GoalReporter,
}

impl ReportBuilder {
    fn add(&mut self, judgement: &Judgement) -> &MoveAnalysis {
        let side = self.position.side_to_move();
        let Judgement { played, before, after, loss, class, missed_mate, threat, reasons } =
            judgement;
        let pv_kif = line_text(&self.position, self.last, &before.pv);
        let kif = marked(side, *played, self.last);
        let note = self.goals.report(&self.position, &before.pv, *played);
        self.position.do_move(*played);
        self.last = Some(played.to());
        self.moves.push(MoveAnalysis {
            ply: u32::try_from(self.moves.len() + 1).unwrap_or(u32::MAX),
            side: side.into(),
            usi: played.to_string(),
            kif,
            sfen: self.position.to_sfen(),
            eval: position_eval(from_black(*after, side)),
            best: before.pv.first().map(ToString::to_string).unwrap_or_default(),
            pv: before.pv.iter().map(ToString::to_string).collect(),
            pv_kif,
            depth: before.depth,
            nodes: before.nodes,
            loss: *loss,
            class: *class,
            missed_mate: *missed_mate,
            threat: threat.as_ref().map(ThreatAnalysis::from),
            reasons: reasons.iter().cloned().map(Explained::from).collect(),
            goals: note.served.iter().map(|&place| goal_text(&note, place)).collect(),
            castles: note.castles,
            goal_report: Some(note.report),
        });
        &self.moves[self.moves.len() - 1]
    }
}

/// The goal at a place of the report, without its progress.
fn goal_text(note: &MoveNote, place: u32) -> String {
    let text = &note.report.goals[place as usize].text.ja;
    text.split_once('（').map_or(text.as_str(), |parts| parts.0).to_owned()
}

/// The moves of a line as people write them, `☗７六歩(77)`.
#[must_use]
pub fn line_text(position: &Position, last: Option<Square>, line: &[Move]) -> Vec<String> {
    let (mut side, mut last) = (position.side_to_move(), last);
    line.iter()
        .map(|&mv| {
            let text = marked(side, mv, last);
            (side, last) = (side.flip(), Some(mv.to()));
            text
        })
        .collect()
}

fn marked(side: Color, mv: Move, last: Option<Square>) -> String {
    let mark = if side == Color::Black { '☗' } else { '☖' };
    format!("{mark}{}", kif_text(mv, last))
}

fn from_black(value: Value, side: Color) -> Value {
    if side == Color::Black { value } else { value.flip() }
}

fn position_eval(value: Value) -> PositionEval {
    PositionEval { eval_cp: value.as_cp(), mate: value.mate(), win_rate: value.win_rate() }
}

/// Writes the analysis into the record: after every move a comment with the
/// evaluation as ShogiHome reads it (`#評価値=`, from Black's view), and for mistakes the class, the
/// loss and the better line. Comments that were there stay.
pub fn annotate(record: &mut Record, analysis: &GameAnalysis) {
    let nodes: Vec<NodeId> = played(record).map(|(id, _)| id).collect();
    for (id, mv) in nodes.into_iter().zip(&analysis.moves) {
        record.node_mut(id).add_comment(&comment(mv));
    }
}

fn comment(mv: &MoveAnalysis) -> String {
    let mut text = format!("#評価値={}", mv.eval.eval_cp);
    if let Some(mate) = mv.eval.mate {
        text.push_str(&format!("\n#詰み={}手", mate.abs()));
    }
    if let Some(class) = mv.class {
        text.push_str(&format!("\n{} (勝率 -{:.0} %)", class.japanese(), 100.0 * mv.loss));
    }
    if let Some(plies) = mv.missed_mate {
        text.push_str(&format!("\n{plies}手詰を逃す"));
    }
    if let Some(threat) = &mv.threat {
        text.push_str(&format!("\n{} ({}手詰)", threat.kind.japanese(), threat.plies));
    }
    for reason in &mv.reasons {
        text.push_str(&format!("\n{}", reason.text.ja));
        if !reason.line_text.ja.is_empty() {
            text.push_str(&format!("\n変化: {}", reason.line_text.ja.join(" ")));
        }
    }
    if mv.class.is_some() || mv.missed_mate.is_some() {
        text.push_str(&format!("\n最善: {}", mv.pv_kif.join(" ")));
    }
    text
}
