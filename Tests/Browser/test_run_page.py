"""The page of one run: its numbers are the report's, and all that moves, moves together."""

import json
import math
import re
from hashlib import sha256
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from conftest import LOOKS
from tracks import gpx, point

RUNS = ["Spring 10K", "Thirteen kilometres", "To work and back"]


@pytest.fixture(scope="module")
def page_of(remeasure, tmp_path_factory):
    """The page of a run of the sample data, made once."""
    folder = tmp_path_factory.mktemp("pages")
    made = {}

    def make(name, *words):
        key = (name, *words)
        if key not in made:
            made[key] = folder / f"{len(made)}.html"
            remeasure("report", name, "--format", "html", "--output", made[key], *words)
        return made[key]

    return make


@pytest.fixture
def page_of_file(new_library, tmp_path):
    """The page of a recording that is imported into a library of its own."""

    def make(text, *options):
        file = tmp_path / "run.gpx"
        file.write_text(text)
        run = new_library(*options, file)
        page = tmp_path / "page.html"
        run("report", json.loads(run("runs", "--json"))[0]["run"]["id"], "--format", "html", "--output", page)
        return page

    return make


def plain(text):
    return text.replace("\u00a0", " ")


def grouped(value, decimals=0):
    """A number as the text report writes it: half away from zero, thousands apart."""
    scaled = math.floor(abs(value) * 10**decimals + 0.5)
    whole = f"{scaled // 10**decimals:,}".replace(",", " ")
    fraction = "." + str(scaled % 10**decimals).zfill(decimals) if decimals else ""
    return ("-" if value < 0 and scaled else "") + whole + fraction


def duration(seconds):
    whole = math.floor(seconds + 0.5)
    hours, minutes = whole // 3600, whole // 60 % 60
    return (f"{hours}:{minutes:02}" if hours else str(minutes)) + f":{whole % 60:02}"


def shown(key, value):
    """What people should read of a number of the report, or None for one that is worded."""
    name = key.split(".")[-1]
    if key.startswith("waterfall."):
        return None
    if name in ("distance_m", "device_distance_m"):
        return grouped(value / 1000, 3) + " km"
    if name == "to_m":
        return grouped(value / 1000, 2).removesuffix(".00")
    if name.endswith("pace_s_per_km"):
        return duration(value) + " min/km"
    if name == "seconds" or name.endswith("_s"):
        return duration(value)
    return None


@pytest.mark.parametrize("name", RUNS)
def test_every_number_is_the_reports(name, remeasure, page_of, open_page):
    report = json.loads(remeasure("report", name, "--json"))
    report |= json.loads(remeasure("explain", name, "--json"))
    page = open_page(page_of(name))
    found = page.eval_on_selector_all(
        "data", "all => all.map(e => [e.dataset.key, Number(e.value), e.textContent])"
    )
    keys = [key for key, _, _ in found]
    assert len(keys) == len(set(keys)) and {"distance_m", "waterfall.raw_m", "splits.0.to_m"} <= set(keys)
    for key, value, text in found:
        expected = report
        for part in key.split("."):
            expected = expected[int(part)] if isinstance(expected, list) else expected[part]
        assert value == expected, key
        words = shown(key, value)
        assert words is None or plain(text) == words, key
    shares = {key: plain(text).replace(" ", "") for key, _, text in found if key.startswith("waterfall")}
    for key in ("accuracy_m", "speed_m", "min_move_m"):
        assert float(shares[f"waterfall.{key}"]) == pytest.approx(-report["waterfall"][key], abs=0.1)
    tenths = [round(float(text) * 10) for text in shares.values()]
    assert sum(tenths[:-1]) == tenths[-1]


