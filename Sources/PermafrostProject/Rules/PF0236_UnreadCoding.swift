import PermafrostModel
import PermafrostSource

/// PF0236: A stored type has code for encoding or decoding, or a member, that can't be judged from the source.
struct UnreadCoding: UnstorableValueRule {
    static let needs: Set<Fact> = []
    static let page = RulePage(
        code: "PF0236", name: "UnreadCoding", severity: .warning,
        summary: """
            Permafrost can't determine whether SwiftData can store a struct or enum with its own encode(to:) or \
            init(from:), or with a member that isn't encoded.
            """,
        failure: """
            SwiftData stores structs and enums field by field, and calls their own encode(to:) and init(from:) with a \
            coder that supports only keyed containers ("Composite Coder only supports Keyed Container"). If this code \
            passes the coder to another function, or chooses between containers, Permafrost can't determine whether it \
            requests a keyed container. A member that isn't in CodingKeys can have any type, and the app ends if the \
            type is a class. Apple doesn't document this; developers report it.
            """,
        fix: """
            Request a keyed container in the type's own code, with container(keyedBy:). For each member that isn't \
            encoded, write its type in the declaration. If this type is a class, move the member out of the struct. Or \
            encode the value yourself and store it as Data.
            """,
        reads: ["the types that properties store, with their own encoders and decoders"],
        source: .reports([
            "https://github.com/Outdooractive/gis-tools/issues/44",
            "https://github.com/CreateAPI/NaiveDate/pull/5",
        ]),
        assumption: "It assumes that the code uses a container without keys, or that the member is a class.",
        examples: (
            reported: .models(
                """
                var box: Box
                struct Box: Codable {
                    var size: Int
                    func encode(to encoder: any Encoder) throws { try save(self, encoder) }
                }
                """),
            accepted: .models(
                """
                var box: Box
                struct Box: Codable {
                    var size: Int
                    func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: CodingKeys.self) }
                }
                """)
        ))

    let facts: ProjectFacts

    func message(_ value: Refused) -> Finding.Message? {
        switch value.reason {
        case .ownCode(.unknown):
            return .init(
                what:
                    "\(value.path) has the type \(value.type). Permafrost can't read from source whether \(value.type)'s own code "
                    + "always uses a keyed container",
                affected:
                    "all users, if the code also uses another container. Saving or reading a row then ends the app "
                    + "with \"Composite Coder only supports Keyed Container\"",
                fix:
                    "Request a keyed container in the code of \(value.type), with container(keyedBy:). Or encode the value yourself "
                    + "and store it as Data")
        case .unreadType, .maybeClass:
            let what =
                value.reason == .unreadType
                ? "The type of \(value.path) can't be read from source"
                : "\(value.path) has the type \(value.type), which the project doesn't declare as a struct or enum"
            return .init(
                what: "\(what). The enclosing struct has a column for this member, although the member isn't encoded",
                affected:
                    "all users, if SwiftData doesn't support the type. A class ends the app when the schema is made, with "
                    + "\"Class property within Persisted Struct/Enum is not supported\"",
                fix: value.reason == .unreadType
                    ? "Write the member's type if it is a struct or enum. Otherwise, move the member out of the struct"
                    : "If \(value.type) is a class, move the member out of the struct. Otherwise, nothing needs to change"
            )
        case .classInside, .unexpected, .unkeyed, .ownCode: return nil
        }
    }
}
