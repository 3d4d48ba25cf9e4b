import SwiftData

/// The state of one run of a stage. It is kept between `willMigrate`, which uses the old types, and `didMigrate`, which
/// uses the new types.
final class StageState {
    let oldModels: VersionModels
    let newModels: VersionModels
    let oldSchema: Schema
    let newSchema: Schema
    /// The file for captured values that don't fit in memory.
    let spill: SpillFile
    /// The steps of the row operations, keyed by the operation's index in the stage.
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

    /// Returns whether SwiftData itself copies the values of the old property to the new one. It does so within one
    /// entity if the names are equal, or if the new property declares the old name as its original name.
    func isInferred(_ old: PropertyName, _ new: PropertyName) -> Bool {
        guard old.entity == new.entity, let property = newSchema.property(new) else { return false }
        return property.originalName == old.property || property.name == old.property
    }

    /// Returns whether a property is only in the new version: the entity in the old version has no property with the
    /// same name or with the original name.
    func isNew(_ name: PropertyName) -> Bool {
        guard let property = newSchema.property(name) else { return false }
        return [property.name, property.originalName].allSatisfy {
            oldSchema.property(PropertyName(entity: name.entity, property: $0)) == nil
        }
    }
}
