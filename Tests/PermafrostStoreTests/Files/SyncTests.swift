import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostStore

/// The calls that make bytes survive a power loss, and their order, which can be tested on every platform. Only a test
/// on a Mac can show that Darwin's call reaches the medium.
@Suite struct SyncTests {
    /// A descriptor that no call uses.
    private static let descriptor: Int32 = 7

    /// Returns the calls of a sync if each kind of call first fails with the errors in its list and then succeeds.
    private static func calls(full: [Int32], plain: [Int32] = []) -> (result: Int32, code: Int32, calls: [String]) {
        var calls: [String] = []
        var (fullErrors, plainErrors) = (full[...], plain[...])
        func answer(_ errors: inout ArraySlice<Int32>) -> Int32 {
            guard let code = errors.popFirst() else { return 0 }
            errno = code
            return -1
        }
        errno = 0
        let result = FileAccess.sync(
            descriptor,
            full: {
                #expect($0 == descriptor)
                calls.append("full")
                return answer(&fullErrors)
            },
            plain: {
                #expect($0 == descriptor)
                calls.append("plain")
                return answer(&plainErrors)
            })
        return (result, errno, calls)
    }

    @Test func aSuccessfulFullSyncIsNotRepeated() {
        let outcome = Self.calls(full: [])
        #expect(outcome.result == 0)
        #expect(outcome.calls == ["full"])
    }

    @Test(arguments: [ENOTSUP, EOPNOTSUPP, EINVAL, ENOTTY, ENODEV])
    func aVolumeWithoutTheRequestGetsThePlainCall(_ code: Int32) {
        let outcome = Self.calls(full: [code])
        #expect(outcome.result == 0)
        #expect(outcome.calls == ["full", "plain"])
    }

    /// If the plain call were tried next, its success would hide the loss of bytes.
    @Test(arguments: [EIO, ENOSPC, EBADF, EDQUOT, EROFS])
    func anErrorOfTheMediumIsTheResult(_ code: Int32) {
        let outcome = Self.calls(full: [code])
        #expect(outcome.result != 0)
        #expect(outcome.code == code)
        #expect(outcome.calls == ["full"])
    }

    @Test func anErrorOfThePlainCallIsTheResult() {
        let outcome = Self.calls(full: [ENOTSUP], plain: [EIO])
        #expect(outcome.result != 0)
        #expect(outcome.code == EIO)
        #expect(outcome.calls == ["full", "plain"])
    }

    @Test func anInterruptedCallIsMadeAgain() {
        let outcome = Self.calls(full: [EINTR, EINTR, ENOTSUP], plain: [EINTR])
        #expect(outcome.result == 0)
        #expect(outcome.calls == ["full", "full", "full", "plain", "plain"])
    }

    @Test func filesAndFoldersAreSynced() throws {
        let folder = try ScratchFolder()
        try folder.write("text", to: "file")
        try FileAccess.sync(folder.path("file"))
        try FileAccess.sync(folder.url.path)
        let error = try #require(throws: FileError.self) { try FileAccess.sync(folder.path("absent")) }
        #expect(error == FileError(operation: .open, path: folder.path("absent"), code: ENOENT))
    }

    @Test func aDescriptorThatIsClosedFails() throws {
        let error = try #require(throws: FileError.self) { try FileAccess.sync(-1, "/a/path") }
        #expect(error == FileError(operation: .sync, path: "/a/path", code: EBADF))
    }
}
