#ifndef SYSTEM_CALLS_H
#define SYSTEM_CALLS_H

#include <stddef.h>
#include <stdint.h>

/// What a process asks of the system about files: recorded, made to fail, or cut short by the process's end.
///
/// The functions of the same names in SystemCalls.c stand before those of the C library, for the program that links them and
/// for every library that it loads, SQLite and Foundation included. What a program maps into memory is not seen; nothing that
/// these tests run writes in this way but SQLite's -shm, which no loss of power outlasts and which is left out.
enum system_call {
    CALL_OPEN = 1,
    CALL_OPENDIR,
    CALL_READ,
    /// `write` and its kin.
    CALL_WRITE,
    /// `sendfile`, `copy_file_range`, and the request to share another file's blocks.
    CALL_COPY,
    CALL_TRUNCATE,
    /// `fallocate`, which can make a file longer.
    CALL_ALLOCATE,
    /// `fsync`, `fdatasync` and `sync_file_range`.
    CALL_SYNC,
    /// `rename` and its kin, unless two names change places.
    CALL_RENAME,
    /// `renameat2` by which two names change places.
    CALL_EXCHANGE,
    /// `link` and `linkat`.
    CALL_LINK,
    CALL_SYMLINK,
    CALL_UNLINK,
    CALL_MAKE_FOLDER,
    CALL_REMOVE_FOLDER,
    /// Permissions, owner, times and extended attributes.
    CALL_ATTRIBUTES,
    /// No call: what `observation_mark` was given.
    CALL_MARK,
    /// `lstat`, which fails by its path and is never recorded.
    CALL_STATUS
};

// MARK: Failures by path

/// From now on a call fails whose path matches a pattern, as `fnmatch` has it.
///
/// Returns the failure's number, or -1 if there are too many at once.
int call_failure_add(enum system_call call, const char *pattern, int error);

/// Ends a failure; returns how many calls it made fail.
int call_failure_remove(int number);

// MARK: Observation of a folder

/// What becomes of one call.
enum call_fate {
    FATE_NONE,
    /// It fails with an error, and nothing is done.
    FATE_FAIL,
    /// It and every later call of its kind fails.
    FATE_FAIL_ON,
    /// It writes or reads half of the bytes, and succeeds.
    FATE_SHORT,
    /// The process is killed before the call.
    FATE_KILL_BEFORE,
    /// The process is killed once half of the bytes are written.
    FATE_KILL_HALF,
    /// The process is killed after the call.
    FATE_KILL_AFTER
};

/// The head of a record; the path, the other path and the data follow it, without NUL.
struct call_record {
    uint32_t call;
    /// 0 where the call succeeded, else its error.
    int32_t error;
    /// The file that a call is about, as the system numbers it after the call.
    uint64_t inode;
    /// Where data go, or a file's new size.
    int64_t offset;
    /// Whether the call made the file, or opened it to write.
    uint32_t was_made;
    uint32_t is_writing;
    /// Whether SQLite's library made the call; known of syncs.
    uint32_t is_of_sqlite;
    uint32_t path_length;
    uint32_t other_length;
    uint64_t data_length;
};

/// From now on the calls about a folder and what is in it are numbered, from 1, and recorded.
///
/// - folder: its path, without symbolic links.
/// - keeps_records: whether they are recorded, with the bytes that are written.
/// - number: the call whose fate is given; 0 for none.
/// - only: the kind of the calls that are counted; 0 for every kind.
/// - error: the error of `FATE_FAIL` and `FATE_FAIL_ON`.
///
/// Returns the observation's number, or -1 if there are too many at once.
int observation_begin(
    const char *folder, int keeps_records, long number, int only, enum call_fate fate, int error);

/// Records a mark between two calls.
void observation_mark(int observation, const char *text);

/// How many calls there were.
long observation_count(int observation);

/// The kind of the call that had its fate; 0 if it was not reached.
enum system_call observation_hit(int observation);

/// The path of that call; empty if it was not reached.
const char *observation_hit_path(int observation);

/// The records so far. They are valid until the observation ends.
const uint8_t *observation_records(int observation, size_t *length);

/// From now on this thread's syncs reach no disk, or do again. They are counted, and fail, as before.
void syncs_skip(int are_skipped);

/// From now on this thread's clock goes months ahead and back, each time that the time of day is asked for; or it goes as it
/// did. What counts from the system's start goes on. `PERMAFROST_CALLS_CLOCK` says so of all of a process.
void clock_jump(int jumps);

/// Ends an observation.
void observation_end(int observation);

/// Gives the calling thread, and those that it starts, a working folder of their own.
///
/// Returns 0, or -1 with `errno`.
int enter_own_folder(const char *path);

#endif
