//! Words for rules, moves, scores and kinds of regions.

use zenpuku_go::{Color, KoRule, Rules, Scoring, Size, Suicide, Wide};
use zenpuku_go_endgame::{LoopValue, RegionKind, report};

/// The rules' name; rules without one are described.
pub(crate) fn rules(rules: &Rules) -> String {
    rules.name().map_or_else(|| description(rules), str::to_owned)
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

/// `+3`, or `-4 to +4`.
pub(crate) fn score(value: LoopValue) -> String {
    match value.exact() {
        Some(score) => format!("{score:+}"),
        None => format!("{:+} to {:+}", value.low, value.high),
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

/// A few points by name, many by the first, the last and their number.
pub(crate) fn places(size: Size, points: Wide) -> String {
    let vertices = report::points(size, points);
    match vertices.as_slice() {
        [first, .., last] if vertices.len() > 6 => {
            format!("{first} to {last} ({} points)", vertices.len())
        }
        _ => vertices.join(" "),
    }
}
