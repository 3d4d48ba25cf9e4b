import Observation
import Permafrost
import SwiftData

/// The values of an object's properties, keyed by property name. Each value is stored as a string, and equal values
/// have equal strings. Write an expected state as a dictionary literal:
///
/// ```swift
/// let expected: ObservableState = ["title": "Hello", "author": nil, "count": 3]
/// ```
///
/// To compare an object with a state, use ``assertObservableState(of:matches:comparingAll:excluding:fileID:file:line:column:)``.
public struct ObservableState: Sendable, Hashable {
    /// The values as strings, keyed by property name.
    public private(set) var values: [String: String]

    /// Creates a state from property values.
    ///
    /// - Parameter values: the values, keyed by property name.
    public init(_ values: [String: Any?]) {
        self.values = values.mapValues(ObservedValue.text)
    }

    /// Returns the state without the given properties.
    func removing(_ names: [String]) -> ObservableState {
        var state = self
        for name in names { state.values[name] = nil }
        return state
    }
}

extension ObservableState: ExpressibleByDictionaryLiteral {
    /// Creates a state from a dictionary literal. If a name appears twice, the last value is used.
    public init(dictionaryLiteral elements: (String, Any?)...) {
        self.init(Dictionary(elements) { _, last in last })
    }
}

extension ObservableState: CustomStringConvertible {
    /// The properties with their values, one per line, sorted by name.
    public var description: String {
        values.keys.sorted().map { "\($0): \(values[$0] ?? "")" }.joined(separator: "\n")
    }
}

/// The reason why an object's state can't be captured.
public enum ObservationError: Error, Sendable, Hashable {
    /// The type has no stored properties, or its ``CapturableObservable/capture()`` returns an empty state.
    case nothingToCapture(type: String)
    /// The metadata of a `@Model` class can't be read, because this version of SwiftData stores it in a form that
    /// Permafrost doesn't recognize.
    case unreadableMetadata(type: String)
}

extension ObservationError: WordedError {
    /// A description of the problem and the fix.
    public var description: String {
        switch self {
        case .nothingToCapture(let type):
            "\(type) has no stored properties to compare. Conform it to CapturableObservable, and implement capture()"
        case .unreadableMetadata(let type):
            "SwiftData's metadata of \(type) doesn't contain the class's properties. Conform it to CapturableObservable, and "
                + "implement capture()"
        }
    }
}

/// Fails if the properties of an observable object differ from an expected state. Use it to check an object after a
/// migration without writing one expectation per property.
///
/// ```swift
/// let post = PostsSchemaV1.Post(title: "Hello", body: "World")
/// assertObservableState(of: post, matches: ["title": "Hello", "body": "World"])
/// ```
///
/// Only the properties in the expected state are compared. With `comparingAll: true`, the state must contain every
/// property that isn't excluded. A string also equals a value of another type that is written the same. For example,
/// `"3"` equals 3. ``captureProperties(of:)`` describes the properties of each kind of object.
///
/// If the object is a ``CapturableObservable``, the properties of its snapshot are compared. The expected state can
/// also contain stored properties that the snapshot doesn't have.
///
/// - Parameters:
///   - object: the object to check.
///   - expected: the values to compare.
///   - comparesAll: whether a property that the expected state doesn't contain is a failure.
///   - excluded: properties that aren't compared, such as an identifier that differs each time.
///   - fileID: the test's `#fileID`, for the location of a failure.
///   - file: the path of the test's file.
///   - line: the line of a failure.
///   - column: the column of a failure.
public func assertObservableState(
    of object: some Observable, matches expected: ObservableState, comparingAll comparesAll: Bool = false,
    excluding excluded: String..., fileID: StaticString = #fileID, file: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
) {
    let location = TestLocation(fileID: fileID, file: file, line: line, column: column)
    do {
        let differences = try verifyObservableState(
            of: object, matches: expected, comparingAll: comparesAll, excluding: excluded)
        guard !differences.isEmpty else { return }
        let lines = differences.map { "  \($0)" }.joined(separator: "\n")
        TestFailure.record("\(type(of: object)) isn't in the expected state:\n\(lines)", at: location)
    } catch {
        TestFailure.record("\(ErrorText(error).text)", at: location)
    }
}

