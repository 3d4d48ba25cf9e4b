import Foundation
import SwiftData

/// Probes of constant properties.
enum ConstantProbes {
    static let all: [Probe] = [
        Probe(
            name: "constant-property", theme: .containers,
            title: "A let property with a different initial value every time",
            rule: "a constant is stored, and a fetched object has the stored value (ModelMembers)",
            expected: [
                Fact("the store has the saved value", true), Fact("a fetched object shows the saved value", true),
            ],
            stores: [Probe.Store(schema: "ConstantSchema")],
            steps: [
                Probe.Step("saving") { folder in
                    try folder.make(ConstantSchema.self) { context in
                        let ticket = ConstantSchema.Ticket()
                        context.insert(ticket)
                        try Data(ticket.key.uuidString.utf8).write(to: keyFile(folder))
                    }
                    return []
                },
                Probe.Step("fetching") { folder in
                    let text = String(decoding: try Data(contentsOf: keyFile(folder)), as: UTF8.self)
                    guard let key = UUID(uuidString: text) else { return [] }
                    return try folder.open(ConstantSchema.self) { context in
                        let saved = FetchDescriptor<ConstantSchema.Ticket>(predicate: #Predicate { $0.key == key })
                        let tickets = try context.fetch(FetchDescriptor<ConstantSchema.Ticket>())
                        return [
                            Fact("the store has the saved value", try context.fetchCount(saved) == 1),
                            Fact("a fetched object shows the saved value", tickets.map(\.key) == [key]),
                        ]
                    }
                },
            ])
    ]

    private static func keyFile(_ folder: ProbeFolder) -> URL { folder.url.appendingPathComponent("key") }
}

enum ConstantSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Ticket.self] }

    @Model
    final class Ticket {
        let key: UUID = UUID()
        var seat: String = "a"

        init() {}
    }
}
