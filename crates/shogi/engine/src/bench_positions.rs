//! Representative positions of real games, for the bench, checksums and scales.

/// The positions: start, the matsuri position, and the opening, middle game and endgame of real
/// games (from `testdata/positions`, MIT).
pub const BENCH_POSITIONS: [&str; 12] = [
    zenpuku_shogi::STARTPOS,
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
    "ln3k1nl/1r1s1sgb1/p2p1g1pp/2p1ppp2/1p7/2P1PPPP1/PPSP1SN1P/1BG1G2R1/LN1K4L w - 26",
    "lnsgk1snl/6gb1/p1pppp2p/6R2/9/1rP6/P2PPPP1P/1BG6/LNS1KGSNL w 3P2p 16",
    "ln2k2nl/1r2g1g2/3sppsp1/p1pp2p2/1p6p/P1P2PPP1/1PSPPSN1P/2GK2GRL/LN7 b Bb 31",
    "l4k1nl/1r4gb1/2ns1gsp1/p1ppppp1p/1p7/P1PSSPPPP/1P1P2N2/1BG1G2R1/LN1K4L b P 41",
    "ln1g5/1ks1g4/1ppp1s1+Pp/p6p1/4Ppb2/P1lB5/1PNP5/2K1GS3/LNSG3N1 w RPr5p 61",
    "1n1g4l/+B1sk2g2/p1ppppnsp/bp7/2G3r2/P1P4p1/1L1PPPN1P/1P2KGS2/LNS4RL b 3p 65",
    "l3k2nl/1r2g1g2/2nspp1p1/p2p1P3/1pP5P/P1b3SP1/1P1PP1N2/2GK2G1L/LN6R w BS4Ps 48",
    "l8/6gk1/2ns1gspn/2p1Ppp1P/p2pS3p/P5rP1/1P1PG4/1BG3+sR1/LN1K4L b Bnl5p 83",
    "5k1Bl/B3p1g2/2n1s2p1/1rspPppl1/2p4PP/lP1G1PP2/2NP1G3/s1K4R1/2N5L w G3Psn2p 118",
    "l2k3+B1/2g3g2/2s+P1s1p1/p8/2sb1Nl1P/P4G1P1/2+r1PP1K1/8L/L5P1R w GN8Ps2np 124",
];
