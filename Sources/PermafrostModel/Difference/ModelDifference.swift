/// Every difference between two models, entity by entity and property by property. It is empty exactly where the
/// models are equal.
package struct ModelDifference: Sendable, Hashable {
    /// The changes from the older to the newer model: the model's own first, then by entity and property.
    package private(set) var changes: [ModelChange]

    /// The strongest kind among the changes; nil if there are none.
    package var strongest: ModelChange.Kind? { changes.map(\.kind).max() }

    /// Whether the models are equal.
    package var isEmpty: Bool { changes.isEmpty }

    /// Compares two models.
    package init(from old: SchemaModel, to new: SchemaModel) {
        changes = []
        guard old != new else { return }
        compareModels(old, new)
        var oldHashes: [String: [UInt8]] = [:]
        var newHashes: [String: [UInt8]] = [:]
        let names = Set(old.entities.map(\.name)).union(new.entities.map(\.name)).sortedByCodeUnit()
        for name in names {
            switch (old.entity(named: name), new.entity(named: name)) {
            case (let before?, let after?) where before != after:
                let hashMoved =
                    old.versionHash(of: before, into: &oldHashes) != new.versionHash(of: after, into: &newHashes)
                changes += EntityComparison(before, after, hashMoved: hashMoved).changes
            case (_?, nil):
                changes.append(ModelChange(entity: name, aspect: .removed, kind: .identity))
            case (nil, _?):
                changes.append(ModelChange(entity: name, aspect: .added, kind: .identity))
            default:
                break
            }
        }
    }

    private mutating func compareModels(_ old: SchemaModel, _ new: SchemaModel) {
        let pairs: [(ModelChange.Aspect, String?, String?)] = [
            (.versionIdentifier, old.versionIdentifiers.description(), new.versionIdentifiers.description()),
            (.configuration, old.configurationText, new.configurationText),
        ]
        for (aspect, before, after) in pairs where before != after {
            changes.append(ModelChange(entity: nil, aspect: aspect, before: before, after: after, kind: .silent))
        }
    }
}

extension SchemaModel {
    fileprivate var configurationText: String? {
        configurations.isEmpty
            ? nil
            : configurations.sorted { CodeUnitOrder.isBefore($0.key, $1.key) }
                .map { "\($0.key): \($0.value.joined(separator: ", "))" }.joined(separator: "; ")
    }
}

extension [String] {
    /// The strings separated by commas; nil if there are none.
    fileprivate func description() -> String? { isEmpty ? nil : joined(separator: ", ") }
}
