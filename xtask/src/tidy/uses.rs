//! Which file of a crate uses what of which other file, read from the paths in its code.

use std::collections::{BTreeMap, BTreeSet};

use crate::tokens::{self, Token};
use crate::workspace::Source;

/// A module's path within its crate; empty for the root.
type Module = Vec<String>;

/// File by file: the files that it uses, each with the names that it takes.
pub(super) type Uses = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// A file of the crate.
struct File<'a> {
    path: &'a str,
    tokens: Vec<Token>,
    /// What its `use` declarations bring into scope, under the name that it has here.
    imports: BTreeMap<String, Module>,
}

/// Reads the files of one crate, tests left out. Uses of an enclosing module
/// are left out: a module and the files of its folder are one subject, and the
/// module's own file holds the shared items. Files that are not Rust are left
/// to other checks.
pub(super) fn read<'a>(sources: impl Iterator<Item = &'a Source>, src: &str) -> Uses {
    let mut files = BTreeMap::new();
    for source in sources.filter(|source| !source.is_test()) {
        let (Some(module), Ok(tokens)) =
            (module(&source.path, src), tokens::scan(without_tests(&source.text)))
        else {
            continue;
        };
        files.insert(module, File { path: &source.path, tokens, imports: BTreeMap::new() });
    }
    let modules: BTreeSet<Module> = files.keys().cloned().collect();
    for (module, file) in &mut files {
        file.imports = imports(&file.tokens, module, &modules);
    }
    files.iter().map(|(module, file)| (file.path.to_owned(), used(file, module, &files))).collect()
}

fn without_tests(text: &str) -> &str {
    let ends = ["#[cfg(test)]\nmod ", "#[cfg(all(test"];
    let end = ends.iter().filter_map(|end| text.find(end)).min();
    &text[..end.unwrap_or(text.len())]
}

/// `a/b.rs` and `a/b/mod.rs` are the module `a::b`; `lib.rs` and `main.rs` are the root.
fn module(path: &str, src: &str) -> Option<Module> {
    let inside = path.strip_prefix(src)?.strip_suffix(".rs")?;
    let mut parts: Module = inside.split('/').map(str::to_owned).collect();
    if matches!(parts.last()?.as_str(), "lib" | "main" | "mod") {
        parts.pop();
    }
    Some(parts)
}

fn used(
    file: &File<'_>,
    module: &Module,
    files: &BTreeMap<Module, File<'_>>,
) -> BTreeMap<String, BTreeSet<String>> {
    let modules: BTreeSet<Module> = files.keys().cloned().collect();
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, _) in paths(&file.tokens, module, &modules) {
        let Some((target, name)) = resolve(path, files) else { continue };
        if !module.starts_with(target) {
            found.entry(files[target].path.to_owned()).or_default().insert(name);
        }
    }
    found
}

/// The module that defines the item of an absolute path, and its name there. Names that a module
/// takes from another one lead on to that one; a module itself is used by the names taken from it
/// only.
fn resolve<'a>(
    mut path: Module,
    files: &'a BTreeMap<Module, File<'_>>,
) -> Option<(&'a [String], String)> {
    // No chain of re-exports is longer.
    for _ in 0..20 {
        let length = (0..=path.len()).rev().find(|&length| files.contains_key(&path[..length]))?;
        let ((module, file), rest) = (files.get_key_value(&path[..length])?, &path[length..]);
        let name = rest.first()?;
        match file.imports.get(name) {
            Some(origin) => path = origin.iter().chain(&rest[1..]).cloned().collect(),
            None => return Some((module, name.clone())),
        }
    }
    None
}

fn imports(
    tokens: &[Token],
    module: &Module,
    modules: &BTreeSet<Module>,
) -> BTreeMap<String, Module> {
    let mut found = BTreeMap::new();
    for (start, token) in tokens.iter().enumerate() {
        if token.text == "use" {
            let mut leaves = Vec::new();
            tree(&tokens[start + 1..], &mut Vec::new(), &mut leaves);
            for (path, name) in leaves {
                if let Some(path) = absolute(&path, module, modules) {
                    found.insert(name, path);
                }
            }
        }
    }
    found
}

/// Every path within the crate that the tokens name, made absolute, and the name it gets.
fn paths(tokens: &[Token], module: &Module, modules: &BTreeSet<Module>) -> Vec<(Module, String)> {
    let mut found = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        let mut leaves = Vec::new();
        let continues = index > 0 && tokens[index - 1].text == ":";
        let length = match tokens[index].text.as_str() {
            "use" => 1 + tree(&tokens[index + 1..], &mut Vec::new(), &mut leaves),
            text if is_name(text) && !continues => {
                tree(&tokens[index..], &mut Vec::new(), &mut leaves)
            }
            _ => 1,
        };
        // A public `use` passes names on and takes none.
        let passes_on = tokens[index].text == "use"
            && tokens[..index].iter().rev().take(4).any(|token| token.text == "pub");
        if !passes_on {
            found.extend(
                leaves
                    .into_iter()
                    .filter_map(|(path, name)| Some((absolute(&path, module, modules)?, name))),
            );
        }
        index += length.max(1);
    }
    found
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Reads `a::b::{c, d as e}`: its leaves with the names they get; returns the number of tokens.
fn tree(tokens: &[Token], stem: &mut Module, leaves: &mut Vec<(Module, String)>) -> usize {
    let text = |index: usize| tokens.get(index).map_or("", |token| token.text.as_str());
    let depth = stem.len();
    let mut index = 0;
    loop {
        if text(index) == "{" {
            index += 1;
            while index < tokens.len() && text(index) != "}" {
                index += tree(&tokens[index..], stem, leaves).max(1);
            }
            index += 1;
            break;
        }
        if !is_name(text(index)) {
            break;
        }
        stem.push(text(index).to_owned());
        index += 1;
        if text(index) == ":" && text(index + 1) == ":" {
            index += 2;
            continue;
        }
        let mut name = text(index - 1).to_owned();
        if text(index) == "as" {
            name = text(index + 1).to_owned();
            index += 2;
        }
        let path = if name == "self" { &stem[..stem.len() - 1] } else { &stem[..] };
        let name = if name == "self" { path.last().cloned().unwrap_or_default() } else { name };
        leaves.push((path.to_vec(), name));
        break;
    }
    stem.truncate(depth);
    index
}

/// A path from the crate's root; `None` if it leads out of the crate or does not name an item.
fn absolute(path: &[String], module: &Module, modules: &BTreeSet<Module>) -> Option<Module> {
    let (first, rest) = path.split_first()?;
    let mut found = module.clone();
    match first.as_str() {
        "crate" => found.clear(),
        "self" => {}
        "super" => {
            found.pop()?;
            let more = rest.iter().take_while(|part| *part == "super").count();
            found.truncate(found.len().checked_sub(more)?);
            return Some(found.into_iter().chain(rest[more..].iter().cloned()).collect());
        }
        _ => {
            found.push(first.clone());
            if !modules.contains(&found) {
                return None;
            }
        }
    }
    Some(found.into_iter().chain(rest.iter().cloned()).collect())
}
