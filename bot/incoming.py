"""One delivery from a platform, in the words of no platform."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Incoming:
    """What someone sent. `event_id` is the same for every redelivery.

    `tenant_id` is the server or workspace; a conversation outside any is its own
    (`private_tenant`). `locale` is what the platform says of the reader ("en-GB").
    `previous_key` is the key of the answer this one follows up or whose button was pressed.
    `earlier` are the texts before it, oldest first. `language` is set only by who picks one.
    `user_is_global` tells whether the platform knows the person by the same id everywhere.
    """

    event_id: str
    platform: str
    tenant_id: str
    user_id: str
    channel_id: str
    text: str = ""
    attachment: str = ""
    locale: str | None = None
    previous_key: str | None = None
    earlier: tuple[str, ...] = ()
    language: str | None = None
    user_is_global: bool = False

    @property
    def tenant(self) -> str:
        """Return what leads every key of the store: platform and tenant."""
        return tenant(self.platform, self.tenant_id)

    def __repr__(self) -> str:
        """Return where it came from, and nobody's words."""
        return f"Incoming({self.event_id}, {self.tenant}, {len(self.text)} chars)"


def tenant(platform: str, tenant_id: str) -> str:
    """Return the tenant as the store names it.

    >>> tenant("slack", "T024BE7LD")
    'slack:T024BE7LD'
    """
    return f"{platform}:{tenant_id}"


def private_tenant(user_id: str) -> str:
    """Return the tenant id of a person's conversation outside any server.

    >>> private_tenant("80351110224678912")
    'dm-80351110224678912'
    """
    return f"dm-{user_id}"
