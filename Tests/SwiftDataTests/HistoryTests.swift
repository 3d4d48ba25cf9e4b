import Foundation
import Testing

@testable import SwiftData

struct Badge: Codable, Equatable {
    var code: Int
    var text: String?
}

enum Rank: String, Codable { case low, high }

@Model final class Member {
    @Attribute(.preserveValueOnDeletion) var name: String
    @Attribute(.preserveValueOnDeletion) var badge: Badge
    @Attribute(.preserveValueOnDeletion) var rank: Rank?
    @Attribute(.preserveValueOnDeletion, .externalStorage) var photo: Data?
    @Attribute(.preserveValueOnDeletion) var joined: Date?
    var note = ""
    var friends: [Member] = []

    init(name: String) {
        self.name = name
        badge = Badge(code: 3, text: "é")
    }
}

@Model final class Hall {
    var title = ""
    init() {}
}

@Suite struct HistoryTests {
    private typealias Descriptor = HistoryDescriptor<DefaultHistoryTransaction>

    private static func withStore(_ body: (URL) throws -> Void) throws {
        try Places.withFolder { try body($0.appendingPathComponent("history.store")) }
    }

    private static func container(_ url: URL) throws -> ModelContainer {
        try ModelContainer(for: Member.self, Hall.self, configurations: ModelConfiguration(url: url))
    }

    @Test func transactionsListTheSavedChanges() throws {
        try Self.withStore { url in
            let container = try Self.container(url)
            let context = ModelContext(container)
            context.author = "writer"
            let member = Member(name: "a")
            let start = Date()
            context.insert(member)
            try context.save()
            member.note = "n"
            member.badge = Badge(code: 4)
            context.insert(Hall())
            try context.save()
            let identifier = member.persistentModelID
            let other = ModelContext(container)
            other.delete(try #require(other.model(for: identifier) as? Member))
            try other.save()

            // A separate container, as another process would have.
            let reader = ModelContext(try Self.container(url))
            let transactions = try reader.fetchHistory(Descriptor())
            #expect(transactions.map(\.author) == ["writer", "writer", nil])
            #expect(transactions.map(\.transactionIdentifier) == [1, 2, 3])
            #expect(transactions.allSatisfy { $0.timestamp >= start && $0.timestamp <= Date() })
            #expect(transactions.allSatisfy { $0.storeIdentifier == identifier.storeIdentifier })
            #expect(Set(transactions.map(\.processIdentifier)) == [ProcessInfo.processInfo.processName])
            #expect(transactions.map(\.changes.count) == [1, 2, 1])
            guard case .insert(let insert as DefaultHistoryInsert<Member>)? = transactions[0].changes.first else {
                Issue.record("\(transactions[0].changes)")
                return
            }
            #expect(insert.changedPersistentIdentifier == identifier)
            #expect(insert.transactionIdentifier == 1)
            let updates = transactions[1].changes.compactMap { change in
                if case .update(let update) = change { update as? DefaultHistoryUpdate<Member> } else { nil }
            }
            #expect(updates.map { $0.updatedAttributes.map { $0 as PartialKeyPath<Member> } } == [[\.badge, \.note]])
            #expect(
                transactions[1].changes.contains {
                    if case .insert(_ as DefaultHistoryInsert<Hall>) = $0 { true } else { false }
                })
            #expect(transactions[2].changes.map(\.changedPersistentIdentifier) == [identifier])
            let numbers = transactions.flatMap(\.changes).map { change in
                switch change {
                case .insert(let insert): (insert as? DefaultHistoryInsert<Member>)?.changeIdentifier ?? 0
                case .update(let update): (update as? DefaultHistoryUpdate<Member>)?.changeIdentifier ?? 0
                case .delete(let delete): (delete as? DefaultHistoryDelete<Member>)?.changeIdentifier ?? 0
                }
            }
            let known = numbers.filter { $0 > 0 }
            #expect(known == known.sorted())
        }
    }

    @Test func tombstonesKeepTheMarkedProperties() throws {
        try Self.withStore { url in
            let context = ModelContext(try Self.container(url))
            let full = Member(name: "full")
            full.rank = .high
            full.photo = Data(repeating: 7, count: 200_000)
            full.joined = Date(timeIntervalSinceReferenceDate: 5)
            let bare = Member(name: "日本")
            for member in [full, bare] { context.insert(member) }
            try context.save()
            for member in [full, bare] { context.delete(member) }
            try context.save()
            let changes = try context.fetchHistory(Descriptor()).last?.changes ?? []
            let deletions = changes.compactMap { change in
                if case .delete(let delete) = change { delete as? DefaultHistoryDelete<Member> } else { nil }
            }
            let tombstone = try #require(deletions.first { $0.tombstone[\.name] as? String == "full" }).tombstone
            #expect(tombstone[\.badge] as? Badge == Badge(code: 3, text: "é"))
            #expect(tombstone[\.rank] as? Rank == .high)
            #expect(tombstone[\.photo] as? Data == Data(repeating: 7, count: 200_000))
            #expect(tombstone[\.joined] as? Date == Date(timeIntervalSinceReferenceDate: 5))
            #expect(tombstone[\.note] == nil)
            #expect(tombstone.map { "\(type(of: $0))" } == ["Badge", "Date", "String", "Data", "Rank"])
            let other = try #require(deletions.first { $0.tombstone[\.name] as? String == "日本" }).tombstone
            #expect(other[\.rank] == nil)
            #expect(Array(other).count == 2)
        }
    }

