//! Rust source as a flat list of tokens with line numbers. Comments and the
//! insides of strings are gone, macro bodies are not, so that a rule cannot
//! be dodged by writing code inside a macro call.

use std::str::FromStr as _;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// One token; a delimiter of a group is a separate token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    /// Counted from 1.
    pub(crate) line: usize,
}

/// Splits a file; an error names the line that is not Rust.
pub(crate) fn scan(text: &str) -> Result<Vec<Token>, String> {
    let stream = TokenStream::from_str(text)
        .map_err(|error| format!("line {}: {error}", error.span().start().line))?;
    let mut tokens = Vec::new();
    flatten(stream, &mut tokens);
    Ok(tokens)
}

fn flatten(stream: TokenStream, tokens: &mut Vec<Token>) {
    for tree in stream {
        let line = tree.span().start().line;
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                tokens.push(Token { text: open.to_owned(), line });
                flatten(group.stream(), tokens);
                let line = group.span_close().end().line;
                tokens.push(Token { text: close.to_owned(), line });
            }
            // A literal's text could look like code (`"println"`).
            TokenTree::Literal(_) => tokens.push(Token { text: "\"\"".to_owned(), line }),
            tree => tokens.push(Token { text: tree.to_string(), line }),
        }
    }
}

/// The lines where the words follow each other, such as `["std", ":", ":", "net"]`.
pub(crate) fn find(tokens: &[Token], words: &[&str]) -> Vec<usize> {
    tokens
        .windows(words.len())
        .filter(|window| window.iter().zip(words).all(|(token, word)| token.text == *word))
        .map(|window| window[0].line)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_comments_are_not_code() {
        let tokens = scan("// println!()\nconst A: &str = \"println!\";\n").unwrap();
        assert!(find(&tokens, &["println", "!"]).is_empty());
    }

    #[test]
    fn code_inside_macro_calls_is_seen() {
        let tokens = scan("fn f() {\n    assert!({ println!(); true });\n}\n").unwrap();
        assert_eq!(find(&tokens, &["println", "!"]), [2]);
    }

    #[test]
    fn broken_code_is_an_error() {
        assert!(scan("fn f( {").is_err());
    }
}
