"""The package itself: its stub tells the truth, its docstrings run, its documents' examples run."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import zermelo
from zermelo import _native

ROOT = Path(__file__).parent.parent
STUB = ast.parse((ROOT / "python/zermelo/_native.pyi").read_text())
MODULES = ["zermelo", *(module.name for module in pkgutil.walk_packages(zermelo.__path__, "zermelo."))]


def public(names: list[str]) -> set[str]:
    return {name for name in names if not name.startswith("__")}


def stub_parameters(function: ast.FunctionDef) -> list[tuple[str, bool, bool]]:
    """Name, keyword-only, has a default."""
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [False] * (len(positional) - len(arguments.defaults)) + [True] * len(arguments.defaults)
    listed = [(a.arg, False, d) for a, d in zip(positional, defaults, strict=True) if a.arg not in {"self", "cls"}]
    listed += [(a.arg, True, d is not None) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    return listed


def native_parameters(function: object) -> list[tuple[str, bool, bool]]:
    parameters = inspect.signature(function).parameters.values()  # type: ignore[arg-type]
    return [
        (p.name, p.kind is p.KEYWORD_ONLY, p.default is not p.empty)
        for p in parameters
        if p.name not in {"self", "cls"} and p.kind is not p.VAR_KEYWORD
    ]


def test_the_stub_has_the_names_of_the_binary() -> None:
    stub = {node.name for node in STUB.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    assert stub == public([name for name in vars(_native) if not isinstance(getattr(_native, name), ModuleType)])


@pytest.mark.parametrize("node", [n for n in STUB.body if isinstance(n, ast.ClassDef)], ids=lambda node: node.name)
def test_the_stub_of_a_class_has_its_members_and_signatures(node: ast.ClassDef) -> None:
    native = getattr(_native, node.name)
    stub = {member.name: member for member in node.body if isinstance(member, ast.FunctionDef)}
    assert public(list(stub)) == public(list(vars(native)))
    for name, member in stub.items():
        decorators = [decorator.id for decorator in member.decorator_list if isinstance(decorator, ast.Name)]
        attribute = inspect.getattr_static(native, name)
        if "property" in decorators:
            assert inspect.isgetsetdescriptor(attribute), name
        elif name != "__new__":
            assert stub_parameters(member) == native_parameters(attribute), name


@pytest.mark.parametrize("node", [n for n in STUB.body if isinstance(n, ast.FunctionDef)], ids=lambda node: node.name)
def test_the_stub_of_a_function_has_its_signature(node: ast.FunctionDef) -> None:
    assert stub_parameters(node) == native_parameters(getattr(_native, node.name))


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings_run(name: str) -> None:
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


def test_importing_zermelo_imports_no_web_server() -> None:
    code = "import sys, zermelo.cli; assert not {'fastapi', 'uvicorn', 'starlette'} & sys.modules.keys()"
    subprocess.run([sys.executable, "-c", code], check=True)


def blocks(file: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", (ROOT / file).read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md"])
def test_every_python_block_of_the_documents_runs(file: str) -> None:
    names: dict[str, object] = {}
    for block in blocks(file, "python"):
        exec(compile(block, file, "exec"), names)
    assert file != "README.md" or names


def test_every_command_of_the_readme_runs() -> None:
    lines = [line for block in blocks("README.md", "console") for line in block.splitlines() if line.startswith("$ ")]
    assert lines
    for line in lines:
        command = line.removeprefix("$ ").split("#")[0].strip()
        if command.startswith("make "):
            target = command.split()[1]
            assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE), command
        elif not command.startswith(("zermelo serve", "zermelo play")):
            program = Path(sys.executable).parent / command.split()[0]
            result = subprocess.run(
                f"{program.parent}/{command}", shell=True, check=False, capture_output=True, text=True, cwd=ROOT
            )
            assert result.returncode == 0, (command, result.stderr)
