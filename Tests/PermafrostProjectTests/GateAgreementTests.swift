import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// Every gate gives the same answer to the same question.
@Suite struct GateAgreementTests {
    // MARK: Branches

    private static func branches(_ members: String) -> String {
        """
        import SwiftData
        enum AppV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Note.self] }
            @Model final class Note {
                var title: String = ""
                \(members)
                init() {}
            }
        }
        """
    }

    private static let branch = "#if os(iOS)\nvar isPinned: Bool = false\n#endif"

    @Test(arguments: [
        ("deleted", branch, "", 1), ("kept", branch, branch, 0), ("added", "", branch, 1),
        ("altered", branch, branch.replacing("isPinned", with: "isMarked"), 2),
        ("of another condition", branch, branch.replacing("iOS", with: "tvOS"), 2),
        ("deleted beside another one", branch + "\n#if os(tvOS)\nvar size: Int = 0\n#endif", branch, 1),
    ])
    func aBranchIsComparedWithTheFixtureAsWithTheCommit(
        _ edit: String, _ before: String, _ after: String, _ count: Int
    ) throws {
        let project = try TestProject(["App.swift": Self.branches(before)])
        try project.freeze()
        let earlier = try project.project()
        try project.folder.write(Self.branches(after), to: "App.swift")
        let today = try project.project()
        let frozen = try ProjectCheck.run(today)
        let committed = try ProjectCheck.run(today, needsFixtures: false, since: .init(earlier, reference: "v1"))
        #expect(frozen.findings.map(\.subject) == committed.findings.map(\.subject), "\(edit)")
        #expect(frozen.versions.map(\.status) == committed.versions.map(\.status), "\(edit)")
        #expect(frozen.findings.count == count, "\(edit): \(frozen.findings.map(\.what))")
    }

    // MARK: Versions in several plans

    private static let plans = """
        import SwiftData
        enum AppV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Note.self] }
            @Model final class Note { var title: String?; init() {} }
        }
        enum AppV2: VersionedSchema {
            static let versionIdentifier = Schema.Version(2, 0, 0)
            static var models: [any PersistentModel.Type] { [Note.self] }
            @Model final class Note { var title: String; init() { title = "" } }
        }
        enum FirstPlan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [AppV1.self, AppV2.self] }
            static var stages: [MigrationStage] { [.lightweight(fromVersion: AppV1.self, toVersion: AppV2.self)] }
        }
        enum SecondPlan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [AppV1.self, AppV2.self] }
            static var stages: [MigrationStage] { [.lightweight(fromVersion: AppV1.self, toVersion: AppV2.self)] }
        }
        enum ThirdPlan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [AppV1.self] }
            static var stages: [MigrationStage] { [] }
        }
        """

