#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A hidden folder in which a fixture is made: `.permafrost-partial-<process>-<number>`.
package struct PartialFolder {
    package let path: String

    private static let prefix = ".permafrost-partial-"

    /// Makes an empty folder of this process's own.
    package init(in parent: String) throws {
        var number = 0
        while true {
            let candidate = "\(parent)/\(Self.prefix)\(getpid())-\(number)"
            if mkdir(candidate, 0o755) == 0 {
                path = candidate
                return
            }
            guard errno == EEXIST else { throw FileError.last(.createDirectory, candidate) }
            number += 1
        }
    }

    /// Removes the folders that processes left behind which are no longer there.
    package static func removeStale(in parent: String) throws {
        for name in try FileAccess.list(parent) where name.hasPrefix(prefix) {
            let process = name.dropFirst(prefix.count).prefix { $0 != "-" }
            guard let process = Int32(process), process != getpid(), kill(process, 0) != 0, errno == ESRCH else {
                continue
            }
            try FileAccess.removeDirectory(parent + "/" + name)
        }
    }
}
