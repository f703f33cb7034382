//! The files of weights that the options name, read once and kept until they name others.

use crate::fv_scale;
use crate::options::EngineOptions;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zenpuku_shogi_eval::EvalData;
use zenpuku_shogi_eval::classic::{GroupSet, Weights};
use zenpuku_shogi_eval::nnue::{self, Network, NetworkError};

/// The default name of a network's file in a folder, as in YaneuraOu.
const USUAL_NAME: &str = "nn.bin";

/// Networks and weights in use, and which files were tried last.
#[derive(Default)]
pub(crate) struct EvalFiles {
    /// File and `FV_SCALE`; `None`: the built-in network.
    network: Option<(PathBuf, u32)>,
    /// File of the classic evaluation; empty: the built-in weights.
    classic: String,
    data: EvalData,
    notice: Option<String>,
}

impl EvalFiles {
    pub(crate) fn data(&self) -> &EvalData {
        &self.data
    }

    /// A guess to report; reported once.
    pub(crate) fn pop_warning(&mut self) -> Option<String> {
        self.notice.take()
    }

    /// Reads the files named by `options`, unless they were tried last. On an
    /// error the old one stays.
    pub(crate) fn reload(&mut self, options: &EngineOptions) -> Result<(), NetworkError> {
        // Names were checked when the option was set; a wrong one from elsewhere leaves none out.
        self.data.groups = GroupSet::all_but(&options.classic_without).unwrap_or_default();
        let network = path(options).map(|path| (path, options.fv_scale));
        if network != self.network {
            self.network.clone_from(&network);
            let loaded = network.map(|(path, fv_scale)| load(&path, fv_scale)).transpose()?;
            let (network, notice) = loaded.unzip();
            (self.data.network, self.notice) = (network.map(Arc::new), notice.flatten());
        }
        if options.classic_file != self.classic {
            self.classic.clone_from(&options.classic_file);
            let named = !self.classic.is_empty();
            let weights = named.then(|| Weights::load(Path::new(&self.classic)));
            self.data.classic = weights.transpose()?.map(Arc::new);
        }
        Ok(())
    }
}

/// The network in a file, and what there is to say about its scale.
fn load(path: &Path, fv_scale: u32) -> Result<(Network, Option<String>), NetworkError> {
    let told = if fv_scale > 0 { None } else { fv_scale::beside(path) };
    let known = told.unwrap_or(fv_scale);
    // Whether the output scale of a network without its own scale must still be found.
    let network = nnue::load(path, known.max(1))?;
    let (name, shape) = (path.display(), format!("{} {}", network.features(), network.shape()));
    if network.knows_scale() || fv_scale > 0 {
        return Ok((network, None));
    }
    if let Some(told) = told {
        let file = fv_scale::OPTIONS_FILE;
        return Ok((network, Some(format!("{name} ({shape}): FV_SCALE {told}, as {file} says"))));
    }
    let guess = fv_scale::guess(&network);
    let network = network.with_scale(nnue::OutputScale::yaneuraou(guess));
    let notice = format!(
        "{name} ({shape}): FV_SCALE guessed as {guess}, by the spread of its values beside the \
         built-in network's; set FV_SCALE if its author names another"
    );
    Ok((network, Some(notice)))
}

fn path(options: &EngineOptions) -> Option<PathBuf> {
    let (folder, file) = (options.eval_dir.as_str(), options.eval_file.as_str());
    match (folder.is_empty(), file.is_empty()) {
        (true, true) => None,
        (_, true) => Some(Path::new(folder).join(USUAL_NAME)),
        _ => Some(Path::new(folder).join(file)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_and_folder_make_a_path() {
        let at = |folder: &str, file: &str| {
            let (eval_dir, eval_file) = (folder.into(), file.into());
            path(&EngineOptions { eval_dir, eval_file, ..EngineOptions::default() })
        };
        assert_eq!(at("", ""), None);
        assert_eq!(at("eval", ""), Some(Path::new("eval").join("nn.bin")));
        assert_eq!(at("", "a.bin"), Some(PathBuf::from("a.bin")));
        assert_eq!(at("eval", "a.bin"), Some(Path::new("eval").join("a.bin")));
    }
}
