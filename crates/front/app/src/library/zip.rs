//! A ZIP file with members that are stored as they are, without compression.

/// The bit of a member's flags that says that its name is UTF-8.
const UTF8: u16 = 1 << 11;
/// The version of the format that a reader needs: 2.0.
const VERSION: u16 = 20;
/// 1 January 1980, the first day that the format knows: the members have no own time.
const DAY: u16 = 0x21;

/// A ZIP file being written. Sizes and places have 32 bits: the whole file must be below 4 GiB.
#[derive(Default)]
pub(crate) struct Zip {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    members: u16,
}

impl Zip {
    /// Adds a member; at most 65,535 may be added.
    pub(crate) fn add(&mut self, name: &str, content: &[u8]) {
        let place = self.bytes.len() as u32;
        let fields = fields(name, content);
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&fields);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(content);
        self.directory.extend(b"PK\x01\x02");
        self.directory.extend(VERSION.to_le_bytes());
        self.directory.extend(&fields);
        // Comment, disk and attributes: none.
        self.directory.extend([0; 10]);
        self.directory.extend(place.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.members += 1;
    }

    /// The bytes written so far, without the directory.
    pub(crate) const fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The whole file.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        let place = self.bytes.len() as u32;
        let size = self.directory.len() as u32;
        self.bytes.append(&mut self.directory);
        self.bytes.extend(b"PK\x05\x06");
        self.bytes.extend([0; 4]);
        self.bytes.extend(self.members.to_le_bytes());
        self.bytes.extend(self.members.to_le_bytes());
        self.bytes.extend(size.to_le_bytes());
        self.bytes.extend(place.to_le_bytes());
        self.bytes.extend([0; 2]);
        self.bytes
    }
}

/// The fields of a member that its head and the directory share.
fn fields(name: &str, content: &[u8]) -> Vec<u8> {
    let (size, length) = (content.len() as u32, name.len() as u16);
    let mut fields = Vec::with_capacity(26);
    // Version, flags, no compression, time, day.
    for number in [VERSION, UTF8, 0, 0, DAY] {
        fields.extend(number.to_le_bytes());
    }
    for number in [crc32(content), size, size] {
        fields.extend(number.to_le_bytes());
    }
    fields.extend(length.to_le_bytes());
    // No extra field.
    fields.extend([0; 2]);
    fields
}

/// The check sum of the format: CRC-32 with the reflected polynomial 0xEDB88320.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| TABLE[usize::from((crc as u8) ^ byte)] ^ (crc >> 8);
    !bytes.iter().fold(!0, step)
}

const TABLE: [u32; 256] = table();

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut at = 0;
    while at < 256 {
        let mut crc = at as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
            bit += 1;
        }
        table[at] = crc;
        at += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_sum_is_that_of_the_standard() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b""), 0);
    }

    #[test]
    fn members_are_where_the_directory_says() {
        let mut zip = Zip::default();
        zip.add("一.kif", b"abc");
        zip.add("b.kif", b"");
        let second = 30 + "一.kif".len() + 3;
        let bytes = zip.finish();
        assert_eq!(&bytes[second..second + 4], b"PK\x03\x04");
        let directory = second + 30 + "b.kif".len();
        assert_eq!(&bytes[directory..directory + 4], b"PK\x01\x02");
        let end = bytes.len() - 22;
        assert_eq!(bytes[end..end + 12], *b"PK\x05\x06\0\0\0\0\x02\0\x02\0");
        assert_eq!(bytes[end + 16..end + 20], (directory as u32).to_le_bytes());
        assert_eq!(end - directory, 2 * 46 + "一.kif".len() + "b.kif".len());
    }
}
