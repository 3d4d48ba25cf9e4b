import Foundation
import PermafrostStore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The limit on the number of files that this process can open.
///
/// Foundation and Dispatch end the process if they can't open the files for a child process or a queue. To report an
/// error instead, call ``prepare()`` before the program starts child processes or uses queues.
package enum OpenFileLimit {
    /// The number of additional files that the process must be able to open. A command, its threads and its child
    /// processes never open more at once.
    package static let needed = 64
    /// The soft limit that ``prepare()`` sets if the current one is lower. macOS starts programs with 256.
    private static let wanted: rlim_t = 1024

    /// Raises the limit to 1024 or as far as the system allows, unless it is already higher. Then checks that
    /// ``needed`` more files can be opened. On Linux, also closes inherited descriptors above the limit.
    ///
    /// - Throws: ``OpenFileLimit/Failure`` if the files can't be opened.
    package static func prepare() throws(OpenFileLimit.Failure) {
        let limit = raised()
        #if os(Linux)
            closeInherited(from: limit)
        #endif
        let free = free(upTo: needed)
        guard free >= needed else { throw OpenFileLimit.Failure(limit: limit, free: free, needed: needed) }
    }

    /// Raises the soft limit to ``wanted``, or to the hard limit if that is lower. Doesn't change a higher soft limit.
    ///
    /// - Returns: the soft limit that is now in effect, or `Int.max` if it can't be read.
    private static func raised() -> Int {
        #if os(Linux) && canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource: Int32 = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return Int.max }
        if limit.rlim_cur < wanted {
            let old = limit
            limit.rlim_cur = min(wanted, limit.rlim_max)
            if setrlimit(resource, &limit) != 0 { limit = old }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// Returns the number of files that can still be opened, up to the given count.
    private static func free(upTo count: Int) -> Int {
        var descriptors: [Int32] = []
        defer { for descriptor in descriptors { close(descriptor) } }
        while descriptors.count < count {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { break }
            descriptors.append(descriptor)
        }
        return descriptors.count
    }

    #if os(Linux)
        /// Closes inherited descriptors that exceed the limit. Otherwise, Foundation couldn't start a child process,
        /// because it closes every descriptor and fails if one exceeds the limit.
        private static func closeInherited(from limit: Int) {
            guard limit < Int(Int32.max), let folder = opendir("/proc/self/fd") else { return }
            var inherited: [Int32] = []
            while let entry = readdir(folder) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                        String(cString: $0)
                    }
                }
                if let number = Int32(name), number >= limit { inherited.append(number) }
            }
            closedir(folder)
            for descriptor in inherited { close(descriptor) }
        }
    #endif
}

extension OpenFileLimit {
    /// The error for a process that can't open enough files.
    package struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The number of files that the process can have open at once.
        package let limit: Int
        /// The number of files that the process can still open.
        package let free: Int
        /// The number of files that the process needs.
        package let needed: Int

        /// A description of the problem and its fix.
        package var description: String {
            "too many files are open: this process can have \(limit) open at once (ulimit -n) and can open \(free) more, but needs "
                + "\(needed). Raise the limit with ulimit -n 1024, or close files in the program that starts this one"
        }
    }
}
