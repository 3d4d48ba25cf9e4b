import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// A writer that removes the code from the model classes of old versions. The classes keep everything that stores need,
/// and the code that anything outside of them may use.
///
/// Stored properties are never edited. Only classes that are declared directly in a version's type or its extensions
/// are changed, and extensions of these classes outside of tests.
package struct SquashWriter {
    private let request: SquashRequest
    private let sources: SourceSet
    private let pieces: [String: VersionPieces]
    private let items: DeclarationItems
    private let protocols: ProtocolRequirements
    private var edits: [String: SwiftFile.TextEdits] = [:]
    private var classes: [SquashDraft.Class] = []

    /// Returns the files with compact classes.
    ///
    /// - Throws: `NextVersionDraft.Problem` if a class or version isn't at its recorded location, or if a file to edit
    ///   has merge conflict markers. `UnreadableFile` if a file can't be read or parsed.
    package static func draft(_ request: SquashRequest) throws -> SquashDraft {
        var writer = try SquashWriter(request)
        for version in request.versions where request.squashed.contains(version.type) { try writer.squash(version) }
        return SquashDraft(files: try writer.files(), classes: writer.classes)
    }

    private init(_ request: SquashRequest) throws {
        self.request = request
        let sources = try SourceSet(DirectorySources(directory: request.directory))
        self.sources = sources
        let versions = try request.versions.map { try VersionPieces(of: $0.type, at: $0.location, in: sources) }
        let plans = try request.plans.sorted { $0.key < $1.key }.compactMap { name, location in
            try location.map { try VersionPieces(of: name, at: $0, in: sources) }
        }
        pieces = Dictionary(versions.map { ($0.type, $0) }) { first, _ in first }
        items = DeclarationItems(in: sources, containers: versions + plans)
        protocols = ProtocolRequirements(in: sources)
    }

    // MARK: Versions

    private mutating func squash(_ version: SquashRequest.Version) throws {
        guard let own = pieces[version.type] else { return }
        let names = Set(version.classes.keys)
        let nested = own.classes
        var found: [SquashedClass] = []
        for (name, location) in version.classes.sorted(by: {
            ($0.value.file, $0.value.line) < ($1.value.file, $1.value.line)
        }) {
            let node = nested[name].flatMap { $0.file.location($0.node.name.bounds.lowerBound) == location ? $0 : nil }
            let isElsewhere =
                node == nil
                && pieces.values.contains { other in
                    other.type != version.type
                        && other.classes[name].map { $0.file.location($0.node.name.bounds.lowerBound) } == location
                }
            var result = SquashDraft.Class(schema: version.type, name: name, location: location)
            if request.live.contains(location) {
                result.omission = .live
            } else if isElsewhere {
                // The class belongs to another version.
                continue
            } else if let node {
                result.omission =
                    UnlistedModels.isModel(node.node)
                    ? SquashedClass.omission(of: node.node, in: node.file) : .notNested
            } else {
                result.omission = .notNested
            }
            classes.append(result)
            guard result.omission == nil, let node else { continue }
            if let place = node.file.conflict { throw NextVersionDraft.Problem.conflict(place) }
            found.append(
                SquashedClass(
                    node.node, in: node.file, among: names,
                    extensions: try extensions(of: version.type + "." + name)))
        }
        guard !found.isEmpty else { return }
        try remove(from: found, of: version, own)
    }

    /// Returns the extensions of a class outside of tests whose source is understood.
    private func extensions(of type: String) throws -> [(node: ExtensionDeclSyntax, file: SwiftFile)] {
        let paths = try sources.paths(with: ["extension"]).filter(SourcePaths(includesTests: false).holdsSource)
        return try sources.files(paths).flatMap { file in
            file.tree.statements.compactMap { $0.item.as(ExtensionDeclSyntax.self) }.filter {
                $0.extendedType.trimmedDescription == type && SquashedClass.isKnown($0, in: file)
            }.map { ($0, file) }
        }
    }

    private mutating func remove(
        from found: [SquashedClass], of version: SquashRequest.Version, _ own: VersionPieces
    ) throws {
        let places = Set(found.map { $0.file.location($0.node.name.bounds.lowerBound) })
        let sharing = request.versions.filter { !places.isDisjoint(with: $0.classes.values) }
        let blocks = found.flatMap(\.blocks)
        let silent = Set((request.versions.map(\.type) + request.plans.keys).map(VersionPieces.lastName))
            .union(["plan", "schemas", "stages", "models"])
        let uses = try VersionUses(
            of: own, Set(sharing.map { VersionPieces.lastName($0.type) } + [own.name]), silent: silent, items
        ) { node, file in
            blocks.contains { $0.file.path == file.path && $0.node.bounds == node.bounds }
        }
        let squashed = try SquashedVersion(found, uses, protocols)
        for one in found {
            guard let index = classes.firstIndex(where: { $0.schema == version.type && $0.name == one.name }) else {
                continue
            }
            var result = classes[index]
            for block in one.blocks { remove(from: block, of: one, squashed, &result) }
            classes[index] = result
        }
    }

    // MARK: Edits

    private mutating func remove(
        from block: SquashedClass.Block, of found: SquashedClass, _ squashed: SquashedVersion,
        _ result: inout SquashDraft.Class
    ) {
        let parts = Dictionary(found.parts.map { ($0.id, $0) }) { first, _ in first }
        let initializer = block.isExtension ? nil : compactInitializer(of: found, squashed)
        var own = SwiftFile.TextEdits()
        var end: Int?
        var hasRemaining = false
        for item in block.members.members {
            let part = parts[item.id]
            let isReplaced = part != nil && initializer?.item.id == item.id
            if let part, squashed.kept[item.id] == nil, !isReplaced {
                let range = block.file.rangeToRemove(item)
                own.replace(range, with: "")
                end = range.upperBound
                result.removed.append(part.label)
                continue
            }
            // If everything above the first remaining member is removed, so is the blank line above it.
            if !hasRemaining, let end {
                own.replace(end..<(end + block.file.blankLines(from: end)), with: "")
            }
            hasRemaining = true
            result.commentCount += own.removeDocumentation(of: Syntax(item))
            if let part, isReplaced, let text = initializer?.text {
                own.replace(item.decl.bounds, with: text)
                result.removed.append(part.label)
            } else if let part, let reason = squashed.kept[item.id] {
                result.kept.append(SquashDraft.Kept(part: part.label, reason: reason))
            }
        }
        let conformances = squashed.keepsConformances ? [] : found.protocols(of: block)
        result.removed += conformances.map { "conformance to \($0.name)" }
        if block.isExtension, !hasRemaining, !squashed.keepsConformances || block.inheritance == nil {
            // An extension that was already empty isn't listed.
            guard !block.members.members.isEmpty || block.inheritance != nil else { return }
            own = SwiftFile.TextEdits()
            own.replace(block.file.rangeToRemove(declaration: Syntax(block.node)), with: "")
        } else {
            if !conformances.isEmpty, let clause = block.inheritance {
                let gone = Set(conformances.map(\.type.id))
                let rest = clause.inheritedTypes.filter { !gone.contains($0.id) }.map(\.type.trimmedDescription)
                own.replace(clause.bounds, with: rest.isEmpty ? "" : ": " + rest.joined(separator: ", "))
            }
            result.commentCount += own.removeDocumentation(of: Syntax(block.node))
        }
        for edit in own.edits { edits[block.file.path, default: .init()].replace(edit.range, with: edit.text) }
    }

    /// Returns the initializer to replace, with the source of one that only assigns the stored properties. The source is
    /// nil if the class already has that initializer, and no other. Returns nil if the class declares no initializer, or
    /// if its initializers remain.
    private func compactInitializer(
        of found: SquashedClass, _ squashed: SquashedVersion
    ) -> (item: MemberBlockItemSyntax, text: String?)? {
        guard !squashed.keepsInitializers(of: found) else { return nil }
        let own = Array(found.node.memberBlock.members).filter { $0.decl.is(InitializerDeclSyntax.self) }
        guard let first = own.first else { return nil }
        let names = Set(squashed.classes.map(\.name))
        func frozen(_ one: SquashedClass) -> FrozenClass {
            FrozenClass(one.node, in: one.file, among: names, for: PlanText.StageCode(of: nil), extensions: [])
        }
        var inherited: [FrozenClass.Parameter] = []
        var (parent, seen) = (found.parent, Set([found.name]))
        while let name = parent, seen.insert(name).inserted,
            let one = squashed.classes.first(where: { $0.name == name })
        {
            inherited = frozen(one).parameters + inherited
            parent = one.parent
        }
        let indent = found.file.indentation(at: first.bounds.lowerBound)
        let text = frozen(found).initializer(indent: indent, inherited: inherited).joined(separator: "\n")
        let compact = text.filter { !$0.isWhitespace }
        let existing = own.first { found.file.text($0.decl).filter { !$0.isWhitespace }.hasSuffix(compact) }
        if let existing { return (existing, nil) }
        return (first, found.file.inLines(String(text.dropFirst(indent.count))))
    }

    private func files() throws -> [NextVersionDraft.File] {
        try edits.keys.sorted().compactMap { path in
            let file = try sources.file(path)
            if let place = file.conflict { throw NextVersionDraft.Problem.conflict(place) }
            let text = edits[path, default: .init()].applied(to: file)
            guard text != file.text else { return nil }
            return .init(path: path, text: text, oldText: file.text, changes: [])
        }
    }
}
