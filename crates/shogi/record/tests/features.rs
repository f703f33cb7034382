//! The corners of the formats, one by one.

use zenpuku_shogi::{Color, Handicap, MoveList, Position, Square};
use zenpuku_shogi_record::{
    CsaVersion, Document, Encoding, Ending, Evaluation, EvaluationStyle, Format, Loss, LossKind,
    NodeId, Note, Record, Score, Step, Time, WriteOptions, ki2_text, kif_text, read, write,
    write_with,
};

fn text(document: &Document, format: Format) -> (String, Vec<Loss>) {
    let written = write(document, format, Some(Encoding::Utf8)).expect("can be written");
    (String::from_utf8(written.bytes).expect("UTF-8"), written.losses)
}

fn one(text: &str) -> Document {
    read(text.as_bytes(), None).expect("is read")
}

fn usi(record: &Record) -> String {
    let moves = record.main_line().filter_map(|id| record.node(id).played());
    moves.map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn kif_in_many_hands() {
    let document = one(
        "1 76歩(77)\n２　３四歩（３３）\n3手 ▲２二角成(88) (1:02/)\n4 同銀(31)\n5 ４五角打\n6 同じ\n",
    );
    assert_eq!(usi(&document.records[0]), "7g7f 3c3d 8h2b+ 3a2b B*4e");
    let third = document.records[0].main_line().nth(2).expect("a move");
    let time = document.records[0].node(third).time;
    assert_eq!(time, Some(Time { spent_ms: 62_000, total_ms: None }));
    assert_eq!(document.faults().count(), 1);
    // Without origin the move is found as in KI2.
    assert_eq!(
        usi(&one("手合割：平手\n1 ７六歩\n2 ３四歩\n3 ５八金右\n").records[0]),
        "7g7f 3c3d 4i5h"
    );
}

#[test]
fn lines_after_the_end_are_kept() {
    let document = one("手合割：平手\n1 ７六歩(77)\n2 投了\n3 ２六歩(27)\n3 中断\n");
    let record = &document.records[0];
    let steps: Vec<_> = record.main_line().map(|id| record.node(id).step().clone()).collect();
    assert!(matches!(steps[1], Step::End(Ending::Resign)), "{steps:?}");
    assert_eq!(steps.len(), 3, "White is to move after the end, not Black: {steps:?}");
    assert_eq!(record.winner(), Some(Color::Black));
}

#[test]
fn a_board_with_its_side_to_move() {
    let bod = "後手の持駒：飛二　角　歩十七\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
        | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n\
        +---------------------------+\n先手の持駒：金四　成銀\n手数＝29  ▲５三歩  まで\n";
    assert!(read(bod.as_bytes(), None).is_err(), "成銀 cannot be in hand");
    let document = one(&bod.replace("　成銀", ""));
    let start = document.records[0].start().to_sfen();
    assert_eq!(start, "4k4/9/4P4/9/9/9/9/9/4K4 w 4G2rb17p 1");
    let (back, _) = text(&document, Format::Csa);
    assert_eq!(one(&back).records[0].start(), document.records[0].start());
    assert_eq!(text(&document, Format::Kif).0, bod.replace("　成銀", ""));
}

#[test]
fn handicaps_in_every_format() {
    for handicap in Handicap::ALL {
        let document = Document::new(vec![Record::new(handicap.setup())]);
        for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf, Format::Usi] {
            let (written, losses) = text(&document, format);
            assert_eq!(losses, []);
            let back = read(written.as_bytes(), Some(format)).expect("is read");
            assert_eq!(*back.records[0].start(), handicap.setup(), "{written}");
        }
        assert!(text(&document, Format::Kif).0.contains(handicap.name_ja()));
    }
}

#[test]
fn several_games_in_one_csa_file() {
    let csa = "V2.2\nN+A\nPI\n+\n+7776FU\nT3\n%TORYO\n/\nN+B\nPI22KA\n-\n-8484FU\n/\nP-11OU\nP+13FU\nP-00AL\n+\n";
    let document = one(csa);
    assert_eq!(document.records.len(), 3);
    assert_eq!(document.records[0].player(Color::Black), Some("A"));
    assert_eq!(*document.records[1].start(), Handicap::Bishop.setup());
    assert_eq!(document.faults().count(), 1);
    assert_eq!(text(&document, Format::Csa), (csa.to_owned(), vec![]));
    let lines = text(&document, Format::Usi).0;
    assert_eq!(lines.lines().count(), 3);
    assert!(write(&document, Format::Kif, None).is_err());
}