@pytest.mark.parametrize("name", RUNS)
def test_every_fix_is_the_replays(name, remeasure, page_of, open_page):
    replay = [json.loads(line) for line in remeasure("replay", name, "--json").splitlines()]
    page = open_page(page_of(name))
    fixes = page.evaluate("fixesOf(JSON.parse(document.getElementById('data').textContent))")
    names = [
        "segment_start", "counted", "below_min_move", "invalid_position", "invalid_accuracy",
        "poor_accuracy", "missing_accuracy", "over_max_speed",
    ]  # fmt: skip
    assert fixes["count"] == len(replay)
    total = 0.0
    for i, fix in enumerate(replay):
        assert names[fixes["verdict"][i]] == fix["verdict"]
        assert fixes["seq"][i] == fix["seq"] and fixes["segment"][i] == fix["segment"]
        assert fixes["from"][i] == (-1 if fix["from_seq"] is None else fix["from_seq"])
        assert fixes["latitude"][i] == pytest.approx(fix["lat"], abs=6e-8)
        assert fixes["longitude"][i] == pytest.approx(fix["lon"], abs=6e-8)
        assert [names[bit] for bit in range(8) if fixes["also"][i] >> bit & 1] == sorted(
            fix["also"], key=names.index
        )
        for column, key in [("moved", "moved_m"), ("speed", "speed_mps"), ("accuracy", "accuracy_m")]:
            mine, theirs = fixes[column][i], fix[key]
            assert (mine is None or math.isnan(mine)) == (theirs is None)
            assert theirs is None or mine == pytest.approx(theirs, abs=0.0501)
        total += fix["moved_m"] if fix["verdict"] == "counted" else 0
        assert fixes["sum"][i] == pytest.approx(total, abs=0.00051)


def position(page):
    """Where the cursor is, by slider, card, ledger and charts, which must agree."""
    seq = int(page.locator("#position").input_value())
    assert plain(page.locator("#card h3").inner_text()).startswith(f"Fix {grouped(seq)} of ")
    assert page.locator("#ledger [aria-current] > :first-child").all_inner_texts() in ([str(seq)], [])
    total = page.evaluate(f"fixesOf(JSON.parse(document.getElementById('data').textContent)).sum[{seq}]")
    assert plain(page.locator("[data-chart=distance] output").inner_text()) == grouped(total / 1000, 3) + " km"
    return seq


def test_keys_move_the_one_cursor(remeasure, page_of, open_page):
    report = json.loads(remeasure("report", "Spring 10K", "--json"))
    dropped = [fix["seq"] for fix in report["dropped"]]
    near = [fix["seq"] for fix in report["not_counted"]]
    page = open_page(page_of("Spring 10K"))
    page.keyboard.press("ArrowRight")
    assert position(page) == 1
    page.locator(".picture").focus()
    for key, seq in [
        ("Shift+ArrowRight", 11), ("ArrowLeft", 10), ("End", report["run"]["fixes"] - 1), ("Home", 0),
        ("d", dropped[0]), ("d", dropped[1]), ("m", next(seq for seq in near if seq > dropped[1])),
    ]:  # fmt: skip
        page.keyboard.press(key)
        assert position(page) == seq, key
    assert "Not counted: moves under 5" in plain(page.locator("#card .verdict").inner_text())


def test_all_keys_work_before_anything_has_the_focus(remeasure, page_of, open_page):
    report = json.loads(remeasure("report", "Spring 10K", "--json"))
    last = report["run"]["fixes"] - 1
    page = open_page(page_of("Spring 10K"))
    for key, seq in [
        ("d", report["dropped"][0]["seq"]), ("Home", 0), ("m", report["not_counted"][0]["seq"]), ("End", last),
        ("ArrowLeft", last - 1), ("Shift+ArrowLeft", last - 11),
    ]:  # fmt: skip
        page.keyboard.press(key)
        assert position(page) == seq, key
    page.keyboard.press("Space")
    assert page.locator("#play").inner_text() == "Pause"
    assert page.evaluate("scrollY") == 0
    hint = page.locator(".keys")
    assert hint.is_visible()
    assert hint.locator("kbd").all_inner_texts() == ["←", "→", "Shift", "Home", "End", "d", "m", "Space"]


