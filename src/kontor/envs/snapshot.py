"""Snapshots of a batch: everything that determines how its games go on, as bytes."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[Any]]
DESCRIPTION = "description"


def written(description: Mapping[str, Any], arrays: Arrays) -> bytes:
    """Return arrays and a description of the batch they belong to as bytes in numpy's format npz."""
    buffer = io.BytesIO()
    text = np.array(json.dumps(description, sort_keys=True))
    np.savez(buffer, allow_pickle=False, **{DESCRIPTION: text}, **arrays)
    return buffer.getvalue()


def read(content: bytes, description: Mapping[str, Any], shapes: Mapping[str, tuple[int, ...]]) -> Arrays:
    """Return the arrays of a snapshot, or raise ValueError if it belongs to another batch."""
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            arrays = dict(file)
    except (EOFError, OSError, ValueError, zipfile.BadZipFile):
        raise ValueError("this is not a snapshot: give the bytes that 'snapshot' returned.") from None
    if str(arrays.get(DESCRIPTION)) != json.dumps(description, sort_keys=True):
        raise ValueError(
            "the snapshot belongs to another batch: restore it into one with the same setup and options."
        )
    if any(name not in arrays or arrays[name].shape != shape for name, shape in shapes.items()):
        raise ValueError("the snapshot is incomplete: give the bytes that 'snapshot' returned.")
    return arrays
