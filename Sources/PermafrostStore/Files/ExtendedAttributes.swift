import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import CFileSystem
    import Glibc
#elseif canImport(Musl)
    import CFileSystem
    import Musl
#endif

/// The extended attributes that users and apps set on a file. On Linux, their names begin with `user.`. On Darwin,
/// these are all attributes whose names don't begin with `com.apple.system.`, such as `com.apple.quarantine`.
///
/// It isn't an error if a volume doesn't support extended attributes. Such a volume has no attributes to copy, and
/// attributes that it can't store are skipped.
package struct ExtendedAttributes: Sendable, Equatable {
    /// The values of the attributes, keyed by attribute name.
    package let values: [String: [UInt8]]

    package init(_ values: [String: [UInt8]]) {
        self.values = values
    }

    /// Creates a value with the attributes of the item at a path, following symbolic links. Throws a ``FileError`` if
    /// the attributes can't be read.
    package init(of path: String) throws {
        try self.init(path, list: { Self.list(path, $0, $1) }, get: { Self.get(path, $0, $1, $2) })
    }

    /// Creates a value with the attributes of an open file. Throws a ``FileError`` if the attributes can't be read.
    init(of descriptor: Int32, _ path: String) throws {
        try self.init(path, list: { Self.list(descriptor, $0, $1) }, get: { Self.get(descriptor, $0, $1, $2) })
    }

    private init(
        _ path: String, list: (UnsafeMutableRawPointer?, Int) -> Int,
        get: (String, UnsafeMutableRawPointer?, Int) -> Int
    ) throws {
        let names = try Self.bytes(path, list) ?? []
        var values: [String: [UInt8]] = [:]
        for part in names.split(separator: 0) {
            let name = String(decoding: part, as: UTF8.self)
            guard Self.isCopied(name) else { continue }
            // Skip an attribute that was removed after the listing.
            values[name] = try Self.bytes(path) { get(name, $0, $1) }
        }
        self.values = values
    }

    /// Sets these attributes on an open file, and keeps its other attributes. Skips attributes that the volume doesn't
    /// support and, on Darwin, attributes that this process isn't allowed to set. Throws a ``FileError`` if setting an
    /// attribute fails for another reason.
    package func apply(to descriptor: Int32, _ path: String) throws {
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard Self.set(descriptor, name, value) != 0 else { continue }
            if Self.unsupported.contains(errno) { return }
            // Some of the system's own attributes can't be set.
            if !Self.isLinux, errno == EPERM || errno == EACCES { continue }
            throw FileError.last(.setAttributes, path)
        }
    }

    private static let unsupported: Set<Int32> = [ENOTSUP, EOPNOTSUPP, ENOSYS]

    /// Sets one attribute of a file or folder. Throws a ``FileError`` with the code `ENOTSUP` if the volume doesn't
    /// support extended attributes.
    ///
    /// - Parameter name: the attribute's name without the prefix `user.`, which Linux requires.
    package static func set(_ name: String, _ value: String, at path: String) throws(FileError) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError.last(.open, path) }
        defer { close(descriptor) }
        guard set(descriptor, fullName(name), Array(value.utf8)) != 0 else { return }
        throw unsupported.contains(errno)
            ? FileError(operation: .setAttributes, path: path, code: ENOTSUP) : FileError.last(.setAttributes, path)
    }

    /// Returns the value of one attribute of the item at a path. Returns nil if the item doesn't have it, or if the
    /// volume doesn't support extended attributes. Throws a ``FileError`` if the attribute can't be read.
    package static func value(of name: String, at path: String) throws -> String? {
        try bytes(path) { get(path, fullName(name), $0, $1) }.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func fullName(_ name: String) -> String { isLinux ? "user." + name : name }

    /// Returns the bytes that a system call writes to its buffer. Returns nil if the attribute doesn't exist, or if the
    /// volume doesn't support attributes.
    ///
    /// - Parameter call: a closure that performs the system call with a buffer and the buffer's size. It returns the
    ///   required size if the buffer is nil.
    private static func bytes(
        _ path: String, _ call: (UnsafeMutableRawPointer?, Int) -> Int
    ) throws -> [UInt8]? {
        while true {
            let size = call(nil, 0)
            if size == 0 { return [] }
            var count = -1
            var result: [UInt8] = []
            if size > 0 {
                result = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
                    count = call(buffer.baseAddress, size)
                    initialized = max(0, count)
                }
                if count >= 0 { return result }
            }
            if unsupported.contains(errno) || errno == absent { return nil }
            // The attribute has grown since its size was read.
            guard errno == ERANGE else { throw FileError.last(.read, path) }
        }
    }

    #if canImport(Darwin)
        private static let isLinux = false
        private static let absent = ENOATTR

        private static func isCopied(_ name: String) -> Bool { !name.hasPrefix("com.apple.system.") }

        private static func list(_ path: String, _ buffer: UnsafeMutableRawPointer?, _ size: Int) -> Int {
            listxattr(path, buffer?.assumingMemoryBound(to: CChar.self), size, 0)
        }

        private static func get(
            _ path: String, _ name: String, _ buffer: UnsafeMutableRawPointer?, _ size: Int
        ) -> Int {
            getxattr(path, name, buffer, size, 0, 0)
        }

        private static func list(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ size: Int) -> Int {
            flistxattr(descriptor, buffer?.assumingMemoryBound(to: CChar.self), size, 0)
        }

        private static func get(
            _ descriptor: Int32, _ name: String, _ buffer: UnsafeMutableRawPointer?, _ size: Int
        ) -> Int {
            fgetxattr(descriptor, name, buffer, size, 0, 0)
        }

        private static func set(_ descriptor: Int32, _ name: String, _ value: [UInt8]) -> Int32 {
            fsetxattr(descriptor, name, value, value.count, 0, 0)
        }
    #else
        private static let isLinux = true
        private static let absent = ENODATA

        private static func isCopied(_ name: String) -> Bool { name.hasPrefix("user.") }

        private static func list(_ path: String, _ buffer: UnsafeMutableRawPointer?, _ size: Int) -> Int {
            permafrost_list_attributes(path, buffer, size)
        }

        private static func get(
            _ path: String, _ name: String, _ buffer: UnsafeMutableRawPointer?, _ size: Int
        ) -> Int {
            permafrost_get_attribute(path, name, buffer, size)
        }

        private static func list(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ size: Int) -> Int {
            permafrost_list_attributes_of_open(descriptor, buffer, size)
        }

        private static func get(
            _ descriptor: Int32, _ name: String, _ buffer: UnsafeMutableRawPointer?, _ size: Int
        ) -> Int {
            permafrost_get_attribute_of_open(descriptor, name, buffer, size)
        }

        private static func set(_ descriptor: Int32, _ name: String, _ value: [UInt8]) -> Int32 {
            permafrost_set_attribute(descriptor, name, value, value.count)
        }
    #endif
}
