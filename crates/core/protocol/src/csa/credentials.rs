//! Login name and password.

use std::fmt;

use super::CsaError;

/// The longest name or password in bytes.
const LONGEST: usize = 32;

/// A password that shows itself only on request.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// The password as it goes over the wire.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[hidden]")
    }
}

/// The login of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credentials {
    id: String,
    password: Password,
}

impl Credentials {
    /// A login name of letters, digits, `_` and `-`, and a password of visible ASCII characters;
    /// each of 1 to 32 bytes.
    ///
    /// # Errors
    /// [`CsaError::BadCredential`], which does not show the password.
    pub fn new(id: &str, password: &str) -> Result<Self, CsaError> {
        let in_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        check("login name", "only letters, digits, `_` and `-`", id, in_name)?;
        check("password", "only visible ASCII characters", password, |c| c.is_ascii_graphic())?;
        Ok(Self { id: id.to_owned(), password: Password(password.to_owned()) })
    }

    /// The login name.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The password.
    pub fn password(&self) -> &Password {
        &self.password
    }
}

fn check(
    what: &'static str,
    characters: &'static str,
    text: &str,
    allowed: impl Fn(char) -> bool,
) -> Result<(), CsaError> {
    let good = (1..=LONGEST).contains(&text.len()) && text.chars().all(allowed);
    if good { Ok(()) } else { Err(CsaError::BadCredential { what, characters }) }
}
