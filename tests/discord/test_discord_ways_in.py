"""Every way to ask, through the real discord.py."""

import discord
import pytest

from bot.incoming import tenant
from tests.fakes.discord_scene import Scene

SPILLS = "32B Q4 on a 4090 at 64k context?"
CLEAR = "llama 3.1 8b q4_k_m on a 3090"
BENCH = b"""| model | size | params | backend | ngl | test | t/s |
| llama 8B Q4_K - Medium | 4.58 GiB | 8.03 B | CUDA | 99 | tg128 | 41.12 +- 1 |
"""


def title_of(message) -> str:
    return message.embeds[0].title or ""


async def test_howfast_says_the_verdict_first_and_repeats_the_question(on: Scene):
    result = await on.alice.slash(on.channel, "howfast", question=SPILLS)
    page = result.response.embeds[0]
    assert page.title.startswith("Does not fit")
    assert page.description.startswith(f"> {SPILLS}")
    assert "**Speed**" in page.description
    assert not result.ephemeral


async def test_fit_takes_its_options_apart(on: Scene):
    result = await on.alice.slash(
        on.channel, "fit", model="Qwen3 32B", device="2x 3090", quant="Q8_0", context="8k"
    )
    page = result.response.embeds[0]
    assert page.title.startswith("Yes")
    assert "2× GeForce RTX 3090" in page.description
    assert "8k context" in page.description


async def test_compare_holds_two_sides_against_each_other(on: Scene):
    result = await on.alice.slash(
        on.channel, "compare", first="qwen3 32b q4 on a 3090", second="the same on a 5090"
    )
    page = result.response.embeds[0]
    assert "as fast" in page.title
    assert "**GeForce RTX 5090**" in page.description


async def test_diagnose_opens_a_window_and_reads_what_is_pasted(on: Scene):
    shown = await on.alice.slash(on.channel, "diagnose")
    assert shown.modal is not None
    result = await on.alice.submit_modal(shown, {"log": BENCH.decode(), "words": "rtx 3080"})
    assert title_of(result.response).startswith("41 tok/s")


async def test_diagnose_understands_bare_words_in_its_window(on: Scene):
    shown = await on.alice.slash(on.channel, "diagnose")
    words = "qwen3 8b q4_k_m on a 3080, 9 tok/s"
    result = await on.alice.submit_modal(shown, {"log": words, "words": ""})
    assert "9.0 tok/s is slow" in title_of(result.response)


async def test_feel_comes_with_an_animation_and_its_alt_text(on: Scene):
    result = await on.alice.slash(on.channel, "feel", rate=12.0)
    assert title_of(result.response).startswith("12 tok/s")
    (picture,) = result.response.attachments
    assert picture.filename.endswith(".gif")
    assert "12 tokens per second" in (picture.description or "")


async def test_a_rig_is_saved_used_shown_and_forgotten_in_private(on: Scene):
    saved = await on.alice.slash(on.channel, "rig", hardware="4090, 64GB DDR5-6000")
    assert saved.ephemeral
    assert "GeForce RTX 4090" in title_of(saved.response)
    used = await on.alice.slash(on.channel, "howfast", question="qwen3 14b q4?")
    assert "GeForce RTX 4090" in used.response.embeds[0].description
    shown = await on.alice.slash(on.channel, "rig")
    assert "GeForce RTX 4090" in title_of(shown.response)
    await on.alice.slash(on.channel, "rig", action="forget")
    gone = await on.alice.slash(on.channel, "rig", action="show")
    assert "No rig" in title_of(gone.response)


async def test_a_report_is_about_what_was_last_answered(on: Scene):
    lost = await on.alice.slash(on.channel, "report", rate=100.0)
    assert "Which model" in title_of(lost.response)
    await on.alice.slash(on.channel, "howfast", question=CLEAR)
    kept = await on.alice.slash(on.channel, "report", rate=105.0)
    assert kept.ephemeral
    assert "Llama 3.1 8B" in title_of(kept.response)
    again = await on.alice.slash(on.channel, "howfast", question=CLEAR)
    assert "One person measured 105" in again.response.embeds[0].footer.text


async def test_help_offers_examples_that_can_be_pressed(on: Scene):
    shown = await on.alice.slash(on.channel, "help")
    assert shown.ephemeral
    answer = await on.alice.click(
        shown.response.message, label="How fast is gpt-oss 20b on a 4060 Ti 16GB?"
    )
    assert "gpt-oss 20B" in answer.response.embeds[0].description


async def test_forget_me_asks_first_and_then_deletes_everything(on: Scene):
    await on.alice.slash(on.channel, "rig", hardware="4090")
    asked = await on.alice.slash(on.channel, "forget-me")
    kept = await on.alice.click(asked.response.message, label="Cancel")
    assert title_of(kept.response) == "Nothing was changed."
    asked = await on.alice.slash(on.channel, "forget-me")
    gone = await on.alice.click(asked.response.message, label="Yes, forget me")
    assert title_of(gone.response).startswith("Forgotten")
    place = tenant("discord", str(on.guild.id))
    assert await on.service.store.rigs.get(place, str(on.alice.id)) is None


