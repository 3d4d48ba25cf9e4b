import PermafrostStore

/// A phrase for information that a store's tables don't contain about its model, such as
/// `which properties are optional`.
struct TableGapMessage {
    let text: String

    init(_ gap: TableModel.Gap) {
        text =
            switch gap {
            case .letterCase: "the case of names (columns are in capitals)"
            case .optionality: "which properties are optional"
            case .integerWidth: "the width of integers, and which are Booleans"
            case .valueTypes: "which strings are URLs, and which data is a UUID or an encoded value"
            case .composites: "which columns form one struct or enum"
            case .rules: "defaults, delete rules and original names"
            case .unstored: "properties that aren't stored"
            case .destinations: "the destinations of some to-one relationships"
            case .declaringEntities: "which model of a hierarchy declares a property"
            }
    }
}
