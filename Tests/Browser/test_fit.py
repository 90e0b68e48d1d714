"""Nothing that a page says is cut: not in a narrow window, not in a wide one, not on paper."""

import subprocess

import pytest

from conftest import ROOT, TOOL
from tracks import gpx, point

# What A4 upright and, for the index and a search, lying leave between margins of 1.5 and 1.2 cm, in pixels of the sheet.
PAPER = {"run": 680, "one": 680, "all": 680, "index": 1031, "tune": 1031}

# Texts of cells and drawings that are cut where nobody can scroll to the rest. An ellipsis says that there is
# more: the run's page, or the card of the fix, has it.
CUT = """isPaper => {
    const isEllipsis = style => style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
    const isCut = (rect, from, cell) => {
        for (let box = from; box && box !== document.body; box = box.parentElement) {
            const style = getComputedStyle(box);
            const frame = box.getBoundingClientRect();
            const isInside = rect.left >= frame.left - 1 && rect.right <= frame.right + 1;
            const clips = style.overflowX !== "visible";
            if (clips && isEllipsis(style)) return false;
            if (clips && !isPaper && ["auto", "scroll"].includes(style.overflowX)) {
                return rect.left - frame.left + box.scrollLeft < -1;
            }
            if ((clips || box === cell) && !isInside) return true;
        }
        return isPaper && (rect.left < -1 || rect.right > innerWidth + 1);
    };
    const cells = document.querySelectorAll("th, td, [role=cell], [role=columnheader], .histogram text, .plot span");
    const found = [];
    for (const cell of cells) {
        if (cell.querySelector(".unseen") || cell.closest("[hidden]")) continue;
        // A figure stands on one line; in the index a smaller one below it says by how much it differs.
        const lines = new Set([...cell.querySelectorAll(":scope > :is(bdi, data)")].flatMap(part => {
            const range = document.createRange();
            range.selectNodeContents(part);
            return [...range.getClientRects()].map(rect => Math.round(rect.top));
        }));
        if (cell.matches("td.number") && lines.size > 1) found.push(cell.textContent);
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const range = document.createRange();
            range.selectNodeContents(texts.currentNode);
            for (const rect of range.getClientRects()) {
                const edge = cell.matches(".histogram text") ? null : cell;
                if (rect.width > 0 && isCut(rect, texts.currentNode.parentElement, edge)) {
                    found.push(texts.currentNode.textContent);
                }
            }
        }
    }
    return found;
}"""


@pytest.fixture(scope="module")
def tool(new_library, tmp_path_factory):
    """Figures of every size: a place 14 km off, half an hour without a fix, a name without an end, changes of
    everything and of nearly nothing."""
    folder = tmp_path_factory.mktemp("tracks")
    far = [point(46 + i * 1e-4, 8, i * 3.03) for i in range(40)]
    far += [point(46.1, 8.1, 1247.03 + 121), point(46.1, 8.1002, 1247.03 * 2 + 125)]
    far += [point(-46.1, -171.1, 12470.03), point(-46.1, -171.1001, 12470.03 * 90)]
    (folder / "far.gpx").write_text(gpx(far, "Far " + "away" * 40))
    for meters in range(1, 18):
        track = [point(46 + i * meters * 9e-6, 8, i * 4) for i in range(60)]
        (folder / f"{meters}.gpx").write_text(gpx(track, f"Steps of {meters} m"))
    run = new_library(ROOT / "sample-data", folder)
    run("params", "add", "run", "--min-move", "10.5", "--max-speed", "10")
    return run


@pytest.fixture(scope="module")
def searched(new_library, tmp_path_factory):
    """Searches for constants by runs of a device without an end, one of which was twice as long as is stated and
    another of any length from there on."""
    folder = tmp_path_factory.mktemp("searched")
    words = ["--runs", "16", "--minutes", "5", "--seed", "7", "--output", folder / "runs"]
    subprocess.run([TOOL, "simulate", *words], check=True, capture_output=True)
    head, *rows = [line.split(",") for line in (folder / "runs/truth.csv").read_text().splitlines()]
    (folder / "runs/truth.csv").unlink()
    lower, upper, kind = (head.index(name) for name in ("lower_m", "upper_m", "kind"))
    for number, row in enumerate(rows):
        file = folder / "runs" / row[-1]
        row[0] = f"Far{number}" + "away" * 40
        text = file.read_text().replace('creator="', f'creator="{"Watch" * 12 * (number % 2)}', 1)
        file.write_text(text.replace("<trk>", f"<trk><name>{row[0]}</name>", 1))
    rows[3][lower] = rows[3][upper] = str(float(rows[3][lower]) / 2)
    rows[5][upper], rows[5][kind] = "", "certified_race"
    (folder / "truths.csv").write_text("".join(",".join(row) + "\n" for row in [head, *rows]))
    run = new_library(folder / "runs")
    return lambda *words: run("tune", "--base", "run@1", "--truth", folder / "truths.csv", *words)


