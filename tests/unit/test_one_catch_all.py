import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
WIDE = {"Exception", "BaseException"}


def catch_alls(tree: ast.AST) -> int:
    handlers = (node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler))
    return sum(
        one.type is None or (isinstance(one.type, ast.Name) and one.type.id in WIDE)
        for one in handlers
    )


def test_the_handler_has_the_one_catch_all_of_the_project():
    found = {}
    for package in ("bot", "core", "catalog"):
        for file in (ROOT / package).rglob("*.py"):
            if count := catch_alls(ast.parse(file.read_text(encoding="utf-8"))):
                found[file.relative_to(ROOT).as_posix()] = count
    assert found == {"bot/handler.py": 1}
