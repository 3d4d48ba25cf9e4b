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
    }
#endif
