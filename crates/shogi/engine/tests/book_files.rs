//! Files of books: what other programs wrote, conversions, large files, and broken ones.
//!
//! Invariant: No file makes a reader of books panic, and what a format can hold survives it.

use proptest::prelude::*;
use std::path::{Path, PathBuf};
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_engine::book::{
    Book, BookEntry, BookFile, BookFormat, BookMove, MoveMark, Place, Results,
};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testdata/books").join(name)
}

fn read(name: &str) -> Book {
    let bytes = std::fs::read(file(name)).unwrap();
    let (book, skipped) = Book::from_bytes(&bytes, None).unwrap();
    assert_eq!(skipped, []);
    book
}

fn after(line: &str) -> Position {
    let mut position = Position::startpos();
    for usi in line.split_whitespace() {
        position.do_move(position.read_usi(usi).unwrap());
    }
    position
}

fn usi(entry: &BookEntry) -> Vec<String> {
    entry.moves.iter().map(|book| book.mv.to_string()).collect()
}

#[test]
fn books_of_yaneuraou_agree_in_both_formats() {
    let (text, binary) = (read("yaneuraou.db"), read("yaneuraou.ybb"));
    assert_eq!((text.len(), binary.len()), (5, 5));
    let start = binary.entry(&Position::startpos()).unwrap();
    assert_eq!(usi(start), ["2g2f", "7g7f", "5g5f", "2h7h", "3g3f"]);
    let first = &start.moves[0];
    assert_eq!((first.eval, first.depth, first.count), (Some(63), Some(27), None));
    for (sfen, entry) in text.entries() {
        let position = Position::from_sfen(sfen).unwrap();
        assert_eq!(usi(entry), usi(binary.entry(&position).unwrap()), "{sfen}");
    }
    let empty_fields = text.entries().last().unwrap().1;
    assert_eq!((empty_fields.moves[0].eval, empty_fields.moves[0].count), (None, Some(8)));
    // The other program's file, byte for byte.
    let (bytes, losses) = binary.to_bytes(BookFormat::Ybb);
    assert!(losses.is_empty(), "{losses}");
    assert_eq!(bytes, std::fs::read(file("yaneuraou.ybb")).unwrap());
}

#[test]
fn books_of_shogigui_are_read_with_all_that_they_have() {
    let book = read("shogigui01.sbk");
    assert_eq!(
        (book.author.as_str(), book.description.as_str()),
        ("Kubo, Ryosuke", "Test Book Data")
    );
    let line = "2g2f 3c3d 7g7f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 4a3b 5i5h";
    let entry = book.entry(&after(line)).unwrap();
    let seen: Vec<_> = entry.moves.iter().map(|b| (b.mv.to_string(), b.mark, b.count)).collect();
    let forced = ("8e8f".to_owned(), Some(MoveMark::Forced), Some(8000));
    assert_eq!(seen, [forced, ("2b8h+".into(), Some(MoveMark::Doubtful), Some(2000))]);
    let commented = book.entries().find(|(_, entry)| !entry.comment.is_empty()).unwrap();
    assert_eq!(commented.1.comment, "７七角で切り返して先手勝勢");
    let analysed = book.entries().find(|(_, entry)| entry.analyses.len() == 3).unwrap();
    let analysis = &analysed.1.analyses[0];
    let numbers = (analysis.value, analysis.depth, analysis.sel_depth, analysis.nodes);
    assert_eq!((numbers, analysis.engine.as_str()), ((5, 28, 44, 62_668_437), "Suisho 10beta"));
    let played = read("shogigui02.sbk");
    let results = played.entry(&Position::startpos()).unwrap().results;
    assert_eq!(results, Some(Results { games: 278, black_wins: 16, white_wins: 9 }));
}

#[test]
fn books_of_shogigui_survive_writing() {
    for name in ["shogigui01.sbk", "shogigui02.sbk"] {
        let book = read(name);
        let (bytes, losses) = book.to_bytes(BookFormat::Sbk);
        assert!(losses.is_empty(), "{name}: {losses}");
        let (again, skipped) = Book::from_bytes(&bytes, Some(BookFormat::Sbk)).unwrap();
        assert_eq!(skipped, []);
        assert_eq!(again, book, "{name}");
    }
}

