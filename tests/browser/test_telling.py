"""What the page tells between two states of the server ends where the server's state begins."""

from typing import Any

import pytest

from mouse import Mouse

# Folds each update over the view before it, as the page does while it tells, and compares.
FOLD = """async ([module, states]) => {
  const { after, before } = await import(module);
  const told = (view) => ({
    hand: [...view.hand].sort(), counts: view.counts, trick: view.trick, tricks: view.tricks,
    won: view.won, contract: view.contract, kitty: view.kitty, discard: view.discard,
    gives: view.gives, declarer: view.declarer, dealer: view.dealer, targets: view.targets,
    passed: view.passed, debts: view.debts, leader: view.trick.length ? view.leader : null,
  });
  const faults = [];
  let compared = 0;
  states.forEach((message, place) => {
    const previous = states[place - 1];
    if (message.type !== "update" || !previous) return;
    // Between two deals the server shows the next one's roles; nothing of that is told.
    if (["dealing", "over"].includes(message.view.phase)) return;
    let scene = previous.view;
    message.events.forEach((event, index) => {
      scene = after(before(scene, event), event, message.view, message.events.slice(index + 1));
    });
    compared += 1;
    const [one, other] = [told(scene), told(message.view)];
    for (const key of Object.keys(one)) {
      const [mine, theirs] = [JSON.stringify(one[key]), JSON.stringify(other[key])];
      if (mine !== theirs) faults.push(`${message.seq} ${key}: told ${mine}, server ${theirs}`);
    }
  });
  return { compared, faults };
}"""


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("ten-points", {"points": "1000", "targets": "9-4-3"}),
        ("fifteen-deals", {"targets": "9-4-3"}),
        ("ten-points", {"exchange": "draw", "phases": "CXK", "kitty_open": "yes", "passes": "1"}),
    ],
)
def test_telling_agrees_with_the_server(mouse: Mouse, preset: str, options: dict[str, Any]) -> None:
    """Told forward event by event, the last scene of each update is the server's state."""
    state = mouse.sit_down(preset, **options)
    mouse.play_until(lambda now: now["sheet"] == "end" or mouse.view["deal"] == 3, state)
    module = mouse.page.locator("script[type=module]").get_attribute("src") or ""
    found: dict[str, Any] = mouse.page.evaluate(
        FOLD, [module.replace("main.js", "scene.js"), mouse.states]
    )
    assert found["faults"] == []
    assert found["compared"] > 25
