#pragma once
#include <stddef.h>

/// Metres between two places on the sphere of radius 6 371 000 m. Degrees in.
/// The same bits on every CPU: only + - * / and sqrt, never contracted. NaN gives NaN.
double rm_haversine(double lat1, double lon1, double lat2, double lon2);

/// The n-1 steps between consecutive places, each with the bits of rm_haversine.
void rm_haversine_steps(const double *lat, const double *lon, size_t n, double *metres);

/// Metres between two places along the WGS 84 ellipsoid, for steps up to some 10 km.
double rm_geodesic(double lat1, double lon1, double lat2, double lon2);
