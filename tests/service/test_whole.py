"""The real core behind the handler: a conversation of someone with a rig."""

import pytest

from bot.handler import Handler
from bot.store import Store
from catalog.load import load_catalog
from core.advisor import Advisor
from core.answer import Answer
from tests.service.fakes import Transcript, incoming
from tests.service.test_handling import unlimited


class Chat:
    """One person; what they say is answered, and the last key follows them."""

    def __init__(self, handler: Handler) -> None:
        self.handler = handler
        self.key: str | None = None
        self.count = 0

    async def say(self, method: str, *arguments: object, text: str = "") -> Answer:
        self.count += 1
        said = Transcript()
        one = incoming(f"W{self.count}", text, previous_key=self.key)
        await getattr(self.handler, method)(one, *arguments, said.reply)
        (answer,) = said
        self.key = answer.key or self.key
        return answer


@pytest.fixture
def chat(sqlite_store: Store) -> Chat:
    return Chat(Handler(Advisor(load_catalog()), sqlite_store, limits=unlimited()))


async def test_a_rig_makes_a_short_question_enough_and_other_hardware_overrides_it(chat: Chat):
    await chat.say("rig", text="4090, 64GB DDR5-6000")
    mine = await chat.say("ask", text="qwen3 32B Q4 at 64k?")
    assert mine.status == "answered"
    assert mine.estimate is not None
    assert [use.id for use in mine.estimate.query.devices] == ["geforce-rtx-4090"]
    assert "rig" in mine.text.lower()
    other = await chat.say("ask", text="qwen3 32B Q4_K_M at 64k on a 5090?")
    assert other.estimate is not None
    assert [use.id for use in other.estimate.query.devices] == ["geforce-rtx-5090"]


async def test_a_report_after_an_answer_stands_beside_the_next_one(chat: Chat):
    first = await chat.say("ask", text="qwen3 8b Q4_K_M on a 4090 at 4k?")
    assert first.estimate is not None
    rate = first.estimate.decode.mid
    thanks = await chat.say("report", f"{rate:.1f}")
    assert "Qwen3 8B" in thanks.text
    again = await chat.say("ask", text="qwen3 8b Q4_K_M on a 4090 at 4k?")
    assert "One person measured" in again.notes[-1]
    shown = await chat.say("show", again.key)
    assert "One person measured" in shown.notes[-1]


async def test_a_report_may_name_its_setup(chat: Chat):
    asked = await chat.say("report", "2000 tok/s", text="qwen3 8b Q4_K_M on a 4090")
    assert "above the ceiling" in asked.text
    answer = await chat.say("ask", text="qwen3 8b Q4_K_M on a 4090")
    assert "measured" not in " ".join(answer.notes)


async def test_a_broken_key_is_an_error_and_no_crash(chat: Chat):
    answer = await chat.say("show", ";;not a key;;")
    assert answer.status == "error"
