"""The last bytes of a position: a fingerprint of its configuration and a checksum of its cells.

A kernel uses cells as array indices, so it accepts only positions that it or a position reader wrote.
"""

from __future__ import annotations

from typing import Final

from kontor.kernel.generator import Generator
from kontor.kernel.runtime.dialect import Cells, UInt64

CHECKED_BYTES: Final = 8  # at the end of a position: four of the fingerprint, four of the checksum
MASK_32: Final = 0xFFFFFFFF
MOST_KEY: Final = 255  # half a key is a byte: a compiler multiplies many bytes in one instruction


def write_number(cells: Cells, at: int, number: UInt64) -> None:
    """Write a number of 32 bits into four cells, the lowest byte first."""
    for n in range(4):
        cells[at + n] = (number >> (8 * n)) & 255


def read_number(cells: Cells, at: int) -> UInt64:
    """Read a number of 32 bits from four cells."""
    number: UInt64 = 0
    for n in range(4):
        number = (number << 8) | cells[at + 3 - n]
    return number


class Checksum:
    """Writes and compares the last bytes of the positions of one configuration."""

    size: int  # cells before the fingerprint
    fingerprint: UInt64  # 32 bits
    low_keys: Cells  # cell -> the lower half of the factor of its value
    high_keys: Cells  # cell -> the upper half, which counts 65536 times as much

    def __init__(self, size: int, fingerprint: UInt64) -> None:
        self.size = size
        self.fingerprint = fingerprint
        generator = Generator(fingerprint)
        self.low_keys = bytearray([1 + generator.below(MOST_KEY) for _ in range(size)])
        self.high_keys = bytearray([1 + generator.below(MOST_KEY) for _ in range(size)])

    def compute(self, cells: Cells) -> UInt64:
        """Return the checksum of the cells; every change of a single cell changes it."""
        low_keys: Cells = self.low_keys
        high_keys: Cells = self.high_keys
        low: int = 0
        high: int = 0
        for n in range(self.size):
            low += cells[n] * low_keys[n]
            high += cells[n] * high_keys[n]
        total: UInt64 = high
        return (((total << 16) + low) ^ self.fingerprint) & MASK_32

    def write(self, cells: Cells) -> None:
        """Write the fingerprint and the checksum after the cells."""
        write_number(cells, self.size, self.fingerprint)
        write_number(cells, self.size + 4, self.compute(cells))

    def has_fingerprint(self, cells: Cells) -> bool:
        """Return whether the cells belong to a position of this configuration."""
        return read_number(cells, self.size) == self.fingerprint

    def is_correct(self, cells: Cells) -> bool:
        """Return whether the checksum matches the cells."""
        return read_number(cells, self.size + 4) == self.compute(cells)
