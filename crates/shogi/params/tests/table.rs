//! The table is well formed and its doors hold.

use std::collections::HashSet;

use proptest::prelude::*;
use zenpuku_params::{
    Kind, PROFILES, ParamError, Params, Row, find_row, markdown, rows, switches, tunables,
};

#[test]
fn names_are_usi_safe_and_unique() {
    let mut seen = HashSet::new();
    for name in rows().map(|row| row.name).chain(["Profile"]) {
        assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{name}");
        assert!(seen.insert(name.to_ascii_lowercase()), "{name} twice");
    }
}

#[test]
fn every_row_is_complete() {
    for row in rows() {
        assert!(row.min <= row.default && row.default <= row.max, "{}", row.name);
        assert!(row.min < row.max && row.step > 0, "{}", row.name);
        assert!(!row.doc.is_empty() && !row.source.is_empty(), "{}", row.name);
        assert_eq!(row.unit.is_empty(), row.is_switch(), "{}", row.name);
        assert_eq!(row.raw(&Params::default()), row.default, "{}", row.name);
    }
    assert_eq!(switches().count() + tunables().count(), rows().count());
}

#[test]
fn groups_are_contiguous() {
    let mut groups: Vec<_> = rows().map(|row| row.group).collect();
    groups.dedup();
    let distinct: HashSet<_> = groups.iter().collect();
    assert_eq!(groups.len(), distinct.len());
}

#[test]
fn profiles_stay_within_the_ranges() {
    for profile in PROFILES {
        let params = profile.params();
        for row in rows() {
            let raw = row.raw(&params);
            assert!(row.min <= raw && raw <= row.max, "{} in {}", row.name, profile.name);
        }
    }
}

#[test]
fn plain_turns_every_switch_off() {
    let plain = Params::profile("PLAIN").expect("known");
    assert!(switches().all(|row| row.raw(&plain) == 0));
}

#[test]
fn the_paper_window_is_two_pawn_exchanges_wide() {
    let paper = Params::profile("bonanza2006").expect("known");
    assert_eq!(2 * paper.aspiration_half_width, 2 * paper.pawn_exchange());
    assert_eq!(paper.check_extension_plies.in_units(2), 2);
}

#[test]
fn a_profile_resets_and_later_options_override() {
    let mut params = Params::default();
    params.set("Improving", "off").expect("valid");
    params.set("PawnValue", "120").expect("valid");
    assert_eq!(params.profile_name(), None);
    params.assign_all("profile=default, quiescence=false").expect("valid");
    assert!(params.improving && !params.quiescence);
    assert_eq!(params.pawn_value, 50);
    let changes: Vec<_> = params.changes_from(&Params::default()).collect();
    assert_eq!(changes.len(), 1);
    assert_eq!((changes[0].0.name, changes[0].1.as_str()), ("Quiescence", "false"));
}

#[test]
fn errors_say_what_is_allowed() {
    let mut params = Params::default();
    let message = |result: Result<(), ParamError>| result.expect_err("wrong").to_string();
    assert_eq!(
        message(params.set("KilerMoves", "true")),
        "unknown parameter `KilerMoves`, did you mean `KillerMoves`?"
    );
    assert_eq!(message(params.set("zzz", "true")), "unknown parameter `zzz`");
    assert_eq!(
        message(params.set("pawnvalue", "99999999999")),
        "parameter PawnValue ranges from 1 to 3000, 99999999999 is outside"
    );
    assert_eq!(
        message(params.set("PawnValue", "many")),
        "parameter PawnValue is a number from 1 to 3000, not `many`"
    );
    assert_eq!(
        message(params.set("Quiescence", "2")),
        "switch Quiescence is `true` or `false`, not `2`"
    );
    assert_eq!(
        message(params.set("CheckExtensionPlies", "0.3")),
        "parameter CheckExtensionPlies is a multiple of 1/2, 0.3 is not"
    );
    assert_eq!(
        message(params.set("CheckExtensionPlies", "2.5")),
        "parameter CheckExtensionPlies ranges from 0 to 2, 2.5 is outside"
    );
    assert!(message(params.set("Profile", "x")).contains("bonanza2006"));
    assert_eq!(message(params.assign("Quiescence")), "`Quiescence` is not of the form name=value");
    assert_eq!(params, Params::default());
}

#[test]
fn a_wrong_list_changes_nothing() {
    let mut params = Params::default();
    assert!(params.assign_all("KillerMoves=off Nonsense=1").is_err());
    assert_eq!(params, Params::default());
}

#[test]
fn the_page_names_every_row_and_profile() {
    let page = markdown();
    for name in rows().map(|row| row.name).chain(PROFILES.iter().map(|p| p.name)) {
        assert!(page.contains(&format!("| `{name}` |")), "{name}");
    }
}

fn any_row() -> impl Strategy<Value = &'static Row> {
    (0..rows().count()).prop_map(|index| &zenpuku_params::TABLE[index])
}

proptest! {
    #[test]
    fn text_reads_back(row in any_row(), raw in any::<i32>()) {
        let mut params = Params::default();
        row.set_raw_clamped(&mut params, raw);
        let mut copy = Params::default();
        copy.set(&row.name.to_lowercase(), &params.get(row.name).expect("known")).expect("own text");
        prop_assert_eq!(copy, params);
        if let Kind::Integer = row.kind {
            prop_assert_eq!(row.raw(&params), raw.clamp(row.min, row.max));
        }
    }

    #[test]
    fn arbitrary_text_never_panics(name in "\\PC{0,40}", value in "\\PC{0,40}", row in any_row()) {
        let mut params = Params::default();
        let _ = params.set(&name, &value);
        let _ = params.set(row.name, &value);
        let _ = params.assign_all(&value);
        prop_assert!(rows().all(|r| (r.min..=r.max).contains(&r.raw(&params))));
        prop_assert!(find_row(row.name).is_some());
    }
}
