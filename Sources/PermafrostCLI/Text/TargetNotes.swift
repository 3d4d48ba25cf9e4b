import PermafrostSource

/// Notes about a project's targets, such as the Swift files that don't belong to any target. Each note is one line.
struct TargetNotes {
    let texts: [String]

    /// Creates the notes about the targets that were found in a project's sources.
    ///
    /// - Parameter reference: the tag, branch or commit that the sources are from; nil for the current files.
    init(_ targets: ProjectTargets, at reference: String? = nil) {
        let place = reference.map { "at \($0), " } ?? ""
        texts = targets.notes.map { "permafrost: " + place + Self.message($0) }
    }

    private static func message(_ note: ProjectTargets.Note) -> String {
        switch note {
        case .filesOfNoTarget(let count, let first, let folders):
            let names = first.joined(separator: ", ") + (count > first.count ? " and \(count - first.count) more" : "")
            return "ignored \(Counted("Swift file", count)) outside of any target: \(names)"
                + (folders.isEmpty
                    ? ""
                    : ". If an app is in \(folders.prefix(3).joined(separator: " or ")), specify the folder with --project")
        case .unreadable(let file, let reason):
            return "can't read the targets of \(file) (\(reason)), so all Swift files in its folder are read"
        case .missingAtCommit(let target):
            return "there is no target \(target), so all targets are read"
        }
    }
}
