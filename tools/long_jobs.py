"""
The long jobs: too long for every test run, bounded, and resumable.

A job is a module in tools/long. The first line of its docstring says what it does; `main(argv)`
runs it and returns an exit status. It keeps what it has in `state(NAME)`, so that a second run goes
on where the first was stopped. A job that needs another lock file than "test" says so in a constant
`REQUIREMENTS = "fuzz"`.
"""

import ast
import importlib.util
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
JOBS = ROOT / "tools" / "long"


def state(name: str) -> Path:
    """Return the directory where a job keeps what it has, made if missing."""
    directory = ROOT / ".long" / name
    directory.mkdir(parents=True, exist_ok=True)
    return directory


def names() -> dict[str, str]:
    """Return what each job does, by its name."""
    return {
        path.stem: (ast.get_docstring(_parse(path)) or "").partition("\n")[0]
        for path in sorted(JOBS.glob("*.py"))
    }


def requirements(name: str) -> str:
    """Return the lock file that a job needs, without importing it."""
    for node in _parse(JOBS / f"{name}.py").body:
        match node:
            case ast.Assign(
                targets=[ast.Name(id="REQUIREMENTS")], value=ast.Constant(value=str(lock))
            ):
                return lock
    return "test"


def _parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def run(name: str, argv: list[str]) -> int:
    """Import a job by its file and run it; return its exit status."""
    spec = importlib.util.spec_from_file_location(name, JOBS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # A job that starts processes is imported again in each by its name.
    sys.path.insert(0, str(JOBS))
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return int(module.main(argv) or 0)


if __name__ == "__main__":
    try:
        sys.exit(run(sys.argv[1], sys.argv[2:]))
    except KeyboardInterrupt:
        print(f"\n{sys.argv[1]}: stopped; the next run goes on from here", file=sys.stderr)
        sys.exit(130)
