import Observation
import Permafrost
import SwiftData

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

extension ObservationError: ErrorText.WordedError {
    /// The problem, and what to do next.
    public var description: String {
        switch self {
        case .nothingToCapture(let type):
            "\(type) has no stored property to compare: make it CapturableObservable, and say what its state is"
        case .unreadableMetadata(let type):
            "SwiftData's metadata of \(type) does not show the class's properties: make it CapturableObservable, and say "
                + "what its state is"
        }
    }
}

/// Fails if an observable object's properties are not those of a state.
///
///     assertObservableState(of: post, matches: ["title": "Hello", "author": nil], excluding: "id")
///
/// - Parameters:
///   - object: the object.
///   - expected: every property's value; see ``captureProperties(of:)`` for what a property is.
///   - excluded: properties that are not compared, such as an identifier made anew.
///   - fileID: the test's file as the compiler names it, where a failure is shown.
///   - file: the test's path.
///   - line: the line of a failure.
///   - column: its column.
public func assertObservableState(
    of object: some Observable, matches expected: ObservableState, excluding excluded: String...,
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let location = TestLocation(fileID: fileID, file: file, line: line, column: column)
    do {
        let differences = try verifyObservableState(of: object, matches: expected, excluding: excluded)
        guard !differences.isEmpty else { return }
        let lines = differences.map { "  \($0)" }.joined(separator: "\n")
        TestFailure.record("\(type(of: object)) is not in the expected state:\n\(lines)", at: location)
    } catch {
        TestFailure.record("\(ErrorText(error).text)", at: location)
    }
}

/// Compares an observable object's properties with a state.
///
/// - Returns: what differs, sorted by name; empty if nothing does.
/// - Throws: ``ObservationError``.
public func verifyObservableState(
    of object: some Observable, matches expected: ObservableState, excluding excluded: [String] = []
) throws -> [ObservableDifference] {
    let captured = try captureProperties(of: object).removing(excluded)
    let expected = expected.removing(excluded)
    return Set(captured.values.keys).union(expected.values.keys).sorted().compactMap { name in
        let difference = ObservableDifference(
            property: name, expected: expected.values[name], found: captured.values[name])
        return difference.expected == difference.found ? nil : difference
    }
}

/// A property whose value is not the expected one.
public struct ObservableDifference: Sendable, Hashable, CustomStringConvertible {
    /// The property's name.
    public let property: String
    /// The expected value as text; nil if none is expected.
    public let expected: String?
    /// The value as text; nil if the object has no such property.
    public let found: String?

    /// `title should be "a" and is "b"`
    public var description: String {
        guard let found else { return "\(property) should be \(expected ?? ""), and there is no such property" }
        return expected.map { "\(property) should be \($0) and is \(found)" }
            ?? "\(property) is \(found), and the expected state does not name it"
    }
}

/// The values of an observable object's properties.
///
/// A `@Model` object's are those of its `schemaMetadata`, relationships included, which show the rows that they lead to. A
/// plain `@Observable` object's are its stored properties, under the names that the source gives them. A
/// ``CapturableObservable`` says them itself.
///
/// - Throws: ``ObservationError/nothingToCapture(type:)`` rather than give an empty state, and
///   ``ObservationError/unreadableMetadata(type:)`` rather than leave out properties of a `@Model` object.
public func captureProperties(of object: some Observable) throws -> ObservableState {
    let values =
        if let capturable = object as? any CapturableObservable {
            capturable.capturedState
        } else if let model = object as? any PersistentModel {
            try modelValues(of: model)
        } else {
            mirroredValues(of: object)
        }
    guard !values.isEmpty else { throw ObservationError.nothingToCapture(type: "\(type(of: object))") }
    return ObservableState(values)
}

private func modelValues<Model: PersistentModel>(of model: Model) throws -> [String: Any?] {
    var values: [String: Any?] = [:]
    do {
        for (name, keyPath) in try PropertyReflection.readable(of: Model.self) {
            values[name] = .some(model[keyPath: keyPath])
        }
    } catch { throw ObservationError.unreadableMetadata(type: error.model) }
    return values
}

/// The macro keeps a property `name` in `_name`, and adds a registrar.
private func mirroredValues(of object: Any) -> [String: Any?] {
    var values: [String: Any?] = [:]
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
        let isMacro = current.children.contains { $0.label == "_$observationRegistrar" }
        for child in current.children {
            guard let label = child.label, !label.contains("$") else { continue }
            values[isMacro && label.hasPrefix("_") ? String(label.dropFirst()) : label] = .some(child.value)
        }
        mirror = current.superclassMirror
    }
    return values
}

/// An observable type that says itself what a test compares: for one whose stored properties are not its state, or not all
/// of it.
///
/// Other observable types need nothing: ``captureProperties(of:)`` finds their properties.
public protocol CapturableObservable: Observable {
    /// The values to compare, by name.
    var capturedState: [String: Any?] { get }
}
