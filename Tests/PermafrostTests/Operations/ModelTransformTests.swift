import Foundation
import SwiftData
import Testing

@testable import Permafrost

/// A `Transform` whose two classes are one entity.
@Suite struct ModelTransformTests {
    /// More than two batches.
    private static let count = 1_201

    private struct Snapshot: Codable, Sendable {
        var number: Int
        var title: String
    }

    /// The number of a built book, for the number of the captured book.
    enum Numbering: CaseIterable, Sendable {
        case same, shifted, shiftedBack, reversed, swapped

        func callAsFunction(_ number: Int, of count: Int) -> Int {
            switch self {
            case .same: number
            case .shifted: number + 1
            case .shiftedBack: number - 1
            case .reversed: count - 1 - number
            case .swapped: number ^ 1
            }
        }
    }

    private func plan(@OperationBuilder _ operations: () -> [any MigrationOperation]) -> MigrationPlan {
        let stage = Stage(from: LibraryV1.self, to: LibraryV2.self, operations)
        return MigrationPlan(schemas: [LibraryV1.self, LibraryV2.self]) { stage }
    }

    /// Makes a store of linked books. Book 4 is the series of book 3, book 8 the series of book 7, and so on.
    private func store(_ count: Int = Self.count) throws -> PlanStore {
        let store = try PlanStore()
        try store.fill(LibraryV1.self) { context in
            let shelves = (0..<3).map { LibraryV1.Shelf(name: "shelf \($0)") }
            let labels = (0..<2).map { LibraryV1.Label(name: "label \($0)") }
            let books = (0..<count).map { LibraryV1.Book(number: $0, title: "\($0)") }
            for shelf in shelves { context.insert(shelf) }
            for label in labels { context.insert(label) }
            for (number, book) in books.enumerated() {
                context.insert(book)
                book.shelf = shelves[number % 3]
                if number % 5 == 0 { book.labels = labels }
                if number % 100 == 0 { book.notes = [LibraryV1.Note(text: "note \(number)")] }
                if number % 4 == 3, number + 1 < count { book.series = books[number + 1] }
            }
        }
        return store
    }

    @Test(arguments: Numbering.allCases, [64 << 10, 100])
    func aReturnedRowGetsTheLinksOfTheOldRow(numbering: Numbering, valuesInMemory: Int) throws {
        let store = try store()
        let (count, run) = (Self.count, MigrationRun(bound: MemoryBound(values: valuesInMemory)))
        let container = try store.migrate(
            plan {
                Transform(
                    from: LibraryV1.Book.self, to: LibraryV2.Book.self,
                    capture: { Snapshot(number: $0.number, title: $0.title) },
                    build: { _, old in
                        LibraryV2.Book(number: numbering(old.number, of: count), title: old.title)
                    })
            }, run: run)
        #expect(run.current.changedRows == ["Book": count])
        let context = ModelContext(container)
        let books = try context.fetch(FetchDescriptor<LibraryV2.Book>())
        #expect(Set(books.map(\.title)) == Set((0..<count).map { "\($0)" }))
        let wrong = books.filter { book in
            guard let old = Int(book.title) else { return true }
            let series = old % 4 == 3 && old + 1 < count ? "\(old + 1)" : nil
            let volumes = old % 4 == 0 && old > 0 ? ["\(old - 1)"] : []
            return book.number != numbering(old, of: count) || book.shelf?.name != "shelf \(old % 3)"
                || book.labels.map(\.name).sorted() != (old % 5 == 0 ? ["label 0", "label 1"] : [])
                || book.notes.map(\.text) != (old % 100 == 0 ? ["note \(old)"] : [])
                || book.series?.title != series || book.volumes.map(\.title) != volumes
        }
        #expect(books.count == count)
        #expect(wrong.map(\.title) == [])
        #expect(try context.fetchCount(FetchDescriptor<LibraryV2.Note>()) == 13)
    }

    @Test(arguments: Numbering.allCases)
    func aRowThatIsNotReturnedHasNoLinks(numbering: Numbering) throws {
        let store = try store()
        let count = Self.count
        let container = try store.migrate(
            plan {
                Transform(
                    from: LibraryV1.Book.self, to: LibraryV2.Book.self,
                    capture: { Snapshot(number: $0.number, title: $0.title) },
                    build: { context, old in
                        context.insert(LibraryV2.Book(number: numbering(old.number, of: count), title: old.title))
                    })
            })
        let context = ModelContext(container)
        let books = try context.fetch(FetchDescriptor<LibraryV2.Book>())
        #expect(books.count == count)
        #expect(books.allSatisfy { Int($0.title).map { numbering($0, of: count) } == $0.number })
        #expect(books.allSatisfy { $0.shelf == nil && $0.labels.isEmpty && $0.series == nil })
        // The delete rules don't reach the old rows' notes.
        let notes = try context.fetch(FetchDescriptor<LibraryV2.Note>())
        #expect(notes.count == 13 && notes.allSatisfy { $0.book == nil })
    }

