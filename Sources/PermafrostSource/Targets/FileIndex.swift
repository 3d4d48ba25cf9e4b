import PermafrostModel

/// The Swift files of a project, found by path or by folder. Where none is written as asked for, letter case is passed over,
/// as the usual file systems of Apple's platforms do.
struct FileIndex: Sendable {
    /// The paths, relative to the project, sorted.
    let paths: [String]
    private let exact: [String: Int]
    private let folded: [String: Int]

    init(_ paths: [String]) {
        let sorted = paths.sortedByCodeUnit()
        self.paths = sorted
        exact = Dictionary(sorted.enumerated().map { ($1, $0) }) { first, _ in first }
        folded = Dictionary(sorted.enumerated().map { ($1.lowercased(), $0) }) { first, _ in first }
    }

    /// The file of a path.
    func path(_ path: String) -> String? {
        (exact[path] ?? folded[path.lowercased()]).map { paths[$0] }
    }

    /// The files below a folder; all for the project's own folder, which has an empty path.
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
    /// The first index whose element fulfils a condition that all later ones fulfil, too.
    fileprivate func partitioningIndex(_ condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
