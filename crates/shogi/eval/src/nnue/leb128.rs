//! Numbers in seven bits a byte, as SFNN networks keep the transformer's.

use crate::container::Reader;
use crate::file_error::FormatError;

/// The header of such a list.
const MAGIC: &[u8] = b"COMPRESSED_LEB128";

/// Reads a list of `count` numbers: a magic text, the number of bytes, signed LEB128 numbers.
pub(super) fn take(
    reader: &mut Reader<'_>,
    what: &'static str,
    count: usize,
) -> Result<Vec<i16>, FormatError> {
    let found = reader.take(what, MAGIC.len())?;
    if found != MAGIC {
        return Err(FormatError::Packing { what, found: String::from_utf8_lossy(found).into() });
    }
    let length = reader.u32(what)? as usize;
    let mut bytes = reader.take(what, length)?.iter();
    let mut list = Vec::with_capacity(count);
    while list.len() < count {
        let number = next(&mut bytes).ok_or(FormatError::PackedEnd {
            what,
            found: list.len(),
            expected: count,
        })?;
        list.push(number);
    }
    match bytes.len() {
        0 => Ok(list),
        left => Err(FormatError::PackedRest { what, left }),
    }
}

/// The next number; more than 16 bits are cut off.
fn next(bytes: &mut core::slice::Iter<'_, u8>) -> Option<i16> {
    let (mut number, mut shift) = (0_u32, 0);
    loop {
        let byte = u32::from(*bytes.next()?);
        number |= (byte & 0x7F) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            let negative = byte & 0x40 != 0 && shift < 16;
            return Some((if negative { number | u32::MAX << shift } else { number }) as i16);
        }
        if shift >= 21 {
            return Some(number as i16);
        }
    }
}

/// The counterpart of [`take`].
pub(super) fn put(bytes: &mut Vec<u8>, list: &[i16]) {
    let mut packed = Vec::with_capacity(list.len());
    for &number in list {
        let mut number = number;
        loop {
            let (byte, rest) = ((number & 0x7F) as u8, number >> 7);
            let done = rest == 0 && byte & 0x40 == 0 || rest == -1 && byte & 0x40 != 0;
            packed.push(if done { byte } else { byte | 0x80 });
            if done {
                break;
            }
            number = rest;
        }
    }
    bytes.extend(MAGIC);
    bytes.extend((packed.len() as u32).to_le_bytes());
    bytes.extend(packed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_back() {
        let list: Vec<i16> = (i16::MIN..=i16::MAX).collect();
        let mut bytes = Vec::new();
        put(&mut bytes, &list);
        let mut reader = Reader::new(&bytes);
        assert_eq!(take(&mut reader, "numbers", list.len()).unwrap(), list);
        reader.end().unwrap();
        let cut = &bytes[..bytes.len() - 1];
        assert!(take(&mut Reader::new(cut), "numbers", list.len()).is_err());
        let error = take(&mut Reader::new(&bytes), "numbers", list.len() + 1).unwrap_err();
        assert!(error.to_string().contains("65536 numbers, 65537 expected"), "{error}");
        let error = take(&mut Reader::new(&bytes), "numbers", 7).unwrap_err();
        assert!(error.to_string().contains("bytes are left"), "{error}");
    }
}
