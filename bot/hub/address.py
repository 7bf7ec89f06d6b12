"""The one address that is ever asked, and which machines may stand behind it."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from bot.hub.errors import HubError
from catalog.record import record

HUGGING_FACE: Final = "https://huggingface.co"
LOCAL_NAMES: Final = frozenset({"localhost", "ip6-localhost"})
_PORTS: Final = {"https": 443, "http": 80}


@record
class Base:
    """Scheme, host and port of the hub; `is_local` where it was set to this very machine."""

    scheme: str
    host: str
    port: int
    is_local: bool

    @property
    def url(self) -> str:
        """Return the address without a path."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"

    def holds(self, url: str) -> bool:
        """Return whether `url` lies on this very host."""
        try:
            parts = urlsplit(url)
            port = parts.port or _PORTS.get(parts.scheme)
        except ValueError:
            return False
        plain = not parts.username and not parts.password
        same = (parts.scheme, parts.hostname, port) == (self.scheme, self.host, self.port)
        return plain and same


def base_of(setting: str) -> Base:
    """Return the hub that `setting` (``https://host[:port]``) names.

    Raises
    ------
    HubError
        If it is no address, is not encrypted, or is a private machine other than this one.
    """
    try:
        parts = urlsplit(setting)
        host, port = parts.hostname or "", parts.port or _PORTS.get(parts.scheme, 0)
    except ValueError:
        raise HubError("address") from None
    if not host or not port or parts.username or parts.path.strip("/") or parts.query:
        raise HubError("address")
    is_local = host in LOCAL_NAMES or _is_loopback(host)
    if parts.scheme != "https" and not is_local:
        raise HubError("address")
    if not is_local and is_address(host) and not is_public(host):
        raise HubError("address")
    return Base(parts.scheme, host, port, is_local)


def is_address(host: str) -> bool:
    """Return whether `host` is a number and no name."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_public(address: str) -> bool:
    """Return whether `address` belongs to a machine of the open internet."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    inner = getattr(found, "ipv4_mapped", None) or found
    return inner.is_global and not inner.is_multicast


def may_stand_behind(base: Base, address: str) -> bool:
    """Return whether the resolved `address` may be connected to for `base`."""
    return _is_loopback(address) if base.is_local else is_public(address)


def _is_loopback(host: str) -> bool:
    return is_address(host) and ip_address(host).is_loopback
