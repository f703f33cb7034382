//! Built-in sample games, analysed ahead.

use crate::protocol::SampleInfo;

/// A sample.
pub(crate) struct Sample {
    id: &'static str,
    room: &'static str,
    title_ja: &'static str,
    title_en: &'static str,
    pub(crate) file: &'static str,
    pub(crate) record: &'static str,
    /// A stored analysis; empty without.
    pub(crate) analysis: &'static str,
}

const SAMPLES: [Sample; 4] = [
    Sample {
        id: "kakugawari",
        room: "analyse",
        title_ja: "プロの対局: 角換わり",
        title_en: "A game of professionals: bishop exchange",
        file: "kakugawari.kif",
        record: include_str!("../assets/samples/kakugawari.kif"),
        analysis: include_str!("../assets/samples/kakugawari.json"),
    },
    Sample {
        id: "furibisha",
        room: "analyse",
        title_ja: "プロの対局: 相振り飛車",
        title_en: "A game of professionals: double ranging rook",
        file: "furibisha.kif",
        record: include_str!("../assets/samples/furibisha.kif"),
        analysis: include_str!("../assets/samples/furibisha.json"),
    },
    Sample {
        id: "alphazero",
        room: "analyse",
        title_ja: "AlphaZero と elmo の対局",
        title_en: "AlphaZero against elmo",
        file: "alphazero.kif",
        record: include_str!("../assets/samples/alphazero.kif"),
        analysis: include_str!("../assets/samples/alphazero.json"),
    },
    Sample {
        id: "six-pieces",
        room: "play",
        title_ja: "六枚落ち",
        title_en: "Six-piece handicap",
        file: "rokumaiochi.kif",
        record: "手合割：六枚落ち\n上手：\n下手：\n手数----指手---------消費時間--\n",
        analysis: "",
    },
];

/// The sample with this id.
pub(crate) fn find(id: &str) -> Option<&'static Sample> {
    SAMPLES.iter().find(|sample| sample.id == id)
}

/// An entry of the list of samples.
pub(crate) fn infos() -> Vec<SampleInfo> {
    SAMPLES
        .iter()
        .map(|sample| SampleInfo {
            id: sample.id.to_owned(),
            room: sample.room.to_owned(),
            title_ja: sample.title_ja.to_owned(),
            title_en: sample.title_en.to_owned(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Document, open};
    use crate::protocol::GameReport;

    #[test]
    fn every_sample_opens_and_its_analysis_fits_it() {
        for sample in &SAMPLES {
            let opened = open(sample.record.as_bytes(), sample.file, 0).unwrap();
            assert!(opened.warnings.is_empty(), "{}: {:?}", sample.id, opened.warnings);
            if sample.analysis.is_empty() {
                continue;
            }
            let report: GameReport = serde_json::from_str(sample.analysis).unwrap();
            let document = Document::new(0, sample.file, opened.content);
            let line = document.tree().unwrap().moves_through(0);
            assert!(report.complete && report.moves.len() == line.len());
            for (judged, (node, mv)) in report.moves.iter().zip(line) {
                assert_eq!(
                    (judged.node, judged.judged.usi.as_str()),
                    (node, mv.to_string().as_str())
                );
            }
        }
    }
}
