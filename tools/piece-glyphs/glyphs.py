#!/usr/bin/env python3
"""Writes the outlines of the pieces' letters as Rust source.

    pip install fonttools brotli
    tools/piece-glyphs/glyphs.py > crates/shogi/analysis/src/picture/glyphs.rs

The font is the subset of Noto Serif JP that the app uses (SIL Open Font License 1.1).
"""

from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

ASSETS = Path(__file__).parents[2] / "web/src/assets"
LETTERS = "歩香桂銀金角飛玉と杏圭全馬龍"
HEAD = """\
//! Outlines of the pieces' letters from Noto Serif JP (SIL Open Font License 1.1, see
//! `web/src/assets/noto-serif-jp-OFL.txt`), so that pictures need no font. Written by
//! `tools/piece-glyphs/glyphs.py`.

/// Length of the em square in the outlines' units; the baseline is at 0 and y grows upwards.
pub(super) const EM: f64 = %s;

/// Each letter with its outline, an SVG path.
#[rustfmt::skip]
pub(super) const GLYPHS: [(char, &str); %d] = ["""


def main():
    font = TTFont(ASSETS / "noto-serif-jp-subset.woff2")
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    print(HEAD % (float(font["head"].unitsPerEm), len(LETTERS)))
    for letter in LETTERS:
        pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
        glyphs[names[ord(letter)]].draw(pen)
        print(f"    ('{letter}', \"{pen.getCommands()}\"),")
    print("];")


if __name__ == "__main__":
    main()
