//! USI engines that the user has registered.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
#[cfg(test)]
use ts_rs::TS;

/// Requests about registered engines. In parentheses: the reply.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EnginesRequest {
    /// All of them (`engines`).
    #[serde(rename = "engine_list")]
    List,
    /// Starts a program of this machine, reads its name and options and registers it (`engines`).
    #[serde(rename = "engine_add")]
    Add {
        /// How it is started.
        #[serde(flatten)]
        program: EngineProgram,
    },
    /// Starts an engine in another way, with another program, arguments or folder, reads its name and options
    /// again and keeps it (`engines`); nothing changes if that fails.
    #[serde(rename = "engine_program")]
    Program {
        /// The engine.
        engine: u32,
        /// How it is started from now on.
        #[serde(flatten)]
        program: EngineProgram,
    },
    /// Starts an engine and reads its name and options again (`engines`). Its `fault` says
    /// whether it failed.
    #[serde(rename = "engine_check")]
    Check {
        /// The engine.
        engine: u32,
    },
    /// Changes a set-up (`engines`).
    #[serde(rename = "engine_update")]
    Update {
        /// The engine.
        engine: u32,
        /// Its new name.
        #[serde(default)]
        name: Option<String>,
        /// All options that differ from their defaults; an empty text presses a button.
        #[serde(default)]
        values: Option<BTreeMap<String, String>>,
    },
    /// Registers the same program with the same options once more (`engines`).
    #[serde(rename = "engine_duplicate")]
    Duplicate {
        /// The engine.
        engine: u32,
    },
    /// Forgets a set-up; the program stays (`engines`).
    #[serde(rename = "engine_remove")]
    Remove {
        /// The engine.
        engine: u32,
    },
}

/// How an engine is started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
pub struct EngineProgram {
    /// The program, with its absolute path.
    pub path: String,
    /// Its arguments.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// Its working folder, absolute; the program's own folder when absent.
    #[serde(default)]
    pub folder: Option<String>,
}

/// A registered engine: a program with its options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct RegisteredEngine {
    /// Its id, from 1; 0 stands for the built-in engine.
    pub engine: u32,
    /// Its name given by the user.
    pub name: String,
    /// How it is started.
    #[serde(flatten)]
    pub program: EngineProgram,
    /// Its own name.
    pub id_name: String,
    /// Who wrote it, as it says; may be empty.
    pub author: String,
    /// The options that it lists, in its order.
    pub options: Vec<EngineOption>,
    /// Options that differ from their defaults. A button that is here is pressed at every start.
    pub values: BTreeMap<String, String>,
    /// Why it failed the last time, in English; absent when it did not.
    pub fault: Option<String>,
}

/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: EngineOptionKind,
}

/// The kind of an option, with its default and range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EngineOptionKind {
    /// On or off: `true` or `false`.
    Check {
        /// The default.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The default.
        default: i64,
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// One of several texts.
    Combo {
        /// The default.
        default: String,
        /// The texts.
        choices: Vec<String>,
    },
    /// An action.
    Button,
    /// Any text.
    String {
        /// The default, may be empty.
        default: String,
    },
    /// The path of a file.
    Filename {
        /// The default, may be empty.
        default: String,
    },
}
