//! Networks from files, whatever their format.

use super::network::Network;
use super::weights::{OutputScale, WeightError};
use super::{file, nn_bin};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// A file of a network or of other weights that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("weights {}: {cause}", path.display())]
pub struct NetworkError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    #[source]
    pub cause: FormatError,
}

/// What is wrong with the bytes of a network file.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The file ends too early.
    #[error("truncated: {what} at byte {offset} needs {needed} bytes, {left} are left")]
    Truncated {
        /// What was being read.
        what: &'static str,
        /// Where it begins.
        offset: usize,
        /// Its length.
        needed: usize,
        /// What the file still has.
        left: usize,
    },
    /// The file goes on after its end.
    #[error("{count} bytes too many after the last weight (byte {offset})")]
    Trailing {
        /// Where the network ends.
        offset: usize,
        /// How many bytes follow.
        count: usize,
    },
    /// Neither of the formats.
    #[error("no network: it begins with {0:02x?}, neither our format nor YaneuraOu's nn.bin")]
    Foreign(Vec<u8>),
    /// Our format of another version.
    #[error("format version {found}, this program reads {}", crate::container::VERSION)]
    Version {
        /// The version found.
        found: u32,
    },
    /// A line of the description is wrong.
    #[error("description, line {line}: {problem}")]
    Description {
        /// The line, 1 is the first.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A network of another shape.
    #[error(
        "architecture `{0}`; known: the features K-P, HalfKP, HalfKP_vm, HalfKPE9, HalfKA2 or \
         HalfKA_hm2, with layers as 256x2-32-32, or SFNN with one, 9 (k3k3) or 81 (k9k9) stacks"
    )]
    Architecture(String),
    /// A list that should be packed and is not.
    #[error("{what} should begin with COMPRESSED_LEB128, not `{found}`")]
    Packing {
        /// Which list.
        what: &'static str,
        /// What stands there.
        found: String,
    },
    /// A packed list ends too early.
    #[error("{what}: {found} numbers, {expected} expected")]
    PackedEnd {
        /// Which list.
        what: &'static str,
        /// Numbers that are there.
        found: usize,
        /// Numbers that the shape needs.
        expected: usize,
    },
    /// A packed list goes on after its end.
    #[error("{what}: {left} bytes are left after the last number")]
    PackedRest {
        /// Which list.
        what: &'static str,
        /// Bytes after the last number.
        left: usize,
    },
    /// The weights are not those that were written.
    #[error("checksum of the weights is {found:08x}, the description says {expected:08x}")]
    Checksum {
        /// As described.
        expected: u32,
        /// As computed.
        found: u32,
    },
    /// Weights that do not fit together.
    #[error(transparent)]
    Weights(#[from] WeightError),
}

/// Reads the network in the file `path`: our format (see [`file`]) or YaneuraOu's (see
/// [`nn_bin`]), told apart by their first bytes. `fv_scale` is YaneuraOu's option of that name,
/// usually 16; networks of our format know their scale.
///
/// # Errors
/// [`NetworkError`] names the file, the place in it and what is wrong.
pub fn load(path: &Path, fv_scale: u32) -> Result<Network, NetworkError> {
    let fail = |cause| NetworkError { path: path.to_path_buf(), cause };
    let bytes = read_limited(path).map_err(|error| fail(error.into()))?;
    parse(bytes, fv_scale).map_err(fail)
}

/// Largest file of weights that is read, in bytes: a HalfKPE9 network of 256x2-32-32 has 578 MB.
pub const MOST_BYTES: u64 = 1 << 30;

/// Reads a file of weights. What is read is counted, for the size that a device or a growing file tells says nothing.
pub(crate) fn read_limited(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(std::io::Error::other(format!("more than the limit of {MOST_BYTES} bytes")));
    }
    Ok(bytes)
}

fn parse(bytes: Vec<u8>, fv_scale: u32) -> Result<Network, FormatError> {
    if bytes.starts_with(file::MAGIC) {
        return Ok(file::read(&bytes)?.network()?);
    }
    let weights = if bytes.starts_with(&nn_bin::VERSION.to_le_bytes()) {
        nn_bin::read(&bytes, OutputScale::yaneuraou(fv_scale))?
    } else {
        return Err(FormatError::Foreign(bytes.iter().copied().take(8).collect()));
    };
    // Large ones are not held three times over.
    drop(bytes);
    Ok(weights.network()?.with_unknown_scale())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn files_without_an_end_are_refused() {
        let zeros = Path::new("/dev/zero");
        for error in [
            load(zeros, 16).map(|_| ()).unwrap_err(),
            crate::classic::Weights::load(zeros).map(|_| ()).unwrap_err(),
        ] {
            assert!(error.to_string().contains("limit of"), "{error}");
        }
    }
}
