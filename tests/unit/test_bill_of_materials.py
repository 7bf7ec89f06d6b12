import importlib.util
import json
import re
from pathlib import Path

DEPLOY = Path(__file__).parents[2] / "deploy"


def test_the_bill_of_materials_equals_the_lock():
    spec = importlib.util.spec_from_file_location("sbom", DEPLOY / "sbom.py")
    assert spec is not None
    assert spec.loader is not None
    sbom = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sbom)
    lock = (DEPLOY / "requirements.lock").read_text(encoding="utf-8")
    written = (DEPLOY / "sbom.json").read_text(encoding="utf-8")
    assert written == sbom.bill(lock), "run: python deploy/sbom.py > deploy/sbom.json"
    listed = {f"{one['name']}=={one['version']}" for one in json.loads(written)["components"]}
    assert listed == set(re.findall(r"^[\w.-]+==[^\s;\\]+", lock, re.MULTILINE))


def test_every_line_of_the_locks_has_a_hash_and_no_address():
    for name in ("requirements.lock", "requirements-dev.lock", "check.lock"):
        lock = (DEPLOY / name).read_text(encoding="utf-8")
        pins = re.split(r"(?m)^(?=[\w.-]+==)", lock)[1:]
        assert pins
        assert all("--hash=sha256:" in pin for pin in pins), name
        assert "://" not in lock
        assert "index-url" not in lock
