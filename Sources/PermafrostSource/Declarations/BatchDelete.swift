import PermafrostModel

/// A call that deletes rows in a store, without loading them.
package struct BatchDelete: Sendable, Hashable, Codable {
    package enum Call: String, Sendable, Hashable, Codable {
        /// `ModelContext.delete(model:)`
        case modelContext = "delete(model:)"
        /// `NSBatchDeleteRequest`
        case request = "NSBatchDeleteRequest"
    }

    /// A class or entity whose rows a call can delete.
    package struct Model: Sendable, Hashable, Codable {
        package var name: String
        /// The class's qualified name, or nil if the sources don't declare the class.
        package var type: String?

        package init(name: String, type: String? = nil) {
            self.name = name
            self.type = type
        }
    }

    package var call: Call
    /// The classes or entities whose rows the call can delete. Empty if they can't be determined from the source.
    package var models: [Model]
    package var location: SourceLocation

    package init(call: Call, models: [Model], location: SourceLocation) {
        self.call = call
        self.models = models
        self.location = location
    }
}
