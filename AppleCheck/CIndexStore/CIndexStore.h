// The part of the interface of the toolchain's libIndexStore that the check uses. The library is loaded from the
// toolchain at run time. The types below are the types of its functions.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *data;
    size_t length;
} IndexString;

/// Opens a store. An error is stored in the second argument if it is not null.
typedef void *(*IndexStoreCreate)(const char *path, void **error);
/// Disposes of a store, a reader, or an error.
typedef void (*IndexDispose)(void *object);
/// Returns the text of an error.
typedef const char *(*IndexErrorText)(void *error);
/// Calls a function with the name of each unit of a store, until the function returns false.
typedef bool (*IndexUnits)(
    void *store, unsigned sorted, void *context, bool (*apply)(void *context, IndexString name));
/// Opens a unit or a record of a store by its name.
typedef void *(*IndexReaderCreate)(void *store, const char *name, void **error);
/// Returns a string of a reader, a dependency, or a symbol.
typedef IndexString (*IndexText)(void *object);
/// Calls a function with each dependency, occurrence, or relation of a reader or an occurrence, until the function
/// returns false.
typedef bool (*IndexElements)(void *object, void *context, bool (*apply)(void *context, void *element));
/// Returns the kind of a dependency: 1 for a unit, 2 for a record, 3 for a file.
typedef int (*IndexKind)(void *dependency);
/// Returns the symbol of an occurrence.
typedef void *(*IndexSymbol)(void *occurrence);
/// Returns the roles of an occurrence: bit 2 is set for a reference, bit 8 if the compiler added it.
typedef uint64_t (*IndexRoles)(void *occurrence);
/// Returns the location of an occurrence.
typedef void (*IndexPlace)(void *occurrence, unsigned *line, unsigned *column);
