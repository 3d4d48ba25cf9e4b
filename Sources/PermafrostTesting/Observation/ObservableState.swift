import Observation

/// The values of an object's properties, by name, as text that is the same for equal values.
///
/// A dictionary literal makes one: `["title": "Hello", "author": nil, "count": 3]`.
public struct ObservableState: Sendable, Hashable {
    /// The texts of the values, by the properties' names.
    public private(set) var values: [String: String]

    /// The state of the given values.
    public init(_ values: [String: Any?]) {
        self.values = values.mapValues(ObservedValue.text)
    }

    /// Leaves out properties.
    func removing(_ names: [String]) -> ObservableState {
        var state = self
        for name in names { state.values[name] = nil }
        return state
    }
}

extension ObservableState: ExpressibleByDictionaryLiteral {
    /// The state of the given values; of two for one name the last counts.
    public init(dictionaryLiteral elements: (String, Any?)...) {
        self.init(Dictionary(elements) { _, last in last })
    }
}

extension ObservableState: CustomStringConvertible {
    /// A line for each property, sorted by name.
    public var description: String {
        values.keys.sorted().map { "\($0): \(values[$0] ?? "")" }.joined(separator: "\n")
    }
}

/// Why an object's state cannot be captured.
public enum ObservationError: Error, Sendable, Hashable {
    /// The type has no stored property: an empty capture would compare nothing.
    case nothingToCapture(type: String)
    /// The metadata of a `@Model` class does not show its properties: this version of SwiftData keeps them in a form that
    /// Permafrost does not know.
    case unreadableMetadata(type: String)
}
