"""Records of random matches: what is written is read the same; a wrong word is never blamed on."""

from io import BytesIO
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import VARIED, play_out, walk
from sergeantmajor.cards import SEATS, Seat
from sergeantmajor.events import CardPlayed, DealStarted, Decision, Event, MatchEnded
from sergeantmajor.fold import fold
from sergeantmajor.match import Match, conclude, start_match
from sergeantmajor.notation import Fault, Record, make_record, read_records, write_record
from sergeantmajor.notation.header import KNOWN_TAGS
from sergeantmajor.rules import Contract, Rules
from sergeantmajor.view import Viewer, see

VIEWERS: tuple[Viewer, ...] = (*SEATS, None)


def read(text: str) -> Record | Fault:
    """Return the one match of a text."""
    (found,) = read_records(BytesIO(text.encode()))
    return found


def right(text: str) -> Record:
    """Return the one match of a text, which must be right."""
    found = read(text)
    assert isinstance(found, Record), str(found)
    return found


def some_deals(rules: Rules, seed: int, deals: int = 2) -> list[Event]:
    """Return the log of the first deals of a random match."""
    rng = Random(seed)
    start = start_match(rules, rng.choice(SEATS))
    return [event for step in walk(start, rng, deals=deals) for event in step.events]


@pytest.mark.parametrize("text", VARIED)
def test_a_match_of_any_rules_is_read_as_it_was_played(text: str) -> None:
    """Write, read, fold: the same rules, events and end, and the same text again."""
    rules = Rules.parse(text)
    rng = Random(text)
    start = start_match(rules, rng.choice(SEATS))
    end, log = play_out(start, rng)
    written = write_record(make_record(rules, log))
    record = right(written)
    assert (record.rules, record.start, list(record.events)) == (rules, start, log)
    assert fold(record.start, record.events) == end
    assert write_record(record) == written
    assert record.full
    assert record.viewer is None


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("text", VARIED)
def test_a_view_of_any_rules_is_read_as_it_was_seen(text: str, viewer: Viewer) -> None:
    """What a viewer sees of some deals is right whatever the rules are, and read as he saw it."""
    rules = Rules.parse(text)
    seen = [see(event, viewer, rules) for event in some_deals(rules, len(text), deals=3)]
    written = write_record(make_record(rules, seen, view=viewer))
    record = right(written)
    assert list(record.events) == seen
    assert record.viewer is viewer
    assert not record.full
    assert write_record(record) == written


@pytest.mark.parametrize("word", ["resigned 1", "abandoned", "timeout 2"])
@pytest.mark.parametrize("count", range(3, 160, 12))
def test_a_table_may_end_a_match_anywhere(word: str, count: int) -> None:
    """A declared result may stand after any action, with a tag that says why; also in views."""
    rules = Rules.parse("fifteen-deals")
    rng = Random(word)
    match = start_match(rules, Seat.ONE)
    log: list[Event] = []
    for _, step in zip(range(count), walk(match, rng), strict=False):
        match = step.match
        log += step.events
    step = conclude(match, [Seat.TWO, Seat.ZERO])
    log += step.events
    written = write_record(make_record(rules, log, tags={"Termination": word}))
    record = right(written)
    assert list(record.events) == log
    assert record.finished
    assert fold(record.start, record.events) == step.match
    for viewer in VIEWERS:
        seen = [see(event, viewer, rules) for event in log]
        text = write_record(make_record(rules, seen, tags={"Termination": word}, view=viewer))
        assert list(right(text).events) == seen
    fault = read(written.replace(f'[Termination "{word}"]\n', ""))
    assert isinstance(fault, Fault)
    assert fault.line == len(written.splitlines()) - 2


