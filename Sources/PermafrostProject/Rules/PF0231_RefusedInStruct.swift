import PermafrostModel
import PermafrostSource

/// PF0231: A struct or enum that is stored field by field contains a type that SwiftData has no column for.
struct RefusedInStruct: UnstorableValueRule {
    static let page = RulePage(
        code: "PF0231", name: "RefusedInStruct", severity: .error,
        summary: "A stored struct or enum holds a class that is no model, DateComponents or a Set.",
        failure: """
            SwiftData stores a struct, and an enum without raw values, field by field, and takes each member's type apart when it \
            makes the schema. There it meets a class ("Class property within Persisted Struct/Enum is not supported: …"), or a \
            type that it does not know ("Unexpected property within Persisted Struct/Enum: _CalendarProtocol" of DateComponents, \
            "…: Builtin.BridgeObject" of a Set), and ends the app at launch. Apple's documentation is silent on it: this is \
            assumed from what developers report.
            """,
        fix: """
            Store plain values, such as year, month and day, or an Array in place of a Set, and compute the other from them. Or \
            keep the value as Data that your code encodes. On the systems of 2026 and later @Attribute(.codable) stores a Codable \
            value as one.
            """)

    let input: LintInput

    func words(_ value: Refused) -> Finding.Words? {
        let message: String
        switch value.reason {
        case .classInside(let name): message = "Class property within Persisted Struct/Enum is not supported: \(name)"
        case .unexpected(let name): message = "Unexpected property within Persisted Struct/Enum: \(name)"
        case .unkeyed: return nil
        }
        return .init(
            what: "\(value.path) is of type \(value.type), which SwiftData takes apart and does not know",
            affected:
                "Every user, as developers report: the app ends when the schema is made, with \"\(message)\" (assumed)",
            fix: value.type.hasPrefix("Set<")
                ? "Make it an array, or keep it as Data that your code encodes"
                : "Store plain values and compute the other from them, or keep it as Data that your code encodes")
    }
}
