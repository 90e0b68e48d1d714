"""The page of a search for constants: it says what the text says, and each number of it is the JSON's."""

import csv
import json
import subprocess

import pytest
from conftest import LOOKS, TOOL

BASE = ["tune", "--base", "run@1"]


def simulated(folder, *words):
    """Files of simulated runs, and what is known of their lengths."""
    subprocess.run([TOOL, "simulate", *words, "--output", folder], check=True, capture_output=True)
    with open(folder / "truth.csv", newline="") as file:
        return list(csv.DictReader(file))


def write_truths(path, rows):
    with open(path, "w", newline="") as file:
        table = csv.DictWriter(file, rows[0].keys())
        table.writeheader()
        table.writerows(rows)


@pytest.fixture(scope="module")
def tool(new_library, tmp_path_factory):
    """Runs on eight courses, of which two are races; half of what is stated of one run is missing."""
    folder = tmp_path_factory.mktemp("simulated") / "runs"
    words = ["--runs", "40", "--routes", "8", "--races", "2", "--environment", "mixed", "--seed", "3"]
    truths = simulated(folder, *words)
    (folder / "truth.csv").unlink()
    run = new_library(folder)
    for key in ("lower_m", "upper_m"):
        truths[5][key] = str(float(truths[5][key]) / 2)
    write_truths(folder / "truths.csv", truths)
    run("truth", "import", folder / "truths.csv")
    return run


@pytest.fixture(scope="module")
def found(tool):
    return json.loads(tool(*BASE, "--json"))


@pytest.fixture(scope="module")
def page_file(tool, tmp_path_factory):
    file = tmp_path_factory.mktemp("tune") / "tune.html"
    tool(*BASE, "--format", "html", "--output", file)
    return file


def at(value, path):
    """What stands under a path of keys: "constants.0.base"."""
    for key in path.split("."):
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def numbers_in(value, path=""):
    """Each path to a number, or to what is not known."""
    if isinstance(value, (dict, list)):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in pairs:
            yield from numbers_in(inner, f"{path}.{key}" if path else str(key))
    elif value is None or (isinstance(value, (int, float)) and not isinstance(value, bool)):
        yield path


def text_of(locator):
    return " ".join(locator.inner_text().replace("\u00a0", " ").split())


def test_every_number_is_there_once_and_is_that_of_the_json(found, page_file, open_page):
    page = open_page(page_file)
    shown = page.eval_on_selector_all(
        "data[data-key]", "all => all.map(one => [one.dataset.key, one.value, one.textContent])"
    )
    for key, value, _ in shown:
        known = at(found, key)
        assert (None if value == "" else float(value)) == known, key
    parts = ["base_figures", "unseen_figures", "loss_gain_percent", "constants", "surfaces", "residuals"]
    # The loss is a part of the score; limits of a surface are headings; groups and warnings are words.
    words = ("loss_percent", "limit", "group", "warning")
    expected = [
        key
        for part in parts
        for key in numbers_in(found[part], part)
        if key.split(".")[-1] not in words and ".limits." not in key
        and not key.startswith("constants.") or key.endswith("score_percent")
    ]
    keys = [key for key, _, _ in shown]
    assert len(set(keys)) == len(keys)
    assert set(expected) <= set(keys)
    for place in range(len(found["constants"])):
        assert {f"constants.{place}.base", f"constants.{place}.best"} <= set(keys)
    # What is read is the number, to the digits that it has.
    for key, value, text in shown:
        digits = text.replace("\u00a0", "").replace("%", "").replace("+", "")
        if "percent" in key and value:
            decimals = len(digits.partition(".")[2])
            # A loss that rises is said to rise by so much.
            sign = -1 if key.startswith("loss_gain") and found["loss_gain_percent"]["value"] < 0 else 1
            assert abs(sign * float(digits) - float(value)) <= 0.5000001 * 10**-decimals, key


