import Foundation
import Testing

@testable import SwiftData

/// A configuration that names a CloudKit database accepts only schemas that can be mirrored.
@Suite struct CloudKitRulesTests {
    enum Fitting {
        @Model final class Item {
            var name: String = ""
            var note: String?
            var home: Home?
            init() {}
        }
        @Model final class Home {
            var city: String = ""
            @Relationship(inverse: \Item.home) var items: [Item]?
            init() {}
        }
    }
    enum Unfit {
        @Model final class Item {
            @Attribute(.unique) var code: Int = 0
            var name: String
            var home: Home?
            init() { name = "" }
        }
        @Model final class Home {
            var city: String?
            @Relationship(deleteRule: .deny) var guests: [Guest]?
            var rooms: [Room] = []
            init() {}
        }
        @Model final class Guest {
            var name: String?
            init() {}
        }
        @Model final class Room {
            var home: Home?
            init() {}
        }
    }

    private func open(_ type: any PersistentModel.Type, _ database: ModelConfiguration.CloudKitDatabase) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("cloud.store")
            _ = try ModelContainer(
                for: Schema([type]), configurations: ModelConfiguration(url: url, cloudKitDatabase: database))
        }
    }

    @Test func fittingSchemasOpen() throws {
        try open(Fitting.Item.self, .private("iCloud.example"))
        try open(Unfit.Item.self, .automatic)
        try open(Unfit.Item.self, .none)
    }

    @Test func everyBrokenRuleIsReported() throws {
        do {
            try open(Unfit.Item.self, .private("iCloud.example"))
            Issue.record("The container opened.")
        } catch let error as SwiftDataError {
            #expect(error == .loadIssueModelContainer)
            #expect(error.cause?.code == 134060)
            #expect(error.cause?.text == "A Core Data error occurred.")
            let reason = error.cause?.reason ?? ""
            for part in [
                "are constrained: Item: code.", "a default value: Item: name.", "are not: Home: rooms.",
                "Home: guests", "Item: home", "have it: Home: guests.",
            ] { #expect(reason.contains(part), "\(reason)") }
        }
    }
}
