"""Small recordings for the tests of pages."""

from datetime import datetime, timedelta, timezone
from xml.sax.saxutils import escape

START = datetime(2024, 5, 1, 8, tzinfo=timezone.utc)


def point(latitude, longitude, seconds):
    """A fix so many seconds after the start; without a time where that is None."""
    time = ""
    if seconds is not None:
        moment = START + timedelta(seconds=seconds)
        digits = "seconds" if moment.microsecond == 0 else "milliseconds"
        time = f"<time>{moment.replace(tzinfo=None).isoformat(timespec=digits)}Z</time>"
    return f'<trkpt lat="{latitude:.7f}" lon="{longitude:.7f}">{time}</trkpt>'


def gpx(points, name="Test"):
    """A run of one segment."""
    # XML 1.0 has no way to write most control characters.
    name = "".join(letter for letter in name if letter >= " ")
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="tests"><trk>'
        f"<name>{escape(name)}</name><type>running</type><trkseg>\n"
        + "\n".join(points)
        + "\n</trkseg></trk></gpx>\n"
    )
