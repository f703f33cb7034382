//! Networks from files of any supported format.

use super::network::Network;
use super::weights::OutputScale;
use super::{file, nn_bin};
use crate::file_error::{FormatError, NetworkError};
use std::io::Read as _;
use std::path::Path;

/// Reads the network in the file `path`: our format (see [`file`]) or
/// YaneuraOu's (see [`nn_bin`]), detected by their first bytes. `fv_scale` is
/// YaneuraOu's option of that name, usually 16; networks of our format know
/// their scale.
///
/// # Errors
/// [`NetworkError`] names the file, the place in it and the error.
pub fn load(path: &Path, fv_scale: u32) -> Result<Network, NetworkError> {
    let fail = |cause| NetworkError { path: path.to_path_buf(), cause };
    let bytes = read_limited(path).map_err(|error| fail(error.into()))?;
    parse(bytes, fv_scale).map_err(fail)
}

/// Largest file of weights that is read, in bytes: a HalfKPE9 network of 256x2-32-32 has 578 MB.
pub const MOST_BYTES: u64 = 1 << 30;

/// Reads a file of weights. The bytes read are counted, because the reported
/// size of a device or a growing file is unreliable.
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
