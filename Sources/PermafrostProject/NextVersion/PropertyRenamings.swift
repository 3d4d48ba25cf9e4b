import PermafrostModel
import PermafrostSource

/// The properties that are specified with `--renamed` and `--not-renamed`, checked against the models.
package struct PropertyRenamings: Sendable {
    /// The reason that `--renamed` or `--not-renamed` doesn't apply to a property.
    package enum Mistake: Sendable, Hashable {
        /// The model hasn't shipped or no longer exists. The value contains the models that shipped and still exist.
        case unknownModel(known: [String])
        /// The models haven't changed since they shipped.
        case unedited
        /// The property didn't ship. The value contains the shipped properties that were removed.
        case didNotShip(gone: [String])
        /// The property still exists with the old name.
        case isStillThere
        /// The new name isn't the name of a new property. The values are the name and the new properties.
        case isNotNew(String, new: [String])
        /// The removed property is an attribute and the new one is a relationship, or vice versa. The value is the new
        /// name.
        case hasOtherKind(String)
    }

    /// The user's answer about a removed property.
    package struct Answer: Sendable, Hashable {
        package let entity: String
        /// The name of the property when it shipped.
        package let oldName: String
        /// The new name, or nil if the property wasn't renamed.
        package let name: String?
    }

    /// The answers to write to the sources.
    let all: [PropertyRenaming]
    /// The user's answers, sorted by model and property. ``all`` leaves out a property that wasn't renamed if its model
    /// has no similar new property.
    let answers: [Answer]

    /// Checks the answers in the options against the models.
    ///
    /// - Parameters:
    ///   - old: the newest version as it shipped.
    ///   - new: the current declaration of the newest version.
    /// - Throws: ``NextVersionError/notRenamed(_:_:)`` if an answer doesn't apply to its property.
    init(
        from old: SchemaModel, to new: SchemaModel, isEdited: Bool, _ options: NextVersionOptions
    ) throws(NextVersionError) {
        var all: [PropertyRenaming] = []
        var answers: [Answer] = []
        for (subject, name) in options.renamed.sorted(by: { $0.key < $1.key }) {
            let pair = try Pair(subject, from: old, to: new, isEdited: isEdited)
            guard let property = pair.new.first(where: { $0.name == name }) else {
                throw .notRenamed(subject, .isNotNew(name, new: pair.new.map(\.name)))
            }
            guard property.isRelationship == pair.property.isRelationship else {
                throw .notRenamed(subject, .hasOtherKind(name))
            }
            all.append(
                .init(
                    entity: pair.entity, oldName: pair.property.name, property: name, isRename: true,
                    originalName: old.originalName(afterRenaming: pair.property.name, of: pair.entity)))
            answers.append(Answer(entity: pair.entity, oldName: pair.property.name, name: name))
        }
        let questions = LightweightInference(from: old, to: new).questions
        for subject in options.notRenamed.sorted() {
            let pair = try Pair(subject, from: old, to: new, isEdited: isEdited)
            answers.append(Answer(entity: pair.entity, oldName: pair.property.name, name: nil))
            let question = questions.first { $0.entity == pair.entity && $0.oldName == pair.property.name }
            // The sources don't need the answer, because there is no similar new property.
            guard let candidate = question?.candidates.first else { continue }
            all.append(.init(entity: pair.entity, oldName: pair.property.name, property: candidate, isRename: false))
        }
        self.all = all
        self.answers = answers.sorted { ($0.entity, $0.oldName) < ($1.entity, $1.oldName) }
    }

    /// A removed property, and the new properties in its model.
    private struct Pair {
        let entity: String
        let property: Property
        let new: [Property]

        init(_ subject: String, from old: SchemaModel, to new: SchemaModel, isEdited: Bool) throws(NextVersionError) {
            let parts = subject.split(separator: ".", maxSplits: 1).map(String.init)
            let known = old.entities.map(\.name).filter { name in new.entities.contains { $0.name == name } }
            guard let before = old.entities.first(where: { $0.name == parts.first }),
                let after = new.entities.first(where: { $0.name == parts.first })
            else { throw .notRenamed(subject, .unknownModel(known: known)) }
            guard isEdited else { throw .notRenamed(subject, .unedited) }
            func names(_ entity: Entity) -> Set<String> { Set(entity.properties.map(\.name)) }
            guard let property = before.properties.first(where: { $0.name == parts.last }), parts.count == 2 else {
                let gone = names(before).subtracting(names(after)).sorted()
                throw .notRenamed(subject, .didNotShip(gone: gone))
            }
            guard !names(after).contains(property.name) else { throw .notRenamed(subject, .isStillThere) }
            entity = before.name
            self.property = property
            self.new = after.properties.filter { !names(before).contains($0.name) }
        }
    }
}

extension Property {
    fileprivate var isRelationship: Bool { if case .relationship = self { true } else { false } }
}
