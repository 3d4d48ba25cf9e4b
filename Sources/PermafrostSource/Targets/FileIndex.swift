import PermafrostModel

/// A project's Swift files, for lookups by path or folder. If no path matches exactly, a lookup ignores case, as
/// the default file systems of Apple's platforms do.
struct FileIndex: Sendable {
    /// The files' sorted paths, relative to the project.
    let paths: [String]
    private let exact: [String: Int]
    private let folded: [String: Int]

    init(_ paths: [String]) {
        let sorted = paths.sortedByCodeUnit()
        self.paths = sorted
        exact = Dictionary(sorted.enumerated().map { ($1, $0) }) { first, _ in first }
        folded = Dictionary(sorted.enumerated().map { ($1.lowercased(), $0) }) { first, _ in first }
    }

    /// Returns the indexed path that matches a path, or nil if no file matches.
    func path(_ path: String) -> String? {
        (exact[path] ?? folded[path.lowercased()]).map { paths[$0] }
    }

    /// Returns the paths of the files in a folder and its subfolders. An empty path means the project's folder.
    func below(_ folder: String) -> [String] {
        guard !folder.isEmpty else { return paths }
        let prefix = folder + "/"
        let start = paths.partitioningIndex { !CodeUnitOrder.isBefore($0, prefix) }
        let found = paths[start...].prefix { $0.utf8.starts(with: prefix.utf8) }
        guard found.isEmpty else { return Array(found) }
        let lower = prefix.lowercased()
        return paths.filter { $0.lowercased().hasPrefix(lower) }
    }
}

extension Array {
    /// Returns the index of the first element that satisfies the condition, or the array's count if none does. The
    /// array must be sorted so that all later elements also satisfy the condition.
    fileprivate func partitioningIndex(_ condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
