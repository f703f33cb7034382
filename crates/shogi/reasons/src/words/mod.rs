//! Sentences for reasons, written separately in Japanese and English.
//!
//! Both languages fill the same facts into tables of phrases; a test checks that they state the
//! same ones.
//!
//! Invariant: Both languages state the same claims.

mod english;
mod japanese;

use crate::claim::{Cause, Motif, PieceAt, Proof, Reason, Role, SCHEMA};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zenpuku_shogi::{Color, Move, PieceType, Position, SetupRules, Square};
use zenpuku_shogi_goals::castles;

/// A language of the sentences, as its code in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Japanese.
    Ja,
    /// English.
    En,
}

/// The same in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Both<T> {
    /// In Japanese.
    pub ja: T,
    /// In English.
    pub en: T,
}

impl<T> Both<T> {
    fn of(write: impl Fn(Lang) -> T) -> Self {
        Self { ja: write(Lang::Ja), en: write(Lang::En) }
    }

    /// The one in a language.
    #[must_use]
    pub fn get(&self, lang: Lang) -> &T {
        match lang {
            Lang::Ja => &self.ja,
            Lang::En => &self.en,
        }
    }
}

/// A reason with its sentences; in JSON the fields of both side by side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Explained {
    /// Version of the format, [`SCHEMA`].
    pub schema: u32,
    /// The reason.
    #[serde(flatten)]
    #[ts(skip)]
    pub reason: Reason,
    /// One or two sentences.
    pub text: Both<String>,
    /// The evidence as people write it, after the move explained: `☖３五歩 ☗同歩`. A threat is shown
    /// with the moves that follow a pass.
    pub line_text: Both<Vec<String>>,
    /// The position before the first move of `line_text`, SFEN.
    #[serde(default)]
    pub line_start: String,
    /// The moves of `line_text` in USI, with [`PASS`] for a pass.
    #[serde(default)]
    pub line_usi: Vec<String>,
}

/// A pass in [`Explained::line_usi`].
pub const PASS: &str = "pass";

impl From<Reason> for Explained {
    fn from(reason: Reason) -> Self {
        let text = Both::of(|lang| sentence(&reason, lang).unwrap_or_default());
        let line_text = Both::of(|lang| shown_line(&reason, lang).unwrap_or_default());
        let (line_start, line_usi) = shown_moves(&reason).unwrap_or_default();
        Self { schema: SCHEMA, reason, text, line_text, line_start, line_usi }
    }
}

/// Where the line of [`shown_line`] begins, and its moves in USI.
fn shown_moves(reason: &Reason) -> Option<(String, Vec<String>)> {
    let mut at = Position::from_sfen(&reason.start).ok()?;
    let (before, shown) = reason.line.split_at_checked(reason.at)?;
    play(&mut at, before)?;
    let mut moves = shown.to_vec();
    if let Proof::Threat { line, .. } | Proof::Brinkmate { line, .. } = &reason.proof {
        moves.push(PASS.to_owned());
        moves.extend(line.iter().cloned());
    }
    Some((at.to_sfen(), moves))
}

/// Plays moves in USI; `None` where one cannot be played.
fn play(position: &mut Position, moves: &[String]) -> Option<()> {
    for text in moves {
        let mv = position.parse_usi(text)?;
        position.do_move(mv);
    }
    Some(())
}

/// The line from the motif's move on; of a threat the moves after a pass.
fn shown_line(reason: &Reason, lang: Lang) -> Option<Vec<String>> {
    let mut moves = line(&reason.start, &reason.line, lang)?;
    moves.drain(..reason.at.min(moves.len()));
    if let Some(after_pass) = threat_line(reason, lang) {
        moves.push(match lang {
            Lang::Ja => "（手抜きなら）".to_owned(),
            Lang::En => "(pass)".to_owned(),
        });
        moves.extend(after_pass);
    }
    Some(moves)
}

/// The point of view of the motif.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Voice {
    /// The other side does it.
    Theirs,
    /// The other side threatened it, and still does.
    Still,
    /// The side could have done it.
    Could,
    /// The side does it.
    Does,
}

impl From<Role> for Voice {
    fn from(role: Role) -> Self {
        match role {
            Role::Allowed => Self::Theirs,
            Role::Ignored => Self::Still,
            Role::Missed => Self::Could,
            Role::Made => Self::Does,
        }
    }
}

