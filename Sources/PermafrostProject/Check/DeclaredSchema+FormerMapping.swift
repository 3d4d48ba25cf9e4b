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
            guard (variant.map(\.formerModel) ?? declared.formerModel) != nil,
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
        _ variant: Variant? = nil, by rules: MappingRules = .current
    ) throws(ProjectError) -> SchemaModel? {
        let current = variant.map(\.model) ?? model
        let former = variant.map(\.formerModel) ?? formerModel
        do { return try (rules == .former ? former ?? current : current)?.decoded() } catch {
            throw .unreadableModel(schema: name, variant?.location ?? location, reason: "\(error)")
        }
    }

    /// Whether its model has a checksum, also by the former rules if what has it was frozen by them.
    func isModel(_ versionChecksum: String, isOfFormerMapping: Bool) -> Bool {
        model?.versionChecksum == versionChecksum
            || isOfFormerMapping && formerModel?.versionChecksum == versionChecksum
    }
}
