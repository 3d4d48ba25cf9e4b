import AppleCheck
import Testing

/// Code that a Mac wouldn't build as intended, with the expected finding.
struct Fault: Sendable, CustomTestStringConvertible {
    /// The place of the code.
    enum Place: Sendable {
        /// An additional file in a module or a plugin of the package.
        case module(String)
        /// An app that depends on the package's products.
        case app
    }

    let title: String
    let place: Place
    /// The code. The line that ends in `// HERE` is the expected line.
    let code: String
    /// A part of the finding's message.
    let message: String

    init(_ title: String, in place: Place, _ code: String, _ message: String) {
        (self.title, self.place, self.code, self.message) = (title, place, code, message)
    }

    var testDescription: String { title }

    /// The expected line, from 1.
    var line: Int {
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        return (lines.firstIndex { $0.hasSuffix("// HERE") } ?? -1) + 1
    }
}

extension Fault {
    /// A small module that apps link.
    static let linked = Place.module("PermafrostInspect")

    static let imports = [
        Fault(
            "A file that doesn't import Foundation", in: linked,
            "func size(_ data: Data) -> Int { data.count }  // HERE", "cannot find type 'Data' in scope"),
        Fault(
            "A file that calls the C library without an import", in: linked,
            "func process() -> Int32 { getpid() }  // HERE", "'getpid' needs 'import Foundation' or 'import Darwin'"),
        Fault(
            "A file that imports SwiftData but not Foundation", in: .app,
            """
            import SwiftData
            let everything: Predicate<Int>? = nil  // HERE
            """, "cannot find type 'Predicate' in scope"),
        Fault(
            "The C library of Linux", in: linked, "import Glibc  // HERE",
            "module 'Glibc' doesn't exist on Apple platforms"),
        Fault(
            "A part of Foundation that is a module only on Linux", in: linked,
            "import FoundationEssentials  // HERE", "module 'FoundationEssentials' doesn't exist on Apple platforms"),
        Fault(
            "A module that isn't a dependency in the manifest", in: linked,
            "import PermafrostTesting  // HERE", "module 'PermafrostTesting' doesn't exist on Apple platforms"),
        Fault(
            "A model with a rectangle, whose Codable is in CoreGraphics", in: .app,
            """
            import Foundation
            import SwiftData
            @Model final class Shape {
                var frame: CGRect?  // HERE
                init() {}
            }
            """, "'CGRect' needs 'import CoreGraphics' in this file"),
        Fault(
            "A member of a point, which is in CoreGraphics", in: linked,
            """
            import Foundation
            func origin<Value>(_ use: (CGFloat, Double) -> Value) -> Value {
                let start = Optional(NSPoint.zero)  // HERE
                return use(start?.x ?? 0, 0)
            }
            """, "'zero' needs 'import CoreGraphics' in this file"),
    ]

