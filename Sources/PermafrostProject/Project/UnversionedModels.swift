import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The models of an app without a `VersionedSchema`, and their fixtures. The models don't declare a version. They are
/// named after the frozen version that they match.
package struct UnversionedModels: Sendable {
    /// The name of the currently declared models.
    package let schema: String
    /// The names of the frozen versions, oldest first.
    package let frozen: [String]
    /// The frozen versions that have the same version hashes as the current declaration.
    private let declaredAs: [String]
    private let versionIdentifier: String
    private let isEvaluable: Bool
    private let names: [String]

    /// Finds the unversioned models among a project's groups. Returns nil if there are none. Throws a `FileError` if
    /// the tree can't be listed.
    ///
    /// - Parameters:
    ///   - isOnlyGroup: whether these models are the only group. Fixtures without a group then belong to them.
    ///   - names: the classes specified with `--models`. Empty if they come from containers.
    init?(among groups: [VersionGroup], frozenIn tree: FixtureTree, isOnlyGroup: Bool, names: [String]) throws {
        let found = groups.lazy.compactMap { group in group.schemas.first(where: \.isUnversioned).map { (group, $0) } }
        guard let (group, schema) = found.first else { return nil }
        let fixtures = tree.exists ? try tree.contents().fixtures : []
        let frozen = fixtures.parallelMap { FrozenVersion($0) }.filter { frozen in
            frozen.group.map { $0 == group.name } ?? isOnlyGroup
        }
        self.init(schema, frozen: frozen, names: names)
    }

    private init(_ schema: DeclaredVersion, frozen: [FrozenVersion], names: [String]) {
        let sorted = frozen.sorted { $0.version < $1.version }
        self.schema = schema.name
        self.names = names
        self.frozen = sorted.map(\.version.description)
        declaredAs = sorted.filter { frozen in
            frozen.model.map { $0.versionChecksum == schema.model?.versionChecksum } ?? false
        }.map(\.version.description)
        versionIdentifier = schema.versionIdentifier
        isEvaluable = schema.model != nil
    }

    /// The models' version, which is the newest frozen version with their version hashes. If there is none, the models
    /// have drifted, and this is the newest frozen version. If no version was ever frozen, it is 1.0.0, as in
    /// SwiftData.
    package var version: String { declaredAs.last ?? frozen.last ?? versionIdentifier }

    /// The display name of the currently declared models. It is their version, unless that version is frozen with
    /// different hashes.
    package var declaredName: String { declaredAs.isEmpty && !frozen.isEmpty ? schema : version }

    /// Returns whether a name refers to the currently declared models. A frozen version's name does so if its fixture
    /// has the same version hashes.
    func isDeclared(as name: String) -> Bool {
        if frozen.contains(name) { return declaredAs.contains(name) || !isEvaluable && name == version }
        return name == schema || frozen.isEmpty && name == versionIdentifier
    }

    /// The command that freezes the current models.
    package var freeze: FreezeCommandLine.UnversionedFreeze {
        FreezeCommandLine.UnversionedFreeze(
            number: frozen.last.map(Self.number(after:)) ?? version, frozenAs: declaredAs.last, models: names)
    }

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
        schema.version ?? (schema.isUnversioned ? unversioned?.version : nil) ?? schema.versionIdentifier
    }

    /// Returns the error for a name that isn't the name of a declared version.
    func unknownVersion(_ name: String) -> ProjectError {
        let declared = groups.flatMap(\.schemas).compactMap { schema in
            schema.isUnversioned ? unversioned?.declaredName : schema.version
        }
        if let unversioned, unversioned.frozen.contains(name) {
            return .declaredOtherwise(version: name, declared: unversioned.declaredName)
        }
        return .unknownVersion(name: name, declared: declared.unique, frozen: unversioned?.frozen ?? [])
    }
}
