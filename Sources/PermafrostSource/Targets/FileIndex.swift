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

/// Paths relative to a project's folder.
enum RelativePath {
    /// The longest path that is followed.
    private static let lengthLimit = 1024

    /// A path as seen from a folder, without `.` and `..`; nil if it leads out of the project.
    static func joining(_ folder: String, _ path: String) -> String? {
        guard !path.hasPrefix("/"), folder.utf8.count + path.utf8.count < lengthLimit else { return nil }
        var components = folder.split(separator: "/")
        for component in path.split(separator: "/") {
            switch component {
            case ".": break
            case "..": if components.popLast() == nil { return nil }
            default: components.append(component)
            }
        }
        return components.joined(separator: "/")
    }

    /// The folder that a path lies in; empty for the project's own.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// Whether a path is a folder, or lies below it.
    static func holds(_ folder: String, _ path: String) -> Bool {
        folder.isEmpty || path == folder || path.hasPrefix(folder + "/")
    }
}
