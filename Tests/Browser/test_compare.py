"""What two parameter sets make of runs, and of one run: the pages say what text and JSON say."""

import json

import pytest
from conftest import LOOKS, ROOT

RUN = "Spring 10K"


@pytest.fixture(scope="module")
def tool(new_library):
    run = new_library(ROOT / "sample-data")
    run("params", "add", "run", "--min-move", "8", "--max-speed", "10")
    run("params", "add", "wordy", "--min-move", "8.0625", "--max-speed", "10.0625")
    run("params", "add", "alike", "--min-move", "5", "--max-speed", "12", "--max-accuracy", "50")
    return run


@pytest.fixture(scope="module")
def comparison(tool):
    return json.loads(tool("compare", "run@1", "run@2", "--json"))


@pytest.fixture(scope="module")
def one(tool):
    return json.loads(tool("compare", "run@1", "run@2", "--run", RUN, "--json"))


@pytest.fixture(scope="module")
def page_of(tool, tmp_path_factory):
    """Writes a page of a comparison and gives its path."""
    folder = tmp_path_factory.mktemp("compare")

    def write(name, *words):
        file = folder / f"{name}.html"
        tool("compare", *words, "--format", "html", "--output", file)
        return file

    return write


def text_of(locator):
    return locator.inner_text().replace("\u00a0", " ")


def rows_of(page, heading):
    rows = page.eval_on_selector_all(
        f"[aria-labelledby={heading}] table tbody tr",
        "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))",
    )
    return [[cell.replace("\u00a0", " ") for cell in row] for row in rows]


def number(text):
    """The number of a cell: "-1 110 m" is -1110."""
    return float("".join(letter for letter in text if letter in "+-.0123456789"))


def close(text, value):
    """True where a cell shows a value, to the digits that it has."""
    digits = len(text.partition(".")[2].split(" ")[0])
    return abs(number(text) - value) <= 0.5000001 * 10**-digits


#: The verdicts in the words of a page, by the rules of each set of `tool`.
WORDS = {
    set_: {
        "segment_start": "start of a segment", "counted": "counted", "below_min_move": f"moves under {move} m",
        "invalid_position": "no place on Earth", "invalid_accuracy": "marked invalid",
        "poor_accuracy": "accuracy over 50 m", "over_max_speed": f"speed over {speed} m/s",
    }
    for set_, move, speed in [("old", 5, 12), ("new", 8, 10)]
}  # fmt: skip


def test_the_headlines_are_those_of_the_text(tool, page_of, open_page):
    page = open_page(page_of("all", "run@1", "run@2"))
    shown = text_of(page.locator(".answer")).split("\n\n")
    assert shown == tool("compare", "run@1", "run@2").splitlines()[:3]
    assert shown[2] == "run@2: speed up to 10 m/s instead of 12 m/s, moves from 8 m instead of 5 m."


def test_a_comparison_explains_what_it_counts_otherwise(tool, page_of, open_page):
    page = open_page(page_of("all", "run@1", "run@2"))
    note = "Counted otherwise: by both sets, but measured from another fix or on another Earth."
    assert note in text_of(page.locator("main"))
    assert note in " ".join(tool("compare", "run@1", "run@2").splitlines())


def test_sports_have_the_words_of_the_index(page_of, open_page, comparison):
    rows = rows_of(open_page(page_of("all", "run@1", "run@2")), "sports")
    words = {"not known" if group["sport"] == "unknown" else group["sport"] for group in comparison["by_sport"]}
    assert {row[0] for row in rows} == words


def test_percentiles_are_those_of_the_json(comparison, page_of, open_page):
    rows = rows_of(open_page(page_of("all", "run@1", "run@2")), "distribution")
    metres, hundredths = comparison["changes_m"], comparison["changes_percent"]
    assert len(rows) == len(metres)
    for (_, change, relative), key in zip(rows, metres):
        assert close(change, metres[key]) and close(relative, hundredths[key]), key


def test_movers_are_those_of_the_json(comparison, page_of, open_page):
    rows = rows_of(open_page(page_of("all", "run@1", "run@2")), "movers")
    movers = [run for run in comparison["by_run"] if run["change_m"] != 0]
    assert [row[0] for row in rows] == [run["id"][:8] for run in movers]
    for row, run in zip(rows, movers):
        assert close(row[3], run["old_distance_m"] / 1000) and close(row[4], run["new_distance_m"] / 1000)
        assert close(row[5], run["change_m"]) and close(row[6], run["change_percent"])
        assert number(row[7]) == run["flipped_fixes"]


@pytest.mark.parametrize("heading,key", [("sports", "by_sport"), ("devices", "by_device")])
def test_groups_are_those_of_the_json(comparison, page_of, open_page, heading, key):
    rows = rows_of(open_page(page_of("all", "run@1", "run@2")), heading)
    assert len(rows) == len(comparison[key])
    # Groups of as many runs stand in the order of their words, which are others on the page.
    rows.sort(key=lambda row: [number(row[1]), number(row[2]), number(row[5])])
    groups = sorted(
        comparison[key], key=lambda group: [group["runs"], group["changed_runs"], group["change_m"]]
    )
    for row, group in zip(rows, groups):
        assert (number(row[1]), number(row[2])) == (group["runs"], group["changed_runs"])
        assert close(row[3], group["changes_percent"]["median"]) and close(row[5], group["change_m"])


