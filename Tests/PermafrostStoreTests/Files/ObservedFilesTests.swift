import Testing

@testable import PermafrostStore

/// An observer of file operations is called before every change, so an interruption can be tried at each one.
@Suite struct ObservedFilesTests {
    private struct Interruption: Error {}

    /// The operations that change nothing. An observer isn't called for them.
    private static let readers: Set<String> = ["isExcludedFromDeviceBackup", "freeSpace", "isWritable"]

    private static let calls: [String: @Sendable (FileSystem) throws -> Void] = [
        "makeFolder": { try $0.makeFolder("/none/a") }, "write": { try $0.write([], "/none/a") },
        "create": { try $0.create("/none/a", "/none/b") }, "share": { _ = try $0.share("/none/a", "/none/b") },
        "fill": { try $0.fill("/none/a") { nil } }, "copy": { try $0.copy("/none/a", "/none/b") },
        "copyAttributes": { try $0.copyAttributes("/none/a", "/none/b") },
        "copyProtection": { try $0.copyProtection("/none/a", "/none/b") },
        "setExcludedFromDeviceBackup": { try $0.setExcludedFromDeviceBackup("/none/a", true) },
        "setAttribute": { try $0.setAttribute("a", "b", "/none/a") },
        "link": { try $0.link("/none/a", "/none/b") }, "sync": { try $0.sync("/none/a") },
        "rename": { try $0.rename("/none/a", "/none/b") }, "renameNew": { try $0.renameNew("/none/a", "/none/b") },
        "exchange": { try $0.exchange("/none/a", "/none/b") }, "removeFolder": { try $0.removeFolder("/none/a") },
        "remove": { try $0.remove("/none/a") },
    ]

    /// A new operation must be added here, and to `observed(_:)` if it changes files.
    @Test func everyOperationIsListed() {
        let operations = Set(Mirror(reflecting: FileSystem()).children.compactMap(\.label))
        #expect(operations == Self.readers.union(Self.calls.keys))
    }

    @Test(arguments: calls.keys.sorted())
    func theObserverIsCalledBeforeTheChange(_ operation: String) throws {
        let call = try #require(Self.calls[operation])
        #expect(throws: Interruption.self) {
            try call(
                FileSystem().observed { _, path in
                    #expect(path.hasPrefix("/none/"))
                    throw Interruption()
                })
        }
    }
}
