//! Types as TypeScript declares them: for the page of the app, and for the page that describes JSON.

use std::collections::BTreeSet;

use ts_rs::{Config, TS, TypeVisitor};

/// Collects the declarations of types and of all types that they mention, each once.
pub struct Declarations {
    config: Config,
    known: BTreeSet<String>,
    found: Vec<(String, String)>,
}

impl Default for Declarations {
    fn default() -> Self {
        let config = Config::new().with_large_int("number");
        Self { config, known: BTreeSet::new(), found: Vec::new() }
    }
}

impl Declarations {
    /// Adds a type and the types it uses, unless already added.
    pub fn add<T: TS + 'static + ?Sized>(&mut self) {
        self.visit::<T>();
    }

    /// Returns the additions since the last call: names and declarations, with
    /// their comments; the type added first, then all others by name.
    pub fn take(&mut self) -> Vec<(String, String)> {
        let mut found = std::mem::take(&mut self.found);
        // ts-rs goes through the types that one mentions in another order after each compilation.
        if let Some((_, others)) = found.split_first_mut() {
            others.sort();
        }
        found
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // A type of the language has no declaration, and asking for its name panics.
        if T::output_path().is_none() {
            T::visit_generics(self);
            return;
        }
        // Without its parameters: a generic type is declared once.
        let name = T::ident(&self.config);
        if self.known.insert(name.clone()) {
            let docs = T::docs().unwrap_or_default();
            let text = format!("{docs}export {}\n", T::decl(&self.config));
            // ts-rs leaves blanks at the ends of lines.
            let text = text.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
            self.found.push((name, text));
            T::visit_dependencies(self);
        }
        T::visit_generics(self);
    }
}