def test_the_answer_is_that_of_the_text(tool, page_file, open_page):
    page = open_page(page_file)
    told = " ".join(tool(*BASE).split())
    assert text_of(page.locator(".verdict")) in told
    for sentence in page.locator("header li, [aria-labelledby=looked-at] li, [aria-labelledby=method] p").all():
        words = text_of(sentence)
        assert words in told or "measured; seed" in words, words
    for row in page.locator(".figures tbody").nth(1).locator("tr").all()[:9]:
        assert text_of(row).replace("\t", " ") in told
    assert "far off whatever the constants" in text_of(page.locator("main"))


def test_base_and_best_are_marked_where_their_limits_are(found, page_file, open_page):
    page = open_page(page_file)
    for place, surface in enumerate(found["surfaces"]):
        for name in ("base", "best"):
            rows, columns = (
                surface[axis]["limits"].index(found[name][surface[axis]["constant"]]) for axis in ("rows", "columns")
            )
            marked = page.locator(".heat").nth(place).locator(f"td:has(.mark.{name}) data")
            assert marked.count() == 1
            assert marked.get_attribute("data-key") == f"surfaces.{place}.score_percent.{rows}.{columns}"


def test_colours_and_bars_begin_at_zero_on_one_scale(found, page_file, open_page):
    page = open_page(page_file)
    top = float(text_of(page.locator("#score-scale span").nth(2)).split()[0])
    cells = page.eval_on_selector_all(
        ".heat td.known",
        "cells => cells.map(cell => [Number(cell.querySelector('data').value),"
        " parseInt(cell.style.getPropertyValue('--heat')), cell.classList.contains('beyond')])",
    )
    assert len(cells) == sum(len(row) for surface in found["surfaces"] for row in surface["score_percent"])
    bars = page.eval_on_selector_all(
        ".profile tbody tr",
        "rows => rows.map(row => [Number(row.querySelector('data').value),"
        " 100 * row.querySelector('i').getBoundingClientRect().width"
        " / (row.querySelector('.bar').getBoundingClientRect().width - 9.6),"
        " row.querySelector('i').className === 'beyond'])",
    )
    for score, part, is_beyond in cells + bars:
        assert is_beyond == (score > top)
        assert abs(part - min(100, 100 * score / top)) < 1.5, (score, part)


def rows_of(page):
    return page.eval_on_selector_all(
        "#runs tbody tr:not(.blank)",
        """rows => rows.map(row => ({
            id: row.querySelector("small").textContent,
            cells: [...row.cells].map(cell => cell.innerText),
            values: [...row.cells].map(cell => [...cell.querySelectorAll("data")].map(data => Number(data.value))),
        }))""",
    )


def every_row(page):
    """By id, read by scrolling from the top to the end."""
    rows = {}
    height = page.evaluate("document.querySelector('.rows').scrollHeight")
    for top in range(0, height, 300):
        page.evaluate(
            "top => new Promise(done => { document.querySelector('.rows').scrollTop = top;"
            " requestAnimationFrame(() => requestAnimationFrame(done)); })",
            top,
        )
        rows |= {row["id"]: row for row in rows_of(page)}
    return rows


def test_the_table_has_every_run_with_the_numbers_of_the_json(found, page_file, open_page):
    rows = every_row(open_page(page_file))
    assert len(rows) == len(found["runs"])
    for run in found["runs"]:
        row = rows[run["id"][:8]]
        assert row["cells"][2] == run["route"][:8]
        lengths = [value for value in (run["lower_m"], run["upper_m"]) if value is not None]
        assert row["values"][4] == (lengths[:1] if len(set(lengths)) == 1 else lengths)
        assert row["values"][5] == [run["base_distance_m"], run["base_error_percent"]]
        assert row["values"][6] == [run["unseen_distance_m"], run["unseen_error_percent"]]
        assert row["values"][9] == [run["sampling_s"]]


def test_a_press_on_a_heading_sorts_by_the_largest_error(found, page_file, open_page):
    page = open_page(page_file)
    for key, error in [("base", "base_error_percent"), ("best", "unseen_error_percent")]:
        if key == "base":
            page.locator("[data-column=base]").click()
        else:
            page.locator("[data-column=best]").press("Enter")
        largest = sorted((abs(run[error]) for run in found["runs"]), reverse=True)
        place = 5 if key == "base" else 6
        shown = [abs(row["values"][place][1]) for row in rows_of(page)]
        assert shown == largest[: len(shown)]
        assert page.locator("#runs [aria-sort=descending] button").get_attribute("data-column") == key


