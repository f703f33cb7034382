//! Books: the format, choosing, building, playing by one, and the castle it leaves behind.

use core::convert::Infallible;
use zenpuku_shogi::{Move, Position};
use zenpuku_shogi_engine::book::{Book, BookBuilder, BookChoice, Place};
use zenpuku_shogi_engine::{Engine, EngineError, EngineOptions, SearchLimits};
use zenpuku_shogi_goals::castles::find;

const TEXT: &str = "#YANEURAOU-DB2016 1.00
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1
#a position
3c3d 2g2f -63 27 163 #castle=YAGURA
8c8d none none none 400
#several
#lines
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
2g2f 3c3d 63 27 935
7g7f none 20 25 6
";

const ALL: BookChoice = BookChoice { plies: 99, depth: 0, loss: 9999, least: -9999, seed: 0 };

fn moves(position: &Position, line: &str) -> Vec<Move> {
    let mut position = position.clone();
    let play = |usi| {
        let mv = position.read_usi(usi).unwrap();
        position.do_move(mv);
        mv
    };
    line.split_whitespace().map(play).collect()
}

#[test]
fn what_is_read_is_written() {
    let book = Book::read(TEXT).unwrap();
    assert_eq!(book.to_text(), TEXT);
    let windows = format!("\u{feff}{}", TEXT.replace('\n', "\r\n"));
    assert_eq!(Book::read(&windows).unwrap(), book);
    assert_eq!(Book::read(TEXT.split_once('\n').unwrap().1).unwrap(), book, "no header");
    let mut position = Position::startpos();
    position.do_move(position.parse_usi("7g7f").unwrap());
    let entry = book.entry(&position).unwrap();
    assert_eq!(entry.comment, "a position");
    assert_eq!(entry.moves[0].castle(), find("YAGURA"));
    assert_eq!(entry.moves[1].comment, "several\nlines");
}

#[test]
fn errors_name_the_line() {
    let error = |text: &str| Book::read(text).unwrap_err().to_string();
    assert!(error("#YANEURAOU-DB2016 2.00\n").starts_with("line 1: expected"));
    assert!(error("7g7f none 0 0 1\n").starts_with("line 1: a move before"));
    assert!(error("sfen 9/9 b - 1\n").starts_with("line 1"));
    let start = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n";
    assert!(error(&format!("{start}7g7e none 0 0 1\n")).starts_with("line 2: 7g7e"));
    assert!(error(&format!("{start}7g7f none x 0 1\n")).contains("`x` is not a number"));
}

#[test]
fn bad_lines_are_skipped_with_what_belongs_to_them() {
    let bad_position = format!("{TEXT}sfen 9/9 b - 1\n7g7f none 0 1 1\n#of it\n{}", &TEXT[23..]);
    let (book, skipped) = Book::read_skipping(&bad_position).unwrap();
    assert_eq!(book.len(), 2);
    assert_eq!(skipped.iter().map(|error| error.place).collect::<Vec<_>>(), [Place::Line(11)]);
    let bad_move = TEXT.replace("2g2f 3c3d 63", "2g2e 3c3d 63").replace("8c8d none", "8c8e none");
    let (book, skipped) = Book::read_skipping(&bad_move).unwrap();
    assert_eq!(
        skipped.iter().map(|error| error.place).collect::<Vec<_>>(),
        [5, 9].map(Place::Line)
    );
    let comments = book.to_text();
    assert!(!comments.contains("several") && comments.contains("castle=YAGURA"), "{comments}");
    assert!(Book::read_skipping("no book\nat all\n").is_err());
    assert!(Book::read_skipping(&TEXT.replace("1.00", "2.00")).is_err());
}

