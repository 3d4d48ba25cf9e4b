import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A version that a plan declares as retired, compared with its fixture and with the marks in the fixture tree.
struct RetiredVersion: Sendable {
    let group: VersionGroup
    let declared: PlanDeclaration.Retirement
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
                    frozenHashes: frozen.flatMap { frozen in
                        frozen.model?.retiredHashes(with: Array(frozen.variants.values))
                    })
            }
        }
    }
}

extension SchemaModel {
    /// Returns the version hashes of the model's entities in hexadecimal digits, sorted by entity. They include the
    /// hashes of the framework's variants, and of the models on other platforms.
    func retiredHashes(with others: [SchemaModel]) -> [String] {
        let models = ([self] + others).flatMap { model in
            [model] + model.frameworkVariants.map { model.model(of: $0) }
        }
        let hashes = models.flatMap { model in model.versionHashes.map { ($0.key, Digest.hex($0.value)) } }
        return hashes.sorted { $0 < $1 }.map(\.1).unique
    }
}
