import PermafrostFixtures
import PermafrostModel
import PermafrostSource

/// A version that a plan declares as retired, compared with its fixture.
struct RetiredVersion: Sendable {
    let group: VersionGroup
    let declared: PlanRetirement
    /// The type that still declares the version in the group, or nil if none does.
    let schema: String?
    /// The folder of the version's fixture, or nil if the version isn't frozen.
    let folder: String?
    /// The hashes in the version's fixture. Nil if the version isn't frozen, or if the fixture can't be read.
    let frozenHashes: [String]?

    /// Returns the retired versions of a project's groups.
    static func all(in project: Project, _ matcher: VersionMatcher) -> [RetiredVersion] {
        project.groups.flatMap { group in
            (group.plan?.retired ?? []).map { declared in
                let frozen = matcher.pairs.lazy.compactMap(\.frozen).first { frozen in
                    frozen.version.description == declared.version
                        && (frozen.group == group.name || frozen.group == nil)
                }
                return RetiredVersion(
                    group: group, declared: declared,
                    schema: group.schemas.first { $0.version == declared.version }?.name,
                    folder: frozen?.fixture.folder,
                    frozenHashes: frozen?.retiredHashes)
            }
        }
    }

    /// Returns the code that declares a version as retired, such as `Retired("1.0.0", hashes: ["5f…"])`.
    static func code(_ version: String, _ hashes: [String]) -> String {
        "Retired(\(version.swiftLiteral), hashes: [\(hashes.map(\.swiftLiteral).joined(separator: ", "))])"
    }
}

extension FrozenVersion {
    /// The version hashes of the model's entities in hexadecimal digits, sorted by entity. They include the hashes of
    /// the framework's variants, and of the models on other platforms. Nil if the model can't be read.
    var retiredHashes: [String]? {
        guard let model else { return nil }
        let models = ([model] + variants.values).flatMap { model in
            [model] + model.frameworkVariants.map { model.model(of: $0) }
        }
        let hashes = models.flatMap { model in model.versionHashes.map { ($0.key, Digest.hex($0.value)) } }
        return hashes.sorted { $0 < $1 }.map(\.1).unique
    }
}
