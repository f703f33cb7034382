//! The report: one HTML file with board, graph and mistakes that works offline.

use crate::model::GameAnalysis;
use crate::story::Story;
use zenpuku_shogi_record::visible;

const PAGE: &str = include_str!("../assets/report.html");
const STYLE: &str = include_str!("../assets/report.css");
const SCRIPT: &str = include_str!("../assets/report.js");

/// Renders the report. Names and moves come from foreign files: they never
/// reach the page as markup.
///
/// # Errors
/// If the analysis cannot be serialised, which only a non-finite number could cause.
pub fn report(game: &GameAnalysis) -> Result<String, serde_json::Error> {
    let game = &shown(game);
    // `<` must not appear in the data, or a name could close the script element.
    let data = serde_json::to_string(game)?.replace('<', "\\u003c");
    let title = escape(&title(game));
    let (file, result) = (escape(&game.file), escape(&game.result));
    let story = Story::of(game).text();
    let (story_ja, story_en) = (escape(&story.ja), escape(&story.en));
    let fill = [
        ("{{title}}", title.as_str()),
        ("{{file}}", &file),
        ("{{result}}", &result),
        ("{{story_ja}}", &story_ja),
        ("{{story_en}}", &story_en),
        ("{{style}}", STYLE),
        ("{{version}}", env!("CARGO_PKG_VERSION")),
        ("{{data}}", &data),
        ("{{script}}", SCRIPT),
    ];
    Ok(fill_template(PAGE, &fill))
}

/// The game with names whose directional overrides do not affect the surrounding text.
fn shown(game: &GameAnalysis) -> GameAnalysis {
    let mut shown = game.clone();
    for text in [&mut shown.file, &mut shown.black, &mut shown.white, &mut shown.result] {
        *text = visible(text).into_owned();
    }
    // The page shows sentences and lines; the evidence is in the JSON.
    for reason in shown.moves.iter_mut().flat_map(|mv| &mut mv.reasons) {
        reason.reason.proof.shorten();
    }
    shown
}

fn title(game: &GameAnalysis) -> String {
    match (game.black.as_str(), game.white.as_str()) {
        ("", "") => game.file.clone(),
        (black, white) => format!("☗{black} ☖{white}"),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Replaces each placeholder once, and never in inserted text.
fn fill_template(template: &str, values: &[(&str, &str)]) -> String {
    let mut page = String::with_capacity(template.len() + 65_536);
    let mut rest = template;
    while let Some(start) = rest.find("{{") {
        page.push_str(&rest[..start]);
        rest = &rest[start..];
        let value = values.iter().find(|(name, _)| rest.starts_with(name));
        let (skip, text) = value.map_or((2, "{{"), |(name, text)| (name.len(), text));
        page.push_str(text);
        rest = &rest[skip..];
    }
    page + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{PlayerSummary, PositionEval};

    fn game(name: &str) -> GameAnalysis {
        GameAnalysis {
            file: "a.kif".into(),
            start_sfen: zenpuku_shogi::STARTPOS.into(),
            black: name.into(),
            white: "{{data}}".into(),
            result: String::new(),
            broken_off: None,
            start: PositionEval { eval_cp: 0, mate: None, win_rate: 0.5 },
            moves: Vec::new(),
            decisive: Vec::new(),
            summary: [PlayerSummary::default(), PlayerSummary::default()],
        }
    }

    #[test]
    fn hostile_names_stay_text() {
        let page = report(&game("</script><img src=x onerror=alert(1)>")).unwrap();
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(!page.contains("<img"));
        assert!(page.contains("☖{{data}}"), "a name that looks like a placeholder stays a name");
    }

    #[test]
    fn overrides_of_direction_are_shown() {
        let page = report(&game("a\u{202e}fik.exe\u{9b}31m")).unwrap();
        assert!(page.contains("☗a&lt;U+202E&gt;fik.exe&lt;U+009B&gt;31m"));
        assert!(!page.contains(['\u{202e}', '\u{9b}']) && !page.contains("202e"));
    }

    #[test]
    fn every_ending_has_english_words() {
        let words = "投了 中断 千日手 持将棋 詰み 不詰 切れ負け 反則勝ち 反則負け 反則手 入玉勝ち \
                     封じ手 不戦勝 不戦敗 引き分け 最大手数 待った エラー";
        for word in words.split_whitespace() {
            assert!(zenpuku_shogi_record::Ending::from_kif(word).is_some(), "{word}");
            assert!(SCRIPT.contains(&format!("{word}: \"")), "{word}");
        }
    }

    #[test]
    fn nothing_is_loaded_from_elsewhere() {
        let page = report(&game("名人")).unwrap();
        assert!(!page.contains("http://") || page.matches("http://").count() == 1);
        assert!(page.contains("default-src 'none'"));
    }
}