#[test]
fn csa_3_keeps_fractions_of_seconds() {
    let csa = "'CSA encoding=UTF-8\nV3.0\n$TIME:300+0+10\n$MAX_MOVES:256\nPI\n+\n+7776FU\nT1.25\n-3334FU,T0.5\n%TORYO\nT0\n";
    let document = one(csa);
    let record = &document.records[0];
    let times: Vec<_> =
        record.main_line().filter_map(|id| record.node(id).time).map(|t| t.spent_ms).collect();
    assert_eq!(times, [1250, 500, 0]);
    assert_eq!(record.field("持ち時間"), Some("300+0+10"));
    assert_eq!(text(&document, Format::Csa), (csa.to_owned(), vec![]));
    let (kif, losses) = text(&document, Format::Kif);
    assert!(kif.contains("最大手数：256"), "{kif}");
    assert_eq!(losses, [Loss { kind: LossKind::Fractions, count: 2 }]);
    let options = WriteOptions { csa: Some(CsaVersion::V2_2), ..WriteOptions::new(Format::Csa) };
    let old = write_with(&document, &options).expect("can be written");
    assert!(String::from_utf8_lossy(&old.bytes).contains("V2.2\n"));
    let kif = one("手合割：平手\n先手：甲\n1 ７六歩(77)\n");
    assert!(text(&kif, Format::Csa).0.starts_with("'CSA encoding=UTF-8\nV2.2\nN+甲\n"));
    let options = WriteOptions { csa: Some(CsaVersion::V3_0), ..WriteOptions::new(Format::Csa) };
    let new = write_with(&kif, &options).expect("can be written");
    assert!(new.bytes.starts_with(b"'CSA encoding=UTF-8\nV3.0\n"));
    let jkf = one(&text(&document, Format::Jkf).0);
    assert_eq!(
        jkf.records[0].node(record.main_line().next().expect("a move")).time.map(|t| t.spent_ms),
        Some(1250)
    );
}

#[test]
fn endings_survive_in_kif_and_ki2_and_are_reported_elsewhere() {
    let endings = [
        Ending::Resign,
        Ending::Interrupted,
        Ending::Repetition,
        Ending::Impasse,
        Ending::Mate,
        Ending::NoMate,
        Ending::TimeUp,
        Ending::FoulWin,
        Ending::FoulLoss,
        Ending::FoulMove,
        Ending::Declaration,
        Ending::SealedMove,
        Ending::WinByDefault,
        Ending::LossByDefault,
        Ending::Draw,
        Ending::MaxMoves,
        Ending::Matta,
        Ending::Error,
        Ending::Other("接続切れ".to_owned()),
    ];
    for ending in endings {
        let mut record = Record::new(Handicap::Even.setup());
        record.add(NodeId::ROOT, Step::End(ending.clone()));
        let document = Document::new(vec![record]);
        for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf] {
            let (written, losses) = text(&document, format);
            let back = one_hinted(&written, format);
            let found = back.records[0].ending().map(|(ending, _)| ending.clone());
            let kept = found.as_ref() == Some(&ending);
            assert!(kept || losses.iter().any(|l| l.kind == LossKind::Endings), "{written}");
            if matches!(format, Format::Kif | Format::Ki2) {
                assert!(kept, "{ending:?} in {format}: {written}");
            }
        }
    }
}

fn one_hinted(text: &str, format: Format) -> Document {
    read(text.as_bytes(), Some(format)).expect("is read")
}

#[test]
fn what_csa_cannot_hold_is_reported() {
    let document = one(
        "記録係：誰か\n手合割：平手\n1 ７六歩(77) (0:01/0:00:01)\n*コメント\n&しおり\n2 封じ手\n変化：1手\n1 ２六歩(27)\n",
    );
    let (csa, losses) = text(&document, Format::Csa);
    let kinds: Vec<_> = losses.iter().map(|loss| loss.kind.clone()).collect();
    let expected =
        [LossKind::Variations, LossKind::Bookmarks, LossKind::FieldsAsRemarks, LossKind::Endings];
    assert_eq!(kinds, expected);
    assert!(csa.contains("'記録係：誰か\n") && csa.contains("'*コメント\n"), "{csa}");
    let (_, losses) = text(&document, Format::Usi);
    assert!(losses.iter().any(|loss| loss.kind == LossKind::Times), "{losses:?}");
}

