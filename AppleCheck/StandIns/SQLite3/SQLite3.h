// A stand-in for the module of the system's SQLite: the header of the SQLite that is installed here. What this one has and the
// SQLite of iOS 17 does not is listed in `AppleRules.sqlite`.
#pragma once
#include <sqlite3.h>
