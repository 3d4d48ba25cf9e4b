#if os(Linux)
    import Foundation
    import PermafrostTestSupport
    import Testing

    @testable import PermafrostFixtures
    @testable import PermafrostStore

    /// A folder's contents determine whether it is a fixture.
    @Suite struct FixtureTreeTests {
        @Test func aFolderThatCannotBeListedIsAnError() throws {
            let folder = try ScratchFolder()
            try folder.write("", to: "1.0.0/App-1_0_0.sqlite")
            let tree = FixtureTree(directory: folder.path("1.0.0"))
            #expect(try tree.asFixture()?.folder == "1.0.0")
            #expect(try FixtureTree(directory: folder.path("2.0.0")).asFixture() == nil)
            let failing = FailingCalls.during(.opendir, at: folder.path("1.0.0"), error: EMFILE) {
                #expect(throws: FileError.self) { try tree.asFixture() }
            }
            #expect(failing.failures == 1)
        }

        /// A tree may be shared with files of other tools. What could be a damaged fixture is never ignored.
        @Test(arguments: [
            (["responses/user.json"], []), (["v1/draft.json", "1.0.0/notes.txt"], []), (["Posts/v1/user.json"], []),
            (["1.0.0/App-1_0_0.sqlite"], ["1.0.0"]), (["1.0.0/export_metadata.txt", "1.0.0/x.json"], ["1.0.0"]),
            (["1.0.0/schema-2_0_0.json"], ["1.0.0"]), (["1.0.0/App.sqlite-wal"], ["1.0.0"]), (["1.0.0/"], ["1.0.0"]),
            (["Posts/1.0.0/schema-1_0_0.sql", "Posts/api/user.json"], ["Posts/1.0.0"]),
            (["2.0.0/schema-2_0_0.sql", "10.0.0/schema-10_0_0.sql"], ["2.0.0", "10.0.0"]),
        ])
        func foldersOfOtherToolsAreNoFixtures(_ files: [String], _ expected: [String]) throws {
            let folder = try ScratchFolder()
            for file in files {
                if file.hasSuffix("/") {
                    try FileManager.default.createDirectory(
                        atPath: folder.path(file), withIntermediateDirectories: true)
                } else {
                    try folder.write("x", to: file)
                }
            }
            #expect(try FixtureTree(directory: folder.url.path).contents().fixtures.map(\.folder) == expected)
        }
    }
#endif