/// The phrases for a motif: some motifs have several, by piece and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Phrase {
    Hanging,
    Exchange,
    Fork,
    CheckFork,
    SplittingSilver,
    KnightFork,
    CheckAndRook,
    CrossRook,
    Skewer,
    CheckSkewer,
    Pin,
    Discovered,
    DiscoveredCheck,
    DiscoveredCapture,
    Trapped,
    SilverBetweenPawns,
    SilverAtKnightHead,
    RemovingGuard,
    Overload,
    Deflection,
    KingDeflection,
    StrikingPawn,
    FocalPawn,
    Breakthrough,
    WinsMaterial,
    WinsOneOfTwo,
    CastleBroken,
    Repetition,
    Declaration,
    LeftBook,
    Mating(Mating),
}

/// The phrases for mates and threats of mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mating {
    Mate,
    GoldAtHead,
    DoubleCheck,
    FutileInterposition,
    SuddenDeath,
    ThreatmateIgnored,
    Threatmate,
    ParryingThreatmate,
    Race,
    Brinkmate,
}

#[cfg(test)]
pub(crate) const PHRASES: [Phrase; 40] = [
    Phrase::Hanging,
    Phrase::Exchange,
    Phrase::Fork,
    Phrase::CheckFork,
    Phrase::SplittingSilver,
    Phrase::KnightFork,
    Phrase::CheckAndRook,
    Phrase::CrossRook,
    Phrase::Skewer,
    Phrase::CheckSkewer,
    Phrase::Pin,
    Phrase::Discovered,
    Phrase::DiscoveredCheck,
    Phrase::DiscoveredCapture,
    Phrase::Trapped,
    Phrase::SilverBetweenPawns,
    Phrase::SilverAtKnightHead,
    Phrase::RemovingGuard,
    Phrase::Overload,
    Phrase::Deflection,
    Phrase::KingDeflection,
    Phrase::StrikingPawn,
    Phrase::FocalPawn,
    Phrase::Breakthrough,
    Phrase::WinsMaterial,
    Phrase::WinsOneOfTwo,
    Phrase::CastleBroken,
    Phrase::Repetition,
    Phrase::Declaration,
    Phrase::LeftBook,
    Phrase::Mating(Mating::Mate),
    Phrase::Mating(Mating::GoldAtHead),
    Phrase::Mating(Mating::DoubleCheck),
    Phrase::Mating(Mating::FutileInterposition),
    Phrase::Mating(Mating::SuddenDeath),
    Phrase::Mating(Mating::ThreatmateIgnored),
    Phrase::Mating(Mating::Threatmate),
    Phrase::Mating(Mating::ParryingThreatmate),
    Phrase::Mating(Mating::Race),
    Phrase::Mating(Mating::Brinkmate),
];

fn phrase(motif: Motif, role: Role, targets: &[PieceAt]) -> Phrase {
    let king = targets.first().is_some_and(|target| target.piece == "K");
    match motif {
        Motif::HangingPiece => Phrase::Hanging,
        Motif::BadExchange => Phrase::Exchange,
        Motif::Fork if king => Phrase::CheckFork,
        Motif::Fork => Phrase::Fork,
        Motif::SplittingSilver => Phrase::SplittingSilver,
        Motif::KnightFork => Phrase::KnightFork,
        Motif::CheckAndRook => Phrase::CheckAndRook,
        Motif::CrossRook => Phrase::CrossRook,
        Motif::Skewer if king => Phrase::CheckSkewer,
        Motif::Skewer => Phrase::Skewer,
        Motif::Pin => Phrase::Pin,
        Motif::DiscoveredAttack if king => Phrase::DiscoveredCheck,
        Motif::DiscoveredAttack => Phrase::Discovered,
        Motif::DiscoveredCapture => Phrase::DiscoveredCapture,
        Motif::TrappedPiece => Phrase::Trapped,
        Motif::SilverBetweenPawns => Phrase::SilverBetweenPawns,
        Motif::SilverAtKnightHead => Phrase::SilverAtKnightHead,
        Motif::RemovingGuard => Phrase::RemovingGuard,
        Motif::Overload => Phrase::Overload,
        Motif::Deflection if king => Phrase::KingDeflection,
        Motif::Deflection => Phrase::Deflection,
        Motif::StrikingPawn => Phrase::StrikingPawn,
        Motif::FocalPawn => Phrase::FocalPawn,
        // All but the first are threats, of which the phrase is that of what is threatened.
        Motif::Breakthrough
        | Motif::DanglingPawn
        | Motif::OpposingPawn
        | Motif::JoinedPawns
        | Motif::SlowMove => Phrase::Breakthrough,
        Motif::CastleBroken => Phrase::CastleBroken,
        Motif::Repetition => Phrase::Repetition,
        Motif::Declaration => Phrase::Declaration,
        Motif::LeftBook => Phrase::LeftBook,
        Motif::WinsMaterial if targets.len() == 2 => Phrase::WinsOneOfTwo,
        Motif::WinsMaterial => Phrase::WinsMaterial,
        Motif::Mate => Phrase::Mating(Mating::Mate),
        Motif::DoubleCheck => Phrase::Mating(Mating::DoubleCheck),
        Motif::GoldAtHead => Phrase::Mating(Mating::GoldAtHead),
        Motif::FutileInterposition => Phrase::Mating(Mating::FutileInterposition),
        Motif::SuddenDeath => Phrase::Mating(Mating::SuddenDeath),
        Motif::Threatmate if role == Role::Ignored => Phrase::Mating(Mating::ThreatmateIgnored),
        Motif::Threatmate => Phrase::Mating(Mating::Threatmate),
        Motif::ParryingThreatmate => Phrase::Mating(Mating::ParryingThreatmate),
        Motif::Race => Phrase::Mating(Mating::Race),
        Motif::Brinkmate => Phrase::Mating(Mating::Brinkmate),
    }
}

