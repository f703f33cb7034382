//! Laws of trees: undo restores, storing restores, deleted ids stay dead.

use super::export::record;
use super::store::StoredTree;
use super::tree::{ROOT, Tree};
use super::{Changed, Document, EditError, Editor};
use crate::protocol::{HeaderField, NodeKind, Side, TreeNode};
use proptest::prelude::*;
use zenpuku_shogi::{MoveList, Setup};
use zenpuku_shogi_record::{Ending, Format};

/// An edit by numbers that are taken modulo what there is.
#[derive(Clone, Debug)]
enum Action {
    Move(usize, usize),
    End(usize),
    Delete(usize),
    Promote(usize, bool),
    Comment(usize, String),
    Headers(String),
}

fn action() -> impl Strategy<Value = Action> {
    let number = 0..1_000_usize;
    prop_oneof![
        5 => (number.clone(), number.clone()).prop_map(|(node, mv)| Action::Move(node, mv)),
        1 => number.clone().prop_map(Action::End),
        1 => number.clone().prop_map(Action::Delete),
        1 => (number.clone(), any::<bool>()).prop_map(|(node, main)| Action::Promote(node, main)),
        1 => (number.clone(), "[a-z\n*]{0,6}").prop_map(|(node, text)| Action::Comment(node, text)),
        1 => "[a-z]{0,4}".prop_map(Action::Headers),
    ]
}

/// Carries out an action.
fn make(editor: &mut Editor, action: &Action) -> Result<Changed, EditError> {
    let ids = editor.tree.subtree(ROOT);
    let pick = |number: &usize| ids[number % ids.len()];
    match action {
        Action::Move(node, number) => {
            let node = pick(node);
            let mut list = MoveList::new();
            editor.tree.position(node).expect("a position").legal_moves(&mut list);
            if list.is_empty() {
                return Err(EditError::State("mate"));
            }
            editor.add_move(node, &list[number % list.len()].to_string())
        }
        Action::End(node) => editor.add_end(pick(node), Ending::Resign),
        Action::Delete(node) => editor.delete(pick(node)),
        Action::Promote(node, main) => editor.promote(pick(node), *main),
        Action::Comment(node, text) => editor.comment(pick(node), text),
        Action::Headers(text) => {
            let field = HeaderField { key: "棋戦".to_owned(), value: text.clone() };
            editor.headers(&[field])
        }
    }
}

/// Carries out an action; was anything changed?
fn act(editor: &mut Editor, action: &Action) -> bool {
    make(editor, action).is_ok_and(|changed| !changed.nodes.is_empty() || changed.headers)
}

/// The client's view of the tree.
fn seen(tree: &Tree) -> (Vec<TreeNode>, Vec<HeaderField>) {
    let nodes = tree.subtree(ROOT).into_iter().filter_map(|id| tree.client_node(id)).collect();
    (nodes, tree.headers.clone())
}

fn start() -> Editor {
    Editor::new(Tree::new(Setup::startpos()).expect("a tree"))
}

proptest! {
    #[test]
    fn undo_and_redo_restore_every_state(actions in proptest::collection::vec(action(), 0..60)) {
        let mut editor = start();
        let mut states = vec![seen(&editor.tree)];
        for action in &actions {
            if act(&mut editor, action) {
                states.push(seen(&editor.tree));
            }
        }
        for state in states.iter().rev().skip(1) {
            editor.undo().expect("something to undo");
            prop_assert_eq!(&seen(&editor.tree), state);
        }
        prop_assert!(!editor.can_undo());
        for state in states.iter().skip(1) {
            editor.redo().expect("something to redo");
            prop_assert_eq!(&seen(&editor.tree), state);
        }
    }

    #[test]
    fn clients_that_apply_the_changes_have_the_tree(
        actions in proptest::collection::vec(action(), 0..60),
        undos in proptest::collection::vec(any::<bool>(), 0..60),
    ) {
        let mut document = Document::new(1, "", start().tree);
        let mut nodes: std::collections::BTreeMap<u32, TreeNode> =
            document.state().nodes.into_iter().map(|node| (node.id, node)).collect();
        for (action, undo) in actions.iter().zip(undos.iter().chain(std::iter::repeat(&false))) {
            let before = document.revision;
            let mut editor = document.editor().expect("shogi").clone();
            let made = if *undo { editor.undo() } else { make(&mut editor, action) };
            let Ok(made) = made else { continue };
            document.content = super::Content::Shogi(editor);
            if let Some(change) = document.commit(&made) {
                prop_assert_eq!(change.info.revision, before + 1);
                for id in change.removed {
                    nodes.remove(&id);
                }
                nodes.extend(change.nodes.into_iter().map(|node| (node.id, node)));
            }
            let have: Vec<TreeNode> = nodes.values().cloned().collect();
            prop_assert_eq!(have, seen(document.tree().expect("shogi")).0);
        }
    }

    #[test]
    fn a_stored_tree_comes_back_with_its_ids(actions in proptest::collection::vec(action(), 0..60)) {
        let mut editor = start();
        for action in &actions {
            act(&mut editor, action);
        }
        let text = serde_json::to_string(&StoredTree::of(&editor.tree)).expect("JSON");
        let stored: StoredTree = serde_json::from_str(&text).expect("a tree");
        let back = stored.tree().expect("a whole tree");
        prop_assert_eq!(seen(&back), seen(&editor.tree));
        prop_assert_eq!(back.next, editor.tree.next, "deleted ids are not used again");
    }

    #[test]
    fn a_record_has_the_same_moves(actions in proptest::collection::vec(action(), 0..60)) {
        let mut editor = start();
        for action in &actions {
            act(&mut editor, action);
        }
        let (made, ids) = record(&editor.tree);
        prop_assert_eq!(made.len(), editor.tree.subtree(ROOT).len());
        for (id, to) in ids {
            let node = editor.tree.node(id).expect("a node");
            prop_assert_eq!(node.ply, made.node(to).ply());
            let children: Vec<u32> = node.children.clone();
            prop_assert_eq!(children.len(), made.node(to).children().len());
        }
    }
}

