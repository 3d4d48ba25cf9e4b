import SwiftSyntax

/// The members that a shipped version's nested classes need from their extensions. The extensions themselves move to
/// the next version, together with the copies of the classes.
struct KeptExtensions {
    /// The extensions with only these members, and the places to insert them.
    private(set) var copies: [(path: String, offset: Int, text: String)] = []

    /// Finds the members in the extensions of the newest version's nested classes.
    ///
    /// - Parameter aliases: the other names of types, with the types.
    /// - Throws: `UnreadableFile` if a file can't be read or parsed.
    init(
        of current: VersionPieces, aliases: [String: String], plan: VersionPieces?, in sources: SourceSet,
        tests: SourcePaths
    ) throws {
        let classes = current.classes
        guard !classes.isEmpty else { return }
        let code = StageCode(of: plan)
        let aliases = aliases.filter { $0.value.hasPrefix(current.type + ".") }
        for path in try sources.paths(with: ["extension"]) where tests.holdsSource(path) {
            let file = try sources.file(path)
            for item in file.tree.statements {
                guard let node = item.item.as(ExtensionDeclSyntax.self) else { continue }
                let extended = node.extendedType.trimmedDescription
                let type = aliases[extended] ?? extended
                guard type.hasPrefix(current.type + "."),
                    let owner = classes[String(type.dropFirst(current.type.count + 1))]
                else { continue }
                let members = node.memberBlock.members.map { FrozenClass.Member(item: $0, file: file) }
                let frozen = FrozenClass(owner.node, in: owner.file, among: [], for: code, extensions: members)
                let kept = Array(node.memberBlock.members).filter(frozen.keeps).map {
                    "\n" + file.indentation(at: $0.bounds.lowerBound) + file.text($0)
                }
                guard !kept.isEmpty else { continue }
                let copy = "extension \(type) {" + kept.joined() + "\n}\n\n"
                copies.append((path, node.bounds.lowerBound, file.inLines(copy)))
            }
        }
    }
}