def test_verdict_pairs_are_those_of_the_json(comparison, page_of, open_page):
    rows = rows_of(open_page(page_of("all", "run@1", "run@2")), "fixes")
    flips = sorted(comparison["flips"], key=lambda flip: -flip["fixes"])
    assert [number(row[0]) for row in rows] == [flip["fixes"] for flip in flips]
    assert [row[1] for row in rows] == [WORDS["old"][flip["old_verdict"]] for flip in flips]
    assert all(close(row[3], flip["change_m"]) for row, flip in zip(rows, flips))


def test_bars_count_the_runs_of_the_json(comparison, page_of, open_page):
    ends = [-20, -10, -5, -2, -1, -0.5, -0.1, 0, 5e-324, 0.1, 0.5, 1, 2, 5, 10, 20]
    expected = {}
    for run in comparison["by_run"]:
        place = str(sum(end <= run["change_percent"] for end in ends))
        expected[place] = expected.get(place, 0) + 1
    page = open_page(page_of("all", "run@1", "run@2"))
    bars = page.eval_on_selector_all(
        ".histogram .bar", "bars => bars.map(bar => [bar.dataset.place, bar.querySelector('text').textContent])"
    )
    assert {place: int(count) for place, count in bars if count} == expected


def test_a_limit_holds_for_the_movers(page_of, open_page, comparison):
    page = open_page(page_of("limited", "run@1", "run@2", "--limit", "2"))
    assert len(rows_of(page, "movers")) == 2
    more = sum(run["change_m"] != 0 for run in comparison["by_run"]) - 2
    assert f"… and {more} more (see --limit)" in text_of(page.locator("main"))


def test_sets_that_measure_alike_are_said_to_do_so(page_of, open_page):
    page = open_page(page_of("alike", "run@1", "alike@1"))
    assert "no distance differs" in text_of(page.locator(".answer"))
    assert page.locator("table").count() == 0


def test_one_run_has_the_numbers_of_its_json(tool, one, page_of, open_page):
    page = open_page(page_of("one", "run@1", "run@2", "--run", RUN))
    lines = tool("compare", "run@1", "run@2", "--run", RUN).splitlines()
    assert text_of(page.locator(".answer")).replace("\n\n", " ") in " ".join(lines[:4])
    flips = sorted(one["run"]["flips"], key=lambda flip: -flip["fixes"])
    rows = rows_of(page, "pairs")
    assert [number(row[0]) for row in rows] == [flip["fixes"] for flip in flips]
    assert all(close(row[3], flip["change_m"]) for row, flip in zip(rows, flips))
    shown = rows_of(page, "flipped")
    assert len(shown) == min(1000, len(one["flipped"]))
    for row, fix in zip(shown, one["flipped"]):
        assert number(row[0]) == fix["seq"]
        assert (row[2], row[4]) == (WORDS["old"][fix["old_verdict"]], WORDS["new"][fix["new_verdict"]])
        for cell, moved in [(row[3], fix["old_moved_m"]), (row[5], fix["new_moved_m"])]:
            assert cell == "–" if moved is None else close(cell, moved)


def test_the_legend_counts_every_flipped_fix(one, page_of, open_page):
    on_line = {"counted", "segment_start"}
    page = open_page(page_of("one", "run@1", "run@2", "--run", RUN))
    legend = text_of(page.locator(".legend"))
    lost = sum(fix["old_verdict"] in on_line and fix["new_verdict"] not in on_line for fix in one["flipped"])
    gained = sum(fix["old_verdict"] not in on_line and fix["new_verdict"] in on_line for fix in one["flipped"])
    assert f"no longer on the line ({lost:,})".replace(",", " ") in legend
    assert f"now on the line ({gained:,})".replace(",", " ") in legend


def pixels(page):
    """What the map's sheets show now."""
    return page.eval_on_selector_all("#map canvas", "sheets => sheets.map(sheet => sheet.toDataURL()).join()")


@pytest.mark.parametrize("width", [1100, 1280])
def test_the_fixes_are_cut_nowhere_where_the_map_has_room(page_of, open_page, width):
    page = open_page(page_of("wordy", "run@1", "wordy@1", "--run", RUN), width=width)
    box = page.locator("[aria-labelledby=flipped] .tall")
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
    assert page.locator("#map").evaluate("map => map.offsetWidth") >= 320


def test_the_map_shows_the_fix_of_a_row_and_zooms(page_of, open_page):
    page = open_page(page_of("one", "run@1", "run@2", "--run", RUN))
    before = pixels(page)
    page.locator("[data-seq]").nth(3).click()
    assert page.locator("tr.shown [data-seq]").count() == 1
    shown = pixels(page)
    assert shown != before
    page.focus(".picture")
    page.keyboard.press("+")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert pixels(page) != shown


@pytest.mark.parametrize("scheme,width", LOOKS)
@pytest.mark.parametrize("name,words", [("all", []), ("one", ["--run", RUN])])
def test_comparisons_have_no_fault_in_any_look(
    page_of, open_page, faults, picture, name, words, scheme, width
):
    # axe looks at each cell for long.
    file = page_of(f"{name}-short", "run@1", "run@2", "--limit", "25", *words)
    page = open_page(file, scheme, width)
    assert faults(page) == []
    picture(page, f"compare-{name}-{scheme}-{width}", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