def test_a_shared_win_names_all_its_winners() -> None:
    """Of a shared win each winner is named, no more and no fewer."""
    rules = Rules.parse("fifteen-deals deals=1")
    for seed in range(200):
        end, log = play_out(start_match(rules, Seat.ONE), Random(seed))
        if end.winners is not None and len(end.winners) == 2:
            break
    else:
        raise AssertionError("nobody shared a win")
    written = write_record(make_record(rules, log)).rstrip()
    one, two = end.winners
    assert written.endswith(f"result {one:d} {two:d}")
    right(written)
    for wrong in (f"{one:d}", f"{two:d}", "0 1 2", f"{two:d} {one:d}", f"{one:d} {one:d}"):
        fault = read(written.replace(f"result {one:d} {two:d}", f"result {wrong}"))
        assert isinstance(fault, Fault)
        assert fault.line == len(written.splitlines())


def test_a_match_that_nobody_won_has_no_result() -> None:
    """An abandoned match without winners is written without a result: unfinished."""
    rules = Rules.parse("classic")
    log = [*some_deals(rules, 3), MatchEnded((), Decision.DECLARED)]
    written = write_record(make_record(rules, log))
    assert '[Termination "abandoned"]' in written
    record = right(written)
    assert not record.finished
    assert list(record.events) == log[:-1]


def test_a_record_that_breaks_off_before_score_or_result() -> None:
    """What follows by the rules is among the events; that the record did not say it is known."""
    rules = Rules.parse("ten-points")
    _, log = play_out(start_match(rules, Seat.ZERO), Random(1))
    written = write_record(make_record(rules, log))
    for lines in (1, 2, 3, 4):
        cut = "\n".join(written.rstrip().splitlines()[:-lines]) + "\n"
        record = right(cut)
        assert not record.finished
        whole = list(record.events) == log
        assert whole == (lines < 4)
        assert fold(record.start, record.events).winners is None or whole
        assert "result" not in write_record(record)


def test_a_deal_that_breaks_off_among_its_hands_is_no_deal_yet() -> None:
    """A deal is dealt when its kitty is there: before, the record is unfinished, not faulty."""
    rules = Rules.parse("ten-points")
    written = write_record(make_record(rules, some_deals(rules, 1, deals=1)[:2])).splitlines()
    for count in range(1, len(written) - 1):
        record = right("\n".join(written[:count]))
        assert record.events == ()
        assert record.deals == 0


@given(
    st.sampled_from(
        ["fifteen-deals", "ten-points", "classic", "fifteen-deals phases=CXK passes=3"]
    ),
    st.randoms(use_true_random=False),
)
def test_a_match_set_up_midway(text: str, rng: Random) -> None:
    """A match that began with totals, rights, contracts used and passes is read as it began."""
    rules = Rules.parse(text)
    start = a_start(rules, rng)
    log = [event for step in walk(start, rng, deals=1) for event in step.events]
    written = write_record(make_record(rules, log, start=start))
    record = right(written)
    assert record.start == start
    assert list(record.events) == log
    assert write_record(record) == written


def a_start(rules: Rules, rng: Random) -> Match:
    """Return a match midway through which another deal can be played."""
    declarer = rng.choice(SEATS)
    targets = rules.targets_for(rules.previous(declarer))
    while True:
        first, second = rng.randint(-4, 4), rng.randint(-4, 4)
        last = (first, second, -first - second)
        if all(0 <= score + target < 12 for score, target in zip(last, targets, strict=True)):
            break
    used: tuple[tuple[Contract, ...], ...] = ((), (), ())
    if rules.once:
        used = tuple(tuple(sorted(rng.sample(list(Contract), rng.randint(0, 4)))) for _ in SEATS)
    one, two, three = (rng.randint(0, rules.passes) for _ in SEATS)
    return start_match(rules, declarer, totals=last, last=last, used=used, passed=(one, two, three))


def test_a_set_up_may_leave_parts_out() -> None:
    """Absent parts are zero or none; without a declarer the first deal names him."""
    rules = Rules.parse("ten-points")
    log = some_deals(rules, 5, deals=1)
    text = write_record(make_record(rules, log))
    declarer = next(event.declarer for event in log if isinstance(event, DealStarted))
    for value in ("", f"declarer={declarer:d}", "totals=0,0,0 passed=0,0,0", "used=,,"):
        head, _, rest = text.partition("\n")
        assert list(right(f'{head}\n[SetUp "{value}"]\n{rest}').events) == log