def test_what_lies_outside_a_drawing_is_said(found, page_file, open_page):
    page = open_page(page_file)
    edges = [text_of(label) for label in page.locator(".ys span:last-child").all()]
    assert len(set(edges)) == 1
    reach = float(edges[0])
    for place, name in enumerate(("base", "unseen")):
        def deviation(run):
            middle = (run["lower_m"] + (run["upper_m"] or run["lower_m"])) / 2
            return 100 * (run[f"{name}_distance_m"] / middle - 1)

        outside = [deviation(run) for run in found["runs"] if abs(deviation(run)) > reach]
        # Half of a length was stated of one run.
        assert len(outside) > 0
        caption = text_of(page.locator("figcaption").nth(place))
        assert f"{len(outside)} run{'s' if len(outside) > 1 else ''} outside" in caption
        assert page.locator("path.edges").nth(place).get_attribute("d").count("M") == len(outside)
        assert page.locator("path.points").nth(place).get_attribute("d").count("M") == 40 - len(outside)
        beyond = sum(abs(run[f"{name}_error_percent"]) > reach for run in found["runs"])
        strips = page.locator(".residual").nth(2).locator("tr:not(.group)").nth(place + 1)
        assert f"{beyond} beyond" in text_of(strips)


def test_the_page_can_be_read_without_scripts(page_file, open_page):
    page = open_page(page_file, java_script_enabled=False)
    assert "run@1" in page.locator(".verdict").inner_text()
    assert "--format csv" in page.locator("noscript").inner_text()
    assert page.locator(".heat data").count() > 100


def test_what_scrolls_is_reached_by_the_keyboard(page_file, open_page):
    page = open_page(page_file, width=390)
    places = page.evaluate("""() => [...document.querySelectorAll("main *")]
        .filter(box => box.scrollWidth > box.clientWidth + 1
            && ["auto", "scroll"].includes(getComputedStyle(box).overflowX))
        .map(box => box.tabIndex)""")
    assert len(places) >= 4 and set(places) == {0}
    page.locator(".surfaces .scroll").first.focus()
    page.keyboard.press("ArrowRight")
    # Scrolling takes some frames. `wait_for_function` would evaluate text, which the page's policy forbids.
    moved = page.evaluate("""async () => {
        const box = document.activeElement;
        for (let frame = 0; frame < 600 && box.scrollLeft === 0; frame++) await new Promise(requestAnimationFrame);
        return box.scrollLeft;
    }""")
    assert moved > 0


def test_many_runs_are_not_many_elements(new_library, tmp_path, open_page):
    truths = simulated(tmp_path / "runs", "--runs", "600", "--minutes", "5", "--seed", "9")
    write_truths(tmp_path / "truths.csv", truths)
    (tmp_path / "runs/truth.csv").unlink()
    run = new_library(tmp_path / "runs")
    file = tmp_path / "many.html"
    run(*BASE, "--truth", tmp_path / "truths.csv", "--vary", "move,speed", "--format", "html", "--output", file)
    page = open_page(file)
    assert file.stat().st_size < 400_000
    assert page.evaluate("document.querySelectorAll('*').length") < 2_500
    assert page.locator("path.points").first.get_attribute("d").count("M") > 450


@pytest.mark.parametrize("scheme,width", LOOKS)
def test_the_page_has_no_fault_in_any_look(page_file, open_page, faults, picture, scheme, width):
    page = open_page(page_file, scheme, width)
    assert faults(page) == []
    picture(page, f"tune-{scheme}-{width}", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_picture_of_a_search_for_the_readme(page_file, open_page, picture):
    page = open_page(page_file)
    end = page.locator("#lengths").bounding_box()["y"]
    picture(page, "tune-light", full_page=True, clip={"x": 0, "y": 0, "width": 1280, "height": end - 10})
