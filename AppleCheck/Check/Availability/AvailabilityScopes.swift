import Foundation

/// The parts of a file that may use newer platform versions: declarations with `@available`, and code that runs after
/// `#available`.
///
/// Braces are counted outside comments and string literals. An attribute applies to the next block in braces, even if
/// the declaration with the attribute has no braces.
struct AvailabilityScopes {
    private struct Scope {
        let lines: ClosedRange<Int>
        let versions: [String: Version]
    }

    private var scopes: [Scope] = []

    init(_ text: String) {
        guard text.contains("available") else { return }
        var scanner = Scanner(text)
        scanner.run()
        scopes = scanner.scopes
    }

    /// Returns the platform versions that are guaranteed at a line, keyed by platform.
    func versions(atLine line: Int) -> [String: Version] {
        scopes.filter { $0.lines.contains(line) }.reduce(into: [:]) { versions, scope in
            versions.merge(scope.versions) { max($0, $1) }
        }
    }

    private struct Scanner {
        let bytes: [UInt8]
        var index = 0
        var line = 1
        var scopes: [Scope] = []
        /// The open braces: the first line of each scope, and the versions it adds.
        var open: [(line: Int, versions: [String: Version])] = []
        /// The versions that the next declaration or block adds, and the line of the condition.
        var pending: (line: Int, versions: [String: Version])?
        /// Whether the pending versions apply after the next block, as for `guard`.
        var isGuard = false

        init(_ text: String) { bytes = Array(text.utf8) }

        mutating func run() {
            while index < bytes.count {
                switch bytes[index] {
                case UInt8(ascii: "\n"):
                    line += 1
                    index += 1
                case UInt8(ascii: "/") where starts("//"): skipLine()
                case UInt8(ascii: "/") where starts("/*"): skipComment()
                case UInt8(ascii: "\""): skipString()
                case UInt8(ascii: "@") where starts("@available("): readCondition("@available(", isGuard: false)
                case UInt8(ascii: "#") where starts("#available("):
                    readCondition("#available(", isGuard: isAfterGuard)
                case UInt8(ascii: "{"):
                    open.append((pending?.line ?? line, isGuard ? [:] : pending?.versions ?? [:]))
                    if !isGuard { pending = nil }
                    index += 1
                case UInt8(ascii: "}"):
                    close()
                    index += 1
                default: index += 1
                }
            }
            while !open.isEmpty { close() }
        }

        private mutating func close() {
            if let scope = open.popLast(), !scope.versions.isEmpty {
                scopes.append(Scope(lines: scope.line...line, versions: scope.versions))
            }
            guard isGuard, let versions = pending?.versions else { return }
            // Apply to the rest of the block around the guard.
            pending = nil
            isGuard = false
            if let around = open.popLast() {
                open.append((around.line, around.versions.merging(versions) { max($0, $1) }))
            }
        }

        private func starts(_ text: StaticString) -> Bool {
            let count = text.utf8CodeUnitCount
            guard index + count <= bytes.count else { return false }
            return text.withUTF8Buffer { $0.elementsEqual(bytes[index..<index + count]) }
        }

        /// Whether `guard` precedes this place in its line.
        private var isAfterGuard: Bool {
            let start = bytes[..<index].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            return String(decoding: bytes[start..<index], as: UTF8.self).contains("guard ")
        }

        private mutating func readCondition(_ prefix: String, isGuard: Bool) {
            let start = index + prefix.utf8.count
            let end = bytes[start...].firstIndex(of: UInt8(ascii: ")")) ?? bytes.count
            var versions = pending?.versions ?? [:]
            for item in String(decoding: bytes[start..<end], as: UTF8.self).split(separator: ",") {
                let words = item.split(whereSeparator: \.isWhitespace).map(String.init)
                let numbers = words.last?.split(separator: ".").compactMap { Int($0) } ?? []
                if words.count == 2, let major = numbers.first {
                    versions[words[0]] = Version(major, numbers.count > 1 ? numbers[1] : 0)
                }
            }
            pending = (pending?.line ?? line, versions)
            self.isGuard = isGuard
            index = end
        }

        private mutating func skipLine() {
            while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
        }

        private mutating func skipComment() {
            while index < bytes.count, !starts("*/") {
                if bytes[index] == UInt8(ascii: "\n") { line += 1 }
                index += 1
            }
            index += 2
        }

        private mutating func skipString() {
            let isLong = starts("\"\"\"")
            index += isLong ? 3 : 1
            while index < bytes.count {
                if bytes[index] == UInt8(ascii: "\\") {
                    index += 2
                } else if isLong ? starts("\"\"\"") : bytes[index] == UInt8(ascii: "\"") {
                    index += isLong ? 3 : 1
                    return
                } else {
                    if bytes[index] == UInt8(ascii: "\n") {
                        line += 1
                        if !isLong { return }
                    }
                    index += 1
                }
            }
        }
    }
}
