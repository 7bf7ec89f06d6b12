"""Reading the head of a GGUF file: its metadata and, where they are there, its tensors.

The layout is that of the GGUF specification (ggml, `docs/gguf.md`, versions 2 and 3). Nothing in
the bytes is believed before it is checked: every count and length has a bound.
"""

from __future__ import annotations

from struct import Struct, unpack_from
from struct import error as StructError  # noqa: N812  (the module calls it plainly "error")
from typing import Final, TypeAlias

from catalog.record import mutable, record
from core.errors import HowfastError

MAGIC: Final = b"GGUF"
VERSIONS: Final = (2, 3)
MOST_KEYS: Final = 2_048  # files have 20 to 80
MOST_TENSORS: Final = 16_384  # files have up to 2,000
MOST_ELEMENTS: Final = 4_000_000  # of one array; the largest vocabularies have 262,144
MOST_STRINGS: Final = 1_000_000  # of all arrays together
MOST_KEY_BYTES: Final = 256
MOST_STRING_BYTES: Final = 1 << 20  # a chat template takes up to 100 kB
KEPT_STRING_BYTES: Final = 512
KEPT_ELEMENTS: Final = 1_024  # per-layer arrays; longer ones are only counted
MOST_DIMENSIONS: Final = 4
MOST_WEIGHTS: Final = 1 << 46  # of one tensor
STRING: Final = 8
ARRAY: Final = 9
CUT: Final = "the file ends in the middle of its header"

Scalar: TypeAlias = int | float | bool | str
Value: TypeAlias = Scalar | tuple[Scalar, ...]

_SCALARS: Final = {
    0: Struct("<B"),
    1: Struct("<b"),
    2: Struct("<H"),
    3: Struct("<h"),
    4: Struct("<I"),
    5: Struct("<i"),
    6: Struct("<f"),
    7: Struct("<?"),
    10: Struct("<Q"),
    11: Struct("<q"),
    12: Struct("<d"),
}
_U32: Final = Struct("<I")
_U64: Final = Struct("<Q")


class GgufError(HowfastError):
    """Bytes that are no GGUF header, or one that cannot be true."""


@record
class Tensor:
    """A tensor's name, how many weights it has, and the number of its type."""

    name: str
    weights: int
    type: int


@record
class Header:
    """What a header says.

    `values` are scalars and short arrays by key; `lengths` the lengths of all arrays. `tensors`
    is None where the bytes end before the list of tensors does.
    """

    values: dict[str, Value]
    lengths: dict[str, int]
    tensors: tuple[Tensor, ...] | None


def read_header(data: bytes | memoryview) -> Header:
    """Return the header at the start of `data`, or as much of it as there is.

    A part is enough once the architecture and its layer count are in it: files list all
    dimensions before the tokenizer.

    Raises
    ------
    GgufError
        If the bytes are no GGUF, break a bound, or end before the dimensions do.
    """
    walk = _Walk(data)
    tensors, keys = walk.counts()
    found: tuple[Tensor, ...] | None = None
    try:
        for _ in range(keys):
            walk.key()
        found = tuple(walk.tensor() for _ in range(tensors))
    except StructError:
        if not walk.has_dimensions:
            raise GgufError(CUT) from None
    if not walk.has_dimensions:
        raise GgufError("the header names no architecture with layers")
    return Header(walk.values, walk.lengths, found)


@mutable
class _Place:
    """Where the walk is, and how many strings it has stepped over."""

    at: int = 0
    strings: int = 0


class _Walk:
    """One walk along the bytes; running past their end raises `struct.error`."""

    def __init__(self, data: bytes | memoryview) -> None:
        self._data = data
        self._size = len(data)
        self._place = _Place()
        self.values: dict[str, Value] = {}
        self.lengths: dict[str, int] = {}

    @property
    def has_dimensions(self) -> bool:
        """Whether the architecture and its layer count were read."""
        return f"{self.values.get('general.architecture')}.block_count" in self.values

    def counts(self) -> tuple[int, int]:
        """Return how many tensors and keys there are, from the first 24 bytes."""
        if bytes(self._data[:4]) != MAGIC:
            raise GgufError("this is no GGUF file")
        try:
            version, tensors, keys = unpack_from("<IQQ", self._data, 4)
        except StructError:
            raise GgufError(CUT) from None
        if version not in VERSIONS:
            raise GgufError("the version of the GGUF file is not known")
        if tensors > MOST_TENSORS or keys > MOST_KEYS:
            raise GgufError("the header counts more keys or tensors than any model has")
        self._place.at = 24
        return tensors, keys

    def key(self) -> None:
        """Read one key with its value."""
        name = self._text(MOST_KEY_BYTES)
        if name in self.values or name in self.lengths:
            raise GgufError("the header has a key twice")
        kind = self._number(_U32)
        if kind == ARRAY:
            self._array(name)
        elif kind == STRING:
            self.values[name] = self._text(MOST_STRING_BYTES)[:KEPT_STRING_BYTES]
        else:
            self.values[name] = self._number(_scalar(kind))

    def tensor(self) -> Tensor:
        """Read one tensor's name and shape."""
        name = self._text(MOST_KEY_BYTES)
        dimensions = int(self._number(_U32))
        if not 0 < dimensions <= MOST_DIMENSIONS:
            raise GgufError("a tensor has more than four dimensions")
        weights = 1
        for _ in range(dimensions):
            weights *= int(self._number(_U64))
            if not 0 < weights <= MOST_WEIGHTS:
                raise GgufError("a tensor is larger than any model")
        kind = self._number(_U32)
        self._skip(_U64.size)
        return Tensor(name, weights, int(kind))

    def _array(self, name: str) -> None:
        kind = self._number(_U32)
        length = int(self._number(_U64))
        if kind == ARRAY:
            raise GgufError("the header has arrays of arrays")
        if length > MOST_ELEMENTS:
            raise GgufError("an array of the header is longer than any vocabulary")
        self.lengths[name] = length
        if kind == STRING:
            self._skip_texts(length)
            return
        one = _scalar(kind)
        if length <= KEPT_ELEMENTS:
            self.values[name] = tuple(self._number(one) for _ in range(length))
        else:
            self._skip(length * one.size)

    def _number(self, kind: Struct) -> Scalar:
        found: Scalar = kind.unpack_from(self._data, self._place.at)[0]
        self._place.at += kind.size
        return found

    def _text(self, most: int) -> str:
        size = int(self._number(_U64))
        if size > most:
            raise GgufError("a text of the header is longer than any real one")
        start = self._place.at
        self._skip(size)
        return bytes(self._data[start : start + size]).decode("utf-8", "replace")

    def _skip(self, size: int) -> None:
        self._place.at += size
        if self._place.at > self._size:
            raise StructError

    def _skip_texts(self, count: int) -> None:
        self._place.strings += count
        if self._place.strings > MOST_STRINGS:
            raise GgufError("the header has more texts than any vocabulary")
        read, data, at = _U64.unpack_from, self._data, self._place.at
        for _ in range(count):
            size = read(data, at)[0]
            if size > MOST_STRING_BYTES:
                raise GgufError("a text of the header is longer than any real one")
            at += 8 + size
        self._place.at = at
        self._skip(0)


def _scalar(kind: Scalar) -> Struct:
    found = _SCALARS.get(int(kind))
    if found is None:
        raise GgufError("the header has a value of unknown type")
    return found
