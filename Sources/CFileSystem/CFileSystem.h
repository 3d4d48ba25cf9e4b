// Linux's rename with flags, and its extended attributes, which glibc's Swift overlay does not show.
#pragma once

#if defined(__linux__)
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

/// Fails with EEXIST where the target exists.
static const unsigned int PERMAFROST_RENAME_NOREPLACE = 1;
/// Exchanges the two paths, which must both exist.
static const unsigned int PERMAFROST_RENAME_EXCHANGE = 2;

static inline int permafrost_rename(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags) {
    return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}

/// Makes an empty file share the blocks of another one until one of the two is written to. Fails where the file system has no
/// such thing.
static inline int permafrost_clone(int source, int target) {
    return ioctl(target, _IOW(0x94, 9, int), source);
}

/// The names of a file's extended attributes, each with its NUL; how many bytes they have if there is no room for any.
static inline ssize_t permafrost_list_attributes(const char *path, void *names, size_t size) {
    return listxattr(path, (char *)names, size);
}

/// The value of an extended attribute; how many bytes it has if there is no room for any.
static inline ssize_t permafrost_get_attribute(const char *path, const char *name, void *value, size_t size) {
    return getxattr(path, name, value, size);
}

/// The same names, of a file that is open.
static inline ssize_t permafrost_list_attributes_of_open(int descriptor, void *names, size_t size) {
    return flistxattr(descriptor, (char *)names, size);
}

/// The same value, of a file that is open.
static inline ssize_t permafrost_get_attribute_of_open(int descriptor, const char *name, void *value, size_t size) {
    return fgetxattr(descriptor, name, value, size);
}

static inline int permafrost_set_attribute(int descriptor, const char *name, const void *value, size_t size) {
    return fsetxattr(descriptor, name, value, size, 0);
}
#endif
