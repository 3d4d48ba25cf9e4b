import Foundation
import PermafrostStore
import PermafrostTestSupport
import Testing

@testable import SwiftData

/// Overwritten or truncated pages, and cells whose type doesn't match their property. Reading throws and changes
/// nothing.
@Suite struct DamagedRowTests {
    private static let types: [any PersistentModel.Type] = [Sample.self, Parent.self]

    /// Makes a store with many pages in one file, without a -wal.
    private func make(_ url: URL) throws {
        do {
            let context = try context(url)
            for number in 0..<60 {
                let parent = Parent(name: "parent \(number)")
                parent.children = (0..<3).map { Child(name: "child \($0)") }
                parent.friends = [Club(title: String(repeating: "club \(number) ", count: 40))]
                context.insert(parent)
                context.insert(Sample())
            }
            try context.save()
        }
        _ = try SQLiteConnection(path: url.path, mode: .create).rows("PRAGMA journal_mode=DELETE")
    }

    private func context(_ url: URL) throws -> ModelContext {
        ModelContext(try ModelContainer(for: Schema(Self.types), configurations: ModelConfiguration(url: url)))
    }

    /// Reads every property of every object. Throws the error of a fetch, or the error that a property's getter
    /// couldn't throw.
    private func readAll(_ url: URL) throws {
        let context = try context(url)
        for entity in context.state.container.entities { try readAll(entity.type, context) }
    }

    private func readAll<Model: PersistentModel>(_ type: Model.Type, _ context: ModelContext) throws {
        for object in try context.fetch(FetchDescriptor<Model>()) {
            for case let keyPath as PartialKeyPath<Model> in Model.schemaMetadata.map(\.keypath) {
                _ = object[keyPath: keyPath]
            }
        }
        try context.state.throwFailure()
    }

