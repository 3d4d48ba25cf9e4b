import Foundation
import PermafrostFixtures
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import CartographerExample
@testable import Permafrost
@testable import PostsExample
@testable import TripsExample
@testable import UsersExample

/// A frozen version of an example, other than its plan's last version, with the plan.
struct FrozenStore: Sendable, CustomTestStringConvertible {
    var plan: any SchemaMigrationPlan.Type
    var version: any VersionedSchema.Type

    var testDescription: String { "\(plan) \(version.versionIdentifier)" }

    static let all = plans.flatMap { plan in plan.schemas.dropLast().map { FrozenStore(plan: plan, version: $0) } }

    private static var plans: [any SchemaMigrationPlan.Type] {
        var plans: [any SchemaMigrationPlan.Type] = [
            UsersMigrationPlan.self, PostsMigrationPlan.self, CartographerMigrationPlan.self,
        ]
        // Its second version uses features that are new in these releases.
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { plans.append(TripsMigrationPlan.self) }
        return plans
    }

    /// Whether the plan has no custom stage.
    var isLightweight: Bool { ["UsersMigrationPlan", "TripsMigrationPlan"].contains("\(plan)") }

    /// Copies the frozen store to a folder, which is deleted with the folder object.
    func copy() throws -> (folder: ScratchFolder, store: URL) {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let tree = FixtureTree(directory: root.appending(path: "Fixtures").path)
        let wanted = "\(version.versionIdentifier)"
        let fixture = try tree.contents().fixtures.first {
            $0.folder == "\(plan)/\(wanted)"
        }
        let found = try #require(fixture)
        let folder = try ScratchFolder()
        let frozen = URL(filePath: tree.directory + "/" + found.folder)
            .appending(path: "App-\(wanted.replacing(".", with: "_")).sqlite")
        return (folder, try ScratchStore(of: frozen, in: folder.url).url)
    }
}

/// Every file and folder below a folder, with its bytes and modification time.
struct FolderState: Equatable {
    private var entries: [String: String] = [:]

    init(_ folder: URL) throws {
        let files = FileManager.default
        for name in try files.subpathsOfDirectory(atPath: folder.path) {
            let path = folder.appending(path: name).path
            let attributes = try files.attributesOfItem(atPath: path)
            let time = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
            entries[name] = "\(time) \((files.contents(atPath: path) ?? Data()).base64EncodedString())"
        }
    }

    /// The names without bytes and times.
    var names: Set<String> { Set(entries.keys) }
}
