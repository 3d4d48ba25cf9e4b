import PermafrostFixtures
import PermafrostModel
import PermafrostSource

/// The models of a store in an app without a `VersionedSchema`, and the versions frozen from them. The models don't
/// declare a version. They get the name of the frozen version that they match.
package struct UnversionedModels: Sendable {
    /// The name of the declaration that describes the models.
    package let schema: String
    /// The names of the frozen versions, from lowest to highest.
    package let frozen: [String]
    /// The names of the frozen versions that have the same version hashes as the current declaration.
    private let declaredAs: [String]
    private let versionIdentifier: String
    private let isEvaluable: Bool
    /// The command line options that select the models, such as `--models Post,Author`. Empty if no options are
    /// necessary.
    private let options: [String]

    /// Finds each store's models in the selected groups. Throws a `FileError` if the fixture tree can't be listed.
    ///
    /// - Parameters:
    ///   - groups: the groups selected by `--plan` and `--schema`.
    ///   - all: all groups of the project. If there is only one, fixtures without a group belong to it.
    ///   - names: the classes specified with `--models`; empty if they come from containers.
    static func all(
        among groups: [VersionGroup], of all: [VersionGroup], frozenIn tree: FixtureTree, names: [String]
    ) throws -> [UnversionedModels] {
        let found = groups.compactMap { group in group.schemas.first(where: \.isUnversioned).map { (group, $0) } }
        guard !found.isEmpty else { return [] }
        let fixtures = tree.exists ? try tree.contents().fixtures : []
        let frozen = fixtures.parallelMap { FrozenVersion($0) }
        let declared = Set(all.map(\.name))
        return found.map { group, schema in
            let own = frozen.filter { frozen in
                guard let name = frozen.group else { return all.count == 1 }
                if name == group.name { return true }
                // The fixture may be from a time when the store had a different name.
                return !declared.contains(name) && frozen.model?.versionChecksum == schema.model?.versionChecksum
            }
            let options =
                names.isEmpty
                ? all.count > 1 ? ["--schema", schema.name] : [] : ["--models", names.joined(separator: ",")]
            return UnversionedModels(schema, frozen: own, options: options)
        }
    }

    private init(_ schema: DeclaredVersion, frozen: [FrozenVersion], options: [String]) {
        let sorted = frozen.sorted { $0.version < $1.version }
        self.schema = schema.name
        self.options = options
        self.frozen = sorted.map(\.version.description)
        declaredAs = sorted.filter { frozen in
            frozen.model.map { $0.versionChecksum == schema.model?.versionChecksum } ?? false
        }.map(\.version.description)
        versionIdentifier = schema.versionIdentifier
        isEvaluable = schema.model != nil
    }

    /// The models' version: the newest frozen version with the models' version hashes or, if there is none, the newest
    /// frozen version. If no version is frozen, it is 1.0.0, as in SwiftData.
    package var version: String { declaredAs.last ?? frozen.last ?? versionIdentifier }

    /// The display name of the currently declared models. It is their version, or the schema's name if that version is
    /// frozen with different hashes.
    package var declaredName: String { declaredAs.isEmpty && !frozen.isEmpty ? schema : version }

    /// Returns whether a name refers to the currently declared models. The schema's name refers to them, and so does a
    /// frozen version with the same version hashes. If the models can't be evaluated, the newest frozen version also
    /// does. If no version is frozen, the version identifier does.
    func isDeclared(as name: String) -> Bool {
        if frozen.contains(name) { return declaredAs.contains(name) || !isEvaluable && name == version }
        return name == schema || frozen.isEmpty && name == versionIdentifier
    }

    /// The command that freezes the current models.
    package var freeze: UnversionedFreeze {
        let number = isFirst ? versionIdentifier : frozen.last.map(Self.number(after:)) ?? version
        return UnversionedFreeze(
            number: number, following: Self.number(after: number), frozenAs: declaredAs.last, options: options)
    }

    /// Whether all frozen versions have the numbers of shapes that shipped before the current models, such as 0.1.0.
    private var isFirst: Bool { frozen.allSatisfy { $0.hasPrefix("0.") } }

    /// Returns the number that follows a version's number, such as `1.1.0` for `1.0.0` or `3` for `2`. Returns a
    /// placeholder if the version doesn't consist of numbers.
    private static func number(after version: String) -> String {
        let parts = version.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        var numbers = parts.compactMap(\.self)
        guard numbers.count == parts.count, let first = numbers.first, (0..<Int.max).contains(first) else {
            return "NEW-VERSION"
        }
        guard numbers.count > 1 else { return "\(first + 1)" }
        guard (0..<Int.max).contains(numbers[1]) else { return "NEW-VERSION" }
        numbers[1] += 1
        return (numbers.prefix(2) + numbers.dropFirst(2).map { _ in 0 }).map(String.init).joined(separator: ".")
    }
}

extension Project {
    /// Returns the version name of a declaration.
    package func versionName(of schema: DeclaredVersion) -> String {
        schema.version ?? unversioned(of: schema)?.version ?? schema.versionIdentifier
    }

    /// Returns the models that a declaration without a `VersionedSchema` describes, or nil for any other declaration.
    func unversioned(of schema: DeclaredVersion) -> UnversionedModels? {
        schema.isUnversioned ? unversioned.first { $0.schema == schema.name } : nil
    }

    /// Returns the error for a version that isn't declared.
    func unknownVersion(_ name: String) -> ProjectError {
        let declared = groups.flatMap(\.schemas).compactMap { schema in
            schema.isUnversioned ? unversioned(of: schema)?.declaredName : schema.version
        }
        if let models = unversioned.first(where: { $0.frozen.contains(name) }) {
            return .declaredOtherwise(version: name, declared: models.declaredName)
        }
        return .unknownVersion(name: name, declared: declared.unique, frozen: unversioned.flatMap(\.frozen).unique)
    }
}
