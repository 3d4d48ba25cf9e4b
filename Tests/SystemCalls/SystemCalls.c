#define _GNU_SOURCE
#include "SystemCalls.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <linux/fs.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#define FAILURE_LIMIT 64
#define OBSERVATION_LIMIT 32

// MARK: State

static struct {
    int is_used;
    enum system_call call;
    char pattern[512];
    int error;
    int hits;
} failures[FAILURE_LIMIT];

static struct observation {
    int is_used;
    int keeps_records;
    char folder[PATH_MAX];
    size_t folder_length;
    long count;
    long number;
    int only;
    enum call_fate fate;
    int error;
    enum system_call hit;
    char hit_path[PATH_MAX];
    uint8_t *records;
    size_t length;
    size_t capacity;
    /// Held during a call, so that the records have the order of the calls.
    pthread_mutex_t lock;
} observations[OBSERVATION_LIMIT];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/// The number of failures and observations. If there are none, a call costs one more load.
static atomic_int watch_count;
/// Whether this thread is already in a call. Some functions of the C library make other calls.
static _Thread_local int is_inside;
/// Whether this thread's syncs don't reach the disk.
static _Thread_local int skips_syncs;
/// Whether the clock jumps, for this thread or for all.
static _Thread_local int clock_jumps;
static int clock_jumps_for_all;

int call_failure_add(enum system_call call, const char *pattern, int error) {
    int number = -1;
    pthread_mutex_lock(&lock);
    for (int index = 0; index < FAILURE_LIMIT && number < 0; index++) {
        if (failures[index].is_used || strlen(pattern) >= sizeof(failures[index].pattern)) continue;
        failures[index].is_used = 1;
        failures[index].call = call;
        strcpy(failures[index].pattern, pattern);
        failures[index].error = error;
        failures[index].hits = 0;
        atomic_fetch_add(&watch_count, 1);
        number = index;
    }
    pthread_mutex_unlock(&lock);
    return number;
}

int call_failure_remove(int number) {
    pthread_mutex_lock(&lock);
    failures[number].is_used = 0;
    int hits = failures[number].hits;
    atomic_fetch_sub(&watch_count, 1);
    pthread_mutex_unlock(&lock);
    return hits;
}

