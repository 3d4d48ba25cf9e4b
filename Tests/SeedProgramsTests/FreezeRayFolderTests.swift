#if os(Linux)
    import Foundation
    import PermafrostFreezeRay
    import PermafrostTestSupport
    import Testing

    /// The function that a FreezeRay test calls to freeze a version writes into its working folder.
    @Suite struct FreezeRayFolderTests {
        @Test func theMacrosFunctionFreezesTheVersion() throws {
            let folder = try ScratchFolder()
            try WorkingFolder.run(in: folder.url) { Result { try PantryV1.__freezeray_freeze_1_0_0() } }.get()
            let files = try FileManager.default.contentsOfDirectory(
                atPath: folder.url.appending(path: "FreezeRay/Fixtures/1.0.0").path)
            #expect(Set(files).isSuperset(of: ["App-1_0_0.sqlite", "schema-1_0_0.json", "export_metadata.txt"]))
        }
    }
#endif
