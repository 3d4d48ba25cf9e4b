import Foundation
import SwiftData
import Testing

@Model private final class Turnstile {
    @Attribute(.unique) var number: Int
    @Attribute(.unique) var name: String

    init(number: Int, name: String) {
        self.number = number
        self.name = name
    }
}

/// The message of a save that would give two objects the same unique values.
@Suite struct UniquenessMessageTests {
    @Test(arguments: [("number", 1, "b"), ("name", 2, "a")])
    func theViolatedPropertyIsNamed(_ property: String, _ number: Int, _ name: String) throws {
        let container = try ModelContainer(
            for: Turnstile.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        context.insert(Turnstile(number: 1, name: "a"))
        let other = Turnstile(number: 2, name: "b")
        context.insert(other)
        try context.save()
        other.number = number
        other.name = name
        let error = #expect(throws: SwiftDataError.self) { try context.save() }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("Two objects of Turnstile have the same \(property)."), "\(text)")
    }
}
