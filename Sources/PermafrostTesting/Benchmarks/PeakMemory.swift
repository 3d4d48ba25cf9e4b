import Foundation

#if canImport(Darwin)
    import Darwin
#endif

/// The most memory that the process has held since the value was made (on Linux), or since it started (elsewhere).
struct PeakMemory {
    init() {
        #if os(Linux)
            // Resets the mark; where that is refused the mark is the process's own.
            try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        #endif
    }

    /// The resident memory at its most, in bytes; nil if the system does not say.
    var bytes: Int? {
        #if os(Linux)
            let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
            return line?.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }.first.map { $0 * 1024 }
        #elseif canImport(Darwin)
            var usage = rusage()
            return getrusage(RUSAGE_SELF, &usage) == 0 ? Int(usage.ru_maxrss) : nil
        #else
            return nil
        #endif
    }
}
