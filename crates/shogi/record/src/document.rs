//! A file as a whole: reading, writing, conversion.

use crate::builder::Limits;
use crate::decode::{self, Text};
use crate::encoding::{self, Encoding, Newline};
use crate::error::{ReadError, Warning, WarningKind, WriteError};
use crate::format::{self, Format};
use crate::loss::{Loss, LossKind, Losses};
use crate::place::Place;
use crate::tree::{Header, Record};
use crate::{csa, jkf, ki2, kif, packed, usen, usi};

/// The contents of a file, and its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Format of the file.
    pub format: Format,
    /// Encoding of its text.
    pub encoding: Encoding,
    /// How its lines end.
    pub newline: Newline,
    /// Does a UTF-8 text begin with a byte order mark?
    pub bom: bool,
    /// Does the last line end with a line break?
    pub final_newline: bool,
    /// The games, in order; most formats hold one.
    pub records: Vec<Record>,
    /// Problems in the file.
    pub warnings: Vec<Warning>,
}

impl Document {
    /// A new document that holds `records`, to be written as UTF-8 with `\n`.
    #[must_use]
    pub fn new(records: Vec<Record>) -> Self {
        Self {
            format: Format::Kif,
            encoding: Encoding::Utf8,
            newline: Newline::Lf,
            bom: false,
            final_newline: true,
            records,
            warnings: Vec::new(),
        }
    }

    /// The warnings about lines that could not be read to their end: the ply,
    /// the rule broken, the place.
    pub fn faults(&self) -> impl Iterator<Item = &Warning> {
        self.warnings.iter().filter(|warning| matches!(warning.kind, WarningKind::Broken { .. }))
    }
}

/// Reads a file of any format with the default [`Limits`]. The format is
/// detected from the content; `hint`, from the file's extension, is only used
/// if that fails.
///
/// # Errors
/// [`ReadError`] says why the file as a whole is refused. An illegal or
/// unreadable move is not a reason: the moves before it are kept, the rest is
/// kept as text, and [`Document::faults`] names ply, place and rule.
pub fn read(bytes: &[u8], hint: Option<Format>) -> Result<Document, ReadError> {
    read_with(bytes, hint, &Limits::default())
}

/// As [`read`], with given limits.
///
/// # Errors
/// As [`read`], and when a limit is passed.
pub fn read_with(
    bytes: &[u8],
    hint: Option<Format>,
    limits: &Limits,
) -> Result<Document, ReadError> {
    if bytes.len() > limits.bytes {
        return Err(ReadError::TooLarge { size: bytes.len(), limit: limits.bytes });
    }
    if bytes.is_empty() {
        return Err(ReadError::Empty);
    }
    if let Some(format) = binary(bytes, hint) {
        return read_binary(bytes, format, limits);
    }
    let text = decode::decode(bytes)?;
    read_text(text, hint, limits)
}

/// The binary format of a file: that of the hint, or, unless the hint is a text
/// format, the one that fits its length and its first entry.
fn binary(bytes: &[u8], hint: Option<Format>) -> Option<Format> {
    if hint.is_some_and(|hint| !hint.is_binary()) {
        return None;
    }
    let text = core::str::from_utf8(bytes).is_ok() && !bytes.contains(&0);
    match hint {
        _ if text => None,
        Some(hint) => Some(hint),
        None => [Format::Hcpe, Format::Psv].into_iter().find(|&f| packed::looks_like(bytes, f)),
    }
}

fn read_binary(bytes: &[u8], format: Format, limits: &Limits) -> Result<Document, ReadError> {
    let records = packed::read(bytes, format, limits)?;
    Ok(Document { format, ..Document::new(records) })
}

fn read_text(text: Text, hint: Option<Format>, limits: &Limits) -> Result<Document, ReadError> {
    let format = format::of_text(&text.text, hint).ok_or_else(|| unknown_format(&text.text))?;
    let mut warnings = Vec::new();
    let records = records(&text.text, format, limits, &mut warnings)?;
    if text.truncated {
        let line = u32::try_from(text.text.lines().count()).unwrap_or(u32::MAX);
        let place = Place::new(line, 1);
        warnings.push(Warning { place, kind: WarningKind::Truncated });
    }
    let final_newline = text.text.ends_with('\n');
    let Text { encoding, newline, bom, .. } = text;
    Ok(Document { format, encoding, newline, bom, final_newline, records, warnings })
}

fn unknown_format(text: &str) -> ReadError {
    let shown = text.lines().map(str::trim).find(|line| !line.is_empty());
    match shown {
        Some(line) => {
            let start: String = line.chars().take(40).collect();
            ReadError::UnknownFormat(format!("it begins with `{start}`"))
        }
        None => ReadError::Empty,
    }
}