#[test]
fn what_a_format_cannot_hold_is_counted() {
    let book = read("yaneuraou.db");
    let (bytes, losses) = book.to_bytes(BookFormat::Ybb);
    assert_eq!((losses.counts, losses.replies, losses.comments), (18, 1, 3));
    assert_eq!(losses.unvalued, 13);
    let (ybb, _) = Book::from_bytes(&bytes, None).unwrap();
    assert_eq!(ybb.len(), book.len());
    let (bytes, losses) = book.to_bytes(BookFormat::Sbk);
    assert_eq!((losses.evals, losses.depths, losses.replies, losses.comments), (5, 5, 1, 2));
    let (sbk, _) = Book::from_bytes(&bytes, None).unwrap();
    for (sfen, entry) in book.entries() {
        let other = sbk.entry(&Position::from_sfen(sfen).unwrap()).unwrap();
        let counts = |entry: &BookEntry| entry.moves.iter().map(|b| b.count).collect::<Vec<_>>();
        assert_eq!((usi(other), counts(other)), (usi(entry), counts(entry)), "{sfen}");
    }
    let (_, losses) = read("shogigui01.sbk").to_bytes(BookFormat::Db);
    assert_eq!((losses.titles, losses.analyses), (2, 3));
    assert!(losses.to_string().contains("analyses of positions: 3"), "{losses}");
}

#[test]
fn positions_that_lead_to_each_other_are_written_and_read() {
    // Two rooks that go to and fro, without a position that no move leads to.
    let sfen = "4k4/7r1/9/9/9/9/9/1R7/4K4 b - 1";
    let mut position = Position::from_sfen(sfen).unwrap();
    let mut book = Book::default();
    for usi in ["8h7h", "2b3b", "7h8h", "3b2b"] {
        let mv = position.read_usi(usi).unwrap();
        let moves = vec![BookMove::new(mv, 1)];
        book.insert(&position, BookEntry { moves, ..BookEntry::default() });
        position.do_move(mv);
    }
    let (again, skipped) = Book::from_bytes(&book.to_bytes(BookFormat::Sbk).0, None).unwrap();
    assert_eq!((skipped.len(), again.len()), (0, 4));
    assert_eq!(usi(again.entry(&position).unwrap()), ["8h7h"]);
}

#[test]
fn the_ply_of_a_position_is_kept() {
    let text = "#YANEURAOU-DB2016 1.00\n\
        sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\n3c3d none 0 1 1\n";
    let book = Book::read(text).unwrap();
    assert_eq!(book.to_text(), text);
    let (bytes, _) = book.to_bytes(BookFormat::Ybb);
    assert_eq!(bytes[72..74], [2, 0]);
    // ShogiGUI's format has no plies: a position that no move leads to is read as the first one.
    let (bytes, losses) = book.to_bytes(BookFormat::Sbk);
    assert_eq!(losses.to_string(), "values of moves: 1, depths of moves: 1, plies of positions: 1");
    let (again, _) = Book::from_bytes(&bytes, None).unwrap();
    assert_eq!(again.entries().next().unwrap().1.ply, Some(1));
}

#[test]
fn merging_keeps_the_deeper_search_and_adds_counts() {
    let start = Position::startpos();
    let sfen = start.to_sfen();
    let book = |moves: &str| Book::read(&format!("sfen {sfen}\n{moves}")).unwrap();
    let mut one = book("7g7f 3c3d 20 25 6 #own\n2g2f none 63 27 9\n");
    one.merge(book("2g2f 8c8d 50 30 1\n7g7f none 99 10 4 #other\n5g5f none -30 20 2\n"));
    let entry = one.entry(&start).unwrap();
    assert_eq!(usi(entry), ["7g7f", "2g2f", "5g5f"]);
    let known = |at: usize| (entry.moves[at].eval, entry.moves[at].depth, entry.moves[at].count);
    assert_eq!(known(0), (Some(20), Some(25), Some(10)));
    assert_eq!(known(1), (Some(50), Some(30), Some(10)));
    assert_eq!(entry.moves[0].comment, "own");
    assert_eq!(entry.moves[1].reply.map(|mv| mv.to_string()).as_deref(), Some("8c8d"));
}

