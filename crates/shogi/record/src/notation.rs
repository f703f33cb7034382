//! The words of Japanese move notation: numbers, squares, pieces, moves.

use zenpuku_shogi::{File, PieceType, Rank, Square};

/// Kanji of the ranks, from 一.
pub(crate) const KANJI: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
/// Full-width digits of the files, from １.
pub(crate) const WIDE: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// The marks of the sides before a move or an ending.
pub(crate) const MARKS: [char; 8] = ['▲', '△', '▼', '▽', '☗', '☖', '⛊', '⛉'];

/// Value of a digit in half or full width.
pub(crate) fn digit(c: char) -> Option<u32> {
    match c {
        '0'..='9' => Some(u32::from(c) - u32::from('0')),
        '０'..='９' => Some(u32::from(c) - u32::from('０')),
        _ => None,
    }
}

/// A number at the start of `text` in half or full width, and the rest.
pub(crate) fn leading_number(text: &str) -> (Option<u32>, &str) {
    let rest = text.trim_start_matches(|c| digit(c).is_some());
    let digits = &text[..text.len() - rest.len()];
    if digits.is_empty() {
        return (None, text);
    }
    let value = digits.chars().filter_map(digit).try_fold(0u32, |value, digit| {
        value.checked_mul(10).and_then(|value| value.checked_add(digit))
    });
    (value, rest)
}

/// A coordinate from 1 to 9 in any script.
fn coordinate(c: char) -> Option<i8> {
    let kanji = KANJI.iter().position(|&other| other == c).map(|at| at as u32 + 1);
    let value = digit(c).or(kanji).filter(|value| (1..=9).contains(value))?;
    i8::try_from(value).ok()
}

/// The square of a file and a rank, both from 1.
pub(crate) fn square(file: i8, rank: i8) -> Option<Square> {
    let inside = |n| (1..=9).contains(&n);
    (inside(file) && inside(rank))
        .then(|| Square::from_file_rank(File::new(file - 1), Rank::new(rank - 1)))
}

/// File and rank of a square, both from 1.
pub(crate) fn file_rank(square: Square) -> (u8, u8) {
    let one_based = |raw: i8| u8::try_from(raw + 1).unwrap_or(0);
    (one_based(square.file().raw()), one_based(square.rank().raw()))
}

/// `７六`.
pub(crate) fn push_square(out: &mut String, square: Square) {
    let (file, rank) = file_rank(square);
    out.push(WIDE[usize::from(file) - 1]);
    out.push(KANJI[usize::from(rank) - 1]);
}

/// The piece of a name of one character.
const fn short_name(c: char) -> Option<PieceType> {
    Some(match c {
        '歩' => PieceType::PAWN,
        '香' => PieceType::LANCE,
        '桂' => PieceType::KNIGHT,
        '銀' => PieceType::SILVER,
        '金' => PieceType::GOLD,
        '角' => PieceType::BISHOP,
        '飛' => PieceType::ROOK,
        '玉' | '王' => PieceType::KING,
        'と' => PieceType::PRO_PAWN,
        '杏' => PieceType::PRO_LANCE,
        '圭' => PieceType::PRO_KNIGHT,
        '全' => PieceType::PRO_SILVER,
        '馬' => PieceType::HORSE,
        '龍' | '竜' => PieceType::DRAGON,
        _ => return None,
    })
}

/// The piece that `text` begins with, and the rest: 成 before a piece that promotes, or one character.
pub(crate) fn leading_piece(text: &str) -> Option<(PieceType, &str)> {
    let mut chars = text.chars();
    let first = chars.next()?;
    if first != '成' {
        return Some((short_name(first)?, chars.as_str()));
    }
    let plain = matches!(chars.clone().next()?, '歩' | '香' | '桂' | '銀' | '角' | '飛');
    let kind = short_name(chars.next()?).filter(|_| plain)?;
    Some((kind.promote(), chars.as_str()))
}

