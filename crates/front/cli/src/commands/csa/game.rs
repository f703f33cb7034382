//! One game: the board, both clocks, and the running search.

use std::sync::mpsc::Sender;
use std::time::Duration;

use zenpuku_protocol::csa::{
    ClientLine, CsaMove, EndReason, FloodgateComment, GameSummary, Outcome, SideClock, SpecialMove,
};
use zenpuku_shogi::{Color, Move, Position, SetupRules};
use zenpuku_shogi_engine::{
    Clock, Engine, SearchHandle, SearchHandler, SearchLimits, SearchRequest, SearchResult,
};

use super::Message;
use super::archive::{self, Archive};
use super::notation;

/// Time for a move in a game without a clock.
const UNLIMITED: Duration = Duration::from_secs(10);

/// Sends the result of a search to the loop of the command.
struct ResultSender {
    number: u64,
    messages: Sender<Message>,
}

impl SearchHandler for ResultSender {
    fn done(&mut self, result: &SearchResult) {
        let _ = self.messages.send(Message::Found(self.number, Box::new(result.clone())));
    }
}

/// The state of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thinking {
    Nothing,
    /// Of the own move, by the search with this number.
    Own(u64),
    /// Of the answer to the reply that is expected.
    Ponder(u64, Move),
}

/// A game from its summary to its end.
pub(super) struct Game {
    me: Color,
    opponent: String,
    position: Position,
    clocks: [SideClock; 2],
    pub(super) archive: Archive,
    thinking: Thinking,
    searches: u64,
    /// Of the move sent last.
    comment: Option<String>,
    /// Value of the last move from the own side, in centipawns.
    value: Option<i32>,
    special: Option<SpecialMove>,
    reason: Option<EndReason>,
}

/// State shared by the games of a session.
pub(super) struct Player {
    pub(super) engine: Engine,
    /// The search that runs or has ended last.
    pub(super) search: Option<SearchHandle>,
    pub(super) ponder: bool,
    /// Send values and lines with the moves.
    pub(super) comments: bool,
    pub(super) messages: Sender<Message>,
}

impl Game {
    /// The game of a summary, its preset moves played.
    ///
    /// # Errors
    /// If the position or a preset move is impossible, or the record cannot be written.
    pub(super) fn new(
        summary: &GameSummary,
        folder: &std::path::Path,
        player: &mut Player,
    ) -> anyhow::Result<Self> {
        let record = archive::start_record(summary)?;
        let mut position = record.start().position(SetupRules::Play)?;
        let mut archive = Archive::begin(folder, summary)?;
        archive.preset(summary, &mut position)?;
        let clock = |color: Color| {
            let rules =
                if color == Color::Black { &summary.black_time } else { &summary.white_time };
            let mut clock = SideClock::new(rules.clone());
            for preset in &summary.preset_moves {
                if notation::color(preset.mv.color) == color {
                    clock.begin_move();
                    clock.charge(preset.time);
                }
            }
            clock
        };
        let me = notation::color(summary.your_turn);
        let clocks = [clock(Color::Black), clock(Color::White)];
        let time = &mut player.engine.options_mut().time;
        let rules = clocks[me.to_index()].rules();
        time.round_up_to_full_second = rules.unit == Duration::from_secs(1) && !rules.round_up;
        time.max_moves = summary.max_moves.unwrap_or(0);
        player.engine.new_game();
        let other = if me == Color::Black { &summary.white_name } else { &summary.black_name };
        Ok(Self {
            me,
            opponent: other.clone(),
            position,
            clocks,
            archive,
            thinking: Thinking::Nothing,
            searches: 0,
            comment: None,
            value: None,
            special: None,
            reason: None,
        })
    }

    /// Both sides agreed.
    ///
    /// # Errors
    /// If the engine cannot search.
    pub(super) fn start(&mut self, player: &mut Player) -> anyhow::Result<()> {
        self.clocks[self.position.side_to_move().to_index()].begin_move();
        self.think(player)
    }

    /// A move of either side, with the time that the server counts.
    ///
    /// # Errors
    /// If it is not legal here, or the record cannot be written, or the engine cannot search.
    pub(super) fn played(
        &mut self,
        csa: CsaMove,
        time: Option<u64>,
        player: &mut Player,
    ) -> anyhow::Result<()> {
        let side = self.position.side_to_move();
        let mv = notation::board_move(&self.position, csa)
            .ok_or_else(|| anyhow::anyhow!("the server says {csa}, which is not legal here"))?;
        let clock = &mut self.clocks[side.to_index()];
        clock.charge(time.unwrap_or(0));
        let spent = archive::millis(clock.rules().duration(time.unwrap_or(0)));
        self.position.try_do_move(mv)?;
        self.clocks[side.flip().to_index()].begin_move();
        let comment = self.comment.take().filter(|_| side == self.me);
        self.archive.play(mv, spent, comment.as_deref())?;
        if side == self.me {
            return Ok(());
        }
        if let Thinking::Ponder(number, expected) = self.thinking
            && expected == mv
        {
            self.thinking = Thinking::Own(number);
            if let Some(search) = &player.search {
                search.ponderhit(self.clock());
            }
            return Ok(());
        }
        self.think(player)
    }

