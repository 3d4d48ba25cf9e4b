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

extension ModelUse {
    /// The error text for an operation that uses a class of the wrong version. The initializer returns nil if the
    /// required version has the class.
    struct WrongVersion {
        let sentence: String

        init?(
            _ use: ModelUse, _ old: VersionModels, _ new: VersionModels, from: any VersionedSchema.Type,
            to: any VersionedSchema.Type
        ) {
            func isContained<Model: PersistentModel>(_ type: Model.Type, _ models: VersionModels) -> Bool {
                models.contains(type)
            }
            let wanted: String
            switch use.side {
            case .old:
                if isContained(use.type, old) { return nil }
                wanted = "\(from)"
            case .new:
                if isContained(use.type, new) { return nil }
                wanted = "\(to)"
            case .either:
                if isContained(use.type, old) || isContained(use.type, new) { return nil }
                wanted = "\(from) or \(to)"
            }
            sentence = "\(String(reflecting: use.type)) isn't a model of \(wanted)."
        }
    }
}