async def test_check_the_speed_answers_anyones_message_for_the_presser_only(on: Scene):
    bob = on.guild.add_member(on.env.create_user("bob"))
    message = await bob.send(on.channel, "is mistral small q4 ok on my 3090?")
    result = await on.alice.context_menu(on.channel, "Check the speed", message)
    assert result.ephemeral
    assert "Mistral Small" in result.response.embeds[0].description
    shared = await on.alice.click(result.response.message, label="Share in channel")
    assert not shared.ephemeral
    assert "Asked by alice" in shared.response.embeds[0].description


async def test_check_the_speed_reads_an_attached_log(on: Scene):
    message = await on.alice.send(on.channel, "rtx 3080", attachments=[("bench.txt", BENCH)])
    result = await on.alice.context_menu(on.channel, "Check the speed", message)
    assert title_of(result.response).startswith("41 tok/s")


async def test_check_the_speed_of_nothing_says_so(on: Scene):
    message = await on.alice.send(on.channel, "<:hm:123456789012345678>")
    result = await on.alice.context_menu(on.channel, "Check the speed", message)
    assert result.ephemeral
    assert "no text" in result.response.content


async def test_a_mention_is_answered_with_a_reply_and_other_talk_is_not(on: Scene):
    await on.alice.send(on.channel, CLEAR)
    assert on.channel.last_message.author.name == "alice"
    asked = await on.alice.send(on.channel, f"{on.me} {CLEAR}")
    reply = on.channel.last_message
    assert title_of(reply).startswith("Fits")
    assert reply.reference.message_id == asked.id


async def test_a_reply_to_an_answer_goes_on_from_it(on: Scene):
    await on.alice.send(on.channel, f"{on.me} {CLEAR}")
    answer = on.channel.last_message
    bob = on.guild.add_member(on.env.create_user("bob"))
    await bob.send(on.channel, f"{on.me} and at Q8_0?", reply_to=answer)
    page = on.channel.last_message.embeds[0]
    assert "Llama 3.1 8B · Q8\\_0 · GeForce RTX 3090" in page.description


async def test_in_a_channel_a_new_question_starts_anew_and_an_open_one_is_answered(on: Scene):
    await on.alice.send(on.channel, f"{on.me} qwen3 8b q4_k_m on a 4090 at 64k context?")
    await on.alice.send(on.channel, f"{on.me} how fast is qwen3 32b?")
    assert title_of(on.channel.last_message).startswith("Which hardware")
    await on.alice.send(on.channel, f"{on.me} a 4090")
    page = on.channel.last_message.embeds[0]
    assert "Qwen3 32B" in page.description
    assert "64k" not in page.description


async def test_a_log_attached_to_a_mention_is_read_even_from_powershell(on: Scene):
    wide = BENCH.decode().encode("utf-16")
    await on.alice.send(on.channel, f"{on.me} rtx 3080", attachments=[("run.log", wide)])
    assert title_of(on.channel.last_message).startswith("41 tok/s")


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [("run.exe", b"MZ", "only read text"), ("big.log", b"x" * 70_000, "longer than 64 KB")],
)
async def test_a_file_that_is_no_log_is_refused_with_a_word(on: Scene, name, data, said):
    await on.alice.send(on.channel, on.me, attachments=[(name, data)])
    assert said in title_of(on.channel.last_message)


async def test_a_direct_message_needs_no_mention_and_remembers_what_it_is_about(on: Scene):
    await on.alice.send_dm(CLEAR)
    await on.alice.send_dm("and on a 4090?")
    texts = [body["embeds"][0] for body in on.sent() if body.get("embeds")]
    assert len(texts) == 2
    assert "Llama 3.1 8B · Q4\\_K\\_M · GeForce RTX 4090" in texts[1]["description"]


async def test_a_bare_mention_gets_the_help(on: Scene):
    await on.alice.send(on.channel, on.me)
    assert title_of(on.channel.last_message) == "How fast will it run?"


async def test_off_topic_gets_one_line_and_no_controls(on: Scene):
    await on.alice.send(on.channel, f"{on.me} what is the weather like?")
    reply = on.channel.last_message
    assert reply.embeds[0].description is None
    assert not reply.components


async def test_a_question_with_a_gap_is_asked_back_and_one_press_answers_it(on: Scene):
    await on.alice.send(on.channel, f"{on.me} how fast is qwen3 32b?")
    asked = on.channel.last_message
    result = await on.alice.click(asked, label="RTX 4090")
    assert result.acknowledged
    assert "Qwen3 32B" in on.channel.last_message.embeds[0].description
    assert title_of(on.channel.last_message).startswith("Fits")


async def test_where_embeds_are_not_allowed_the_words_come_as_text(
    on: Scene, monkeypatch: pytest.MonkeyPatch
):
    nothing = discord.Permissions(view_channel=True, send_messages=True)
    monkeypatch.setattr(discord.TextChannel, "permissions_for", lambda *_: nothing)
    await on.alice.send(on.channel, f"{on.me} {CLEAR}")
    reply = on.channel.last_message
    assert reply.content.startswith("Fits")
    assert not reply.embeds
