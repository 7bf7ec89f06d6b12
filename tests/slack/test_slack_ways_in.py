"""Every way to ask, over HTTP with Slack's own signatures."""

import json
from typing import Any

import pytest

from tests.fakes.slack import until
from tests.fakes.slack_payloads import (
    click,
    command,
    direct,
    elements,
    event,
    find,
    mention,
    shortcut,
    texts,
    typed,
)
from tests.fakes.slack_scene import Scene

ASKED = "qwen3 32b Q4_K_M on a 4090 at 16k?"


async def test_a_mention_is_answered_in_its_thread(http: Scene):
    body = mention(ASKED)
    assert await http.send.event(body) == (200, "")
    post = await http.post()
    assert post["thread_ts"] == body["event"]["ts"]
    assert post["channel"] == "C1"
    assert "tok/s" in post["text"]
    assert "Qwen3 32B" in post["blocks"][0]["text"]["text"]
    assert len(post["blocks"][1]["fields"]) <= 6


async def test_words_in_the_thread_go_on_from_the_answer(http: Scene):
    first = mention(ASKED)
    await http.send.event(first)
    await http.post()
    await http.send.event(mention("and at Q8?", thread_ts=first["event"]["ts"]))
    post = await http.post()
    assert post["thread_ts"] == first["event"]["ts"]
    assert "Q8_0" in post["text"]
    assert "16k" in post["text"]
    assert not http.slack.of("conversations.history")


async def test_a_direct_message_is_answered_where_it_stands_and_goes_on(http: Scene):
    await http.send.event(direct("32b"))
    asked_back = await http.post()
    assert asked_back.get("thread_ts") is None
    assert any(one["action_id"].startswith("hf:pick:") for one in elements(asked_back["blocks"]))
    await http.send.event(direct("RTX 3090"))
    assert "GeForce RTX 3090" in (await http.post())["text"]
    await http.send.event(direct("and at Q8?", thread_ts="17.5"))
    below = await http.post()
    assert below["thread_ts"] == "17.5"
    assert "Q8_0" in below["text"]


async def test_what_bots_write_and_what_is_edited_is_left_alone(http: Scene):
    await http.send.event(direct("4090?", bot_id="B9"))
    await http.send.event(direct("4090?", subtype="message_changed"))
    await http.send.event(direct("hello", channel_type="channel"))
    await http.send.event(direct("feel 12 tok/s"))
    assert "12 tok/s" in (await http.post())["text"]
    assert not http.slack.posts


async def test_a_slash_answer_is_for_the_asker_until_it_is_shared(http: Scene):
    assert await http.send.form(command(ASKED, http.respond())) == (200, "")
    answer = await http.answer()
    assert answer["response_type"] == "ephemeral"
    share = find(answer["blocks"], "share")
    await http.send.interactive(click(share, http.respond()))
    shared = await http.answer()
    assert shared["response_type"] == "in_channel"
    assert shared["blocks"][0] == answer["blocks"][0]
    assert "Asked by alice" in json.dumps(shared["blocks"])
    assert not any(one["action_id"].startswith("hf:share") for one in elements(shared["blocks"]))


@pytest.mark.parametrize(
    ("what", "said"),
    [("quant", "Q8_0"), ("context", "32k"), ("count", "2×"), ("model", ""), ("device", "M4 Max")],
)
async def test_a_menu_changes_one_thing_in_place(http: Scene, what: str, said: str):
    await http.send.form(command(ASKED, http.respond()))
    menu = find((await http.answer())["blocks"], what)
    if "options" in menu:
        chosen = next(one for one in menu["options"] if said in one["text"]["text"])
    else:
        query = said or "gpt-oss 20b"
        _, found = await http.send.interactive(typed(menu["action_id"], query))
        chosen = json.loads(found)["options"][0]
        said = chosen["text"]["text"]
    pressed = {**menu, "selected_option": chosen}
    await http.send.interactive(click(pressed, http.respond()))
    answer = await http.answer()
    assert answer["replace_original"] is True
    assert said in answer["text"]


async def test_a_menu_under_an_answer_that_others_read_leaves_it_and_answers_beside(http: Scene):
    await http.send.event(mention(ASKED))
    menu = find((await http.post())["blocks"], "quant")
    pressed = {**menu, "selected_option": menu["options"][-1]}
    await http.send.interactive(click(pressed, http.respond(), ephemeral=False))
    answer = await http.answer()
    assert answer["replace_original"] is False
    assert answer["response_type"] == "ephemeral"
    assert find(answer["blocks"], "share")


