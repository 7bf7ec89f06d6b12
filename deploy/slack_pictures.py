"""Draw deploy/pictures/slack-*.png anew: the very blocks the bot sends, as Slack shows them.

Needs a chromium. Run as ``python -m deploy.slack_pictures`` from the project's folder.
"""

import html
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final

from PIL import Image, ImageChops

from bot.slack.chart import chart
from bot.slack.home import home
from bot.slack.render import math, message
from catalog.load import load_catalog
from core.advisor import Advisor

HERE: Final = Path(__file__).parent / "pictures"
CHROMIUM: Final = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
WIDTH: Final = 620
HEIGHT: Final = 1_600
COLOURS: Final = 160
MARGIN: Final = 10

ASKED: Final = {
    "fits": "llama 3.1 8b q4_k_m on a 3090?",
    "does-not-fit": "32B Q4 on a 4090 at 64k context?",
    "compare": "3090 or two 3060s for a 27b q4?",
    "diagnose": "qwen3 8b q4_k_m on a 3080, only 9 tok/s, why?",
    "clarify": "how fast is qwen3 32b?",
    "which-quant": "which quant of gemma 3 27b for 16 GB?",
    "german": "Passt Qwen3 32B Q4 auf eine RTX 3090, und wie schnell läuft es?",
    "vietnamese": "chạy qwen3 14b q4 trên rtx 4070 được không?",
}
STYLE: Final = """
body { margin: 0; padding: 14px; width: 590px; background: #fff; color: #1d1c1d;
  font: 15px/1.45 Lato, "Noto Sans", "DejaVu Sans", "Noto Color Emoji", sans-serif; }
.who { font-weight: 900; margin-bottom: 2px } .who small { font-weight: 400; color: #616061 }
.section { margin: 6px 0 8px }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: 8px 16px }
.context { font-size: 12.5px; color: #616061; margin: 6px 0 } h1 { font-size: 18px; margin: 6px 0 }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0 }
.actions span { border: 1px solid #bbb; border-radius: 4px; padding: 4px 11px; font-weight: 700;
  font-size: 13px; background: #fff } .menu { font-weight: 400 !important }
.menu::after { content: " ▾"; color: #616061 } .danger { color: #e01e5a }
code { font: 12px "DejaVu Sans Mono", monospace; border: 1px solid #ddd; border-radius: 3px;
  padding: 2px 4px; background: #f8f8f8; color: #e01e5a }
hr { border: 0; border-top: 1px solid #ddd }
.input { border: 1px solid #bbb; border-radius: 4px; height: 32px; margin-top: 4px }
"""


def drawn(blocks: list[dict[str, Any]], who: str = "howfast") -> str:
    """Return `blocks` as a page."""
    body = "".join(_block(one) for one in blocks)
    return (
        f"<meta charset=utf-8><style>{STYLE}</style>"
        f"<div class=who>{who} <small>APP 9:41</small></div>{body}"
    )


def _block(block: dict[str, Any]) -> str:
    match block["type"]:
        case "section" if "fields" in block:
            cells = "".join(f"<div>{_text(one)}</div>" for one in block["fields"])
            return f"<div class='section fields'>{cells}</div>"
        case "section":
            return f"<div class=section>{_text(block['text'])}</div>"
        case "context":
            return "".join(f"<div class=context>{_text(one)}</div>" for one in block["elements"])
        case "actions":
            return f"<div class=actions>{''.join(map(_element, block['elements']))}</div>"
        case "header":
            return f"<h1>{_text(block['text'])}</h1>"
        case "input":
            return f"<div class=section><b>{_text(block['label'])}</b><div class=input></div></div>"
        case "divider":
            return "<hr>"
        case other:
            raise ValueError(other)


def _element(element: dict[str, Any]) -> str:
    if element["type"] == "button":
        return f"<span class={element.get('style', 'plain')}>{_text(element['text'])}</span>"
    shown = (element.get("initial_option") or {}).get("text") or element["placeholder"]
    return f"<span class=menu>{_text(shown)}</span>"


def _text(node: dict[str, Any]) -> str:
    """Return a text as HTML; Slack's escapes are HTML's, so they stay."""
    text = html.escape(html.unescape(node["text"]))
    if node["type"] == "mrkdwn":
        text = re.sub(r"\*([^*\n]+)\*", r"<b>\1</b>", text)
        text = re.sub(r"`([^`\n]+)`", r"<code>\1</code>", text)
    return text.replace("\n", "<br>")


def shoot(name: str, page: str) -> None:
    """Write the picture of `page`, cut to what is on it."""
    with tempfile.TemporaryDirectory() as folder:
        source, shot = Path(folder) / "page.html", Path(folder) / "shot.png"
        source.write_text(page, encoding="utf-8")
        flags = ("--headless", "--no-sandbox", "--hide-scrollbars", "--disable-gpu")
        size = f"--window-size={WIDTH},{HEIGHT}"
        subprocess.run(  # noqa: S603
            [CHROMIUM, *flags, size, f"--screenshot={shot}", source.as_uri()],
            check=True,
            capture_output=True,
            timeout=60,
        )
        with Image.open(shot) as whole:
            seen = whole.convert("RGB")
    bare = Image.new("RGB", seen.size, "white")
    *_, bottom = ImageChops.difference(seen, bare).getbbox() or (0, 0, WIDTH, HEIGHT)
    cut = seen.crop((0, 0, WIDTH, min(HEIGHT, bottom + MARGIN)))
    cut.quantize(COLOURS).save(HERE / f"slack-{name}.png", optimize=True)


def main() -> None:
    """Draw all of them."""
    catalog = load_catalog()
    advisor = Advisor(catalog)
    for name, question in ASKED.items():
        answer = advisor.ask_text(question)
        shoot(name, drawn(message(answer, catalog, may_share=True).blocks))
    whole = advisor.ask_text(ASKED["does-not-fit"])
    shoot("math", drawn(math(whole).blocks))
    shoot("chart", drawn(chart(whole, advisor.estimate).blocks))
    shoot(
        "home",
        drawn(home("en", "Your rig: GeForce RTX 4090 + 64 GB DDR5-6000.").to_dict()["blocks"]),
    )


if __name__ == "__main__":
    main()