#[test]
fn shift_jis_never_holds_the_marks_of_the_sides() {
    let mut document = one("手合割：平手\n先手：☗☖😀\n1 ７六歩(77)\n*☗７六歩\n");
    document.format = Format::Kif;
    let written = write(&document, Format::Kif, Some(Encoding::ShiftJis)).expect("can be written");
    let back = read(&written.bytes, None).expect("is read");
    assert_eq!(back.encoding, Encoding::ShiftJis);
    assert_eq!(back.records[0].field("先手"), Some("▲△&#x1F600;"));
    assert_eq!(written.losses, [Loss { kind: LossKind::Character('😀'), count: 1 }]);
    let relabelled = one("#KIF version=2.0 encoding=UTF-8\n手合割：平手\n1 ７六歩(77)\n");
    let written = write(&relabelled, Format::Kif, Some(Encoding::ShiftJis)).expect("written");
    assert!(written.bytes.starts_with(b"#KIF version=2.0 encoding=Shift_JIS\n"));
}

#[test]
fn an_annotated_record_keeps_the_lines_of_its_source() {
    let source = "# 柿木将棋\n手合割：平手　　\n先手：A\n備考：x\n手数----指手--\n  1 ７六歩(77)  \n*手書き\n  2 ３四歩(33)  \nまで2手で中断\n";
    let mut document = one(source);
    let record = &mut document.records[0];
    let first = record.main_line().next().expect("a move");
    let mut evaluation =
        Evaluation::new(EvaluationStyle::ShogiHomeResearch, Score::Centipawns(-35));
    evaluation.depth = Some(12);
    record.node_mut(first).add_evaluation(&evaluation);
    let written = text(&document, Format::Kif).0;
    let expected = source.replace("*手書き\n", "*手書き\n*#評価値=-35\n*#深さ=12\n");
    assert_eq!(written, expected);
    let back = one(&written);
    assert_eq!(back.records[0].node(first).evaluations(), [evaluation]);
    // The same comment in the other formats.
    for format in [Format::Ki2, Format::Csa, Format::Jkf] {
        let back = one_hinted(&text(&document, format).0, format);
        assert_eq!(back.records[0].node(first).evaluations().len(), 1, "{format}");
    }
}

#[test]
fn floodgate_values_come_from_csa_to_kif() {
    let document = one("V2\nPI\n+\n+7776FU\nT1\n'** 123 -3334FU +2726FU\n");
    let kif = one(&text(&document, Format::Kif).0);
    let first = kif.records[0].main_line().next().expect("a move");
    let found = kif.records[0].node(first).evaluations();
    assert_eq!(
        (found[0].score, found[0].style),
        (Score::Centipawns(123), EvaluationStyle::Floodgate)
    );
}

/// A comment of floodgate follows the move that its engine played from the evaluated position.
#[test]
fn values_of_players_belong_to_the_positions_before_their_moves() {
    let csa = "V2\nPI\n+\n+7776FU\n'** 30 -3334FU\n-3334FU\n'** -40 +2726FU\n+2726FU\n%TORYO\n";
    let bytes = write(&one(csa), Format::Psv, None).expect("written").bytes;
    let values = |bytes: &[u8]| {
        let positions = read(bytes, Some(Format::Psv)).expect("read").records;
        let value =
            |record: &Record| (record.start().to_sfen(), record.root().evaluations()[0].score);
        positions.iter().map(value).collect::<Vec<_>>()
    };
    let start = zenpuku_shogi::Setup::startpos().to_sfen();
    let second = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2";
    let expected = [(start, 30), (second.to_owned(), -40)];
    assert_eq!(values(&bytes), expected.map(|(sfen, cp)| (sfen, Score::Centipawns(cp))));
    // An analysis is of the position behind the move.
    let csa = csa.replace("'** 30", "'*#評価値=30").replace("'** -40", "'*#評価値=-40");
    let bytes = write(&one(&csa), Format::Psv, None).expect("written").bytes;
    assert_eq!(values(&bytes)[0], (second.to_owned(), Score::Centipawns(30)));
}