    @Test func tokensAndPredicatesSelectTransactions() throws {
        try Self.withStore { url in
            let container = try Self.container(url)
            let contexts = ["a", "b"].map { author in
                let context = ModelContext(container)
                context.author = author
                return context
            }
            for number in 0..<6 {
                contexts[number % 2].insert(Hall())
                try contexts[number % 2].save()
            }
            let context = ModelContext(container)
            let all = try context.fetchHistory(Descriptor())
            let token = all[2].token
            let data = try JSONEncoder().encode(token)
            let kept = try JSONDecoder().decode(DefaultHistoryToken.self, from: data)
            #expect(kept == token)
            var descriptor = Descriptor(predicate: #Predicate { $0.token > kept && $0.author == "b" })
            #expect(try context.fetchHistory(descriptor).map(\.transactionIdentifier) == [4, 6])
            descriptor.fetchLimit = 1
            #expect(try context.fetchHistory(descriptor).map(\.transactionIdentifier) == [4])
            descriptor.sortBy = [SortDescriptor(\.transactionIdentifier, order: .reverse)]
            #expect(try context.fetchHistory(descriptor).map(\.transactionIdentifier) == [6])
            let last = all[5].token
            #expect(try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > last })).isEmpty)
            #expect(try context.fetchHistory(Descriptor(predicate: #Predicate { $0.changes.count == 1 })).count == 6)
            #expect(all.map(\.token).sorted() == all.map(\.token))
        }
    }

    @Test func deletedHistoryExpiresTokens() throws {
        try Self.withStore { url in
            let context = ModelContext(try Self.container(url))
            for _ in 0..<5 {
                context.insert(Hall())
                try context.save()
            }
            let tokens = try context.fetchHistory(Descriptor()).map(\.token)
            let third = tokens[2]
            try context.deleteHistory(Descriptor(predicate: #Predicate { $0.token < third }))
            #expect(try context.fetchHistory(Descriptor()).map(\.transactionIdentifier) == [3, 4, 5])
            #expect(try context.fetchCount(FetchDescriptor<Hall>()) == 5)
            // Every transaction after the second one still exists, but not every one after the first.
            for (number, token) in tokens.enumerated() {
                let descriptor = Descriptor(predicate: #Predicate { $0.token > token })
                if number == 0 {
                    #expect(throws: SwiftDataError.historyTokenExpired) { try context.fetchHistory(descriptor) }
                } else {
                    #expect(try context.fetchHistory(descriptor).count == 4 - number)
                }
            }
            try context.deleteHistory(Descriptor())
            let last = tokens[4]
            let before = tokens[3]
            #expect(try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > last })).isEmpty)
            #expect(throws: SwiftDataError.historyTokenExpired) {
                try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > before }))
            }
            // Numbering continues.
            context.insert(Hall())
            try context.save()
            #expect(try context.fetchHistory(Descriptor()).map(\.transactionIdentifier) == [6])
            try Self.withStore { other in
                let stranger = ModelContext(try Self.container(other))
                #expect(try stranger.fetchHistory(Descriptor(predicate: #Predicate { $0.token > before })).isEmpty)
            }
        }
    }

    @Test func storesHaveHistoriesOfTheirOwn() throws {
        try Places.withFolder { folder in
            let container = try ModelContainer(
                for: Schema([Member.self, Hall.self]),
                configurations: ModelConfiguration(
                    "one", schema: Schema([Member.self]), url: folder.appendingPathComponent("one.store")),
                ModelConfiguration("two", schema: Schema([Hall.self]), url: folder.appendingPathComponent("two.store")))
            let context = ModelContext(container)
            for number in 0..<4 {
                if number.isMultiple(of: 2) { context.insert(Hall()) } else { context.insert(Member(name: "m")) }
                try context.save()
            }
            let all = try context.fetchHistory(Descriptor())
            #expect(all.map(\.transactionIdentifier) == [1, 1, 2, 2])
            for (number, transaction) in all.enumerated() {
                let token = transaction.token
                let rest = try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > token }))
                #expect(rest == Array(all[(number + 1)...]))
                // The tokens of a fetch with a token cover every store, too.
                for (index, later) in rest.enumerated() {
                    let token = later.token
                    let left = try context.fetchHistory(Descriptor(predicate: #Predicate { $0.token > token }))
                    #expect(left == Array(rest[(index + 1)...]))
                }
            }
        }
    }
}
