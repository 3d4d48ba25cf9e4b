// A stand-in for the module of the system's SQLite: the header of the installed SQLite. `AppleRules.sqlite`
// lists the functions that it has and the SQLite of iOS 17 lacks.
#pragma once
#include <sqlite3.h>
