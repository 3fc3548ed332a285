"""Drawing: every game's pictures are valid SVG, whatever their texts say."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree

import pytest

import zermelo
from own_games import NASTY, HighCard, Nasty, Pairs
from zermelo.draw import Picture, Shape, stylesheet, svg
from zermelo.errors import GameError

SVG = "{http://www.w3.org/2000/svg}"
OWN = {game.name: game for game in (HighCard(), Pairs(), Nasty())}
ALLOWED = {"svg", "style", "g", "title", "rect", "circle", "line", "path", "polygon", "text"}


def find(name: str) -> zermelo.Game | zermelo.BuiltInGame:
    return OWN.get(name) or zermelo.game(name)


def positions_of_a_random_game(name: str, seed: int = 1, most: int = 60) -> list[zermelo.Position]:
    chooser = random.Random(seed)
    positions = [find(name).start()]
    while positions[-1].turn is not None and len(positions) < most:
        position = positions[-1]
        actions = position.moves() if position.turn != zermelo.CHANCE else [event for event, _ in position.chances()]
        positions.append(position.play(chooser.choice(actions)))
    return positions


@pytest.mark.parametrize("name", [*zermelo.games(), *OWN])
def test_every_position_is_drawn_as_plain_svg(name: str) -> None:
    positions = positions_of_a_random_game(name)
    for before, position in zip([None, *positions], positions, strict=False):
        for viewer in (None, *range(len(position.players))):
            for standalone in (True, False):
                drawn = svg(position, viewer=viewer, standalone=standalone, before=before)
                tree = ElementTree.fromstring(drawn)
                tags = {element.tag.removeprefix(SVG) for element in tree.iter()}
                assert tags <= ALLOWED - (set() if standalone else {"style"})
                names = {attribute for element in tree.iter() for attribute in element.attrib}
                assert not any(attribute.startswith("on") or attribute in {"style", "href"} for attribute in names)


@pytest.mark.parametrize("name", zermelo.games())
def test_every_site_that_a_move_names_can_be_clicked_and_says_what_it_is(name: str) -> None:
    for position in positions_of_a_random_game(name):
        if position.turn in {None, zermelo.CHANCE}:
            continue
        tree = ElementTree.fromstring(svg(position, viewer=position.turn, standalone=False))
        shapes = {shape.get("data-site"): shape for shape in tree.iter(f"{SVG}g") if shape.get("data-site")}
        for move, sites in position.sites():
            for site in sites:
                assert site in shapes, f"{move} needs {site} in {position!r}"
                assert shapes[site].get("role") == "button"
                assert shapes[site].get("aria-label")
                title = shapes[site].find(f"{SVG}title")
                assert title is not None
                assert title.text


def test_markup_in_texts_stays_text() -> None:
    shape = Shape("square", 0.5, 0.5, text=NASTY, title=NASTY, site=NASTY)
    drawn = svg(Picture(1, 1, (shape,)), standalone=False)
    tree = ElementTree.fromstring(drawn)
    assert "<script" not in drawn
    written = tree.find(f".//{SVG}text")
    assert written is not None
    assert written.text is not None
    assert written.text.startswith("</title></text></svg><script>alert(1)</script>")
    assert "\x00" not in written.text


def test_a_notebook_draws_positions_by_itself() -> None:
    position = zermelo.game("tic-tac-toe").start()
    assert position._repr_svg_() == svg(position)


def test_hidden_cards_are_drawn_only_for_who_holds_them() -> None:
    position = HighCard().start().play("acorn-cloverleaf")
    assert "acorn" in svg(position, viewer=0)
    assert "cloverleaf" not in svg(position, viewer=0)


def test_only_what_looks_different_is_outlined() -> None:
    before = zermelo.game("connect-four").position("44")
    assert svg(before.play("4"), before=before).count('class="z-last"') == 1
    assert svg(before, before=before).count('class="z-last"') == 0


def test_players_differ_by_more_than_colour() -> None:
    bodies = set()
    for player in range(8):
        drawn = svg(Picture(1, 1, (Shape("disc", 0.5, 0.5, fill=f"player{player}"),)), standalone=False)
        bodies.add(re.sub(r"player\d", "", drawn))
    assert len(bodies) == 8


@pytest.mark.parametrize(("text", "pips"), [("1", 1), ("4", 4), ("6", 6), ("", 0), ("7", 0), ("²", 0)])
def test_dice_show_pips(text: str, pips: int) -> None:
    drawn = svg(Picture(1, 1, (Shape("die", 0.5, 0.5, fill="light", text=text),)), standalone=False)
    assert drawn.count("<circle") == pips


def test_a_card_without_text_lies_face_down() -> None:
    face_down = svg(Picture(1, 1, (Shape("card", 0.5, 0.5),)), standalone=False)
    face_up = svg(Picture(1, 1, (Shape("card", 0.5, 0.5, text="K"),)), standalone=False)
    assert "z-back" in face_down
    assert "z-back" not in face_up


def test_long_text_is_made_to_fit() -> None:
    def size(text: str) -> float:
        drawn = svg(Picture(1, 1, (Shape("square", 0.5, 0.5, text=text),)), standalone=False)
        found = re.search(r'font-size="([\d.]+)"', drawn)
        assert found
        return float(found[1])

    assert size("a") > size("abcdef") > size("abcdef" * 5)
    assert size("abcdef" * 5) * 30 * 0.5 < 100


@pytest.mark.parametrize(
    ("shape", "sentence"),
    [
        (Shape("blob", 0, 0), 'unknown form "blob": there are square, pit, disc, triangle, line, label, die, card'),
        (Shape("disc", 0, 0, fill='red"/>'), 'unknown colour "red"/>": there are none, board'),
        (Shape("disc", float("nan"), 0), "a picture has the x nan: it must be a finite number"),
        (Shape("disc", 0, 0, float("inf")), "a picture has the width inf: it must be a finite number"),
    ],
)
def test_shapes_that_cannot_be_drawn_are_refused(shape: Shape, sentence: str) -> None:
    with pytest.raises(GameError, match=re.escape(sentence)):
        svg(Picture(1, 1, (shape,)))


def test_the_stylesheet_touches_nothing_but_pictures_and_knows_the_dark() -> None:
    rules = re.findall(r"([^{}]+)\{", stylesheet().replace("@media (prefers-color-scheme:dark){", ""))
    assert all(part.startswith(".z-picture") for rule in rules for part in rule.split(","))
    assert "prefers-color-scheme:dark" in stylesheet()
