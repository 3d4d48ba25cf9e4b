#include <sqlite3.h>

/* Swift cannot call functions of a varying number of arguments. */
static inline int csqlite_leave_log(sqlite3 *connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