    /// Searches if it is the own turn.
    fn think(&mut self, player: &mut Player) -> anyhow::Result<()> {
        if self.position.side_to_move() != self.me {
            return Ok(());
        }
        let limits = match self.clock() {
            Some(clock) => SearchLimits::clock(clock),
            None => SearchLimits::movetime(UNLIMITED),
        };
        let position = self.position.clone();
        self.thinking = Thinking::Own(self.search(player, position, limits)?);
        Ok(())
    }

    /// Searches on while the opponent thinks, as if the expected reply were played.
    fn ponder(&mut self, player: &mut Player, mv: Move, reply: Move) -> anyhow::Result<()> {
        let mut position = self.position.clone();
        let (Some(clock), Ok(())) = (self.clock(), position.try_do_move(mv)) else { return Ok(()) };
        if !player.ponder || position.try_do_move(reply).is_err() || !position.has_legal_move() {
            return Ok(());
        }
        let limits = SearchLimits { ponder: true, ..SearchLimits::clock(clock) };
        self.thinking = Thinking::Ponder(self.search(player, position, limits)?, reply);
        Ok(())
    }

    fn search(
        &mut self,
        player: &mut Player,
        position: Position,
        limits: SearchLimits,
    ) -> anyhow::Result<u64> {
        self.searches += 1;
        // The previous one ends first.
        player.search = None;
        player.engine.set_position(position)?;
        let sender = ResultSender { number: self.searches, messages: player.messages.clone() };
        let request = SearchRequest::new(limits).report_to(sender);
        player.search = Some(player.engine.start(request)?);
        Ok(self.searches)
    }

    /// The own clock as the engine wants it: the increment of this move apart.
    fn clock(&self) -> Option<Clock> {
        let mine = &self.clocks[self.me.to_index()];
        let rules = mine.rules();
        let increment = rules.duration(rules.increment);
        let time = mine.left()?.saturating_sub(increment);
        Some(Clock {
            time: [time; 2],
            increment: [increment; 2],
            byoyomi: rules.duration(rules.byoyomi),
        })
    }

    /// What to send when a search has ended; `None` if that search is no longer needed.
    ///
    /// # Errors
    /// If the engine cannot think on.
    pub(super) fn found(
        &mut self,
        number: u64,
        result: &SearchResult,
        player: &mut Player,
    ) -> anyhow::Result<Option<ClientLine>> {
        if self.thinking != Thinking::Own(number) {
            return Ok(None);
        }
        self.thinking = Thinking::Nothing;
        let Some(mv) = notation::csa_move(self.me, result.best) else {
            let declares = result.best == Move::WIN;
            let special = if declares { SpecialMove::Kachi } else { SpecialMove::Toryo };
            return Ok(Some(ClientLine::Special(special)));
        };
        let comment = self.comment_of(result);
        if let Some(reply) = result.ponder {
            self.ponder(player, result.best, reply)?;
        }
        Ok(Some(ClientLine::Move { mv, comment: comment.filter(|_| player.comments) }))
    }

    /// Value from Black's view and line of a result, kept for the record.
    fn comment_of(&mut self, result: &SearchResult) -> Option<FloodgateComment> {
        let line = result.lines.first()?;
        let own = line.shown().value();
        let value = if self.me == Color::Black { own } else { -own };
        let after = notation::csa_line(&self.position, &line.pv);
        let line: Vec<CsaMove> = after.into_iter().skip(1).collect();
        self.comment = Some(archive::comment(value, &line));
        self.value = Some(own);
        Some(FloodgateComment { value, line })
    }

    /// A resignation, a declaration, or a break.
    pub(super) fn special(&mut self, special: SpecialMove) {
        self.special = Some(special);
    }

    /// Why the game ends.
    pub(super) fn reason(&mut self, reason: EndReason) {
        self.reason = Some(reason);
    }

    /// Writes the end into the record.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn finish(&mut self, outcome: Outcome, player: &Player) -> anyhow::Result<()> {
        if let Some(search) = &player.search {
            search.stop();
        }
        self.thinking = Thinking::Nothing;
        let sides = (self.me, self.position.side_to_move());
        self.archive.end(archive::ending(self.special, self.reason, outcome, sides))
    }

    /// One line for a person: whom we play, the move, the value, the time left.
    pub(super) fn status(&self) -> String {
        let value = self.value.map_or_else(String::new, |value| format!(", {value:+}"));
        let left = self.clocks[self.me.to_index()].left();
        let left = left.map_or_else(String::new, |left| format!(", {} s left", left.as_secs()));
        let doing = match self.thinking {
            Thinking::Nothing => "waiting",
            Thinking::Own(_) => "thinking",
            Thinking::Ponder(..) => "pondering",
        };
        format!("{}: move {}{value}{left}, {doing}", self.opponent, self.archive.moves() + 1)
    }

    /// Who the opponent is.
    pub(super) fn opponent(&self) -> &str {
        &self.opponent
    }
}
