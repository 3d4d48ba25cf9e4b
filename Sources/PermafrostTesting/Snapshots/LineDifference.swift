/// The lines that differ between two strings, with up to three unchanged lines before and after each change.
struct LineDifference {
    /// Lines that start with `-` if they were removed, with `+` if they were added, or with a space. `…` replaces
    /// omitted lines. Empty if the strings are equal.
    let text: String

    /// The maximum number of unchanged lines to show before and after each change.
    private static let context = 3
    /// The maximum number of lines in the result. An additional line contains the number of omitted changed lines, if
    /// any.
    private static let limit = 80
    /// The maximum number of lines to compare individually, from the first to the last difference. If either string has
    /// more, all of these lines are reported as changed.
    private static let searchLimit = 4000

    init(from old: String, to new: String) {
        let oldLines = old.split(separator: "\n", omittingEmptySubsequences: false)
        let newLines = new.split(separator: "\n", omittingEmptySubsequences: false)
        let start = zip(oldLines, newLines).prefix { $0 == $1 }.count
        let rest = min(oldLines.count, newLines.count) - start
        let end = zip(oldLines.reversed(), newLines.reversed()).prefix(rest).prefix { $0 == $1 }.count
        let removed = Array(oldLines[start..<(oldLines.count - end)])
        let added = Array(newLines[start..<(newLines.count - end)])
        guard !removed.isEmpty || !added.isEmpty else {
            text = ""
            return
        }
        let before = oldLines[max(0, start - Self.context)..<start].map { "  " + $0 }
        let after = oldLines[(oldLines.count - end)...].prefix(Self.context).map { "  " + $0 }
        let lines = before + Self.changes(removed, added) + after
        let shown = Self.shortened(lines)
        text = shown.joined(separator: "\n")
    }

    private static func changes(_ removed: [Substring], _ added: [Substring]) -> [String] {
        guard removed.count <= searchLimit, added.count <= searchLimit else {
            return removed.map { "- " + $0 } + added.map { "+ " + $0 }
        }
        var gone: Set<Int> = []
        var new: Set<Int> = []
        for change in added.difference(from: removed) {
            switch change {
            case .remove(let offset, _, _): gone.insert(offset)
            case .insert(let offset, _, _): new.insert(offset)
            }
        }
        var lines: [String] = []
        var (left, right) = (0, 0)
        while left < removed.count || right < added.count {
            if gone.contains(left) {
                lines.append("- " + removed[left])
                left += 1
            } else if new.contains(right) {
                lines.append("+ " + added[right])
                right += 1
            } else {
                lines.append("  " + removed[left])
                left += 1
                right += 1
            }
        }
        return lines
    }

    /// Replaces lines that aren't near a change with `…`, and lines beyond the limit with the number of changed lines
    /// among them.
    private static func shortened(_ lines: [String]) -> [String] {
        let changed = lines.indices.filter { !lines[$0].hasPrefix("  ") }
        var near: Set<Int> = []
        for index in changed { near.formUnion((index - context)...(index + context)) }
        var shown: [String] = []
        var isGap = false
        for (index, line) in lines.enumerated() {
            guard near.contains(index) else {
                if !isGap { shown.append("  …") }
                isGap = true
                continue
            }
            isGap = false
            shown.append(line)
        }
        guard shown.count > limit else { return shown }
        let more = shown.dropFirst(limit).count { !$0.hasPrefix("  ") }
        return shown.prefix(limit) + ["  … and \(more) more changed lines"]
    }
}