#[test]
fn large_files_are_searched_without_reading_them() {
    let folder = tempfile::tempdir().unwrap();
    let book = Book::built_in();
    for format in [BookFormat::Db, BookFormat::Ybb] {
        let path = folder.path().join("book").with_extension(format.extension());
        std::fs::write(&path, book.to_bytes(format).0).unwrap();
        let (searched, whole) =
            (BookFile::open_from(&path, 0).unwrap(), BookFile::open(&path).unwrap());
        assert!(searched.in_memory().is_none() && whole.in_memory().is_some(), "{format:?}");
        assert_eq!((searched.len(), whole.len()), (book.len() as u64, book.len() as u64));
        for (sfen, _) in book.entries() {
            let position = Position::from_sfen(sfen).unwrap();
            let (found, expected) =
                (searched.entry(&position).unwrap(), whole.entry(&position).unwrap());
            assert_eq!(found, expected, "{format:?} {sfen}");
        }
        let other = Position::from_sfen("4k4/9/9/9/9/9/9/9/4K4 b - 1").unwrap();
        assert_eq!(searched.entry(&other).unwrap(), None);
    }
    // An unsorted text is read.
    let path = folder.path().join("unsorted.db");
    let text = std::fs::read_to_string(file("yaneuraou.db")).unwrap();
    let parts: Vec<&str> = text.split("sfen ").collect();
    std::fs::write(&path, format!("sfen {}sfen {}", parts[4], parts[2])).unwrap();
    let book = BookFile::open_from(&path, 0).unwrap();
    assert!(book.in_memory().is_some_and(|book| book.len() == 2));
}

#[test]
fn broken_files_are_reported_with_name_place_and_cause() {
    let folder = tempfile::tempdir().unwrap();
    let error = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        BookFile::open(&path).unwrap_err().to_string()
    };
    let ybb = std::fs::read(file("yaneuraou.ybb")).unwrap();
    let told = error("cut.ybb", &ybb[..60]);
    assert!(told.contains("cut.ybb: byte 16: no room for 5 positions in 60 bytes"), "{told}");
    assert!(error("short.ybb", &ybb[..20]).contains("byte 20: the header is cut off"));
    assert!(error("other.ybb", b"something else").contains("byte 0: expected"));
    assert!(error("text.db", b"no book\n").contains("text.db: line 1: "));
    let sbk = std::fs::read(file("shogigui01.sbk")).unwrap();
    assert!(error("cut.sbk", &sbk[..40]).contains("cut.sbk: byte "));
    assert!(error("none.sbk", b"\xff\xff").contains("byte 2: a number is cut off"));
    assert!(BookFile::open(&folder.path().join("absent.sbk")).is_err());
    assert!(BookFile::open(folder.path()).is_err(), "a folder");
    // Cut later, the positions before are used.
    let (book, skipped) = Book::from_bytes(&sbk[..2_000], None).unwrap();
    assert!(book.len() > 10 && matches!(skipped[0].place, Place::Byte(_)), "{skipped:?}");
}

/// Opening it must not panic, and neither must using what is read.
fn try_bytes(bytes: &[u8]) {
    for hint in BookFormat::ALL {
        let Ok((book, _)) = Book::from_bytes(bytes, Some(hint)) else { continue };
        for format in BookFormat::ALL {
            let (written, _) = book.to_bytes(format);
            if book.is_empty() {
                continue;
            }
            let Ok((again, skipped)) = Book::from_bytes(&written, Some(format)) else { continue };
            assert_eq!(skipped, [], "{format:?}");
            for (sfen, entry) in again.entries() {
                let known = book.entry(&Position::from_sfen(sfen).unwrap()).unwrap();
                let moves =
                    |entry: &BookEntry| entry.moves.iter().map(|b| b.mv).collect::<Vec<Move>>();
                assert_eq!(moves(entry), moves(known), "{format:?} {sfen}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_bytes_are_no_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        try_bytes(&bytes);
        let mut binary = b"YANE-BINBOOK-V1\0".to_vec();
        binary.extend([1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
        binary.extend(&bytes);
        try_bytes(&binary);
    }

    #[test]
    fn cut_and_changed_files_are_no_panic(
        name in prop::sample::select(vec!["shogigui01.sbk", "yaneuraou.ybb", "yaneuraou.db"]),
        end in 0.0..1.0f64,
        changes in proptest::collection::vec((0.0..1.0f64, any::<u8>()), 0..4),
    ) {
        let bytes = std::fs::read(file(name)).unwrap();
        let place = |part: f64, length: usize| (part * length as f64) as usize;
        try_bytes(&bytes[..place(end, bytes.len())]);
        let mut changed = bytes;
        for (part, byte) in changes {
            let at = place(part, changed.len());
            changed[at] = byte;
        }
        try_bytes(&changed);
    }
}