def test_buttons_the_slider_and_rows_move_it_too(page_of, open_page):
    page = open_page(page_of("Spring 10K"))
    page.locator("[data-go=dropped]").click()
    assert position(page) == 106
    page.locator("[data-go=last]").click()
    assert position(page) == 3226
    page.locator("#position").fill("1500")
    assert position(page) == 1500
    page.locator("#ledger [data-position='1502']").click()
    assert position(page) == 1502
    page.locator("#filter").select_option("dropped")
    page.locator("#ledger .rows").focus()
    for key, seq in [("ArrowDown", 1975), ("ArrowDown", 2004), ("ArrowUp", 1975)]:
        page.keyboard.press(key)
        assert position(page) == seq


def test_the_mouse_and_a_finger_move_it_on_charts_and_map(page_of, open_page):
    page = open_page(page_of("Spring 10K"))
    plot = page.locator("[data-chart=distance] .plot")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    page.mouse.move(box["x"] + 52 + (box["width"] - 64) / 2, box["y"] + 40)
    assert abs(position(page) - 1613) < 10
    page.locator("[data-go=dropped]").click()
    ring = page.evaluate("""() => {
        const fixes = fixesOf(JSON.parse(document.getElementById("data").textContent));
        return fixes.fromPosition[1975];
    }""")
    assert ring == 1973
    picture = page.locator(".picture")
    picture.scroll_into_view_if_needed()
    frame = picture.bounding_box()
    # The run is a circle of which the easternmost fix is its own opposite of the first.
    page.mouse.click(frame["x"] + frame["width"] / 2 + (frame["height"] - 84) / 2, frame["y"] + 28 + frame["height"] / 2)
    east = position(page)
    assert 1500 < east < 1730

    phone = open_page(page_of("Spring 10K"), width=390, has_touch=True)
    plot = phone.locator("[data-chart=accuracy] .plot")
    plot.scroll_into_view_if_needed()
    plot.tap(position={"x": 200, "y": 60})
    assert position(phone) > 1000


def test_the_map_zooms_by_wheel_keys_and_buttons_and_pans(page_of, open_page):
    page = open_page(page_of("Spring 10K"))
    picture = page.locator(".picture")

    def pixels():
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return sha256(page.evaluate("document.querySelector('.picture canvas').toDataURL()").encode()).hexdigest()

    looks = [pixels()]
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 200)
    page.mouse.wheel(0, -400)
    expect(picture).to_have_class(re.compile("zoomed"))
    looks.append(pixels())
    page.mouse.down()
    page.mouse.move(box["x"] + 400, box["y"] + 260)
    page.mouse.up()
    looks.append(pixels())
    picture.focus()
    for key in ["+", "Control+ArrowLeft", "-"]:
        page.keyboard.press(key)
        looks.append(pixels())
    page.locator("[data-zoom=in]").click()
    looks.append(pixels())
    assert all(before != after for before, after in pairwise(looks))
    page.locator("[data-zoom=home]").click()
    assert pixels() == looks[0]


def test_two_fingers_zoom_the_map(page_of, open_page):
    page = open_page(page_of("Spring 10K"), width=390, has_touch=True)
    picture = page.locator(".picture")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    fingers = page.context.new_cdp_session(page)

    def touch(kind, spread):
        middle, height = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        points = [{"x": middle + side * spread, "y": height, "id": side + 1} for side in (-1, 1)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if spread else []})

    before = position(page)
    touch("touchStart", 30)
    for spread in (50, 80, 110):
        touch("touchMove", spread)
    touch("touchEnd", 0)
    expect(picture).to_have_class(re.compile("zoomed"))
    assert position(page) == before


def test_it_plays_and_pauses(page_of, open_page):
    page = open_page(page_of("To work and back"))
    page.locator("#play").click()
    expect(page.locator("#position")).to_have_value(re.compile(r"[4-9]|\d\d+"))
    page.locator("#play").click()
    assert page.locator("#play").inner_text() == "Play"
    stopped = position(page)
    page.keyboard.press("ArrowRight")
    assert position(page) == stopped + 1