#[test]
fn damaged_trees_are_refused() {
    for text in [
        r#"{"start": "x", "headers": [], "next": 1, "nodes": []}"#,
        r#"{"start": "S", "headers": [], "next": 1, "nodes": [{"id": 5}]}"#,
        r#"{"start": "S", "headers": [], "next": 1, "nodes": [{"id": 0}, {"id": 1, "parent": 9, "usi": "7g7f"}]}"#,
        r#"{"start": "S", "headers": [], "next": 1, "nodes": [{"id": 0}, {"id": 1, "parent": 0, "usi": "7g7e"}]}"#,
        r#"{"start": "S", "headers": [], "next": 1, "nodes": [{"id": 0, "children": [3]}]}"#,
    ] {
        let text = text.replace('S', zenpuku_shogi::STARTPOS);
        let stored: StoredTree = serde_json::from_str(&text).expect("JSON");
        assert!(stored.tree().is_none(), "{text}");
    }
}

/// The game of `testdata/reports/R10.kif`: Black leaves his king in check and loses.
#[test]
fn an_illegal_move_stays_with_its_result() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/reports/");
    for name in ["R10.kif", "R10b.csa"] {
        let bytes = std::fs::read(format!("{folder}{name}")).expect("test data");
        let opened = super::open(&bytes, name, 0).expect("is read");
        let document = Document::new(1, name, opened.content);
        let stored = document.stored();
        let restored = Document::restore(1, &stored).expect("a document");
        for document in [document, restored] {
            let info = document.info();
            assert_eq!((info.winner, info.plies), (Some(Side::White), 6), "{name}");
            let node = document.tree().expect("shogi").client_node(7).expect("the illegal move");
            assert_eq!((node.kind, node.text.as_str()), (NodeKind::Broken, "☗２六歩(27)"));
            assert!(node.fault.contains("in check"), "{}", node.fault);
            let file = zenpuku_shogi_record::Document::new(vec![
                record(document.tree().expect("shogi")).0,
            ]);
            let csa = zenpuku_shogi_record::write(&file, Format::Csa, None).expect("written");
            let csa = String::from_utf8(csa.bytes).expect("text");
            assert!(csa.contains("+2726FU\n") && csa.ends_with("%+ILLEGAL_ACTION\n"), "{csa}");
            assert_eq!(csa.contains("'*王手放置"), name == "R10.kif", "{csa}");
        }
    }
}

/// Tens of thousands of variations of one move, as an opening book or an attacker writes them.
#[test]
fn siblings_cost_linear_time() {
    let text = |siblings: usize| {
        let line = "変化：1手\n   1 ２六歩(27)\n";
        format!("手合割：平手\n   1 ７六歩(77)\n{}", line.repeat(siblings))
    };
    let seconds = |siblings: usize| {
        let begun = std::time::Instant::now();
        let opened = super::open(text(siblings).as_bytes(), "a.kif", 0).expect("is read");
        let document = Document::new(1, "a.kif", opened.content);
        assert_eq!(document.tree().expect("shogi").nodes[&ROOT].children.len(), siblings + 1);
        begun.elapsed().as_secs_f64()
    };
    // Ten times as many: a hundred times as long when each is compared with each.
    let few = (0..3).map(|_| seconds(4_500)).fold(f64::MAX, f64::min);
    let many = (0..3).map(|_| seconds(45_000)).fold(f64::MAX, f64::min);
    assert!(many < 35.0 * few, "{few} s, then {many} s");
}
