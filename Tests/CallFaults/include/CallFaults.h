#ifndef CALL_FAULTS_H
#define CALL_FAULTS_H

/// System calls that a test can make fail in its own process, by the paths that they are about.
///
/// The functions of the same names in CallFaults.c stand before those of the C library, for the program that links them and
/// for every library that it loads, SQLite and Foundation included.
enum call_fault_call {
    CALL_FAULT_OPEN,
    CALL_FAULT_OPENDIR,
    /// `fsync` and `fdatasync`.
    CALL_FAULT_SYNC,
    /// `write` and `pwrite`.
    CALL_FAULT_WRITE,
    CALL_FAULT_UNLINK,
    /// `link` and `linkat`, by the path that is given another name.
    CALL_FAULT_LINK
};

/// From now on a call fails whose path matches a pattern, as `fnmatch` has it.
///
/// Returns the fault's number, or -1 if there are too many at once.
int call_fault_add(enum call_fault_call call, const char *pattern, int error);

/// Ends a fault; returns how many calls it made fail.
int call_fault_remove(int number);

#endif
