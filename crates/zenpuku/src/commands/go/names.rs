//! Words for rules, moves, scores and kinds of regions.

use zenpuku_go::{Color, KoRule, Move, PointSet, Rules, Scoring, Size, Suicide, Wide};
use zenpuku_go_endgame::{LoopValue, RegionKind, Status, Way};

/// The rules' name; rules without one are described.
pub(crate) fn rules(rules: &Rules) -> String {
    let same = |named: &Rules| Rules { komi: rules.komi, ..*named } == *rules;
    match Rules::NAMED.iter().find(|(_, named)| same(named)) {
        Some((name, _)) => (*name).to_owned(),
        None => description(rules),
    }
}

/// Scoring, ko and suicide in words.
pub(crate) fn description(rules: &Rules) -> String {
    let scoring = match rules.scoring {
        Scoring::Territory => "territory",
        Scoring::Area => "area",
    };
    let ko = match rules.ko {
        KoRule::Simple => "simple ko",
        KoRule::PositionalSuperko => "positional superko",
        KoRule::SituationalSuperko => "situational superko",
    };
    let suicide = match rules.suicide {
        Suicide::Forbidden => "",
        Suicide::MultiStone => ", suicide",
    };
    format!("{scoring}, {ko}{suicide}")
}

/// `proved`, `proved-as-marked`, `bounds` or `unproved`.
pub(crate) const fn status(status: &Status) -> &'static str {
    match status {
        Status::Proved(_) => "proved",
        Status::Given => "proved-as-marked",
        Status::Loop | Status::Bounds(_) => "bounds",
        Status::NotProved(_) => "unproved",
    }
}

/// How it was proved, or why not.
pub(crate) fn reason(status: &Status) -> String {
    match status {
        Status::Proved(Way::Sum) => "as a sum of regions".to_owned(),
        Status::Proved(Way::Search) => "by search of the whole board".to_owned(),
        Status::Proved(Way::Loops) => "by all positions that can be reached".to_owned(),
        Status::Proved(Way::Past) => "by search of every line with its past".to_owned(),
        Status::Given => {
            "as a sum of regions, if the marked points are settled as marked".to_owned()
        }
        Status::Loop => "play can go on for ever".to_owned(),
        Status::Bounds(why) | Status::NotProved(why) => why.clone(),
    }
}

/// `+3`, or `-4 to +4`.
pub(crate) fn score(value: LoopValue) -> String {
    match value.exact() {
        Some(score) => format!("{score:+}"),
        None => format!("{:+} to {:+}", value.low, value.high),
    }
}

/// `gote`, `black-sente` and so on.
pub(crate) const fn kind(kind: RegionKind) -> &'static str {
    match kind {
        RegionKind::Settled => "settled",
        RegionKind::Dame => "dame",
        RegionKind::Gote => "gote",
        RegionKind::Sente(Color::Black) => "black-sente",
        RegionKind::Sente(Color::White) => "white-sente",
    }
}

/// The kind as players say it.
pub(crate) const fn kind_in_words(kind: RegionKind) -> &'static str {
    match kind {
        RegionKind::Settled => "settled",
        RegionKind::Dame => "dame",
        RegionKind::Gote => "gote",
        RegionKind::Sente(Color::Black) => "Black's sente, White's reverse sente",
        RegionKind::Sente(Color::White) => "White's sente, Black's reverse sente",
    }
}

/// The vertices of a set, row by row from the top.
pub(crate) fn vertices(size: Size, points: Wide) -> Vec<String> {
    points.iter().map(|point| size.vertex(point)).collect()
}

/// The names of moves.
pub(crate) fn moves(size: Size, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&mv| size.move_name(mv)).collect()
}
