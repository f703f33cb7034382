//! `zenpuku explain`: why a move is best, and why another one is worse, in words.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::ValueEnum;
use serde::Serialize;
use zenpuku_analysis::{Analyst as _, EngineAnalyst, MistakeClass, OwnEngine, Value, judge_move};
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_engine::{Engine, SearchLimits};
use zenpuku_shogi_reasons::words::{Explained, Lang, line};
use zenpuku_shogi_reasons::{Budget, Question};

use crate::context::Context;
use crate::engine_args::EngineArgs;
use crate::exit::{Exit, Usage};
use crate::output;

/// Moves of a search's line that are shown.
const LINE_MOVES: usize = 8;

/// Arguments of `zenpuku explain`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    zenpuku explain 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3' 8h2b+\n  \
    zenpuku explain --lang ja '4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1' G*5b\n  \
    zenpuku explain --json --nodes 300000 '4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1'\n\n\
    Only proved reasons are given: \
    a gain of material against every reply, a mate, or what follows a \
    pass. Without a proof within the nodes, no reason is given. \
    Moves are written as in USI: 7g7f, \
    8h2b+, P*5e.")]
pub struct Args {
    /// Position in SFEN
    sfen: String,
    /// The move to compare with the best one, USI; without it the best move is explained
    #[arg(value_name = "MOVE")]
    mv: Option<String>,
    /// Nodes of each search: the position, after the move, after the best move
    #[arg(short, long, default_value_t = 100_000, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Language of the sentences
    #[arg(long, value_enum, default_value_t = Language::En)]
    lang: Language,
    /// Write the proofs of mates into the JSON, as `zenpuku mate --proof` writes them
    #[arg(long, requires = "json")]
    proofs: bool,
    /// An opening book; the reasons then say that a mistake left it
    #[arg(long, value_name = "FILE", requires = "mv")]
    book: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
    /// Print one JSON object, with the evidence of each reason
    #[arg(long)]
    json: bool,
}

/// A language of the sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Language {
    /// Japanese
    Ja,
    /// English
    En,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Self {
        match language {
            Language::Ja => Self::Ja,
            Language::En => Self::En,
        }
    }
}

/// The JSON of `zenpuku explain --json`. Values are those of the side to move.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Explanation"))]
pub(crate) struct Report {
    /// The position.
    sfen: String,
    /// The best move.
    best: Line,
    /// The move that was asked about; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    played: Option<Played>,
    /// Of the move played; without one, or if it is the best, of the best move.
    reasons: Vec<Explained>,
}

/// A line of the search.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "ExplainedLine"))]
struct Line {
    /// Its first move, USI.
    #[serde(rename = "move")]
    mv: String,
    /// Centipawns for the side to move.
    eval_cp: i32,
    /// Plies to mate, negative when the side to move is mated; null without a mate.
    mate: Option<i32>,
    /// Chance to win of the side to move, 0 to 1.
    win_rate: f64,
    /// The moves, USI.
    line: Vec<String>,
}

impl Line {
    fn new(value: Value, line: &[Move]) -> Self {
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        Self {
            mv: line.first().cloned().unwrap_or_default(),
            eval_cp: value.as_cp(),
            mate: value.mate(),
            win_rate: value.win_rate(),
            line,
        }
    }

    fn value(&self) -> String {
        let rate = 100.0 * self.win_rate;
        match self.mate {
            Some(plies) => format!("mate {plies}, {rate:.0} %"),
            None => format!("{:+}, {rate:.0} %", self.eval_cp),
        }
    }
}

/// The move that was asked about.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "ExplainedMove"))]
struct Played {
    /// Win rate lost against the best move, 0..=1.
    loss: f64,
    /// Its class; null when it is not a mistake.
    class: Option<MistakeClass>,
    #[serde(flatten)]
    line: Line,
}

