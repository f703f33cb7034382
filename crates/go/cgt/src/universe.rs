//! The store of canonical forms: equal games have equal handles.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::nus::NumberUpStar;
use crate::thermograph::Thermograph;
use crate::{CgtError, Dyadic, Player, Result};

/// A handle to a game in a [`Universe`]; two games of one universe are equal exactly if their
/// handles are.
///
/// A handle is invalid in another universe: there it names another game, or its use panics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameId(u32);

impl GameId {
    /// The game 0, in every universe.
    pub const ZERO: Self = Self(0);
}

/// How much a [`Universe`] may hold and how deeply it may recurse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Games, options and remembered results together; an entry takes some 35 bytes on average,
    /// at most about 100.
    pub entries: usize,
    /// Levels of recursion (each takes up to about 1 KiB of stack).
    pub depth: u32,
}

impl Default for Limits {
    /// Four million entries (about 140 MB), 800 levels.
    fn default() -> Self {
        Self { entries: 4_000_000, depth: 800 }
    }
}

/// The options of a game in canonical form.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Options {
    /// Left's options, in ascending order of handles.
    pub left: Arc<[GameId]>,
    /// Right's options, in ascending order of handles.
    pub right: Arc<[GameId]>,
}

impl Options {
    /// The options of one player.
    #[must_use]
    pub fn of(&self, player: Player) -> &Arc<[GameId]> {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }
}

/// The kind of a canonical form.
#[derive(Debug, Clone)]
enum Form {
    /// Number, ups and nimber; the options are listed only when asked for.
    Closed(NumberUpStar, Option<Options>),
    /// Anything else.
    Braces(Options),
}

#[derive(Debug)]
struct Node {
    form: Form,
    left_stop: Dyadic,
    right_stop: Dyadic,
    negative: Option<GameId>,
}

/// A store of short games in canonical form, with everything computed about them.
///
/// Every game is kept once, so equality of games is equality of [`GameId`]s.
/// Results of comparisons, sums and other operations are cached. All of this is
/// bounded by [`Limits`]: an operation that would need more fails with
/// [`CgtError::BudgetExceeded`] or [`CgtError::TooDeep`] and leaves the
/// universe as usable as before.
#[derive(Debug)]
pub struct Universe {
    limits: Limits,
    used: usize,
    depth: u32,
    nodes: Vec<Node>,
    closed: FxHashMap<NumberUpStar, GameId>,
    braces: FxHashMap<Options, GameId>,
    pub(crate) memo: Memo,
}

/// Remembered results.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    pub(crate) at_most: FxHashMap<(GameId, GameId), bool>,
    pub(crate) sums: FxHashMap<(GameId, GameId), GameId>,
    pub(crate) cooled: FxHashMap<(GameId, Dyadic), GameId>,
    pub(crate) overheated: FxHashMap<(GameId, GameId, GameId), GameId>,
    pub(crate) thermographs: FxHashMap<GameId, Arc<Thermograph>>,
}

impl Default for Universe {
    fn default() -> Self {
        Self::new(Limits::default())
    }
}

