"""The page that people look at: what it shows, how it is laid out, and that text from documents stays text."""

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cckg.core.evidence import Source, Subgraph
from cckg.export.html import html_page, layout
from tests.bounded import bounded
from tests.builders import subgraph

HOSTILE = "</script><script>alert(1)</script> {{claims}} <b title='\"'> &lt"


class Page(HTMLParser):
    """What a browser would see: tags with their attributes, texts, and the content of scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.inside = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.inside = tag

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self.inside, []).append(data)

    def classes(self, tag: str) -> list[str | None]:
        return [attributes["class"] for name, attributes in self.tags if name == tag and "class" in attributes]


def test_html_shows_every_claim_with_its_quote_and_title_without_a_script() -> None:
    page = Page(html_page(subgraph("a -> b; a ?> b", "b !> c"), {}))
    assert page.classes("tr") == ["asserted", "hedged", "denied"]
    assert page.texts["q"] == ["a causes b.", "a may cause b.", "b does not cause c."]
    assert {"Title of d1", "Title of d2"} <= set(page.texts["td"])


def test_html_draws_polarity_and_modality() -> None:
    page = Page(html_page(subgraph("+a -> -b ?> c !> ~d; +a !> -b; c -> c"), {"+a": ["a", "the a"]}))
    groups = [name for name in page.classes("g") if name]
    assert groups[:4] == ["edge asserted denied", "edge hedged", "edge unsaid denied", "edge asserted"]
    assert groups[4:] == ["event increase", "event decrease", "event occurrence", "event absence"]
    assert "a\nthe a\n(increase)" in page.texts["title"]


def test_html_holds_one_script_which_its_policy_names_and_fetches_nothing() -> None:
    graph = subgraph(f"a:{HOSTILE} -> b")
    html = html_page(Subgraph(graph.events, graph.claims, {"d1": Source("d1", HOSTILE, HOSTILE)}), {"b": [HOSTILE]})
    page = Page(html)
    (script,) = page.texts["script"]
    (policy,) = [attributes["content"] for tag, attributes in page.tags if attributes.get("http-equiv") == "Content-Security-Policy"]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    assert not any({"src", "href", "onclick"} & attributes.keys() for _, attributes in page.tags)
    assert not re.search("https?://|@import|url\\((?!#)", html)
    assert page.texts["q"] == [f"{HOSTILE} causes b."]
    assert page.texts["td"].count(HOSTILE) == 2


def test_html_lists_a_claim_about_an_event_that_the_graph_does_not_hold() -> None:
    whole = subgraph("a -> b; a !> x")
    events = {key: event for key, event in whole.events.items() if key != "x"}
    page = Page(html_page(Subgraph(events, whole.claims, {}), {}))
    assert page.classes("tr") == ["asserted", "denied"]
    assert page.classes("g") == ["edge asserted", "event occurrence", "event occurrence"]


def boxes_and_curves(notation: str) -> tuple[dict[str, tuple[float, float]], dict[str, list[float]], tuple[float, float]]:
    """Return each event's place, each edge's numbers by its title, and the drawing's size."""
    html = html_page(subgraph(notation), {})
    boxes = re.findall(r'<title>(\w+)\n.*?\n?.*?<rect x="(\d+)" y="(\d+)"', html)
    curves = re.findall(r'<title>(\w → \w)\n[^<]*</title><path class="hit" d="([^"]*)"', html)
    size = re.search(r'<svg width="(\d+)" height="(\d+)" viewBox="0 0 \1 \2"', html)
    assert size
    places = {name: (float(x), float(y)) for name, x, y in boxes}
    return places, {title: [float(n) for n in re.findall(r"-?\d+", curve)] for title, curve in curves}, (float(size[1]), float(size[2]))


def test_arrows_lead_from_the_right_of_the_cause_to_the_left_of_the_effect() -> None:
    places, curves, _ = boxes_and_curves("a -> b -> c; a -> d; d -> a")
    for title, numbers in curves.items():
        (x, y), (x2, y2) = (places[event] for event in title.split(" → "))
        assert numbers[:2] == [x + 220, y + 29]
        assert numbers[-2:] == [x2 - 2, y2 + 29]
        assert numbers[2] > numbers[0]
        assert numbers[4] < numbers[6]


