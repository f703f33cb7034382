//! The sentences of a story, written separately in each language.

use super::{Camp, Course, End, Story, Turn};
use zenpuku_shogi::Color;
use zenpuku_shogi_goals::openings::Opening;
use zenpuku_shogi_record::Ending;

pub(super) fn japanese(story: &Story) -> String {
    let parts = [
        story.camps.as_ref().map(|[black, white]| ja_camps(black, white)),
        story.course.as_ref().map(ja_course),
        story.end.as_ref().map(ja_end),
    ];
    parts.into_iter().flatten().collect()
}

pub(super) fn english(story: &Story) -> String {
    let parts = [
        story.camps.as_ref().map(|[black, white]| en_camps(black, white)),
        story.course.as_ref().map(en_course),
        story.end.as_ref().map(en_end),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn ja_side(side: Color) -> &'static str {
    if side == Color::Black { "☗" } else { "☖" }
}

fn en_side(side: Color) -> &'static str {
    if side == Color::Black { "Black" } else { "White" }
}

/// Is it an opening that both sides make together?
fn is_joint(opening: Opening) -> bool {
    matches!(
        opening,
        Opening::Yagura | Opening::BishopExchange | Opening::SidePawn | Opening::DoubleWing
    )
}

fn ja_camps(black: &Camp, white: &Camp) -> String {
    if black.opening != white.opening {
        let of = |camp: &Camp| {
            let castle = camp.castle.map(|castle| format!("（{}）", castle.ja));
            format!("{}{}", camp.opening.ja(), castle.unwrap_or_default())
        };
        return format!("☗{}対☖{}の将棋。", of(black), of(white));
    }
    let name = black.opening.ja();
    let name = if is_joint(black.opening) { name.to_owned() } else { format!("相{name}") };
    let castles: Vec<String> = [('☗', black), ('☖', white)]
        .into_iter()
        .filter_map(|(mark, camp)| Some(format!("{mark}は{}", camp.castle?.ja)))
        .collect();
    match castles.is_empty() {
        true => format!("{name}の将棋。"),
        false => format!("{name}の将棋で、{}に組んだ。", castles.join("、")),
    }
}

fn en_camps(black: &Camp, white: &Camp) -> String {
    let castle = |camp: &Camp| camp.castle.map(|castle| castle.en);
    if black.opening != white.opening {
        let of = |camp: &Camp| {
            let castle = castle(camp).map(|castle| format!(" ({castle})"));
            format!("{}{}", camp.opening.en(), castle.unwrap_or_default())
        };
        return format!("Black played {}, White {}.", of(black), of(white));
    }
    let castles: Vec<String> = [("Black", black), ("White", white)]
        .into_iter()
        .filter_map(|(side, camp)| Some(format!("{side}: {}", castle(camp)?)))
        .collect();
    let castles = match castles.is_empty() {
        true => String::new(),
        false => format!(" ({})", castles.join(", ")),
    };
    format!("Both sides played {}{castles}.", black.opening.en())
}

fn ja_course(course: &Course) -> String {
    match course {
        Course::Turned { main, others } => ja_turn(main, others),
        Course::NoTurn => "悪手はあったが、一手で勝負を決めた手はなかった。".to_owned(),
        Course::NoMistake => "双方に悪手（勝率を20％以上落とす手）はなかった。".to_owned(),
    }
}

fn en_course(course: &Course) -> String {
    match course {
        Course::Turned { main, others } => en_turn(main, others),
        Course::NoTurn => "There were mistakes, but no single one decided the game.".to_owned(),
        Course::NoMistake => {
            "Neither side made a mistake that cost 20 % of the winning chances.".to_owned()
        }
    }
}

fn ja_turn(main: &Turn, others: &[u32]) -> String {
    let (ply, side, written) = (main.ply, ja_side(main.side), &main.written.ja);
    let cost = percent(main.loss);
    let others = others.iter().map(|ply| format!("{ply}手目")).collect::<Vec<_>>().join("と");
    let others = if others.is_empty() { others } else { format!("（{others}も響いた）") };
    let reason = main.reason.as_ref().map_or("", |reason| &reason.ja);
    format!(
        "勝負の分かれ目は{ply}手目の{written}で、{side}の勝率が{cost}％下がった{others}。{reason}"
    )
}

fn en_turn(main: &Turn, others: &[u32]) -> String {
    let (ply, side, written) = (main.ply, en_side(main.side), &main.written.en);
    let cost = percent(main.loss);
    let others = match others {
        [] => String::new(),
        [one] => format!("; move {one} was costly too"),
        [one, rest @ ..] => {
            let rest: String = rest.iter().map(|ply| format!(" and {ply}")).collect();
            format!("; moves {one}{rest} were costly too")
        }
    };
    let reason = main.reason.as_ref().map(|reason| format!(" {}", reason.en)).unwrap_or_default();
    format!(
        "Move {ply}, {written}, was the turning point: it cost {side} {cost} % of the winning \
         chances{others}.{reason}"
    )
}

fn percent(rate: f64) -> String {
    format!("{:.0}", 100.0 * rate)
}

fn ja_end(end: &End) -> String {
    let (plies, ending) = (end.plies, end.ending.kif(Color::Black));
    let mate = end.mate.map(|plies| format!("、あと{plies}手で詰み")).unwrap_or_default();
    match end.winner {
        Some(winner) => format!("{plies}手で{}の勝ち（{ending}{mate}）。", ja_side(winner)),
        None => format!("{plies}手で{ending}。"),
    }
}

fn en_end(end: &End) -> String {
    let plies = end.plies;
    let moves = if plies == 1 { "move" } else { "moves" };
    let Some(winner) = end.winner else {
        let how = if end.ending.is_draw() { "was drawn" } else { "ended" };
        return format!("The game {how} after {plies} {moves}{}.", en_how(&end.ending));
    };
    let mate = end.mate.map(|plies| format!(", {plies} plies before mate"));
    let (how, mate) = (en_how(&end.ending), mate.unwrap_or_default());
    format!("{} won after {plies} {moves}{how}{mate}.", en_side(winner))
}

/// What follows the number of moves.
fn en_how(ending: &Ending) -> &'static str {
    match ending {
        Ending::Resign => " by resignation",
        Ending::Repetition => " by repetition",
        Ending::Impasse => " by impasse",
        Ending::Mate => " by mate",
        Ending::TimeUp => " on time",
        Ending::FoulWin | Ending::FoulLoss | Ending::FoulMove | Ending::FoulBy(_) => {
            " by an illegal move"
        }
        Ending::Declaration => " by declaration",
        Ending::WinByDefault | Ending::LossByDefault => " by default",
        Ending::MaxMoves => " by the limit of moves",
        Ending::Interrupted => " (broken off)",
        _ => "",
    }
}
