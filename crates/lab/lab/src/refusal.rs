//! The refusal of options that an experiment does not use.

use std::path::Path;

use crate::error::LabError;
use crate::experiment::Experiment;
use crate::inputs::{Input, files};
use crate::options::RunOptions;

/// Refuses options that the experiment does not use, and files that cannot be read.
///
/// # Errors
/// [`LabError::Unused`] or [`LabError::File`].
pub fn check(experiment: &dyn Experiment, options: &RunOptions) -> Result<(), LabError> {
    let takes = experiment.inputs();
    for input in Input::ALL {
        if input.is_given(options) && !takes.contains(&input) {
            let names: Vec<_> = takes.iter().map(|input| input.option()).collect();
            return Err(LabError::Unused {
                experiment: experiment.name(),
                option: input.option(),
                takes: if names.is_empty() { "none of them".to_owned() } else { names.join(", ") },
            });
        }
    }
    files(options).try_for_each(|(_, path)| readable(path))
}

fn readable(path: &Path) -> Result<(), LabError> {
    if path.is_dir() {
        return std::fs::read_dir(path).map(drop).map_err(LabError::file(path));
    }
    std::fs::File::open(path).map(drop).map_err(LabError::file(path))
}