    @Test func aVersionOfSeveralPlansIsOneFinding() throws {
        let project = try TestProject(["App.swift": Self.plans])
        let earlier = try project.project()
        func findings(_ found: [Finding], _ code: String, _ version: String) -> [String] {
            found.filter { $0.code == code && $0.version == version }.map(\.what)
        }
        func expectOne(_ found: [String], _ plans: [String], _ about: Comment) {
            #expect(found.count == 1, about)
            for plan in plans { #expect(found.first?.contains(plan) == true, "\(about): \(found)") }
        }
        let (all, two) = (["FirstPlan", "SecondPlan", "ThirdPlan"], ["FirstPlan", "SecondPlan"])
        let unfrozen = try ProjectCheck.run(earlier, needsFixtures: false)
        expectOne(findings(unfrozen.findings, "PF0105", "1.0.0"), all, "not frozen")
        expectOne(findings(unfrozen.findings, "PF0105", "2.0.0"), two, "not frozen")
        // Each plan has a separate row.
        #expect(unfrozen.versions.count { $0.version == "1.0.0" } == 3)
        let lint = try ProjectLint.run(earlier)
        expectOne(findings(lint.findings, "PF0208", "2.0.0"), two, "lint")
        try project.freeze()
        try project.edit("App.swift", "var title: String?;", "var title: String?; var more: Int?;")
        let drifted = try project.check()
        // The effect of drift differs for a plan without stages.
        func expectEach(_ found: [String], _ about: Comment) {
            expectOne(found.filter { $0.contains("SecondPlan") }, two, about)
            #expect(found.count == 2, about)
        }
        expectEach(findings(drifted.findings, "PF0101", "1.0.0"), "drift")
        // A freeze applies to one plan, so the fix for all of them is one command for each.
        let fix = try #require(drifted.findings.first { $0.code == "PF0101" }?.fix)
        let commands = all.map { "permafrost freeze 1.0.0 --force --plan \($0)" }.joined(separator: " && ")
        #expect(fix.hasSuffix(commands), "\(fix)")
        let committed = try ProjectCheck.run(project.project(), since: .init(earlier, reference: "v1"))
        expectEach(findings(committed.findings, "PF0101", "1.0.0"), "drift since a commit")
        #expect(committed.versions.filter { $0.version == "1.0.0" }.map(\.status) == [.drifted, .drifted, .drifted])
    }

    // MARK: Archives

    /// Returns declarations with damaged models and intact headers.
    private struct DamagingReader: ProjectReader {
        func declarations(_ request: SourceRequest) throws -> ProjectDeclarations {
            let archive = Data(try DeclarationArchive.encode(SourceReader(request: request).read()))
            let text = try #require(archive.range(of: Data("\"modelVersionIdentifiers\"".utf8), options: .backwards))
            var damaged = archive
            damaged.replaceSubrange(text, with: Data("\"modelVersionIdentifierz\"".utf8))
            return try DeclarationArchive.decode(damaged)
        }
    }

    /// Otherwise there would be no drift, and no step for lint.
    @Test func declarationsWithADamagedModelAreNotRead() throws {
        let project = try TestProject(["App.swift": Self.branches("var size: Int = 0")])
        #expect(throws: DeclarationArchive.Unreadable.self) {
            try Project(options: ProjectOptions(directory: project.folder.url.path), reader: DamagingReader())
        }
    }

    /// Returns declarations with correct checksums of texts that aren't models: for all models, or only for those in
    /// branches.
    private struct GarblingReader: ProjectReader {
        let branchesAlone: Bool

        func declarations(_ request: SourceRequest) throws -> ProjectDeclarations {
            let read = try SourceReader(request: request).read()
            var archive = Data(try DeclarationArchive.encode(read))
            let branches = read.schemas.flatMap { $0.variants.map(\.content) }
            for model in (branchesAlone ? [] : read.schemas.map(\.model)) + branches {
                guard let encoded = model?.encoded else { continue }
                let garbled = [UInt8(ascii: "[")] + encoded.text.dropFirst()
                for (old, new) in [
                    (Data(encoded.text), Data(garbled)),
                    (Data(encoded.checksum.utf8), Data(Digest.hex(Digest.sha256(garbled)).utf8)),
                ] {
                    let place = try #require(archive.range(of: old))
                    archive.replaceSubrange(place, with: new)
                }
            }
            return try DeclarationArchive.decode(archive)
        }
    }

    /// It doesn't count as a version without drift, or as a missing one.
    @Test(arguments: [false, true])
    func aModelThatCannotBeReadIsAnError(branchesAlone: Bool) throws {
        let test = try TestProject(["App.swift": Self.branches(Self.branch)])
        try test.freeze()
        let project = try Project(
            options: ProjectOptions(directory: test.folder.url.path),
            reader: GarblingReader(branchesAlone: branchesAlone))
        func expectError(_ body: () throws -> Void) {
            let error = #expect(throws: ProjectError.self) { try body() }
            guard case .unreadableModel(_, let location, _)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(location.file == "App.swift")
        }
        expectError { _ = try ProjectCheck.run(project) }
        expectError { _ = try VersionCatalog(project) }
        expectError { _ = try ProjectLint.run(project) }
        expectError { _ = try ProjectCheck.run(test.project(), since: .init(project, reference: "v1")) }
    }
}