    /// A damaged page can leave a row with key 0. Fetching it throws, and no object in memory gets that key.
    @Test func aRowNumberedZeroIsAnError() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("zero.store")
            try make(url)
            try SQLiteConnection(path: url.path, mode: .create).execute(
                "UPDATE ZPARENT SET Z_PK = 0 WHERE Z_PK = (SELECT MIN(Z_PK) FROM ZPARENT)")
            for _ in 0..<20 {
                let context = try context(url)
                #expect(throws: SwiftDataError.self) { try context.fetch(FetchDescriptor<Parent>()) }
            }
        }
    }

    /// Returns whether every property of every object could be read. Expects that reading doesn't change the folder.
    private func tryReadingAll(_ url: URL, _ explanation: String) throws -> Bool {
        let folder = url.deletingLastPathComponent()
        let before = try FolderState(folder)
        defer { #expect((try? FolderState(folder)) == before, "\(explanation)") }
        do {
            try readAll(url)
            return true
        } catch is SwiftDataError {
        } catch let error as NSError {
            #expect(error.domain == NSCocoaErrorDomain, "\(explanation): \(error)")
        }
        return false
    }

    @Test func damagedPagesThrow() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("pages.store")
            try make(url)
            let whole = try Data(contentsOf: url)
            let pages = whole.count / 4096
            #expect(pages > 40)
            var random = SeededGenerator(state: 5)
            var failures = 0
            for page in 0..<pages {
                let range = page * 4096..<(page + 1) * 4096
                let contents = [
                    Data(repeating: 0, count: 4096), Data(repeating: 0xFF, count: 4096),
                    Data((0..<4096).map { _ in UInt8.random(in: 0...255, using: &random) }),
                ]
                for (number, content) in contents.enumerated() where page % 3 == number || page < 3 {
                    var damaged = whole
                    damaged.replaceSubrange(range, with: content)
                    try damaged.write(to: url)
                    if try !tryReadingAll(url, "page \(page), \(number)") { failures += 1 }
                }
            }
            #expect(failures > pages / 4)
        }
    }

    @Test func truncatedFilesThrow() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("pages.store")
            try make(url)
            let whole = try Data(contentsOf: url)
            for count in [1, 15, 16, 99, 100, 4095, 4096, 5000, whole.count / 2, whole.count - 4096, whole.count - 1] {
                try whole.prefix(count).write(to: url)
                // The last page may contain nothing that is read.
                let isRead = try tryReadingAll(url, "\(count) bytes")
                #expect(!isRead || count > whole.count / 2, "\(count) bytes")
            }
        }
    }

    // MARK: Cells

    enum Tint: String, Codable { case red, blue }
    enum Side: Codable { case left, right }
    struct Pair: Codable {
        var x = 1
        var y: String? = "y"
    }
    /// A struct whose members may all be nil.
    struct Hints: Codable, Equatable {
        var first: String?
        var second: Int?
    }

    /// A model with a property of every kind.
    @Model final class Sample {
        var text = "text"
        var note: String?
        var whole = 1
        var small: Int16 = 2
        var byte: UInt8 = 3
        var weight = 1.5
        var ratio: Float = 2.5
        var price: Decimal = 3
        var isOn = true
        var stamp = Date(timeIntervalSinceReferenceDate: 1)
        var key = UUID()
        var place = URL(fileURLWithPath: "/tmp")
        var bytes = Data([1])
        var tint = Tint.red
        var side: Side = Side.left
        var pair = Pair()
        var list: [Int] = [1, 2]
        var tags: [String]?
        var hints = Hints()
        var others: Hints?
        init() {}
    }

    /// Cell contents that aren't values of their property.
    static let cells = [
        "ZTEXT = NULL", "ZTEXT = x'00FF'", "ZNOTE = x'41'", "ZWHOLE = NULL", "ZWHOLE = 'many'", "ZWHOLE = 1.5",
        "ZWHOLE = x'01'", "ZSMALL = 32768", "ZSMALL = -32769", "ZBYTE = 256", "ZBYTE = -1", "ZWEIGHT = 'heavy'",
        "ZWEIGHT = NULL", "ZRATIO = x'00'", "ZPRICE = 'dear'", "ZISON = 'yes'", "ZSTAMP = 'now'", "ZSTAMP = NULL",
        "ZKEY = x'0102'", "ZKEY = 'key'", "ZKEY = NULL", "ZPLACE = x'00'", "ZPLACE = NULL", "ZBYTES = 'text'",
        "ZBYTES = 7", "ZTINT = 'green'", "ZTINT = NULL", "ZTINT = 4.5", "ZLEFT = 'up'", "ZLEFT = NULL",
        "ZLEFT = x'01'", "ZX = NULL", "ZX = NULL, ZY = NULL", "ZX = 'x'", "ZY = x'01'", "ZLIST = x'00'",
        "ZLIST = NULL", "ZLIST = 'list'", "ZLIST = x'62706c6973743030'", "ZTAGS = 5",
        "ZLIST = substr(ZLIST, 1, 60)", "ZSECOND = 'two'", "ZFIRST1 = x'00'",
    ]

    @Test func cellsOfTheWrongTypeThrow() throws {
        try Places.withFolder { folder in
            let original = folder.appendingPathComponent("original.store")
            try make(original)
            for cell in Self.cells {
                let copies = folder.appendingPathComponent("copies")
                try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: copies) }
                let url = try Places.copy(original, to: copies.appendingPathComponent("cells.store"))
                try SQLiteConnection(path: url.path, mode: .create).execute(
                    "UPDATE ZSAMPLE SET \(cell) WHERE Z_PK = 30")
                let before = try FolderState(copies)
                do {
                    try readAll(url)
                    Issue.record("\(cell) was read.")
                } catch let error as SwiftDataError {
                    #expect(error == .modelValidationFailure, "\(cell)")
                    #expect(error.cause?.code == 1560, "\(cell)")
                }
                #expect(try FolderState(copies) == before, "\(cell)")
            }
        }
    }

    /// A struct whose members are all nil is still a struct, and a missing optional struct is nil.
    @Test func absentMembersAreNotAnError() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("absent.store")
            try make(url)
            let samples = try context(url).fetch(FetchDescriptor<Sample>())
            #expect(samples.allSatisfy { $0.hints == Hints() && $0.others == nil })
            #expect(samples.count == 60)
        }
    }
}
