"""Prints the reference distances that GeodesyTests pins.

pip install mpmath geographiclib; python3 benchmarks/reference/distances.py
The sphere: the haversine formula in 50 decimal digits (mpmath). The ellipsoid: C. F. F. Karney's
geodesic (geographiclib, WGS 84), good to 15 nm.
"""

from geographiclib.geodesic import Geodesic
from mpmath import mp, mpf

mp.dps = 50

SPHERE = [
    (0, 0, 1, 0), (0, 0, 0, 1), (45, 7, 45, 7.00000001), (45, 7, 45.00001, 7),
    (45, 7, 45.0001, 7.0001), (52.5, 13.4, 52.6, 13.5), (66.5, 179.95, 66.5, -179.95),
    (-66.5, -179.9999, -66.5, 179.9999), (89.9999, 10, 89.9999, -170), (-90, 0, -89.99, 45),
    (0, 0, 0, 180), (0, 0, 0.5, 179.7), (30, 20, -30, -160), (30, 20, -29.9999, -160.0001),
    (0, 0, 0, 179.9999999), (51.5, -0.1, 40.7, -74), (0, 0, 90, 0),
    (-33.9, 151.2, -33.900009, 151.2), (1e-9, 1e-9, 2e-9, 2e-9),
]
ELLIPSOID = [
    (0, 0, 0.01, 0), (0, 0, 0, 0.01), (45, 7, 45.0003, 7), (45, 7, 45, 7.0003),
    (45, 7, 45.05, 7.08), (60, 25, 60.00001, 25.00001), (66.5, 179.95, 66.5, -179.95),
    (89.99, 0, 89.99, 180), (90, 0, 89.95, 77), (-89.95, 10, -89.95, 100),
    (-33.9, 151.2, -33.95, 151.25), (5e-7, 0, -5e-7, 1e-6),
]


def haversine(lat1, lon1, lat2, lon2):
    """Metres on the sphere of 6 371 000 m, 50 digits."""
    lat1, lon1, lat2, lon2 = (mpf(value) * mp.pi / 180 for value in (lat1, lon1, lat2, lon2))
    h = mp.sin((lat2 - lat1) / 2) ** 2
    h += mp.cos(lat1) * mp.cos(lat2) * mp.sin((lon2 - lon1) / 2) ** 2
    return 2 * 6371000 * mp.asin(mp.sqrt(min(h, mpf(1))))


for row in SPHERE:
    print(", ".join(repr(float(value)) for value in row), mp.nstr(haversine(*row), 22))
for row in ELLIPSOID:
    print(", ".join(repr(float(value)) for value in row), Geodesic.WGS84.Inverse(*row)["s12"])
