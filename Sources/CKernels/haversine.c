#include "cloned.h"
#include "kernels.h"

// The same bits on every processor: only + - * / and sqrt, each rounded once as IEEE 754 says, in
// the order written; no fused multiply-add, no libm. NaN in any coordinate gives NaN.
#pragma STDC FP_CONTRACT OFF

#define magnitude __builtin_fabs
#define with_sign __builtin_copysign
#define square_root __builtin_elementwise_sqrt  // sets no errno, so loops with it are vectorised

static const double pi = 3.14159265358979323846, radians = 3.14159265358979323846 / 180;
static const double sphere_radius = 6371000, mean_radius = 6371008.8;
// WGS 84 (NIMA TR8350.2): semi-major axis, and f (2 - f) of the flattening f = 1/298.257223563.
static const double semi_major = 6378137, flattening = 1 / 298.257223563;
static const double eccentricity_squared = 6.69437999014131699614e-3;

/// sin x for |x| <= 4 degrees in radians: Taylor to x^9, truncated by less than 1e-19 of the value.
INLINE double short_sine(double x) {
  double s = x * x;
  return x - x * s * (1.0 / 6 - s * (1.0 / 120 - s * (1.0 / 5040 - s * (1.0 / 362880))));
}

/// sin x for |x| <= 90 degrees in radians: Taylor to x^21, truncated by less than 1e-18.
INLINE double sine(double x) {
  double s = x * x;
  double tail = 1.0 / 6227020800 - s * (1.0 / 1307674368000 - s * (1.0 / 355687428096000 -
                s * (1.0 / 121645100408832000 - s * (1.0 / 51090942171709440000.0))));
  return x - x * s * (1.0 / 6 - s * (1.0 / 120 - s * (1.0 / 5040 - s * (1.0 / 362880 -
             s * (1.0 / 39916800 - s * tail)))));
}

/// cos of at most 180 degrees: 90 - |x| is exact where the cosine is small.
INLINE double cosine_of_degrees(double x) { return sine((90 - magnitude(x)) * radians); }
/// sin of at most 180 degrees.
INLINE double sine_of_degrees(double x) {
  double folded = magnitude(x) > 90 ? 180 - magnitude(x) : magnitude(x);
  return with_sign(sine(folded * radians), x);
}

/// asin(sqrt(h)) for h <= 1/64: Taylor, truncated by less than 1e-16 of the value.
INLINE double short_arc(double h) {
  return square_root(h) * (1 + h * (1.0 / 6 + h * (3.0 / 40 + h * (5.0 / 112 + h * (35.0 / 1152 +
                           h * (63.0 / 2816 + h * (231.0 / 13312 + h * (143.0 / 10240))))))));
}

/// asin(sqrt(h)) for h <= 1: sin²(a/2) = h / (2 (1 + sqrt(1 - h))) halves the arc, cancels nothing.
static double arc(double h) {
  double halves = 1;
  for (; h > 1.0 / 64; halves *= 2) h = h / (2 * (1 + square_root(1 - h)));
  return halves * short_arc(h);
}

INLINE int are_near(double n, double e) { return (magnitude(n) <= 8) & (magnitude(e) <= 8); }
INLINE double near_haversine(double north, double east, double cosine1, double cosine2) {
  double s = short_sine(north * (radians / 2)), t = short_sine(east * (radians / 2));
  return 2 * sphere_radius * short_arc(s * s + cosine1 * cosine2 * (t * t));
}

static double far_haversine(double latitude1, double latitude2, double east, double cosines) {
  double s = sine((latitude2 - latitude1) * (radians / 2)), t = sine(east * (radians / 2));
  double h = s * s + cosines * (t * t);
  if (!(h > 0.5)) return 2 * sphere_radius * arc(h);
  // Beyond a quarter of the circumference: what is missing to the antipode is the smaller arc.
  s = sine((latitude2 + latitude1) * (radians / 2));
  t = sine((180 - magnitude(east)) * (radians / 2));
  return pi * sphere_radius - 2 * sphere_radius * arc(s * s + cosines * (t * t));
}

