//! From files and texts to trees.

use super::go::{is_sgf, open_sgf, open_sgf_games};
use super::info::Content;
use super::open_error::OpenError;
use super::tree::{Step, Tree};
use crate::protocol::{HeaderField, MAX_RECORD_BYTES, MAX_RECORD_MOVES};
use std::collections::HashSet;
use zenpuku_go::sgf::{SgfError, SgfText, decode, decode_text};
use zenpuku_shogi::{Setup, SetupError};
use zenpuku_shogi_record::{
    Broken, Document, Format, Header, Limits, Node, Note, ReadError, Record, Replay, read_with,
};

/// A record that was opened.
pub(crate) struct Opened {
    pub(crate) content: Content,
    /// The format's name.
    pub(crate) format: &'static str,
    pub(crate) warnings: Vec<String>,
    pub(crate) games: usize,
}

/// Most warnings that are passed on.
const MAX_WARNINGS: usize = 50;

/// Opens game `index` of a file; `name` gives a hint by its extension.
pub(crate) fn open(bytes: &[u8], name: &str, index: usize) -> Result<Opened, OpenError> {
    if is_sgf(bytes, name) {
        let SgfText { text, warnings, .. } = decode_text(bytes);
        return open_go(&text, index, &warnings);
    }
    let document = read(bytes, name)?;
    let games = document.records.len();
    let record = document.records.get(index).ok_or(OpenError::NoSuchGame(games))?;
    let content = tree_of(record)?.into();
    let warnings = document.warnings.iter().take(MAX_WARNINGS).map(ToString::to_string).collect();
    Ok(Opened { content, format: document.format.name(), warnings, games })
}

/// Opens game `index` of a decoded text, ignoring the encoding it names.
pub(crate) fn open_text(text: &str, name: &str, index: usize) -> Result<Opened, OpenError> {
    if is_sgf(text.as_bytes(), name) {
        open_go(text, index, &[])
    } else {
        open(text.as_bytes(), name, index)
    }
}

/// Opens game `index` of an SGF text; `odd` are the problems in its bytes.
fn open_go(text: &str, index: usize, odd: &[SgfError]) -> Result<Opened, OpenError> {
    let (mut game, games) = open_sgf(text, index)?;
    game.record.warnings.splice(0..0, odd.iter().map(ToString::to_string));
    let warnings = game.record.warnings.clone();
    Ok(Opened { content: game.into(), format: "SGF", warnings, games })
}

/// All games of a file.
pub(crate) fn open_all(bytes: &[u8], name: &str) -> Result<Vec<Content>, OpenError> {
    if is_sgf(bytes, name) {
        return Ok(open_sgf_games(&decode(bytes))?.into_iter().map(Content::from).collect());
    }
    read(bytes, name)?.records.iter().map(|record| Ok(tree_of(record)?.into())).collect()
}

fn read(bytes: &[u8], name: &str) -> Result<Document, ReadError> {
    let hint = name.rsplit_once('.').and_then(|(_, extension)| Format::from_extension(extension));
    let limits = Limits { bytes: MAX_RECORD_BYTES, moves: MAX_RECORD_MOVES };
    read_with(bytes, hint, &limits)
}

/// A tree without moves that starts from an SFEN.
pub(crate) fn position_tree(sfen: &str) -> Result<Tree, OpenError> {
    let setup = Setup::from_sfen(sfen)?;
    setup.check(zenpuku_shogi::SetupRules::Mate)?;
    let tree = Tree::new(setup);
    tree.ok_or_else(|| OpenError::Setup(SetupError::TrailingText(sfen.chars().take(40).collect())))
}

/// Start positions are written by the writers themselves.
fn is_position_field(key: &str) -> bool {
    key == "手合割" || key.ends_with("の持駒") || key.ends_with("の持ち駒")
}

/// The tree of a record.
pub(crate) fn tree_of(record: &Record) -> Result<Tree, OpenError> {
    let start = record.start().clone();
    start.check(zenpuku_shogi::SetupRules::Mate)?;
    let mut tree = Tree::new(start).ok_or(ReadError::Empty)?;
    tree.headers = record.headers.iter().filter_map(header).collect();
    let mut replay = Replay::new(record)?;
    for id in record.walk() {
        let from = record.node(id);
        let number = id.index() as u32;
        if let Some(parent) = from.parent() {
            let illegal = |(ply, rule)| OpenError::Illegal(ply, rule);
            let position = replay.go(record, parent).map_err(illegal)?;
            let node = tree.make(parent.index() as u32, step(from.step()), position);
            let Some(node) = node else { continue };
            tree.push(number, node);
        }
        if let Some(node) = tree.nodes.get_mut(&number) {
            node.time_ms = from.time.map(|time| time.spent_ms);
            node.comment = comments(from).join("\n");
            let kept = |note: &&Note| matches!(note, Note::Bookmark(_) | Note::Remark(_));
            node.notes = from.notes.iter().filter(kept).cloned().collect();
        }
    }
    order_children(&mut tree, record);
    Ok(tree)
}

/// The lines of a node's comment; those in text that could not be read too.
fn comments(node: &Node) -> Vec<&str> {
    let inside: &[String] = match node.step() {
        zenpuku_shogi_record::Step::Broken(broken) => &broken.comments,
        _ => &[],
    };
    inside.iter().map(String::as_str).chain(node.comments()).collect()
}

/// The walk met the children in another order than the record has them.
fn order_children(tree: &mut Tree, record: &Record) {
    for id in record.ids() {
        let Some(node) = tree.nodes.get(&(id.index() as u32)) else { continue };
        let met: HashSet<u32> = node.children.iter().copied().collect();
        let children = record.node(id).children().iter().map(|child| child.index() as u32);
        let children: Vec<u32> = children.filter(|child| met.contains(child)).collect();
        if let Some(node) = tree.nodes.get_mut(&(id.index() as u32)) {
            node.children = children;
        }
    }
}

fn header(header: &Header) -> Option<HeaderField> {
    match header {
        Header::Field { key, value } if !is_position_field(key) => {
            Some(HeaderField { key: key.clone(), value: value.clone() })
        }
        _ => None,
    }
}

fn step(step: &zenpuku_shogi_record::Step) -> Step {
    use zenpuku_shogi_record::Step as From;
    match step {
        From::Start => Step::Start,
        From::Move(mv) => Step::Move(*mv),
        From::End(ending) => Step::End(ending.clone()),
        From::Broken(broken) => {
            Step::Broken(Box::new(Broken { comments: Vec::new(), ..broken.as_ref().clone() }))
        }
    }
}
