//! The options of experiments.

use std::path::PathBuf;

use crate::options::RunOptions;

/// An option of a run in addition to its size and seed. An experiment names those it
/// uses; any other is an error, because a figure must not seem to depend on an unused option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// [`RunOptions::data`].
    Data,
    /// [`RunOptions::positions`].
    Positions,
    /// [`RunOptions::problems`].
    Problems,
    /// [`RunOptions::profile`].
    Profile,
    /// [`RunOptions::evaluation`].
    Evaluation,
    /// [`RunOptions::set`].
    Set,
    /// [`RunOptions::against`].
    Against,
    /// [`RunOptions::matches`].
    Matches,
    /// [`RunOptions::movetime`].
    Movetime,
    /// [`RunOptions::nodes`].
    Nodes,
    /// [`RunOptions::games`].
    Games,
}

impl Input {
    /// All of them.
    pub const ALL: [Input; 11] = [
        Input::Data,
        Input::Positions,
        Input::Problems,
        Input::Profile,
        Input::Evaluation,
        Input::Set,
        Input::Against,
        Input::Matches,
        Input::Movetime,
        Input::Nodes,
        Input::Games,
    ];

    /// The option of the command line.
    #[must_use]
    pub const fn option(self) -> &'static str {
        match self {
            Input::Data => "--data",
            Input::Positions => "--positions",
            Input::Problems => "--problems",
            Input::Profile => "--profile",
            Input::Evaluation => "--evaluation",
            Input::Set => "--set",
            Input::Against => "--against",
            Input::Matches => "--matches",
            Input::Movetime => "--movetime",
            Input::Nodes => "--nodes",
            Input::Games => "--games",
        }
    }

    /// Do the options give it?
    pub(crate) fn is_given(self, options: &RunOptions) -> bool {
        match self {
            Input::Data => options.data.is_some(),
            Input::Positions => options.positions.is_some(),
            Input::Problems => options.problems.is_some(),
            Input::Profile => options.profile.is_some(),
            Input::Evaluation => options.evaluation.is_some(),
            Input::Set => !options.set.is_empty(),
            Input::Against => options.against.is_some(),
            Input::Matches => options.matches.is_some(),
            Input::Movetime => options.movetime.is_some(),
            Input::Nodes => options.nodes.is_some(),
            Input::Games => options.games.is_some(),
        }
    }
}

/// The files and folders that the options name, each with its option.
pub(crate) fn files(options: &RunOptions) -> impl Iterator<Item = (Input, &PathBuf)> {
    let named = [
        (Input::Data, &options.data),
        (Input::Positions, &options.positions),
        (Input::Problems, &options.problems),
        (Input::Matches, &options.matches),
    ];
    named.into_iter().filter_map(|(input, path)| path.as_ref().map(|path| (input, path)))
}
