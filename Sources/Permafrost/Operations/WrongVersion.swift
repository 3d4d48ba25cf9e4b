import SwiftData

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
