//! The analysis as text.

use std::fmt::Write as _;

use zenpuku_analysis::{
    GameAnalysis, MistakeClass, MoveAnalysis, PlayerSummary, PositionEval, Story,
};
use zenpuku_shogi::Color;
use zenpuku_shogi_record::Record;

/// Columns of a move, a full-width character taking two.
const MOVE_WIDTH: usize = 17;

/// Moves of the better line that are shown.
const LINE_MOVES: usize = 6;

/// Moves of the evidence that are shown.
const REASON_MOVES: usize = 9;

/// The line above a game.
pub(super) fn title(name: &str, record: &Record) -> String {
    let player = |color| record.player(color).unwrap_or("?");
    let (black, white) = (player(Color::Black), player(Color::White));
    format!("{name}: ☗ {black}  ☖ {white}\n  ply move               eval  win rate (Black)")
}

/// One move: number, move, evaluation and Black's win rate after it; for a
/// mistake its class, its loss and the better line.
pub(super) fn move_line(mv: &MoveAnalysis) -> String {
    let mut text = format!("{:>5} {}", mv.ply, mv.kif);
    let width: usize = mv.kif.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    text.extend(std::iter::repeat_n(' ', MOVE_WIDTH.saturating_sub(width)));
    let _ = write!(text, "{:>8} {:>5.0} %", eval(&mv.eval), 100.0 * mv.eval.win_rate);
    if mv.usi == mv.best {
        text.push_str("  ◎");
    }
    if let Some(class) = mv.class {
        let (ja, en) = (class.japanese(), class.english());
        let _ = write!(text, "  {ja} ({en}) −{:.0} %", 100.0 * mv.loss);
    }
    if let Some(plies) = mv.missed_mate {
        let _ = write!(text, "  {plies}手詰を逃す (missed mate in {plies})");
    }
    if let Some(threat) = &mv.threat {
        let (ja, en, plies) = (threat.kind.japanese(), threat.kind.english(), threat.plies);
        let _ = write!(text, "  {ja} ({en}, mate in {plies})");
    }
    let line = &mv.pv_kif[..mv.pv_kif.len().min(LINE_MOVES)];
    if mv.usi != mv.best && !line.is_empty() {
        let _ = write!(text, "  最善 {}", line.join(" "));
    }
    for reason in &mv.reasons {
        let (ja, en) = (&reason.text.ja, &reason.text.en);
        let _ = write!(text, "\n        {ja}\n        {en}");
        let line = &reason.line_text.ja[..reason.line_text.ja.len().min(REASON_MOVES)];
        let _ = write!(text, "\n        {}", line.join(" "));
    }
    text
}

/// `+123`, `mate 5` (plies, Black mates), `mate -4` (White mates), `mated`.
fn eval(eval: &PositionEval) -> String {
    match eval.mate {
        Some(0) => "mated".into(),
        Some(plies) => format!("mate {plies}"),
        None => format!("{:+}", eval.eval_cp),
    }
}

/// The table below a game.
pub(super) fn summary(analysis: &GameAnalysis) -> String {
    let mut text = String::new();
    if let Some(broken) = &analysis.broken_off {
        let _ = writeln!(text, "  the record cannot be read on from move {broken}");
    }
    if !analysis.result.is_empty() {
        let _ = writeln!(text, "  {}", analysis.result);
    }
    if !analysis.decisive.is_empty() {
        let plies: Vec<String> = analysis.decisive.iter().map(ToString::to_string).collect();
        let plies = plies.join(", ");
        let _ = writeln!(text, "  勝負を決めた手 (decisive moves): {plies}");
    }
    let story = Story::of(analysis).text();
    for text_of in [story.ja, story.en].iter().filter(|text_of| !text_of.is_empty()) {
        let _ = writeln!(text, "  {text_of}");
    }
    let names = [&analysis.black, &analysis.white];
    for ((mark, name), side) in ["☗", "☖"].iter().zip(names).zip(&analysis.summary) {
        let _ = writeln!(text, "  {mark} {name}: {}", player(side));
    }
    text.pop();
    text
}

fn player(side: &PlayerSummary) -> String {
    let mut text = format!(
        "{} moves, {} as the engine's, mean loss {:.1} %",
        side.moves,
        side.matches,
        100.0 * side.mean_loss
    );
    for (class, count) in MistakeClass::ALL.iter().zip(side.classes).filter(|(_, count)| *count > 0)
    {
        let _ = write!(text, ", {} {count}", class.japanese());
    }
    if side.missed_mates > 0 {
        let _ = write!(text, ", 詰み逃し {}", side.missed_mates);
    }
    text
}
