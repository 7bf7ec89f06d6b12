"""Every button and menu under an answer, after a restart as before."""

from bot.discord.deliveries import control_on
from bot.discord.ids import ControlId
from bot.incoming import tenant
from bot.store import TenantSettings
from core.query import Query
from tests.fakes.discord_scene import Scene

CLEAR = "llama 3.1 8b q4_k_m on a 3090"
SPILLS = "qwen3 32b q4_k_m on a 4090 at 64k context?"


def controls_of(message) -> dict[str, str]:
    """Return the custom_ids under a message by their action's letter."""
    parts = [part for row in message.components for part in row.children]
    found = [ControlId.of(part.custom_id) for part in parts]
    return {one.action.value: one.text for one in found if one}


def asked(message) -> Query:
    control = control_on(message)
    assert control is not None
    return Query.from_key(control.keys[0])


async def mention(on: Scene, text: str):
    await on.alice.send(on.channel, f"{on.me} {text}")
    return on.channel.last_message


async def test_each_menu_changes_one_thing_in_the_same_message(on: Scene):
    message = await mention(on, CLEAR)
    ids = controls_of(message)
    assert set(ids) == set("qxknmacf")
    for letter, value in (("q", "q8_0"), ("x", "32768"), ("k", "q8_0"), ("n", "2")):
        await on.alice.select(
            on.channel.last_message, [value], custom_id=controls_of(on.channel.last_message)[letter]
        )
        assert on.channel.last_message.id == message.id
    query = asked(on.channel.last_message)
    assert (query.quant, query.context_tokens, query.kv_quant) == ("q8_0", 32_768, "q8_0")
    assert query.devices[0].count == 2
    assert "2× GeForce RTX 3090" in on.channel.last_message.embeds[0].description


async def test_a_menu_says_what_each_pick_would_give_and_which_one_is_now(on: Scene):
    message = await mention(on, CLEAR)
    quants = message.components[0].children[0]
    assert [one.label for one in quants.options if one.default] == ["Q4_K_M"]
    assert all("tok/s" in (one.description or "") for one in quants.options)


async def test_anyone_elses_pick_gives_them_a_copy_and_leaves_the_answer_alone(on: Scene):
    message = await mention(on, CLEAR)
    bob = on.guild.add_member(on.env.create_user("bob"))
    result = await bob.select(message, ["q8_0"], custom_id=controls_of(message)["q"])
    assert result.ephemeral
    assert "Q8\\_0" in result.response.embeds[0].description
    assert asked(on.channel.last_message).quant == "q4_k_m"
    own = await bob.select(
        result.response.message, ["q6_k"], custom_id=controls_of(result.response.message)["q"]
    )
    assert "Q6\\_K" in result.response.embeds[0].description
    assert own.acknowledged


async def test_show_the_math_shows_every_step_to_who_pressed(on: Scene):
    message = await mention(on, CLEAR)
    result = await on.alice.click(message, label="Show the math")
    assert result.ephemeral
    page = result.response.embeds[0]
    assert "bandwidth ÷" in page.description
    assert "KV cache: 2 × 32 layers" in page.description


async def test_chart_puts_a_picture_with_alt_text_into_the_answer(on: Scene):
    message = await mention(on, CLEAR)
    await on.alice.click(message, label="Chart")
    now = on.channel.last_message
    assert now.id == message.id
    assert now.embeds[0].title == message.embeds[0].title
    (picture,) = now.attachments
    assert picture.filename.endswith(".png")
    assert len(picture.description or "") > 50
    await on.alice.select(now, ["q8_0"], custom_id=controls_of(now)["q"])
    assert not on.channel.last_message.attachments


async def test_a_compare_charts_all_its_sides_and_shows_the_math_of_each(on: Scene):
    message = await mention(on, "3090 vs 4090 vs 5090 for qwen3 32b q4")
    math = await on.alice.click(message, label="Show the math")
    for name in ("3090", "4090", "5090"):
        assert f"GeForce RTX {name}" in math.response.embeds[0].description
    await on.alice.click(message, label="Chart")
    (picture,) = on.channel.last_message.attachments
    assert "options" in picture.filename
    picked = await on.alice.select(
        on.channel.last_message,
        ["qwen3-32b:q4_k_m@geforce-rtx-5090"],
        custom_id=controls_of(message)["t"],
    )
    assert picked.acknowledged
    assert "GeForce RTX 5090" in on.channel.last_message.embeds[0].description


async def test_what_should_i_change_lists_all_advice_and_lets_it_be_tried(on: Scene):
    message = await mention(on, SPILLS)
    page = await on.alice.click(message, label="What should I change?")
    assert page.ephemeral
    menu = page.response.message.components[0].children[0]
    await on.alice.select(page.response.message, [menu.options[0].value], custom_id=menu.custom_id)
    assert "Fits" in page.response.embeds[0].title or "fits" in page.response.embeds[0].title


async def test_where_nothing_helps_it_says_so(on: Scene):
    message = await mention(on, CLEAR)
    page = await on.alice.click(message, label="What should I change?")
    assert "Nothing to change" in page.response.embeds[0].description


async def test_feel_it_plays_the_speed(on: Scene):
    message = await mention(on, CLEAR)
    await on.alice.click(message, label="Feel it")
    (picture,) = on.channel.last_message.attachments
    assert picture.filename.endswith(".gif")


async def test_controls_work_after_a_restart(on: Scene):
    message = await mention(on, CLEAR)
    old = on.env.bot
    await old.turns.close()
    old.desk.studio.close()
    new = on.client()
    await on.env.restart_bot(new)
    await on.alice.select(message, ["q8_0"], custom_id=controls_of(message)["q"])
    assert asked(on.channel.last_message).quant == "q8_0"
    await new.turns.close()


async def test_nothing_is_kept_in_memory_for_a_message_with_controls(on: Scene):
    for _ in range(3):
        await mention(on, CLEAR)
    views = on.env.bot._connection._view_store
    assert not views._views
    assert not views._synced_message_views


async def test_slash_answers_are_private_and_mentions_go_to_threads_where_the_server_wants_it(
    on: Scene,
):
    place = tenant("discord", str(on.guild.id))
    await on.service.store.settings.put(place, TenantSettings("de", "thread", (), ephemeral=True))
    result = await on.alice.slash(on.channel, "howfast", question=CLEAR)
    assert result.ephemeral
    await mention(on, "qwen3 8b rtx 3060")
    made = on.sent("POST", "/threads")
    assert made[-1]["name"].startswith("Qwen3 8B")
    posts = [body for body in on.sent() if body and body.get("embeds")]
    assert "message_reference" not in posts[-1] or posts[-1]["message_reference"] is None
    assert "Token/s" in posts[-1]["embeds"][0]["description"]


async def test_a_channel_that_is_not_allowed_hears_nothing(on: Scene):
    owner = on.guild.add_member(on.env.create_user("olga"), roles=[])
    other = on.guild.create_text_channel("talk")
    place = tenant("discord", str(on.guild.id))
    await on.service.store.settings.put(
        place, TenantSettings(allowed_channels=(str(on.channel.id),))
    )
    await owner.send(other, f"{on.me} {CLEAR}")
    assert other.last_message.author.name == "olga"
    private = await owner.slash(other, "howfast", question=CLEAR)
    assert private.ephemeral
    await mention(on, CLEAR)
    assert on.channel.last_message.embeds
