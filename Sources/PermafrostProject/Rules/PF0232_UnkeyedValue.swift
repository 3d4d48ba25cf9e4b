import PermafrostModel
import PermafrostSource

/// PF0232: A value is encoded without keys, so SwiftData has no columns for it.
struct UnkeyedValue: UnstorableValueRule {
    static let page = RulePage(
        code: "PF0232", name: "UnkeyedValue", severity: .error,
        summary: "A CGRect, CGPoint, CGSize or AttributedString is stored as a property, or in a stored struct.",
        failure: """
            SwiftData has a column for each member of such a value, and expects the value to encode its members by name. These types \
            encode themselves as a list instead, so saving or reading a row ends the app with "Composite Coder only supports Keyed \
            Container". Apple doesn't document this; developers report it.
            """,
        fix: """
            Store the numbers as separate properties or in your own Codable struct, and compute the value from them. Store an \
            AttributedString as Data. Import CoreGraphics in files that use CGRect, CGPoint or CGSize: on Apple's platforms, \
            Foundation has these types without their members and without Codable.
            """)

    let input: LintInput

    func words(_ value: Refused) -> Finding.Words? {
        guard value.reason == .unkeyed else { return nil }
        return .init(
            what: "\(value.path) has the type \(value.type), which is encoded as a list without names",
            affected:
                "all users, as developers report. Saving or reading a row ends the app with "
                + "\"Composite Coder only supports Keyed Container\"",
            fix: value.type == "AttributedString"
                ? "Encode it yourself and store it as Data"
                : "Store its numbers as separate properties or in your own Codable struct, and compute it from them"
        )
    }
}
