#pragma once
#include <sqlite3.h>

// What Swift cannot call or spell: variadic functions, and SQLITE_TRANSIENT, a cast integer.

// Keeps SQLite from counting the memory it takes, for which all threads would wait for each other.
static inline int sqlite3_shim_leave_memory_uncounted(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

static inline int sqlite3_shim_defend(sqlite3 *connection) {
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (code == SQLITE_OK)
    code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
  if (code == SQLITE_OK)
    code = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
  return code;
}

static inline int sqlite3_shim_bind_text(sqlite3_stmt *statement, int index, const void *bytes,
                                         sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, (const char *)bytes, count, SQLITE_TRANSIENT,
                             SQLITE_UTF8);
}

static inline int sqlite3_shim_bind_blob(sqlite3_stmt *statement, int index, const void *bytes,
                                         sqlite3_uint64 count) {
  return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                    : sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline void sqlite3_shim_result_text(sqlite3_context *context, const void *bytes, int count) {
  sqlite3_result_text(context, (const char *)bytes, count, SQLITE_TRANSIENT);
}

// SQLite asks for structs that begin with its own: C promises that layout, Swift does not.
typedef struct {
  sqlite3_vtab base;
  void *module;
} sqlite3_shim_table;

typedef struct {
  sqlite3_vtab_cursor base;
  void *scan;
  // The present row of a block, the one behind the block's last, and the key of its row 0.
  sqlite3_int64 row, end, first_key;
  const void *cells;
} sqlite3_shim_cursor;

// For a file that others made: nothing in its schema is run, and nothing outside it is reached.
static inline int sqlite3_shim_distrust(sqlite3 *connection) {
  int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  if (code == SQLITE_OK)
    code = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
  if (code == SQLITE_OK)
    code = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0);
  if (code == SQLITE_OK)
    code = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, (int *)0);
  sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, 1 << 20);
  sqlite3_limit(connection, SQLITE_LIMIT_SQL_LENGTH, 1 << 20);
  sqlite3_limit(connection, SQLITE_LIMIT_COLUMN, 200);
  sqlite3_limit(connection, SQLITE_LIMIT_EXPR_DEPTH, 20);
  sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(connection, SQLITE_LIMIT_TRIGGER_DEPTH, 1);
  sqlite3_limit(connection, SQLITE_LIMIT_WORKER_THREADS, 0);
  return code;
}

static inline int sqlite3_shim_spend(void *allowance) {
  sqlite3_int64 *left = (sqlite3_int64 *)allowance;
  *left -= 1;
  return *left < 0;
}

// Interrupts a connection once it has done so many thousand operations.
static inline void sqlite3_shim_allow(sqlite3 *connection, sqlite3_int64 *thousands) {
  sqlite3_progress_handler(connection, 1000, sqlite3_shim_spend, thousands);
}
