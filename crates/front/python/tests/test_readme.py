"""The notebook lines of README.md and docs/python.md run unchanged."""

import re

import pytest


def blocks(text):
    return re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)


@pytest.mark.parametrize("name", ["README.md", "README.ja.md", "docs/python.md", "crates/front/python/README.md"])
def test_the_lines_of_the_documents_run(root, name, tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    monkeypatch.chdir(root)
    found = blocks((root / name).read_text(encoding="utf-8"))
    assert found, name
    scope = {"OUT": tmp_path}
    for block in found:
        exec(compile(block, name, "exec"), scope)
