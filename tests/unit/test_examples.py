"""Every example in a docstring runs and gives what it says."""

import doctest
import importlib
import pkgutil

import pytest

import catalog
import core

MODULES = sorted(
    found.name
    for package in (catalog, core)
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + ".")
    if ".fit" not in found.name
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_formulas_have_examples() -> None:
    formulas = [one for one in MODULES if one.startswith("core.physics.")]
    counted = {
        one: sum(
            len(test.examples)
            for test in doctest.DocTestFinder().find(importlib.import_module(one))
        )
        for one in formulas
    }
    assert counted["core.physics.batch"]
    assert counted["core.physics.speculative"]
    assert counted["core.physics.placement"]
    assert counted["core.physics.memory"]
