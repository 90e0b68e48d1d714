// The textbook haversine of neighbouring places on the C library's functions, as a library that
// `haversine.py` builds twice: for gcc to vectorise on libmvec, and pair by pair.
#include <math.h>

static const double radius = 6371000, radians = M_PI / 180;

// Not inlined, where passes that repeat each other could be merged.
__attribute__((noinline)) static void steps(const double *restrict latitude,
                                            const double *restrict longitude, long pairs,
                                            double *restrict metres) {
  for (long i = 0; i < pairs; i++) {
    double northing = sin((latitude[i + 1] - latitude[i]) * (radians / 2));
    double easting = sin((longitude[i + 1] - longitude[i]) * (radians / 2));
    double cosines = cos(latitude[i] * radians) * cos(latitude[i + 1] * radians);
    double h = northing * northing + cosines * (easting * easting);
    metres[i] = 2 * radius * asin(sqrt(h));
  }
}

void repeated_steps(const double *latitude, const double *longitude, long pairs, double *metres,
                    long passes) {
  for (long pass = 0; pass < passes; pass++) {
    steps(latitude, longitude, pairs, metres);
    __asm__ volatile("" ::"r"(metres) : "memory");
  }
}
