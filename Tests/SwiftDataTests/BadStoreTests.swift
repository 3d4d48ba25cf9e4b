import Foundation
import PermafrostStore
import Testing

@testable import SwiftData

/// Files that are no store of the schema: the documented error, and the file unchanged.
@Suite struct BadStoreTests {
    enum Damage: String, CaseIterable, CustomTestStringConvertible {
        case text, empty, otherApp, truncated, noMetadata, otherModel, lyingModelCache, missingModelCache

        var testDescription: String { rawValue }

        /// Core Data's code.
        var code: Int {
            switch self {
            case .text, .empty, .otherApp, .truncated, .noMetadata: 259
            case .otherModel: 134110
            case .lyingModelCache, .missingModelCache: 134130
            }
        }
    }

    @Test(arguments: Damage.allCases)
    func isRefusedAndLeftAlone(_ damage: Damage) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("bad.store")
            try make(damage, at: url)
            let before = try Data(contentsOf: url)
            do {
                _ = try ModelContainer(for: Parent.self, configurations: ModelConfiguration(url: url))
                Issue.record("It was opened.")
            } catch let error as SwiftDataError {
                #expect(error == .loadIssueModelContainer)
                let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
                #expect(cause?.domain == NSCocoaErrorDomain)
                #expect(cause?.code == damage.code, "\(error)")
            }
            #expect(try Data(contentsOf: url) == before)
        }
    }

    private func make(_ damage: Damage, at url: URL) throws {
        switch damage {
        case .text: try Data("This is no database, however long it may be.".utf8).write(to: url)
        case .empty: try Data().write(to: url)
        case .otherApp:
            try SQLiteConnection(path: url.path, mode: .create).execute("CREATE TABLE a (b)")
        case .truncated:
            _ = try ModelContainer(for: Parent.self, configurations: ModelConfiguration(url: url))
            try checkpoint(url)
            try Data(contentsOf: url).prefix(1000).write(to: url)
        case .noMetadata:
            _ = try ModelContainer(for: Parent.self, configurations: ModelConfiguration(url: url))
            try edit(url, "DELETE FROM Z_METADATA")
        case .otherModel:
            do {
                let context = ModelContext(
                    try ModelContainer(for: OldShape.Toy.self, configurations: ModelConfiguration(url: url)))
                context.insert(OldShape.Toy())
                try context.save()
            }
            try checkpoint(url)
        case .lyingModelCache:
            _ = try ModelContainer(for: OldShape.Toy.self, configurations: ModelConfiguration(url: url))
            let lie = ModelArchive.encode(Schema([Club.self]).model)
            try SQLiteConnection(path: url.path, mode: .create).prepare("UPDATE Z_MODELCACHE SET Z_CONTENT = ?")
                .run([.blob(lie)])
            try checkpoint(url)
        case .missingModelCache:
            _ = try ModelContainer(for: OldShape.Toy.self, configurations: ModelConfiguration(url: url))
            try edit(url, "DELETE FROM Z_MODELCACHE")
        }
    }

    private func edit(_ url: URL, _ sql: String) throws {
        try SQLiteConnection(path: url.path, mode: .create).execute(sql)
        try checkpoint(url)
    }

    private func checkpoint(_ url: URL) throws {
        let connection = try SQLiteConnection(path: url.path, mode: .create)
        _ = try connection.rows("PRAGMA journal_mode=DELETE")
    }

    /// A model whose toys lack what ``Toy`` requires.
    enum OldShape {
        @Model final class Toy {
            var size = 0
            init() {}
        }
    }

    @Test func valuesThatDoNotFitAreTold() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("toys.store")
            let container = try ModelContainer(for: Parent.self, configurations: ModelConfiguration(url: url))
            let context = ModelContext(container)
            context.insert(Toy(name: "a"))
            try context.save()
            for value in ["NULL", "x'00'", "7"] {
                try SQLiteConnection(path: url.path, mode: .create).execute("UPDATE ZTOY SET ZNAME = \(value)")
                let other = ModelContext(
                    try ModelContainer(for: Parent.self, configurations: ModelConfiguration(url: url)))
                if value == "7" {
                    // The column's affinity makes it text.
                    #expect(try other.fetch(FetchDescriptor<Toy>()).map(\.name) == ["7"])
                } else {
                    #expect(throws: SwiftDataError.modelValidationFailure) { try other.fetch(FetchDescriptor<Toy>()) }
                }
            }
        }
    }

    @Test func readOnlyStoresAreNotSaved() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("read.store")
            do {
                let context = ModelContext(
                    try ModelContainer(for: Parent.self, configurations: ModelConfiguration(url: url)))
                context.insert(Toy(name: "a"))
                try context.save()
            }
            let container = try ModelContainer(
                for: Parent.self, configurations: ModelConfiguration(url: url, allowsSave: false))
            let context = ModelContext(container)
            #expect(try context.fetch(FetchDescriptor<Toy>()).map(\.name) == ["a"])
            context.insert(Toy(name: "b"))
            #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
            #expect(context.hasChanges)
        }
    }

    /// A file that no row names goes when the store is opened; a replaced or deleted value's goes with the save.
    @Test func orphansAreSweptAndReplacedFilesGo() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("files.store")
            let types: [any PersistentModel.Type] = [Picture.self]
            let files = folder.appendingPathComponent(".files_SUPPORT/_EXTERNAL_DATA")
            let names = { (try? FileManager.default.contentsOfDirectory(atPath: files.path)) ?? [] }
            let context = ModelContext(
                try ModelContainer(for: Schema(types), configurations: ModelConfiguration(url: url)))
            let picture = Picture()
            picture.bytes = Data(repeating: 1, count: 150_000)
            context.insert(picture)
            try context.save()
            #expect(names().count == 1)
            let first = names()
            picture.bytes = Data(repeating: 2, count: 150_000)
            try context.save()
            #expect(names().count == 1)
            #expect(names() != first)
            try Data([1]).write(to: files.appendingPathComponent(UUID().uuidString))
            let second = ModelContext(
                try ModelContainer(for: Schema(types), configurations: ModelConfiguration(url: url)))
            #expect(names().count == 1)
            #expect(try second.fetch(FetchDescriptor<Picture>()).first?.bytes == Data(repeating: 2, count: 150_000))
            second.delete(try #require(try second.fetch(FetchDescriptor<Picture>()).first))
            try second.save()
            #expect(names().isEmpty)
        }
    }

    @Model final class Picture {
        @Attribute(.externalStorage) var bytes: Data?
        init() {}
    }
}
