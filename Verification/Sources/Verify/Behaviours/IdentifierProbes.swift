import Foundation
import SwiftData

/// Probes of the values that Permafrost reads from SwiftData through encoding or mirrors because no public member
/// returns them.
enum IdentifierProbes {
    static let all: [Probe] = [
        Probe(
            name: "identifier-json", theme: .containers, title: "The JSON of a persistent identifier",
            rule: "the encoding of PersistentIdentifier (PrimaryKeyEncoder, CapturedLinks)",
            expected: [
                Fact("members", "implementation"),
                Fact(
                    "members of implementation",
                    "entityName, isTemporary, primaryKey, storeIdentifier, uriRepresentation"),
                Fact("primaryKey", "p1"), Fact("isTemporary", "false"), Fact("entityName", "Rung"),
                Fact("uriRepresentation", "x-coredata://<store>/Rung/p1"),
                Fact("storeIdentifier is the identifier's", true),
                Fact("primaryKey before saving begins with t", true),
                Fact("isTemporary before saving", "true"),
            ],
            steps: [
                Probe.Step("encoding") { folder in
                    let context = ModelContext(try folder.container(LadderSchemaV1.self))
                    let rung = LadderSchemaV1.Rung()
                    context.insert(rung)
                    let early = try IdentifierJSON(rung.persistentModelID)
                    try context.save()
                    let saved = try IdentifierJSON(rung.persistentModelID)
                    return saved.facts(storeIdentifier: rung.persistentModelID.storeIdentifier) + [
                        Fact("primaryKey before saving begins with t", early.text("primaryKey").hasPrefix("t")),
                        Fact("isTemporary before saving", early.text("isTemporary")),
                    ]
                }
            ]),
        Probe(
            name: "identifier-of-another-row", theme: .containers,
            title: "An identifier is decoded with a different primary key, and refers to that key's row",
            rule: "editing a known identifier's JSON gives another row's identifier (RowIdentifiers)",
            expected: [Fact("name of the other row", "second")],
            steps: [
                Probe.Step("decoding") { folder in
                    let container = try folder.container(LadderSchemaV1.self)
                    let context = ModelContext(container)
                    var known: PersistentIdentifier?
                    for name in ["first", "second"] {
                        let rung = LadderSchemaV1.Rung()
                        rung.name = name
                        context.insert(rung)
                        try context.save()
                        known = known ?? rung.persistentModelID
                    }
                    guard let known else { return [] }
                    let other = try IdentifierJSON(known).identifier(primaryKey: "p2")
                    let rung = ModelContext(container).model(for: other) as? LadderSchemaV1.Rung
                    return [Fact("name of the other row", rung?.name ?? "no Rung")]
                }
            ]),
        Probe(
            name: "property-metadata-mirror", theme: .containers, title: "The mirror of a property's metadata",
            rule: "the mirror has `name` and `keypath`; otherwise, the key path's text ends in the name (PropertyName)",
            expected: [
                Fact("child name", "name"), Fact("child keypath is the property's", true),
                Fact("text of the key path ends in the name", true),
            ],
            onLinux: [
                LinuxDifference(
                    fact: Fact("text of the key path ends in the name", false),
                    reason: "a computed property's key path prints an address on Linux; the mirror has the name")
            ],
            steps: [
                Probe.Step("reflecting") { _ in
                    guard let metadata = LadderSchemaV1.Rung.schemaMetadata.first else { return [] }
                    let mirror = Mirror(reflecting: metadata)
                    let keyPath = mirror.descendant("keypath") as? AnyKeyPath
                    return [
                        Fact("child name", mirror.descendant("name") as? String ?? "none"),
                        Fact("child keypath is the property's", keyPath == \LadderSchemaV1.Rung.name),
                        Fact(
                            "text of the key path ends in the name", "\(\LadderSchemaV1.Rung.name)".hasSuffix(".name")),
                    ]
                }
            ]),
    ]
}

/// An identifier's encoding, read and changed as JSON.
private struct IdentifierJSON {
    private var object: [String: Any]

    init(_ identifier: PersistentIdentifier) throws {
        let data = try JSONEncoder().encode(identifier)
        object = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    }

    private var implementation: [String: Any] { object["implementation"] as? [String: Any] ?? [:] }

    /// Returns a member as text: `false` for a Boolean, regardless of the number that represents it.
    func text(_ name: String) -> String {
        guard let value = implementation[name] else { return "none" }
        if name == "isTemporary", let flag = value as? Bool { return "\(flag)" }
        return "\(value)"
    }

    func facts(storeIdentifier: String?) -> [Fact] {
        let store = storeIdentifier ?? "no store"
        return [
            Fact("members", object.keys.sorted().joined(separator: ", ")),
            Fact("members of implementation", implementation.keys.sorted().joined(separator: ", ")),
            Fact("primaryKey", text("primaryKey")), Fact("isTemporary", text("isTemporary")),
            Fact("entityName", text("entityName")),
            Fact("uriRepresentation", text("uriRepresentation").replacingOccurrences(of: store, with: "<store>")),
            Fact("storeIdentifier is the identifier's", text("storeIdentifier") == store),
        ]
    }

    /// Returns the identifier of another row with the same entity and store.
    func identifier(primaryKey: String) throws -> PersistentIdentifier {
        var changed = object
        var implementation = implementation
        let uri = text("uriRepresentation")
        implementation["primaryKey"] = primaryKey
        implementation["uriRepresentation"] =
            uri.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/"
            + primaryKey
        changed["implementation"] = implementation
        return try JSONDecoder().decode(
            PersistentIdentifier.self, from: JSONSerialization.data(withJSONObject: changed))
    }
}
