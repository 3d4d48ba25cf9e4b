import Foundation
import PermafrostStore
import PermafrostTestSupport
import Testing

@testable import SwiftData

/// Every stored row has its large value, whatever fails and whoever else uses the store.
@Suite struct LargeValueSafetyTests {
    @Model final class Picture {
        var number: Int
        @Attribute(.externalStorage) var bytes: Data?

        init(number: Int, _ byte: UInt8) {
            self.number = number
            bytes = LargeValueSafetyTests.value(byte)
        }
    }

    private static func value(_ byte: UInt8) -> Data { Data(repeating: byte, count: 150_000) }

    private func container(_ url: URL) throws -> ModelContainer {
        try ModelContainer(for: Picture.self, configurations: ModelConfiguration(url: url))
    }

    /// Makes a store with pictures that are numbered from 0 and whose bytes are their numbers.
    private func makeStore(_ url: URL, count: Int) throws {
        let context = ModelContext(try container(url))
        for number in 0..<count { context.insert(Picture(number: number, UInt8(number))) }
        try context.save()
    }

    /// Returns the first byte of each picture, keyed by the picture's number. Throws if a picture can't be read.
    private func pictures(_ url: URL) throws -> [Int: UInt8?] {
        let found = try ModelContext(try container(url)).fetch(FetchDescriptor<Picture>())
        return Dictionary(uniqueKeysWithValues: found.map { ($0.number, $0.bytes?.first) })
    }

