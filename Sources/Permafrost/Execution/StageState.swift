import SwiftData

/// What one run of a stage keeps between `willMigrate`, which sees the old types, and `didMigrate`, which sees the new ones.
final class StageState {
    let oldModels: VersionModels
    let newModels: VersionModels
    let oldSchema: Schema
    let newSchema: Schema
    /// The file for captured values that are too many for memory.
    let spill: SpillFile
    /// The steps of the stage's row operations, by the positions of the operations in the stage.
    var steps: [Int: RowSteps] = [:]
    /// Whether an operation that can delete rows of the new version has run.
    var mayHaveDeleted = false

    init(stage: Stage, bound: StageState.MemoryBound) {
        oldModels = VersionModels(stage.from)
        newModels = VersionModels(stage.to)
        oldSchema = Schema(versionedSchema: stage.from)
        newSchema = Schema(versionedSchema: stage.to)
        spill = SpillFile(bound: bound)
    }

    /// Whether inference copies the values of a property to another one: the new property has the same name, or gives the old one
    /// as its original name.
    func isInferred(_ old: PropertyName, _ new: PropertyName) -> Bool {
        guard old.entity == new.entity, let property = newSchema.property(new) else { return false }
        return property.originalName == old.property || property.name == old.property
    }

    /// Whether a property is new: the old version has none of its name or its original name.
    func isNew(_ name: PropertyName) -> Bool {
        guard let property = newSchema.property(name) else { return false }
        return [property.name, property.originalName].allSatisfy {
            oldSchema.property(PropertyName(entity: name.entity, property: $0)) == nil
        }
    }
}

extension StageState {
    /// The limits of what one stage may keep in memory, whatever the number of rows.
    struct MemoryBound: Sendable {
        /// Captured values, over all operations.
        var values = 64 << 10
        /// Bytes of captured texts and data.
        var bytes = 16 << 20
        /// Values that are compared with each other at once, by eight bytes of each.
        var hashes = 4 << 20
    }
}
