#pragma once
#include <sqlite3.h>

// What Swift cannot call or spell: variadic functions, and SQLITE_TRANSIENT, a cast integer.

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
