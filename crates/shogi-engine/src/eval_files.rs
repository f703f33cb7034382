//! The network file that the options name, read once and kept until they name another.

use crate::options::EngineOptions;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zenpuku_shogi_eval::EvalData;
use zenpuku_shogi_eval::nnue::{self, NetworkError};

/// What a network's file is called when only its folder is named, as in YaneuraOu.
const USUAL_NAME: &str = "nn.bin";

/// Networks in use, and which file was tried last.
#[derive(Default)]
pub(crate) struct EvalFiles {
    /// File and `FV_SCALE`; `None`: the built-in network.
    tried: Option<(PathBuf, u32)>,
    data: EvalData,
}

impl EvalFiles {
    pub(crate) fn data(&self) -> &EvalData {
        &self.data
    }

    /// Reads the network that `options` name, if it is not the one tried last. On an error the
    /// old one stays.
    pub(crate) fn follow(&mut self, options: &EngineOptions) -> Result<(), NetworkError> {
        let wanted = path(options).map(|path| (path, options.fv_scale));
        if wanted == self.tried {
            return Ok(());
        }
        self.tried.clone_from(&wanted);
        self.data.network = match wanted {
            Some((path, fv_scale)) => Some(Arc::new(nnue::load(&path, fv_scale)?)),
            None => None,
        };
        Ok(())
    }
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
