#ifndef SYSTEM_CALLS_H
#define SYSTEM_CALLS_H

#include <stddef.h>
#include <stdint.h>

/// The requests that a process makes to the system about files. They can be recorded, made to fail, or interrupted by
/// the end of the process.
///
/// The functions of the same names in SystemCalls.c replace those of the C library, for the program that links them and
/// for every library that it loads, including SQLite and Foundation. Writes to mapped memory aren't seen. In these
/// tests only SQLite's -shm is written in this way; it doesn't survive a loss of power, and is left out.
enum system_call {
    CALL_OPEN = 1,
    CALL_OPENDIR,
    CALL_READ,
    /// `write` and similar calls.
    CALL_WRITE,
    /// `sendfile`, `copy_file_range`, and the request to share another file's blocks.
    CALL_COPY,
    CALL_TRUNCATE,
    /// `fallocate`, which can make a file longer.
    CALL_ALLOCATE,
    /// `fsync`, `fdatasync` and `sync_file_range`.
    CALL_SYNC,
    /// `rename` and similar calls, unless two names are exchanged.
    CALL_RENAME,
    /// `renameat2` if two names are exchanged.
    CALL_EXCHANGE,
    /// `link` and `linkat`.
    CALL_LINK,
    CALL_SYMLINK,
    CALL_UNLINK,
    CALL_MAKE_FOLDER,
    CALL_REMOVE_FOLDER,
    /// Permissions, owner, times and extended attributes.
    CALL_ATTRIBUTES,
    /// A mark, not a call: the text given to `observation_mark`.
    CALL_MARK,
    /// `lstat`, which can fail by its path and is never recorded.
    CALL_STATUS
};

// MARK: Failures by path

/// Makes calls fail from now on if their path matches a pattern, as `fnmatch` matches.
///
/// Returns the failure's number, or -1 if there are too many at once.
int call_failure_add(enum system_call call, const char *pattern, int error);

/// Ends a failure. Returns the number of calls that it made fail.
int call_failure_remove(int number);

// MARK: Observation of a folder

/// The fate of a call.
enum call_fate {
    FATE_NONE,
    /// The call fails with an error, and does nothing.
    FATE_FAIL,
    /// The call and every later call of its kind fail.
    FATE_FAIL_ON,
    /// The call writes or reads half of the bytes, and succeeds.
    FATE_SHORT,
    /// The process is killed before the call.
    FATE_KILL_BEFORE,
    /// The process is killed after half of the bytes are written.
    FATE_KILL_HALF,
    /// The process is killed after the call.
    FATE_KILL_AFTER
};

/// The header of a record. The path, the other path and the data follow it, without a NUL.
struct call_record {
    uint32_t call;
    /// 0 if the call succeeded, otherwise its error.
    int32_t error;
    /// The inode of the call's file, after the call.
    uint64_t inode;
    /// The position of the data, or a file's new size.
    int64_t offset;
    /// Whether the call created the file, or opened it for writing.
    uint32_t was_made;
    uint32_t is_writing;
    /// Whether SQLite's library made the call. Only known for syncs.
    uint32_t is_of_sqlite;
    uint32_t path_length;
    uint32_t other_length;
    uint64_t data_length;
};

/// Numbers and records, from now on, the calls about a folder and its contents. Numbers begin with 1.
///
/// - folder: its path, without symbolic links.
/// - keeps_records: whether the calls are recorded, with the bytes that are written.
/// - number: the call that has the fate; 0 for none.
/// - only: the kind of calls that are counted; 0 for every kind.
/// - error: the error of `FATE_FAIL` and `FATE_FAIL_ON`.
///
/// Returns the observation's number, or -1 if there are too many at once.
int observation_begin(
    const char *folder, int keeps_records, long number, int only, enum call_fate fate, int error);

/// Records a mark between two calls.
void observation_mark(int observation, const char *text);

/// Returns the number of calls so far.
long observation_count(int observation);

/// Returns the kind of the call that had the fate, or 0 if it was not reached.
enum system_call observation_hit(int observation);

/// Returns the path of that call, or an empty string if it was not reached.
const char *observation_hit_path(int observation);

/// Returns the records so far. They are valid until the observation ends.
const uint8_t *observation_records(int observation, size_t *length);

/// Turns this thread's syncs off or on again. If they are off, they don't reach the disk, but they are counted and can
/// fail.
void syncs_skip(int are_skipped);

/// Makes this thread's clock jump months ahead and back each time that the time of day is read, or makes it run
/// normally. Clocks that count from the system's start aren't affected. `PERMAFROST_CALLS_CLOCK` does this for a
/// complete process.
void clock_jump(int jumps);

/// Ends an observation.
void observation_end(int observation);

/// Gives the calling thread, and the threads that it starts, their own working folder.
///
/// Returns 0, or -1 with `errno`.
int enter_own_folder(const char *path);

#endif
