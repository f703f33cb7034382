//! Passes the commit and the compiler to the binary, and links the CPU check so that it runs first.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    commit();
    compiler();
    check_cpu();
    describe_to_windows();
}

fn commit() {
    let commit = git(&["rev-parse", "--short=12", "HEAD"]);
    println!("cargo:rustc-env=ZENPUKU_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
    println!("cargo:rustc-env=ZENPUKU_DIRTY={}", u8::from(is_dirty()));
    // A change of any crate may be one that is in no commit.
    println!("cargo:rerun-if-changed=..");
    // The log of HEAD grows with every commit and checkout. A file that does not exist would count as changed at
    // every build: in a worktree `.git` is a file, and sources from an archive have none.
    let log = git(&["rev-parse", "--git-path", "logs/HEAD"]);
    if let Some(log) = log.filter(|path| Path::new(path).exists()) {
        println!("cargo:rerun-if-changed={log}");
    }
}

/// The output of git without its line end; `None` without git or a repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = output.status.success().then(|| String::from_utf8(output.stdout).ok())??;
    Some(text.trim().to_owned())
}

/// Are there changes to tracked files that are in no commit?
fn is_dirty() -> bool {
    git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|text| !text.is_empty())
}

/// The compiler with its version and flags, for the manifests of the laboratory.
fn compiler() {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(rustc).arg("--version").output().ok();
    let version = version.and_then(|output| String::from_utf8(output.stdout).ok());
    let version = version.as_deref().map_or("unknown", str::trim);
    println!("cargo:rustc-env=ZENPUKU_COMPILER={version}");
    let variable = |name| env::var(name).unwrap_or_default();
    let flags = variable("CARGO_ENCODED_RUSTFLAGS").replace('\u{1f}', " ");
    let (profile, level) = (variable("PROFILE"), variable("OPT_LEVEL"));
    println!("cargo:rustc-env=ZENPUKU_FLAGS={profile}, opt-level {level}, {flags}");
    println!("cargo:rerun-if-env-changed=CARGO_ENCODED_RUSTFLAGS");
}

/// Compiles `cpu_check.c` for the plainest x86-64 CPU and links it into the programs; its
/// constructor runs before `main`, on Unix and on Windows. A portable build needs no check.
fn check_cpu() {
    println!("cargo:rerun-if-changed=cpu_check.c");
    let variable = |name| env::var(name).unwrap_or_default();
    let has_os = ["CARGO_CFG_UNIX", "CARGO_CFG_WINDOWS"].iter().any(|os| env::var_os(os).is_some());
    if variable("CARGO_CFG_TARGET_ARCH") != "x86_64" || !has_os {
        return;
    }
    let mut build = cc::Build::new();
    build.file("cpu_check.c").opt_level(2).warnings_into_errors(true);
    // MSVC compiles for the baseline CPU by default.
    if variable("CARGO_CFG_TARGET_ENV") != "msvc" {
        build.flag("-march=x86-64");
    }
    for feature in variable("CARGO_CFG_TARGET_FEATURE").split(',') {
        let name = feature.to_ascii_uppercase().replace('.', "_");
        build.define(&format!("ASSUMES_{name}"), None);
    }
    for object in build.compile_intermediates() {
        println!("cargo:rustc-link-arg-bins={}", object.display());
    }
    // The object comes after all libraries on the linker's command line, and
    // MinGW's linker does not search backwards.
    if variable("CARGO_CFG_TARGET_OS") == "windows" && variable("CARGO_CFG_TARGET_ENV") == "gnu" {
        println!("cargo:rustc-link-arg-bins=-lmsvcrt");
    }
}

/// Gives `zenpuku.exe` its icon, its version in Explorer, and paths of more
/// than 260 characters. Without MinGW's resource compiler only these are
/// missing.
fn describe_to_windows() {
    println!("cargo:rerun-if-changed=windows");
    let variable = |name: &str| env::var(name).unwrap_or_default();
    if variable("CARGO_CFG_TARGET_OS") != "windows" || variable("CARGO_CFG_TARGET_ENV") != "gnu" {
        return;
    }
    let part = |name| variable(&format!("CARGO_PKG_VERSION_{name}"));
    let numbers = format!("{},{},{},0", part("MAJOR"), part("MINOR"), part("PATCH"));
    let object = Path::new(&variable("OUT_DIR")).join("zenpuku-resources.o");
    let compile = |program: &str| {
        let mut command = Command::new(program);
        command.args(["--include-dir", "windows", "--codepage", "65001"]);
        command.arg(format!("-DVERSION_NUMBERS={numbers}"));
        command.arg(format!("-DVERSION_TEXT={}", variable("CARGO_PKG_VERSION")));
        command.args(["--input", "windows/zenpuku.rc", "--output"]).arg(&object);
        command.status().is_ok_and(|status| status.success())
    };
    if ["x86_64-w64-mingw32-windres", "windres"].into_iter().any(compile) {
        println!("cargo:rustc-link-arg-bins={}", object.display());
    } else {
        println!("cargo:warning=windres failed: zenpuku.exe gets no icon and no long paths");
    }
}
