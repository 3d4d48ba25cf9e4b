#define _GNU_SOURCE
#include "CallFaults.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define FAULT_LIMIT 64

static struct {
    int is_used;
    enum call_fault_call call;
    char pattern[512];
    int error;
    int hits;
} faults[FAULT_LIMIT];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/// How many faults there are: without any, a call costs one load more.
static atomic_int fault_count;

int call_fault_add(enum call_fault_call call, const char *pattern, int error) {
    int number = -1;
    pthread_mutex_lock(&lock);
    for (int index = 0; index < FAULT_LIMIT && number < 0; index++) {
        if (faults[index].is_used || strlen(pattern) >= sizeof(faults[index].pattern)) continue;
        faults[index].is_used = 1;
        faults[index].call = call;
        strcpy(faults[index].pattern, pattern);
        faults[index].error = error;
        faults[index].hits = 0;
        atomic_fetch_add(&fault_count, 1);
        number = index;
    }
    pthread_mutex_unlock(&lock);
    return number;
}

int call_fault_remove(int number) {
    pthread_mutex_lock(&lock);
    faults[number].is_used = 0;
    int hits = faults[number].hits;
    atomic_fetch_sub(&fault_count, 1);
    pthread_mutex_unlock(&lock);
    return hits;
}

/// The error that a call is to fail with; 0 for none.
static int error_of(enum call_fault_call call, const char *path) {
    int error = 0;
    pthread_mutex_lock(&lock);
    for (int index = 0; index < FAULT_LIMIT && !error; index++) {
        if (!faults[index].is_used || faults[index].call != call) continue;
        if (fnmatch(faults[index].pattern, path, 0) != 0) continue;
        faults[index].hits++;
        error = faults[index].error;
    }
    pthread_mutex_unlock(&lock);
    return error;
}

static int error_of_descriptor(enum call_fault_call call, int descriptor) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof(link), "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof(path) - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return error_of(call, path);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define FAIL_IF(error, result)   \
    do {                         \
        int code = (error);      \
        if (code) {              \
            errno = code;        \
            return result;       \
        }                        \
    } while (0)

int open(const char *path, int flags, ...) {
    static __typeof__(&open) real;
    if (!real) real = REAL(open);
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = va_arg(arguments, mode_t);
    va_end(arguments);
    if (atomic_load(&fault_count)) FAIL_IF(error_of(CALL_FAULT_OPEN, path), -1);
    return real(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    static __typeof__(&open64) real;
    if (!real) real = REAL(open64);
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = va_arg(arguments, mode_t);
    va_end(arguments);
    if (atomic_load(&fault_count)) FAIL_IF(error_of(CALL_FAULT_OPEN, path), -1);
    return real(path, flags, mode);
}

DIR *opendir(const char *path) {
    static __typeof__(&opendir) real;
    if (!real) real = REAL(opendir);
    if (atomic_load(&fault_count)) FAIL_IF(error_of(CALL_FAULT_OPENDIR, path), NULL);
    return real(path);
}

int unlink(const char *path) {
    static __typeof__(&unlink) real;
    if (!real) real = REAL(unlink);
    if (atomic_load(&fault_count)) FAIL_IF(error_of(CALL_FAULT_UNLINK, path), -1);
    return real(path);
}

int link(const char *path, const char *other) {
    static __typeof__(&link) real;
    if (!real) real = REAL(link);
    if (atomic_load(&fault_count)) FAIL_IF(error_of(CALL_FAULT_LINK, path), -1);
    return real(path, other);
}

int linkat(int folder, const char *path, int other_folder, const char *other, int flags) {
    static __typeof__(&linkat) real;
    if (!real) real = REAL(linkat);
    if (atomic_load(&fault_count)) FAIL_IF(error_of(CALL_FAULT_LINK, path), -1);
    return real(folder, path, other_folder, other, flags);
}

int fsync(int descriptor) {
    static __typeof__(&fsync) real;
    if (!real) real = REAL(fsync);
    if (atomic_load(&fault_count)) FAIL_IF(error_of_descriptor(CALL_FAULT_SYNC, descriptor), -1);
    return real(descriptor);
}

int fdatasync(int descriptor) {
    static __typeof__(&fdatasync) real;
    if (!real) real = REAL(fdatasync);
    if (atomic_load(&fault_count)) FAIL_IF(error_of_descriptor(CALL_FAULT_SYNC, descriptor), -1);
    return real(descriptor);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    static __typeof__(&write) real;
    if (!real) real = REAL(write);
    if (atomic_load(&fault_count)) FAIL_IF(error_of_descriptor(CALL_FAULT_WRITE, descriptor), -1);
    return real(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    static __typeof__(&pwrite) real;
    if (!real) real = REAL(pwrite);
    if (atomic_load(&fault_count)) FAIL_IF(error_of_descriptor(CALL_FAULT_WRITE, descriptor), -1);
    return real(descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    static __typeof__(&pwrite64) real;
    if (!real) real = REAL(pwrite64);
    if (atomic_load(&fault_count)) FAIL_IF(error_of_descriptor(CALL_FAULT_WRITE, descriptor), -1);
    return real(descriptor, bytes, count, offset);
}
