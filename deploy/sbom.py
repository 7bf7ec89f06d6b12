"""Print the bill of materials of what is installed to run: CycloneDX, from the lock alone.

python deploy/sbom.py > deploy/sbom.json
"""

import json
import re
import sys
from pathlib import Path
from typing import Final

LOCK: Final = Path(__file__).parent / "requirements.lock"
PINNED: Final = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)


def components(lock: str) -> list[dict[str, str]]:
    """Return a component for each pinned line of `lock`; its hashes stay in the lock."""
    return [_component(*pinned.groups()) for pinned in PINNED.finditer(lock)]


def _component(name: str, version: str) -> dict[str, str]:
    purl = f"pkg:pypi/{name.lower().replace('_', '-')}@{version}"
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}


def bill(lock: str) -> str:
    """Return the bill of materials of `lock` as JSON; the same lock gives the same text."""
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": "howfast", "name": "howfast"}},
        "components": components(lock),
    }
    return json.dumps(document, indent=1) + "\n"


if __name__ == "__main__":
    sys.stdout.write(bill(LOCK.read_text(encoding="utf-8")))
