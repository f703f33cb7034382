//! Random names that cannot be guessed.

/// 128 random bits in hexadecimal.
pub(crate) fn random_token() -> String {
    let mut bytes = [0; 16];
    fill(&mut bytes);
    hexadecimal(&bytes)
}

/// 128 random bits in hexadecimal, which cannot be guessed.
///
/// # Errors
/// If the system has no random numbers.
pub(crate) fn random_key() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(hexadecimal(&bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A random seed.
pub(crate) fn random_seed() -> u32 {
    let mut bytes = [0; 4];
    fill(&mut bytes);
    u32::from_le_bytes(bytes)
}

fn fill(bytes: &mut [u8]) {
    if getrandom::fill(bytes).is_err() {
        // Without the system's generator the clock has to do; these are names, not keys.
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let nanos = now.unwrap_or_default().as_nanos().to_le_bytes();
        bytes.iter_mut().zip(nanos).for_each(|(byte, nano)| *byte = nano);
    }
}