@pytest.fixture(scope="module")
def pages(tool, searched, tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    made = {name: folder / f"{name}.html" for name in ("run", "one", "all")}
    sets = ["run@1", "run@2", "--format", "html", "--output"]
    long = "Far " + "away" * 40
    tool("report", long, "--format", "html", "--output", made["run"])
    tool("compare", *sets, made["one"], "--run", long)
    tool("compare", *sets, made["all"])
    tool("report", "--all", "--format", "html", "--output", folder / "many")
    made["tune"] = folder / "tune.html"
    searched("--vary", "accuracy,speed,move,gap", "--format", "html", "--output", made["tune"])
    return {**made, "index": folder / "many/index.html"}


def ends_of_lists(page):
    """Shows the top of all lists, then their ends."""
    for place in ("0", "1e6"):
        page.eval_on_selector_all(
            "#ledger .rows, .rows, .tall", f"boxes => boxes.forEach(box => box.scrollTop = {place})"
        )
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        yield


@pytest.mark.parametrize("width", [320, 390, 760, 1000, 1280])
@pytest.mark.parametrize("name", PAPER)
def test_no_text_is_cut_in_any_window(name, width, pages, open_page, picture):
    page = open_page(pages[name], width=width)
    for _ in ends_of_lists(page):
        assert page.evaluate(CUT, False) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    picture(page, f"fit-{name}-{width}", full_page=True)


@pytest.mark.parametrize("name", PAPER)
def test_no_text_is_cut_on_paper(name, pages, open_page, picture):
    page = open_page(pages[name], width=PAPER[name])
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(CUT, True) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PAPER[name]
    picture(page, f"fit-{name}-paper", full_page=True)


@pytest.mark.parametrize("width", [390, 760, 1000, 1280])
def test_nothing_lies_over_anything_else(width, pages, open_page):
    page = open_page(pages["one"], width=width)
    overlaps = page.evaluate("""() => {
        const [map, list] = [...document.querySelectorAll(".columns > section")];
        const inner = map.querySelector(".map").getBoundingClientRect();
        const buttons = map.querySelector(".map .controls").getBoundingClientRect();
        const table = list.getBoundingClientRect();
        const isBeside = box => box.right <= table.left || box.bottom <= table.top;
        return [isBeside(inner), isBeside(buttons), inner.width >= 330];
    }""")
    assert overlaps == [True, True, True]


@pytest.mark.parametrize("width", [390, 1280])
def test_a_device_stands_beside_its_numbers(width, pages, open_page):
    page = open_page(pages["all"], width=width)
    for heading in ("movers", "sports", "devices", "fixes"):
        box = page.locator(f"[aria-labelledby={heading}]")
        assert box.evaluate("box => box.scrollWidth <= box.clientWidth + 1"), heading


def test_the_axes_of_a_run_that_goes_nowhere_are_read_whole(new_library, tmp_path, open_page):
    file = tmp_path / "still.gpx"
    file.write_text(gpx([point(46, 8, i) for i in range(30)]))
    run = new_library(file)
    run("report", "--all", "--format", "html", "--output", tmp_path / "many")
    page = open_page(next((tmp_path / "many/runs").iterdir()))
    labels = page.evaluate("""() => {
        const data = JSON.parse(document.getElementById("data").textContent);
        const fixes = fixesOf(data);
        return scaleOf(fixes, chartKinds(fixes, data).distance).ticks.map(({ text }) => text);
    }""")
    assert labels[0] == "0.000" and len(labels) > 2 and all(len(label) <= 5 for label in labels)


def test_bars_are_printed(pages, open_page):
    page = open_page(pages["run"])
    adjust = "bar => getComputedStyle(bar).printColorAdjust"
    assert page.locator("td.bar i").first.evaluate(adjust) == "exact"