int observation_begin(
    const char *folder, int keeps_records, long number, int only, enum call_fate fate, int error) {
    int found = -1;
    size_t length = strlen(folder);
    if (length == 0 || length >= PATH_MAX) return -1;
    pthread_mutex_lock(&lock);
    for (int index = 0; index < OBSERVATION_LIMIT && found < 0; index++) {
        struct observation *own = &observations[index];
        if (own->is_used) continue;
        memset(own, 0, sizeof(*own));
        pthread_mutex_init(&own->lock, NULL);
        strcpy(own->folder, folder);
        own->folder_length = length;
        own->keeps_records = keeps_records;
        own->number = number;
        own->only = only;
        own->fate = fate;
        own->error = error;
        own->is_used = 1;
        atomic_fetch_add(&watch_count, 1);
        found = index;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

long observation_count(int observation) { return observations[observation].count; }

enum system_call observation_hit(int observation) { return observations[observation].hit; }

const char *observation_hit_path(int observation) { return observations[observation].hit_path; }

const uint8_t *observation_records(int observation, size_t *length) {
    *length = observations[observation].length;
    return observations[observation].records;
}

void observation_end(int observation) {
    pthread_mutex_lock(&lock);
    free(observations[observation].records);
    observations[observation].records = NULL;
    observations[observation].is_used = 0;
    atomic_fetch_sub(&watch_count, 1);
    pthread_mutex_unlock(&lock);
}

/// Begins the observation that the environment requests: `NUMBER FATE` is the call at which the process must end.
__attribute__((constructor)) static void begin_by_environment(void) {
    const char *folder = getenv("PERMAFROST_CALLS_FOLDER"), *fate = getenv("PERMAFROST_CALLS_FATE");
    long number = 0;
    int kind = 0;
    clock_jumps_for_all = getenv("PERMAFROST_CALLS_CLOCK") != NULL;
    if (folder && fate && sscanf(fate, "%ld %d", &number, &kind) == 2) observation_begin(folder, 0, number, 0, kind, 0);
}

// MARK: Records

static void append(struct observation *own, const void *bytes, size_t count) {
    if (own->length + count > own->capacity) {
        size_t capacity = (own->length + count) * 2;
        uint8_t *records = realloc(own->records, capacity);
        if (!records) abort();
        own->records = records;
        own->capacity = capacity;
    }
    if (count) memcpy(own->records + own->length, bytes, count);
    own->length += count;
}

void observation_mark(int observation, const char *text) {
    struct observation *own = &observations[observation];
    struct call_record record = {.call = CALL_MARK, .path_length = strlen(text)};
    pthread_mutex_lock(&own->lock);
    append(own, &record, sizeof(record));
    append(own, text, record.path_length);
    pthread_mutex_unlock(&own->lock);
}

/// A call, from before it is made until after.
struct made_call {
    enum system_call call;
    struct observation *observation;
    int descriptor;
    int was_absent;
    int is_writing;
    /// The address that made the call; NULL if it isn't needed.
    const void *caller;
    int64_t offset;
    const void *data;
    /// The number of bytes that the call may transfer, and afterwards the number that it did.
    size_t size;
    enum call_fate fate;
    char path[PATH_MAX];
    char other[PATH_MAX];
};

#define REAL(name)                          \
    static __typeof__(&name) real;          \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

/// Sets an absolute path without repeated slashes, as far as it can be found without reading links.
static void set_path(char *result, int folder, const char *path) {
    char whole[PATH_MAX * 2];
    if (path[0] == '/') {
        snprintf(whole, sizeof(whole), "%s", path);
    } else if (folder == AT_FDCWD) {
        if (!getcwd(whole, PATH_MAX)) whole[0] = 0;
        size_t length = strlen(whole);
        snprintf(whole + length, sizeof(whole) - length, "/%s", path);
    } else {
        char link[64];
        snprintf(link, sizeof(link), "/proc/self/fd/%d", folder);
        ssize_t length = readlink(link, whole, PATH_MAX);
        if (length < 0) length = 0;
        snprintf(whole + length, sizeof(whole) - length, "/%s", path);
    }
    size_t length = 0;
    for (const char *next = whole; *next && length < PATH_MAX - 1; next++) {
        if (*next == '/' && length && result[length - 1] == '/') continue;
        if (next[0] == '.' && (next[1] == '/' || !next[1]) && length && result[length - 1] == '/') continue;
        result[length++] = *next;
    }
    if (length > 1 && result[length - 1] == '/') length--;
    result[length] = 0;
}

static void set_path_of_descriptor(char *result, int descriptor) {
    char link[64];
    snprintf(link, sizeof(link), "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, result, PATH_MAX - 1);
    result[length < 0 ? 0 : length] = 0;
}

static int has_ending(const char *path, const char *ending) {
    size_t length = strlen(path), count = strlen(ending);
    return length >= count && strcmp(path + length - count, ending) == 0;
}

static int is_observed(const struct observation *own, const char *path) {
    return strncmp(path, own->folder, own->folder_length) == 0
        && (path[own->folder_length] == 0 || path[own->folder_length] == '/')
        && !has_ending(path, "-shm") && !has_ending(path, "-shm (deleted)");
}

/// Returns whether a call fails by its path, with the error in `errno`. The lock must be held.
static int fails(enum system_call call, const char *path) {
    for (int index = 0; index < FAILURE_LIMIT; index++) {
        if (!failures[index].is_used || failures[index].call != call) continue;
        if (fnmatch(failures[index].pattern, path, 0) != 0) continue;
        failures[index].hits++;
        errno = failures[index].error;
        return 1;
    }
    return 0;
}

/// Returns whether the call must be made. If not, `errno` has the error.
static int begin(struct made_call *call) {
    pthread_mutex_lock(&lock);
    if (fails(call->call, call->path)) {
        pthread_mutex_unlock(&lock);
        return 0;
    }
    struct observation *own = NULL;
    for (int index = 0; index < OBSERVATION_LIMIT && !own; index++) {
        if (!observations[index].is_used) continue;
        if (is_observed(&observations[index], call->path)
            || (call->other[0] && is_observed(&observations[index], call->other)))
            own = &observations[index];
    }
    pthread_mutex_unlock(&lock);
    if (!own) return 1;
    pthread_mutex_lock(&own->lock);
    call->observation = own;
    int is_counted = !own->only || own->only == (int)call->call;
    if (is_counted) own->count++;
    int is_reached = is_counted && own->fate != FATE_NONE
        && (own->count == own->number
            || (own->fate == FATE_FAIL_ON && own->count > own->number && own->hit == call->call));
    if (is_reached) {
        own->hit = call->call;
        snprintf(own->hit_path, sizeof(own->hit_path), "%s", call->path);
        call->fate = own->fate;
        if (own->fate == FATE_KILL_BEFORE) kill(getpid(), SIGKILL);
        if (own->fate == FATE_FAIL || own->fate == FATE_FAIL_ON) {
            errno = own->error;
            pthread_mutex_unlock(&own->lock);
            return 0;
        }
        if ((own->fate == FATE_SHORT || own->fate == FATE_KILL_HALF) && call->size > 1) call->size /= 2;
    }
    struct stat status;
    if (call->call == CALL_OPEN) call->was_absent = lstat(call->path, &status) != 0;
    is_inside++;
    return 1;
}

static int is_of_sqlite(const void *caller) {
    Dl_info library;
    return caller && dladdr(caller, &library) && library.dli_fname && strstr(library.dli_fname, "libsqlite3") != NULL;
}

/// Records a call that was made, and its result.
static void end(struct made_call *call, ssize_t result) {
    struct observation *own = call->observation;
    if (!own) return;
    int error = result < 0 ? errno : 0;
    if (own->keeps_records) {
        struct stat status;
        memset(&status, 0, sizeof(status));
        if (call->descriptor >= 0) {
            fstat(call->descriptor, &status);
        } else if (!error) {
            lstat(call->other[0] ? call->other : call->path, &status);
        }
        ssize_t result_of_data = result;
        int has_data = (call->call == CALL_WRITE || call->call == CALL_COPY) && !error;
        if (call->call == CALL_SYMLINK && !error) {
            has_data = 1;
            result_of_data = call->size;
        }
        if (call->call == CALL_ATTRIBUTES && call->data && !error) {
            has_data = 1;
            result_of_data = call->size;
        }
        struct call_record record = {
            .call = call->call,
            .error = error,
            .inode = status.st_ino,
            .offset = call->offset,
            .was_made = call->was_absent && !error,
            .is_writing = call->is_writing,
            .is_of_sqlite = is_of_sqlite(call->caller),
            .path_length = strlen(call->path),
            .other_length = strlen(call->other),
            .data_length = has_data ? (uint64_t)result_of_data : 0,
        };
        append(own, &record, sizeof(record));
        append(own, call->path, record.path_length);
        append(own, call->other, record.other_length);
        if (has_data) append(own, call->data, result_of_data);
    }
    if (call->fate == FATE_KILL_HALF || call->fate == FATE_KILL_AFTER) kill(getpid(), SIGKILL);
    is_inside--;
    pthread_mutex_unlock(&own->lock);
    if (error) errno = error;
}

static int is_watched(void) { return atomic_load(&watch_count) && !is_inside; }

#define CALL_AT(kind, folder, name)                                       \
    struct made_call call = {.call = (kind), .descriptor = -1};           \
    set_path(call.path, (folder), (name))
#define CALL_ON(kind, number)                                             \
    struct made_call call = {.call = (kind), .descriptor = (number)};     \
    set_path_of_descriptor(call.path, (number))
#define MAKE(expression)                  \
    do {                                  \
        if (!begin(&call)) return -1;     \
        __typeof__(expression) result = (expression); \
        end(&call, result);               \
        return result;                    \
    } while (0)

// MARK: Opening

#define MODE_OF(flags)                                                    \
    mode_t mode = 0;                                                      \
    if ((flags) & (O_CREAT | O_TMPFILE)) {                                \
        va_list arguments;                                                \
        va_start(arguments, flags);                                       \
        mode = va_arg(arguments, mode_t);                                 \
        va_end(arguments);                                                \
    }

#define OPENED(folder, path, flags, expression)                           \
    CALL_AT(CALL_OPEN, folder, path);                                     \
    call.is_writing = ((flags) & O_ACCMODE) != O_RDONLY;                  \
    if (!begin(&call)) return -1;                                         \
    int result = (expression);                                            \
    if (result >= 0) call.descriptor = result;                            \
    call.offset = ((flags) & O_TRUNC) ? 0 : -1;                           \
    end(&call, result);                                                   \
    return result

int open(const char *path, int flags, ...) {
    REAL(open);
    MODE_OF(flags);
    if (!is_watched()) return real(path, flags, mode);
    OPENED(AT_FDCWD, path, flags, real(path, flags, mode));
}

int open64(const char *path, int flags, ...) {
    REAL(open64);
    MODE_OF(flags);
    if (!is_watched()) return real(path, flags, mode);
    OPENED(AT_FDCWD, path, flags, real(path, flags, mode));
}

int openat(int folder, const char *path, int flags, ...) {
    REAL(openat);
    MODE_OF(flags);
    if (!is_watched()) return real(folder, path, flags, mode);
    OPENED(folder, path, flags, real(folder, path, flags, mode));
}

int openat64(int folder, const char *path, int flags, ...) {
    REAL(openat64);
    MODE_OF(flags);
    if (!is_watched()) return real(folder, path, flags, mode);
    OPENED(folder, path, flags, real(folder, path, flags, mode));
}

int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

int mkstemp(char *path) {
    REAL(mkstemp);
    if (!is_watched()) return real(path);
    CALL_AT(CALL_OPEN, AT_FDCWD, path);
    call.is_writing = 1;
    if (!begin(&call)) return -1;
    int result = real(path);
    // The name is known only now.
    set_path(call.path, AT_FDCWD, path);
    call.offset = -1;
    if (result >= 0) call.descriptor = result;
    end(&call, result);
    return result;
}

DIR *opendir(const char *path) {
    REAL(opendir);
    if (!is_watched()) return real(path);
    CALL_AT(CALL_OPENDIR, AT_FDCWD, path);
    if (!begin(&call)) return NULL;
    DIR *result = real(path);
    end(&call, result ? 0 : -1);
    return result;
}

DIR *fdopendir(int descriptor) {
    REAL(fdopendir);
    if (!is_watched()) return real(descriptor);
    CALL_ON(CALL_OPENDIR, descriptor);
    if (!begin(&call)) return NULL;
    DIR *result = real(descriptor);
    end(&call, result ? 0 : -1);
    return result;
}

// MARK: Reading and writing

static off_t position(int descriptor) { return lseek(descriptor, 0, SEEK_CUR); }

/// The position of a write that specifies none.
static off_t place_to_write(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    struct stat status;
    if (flags >= 0 && flags & O_APPEND && fstat(descriptor, &status) == 0) return status.st_size;
    return position(descriptor);
}

#define TRANSFER(kind, bytes, count, place, expression)                   \
    CALL_ON(kind, descriptor);                                            \
    call.data = bytes;                                                    \
    call.size = count;                                                    \
    call.offset = place;                                                  \
    MAKE(expression)

ssize_t read(int descriptor, void *bytes, size_t count) {
    REAL(read);
    if (!is_watched()) return real(descriptor, bytes, count);
    TRANSFER(CALL_READ, NULL, count, -1, real(descriptor, bytes, call.size));
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
    REAL(pread);
    if (!is_watched()) return real(descriptor, bytes, count, offset);
    TRANSFER(CALL_READ, NULL, count, offset, real(descriptor, bytes, call.size, offset));
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
    REAL(pread64);
    if (!is_watched()) return real(descriptor, bytes, count, offset);
    TRANSFER(CALL_READ, NULL, count, offset, real(descriptor, bytes, call.size, offset));
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    REAL(write);
    if (!is_watched()) return real(descriptor, bytes, count);
    TRANSFER(CALL_WRITE, bytes, count, place_to_write(descriptor), real(descriptor, bytes, call.size));
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    REAL(pwrite);
    if (!is_watched()) return real(descriptor, bytes, count, offset);
    TRANSFER(CALL_WRITE, bytes, count, offset, real(descriptor, bytes, call.size, offset));
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    REAL(pwrite64);
    if (!is_watched()) return real(descriptor, bytes, count, offset);
    TRANSFER(CALL_WRITE, bytes, count, offset, real(descriptor, bytes, call.size, offset));
}

/// Writes the first piece that isn't empty. Callers must expect that not all pieces are written.
static ssize_t write_first(int descriptor, const struct iovec *pieces, int count, off_t offset, int has_offset) {
    for (int index = 0; index < count; index++) {
        if (pieces[index].iov_len == 0) continue;
        return has_offset ? pwrite(descriptor, pieces[index].iov_base, pieces[index].iov_len, offset)
                          : write(descriptor, pieces[index].iov_base, pieces[index].iov_len);
    }
    return 0;
}

ssize_t writev(int descriptor, const struct iovec *pieces, int count) {
    REAL(writev);
    if (!is_watched()) return real(descriptor, pieces, count);
    return write_first(descriptor, pieces, count, 0, 0);
}

ssize_t pwritev(int descriptor, const struct iovec *pieces, int count, off_t offset) {
    REAL(pwritev);
    if (!is_watched()) return real(descriptor, pieces, count, offset);
    return write_first(descriptor, pieces, count, offset, 1);
}

/// A copy that the system makes between two descriptors. The bytes are read once more to be recorded.
#define COPIED(source, target, source_place, count, expression)           \
    CALL_ON(CALL_COPY, target);                                           \
    off_t start = (source_place);                                         \
    call.size = count;                                                    \
    if (!begin(&call)) return -1;                                         \
    ssize_t result = (expression);                                        \
    void *bytes = NULL;                                                   \
    if (result > 0 && call.observation) {                                 \
        bytes = malloc(result);                                           \
        if (!bytes || pread(source, bytes, result, start) != result) abort(); \
    }                                                                     \
    call.data = bytes;                                                    \
    end(&call, result);                                                   \
    free(bytes);                                                          \
    return result

ssize_t sendfile(int target, int source, off_t *offset, size_t count) {
    REAL(sendfile);
    if (!is_watched()) return real(target, source, offset, count);
    off_t place = place_to_write(target);
    COPIED(source, target, offset ? *offset : position(source), count,
           (call.offset = place, real(target, source, offset, call.size)));
}

ssize_t sendfile64(int target, int source, off64_t *offset, size_t count) { return sendfile(target, source, offset, count); }

ssize_t copy_file_range(int source, off64_t *from, int target, off64_t *to, size_t count, unsigned int flags) {
    REAL(copy_file_range);
    if (!is_watched()) return real(source, from, target, to, count, flags);
    off_t place = to ? *to : position(target);
    COPIED(source, target, from ? *from : position(source), count,
           (call.offset = place, real(source, from, target, to, call.size, flags)));
}

int ioctl(int descriptor, unsigned long request, ...) {
    REAL(ioctl);
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    // Sharing blocks is optional for every caller. It is declined, so that the bytes are copied and recorded.
    if (request == FICLONE && is_watched()) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return real(descriptor, request, argument);
}

int ftruncate(int descriptor, off_t size) {
    REAL(ftruncate);
    if (!is_watched()) return real(descriptor, size);
    CALL_ON(CALL_TRUNCATE, descriptor);
    call.offset = size;
    MAKE(real(descriptor, size));
}

int ftruncate64(int descriptor, off64_t size) {
    REAL(ftruncate64);
    if (!is_watched()) return real(descriptor, size);
    CALL_ON(CALL_TRUNCATE, descriptor);
    call.offset = size;
    MAKE(real(descriptor, size));
}

int truncate(const char *path, off_t size) {
    REAL(truncate);
    if (!is_watched()) return real(path, size);
    CALL_AT(CALL_TRUNCATE, AT_FDCWD, path);
    call.offset = size;
    MAKE(real(path, size));
}

int fallocate(int descriptor, int mode, off_t offset, off_t count) {
    REAL(fallocate);
    if (!is_watched()) return real(descriptor, mode, offset, count);
    CALL_ON(CALL_ALLOCATE, descriptor);
    call.offset = offset + count;
    MAKE(real(descriptor, mode, offset, count));
}

int fsync(int descriptor) {
    REAL(fsync);
    if (!is_watched()) return skips_syncs ? 0 : real(descriptor);
    CALL_ON(CALL_SYNC, descriptor);
    call.caller = __builtin_return_address(0);
    MAKE(skips_syncs ? 0 : real(descriptor));
}

int fdatasync(int descriptor) {
    REAL(fdatasync);
    if (!is_watched()) return skips_syncs ? 0 : real(descriptor);
    CALL_ON(CALL_SYNC, descriptor);
    call.caller = __builtin_return_address(0);
    MAKE(skips_syncs ? 0 : real(descriptor));
}

// MARK: Names

int lstat(const char *path, struct stat *status) {
    REAL(lstat);
    if (!is_watched()) return real(path, status);
    char whole[PATH_MAX];
    set_path(whole, AT_FDCWD, path);
    pthread_mutex_lock(&lock);
    int is_failure = fails(CALL_STATUS, whole);
    pthread_mutex_unlock(&lock);
    return is_failure ? -1 : real(path, status);
}

int fstatat(int folder, const char *path, struct stat *status, int flags) {
    REAL(fstatat);
    if (!is_watched() || !(flags & AT_SYMLINK_NOFOLLOW)) return real(folder, path, status, flags);
    char whole[PATH_MAX];
    set_path(whole, folder, path);
    pthread_mutex_lock(&lock);
    int is_failure = fails(CALL_STATUS, whole);
    pthread_mutex_unlock(&lock);
    return is_failure ? -1 : real(folder, path, status, flags);
}

#define TWO_PATHS(kind, folder, path, other_folder, other_path)           \
    CALL_AT(kind, folder, path);                                          \
    set_path(call.other, other_folder, other_path)

int rename(const char *path, const char *other) {
    REAL(rename);
    if (!is_watched()) return real(path, other);
    TWO_PATHS(CALL_RENAME, AT_FDCWD, path, AT_FDCWD, other);
    MAKE(real(path, other));
}

int renameat(int folder, const char *path, int other_folder, const char *other) {
    REAL(renameat);
    if (!is_watched()) return real(folder, path, other_folder, other);
    TWO_PATHS(CALL_RENAME, folder, path, other_folder, other);
    MAKE(real(folder, path, other_folder, other));
}

int renameat2(int folder, const char *path, int other_folder, const char *other, unsigned int flags) {
    REAL(renameat2);
    if (!is_watched()) return real(folder, path, other_folder, other, flags);
    TWO_PATHS(flags & RENAME_EXCHANGE ? CALL_EXCHANGE : CALL_RENAME, folder, path, other_folder, other);
    MAKE(real(folder, path, other_folder, other, flags));
}

long syscall(long number, ...) {
    REAL(syscall);
    va_list list;
    va_start(list, number);
    long arguments[6];
    for (int index = 0; index < 6; index++) arguments[index] = va_arg(list, long);
    va_end(list);
    if (number == SYS_renameat2 && is_watched()) {
        return renameat2((int)arguments[0], (const char *)arguments[1], (int)arguments[2], (const char *)arguments[3],
                         (unsigned int)arguments[4]);
    }
    return real(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

int link(const char *path, const char *other) {
    REAL(link);
    if (!is_watched()) return real(path, other);
    TWO_PATHS(CALL_LINK, AT_FDCWD, path, AT_FDCWD, other);
    MAKE(real(path, other));
}

int linkat(int folder, const char *path, int other_folder, const char *other, int flags) {
    REAL(linkat);
    if (!is_watched()) return real(folder, path, other_folder, other, flags);
    TWO_PATHS(CALL_LINK, folder, path, other_folder, other);
    MAKE(real(folder, path, other_folder, other, flags));
}

int symlink(const char *target, const char *path) {
    REAL(symlink);
    if (!is_watched()) return real(target, path);
    CALL_AT(CALL_SYMLINK, AT_FDCWD, path);
    call.data = target;
    call.size = strlen(target);
    MAKE(real(target, path));
}

int unlink(const char *path) {
    REAL(unlink);
    if (!is_watched()) return real(path);
    CALL_AT(CALL_UNLINK, AT_FDCWD, path);
    MAKE(real(path));
}

int unlinkat(int folder, const char *path, int flags) {
    REAL(unlinkat);
    if (!is_watched()) return real(folder, path, flags);
    CALL_AT(flags & AT_REMOVEDIR ? CALL_REMOVE_FOLDER : CALL_UNLINK, folder, path);
    MAKE(real(folder, path, flags));
}

int remove(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISDIR(status.st_mode) ? rmdir(path) : unlink(path);
}

int mkdir(const char *path, mode_t mode) {
    REAL(mkdir);
    if (!is_watched()) return real(path, mode);
    CALL_AT(CALL_MAKE_FOLDER, AT_FDCWD, path);
    MAKE(real(path, mode));
}

int mkdirat(int folder, const char *path, mode_t mode) {
    REAL(mkdirat);
    if (!is_watched()) return real(folder, path, mode);
    CALL_AT(CALL_MAKE_FOLDER, folder, path);
    MAKE(real(folder, path, mode));
}

int rmdir(const char *path) {
    REAL(rmdir);
    if (!is_watched()) return real(path);
    CALL_AT(CALL_REMOVE_FOLDER, AT_FDCWD, path);
    MAKE(real(path));
}

// MARK: Attributes

int chmod(const char *path, mode_t mode) {
    REAL(chmod);
    if (!is_watched()) return real(path, mode);
    CALL_AT(CALL_ATTRIBUTES, AT_FDCWD, path);
    MAKE(real(path, mode));
}

int fchmod(int descriptor, mode_t mode) {
    REAL(fchmod);
    if (!is_watched()) return real(descriptor, mode);
    CALL_ON(CALL_ATTRIBUTES, descriptor);
    MAKE(real(descriptor, mode));
}

int fchown(int descriptor, uid_t user, gid_t group) {
    REAL(fchown);
    if (!is_watched()) return real(descriptor, user, group);
    CALL_ON(CALL_ATTRIBUTES, descriptor);
    MAKE(real(descriptor, user, group));
}

int fsetxattr(int descriptor, const char *name, const void *value, size_t size, int flags) {
    REAL(fsetxattr);
    if (!is_watched()) return real(descriptor, name, value, size, flags);
    CALL_ON(CALL_ATTRIBUTES, descriptor);
    // The record has the name, a NUL, and the value.
    char data[1024];
    size_t length = strlen(name) + 1;
    if (length + size <= sizeof(data)) {
        memcpy(data, name, length);
        memcpy(data + length, value, size);
        call.data = data;
        call.size = length + size;
    }
    MAKE(real(descriptor, name, value, size, flags));
}

// MARK: Time

void syncs_skip(int are_skipped) { skips_syncs = are_skipped; }

static _Thread_local unsigned jump_count;

void clock_jump(int jumps) {
    clock_jumps = jumps;
    jump_count = 0;
}

/// Returns the clock's current error in seconds: longer than anything is kept, alternately ahead and back.
static time_t jump(void) {
    static const time_t days[] = {0, 200, -200, 45, -45, 400};
    if (!clock_jumps && !clock_jumps_for_all) return 0;
    return days[jump_count++ % (sizeof(days) / sizeof(days[0]))] * 24 * 3600;
}

int clock_gettime(clockid_t clock, struct timespec *result) {
    REAL(clock_gettime);
    int code = real(clock, result);
    if (code == 0 && clock == CLOCK_REALTIME) result->tv_sec += jump();
    return code;
}

int gettimeofday(struct timeval *result, void *zone) {
    REAL(gettimeofday);
    int code = real(result, zone);
    if (code == 0) result->tv_sec += jump();
    return code;
}

time_t time(time_t *result) {
    REAL(time);
    time_t now = real(NULL) + jump();
    if (result) *result = now;
    return now;
}

int enter_own_folder(const char *path) {
    return unshare(CLONE_FS) == 0 ? chdir(path) : -1;
}
