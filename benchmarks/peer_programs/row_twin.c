// A library with a row per point, as recorders keep one, in one thread:
//
//   row_twin fill FILE <POINTS                                puts `struct point`s into a new file
//   row_twin measure FILE MAX_ACCURACY MAX_SPEED MIN_MOVE     measures all runs, keeps the results
//
// It leaves out what a twin could do without: ids are integers, other columns absent.
#include <math.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point {
  int64_t run, seq, segment, milliseconds;
  double latitude, longitude, accuracy;
};
static const double radius = 6371000, radians = M_PI / 180;
static sqlite3 *database;

static void check(int is_right) {
  if (is_right) return;
  fprintf(stderr, "row_twin: %s\n", sqlite3_errmsg(database));
  exit(70);
}

static void execute(const char *sql) { check(sqlite3_exec(database, sql, 0, 0, 0) == SQLITE_OK); }

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v2(database, sql, -1, &statement, 0) == SQLITE_OK);
  return statement;
}

static void insert(sqlite3_stmt *statement) {
  check(sqlite3_step(statement) == SQLITE_DONE);
  sqlite3_reset(statement);
}

static void fill(void) {
  execute("CREATE TABLE track_point (run_id INTEGER, seq INTEGER, segment INTEGER, t INTEGER,"
          " lat REAL, lon REAL, accuracy REAL, PRIMARY KEY (run_id, seq)) WITHOUT ROWID;"
          "CREATE TABLE result (run_id INTEGER PRIMARY KEY, distance REAL, counted INTEGER);"
          "BEGIN");
  sqlite3_stmt *row = prepare("INSERT INTO track_point VALUES (?, ?, ?, ?, ?, ?, ?)");
  struct point point;
  while (fread(&point, sizeof point, 1, stdin) == 1) {
    int64_t numbers[] = {point.run, point.seq, point.segment, point.milliseconds};
    for (int i = 0; i < 4; i++) sqlite3_bind_int64(row, i + 1, numbers[i]);
    sqlite3_bind_double(row, 5, point.latitude);
    sqlite3_bind_double(row, 6, point.longitude);
    sqlite3_bind_double(row, 7, point.accuracy);  // NULL where it is not a number
    insert(row);
  }
  execute("COMMIT");
}

struct run {
  int64_t id, counted, segment, milliseconds;
  int is_started;
  double distance, latitude, longitude, cosine;
};

static void keep(sqlite3_stmt *result, const struct run *run) {
  sqlite3_bind_int64(result, 1, run->id);
  sqlite3_bind_double(result, 2, run->distance);
  sqlite3_bind_int64(result, 3, run->counted);
  insert(result);
}

static void measure(double max_accuracy, double max_speed, double min_move) {
  execute("PRAGMA mmap_size = 1099511627776; BEGIN IMMEDIATE");
  sqlite3_stmt *result = prepare("INSERT OR REPLACE INTO result VALUES (?, ?, ?)");
  sqlite3_stmt *row = prepare("SELECT run_id, segment, t, lat, lon, accuracy FROM track_point"
                              " ORDER BY run_id, seq");
  struct run run = {.id = -1};
  int state;
  while ((state = sqlite3_step(row)) == SQLITE_ROW) {
    int64_t id = sqlite3_column_int64(row, 0);
    if (id != run.id) {
      if (run.id >= 0) keep(result, &run);
      memset(&run, 0, sizeof run);
      run.id = id;
    }
    double accuracy = sqlite3_column_double(row, 5);  // 0 for NULL, which is kept as well
    if (accuracy < 0 || accuracy > max_accuracy) continue;
    double latitude = sqlite3_column_double(row, 3), longitude = sqlite3_column_double(row, 4);
    if (!(fabs(latitude) <= 90 && fabs(longitude) <= 180) || (latitude == 0 && longitude == 0))
      continue;
    int64_t segment = sqlite3_column_int64(row, 1), milliseconds = sqlite3_column_int64(row, 2);
    double cosine = cos(latitude * radians);
    if (run.is_started && segment == run.segment) {
      double northing = sin((latitude - run.latitude) * (radians / 2));
      double easting = sin((longitude - run.longitude) * (radians / 2));
      double h = northing * northing + run.cosine * cosine * (easting * easting);
      double moved = 2 * radius * asin(fmin(sqrt(h), 1));
      double seconds = (milliseconds - run.milliseconds) / 1000.0;
      if ((seconds > 0 && moved > max_speed * seconds) || moved < min_move) continue;
      run.distance += moved;
      run.counted++;
    }
    run.is_started = 1, run.segment = segment, run.milliseconds = milliseconds;
    run.latitude = latitude, run.longitude = longitude, run.cosine = cosine;
  }
  check(state == SQLITE_DONE);
  if (run.id >= 0) keep(result, &run);
  execute("COMMIT");
}

int main(int argc, char **argv) {
  int fills = argc == 3 && strcmp(argv[1], "fill") == 0;
  if (!fills && argc != 6) return 64;
  check(sqlite3_open(argv[2], &database) == SQLITE_OK);
  if (fills) {
    fill();
  } else {
    measure(atof(argv[3]), atof(argv[4]), atof(argv[5]));
  }
  return 0;
}
