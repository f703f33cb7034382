//! The English sentences, and moves in Western notation.

use super::{Facts, Mating, Phrase, Voice};
use crate::claim::Motif;
use zenpuku_shogi::{Move, PieceType, Position, Square, in_promotion_zone};

/// `53`.
fn digits(square: Square) -> String {
    format!("{}{}", square.file().to_index() + 1, square.rank().to_index() + 1)
}

/// `the silver on 53`.
pub(super) fn piece_on(square: Square, kind: PieceType) -> String {
    format!("the {} on {}", name(kind), digits(square))
}

fn name(kind: PieceType) -> &'static str {
    match kind {
        PieceType::PAWN => "pawn",
        PieceType::LANCE => "lance",
        PieceType::KNIGHT => "knight",
        PieceType::SILVER => "silver",
        PieceType::GOLD => "gold",
        PieceType::BISHOP => "bishop",
        PieceType::ROOK => "rook",
        PieceType::PRO_PAWN => "tokin",
        PieceType::PRO_LANCE => "promoted lance",
        PieceType::PRO_KNIGHT => "promoted knight",
        PieceType::PRO_SILVER => "promoted silver",
        PieceType::HORSE => "horse",
        PieceType::DRAGON => "dragon",
        _ => "king",
    }
}

/// A legal move in Western notation without the mark of its side: `P-76`, `Bx22+`, `G*52`; the
/// origin is always given for golds and silvers.
pub(super) fn move_text(position: &Position, mv: Move) -> String {
    let to = digits(mv.to());
    let piece = position.moved_piece(mv);
    let kind = piece.piece_type();
    let Some(from) = mv.from() else { return format!("{kind}*{to}") };
    let origin = match kind {
        PieceType::GOLD | PieceType::SILVER => digits(from),
        _ => String::new(),
    };
    let sign = if position.is_capture(mv) { 'x' } else { '-' };
    let zone = |square| in_promotion_zone(piece.color(), square);
    let promotion = match mv.is_promotion() {
        true => "+",
        false if Position::can_promote(piece, from, mv.to()) && (zone(from) || zone(mv.to())) => {
            "="
        }
        false => "",
    };
    format!("{kind}{origin}{sign}{to}{promotion}")
}

/// After "allows {key}, ", after "{key} would have ", and after "{key} ".
fn forms(phrase: Phrase) -> [&'static str; 3] {
    match phrase {
        Phrase::Hanging => {
            ["winning {a} for nothing", "won {a} for nothing", "wins {a} for nothing"]
        }
        Phrase::Exchange => [
            "taking {a} and coming out ahead in the exchange",
            "taken {a} and come out ahead in the exchange",
            "takes {a} and comes out ahead in the exchange",
        ],
        Phrase::Fork => ["forking {a} and {b}", "forked {a} and {b}", "forks {a} and {b}"],
        Phrase::CheckFork => {
            ["a check that wins {b}", "checked and won {b}", "checks and wins {b}"]
        }
        Phrase::SplittingSilver => [
            "a splitting silver that forks {a} and {b}",
            "forked {a} and {b} with a splitting silver",
            "forks {a} and {b} with a splitting silver",
        ],
        Phrase::KnightFork => [
            "a knight fork of {a} and {b}",
            "forked {a} and {b} with the knight",
            "forks {a} and {b} with the knight",
        ],
        Phrase::CheckAndRook => [
            "a check that forks king and rook and wins {b}",
            "forked king and rook and won {b}",
            "forks king and rook and wins {b}",
        ],
        Phrase::CrossRook => [
            "a cross-rook fork of {a} and {b}",
            "forked {a} and {b} along file and rank",
            "forks {a} and {b} along file and rank",
        ],
        Phrase::Skewer => ["skewering {a} and {b}", "skewered {a} and {b}", "skewers {a} and {b}"],
        Phrase::CheckSkewer => [
            "a check that wins {b} behind the king",
            "checked and won {b} behind the king",
            "checks and wins {b} behind the king",
        ],
        Phrase::Pin => [
            "winning {a}, which is pinned to the king",
            "won {a}, which is pinned to the king",
            "wins {a}, which is pinned to the king",
        ],
        Phrase::Discovered => [
            "a discovered attack that wins {a}",
            "won {a} by a discovered attack",
            "wins {a} by a discovered attack",
        ],
        Phrase::DiscoveredCheck => [
            "a discovered check that wins {b}",
            "won {b} by a discovered check",
            "wins {b} by a discovered check",
        ],
        Phrase::DiscoveredCapture => [
            "a check that opens a line and wins {a}",
            "checked, opened a line and won {a}",
            "checks, opens a line and wins {a}",
        ],
        Phrase::Trapped => ["trapping {a}, which has no escape", "trapped {a}", "traps {a}"],
        Phrase::SilverBetweenPawns => [
            "trapping {a} between two pawns",
            "trapped {a} between two pawns",
            "traps {a} between two pawns",
        ],
        Phrase::SilverAtKnightHead => [
            "a silver at the head of {a}, which is lost",
            "won {a} with a silver at its head",
            "wins {a} with a silver at its head",
        ],
        Phrase::RemovingGuard => [
            "removing the guard, {a}, after which {b} falls too",
            "removed the guard, {a}, and won {b}",
            "removes the guard, {a}, and wins {b}",
        ],
        Phrase::Overload => [
            "and if {a} takes back, {b} has no guard",
            "overloaded {a}, which also guards {b}",
            "overloads {a}, which also guards {b}",
        ],
        Phrase::Deflection => [
            "luring away {a} and winning {b}",
            "lured away {a} and won {b}",
            "lures away {a} and wins {b}",
        ],
        Phrase::KingDeflection => [
            "luring the king away and winning {b}",
            "lured the king away and won {b}",
            "lures the king away and wins {b}",
        ],
        Phrase::StrikingPawn => [
            "a striking pawn: {a} loses material by taking it and by leaving",
            "struck {a} with a pawn: taking it and leaving both lose material",
            "strikes {a} with a pawn: taking it and leaving both lose material",
        ],
        Phrase::FocalPawn => [
            "a pawn that loses material for every piece that takes it",
            "won material from every piece that takes the pawn",
            "wins material from every piece that takes the pawn",
        ],
        Phrase::Breakthrough => ["breaking through", "broken through", "breaks through"],
        Phrase::WinsMaterial => {
            ["winning material by force", "won material by force", "wins material by force"]
        }
        Phrase::WinsOneOfTwo => {
            ["after which {a} and {b} cannot both be saved", "won {a} or {b}", "wins {a} or {b}"]
        }
        Phrase::CastleBroken => [
            "a safe check, by breaking up the {castle}",
            "checked safely, as the {castle} would be broken up",
            "checks safely, as the {castle} is broken up",
        ],
        Phrase::Repetition => {
            ["which repeats the position", "repeated the position", "repeats the position"]
        }
        // After "After {key} " and "Instead of {key}, ".
        Phrase::Declaration => [
            "the other side wins by declaration",
            "a declaration would have won",
            "a declaration wins",
        ],
        Phrase::LeftBook => {
            ["a move of the opening book", "followed the opening book", "follows the opening book"]
        }
        Phrase::Mating(mating) => mating_forms(mating),
    }
}

