//! Game records of all formats.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use zenpuku::exit::text;
use zenpuku::files::{read_record, replace};
use zenpuku_shogi::{Color, Move, Position, SetupRules};
use zenpuku_shogi_record::{
    Document, Encoding, Evaluation, Format, Header, NodeId, Note, Record, Score, Step,
    WriteOptions, Written, write_with,
};

use crate::errors::{PositionError, RecordError, told, word};
use crate::moves::{PyMove, legal, objects};
use crate::position::{PyPosition, side, side_name, taken};

/// Centipawns that represent a mate.
const MATE_CP: i32 = 32_000;

/// One game with its headers, comments, times and variations.
///
/// `zenpuku.read(path)` reads the records of a file; `Record(start, moves)` makes one.
#[pyclass(name = "Record", module = "zenpuku")]
pub(crate) struct PyRecord {
    pub(crate) inner: Record,
    /// How the file was stored, to be written the same way.
    stored: Document,
    warnings: Vec<String>,
}

impl PyRecord {
    fn new_from(inner: Record, stored: &Document) -> Self {
        let warnings = stored.warnings.iter().map(ToString::to_string).collect();
        let stored = Document { records: Vec::new(), warnings: Vec::new(), ..stored.clone() };
        Self { inner, stored, warnings }
    }

    /// The node of the main line after `ply` moves.
    fn node(&self, ply: usize) -> PyResult<NodeId> {
        let mut nodes = core::iter::once(NodeId::ROOT).chain(self.inner.main_line());
        let count = main_line(&self.inner).count();
        let found = nodes.nth(ply).filter(|_| ply <= count);
        found.ok_or_else(|| PyIndexError::new_err(format!("ply {ply} of {count}")))
    }

    fn written(&self, format: &str, encoding: Option<&str>) -> PyResult<Written> {
        let formats = Format::ALL.map(|format| (format.extension(false), format));
        let format = word("format", format, &formats)?;
        let encoding = encoding.map(|name| {
            let unknown = || told::<RecordError>(&format_args!("unknown encoding `{name}`"));
            Encoding::from_name(name).ok_or_else(unknown)
        });
        let options = WriteOptions { encoding: encoding.transpose()?, ..WriteOptions::new(format) };
        let document = Document { records: vec![self.inner.clone()], ..self.stored.clone() };
        write_with(&document, &options).map_err(|error| told::<RecordError>(&error))
    }
}

