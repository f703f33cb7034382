//! The message for older CPUs, under the emulator `qemu-x86_64` (Debian:
//! `qemu-user`); without it the tests are skipped with a message, or fail if
//! `ZENPUKU_OUTSIDE` is `required`.
//!
//! Invariant: On an older CPU the binary prints a message and exits with code 1.
#![cfg(all(target_os = "linux", target_arch = "x86_64", target_feature = "avx2"))]

use std::process::{Command, Output};

const EMULATOR: &str = "qemu-x86_64";

/// Runs `zenpuku --version` on an emulated CPU; `None`, loudly, without an emulator.
fn version_on(cpu: &str) -> Option<Output> {
    let program = env!("CARGO_BIN_EXE_zenpuku");
    let output = Command::new(EMULATOR).args(["-cpu", cpu]).arg(program).arg("--version").output();
    if output.is_err() {
        let required = std::env::var("ZENPUKU_OUTSIDE").is_ok_and(|value| value == "required");
        assert!(!required, "{EMULATOR} is not installed (Debian: qemu-user)");
        eprintln!("NOTHING TESTED: {EMULATOR} is not installed (Debian: qemu-user)");
    }
    output.ok()
}

/// Before, they ended with `SIGILL` without a message.
#[test]
fn older_cpus_get_words_and_a_clean_end() {
    for (cpu, missing) in [
        ("Nehalem", "movbe, fma, f16c, avx, a system that keeps AVX registers, "),
        ("SandyBridge", "movbe, fma, f16c, lzcnt, bmi1, avx2, bmi2; use the portable build"),
    ] {
        let Some(output) = version_on(cpu) else { return };
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{cpu}: {said}");
        // The emulator first warns of unsupported features.
        let words = format!("error: this build of zenpuku needs a CPU with {missing}");
        assert!(said.contains(&words), "{cpu}: {said}");
        assert!(output.stdout.is_empty(), "{cpu}");
    }
}

#[test]
fn a_cpu_with_avx2_runs_this_build() {
    let Some(output) = version_on("max") else { return };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("zenpuku "), "{said}");
}