/// The same for mates.
fn mating_forms(mating: Mating) -> [&'static str; 3] {
    match mating {
        Mating::Mate => ["the start of a mate in {n}", "mated in {n}", "mates in {n}"],
        Mating::GoldAtHead => [
            "mate with a gold at the head of the king",
            "mated with a gold at the head of the king",
            "mates with a gold at the head of the king",
        ],
        Mating::DoubleCheck => [
            "a double check and mate in {n}",
            "mated in {n} by a double check",
            "mates in {n} by a double check",
        ],
        Mating::FutileInterposition => [
            "a check that no interposition stops: mate in {n}",
            "mated in {n}, as no interposition helps",
            "mates in {n}, as no interposition helps",
        ],
        Mating::SuddenDeath => [
            "a sudden mate in {n} that was not threatened before",
            "mated suddenly in {n}",
            "mates suddenly in {n}",
        ],
        Mating::ThreatmateIgnored => ["a mate in {n}", "mated in {n}", "mates in {n}"],
        Mating::Threatmate => {
            ["threatening mate in {n}", "threatened mate in {n}", "threatens mate in {n}"]
        }
        Mating::ParryingThreatmate => [
            "which parries your threatmate and threatens mate in {n}",
            "parried the threatmate and threatened mate in {n}",
            "parries the threatmate and threatens mate in {n}",
        ],
        Mating::Race => [
            "threatening mate in {n} first. {better} would have been one move faster",
            "threatened mate in {n} first. {better} is one move faster",
            "threatens mate in {n} first. {better} is one move faster",
        ],
        Mating::Brinkmate => [
            "a brinkmate: mate in {n} after a pass, and mate after every defence",
            "been brinkmate: mate in {n} after a pass, and mate after every defence",
            "is brinkmate: mate in {n} after a pass, and mate after every defence",
        ],
    }
}

pub(super) fn sentence(phrase: Phrase, voice: Voice, facts: &Facts) -> String {
    let [theirs, could, does] = forms(phrase);
    let (before, form) = match (phrase, voice) {
        (Phrase::Mating(Mating::ThreatmateIgnored), Voice::Theirs | Voice::Still) => {
            ("This ignores the threatened mate: {key} begins ", theirs)
        }
        (Phrase::Declaration, Voice::Theirs | Voice::Still) => ("After {key} ", theirs),
        (Phrase::Declaration, Voice::Could) => ("Instead of {key}, ", could),
        (Phrase::Declaration, Voice::Does) => ("Instead of {key}, ", does),
        (_, Voice::Theirs) => ("This allows {key}, ", theirs),
        (_, Voice::Still) => ("This leaves the threat of {key}, ", theirs),
        (_, Voice::Could) => ("{key} would have ", could),
        (_, Voice::Does) => ("{key} ", does),
    };
    facts.fill(&format!("{before}{form}."))
}

/// A move with the name of its dropped pawn.
fn pawn(key: &str, motif: Motif) -> String {
    let name = match motif {
        Motif::DanglingPawn => ", a dangling pawn,",
        Motif::OpposingPawn => ", an opposing pawn,",
        Motif::JoinedPawns => ", joining the pawns,",
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
    let [theirs, _, does] = forms(phrase);
    let first = pawn(first, motif);
    let slow = if motif == Motif::SlowMove { "threatens nothing and " } else { "" };
    facts.fill(&match voice {
        Voice::Theirs | Voice::Still => {
            format!("This {slow}allows {first} with the threat of {{key}}, {theirs}.")
        }
        Voice::Could => format!("{first} would have threatened {{key}}, {theirs}."),
        Voice::Does => format!("{first} threatens {{key}}, which {does}."),
    })
}
