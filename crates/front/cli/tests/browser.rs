//! The app in a real browser: runs the end-to-end tests of `web/` against this
//! binary if Node.js, the npm packages and a Chromium are available, and
//! otherwise prints a warning that names what is missing.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// With this variable set, as CI does, a missing browser is a failure.
const REQUIRED: &str = "ZENPUKU_REQUIRE_BROWSER";

/// The places where `web/e2e/app.ts` searches a browser, `$CHROMIUM` first.
const BROWSERS: [&str; 3] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../web")
}

fn has_node() -> bool {
    let mut node = Command::new("node");
    node.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    node.status().is_ok_and(|status| status.success())
}

fn has_browser() -> bool {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    named.into_iter().chain(BROWSERS.map(PathBuf::from)).any(|path| path.exists())
}

/// The requirements of the tests.
fn missing() -> Vec<&'static str> {
    let packages = ["vitest/vitest.mjs", "playwright-core/package.json", "axe-core/axe.min.js"];
    let installed = packages.iter().all(|file| web().join("node_modules").join(file).exists());
    let wanted = [
        (has_node(), "Node.js 20 or later (Debian: apt-get install nodejs npm)"),
        (installed, "the npm packages of the page (npm ci --prefix web)"),
        (
            has_browser(),
            "Chromium (Debian: apt-get install chromium fonts-noto-cjk), or its path in CHROMIUM",
        ),
    ];
    wanted.into_iter().filter(|(there, _)| !there).map(|(_, what)| what).collect()
}

/// Past the test harness, which shows the output of failed tests only.
fn say_loudly(missing: &[&str]) {
    let line = "*".repeat(78);
    let list: String = missing.iter().map(|what| format!("    {what}\n")).collect();
    let text = format!("\n{line}\n*** THE BROWSER TESTS DID NOT RUN. Missing:\n{list}{line}\n");
    // The error cannot be reported.
    let _ = std::io::stderr().write_all(text.as_bytes());
}

#[test]
fn the_app_works_in_a_real_browser() {
    let missing = missing();
    if !missing.is_empty() {
        assert!(
            std::env::var_os(REQUIRED).is_none(),
            "{REQUIRED} is set, but missing: {missing:#?}"
        );
        return say_loudly(&missing);
    }
    let output = Command::new("node")
        .args(["node_modules/vitest/vitest.mjs", "run", "--config", "vitest.e2e.config.ts"])
        .current_dir(web())
        .env("ZENPUKU_BIN", env!("CARGO_BIN_EXE_zenpuku"))
        .env("CI", "1")
        // `.ci/run` looks for the lines of the failed tests.
        .env("NO_COLOR", "1")
        // The page inside the program, and no pictures.
        .env_remove("ZENPUKU_BUNDLE")
        .env_remove("ZENPUKU_SHOTS")
        .stdin(Stdio::null())
        .output()
        .expect("Node.js starts");
    assert!(
        output.status.success(),
        "{}\n{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
