import PermafrostModel

/// The file contents and names that the result of reading a commit depends on. Another commit has the same result if it
/// has the same paths, and if ``areEqual(of:_:_:)`` returns true for each changed file.
///
/// Most commits only change files that aren't parsed. Such a file affects the result only through its first scan: its
/// keywords, and the names that it declares or extends.
struct ReadDependencies {
    /// The number of times that each file's bytes or parsed contents were used, keyed by path. A file's first scan
    /// doesn't count.
    private var uses: [String: Int] = [:]
    /// The ``FileScan/NameHash`` of each name whose declarations and extensions were searched for.
    private var names: Set<UInt64> = []

    mutating func didUse(_ path: String) { uses[path, default: 0] += 1 }
    mutating func didScan(_ path: String) { uses[path, default: 0] -= 1 }
    mutating func didSearch(for names: Set<UInt64>) { self.names.formUnion(names) }

    /// Returns whether the result stays the same if a file's contents change.
    ///
    /// - Parameters:
    ///   - old: the first scan of the contents that were read, or nil if the file wasn't scanned.
    ///   - new: a closure that returns the first scan of the new contents.
    func areEqual(of path: String, _ old: FileScan?, _ new: () -> FileScan) -> Bool {
        guard uses[path, default: 0] == 0 else { return false }
        guard let old else { return true }
        guard old.parsed == nil else { return false }
        let new = new()
        func searched(_ hashes: [UInt64]) -> Set<UInt64> { names.intersection(hashes) }
        return new.parsed == nil && old.problem == new.problem && old.summary.seeds == new.summary.seeds
            && old.summary.isForeignEncoding == new.summary.isForeignEncoding
            && searched(old.summary.declared) == searched(new.summary.declared)
            && searched(old.summary.extended) == searched(new.summary.extended)
    }
}
