//! The Japanese sentences.

use super::{Facts, Mating, Phrase, Voice};
use crate::claim::Motif;
use zenpuku_shogi::{PieceType, Square};

const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// `５三の銀`.
pub(super) fn piece_on(square: Square, kind: PieceType) -> String {
    let file = FILES[square.file().to_index()];
    let rank = RANKS[square.rank().to_index()];
    format!("{file}{rank}の{}", name(kind))
}

fn name(kind: PieceType) -> &'static str {
    match kind {
        PieceType::PAWN => "歩",
        PieceType::LANCE => "香",
        PieceType::KNIGHT => "桂",
        PieceType::SILVER => "銀",
        PieceType::GOLD => "金",
        PieceType::BISHOP => "角",
        PieceType::ROOK => "飛車",
        PieceType::PRO_PAWN => "と金",
        PieceType::PRO_LANCE => "成香",
        PieceType::PRO_KNIGHT => "成桂",
        PieceType::PRO_SILVER => "成銀",
        PieceType::HORSE => "馬",
        PieceType::DRAGON => "龍",
        _ => "玉",
    }
}

/// Verb forms: the other side's action, the missed action, the own action.
fn forms(phrase: Phrase) -> [&'static str; 3] {
    match phrase {
        Phrase::Hanging => {
            ["{key}で{a}をただで取られる", "{key}で{a}をただで取れた", "{key}で{a}をただで取れる"]
        }
        Phrase::Exchange => [
            "{key}で{a}を取られ、駒損になる",
            "{key}で{a}を取れば駒得だった",
            "{key}で{a}を取って駒得になる",
        ],
        Phrase::Fork => [
            "{key}が{a}と{b}の両取りになる",
            "{key}が{a}と{b}の両取りだった",
            "{key}が{a}と{b}の両取り",
        ],
        Phrase::CheckFork => {
            ["{key}の王手で{b}を取られる", "{key}の王手で{b}を取れた", "{key}の王手で{b}を取れる"]
        }
        Phrase::SplittingSilver => [
            "{key}が割り打ちの銀で、{a}と{b}の両取りになる",
            "{key}の割り打ちで、{a}と{b}の両取りだった",
            "{key}の割り打ちで、{a}と{b}の両取り",
        ],
        Phrase::KnightFork => [
            "{key}がふんどしの桂で、{a}と{b}の両取りになる",
            "{key}のふんどしの桂で、{a}と{b}の両取りだった",
            "{key}のふんどしの桂で、{a}と{b}の両取り",
        ],
        Phrase::CheckAndRook => [
            "{key}が王手飛車で、{b}を取られる",
            "{key}の王手飛車で、{b}を取れた",
            "{key}が王手飛車で、{b}を取れる",
        ],
        Phrase::CrossRook => [
            "{key}が十字飛車で、{a}と{b}の両取りになる",
            "{key}の十字飛車で、{a}と{b}の両取りだった",
            "{key}の十字飛車で、{a}と{b}の両取り",
        ],
        Phrase::Skewer => [
            "{key}で{a}と{b}が串刺しになる",
            "{key}で{a}と{b}を串刺しにできた",
            "{key}で{a}と{b}を串刺しにする",
        ],
        Phrase::CheckSkewer => [
            "{key}の王手で、玉の後ろの{b}を取られる",
            "{key}の王手で、玉の後ろの{b}を取れた",
            "{key}の王手で、玉の後ろの{b}を取れる",
        ],
        Phrase::Pin => [
            "{a}は玉の前から動けず、{key}で取られる",
            "{a}は玉の前から動けず、{key}で取れた",
            "{a}は玉の前から動けず、{key}で取れる",
        ],
        Phrase::Discovered => [
            "{key}で筋が通って当たりになり、{a}を取られる",
            "{key}で筋を通せば、{a}を取れた",
            "{key}で筋を通して、{a}を取れる",
        ],
        Phrase::DiscoveredCheck => [
            "{key}の開き王手で{b}を取られる",
            "{key}の開き王手で{b}を取れた",
            "{key}の開き王手で{b}を取れる",
        ],
        Phrase::DiscoveredCapture => [
            "{key}の王手で{a}を素抜かれる",
            "{key}の王手で{a}を素抜けた",
            "{key}の王手で{a}を素抜ける",
        ],
        Phrase::Trapped => [
            "{key}で{a}の逃げ場がなくなる",
            "{key}なら{a}の逃げ場がなく、取れた",
            "{key}で{a}の逃げ場がなく、取れる",
        ],
        Phrase::SilverBetweenPawns => [
            "{key}で{a}が銀ばさみになる",
            "{key}で{a}を銀ばさみにできた",
            "{key}で{a}を銀ばさみにする",
        ],
        Phrase::SilverAtKnightHead => [
            "{key}が桂頭の銀で、{a}を取られる",
            "{key}の桂頭の銀で、{a}を取れた",
            "{key}の桂頭の銀で、{a}を取れる",
        ],
        Phrase::RemovingGuard => [
            "{key}で守りの{a}がなくなり、{b}も取られる",
            "{key}で守りの{a}を外せば、{b}を取れた",
            "{key}で守りの{a}を外して、{b}を取れる",
        ],
        Phrase::Overload => [
            "{key}を{a}で取ると{b}の守りがなくなる",
            "{key}なら、{a}で取ると{b}の守りがなくなった",
            "{key}を{a}で取れば{b}の守りがなくなる",
        ],
        Phrase::Deflection => [
            "{key}で{a}を守りから引き離され、{b}を取られる",
            "{key}で{a}を守りから引き離せば、{b}を取れた",
            "{key}で{a}を守りから引き離し、{b}を取れる",
        ],
        Phrase::KingDeflection => [
            "{key}が送りの手筋で、玉で取ると{b}を取られる",
            "{key}の送りの手筋で、{b}を取れた",
            "{key}が送りの手筋で、玉で取れば{b}を取れる",
        ],
        Phrase::StrikingPawn => [
            "{key}の叩きの歩で、{a}は取っても逃げても損になる",
            "{key}の叩きの歩なら、{a}は取っても逃げても損だった",
            "{key}の叩きの歩で、{a}は取っても逃げても損",
        ],
        Phrase::FocalPawn => [
            "{key}が焦点の歩で、どれで取っても駒損になる",
            "{key}の焦点の歩で、どれで取られても駒得だった",
            "{key}が焦点の歩で、どれで取られても駒得",
        ],
        Phrase::Breakthrough => ["{key}で突破される", "{key}で突破できた", "{key}で突破できる"],
        Phrase::WinsMaterial => {
            ["{key}で駒損が避けられない", "{key}で駒得が確実だった", "{key}で駒得が確実になる"]
        }
        Phrase::WinsOneOfTwo => [
            "{key}で{a}と{b}の両方は受からない",
            "{key}で{a}か{b}を取れた",
            "{key}で{a}か{b}を取れる",
        ],
        Phrase::CastleBroken => [
            "{castle}が崩れ、取れない王手（{key}）が入る",
            "{castle}を崩し、取られない王手（{key}）が入った",
            "{castle}を崩し、取られない王手（{key}）が入る",
        ],
        Phrase::Repetition => [
            "{key}で同じ局面に戻され、千日手模様になる",
            "{key}なら同じ局面に戻り、千日手にできた",
            "{key}で同じ局面に戻り、千日手模様になる",
        ],
        Phrase::Declaration => [
            "{key}のあと、相手に入玉宣言で勝たれる",
            "{key}を指さずに、入玉宣言で勝てた",
            "{key}を指さなくても、入玉宣言で勝てる",
        ],
        Phrase::LeftBook => ["{key}は定跡の手", "定跡では{key}だった", "{key}は定跡の手"],
        Phrase::Mating(mating) => mating_forms(mating),
    }
}