#[test]
fn training_positions_come_back_byte_for_byte() {
    let lines = one("startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e 6c6d\n");
    let record = &lines.records[0];
    let mut replay = zenpuku_shogi_record::Replay::new(record).expect("a start");
    let mut records = Vec::new();
    for (index, id) in record.main_line().enumerate() {
        let parent = record.node(id).parent().expect("a parent");
        let position = replay.go(record, parent).expect("legal");
        let mut setup = zenpuku_shogi::Setup::from(position);
        setup.set_ply(index as u16 + 1);
        let mut entry = Record::new(setup);
        let value = Score::Centipawns(100 * index as i32 - 250);
        entry
            .node_mut(NodeId::ROOT)
            .add_evaluation(&Evaluation::new(EvaluationStyle::ShogiHomeResearch, value));
        entry.set_field("結果", ["先手の勝ち", "後手の勝ち", "引き分け"][index % 3]);
        entry.add(NodeId::ROOT, record.node(id).step().clone());
        records.push(entry);
    }
    let document = Document::new(records);
    for (format, size) in [(Format::Hcpe, 38), (Format::Psv, 40)] {
        let written = write(&document, format, None).expect("can be written");
        assert_eq!((written.bytes.len(), written.losses), (6 * size, vec![]));
        let back = read(&written.bytes, Some(format)).expect("is read");
        for (old, new) in document.records.iter().zip(&back.records) {
            assert_eq!(old.first_difference(new), None);
            assert_eq!(old.winner(), new.winner());
            if format == Format::Psv {
                assert_eq!(old.start().ply(), new.start().ply());
            }
        }
        let again = write(&back, format, None).expect("can be written");
        assert_eq!(again.bytes, written.bytes);
        // Found without a hint, too.
        assert_eq!(read(&written.bytes, None).map(|document| document.format), Ok(format));
    }
}

#[test]
fn an_annotated_game_becomes_training_positions() {
    let document = one(
        "手合割：平手\n1 ７六歩(77)\n*#評価値=50\n2 ３四歩(33)\n3 ２六歩(27)\n*#評価値=70\n4 投了\n",
    );
    let written = write(&document, Format::Psv, None).expect("can be written");
    // The first position has no value, and the last no moves.
    assert_eq!(written.bytes.len(), 40);
    assert_eq!(written.losses, [Loss { kind: LossKind::Positions, count: 2 }]);
    let back = read(&written.bytes, None).expect("is read");
    let record = &back.records[0];
    assert_eq!((usi(record).as_str(), record.winner()), ("3c3d", Some(Color::Black)));
    assert_eq!(record.start().ply(), 2);
    assert_eq!(record.root().evaluations()[0].score, Score::Centipawns(50));
}

#[test]
fn bookmarks_and_remarks_keep_their_places() {
    let source = "手合割：平手\n手数----指手---------消費時間--\n#root\n*comment\n&mark\n   1 ７六歩(77)\n#remark\n*one\n\n*two\n&here\n";
    let document = one(source);
    assert_eq!(text(&document, Format::Kif).0, source);
    let record = &document.records[0];
    assert_eq!(record.root().notes[0], Note::Remark("root".to_owned()));
    let first = record.main_line().next().expect("a move");
    assert_eq!(record.node(first).comments().collect::<Vec<_>>(), ["one", "two"]);
    let jkf = one(&text(&document, Format::Jkf).0);
    assert!(jkf.records[0].node(first).notes.contains(&Note::Bookmark("here".to_owned())));
}

