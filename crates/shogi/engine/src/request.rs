//! The request for a search.

use crate::info::SearchHandler;
use crate::limits::SearchLimits;
use crate::observer::SearchObserver;
use zenpuku_core::StopToken;

/// One search: its limits, stop token, handler and observer. Can be made from limits alone.
///
/// ```
/// use zenpuku_core::StopToken;
/// use zenpuku_shogi_engine::{SearchLimits, SearchRequest};
/// let stop = StopToken::new();
/// let request = SearchRequest::new(SearchLimits::infinite()).stopped_by(&stop);
/// # drop(request);
/// ```
pub struct SearchRequest<'a> {
    pub(crate) limits: SearchLimits,
    pub(crate) stop: StopToken,
    pub(crate) handler: Box<dyn SearchHandler + 'a>,
    pub(crate) observer: Option<Box<dyn SearchObserver + 'a>>,
    pub(crate) one_iteration: bool,
}

impl<'a> SearchRequest<'a> {
    /// A search with these limits, without a stop token or a handler.
    #[must_use]
    pub fn new(limits: SearchLimits) -> Self {
        let handler = Box::new(Quiet);
        Self { limits, stop: StopToken::new(), handler, observer: None, one_iteration: false }
    }

    /// What ends the search.
    #[must_use]
    pub fn limits(&self) -> &SearchLimits {
        &self.limits
    }

    /// The same, also ended by `stop`; the search then returns its result so far.
    #[must_use]
    pub fn stopped_by(self, stop: &StopToken) -> Self {
        Self { stop: stop.clone(), ..self }
    }

    /// The same, with `handler` for its reports.
    #[must_use]
    pub fn report_to(self, handler: impl SearchHandler + 'a) -> Self {
        Self { handler: Box::new(handler), ..self }
    }

    /// The same, with `observer` to watch the first search thread, node by node.
    #[must_use]
    pub fn watched_by(self, observer: impl SearchObserver + 'a) -> Self {
        // Boxed, for as a type parameter the search would be compiled once more for every observer
        // of every crate.
        Self { observer: Some(Box::new(observer)), ..self }
    }

    /// The same, but limits that are too small for one iteration give a value nevertheless: depth 1
    /// is searched then.
    #[must_use]
    pub fn at_least_one_iteration(self) -> Self {
        Self { one_iteration: true, ..self }
    }
}

impl From<SearchLimits> for SearchRequest<'_> {
    fn from(limits: SearchLimits) -> Self {
        Self::new(limits)
    }
}

impl From<&SearchLimits> for SearchRequest<'_> {
    fn from(limits: &SearchLimits) -> Self {
        Self::new(limits.clone())
    }
}

/// Ignores all reports.
pub(crate) struct Quiet;

impl SearchHandler for Quiet {}
