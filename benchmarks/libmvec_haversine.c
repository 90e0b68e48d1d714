// The textbook haversine of neighbouring places as gcc vectorises it, on the C library's libmvec:
//
//   gcc -O3 -ffast-math -march=native benchmarks/libmvec_haversine.c -o libmvec_haversine -lm
//   ./libmvec_haversine [PAIRS [REPETITIONS]]
//
// Prints JSON: nanoseconds of processor time a pair, and the sum of the steps in metres.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const double radius = 6371000, radians = M_PI / 180;

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

static double uniform(double low, double high) {
  return low + (high - low) * (random() / (double)RAND_MAX);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  long pairs = argc > 1 ? atol(argv[1]) : 1 << 14;
  int repetitions = argc > 2 ? atoi(argv[2]) : 30;
  if (pairs < 1 || repetitions < 1) return 64;
  double *latitude = malloc((pairs + 1) * sizeof *latitude);
  double *longitude = malloc((pairs + 1) * sizeof *longitude);
  double *metres = malloc(pairs * sizeof *metres), *times = malloc(repetitions * sizeof *times);
  if (!latitude || !longitude || !metres || !times) return 70;
  latitude[0] = 45, longitude[0] = 7;
  for (long i = 0; i < pairs; i++) {
    latitude[i + 1] = latitude[i] + uniform(-2e-5, 4e-5);
    longitude[i + 1] = longitude[i] + uniform(-4e-5, 4e-5);
  }
  long passes = pairs < 1 << 18 ? (1 << 18) / pairs : 1;
  for (int run = -repetitions / 4; run < repetitions; run++) {
    double start = seconds();
    for (long pass = 0; pass < passes; pass++) steps(latitude, longitude, pairs, metres);
    if (run >= 0) times[run] = (seconds() - start) * 1e9 / (passes * pairs);
  }
  double sum = 0;
  for (long i = 0; i < pairs; i++) sum += metres[i];
  qsort(times, repetitions, sizeof *times, ascending);
  printf("{\"name\": \"libmvec.haversine\", \"unit\": \"ns/pair\", \"count\": %ld, \"median\": %.3f, "
         "\"min\": %.3f, \"max\": %.3f, \"metres\": %.17g}\n",
         pairs, times[repetitions / 2], times[0], times[repetitions - 1], sum);
}
