"""Stubs and documentation are complete and true."""

import doctest
import inspect
import subprocess
import sys
from dataclasses import is_dataclass
from pathlib import Path

import ninuki
import pytest

HERE = Path(__file__).parent
MODULES = ["ninuki", "ninuki.errors", "ninuki.aio", "ninuki.answers", "ninuki.client", "ninuki.engine", "ninuki.learning", "ninuki.library", "ninuki.matches", "ninuki.query"]
MODULES += ["ninuki.gymnasium", "ninuki.pettingzoo", "ninuki.openspiel"]
PRESCRIBED = ("ninuki.gymnasium.", "ninuki.pettingzoo.", "ninuki.openspiel.")


def checked(*command):
    run = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=HERE)
    assert run.returncode == 0, run.stdout + run.stderr


def test_every_public_name_has_a_stub():
    config = str(HERE / "mypy.ini")
    checked("mypy.stubtest", "ninuki", "--mypy-config-file", config, "--allowlist", str(HERE / "stubtest.txt"))
    checked("mypy", "--config-file", config, "-p", "ninuki")


def typed(*paths):
    """Checks files and folders with pyright, which fetches itself on first use."""
    pytest.importorskip("pyright")
    if subprocess.run([sys.executable, "-m", "pyright", "--version"], capture_output=True).returncode:
        pytest.skip("LEFT OUT: pyright cannot be fetched")
    checked("pyright", "--pythonpath", sys.executable, *map(str, paths))


def test_pyright_finds_no_errors_in_the_package():
    typed(Path(ninuki.__file__).parent)


def documented(thing, name):
    """An object and, of a class, what is public in it, with what they are called."""
    yield name, thing
    if inspect.isclass(thing):
        for member, value in vars(thing).items():
            if not member.startswith("_") and (inspect.isroutine(value) or inspect.isdatadescriptor(value)):
                yield f"{name}.{member}", getattr(thing, member)


def public():
    for name in MODULES:
        module = pytest.importorskip(name)
        yield name, module
        for member in module.__all__:
            yield from documented(getattr(module, member), f"{name}.{member}")


def test_everything_public_is_documented_and_all_examples_run():
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL | doctest.ELLIPSIS)
    for name, thing in public():
        text = inspect.getdoc(thing)
        assert text, f"{name} is not documented"
        test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
        runner.run(test)
        assert test.examples or needs_no_example(name, thing), f"{name} has no example"
    assert runner.summarize(verbose=False).failed == 0


def needs_no_example(name, thing):
    """Whether it is a value, an exception or a class of values, or a method that a library prescribes."""
    if inspect.isclass(thing):
        return is_dataclass(thing) or issubclass(thing, (ninuki.Error, tuple)) or name.startswith(PRESCRIBED)
    return not inspect.isroutine(thing) or name.startswith(PRESCRIBED)


def examples():
    """The examples of the README and of the book, each with its page."""
    root = HERE.parents[1]
    for page in ("frontend/python/README.md", "docs/src/python.md"):
        blocks = (root / page).read_text().split("```python\n")[1:]
        assert blocks, page
        for block in blocks:
            yield page, block.split("\n```")[0]


def test_the_examples_of_the_readme_and_the_book_run(tmp_path):
    for page, code in examples():
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, cwd=tmp_path)
        assert run.returncode == 0, f"{page}:\n{code}\n{run.stdout}{run.stderr}"


@pytest.fixture
def files(tmp_path):
    """All examples as files."""
    for number, (_, code) in enumerate(examples()):
        (tmp_path / f"example_{number}.py").write_text(code)
    return [*tmp_path.glob("*.py"), *sorted((HERE.parents[1] / "frontend" / "python" / "examples").glob("*.py"))]


def test_the_examples_have_types(files):
    checked("mypy", "--config-file", str(HERE / "mypy.ini"), *map(str, files))


def test_pyright_finds_no_errors_in_the_examples(files):
    typed(*files)
