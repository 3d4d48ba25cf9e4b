#if os(Linux)
    import Foundation
    import PermafrostTestSupport
    import Testing

    /// If a file operation of `squash` fails, all files contain either their old or their new bytes.
    @Suite(.serialized) struct SquashFaultTests {
        private static let calls: [(FailingCalls.Call, Int32)] = [
            (.open, EACCES), (.open, EMFILE), (.read, EIO), (.sync, EIO), (.write, ENOSPC), (.unlink, EIO),
            (.attributes, EPERM), (.link, EIO), (.status, EIO),
        ]

        @Test(arguments: calls.indices, ["Sources/App/.*", "*"])
        func allOrNothing(_ index: Int, _ pattern: String) throws {
            let (call, error) = Self.calls[index]
            let scene = try SquashScene(
                "init(title: String) { self.title = title }\nfunc code() {}",
                uses: "extension AppSchemaV1.Trip { var one: Int { 1 } }")
            let before = try scene.files()
            #expect(try scene.run("squash").status == 0)
            let after = try scene.files()
            #expect(try scene.run("squash", "--undo").status == 0)
            for command in [["squash"], ["squash", "--undo"]] {
                let start = try scene.files()
                let failing = try FailingCalls.during(call, at: scene.folder.path(pattern), error: error) {
                    try Tool.run(command, in: scene.folder.url, cache: scene.folder)
                }
                // The next run finishes an interrupted one, or the files are unchanged.
                _ = try scene.run("squash", "--dry-run")
                let next = try Tool.run(command, in: scene.folder.url, cache: scene.folder)
                #expect([0, 2].contains(failing.result.status) && [0, 2].contains(next.status), "\(failing) \(next)")
                let now = try scene.files()
                #expect(now == (command.count == 1 ? after : before), "\(start == now) \(failing) \(next)")
            }
        }
    }
#endif
