#pragma once
#include <sqlite3.h>

// A variadic function, which Swift cannot call.
static inline void rm_sqlite_defend(sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}
