//! The bounded queue of messages to one client.

use super::{LiveGame, lock, message_text};
use crate::engine::LiveNews;
use crate::protocol::{Event, ServerMessage};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// Messages that may wait before events are dropped and no more requests are read.
const CAPACITY: usize = 256;
const CAPACITY_BYTES: usize = 4_000_000;

/// Least time between two updates of one topic.
const NEWS_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Default)]
struct State {
    queue: VecDeque<Arc<str>>,
    /// Total length of the waiting messages.
    bytes: usize,
    slots: Vec<Slot>,
    missed: u32,
}

/// News of which only the newest waits: updates of live analysis by one engine, and the moves of one
/// game of a match.
pub(crate) enum News {
    Live(LiveNews),
    Game(LiveGame),
}

/// What the news are about: an engine, or a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Topic {
    Engine(u32),
    Game(u32, u32),
}

impl News {
    fn topic(&self) -> Topic {
        match self {
            Self::Live(news) => Topic::Engine(news.engine()),
            Self::Game(game) => Topic::Game(game.of_match(), game.number()),
        }
    }

    fn event(&self) -> Event {
        match self {
            Self::Live(news) => Event::Live { update: news.update() },
            Self::Game(game) => game.event(),
        }
    }
}

/// The news of one topic.
struct Slot {
    topic: Topic,
    news: Option<News>,
    last: Option<Instant>,
}

impl Slot {
    /// How long its update must wait; `None` without one.
    fn wait(&self) -> Option<Duration> {
        self.news.as_ref()?;
        let since = self.last.map(|last| last.elapsed());
        Some(since.map_or(Duration::ZERO, |since| NEWS_INTERVAL.saturating_sub(since)))
    }

    /// Could its next update be sent at once? Then it need not be kept.
    fn is_idle(&self) -> bool {
        self.news.is_none() && self.last.is_none_or(|last| last.elapsed() >= NEWS_INTERVAL)
    }
}

impl State {
    fn has_room(&self) -> bool {
        self.queue.len() < CAPACITY && self.bytes < CAPACITY_BYTES
    }

    fn push(&mut self, text: Arc<str>) {
        self.bytes += text.len();
        self.queue.push_back(text);
    }

    fn pop(&mut self) -> Option<Arc<str>> {
        let text = self.queue.pop_front()?;
        self.bytes -= text.len();
        Some(text)
    }
}

/// The queue of one connection.
#[derive(Default)]
pub(crate) struct Outbox {
    state: Mutex<State>,
    filled: Notify,
    emptied: Notify,
}

impl Outbox {
    /// Queues an event, or counts it as missed.
    pub(crate) fn event(&self, text: &Arc<str>) {
        let mut state = lock(&self.state);
        if state.has_room() {
            state.push(Arc::clone(text));
        } else {
            state.missed += 1;
        }
        self.filled.notify_one();
    }

    /// Queues a reply; requests are only read while there is room.
    pub(crate) fn message(&self, message: &ServerMessage) {
        lock(&self.state).push(message_text(message).into());
        self.filled.notify_one();
    }

    /// Replaces the news of the same topic that wait.
    pub(crate) fn newest(&self, news: News) {
        let topic = news.topic();
        let mut state = lock(&self.state);
        state.slots.retain(|slot| !slot.is_idle());
        match state.slots.iter_mut().find(|slot| slot.topic == topic) {
            Some(slot) => slot.news = Some(news),
            None => state.slots.push(Slot { topic, news: Some(news), last: None }),
        }
        drop(state);
        self.filled.notify_one();
    }

    /// Drops waiting updates after a change of the analysed position.
    pub(crate) fn forget_live(&self) {
        let mut state = lock(&self.state);
        let slots = state.slots.iter_mut();
        slots
            .filter(|slot| matches!(slot.topic, Topic::Engine(_)))
            .for_each(|slot| slot.news = None);
    }

    /// Waits until there is room for more.
    pub(crate) async fn room(&self) {
        loop {
            let emptied = self.emptied.notified();
            if lock(&self.state).has_room() {
                return;
            }
            emptied.await;
        }
    }

    /// The next message to send, as soon as there is one.
    pub(crate) async fn next(&self) -> Arc<str> {
        loop {
            let filled = self.filled.notified();
            match self.try_next() {
                Next::Message(text) => return text,
                Next::News(news) => {
                    let event = news.event();
                    return message_text(&ServerMessage::Event { event }).into();
                }
                Next::Later(wait) => {
                    // Whichever comes first.
                    let _ = tokio::time::timeout(wait, filled).await;
                }
                Next::Nothing => filled.await,
            }
        }
    }

    fn try_next(&self) -> Next {
        let mut state = lock(&self.state);
        if let Some(text) = state.pop() {
            self.emptied.notify_waiters();
            return Next::Message(text);
        }
        if state.missed > 0 {
            let event = Event::Missed { events: std::mem::take(&mut state.missed) };
            return Next::Message(message_text(&ServerMessage::Event { event }).into());
        }
        let waiting = state.slots.iter_mut().filter_map(|slot| Some((slot.wait()?, slot)));
        let Some((wait, slot)) = waiting.min_by_key(|(wait, _)| *wait) else {
            return Next::Nothing;
        };
        if !wait.is_zero() {
            return Next::Later(wait);
        }
        match slot.news.take() {
            Some(news) => {
                slot.last = Some(Instant::now());
                Next::News(news)
            }
            None => Next::Nothing,
        }
    }
}

enum Next {
    Message(Arc<str>),
    News(News),
    Later(Duration),
    Nothing,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_client_costs_no_memory_and_is_told_what_it_missed() {
        let outbox = Outbox::default();
        let text: Arc<str> = "{}".into();
        for _ in 0..CAPACITY + 5 {
            outbox.event(&text);
        }
        assert_eq!(lock(&outbox.state).queue.len(), CAPACITY);
        for _ in 0..CAPACITY {
            assert!(matches!(outbox.try_next(), Next::Message(_)));
        }
        match outbox.try_next() {
            Next::Message(text) => assert!(text.contains("\"missed\"") && text.contains('5')),
            _ => panic!("the client is told"),
        }
        assert!(matches!(outbox.try_next(), Next::Nothing));
    }
}
