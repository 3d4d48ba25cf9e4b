import Foundation
import PermafrostStore
import PermafrostTestSupport
import SwiftDataCrashModels
import Testing

@testable import SwiftData

/// Closing a file descriptor drops every lock that the process has on the file. Code that reads a store that this
/// process has open must not open another descriptor of it.
@Suite(.serialized, .enabled(if: TestRun.isWhole)) struct SecondDescriptorTests {
    enum Reader: CaseIterable {
        case reader, identity, duplicate

        func read(_ url: URL, _ folder: URL) throws {
            switch self {
            case .reader: _ = try StoreReader(path: url.path).metadata()
            case .identity: _ = try StoreOpening(path: url.path).readMetadata()
            case .duplicate: _ = try ScratchStore(of: url, in: folder.appendingPathComponent("duplicate"))
            }
        }
    }

    /// Another process that saves and closes the store must not conclude that no other process has the store open.
    @Test(arguments: Reader.allCases)
    func aWALInUseByAnotherProcessIsKept(_ reader: Reader) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("ledger.store")
            try Ledgers.populate(url, entries: 0)
            let context = try Ledgers.first(url)
            context.insert(Ledger.Entry(number: 1))
            try context.save()
            try reader.read(url, folder)
            for first in [100, 200] {
                let ending = try Worker(["append", url.path, "\(first)", "2"]).ending()
                #expect(ending.status == 0, "\(ending.error)")
                #expect(FileManager.default.fileExists(atPath: url.path + "-wal"))
                context.insert(Ledger.Entry(number: first + 50))
                try context.save()
            }
            #expect(try context.fetchCount(FetchDescriptor<Ledger.Entry>()) == 1 + 2 * (6 + 1))
            let other = try Ledgers.first(url)
            #expect(try other.fetchCount(FetchDescriptor<Ledger.Entry>()) == 1 + 2 * (6 + 1))
        }
    }
}
