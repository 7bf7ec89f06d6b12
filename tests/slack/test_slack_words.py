"""The sub-words, the language, attached logs."""

import json

import pytest

from bot.slack.speech import Ask, slack_words, spoken
from bot.store import TenantSettings
from tests.fakes.slack import until
from tests.fakes.slack_payloads import command, direct, find, mention, shortcut, texts
from tests.fakes.slack_scene import Scene

LOG = """| model | size | params | backend | ngl | test | t/s |
| --- | --- | --- | --- | --- | --- | --- |
| qwen3 8B Q4_K - Medium | 4.68 GiB | 8.19 B | CUDA | 99 | tg128 | 9.12 ± 0.10 |"""


async def _say(http: Scene, text: str, user: str = "U77") -> dict[str, object]:
    await http.send.form(command(text, http.respond(), user_id=user))
    return await http.answer()


async def test_help_names_the_commands_as_they_are_called_here(http: Scene):
    for words in ("help", "", "hilfe"):
        answer = await _say(http, words)
        assert "/howfast rig" in str(answer["text"])
        assert "/howfast forget me" in str(answer["text"])
        assert " /rig" not in str(answer["text"])


async def test_a_rig_is_saved_used_and_forgotten(http: Scene):
    assert "/howfast rig" in str((await _say(http, "rig"))["text"])
    assert "GeForce RTX 4090" in str((await _say(http, "rig 4090, 64GB DDR5-6000"))["text"])
    assert "GeForce RTX 4090" in str((await _say(http, "qwen3 8b q4?"))["text"])
    assert "gone" in str((await _say(http, "forget me"))["text"])
    assert await http.store.rigs.get("slack:T1", "U77") is None


async def test_a_report_is_about_the_last_answer_or_about_its_words(http: Scene):
    await _say(http, "qwen3 8b Q4_K_M on a 4090")
    assert "Qwen3 8B" in str((await _say(http, "report 120 tok/s"))["text"])
    told = await _say(http, "report 100 qwen3 8b Q4_K_M on a 3090")
    assert "3090" in str(told["text"])
    assert "number" in str((await _say(http, "report fast"))["text"])


async def test_feel_answers_in_the_persons_language(http: Scene):
    http.slack.locales["U88"] = "de-DE"
    assert "comfortable" in str((await _say(http, "feel 25"))["text"])
    assert "angenehm" in str((await _say(http, "feel 25 tok/s", user="U88"))["text"]).lower()


async def test_a_person_has_their_own_last_answer(http: Scene):
    await _say(http, "qwen3 8b Q4_K_M on a 4090")
    assert "Q8_0" in str((await _say(http, "and at Q8?"))["text"])
    other = await _say(http, "and at Q8?", user="U99")
    assert "4090" not in str(other["text"])


@pytest.mark.parametrize(
    ("locale", "workspace", "question", "word"),
    [
        ("de-DE", None, "qwen3 8b q4 4090", "passt"),
        ("fr-FR", "vi", "qwen3 8b q4 4090", "token/giây"),
        ("de-DE", None, "how fast is qwen3 8b q4 on a 4090?", "fits"),
        ("en-US", None, "wie schnell läuft qwen3 8b q4 auf meiner 4090?", "passt"),
    ],
)
async def test_the_language_is_the_questions_else_the_persons_else_the_workspaces(
    http: Scene, locale: str, workspace: str | None, question: str, word: str
):
    http.slack.locales["U77"] = locale
    await http.store.settings.put("slack:T1", TenantSettings(language=workspace))
    for _ in range(2):
        await http.send.event(mention(question))
        assert word in (await http.post())["text"].lower()
    assert len(http.slack.of("users.info")) <= 1


async def test_a_direct_message_knows_the_sub_words_too(http: Scene):
    for text, said in (
        ("help", "/howfast rig"),
        ("rig 4090, 64GB DDR5-6000", "GeForce RTX 4090"),
        ("rig", "GeForce RTX 4090"),
        ("qwen3 8b q4?", "GeForce RTX 4090"),
        ("report 120", "Qwen3 8B"),
        ("forget me", "gone"),
    ):
        await http.send.event(direct(text))
        assert said in (await http.post())["text"], text


async def test_admins_choose_for_the_workspace_and_nobody_else(http: Scene):
    http.slack.locales["U77"] = "fr-FR"
    assert "Only admins" in str((await _say(http, "settings language de"))["text"])
    assert "Settings" in str((await _say(http, "settings"))["text"])
    http.slack.admins.add("U77")
    assert "language de" in str((await _say(http, "settings language de"))["text"])
    assert (await http.store.settings.get("slack:T1")).language == "de"
    assert "passt" in str((await _say(http, "qwen3 8b q4 4090"))["text"]).lower()


async def test_buttons_keep_the_language_of_their_answer(http: Scene):
    answer = await _say(http, "wie schnell läuft qwen3 8b q4 auf meiner 4090?")
    blocks = answer["blocks"]
    assert isinstance(blocks, list)
    assert find(blocks, "quant")["action_id"].startswith("hf:quant:de:qwen3-8b")
    assert find(blocks, "math")["text"]["text"] == "Rechnung zeigen"


async def test_an_attached_log_is_read(http: Scene):
    http.slack.files["bench.txt"] = LOG
    file = {
        "id": "F1",
        "mimetype": "text/plain",
        "url_private_download": f"{http.slack.url}/files/bench.txt",
    }
    await http.send.event(direct("slow on my 3080?", subtype="file_share", files=[file]))
    assert "9.1 tok/s" in (await http.post())["text"]
    snippet = {"id": "F2", "mimetype": "text/plain", "preview": LOG}
    await http.send.event(mention("on a 3080, is that normal?", files=[snippet]))
    assert "9.1 tok/s" in (await http.post())["text"]
    await http.send.interactive(shortcut("3080", http.respond(), files=[snippet]))
    assert "9.1 tok/s" in (await http.answer())["text"]


async def test_a_token_goes_to_slack_alone_and_a_closed_file_is_asked_for(http: Scene):
    elsewhere = {"mimetype": "text/plain", "url_private_download": "http://127.0.0.1:9/x"}
    await http.send.event(direct("", subtype="file_share", files=[elsewhere]))
    assert "Paste" in (await http.post())["text"]


async def test_nothing_anybody_writes_becomes_markup(http: Scene):
    await http.send.event(direct("&lt;!channel&gt; &lt;@U1&gt; <@U2> 8b on a <#C1|4090>?"))
    post = await http.post()
    assert not [one for one in texts(post) if "<" in one]
    assert "link_names" not in json.dumps(post)


async def test_one_user_in_a_hurry_is_told_once(http: Scene):
    from bot.limits import Limits  # noqa: PLC0415

    http.handler._limits = Limits(lambda: 0.0)
    for _ in range(9):
        await http.send.event(direct("qwen3 8b q4 4090"))
    await until(lambda: len(http.slack.posts) == 6)
    assert sum("a lot at once" in one["text"] for one in http.slack.posts) == 1


def test_sub_words_are_told_from_questions():
    assert spoken("help me choose a card").ask is Ask.QUESTION
    assert spoken("RIG show") == spoken("rig show")
    assert spoken("forget the 3090, use a 4090").ask is Ask.QUESTION
    assert spoken("feel 7,5 t/s").rate == "7,5 t/s"
    assert slack_words("/report 38 and https://x/rig") == "/howfast report 38 and https://x/rig"