/// Kifu for Windows wrote these files; our words for the same moves are its words.
#[test]
fn ki2_is_written_as_kifu_for_windows_writes_it() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/conformance/");
    let files = [
        "kifu_for_js/packages_json-kifu-format_test_files_ki2_20091203.ki2",
        "kifu_for_js/packages_json-kifu-format_test_files_ki2_kobayashi_kinsho196702.ki2",
        "kifu_for_js/packages_json-kifu-format_test_files_ki2_denou3-1.ki2",
        "sugyan_converter/data_tests_ki2_simple.ki2u",
        "mog_core/jvm_src_test_resources_ki2_game_005.ki2",
    ];
    for name in files {
        let bytes = std::fs::read(format!("{folder}{name}")).expect("test data");
        let document = read(&bytes, Some(Format::Ki2)).expect("is read");
        let theirs = text(&document, Format::Ki2).0;
        let other = one(&text(&document, Format::Kif).0);
        let ours = text(&other, Format::Ki2).0;
        let tokens = |text: &str| {
            let lines = text.lines().filter(|line| line.starts_with(['▲', '△']));
            let line = lines.collect::<Vec<_>>().join(" ").replace('△', "▲");
            let tokens = line.split('▲').map(|token| token.replace([' ', '　'], ""));
            tokens.filter(|token| !token.is_empty()).collect::<Vec<_>>()
        };
        // Some writers put 竜 for 龍.
        let normal = |tokens: Vec<String>| -> Vec<String> {
            tokens.into_iter().map(|token| token.replace('竜', "龍")).collect()
        };
        assert_eq!(normal(tokens(&ours)), normal(tokens(&theirs)), "{name}");
    }
}

/// An independent writer of KI2 agrees on random positions.
#[test]
fn ki2_agrees_with_an_independent_writer() {
    let mut seed = 1u64;
    let mut random = move |bound: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % bound
    };
    let mut list = MoveList::new();
    let mut compared = 0;
    for _ in 0..60 {
        let mut position = Position::startpos();
        for _ in 0..150 {
            position.legal_moves(&mut list);
            if list.is_empty() {
                break;
            }
            let core = rsshogi::board::Position::from_sfen(&position.to_sfen()).expect("SFEN");
            for &mv in &list {
                let theirs = core.move32_from_usi(&mv.to_string()).and_then(|mv| mv.to_ki2(&core));
                let theirs = theirs.expect("legal").chars().skip(1).collect::<String>();
                let ours = ki2_text(mv, None, &position);
                // It has no word for 左寄 and 右寄.
                if !ours.contains("左寄") && !ours.contains("右寄") {
                    assert_eq!(ours, theirs, "{} {mv}", position.to_sfen());
                    compared += 1;
                }
            }
            position.do_move(list[random(list.len())]);
        }
    }
    assert!(compared > 100_000, "{compared}");
}

#[test]
fn the_words_of_kif() {
    let position = Position::startpos();
    let mv = position.parse_usi("7g7f").expect("legal");
    assert_eq!(kif_text(mv, None), "７六歩(77)");
    assert_eq!(kif_text(mv, Square::from_usi("7f")), "同　歩(77)");
}

/// Mate problems are written this way: remaining pieces belong to the defender.
#[test]
fn the_rest_of_the_set_goes_to_a_hand() {
    let board = |hand: &str| {
        format!(
            "後手の持駒：{hand}\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n{}{}{}+---------------------------+\n先手の持駒：金\n手数----指手---------消費時間--\n",
            "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n",
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n",
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(6)
        )
    };
    for hand in ["残り全部", "残りすべて"] {
        let document = one_hinted(&board(hand), Format::Kif);
        assert_eq!(
            document.records[0].start().to_sfen(),
            "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
        );
        assert_eq!(document.warnings, []);
        assert_eq!(text(&document, Format::Kif).0, board(hand), "comes back as it was");
    }
}

/// Headers without a CSA line are written as remarks, and are headers again when read.
#[test]
fn headers_come_back_from_csa() {
    let document = one("記録係：誰か\n棋戦：名人戦\n手合割：平手\n1 ７六歩(77)\n");
    let (csa, losses) = text(&document, Format::Csa);
    assert!(csa.contains("'記録係：誰か\n"), "{csa}");
    assert_eq!(losses.len(), 1);
    let back = one_hinted(&csa, Format::Csa);
    assert_eq!(back.records[0].field("記録係"), Some("誰か"));
    assert_eq!(back.records[0].field("棋戦"), Some("名人戦"));
    let (again, losses) = text(&back, Format::Csa);
    assert_eq!((again, losses), (csa, Vec::new()));
    assert!(text(&back, Format::Kif).0.contains("記録係：誰か\n"));
}
