"""Reading single values of kinematics files: numbers, poses, names, with the line in messages."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NoReturn

import numpy as np
import pinocchio as pin

from poise.arrays import did_you_mean
from poise.model.kinematics_text import Entry, Value, entry_of_list, fail, flat, written

# Files give rotations with as few as four digits; more than that apart from orthonormal is wrong.
_ROTATION_TOLERANCE = 1e-3


class EntryReader:
    """Entries by key, each read as what it must be.

    Args:
        entries: The entries.
        line: The line of what holds them, for messages about missing ones.
        origin: What to call the file in messages.
        where: What holds the entries, for messages: "link_2", "the chain".
    """

    def __init__(self, entries: Iterable[Entry], line: int, origin: str, where: str) -> None:
        self.line = line
        self.origin = origin
        self.where = where
        self._entries: dict[str, Entry] = {}
        for entry in entries:
            if entry.key in self._entries:
                fail(origin, entry.line, f"{where} has {entry.key!r} twice.")
            self._entries[entry.key] = entry

    @classmethod
    def of_lists(cls, entry: Entry, origin: str) -> EntryReader:
        """The reader of an entry whose values are lists ``(key value …)``."""
        lists = [entry_of_list(value, entry.line, origin) for value in entry.values]
        return cls(lists, entry.line, origin, entry.key)

    def __contains__(self, key: str) -> bool:
        """Whether the key is there."""
        return key in self._entries

    def get(self, key: str) -> Entry | None:
        """The entry of a key, or None."""
        return self._entries.get(key)

    def require_known(self, valid: Iterable[str]) -> None:
        """Refuse keys that mean nothing.

        Raises:
            ModelLoadError: A key is not among the valid ones; close matches are named.
        """
        names = list(valid)
        for key, entry in self._entries.items():
            if key not in names:
                fail(
                    *(self.origin, entry.line),
                    f"{self.where} has the unknown key {key!r}. {did_you_mean(key, names)}",
                )

    def numbers(self, key: str, count: int) -> list[float]:
        """The finite numbers of a key, in as many lists as one likes.

        Raises:
            ModelLoadError: The key is missing, or it is not that many finite numbers.
        """
        entry = self._require(key)
        words = flat(entry.values)
        if len(words) != count:
            one = "one number" if count == 1 else f"{count} numbers"
            self._fail(entry, f"must be {one}, but has {len(words)}")
        return [self._number(entry, word) for word in words]

    def number(self, key: str, default: float) -> float:
        """One finite number, or the default where the key is missing.

        Raises:
            ModelLoadError: It is not one finite number.
        """
        return self.numbers(key, 1)[0] if key in self else default

    def integer(self, key: str, largest: int) -> int:
        """A whole number from 1 to ``largest``.

        Raises:
            ModelLoadError: The key is missing, or it is something else.
        """
        entry = self._require(key)
        value = self.numbers(key, 1)[0]
        if value != int(value) or not 1 <= value <= largest:
            self._fail(entry, f"must be a whole number from 1 to {largest}, got {value:g}")
        return int(value)

    def word(self, key: str, default: str | None = None) -> str:
        """One word, or the default where the key is missing.

        Raises:
            ModelLoadError: The key is missing and there is no default, or it is not one word.
        """
        if key not in self and default is not None:
            return default
        entry = self._require(key)
        if len(entry.values) != 1 or not isinstance(entry.values[0], str) or not entry.values[0]:
            self._fail(entry, f"must be one word, got {self._shown(entry.values)}")
        return entry.values[0]

    def choice(self, key: str, valid: Iterable[str], default: str | None = None) -> str:
        """One of several words, or the default where the key is missing.

        Raises:
            ModelLoadError: It is none of them.
        """
        word, names = self.word(key, default), list(valid)
        if word not in names:
            self._fail(self._require(key), f"is {word!r}. {did_you_mean(word, names)}", end="")
        return word

    def pose(self, key: str) -> pin.SE3:
        """The pose of 16 numbers, row by row; the identity where the key is missing.

        Raises:
            ModelLoadError: Not 16 numbers, a last row that is not 0 0 0 1, or a left upper block
                that is no rotation.
        """
        if key not in self:
            return pin.SE3.Identity()
        entry = self._require(key)
        matrix = np.array(self.numbers(key, 16)).reshape(4, 4)
        if not np.array_equal(matrix[3], (0.0, 0.0, 0.0, 1.0)):
            self._fail(entry, f"must end with 0 0 0 1, but ends with {matrix[3].tolist()}")
        rotation = matrix[:3, :3]
        off = float(np.abs(rotation.T @ rotation - np.eye(3)).max())
        if off > _ROTATION_TOLERANCE or np.linalg.det(rotation) < 0.0:
            self._fail(
                entry,
                "must have a rotation in its first three rows and columns: orthonormal and "
                f"right-handed, but RᵀR is off by {off:.2g} and det R = "
                f"{np.linalg.det(rotation):.3g}",
            )
        left, _, right = np.linalg.svd(rotation)  # the nearest rotation
        return pin.SE3(left @ right, matrix[:3, 3])

    def _require(self, key: str) -> Entry:
        entry = self._entries.get(key)
        if entry is None:
            fail(self.origin, self.line, f"{self.where} must have {key!r}, which is missing.")
        return entry

    def _number(self, entry: Entry, word: str) -> float:
        try:
            value = float(word)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            self._fail(entry, f"must be finite numbers, but has {word[:40]!r}")
        return value

    def _fail(self, entry: Entry, reason: str, end: str = ".") -> NoReturn:
        label = "" if self.where == entry.key else f" of {self.where}"
        fail(self.origin, entry.line, f"{entry.key!r}{label} {reason}{end}")

    @staticmethod
    def _shown(values: tuple[Value, ...]) -> str:
        return written(values[0]) if len(values) == 1 else written(values)
