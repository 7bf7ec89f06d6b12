"""Pictures at addresses of our own, for workers that Slack can reach; the app uploads nothing.

An address holds what is drawn, in catalog ids and numbers, and a mark that only we can make.
"""

import hmac
from hashlib import sha256
from typing import Final
from urllib.parse import urlencode

from aiohttp import web

from bot.pictures.draw import kinds_of
from bot.pictures.lanes import asked_rates, rate_lanes
from bot.pictures.picture import Kind, Picture, PictureError
from bot.pictures.sides import option_queries
from bot.pictures.studio import Studio
from bot.secret import Secret
from bot.slack.lists import PICTURES_PATH
from bot.thinking import AdvisorLike, Thinking
from catalog.record import replace
from core.answer import Answer
from core.errors import HowfastError
from core.query import Query
from core.reading import Resolved

MARK_CHARS: Final = 32
MOST_CHARS: Final = 1_500
DAY_S: Final = 86_400


class Pictures:
    """Makes addresses, and draws what stands in them."""

    def __init__(
        self, public: str, secret: Secret, advisor: AdvisorLike, thinking: Thinking
    ) -> None:
        self._public = public
        self._secret = secret
        self._advisor = advisor
        self._thinking = thinking
        self._studio = Studio(advisor.estimate)

    def address(self, answer: Answer) -> str | None:
        """Return where the most telling picture of `answer` is, None where there is none."""
        kind = next(iter(kinds_of(answer)), None)
        if kind is None:
            return None
        if rates := asked_rates(answer):
            what = f"{rates[0]:g}"
        else:
            keys = [query.key for query in option_queries(answer)]
            what = "|".join(one for one in keys if one)
        if not what or len(what) > MOST_CHARS:
            return None
        asked = {"k": kind.value, "l": answer.language, "q": what}
        asked["m"] = self._mark(asked["k"], asked["l"], what)
        return f"{self._public}{PICTURES_PATH}?{urlencode(asked)}"

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer a request for a picture; one that we made no address for is not found."""
        kind, language, what, mark = (request.query.get(one, "") for one in "klqm")
        if not hmac.compare_digest(self._mark(kind, language, what).encode(), mark.encode()):
            return web.Response(status=404)
        try:
            picture = await self._drawn(Kind(kind), language, what)
        except (PictureError, HowfastError, ValueError):
            return web.Response(status=503, headers={"Retry-After": "5"})
        return web.Response(
            body=picture.data,
            content_type=picture.format.mime,
            headers={"Cache-Control": f"public, max-age={DAY_S}"},
        )

    def close(self) -> None:
        """Draw no more."""
        self._studio.close()

    async def _drawn(self, kind: Kind, language: str, what: str) -> Picture:
        if kind is Kind.FEEL:
            return await self._studio.feel(rate_lanes((float(what),)), language)
        answer = await self._thinking.of(lambda: self._answer(language, what.split("|")))
        return await self._studio.draw(kind, answer)

    def _answer(self, language: str, keys: list[str]) -> Answer:
        """Return an answer with a side for each key."""
        first = self._advisor.answer_key(keys[0], language=language)
        others = [Query.from_key(one) for one in keys[1:]]
        return replace(
            first,
            alternatives=tuple(Resolved(one) for one in others),
            alternative_estimates=tuple(self._advisor.estimate(one) for one in others),
        )

    def _mark(self, *parts: str) -> str:
        signed = hmac.new(self._secret.reveal().encode(), "\n".join(parts).encode(), sha256)
        return signed.hexdigest()[:MARK_CHARS]
