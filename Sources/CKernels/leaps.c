#include "cloned.h"
#include "kernels.h"

#pragma STDC FP_CONTRACT OFF

/// Places that are looked at side by side.
enum { strip = 32 };

CLONED void rm_leaps_on_plane(struct rm_plane plane, const double *axial, const double *radial,
                              const double *longitude, size_t lags, double below, double not_below,
                              const unsigned char *restrict refused, size_t count,
                              unsigned char *restrict leaps) {
  for (size_t start = 0; start < count; start += strip) {
    long long found[strip] = {0};
    const double *z = axial + start, *p = radial + start, *east = longitude + start;
    for (size_t lag = 1; lag <= lags; lag++) {
      for (size_t i = 0; i < strip; i++) {
        double up = (z[i + lag] - z[i]) * plane.axial, out = (p[i + lag] - p[i]) * plane.radial;
        double degrees = east[i + lag] - east[i], across = degrees * plane.east;
        double square = up * up + out * out + p[i] * p[i + lag] * (across * across);
        int is_near =
            (square < plane.reach_squared) & (__builtin_fabs(degrees) < plane.widest_angle);
        int is_below = is_near & (square < below);
        int is_first = (found[i] == 0) & !is_below & (refused[start + i + lag] == 0);
        int is_sure = is_near & (square >= not_below);
        long long length = is_sure ? (long long)lag : (long long)(lag | 128);
        found[i] = is_first ? length : found[i];
      }
    }
    for (size_t i = 0; i < strip; i++) leaps[start + i] = (unsigned char)found[i];
  }
}

CLONED void rm_ranks(const double *values, const double *limits, size_t limit_count,
                     size_t count, unsigned char *restrict ranks) {
  for (size_t start = 0; start < count; start += strip) {
    long long reached[strip] = {0};
    for (size_t limit = 0; limit < limit_count; limit++)
      for (size_t i = 0; i < strip; i++) reached[i] += values[start + i] >= limits[limit];
    for (size_t i = 0; i < strip; i++) ranks[start + i] = (unsigned char)reached[i];
  }
}

CLONED void rm_leaps(const unsigned char *ranks, size_t stride, size_t lags, unsigned char rank,
                     const unsigned char *restrict refused, size_t count,
                     unsigned char *restrict leaps) {
  for (size_t start = 0; start < count; start += 2 * strip) {
    unsigned char found[2 * strip] = {0};
    for (size_t lag = 1; lag <= lags; lag++) {
      const unsigned char *row = ranks + lag * stride + start, *ends = refused + start + lag;
      for (size_t i = 0; i < 2 * strip; i++) {
        int is_first = (found[i] == 0) & (row[i] > rank) & (ends[i] == 0);
        found[i] = is_first ? (unsigned char)lag : found[i];
      }
    }
    for (size_t i = 0; i < 2 * strip; i++) leaps[start + i] = found[i];
  }
}

CLONED size_t rm_outside(const double *values, double limit, int is_nan_outside, size_t count,
                         unsigned char *restrict outside, long *restrict list, long first) {
  for (size_t i = 0; i < count; i++) {
    int is_nan = values[i] != values[i];
    outside[i] = (values[i] < 0) | (values[i] > limit) | (is_nan & is_nan_outside);
  }
  size_t found = 0;
  if (!list) return 0;
  for (size_t i = 0; i < count; i += 8) {
    unsigned long long eight = 0;
    __builtin_memcpy(&eight, outside + i, count - i < 8 ? count - i : 8);
    for (size_t at = i; eight; eight >>= 8, at++)
      if (eight & 1) list[found++] = first + (long)at;
  }
  return found;
}

CLONED int rm_are_places(const double *latitude, const double *longitude, size_t count) {
  long long outside = 0;
  for (size_t i = 0; i < count; i++) {
    double north = __builtin_fabs(latitude[i]), east = __builtin_fabs(longitude[i]);
    outside |= !(north <= 90) | !(east <= 180) | ((north == 0) & (east == 0));
  }
  return outside == 0;
}

void rm_fetch(const void *from, size_t bytes) {
  for (size_t i = 0; i < bytes; i += 64) __builtin_prefetch((const char *)from + i, 0, 2);
}