/// Searches, and explains the move.
///
/// # Errors
/// If the SFEN is not a position, the move is illegal, an option is wrong, or the engine cannot be prepared.
pub fn run(args: &Args, context: &Context) -> anyhow::Result<Exit> {
    let position =
        Position::from_sfen(&args.sfen).map_err(|error| Usage::new(format!("SFEN: {error}")))?;
    let asked = args.mv.as_deref().map(|text| {
        position.read_usi(text).map_err(|rule| Usage::new(format!("MOVE {text}: {rule}")))
    });
    let asked = asked.transpose()?;
    // Input that the reasons refuse is refused before the search.
    let question = Question {
        position: &position,
        played: asked,
        better: &[],
        reply: &[],
        was_losing: false,
        book: &[],
    };
    question.check().map_err(|error| Usage::new(format!("SFEN: {error}")))?;
    let book = args.book.as_deref().map(super::book::open).transpose()?;
    let stop = context.stop()?;
    let mut engine = Engine::new(args.engine.options()?);
    engine.prepare()?;
    output::notices(&mut engine);
    let limits = SearchLimits::nodes(args.nodes);
    let search = OwnEngine::new(engine, stop.clone());
    let mates = EngineAnalyst::<OwnEngine>::MATE_NODES;
    let budget = Budget { proofs: args.proofs, ..Budget::USUAL };
    let mut analyst = EngineAnalyst::new(search, limits, mates, stop.clone()).with_reasons(budget);
    if let Some(book) = book {
        analyst = analyst.with_book(book);
    }
    let Some(report) = explain(&position, asked, &mut analyst) else {
        return match analyst.search_mut().take_error() {
            Some(error) => Err(error.into()),
            None => Ok(Exit::Interrupted),
        };
    };
    if args.json {
        output::json(&report)?;
    } else {
        output::line(text(&report, args.lang.into()))?;
    }
    Ok(Exit::Done)
}

/// `None` when the search was stopped or failed.
fn explain(
    position: &Position,
    asked: Option<Move>,
    analyst: &mut EngineAnalyst<OwnEngine>,
) -> Option<Report> {
    let sfen = position.to_sfen();
    let Some(mv) = asked else {
        let best = analyst.think(position)?;
        let question = Question {
            position,
            played: None,
            better: &best.pv,
            reply: &[],
            was_losing: best.value.is_losing(),
            book: &[],
        };
        let reasons = analyst.reasons(&question);
        let reasons = reasons.into_iter().map(Explained::from).collect();
        let best = Line::new(best.value, &best.pv);
        return Some(Report { sfen, best, played: None, reasons });
    };
    let (judged, reply) = judge_move(position, mv, analyst)?;
    let question = judged.question(position, &reply);
    let is_best = judged.before.pv.first() == Some(&mv);
    // A move that loses nothing has no reason to be worse.
    let reasons =
        if is_best || judged.class.is_some() { analyst.reasons(&question) } else { Vec::new() };
    let reasons = reasons.into_iter().map(Explained::from).collect();
    let whole: Vec<Move> = std::iter::once(mv).chain(reply).collect();
    let line = Line::new(judged.after, &whole);
    let best = Line::new(judged.before.value, &judged.before.pv);
    let played = Played { loss: judged.loss, class: judged.class, line };
    Some(Report { sfen, best, played: Some(played), reasons })
}

/// The report as text.
fn text(report: &Report, lang: Lang) -> String {
    let shown = |line_of: &Line| {
        let written = line(&report.sfen, &line_of.line, lang).unwrap_or_default();
        written[..written.len().min(LINE_MOVES)].join(" ")
    };
    let say = |ja: &'static str, en: &'static str| if lang == Lang::Ja { ja } else { en };
    let best = &report.best;
    let mut text = format!("{}: {}  ({})", say("最善手", "Best"), shown(best), best.value());
    if let Some(played) = &report.played {
        let class = match (&played.class, lang) {
            _ if played.line.mv == best.mv => say("最善", "the best move"),
            (Some(class), Lang::Ja) => class.japanese(),
            (Some(class), Lang::En) => class.english(),
            (None, _) => say("悪くない手", "no mistake"),
        };
        let loss = 100.0 * played.loss;
        let _ = write!(text, "\n{}: {}  ", say("指し手", "Move"), shown(&played.line));
        let _ = write!(text, "({}; {class}, −{loss:.0} %)", played.line.value());
    }
    for reason in &report.reasons {
        let line = reason.line_text.get(lang).join(" ");
        let _ = write!(text, "\n{}\n  {line}", reason.text.get(lang));
    }
    let wanted = report.played.as_ref().is_none_or(|played| played.class.is_some());
    if report.reasons.is_empty() && wanted {
        let none = say("証明できた理由はありません。", "No reason is proved within these nodes.");
        let _ = write!(text, "\n{none}");
    }
    text
}
