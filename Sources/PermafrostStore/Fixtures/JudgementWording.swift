import PermafrostModel

/// The description of a change's effect on a migration, shared by all output formats.
package struct JudgementWording: Sendable, Hashable {
    /// The change, as a clause.
    package let what: String
    /// The framework's handling of the change and the fix, as a clause.
    package let advice: String

    /// Describes a classified change.
    package init(_ judged: MigrationVerdict.ClassifiedChange) {
        let change = judged.change
        if judged.rule == .mergedHierarchies {
            let root = change.entity ?? "?"
            what = "\(change.before ?? "entities") had no common parent and now share \(root)"
        } else if judged.rule == .renamed {
            let old = [change.property == nil ? nil : change.entity, change.before].compactMap { $0 }
            what = "\(old.joined(separator: ".")) was renamed to \(change.after ?? "?")"
        } else {
            what = ChangeWording(change).sentence
        }
        advice = Self.advice(judged.rule)
    }

    private static func advice(_ rule: MigrationVerdict.ClassifiedChange.Rule) -> String {
        switch rule {
        case .addedModel: "a new, empty model"
        case .removedModel: "its rows are dropped without a word"
        case .addedOptional: "rows get nil"
        case .addedWithDefault: "rows get the default"
        case .addedWithoutDefault:
            "fails on rows that exist (\(CoreDataFailure.migrationFailed.code), "
                + "\(CoreDataFailure.missingValues(of: .attribute))): give the property a default, not the initializer"
        case .addedRelationship: "rows get none"
        case .addedRequiredToOne:
            "fails on rows that exist (\(CoreDataFailure.migrationFailed.code), "
                + "\(CoreDataFailure.missingValues(of: .relationship))), with a default object too: make it optional, "
                + "or fill it in a custom stage and require it in the next version"
        case .removedProperty: "its values are dropped without a word"
        case .renamed: "the original name says so, and the values stay"
        case .becameOptional: "values stay"
        case .becameRequiredWithDefault: "rows that hold nil get the default"
        case .becameRequiredWithoutDefault:
            "fails on rows that hold nil (\(CoreDataFailure.migrationFailed.code)): give the property a default, "
                + "or fill it in a custom stage"
        case .changedType:
            "not inferred (\(CoreDataFailure.missingMappingModel.code), \(CoreDataFailure.missingMappingModel.gist)): "
                + "add the new property beside the old, copy in a custom stage, remove the old one in the next version"
        case .widenedInteger:
            "not promised to be inferred: treat it as another type, and copy in a custom stage"
        case .toOneBecameToMany: "the link stays, as one element"
        case .toManyBecameToOne: "not promised: at most one link stays; choose it in a custom stage"
        case .changedDestination:
            "links to other rows are probably not inferred (\(CoreDataFailure.missingMappingModel.code)): "
                + "make them anew in a custom stage"
        case .changedInverse: "probably inferred; links are kept on one side only: check them in a test"
        case .changedCounts: "probably inferred; rows outside the counts do not save"
        case .changedOrdering: "inferred"
        case .changedInheritance: "inferred"
        case .movedProperty: "it moved within its hierarchy, and the values stay"
        case .mergedHierarchies:
            "fails (\(CoreDataFailure.mergedHierarchies.code), \"\(CoreDataFailure.mergedHierarchies.text)\"), with a custom stage too: "
                + "add new models below the parent, copy the rows in a custom stage, and remove the old models in the next version"
        case .changedAbstractness: "probably inferred; rows of an abstract model are not allowed"
        case .addedUniqueness:
            "inferred only where no two rows agree, else it fails (\(CoreDataFailure.constraintViolated.code)): "
                + "remove duplicates in a custom stage; later inserts of an equal value replace the row"
        case .addedUniquenessOfNothing:
            "inferred; old rows have no value of the new property, so they never agree. Later inserts of an equal value replace the row"
        case .removedUniqueness: "inferred; later inserts of an equal value make further rows"
        case .removedEnumerationCase:
            "stores open as before, and rows that hold it can no longer be decoded: rewrite them in a custom stage first"
        case .addedEnumerationCase: "stores open as before"
        case .changedEncodedShape:
            "stores open as before, and encoded values no longer decode: rewrite them in a custom stage, under another name"
        case .changedTransformer: "stores open as before; encoded values may no longer decode"
        case .becameTransient: "it is stored no more, and its values are dropped without a word"
        case .becameStored: "rows get its default, or nil"
        case .changedIdentityOnly: "another identity, the same values"
        case .changedBehaviour: "stores open as before"
        case .changedTables:
            "no hash changes, so no migration runs: existing stores never get it. A hashModifier on an attribute of the entity makes one run"
        case .rebuiltTables: "the migration makes it, since the entity's hash changes"
        case .maybeRebuiltTables:
            "only other entities' hashes change: whether the migration makes it in existing stores is not known"
        }
    }
}

extension MigrationVerdict {
    /// The verdict in a few words.
    package var words: String {
        switch self {
        case .nothing: "no migration"
        case .lightweight: "lightweight"
        case .losesData: "loses data"
        case .needsDefault: "needs a default"
        case .needsCustomStage: "needs a custom stage"
        }
    }
}

extension JudgementWording {
    /// The text of a question about a possible rename.
    package struct RenameQuestionWording: Sendable, Hashable {
        /// The question, with the consequence of each answer.
        package let text: String

        /// Describes a question.
        ///
        /// - Parameter isOfModelFile: whether a Core Data model declares the versions. Core Data also supports renaming
        ///   models.
        package init(_ question: RenameQuestion, isOfModelFile: Bool = false) {
            let candidates = question.candidates.joined(separator: " or ")
            guard !isOfModelFile else {
                let (oldName, manner, lost) =
                    question.entity.map { ("\($0).\(question.oldName)", "of the same type", "values") }
                    ?? ("the entity \(question.oldName)", "with the same properties", "rows")
                text =
                    "\(oldName) is gone, and \(candidates) is new and \(manner). Was it renamed? Then give it the renaming "
                    + "identifier \(question.oldName) in Xcode, or its \(lost) are lost"
                return
            }
            guard let entity = question.entity else {
                text =
                    "the model \(question.oldName) is gone, and \(candidates) has the same properties. Was it renamed? Then its rows "
                    + "are lost: SwiftData has no option for it. Keep the name, or copy the rows in a custom stage"
                return
            }
            text =
                "\(entity).\(question.oldName) is gone, and \(candidates) is new and of the same type. Was it renamed? Then say so "
                + "with originalName: \"\(question.oldName)\", or its values are lost"
        }
    }
}
