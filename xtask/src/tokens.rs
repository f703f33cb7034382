//! Rust source as a flat list of tokens with line numbers. Comments and the
//! insides of strings are gone, macro bodies are not, so that a rule cannot
//! be dodged by writing code inside a macro call.

use std::str::FromStr as _;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// One token; a delimiter of a group is a token of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) text: String,
    /// Counted from 1.
    pub(crate) line: usize,
}

/// One function of a file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Function {
    pub(crate) name: String,
    /// Counted from 1.
    pub(crate) line: usize,
    /// From the line of `fn` to the line of the closing brace.
    pub(crate) lines: usize,
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

/// All functions with a body, nested ones included.
pub(crate) fn functions(tokens: &[Token]) -> Vec<Function> {
    let mut found = Vec::new();
    for (index, pair) in tokens.windows(2).enumerate() {
        if pair[0].text != "fn" || !is_name(&pair[1].text) {
            continue;
        }
        if let Some(end) = body_end(&tokens[index..]) {
            let line = pair[0].line;
            found.push(Function { name: pair[1].text.clone(), line, lines: end + 1 - line });
        }
    }
    found
}

fn is_name(text: &str) -> bool {
    text.chars().next().is_some_and(|first| first.is_alphabetic() || first == '_')
}

/// The line of the brace that closes the first body in `tokens`; `None` for a
/// declaration without one.
fn body_end(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0_usize;
    let mut in_body = false;
    for token in tokens {
        match token.text.as_str() {
            "(" | "[" => depth += 1,
            "{" => {
                in_body |= depth == 0;
                depth += 1;
            }
            ")" | "]" | "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 && in_body {
                    return Some(token.line);
                }
            }
            ";" if depth == 0 => return None,
            _ => {}
        }
    }
    None
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
    fn functions_are_measured_from_name_to_brace() {
        let code = "trait T { fn none(); }\nfn one<const N: usize>(a: [u8; 3]) -> u8 {\n    \
                    fn two() {}\n    a[0]\n}\n";
        let found = functions(&scan(code).unwrap());
        let sizes: Vec<_> = found.iter().map(|f| (f.name.as_str(), f.line, f.lines)).collect();
        assert_eq!(sizes, [("one", 2, 4), ("two", 3, 1)]);
    }

    #[test]
    fn broken_code_is_an_error() {
        assert!(scan("fn f( {").is_err());
    }
}