/// A pickled record: the bytes of a file with the format that loses least, and how it was stored.
type Pickled = (Py<PyBytes>, &'static str, (&'static str, &'static str, Vec<String>));

/// A pickled record.
#[pyfunction(name = "_record")]
pub(crate) fn rebuilt(
    content: &[u8],
    written: &str,
    stored: (String, String, Vec<String>),
) -> PyResult<PyRecord> {
    let (format, encoding, warnings) = stored;
    let formats = Format::ALL.map(|format| (format.extension(false), format));
    let written = word("format", written, &formats)?;
    let read = zenpuku_shogi_record::read(content, Some(written));
    let mut document = read.map_err(|error| told::<RecordError>(&error))?;
    let inner = document.records.pop();
    let inner = inner.ok_or_else(|| told::<RecordError>(&"a pickled record without a game"))?;
    let encoding = Encoding::from_name(&encoding).unwrap_or(Encoding::Utf8);
    let format = word("format", &format, &formats)?;
    let stored =
        Document { format, encoding, records: Vec::new(), warnings: Vec::new(), ..document };
    Ok(PyRecord { inner, stored, warnings })
}

/// The moves of the main line with their nodes, up to its end or its first unreadable move.
pub(crate) fn main_line(record: &Record) -> impl Iterator<Item = (NodeId, Move)> {
    record.main_line().map_while(|id| record.node(id).played().map(|mv| (id, mv)))
}

/// The value in an engine's comment, from Black's view.
pub(crate) fn evaluation_cp(evaluations: &[Evaluation]) -> Option<i32> {
    evaluations.first().map(|evaluation| match evaluation.score {
        Score::Centipawns(cp) => cp,
        Score::Mate { winner: Color::Black, .. } => MATE_CP,
        Score::Mate { .. } => -MATE_CP,
    })
}

/// The lines of a node's comment as one text, None without one.
pub(crate) fn comment(record: &Record, id: NodeId) -> Option<String> {
    let lines: Vec<&str> = record.node(id).comments().collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

#[pymethods]
impl PyRecord {
    #[new]
    #[pyo3(signature = (start = None, moves = Vec::new(), *, black = None, white = None))]
    fn new(
        start: Option<&Bound<'_, PyPosition>>,
        moves: Vec<Bound<'_, PyAny>>,
        black: Option<&str>,
        white: Option<&str>,
    ) -> PyResult<Self> {
        let mut position = start.map_or_else(Position::startpos, taken);
        let mut inner = Record::new(position.setup());
        for (key, name) in [("先手", black), ("後手", white)] {
            if let Some(name) = name {
                inner.set_field(key, name);
            }
        }
        let mut at = NodeId::ROOT;
        for mv in &moves {
            let mv = legal(&position, mv)?;
            position.do_move(mv);
            at = inner.add(at, Step::Move(mv));
        }
        Ok(Self::new_from(inner, &Document::new(Vec::new())))
    }

    /// The start position.
    #[getter]
    fn start(&self) -> PyResult<PyPosition> {
        let position = self.inner.start().position(SetupRules::Play);
        let position = position.or_else(|_| self.inner.start().position(SetupRules::Mate));
        position.map(PyPosition::from).map_err(|error| told::<PositionError>(&error))
    }

    /// The moves of the main line.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<Py<PyMove>>> {
        objects(py, &main_line(&self.inner).map(|(_, mv)| mv).collect::<Vec<_>>())
    }

    /// Number of moves of the main line.
    fn __len__(&self) -> usize {
        main_line(&self.inner).count()
    }

    /// The position after `ply` moves, with its history; -1 is the last.
    #[pyo3(signature = (ply = -1))]
    fn position(&self, ply: isize) -> PyResult<PyPosition> {
        let moves: Vec<Move> = main_line(&self.inner).map(|(_, mv)| mv).collect();
        let end =
            if ply < 0 { moves.len().checked_add_signed(ply + 1) } else { ply.try_into().ok() };
        let end = end.filter(|&end| end <= moves.len());
        let out = || PyIndexError::new_err(format!("ply {ply} of {}", moves.len()));
        let end = end.ok_or_else(out)?;
        let mut position = self.start()?;
        moves[..end].iter().for_each(|&mv| position.play(mv));
        Ok(position)
    }

    /// All lines of play: the number of the first move and the moves, the main line first.
    fn lines(&self, py: Python<'_>) -> PyResult<Vec<(u32, Vec<Py<PyMove>>)>> {
        let lines = self.inner.lines().map(|start| {
            let ids = self.inner.line_from(start);
            let moves: Vec<Move> = ids.filter_map(|id| self.inner.node(id).played()).collect();
            Ok((self.inner.node(start).ply().max(1), objects(py, &moves)?))
        });
        lines.collect()
    }

    /// Format of the file.
    #[getter]
    fn format(&self) -> &'static str {
        self.stored.format.extension(false)
    }

    /// The fields before the moves, by KIF's Japanese names.
    #[getter]
    fn headers(&self) -> HashMap<String, String> {
        let fields = self.inner.headers.iter().filter_map(|header| match header {
            Header::Field { key, value } => Some((key.clone(), value.clone())),
            _ => None,
        });
        fields.collect()
    }

    /// Sets a field, as `set_header("棋戦", "竜王戦")`.
    fn set_header(&mut self, key: &str, value: &str) {
        self.inner.set_field(key, value);
    }

    /// Black's name, or None.
    #[getter]
    fn black(&self) -> Option<&str> {
        self.inner.player(Color::Black)
    }

    /// White's name, or None.
    #[getter]
    fn white(&self) -> Option<&str> {
        self.inner.player(Color::White)
    }

    /// How the game ended, in KIF's word, or None.
    #[getter]
    fn ending(&self) -> Option<&str> {
        self.inner.ending().map(|(ending, side)| ending.kif(side))
    }

    /// `black`, `white`, or None for a draw and where the record does not say.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.inner.winner().map(side_name)
    }

    /// Seconds spent on each move, None where the record does not say.
    #[getter]
    fn seconds(&self) -> Vec<Option<f64>> {
        let times = main_line(&self.inner).map(|(id, _)| self.inner.node(id).time);
        times.map(|time| time.map(|time| time.spent_ms as f64 / 1000.0)).collect()
    }

    /// The comment after each move, None without one.
    #[getter]
    fn comments(&self) -> Vec<Option<String>> {
        main_line(&self.inner).map(|(id, _)| comment(&self.inner, id)).collect()
    }

    /// The values in engines' comments, in centipawns from Black's view, mates
    /// as +-32,000; None without a comment.
    #[getter]
    fn evaluations(&self) -> Vec<Option<i32>> {
        let ids = main_line(&self.inner).map(|(id, _)| id);
        ids.map(|id| evaluation_cp(&self.inner.node(id).evaluations())).collect()
    }

    /// Replaces the comment after `ply` moves (0: the start).
    fn set_comment(&mut self, ply: usize, text: &str) -> PyResult<()> {
        let id = self.node(ply)?;
        let node = self.inner.node_mut(id);
        node.notes.retain(|note| !matches!(note, Note::Comment(_)));
        node.add_comment(text);
        Ok(())
    }

    /// Problems in the file, with their places.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// The record as the bytes of a file: `kif`, `ki2`, `csa`, `jkf`, `sfen`, `psv` or `hcpe`;
    /// UTF-8 unless it was read from this format or `encoding` is given.
    #[pyo3(signature = (format = "kif", encoding = None))]
    fn dumps<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        encoding: Option<&str>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.written(format, encoding)?.bytes))
    }

    /// Information in the record that a file of `format` cannot hold.
    fn losses(&self, format: &str) -> PyResult<Vec<String>> {
        Ok(self.written(format, None)?.losses.iter().map(ToString::to_string).collect())
    }

    /// Writes the record to a file; its extension names the format.
    #[pyo3(signature = (path, encoding = None))]
    fn save(&self, path: PathBuf, encoding: Option<&str>) -> PyResult<()> {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let unknown = || told::<RecordError>(&format_args!("no format for `.{extension}`"));
        let format = Format::from_extension(&extension).ok_or_else(unknown)?;
        let written = self.written(format.extension(false), encoding)?;
        replace(&path, &written.bytes).map_err(|error| told::<RecordError>(&text(&error)))
    }

    /// Analyses the game and returns its explained moves, as they are in `zenpuku.analyze(record)["moves"]`.
    /// The keywords are those of `zenpuku.analyze`.
    #[pyo3(signature = (**options))]
    fn reasons<'py>(
        slf: &Bound<'py, Self>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let analyze = slf.py().import("zenpuku._zenpuku")?.getattr("analyze")?;
        let moves = analyze.call((slf,), options)?.get_item("moves")?;
        let explained = |mv: &Bound<'py, PyAny>| mv.call_method1("get", ("reasons",))?.is_truthy();
        let mut found = Vec::new();
        for mv in moves.try_iter()? {
            let mv = mv?;
            if explained(&mv)? {
                found.push(mv);
            }
        }
        Ok(found)
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, Pickled)> {
        let (this, py) = (slf.borrow(), slf.py());
        let formats = [this.stored.format, Format::Kif, Format::Jkf, Format::Csa];
        let written = |format: Format| this.written(format.extension(false), Some("utf-8"));
        let text = formats.into_iter().filter(|format| !format.is_binary());
        let written = text.filter_map(|format| Some((format, written(format).ok()?)));
        let best = written.min_by_key(|(_, written)| written.losses.len());
        let none = || told::<RecordError>(&"no format can hold this record");
        let (format, written) = best.ok_or_else(none)?;
        let stored = (this.stored.format.extension(false), this.stored.encoding.name());
        let content = PyBytes::new(py, &written.bytes).unbind();
        let rebuild = py.import("zenpuku._zenpuku")?.getattr("_record")?.unbind();
        let rest = (stored.0, stored.1, this.warnings.clone());
        Ok((rebuild, (content, format.extension(false), rest)))
    }

    /// The last position as a picture.
    fn _repr_svg_(&self) -> PyResult<String> {
        Ok(self.position(-1)?.svg())
    }

    fn __repr__(&self) -> String {
        let name = |color| self.inner.player(color).unwrap_or("?").to_owned();
        let ending = self.ending().unwrap_or("no ending");
        let (black, white) = (name(Color::Black), name(Color::White));
        format!("Record({black} - {white}, {} moves, {ending})", self.__len__())
    }

    /// The side that is to move after `ply` moves.
    fn side_at(&self, ply: usize) -> PyResult<&'static str> {
        Ok(side_name(self.inner.side_at(self.node(ply)?)))
    }

    /// The player of `black` or `white`, or None.
    fn player(&self, color: &str) -> PyResult<Option<&str>> {
        Ok(self.inner.player(side(color)?))
    }
}

