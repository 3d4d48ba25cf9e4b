import PermafrostSource

/// What there is to know of how a project's targets were read, a line each.
struct TargetNotes {
    let texts: [String]

    /// - Parameter reference: the commit whose sources were read, as it was called; nil for the files of today.
    init(_ targets: ProjectDeclarations.ProjectTargets, at reference: String? = nil) {
        let place = reference.map { "at \($0), " } ?? ""
        texts = targets.notes.map { "permafrost: " + place + Self.words($0) }
    }

    private static func words(_ note: ProjectDeclarations.ProjectTargets.Note) -> String {
        switch note {
        case .filesOfNoTarget(let count, let first):
            let names = first.joined(separator: ", ") + (count > first.count ? " and \(count - first.count) more" : "")
            return "\(Counted("Swift file", count)) \(count == 1 ? "is" : "are") in no target and not read: \(names)"
        case .unreadable(let file, let reason):
            return "the targets of \(file) can't be read (\(reason)), so all Swift files in its folder are read"
        case .missingAtCommit(let target):
            return "there is no target \(target), so all targets are read"
        }
    }
}