double rm_haversine(double latitude1, double longitude1, double latitude2, double longitude2) {
  double north = latitude2 - latitude1, east = longitude2 - longitude1;
  if (magnitude(east) > 180)  // the short way crosses ±180: exact when both are measured from there
    east = (longitude2 - with_sign(180, longitude2)) - (longitude1 - with_sign(180, longitude1));
  double cosine1 = cosine_of_degrees(latitude1), cosine2 = cosine_of_degrees(latitude2);
  if (are_near(north, east)) return near_haversine(north, east, cosine1, cosine2);
  return far_haversine(latitude1, latitude2, east, cosine1 * cosine2);
}

/// Along the axis, as far as the whole normal reaches, and away from it, in metres.
INLINE void place_on_ellipsoid(double latitude, double *z, double *p) {
  double s = sine_of_degrees(latitude);
  double normal = semi_major / square_root(1 - eccentricity_squared * (s * s));
  *z = normal * s, *p = normal * cosine_of_degrees(latitude);
}

/// sin² of half the angle that the straight chord between two places spans on the mean sphere.
INLINE double half_chord(double z1, double p1, double z2, double p2, double t) {
  double out = p2 - p1, up = (1 - eccentricity_squared) * (z2 - z1);
  return (out * out + up * up + 4 * p1 * p2 * (t * t)) / (4 * mean_radius * mean_radius);
}

/// Up to a chord of 330 km the radius that bends it hardly matters; beyond, Lambert is nearer.
INLINE int is_short(double half_chord) { return half_chord <= 6.7e-4; }

/// Lambert's formula: the arc between the reduced latitudes, corrected for the flattening.
static double long_geodesic(double latitude1, double latitude2, double t) {
  double s1 = (1 - flattening) * sine_of_degrees(latitude1), c1 = cosine_of_degrees(latitude1);
  double s2 = (1 - flattening) * sine_of_degrees(latitude2), c2 = cosine_of_degrees(latitude2);
  double scale = square_root((s1 * s1 + c1 * c1) * (s2 * s2 + c2 * c2));
  double sines = s1 * s2 / scale, cosines = c1 * c2 / scale;
  double mean = (1 - sines + cosines) / 2, apart = (1 - sines - cosines) / 2;
  double h = apart + cosines * (t * t), angle = 2 * arc(h > 1 ? 1 : h);
  double sine_of_angle = h < 1 ? 2 * square_root(h * (1 - h)) : 0;
  double x = h < 1 ? (angle - sine_of_angle) * (1 - mean) * (1 - apart) / (1 - h) : 0;
  double y = (angle + sine_of_angle) * mean * apart / h;
  return semi_major * (angle - flattening / 2 * (x + y));
}

double rm_geodesic(double latitude1, double longitude1, double latitude2, double longitude2) {
  double z[2], p[2];
  place_on_ellipsoid(latitude1, z, p), place_on_ellipsoid(latitude2, z + 1, p + 1);
  double t = sine_of_degrees((longitude2 - longitude1) / 2);
  double h = half_chord(z[0], p[0], z[1], p[1], t);
  return is_short(h) ? 2 * mean_radius * arc(h) : long_geodesic(latitude1, latitude2, t);
}

CLONED void rm_places(int on_ellipsoid, const double *latitude, size_t count,
                      double *restrict axial, double *restrict radial) {
  if (on_ellipsoid) EACH(i, count) place_on_ellipsoid(latitude[i], axial + i, radial + i);
  else EACH(i, count) axial[i] = latitude[i], radial[i] = cosine_of_degrees(latitude[i]);
}

CLONED int rm_steps(int on_ellipsoid, struct rm_columns from, struct rm_columns to, size_t count,
                    double *restrict metres) {
  long long far = 0;
  if (on_ellipsoid) {
    EACH(i, count) {
      double t = sine_of_degrees((to.longitude[i] - from.longitude[i]) / 2);
      double h = half_chord(from.axial[i], from.radial[i], to.axial[i], to.radial[i], t);
      far |= !is_short(h);
      metres[i] = is_short(h) ? 2 * mean_radius * short_arc(h) : __builtin_nan("");
    }
  } else {
    EACH(i, count) {
      double north = to.axial[i] - from.axial[i], east = to.longitude[i] - from.longitude[i];
      double distance = near_haversine(north, east, from.radial[i], to.radial[i]);
      far |= !are_near(north, east);
      metres[i] = are_near(north, east) ? distance : __builtin_nan("");
    }
  }
  return far != 0;
}
