import SwiftData

/// A class that an operation uses, and the version that must have it.
struct ModelUse: Sendable {
    /// The version of a stage that must have the class.
    enum Side: Sendable {
        case old, new, either
    }

    let type: any PersistentModel.Type
    let side: Side

    static func old(_ type: any PersistentModel.Type) -> ModelUse { ModelUse(type: type, side: .old) }
    static func new(_ type: any PersistentModel.Type) -> ModelUse { ModelUse(type: type, side: .new) }
    static func either(_ type: any PersistentModel.Type) -> ModelUse { ModelUse(type: type, side: .either) }
}
