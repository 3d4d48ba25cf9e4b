import PermafrostModel
import PermafrostSource
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// A Mac's volume usually ignores case. Versions and groups that it confuses are errors on every system.
@Suite struct NamesByCaseTests {
    private static func schema(_ name: String, _ number: Int, _ version: String) -> String {
        """
        import SwiftData
        @FreezeSchema(version: "\(version)")
        enum \(name): VersionedSchema {
            static let versionIdentifier = Schema.Version(\(number), 0, 0)
            static var models: [any PersistentModel.Type] { [User.self] }
            @Model final class User { var name\(number): String?; init() {} }
        }

        """
    }

    private static func errors(_ outcomes: [ProjectFreeze.Outcome]) -> [String] {
        outcomes.map { outcome in
            switch outcome.result {
            case .frozen: "frozen"
            case .alreadyFrozen: "already frozen"
            case .failed(ProjectError.differsByCase(let path, let other)): "\(path) \(other)"
            case .failed(let error): "\(error)"
            }
        }
    }

    @Test func versionsAreRefused() throws {
        let project = try TestProject([
            "A.swift": Self.schema("AppV1", 1, "1.0.0-Beta") + Self.schema("AppV2", 2, "1.0.0-beta")
                + Self.schema("AppV3", 3, "1.0.0") + ProjectCheckTests.plan("P", "AppV1", "AppV2", "AppV3")
        ])
        #expect(
            Self.errors(try project.freeze())
                == ["1.0.0-Beta 1.0.0-beta", "1.0.0-beta 1.0.0-Beta", "frozen"])
        #expect(Self.errors(try project.freeze(.version("1.0.0-beta"))) == ["1.0.0-beta 1.0.0-Beta"])
        let findings = try project.check().findings.filter { $0.code == "PF0112" }
        #expect(findings.map(\.schema) == ["AppV2"])
        #expect(findings.first?.what.contains("differ only by case") == true)
        #expect(findings.first?.severity == .error)
    }

    /// The other version was frozen before, and isn't declared anymore.
    @Test func aFrozenVersionIsNotConfusedWithANewOne() throws {
        let project = try TestProject([
            "A.swift": Self.schema("AppV1", 1, "1.0.0-Beta") + ProjectCheckTests.plan("P", "AppV1")
        ])
        #expect(Self.errors(try project.freeze()) == ["frozen"])
        try project.edit("A.swift", "1.0.0-Beta", "1.0.0-beta")
        #expect(Self.errors(try project.freeze()) == ["1.0.0-beta 1.0.0-Beta"])
        try project.edit("A.swift", "1.0.0-beta", "1.0.0-Beta")
        #expect(Self.errors(try project.freeze()) == ["already frozen"])
    }

    @Test func groupsAreRefused() throws {
        let project = try TestProject([
            "A.swift": Self.schema("AppV1", 1, "1.0.0") + ProjectCheckTests.plan("AppPlan", "AppV1"),
            "B.swift": Self.schema("OtherV1", 1, "2.0.0") + ProjectCheckTests.plan("APPPlan", "OtherV1"),
        ])
        #expect(
            Self.errors(try project.freeze())
                == ["AppPlan/1.0.0 APPPlan/2.0.0", "APPPlan/2.0.0 AppPlan/1.0.0"])
    }

    @Test func aCheckReportsGroups() throws {
        let project = try TestProject([
            "A.swift": Self.schema("AppV1", 1, "1.0.0") + ProjectCheckTests.plan("AppPlan", "AppV1")
        ])
        try project.freeze()
        try project.folder.write(
            Self.schema("OtherV1", 1, "2.0.0") + ProjectCheckTests.plan("APPPlan", "OtherV1"), to: "B.swift")
        let findings = try project.check().findings.filter { $0.code == "PF0112" }
        #expect(findings.map(\.group) == ["APPPlan"])
        #expect(findings.first?.location?.file.hasSuffix("B.swift") == true)
    }
}
