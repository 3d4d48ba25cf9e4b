import PermafrostModel
import PermafrostSource

/// PF0232: A value is encoded without keys, so SwiftData has no columns for it.
struct UnkeyedValue: UnstorableValueRule {
    static let page = RulePage(
        code: "PF0232", name: "UnkeyedValue", severity: .error,
        summary: "A CGRect, CGPoint, CGSize or AttributedString is stored as a property, or in a stored struct.",
        failure: """
            SwiftData has a column for each member of such a value and asks the value to encode itself by its members' names. These \
            types encode themselves as a list: the schema is made, and saving or reading a row ends the app with "Composite Coder \
            only supports Keyed Container". Apple's documentation is silent on it: this is assumed from what developers report.
            """,
        fix: """
            Store the numbers as properties of their own, or in a Codable struct of your own with a name for each, and compute the \
            value from them. Store an AttributedString as Data. A file that uses CGRect, CGPoint or CGSize imports CoreGraphics: \
            Foundation on Apple's platforms has the types without their members and their Codable.
            """)

    let input: LintInput

    func words(_ value: Refused) -> Finding.Words? {
        guard value.reason == .unkeyed else { return nil }
        return .init(
            what: "\(value.path) is of type \(value.type), which is encoded as a list without names",
            affected:
                "Every user, as developers report: the schema is made, and saving or reading a row ends the app with "
                + "\"Composite Coder only supports Keyed Container\" (assumed)",
            fix: value.type == "AttributedString"
                ? "Store it as Data that your code encodes"
                : "Store its numbers as properties of their own, or in a Codable struct of your own, and compute it from them"
        )
    }
}
