//! `initial`: a handicap by name, or board and hands.

use crate::csa::{code_of, kind_of};
use crate::error::ReadError;
use crate::json::{Json, Ref, push_string};
use crate::notation::square;
use core::fmt::Write;
use zenpuku_shogi::{Color, HandPiece, Handicap, Piece, Setup, SetupRules};

const PRESETS: [(&str, Handicap); 16] = [
    ("HIRATE", Handicap::Even),
    ("KY", Handicap::Lance),
    ("KY_R", Handicap::RightLance),
    ("KA", Handicap::Bishop),
    ("HI", Handicap::Rook),
    ("HIKY", Handicap::RookLance),
    ("2", Handicap::Two),
    ("3", Handicap::Three),
    ("4", Handicap::Four),
    ("5", Handicap::Five),
    ("5_L", Handicap::LeftFive),
    ("6", Handicap::Six),
    ("7_L", Handicap::LeftSeven),
    ("7_R", Handicap::RightSeven),
    ("8", Handicap::Eight),
    ("10", Handicap::Ten),
];

/// Reads `initial`; without it the game starts even.
pub(super) fn read(json: &Json, text: &str) -> Result<Setup, ReadError> {
    let Some(initial) = json.get(Json::ROOT, "initial") else { return Ok(Setup::startpos()) };
    let error = |at: Ref, expected: &str| ReadError::Start {
        place: json.place(at, text),
        expected: expected.to_owned(),
    };
    let data = json.get(initial, "data");
    let preset = json.get(initial, "preset");
    let name = preset.and_then(|preset| json.text(preset));
    let known = name.and_then(|name| PRESETS.iter().find(|(other, _)| *other == name));
    match (known, data) {
        (Some((_, handicap)), _) => Ok(handicap.setup()),
        (None, Some(data)) => board(json, text, data),
        (None, None) => {
            let at = preset.unwrap_or(initial);
            Err(error(at, "a preset such as HIRATE, or OTHER with data"))
        }
    }
}

fn board(json: &Json, text: &str, data: Ref) -> Result<Setup, ReadError> {
    let error = |at: Ref, expected: &str| ReadError::Start {
        place: json.place(at, text),
        expected: expected.to_owned(),
    };
    let mut setup = Setup::empty();
    let files = json.get(data, "board").and_then(|board| json.elements(board));
    let files = files.filter(|files| files.len() == 9);
    let files = files.ok_or_else(|| error(data, "a board of nine files"))?;
    for (file, &column) in (1..).zip(files) {
        let cells = json.elements(column).filter(|cells| cells.len() == 9);
        let cells = cells.ok_or_else(|| error(column, "a file of nine squares"))?;
        for (rank, &cell) in (1..).zip(cells) {
            let Some(kind) = json.get(cell, "kind") else { continue };
            let kind = json.text(kind).and_then(kind_of);
            let color = json.get(cell, "color").and_then(|color| color_of(json, color));
            let (Some(kind), Some(color)) = (kind, color) else {
                return Err(error(cell, "a piece with color 0 or 1 and kind such as FU"));
            };
            if let Some(square) = square(file, rank) {
                setup.put(square, Piece::from_parts(color, kind));
            }
        }
    }
    if let Some(hands) = json.get(data, "hands").and_then(|hands| json.elements(hands)) {
        for (color, &hand) in Color::iter().zip(hands) {
            for (name, count) in json.members(hand) {
                let kind = kind_of(name).and_then(HandPiece::from_piece_type);
                let number = json.unsigned(*count).and_then(|count| u8::try_from(count).ok());
                match (kind, number) {
                    (Some(kind), Some(count)) => {
                        setup.set_hand(color, kind, count);
                    }
                    (_, Some(0)) => {}
                    _ => return Err(error(*count, "a count of pieces in hand")),
                }
            }
        }
    }
    let color = json.get(data, "color").and_then(|color| color_of(json, color));
    setup.set_side_to_move(color.unwrap_or(Color::Black));
    let place = json.place(data, text);
    let checked = setup.check(SetupRules::Mate);
    checked.map_err(|error| ReadError::StartRule { place, error })?;
    Ok(setup)
}

/// 0 is Black, 1 White.
pub(super) fn color_of(json: &Json, at: Ref) -> Option<Color> {
    match json.unsigned(at) {
        Some(0) => Some(Color::Black),
        Some(1) => Some(Color::White),
        _ => None,
    }
}

/// Writes the value of `initial`.
pub(super) fn push(out: &mut String, setup: &Setup) {
    // Writing to a String cannot fail.
    let known = Handicap::of(setup)
        .and_then(|handicap| PRESETS.iter().find(|(_, other)| *other == handicap));
    if let Some((name, _)) = known {
        let _ = write!(out, "{{\"preset\": \"{name}\"}}");
        return;
    }
    out.push_str("{\"preset\": \"OTHER\", \"data\": {\"board\": [");
    for file in 1..=9 {
        out.push_str(if file == 1 { "[" } else { ", [" });
        for rank in 1..=9 {
            if rank > 1 {
                out.push_str(", ");
            }
            let piece = square(file, rank).map_or(Piece::NONE, |square| setup.piece_on(square));
            if piece.is_empty() {
                out.push_str("{}");
            } else {
                let (color, kind) = (piece.color() as u8, code_of(piece.piece_type()));
                let _ = write!(out, "{{\"color\": {color}, \"kind\": \"{kind}\"}}");
            }
        }
        out.push(']');
    }
    let _ = write!(out, "], \"color\": {}, \"hands\": [", setup.side_to_move() as u8);
    for color in Color::iter() {
        out.push_str(if color == Color::Black { "{" } else { ", {" });
        for (index, kind) in HandPiece::iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            push_string(out, code_of(kind.to_piece_type()));
            let _ = write!(out, ": {}", setup.hand_count(color, kind));
        }
        out.push('}');
    }
    out.push_str("]}}");
}
