//! Random games for the property tests.
use zenpuku_core::random::SplitMix64;
use zenpuku_shogi::{Handicap, MoveList, Setup};
use zenpuku_shogi_record::{Ending, Header, NodeId, Note, Record, Replay, Step, Time};

/// A seeded generator, for indices.
pub(crate) struct Random(SplitMix64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn one_in(&mut self, chance: usize) -> bool {
        self.below(chance) == 0
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// The contents of a random record.
#[derive(Clone, Copy)]
pub(crate) struct Content {
    pub(crate) variations: bool,
    pub(crate) times: bool,
    pub(crate) bookmarks: bool,
    pub(crate) remarks: bool,
    pub(crate) comments: bool,
    pub(crate) fields: bool,
    pub(crate) endings: bool,
    /// Only endings that every format has a word for.
    pub(crate) common_endings: bool,
}

const PROBLEMS: [&str; 2] = [
    "9/9/3+R4k/8p/6G2/9/9/9/9 b G2b2g4s4n4l16p 1",
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
];

fn start(random: &mut Random) -> Setup {
    match random.below(4) {
        0 => random.pick(&Handicap::ALL).setup(),
        1 => {
            let text = *random.pick(&PROBLEMS);
            let setup = Setup::from_sfen(text).expect("SFEN");
            let legal = setup.check(zenpuku_shogi::SetupRules::Mate).is_ok();
            if legal { setup } else { Setup::startpos() }
        }
        _ => Setup::startpos(),
    }
}

/// A word of characters that all encodings hold.
fn text(random: &mut Random) -> String {
    const ALPHABET: &[char] = &[
        'a', 'Z', '0', '9', ' ', '　', '.', ',', ':', '\'', '"', '\\', '*', '#', '&', '%', '+',
        '-', '/', '(', ')', '歩', '香', '同', '変', '化', '：', '▲', '△', 'ｶ', 'ア', 'ん', '。',
        '～', '－', '１', '一', '手', '{', '}', '[', ']', '$', '=', '|', '\t',
    ];
    (0..random.below(12)).map(|_| *random.pick(ALPHABET)).collect()
}

/// A random record of about `size` nodes.
pub(crate) fn record(seed: u64, size: usize, content: Content) -> Record {
    let mut random = Random::new(seed);
    let mut record = Record::new(start(&mut random));
    headers(&mut record, &mut random, content);
    notes(&mut record, NodeId::ROOT, &mut random, content);
    let mut replay = Replay::new(&record).expect("a legal start");
    let mut ends = vec![NodeId::ROOT];
    let mut list = MoveList::new();
    for _ in 0..size {
        let branch = content.variations && random.one_in(6);
        let at = if branch { *random.pick(&ends) } else { *ends.last().expect("not empty") };
        let position = replay.go(&record, at).expect("legal moves");
        position.legal_moves(&mut list);
        let Some(&mv) = (!list.is_empty()).then(|| random.pick(&list)) else { continue };
        let id = record.add(at, Step::Move(mv));
        time(&mut record, id, &mut random, content);
        notes(&mut record, id, &mut random, content);
        ends.push(id);
    }
    if content.endings && random.one_in(2) {
        let last = *ends.last().expect("not empty");
        let id = record.add(last, Step::End(ending(&mut random, content)));
        time(&mut record, id, &mut random, content);
        notes(&mut record, id, &mut random, content);
    }
    record
}

fn headers(record: &mut Record, random: &mut Random, content: Content) {
    if !content.fields {
        return;
    }
    for key in ["開始日時", "棋戦", "場所", "先手", "後手", "戦型"] {
        if random.one_in(2) {
            let value = text(random).trim().to_owned();
            record.headers.push(Header::Field { key: key.to_owned(), value });
        }
    }
}

fn time(record: &mut Record, id: NodeId, random: &mut Random, content: Content) {
    if content.times && !random.one_in(5) {
        record.node_mut(id).time = Some(Time::seconds(random.below(20_000) as u64));
    }
}

fn notes(record: &mut Record, id: NodeId, random: &mut Random, content: Content) {
    while random.one_in(3) {
        let words = text(random);
        let note = match random.below(4) {
            0 if content.bookmarks => Note::Bookmark(words),
            // A remark that begins like a comment of CSA would become one.
            1 if content.remarks => Note::Remark(words.trim_start_matches('*').to_owned()),
            // JKF marks bookmarks with `&`.
            _ if content.comments => Note::Comment(words.trim_start_matches('&').to_owned()),
            _ => continue,
        };
        record.node_mut(id).notes.push(note);
    }
}

fn ending(random: &mut Random, content: Content) -> Ending {
    let common = [
        Ending::Resign,
        Ending::Interrupted,
        Ending::Repetition,
        Ending::Impasse,
        Ending::Mate,
        Ending::NoMate,
        Ending::TimeUp,
        Ending::FoulWin,
        Ending::FoulLoss,
        Ending::Declaration,
        Ending::Draw,
    ];
    let more = [Ending::SealedMove, Ending::WinByDefault, Ending::FoulMove, Ending::MaxMoves];
    if content.common_endings || random.one_in(2) {
        random.pick(&common).clone()
    } else {
        random.pick(&more).clone()
    }
}
