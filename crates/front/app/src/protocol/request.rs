//! Requests of a client, by feature.

use super::{
    AnalysisRequest, BooksRequest, DailyRequest, DocumentRequest, EnginesRequest, GoRequest,
    GoalsRequest, JobRequest, LabRequest, LensRequest, LibraryRequest, MatchesRequest, MateRequest,
    PlayRequest, PositionRequest, SessionRequest, SettingsRequest,
};
use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
#[cfg(test)]
use ts_rs::TS;

/// Declares the enum of all features' requests. On the wire a request is that
/// of its feature, without a wrapper: its `type` identifies the feature.
macro_rules! requests {
    ($($feature:ident($request:ty),)*) => {
        /// A request.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[cfg_attr(test, derive(TS))]
        #[serde(untagged)]
        pub enum Request {
            $(
                #[doc = concat!("One of [`", stringify!($request), "`].")]
                $feature($request),
            )*
        }

        $(
            impl From<$request> for Request {
                fn from(request: $request) -> Self {
                    Self::$feature(request)
                }
            }
        )*

        impl<'de> Deserialize<'de> for Request {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = serde_json::Value::deserialize(deserializer)?;
                let tag = value.get("type").ok_or_else(|| D::Error::missing_field("type"))?;
                let tag = tag.as_str().unwrap_or_default();
                $(
                    if types::<$request>().contains(&tag) {
                        let request = <$request>::deserialize(value);
                        return request.map(Self::$feature).map_err(D::Error::custom);
                    }
                )*
                Err(D::Error::custom(format_args!("unknown request `{tag}`")))
            }
        }

        /// The types of all requests.
        #[cfg(test)]
        fn all_types() -> Vec<&'static str> {
            [$(types::<$request>()),*].concat()
        }
    };
}

requests! {
    Session(SessionRequest),
    Settings(SettingsRequest),
    Engines(EnginesRequest),
    Document(DocumentRequest),
    Position(PositionRequest),
    Analysis(AnalysisRequest),
    Job(JobRequest),
    Play(PlayRequest),
    Library(LibraryRequest),
    Books(BooksRequest),
    Go(GoRequest),
    Mate(MateRequest),
    Daily(DailyRequest),
    Match(MatchesRequest),
    Goals(GoalsRequest),
    Lab(LabRequest),
    Lens(LensRequest),
}

/// An error of reading that keeps the types which were expected.
#[derive(Debug, Default)]
struct Expected(&'static [&'static str]);

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {:?}", self.0)
    }
}

impl std::error::Error for Expected {}

impl serde::de::Error for Expected {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::default()
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self(expected)
    }
}

/// The types of a feature's requests, as listed in its error for an unknown type.
fn types<T: DeserializeOwned>() -> &'static [&'static str] {
    let none = MapDeserializer::<_, Expected>::new(std::iter::once(("type", "")));
    T::deserialize(none).map_or_else(|Expected(types)| types, |_| &[])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn read(text: &str) -> Result<Request, serde_json::Error> {
        serde_json::from_str(text)
    }

    #[test]
    fn every_type_belongs_to_one_feature() {
        let all = all_types();
        assert!(all.len() > 50 && all.contains(&"hello") && all.contains(&"go_solve"));
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    }

    #[test]
    fn a_request_is_that_of_its_feature_and_nothing_around_it() {
        let text = r#"{"type":"go_read","sgf":"(;)"}"#;
        let request = read(text).unwrap();
        assert_eq!(request, Request::Go(GoRequest::Read { sgf: "(;)".to_owned() }));
        assert_eq!(serde_json::to_string(&request).unwrap(), text);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let why = |text| read(text).unwrap_err().to_string();
        assert!(why(r#"{"type": "go_read"}"#).contains("missing field `sgf`"));
        assert!(why(r#"{"type": "go_fly"}"#).contains("unknown request `go_fly`"));
        assert!(why(r#"{"sgf": ""}"#).contains("missing field `type`"));
        assert!(why("7").contains("missing field `type`"));
    }
}
