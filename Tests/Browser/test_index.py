"""The index of many runs: what it shows is what the JSON says, and the list can be sorted, filtered and read
to its end."""

import json
import math
import re
import time

import pytest
from conftest import LOOKS, ROOT

EVIL = "<img src=x onerror=document.title='evil'> \"'&amp;\u202egnp"


def gpx(name, day, fixes):
    """A run of so many fixes, one a second, 11 m apart."""
    points = "".join(
        f'<trkpt lat="{46 + index * 0.0001:.4f}" lon="8"><time>{day}T10:00:{index:02}Z</time></trkpt>'
        for index in range(fixes)
    )
    name = name.replace("&", "&amp;").replace("<", "&lt;")
    return (
        f'<gpx version="1.1" creator="test"><trk><name>{name}</name><type>running</type>'
        f"<trkseg>{points}</trkseg></trk></gpx>"
    )


@pytest.fixture(scope="module")
def tool(new_library, tmp_path_factory):
    """A library of the sample data, a service's export, a name that means harm, and a run of one fix."""
    export = tmp_path_factory.mktemp("export")
    (export / "activities").mkdir()
    (export / "activities/1.gpx").write_text(gpx("1", "2023-03-01", 20))
    blanks = ",".join([""] * 5)
    (export / "activities.csv").write_text(
        "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,"
        "Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,Athlete Weight,"
        "Bike Weight,Elapsed Time,Moving Time,Distance\n"
        f'11,"Mar 1, 2023, 10:00:00 AM",By the river,Run,,60,"0.25",{blanks},activities/1.gpx,,,60.0,60.0,250.5\n'
    )
    evil = export / "evil.gpx"
    evil.write_text(gpx(EVIL, "2023-04-01", 5))
    single = export / "single.gpx"
    single.write_text(gpx("One fix", "2022-01-01", 1))
    return new_library(ROOT / "sample-data", export, evil, single)


