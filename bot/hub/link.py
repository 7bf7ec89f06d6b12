"""Finding a repository in what somebody wrote. Only its two names are taken from the text."""

from __future__ import annotations

import re
from typing import Final

from catalog.record import record, replace

NAME: Final = r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}"
_LINK: Final = re.compile(
    rf"(?<![\w.@/:%-])(?:https?://)?(?:www\.)?(?:huggingface\.co|hf\.co)/({NAME})/({NAME})"
    rf"(?:/(?:blob|resolve|tree)/[\w.-]{{1,64}}/?([\w./-]{{0,128}}))?(?::([\w.-]{{1,24}}))?(?![\w@%])",
    re.ASCII | re.IGNORECASE,
)
_BARE: Final = re.compile(
    rf"(?:(?<=\s)|(?<=[\"'`(<])|^)({NAME})/({NAME})(?::([\w.-]{{1,24}}))?(?![\w/@%:])",
    re.ASCII,
)
_SIZE: Final = re.compile(r"\d[bB](?![a-z])|\d[tT]/?s|GB|[qQ]\d_", re.ASCII)
_MODEL_LIKE: Final = re.compile(r"-gguf$|(?:^|[-_.])\d{1,4}(?:\.\d{1,2})?b(?:$|[-_.])", re.ASCII)
_QUANT: Final = re.compile(
    r"(?:^|[-_.])((?:ud-)?(?:i?q\d|tq\d)_[a-z0-9_]{1,8}|bf16|f16|fp16|f32|mxfp4(?:_moe)?|q\d)(?=[-_.]|$)",
    re.ASCII,
)
NO_OWNERS: Final = frozenset(
    "datasets spaces docs blog models papers api collections organizations tasks learn chat join "
    "login settings pricing posts new search".split()
)
MOST_CHARS: Final = 4_000


@record
class Reference:
    """A repository somebody named: `owner`/`name`, and the quant behind it, where one stands.

    `start` and `end` are where it stands in the text; `linked` whether with the hub's address.
    """

    owner: str
    name: str
    quant: str | None = None
    start: int = 0
    end: int = 0
    linked: bool = False

    @property
    def id(self) -> str:
        """Return the id that its model has in the catalog of this question."""
        return f"hf.co/{self.owner}/{self.name}".lower()

    @property
    def path(self) -> str:
        """Return the names as the hub writes them."""
        return f"{self.owner}/{self.name}"


def reference_in(text: str, owners: frozenset[str] = frozenset()) -> Reference | None:
    """Return the first repository that `text` names, or None.

    Without the hub's address a name counts where it looks like a model and nothing else
    ("unsloth/Qwen3-14B-GGUF"), or where its owner is among `owners`, in lower case.

    >>> reference_in("https://huggingface.co/unsloth/Qwen3-14B-GGUF on a 3090?").path
    'unsloth/Qwen3-14B-GGUF'
    >>> reference_in("8 tok/s on a RTX-4090/RTX-3090") is None
    True
    """
    text = text[:MOST_CHARS]
    if "/" not in text:
        return None
    for found in _LINK.finditer(text):
        owner, name, file, tag = found.groups()
        quant = quant_in(tag or "") or quant_in(file or "")
        if one := _reference(owner, name, quant, found.span()):
            return replace(one, linked=True)
    for found in _BARE.finditer(text):
        owner, name, tag = found.groups()
        is_known = owner.lower() in owners
        looks_so = _SIZE.search(owner) is None and "." not in owner
        if not is_known and not (looks_so and _MODEL_LIKE.search(name.lower())):
            continue
        if one := _reference(owner, name, quant_in(tag or ""), found.span()):
            return one
    return None


def reference_of(model_id: str) -> Reference | None:
    """Return the repository behind the id of a model that was read from the hub."""
    found = re.fullmatch(rf"hf\.co/({NAME})/({NAME})", model_id, re.ASCII)
    return _reference(found[1], found[2], None, (0, 0)) if found else None


def quant_in(text: str) -> str | None:
    """Return the last quant that a file name or a tag names, in lower case.

    >>> quant_in("Qwen3-14B-UD-Q4_K_XL.gguf"), quant_in("model-IQ3_XXS-00001-of-00002.gguf")
    ('ud-q4_k_xl', 'iq3_xxs')
    """
    found = _QUANT.findall(text[-128:].lower().removesuffix(".gguf"))
    return str(found[-1]).replace("fp16", "f16") if found else None


def _reference(owner: str, name: str, quant: str | None, span: tuple[int, int]) -> Reference | None:
    trimmed = name.rstrip(".-_")
    start, end = span[0], span[1]
    if trimmed != name and quant is None:
        end -= len(name) - len(trimmed)
    if owner.lower() in NO_OWNERS or ".." in owner or ".." in trimmed or "--" in owner:
        return None
    return Reference(owner, trimmed, quant, start, end)
