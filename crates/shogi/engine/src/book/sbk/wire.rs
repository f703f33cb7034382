//! The encoding of Protocol Buffers, as far as books need it.

use super::super::BookError;

/// A field's value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'b> {
    /// A number of variable length.
    Number(u64),
    /// Bytes: a text or a message.
    Bytes(Wire<'b>),
    /// A number of fixed length, which books do not use.
    Fixed,
}

/// A message that is read field by field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wire<'b> {
    bytes: &'b [u8],
    at: usize,
    /// Where the message begins in the file.
    base: usize,
}

impl<'b> Wire<'b> {
    pub(super) const fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0, base: 0 }
    }

    /// The message as a text; invalid bytes are replaced.
    pub(super) fn text(self) -> String {
        String::from_utf8_lossy(self.bytes).into_owned()
    }

    /// The next field: its number and value; `None` at the end.
    pub(super) fn field(&mut self) -> Result<Option<(u64, Value<'b>)>, BookError> {
        if self.at == self.bytes.len() {
            return Ok(None);
        }
        let begin = self.at;
        let tag = self.number()?;
        let value = match tag & 7 {
            0 => Value::Number(self.number()?),
            1 => self.skip(8)?,
            2 => self.message()?,
            5 => self.skip(4)?,
            kind => {
                let reason = format!("unknown kind of field {kind}");
                return Err(BookError::byte(self.base + begin, reason));
            }
        };
        Ok(Some((tag >> 3, value)))
    }

    fn number(&mut self) -> Result<u64, BookError> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let Some(&byte) = self.bytes.get(self.at) else {
                return Err(self.cut("a number"));
            };
            self.at += 1;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(BookError::byte(self.base + self.at, "a number is too long"))
    }

    fn message(&mut self) -> Result<Value<'b>, BookError> {
        let length = self.number()?;
        let base = self.base + self.at;
        let Some(bytes) = usize::try_from(length).ok().and_then(|length| self.take(length)) else {
            return Err(self.cut(&format!("a field of {length} bytes")));
        };
        Ok(Value::Bytes(Wire { bytes, at: 0, base }))
    }

    fn skip(&mut self, length: usize) -> Result<Value<'b>, BookError> {
        match self.take(length) {
            Some(_) => Ok(Value::Fixed),
            None => Err(self.cut("a number")),
        }
    }

    fn take(&mut self, length: usize) -> Option<&'b [u8]> {
        let bytes = self.bytes.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(bytes)
    }

    fn cut(&self, what: &str) -> BookError {
        BookError::byte(self.base + self.at, format!("{what} is cut off"))
    }
}

/// Writes a number of variable length as a field.
pub(super) fn put_number(bytes: &mut Vec<u8>, field: u64, value: u64) {
    put_varint(bytes, field << 3);
    put_varint(bytes, value);
}

/// Writes a signed number as a field; negative ones have 64 bits.
pub(super) fn put_signed(bytes: &mut Vec<u8>, field: u64, value: i64) {
    put_number(bytes, field, value.cast_unsigned());
}

/// Writes bytes as a field.
pub(super) fn put_bytes(bytes: &mut Vec<u8>, field: u64, value: &[u8]) {
    put_varint(bytes, field << 3 | 2);
    put_varint(bytes, value.len() as u64);
    bytes.extend(value);
}

fn put_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