/// What fills the places of a phrase.
#[derive(Default)]
struct Facts {
    /// `{key}`: the move that has the motif.
    key: String,
    /// `{a}` and `{b}`: its targets.
    targets: Vec<String>,
    /// `{n}`: length of the mate in plies.
    plies: Option<u32>,
    /// `{better}`: the move that would have been faster.
    better: String,
    /// `{castle}`: the castle that is broken.
    castle: String,
}

impl Facts {
    fn fill(&self, template: &str) -> String {
        let target = |index: usize| self.targets.get(index).map_or("", String::as_str);
        template
            .replace("{key}", &self.key)
            .replace("{a}", target(0))
            .replace("{b}", target(1))
            .replace("{better}", &self.better)
            .replace("{castle}", &self.castle)
            .replace("{n}", &self.plies.unwrap_or(0).to_string())
    }
}

/// The reason in one or two sentences; `None` if its lines cannot be played, as a reason from
/// foreign JSON may have it.
#[must_use]
pub fn sentence(reason: &Reason, lang: Lang) -> Option<String> {
    let start = Position::from_sfen(&reason.start).ok()?;
    let moves = written(&start, &reason.line, lang)?;
    let voice = Voice::from(reason.role);
    let key = moves.get(reason.at)?.clone();
    if let Proof::Threat { line, targets, motif, proof } = &reason.proof
        && !matches!(**proof, Proof::Mate { .. })
    {
        let then = threat_start(&start, &reason.line)?;
        let first = written(&then, line, lang)?.first()?.clone();
        let facts = Facts { key: first, targets: named(targets, lang), ..Facts::default() };
        let what = phrase(*motif, reason.role, targets);
        let first = (key.as_str(), reason.motif);
        return Some(match lang {
            Lang::Ja => japanese::threat(first, what, voice, &facts),
            Lang::En => english::threat(first, what, voice, &facts),
        });
    }
    let better = faster(reason).and_then(|mv| written(&start, &[mv], lang)).unwrap_or_default();
    let facts = Facts {
        key,
        targets: named(&reason.targets, lang),
        plies: reason.mate_plies(),
        better: better.concat(),
        castle: castle(reason, lang).unwrap_or_default(),
    };
    let what = phrase(reason.motif, reason.role, &reason.targets);
    Some(match lang {
        Lang::Ja => japanese::sentence(what, voice, &facts),
        Lang::En => english::sentence(what, voice, &facts),
    })
}

/// The name of the castle that is broken.
fn castle(reason: &Reason, lang: Lang) -> Option<String> {
    let Proof::Check { castle } = &reason.proof else { return None };
    let castle = castles::find(castle)?;
    Some(match lang {
        Lang::Ja => castle.ja.to_owned(),
        Lang::En => castle.en.to_owned(),
    })
}