def test_an_arrow_in_a_row_goes_over_the_boxes_between_and_stays_on_the_page() -> None:
    places, curves, _ = boxes_and_curves("a -> b -> c -> d; a -> d; c -> a; b -> b")
    assert len({y for _, y in places.values()}) == 1
    top = places["a"][1]
    assert curves["a → b"][3] == curves["a → b"][1]  # a straight one
    for title in ("a → d", "c → a"):
        _, begin, _, first, _, second, _, end = curves[title]
        assert 0 < begin + 0.75 * (first - begin) < top
        assert (first, begin) == (second, end)
    assert places["b"][0] < curves["b → b"][0] < places["b"][0] + 220


def test_the_drawing_is_as_large_as_its_boxes_need() -> None:
    places, _, (width, height) = boxes_and_curves("a -> b -> c; d -> e; f -> g; h -> i")
    assert (min(x for x, _ in places.values()), min(y for _, y in places.values())) == (40, 40)
    assert (max(x for x, _ in places.values()) + 260, max(y for _, y in places.values()) + 98) == (width, height)


def test_a_long_text_is_cut_in_its_box_and_whole_on_its_title() -> None:
    text = "the inspection of the pressure vessel that had been due in the spring of the year before was left out again"
    html = html_page(subgraph(f"a:{text} -> b"), {})
    lines = re.findall(r"<tspan[^>]*>([^<]*)</tspan>", html)[:3]
    assert lines == ["the inspection of the", "pressure vessel that had", "been due in the spring of …"]
    assert f"<title>{text}\n" in html
    top = float(re.findall(r'<rect x="40" y="(\d+)"', html)[0])
    heights = [float(y) for y in re.findall(r'<tspan x="\d+" y="(\d+)"', html)[:3]]
    assert top + 10 < heights[0] < heights[1] < heights[2] < top + 48


def test_what_follows_from_a_circle_stands_right_of_all_its_events() -> None:
    places = layout("abcxy", [("a", "b"), ("b", "c"), ("c", "a"), ("a", "x"), ("y", "a")])
    assert places["y"][0] < places["a"][0] < places["b"][0] < places["c"][0] < places["x"][0]


def test_events_move_towards_what_they_are_joined_to() -> None:
    places = layout("abcdwxyz", [("a", "z"), ("b", "y"), ("c", "x"), ("d", "w"), ("a", "y"), ("b", "x"), ("c", "w")])
    heights = [places[event][1] for event in "abcd"], [places[event][1] for event in "zyxw"]
    assert all(one == sorted(one) or one == sorted(one, reverse=True) for one in heights)
    assert (heights[0] == sorted(heights[0])) == (heights[1] == sorted(heights[1]))


def test_parts_that_nothing_joins_are_packed_side_by_side_the_tallest_first() -> None:
    edges = [(f"cause {number}", f"effect {number}") for number in range(20)] + [("hub", end) for end in "xyz"]
    places = layout([event for edge in edges for event in edge], edges)
    causes = [place for event, place in places.items() if event.startswith("cause")]
    assert places["hub"][0] == 40
    assert all(y > places["hub"][1] for x, y in causes if x == 40)
    assert len({x for x, _ in causes}) > 1


def test_causes_stand_left_of_their_effects_and_root_causes_next_to_them() -> None:
    places = layout("abcdr", [("a", "b"), ("b", "c"), ("c", "d"), ("r", "d")])
    assert places["a"][0] < places["b"][0] < places["c"][0] == places["r"][0] < places["d"][0]


@settings(deadline=None)
@given(edges=st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=24))
def test_no_two_boxes_overlap(edges: list[tuple[int, int]]) -> None:
    places = list(layout([f"{n:02}" for n in range(12)], [(f"{one:02}", f"{other:02}") for one, other in edges]).values())
    assert len(places) == 12
    assert (min(x for x, _ in places), min(y for _, y in places)) == pytest.approx((40, 40))
    assert all(abs(x - x2) >= 220 or abs(y - y2) >= 58 - 1e-6 for number, (x, y) in enumerate(places) for x2, y2 in places[:number])


def test_a_graph_of_five_hundred_events_is_drawn_in_a_moment() -> None:
    graph = subgraph(*("; ".join(f"n{n} -> n{(n * 7 + step) % 500}" for n in range(500)) for step in (1, 2)))
    with bounded(20):
        page = Page(html_page(graph, {}))
    assert page.classes("g").count("event occurrence") == 500
