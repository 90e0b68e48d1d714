#include "kernels.h"

#pragma STDC FP_CONTRACT OFF

// Clones for newer CPUs are chosen when the program is loaded.
#if defined(__x86_64__)
#define EVERY_CPU __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define EVERY_CPU
#endif
#define ALWAYS static inline __attribute__((always_inline))

static const double radius = 6371000.0;
static const double rad = 0.017453292519943295;  // pi / 180
static const double pi = 3.141592653589793;

ALWAYS double root(double x) { return __builtin_elementwise_sqrt(x); }
ALWAYS double magnitude(double x) { return __builtin_fabs(x); }

// sin x for |x| <= 4.1 degrees: Taylor's series, the next term is below 1e-19 of the first.
ALWAYS double sine_near(double x) {
  double s = x * x;
  return x + x * s * (-1.0 / 6 + s * (1.0 / 120 + s * (-1.0 / 5040 + s * (1.0 / 362880))));
}

// sin x for |x| <= 90 degrees: Taylor's series, the next term is below 1e-19.
ALWAYS double sine(double x) {
  double s = x * x;
  double p = -3.868170170630684e-23;      // -1/23!
  p = p * s + 1.957294106339126e-20;      //  1/21!
  p = p * s + -8.220635246624330e-18;     // -1/19!
  p = p * s + 2.811457254345521e-15;      //  1/17!
  p = p * s + -7.647163731819816e-13;     // -1/15!
  p = p * s + 1.605904383682161e-10;      //  1/13!
  p = p * s + -2.505210838544172e-08;     // -1/11!
  p = p * s + 2.755731922398589e-06;      //  1/9!
  p = p * s + -1.984126984126984e-04;     // -1/7!
  p = p * s + 8.333333333333333e-03;      //  1/5!
  p = p * s + -1.666666666666667e-01;     // -1/3!
  return x + x * (s * p);
}

// cos of a latitude in degrees: the subtraction is exact where it matters, near the poles.
ALWAYS double cosine_of_latitude(double degrees) { return sine((90.0 - magnitude(degrees)) * rad); }

// asin(sqrt h) for h <= 1/64: Taylor's series in h, the next term is below 1e-18 of the first.
ALWAYS double arc(double h) {
  double p = 6435.0 / 557056;
  p = p * h + 143.0 / 10240;
  p = p * h + 231.0 / 13312;
  p = p * h + 63.0 / 2816;
  p = p * h + 35.0 / 1152;
  p = p * h + 5.0 / 112;
  p = p * h + 3.0 / 40;
  p = p * h + 1.0 / 6;
  double s = root(h);
  return s + s * (h * p);
}

// asin(sqrt h) for h <= 1: halves the angle until the series holds.
ALWAYS double arc_far(double h) {
  double scale = 1.0;
  while (h > 1.0 / 64) {
    h = h / (2.0 * (1.0 + root(1.0 - h)));
    scale *= 2.0;
  }
  return scale * arc(h);
}

// Degrees from one longitude to another, the short way round; exact between near neighbours,
// across the antimeridian too.
ALWAYS double turn(double lon1, double lon2) {
  double plain = lon2 - lon1;
  double wrapped = (lon2 - __builtin_copysign(180.0, lon2)) - (lon1 - __builtin_copysign(180.0, lon1));
  return magnitude(plain) > 180.0 ? wrapped : plain;
}

ALWAYS int is_near(double dlat, double dlon) {
  return (int)(magnitude(dlat) <= 8.0) & (int)(magnitude(dlon) <= 8.0);
}

ALWAYS double near_metres(double dlat, double dlon, double cosines) {
  double a = sine_near(dlat * (rad / 2));
  double b = sine_near(dlon * (rad / 2));
  return 2.0 * radius * arc(a * a + cosines * (b * b));
}

static double far_metres(double lat1, double lat2, double dlon, double cosines) {
  double a = sine((lat2 - lat1) * (rad / 2));
  double b = sine(dlon * (rad / 2));
  double h = a * a + cosines * (b * b);
  if (!(h > 0.5)) return 2.0 * radius * arc_far(h);
  // More than a quarter of the way round: h near 1 has lost its last digits, so measure from the
  // antipode, which is near, and subtract.
  a = sine((lat1 + lat2) * (rad / 2));
  b = sine((180.0 - magnitude(dlon)) * (rad / 2));
  return radius * (pi - 2.0 * arc_far(a * a + cosines * (b * b)));
}

double rm_haversine(double lat1, double lon1, double lat2, double lon2) {
  double cosines = cosine_of_latitude(lat1) * cosine_of_latitude(lat2);
  double dlat = lat2 - lat1, dlon = turn(lon1, lon2);
  return is_near(dlat, dlon) ? near_metres(dlat, dlon, cosines)
                             : far_metres(lat1, lat2, dlon, cosines);
}

enum { block = 256 };

EVERY_CPU void rm_haversine_steps(const double *lat, const double *lon, size_t n, double *metres) {
  double cosine[block + 1];
  for (size_t start = 0; start + 1 < n; start += block) {
    size_t steps = n - 1 - start < block ? n - 1 - start : block;
    const double *la = lat + start, *lo = lon + start;
    double *out = metres + start;
    for (size_t i = 0; i <= steps; i++) cosine[i] = cosine_of_latitude(la[i]);
    size_t near = 0;
    for (size_t i = 0; i < steps; i++) {
      double dlat = la[i + 1] - la[i], dlon = turn(lo[i], lo[i + 1]);
      out[i] = near_metres(dlat, dlon, cosine[i] * cosine[i + 1]);
      near += (size_t)is_near(dlat, dlon);
    }
    if (near == steps) continue;
    for (size_t i = 0; i < steps; i++)
      out[i] = rm_haversine(la[i], lo[i], la[i + 1], lo[i + 1]);
  }
}

// A place on the WGS 84 ellipsoid: metres from the axis, metres above the equator's plane.
// a and f are defining constants of WGS 84 (NGA.STND.0036, table 3.1).
ALWAYS double prime_vertical_radius(double sine_of_latitude) {
  const double a = 6378137.0, f = 1 / 298.257223563;
  return a / root(1.0 - f * (2.0 - f) * sine_of_latitude * sine_of_latitude);
}

double rm_geodesic(double lat1, double lon1, double lat2, double lon2) {
  const double f = 1 / 298.257223563, mean_radius = 6371008.8;
  double s1 = sine(lat1 * rad), s2 = sine(lat2 * rad);
  double n1 = prime_vertical_radius(s1), n2 = prime_vertical_radius(s2);
  double p1 = n1 * cosine_of_latitude(lat1), p2 = n2 * cosine_of_latitude(lat2);
  double rise = (1.0 - f) * (1.0 - f) * (n2 * s2 - n1 * s1);
  double half = sine(turn(lon1, lon2) * (rad / 2));
  double chord_squared = (p2 - p1) * (p2 - p1) + rise * rise + 4.0 * p1 * p2 * (half * half);
  double h = chord_squared / (4.0 * mean_radius * mean_radius);
  return 2.0 * mean_radius * arc_far(h < 1.0 ? h : h > 1.0 ? 1.0 : h);
}
