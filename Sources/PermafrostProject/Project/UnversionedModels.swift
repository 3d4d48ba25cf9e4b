import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The models of an app without a `VersionedSchema`, beside what of them is frozen. They have no version of their own: they
/// are called by the frozen version that they are.
package struct UnversionedModels: Sendable {
    /// The name of the models as they are declared today.
    package let schema: String
    /// The names of the frozen versions, oldest first.
    package let frozen: [String]
    /// The frozen versions with the version hashes that are declared today.
    private let declaredAs: [String]
    private let versionIdentifier: String
    private let isEvaluable: Bool
    private let names: [String]

    /// Finds them among a project's groups; nil if there are none. Throws a `FileError` if the tree cannot be listed.
    ///
    /// - Parameters:
    ///   - isOnlyGroup: whether fixtures that name no group can only be theirs.
    ///   - names: the classes, as `--models` gives them; none if containers say.
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

    /// The version that the models are: the newest frozen one with their version hashes. Where none has them, the newest
    /// frozen one, which drifted; what was never frozen is 1.0.0, as to SwiftData.
    package var version: String { declaredAs.last ?? frozen.last ?? versionIdentifier }

    /// What to call the models as they are declared today: by their version, unless it is frozen otherwise.
    package var declaredName: String { declaredAs.isEmpty && !frozen.isEmpty ? schema : version }

    /// Whether a name means the models as they are declared today. That of a frozen version does as long as it was frozen
    /// with their version hashes.
    func isDeclared(as name: String) -> Bool {
        if frozen.contains(name) { return declaredAs.contains(name) || !isEvaluable && name == version }
        return name == schema || frozen.isEmpty && name == versionIdentifier
    }

    /// How the models are frozen as what they are today.
    package var freeze: FreezeCommandLine.UnversionedFreeze {
        FreezeCommandLine.UnversionedFreeze(
            number: frozen.last.map(Self.number(after:)) ?? version, frozenAs: declaredAs.last, models: names)
    }

    /// `1.1.0` after `1.0.0`, `3` after `2`; for a name that does not end so, one that stands for it.
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
    /// The version that a declaration is.
    package func versionName(of schema: DeclaredVersion) -> String {
        schema.version ?? (schema.isUnversioned ? unversioned?.version : nil) ?? schema.versionIdentifier
    }

    /// Why a name means no declared version.
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