/// Compares the properties of an observable object with an expected state.
///
/// - Parameters:
///   - object: the object to check.
///   - expected: the values to compare.
///   - comparesAll: whether a property that the expected state doesn't contain is a difference.
///   - excluded: properties that aren't compared.
/// - Returns: the differences, sorted by name; empty if the states match.
/// - Throws: ``ObservationError`` if the object's state can't be captured.
public func verifyObservableState(
    of object: some Observable, matches expected: ObservableState, comparingAll comparesAll: Bool = false,
    excluding excluded: [String] = []
) throws -> [ObservableDiff] {
    let captured = try captureProperties(of: object).removing(excluded)
    let expected = expected.removing(excluded)
    let isComplete = expected.values.keys.allSatisfy { captured.values[$0] != nil }
    let stored: ObservableState = isComplete ? [:] : try ObservableState(storedValues(of: object))
    return Set(comparesAll ? Array(captured.values.keys) : []).union(expected.values.keys).sorted().compactMap { name in
        let difference = ObservableDiff(
            property: name, expected: expected.values[name], found: captured.values[name] ?? stored.values[name])
        return difference.isEqual ? nil : difference
    }
}

/// A property with an unexpected value, in the result of ``verifyObservableState(of:matches:comparingAll:excluding:)``.
public struct ObservableDiff: Sendable, Hashable, CustomStringConvertible {
    /// The property's name.
    public let property: String
    /// The expected value as a string; nil if the expected state doesn't contain the property.
    public let expected: String?
    /// The actual value as a string; nil if the object has no such property.
    public let found: String?

    /// Whether the values are equal. An expected string also equals a value of another type with the same description,
    /// as `"3"` equals 3.
    fileprivate var isEqual: Bool { expected == found || found.map { $0.debugDescription == expected } ?? false }

    /// The difference as a sentence, such as `title should be "a" but is "b"`.
    public var description: String {
        guard let found else { return "\(property) should be \(expected ?? ""), but there is no such property" }
        return expected.map { "\(property) should be \($0) but is \(found)" }
            ?? "\(property) is \(found), but the expected state doesn't contain it"
    }
}

/// Captures the values of an observable object's properties. Use it to compare two objects, or to write the expected
/// state of a test.
///
/// ```swift
/// print(try captureProperties(of: PostsSchemaV1.Post(title: "Hello", body: "World")))
/// ```
///
/// For a `@Model` object, this captures the properties in its `schemaMetadata`. The value of a relationship identifies
/// the linked rows. For any other `@Observable` object, this captures the stored properties, with the names that they
/// have in the source. A ``CapturableObservable`` object provides its own state.
///
/// - Parameter object: the object.
/// - Returns: the values, keyed by property name.
/// - Throws: ``ObservationError/nothingToCapture(type:)`` if the state would be empty;
///   ``ObservationError/unreadableMetadata(type:)`` if the properties of a `@Model` object can't be read.
public func captureProperties(of object: some Observable) throws -> ObservableState {
    let values =
        if let capturable = object as? any CapturableObservable {
            capturedValues(of: capturable)
        } else {
            try storedValues(of: object)
        }
    guard !values.isEmpty else { throw ObservationError.nothingToCapture(type: "\(type(of: object))") }
    return ObservableState(values)
}

/// Returns the values of an object's snapshot: the entries of a dictionary, or the stored properties of any other type.
private func capturedValues<Object: CapturableObservable>(of object: Object) -> [String: Any?] {
    let snapshot: Any = object.capture()
    if let values = snapshot as? [String: Any?] { return values }
    if let values = snapshot as? [String: any Sendable] { return values.mapValues { .some($0) } }
    return mirroredValues(of: snapshot)
}

/// Returns the values of an object's own properties, even if the object provides a snapshot.
private func storedValues(of object: some Observable) throws -> [String: Any?] {
    if let model = object as? any PersistentModel { return try modelValues(of: model) }
    return mirroredValues(of: object)
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

/// Returns the values of an object's stored properties, including inherited ones, keyed by name. Removes the underscore
/// from names such as `_name`, where the `@Observable` macro stores the value of `name`. Omits the macro's registrar.
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

/// An observable type that provides a snapshot of its state for tests to compare. Conform a type to this protocol if
/// its stored properties don't represent its state, or represent only part of it.
///
/// ```swift
/// @Observable final class PostList: CapturableObservable {
///     struct Snapshot { var postCount: Int; var titles: [String] }
///     private var posts: [PostsSchemaV4.Post] = []
///
///     func capture() -> Snapshot { Snapshot(postCount: posts.count, titles: posts.map(\.title)) }
/// }
/// ```
///
/// Capture a snapshot before and after a migration and compare them, or pass the object to
/// ``assertObservableState(of:matches:comparingAll:excluding:fileID:file:line:column:)``. In Swift 6, a class on the main
/// actor conforms to `@MainActor CapturableObservable`.
///
/// Other observable types don't need the conformance, because ``captureProperties(of:)`` finds their properties.
public protocol CapturableObservable: Observable {
    /// The type of the captured state: a type whose stored properties are the values to compare, or a dictionary of
    /// values keyed by name.
    associatedtype Snapshot
    /// Returns the current state.
    func capture() -> Snapshot
}
