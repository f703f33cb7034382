//! Records inside ZIP files.

use super::extensions::is_record;
use crate::protocol::MAX_RECORD_BYTES;
use std::io::{Read, Seek};
use std::ops::ControlFlow;
use std::path::Path;
use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::ZipError;

/// Most bytes that are unpacked from one file: a small file can unpack to any size.
const MAX_UNPACKED: u64 = 1_000_000_000;

/// What is found in a ZIP file, in this order.
pub(super) enum Member {
    /// How many records it has, by their names.
    Count(u32),
    /// A record: its name and its bytes, at most one byte more than a record may have.
    Record(String, Vec<u8>),
    /// A record that cannot be unpacked: its name and why.
    Unreadable(String, String),
}

/// Unpacks the records of a ZIP file, one after the other, until `take` breaks. ZIP files in it are not opened.
///
/// # Errors
/// If it is no ZIP file, or if its records are too large together; those before were taken.
pub(super) fn members(
    file: impl Read + Seek,
    mut take: impl FnMut(Member) -> ControlFlow<()>,
) -> Result<(), String> {
    let mut zip = ZipArchive::new(file).map_err(|why| sentence(&why))?;
    let records = records_of(&mut zip);
    if take(Member::Count(u32::try_from(records.len()).unwrap_or(u32::MAX))).is_break() {
        return Ok(());
    }
    let mut left = MAX_UNPACKED;
    for (index, name) in records {
        let found = match zip.by_index(index).map_err(|why| sentence(&why)).and_then(unpack) {
            Ok(bytes) => {
                left = left.checked_sub(bytes.len() as u64).ok_or_else(|| {
                    format!("more than {MAX_UNPACKED} bytes when unpacked; the rest is left out")
                })?;
                Member::Record(name, bytes)
            }
            Err(why) => Member::Unreadable(name, why),
        };
        if take(found).is_break() {
            break;
        }
    }
    Ok(())
}

/// The places and names of the records.
fn records_of(zip: &mut ZipArchive<impl Read + Seek>) -> Vec<(usize, String)> {
    let mut records = Vec::new();
    for index in 0..zip.len() {
        // Not decompressed: the name is enough, and is there of an encrypted member too.
        let Ok(member) = zip.by_index_raw(index) else { continue };
        let name = name_of(member.name_raw());
        if member.is_file() && is_record(Path::new(&name)) {
            records.push((index, name));
        }
    }
    records
}

fn unpack(member: ZipFile<'_, impl Read>) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let limit = MAX_RECORD_BYTES as u64 + 1;
    member.take(limit).read_to_end(&mut bytes).map_err(|why| why.to_string())?;
    Ok(bytes)
}

/// A member's name. Programs in Japan write Shift_JIS where the format has no encoding.
fn name_of(bytes: &[u8]) -> String {
    let utf8 = std::str::from_utf8(bytes).map(str::to_owned);
    utf8.unwrap_or_else(|_| encoding_rs::SHIFT_JIS.decode(bytes).0.into_owned())
}

fn sentence(why: &ZipError) -> String {
    match why {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
            "it needs a password: unpack it first".to_owned()
        }
        ZipError::InvalidArchive(_) => format!("not a complete ZIP file: {why}"),
        _ => why.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Cursor, Write as _};
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn read(bytes: &[u8]) -> (Vec<String>, Result<(), String>) {
        let mut found = Vec::new();
        let read = members(Cursor::new(bytes), |member| {
            found.push(match member {
                Member::Count(records) => records.to_string(),
                Member::Record(name, bytes) => format!("{name} {}", bytes.len()),
                Member::Unreadable(name, why) => format!("{name}: {why}"),
            });
            ControlFlow::Continue(())
        });
        (found, read)
    }

    #[test]
    fn records_are_unpacked_and_other_files_left() {
        let bytes =
            zipped(&[("a/一.kif", b"abc"), ("b.txt", b"x"), ("c.SGF", b""), ("d.zip", b"")]);
        assert_eq!(read(&bytes), (vec!["2".into(), "a/一.kif 3".into(), "c.SGF 0".into()], Ok(())));
    }

    #[test]
    fn a_record_that_unpacks_to_too_much_is_cut_off() {
        let bytes = zipped(&[("a.kif", &vec![b' '; MAX_RECORD_BYTES + 100])]);
        assert!(bytes.len() < 100_000);
        assert_eq!(read(&bytes).0[1], format!("a.kif {}", MAX_RECORD_BYTES + 1));
    }

    #[test]
    fn broken_files_are_refused_with_a_reason() {
        let bytes = zipped(&[("a.kif", b"abc")]);
        for cut in [0, 10, bytes.len() / 2, bytes.len() - 1] {
            let (found, read) = read(&bytes[..cut]);
            assert!(found.is_empty());
            assert!(read.unwrap_err().starts_with("not a complete ZIP file"), "{cut}");
        }
        let mut wrong = bytes.clone();
        wrong[30 + "a.kif".len()] ^= 0xff;
        assert!(read(&wrong).0[1].starts_with("a.kif: "), "the check sum");
    }

    #[test]
    fn names_in_shift_jis_are_read() {
        let (bytes, ..) = encoding_rs::SHIFT_JIS.encode("羽生.kif");
        assert_eq!(name_of(&bytes), "羽生.kif");
    }
}
