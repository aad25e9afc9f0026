"""
The classic deck: from the published package to pictures that follow our themes.

The package holds each card as an SVG in a data address. We keep the drawing and drop what our
cards do themselves: the paper, and the corner indices (text, so that they can be large and local).
Pips take `currentColor`; the court cards take five variables, with the artist's colours as default.
"""

import re
import urllib.parse
from xml.etree import ElementTree as ET

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"

# A court's own colours; the suit's colour in a court's pips is the pip's, and so not here.
COURT = {
    "#FC4": "var(--court-gold,#fc4)",
    "#44F": "var(--court-blue,#44f)",
    "red": "var(--court-red,red)",
    "black": "var(--court-black,#000)",
    "white": "var(--court-white,#fff)",
    "green": "var(--court-green,green)",
    "blue": "var(--court-blue,#44f)",
}
# The artist's grid: the two indices of a corner stand at these abscissae, the pips elsewhere.
INDEX_PLACES = {"-114.4", "-111.784"}

# The names of the symbols: value and pip by suit and rank; a court's layers end in a digit.
INDEX = r"V[CDHS][2-9TJQKA]"
PIP = r"S[CDHS][2-9TJQKA]"

DATA_ADDRESS = re.compile(r'"data:image/svg\+xml,([^"]*)"')
FACES = frozenset(rank + suit for rank in "23456789TJQKA" for suit in "CDHS")


class DeckError(Exception):
    """The package does not hold what this module was written for."""


def extract(source: str) -> dict[str, str]:
    """
    Return the drawings in the package's JavaScript, by card.

    Args:
        source: Text of the package's module for one deck.

    Returns:
        52 SVG documents, keyed suit first as in our notation: "SA" is the ace of spades.

    Raises:
        DeckError: A card is missing, or a picture says no card.
    """
    drawings: dict[str, str] = {}
    for address in DATA_ADDRESS.findall(source):
        svg = urllib.parse.unquote(address)
        face = re.search(r"face='(\w\w)'", svg)
        if face is None:
            raise DeckError("a picture does not say which card it is")
        if face[1] in FACES:
            drawings[face[1][1] + face[1][0]] = svg
    if len(drawings) != len(FACES):
        raise DeckError(f"expected {len(FACES)} cards, found {len(drawings)}")
    return dict(sorted(drawings.items()))


def themed(svg: str) -> str:
    """
    Return a drawing without paper and corner indices, its colours turned into variables.

    Args:
        svg: One drawing from `extract`.

    Raises:
        DeckError: A colour that this module does not know.
    """
    ET.register_namespace("", SVG)
    ET.register_namespace("xlink", XLINK)
    root = ET.fromstring(svg)  # noqa: S314 (its sha256 is checked before)
    for parent in list(root.iter()):
        for child in list(parent):
            if _is_paper(child) or _is_index(child):
                parent.remove(child)
    for symbol in list(root.findall(f"{{{SVG}}}symbol")):
        name = symbol.get("id", "")
        if re.fullmatch(INDEX, name):
            root.remove(symbol)
        elif re.fullmatch(PIP, name):
            _recolour(symbol, dict.fromkeys(COURT, "currentColor"))
    _recolour(root, COURT)
    for name in ("class", "face", "height", "width", "preserveAspectRatio"):
        root.attrib.pop(name, None)
    root.set("id", "card")
    return ET.tostring(root, encoding="unicode")


def _is_paper(element: ET.Element) -> bool:
    return element.tag == f"{{{SVG}}}rect" and element.get("fill") == "white"


def _is_index(element: ET.Element) -> bool:
    return element.tag == f"{{{SVG}}}use" and element.get("x") in INDEX_PLACES


def _recolour(top: ET.Element, colours: dict[str, str]) -> None:
    for element in top.iter():
        for attribute in ("fill", "stroke"):
            colour = element.get(attribute)
            if colour is None or colour in ("none", "currentColor") or colour.startswith("var("):
                continue
            if colour not in colours:
                raise DeckError(f"unknown colour {colour!r}")
            element.set(attribute, colours[colour])
