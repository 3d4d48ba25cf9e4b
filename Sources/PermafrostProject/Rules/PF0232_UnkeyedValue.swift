import PermafrostModel
import PermafrostSource

/// PF0232: A value is encoded without keys, but SwiftData stores it in columns and expects keys.
struct UnkeyedValue: UnstorableValueRule {
    static let needs: Set<Fact> = []
    static let page = RulePage(
        code: "PF0232", name: "UnkeyedValue", severity: .error, gates: [.freeze, .lint],
        summary: """
            A property or a stored struct contains a CGRect, CGPoint, CGSize or AttributedString, or a type with a custom \
            encode(to:) that doesn't use a keyed container.
            """,
        failure: """
            SwiftData has a column for each member of such a value, and expects the value to encode its members by name. \
            These types encode themselves as a list instead, so saving or reading a row ends the app with "Composite Coder \
            only supports Keyed Container". Apple doesn't document this; developers report it. A single-value container \
            probably fails too, but this isn't verified, so it is reported as a warning. Values in arrays and dictionaries \
            are stored as a whole and may use any container.
            """,
        fix: """
            The fix depends on the property's type. Instead of a CGRect, CGPoint or CGSize, store its numbers as separate \
            properties or in your own Codable struct, and compute the value from them. Store an AttributedString as Data. \
            For a type with a custom encode(to:), use container(keyedBy:) in encode(to:) and init(from:). Also import \
            CoreGraphics in files that use CGRect, CGPoint or CGSize: on Apple's platforms, Foundation has these types \
            without their members and without Codable.
            """,
        reads: ["the types that properties store, with their own encoders"],
        source: .reports([
            "https://github.com/Outdooractive/gis-tools/issues/44",
            "https://github.com/CreateAPI/NaiveDate/pull/5",
        ]),
        assumption: "A single-value container is a warning that assumes that it fails like an unkeyed one.",
        examples: (
            reported: .models("var frame: CGRect"),
            accepted: .models("var frame: Frame\nstruct Frame: Codable { var x: Double; var y: Double }")
        ))

    let facts: ProjectFacts

    func message(_ value: Refused) -> Finding.Message? {
        let ends =
            "Saving or reading a row ends the app with \"Composite Coder only supports Keyed Container\""
        let ownFix =
            "Request a keyed container with container(keyedBy:) and encode each member by name. Or encode the value yourself "
            + "and store it as Data"
        switch value.reason {
        case .unkeyed:
            return .init(
                what: "\(value.path) has the type \(value.type), which is encoded as a list without names",
                affected: "all users, as developers report. \(ends)",
                fix: value.type == "AttributedString"
                    ? "Encode the value yourself and store it as Data"
                    : "Store its numbers as separate properties or in your own Codable struct, and compute the value "
                        + "from them"
            )
        case .ownCode(.unkeyed):
            return .init(
                what: "\(value.path) has the type \(value.type), whose own code uses an unkeyed container",
                affected: "all users, as developers report. \(ends)", fix: ownFix)
        case .ownCode(.singleValue):
            return .init(
                what: "\(value.path) has the type \(value.type), whose own code uses a single-value container",
                affected: "all users, presumably: such a container has no keys either. \(ends)", fix: ownFix)
        case .classInside, .unexpected, .ownCode(.unknown), .maybeClass, .unreadType: return nil
        }
    }
}
