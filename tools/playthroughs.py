#!/usr/bin/env python3
"""
Write the playthroughs of the tests: matches told step by step, as everybody sees them.

    tools/playthroughs.py --write     write tests/golden/playthrough and tests/golden/order again

A step shows the position, who is to act, the legal actions (of discards how many, the first and
the last), what was chosen, what happened, and the four views: whole when a deal starts, then
what changed in them. Nothing else writes these files; what changed in them is read as a diff.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields
from enum import Enum
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from scripted import Script
from sergeantmajor import match as matches
from sergeantmajor.cards import SEATS, Card, CardSet, Three
from sergeantmajor.events import CardGiven, DealStarted, Event
from sergeantmajor.exchange import Debt
from sergeantmajor.match import Match
from sergeantmajor.notation.position import write_position
from sergeantmajor.rules import Contract, Phase, Rules
from sergeantmajor.view import PlayedDeal, Trick, View, Viewer, see, start_view

GOLDEN = Path(__file__).resolve().parent.parent / "tests" / "golden"
VIEWERS: tuple[Viewer, ...] = (*SEATS, None)


class Story(NamedTuple):
    """A scripted match to be told."""

    name: str
    rules: str
    deals: int = 2
    totals: Three = (0, 0, 0)
    last: Three | None = None
    seed: str = ""


STORIES = (
    Story("ten-points", "ten-points"),
    Story("fifteen-deals", "fifteen-deals", seed="fifteen-deals 175"),
    Story("classic", "classic"),
    Story("duties", "ten-points must-trump=yes must-beat=yes kitty-open=yes", 1, last=(1, 1, -2)),
    Story("draw", "ten-points phases=CXK kitty=seen exchange=draw", 1, last=(2, -1, -1)),
    Story("last-deal", "ten-points", 1, totals=(9, 9, -18), last=(1, 0, -1)),
)


def text(value: object) -> str:
    """Return a value of a view or an event as notation writes it; `-` for nothing or unseen."""
    match value:
        case None | ():
            return "-"
        case Contract():
            return value.letter
        case Enum() if isinstance(value.value, str):
            return str(value.value)
        case int():
            return str(int(value))
        case Debt(up, down, count):
            return f"{up:d}>{down:d}x{count}"
        case CardGiven(up, down, card, back):
            return f"{up:d}>{down:d}:{text(card)}/{text(back)}"
        case Trick(leader, cards, winner):
            return f"{leader:d}:{text(cards)}>{winner:d}"
        case PlayedDeal(number, declarer, contract, won, scores):
            return f"{number}:{declarer:d}{contract.letter}:{text(won)}:{text(scores)}"
        case Rules() | Card() | CardSet():
            return str(value)
        case tuple():
            return ",".join(map(text, value))
    raise TypeError(type(value))


def told(event: Event) -> str:
    """Return an event in one line."""
    values = (f"{each.name}={text(getattr(event, each.name))}" for each in fields(event))
    return " ".join((type(event).__name__, *values))


def seen(view: View, before: View | None) -> str:
    """Return the fields of a view, or what changed in them; `+=` where something was added."""
    words = []
    for name in (each.name for each in fields(view) if each.name not in ("viewer", "rules")):
        new = getattr(view, name)
        old = None if before is None else getattr(before, name)
        if before is None or (new != old and not old):
            words.append(f"{name}={text(new)}")
        elif new != old:
            adds = isinstance(old, tuple) and new[: len(old)] == old
            words.append(f"{name}+={text(new[len(old) :])}" if adds else f"{name}={text(new)}")
    return " ".join(words) or "the same"


def listed(match: Match) -> str:
    """Return the legal actions in their order, in one line; of discards the ends."""
    actions = [str(action) for action in matches.legal_actions(match)]
    if match.phase is Phase.DISCARD:
        actions = [actions[0], "…", actions[-1]]
    kind = actions[0].partition(" ")[0]
    return f"{kind} " + ", ".join(action.removeprefix(f"{kind} ") for action in actions)


def story(told_of: Story) -> Iterator[str]:
    """Yield the lines of a playthrough."""
    rules = Rules.parse(told_of.rules)
    script = Script(told_of.seed or told_of.name, rules, told_of.last, told_of.totals)
    yield "# Written by tools/playthroughs.py, and by nothing else."
    yield f"rules: {script.match.rules}"
    views = [start_view(script.start, viewer) for viewer in VIEWERS]
    number = 0
    while script.match.winners is None and script.match.played < told_of.deals:
        number += 1
        yield ""
        match = script.match
        yield f"step {number}"
        if match.deal is not None:
            yield f"position: {write_position(match)}"
            yield f"legal {len(matches.legal_actions(match))}: {listed(match)}"
        seat, action, step = script.step()
        yield "the cards are dealt" if seat is None else f"seat {seat:d}: {action}"
        yield from (f"event: {told(event)}" for event in step.events)
        starts = isinstance(step.events[0], DealStarted)
        for place, viewer in enumerate(VIEWERS):
            before = views[place]
            for event in step.events:
                views[place] = views[place].follow(see(event, viewer, match.rules))
            name = "watcher" if viewer is None else f"seat {viewer:d}"
            yield f"{name} sees: {seen(views[place], None if starts else before)}"


ORDERS = (
    ("give", "ten-points", Phase.EXCHANGE, 16),
    ("draw", "fifteen-deals", Phase.EXCHANGE, 16),
    ("contract", "ten-points", Phase.CONTRACT, 16),
    ("contract-pass", "fifteen-deals", Phase.CONTRACT, 16),
    ("discard-blind", "ten-points", Phase.DISCARD, 16),
    ("discard-seen", "fifteen-deals", Phase.DISCARD, 16),
    ("lead", "classic", Phase.PLAY, 16),
    ("last-three", "classic", Phase.PLAY, 3),
)


def order(name: str, rules: str, phase: Phase, cards: int) -> Iterator[str]:
    """Yield the legal actions of a position one by one; of discards some, and a hash of all."""
    script = Script(f"order-{name}", Rules.parse(rules), (3, -2, -1))
    match = script.reach(phase, cards, Contract.HEARTS)
    actions = [str(action) for action in matches.legal_actions(match)]
    yield "# Written by tools/playthroughs.py, and by nothing else."
    yield f"position: {write_position(match)}"
    yield f"legal: {len(actions)}"
    if len(actions) > 40:
        digest = sha256("\n".join(actions).encode()).hexdigest()
        yield f"sha256 of all, parted by line feeds: {digest}"
        actions = [*actions[:20], "…", *actions[-20:]]
    yield from actions


def golden_files() -> dict[Path, Sequence[str]]:
    """Return what the files should hold, line by line."""
    files: dict[Path, Sequence[str]] = {
        GOLDEN / "playthrough" / f"{each.name}.txt": list(story(each)) for each in STORIES
    }
    files |= {GOLDEN / "order" / f"{case[0]}.txt": list(order(*case)) for case in ORDERS}
    return files


def main(argv: list[str]) -> int:
    """Write the files; 2 for wrong usage."""
    if argv != ["--write"]:
        print(__doc__, file=sys.stderr)
        return 2
    for path, lines in golden_files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
