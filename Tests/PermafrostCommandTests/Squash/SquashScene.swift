import Foundation
import PermafrostTestSupport
import Testing

/// A project with two frozen versions. The class `Trip` of the older one has additional members.
struct SquashScene {
    static let first = "Sources/App/AppSchemaV1.swift"
    static let second = "Sources/App/AppSchemaV2.swift"
    static let plan = "Sources/App/AppMigrationPlan.swift"
    static let uses = "Sources/App/Uses.swift"

    let folder: ScratchFolder

    /// - Parameters:
    ///   - members: the additional members of `AppSchemaV1.Trip`.
    ///   - heading: the class's attributes and name, up to the opening brace.
    ///   - stop: an additional member of `AppSchemaV1.Stop`, which `squash` removes.
    ///   - uses: the code of another file of the app.
    ///   - files: further files, by path.
    init(
        _ members: String = "", heading: String = "@Model\n    final class Trip",
        stop: String = "func alwaysRemoved() {}",
        uses: String = "",
        files: [String: String] = [:]
    ) throws {
        folder = try ScratchFolder()
        let lines = members.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.isEmpty ? "\n" : "        \($0)\n"
        }.joined()
        try folder.write(
            """
            import SwiftData

            /// What shipped first.
            enum AppSchemaV1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }

                enum Kind: String, Codable { case city, sea }

                \(heading) {
                    var title: String
                    var days: Int = 1
                    var kind: Kind = Kind.city
                    @Relationship(inverse: \\Stop.trip) var stops: [Stop] = []
            \(lines)    }

                @Model
                final class Stop {
                    var name: String = ""
                    var trip: Trip?
                    init() {}
                    \(stop)
                }
            }

            """, to: Self.first)
        try folder.write(
            """
            import SwiftData

            enum AppSchemaV2: VersionedSchema {
                static let versionIdentifier = Schema.Version(2, 0, 0)
                static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }

                enum Kind: String, Codable { case city, sea }

                @Model
                final class Trip {
                    var title: String
                    var days: Int = 1
                    var kind: Kind = Kind.city
                    var note: String?
                    @Relationship(inverse: \\Stop.trip) var stops: [Stop] = []
                    init(title: String) { self.title = title }
                    /// The title for a list.
                    var displayTitle: String { title.uppercased() }
                }

                @Model
                final class Stop {
                    var name: String = ""
                    var trip: Trip?
                    init() {}
                }
            }

            """, to: Self.second)
        try folder.write(
            """
            import SwiftData

            enum AppMigrationPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [AppSchemaV1.self, AppSchemaV2.self] }
                static var stages: [MigrationStage] {
                    [.lightweight(fromVersion: AppSchemaV1.self, toVersion: AppSchemaV2.self)]
                }
            }

            """, to: Self.plan)
        try folder.write("import SwiftData\n\n\(uses)\n", to: Self.uses)
        for (path, text) in files { try folder.write(text, to: path) }
        let freeze = try run("freeze", "--all")
        #expect(freeze.status == 0, "\(freeze)")
    }

    func run(_ arguments: String...) throws -> CommandResult { try Tool.run(arguments, in: folder.url, cache: folder) }

    func text(_ path: String) throws -> String { try String(contentsOfFile: folder.path(path), encoding: .utf8) }

    /// Returns the files, except the cache.
    func files() throws -> [String: Data] { try folder.files().filter { !$0.key.hasPrefix(".cache") } }

    #if os(Linux)
        func typeCheck() throws -> String {
            let paths = try files().keys.filter { $0.hasPrefix("Sources/") && $0.hasSuffix(".swift") }.sorted()
            return try TypeCheck(paths.map(folder.path), ["-module-name", "Main"], in: folder.url).output
        }
    #endif
}