impl Universe {
    /// A universe that contains only 0.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        let zero = Node {
            form: Form::Closed(NumberUpStar::default(), None),
            left_stop: Dyadic::ZERO,
            right_stop: Dyadic::ZERO,
            negative: Some(GameId::ZERO),
        };
        Self {
            limits,
            used: 1,
            depth: 0,
            nodes: vec![zero],
            closed: std::iter::once((NumberUpStar::default(), GameId::ZERO)).collect(),
            braces: FxHashMap::default(),
            memo: Memo::default(),
        }
    }

    /// How many entries are in use, at most the limit.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.used
    }

    /// How many different games are held.
    #[must_use]
    pub fn games(&self) -> usize {
        self.nodes.len()
    }

    /// Forgets remembered results (not games: handles stay valid), to make room.
    pub fn forget_results(&mut self) {
        self.memo = Memo::default();
        self.used = self.nodes.iter().map(Node::entries).sum();
    }

    /// Makes room for `entries` more.
    pub(crate) fn charge(&mut self, entries: usize) -> Result<()> {
        let used = self.used.saturating_add(entries);
        if used > self.limits.entries || self.nodes.len() >= u32::MAX as usize {
            return Err(CgtError::BudgetExceeded { limit: self.limits.entries });
        }
        self.used = used;
        Ok(())
    }

    /// Returns the budget taken by [`Universe::charge`] for results that are no longer stored.
    pub(crate) fn refund(&mut self, entries: usize) {
        self.used = self.used.saturating_sub(entries);
    }

    /// Begins a level of recursion; [`Universe::leave`] must follow.
    pub(crate) fn enter(&mut self) -> Result<()> {
        if self.depth >= self.limits.depth {
            return Err(CgtError::TooDeep { limit: self.limits.depth });
        }
        self.depth += 1;
        Ok(())
    }

    /// Ends a level of recursion.
    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Runs `body` one level of recursion deeper.
    pub(crate) fn deeper<T>(&mut self, body: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.enter()?;
        let result = body(self);
        self.leave();
        result
    }

    fn node(&self, g: GameId) -> &Node {
        &self.nodes[g.0 as usize]
    }

    fn push(&mut self, node: Node) -> Result<GameId> {
        self.charge(node.entries())?;
        // `charge` keeps the count below 2^32.
        let id = GameId(self.nodes.len() as u32);
        self.nodes.push(node);
        Ok(id)
    }

    /// The game `number + up * ↑ + *nimber`.
    ///
    /// # Errors
    /// [`CgtError::BudgetExceeded`].
    pub fn closed_form(&mut self, game: NumberUpStar) -> Result<GameId> {
        if let Some(&id) = self.closed.get(&game) {
            return Ok(id);
        }
        let id = self.push(Node {
            form: Form::Closed(game, None),
            left_stop: game.number,
            right_stop: game.number,
            negative: None,
        })?;
        self.closed.insert(game, id);
        Ok(id)
    }

    /// The game with these options, which must be canonical and not a [`NumberUpStar`].
    pub(crate) fn intern(
        &mut self,
        mut left: Vec<GameId>,
        mut right: Vec<GameId>,
    ) -> Result<GameId> {
        left.sort_unstable();
        right.sort_unstable();
        let options = Options { left: left.into(), right: right.into() };
        if let Some(&id) = self.braces.get(&options) {
            return Ok(id);
        }
        // Options on both sides: without them the game would be an integer.
        let left_stop = options.left.iter().map(|&l| self.right_stop(l)).max().unwrap_or_default();
        let right_stop = options.right.iter().map(|&r| self.left_stop(r)).min().unwrap_or_default();
        let id = self.push(Node {
            form: Form::Braces(options.clone()),
            left_stop,
            right_stop,
            negative: None,
        })?;
        self.braces.insert(options, id);
        Ok(id)
    }

    /// The options of the canonical form of `g`.
    ///
    /// # Errors
    /// [`CgtError::BudgetExceeded`]: the options of numbers, ups and nimbers are made here.
    pub fn options(&mut self, g: GameId) -> Result<Options> {
        let closed = match &self.node(g).form {
            Form::Braces(options) | Form::Closed(_, Some(options)) => return Ok(options.clone()),
            Form::Closed(closed, None) => *closed,
        };
        self.charge(2 + closed.nimber as usize)?;
        let (left, right) = closed.options()?;
        let options = Options { left: self.closed_forms(left)?, right: self.closed_forms(right)? };
        self.nodes[g.0 as usize].form = Form::Closed(closed, Some(options.clone()));
        Ok(options)
    }

    fn closed_forms(&mut self, games: Vec<NumberUpStar>) -> Result<Arc<[GameId]>> {
        let mut ids: Vec<_> =
            games.into_iter().map(|game| self.closed_form(game)).collect::<Result<_>>()?;
        ids.sort_unstable();
        Ok(ids.into())
    }

    /// `g` as number, ups and nimber, if it is of that kind.
    #[must_use]
    pub fn as_closed_form(&self, g: GameId) -> Option<NumberUpStar> {
        match self.node(g).form {
            Form::Closed(closed, _) => Some(closed),
            Form::Braces(_) => None,
        }
    }

    /// `g` as a number, if it is one.
    #[must_use]
    pub fn as_number(&self, g: GameId) -> Option<Dyadic> {
        self.as_closed_form(g).filter(|c| c.is_number()).map(|c| c.number)
    }

    /// The number that play reaches if Left starts and both do their best (the Left stop).
    #[must_use]
    pub fn left_stop(&self, g: GameId) -> Dyadic {
        self.node(g).left_stop
    }

    /// The number that play reaches if Right starts and both do their best (the Right stop).
    #[must_use]
    pub fn right_stop(&self, g: GameId) -> Dyadic {
        self.node(g).right_stop
    }

    /// The negative of `g` if it has been computed before.
    pub(crate) fn known_negative(&self, g: GameId) -> Option<GameId> {
        self.node(g).negative
    }

    pub(crate) fn set_negative(&mut self, g: GameId, negative: GameId) {
        self.nodes[g.0 as usize].negative = Some(negative);
        self.nodes[negative.0 as usize].negative = Some(g);
    }
}

impl Node {
    fn entries(&self) -> usize {
        match &self.form {
            Form::Closed(_, None) => 1,
            Form::Closed(_, Some(options)) | Form::Braces(options) => {
                1 + options.left.len() + options.right.len()
            }
        }
    }
}
