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

const SAMPLES: [Sample; 0] = [];

/// The sample with this id.
pub(crate) fn find(id: &str) -> Option<&'static Sample> {
    SAMPLES.iter().find(|sample| sample.id == id)
}

/// What a list of samples shows.
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