def test_the_ledger_filters_and_holds_few_rows(remeasure, page_of, open_page):
    report = json.loads(remeasure("report", "Spring 10K", "--json"))
    page = open_page(page_of("Spring 10K"))
    ledger = page.locator("#ledger")
    for value, count in [
        ("all", report["run"]["fixes"]), ("dropped", len(report["dropped"])),
        ("2", report["verdicts"]["below_min_move"]), ("7", report["verdicts"]["over_max_speed"]),
    ]:  # fmt: skip
        page.locator("#filter").select_option(value)
        assert ledger.get_attribute("aria-rowcount") == str(count + 1)
        assert 0 < page.locator("#ledger [data-position]").count() <= 60
    seqs = page.locator("#ledger [data-position] > :first-child").all_inner_texts()
    assert seqs == [str(fix["seq"]) for fix in report["dropped"] if fix["verdict"] == "over_max_speed"]


def test_the_sliders_show_what_the_engine_found(remeasure, page_of, open_page):
    explained = json.loads(remeasure("explain", "Spring 10K", "--json"))
    page = open_page(page_of("Spring 10K"))
    own = explained["distance_m"]
    axes = {"max_accuracy_m": 0, "max_speed_mps": 1, "min_move_m": 2}
    tried = 0
    for axis in explained["sensitivity"]["axes"]:
        slider = page.locator(f"#limit-{axes[axis['limit']]}")
        limits = page.evaluate(
            f"JSON.parse(document.getElementById('data').textContent).grid.axes[{axes[axis['limit']]}].limits"
        )
        for point in axis["points"]:
            if point["value"] not in limits:
                continue
            tried += 1
            slider.fill(str(limits.index(point["value"])))
            distance = point["distance_m"]
            assert plain(page.locator("#what-if-distance").inner_text()) == grouped(distance / 1000, 3) + " km"
            said = plain(page.locator("#what-if-figures td").first.inner_text())
            size = abs(distance - own)
            figure = grouped(size, 1 if size < 9.95 else 0) + " m"
            same = point["value"] == explained["parameters"][axis["limit"]]
            assert said == ("the same" if same else ("" if size < 0.05 else "+" if distance > own else "-") + figure)
        page.locator("#what-if-own").click()
    assert tried == 9
    assert plain(page.locator("#what-if-distance").inner_text()) == grouped(own / 1000, 3) + " km"
    page.locator("#limit-0").focus()
    page.keyboard.press("End")
    assert page.locator("#limit-0").get_attribute("aria-valuetext") == "no limit"


def test_a_diagnosis_leads_to_its_place(page_of_file, open_page):
    # A standstill of ten minutes whose drift is counted.
    track = [point(46, 8 + i * 5e-5, i) for i in range(300)]
    track += [
        point(46 + 6e-5 * math.sin(i), 8 + 300 * 5e-5 + 9e-5 * math.cos(i), 300 + i) for i in range(600)
    ]
    page = open_page(page_of_file(gpx(track)))
    button = page.locator("[data-seq]").first
    button.click()
    assert position(page) == int(button.get_attribute("data-seq"))
    assert page.evaluate("document.activeElement.className").startswith("picture")


@pytest.mark.parametrize("scheme,width", LOOKS)
def test_nothing_is_wrong_in_any_look(scheme, width, page_of, open_page, faults, picture):
    page = open_page(page_of("Spring 10K"), scheme=scheme, width=width)
    page.locator("[data-go=dropped]").click()
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(page, f"run-{scheme}-{width}", full_page=True)


