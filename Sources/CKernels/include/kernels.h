#pragma once
#include <stddef.h>

/// Metres along the great circle between two places in degrees, on a sphere of 6 371 000 m.
double rm_haversine(double latitude1, double longitude1, double latitude2, double longitude2);

/// The `count` - 1 steps between neighbours of `count` places, each with the bits of rm_haversine.
void rm_haversine_steps(const double *latitude, const double *longitude, size_t count,
                        double *steps);

/// Metres between two places in degrees along the WGS 84 ellipsoid.
double rm_geodesic(double latitude1, double longitude1, double latitude2, double longitude2);
