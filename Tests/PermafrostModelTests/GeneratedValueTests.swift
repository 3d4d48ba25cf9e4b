import PermafrostModel
import Testing

/// Default expressions that create a different value in each evaluation.
@Suite struct GeneratedValueTests {
    @Test(arguments: [
        ("UUID()", GeneratedValue.random), ("UUID.init().uuidString", .random), ("NSUUID().uuidString", .random),
        ("\"a-\\(UUID())\"", .random), ("Int.random(in: 0...9)", .random), ("names.randomElement()!", .random),
        ("Settings(id: UUID(), at: .now)", .random), ("ProcessInfo.processInfo.globallyUniqueString", .random),
        ("Date()", .time), ("Date.now", .time), (".now", .time), ("Foundation.Date.now.addingTimeInterval(60)", .time),
        ("Calendar.current.startOfDay(for: .now)", .time), ("Date().timeIntervalSince1970", .time),
    ])
    func isFound(_ text: String, _ kind: GeneratedValue) {
        #expect(DefaultValue.expression(text).generated == kind)
    }

    @Test(arguments: [
        "UUID(uuidString: text)!", "startDate()", "makeUUID()", "Date(timeIntervalSince1970: 0)", "Date.distantPast",
        ".nowhere", "Mode.nowOrNever", "Kind.random", "Settings()",
    ])
    func isConstantOrUnknown(_ text: String) { #expect(DefaultValue.expression(text).generated == nil) }

    @Test func isFoundInsideOfCollections() {
        #expect(DefaultValue.array([.integer(1), .expression("UUID()")]).generated == .random)
        #expect(DefaultValue.dictionary(["at": .expression("Date.now")]).generated == .time)
        #expect(DefaultValue.string("UUID()").generated == nil)
    }
}
