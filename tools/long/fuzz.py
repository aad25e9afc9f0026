"""
Attack the readers of records and of positions with what a coverage-guided fuzzer invents.

    ./test --long fuzz [--seconds 600] [--target records|positions]

What it has found interesting is kept, and the next run goes on from there. Text that makes a reader
crash, hang or contradict itself is kept beside it, named in the report, and makes the status 1.
"""

import argparse
import contextlib
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path
from typing import Final

REQUIREMENTS = "fuzz"

HERE: Final = Path(__file__).resolve()
ROOT: Final = HERE.parent.parent.parent
TARGETS: Final = ("records", "positions")
LONGEST_INPUT: Final = 4096
SLOWEST_SECONDS: Final = 10
MOST_MEGABYTES: Final = 1024

GRAMMAR: Final = (
    "deal hand kitty give contract discard trick score result declarer pass ? ... AK5..T98742.Q63"
    " SA DT C2 S H D C N 0 1 2 16 +2 -2 [Rules [View [SetUp [Termination ten-points fifteen-deals"
    " classic phases=CXK kitty=seen must-trump=yes exchange=draw watcher abandoned resigned phase="
    " declarer= contract= leader= trick= won= owed=1>2x3 used=S,HD, passed= totals= last=+1,0,-1"
    " hands= exchange play"
)
"""Words that the fuzzer may put in."""


def main(argv: list[str]) -> int:
    """Fuzz each reader for its share of the time; 1 if a fault was found."""
    parser = argparse.ArgumentParser(prog="fuzz", description=(__doc__ or "").strip())
    parser.add_argument("--seconds", type=int, default=600, help="for all readers together")
    parser.add_argument("--target", choices=TARGETS, help="only this reader")
    options = parser.parse_args(argv)
    targets = (options.target,) if options.target else TARGETS
    return max([_fuzz(target, max(1, options.seconds // len(targets))) for target in targets])


def _fuzz(target: str, seconds: int) -> int:
    """Run one fuzzer in a process of its own, which it never leaves alive; show the time."""
    from tqdm import tqdm

    from long_jobs import state

    home = state("fuzz") / target
    corpus, faults = home / "corpus", home / "faults"
    for directory in (corpus, faults):
        directory.mkdir(parents=True, exist_ok=True)
    _sow(target, corpus)
    words = home / "words.txt"
    words.write_text("".join(f'"{word}"\n' for word in GRAMMAR.split()), encoding="ascii")
    before = set(faults.iterdir())
    log = home / "log.txt"
    command = [
        *(sys.executable, str(HERE), target),
        *(f"-max_total_time={seconds}", f"-max_len={LONGEST_INPUT}", f"-dict={words}"),
        *(f"-timeout={SLOWEST_SECONDS}", f"-rss_limit_mb={MOST_MEGABYTES}"),
        *(f"-artifact_prefix={faults}/", "-print_final_stats=1", str(corpus)),
    ]
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output, cwd=ROOT)
    try:
        with tqdm(total=seconds, desc=target, unit="s") as bar:
            start = time.monotonic()
            while process.poll() is None:
                time.sleep(0.2)
                bar.update(min(seconds, int(time.monotonic() - start)) - bar.n)
    finally:
        process.kill()
        process.wait()
    found = sorted(set(faults.iterdir()) - before)
    said = log.read_text(encoding="utf-8", errors="replace")
    if found or process.returncode:
        print(said[-4000:])
        print(f"{target}: the reader failed on {', '.join(map(str, found)) or 'an input'}")
        return 1
    runs = said.rpartition("number_of_executed_units:")[2].split()[:1]
    print(f"{target}: {' '.join(runs)} inputs, {len(list(corpus.iterdir()))} kept, no fault")
    return 0


def _sow(target: str, corpus: Path) -> None:
    """Give the fuzzer good input to begin with."""
    seeds: list[bytes] = []
    if target == "records":
        for path in sorted((ROOT / "tests" / "golden").glob("**/*.smr")):
            seeds += [path.read_bytes()[:LONGEST_INPUT]]
    else:
        for path in sorted((ROOT / "tests" / "golden" / "perft").glob("*.txt")):
            seeds += [
                line[line.index(preset) :].encode()
                for line in path.read_text(encoding="utf-8").splitlines()
                for preset in ("ten-points", "fifteen-deals", "classic")
                if preset in line and "phase=" in line
            ]
    for number, seed in enumerate(seeds):
        (corpus / f"seed-{number}").write_bytes(seed)


def _check_records(raw: bytes) -> None:
    """Read records; each is right and can be written and read again, or has its fault."""
    from sergeantmajor.notation import Record, read_records, write_record

    for number, found in enumerate(read_records(BytesIO(raw)), 1):
        assert found.number == number
        assert 1 <= found.line <= raw.count(b"\n") + 1
        if isinstance(found, Record):
            (again,) = read_records(BytesIO(write_record(found).encode()))
            assert isinstance(again, Record)
            assert again.events == found.events
        else:
            assert str(found).isprintable()


def _check_position(raw: bytes) -> None:
    """Read a position; it is refused, or written and read the same."""
    from sergeantmajor.errors import ParseError
    from sergeantmajor.notation import parse_position, write_position

    text = raw.decode("utf-8", errors="replace")
    with contextlib.suppress(ParseError):
        match = parse_position(text)
        assert parse_position(write_position(match)) == match


def _child(target: str, arguments: list[str]) -> None:
    """Become the fuzzer of one reader; does not return."""
    import atheris

    with atheris.instrument_imports(include=["sergeantmajor"]):
        import sergeantmajor.notation  # noqa: F401 (instrumented by being imported here)

    check = _check_records if target == "records" else _check_position
    atheris.Setup([sys.argv[0], *arguments], check)
    atheris.Fuzz()


if __name__ == "__main__":
    _child(sys.argv[1], sys.argv[2:])
