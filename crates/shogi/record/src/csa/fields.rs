//! Header fields: CSA's `$KEY` and `N+` against KIF's Japanese keys.

use crate::header::is_position_field;
use zenpuku_shogi::Color;

/// CSA key, Japanese key.
const KEYS: &[(&str, &str)] = &[
    ("EVENT", "棋戦"),
    ("SITE", "場所"),
    ("START_TIME", "開始日時"),
    ("END_TIME", "終了日時"),
    ("OPENING", "戦型"),
    ("NOTE", "備考"),
    ("MAX_MOVES", "最大手数"),
    ("JISHOGI", "持将棋"),
    ("TIME+", "先手持ち時間"),
    ("TIME-", "後手持ち時間"),
];

/// The field's name in both versions: total time.
const TIME: &str = "持ち時間";

/// Key and value of a header line, `None` for other lines.
pub(super) fn parse(line: &str) -> Option<(String, &str)> {
    if let Some(name) = line.strip_prefix("N+") {
        return Some(("先手".to_owned(), name));
    }
    if let Some(name) = line.strip_prefix("N-") {
        return Some(("後手".to_owned(), name));
    }
    let (key, value) = line.strip_prefix('$')?.split_once(':')?;
    let known = KEYS.iter().find(|(csa, _)| *csa == key).map(|(_, kif)| (*kif).to_owned());
    let time = ((key == "TIME_LIMIT" && is_limit(value)) || (key == "TIME" && is_time(value)))
        .then(|| TIME.to_owned());
    Some((known.or(time).unwrap_or_else(|| format!("${key}")), value))
}

/// A field without a place in CSA, as the writer keeps it in a remark: `key：value`.
pub(super) fn in_remark(remark: &str) -> Option<(&str, &str)> {
    let (key, value) = remark.split_once('：')?;
    let is_key =
        !key.is_empty() && !key.contains(|c: char| c.is_whitespace() || c == '\'' || c == '*');
    (is_key && !is_position_field(key) && line_of(key, value).is_none()).then_some((key, value))
}

/// The line of a field, `None` when CSA has no place for it.
pub(super) fn line_of(key: &str, value: &str) -> Option<String> {
    match key {
        "先手" | "下手" => return Some(format!("N+{value}")),
        "後手" | "上手" => return Some(format!("N-{value}")),
        TIME if is_limit(value) => return Some(format!("$TIME_LIMIT:{value}")),
        TIME if is_time(value) => return Some(format!("$TIME:{value}")),
        _ => {}
    }
    if key.starts_with('$') && !key.contains(':') {
        return Some(format!("{key}:{value}"));
    }
    let known = KEYS.iter().find(|(_, kif)| *kif == key);
    known.map(|(csa, _)| format!("${csa}:{value}"))
}

/// Whose name the field gives.
pub(super) fn player(key: &str) -> Option<Color> {
    match key {
        "先手" | "下手" => Some(Color::Black),
        "後手" | "上手" => Some(Color::White),
        _ => None,
    }
}

/// `HH:MM+SS`.
fn is_limit(value: &str) -> bool {
    value.split_once('+').is_some_and(|(time, byoyomi)| {
        let parts = time.split_once(':');
        parts.is_some_and(|(hours, minutes)| is_number(hours) && is_number(minutes))
            && is_number(byoyomi)
    })
}

/// Seconds: total, byoyomi, increment.
fn is_time(value: &str) -> bool {
    let parts: Vec<&str> = value.split('+').collect();
    parts.len() == 3 && parts.iter().all(|part| is_number(part))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_comes_back() {
        for line in [
            "N+NAKAHARA",
            "N-",
            "$EVENT:13th Championship",
            "$TIME_LIMIT:00:25+00",
            "$TIME:300+0+10",
            "$TIME+:300+0+10",
            "$TIME_LIMIT:what",
            "$START:2017-03-22T01:00:00.000Z",
        ] {
            let (key, value) = parse(line).expect(line);
            assert_eq!(line_of(&key, value).as_deref(), Some(line));
        }
        assert_eq!(line_of("記録係", "x"), None);
        assert_eq!(in_remark("記録係：x"), Some(("記録係", "x")));
        assert_eq!(in_remark("備考：x"), None, "CSA has its own line for it");
        assert_eq!(in_remark("only a remark"), None);
        assert_eq!(line_of("持ち時間", "各５時間"), None);
    }
}