@pytest.fixture(scope="module")
def folder(tool, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages") / "report"
    tool("report", "--all", "--format", "html", "--output", folder)
    return folder


@pytest.fixture(scope="module")
def reports(tool):
    return [json.loads(line) for line in tool("report", "--all", "--json").splitlines()]


def sport_of(report):
    sport = report["run"]["sport"]
    return "not known" if sport == "unknown" else sport


def shown_rows(page):
    """The list as a reader meets it: names, and the exact numbers of each row."""
    return page.eval_on_selector_all(
        "#runs tbody tr:not(.blank)",
        """rows => rows.map(row => ({
            id: row.querySelector("a").getAttribute("href").match(/[0-9a-f]{32}/)[0],
            cells: [...row.cells].map(cell => cell.innerText.replaceAll("\\u00a0", " ")),
            values: [...row.cells].map(cell => [...cell.querySelectorAll("data")].map(data => Number(data.value))),
        }))""",
    )


def shown_totals(page):
    rows = page.eval_on_selector_all(
        "#totals :is(tbody, tfoot) tr:not([hidden])",
        """rows => rows.map(row => [row.cells[0].innerText,
            Object.fromEntries([...row.querySelectorAll("data")].map(data => [data.className, data.value]))])""",
    )
    return {word: {key: float(value or "nan") for key, value in total.items()} for word, total in rows}


def total_of(reports):
    """Sums in the order of the reports, as JSON numbers read back."""
    distance, raw, dropped = 0.0, 0.0, 0
    for report in reports:
        distance += report["distance_m"]
        raw += report["raw_distance_m"]
        verdicts = report["verdicts"]
        dropped += sum(
            verdicts[name]
            for name in verdicts
            if name not in ("segment_start", "counted", "below_min_move")
        )
    share = (raw - distance) / raw if raw > 0 else math.nan
    return {"runs": len(reports), "distance": distance, "raw": raw, "share": share, "dropped": dropped}


def totals_of(reports):
    sports = sorted({sport_of(report) for report in reports})
    parts = {
        sport: total_of([report for report in reports if sport_of(report) == sport]) for sport in sports
    }
    return {**parts, "All": total_of(reports)}


def same(left, right):
    """Equal to the last bit; unknown is unknown."""
    return left.keys() == right.keys() and all(
        left[word][key] == right[word][key] or (math.isnan(left[word][key]) and math.isnan(right[word][key]))
        for word in left
        for key in left[word]
    )


def test_totals_are_sums_of_the_json_reports(folder, reports, open_page):
    page = open_page(folder / "index.html")
    data = page.evaluate("JSON.parse(document.getElementById('data').textContent)")
    expected = totals_of(reports)
    assert same(shown_totals(page), expected)
    assert data["total"]["distance_m"] == expected["All"]["distance"]
    assert data["total"]["raw_distance_m"] == expected["All"]["raw"]
    assert [total["distance_m"] for total in data["totals"]] == [
        expected[sport]["distance"] for sport in data["facets"]["sport"]["words"]
    ]


def test_totals_need_no_script(folder, reports, browser):
    context = browser.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto((folder / "index.html").as_uri())
    try:
        cells = page.locator("#totals tfoot data").all()
        shown = {cell.get_attribute("class"): float(cell.get_attribute("value")) for cell in cells}
        assert shown == total_of(reports)
    finally:
        context.close()


@pytest.mark.parametrize("key", ["sport", "year"])
def test_filtered_totals_are_sums_of_what_is_left(folder, reports, open_page, key):
    def word(report):
        return sport_of(report) if key == "sport" else report["run"]["started_at"][:4]

    page = open_page(folder / "index.html")
    for wanted in sorted({word(report) for report in reports}):
        page.select_option(f"[name={key}]", wanted)
        left = [report for report in reports if word(report) == wanted]
        assert same(shown_totals(page), totals_of(left)), wanted
        assert {row["id"] for row in shown_rows(page)} == {report["run"]["id"] for report in left}
    page.click("[type=reset]")
    assert same(shown_totals(page), totals_of(reports))


def test_rows_have_the_numbers_of_the_json(folder, reports, open_page):
    rows = {row["id"]: row for row in shown_rows(open_page(folder / "index.html"))}
    assert len(rows) == len(reports)
    for report in reports:
        run, values = report["run"], rows[report["run"]["id"]]["values"]
        distance, raw, device = report["distance_m"], report["raw_distance_m"], run["device_distance_m"]
        assert values[2] == [distance]
        assert values[3] == [raw]
        assert values[4] == ([(raw - distance) / raw] if raw > 0 else [])
        assert values[5] == ([] if device is None else [device, device - distance])
        claims = [claim["distance_m"] for claim in run["claims"][:1]]
        assert values[6] == [number for claim in claims for number in (claim, claim - distance)]


def test_numbers_are_written_as_the_text_report_writes_them(folder, tool, open_page):
    listing = tool("report", "--all")
    for row in shown_rows(open_page(folder / "index.html")):
        line = next(line for line in listing.splitlines() if line.startswith(row["id"][:8]))
        assert row["cells"][2] in line
        assert row["cells"][3] in line or "RAW" not in listing


def test_a_service_is_named_with_its_claim(folder, open_page):
    page = open_page(folder / "index.html")
    page.fill("[name=name]", "river")
    (row,) = shown_rows(page)
    assert re.fullmatch(r"0\.25 km\s+\+\d+ m Strava", row["cells"][6])


COLUMNS = {
    "Name": lambda report: (report["run"]["name"] or "").lower(),
    "Date": lambda report: report["run"]["started_at"],
    "Distance": lambda report: report["distance_m"],
    "Raw": lambda report: report["raw_distance_m"],
    "Device says": lambda report: (
        None
        if report["run"]["device_distance_m"] is None
        else abs(report["run"]["device_distance_m"] - report["distance_m"])
    ),
    "Sport": sport_of,
}


@pytest.mark.parametrize("title", COLUMNS)
def test_a_press_on_a_heading_sorts(folder, reports, open_page, title):
    page = open_page(folder / "index.html")
    ranks = {report["run"]["id"]: COLUMNS[title](report) for report in reports}
    heading = page.locator("#runs thead th", has=page.get_by_role("button", name=title, exact=True))
    seen = set()
    for _ in range(2):
        heading.get_by_role("button").click()
        order = heading.get_attribute("aria-sort")
        seen.add(order)
        assert page.locator("[aria-sort]").count() == 1
        found = [ranks[row["id"]] for row in shown_rows(page)]
        known = [rank for rank in found if rank is not None]
        assert found[: len(known)] == known, "what is not known stands last"
        if title != "Name":
            assert known == sorted(known, reverse=order == "descending")
    assert seen == {"ascending", "descending"}


def test_names_sort_as_people_sort_them(folder, open_page):
    page = open_page(folder / "index.html")
    page.get_by_role("button", name="Name", exact=True).click()
    names = [row["cells"][0] for row in shown_rows(page)]
    plain = [name for name in names if name.isascii() and name[0].isalpha()]
    assert plain == sorted(plain, key=str.lower)


def test_bars_count_runs_and_filter_by_a_press(folder, reports, open_page):
    ends = [0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5]
    shares = {
        report["run"]["id"]: (report["raw_distance_m"] - report["distance_m"]) / report["raw_distance_m"]
        for report in reports
        if report["raw_distance_m"] > 0
    }
    classes = {run: sum(end <= share for end in ends) for run, share in shares.items()}
    page = open_page(folder / "index.html")
    bars = page.locator(".histogram .bar")
    for place in range(9):
        held = {run for run, held in classes.items() if held == place}
        label = bars.nth(place).get_attribute("aria-label")
        assert label.endswith(f": {len(held)}\u00a0{'run' if len(held) == 1 else 'runs'}"), label
        bars.nth(place).click()
        assert bars.nth(place).get_attribute("aria-pressed") == "true"
        assert {row["id"] for row in shown_rows(page)} == held
    bars.nth(8).click()
    assert bars.nth(8).get_attribute("aria-pressed") == "false"
    assert len(shown_rows(page)) == len(reports)


def test_findings_are_those_of_explain_and_filter(folder, tool, reports, open_page):
    page = open_page(folder / "index.html")
    counts = {
        row["id"]: len([word for word in row["cells"][8].split(", ") if word != "–"]) for row in shown_rows(page)
    }
    for report in reports:
        identity = report["run"]["id"]
        explanation = json.loads(tool("explain", identity, "--json"))
        assert counts[identity] == len(explanation["diagnoses"])
    options = page.locator("[name=diagnosis] option").all()
    assert len(options) > 1
    for option in options[1:]:
        word, count = option.get_attribute("value"), int(option.inner_text().rsplit("(")[-1].rstrip(")"))
        page.select_option("[name=diagnosis]", word)
        rows = shown_rows(page)
        assert len(rows) == count
        assert all(word in row["cells"][8].replace("\n", " ") for row in rows)


def test_filters_are_kept_for_who_comes_back(folder, reports, open_page):
    page = open_page(folder / "index.html")
    page.select_option("[name=sport]", "running")
    page.fill("[name=name]", "spring 10K")
    assert page.locator("#shown").inner_text() == f"1 of {len(reports)}\u00a0runs"
    page.locator("#runs tbody a").click()
    assert "Spring 10K" in page.locator("h1").inner_text()
    page.go_back()
    assert page.input_value("[name=name]") == "spring 10K"
    assert page.locator("#shown").inner_text() == f"1 of {len(reports)}\u00a0runs"


def test_each_link_leads_to_a_page_and_back(folder, reports, open_page):
    page = open_page(folder / "index.html")
    links = page.eval_on_selector_all("#runs tbody a", "links => links.map(link => link.getAttribute('href'))")
    assert sorted(links) == sorted(f"runs/{report['run']['id']}.html" for report in reports)
    assert sorted(f"runs/{file.name}" for file in (folder / "runs").iterdir()) == sorted(links)
    for link in links[:3]:
        back = open_page(folder / link).get_by_role("link", name="All runs").get_attribute("href")
        assert (folder / "runs" / back).resolve() == (folder / "index.html").resolve()


def test_a_name_is_text_whatever_is_in_it(folder, open_page):
    page = open_page(folder / "index.html")
    page.fill("[name=name]", "<IMG")
    (row,) = shown_rows(page)
    assert row["cells"][0] == EVIL.replace("\u202e", "\ufffd")
    assert page.locator("#runs img").count() == 0
    assert page.title() != "evil"


def test_everything_can_be_done_by_keys(folder, reports, open_page):
    page = open_page(folder / "index.html")
    page.focus(".histogram .bar >> nth=0")
    page.keyboard.press("Space")
    assert page.locator(".histogram .bar").first.get_attribute("aria-pressed") == "true"
    page.keyboard.press("Enter")
    assert page.locator(".histogram .bar").first.get_attribute("aria-pressed") == "false"
    page.focus("#runs thead button >> nth=0")
    page.keyboard.press("Enter")
    assert page.locator("#runs thead th").first.get_attribute("aria-sort") == "ascending"
    for _ in range(len(page.locator("#runs thead button").all())):
        page.keyboard.press("Tab")
    first = shown_rows(page)[0]["id"]
    assert first in page.evaluate("document.activeElement.href")


@pytest.mark.parametrize("scheme,width", LOOKS)
def test_the_index_has_no_fault_in_any_look(folder, open_page, faults, picture, scheme, width):
    page = open_page(folder / "index.html", scheme, width)
    assert faults(page) == []
    picture(page, f"index-{scheme}-{width}", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def grown(folder, tmp_path, count):
    """The index with its rows repeated, which needs no pages."""
    text = (folder / "index.html").read_text()
    start = text.index('id="data">') + len('id="data">')
    end = text.index("</script>", start)
    data = json.loads(text[start:end])

    def repeated(column):
        return [column[index % len(column)] for index in range(count)]

    data["runs"] = {key: repeated(column) for key, column in data["runs"].items()}
    for facet in data["facets"].values():
        facet["of"] = repeated(facet["of"])
    file = tmp_path / "index.html"
    file.write_text(text[:start] + json.dumps(data).replace("<", "\\u003c") + text[end:])
    return file


def test_ten_thousand_runs_are_a_bounded_number_of_elements(folder, open_page, tmp_path):
    start = time.monotonic()
    page = open_page(grown(folder, tmp_path, 10_000))
    assert page.locator("#shown").inner_text() == "All 10\u00a0000\u00a0runs"
    print(f"10 000 runs: opened in {time.monotonic() - start:.2f} s")
    box = page.locator(".rows")
    box.evaluate("box => box.scrollIntoView()")
    height = box.evaluate("box => box.scrollHeight")
    for part in [0, 0.37, 1]:
        box.evaluate("(box, top) => { box.scrollTop = top }", part * height)
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        assert page.locator("*").count() < 3000
        # Whatever is in sight is a row, not a blank.
        seen = box.evaluate(
            """box => {
              const frame = box.getBoundingClientRect();
              return [0.3, 0.6, 0.9].map(part => document.elementFromPoint(frame.left + 40,
                frame.top + frame.height * part).closest("tr").getAttribute("aria-rowindex"));
            }"""
        )
        assert all(seen), (part, seen)
    assert page.locator("#runs tbody tr[aria-rowindex='10001']").count() == 1
    assert page.locator("#runs").get_attribute("aria-rowcount") == "10001"


def test_on_paper_all_rows_are_there(folder, reports, open_page, tmp_path):
    page = open_page(grown(folder, tmp_path, 200))
    assert len(shown_rows(page)) < 100
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert len(shown_rows(page)) == 200
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert len(shown_rows(page)) < 100
