#pragma once
#include <stddef.h>

/// Metres along the great circle between two places in degrees, on a sphere of 6 371 000 m.
double rm_haversine(double latitude1, double longitude1, double latitude2, double longitude2);

/// Metres between two places in degrees along the WGS 84 ellipsoid.
double rm_geodesic(double latitude1, double longitude1, double latitude2, double longitude2);

/// What steps between places need of each latitude alone: on the sphere `axial` is that in degrees and
/// `radial` its cosine; on the ellipsoid they are metres along the axis, in which the normal has its
/// whole length, and metres from the axis.
void rm_places(int on_ellipsoid, const double *latitude, size_t count, double *axial,
               double *radial);

/// Metres from each of `count` such places to the one `lag` further on, with the bits of the function for
/// one pair. NaN where that function must be asked, because the two are far apart or one is no place: then
/// the result is not 0.
int rm_steps(int on_ellipsoid, const double *axial, const double *radial, const double *longitude,
             size_t lag, size_t count, double *metres);
