import Foundation
import PermafrostModel
import PermafrostStore
import Testing

@testable import PermafrostProject

/// A fixture whose model matches the declaration. One byte of its store was changed, and every checksum was updated.
@Suite struct ChangedStoreTests {
    @Test func oneChangedByteOfAStoreIsFound() throws {
        let project = try TestProject([
            "A.swift": ProjectCheckTests.schema("AppV1", "1.0.0", "var name: String = \"\"")
        ])
        try project.freeze()
        #expect(ProjectCheckTests.codes(try project.check()) == [])

        let store = project.folder.url.appending(path: "Fixtures/1.0.0/App-1_0_0.sqlite")
        var bytes = try Data(contentsOf: store)
        let text = try #require(
            try StoreReader(path: store.path).rows("SELECT CAST(ZNAME AS BLOB) FROM ZUSER LIMIT 1").first?.first)
        guard case .blob(let name) = text else { throw CocoaError(.fileReadUnknown) }
        bytes[try #require(bytes.range(of: Data(name))).lowerBound] ^= 0xFF
        try mend(project, from: try Data(contentsOf: store), to: bytes)
        try bytes.write(to: store)
        #expect(ProjectCheckTests.codes(try project.check()) == ["PF0108"])
    }

    /// Replaces the original store's checksum with the changed store's in every file that records it.
    private func mend(_ project: TestProject, from old: Data, to new: Data) throws {
        for file in ["schema-1_0_0.sha256", "export_metadata.txt"] {
            try project.edit(
                "Fixtures/1.0.0/\(file)", Digest.hex(Digest.sha256(Array(old))), Digest.hex(Digest.sha256(Array(new))))
        }
    }
}
