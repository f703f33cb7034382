"""Paths of the repository's test data."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def records(root) -> Path:
    return root / "testdata" / "records"
