import Foundation
import PermafrostTestSupport
import Testing

/// Two commands that edit a project's sources don't run at the same time.
@Suite struct LockedProjectTests {
    @Test(arguments: [["new-version"], ["new-version", "--undo"], ["adopt"], ["init"]])
    func theSecondOneIsRefused(_ command: [String]) throws {
        let project = try NextVersionTests.Shipped(.copyForward)
        try project.edit()
        let before = try project.files()
        let descriptor = open(project.folder.url.path, O_RDONLY | O_CLOEXEC)
        #expect(descriptor >= 0)
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        let refused = try Tool.run(command, in: project.folder.url, cache: project.folder)
        #expect(refused.status == 2, "\(refused)")
        #expect(
            refused.errors.contains(
                "another command that edits sources is running in \(project.folder.url.path). Wait"),
            "\(refused)")
        #expect(try project.files() == before)
        // A command that writes nothing needs no lock.
        let dry = try Tool.run("new-version", "--dry-run", in: project.folder)
        #expect(dry.status == 0, "\(dry)")
        // A process that another test starts may have inherited the descriptor, and would keep the lock until it ends.
        #expect(flock(descriptor, LOCK_UN) == 0)
        close(descriptor)
        let free = try Tool.run(command, in: project.folder.url, cache: project.folder)
        #expect(!free.errors.contains("is running in"), "\(free)")
    }
}