def test_an_open_set_up_is_contradicted_by_the_first_deal() -> None:
    """Where only the first deal's declarer shows that a set-up is wrong, that line is at fault."""
    fault = read('[Rules "ten-points"]\n[SetUp "last=-8,+4,+4"]\n\ndeal 1 declarer 0\n')
    assert isinstance(fault, Fault)
    assert fault.line == 4
    assert "last -8,+4,+4 cannot be scored with targets" in fault.message
    right('[Rules "ten-points"]\n[SetUp "last=-8,+4,+4"]\n')
    right('[Rules "ten-points"]\n[SetUp "last=-8,+4,+4"]\n[Termination "abandoned"]\nresult 1\n')


def test_a_set_up_that_nobody_can_begin_is_wrong_itself() -> None:
    """A set-up that is wrong whoever declares is at fault in its own line."""
    head = '[Rules "ten-points"]\n[SetUp "totals=+10,-5,-5"]\n'
    for rest in ("", "\ndeal 1 declarer 0\n"):
        fault = read(head + rest)
        assert isinstance(fault, Fault)
        assert fault.line == 2
        assert fault.message.startswith("the tag SetUp is wrong: the match is over")


@pytest.mark.parametrize("view", ["", '[View "watcher"]\n'])
def test_a_set_up_may_run_out_of_contracts(view: str) -> None:
    """Where a later declarer has nothing left to announce, his deal is refused."""
    rules = Rules.parse("fifteen-deals")
    used = ((), (), tuple(Contract))
    start = start_match(rules, Seat.ZERO, used=used)
    log: list[Event] = [event for step in walk(start, Random(2), deals=1) for event in step.events]
    if view:
        log = [see(event, None, rules) for event in log]
    written = write_record(make_record(rules, log, start=start, view=None if view else ""))
    deals = sum(isinstance(event, DealStarted) for event in log)
    right(written)
    fault = read(f"{written}deal {deals + 1} declarer 2\n")
    assert isinstance(fault, Fault)
    assert fault.message == "seat 2 has no contract left: expected no further deal"


def test_readers_keep_all_tags_and_their_order() -> None:
    """Known and free tags, even twice, come as they stand; a writer puts known ones first."""
    tags = (
        ("Zeal", "a"),
        ("Seat1", 'Bo "the" \\ Bo'),
        ("Rules", "classic  points=10 end=points"),
        ("Zeal", "b"),
        ("Event", "ärger"),
    )
    escaped = ((key, value.replace("\\", "\\\\").replace('"', '\\"')) for key, value in tags)
    record = right("".join(f'[{key} "{value}"]\n' for key, value in escaped))
    assert record.tags == tags
    assert record.tag("Zeal") == "a"
    assert record.tag("Site") is None
    assert write_record(record).splitlines() == [
        '[Event "ärger"]',
        '[Rules "classic end=points"]',
        '[Seat1 "Bo \\"the\\" \\\\ Bo"]',
        '[Zeal "a"]',
        '[Zeal "b"]',
        "",
    ]


def test_writers_put_known_tags_in_their_order() -> None:
    """Whatever the order they are given in."""
    rules = Rules.parse("ten-points")
    given_tags = {key: "1" for key in reversed(KNOWN_TAGS) if key not in ("Rules", "View", "SetUp")}
    record = make_record(rules, (), tags=given_tags | {"A": "1"}, view=Seat.TWO)
    expected = [key for key in KNOWN_TAGS if key != "SetUp"]
    assert [key for key, _ in record.tags] == [*expected, "A"]


@given(st.sampled_from(VARIED), st.integers(0, 30), st.booleans(), st.data())
def test_a_changed_word_is_never_found_too_early(
    text: str, seed: int, whole: bool, data: st.DataObject
) -> None:
    """With one word changed a record is still right, or refused at that line or a later one."""
    rules = Rules.parse(text)
    log = some_deals(rules, seed)
    if whole:
        written = write_record(make_record(rules, log))
    else:
        viewer = data.draw(st.sampled_from(VIEWERS))
        seen = [see(event, viewer, rules) for event in log]
        written = write_record(make_record(rules, seen, view=viewer))
    lines = written.splitlines()
    first = lines.index("")
    at = data.draw(st.sampled_from([n for n, line in enumerate(lines) if n > first and line]))
    words = lines[at].split(" ")
    place = data.draw(st.integers(0, len(words) - 1))
    every = sorted({word for line in lines[first:] for word in line.split(" ") if word})
    words[place] = data.draw(st.sampled_from(every))
    changed = [*lines[:at], " ".join(words), *lines[at + 1 :]]
    found = read("\n".join(changed) + "\n")
    if isinstance(found, Fault):
        assert found.line > at
    else:
        assert list(right(write_record(found)).events) == list(found.events)


