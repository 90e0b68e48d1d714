#!/usr/bin/env python3
"""Prints Tests/GeodesyTests/ReferenceDistances.swift: distances from independent sources.

The haversine on R = 6 371 000 m comes from 50-digit arithmetic (mpmath), the geodesic on WGS 84
from GeographicLib. Needs both: pip install mpmath geographiclib. Run it as
    benchmarks/reference_distances.py > Tests/GeodesyTests/ReferenceDistances.swift
"""

from geographiclib.geodesic import Geodesic
from mpmath import atan2, cos, mp, mpf, nstr, pi, sin, sqrt

mp.dps = 50

PAIRS = [
    ("one degree of latitude", 0, 0, 1, 0),
    ("one degree of longitude on the equator", 0, 0, 0, 1),
    ("a millimetre", 45, 7, 45.00000000899322, 7),
    ("three metres", 47.3769, 8.5417, 47.37692, 8.54173),
    ("a hundred metres", -33.8688, 151.2093, -33.8682, 151.2101),
    ("a kilometre", 59.9139, 10.7522, 59.9222, 10.7589),
    ("five kilometres on the equator", 0.01, -78.5, -0.02, -78.459),
    ("ten kilometres", 40.7128, -74.006, 40.8, -73.98),
    ("a metre across the antimeridian", -16.8, 179.999995, -16.8, -179.999995),
    ("two kilometres across the antimeridian", -16.8, 179.99, -16.81, -179.99),
    ("ten kilometres across the antimeridian", 65, -179.9, 65.01, 179.9),
    ("the antimeridian's two names", 10, 180, 10.001, -180),
    ("two metres across the north pole", 89.99999, 30, 89.99999, -150),
    ("around the north pole", 89.9999, 10, 89.9998, 130),
    ("ten kilometres across the south pole", -89.96, -20, -89.95, 160),
    ("from the south pole", -90, 77, -89.99, -12),
    ("just near", 50, 10, 57.99999, 17.99999),
    ("just far", 50, 10, 58.00001, 18.00001),
    ("eight degrees", -4, -4, 4, 4),
    ("Zurich to Oslo", 47.3769, 8.5417, 59.9139, 10.7522),
    ("Paris to Auckland", 48.8566, 2.3522, -36.8485, 174.7633),
    ("a quarter of the circumference", 0, 0, 0, 90),
    ("just beyond a quarter", 0, 0, 0.001, 90.001),
    ("pole to pole", 90, 0, -90, 0),
    ("antipodes on the equator", 0, -90, 0, 90),
    ("antipodes", 31.5, 20, -31.5, -160),
    ("a millimetre from the antipode", 31.5, 20, -31.50000000899322, -160),
    ("a kilometre from the antipode", 31.5, 20, -31.49, -160.001),
]


def on_sphere(*degrees):
    lat1, lon1, lat2, lon2 = (mpf(x) * pi / 180 for x in degrees)
    east = (lon2 - lon1) / 2
    both = cos(lat1) * cos(lat2)
    near = sin((lat2 - lat1) / 2) ** 2 + both * sin(east) ** 2
    far = sin((lat2 + lat1) / 2) ** 2 + both * cos(east) ** 2
    return 2 * mpf(6371000) * atan2(sqrt(near), sqrt(far))


def row(name, *degrees):
    coordinates = ", ".join(repr(x) for x in degrees)
    sphere = nstr(on_sphere(*map(float, degrees)), 22, min_fixed=-30, max_fixed=30)
    wgs84 = Geodesic.WGS84.Inverse(*degrees)["s12"]
    return f'  Reference(\n    "{name}", {coordinates},\n    sphere: {sphere}, wgs84: {wgs84!r}),'


print("// Printed by benchmarks/reference_distances.py.\n\nlet references = [")
for pair in PAIRS:
    print(row(*pair))
print("]")