    private func fileCount(_ url: URL) throws -> Int {
        let name = url.deletingPathExtension().lastPathComponent
        let folder = url.deletingLastPathComponent().appendingPathComponent(".\(name)_SUPPORT/_EXTERNAL_DATA")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).count
    }

    /// Copies a store's files as a killed process leaves them, without the -shm.
    private func copyAsKilled(_ url: URL, to folder: URL) throws -> URL {
        let files = FileManager.default
        let parent = url.deletingLastPathComponent()
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in try files.contentsOfDirectory(atPath: parent.path)
        where !name.hasSuffix("-shm") && name != folder.lastPathComponent {
            try files.copyItem(at: parent.appendingPathComponent(name), to: folder.appendingPathComponent(name))
        }
        return folder.appendingPathComponent(url.lastPathComponent)
    }

    // MARK: Places

    /// A save throws if the open store was replaced by a different store or removed. It doesn't divide its rows and
    /// values between two stores.
    @Test(arguments: [false, true])
    func aStoreThatWasMovedIsNotSavedTo(_ isReplaced: Bool) throws {
        let folder = try ScratchFolder()
        let url = folder.url.appendingPathComponent("App.store")
        let other = folder.url.appendingPathComponent("Other.store")
        try makeStore(url, count: 2)
        try makeStore(other, count: 3)
        let context = ModelContext(try container(url))
        #expect(try context.fetchCount(FetchDescriptor<Picture>()) == 2)
        try FileManager.default.moveItem(at: url, to: folder.url.appendingPathComponent("Moved.store"))
        if isReplaced { try FileManager.default.moveItem(at: other, to: url) }
        let count = try fileCount(url)
        context.insert(Picture(number: 9, 9))
        let error = #expect(throws: (any Error).self) { try context.save() }
        #expect(error.map { "\($0)" }?.contains("no longer at its path") == true)
        #expect(try fileCount(url) == count)
    }

    /// The store is moved after the transaction has checked its place. The rows aren't committed, and no value is left
    /// next to another store.
    @Test func aStoreThatMovesDuringASaveIsNotSavedTo() throws {
        let folder = try ScratchFolder()
        let url = folder.url.appendingPathComponent("App.store")
        let moved = folder.url.appendingPathComponent("Moved.store")
        try makeStore(url, count: 2)
        let container = try container(url)
        let store = try #require(container.opened.stores.first)
        let error = #expect(throws: (any Error).self) {
            try store.transaction {
                _ = try store.cell(ofLarge: [UInt8](repeating: 9, count: 150_000))
                try store.run("DELETE FROM ZPICTURE")
                try FileManager.default.moveItem(at: url, to: moved)
            }
        }
        #expect(error.map { "\($0)" }?.contains("no longer at its path") == true)
        #expect(try fileCount(url) == 2)
        #expect(try store.integer("SELECT COUNT(*) FROM ZPICTURE") == 2)
    }

    /// The `-wal` left by a store that was removed isn't replayed into a new store.
    @Test func aNewStoreDoesNotUseAnOldWAL() throws {
        let folder = try ScratchFolder()
        let url = folder.url.appendingPathComponent("App.store")
        do {
            let context = ModelContext(try container(url))
            for number in 0..<3 { context.insert(Picture(number: number, UInt8(number))) }
            try context.save()
            let killed = try copyAsKilled(url, to: folder.url.appendingPathComponent("killed"))
            try FileManager.default.removeItem(at: killed)
        }
        let place = folder.url.appendingPathComponent("killed/App.store")
        #expect(FileManager.default.fileExists(atPath: place.path + "-wal"))
        #expect(try pictures(place).isEmpty)
        try makeStore(place, count: 1)
        #expect(try pictures(place) == [0: 0])
    }

    // MARK: Several stores

    /// The second of two configurations with the same entity returns no rows of the entity. The rows in its store are
    /// kept.
    @Test(arguments: [false, true])
    func overlappingConfigurationsKeepTheirValues(_ namesSchema: Bool) throws {
        try Places.withFolder { folder in
            let main = folder.appendingPathComponent("Main.store")
            let archive = folder.appendingPathComponent("Archive.store")
            try makeStore(archive, count: 30)
            let schema = Schema([Picture.self])
            let part = namesSchema ? schema : nil
            do {
                let container = try ModelContainer(
                    for: schema, configurations: ModelConfiguration("main", schema: part, url: main),
                    ModelConfiguration("archive", schema: part, url: archive))
                let context = ModelContext(container)
                context.insert(Picture(number: 100, 100))
                try context.save()
                try container.erase()
            }
            #expect(try fileCount(archive) == 30)
            #expect(try pictures(archive).count == 30)
            #expect(try pictures(main).isEmpty)
        }
    }

    /// Two stores whose names differ only by their extension share a folder. A store that can't list its own folder,
    /// and so can't see the other store, deletes nothing.
    @Test func aFolderThatCannotBeListedIsNotEmpty() throws {
        try Places.withFolder { folder in
            let first = folder.appendingPathComponent("App.store")
            let second = folder.appendingPathComponent("App.sqlite")
            try makeStore(first, count: 5)
            try makeStore(second, count: 5)
            for path in [folder.path, folder.path + "/.App_SUPPORT/_EXTERNAL_DATA"] {
                let opening = FailingCalls.during(.opendir, at: path, error: EMFILE) { try? container(second) }
                #expect(opening.failures > 0)
                #expect(try fileCount(first) == 10)
            }
            #expect(try pictures(first).count == 5)
            #expect(try pictures(second).count == 5)
        }
    }

    // MARK: Failed commits

    /// A commit whose sync fails is reported as failed, but the next process may find the commit in the -wal. In that
    /// case, the row's new value must exist. Otherwise, the row's previous value must exist.
    @Test(arguments: [false, true], [false, true])
    func aCommitThatFailsKeepsBothValues(_ isUpdate: Bool, _ isOpenedMeanwhile: Bool) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("files.store")
            try makeStore(url, count: 1)
            let context = ModelContext(try container(url))
            let picture = try #require(try context.fetch(FetchDescriptor<Picture>()).first)
            context.insert(Picture(number: 1, 1))
            try context.save()
            if isUpdate { picture.bytes = Self.value(2) } else { context.insert(Picture(number: 2, 2)) }
            let failure = FailingCalls.during(.sync, at: url.path + "-wal", error: EIO) {
                #expect(throws: (any Error).self) { try context.save() }
            }
            #expect(failure.failures > 0)
            // Another container shares the failed process's index, so it doesn't see what that process wrote.
            if isOpenedMeanwhile { _ = try container(url) }
            let killed = try copyAsKilled(url, to: folder.appendingPathComponent("killed"))
            let found = try pictures(killed)
            let previous: [Int: UInt8?] = [0: 0, 1: 1]
            #expect(found == previous || found == (isUpdate ? [0: 2, 1: 1] : [0: 0, 1: 1, 2: 2]))
            // Opening the store deletes files that no row refers to.
            #expect(try fileCount(killed) == found.count)
            withExtendedLifetime(context) {}
        }
    }

    /// A save that follows a failed commit is complete, and so is the store that a killed process leaves.
    @Test func aSaveAfterAFailedCommitIsComplete() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("files.store")
            try makeStore(url, count: 2)
            let context = ModelContext(try container(url))
            let pictures = try context.fetch(FetchDescriptor<Picture>(sortBy: [SortDescriptor(\.number)]))
            pictures[0].bytes = Self.value(10)
            _ = FailingCalls.during(.sync, at: url.path + "-wal", error: EIO) {
                #expect(throws: (any Error).self) { try context.save() }
            }
            pictures[1].bytes = Self.value(11)
            try context.save()
            let killed = try copyAsKilled(url, to: folder.appendingPathComponent("killed"))
            #expect(try self.pictures(killed) == [0: 10, 1: 11])
            #expect(try self.pictures(url) == [0: 10, 1: 11])
            #expect(try fileCount(url) == 2)
        }
    }

    /// A value that can't be written leaves no partial file and no row.
    @Test(arguments: [(FailingCalls.Call.write, "/*"), (.sync, "/*"), (.sync, "")])
    func aValueThatCannotBeWrittenLeavesNothing(_ call: FailingCalls.Call, _ place: String) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("files.store")
            try makeStore(url, count: 1)
            let context = ModelContext(try container(url))
            context.insert(Picture(number: 1, 1))
            let values = folder.path + "/.files_SUPPORT/_EXTERNAL_DATA" + place
            let failure = FailingCalls.during(call, at: values, error: EIO) {
                #expect(throws: SwiftDataError.self) { try context.save() }
            }
            #expect(failure.failures > 0)
            #expect(try fileCount(url) == 1)
            try context.save()
            #expect(try pictures(url) == [0: 0, 1: 1])
        }
    }

    // MARK: Readers

    /// A collector that runs a closure for each object while the rows are read.
    private struct ObjectVisitor: ObjectCollector {
        let visit: (any PersistentModel) -> Void
        mutating func append(_ object: consuming any PersistentModel) { visit(object) }
    }

    /// A reader sees the rows of one moment. The rows' values remain until the reader has read them, whatever is saved
    /// meanwhile.
    @Test func aReaderFindsTheValuesOfItsRows() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("files.store")
            try makeStore(url, count: 10)
            let reader = try container(url)
            let state = ModelContext(reader).state
            let writer = ModelContext(try container(url))
            let written = try writer.fetch(FetchDescriptor<Picture>())
            let entity = try reader.opened.entity(of: Picture.self)
            var read: [UInt8?] = []
            var visitor = ObjectVisitor { object in
                if read.isEmpty {
                    for picture in written { picture.bytes = Self.value(200) }
                    do { try writer.save() } catch { Issue.record(error) }
                }
                read.append((object as? Picture)?.bytes?.first)
            }
            try state.collect(entity, " ORDER BY t.Z_PK", [], into: &visitor)
            #expect(read == (0..<10).map { UInt8($0) })
            // The next save deletes the files that nobody reads any longer.
            written[0].bytes = Self.value(201)
            try writer.save()
            #expect(try fileCount(url) == 10)
        }
    }

    /// A value that can't be read now doesn't count as missing: the fetch throws the reason, and nothing replaces the
    /// value.
    @Test func anUnreadableValueThrows() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("files.store")
            try makeStore(url, count: 1)
            let context = ModelContext(try container(url))
            let values = folder.path + "/.files_SUPPORT/_EXTERNAL_DATA/*"
            let failure = FailingCalls.during(.open, at: values, error: EMFILE) {
                #expect(throws: SwiftDataError.self) { try context.fetch(FetchDescriptor<Picture>()) }
            }
            #expect(failure.failures > 0)
            let reason = failure.result?.cause?.reason ?? ""
            #expect(reason.contains("Too many open files"))
            #expect(try context.fetch(FetchDescriptor<Picture>()).first?.bytes == Self.value(0))
        }
    }

    // MARK: Links

    /// The folder of the values, or its parent, is a link to a folder elsewhere. New values are saved there.
    @Test(arguments: [".App_SUPPORT", ".App_SUPPORT/_EXTERNAL_DATA"])
    func aFolderOfValuesMayBeElsewhere(_ moved: String) throws {
        try Places.withFolder { folder in
            let store = folder.appendingPathComponent("App.store")
            try makeStore(store, count: 2)
            let (place, elsewhere) = (folder.path + "/" + moved, folder.path + "/elsewhere")
            try FileManager.default.moveItem(atPath: place, toPath: elsewhere)
            try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: elsewhere)
            do {
                let context = ModelContext(try container(store))
                context.insert(Picture(number: 2, 2))
                try context.save()
            }
            #expect(try pictures(store) == [0: 0, 1: 1, 2: 2])
            #expect(try fileCount(store) == 3)
        }
    }

    /// A store that is opened through a link keeps its values next to the linked file. It also finds values next to the
    /// link.
    @Test func aStoreBehindALinkHasItsValues() throws {
        try Places.withFolder { folder in
            let files = FileManager.default
            let (real, linked) = (folder.appendingPathComponent("real"), folder.appendingPathComponent("app"))
            for place in [real, linked] { try files.createDirectory(at: place, withIntermediateDirectories: true) }
            let store = real.appendingPathComponent("Data.store")
            let link = linked.appendingPathComponent("App.store")
            try makeStore(link, count: 3)
            // Only the store was moved.
            for ending in ["", "-wal", "-shm"] where files.fileExists(atPath: link.path + ending) {
                try files.moveItem(atPath: link.path + ending, toPath: store.path + ending)
            }
            try files.createSymbolicLink(at: link, withDestinationURL: store)
            #expect(try pictures(link) == [0: 0, 1: 1, 2: 2])
            do {
                let context = ModelContext(try container(link))
                context.insert(Picture(number: 3, 3))
                let first = try context.fetch(
                    FetchDescriptor<Picture>(predicate: #Predicate { $0.number == 0 })
                ).first
                first?.bytes = Self.value(10)
                try context.save()
            }
            #expect(try pictures(link) == [0: 10, 1: 1, 2: 2, 3: 3])
            #expect(try fileCount(link) == 2)
            #expect(try fileCount(store) == 2)
        }
    }
}
