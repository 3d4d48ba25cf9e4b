import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostCLI

@Suite struct AbsolutePathTests {
    @Test(arguments: [
        ("/", "/"), ("/a/b", "/a/b"), ("/a//b/", "/a/b"), ("/a/./b/.", "/a/b"), ("/a/b/../c", "/a/c"),
        ("/..", "/"), ("/a/../..", "/"), ("/a b/ü", "/a b/ü"),
    ])
    func pathsAreMadeAbsolute(path: String, expected: String) {
        #expect(path.absolutePath == expected)
    }

    @Test func aRelativePathStartsAtTheWorkingFolder() {
        let folder = FileManager.default.currentDirectoryPath
        #expect(".".absolutePath == folder)
        #expect("".absolutePath == folder)
        #expect("./a".absolutePath == (folder == "/" ? "" : folder) + "/a")
    }

    /// The system follows a link before it goes up.
    @Test func linksAreResolvedOnlyBeforeTheParent() throws {
        let folder = try ScratchFolder()
        try folder.write("", to: "real/inner/file")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.path("real/inner"))
        #expect(folder.path("link/file").absolutePath == folder.path("link/file"))
        #expect((folder.path("link") + "/../file").absolutePath == folder.path("real/file"))
    }
}
