/// The folders whose files of no target are left out.
struct GovernedFolders {
    /// Whether a file of no target in a folder, or below it, is left out.
    private var folders: [String: Bool] = [:]
    /// Folders outside a project file's own in which it has files: what else lies in them, and not below, is left out.
    private var shared: Set<String> = []

    init(_ lists: [TargetList]) {
        for list in lists where list.isInCharge {
            folders[list.folder] = folders[list.folder] ?? true
            for file in list.targets.flatMap(\.files) where !RelativePath.holds(list.folder, file) {
                shared.insert(RelativePath.folder(of: file))
            }
        }
        for list in lists where list.failure != nil { folders[list.folder] = false }
    }

    /// Whether a file of no target is left out.
    func leavesOut(_ path: String) -> Bool {
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
