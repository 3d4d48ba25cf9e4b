import PermafrostDeclarations
import PermafrostFixtures
import PermafrostModel

extension FormerMapping {
    /// What the first releases got wrong of a declaration; nil if it is nothing.
    init?(of declared: DeclaredSchema) {
        func changes(_ former: ArchivedModel?, _ current: ArchivedModel?) -> [ModelChange] {
            guard let old = try? former?.decoded(), let new = try? current?.decoded() else { return [] }
            return ModelDifference(from: old, to: new).changes
        }
        self.init(
            changes(declared.formerModel, declared.model)
                + declared.variants.flatMap { changes($0.formerModel, $0.model) })
    }
}

extension DeclaredSchema {
    /// The model that rules make of the declaration. Throws a `ModelDocumentError` if the archive was damaged.
    func model(by rules: MappingRules) throws -> SchemaModel? {
        try (rules == .former ? formerModel ?? model : model)?.decoded()
    }

    /// Whether its model has a checksum, also by the former rules if what has it was frozen by them.
    func isModel(_ versionChecksum: String, isOfFormerMapping: Bool) -> Bool {
        model?.versionChecksum == versionChecksum
            || isOfFormerMapping && formerModel?.versionChecksum == versionChecksum
    }
}

extension DeclaredSchema.Variant {
    /// The model that rules make of the branch. Throws a `ModelDocumentError` if the archive was damaged.
    func model(by rules: MappingRules) throws -> SchemaModel? {
        try (rules == .former ? formerModel ?? model : model)?.decoded()
    }
}