    static let newer = [
        Fault(
            "A module that iOS 17 doesn't have", in: linked, "import Synchronization  // HERE",
            "module 'Synchronization' needs iOS 18, macOS 15"),
        Fault(
            "A lock that iOS 17 doesn't have", in: linked,
            """
            import Synchronization
            final class Box: Sendable {
                let value = Mutex(0)  // HERE
            }
            """, "'Synchronization.Mutex' needs iOS 18"),
        Fault(
            "A String initializer that iOS 17 doesn't have", in: linked,
            "func text(_ bytes: [UInt8]) -> String? { String(validating: bytes, as: UTF8.self) }  // HERE",
            "'Swift.String.init(validating:as:)' needs iOS 18"),
        Fault(
            "A collection method that iOS 17 doesn't have", in: linked,
            "func even(_ numbers: [Int]) { _ = numbers.indices { $0.isMultiple(of: 2) } }  // HERE",
            "'Swift.Collection.indices(where:)' needs iOS 18"),
        Fault(
            "A Task method from iOS 26", in: linked,
            "func start() { Task.immediate {} }  // HERE", "'Swift.Task.immediate"),
        Fault(
            "A Foundation member that iOS 17 doesn't have", in: linked,
            """
            import Foundation
            func zone() -> TimeZone? { Calendar(identifier: .bangla).timeZone }  // HERE
            """, "'Foundation.Calendar.Identifier.bangla' needs iOS 18"),
        Fault(
            "A SwiftData member that iOS 17 doesn't have", in: .app,
            """
            import SwiftData
            @Model final class Post { var title = ""; init() {} }
            let name = Schema.entityName(for: Post.self)  // HERE
            """, "needs iOS 18"),
        Fault(
            "An identifier method from iOS 18", in: .app,
            """
            import SwiftData
            func post() throws -> PersistentIdentifier {
                try .identifier(for: "store", entityName: "Post", primaryKey: "p1")  // HERE
            }
            """, "needs iOS 18"),
        Fault(
            "An index, which needs iOS 18", in: .app,
            """
            import SwiftData
            @Model final class Post {
                #Index<Post>([\\.title])  // HERE
                var title = ""
                init() {}
            }
            """, "needs iOS 18"),
        Fault(
            "A schema initializer from iOS 26, with classes that aren't in an array", in: .app,
            """
            import SwiftData
            @Model final class Post { var title = ""; init() {} }
            let schema = Schema(Post.self)  // HERE
            """, "needs iOS 26"),
        Fault(
            "An entity lookup by class, which needs iOS 18", in: .app,
            """
            import SwiftData
            @Model final class Post { var title = ""; init() {} }
            func entity(_ schema: Schema) -> Schema.Entity? { schema.entity(for: Post.self) }  // HERE
            """, "needs iOS 18"),
        Fault(
            "Descriptors that iOS 26 can compare", in: .app,
            """
            import SwiftData
            @Model final class Post { var title = ""; init() {} }
            func equal(_ one: FetchDescriptor<Post>, _ other: FetchDescriptor<Post>) -> Bool { one == other }  // HERE
            """, "needs iOS 26"),
        Fault(
            "A configuration whose identifier is its URL", in: .app,
            """
            import SwiftData
            func name(_ configuration: ModelConfiguration) -> String { configuration.id }  // HERE
            """, "cannot convert return expression of type 'URL' to return type 'String'"),
        Fault(
            "A transaction whose identifier is its number", in: .app,
            """
            import SwiftData
            @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
            func name(_ transaction: DefaultHistoryTransaction) -> String { transaction.id }  // HERE
            """, "cannot convert return expression of type"),
        Fault(
            "A protocol without primary associated types", in: .app,
            """
            import SwiftData
            @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
            func open(_ store: any DataStore<ModelConfiguration, DefaultSnapshot>) {}  // HERE
            """, "does not have primary associated types"),
        Fault(
            "The history of iOS 18", in: .app,
            """
            import SwiftData
            func history(_ context: ModelContext) throws {
                _ = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())  // HERE
            }
            """, "needs iOS 18"),
    ]

    static let missing = [
        Fault(
            "A process in a module for apps", in: linked,
            """
            import Foundation
            func run() throws { try Process().run() }  // HERE
            """, "'Foundation.Process' doesn't exist on iOS"),
        Fault(
            "A home folder in a module for apps", in: linked,
            """
            import Foundation
            let home = FileManager.default.homeDirectoryForCurrentUser  // HERE
            """, "'Foundation.FileManager.homeDirectoryForCurrentUser' doesn't exist on iOS"),
        Fault(
            "A child process in a module for apps", in: linked,
            """
            import Foundation
            func spawn() { posix_spawn(nil, "/bin/ls", nil, nil, nil, nil) }  // HERE
            """, "'posix_spawn' doesn't exist on iOS"),
        Fault(
            "A child process that is found by its name in a module for apps", in: linked,
            """
            import Foundation
            func spawn() { posix_spawnp(nil, "/bin/ls", nil, nil, nil, nil) }  // HERE
            """, "'posix_spawnp' doesn't exist on iOS"),
        Fault(
            "A function that only glibc has", in: linked,
            """
            import Foundation
            func reserve() { _ = posix_fallocate(1, 0, 10) }  // HERE
            """, "'posix_fallocate' isn't in the list of C names"),
        Fault(
            "A field that has a different name in glibc", in: linked,
            """
            import Foundation
            func time(_ status: stat) -> timespec { status.st_mtim }  // HERE
            """, "'st_mtim' isn't in the list of C names"),
        Fault(
            "A SQLite extension, which Apple's SQLite can't load", in: .app,
            """
            import SQLite3
            func allow(_ database: OpaquePointer) { sqlite3_enable_load_extension(database, 1) }  // HERE
            """, "'sqlite3_enable_load_extension': Apple's SQLite doesn't include it"),
        Fault(
            "A function that isn't compiled for iOS, used by code that is", in: linked,
            """
            #if os(Linux) || os(macOS)
                func there() {}
            #endif
            func everywhere() { there() }  // HERE
            """, "cannot find 'there' in scope"),
    ]

