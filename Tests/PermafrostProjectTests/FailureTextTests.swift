import PermafrostModel
import PermafrostTestSupport
import Testing

/// Messages use the Core Data codes and texts in ``CoreDataFailure``, and the confidence in hashes in
/// ``HashConfidence``.
@Suite struct FailureTextTests {
    /// The code of each source file, without comments.
    private static let sources = Result { try SourceTree.code(below: "Sources") }

    /// Returns the files that contain a text.
    private static func files(with text: String) throws -> [String] {
        try sources.get().filter { $0.value.contains(text) }.keys.sorted()
    }

    @Test(arguments: CoreDataFailure.allCases) func theTextOfAFailureIsInOnePlace(_ failure: CoreDataFailure) throws {
        let place = ["Sources/PermafrostModel/Versions/CoreDataFailure.swift"]
        #expect(try Self.files(with: "\(failure.code)") == place)
        #expect(try Self.files(with: failure.text) == place)
    }

    @Test(arguments: CoreDataFailure.allCases) func aKnownCodeHasAFailure(_ failure: CoreDataFailure) {
        #expect(CoreDataFailure(code: failure.code)?.code == failure.code)
    }

    @Test(arguments: [0, 134_000, 134_999]) func anUnknownCodeHasNoFailure(_ code: Int) {
        #expect(CoreDataFailure(code: code) == nil)
    }

    @Test(arguments: CoreDataFailure.MandatoryProperty.allCases)
    func theTextOfMissingValuesIsInOnePlace(_ property: CoreDataFailure.MandatoryProperty) throws {
        #expect(
            CoreDataFailure.missingValues(of: property)
                == "missing attribute values on mandatory destination \(property.rawValue)")
        #expect(
            try Self.files(with: "on mandatory destination") == [
                "Sources/PermafrostModel/Versions/CoreDataFailure.swift"
            ])
    }

    @Test func theConfidenceIsComputedInOnePlace() throws {
        #expect(HashConfidence([String]()).rawValue == "verified")
        #expect(HashConfidence(["Trip.mode"]).rawValue == "assumed")
        #expect(try Self.files(with: "\"verified\"") == [])
        #expect(try Self.files(with: "isEmpty ? .verified") == ["Sources/PermafrostModel/Hashes/HashConfidence.swift"])
    }
}
