import Observation

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
