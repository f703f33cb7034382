//! What cargo has built.

use std::path::{Path, PathBuf};

use crate::process;

/// Builds what `cargo test --workspace` builds, so that code is not compiled
/// twice, and returns cargo's messages.
pub(crate) fn of_tests(root: &Path) -> anyhow::Result<String> {
    messages(root, &["test", "--workspace", "--no-run"])
}

/// Runs a command of cargo that builds, and returns its messages.
pub(crate) fn messages(root: &Path, command: &[&str]) -> anyhow::Result<String> {
    let mut cargo = process::cargo();
    cargo.current_dir(root).args(command).arg("--quiet");
    process::capture(cargo.args(["--message-format", "json-render-diagnostics"]))
}

/// The program of that kind (`bin`, `example`) and name, not its tests, that the messages name.
pub(crate) fn program(messages: &str, kind: &str, name: &str) -> Option<PathBuf> {
    messages.lines().find_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        let is_it = message["target"]["name"] == name && message["target"]["kind"][0] == kind;
        let is_test = message["profile"]["test"].as_bool()?;
        (is_it && !is_test).then(|| message["executable"].as_str().map(PathBuf::from)).flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_by_kind_and_name() {
        let line = |kind: &str, test: bool| {
            let target = serde_json::json!({ "name": "x", "kind": [kind] });
            let profile = serde_json::json!({ "test": test });
            let path = format!("/t/{kind}");
            serde_json::json!({ "target": target, "profile": profile, "executable": path })
                .to_string()
        };
        let messages =
            [line("bin", true), line("example", false), line("bin", false), "text".to_owned()]
                .join("\n");
        assert_eq!(program(&messages, "bin", "x"), Some("/t/bin".into()));
        assert_eq!(program(&messages, "example", "x"), Some("/t/example".into()));
        assert_eq!(program(&messages, "bin", "y"), None);
    }
}
