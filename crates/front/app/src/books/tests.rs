//! Invariant: A file of a book changes only when it is saved, and unsaved changes survive a restart.

use super::{Books, carry_out};
use crate::errors::AppResult;
use crate::protocol::{
    BookInfo, BookMark, BookMoveData, BookPlayed, BookPosition, BooksRequest, ErrorCode, Reply,
};
use crate::state::{AppState, Connection};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;
use zenpuku_core::StopToken;
use zenpuku_shogi::STARTPOS;
use zenpuku_shogi_engine::book::{Book, BookFormat};

const DB: &str = "#YANEURAOU-DB2016 1.00\n\
    sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n\
    7g7f 3c3d 30 12 5 #common\n2g2f none 25 12 4\n";

struct Place {
    folder: TempDir,
    books: Books,
    client: Arc<Connection>,
}

impl Place {
    fn new() -> Self {
        Self::over(TempDir::new().unwrap())
    }

    fn over(folder: TempDir) -> Self {
        let state = AppState::for_test(&folder.path().join("data"));
        let client = state.connect().unwrap();
        Self { folder, books: Books::new(state), client }
    }

    /// The same after a restart.
    fn again(self) -> Self {
        let Self { folder, books, client } = self;
        drop((books, client));
        Self::over(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        // As the app names it: on some systems the folder of temporary files is a link.
        self.folder.path().canonicalize().unwrap().join(name)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        std::fs::write(self.path(name), bytes).unwrap();
        self.text(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    fn try_ask(&self, request: BooksRequest) -> AppResult<Reply> {
        carry_out(&self.books, &self.client, request, &StopToken::new())
    }

    fn change(&self, request: BooksRequest) -> (Vec<BookInfo>, Option<u32>) {
        match self.try_ask(request).unwrap() {
            Reply::Books { books, added } => (books, added),
            other => panic!("no books but {other:?}"),
        }
    }

    fn fault(&self, request: BooksRequest) -> (ErrorCode, String) {
        let error = self.try_ask(request).unwrap_err();
        (error.code, error.message)
    }

    fn open(&self, path: &str) -> u32 {
        self.change(BooksRequest::Open { path: path.to_owned() }).1.unwrap()
    }

    fn look(&self, book: u32, sfen: &str) -> BookPosition {
        match self.try_ask(BooksRequest::Look { book, sfen: sfen.to_owned() }).unwrap() {
            Reply::Book { position } => position,
            other => panic!("no position but {other:?}"),
        }
    }

    fn moves(&self, book: u32) -> Vec<(String, Option<u64>)> {
        let position = self.look(book, STARTPOS);
        position.moves.into_iter().map(|mv| (mv.data.usi, mv.data.count)).collect()
    }

    fn set(&self, book: u32, usi: &str, count: u64, first: bool) -> (Vec<BookInfo>, Option<u32>) {
        let change =
            BookMoveData { usi: usi.to_owned(), count: Some(count), ..BookMoveData::default() };
        let sfen = STARTPOS.to_owned();
        self.change(BooksRequest::MoveSet { book, sfen, change, first })
    }

    fn save(&self, book: u32, name: &str, copy: bool) -> AppResult<Reply> {
        let path = self.text(name);
        self.try_ask(BooksRequest::Save { book, path, copy, overwrite: false })
    }
}

fn pairs(moves: &[(&str, u64)]) -> Vec<(String, Option<u64>)> {
    moves.iter().map(|(usi, count)| ((*usi).to_owned(), Some(*count))).collect()
}

#[test]
fn changes_survive_a_restart_and_reach_the_file_only_when_saved() {
    let place = Place::new();
    let path = place.write("own.db", DB);
    let book = place.open(&path);
    assert_eq!(place.open(&path), book, "the same file is the same book");
    assert_eq!(place.moves(book), pairs(&[("7g7f", 5), ("2g2f", 4)]));
    place.set(book, "5g5f", 9, true);
    place.change(BooksRequest::MoveRemove { book, sfen: STARTPOS.into(), usi: "2g2f".into() });
    let place = place.again();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), DB);
    assert_eq!(place.moves(book), pairs(&[("5g5f", 9), ("7g7f", 5)]));
    let refused = place.fault(BooksRequest::Close { book, discard: false });
    assert_eq!(refused.0, ErrorCode::WrongState);
    let (books, _) = place.change(BooksRequest::List);
    assert_eq!((books[0].positions, books[0].changed, books[0].step), (1, 1, 2));
    assert_eq!(place.fault(BooksRequest::Undo { book, step: 1 }).0, ErrorCode::Stale);
    place.change(BooksRequest::Undo { book, step: 2 });
    assert_eq!(place.moves(book), pairs(&[("5g5f", 9), ("7g7f", 5), ("2g2f", 4)]));
    place.save(book, "own.db", false).unwrap();
    let saved = Book::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let entry = saved.entries().next().unwrap().1;
    let seen: Vec<_> = entry.moves.iter().map(|mv| mv.mv.to_string()).collect();
    assert_eq!((seen.join(" ").as_str(), entry.moves[1].eval), ("5g5f 7g7f 2g2f", Some(30)));
    assert_eq!(place.change(BooksRequest::List).0[0].step, 0);
    place.change(BooksRequest::Close { book, discard: false });
    assert!(std::fs::exists(&path).unwrap());
}

#[test]
fn what_a_format_cannot_hold_is_said_before_and_a_copy_keeps_the_changes() {
    let place = Place::new();
    let book = place.open(&place.write("own.db", DB));
    place.set(book, "5g5f", 1, false);
    let losses = |name: &str| {
        let path = place.text(name);
        match place.try_ask(BooksRequest::Losses { book, path }).unwrap() {
            Reply::BookLosses { losses, exists } => {
                let parts = losses.iter().map(|loss| format!("{}: {}", loss.part, loss.count));
                (parts.collect::<Vec<_>>().join(", "), exists)
            }
            other => panic!("no losses but {other:?}"),
        }
    };
    assert_eq!(losses("own.db"), (String::new(), false));
    place.write("there.ybb", "");
    let ybb = "moves that get the value 0: 1, counts of moves: 3, expected replies: 1, comments: 1";
    assert_eq!(losses("there.ybb"), (ybb.into(), true));
    assert!(losses("new.sbk").0.starts_with("values of moves: 2, depths of moves: 2"));
    let exists = place.save(book, "there.ybb", true).unwrap_err();
    assert!(exists.message.ends_with("there.ybb exists already"), "{}", exists.message);
    place.save(book, "copy.ybb", true).unwrap();
    let bytes = std::fs::read(place.path("copy.ybb")).unwrap();
    assert_eq!(
        Book::from_bytes(&bytes, None).unwrap().0.entries().next().unwrap().1.moves.len(),
        3
    );
    assert_eq!(place.change(BooksRequest::List).0[0].step, 1, "the copy is another file");
    place.save(book, "new.sbk", false).unwrap();
    let info = &place.change(BooksRequest::List).0[0];
    assert_eq!((info.path.as_str(), info.step), (place.text("new.sbk").as_str(), 0));
}

#[test]
fn every_fault_is_one_sentence_and_changes_nothing() {
    let place = Place::new();
    let open = |path: &str| place.fault(BooksRequest::Open { path: path.to_owned() });
    let missing = open(&place.text("none.db"));
    assert_eq!(
        missing,
        (ErrorCode::NotFound, format!("there is no file {}", place.text("none.db")))
    );
    let folder = place.folder.path().canonicalize().unwrap().display().to_string();
    assert_eq!(open(&folder).1, format!("{folder} is a folder; the file of a book was expected"));
    let text = place.write("notes.db", "dear diary\n");
    assert!(open(&text).1.contains("notes.db is not an opening book: line 1"), "{}", open(&text).1);
    assert_eq!(open("book.db").1, "book.db is not the full path of a file");
    let large = std::fs::File::create(place.path("large.sbk")).unwrap();
    large.set_len(5 << 30).unwrap();
    let (code, message) = open(&place.text("large.sbk"));
    assert!(code == ErrorCode::TooLarge && message.ends_with("has at most 128 MiB"), "{message}");
    let path = place.write("own.db", DB);
    let book = place.open(&path);
    place.set(book, "5g5f", 1, false);
    let other = place.open(&place.write("other.db", DB));
    let save = |name: &str| place.save(book, name, false).unwrap_err().message;
    assert!(save("own.txt").ends_with("the name must end with .db, .sbk or .ybb"));
    assert!(save("no/folder.db").contains("there is no folder for"));
    assert!(save("other.db").ends_with("other.db is the file of the book other"));
    std::fs::create_dir(place.path("folder.db")).unwrap();
    assert!(save("folder.db").contains("is a folder"));
    let merge = place.fault(BooksRequest::Merge { book: other, other });
    assert_eq!(merge.1, "a book cannot be merged with itself");
    std::fs::remove_file(&path).unwrap();
    let info = &place.change(BooksRequest::List).0[0];
    assert_eq!(info.fault.as_deref(), Some(format!("there is no file {path}").as_str()));
    assert_eq!(place.moves(book).len(), 3, "the changed position is kept");
    assert_eq!(info.step, 1);
}

#[test]
fn parts_that_cannot_be_read_are_counted_before_they_are_lost() {
    let place = Place::new();
    let path = place.write("own.db", format!("{DB}7g7z none 1 1 1\n"));
    let book = place.open(&path);
    assert_eq!(place.look(book, STARTPOS).skipped, 1);
    match place.try_ask(BooksRequest::Losses { book, path }).unwrap() {
        Reply::BookLosses { losses, exists: false } => {
            let [lost] = &losses[..] else { panic!("{losses:?}") };
            assert_eq!((lost.part.as_str(), lost.count), ("unreadable parts of the file", 1));
        }
        other => panic!("no losses but {other:?}"),
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_written_is_not_replaced() {
    let place = Place::new();
    let path = place.write("own.db", DB);
    let book = place.open(&path);
    place.set(book, "5g5f", 1, false);
    let mut permissions = Path::new(&path).metadata().unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).unwrap();
    let refused = place.save(book, "own.db", false).unwrap_err();
    assert_eq!(refused.message, format!("{path}: no permission to write it; nothing was written"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), DB);
    assert!(!std::fs::exists(place.path("own.db.part")).unwrap());
}

#[test]
fn a_merge_is_one_change_and_marks_show_deviations() {
    let place = Place::new();
    let own = place.change(BooksRequest::New { name: " mine ".into() }).1.unwrap();
    place.set(own, "2g2f", 1, false);
    let bytes = std::fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../testdata/books/shogigui01.sbk"
    ));
    let other = place.open(&place.write("gui.sbk", bytes.unwrap()));
    place.change(BooksRequest::Merge { book: own, other });
    let moves = place.moves(own);
    assert!(moves[0].0 == "2g2f" && moves[0].1 > Some(1), "{moves:?}");
    assert!(place.look(own, STARTPOS).moves[0].more);
    let mark = |usi: &str| {
        let played = vec![BookPlayed { sfen: STARTPOS.into(), usi: usi.into() }];
        match place.try_ask(BooksRequest::Marks { book: own, played }).unwrap() {
            Reply::BookMarks { mut marks } => marks.remove(0),
            other => panic!("no marks but {other:?}"),
        }
    };
    assert!(matches!(mark("2g2f"), BookMark::Inside { place: 1, count: Some(_) }));
    assert_eq!(mark("9g9f"), BookMark::Deviation { usi: "2g2f".into() });
    // Saved as the same format, nothing of the merged book is missing.
    place.save(own, "all.sbk", true).unwrap();
    let all = Book::from_bytes(&std::fs::read(place.path("all.sbk")).unwrap(), None).unwrap().0;
    let gui = Book::from_bytes(&std::fs::read(place.path("gui.sbk")).unwrap(), None).unwrap().0;
    assert_eq!((all.len(), all.author.as_str()), (gui.len(), "Kubo, Ryosuke"));
    assert!(gui.entries().all(|(sfen, entry)| {
        let position = zenpuku_shogi::Position::from_sfen(sfen).unwrap();
        all.entry(&position).is_some_and(|other| other.analyses == entry.analyses)
    }));
    assert!(all.to_bytes(BookFormat::Sbk).1.is_empty());
    let (books, _) = place.change(BooksRequest::Undo { book: own, step: 2 });
    assert_eq!((books[0].name.as_str(), books[0].changed), ("mine", 1));
    assert_eq!(place.moves(own), pairs(&[("2g2f", 1)]));
}