#[test]
fn choices_follow_weights_and_limits() {
    let (book, start) = (Book::read(TEXT).unwrap(), Position::startpos());
    let choose = |choice: BookChoice| book.choose(&start, &choice).map(|book| book.mv.to_string());
    let often = (0..1000).filter(|&seed| choose(BookChoice { seed, ..ALL }).unwrap() == "2g2f");
    assert!((960..1000).contains(&often.count()), "935 of 941");
    let only = |choice: BookChoice| {
        let all = (0..200).map(|seed| choose(BookChoice { seed, ..choice }));
        let mut all: Vec<_> = all.collect();
        all.dedup();
        all
    };
    assert_eq!(only(BookChoice { loss: 40, ..ALL }), [Some("2g2f".into())]);
    assert_eq!(only(BookChoice { depth: 26, ..ALL }), [Some("2g2f".into())]);
    assert_eq!(only(BookChoice { least: 64, ..ALL }), [None]);
    assert_eq!(only(BookChoice { plies: 0, ..ALL }), [None]);
    assert_eq!(choose(BookChoice { seed: 7, ..ALL }), choose(BookChoice { seed: 7, ..ALL }));
}

#[test]
fn a_book_is_built_from_lines_with_castles_and_opinions() {
    let start = Position::startpos();
    let mut builder = BookBuilder::default();
    let mino = "7g7f 3c3d 6g6f 8c8d 2h6h 5a4b 5i4h 4b3b 4h3h 7a6b 3h2h 5c5d 3i3h";
    builder.add(&start, &moves(&start, mino), 6);
    builder.add(&start, &moves(&start, mino), 6);
    builder.add(&start, &moves(&start, "7g7f 8c8d"), 6);
    builder.add(&start, &moves(&start, "2g2f"), 6);
    let plain = builder.build::<Infallible>(2, 40, None).unwrap();
    assert_eq!(plain.len(), 6);
    let first = plain.entry(&start).unwrap();
    assert_eq!((first.moves.len(), first.moves[0].count), (1, Some(3)));
    assert_eq!(first.moves[0].castle().map(|castle| castle.id), Some("KATA_MINO"));
    // A judge who dislikes the more usual move.
    let mut judge = |position: &Position| {
        let usual = position.last_move().to_string().contains("7g7f");
        Ok::<_, Infallible>((if usual { -100 } else { 0 }, 9, None))
    };
    let judged = builder.build(1, 40, Some(&mut judge)).unwrap();
    let first = &judged.entry(&start).unwrap().moves;
    assert_eq!((first.len(), first[0].mv.to_string().as_str()), (1, "2g2f"));
    assert_eq!((first[0].eval, first[0].depth), (Some(0), Some(9)));
    assert_eq!(Book::read(&judged.to_text()).unwrap(), judged);
}

#[test]
fn the_engine_plays_by_its_book_and_keeps_the_castle() {
    let folder = std::env::temp_dir().join(format!("zenpuku-book-{}", std::process::id()));
    let line = "7g7f 8c8d 7i6h 3c3d 6g6f 7a6b 5g5f 5c5d 3i4h 3a4b 4i5h 4a3b 6i7h 5a4a 5i6i 6a5b";
    let start = Position::startpos();
    let mut builder = BookBuilder::default();
    builder.add(&start, &moves(&start, line), 2);
    let mut book = builder.build::<Infallible>(1, 40, None).unwrap();
    let mut entry = book.entry(&start).unwrap().clone();
    entry.moves[0].set_castle(find("YAGURA").unwrap());
    book.insert(&start, entry);
    std::fs::write(&folder, book.to_text()).unwrap();
    let options = EngineOptions {
        hash: 4,
        own_book: true,
        book_file: folder.display().to_string(),
        ..EngineOptions::default()
    };
    let mut engine = Engine::new(options);
    let limits = SearchLimits::depth(2);
    let result = engine.search(&limits).unwrap();
    assert_eq!((result.best.to_string().as_str(), result.nodes), ("7g7f", 0));
    let infinite = SearchLimits { search_moves: moves(&start, "2g2f"), ..limits.clone() };
    assert_eq!(engine.search(&infinite).unwrap().best.to_string(), "2g2f");
    let mut after = start.clone();
    moves(&start, line).iter().take(8).for_each(|&mv| after.do_move(mv));
    engine.set_position(after).unwrap();
    assert!(engine.search(&limits).unwrap().nodes > 0, "the book ends");
    let castle = engine.explain(&[]).castle.unwrap();
    assert_eq!((castle.id.as_str(), castle.from_book), ("YAGURA", true));
    engine.options_mut().book_file = "no such book".into();
    assert!(matches!(engine.search(&limits), Err(EngineError::Book(_))));
    std::fs::remove_file(&folder).unwrap();
}