/// The name of a piece in moves.
pub(crate) const fn piece_name(kind: PieceType) -> &'static str {
    match kind {
        PieceType::PAWN => "歩",
        PieceType::LANCE => "香",
        PieceType::KNIGHT => "桂",
        PieceType::SILVER => "銀",
        PieceType::GOLD => "金",
        PieceType::BISHOP => "角",
        PieceType::ROOK => "飛",
        PieceType::KING => "玉",
        PieceType::PRO_PAWN => "と",
        PieceType::PRO_LANCE => "成香",
        PieceType::PRO_KNIGHT => "成桂",
        PieceType::PRO_SILVER => "成銀",
        PieceType::HORSE => "馬",
        PieceType::DRAGON => "龍",
        _ => "",
    }
}

/// Where the piece came from, seen by the player who moves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// 左.
    Left,
    /// 右.
    Right,
    /// 直: straight up from below.
    Straight,
}

/// How the piece moved, seen by the player who moves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Motion {
    /// 上 or 行.
    Up,
    /// 寄.
    Sideways,
    /// 引.
    Down,
}

/// Where a move ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// 同: where the last move ended.
    Same,
    /// A square.
    Square(Square),
}

/// A move as text says it, before a position gives it meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WrittenMove {
    pub(crate) target: Target,
    /// The piece before the move.
    pub(crate) piece: PieceType,
    pub(crate) side: Option<Side>,
    pub(crate) motion: Option<Motion>,
    /// 打.
    pub(crate) drop: bool,
    /// 成 or 不成.
    pub(crate) promote: Option<bool>,
    /// `(77)`; the hand, which some programs write as `(00)`, is [`WrittenMove::drop`].
    pub(crate) origin: Option<Square>,
}

/// The expected text where a move could not be read, and its byte offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    pub(crate) what: &'static str,
    pub(crate) offset: usize,
}

/// The move that `text` begins with, and the rest.
pub(crate) fn leading_move(text: &str) -> Result<(WrittenMove, &str), Expected> {
    let expected = |what, rest: &str| Err(Expected { what, offset: text.len() - rest.len() });
    let Some((target, rest)) = leading_target(text) else {
        return expected("a square such as ７六, or 同", text);
    };
    let rest = rest.trim_start_matches(BLANKS);
    let Some((piece, rest)) = leading_piece(rest) else {
        return expected("the name of a piece", rest);
    };
    let mut mv = WrittenMove {
        target,
        piece,
        side: None,
        motion: None,
        drop: false,
        promote: None,
        origin: None,
    };
    let rest = leading_suffixes(rest, &mut mv);
    let rest = spaced_suffixes(rest, &mut mv);
    let rest = leading_origin(rest, &mut mv);
    Ok((mv, rest))
}

/// What some programs write between square, piece, 成 and origin.
const BLANKS: [char; 3] = [' ', '　', '\t'];

/// Reads words such as 成 after blanks. Other text after the move may begin with
/// the same characters, so that the words have to end where a word ends.
fn spaced_suffixes<'a>(text: &'a str, mv: &mut WrittenMove) -> &'a str {
    let mut rest = text;
    loop {
        let mut found = *mv;
        let spaced = rest.trim_start_matches(BLANKS);
        let after = leading_suffixes(spaced, &mut found);
        let next = after.chars().next();
        let ends = next.is_none_or(|c| BLANKS.contains(&c) || "(（+".contains(c));
        if after.len() == spaced.len() || !ends {
            return rest;
        }
        *mv = found;
        rest = after;
    }
}

fn leading_target(text: &str) -> Option<(Target, &str)> {
    if let Some(rest) = text.strip_prefix(['同', '仝']) {
        return Some((Target::Same, rest));
    }
    let mut chars = text.chars();
    let to = square(coordinate(chars.next()?)?, coordinate(chars.next()?)?)?;
    let rest = chars.as_str();
    // Some books write the square and 同.
    Some((Target::Square(to), rest.strip_prefix('同').unwrap_or(rest)))
}

