//! The tree of an SGF game: nodes in one list, read without recursion.

use sgf_parse::SgfProp;
use sgf_parse::go::Prop;

use super::error::{SgfError, SgfErrorKind};
use super::scan::{Scanner, Token};

/// The longest text that is read, in bytes.
pub const MAX_BYTES: usize = 8 << 20;
/// The most nodes a game may have.
pub const MAX_NODES: usize = 300_000;
/// The most games of a file that are read.
pub const MAX_GAMES: usize = 10_000;
/// The most rectangles of points (`aa:ss`) in all: each can name 2,704 points.
const MAX_RECTANGLES: usize = 5_000;

/// A property with its place in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// Offset of its name in bytes.
    pub offset: usize,
    /// Name and value. Values that do not fit their name are `Prop::Invalid`.
    pub prop: Prop,
}

/// A node of the tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SgfNode {
    /// Offset of its semicolon in bytes.
    pub offset: usize,
    /// Its properties in the order of the text.
    pub properties: Vec<Property>,
    /// The numbers of the nodes that follow it, main line first.
    pub children: Vec<usize>,
}

/// A game tree; node 0 is the root.
#[derive(Clone, Debug, PartialEq)]
pub struct SgfTree {
    nodes: Vec<SgfNode>,
}

impl SgfTree {
    /// Reads the first game of the text. Text before it is skipped.
    ///
    /// # Errors
    /// If the text is too long or no SGF.
    pub fn parse(text: &str) -> Result<Self, SgfError> {
        Ok(TreeReader::start(text)?.read_tree()?.0)
    }

    /// Reads every game of the text.
    ///
    /// # Errors
    /// As [`SgfTree::parse`]; text after the last game is an error too.
    pub fn parse_collection(text: &str) -> Result<Vec<Self>, SgfError> {
        let (games, error) = Self::parse_games(text);
        error.map_or(Ok(games), Err)
    }

    /// The games up to the first error, and the error.
    pub(super) fn parse_games(text: &str) -> (Vec<Self>, Option<SgfError>) {
        let mut games = Vec::new();
        let error = Self::read_games(text, &mut games).err();
        (games, error)
    }

    fn read_games(text: &str, games: &mut Vec<Self>) -> Result<(), SgfError> {
        let mut reader = TreeReader::start(text)?;
        loop {
            let (tree, mut rest) = reader.read_tree()?;
            games.push(tree);
            match rest.scanner.next_token()? {
                None => return Ok(()),
                Some((offset, Token::Open)) if games.len() >= MAX_GAMES => {
                    return Err(SgfErrorKind::TooManyGames { limit: MAX_GAMES }.at(offset));
                }
                Some((_, Token::Open)) => reader = rest,
                Some((offset, _)) => {
                    let found = text[offset..].chars().next().unwrap_or(' ');
                    return Err(SgfErrorKind::Unexpected { expected: "`(`", found }.at(offset));
                }
            }
        }
    }

    /// All nodes; the root is the first.
    #[must_use]
    pub fn nodes(&self) -> &[SgfNode] {
        &self.nodes
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> &SgfNode {
        &self.nodes[0]
    }

    /// The nodes of the main line, root first: always the first child.
    pub fn main_line(&self) -> impl Iterator<Item = &SgfNode> {
        let mut next = Some(0);
        std::iter::from_fn(move || {
            let node = &self.nodes[next?];
            next = node.children.first().copied();
            Some(node)
        })
    }
}

/// Is a blank in the values of the property without meaning? So in numbers, points and colours.
fn has_no_blanks(name: &str) -> bool {
    let points = ["B", "W", "AB", "AW", "AE", "CR", "DD", "MA", "SL", "SQ", "TR", "VW", "TB", "TW"];
    ["SZ", "GM", "FF", "HA", "KM", "PL"].contains(&name) || points.contains(&name)
}

struct TreeReader<'a> {
    scanner: Scanner<'a>,
    end: usize,
    rectangles: usize,
}

impl<'a> TreeReader<'a> {
    /// A reader behind the first `(` that begins a game.
    fn start(text: &'a str) -> Result<Self, SgfError> {
        if text.len() > MAX_BYTES {
            let kind = SgfErrorKind::TooLong { bytes: text.len(), limit: MAX_BYTES };
            return Err(kind.at(MAX_BYTES));
        }
        let opening = text.match_indices('(').find(|(i, _)| {
            text[i + 1..].trim_start_matches(|c: char| c.is_ascii_whitespace()).starts_with(';')
        });
        let (start, _) = opening.ok_or_else(|| SgfErrorKind::NoGame.at(0))?;
        Ok(Self { scanner: Scanner::new(text, start + 1), end: text.len(), rectangles: 0 })
    }

    fn read_tree(mut self) -> Result<(SgfTree, Self), SgfError> {
        let mut nodes: Vec<SgfNode> = Vec::new();
        // The node each open parenthesis goes back to, and the node the next one follows.
        let mut branches: Vec<Option<usize>> = vec![None];
        let mut current: Option<usize> = None;
        while let Some((offset, token)) = self.scanner.next_token()? {
            match (token, current) {
                (Token::Node, _) => {
                    if nodes.len() >= MAX_NODES {
                        return Err(SgfErrorKind::TooManyNodes { limit: MAX_NODES }.at(offset));
                    }
                    let number = nodes.len();
                    nodes.push(SgfNode { offset, ..SgfNode::default() });
                    if let Some(parent) = current {
                        nodes[parent].children.push(number);
                    }
                    current = Some(number);
                }
                (Token::Property { name, mut values }, Some(node)) => {
                    self.count_rectangles(offset, &name, &values)?;
                    if has_no_blanks(&name) {
                        values.iter_mut().for_each(|value| value.retain(|c| !c.is_whitespace()));
                    }
                    let prop = Prop::new(name, values);
                    nodes[node].properties.push(Property { offset, prop });
                }
                (Token::Open, Some(_)) => branches.push(current),
                (Token::Close, Some(_)) => {
                    current = branches.pop().flatten();
                    if branches.is_empty() {
                        return Ok((SgfTree { nodes }, self));
                    }
                }
                (_, None) => {
                    return Err(SgfErrorKind::Unexpected { expected: "`;`", found: '(' }.at(offset));
                }
            }
        }
        Err(SgfErrorKind::UnclosedTree.at(self.end))
    }

    fn count_rectangles(
        &mut self,
        offset: usize,
        name: &str,
        values: &[String],
    ) -> Result<(), SgfError> {
        if matches!(
            name,
            "AB" | "AW" | "AE" | "CR" | "DD" | "MA" | "SL" | "SQ" | "TR" | "VW" | "TB" | "TW"
        ) {
            self.rectangles += values.iter().filter(|value| value.contains(':')).count();
        }
        if self.rectangles > MAX_RECTANGLES {
            return Err(SgfErrorKind::TooManyRectangles.at(offset));
        }
        Ok(())
    }
}