/// The same for mates.
fn mating_forms(mating: Mating) -> [&'static str; 3] {
    match mating {
        Mating::Mate => ["{key}から{n}手詰", "{key}から{n}手詰があった", "{key}から{n}手詰"],
        Mating::GoldAtHead => ["{key}の頭金で詰む", "{key}の頭金で詰んでいた", "{key}の頭金で詰み"],
        Mating::DoubleCheck => [
            "{key}の両王手から{n}手詰",
            "{key}の両王手から{n}手詰があった",
            "{key}の両王手から{n}手詰",
        ],
        Mating::FutileInterposition => [
            "{key}に合駒が利かず、{n}手詰",
            "{key}に合駒が利かず、{n}手詰だった",
            "{key}に合駒が利かず、{n}手詰",
        ],
        Mating::SuddenDeath => {
            ["頓死で、{key}から{n}手詰", "{key}から{n}手詰の頓死があった", "{key}から{n}手詰の頓死"]
        }
        Mating::ThreatmateIgnored => [
            "詰めろを受けておらず、{key}から{n}手詰",
            "詰めろの受けがなく、{key}から{n}手詰があった",
            "詰めろが受からず、{key}から{n}手詰",
        ],
        Mating::Threatmate => [
            "{key}が詰めろになる（{n}手詰）",
            "{key}が詰めろだった（{n}手詰）",
            "{key}が詰めろ（{n}手詰）",
        ],
        Mating::ParryingThreatmate => [
            "{key}が詰めろ逃れの詰めろになる（{n}手詰）",
            "{key}が詰めろ逃れの詰めろだった（{n}手詰）",
            "{key}が詰めろ逃れの詰めろ（{n}手詰）",
        ],
        Mating::Race => [
            "{key}が先に詰めろ（{n}手詰）で、一手負け。{better}なら先に詰めろだった",
            "{key}が先に詰めろ（{n}手詰）だった。{better}なら一手勝ち",
            "{key}が先に詰めろ（{n}手詰）。{better}なら一手勝ち",
        ],
        Mating::Brinkmate => [
            "{key}が必至になる（放置すれば{n}手詰）",
            "{key}で必至だった（放置すれば{n}手詰）",
            "{key}で必至（放置すれば{n}手詰）",
        ],
    }
}

