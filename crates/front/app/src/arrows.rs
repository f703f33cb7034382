//! The arrows between the modules of this crate run in no circle. Messages are not module here: the
//! protocol gathers those of all features, and every feature takes them from there. The handler of
//! a feature's requests is a layer above the feature, whose state others may use.
//!
//! Invariant: The modules of the app use each other in no circle.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

type Arrows = BTreeMap<String, BTreeSet<String>>;

/// `play` for a file of the module `play`; `play/handler` for the handler of its requests.
fn module(file: &Path) -> String {
    let parts: Vec<String> = file
        .with_extension("")
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    match parts.as_slice() {
        [module, .., last] if last == "handler" => format!("{module}/handler"),
        [module, ..] => module.clone(),
        [] => String::new(),
    }
}

/// The modules that a text names, as `crate::module` or in `crate::{...}`.
fn used(text: &str) -> BTreeSet<String> {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let mut found = BTreeSet::new();
    for path in text.split("crate::").skip(1) {
        let group = path.strip_prefix('{').and_then(|rest| rest.split('}').next());
        for path in group.map_or(vec![path], |group| group.split(',').collect()) {
            let path = path.trim_start();
            let end = path.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let (module, rest) = path.split_at(end.unwrap_or(path.len()));
            if !module.is_empty() && !rest.starts_with("::messages") {
                found.insert(module.to_owned());
            }
        }
    }
    found
}

fn collect(folder: &Path, root: &Path, arrows: &mut Arrows) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, root, arrows);
        } else if !path.ends_with("tests.rs") {
            let from = module(path.strip_prefix(root).unwrap());
            let text = std::fs::read_to_string(&path).unwrap();
            let mut to = used(&text);
            to.retain(|to| from.split('/').next() != Some(to));
            arrows.entry(from).or_default().extend(to);
        }
    }
}

/// A module that reaches itself, with the way there.
fn circle<'a>(from: &'a str, arrows: &'a Arrows, way: &mut Vec<&'a str>) -> bool {
    if way.contains(&from) {
        way.push(from);
        return true;
    }
    way.push(from);
    let found = arrows.get(from).is_some_and(|all| all.iter().any(|to| circle(to, arrows, way)));
    if !found {
        way.pop();
    }
    found
}

#[test]
fn no_circle_of_modules() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"));
    let mut arrows = Arrows::new();
    collect(root, root, &mut arrows);
    arrows.remove("lib");
    arrows.remove("arrows");
    assert!(arrows["analysis"].contains("jobs") && arrows["jobs"].contains("state"));
    for from in arrows.keys() {
        let mut way = Vec::new();
        assert!(!circle(from, &arrows, &mut way), "a circle: {}", way.join(" -> "));
    }
}
