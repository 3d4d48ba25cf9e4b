import PermafrostStore

/// A message about a problem in a store that could be opened. It is a sentence without a period.
struct StoreProblemMessage {
    let text: String

    init(_ problem: StoreInspection.Problem) {
        text =
            switch problem {
            case .damagedModel(let error): "the store's model can't be read (\(Self.message(error)))"
            case .unreadableTable(let name, let error):
                "the rows of the table \(name.visible) can't be counted: \(error)"
            case .unreadableHistory(let error): "the history can't be read: \(error)"
            case .modelOfOtherHashes(let entities):
                "the store's model doesn't match the recorded version hashes "
                    + "(\(entities.map(\.visible).joined(separator: ", ")))"
            case .foreignObjects(let names):
                "views and virtual tables aren't read, because neither SwiftData nor Core Data writes such tables: "
                    + "\(names.map(\.visible).joined(separator: ", "))"
            case .defect(let defect): defect.text.visible
            case .extraColumns(let names):
                "the model has no properties for these columns, which have no effect: "
                    + "\(names.map(\.visible).joined(separator: ", "))"
            }
    }

    /// Returns the line for a problem: a defect of the store's tables, or a note.
    static func line(_ problem: StoreInspection.Problem, _ style: Style) -> String {
        let label = if case .defect = problem { style.red("damaged") } else { style.yellow("note") }
        return "\(label): \(StoreProblemMessage(problem).text)"
    }

    private static func message(_ error: ModelArchiveError) -> String {
        switch error {
        case .notInflatable: "it can't be decompressed"
        case .tooLarge: "it is too large to be a model"
        case .notPropertyList: "it isn't a property list"
        case .notKeyedArchive: "it isn't an archive of a model"
        case .damaged(let damage): "its archive is damaged: \(message(damage))"
        }
    }

    private static func message(_ damage: ModelArchiveError.Damage) -> String {
        switch damage {
        case .entityWithoutName: "an entity has no name"
        case .propertyWithoutName(let entity): "a property of \(entity) has no name"
        case .relationshipWithoutDestination(let entity, let property): "\(entity).\(property) has no destination"
        case .unknownAttributeType(let entity, let property, let type): "\(entity).\(property) has the type \(type)"
        case .unknownPropertyClass(let entity, let property, let name): "\(entity).\(property) is a \(name)"
        case .unknownDeleteRule(let entity, let property, let rule): "\(entity).\(property) has the delete rule \(rule)"
        }
    }
}
