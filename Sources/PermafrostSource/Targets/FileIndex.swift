import PermafrostModel

/// A project's Swift files, for lookups by path or folder. If no path matches exactly, a lookup ignores case, as
/// the default file systems of Apple's platforms do.
struct FileIndex: Sendable {
    /// The files' sorted paths, relative to the project.
    let paths: [String]
    private let exact: [String: Int]
    private let folded: [String: Int]
    /// The paths that symbolic links lead to, keyed by the link's path.
    private let links: [String: String]
    /// The paths that targets contain, although they aren't files that are read: links to files outside of the project,
    /// and folders that are skipped.
    let unread: Set<String>

    init(_ paths: [String], links: [String: String] = [:], unread: Set<String> = []) {
        self.links = links
        self.unread = unread
        let sorted = paths.sortedByCodeUnit()
        self.paths = sorted
        exact = Dictionary(sorted.enumerated().map { ($1, $0) }) { first, _ in first }
        folded = Dictionary(sorted.enumerated().map { ($1.lowercased(), $0) }) { first, _ in first }
    }

    /// Returns the indexed path that matches a path, or nil if no file matches.
    func path(_ path: String) -> String? {
        if let found = (exact[path] ?? folded[path.lowercased()]).map({ paths[$0] }) { return found }
        if unread.contains(path) { return path }
        guard !links.isEmpty, let place = resolved(path), place != path else { return nil }
        return exact[place].map { paths[$0] }
    }

    /// Returns a path without symbolic links, or nil if the links don't end.
    private func resolved(_ path: String) -> String? {
        var path = path
        for _ in 0..<40 {
            guard let link = links.keys.first(where: { RelativePath.holds($0, path) }), let place = links[link] else {
                return path
            }
            path = place + path.dropFirst(link.count)
        }
        return nil
    }

    /// Returns the paths of the files in a folder and its subfolders. An empty path means the project's folder.
    func below(_ folder: String) -> [String] {
        guard !links.isEmpty || !unread.isEmpty else { return real(below: folder) }
        var found: [String] = []
        var seen: Set<String> = []
        var open = [resolved(folder) ?? folder]
        while let next = open.popLast() {
            guard seen.insert(next).inserted else { continue }
            found += real(below: next) + unread.filter { RelativePath.holds(next, $0) }
            for (link, place) in links where RelativePath.holds(next, link) {
                if let file = exact[place] { found.append(paths[file]) } else { open.append(place) }
            }
        }
        return Set(found).sortedByCodeUnit()
    }

    private func real(below folder: String) -> [String] {
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
