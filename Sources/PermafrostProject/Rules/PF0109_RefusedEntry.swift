import PermafrostModel

/// PF0109: The fixture tree contains an entry that Permafrost doesn't read: a symbolic link, a special file, or a
/// folder whose name can't be the name of a version.
struct RefusedEntry: ProjectRule {
    static let needs: Set<Fact> = [.entries]
    static let page = RulePage(
        code: "PF0109", name: "RefusedEntry", severity: .error, gates: [.check],
        summary: "The fixture tree contains a symbolic link, a special file, or a folder with an unsafe name.",
        failure: """
            Permafrost ignores the link, file or folder, so an edit of a fixture in it goes unnoticed. A link could \
            point to a file outside the fixture tree.
            """,
        fix: """
            Replace a link with the file or folder that it points to. If a folder's name is unsafe, rename the folder \
            to a version's name, such as 2.0.0. Remove a special file, such as a socket.
            """,
        reads: ["the entries of the fixture tree"],
        source: .contract("the fixture tree contains only fixtures"))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.entries.map { refused in
            Finding(Self.page, Self.message(refused), at: refused.location)
        }
    }

    private static func message(_ refused: UnreadEntry) -> Finding.Message {
        let start = "\(refused.entry) in the fixture tree"
        return switch refused.kind {
        case .symbolicLink:
            .init(
                what: "\(start) is a symbolic link, so Permafrost doesn't read it",
                fix: "Replace the link with the file or folder that it points to")
        case .directory:
            .init(
                what: "\(start) can't be the name of a version, so Permafrost doesn't read the folder",
                fix: "Give the folder the name of a version, such as 2.0.0, or remove the folder from the tree")
        default:
            .init(
                what: "\(start) is neither a file nor a folder, so Permafrost doesn't read it",
                fix: "Remove this item from the fixture tree")
        }
    }
}