def test_paper_holds_the_dropped_fixes_and_no_controls(remeasure, page_of, open_page, picture):
    page = open_page(page_of("Spring 10K"), scheme="dark")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    report = json.loads(remeasure("report", "Spring 10K", "--json"))
    seqs = page.locator("#ledger [data-position] > :first-child").all_inner_texts()
    assert seqs == [str(fix["seq"]) for fix in report["dropped"]]
    assert page.locator(".controls:visible").count() == 0
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    picture(page, "run-print", full_page=True)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("#ledger").get_attribute("aria-rowcount") == str(report["run"]["fixes"] + 1)


def test_miles_are_miles(remeasure, page_of, open_page):
    report = json.loads(remeasure("report", "Spring 10K", "--json"))
    page = open_page(page_of("Spring 10K", "--units", "mi"))
    expected = grouped(report["distance_m"] / 1609.344, 3) + " mi"
    assert plain(page.locator("data[data-key=distance_m]").inner_text()) == expected
    splits = page.eval_on_selector_all("data[data-key^=mile_splits]", "all => all.map(e => Number(e.value))")
    assert splits[:3] == [report["mile_splits"][0][key] for key in ("to_m", "seconds", "pace_s_per_km")]


def test_a_run_across_the_antimeridian_is_no_wider_than_it_is(page_of_file, open_page):
    track = [point(-17, (179.99 + i * 1e-4 + 180) % 360 - 180, i * 4) for i in range(200)]
    page = open_page(page_of_file(gpx(track)))
    width = page.evaluate("""() => {
        const fixes = fixesOf(JSON.parse(document.getElementById("data").textContent));
        return boundsOf(planeOf(fixes.latitude, fixes.longitude), fixes.seq).width;
    }""")
    # 199 steps of a ten-thousandth of a degree, on a sphere of 6 371 km.
    assert width == pytest.approx(math.radians(199e-4) * 6371000 * math.cos(math.radians(17)), rel=1e-4)


@pytest.mark.parametrize(
    "track",
    [
        [point(46, 8, 0)], [point(46, 8, i) for i in range(50)], [point(0, 0, i) for i in range(3)],
        [point(46, 8 + i * 1e-4, None) for i in range(60)], [point(89.9999, i * 7.0, i * 5) for i in range(50)],
    ],
    ids=["one fix", "one place", "no place", "no time", "around the pole"],
)  # fmt: skip
def test_a_strange_run_has_a_page(track, page_of_file, open_page, faults):
    page = open_page(page_of_file(gpx(track), "--untimed"))
    page.keyboard.press("ArrowRight")
    assert position(page) == min(1, len(track) - 1)
    for option in page.locator("#axis option").all():
        page.locator("#axis").select_option(option.get_attribute("value"))
    assert faults(page) == []


def test_a_name_is_text(page_of_file, open_page):
    name = "<img src=x onerror=alert(1)></script><!-- \u202egnol \u0007 & \"co\""
    file = gpx([point(46, 8 + i * 1e-4, i * 4) for i in range(20)], name)
    page = open_page(page_of_file(file))
    title = page.locator("h1").inner_text()
    assert title.startswith("<img src=x onerror=alert(1)></script><!-- \ufffdgnol")
    assert page.locator("img").count() == 0


def test_a_long_run_is_thinned_and_says_so(page_of_file, open_page):
    track = [point(46 + i * 2.5e-5, 8, i) for i in range(30000)]
    track[777] = point(46.5, 8.5, 777)
    file = page_of_file(gpx(track))
    assert file.stat().st_size < 1_500_000
    page = open_page(file)
    note = plain(page.locator(".note").inner_text())
    assert "30 000 fixes" in note and "holds 20 000 of them, all 1 dropped ones" in note
    page.locator(".picture").focus()
    page.keyboard.press("d")
    assert page.locator("#card h3").inner_text().startswith("Fix 777 of")


def test_the_picture_of_a_run_for_the_readme(page_of, open_page, picture):
    page = open_page(page_of("Spring 10K"))
    for _ in range(8):
        page.locator("[data-go=dropped]").click()
    assert position(page) == 1975
    picture(page, "run-light", full_page=True, clip={"x": 0, "y": 0, "width": 1280, "height": 1840})
