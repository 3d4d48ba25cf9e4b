import PermafrostDeclarations
import PermafrostFixtures
import PermafrostModel

extension FormerMapping {
    /// What the first releases got wrong of a declaration; nil if it is nothing.
    ///
    /// - Throws: ``ProjectError/unreadableModel(schema:_:reason:)``.
    init?(of declared: DeclaredSchema) throws(ProjectError) {
        var changes: [ModelChange] = []
        for variant in [nil] + declared.variants.map(Optional.some) {
            guard (variant.map(\.content) ?? declared.model)?.former != nil,
                let former = try declared.decoded(variant, by: .former), let current = try declared.decoded(variant)
            else { continue }
            changes += ModelDifference(from: former, to: current).changes
        }
        self.init(changes)
    }
}

extension DeclaredSchema {
    /// The model that rules make of the declaration, or of a branch of it; nil if it could not be evaluated.
    ///
    /// - Throws: ``ProjectError/unreadableModel(schema:_:reason:)``.
    func decoded(
        _ variant: SchemaVersion.Variant? = nil, by rules: MappingRules = .current
    ) throws(ProjectError) -> SchemaModel? {
        var version = schemaVersion(under: variant)
        if rules == .former { version.content = version.content?.former ?? version.content }
        return version.content == nil ? nil : try version.evaluated()
    }

    /// Whether its model has a checksum, also by the former rules if what has it was frozen by them.
    func isModel(_ versionChecksum: String, isOfFormerMapping: Bool) -> Bool {
        model?.versionChecksum == versionChecksum
            || isOfFormerMapping && model?.former?.versionChecksum == versionChecksum
    }
}
