import Foundation
import PermafrostTestSupport
import Testing

/// `retire` with versions, classes and typealiases that are nested in other types, so that other declarations have the
/// same last name.
@Suite struct RetirementNamesTests {
    /// Returns the sources of a group. All groups have versions with the same names, in different enclosing types.
    private static func group(_ name: String, _ model: String) -> String {
        """
        import Permafrost
        import SwiftData

        enum \(name) {
            enum V1: VersionedSchema {
                static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
                static var models: [any PersistentModel.Type] { [\(model).self] }
                @Model final class \(model) { var text: String = ""; init() {} }
            }
            enum V2: VersionedSchema {
                static var versionIdentifier: Schema.Version { .init(2, 0, 0) }
                static var models: [any PersistentModel.Type] { [\(model).self] }
                @Model final class \(model) { var text: String = ""; var stars: Int = 0; init() {} }
            }
        }

        enum \(name)Plan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [\(name).V1.self, \(name).V2.self] }
            static var stages: [MigrationStage] {
                [.lightweight(fromVersion: \(name).V1.self, toVersion: \(name).V2.self)]
            }
        }

        """
    }

    private static func project(_ files: [String: String] = [:]) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(group("Notes", "Note"), to: "Sources/App/Notes.swift")
        try folder.write(group("Trips", "Trip"), to: "Sources/App/Trips.swift")
        for (path, text) in files { try folder.write(text, to: path) }
        let frozen = try Tool.run("freeze", "--all", "--quiet", in: folder)
        #expect(frozen.status == 0, "\(frozen)")
        return folder
    }

    private static func retire(_ folder: ScratchFolder) throws -> CommandResult {
        try Tool.run("retire", "Notes.V1", "--because", "few", in: folder)
    }

    @Test func theTestsOfAnotherPlanStay() throws {
        let folder = try Self.project(["Tests/AppTests/Own.swift": "import XCTest\n"])
        #expect(try Tool.run("scaffold", in: folder).status == 0)
        let before = try RetireTests.files(folder).keys.filter { $0.hasPrefix("Tests/") }
        let retired = try Self.retire(folder)
        #expect(retired.status == 0, "\(retired)")
        let after = try RetireTests.files(folder).keys.filter { $0.hasPrefix("Tests/") }
        let removed = Set(before).subtracting(after).map { ($0 as NSString).lastPathComponent }.sorted()
        #expect(removed == ["NotesPlan_MigrateV1_0_0toV2_0_0_Tests.swift", "Notes_V1_DriftTests.swift"])
    }

    /// Code that doesn't use the version, although it uses the last part of a name.
    @Test(arguments: [
        "enum Legacy { typealias Color = Notes.V1.Note }\n\nextension Color { static let brand = 1 }\n",
        "typealias Note = Notes.V2.Note\n\nenum Legacy { typealias Note = Notes.V1.Note }\n\nfunc make() -> Note { Note() }\n",
        "enum Other { enum V1 {} }\n\nlet other = Other.V1.self\n",
    ])
    func otherTypesStay(code: String) throws {
        let folder = try Self.project(["Sources/App/Code.swift": "import SwiftUI\n\n" + code])
        let retired = try Self.retire(folder)
        #expect(retired.status == 0, "\(retired)")
        let text = try? RetireTests.text("Sources/App/Code.swift", in: folder)
        for line in code.split(separator: "\n") where !line.contains("Notes.V1") {
            #expect(text?.contains(line) == true, "\(line)\n\(text ?? "no file")")
        }
        #expect(text?.contains("Notes.V1") != true)
    }

    /// Code that uses the version through a typealias for its enclosing type, or through a nested typealias.
    @Test(arguments: [
        "typealias S = Notes\n\nfunc export(_ note: S.V1.Note) {}\n",
        "enum Legacy { typealias Old = Notes.V1.Note }\n\nfunc export(_ note: Legacy.Old) {}\n",
        "enum Legacy {\n    typealias Old = Notes.V1.Note\n    func export(_ note: Old) {}\n}\n",
        "extension NotesPlan {\n    static let old: (from: any VersionedSchema.Type, name: String) = (from: Notes.V1.self, name: \"a\")\n}\n",
    ])
    func usesAreFound(code: String) throws {
        let folder = try Self.project(["Sources/App/Code.swift": "import SwiftData\n\n" + code])
        let before = try RetireTests.files(folder)
        let retired = try Self.retire(folder)
        #expect(retired.status == 2 && retired.errors.contains("is still used"), "\(retired)")
        #expect(try RetireTests.files(folder) == before)
    }

    /// A class that is nested in another type is removed with its extensions.
    @Test func aNestedClassLeavesWithItsExtensions() throws {
        let notes = """
            import Permafrost
            import SwiftData

            enum Old { @Model final class Tag { var text: String = ""; init() {} } }

            extension Old.Tag { var title: String { text } }

            enum V1: VersionedSchema {
                static var versionIdentifier: Schema.Version { .init(1, 0, 0) }
                static var models: [any PersistentModel.Type] { [Old.Tag.self] }
            }

            """
        let rest = """
            import SwiftData

            enum V2: VersionedSchema {
                static var versionIdentifier: Schema.Version { .init(2, 0, 0) }
                static var models: [any PersistentModel.Type] { [Tag.self] }
                @Model final class Tag { var text: String = ""; var stars: Int = 0; init() {} }
            }

            enum Plan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
                static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
            }

            """
        let folder = try ScratchFolder()
        try folder.write(notes, to: "Sources/App/V1.swift")
        try folder.write(rest, to: "Sources/App/Plan.swift")
        #expect(try Tool.run("freeze", "--all", "--quiet", in: folder).status == 0)
        let before = try RetireTests.files(folder)
        let retired = try Tool.run("retire", "1.0.0", "--because", "few", in: folder)
        #expect(retired.status == 0, "\(retired)")
        #expect(try !RetireTests.text("Sources/App/V1.swift", in: folder).contains("Tag"))
        #expect(try Tool.run("retire", "--undo", in: folder).status == 0)
        #expect(try RetireTests.files(folder) == before)
        // The files already have their old contents. The journal stays for another branch.
        #expect(try Tool.run("retire", "1.0.0", "--because", "few", in: folder).status == 0)
        for (path, bytes) in before { try bytes.write(to: folder.url.appending(path: path)) }
        try FileManager.default.removeItem(atPath: folder.path("Fixtures/retired.txt"))
        for _ in 0..<2 {
            let undone = try Tool.run("retire", "--undo", in: folder)
            #expect(undone.status == 2 && undone.errors.contains("already have the contents"), "\(undone)")
        }
    }

    @Test func bytesThatAreNotUTF8StayInTheMarks() throws {
        let folder = try Self.project()
        let old = Data("# caf".utf8) + [0xE9] + Data("\r\n".utf8)
        try old.write(to: folder.url.appending(path: "Fixtures/retired.txt"))
        let retired = try Self.retire(folder)
        #expect(retired.status == 0, "\(retired)")
        #expect(try Data(contentsOf: folder.url.appending(path: "Fixtures/retired.txt")).starts(with: old))
    }

    /// A version that is declared again must be removed from `retired.txt` before it can be retired again.
    @Test func aVersionThatIsStillDeclared() throws {
        let folder = try Self.project()
        let sources = try RetireTests.text("Sources/App/Notes.swift", in: folder)
        #expect(try Self.retire(folder).status == 0)
        try folder.write(sources, to: "Sources/App/Notes.swift")
        let before = try RetireTests.files(folder)
        let again = try Self.retire(folder)
        #expect(again.status == 2 && again.errors.contains("a line in retired.txt marks it as retired"), "\(again)")
        #expect(try RetireTests.files(folder) == before)
    }
}
