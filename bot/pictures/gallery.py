"""`make gallery`: docs/gallery.md with every kind of picture, drawn from real questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.pictures.draw import draw, draw_feel
from bot.pictures.lanes import Lane, before_after, rate_lanes
from bot.pictures.picture import Format, Kind, Picture
from bot.pictures.plot import spark
from catalog.load import load_catalog
from core.advisor import Advisor
from core.language.pack import pack
from core.query import Query

PAGE: Final = Path("docs/gallery.md")
IMAGES: Final = Path("docs/gallery")
COLOURS: Final = 128

QUESTIONS: Final = (
    ("context-cliff", Kind.CONTEXT, "32B Q4 on a 4090 at 64k context?", "en"),
    ("context-fits", Kind.CONTEXT, "Wie schnell läuft Llama 3.1 8B Q4_K_M auf einer 4090?", "de"),
    ("context-compare", Kind.CONTEXT, "qwen3 32b q4 on a 4090 vs two 3090s at 16k", "en"),
    ("memory-spill", Kind.MEMORY, "32B Q4 on a 4090 at 64k context?", "en"),
    ("memory-fits", Kind.MEMORY, "Llama 3.3 70B Q4_K_M trên 2x 3090, ngữ cảnh 8k", "vi"),
    ("compare", Kind.OPTIONS, "llama 3.1 8b q4_k_m: 4090 vs 3060 12GB vs m3 max?", "en"),
    ("recommend", Kind.OPTIONS, "what can I run on a 12GB 3060?", "en"),
    ("feel-interval", Kind.FEEL, "32B Q4 on a 4090 at 64k context?", "en"),
    ("feel-compare", Kind.FEEL, "qwen3 32b q4: 4090 oder 3060 12GB?", "de"),
)
BEFORE: Final = "qwen3-32b:q4_k_m@geforce-rtx-4090#32768"
AFTER: Final = "qwen3-32b:q4_k_m@geforce-rtx-4090#32768;kv=q8_0"
HEAD: Final = """# Gallery

Every kind of picture, drawn from real answers by `make gallery`. The card is dark and reads on
dark and light clients alike; the colours are those of Okabe and Ito. Under each stands its alt
text, which Discord and Slack show to those who cannot see it.
"""


def main() -> None:
    """Draw all pictures and write the page."""
    advisor = Advisor(load_catalog())
    IMAGES.mkdir(parents=True, exist_ok=True)
    parts = [HEAD]
    for name, asked, picture in _pictures(advisor):
        file = IMAGES / f"{name}.{picture.format.value}"
        file.write_bytes(_small(picture))
        parts.append(
            f"## {asked}\n\n![{picture.alt}]({IMAGES.name}/{file.name})\n\n{picture.alt}\n"
        )
    parts.append(f"## In a terminal\n\n```\n{_sparks(advisor)}\n```\n")
    PAGE.write_text("\n".join(parts), encoding="utf-8")


def _pictures(advisor: Advisor) -> Iterator[tuple[str, str, Picture]]:
    for name, kind, asked, language in QUESTIONS:
        answer = advisor.ask_text(asked, language=language)
        yield name, f"“{asked}”", draw(kind, answer, advisor.estimate)
    yield "feel-12", "`/feel 12`", draw_feel(rate_lanes((12.0,)), "en")
    thinks = (Lane("", 40.0, ttft_s=1.5, thinking_tokens=2_000),)
    yield "feel-thinking", "A model that thinks for 2,000 tokens", draw_feel(thinks, "vi")
    before, after = (advisor.estimate(Query.from_key(key)) for key in (BEFORE, AFTER))
    lanes = before_after(before, after, pack("en"))
    yield "feel-before-after", "KV cache as q8_0: before and after", draw_feel(lanes, "en")


def _sparks(advisor: Advisor) -> str:
    asked = [(text, code) for _, kind, text, code in QUESTIONS if kind is Kind.CONTEXT]
    answers = [advisor.ask_text(text, language=code) for text, code in asked]
    return "\n".join(spark(answer, advisor) for answer in answers)


def _small(picture: Picture) -> bytes:
    """Return a PNG with fewer colours, for the repository; other formats as they are."""
    if picture.format is not Format.PNG:
        return picture.data
    from io import BytesIO  # noqa: PLC0415

    from PIL import Image  # noqa: PLC0415  (only the gallery makes PNG files smaller)

    out = BytesIO()
    image = Image.open(BytesIO(picture.data)).convert("RGB")
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


if __name__ == "__main__":
    main()