/// Reads a file with its causes in words.
pub(crate) fn read_document(path: &Path) -> Result<Document, String> {
    read_record(path).map_err(|error| text(&error.context(path.display().to_string())))
}

fn records(document: &Document) -> Vec<PyRecord> {
    let records = document.records.iter().cloned();
    records.map(|record| PyRecord::new_from(record, document)).collect()
}

/// Reads the records of a file: KIF, KI2, CSA, JKF, SFEN, hcpe, psv, a CSA client's log, in any
/// encoding. An illegal move ends its record and is listed in `warnings`.
#[pyfunction]
pub(crate) fn read(py: Python<'_>, path: PathBuf) -> PyResult<Vec<PyRecord>> {
    let document = py.detach(|| read_document(&path));
    Ok(records(&document.map_err(|text| told::<RecordError>(&text))?))
}

/// Reads records from text or bytes; `format` (`kif`, `csa`, ...) where the content does not say.
#[pyfunction]
#[pyo3(signature = (content, format = None))]
pub(crate) fn loads(content: &Bound<'_, PyAny>, format: Option<&str>) -> PyResult<Vec<PyRecord>> {
    let bytes = match content.extract::<&str>() {
        Ok(text) => text.as_bytes().to_vec(),
        Err(_) => content.extract::<Vec<u8>>()?,
    };
    let formats = Format::ALL.map(|format| (format.extension(false), format));
    let format = format.map(|name| word("format", name, &formats)).transpose()?;
    let document = zenpuku_shogi_record::read(&bytes, format);
    Ok(records(&document.map_err(|error| told::<RecordError>(&error))?))
}
