import Foundation
import PermafrostStore
import PermafrostTestSupport
import Testing

/// Files share their blocks if the file system supports it. On other file systems, the same calls leave the target
/// empty or copy the bytes.
@Suite struct SharedBlocksTests {
    private static let bytes = (0..<300_000).map { (index: Int) in UInt8(truncatingIfNeeded: index &* 31) }

    private func scratch(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "permafrost-\(UUID().uuidString)").path
        try FileAccess.createDirectory(folder)
        defer { try? FileAccess.remove(folder) }
        try FileAccess.write(Self.bytes, to: folder + "/source")
        try body(folder)
    }

    @Test func anOpenFileIsSharedCompletely() throws {
        try scratch { folder in
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder + "/source"))
            try FileAccess.create(folder + "/target", like: folder + "/source")
            let isShared = try FileAccess.share(folder + "/source", with: folder + "/target")
            #expect(try FileAccess.read(folder + "/target") == (isShared ? Self.bytes : []))
            // Bytes written to one file aren't in the other.
            let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: folder + "/target"))
            try writer.write(contentsOf: Data([0xFF, 0xFF]))
            try writer.close()
            #expect(try FileAccess.read(folder + "/source") == Self.bytes)
            try handle.close()
        }
    }

    @Test func aFileThatIsNotOpenIsNotShared() throws {
        try scratch { folder in
            try FileAccess.create(folder + "/target", like: folder + "/source")
            #expect(try FileAccess.share(folder + "/source", with: folder + "/target") == false)
            #expect(try FileAccess.read(folder + "/target") == [])
        }
    }

    #if os(Linux)
        @Test func anAbsentFileIsAnError() throws {
            try scratch { folder in
                #expect(throws: FileError.self) {
                    try FileAccess.share(folder + "/nothing", with: folder + "/source")
                }
                #expect(throws: FileError.self) {
                    try FileAccess.share(folder + "/source", with: folder + "/nothing")
                }
            }
        }
    #endif

    @Test func aCopyIsComplete() throws {
        try scratch { folder in
            try FileAccess.copy(folder + "/source", to: folder + "/copy")
            #expect(try FileAccess.read(folder + "/copy") == Self.bytes)
        }
    }
}