@given(st.sampled_from(VARIED), st.integers(0, 30), st.data())
def test_a_missing_line_is_found_at_the_next_one(text: str, seed: int, data: st.DataObject) -> None:
    """A full record without one of its event lines is faulty, never before the gap."""
    rules = Rules.parse(text)
    lines = write_record(make_record(rules, some_deals(rules, seed))).rstrip().splitlines()
    first = lines.index("")
    at = data.draw(st.sampled_from([n for n in range(first, len(lines) - 1) if lines[n]]))
    found = read("\n".join([*lines[:at], *lines[at + 1 :]]))
    assert isinstance(found, Fault)
    assert found.line > at


@given(st.integers(0, 200))
def test_a_play_that_another_judge_would_refuse_is_refused(seed: int) -> None:
    """Of a random wrong card in the first trick, the reader says what the rules say."""
    rng = Random(seed)
    rules = Rules.parse("ten-points must-trump=yes must-beat=yes")
    log = some_deals(rules, seed, deals=1)
    at = next(n for n, event in enumerate(log) if isinstance(event, CardPlayed))
    match = fold(start_match(rules, start_of(log)), log[:at])
    lead = next(event for event in log[at:] if isinstance(event, CardPlayed))
    deal = fold(match, [lead]).deal
    assert deal is not None
    seat = deal.to_act
    assert seat is not None
    wrong = rng.choice([card for card in rules.deck if card != lead.card])
    text = write_record(make_record(rules, [*log[:at], lead, CardPlayed(seat, wrong)]))
    found = read(text)
    legal, hand = wrong in deal.hands[seat], deal.hands[seat].of(lead.card.suit)
    if not legal:
        assert isinstance(found, Fault)
        assert f"seat {seat:d} does not hold {wrong}" in found.message
    elif hand and wrong.suit is not lead.card.suit:
        assert isinstance(found, Fault)
        held = " ".join(card.code for card in reversed(list(hand)))
        assert found.message == f"seat {seat:d} must follow suit: holds {held}, played {wrong}"


def start_of(log: list[Event]) -> Seat:
    """Return the first declarer of a log."""
    return next(event.declarer for event in log if isinstance(event, DealStarted))


def test_choosing_covers_all_kinds_of_play() -> None:
    """The random player of these tests leads to matches with every kind of line."""
    kinds: set[str] = set()
    for text in VARIED:
        rules = Rules.parse(text)
        written = write_record(make_record(rules, some_deals(rules, 1, deals=3)))
        kinds |= {line.split()[0] for line in written.splitlines() if line and line[0] != "["}
    assert kinds >= {"deal", "hand", "kitty", "give", "contract", "discard", "trick", "score"}


def test_a_kitty_that_an_early_end_leaves_untaken_is_not_seen() -> None:
    """A match that the table ends before the kitty is taken shows it to nobody."""
    rules = Rules.parse("ten-points")
    log = some_deals(rules, 1, 1)[:2]
    start = start_match(rules, start_of(log))
    viewer = start.declarer
    seen = [
        see(event, viewer, rules)
        for event in [*log, *conclude(fold(start, log), [SEATS[0]]).events]
    ]
    text = write_record(make_record(rules, seen, view=viewer))
    assert isinstance(read(text), Record)
    kitty = str(log[1].kitty)  # type: ignore[union-attr]
    fault = read(text.replace("kitty ?", f"kitty {kitty}"))
    assert isinstance(fault, Fault)
    assert "before anybody took it" in fault.message
