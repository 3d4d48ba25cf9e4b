import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// Code that handles a failed container. PF0222 is an error only if the code certainly deletes the container's store.
@Suite struct FailureHandlerTests {
    typealias Row = (about: String, sources: [String: String], severity: Finding.Severity?)

    @Test(arguments: reported + spared)
    func aDeletedStoreIsReported(_ about: String, _ sources: [String: String], _ severity: Finding.Severity?) throws {
        let found = try LintRuleTests.lint(sources).findings.filter { $0.code == "PF0222" }
        #expect(Set(found.map(\.severity)) == Set([severity].compactMap(\.self)), "\(found.map(\.what))")
    }

    /// Code that deletes the container's store, or may delete it.
    private static let reported: [Row] = [
        (
            "config url", FailureHandlerSources.handler("try? FileManager.default.removeItem(at: configuration.url)"),
            .error
        ),
        (
            "forEach map",
            FailureHandlerSources.handler(
                #"["", "-wal", "-shm"].map { URL(filePath: configuration.url.path() + $0) }.forEach { try? FileManager.default.removeItem(at: $0) }"#
            ), .error
        ),
        (
            "forEach ref",
            FailureHandlerSources.handler("[configuration.url].forEach(FileManager.default.removeItem(at:))"), .error
        ),
        (
            "helper",
            FailureHandlerSources.handler(
                "wipe(configuration.url)",
                besides: "static func wipe(_ url: URL) { try? FileManager.default.removeItem(at: url) }"), .error
        ),
        (
            "helper labels",
            FailureHandlerSources.handler(
                "Self.wipe(at: configuration.url, really: true)",
                besides:
                    "static func wipe(at url: URL, really: Bool) { if really { try? FileManager.default.removeItem(at: url) } }"
            ), .error
        ),
        (
            "helper forEach",
            FailureHandlerSources.handler(
                "[configuration.url].forEach(wipe)",
                besides: "static func wipe(_ url: URL) { try? FileManager.default.removeItem(at: url) }"), .error
        ),
        (
            "two helpers",
            FailureHandlerSources.handler(
                "reset(configuration)",
                besides: #"""
                    static func reset(_ c: ModelConfiguration) { wipe(c.url) }
                    static func wipe(_ url: URL) { for s in ["", "-wal"] { let f = url.path + s; try? FileManager.default.removeItem(atPath: f) } }
                    """#), .error
        ),
        (
            "helper on instance",
            FailureHandlerSources.handler(
                "let r = Recovery(); r.wipe(configuration.url)",
                after: "struct Recovery { func wipe(_ url: URL) { try? FileManager.default.removeItem(at: url) } }"),
            .error
        ),
        (
            "helper in extension",
            FailureHandlerSources.handler(
                "configuration.wipe()",
                after: "extension ModelConfiguration { func wipe() { try? FileManager.default.removeItem(at: url) } }"),
            .error
        ),
        (
            "helper in FileManager extension",
            FailureHandlerSources.handler(
                "FileManager.default.removeStore(at: configuration.url)",
                after: "extension FileManager { func removeStore(at url: URL) { try? removeItem(at: url) } }"), .error
        ),
        (
            "generic helper",
            FailureHandlerSources.handler(
                "wipe(configuration.url)",
                besides: "static func wipe<T>(_ x: T) where T == URL { try? FileManager.default.removeItem(at: x) }"),
            .error
        ),
        (
            "alias fm",
            FailureHandlerSources.handler("let fm = FileManager.default; try? fm.removeItem(at: configuration.url)"),
            .error
        ),
        (
            "let url",
            FailureHandlerSources.handler(
                "let url = configuration.url; if FileManager.default.fileExists(atPath: url.path) { try? FileManager.default.removeItem(at: url) }"
            ), .error
        ),
        (
            "switch",
            FailureHandlerSources.handler(
                "switch error { case is CancellationError: break; default: try? FileManager.default.removeItem(at: configuration.url) }"
            ), .error
        ),
        (
            "inner do",
            FailureHandlerSources.handler(
                "do { try FileManager.default.removeItem(at: configuration.url) } catch { print(error) }"), .error
        ),
        (
            "url static",
            FailureHandlerSources.handler(
                "try? FileManager.default.removeItem(at: storeURL)", configuration: "ModelConfiguration(url: storeURL)"),
            .error
        ),
        (
            "url static qualified",
            FailureHandlerSources.handler(
                "try? FileManager.default.removeItem(at: Stores.storeURL)",
                configuration: "ModelConfiguration(url: Self.storeURL)"), .error
        ),
        (
            "url inline twice",
            FailureHandlerSources.handler(
                #"try? FileManager.default.removeItem(at: folder.appending(path: "X.store"))"#,
                configuration: #"ModelConfiguration(url: folder.appending(path: "X.store"))"#), .error
        ),
        (
            "folder of the store",
            FailureHandlerSources.handler(
                "try? FileManager.default.removeItem(at: configuration.url.deletingLastPathComponent())",
                configuration: #"ModelConfiguration(url: folder.appending(path: "Data/X.store"))"#), .error
        ),
        (
            "neighbour default",
            FailureHandlerSources.handler(
                #"let base = configuration.url.deletingLastPathComponent(); for n in ["Clips.store", "Clips.store-wal"] { try? FileManager.default.removeItem(at: base.appendingPathComponent(n)) }"#
            ), .error
        ),
        (
            "name with unknown folder",
            FailureHandlerSources.handler(
                #"try? FileManager.default.removeItem(at: elsewhere.appending(path: "Clips.store"))"#), .warning
        ),
        (
            "nested func",
            FailureHandlerSources.handler(
                #"""
                func wipe(_ u: URL) { try? FileManager.default.removeItem(at: u) }
                wipe(configuration.url)
                """#), .error
        ),
        (
            "closure var",
            FailureHandlerSources.handler(
                "wipe(configuration.url)",
                besides: "static let wipe: (URL) -> Void = { url in try? FileManager.default.removeItem(at: url) }"),
            .error
        ),
        ("unlink", FailureHandlerSources.handler("unlink(configuration.url.path)"), .error),
        (
            "guard let try?",
            FailureHandlerSources.code(
                #"""
                func open() -> ModelContainer? {
                  let configuration = ModelConfiguration("Clips")
                  guard let c = try? ModelContainer(for: Clip.self, configurations: configuration) else { try? FileManager.default.removeItem(at: configuration.url); return nil }
                  return c
                }
                """#), .error
        ),
        (
            "param config",
            FailureHandlerSources.code(
                #"""
                func open(_ configuration: ModelConfiguration) throws -> ModelContainer {
                  do { return try ModelContainer(for: Clip.self, configurations: configuration) } catch { try? FileManager.default.removeItem(at: configuration.url); throw error }
                }
                """#), .error
        ),
        (
            "caller's handler",
            FailureHandlerSources.code(
                #"""
                func make(_ url: URL) throws -> ModelContainer { try ModelContainer(for: Clip.self, configurations: ModelConfiguration(url: url)) }
                func open() -> ModelContainer? {
                  let place = URL.applicationSupportDirectory.appending(path: "a.store")
                  do { return try make(place) } catch { try? FileManager.default.removeItem(at: place); return nil }
                }
                """#), .error
        ),
        (
            "property set in init",
            FailureHandlerSources.code(
                #"""
                final class P { let url: URL; init(url: URL) { self.url = url }
                func open() -> ModelContainer? {
                  do { return try ModelContainer(for: Clip.self, configurations: ModelConfiguration(url: url)) } catch { try? FileManager.default.removeItem(at: url); return nil }
                } }
                """#), .error
        ),
        (
            "not only new store",
            FailureHandlerSources.handler(
                "try? FileManager.default.removeItem(at: storeURL)", configuration: "ModelConfiguration(url: storeURL)",
                first: "guard FileManager.default.fileExists(atPath: storeURL.path) else { throw CancellationError() }"),
            .error
        ),
        ("erase a container", FailureHandlerSources.handler("container.erase()"), .warning),
        (
            "two stores, one removed",
            FailureHandlerSources.code(
                #"""
                func both() throws { let a = ModelConfiguration("A"); let b = ModelConfiguration("B")
                do { _ = try ModelContainer(for: Clip.self, configurations: a); _ = try ModelContainer(for: Old.self, configurations: b) } catch { try? FileManager.default.removeItem(at: a.url) } }
                """#), .error
        ),
        (
            "wipe storeURL by name",
            FailureHandlerSources.handler("try? FileManager.default.removeItem(at: theStoreURL)"), .warning
        ),
        (
            "other file static",
            FailureHandlerSources.handler(
                "StoreFiles.remove(at: configuration.url)",
                file:
                    #"enum StoreFiles { static func remove(at url: URL) { for s in ["", "-wal"] { try? FileManager.default.removeItem(atPath: url.path + s) } } }"#
            ), .error
        ),
        (
            "other file global",
            FailureHandlerSources.handler(
                "wipe(configuration.url)",
                file: "func wipe(_ url: URL) { try? FileManager.default.removeItem(at: url) }"), .error
        ),
        (
            "other file extension of FileManager",
            FailureHandlerSources.handler(
                "FileManager.default.removeStore(at: configuration.url)",
                file: "extension FileManager { func removeStore(at url: URL) { try? removeItem(at: url) } }"), .error
        ),
        (
            "other file instance",
            FailureHandlerSources.handler(
                "StoreFiles().remove(at: configuration.url)",
                file: "struct StoreFiles { func remove(at url: URL) { try? FileManager.default.removeItem(at: url) } }"),
            .error
        ),
        (
            "place() twice",
            FailureHandlerSources.code(
                #"""
                enum P { static func place() -> URL { let u = URL.documentsDirectory.appending(path: "a.store"); return u } }
                func open() throws -> ModelContainer { do { return try ModelContainer(for: Clip.self, configurations: ModelConfiguration(url: P.place())) } catch { try? FileManager.default.removeItem(at: P.place()); throw error } }
                """#), .error
        ),
    ]

    /// Similar code that keeps the store's data.
    private static let spared: [Row] = [
        (
            "moves aside",
            FailureHandlerSources.handler(
                #"try? FileManager.default.moveItem(at: configuration.url, to: folder.appending(path: "Broken.store"))"#
            ), nil
        ),
        (
            "copy aside then remove",
            FailureHandlerSources.handler(
                #"try? FileManager.default.copyItem(at: configuration.url, to: folder.appending(path: "Backup.store")); try? FileManager.default.removeItem(at: configuration.url)"#
            ), nil
        ),
        (
            "restore",
            FailureHandlerSources.handler(
                "try? FileManager.default.removeItem(at: configuration.url); try? FileManager.default.copyItem(at: backup, to: configuration.url)"
            ), nil
        ),
        (
            "other function of the same name",
            FailureHandlerSources.handler(
                "wipe(configuration.url)", besides: "static func wipe(_ url: URL) { print(url) }",
                after: "enum Caches { static func wipe(_ url: URL) { try? FileManager.default.removeItem(at: url) } }"),
            nil
        ),
        (
            "cache file",
            FailureHandlerSources.handler(
                #"try? FileManager.default.removeItem(at: folder.appending(path: "thumbnails"))"#), nil
        ),
        ("log", FailureHandlerSources.handler("try? FileManager.default.removeItem(at: reportURL)"), nil),
        (
            "backup",
            FailureHandlerSources.handler(
                #"try? FileManager.default.removeItem(at: folder.appending(path: "Clips-backup.store"))"#), nil
        ),
        (
            "other store",
            FailureHandlerSources.handler(
                #"try? FileManager.default.removeItem(at: folder.appending(path: "Import.store"))"#,
                configuration: "ModelConfiguration(url: storeURL)"), nil
        ),
        ("cart.removeItem", FailureHandlerSources.handler("cart.removeItem(at: 3)"), nil),
        (
            "debug",
            FailureHandlerSources.handler(
                #"""
                #if DEBUG
                try? FileManager.default.removeItem(at: configuration.url)
                #endif
                """#), nil
        ),
        (
            "temp",
            FailureHandlerSources.handler(
                "try? FileManager.default.removeItem(at: configuration.url)",
                configuration: #"ModelConfiguration(url: URL.temporaryDirectory.appending(path: "x.store"))"#), nil
        ),
        (
            "copy by same function",
            FailureHandlerSources.handler(
                "try? FileManager.default.removeItem(at: copy)", configuration: "ModelConfiguration(url: copy)",
                first:
                    #"let copy = folder.appending(path: "Copy.store"); try FileManager.default.copyItem(at: storeURL, to: copy)"#
            ), nil
        ),
        (
            "new store",
            FailureHandlerSources.handler(
                "try? FileManager.default.removeItem(at: storeURL)", configuration: "ModelConfiguration(url: storeURL)",
                first: "guard !FileManager.default.fileExists(atPath: storeURL.path) else { throw CancellationError() }"
            ), nil
        ),
        (
            "preview",
            FailureHandlerSources.code(
                #"#Preview { let c = ModelConfiguration("Clips"); do { _ = try ModelContainer(for: Clip.self, configurations: c) } catch { try? FileManager.default.removeItem(at: c.url) }; Text("") }"#
            ), nil
        ),
        ("erase of something", FailureHandlerSources.handler("cache.erase()"), nil),
        (
            "parameter of wipe is other",
            FailureHandlerSources.handler(
                "wipe(configuration.url)",
                besides: #"""
                    static func wipe(_ url: URL) { print(url); try? FileManager.default.removeItem(at: thumbnails) }
                    static let thumbnails = URL.cachesDirectory
                    """#), nil
        ),
        (
            "other file moves aside",
            FailureHandlerSources.handler(
                "StoreFiles.remove(at: configuration.url)",
                file:
                    #"enum StoreFiles { static func remove(at url: URL) { try? FileManager.default.moveItem(at: url, to: url.appendingPathExtension("bak")) } }"#
            ), nil
        ),
        (
            "other file, other parameter",
            FailureHandlerSources.handler(
                "StoreFiles.remove(at: configuration.url, cache: other)",
                file:
                    "enum StoreFiles { static func remove(at url: URL, cache: URL) { try? FileManager.default.removeItem(at: cache) } }"
            ), nil
        ),
        (
            "other file, same name on another type",
            FailureHandlerSources.handler(
                "StoreFiles.remove(at: configuration.url)",
                file: #"""
                    enum StoreFiles { static func remove(at url: URL) { print(url) } }
                    enum Q { static func remove(at url: URL) { try? FileManager.default.removeItem(at: url) } }
                    """#), nil
        ),
        (
            "place(a) and place(b)",
            FailureHandlerSources.code(
                #"""
                enum P { static func place(_ n: String) -> URL { let u = URL.documentsDirectory.appending(path: n); return u } }
                func open() throws -> ModelContainer { do { return try ModelContainer(for: Clip.self, configurations: ModelConfiguration(url: P.place("a.store"))) } catch { try? FileManager.default.removeItem(at: P.place("cache.bin")); throw error } }
                """#), nil
        ),
    ]
}
