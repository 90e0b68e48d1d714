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

/// Such places, and their longitudes in degrees.
struct rm_columns {
  const double *axial, *radial, *longitude;
};

/// Metres from each of `count` such places to another each, with the bits of the function for one pair. NaN
/// where that function must be asked, because the two are far apart or one is no place: then the result is
/// not 0.
int rm_steps(int on_ellipsoid, struct rm_columns from, struct rm_columns to, size_t count,
             double *metres);

/// How places close together are taken to lie on a plane: metres of a unit of `axial`, and of `radial`;
/// metres of a degree of longitude, one unit of `radial` from the axis; how far that may be trusted, as the
/// square of metres and in degrees of longitude.
struct rm_plane {
  double axial, radial, east, reach_squared, widest_angle;
};

/// For each of `count` prepared places how many places further on the first one lies that is not refused and,
/// by the square of metres on the plane, not surely `below`; 0 where it is none of the next `lags`. 128 are
/// added where it is not surely `not_below` either, or further away than the plane may be trusted. Whole
/// multiples of 32 places are read and written; all that is read beyond the last must be refused.
void rm_leaps_on_plane(struct rm_plane plane, const double *axial, const double *radial,
                       const double *longitude, size_t lags, double below, double not_below,
                       const unsigned char *refused, size_t count, unsigned char *leaps);

/// For each of `count` values how many limits it reaches, which are at most 255. Whole multiples of 32
/// values are read and written.
void rm_ranks(const double *values, const double *limits, size_t limit_count, size_t count,
              unsigned char *ranks);

/// For each of `count` places how many places further on the first one lies that is not refused, and the move
/// to which is of a higher rank; 0 where it is none of the next `lags`. The ranks of moves over one place are a
/// row, as are those over two, and so on; `stride` apart, from an empty row for none on. Whole multiples of 64
/// places are read and written; all that is read beyond the last must be refused.
void rm_leaps(const unsigned char *ranks, size_t stride, size_t lags, unsigned char rank,
              const unsigned char *refused, size_t count, unsigned char *leaps);

/// Marks with 1 which of `count` values are negative, exceed a limit, or are NaN where that is asked, the
/// others with 0. Lists their indices, counted from `first`, if there is a list, and returns how many it has.
size_t rm_outside(const double *values, double limit, int is_nan_outside, size_t count,
                  unsigned char *outside, long *list, long first);

/// Not 0 where each of `count` places in degrees lies on Earth, and none is (0, 0).
int rm_are_places(const double *latitude, const double *longitude, size_t count);

/// Asks memory for what will be read soon.
void rm_fetch(const void *from, size_t bytes);
