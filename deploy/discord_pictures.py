"""Draw deploy/pictures anew: the bot's real answers, as a browser shows them.

Needs `playwright` and a chromium; see deploy/discord.md. Run as
``python -m deploy.discord_pictures`` from the project's folder.
"""

import asyncio
import os
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops
from playwright.async_api import BrowserType

from tests.fakes.discord_scene import Scene, scene

HERE = Path(__file__).parent / "pictures"
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
WIDTH, HEIGHT = 600, 1_700
MARGIN = 12
COLOURS = 48

Step = Callable[[Scene], Awaitable[object]]


def asking(text: str) -> Step:
    """Return the step of a mention with `text`."""
    return lambda on: on.alice.send(on.channel, f"{on.me} {text}")


async def diagnosing(on: Scene) -> None:
    """Paste numbers into the window of /diagnose."""
    shown = await on.alice.slash(on.channel, "diagnose")
    words = "qwen3 8b q4_k_m on a 3080 at 8k, only 9 tok/s"
    await on.alice.submit_modal(shown, {"log": words, "words": ""})


async def charting(on: Scene) -> None:
    """Ask, then press Chart."""
    shown = await on.alice.slash(on.channel, "howfast", question="gemma 3 27b q4 on a 3090")
    await on.alice.click(shown.response.message, label="Chart")


def pressing(text: str, label: str) -> Step:
    """Return the step of a press on what only the asker sees."""

    async def step(on: Scene) -> None:
        shown = await on.alice.context_menu(
            on.channel, "Check the speed", await on.alice.send(on.channel, text)
        )
        await on.alice.click(shown.response.message, label=label)

    return step


PICTURES: dict[str, Step] = {
    "fits": asking("llama 3.1 8b q4_k_m on a 3090?"),
    "does-not-fit": asking("32B Q4 on a 4090 at 64k context?"),
    "compare": asking("3090 vs 4090 vs 5090 for qwen3 32b q4"),
    "diagnose": diagnosing,
    "clarify": asking("how fast is qwen3 32b?"),
    "german": asking("Passt Qwen3 32B Q4 auf eine RTX 3090, und wie schnell läuft es?"),
    "vietnamese": asking("chạy qwen3 14b q4 trên rtx 4070 được không?"),
    "which-quant": asking("best quant for qwen3 32b on a 3090"),
    "chart": charting,
    "math": pressing("qwen3 32b q4 on a 4090 at 64k?", "Show the math"),
    "advice": pressing("qwen3 32b q4 on a 4090 at 64k?", "What should I change?"),
    "help": lambda on: on.alice.slash(on.channel, "help"),
}


async def draw(name: str, step: Step) -> None:
    """Draw one picture."""
    async with scene() as on:
        await on.env.bot.user.edit(username="howfast")
        await step(on)
        viewer = on.env.preview(
            on.channel,
            viewers=[on.alice],
            layout="channel",
            display="fixed",
            width=WIDTH,
            height=HEIGHT,
        )
        async with viewer as page:
            await page.screenshot(str(HERE / f"{name}.png"))
    make_small(HERE / f"{name}.png")


def make_small(path: Path) -> None:
    """Cut away what is empty at the foot, and keep few colours."""
    image = Image.open(path).convert("RGB")
    empty = Image.new("RGB", image.size, image.getpixel((image.width - 2, image.height - 2)))
    box = ImageChops.difference(image, empty).getbbox()
    foot = min(image.height, (box[3] if box else 0) + MARGIN)
    image.crop((0, 0, image.width, foot)).quantize(COLOURS).save(path, optimize=True)


async def main() -> None:
    """Draw all, or those that are named."""
    launch = BrowserType.launch

    async def with_ours(self: BrowserType, **options: Any) -> Any:
        return await launch(self, **{"executable_path": CHROMIUM, **options})

    BrowserType.launch = with_ours  # type: ignore[method-assign]
    HERE.mkdir(exist_ok=True)
    wanted = os.environ.get("ONLY", "").split()
    for name, step in PICTURES.items():
        if not wanted or name in wanted:
            await draw(name, step)


if __name__ == "__main__":
    asyncio.run(main())
