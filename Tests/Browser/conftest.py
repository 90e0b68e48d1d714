"""A library made of the sample data, and pages opened in a real browser that has no network."""

import os
import subprocess
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / ".build/release/remeasure"
LOOKS = [("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)]


def pytest_addoption(parser):
    parser.addoption("--screenshots", help="a folder for a picture of each page in each look")


@pytest.fixture(scope="session")
def new_library(tmp_path_factory):
    """Makes a library of some files and archives; gives what runs the tool on it and returns what it
    printed."""

    def make(*files):
        folder = tmp_path_factory.mktemp("library")
        environment = {**os.environ, "REMEASURE_LIBRARY": str(folder / "library.sqlite")}

        def run(*words, status=0):
            done = subprocess.run(
                [TOOL, *map(str, words)], env=environment, capture_output=True, text=True
            )
            assert done.returncode == status, done.stderr
            return done.stdout

        run("import", *files)
        return run

    return make


@pytest.fixture(scope="session")
def remeasure(new_library):
    """Runs the tool on a library of the sample data, and returns what it printed."""
    return new_library(ROOT / "sample-data")


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser):
    """Opens a file in a look; at the end no page may have said anything on its console, failed, or asked
    for any other file."""
    contexts, complaints = [], []

    def open_file(path, scheme="light", width=1280, **options):
        context = browser.new_context(
            offline=True, color_scheme=scheme, viewport={"width": width, "height": 900}, **options
        )
        contexts.append(context)
        page = context.new_page()
        address = Path(path).resolve().as_uri()
        page.on("console", lambda message: complaints.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))

        def note(request):
            if request.url.split("#")[0] != address and not request.is_navigation_request():
                complaints.append(f"request: {request.url}")

        page.on("request", note)
        page.goto(address)
        return page

    yield open_file
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def faults():
    """What is wrong with a page's labels, roles and contrast, by axe's rules for WCAG 2.1 A and AA."""
    axe = Axe()

    def find(page):
        found = axe.run(
            page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]}
        )
        return [
            (fault["id"], node["html"][:120])
            for fault in found.response["violations"]
            for node in fault["nodes"]
        ]

    return find


@pytest.fixture
def picture(request):
    """Keeps a picture of a page where a folder was named for them."""
    folder = request.config.getoption("--screenshots")

    def take(page, name, **options):
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(Path(folder) / f"{name}.png"), **options)

    return take