    static let branches = [
        Fault(
            "An error in a branch for Darwin", in: linked,
            """
            #if canImport(Darwin)
                import Darwin
                func exchange() { _ = renamex_np("a", "b", RENAME_SWAP) }  // HERE
            #endif
            """, "cannot convert value of type 'Int32' to expected argument type 'UInt32'"),
        Fault(
            "An error in a branch for every system except Linux", in: linked,
            """
            #if os(Linux)
                let number = 1
            #else
                let number: Int = "1"  // HERE
            #endif
            """, "cannot convert value of type 'String' to specified type 'Int'"),
        Fault(
            "An error in a branch for CryptoKit", in: .app,
            """
            #if canImport(CryptoKit)
                import CryptoKit
                let hash = SHA256().finish()  // HERE
            #endif
            """, "value of type 'SHA256' has no member 'finish'"),
        Fault(
            "An error in a branch for the module os", in: .app,
            """
            #if canImport(os)
                import os
                let value = OSAllocatedUnfairLock(initialState: 1).state  // HERE
            #endif
            """, "has no member 'state'"),
        Fault(
            "An error in a plugin's branch for Xcode", in: .module("Freeze"),
            """
            #if canImport(XcodeProjectPlugin)
                import XcodeProjectPlugin
                func folder(_ context: XcodePluginContext) -> String { context.xcodeProject.folder }  // HERE
            #endif
            """, "value of type 'XcodeProject' has no member 'folder'"),
        Fault(
            "A macro plugin that doesn't conform to CompilerPlugin", in: .module("PermafrostMacrosPlugin"),
            """
            #if canImport(SwiftCompilerPlugin)
                import SwiftCompilerPlugin
                struct Other: CompilerPlugin {}  // HERE
            #endif
            """, "type 'Other' does not conform to protocol 'CompilerPlugin'"),
    ]

    static let shapes = [
        Fault(
            "A switch without @unknown default", in: .app,
            """
            import SwiftData
            func name(_ stage: MigrationStage) -> String {
                switch stage {  // HERE
                case .lightweight: "lightweight"
                case .custom: "custom"
                }
            }
            """, "'MigrationStage' may have additional unknown values"),
        Fault(
            "A hook that isn't Sendable", in: .app,
            """
            import SwiftData
            func stage(
                from: any VersionedSchema.Type, to: any VersionedSchema.Type,
                hook: @escaping (ModelContext) throws -> Void
            ) -> MigrationStage {
                .custom(fromVersion: from, toVersion: to, willMigrate: hook, didMigrate: nil)  // HERE
            }
            """, "non-Sendable"),
        Fault(
            "A value that two tasks could change at once", in: linked,
            """
            final class Counter { var value = 0 }
            actor Keeper { func keep(_ counter: Counter) {} }
            func send(to keeper: Keeper) async {
                let counter = Counter()
                await keeper.keep(counter)  // HERE
                counter.value += 1
            }
            """, "sending 'counter' risks causing data races"),
        Fault(
            "A context that leaves its actor", in: .app,
            """
            import SwiftData
            @MainActor func save(_ context: ModelContext) {
                Task.detached {  // HERE
                    try context.save()
                }
            }
            """, "data races"),
        Fault(
            "A member that only this package's macro adds", in: .app,
            """
            import SwiftData
            @Model final class Post { var title = ""; init() {} }
            func storage(_ post: Post) { _ = post._modelStorage }  // HERE
            """, "value of type 'Post' has no member '_modelStorage'"),
        Fault(
            "Metadata that isn't public in Apple's SwiftData", in: .app,
            """
            import SwiftData
            func name(_ metadata: Schema.PropertyMetadata) -> String { metadata.name }  // HERE
            """, "value of type 'Schema.PropertyMetadata' has no member 'name'"),
        Fault(
            "An entity name from a type that isn't known at compile time", in: .app,
            """
            import SwiftData
            func names(_ schema: any VersionedSchema.Type) -> [String] {
                schema.models.map { type in Schema.entityName(for: type) }  // HERE
            }
            """, "needs iOS 18"),
        // Each literal fits several types, so the compiler tries several hundred thousand combinations.
        Fault(
            "An expression that takes long to type-check", in: linked,
            "let table = [1, 2.5, -3].map { $0 * 2 + 1 }.map { -$0 + 1 / 2 }  // HERE", "to type-check (limit: 500ms)"),
    ]

    static let all = imports + newer + missing + branches + shapes + cTypes + isolation
}
