//! The priority of the process among the others of the machine.

/// Puts this process, with the threads it starts from now on, behind all others.
///
/// # Errors
/// If the system refuses or does not support it.
#[cfg(unix)]
pub(crate) fn lowest() -> anyhow::Result<()> {
    rustix::process::setpriority_process(None, 19)?;
    Ok(())
}

/// Not available: Windows sets priorities by calls that need unsafe code, and its shell does it as well.
///
/// # Errors
/// Always.
#[cfg(not(unix))]
pub(crate) fn lowest() -> anyhow::Result<()> {
    anyhow::bail!("only on Unix systems; on Windows use `start /low /b /wait zenpuku ...` instead")
}