fn records(
    text: &str,
    format: Format,
    limits: &Limits,
    warnings: &mut Vec<Warning>,
) -> Result<Vec<Record>, ReadError> {
    match format {
        Format::Kif => kif::read(text, limits, warnings).map(|record| vec![record]),
        Format::Ki2 => ki2::read(text, limits, warnings).map(|record| vec![record]),
        Format::Jkf => jkf::read(text, limits, warnings).map(|record| vec![record]),
        Format::Csa => csa::read(text, limits, warnings),
        Format::Usi => usi::read(text, limits, warnings),
        Format::Usen => usen::read(text, limits, warnings).map(|record| vec![record]),
        Format::CsaLog => {
            let games = csa::read_log(text, limits, warnings)?;
            let none = || ReadError::UnknownFormat("the log holds no game".to_owned());
            if games.is_empty() { Err(none()) } else { Ok(games) }
        }
        Format::Hcpe | Format::Psv => Err(unknown_format(text)),
    }
}

/// The version of CSA files to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CsaVersion {
    /// 2.2: whole seconds.
    #[default]
    V2_2,
    /// 3.0: with an encoding line and fractions of seconds.
    V3_0,
}

/// How to write a [`Document`]. Unspecified options are taken from the document
/// if it has the same format, else UTF-8 with `\n` and no byte order mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteOptions {
    /// Target format.
    pub format: Format,
    /// Target encoding.
    pub encoding: Option<Encoding>,
    /// Target line ends.
    pub newline: Option<Newline>,
    /// Byte order mark before UTF-8.
    pub bom: Option<bool>,
    /// Version of CSA; that of the document when it is CSA itself.
    pub csa: Option<CsaVersion>,
}

impl WriteOptions {
    /// Only the format is given.
    #[must_use]
    pub const fn new(format: Format) -> Self {
        Self { format, encoding: None, newline: None, bom: None, csa: None }
    }
}

/// A written file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Information in the document that the file does not contain.
    pub losses: Vec<Loss>,
}

/// Writes a document in the format and encoding given; an encoding of `None`
/// is chosen as [`WriteOptions`] says.
///
/// # Errors
/// [`WriteError`] when the format cannot hold the document at all.
pub fn write(
    document: &Document,
    format: Format,
    encoding: Option<Encoding>,
) -> Result<Written, WriteError> {
    write_with(document, &WriteOptions { encoding, ..WriteOptions::new(format) })
}

/// Writes a document.
///
/// # Errors
/// [`WriteError`] when the format cannot hold the document at all.
pub fn write_with(document: &Document, options: &WriteOptions) -> Result<Written, WriteError> {
    let format = options.format;
    if format == Format::CsaLog {
        return Err(WriteError::ReadOnly(format));
    }
    if !format.holds_many() && document.records.len() != 1 {
        return Err(WriteError::ManyGames { format, games: document.records.len() });
    }
    let mut losses = Losses::default();
    let numbered = document.records.iter().filter(|record| record.start().ply() > 1).count();
    if format != Format::Usi && !format.is_binary() {
        losses.add_many(LossKind::StartPly, numbered);
    }
    if format.is_binary() {
        let bytes = packed::write(&document.records, format, &mut losses)?;
        return Ok(Written { bytes, losses: losses.into_vec() });
    }
    write_text(document, options, losses)
}

fn write_text(
    document: &Document,
    options: &WriteOptions,
    mut losses: Losses,
) -> Result<Written, WriteError> {
    let format = options.format;
    let same = document.format == format;
    let encoding =
        options.encoding.unwrap_or(if same { document.encoding } else { Encoding::Utf8 });
    let kept = same && encoding == document.encoding;
    let newline = options.newline.unwrap_or(if same { document.newline } else { Newline::Lf });
    let bom = options.bom.unwrap_or(kept && document.bom);
    let relabelled;
    let records = if kept {
        &document.records
    } else {
        relabelled = relabel(&document.records, encoding);
        &relabelled
    };
    let mut text = match format {
        Format::Csa => csa::write(records, options.csa, encoding, &mut losses)?,
        Format::Usi => usi::write(records, &mut losses)?,
        Format::Usen => usen::write(&records[0], &mut losses)?,
        Format::Ki2 => ki2::write(&records[0], encoding, &mut losses)?,
        Format::Jkf => jkf::write(&records[0], &mut losses)?,
        _ => kif::write(&records[0], encoding, &mut losses)?,
    };
    if same && !document.final_newline && text.ends_with('\n') {
        text.pop();
    } else if same && document.final_newline && !text.ends_with('\n') && !text.is_empty() {
        text.push('\n');
    }
    let bytes = encoding::encode(&text, encoding, bom, newline, |c| {
        losses.add(LossKind::Character(c));
    });
    Ok(Written { bytes, losses: losses.into_vec() })
}

/// The records with every `encoding=` remark naming the encoding they will have.
fn relabel(records: &[Record], encoding: Encoding) -> Vec<Record> {
    let mut records = records.to_vec();
    for record in &mut records {
        for header in &mut record.headers {
            if let Header::Remark(remark) = header
                && let Some((head, name)) = remark.split_once("encoding=")
                && Encoding::from_name(name).is_some()
            {
                let name = encoding.name().to_owned();
                let name = if head.contains("CSA") { name.to_ascii_uppercase() } else { name };
                *remark = format!("{head}encoding={name}");
            }
        }
    }
    records
}
