import PermafrostModel
import PermafrostSource

/// PF0231: A struct or enum that is stored field by field contains a type that SwiftData has no column for.
struct RefusedInStruct: UnstorableValueRule {
    static let needs: Set<Fact> = []
    static let page = RulePage(
        code: "PF0231", name: "RefusedInStruct", severity: .error, gates: [.freeze, .lint],
        summary: "A stored struct or enum contains DateComponents, a Set or a class that isn't a model.",
        failure: """
            SwiftData stores structs and enums without raw values field by field, and examines each member's type when it makes the \
            schema. It ends the app at launch if it finds a class ("Class property within Persisted Struct/Enum is not supported: \
            …") or an unknown type ("Unexpected property within Persisted Struct/Enum: _CalendarProtocol" in DateComponents, \
            "…: Builtin.BridgeObject" in a Set). Apple doesn't document this; developers report it.
            """,
        fix: """
            Store plain values, such as a year, a month and a day, and compute the DateComponents from them. Store an \
            Array instead of a Set. Or encode the value yourself and store it as Data. With iOS 27, macOS 27 and \
            later, @Attribute(.codable) stores a Codable value as a single value.
            """,
        reads: ["the types that properties store, with their members"],
        source: .reports([
            "https://fatbobman.com/en/posts/considerations-for-using-codable-and-enums-in-swiftdata-models",
            "https://github.com/scastiel/kado/pull/3",
        ]),
        examples: (
            reported: .models("var reminder: Reminder\nstruct Reminder: Codable { var days: Set<Int> }"),
            accepted: .models("var reminder: Reminder\nstruct Reminder: Codable { var days: [Int] }")
        ))

    let facts: ProjectFacts

    func message(_ value: Refused) -> Finding.Message? {
        let message: String
        switch value.reason {
        case .classInside(let name): message = "Class property within Persisted Struct/Enum is not supported: \(name)"
        case .unexpected(let name): message = "Unexpected property within Persisted Struct/Enum: \(name)"
        case .unkeyed, .ownCode, .maybeClass, .unreadType: return nil
        }
        return .init(
            what: "\(value.path) has the type \(value.type), which SwiftData can't store in a struct or enum",
            affected:
                "all users, as developers report. The app ends when the schema is made, with \"\(message)\"",
            fix: value.type.hasPrefix("Set<")
                ? "Store an array instead, or encode the set yourself and store it as Data"
                : "Store plain values and compute this value from them, or encode the value yourself and store it as "
                    + "Data")
    }
}