fn clause(phrase: Phrase, voice: Voice, facts: &Facts) -> String {
    let [theirs, could, does] = forms(phrase);
    facts.fill(match voice {
        Voice::Theirs | Voice::Still => theirs,
        Voice::Could => could,
        Voice::Does => does,
    })
}

pub(super) fn sentence(phrase: Phrase, voice: Voice, facts: &Facts) -> String {
    let clause = clause(phrase, voice, facts);
    match (phrase, voice) {
        (Phrase::Mating(Mating::ThreatmateIgnored), _) => format!("{clause}。"),
        (_, Voice::Still) => format!("相手の狙いが残り、{clause}。"),
        _ => format!("{clause}。"),
    }
}

/// A move with the name of its dropped pawn.
fn pawn(key: &str, motif: Motif) -> String {
    let name = match motif {
        Motif::DanglingPawn => "の垂れ歩",
        Motif::OpposingPawn => "の合わせの歩",
        Motif::JoinedPawns => "の継ぎ歩",
        _ => "",
    };
    format!("{key}{name}")
}

/// A threat: what follows `first` if the other side plays elsewhere.
pub(super) fn threat(
    (first, motif): (&str, Motif),
    phrase: Phrase,
    voice: Voice,
    facts: &Facts,
) -> String {
    let clause = clause(phrase, voice, facts);
    let first = pawn(first, motif);
    let slow = if motif == Motif::SlowMove { "狙いのない手で、" } else { "" };
    match voice {
        Voice::Theirs | Voice::Still => format!("{slow}{first}のあと、放っておくと{clause}。"),
        Voice::Could => format!("{first}なら、次に{clause}。"),
        Voice::Does => format!("{first}は、次に{clause}狙い。"),
    }
}
