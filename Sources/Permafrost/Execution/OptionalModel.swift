import Foundation
import SwiftData

/// The type of an optional to-one relationship.
protocol OptionalModel {
    associatedtype Model: PersistentModel
    var related: Model? { get }
    init(related: Model?)
}