async def test_the_math_and_the_chart_come_below(http: Scene):
    await http.send.form(command(ASKED, http.respond()))
    blocks = (await http.answer())["blocks"]
    await http.send.interactive(click(find(blocks, "math"), http.respond()))
    told = "\n".join(texts((await http.answer())["blocks"]))
    assert "The math" in told
    assert "1,008 GB/s" in told
    await http.send.interactive(click(find(blocks, "chart"), http.respond()))
    chart = await http.answer()
    assert chart["replace_original"] is False
    assert "█" in "\n".join(texts(chart["blocks"]))


async def test_a_comparison_shows_its_math_again_from_its_words(http: Scene):
    await http.send.form(command("3090 or two 3060s for qwen3 14b q4?", http.respond()))
    blocks = (await http.answer())["blocks"]
    await http.send.interactive(click(find(blocks, "math"), http.respond()))
    assert "3060" in "\n".join(texts((await http.answer())["blocks"]))


async def test_the_question_back_is_answered_with_a_click(http: Scene):
    await http.send.form(command("qwen3 32b q4", http.respond()))
    picks = elements((await http.answer())["blocks"])
    pick = next(one for one in picks if one["text"]["text"] == "RTX 4090")
    await http.send.interactive(click(pick, http.respond()))
    assert "GeForce RTX 4090" in (await http.answer())["text"]


async def test_a_button_works_in_a_process_that_never_saw_its_answer(http: Scene):
    key = "qwen3-32b:q8_0@geforce-rtx-4090#65536"
    math = {"type": "button", "action_id": f"hf:math:de:{key}", "value": f"{key}\n"}
    await http.send.interactive(click(math, http.respond()))
    assert "Q8_0" in "\n".join(texts((await http.answer())["blocks"]))


async def test_an_old_button_says_so(http: Scene):
    for action in ("hf:gone", "hf:quant:en:", "hf:nonsense:en:x"):
        pressed = {"type": "button", "action_id": action, "value": ";;"}
        assert (await http.send.interactive(click(pressed, http.respond())))[0] == 200
        assert (await http.answer())["text"]


async def test_the_shortcut_checks_anybodys_message(http: Scene):
    wrote = "my 3080 does 9 tok/s on qwen3 8b Q4_K_M, is that normal?"
    await http.send.interactive(shortcut(wrote, http.respond()))
    answer = await http.answer()
    assert answer["response_type"] == "ephemeral"
    assert "slow" in answer["text"]
    await http.send.interactive(shortcut("", http.respond()))
    assert "no text" in (await http.answer())["text"]


async def test_the_agent_view_offers_four_prompts(http: Scene):
    await http.send.event(event("app_home_opened", tab="messages", channel="D1"))
    await until(lambda: http.slack.of("assistant.threads.setSuggestedPrompts"))
    (call,) = http.slack.of("assistant.threads.setSuggestedPrompts")
    prompts = call.args["prompts"]
    assert len(json.loads(prompts) if isinstance(prompts, str) else prompts) == 4


async def test_the_home_shows_the_rig_sets_it_and_forgets(http: Scene):
    await http.send.event(event("app_home_opened", tab="home", channel="D1"))
    await until(lambda: http.slack.of("views.publish"))
    view = http.slack.of("views.publish")[0].args["view"]
    assert "No rig saved" in "\n".join(texts(view))
    assert "/howfast rig" in "\n".join(texts(view))
    field = next(one["element"] for one in view["blocks"] if one["type"] == "input")
    home: dict[str, Any] = {
        "channel": None,
        "container": {"type": "view"},
        "view": {"type": "home"},
    }
    typed_in = {**field, "value": "4090, 64GB DDR5-6000"}
    await http.send.interactive(click(typed_in, None, **home))
    await until(lambda: len(http.slack.of("views.publish")) == 2)
    assert "GeForce RTX 4090" in json.dumps(http.slack.of("views.publish")[1].args)
    forget = find(view["blocks"], "forget")
    await http.send.interactive(click(forget, None, **home))
    await until(lambda: len(http.slack.of("views.publish")) == 3)
    assert await http.store.rigs.get("slack:T1", "U77") is None
