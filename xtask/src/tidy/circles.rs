//! No circle of files: of two files that use each other, neither can be read, tested or changed alone.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use super::uses::{self, Uses};
use crate::workspace::{Files, Source};

/// Checks every crate.
pub(super) fn check(files: &Files) -> Vec<Finding> {
    let mut crates: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
    for source in files.rust() {
        if let Some(end) = source.path.find("/src/") {
            crates.entry(&source.path[..end + "/src/".len()]).or_default().push(source);
        }
    }
    crates.iter().flat_map(|(src, sources)| check_crate(src, sources)).collect()
}

fn check_crate(src: &str, sources: &[&Source]) -> Vec<Finding> {
    let uses = uses::read(sources.iter().copied(), src);
    circles(&uses).iter().map(|circle| finding(circle, &uses, src)).collect()
}

fn finding(circle: &BTreeSet<&str>, uses: &Uses, src: &str) -> Finding {
    let short = |path: &str| path.strip_prefix(src).unwrap_or(path).to_owned();
    let mut arrows = Vec::new();
    for from in circle {
        for (to, names) in uses[*from].iter().filter(|(to, _)| circle.contains(to.as_str())) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            arrows.push(format!("{} takes {} from {}", short(from), names.join(", "), short(to)));
        }
    }
    let first = circle.first().copied().unwrap_or_default();
    let message = format!("a circle of {} files: {}", circle.len(), arrows.join("; "));
    Finding::new(first, 0, message)
}

/// The sets of files that reach each other.
fn circles(uses: &Uses) -> Vec<BTreeSet<&str>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        uses.keys().map(|from| (from.as_str(), reach(from, uses))).collect();
    let mut found: Vec<BTreeSet<&str>> = Vec::new();
    for (&from, all) in &reached {
        let circle: BTreeSet<&str> =
            all.iter().copied().filter(|to| reached[to].contains(from)).collect();
        if circle.len() > 1 && !found.contains(&circle) {
            found.push(circle);
        }
    }
    found
}

fn reach<'a>(from: &str, uses: &'a Uses) -> BTreeSet<&'a str> {
    let mut open = vec![from];
    let mut found = BTreeSet::new();
    while let Some(next) = open.pop() {
        for to in uses.get(next).into_iter().flat_map(BTreeMap::keys) {
            if uses.contains_key(to) && found.insert(to.as_str()) {
                open.push(to);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    fn messages(files: &[(&str, &str)]) -> Vec<String> {
        check(&fixture(files)).into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn files_that_use_each_other_are_found() {
        let found = messages(&[
            ("crates/x/src/lib.rs", "mod a;\nmod b;\npub use a::A;"),
            ("crates/x/src/a.rs", "use crate::b::{B, C as D};\npub struct A(B, D);"),
            ("crates/x/src/b/mod.rs", "mod c;\npub struct B;\npub struct C;"),
            ("crates/x/src/b/c.rs", "fn f() { crate::A::new(super::B) }"),
        ]);
        assert_eq!(found, Vec::<String>::new(), "c uses a, a uses b, b only declares c");
        let found = messages(&[
            ("crates/x/src/lib.rs", "mod a;\nmod b;\npub use a::A;"),
            ("crates/x/src/a.rs", "use crate::b::{self, B};\npub struct A(B);"),
            ("crates/x/src/b.rs", "pub struct B;\nfn f() { crate::A::new() }"),
        ]);
        assert_eq!(found, ["a circle of 2 files: a.rs takes B from b.rs; b.rs takes A from a.rs"]);
    }

    #[test]
    fn a_module_and_its_folder_are_one_subject_and_tests_do_not_count() {
        let parent = ("c/src/lib.rs", "mod a;\nmod b;\nfn h() { a::g() }");
        let child = ("c/src/a.rs", "use super::h;\npub fn g() { h() }");
        assert!(messages(&[parent, child]).is_empty());
        let test = "pub struct B;\n#[cfg(test)]\nmod tests {\n use crate::a::g;\n}";
        let user = ("c/src/a.rs", "use crate::b::B;\npub fn g() {}");
        assert!(messages(&[parent, user, ("c/src/b.rs", test)]).is_empty());
        let unix = "pub struct B;\n#[cfg(all(test, unix))]\nmod tests {\n use crate::a::g;\n}";
        assert!(messages(&[parent, user, ("c/src/b.rs", unix)]).is_empty());
        let code = ("c/src/b.rs", "use crate::a::g;\npub struct B;");
        assert_eq!(messages(&[parent, user, code]).len(), 1);
    }
}