/// The move that would have won a race.
fn faster(reason: &Reason) -> Option<String> {
    reason.causes.iter().find_map(|cause| match cause {
        Cause::Slower { better, .. } => Some(better.clone()),
        _ => None,
    })
}

/// The moves of a line in the notation of the language, each with the mark of its side:
/// `☗５三桂成`, `☗Nx53+`; `None` if the line cannot be played from the position in SFEN.
#[must_use]
pub fn line(start: &str, moves: &[String], lang: Lang) -> Option<Vec<String>> {
    written(&Position::from_sfen(start).ok()?, moves, lang)
}

/// A threat's line, which begins after a pass, as [`line`] writes it; `None` for other reasons.
#[must_use]
pub fn threat_line(reason: &Reason, lang: Lang) -> Option<Vec<String>> {
    let start = Position::from_sfen(&reason.start).ok()?;
    let (Proof::Threat { line, .. } | Proof::Brinkmate { line, .. }) = &reason.proof else {
        return None;
    };
    written(&threat_start(&start, &reason.line)?, line, lang)
}

/// The position after the line and a pass.
fn threat_start(start: &Position, line: &[String]) -> Option<Position> {
    let mut at = start.clone();
    play(&mut at, line)?;
    let mut setup = at.setup();
    setup.set_side_to_move(at.side_to_move().flip());
    setup.position(SetupRules::Play).ok()
}

fn written(start: &Position, line: &[String], lang: Lang) -> Option<Vec<String>> {
    let (mut at, mut last) = (start.clone(), None);
    line.iter()
        .map(|text| {
            let mv = at.parse_usi(text)?;
            let text = move_text(&at, mv, last, lang);
            last = Some(mv.to());
            at.do_move(mv);
            Some(text)
        })
        .collect()
}

fn move_text(position: &Position, mv: Move, last: Option<Square>, lang: Lang) -> String {
    let mark = if position.side_to_move() == Color::Black { '☗' } else { '☖' };
    let text = match lang {
        // In a sentence 同銀 has no blank.
        Lang::Ja => zenpuku_shogi_record::ki2_text(mv, last, position).replace('　', ""),
        Lang::En => english::move_text(position, mv),
    };
    format!("{mark}{text}")
}

fn named(targets: &[PieceAt], lang: Lang) -> Vec<String> {
    let name = |target: &PieceAt| {
        let square: Square = target.square.parse().ok()?;
        let kind: PieceType = target.piece.parse().ok()?;
        Some(match lang {
            Lang::Ja => japanese::piece_on(square, kind),
            Lang::En => english::piece_on(square, kind),
        })
    };
    targets.iter().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> Facts {
        let targets = vec!["<a>".to_owned(), "<b>".to_owned()];
        let [key, better, castle] = ["<key>", "<better>", "<castle>"].map(str::to_owned);
        Facts { key, targets, plies: Some(77), better, castle }
    }

    fn stated(text: &str) -> Vec<&'static str> {
        ["<key>", "<a>", "<b>", "77", "<better>", "<castle>"]
            .into_iter()
            .filter(|fact| text.contains(fact))
            .collect()
    }

    #[test]
    fn both_languages_state_the_same_facts() {
        for what in PHRASES {
            for voice in [Voice::Theirs, Voice::Still, Voice::Could, Voice::Does] {
                let ja = japanese::sentence(what, voice, &facts());
                let en = english::sentence(what, voice, &facts());
                assert_eq!(stated(&ja), stated(&en), "{what:?} {voice:?}: {ja} / {en}");
                assert!(ja.ends_with('。') && en.ends_with('.'), "{ja} / {en}");
                let ja = japanese::threat(("<first>", Motif::SlowMove), what, voice, &facts());
                let en = english::threat(("<first>", Motif::SlowMove), what, voice, &facts());
                assert_eq!(stated(&ja), stated(&en), "{what:?} {voice:?}: {ja} / {en}");
                assert!(ja.contains("<first>") && en.contains("<first>"), "{ja} / {en}");
            }
        }
    }

    #[test]
    fn no_sentence_is_long() {
        for what in PHRASES {
            for voice in [Voice::Theirs, Voice::Still, Voice::Could, Voice::Does] {
                let ja = japanese::sentence(what, voice, &facts());
                let en = english::sentence(what, voice, &facts());
                assert!(ja.chars().count() <= 60, "{ja}");
                assert!(en.split_whitespace().count() <= 25, "{en}");
            }
        }
    }
}