    @Test func rowsThatAreNotCapturedStayWithTheirLinks() throws {
        let store = try store(1_002)
        let container = try store.migrate(
            plan {
                Transform(
                    from: LibraryV1.Book.self, to: LibraryV2.Book.self,
                    capture: { $0.number % 4 == 0 ? Snapshot(number: $0.number, title: $0.title) : nil },
                    build: { _, old in
                        old.number == 8 ? nil : LibraryV2.Book(number: -old.number, title: "new \(old.title)")
                    })
            })
        let books = try ModelContext(container).fetch(FetchDescriptor<LibraryV2.Book>())
        #expect(books.count == 1_001)
        #expect(books.first { $0.title == "3" }?.series?.title == "new 4")
        #expect(books.first { $0.title == "7" }?.series == nil)
        #expect(books.first { $0.title == "new 12" }?.volumes.map(\.title) == ["11"])
    }

    @Test func rowsThatTheStageDeletedAreNotBuilt() throws {
        let store = try store(20)
        let container = try store.migrate(
            plan {
                DeleteWhere(LibraryV2.Book.self) { $0.number < 5 }
                Transform(
                    from: LibraryV1.Book.self, to: LibraryV2.Book.self,
                    capture: { Snapshot(number: $0.number, title: $0.title) },
                    build: { _, old in LibraryV2.Book(number: old.number + 1, title: old.title) })
            })
        let books = try ModelContext(container).fetch(FetchDescriptor<LibraryV2.Book>())
        #expect(books.map(\.number).sorted() == Array(6...20))
    }

    @Test func aBuiltRowThatMeetsAnExistingRowFailsTheMigration() throws {
        let store = try store(20)
        let error = store.failure(
            plan {
                Transform(
                    from: LibraryV1.Book.self, to: LibraryV2.Book.self,
                    capture: { $0.number < 10 ? Snapshot(number: $0.number, title: $0.title) : nil },
                    build: { _, old in LibraryV2.Book(number: old.number + 1, title: old.title) })
            })
        #expect(error?.cause == .stage(.rowsMerged(count: 1)))
        #expect(error?.description.contains("unique values that no other row has") == true)
        #expect(try store.column("SELECT COUNT(*) FROM ZBOOK") == ["20"])
    }

    // MARK: Required links and links without an inverse

    private func members() throws -> PlanStore {
        let store = try PlanStore()
        try store.fill(LibraryV1.self) { context in
            for number in 0..<Self.count {
                let member = LibraryV1.Member(number: number)
                context.insert(member)
                context.insert(LibraryV1.Loan(text: "\(number)", member: member))
            }
        }
        return store
    }

    private func membersPlan(_ numbering: Numbering) -> MigrationPlan {
        plan {
            Transform(
                from: LibraryV1.Member.self, to: LibraryV2.Member.self, capture: { $0.number },
                build: { _, number in
                    let member = LibraryV2.Member(number: numbering(number, of: Self.count))
                    member.name = "\(number)"
                    return member
                })
        }
    }

    @Test func aRequiredLinkIsNeverEmpty() throws {
        let container = try members().migrate(membersPlan(.same))
        let loans = try ModelContext(container).fetch(FetchDescriptor<LibraryV2.Loan>())
        #expect(loans.count == Self.count)
        #expect(loans.allSatisfy { $0.member.name == $0.text })
    }

    /// The documented limit: each captured row is deleted in the save that inserts its replacement.
    @Test func aUniqueValueOfARequiredRowIsKept() throws {
        let store = try members()
        let error = store.failure(membersPlan(.shifted))
        #expect(error?.cause == .stage(.rowsMerged(count: 2)), "\(String(describing: error))")
        #expect(try store.column("SELECT COUNT(*) FROM ZMEMBER") == ["\(Self.count)"])
    }

    @Test(arguments: [false, true])
    func aReturnedRowWithARelationshipWithoutInverseIsRejected(isReturned: Bool) throws {
        let store = try PlanStore()
        try store.fill(NotesV1.self) { context in
            let tag = NotesV1.Tag(name: "a")
            context.insert(tag)
            context.insert(NotesV1.Draft(text: "d", tag: tag))
        }
        let plan = MigrationPlan(schemas: [NotesV1.self, NotesV2.self]) {
            Stage(from: NotesV1.self, to: NotesV2.self) {
                Transform(
                    from: NotesV1.Tag.self, to: NotesV2.Tag.self, capture: { $0.name },
                    build: { context, name in
                        let tag = NotesV2.Tag(name: name)
                        context.insert(tag)
                        return isReturned ? tag : nil
                    })
            }
        }
        let error = store.failure(plan)
        let sentence = "Draft.tag has no inverse, so its links to the replaced rows can't be moved."
        #expect(error?.cause == (isReturned ? .plan(.invalid([sentence])) : nil))
        #expect(try store.column("SELECT COUNT(*) FROM ZTAG") == ["1"])
    }

    // MARK: Snapshots

    @Test(arguments: [100, 10])
    func encodableSnapshotsMoveToAFile(valuesInMemory: Int) throws {
        let file = SpillFile(bound: MemoryBound(values: valuesInMemory))
        let list = SnapshotList<Snapshot>(spillingTo: file)
        for key in (1...25).reversed() { try list.add(Snapshot(number: key, title: "title \(key)"), Int64(key)) }
        #expect(file.tableCount == (valuesInMemory < 25 ? 1 : 0))
        let part = try list.batch(after: 3, limit: 20)
        #expect(part.map(\.key) == Array(4...23))
        #expect(part.allSatisfy { $0.snapshot.number == Int($0.key) && $0.snapshot.title == "title \($0.key)" })
    }
}
