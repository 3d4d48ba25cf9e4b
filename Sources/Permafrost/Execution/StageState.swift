import SwiftData

/// The state that one run of a stage keeps between `willMigrate`, which uses the old types, and `didMigrate`, which
/// uses the new ones.
final class StageState {
    let oldModels: VersionModels
    let newModels: VersionModels
    let oldSchema: Schema
    let newSchema: Schema
    /// The file for captured values that don't fit in memory.
    let spill: SpillFile
    /// The steps of the stage's row operations, by the indexes of the operations in the stage.
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

    /// Returns whether SwiftData infers that it copies the values of one property to another: the new property has the
    /// same name, or declares the old one as its original name.
    func isInferred(_ old: PropertyName, _ new: PropertyName) -> Bool {
        guard old.entity == new.entity, let property = newSchema.property(new) else { return false }
        return property.originalName == old.property || property.name == old.property
    }

    /// Returns whether a property is new: the old version has no property with its name or its original name.
    func isNew(_ name: PropertyName) -> Bool {
        guard let property = newSchema.property(name) else { return false }
        return [property.name, property.originalName].allSatisfy {
            oldSchema.property(PropertyName(entity: name.entity, property: $0)) == nil
        }
    }
}

extension StageState {
    /// The limits of the memory that one stage may use, whatever the number of rows.
    struct MemoryBound: Sendable {
        /// The number of captured values, for all operations together.
        var values = 64 << 10
        /// The number of bytes in captured strings and data.
        var bytes = 16 << 20
        /// The number of values that are compared at once, by eight bytes of each.
        var hashes = 4 << 20
    }
}
