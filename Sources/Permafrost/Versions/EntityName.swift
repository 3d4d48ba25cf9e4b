import SwiftData

extension Schema {
    /// The name of the entity of a `@Model` class: the class's name, without the types that it is nested in.
    ///
    /// SwiftData's own `Schema.entityName(for:)` needs iOS 18 and macOS 15, and a class that is known when the code is
    /// compiled.
    package static func entityName(of type: any PersistentModel.Type) -> String {
        String(describing: type)
    }
}