fn leading_suffixes<'a>(text: &'a str, mv: &mut WrittenMove) -> &'a str {
    let mut rest = text;
    loop {
        let Some(c) = rest.chars().next() else { return rest };
        match c {
            '左' => mv.side = Some(Side::Left),
            '右' => mv.side = Some(Side::Right),
            '直' => mv.side = Some(Side::Straight),
            '上' | '行' | '入' => mv.motion = Some(Motion::Up),
            '寄' => mv.motion = Some(Motion::Sideways),
            '引' | '下' => mv.motion = Some(Motion::Down),
            '打' => mv.drop = true,
            '成' => mv.promote = Some(true),
            '不' if rest.starts_with("不成") => mv.promote = Some(false),
            '生' => mv.promote = Some(false),
            _ => return rest,
        }
        let width = if c == '不' { "不成".len() } else { c.len_utf8() };
        rest = &rest[width..];
    }
}

/// Reads `(77)`, or `(00)` for the hand, after blanks or without. After 打 and blanks a number in
/// parentheses is a time.
fn leading_origin<'a>(text: &'a str, mv: &mut WrittenMove) -> &'a str {
    let spaced = text.trim_start_matches(BLANKS);
    if mv.drop && spaced.len() < text.len() {
        return text;
    }
    let inside = spaced.strip_prefix(['(', '（']).and_then(|inside| {
        let mut chars = inside.trim_start_matches(BLANKS).chars();
        let file = chars.next()?;
        let mut chars = chars.as_str().trim_start_matches(BLANKS).chars();
        let rank = chars.next()?;
        let from = match (digit(file), digit(rank)) {
            (Some(0), Some(0)) => None,
            _ => Some(square(coordinate(file)?, coordinate(rank)?)?),
        };
        let rest = chars.as_str().trim_start_matches(BLANKS).strip_prefix([')', '）'])?;
        Some((from, rest))
    });
    let Some((from, rest)) = inside else { return text };
    mv.origin = from;
    mv.drop |= from.is_none();
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> WrittenMove {
        let (mv, rest) = leading_move(text).expect(text);
        assert_eq!(rest, "", "{text}");
        mv
    }

    #[test]
    fn moves_in_all_their_spellings() {
        let plain = read("７六歩(77)");
        assert_eq!(plain.target, Target::Square(square(7, 6).expect("square")));
        assert_eq!(plain.origin, square(7, 7));
        assert_eq!(read("76歩(77)"), plain);
        assert_eq!(read("７６歩（７７）"), plain);
        assert_eq!(read("同　成銀右上").side, Some(Side::Right));
        assert_eq!(read("同銀不成(44)").promote, Some(false));
        assert_eq!(read("２四竜").piece, PieceType::DRAGON);
        assert_eq!(read("５五銀右成").promote, Some(true));
        assert_eq!(read("４三成香").piece, PieceType::PRO_LANCE);
        assert!(read("４五銀打").drop);
        for spaced in ["７六 歩(77)", "７六　歩　(77)", "７六\t歩 ( 7 7 )", "76 歩　（７７）"]
        {
            assert_eq!(read(spaced), plain, "{spaced}");
        }
        for spaced in ["２二 角 成 (88)", "２二角　成(88)", "２二角成　（８８）"]
        {
            assert_eq!(read(spaced), read("２二角成(88)"), "{spaced}");
        }
        assert_eq!(read("５二 金 右 上"), read("５二金右上"));
        assert_eq!(read("同　銀　不成 (44)"), read("同銀不成(44)"));
        assert_eq!(read("４五角 打"), read("４五角打"));
        for (text, rest) in [
            ("７六歩(77)   ( 0:01/00:00:01)", "   ( 0:01/00:00:01)"),
            ("４五角打   (12)", "   (12)"),
            ("４五角 打 ( 0:01/00:00:01)", " ( 0:01/00:00:01)"),
            ("７六歩 上手い手", " 上手い手"),
            ("７六歩    ", "    "),
        ] {
            assert_eq!(leading_move(text).map(|(_, rest)| rest), Ok(rest), "{text}");
        }
        for hand in ["４五角打(00)", "４五角打（００）", "４五角(00)"] {
            let mv = read(hand);
            assert!(mv.drop && mv.origin.is_none(), "{hand}");
        }
    }

    #[test]
    fn what_is_missing_is_named_at_its_place() {
        assert_eq!(leading_move("７六(77)").err().map(|e| e.offset), Some("７六".len()));
        assert_eq!(leading_move("７十歩").err().map(|e| e.offset), Some(0));
    }
}
