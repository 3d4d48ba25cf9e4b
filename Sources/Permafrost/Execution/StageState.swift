import SwiftData

/// What one run of a stage carries from its hook over the old types to the one over the new ones.
final class StageState {
    let oldModels: VersionModels
    let newModels: VersionModels
    let oldSchema: Schema
    let newSchema: Schema
    /// Where captured values go that are too many for memory.
    let spill: SpillFile
    /// The steps of the stage's row operations, by the operations' places.
    var steps: [Int: RowSteps] = [:]
    /// Whether an operation that can delete rows of the new version has run.
    var mayHaveDeleted = false

    init(stage: Stage, bound: MemoryBound) {
        oldModels = VersionModels(stage.from)
        newModels = VersionModels(stage.to)
        oldSchema = Schema(versionedSchema: stage.from)
        newSchema = Schema(versionedSchema: stage.to)
        spill = SpillFile(bound: bound)
    }

    /// Whether the framework carries a property's values into another one by itself: the new one has its name, or names it
    /// as its original.
    func isInferred(_ old: PropertyName, _ new: PropertyName) -> Bool {
        guard old.entity == new.entity, let property = newSchema.property(new) else { return false }
        return property.originalName == old.property || property.name == old.property
    }

    /// Whether a property of the new version continues none of the old one.
    func isNew(_ name: PropertyName) -> Bool {
        guard let property = newSchema.property(name) else { return false }
        return [property.name, property.originalName].allSatisfy {
            oldSchema.property(PropertyName(entity: name.entity, property: $0)) == nil
        }
    }
}
