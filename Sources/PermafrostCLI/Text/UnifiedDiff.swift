/// The difference between a file's old and new contents, in the format of `diff -u` and git.
struct UnifiedDiff {
    /// The lines of the diff, starting with the file names; empty if the old and new contents are equal. A line that
    /// ends with a carriage return in the file also ends with one here, so that `git apply` accepts the diff.
    let lines: [String]

    private static let contextLines = 3
    /// The line that follows the last line of a file that doesn't end with a line feed.
    private static let noNewline = "\\ No newline at end of file"

    private enum Line {
        case kept(Substring)
        case removed(Substring)
        case added(Substring)
    }

    /// Compares a file's old and new contents.
    ///
    /// - Parameter old: the old contents; nil for a new file.
    init(path: String, old: String?, new: String) {
        let all = Self.compare(Self.split(old ?? ""), Self.split(new))
        let changed = all.indices.filter { if case .kept = all[$0] { false } else { true } }
        guard !changed.isEmpty else {
            lines = []
            return
        }
        var result = ["--- \(old == nil ? "/dev/null" : "a/" + path)", "+++ b/\(path)"]
        var position = changed.startIndex
        while position < changed.endIndex {
            var end = position
            while end + 1 < changed.endIndex, changed[end + 1] - changed[end] <= 2 * Self.contextLines { end += 1 }
            let range =
                max(0, changed[position] - Self.contextLines)..<min(all.count, changed[end] + Self.contextLines + 1)
            result += Self.hunk(all, range)
            position = end + 1
        }
        lines = result.flatMap { line in
            line.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        }
    }

    /// Returns the lines of a file, without line feeds. If the last line has none, it is joined with ``noNewline``, so
    /// that it differs from the same line with a line feed.
    private static func split(_ text: String) -> [Substring] {
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Substring.init)
        if let last = lines.popLast(), !last.isEmpty { lines.append(last + "\n" + noNewline) }
        return lines
    }

    private static func compare(_ old: [Substring], _ new: [Substring]) -> [Line] {
        var removed: Set<Int> = []
        var added: Set<Int> = []
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var lines: [Line] = []
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            if left < old.count, removed.contains(left) {
                lines.append(.removed(old[left]))
                left += 1
            } else if right < new.count, added.contains(right) {
                lines.append(.added(new[right]))
                right += 1
            } else {
                lines.append(.kept(old[left]))
                (left, right) = (left + 1, right + 1)
            }
        }
        return lines
    }

    private static func hunk(_ all: [Line], _ range: Range<Int>) -> [String] {
        func count(_ lines: some Sequence<Line>, _ isOld: Bool) -> Int {
            lines.count { line in
                switch line {
                case .kept: true
                case .removed: isOld
                case .added: !isOld
                }
            }
        }
        let starts = [true, false].map { count(all[..<range.lowerBound], $0) }
        let counts = [true, false].map { count(all[range], $0) }
        let numbers = zip(starts, counts).map { start, count in "\(count == 0 ? start : start + 1),\(count)" }
        return ["@@ -\(numbers[0]) +\(numbers[1]) @@"]
            + all[range].map { line in
                switch line {
                case .kept(let text): " " + text
                case .removed(let text): "-" + text
                case .added(let text): "+" + text
                }
            }
    }
}
