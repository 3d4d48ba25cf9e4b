// Linux system calls that Swift's Glibc module doesn't provide: renames with flags, clones, and extended attributes.
//
// Each function returns -1 if it fails. The error number is then in errno.
#pragma once

#if defined(__linux__)
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

/// The flag for a rename that fails with EEXIST if the target exists.
static const unsigned int PERMAFROST_RENAME_NOREPLACE = 1;
/// The flag for a rename that exchanges the items at two paths. Both must exist.
static const unsigned int PERMAFROST_RENAME_EXCHANGE = 2;

/// Renames an item in an open folder to a name in another open folder. The flags are PERMAFROST_RENAME_NOREPLACE or
/// PERMAFROST_RENAME_EXCHANGE.
static inline int permafrost_rename(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags) {
    return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}

/// Makes an open empty file share the blocks of another open file until one of the files is written to. Fails if the
/// file system doesn't support this.
static inline int permafrost_clone(int source, int target) {
    return ioctl(target, _IOW(0x94, 9, int), source);
}

/// Writes the names of a file's extended attributes to the buffer, each followed by a NUL. Returns the number of bytes.
/// If the size is 0, writes nothing and returns the required size.
static inline ssize_t permafrost_list_attributes(const char *path, void *names, size_t size) {
    return listxattr(path, (char *)names, size);
}

/// Writes the value of a file's extended attribute to the buffer, and returns the number of bytes. If the size is 0,
/// writes nothing and returns the required size.
static inline ssize_t permafrost_get_attribute(const char *path, const char *name, void *value, size_t size) {
    return getxattr(path, name, value, size);
}

/// Does the same as permafrost_list_attributes for an open file.
static inline ssize_t permafrost_list_attributes_of_open(int descriptor, void *names, size_t size) {
    return flistxattr(descriptor, (char *)names, size);
}

/// Does the same as permafrost_get_attribute for an open file.
static inline ssize_t permafrost_get_attribute_of_open(int descriptor, const char *name, void *value, size_t size) {
    return fgetxattr(descriptor, name, value, size);
}

/// Sets an extended attribute of an open file. Replaces the value if the attribute exists.
static inline int permafrost_set_attribute(int descriptor, const char *name, const void *value, size_t size) {
    return fsetxattr(descriptor, name, value, size, 0);
}
#endif
