import Foundation
import PermafrostModel

/// The content of a property's first cell.
enum CellContent {
    case attribute(AttributeType, isOptional: Bool, isExternalStorage: Bool)
    /// The destination's key, or NULL.
    case link
    case nothing

    init(_ property: Property) {
        switch property {
        case .attribute(let attribute):
            self = .attribute(
                attribute.type, isOptional: attribute.isOptional, isExternalStorage: attribute.isExternalStorage)
        case .relationship: self = .link
        case .fetched: self = .nothing
        }
    }
}
