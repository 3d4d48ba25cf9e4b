/// A description of a change and its effect on a migration, which all output formats share.
package struct JudgementMessage: Sendable, Hashable {
    /// A clause that describes the change.
    package let what: String
    /// The effect, followed by the fix if there is one.
    package let advice: String
    /// A clause about the consequence for existing rows and stores.
    package let effect: String
    /// The fix as an imperative, or nil if nothing needs to be done.
    package let fix: String?

    package init(_ judged: ClassifiedChange) {
        let change = judged.change
        if judged.rule == .mergedHierarchies {
            let root = change.entity ?? "?"
            what = "\(change.before ?? "entities") had no common parent and now share \(root)"
        } else if judged.rule == .renamed {
            let old = [change.property == nil ? nil : change.entity, change.before].compactMap { $0 }
            what = "\(old.joined(separator: ".")) was renamed to \(change.after ?? "?")"
        } else {
            what = ChangeMessage(change).sentence
        }
        (effect, fix) = Self.message(judged.rule)
        advice = [effect, fix].compactMap(\.self).joined(separator: ". ")
    }

    private static func message(_ rule: ClassifiedChange.Rule) -> (effect: String, fix: String?) {
        switch rule {
        case .addedModel: ("the model starts empty", nil)
        case .removedModel: ("its rows are silently deleted", nil)
        case .removedAbstractModel: ("an abstract model has no rows of its own", nil)
        case .addedOptional: ("existing rows get nil", nil)
        case .addedWithDefault: ("existing rows get the default", nil)
        case .addedWithGeneratedDefault:
            (
                "every existing row gets the same value, because the default is evaluated only once",
                "If the rows need different values, set them in the didMigrate of a custom stage"
            )
        case .addedFieldWithDefault:
            (
                "existing rows may not get the default. This isn't verified: developers report that the migration fails "
                    + "(\(CoreDataFailure.migrationFailed.code))",
                "Make the field optional, or test the migration with a store of the older version"
            )
        case .addedWithoutDefault:
            (
                "the migration fails if rows exist (\(CoreDataFailure.migrationFailed.code), "
                    + "\(CoreDataFailure.missingValues(of: .attribute)))",
                "Give the property itself a default (a default in init doesn't count)"
            )
        case .addedRelationship: ("existing rows have no link", nil)
        case .addedRequiredToOne:
            (
                "the migration fails if rows exist, even with a default object (\(CoreDataFailure.migrationFailed.code), "
                    + "\(CoreDataFailure.missingValues(of: .relationship)))",
                "Make the relationship optional and set it in a custom stage. A later version can require the "
                    + "relationship if the willMigrate of that version's custom stage sets it in the rows that don't "
                    + "have one yet"
            )
        case .removedProperty: ("its values are silently deleted", nil)
        case .renamed: ("the original name keeps the values", nil)
        case .becameOptional: ("the values stay", nil)
        case .becameRequiredWithDefault: ("rows with nil get the default", nil)
        case .becameRequiredWithoutDefault:
            (
                "the migration fails if a row has nil (\(CoreDataFailure.migrationFailed.code))",
                "Give the property a default, or fill it in the willMigrate of a custom stage"
            )
        case .changedType:
            (
                "the migration can't be inferred (\(CoreDataFailure.missingMappingModel.code), "
                    + "\(CoreDataFailure.missingMappingModel.gist))",
                "Add a property of the new type next to the old one, copy the values in a custom stage, and remove "
                    + "the old property in the next version"
            )
        case .widenedInteger:
            (
                "the migration may not be inferred",
                "Treat the change as a type change, and copy the values in a custom "
                    + "stage"
            )
        case .toOneBecameToMany: ("the link stays as the only element", nil)
        case .toOneBecameExclusiveToMany:
            (
                "the links probably can't be kept if two rows refer to the same row, because each row can belong to only one "
                    + "relationship without an inverse",
                "Give the relationship a to-many inverse"
            )
        case .toManyBecameToOne: ("each row probably keeps at most one link", "Choose the link in a custom stage")
        case .changedDestination:
            (
                "the links probably can't be inferred (\(CoreDataFailure.missingMappingModel.code))",
                "Recreate them in a custom stage"
            )
        case .changedInverse:
            ("the migration is probably inferred, but keeps links on one side only", "Check the links in a test")
        case .changedCounts:
            ("the migration is probably inferred, but rows with too few or too many links can't be saved", nil)
        case .changedOrdering: ("the migration is inferred", nil)
        case .changedInheritance: ("the migration is inferred", nil)
        case .movedProperty: ("the property moves within its hierarchy, and the values stay", nil)
        case .mergedHierarchies:
            (
                "the migration fails, even with a custom stage (\(CoreDataFailure.mergedHierarchies.code), "
                    + "\(CoreDataFailure.mergedHierarchies.text))",
                "Add new models below the parent, copy the rows in a custom stage, and remove the old models in the next version"
            )
        case .changedAbstractness:
            ("the migration is probably inferred, but an abstract model can't have rows", nil)
        case .addedUniqueness:
            (
                "the migration fails if two rows have equal values (\(CoreDataFailure.constraintViolated.code)), and a "
                    + "later insert of an equal value replaces a row",
                "Remove duplicates in a custom stage"
            )
        case .filledUniqueProperty:
            (
                "the migration probably fails if two rows have no value (\(CoreDataFailure.constraintViolated.code)): both get "
                    + "the same default",
                "Set different values in a custom stage"
            )
        case .addedSatisfiedUniqueness:
            ("existing rows can't violate the constraint. A later insert of equal values replaces a row", nil)
        case .removedUniqueness: ("the migration is inferred, and a later insert of an equal value adds a row", nil)
        case .removedEnumerationCase:
            (
                "stores open as before, but rows with the case no longer decode",
                "Rewrite the rows in a custom stage first"
            )
        case .addedEnumerationCase: ("stores open as before", nil)
        case .changedEncodedShape:
            (
                "stores open as before, but encoded values no longer decode",
                "Add a property with a different name, and convert the values in a custom stage"
            )
        case .changedTransformer: ("stores open as before, but encoded values may no longer decode", nil)
        case .becameTransient: ("the property is no longer stored, and its values are silently deleted", nil)
        case .becameStored: ("existing rows get the property's default, or nil", nil)
        case .changedIdentityOnly: ("the version hash changes, and the values stay", nil)
        case .changedBehaviour: ("stores open as before", nil)
        case .changedTables:
            (
                "no version hash changes, so no migration runs, and existing stores keep their tables and indexes",
                "Set a hashModifier on an attribute of the model in the same version, which makes a migration run"
            )
        case .rebuiltTables: ("the migration applies the change, because the model's version hash changes", nil)
        case .maybeRebuiltTables:
            ("only version hashes of other models change, so existing stores may not get the change", nil)
        }
    }
}

extension MigrationVerdict {
    /// The verdict as a short phrase.
    package var text: String {
        switch self {
        case .nothing: "no migration"
        case .lightweight: "lightweight"
        case .losesData: "loses data"
        case .needsDefault: "needs a default"
        case .needsCustomStage: "needs a custom stage"
        }
    }
}
