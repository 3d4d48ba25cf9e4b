import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// The model classes that were added since the newest version shipped and that no version lists. The next version lists
/// them, even if it already contains a class because another model refers to it.
struct UnlistedModels {
    /// The names of the classes. The classes that the newest version contains only because its models refer to them
    /// come last.
    let names: [String]

    /// Finds the model classes that the next version must list.
    ///
    /// - Parameter aliases: the names of the typealiases for the newest version, whose extensions may contain classes.
    /// - Throws: `NextVersionDraft.Problem` if the request leaves out a class that isn't new or that the newest version
    ///   contains, or `UnreadableFile` if a file can't be read or parsed.
    init(
        _ request: NextVersionRequest, current: VersionPieces, aliases: Set<String>, in sources: SourceSet
    ) throws {
        let version = aliases.union([current.type, current.name])
        let module = SourcePaths.module(of: request.current.location.file)
        let today = try Self.classes(in: sources, of: version)
        let old = try request.baseline.map {
            try Self.classes(in: SourceSet(InMemorySources($0), like: sources), of: version)
        }
        let known = Set(old?.map(\.name) ?? [])
        let listed = Self.listed(by: current)
        let candidates = today.filter { name, place in
            SourcePaths.module(of: place.file) == module && !known.contains(name) && !listed.contains(name)
        }
        let unlisted = candidates.filter { name, place in
            !request.listed.contains(place) && request.current.classes[name] == nil
        }
        // Omit these classes if the list has no array literal, because the list may already contain them.
        let connected = candidates.filter { name, place in
            request.current.classes[name] == place && request.shipped.classes[name] == nil && !listed.isEmpty
        }
        for name in request.leftOut.sorted() where !unlisted.contains(where: { $0.name == name }) {
            if let place = request.current.classes[name] { throw NextVersionProblem.connected(name, place) }
            throw NextVersionProblem.notAdded(name, known: unlisted.map(\.name))
        }
        names = (unlisted + connected).map(\.name).filter { !request.leftOut.contains($0) }
    }

    /// Returns all identifiers in the first array literal of the version's `models`, including the names of the listed
    /// classes. Returns an empty set if `models` contains no array literal.
    private static func listed(by version: VersionPieces) -> Set<String> {
        guard let array = version.array(of: "models")?.array else { return [] }
        return Set(FrozenClass.identifiers(in: Syntax(array)))
    }

    /// Returns the model classes outside tests that are at the top level of a file, or directly in the declaration or
    /// an extension of a version.
    private static func classes(
        in sources: SourceSet, of version: Set<String>
    ) throws -> [(name: String, location: SourceLocation)] {
        let paths = SourcePaths(includesTests: false)
        let models = try sources.paths(with: ["@Model", "@SwiftData.Model"]).filter(paths.holdsSource)
        return try sources.files(models).flatMap { file in
            file.tree.statements.compactMap { $0.item.as(DeclSyntax.self) }.flatMap {
                node -> [ClassDeclSyntax] in
                if let model = node.as(ClassDeclSyntax.self), isModel(model) { return [model] }
                let name = node.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription ?? node.typeName
                guard let name, version.contains(name) else { return [] }
                return node.typeMembers?.members.compactMap { $0.decl.as(ClassDeclSyntax.self) }
                    .filter(isModel) ?? []
            }.map { ($0.name.text, file.location($0.name.bounds.lowerBound)) }
        }
    }

    /// Returns whether a class has the `@Model` macro.
    static func isModel(_ node: ClassDeclSyntax) -> Bool {
        node.attributes.contains { attribute in
            let name = attribute.as(AttributeSyntax.self)?.attributeName.trimmedDescription
            return ["Model", "SwiftData.Model"].contains(name)
        }
    }
}
