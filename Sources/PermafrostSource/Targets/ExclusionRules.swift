/// The rules for ignoring files that don't belong to a target.
struct ExclusionRules {
    /// Whether files that don't belong to a target are ignored, keyed by folder. The value also applies to
    /// subfolders that don't have their own value.
    private var folders: [String: Bool] = [:]
    /// The folders outside the ``TargetList/folder`` of a target's list that directly contain files of the target.
    /// Other files directly in these folders are ignored if they don't belong to a target.
    private var shared: Set<String> = []

    init(_ lists: [TargetList]) {
        for list in lists where list.excludesUnlistedFiles {
            folders[list.folder] = folders[list.folder] ?? true
            for file in list.targets.flatMap(\.files) where !RelativePath.holds(list.folder, file) {
                shared.insert(RelativePath.folder(of: file))
            }
        }
        for list in lists where list.failure != nil { folders[list.folder] = false }
    }

    /// Returns whether a file is ignored if it doesn't belong to a target.
    func excludes(_ path: String) -> Bool {
        guard !folders.isEmpty else { return false }
        var folder = RelativePath.folder(of: path)
        if shared.contains(folder), !folder.isEmpty { return true }
        while true {
            if let decision = folders[folder] { return decision }
            if folder.isEmpty { return false }
            folder = RelativePath.folder(of: folder)
        }
    }
}
