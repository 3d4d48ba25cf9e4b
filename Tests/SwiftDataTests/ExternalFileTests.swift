import Foundation
import PermafrostStore
import Testing

@testable import SwiftData

/// Large values and the files that contain them.
@Suite struct ExternalFileTests {
    /// A file that no row refers to is deleted when the store opens. The file of a replaced or deleted value is deleted
    /// by the save.
    @Test func orphanedAndReplacedFilesAreRemoved() throws {
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

    /// A value whose file is missing can't be read, whether or not it is optional. Nothing changes.
    @Test(arguments: ["ZBYTES", "ZREQUIRED"])
    func missingFilesThrow(_ column: String) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("files.store")
            do {
                let context = try context(url)
                let picture = Picture()
                picture.bytes = Data(repeating: 1, count: 150_000)
                picture.required = Data(repeating: 2, count: 150_000)
                context.insert(picture)
                try context.save()
            }
            do {
                let connection = try SQLiteConnection(path: url.path, mode: .create)
                let rows = try connection.rows("SELECT \(column) FROM ZPICTURE")
                guard case .blob(let cell)? = rows.first?.first, let name = LargeValueCell.fileName(in: cell)
                else {
                    Issue.record("The value isn't in a file.")
                    return
                }
                try FileManager.default.removeItem(at: self.files(folder).appendingPathComponent(name))
            }
            let before = try FolderState(folder)
            do {
                let context = try context(url)
                do {
                    _ = try context.fetch(FetchDescriptor<Picture>()).map { ($0.bytes, $0.required) }
                    Issue.record("The value was read.")
                } catch let error as SwiftDataError {
                    #expect(error == .modelValidationFailure)
                    #expect(error.cause?.code == 1560)
                }
                // A placeholder never reaches the store.
                try? context.save()
            }
            #expect(try FolderState(folder) == before)
        }
    }

    /// Stores whose names differ only by their extension keep their values in the same folder. None of the files is
    /// deleted.
    @Test func filesOfAnotherStoreAreKept() throws {
        try Places.withFolder { folder in
            let urls = ["files.store", "files.sqlite"].map { folder.appendingPathComponent($0) }
            for url in urls {
                let context = try context(url)
                let picture = Picture()
                picture.bytes = Data(repeating: 1, count: 150_000)
                context.insert(picture)
                try context.save()
            }
            for url in urls {
                let picture = try context(url).fetch(FetchDescriptor<Picture>()).first
                #expect(picture?.bytes?.count == 150_000)
            }
        }
    }

    private func context(_ url: URL) throws -> ModelContext {
        ModelContext(try ModelContainer(for: Picture.self, configurations: ModelConfiguration(url: url)))
    }

    private func files(_ folder: URL) -> URL { folder.appendingPathComponent(".files_SUPPORT/_EXTERNAL_DATA") }

    @Model final class Picture {
        @Attribute(.externalStorage) var bytes: Data?
        @Attribute(.externalStorage) var required = Data()
        init() {}
    }
}
