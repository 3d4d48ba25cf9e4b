import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// The model classes that are new since the newest version shipped, and that no version lists: the next one does.
///
/// A class that its models lead to is a model of the next version even so, and is listed for those who read.
struct UnlistedModels {
    /// The names, by file and line.
    let names: [String]

    /// - Parameter aliases: other names of the newest version, in whose extensions classes may stand.
    /// - Throws: `NextVersionDraft.Problem` if a class cannot be left out, or `UnreadableFile`.
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
        // Without an array in the source these are in the version all the same.
        let connected = candidates.filter { name, place in
            request.current.classes[name] == place && request.shipped.classes[name] == nil && !listed.isEmpty
        }
        for name in request.leftOut.sorted() where !unlisted.contains(where: { $0.name == name }) {
            if let place = request.current.classes[name] { throw NextVersionDraft.Problem.connected(name, place) }
            throw NextVersionDraft.Problem.notAdded(name, known: unlisted.map(\.name))
        }
        names = (unlisted + connected).map(\.name).filter { !request.leftOut.contains($0) }
    }

    /// The names of the classes in the version's list; empty if it is no array in the source.
    private static func listed(by version: VersionPieces) -> Set<String> {
        guard let array = version.array(of: "models")?.array else { return [] }
        return Set(FrozenClass.identifiers(in: Syntax(array)))
    }

    /// The model classes at the top of files, and in the declarations of a version, but not those of tests.
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
                return VersionPieces.members(of: node)?.members.compactMap { $0.decl.as(ClassDeclSyntax.self) }
                    .filter(isModel) ?? []
            }.map { ($0.name.text, file.location($0.name.bounds.lowerBound)) }
        }
    }

    private static func isModel(_ node: ClassDeclSyntax) -> Bool {
        node.attributes.contains { attribute in
            let name = attribute.as(AttributeSyntax.self)?.attributeName.trimmedDescription
            return ["Model", "SwiftData.Model"].contains(name)
        }
    }
}
