// Linux's rename with flags, which glibc's Swift overlay does not show.
#pragma once

#if defined(__linux__)
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Fails with EEXIST where the target exists.
static const unsigned int PERMAFROST_RENAME_NOREPLACE = 1;
/// Exchanges the two paths, which must both exist.
static const unsigned int PERMAFROST_RENAME_EXCHANGE = 2;

static inline int permafrost_rename(const char *from, const char *to, unsigned int flags) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, flags);
}

/// Makes an empty file share the blocks of another one until one of the two is written to. Fails where the file system has no
/// such thing.
static inline int permafrost_clone(int source, int target) {
    return ioctl(target, _IOW(0x94, 9, int), source);
}
#endif
