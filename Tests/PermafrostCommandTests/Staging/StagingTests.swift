import Foundation
import PermafrostTestSupport
import Testing

/// The same project with stages, without them, without them on one platform, and with stages that can't be read: the
/// outcome of every command that depends on them.
@Suite struct StagingTests {
    typealias Stages = StagingProject.Stages

    private static let today =
        "opens today by inference, because the plan has no stage. The first stage you add locks these users out (134504)"
    private static let rejected = "Cannot use staged migration with an unknown model version."
    private static let unknown = "Permafrost can't determine whether the plan has a stage"
    private static let crash = "The app crashes at launch with \"Duplicate version checksums detected.\""

    /// An expected outcome: the exit code, and texts that the output contains or doesn't contain.
    struct Outcome: Sendable {
        var status: Int32
        var has: [String] = []
        var lacks: [String] = []
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var arguments: [String]
        /// The members of the versions.
        var members = [StagingProject.edited, StagingProject.second]
        var isEdited = true
        var opened: Int?
        var outcomes: [Stages: Outcome]
    }

    private static let twins = [StagingProject.shipped, StagingProject.edited, StagingProject.edited]

    static let cases = [
        Case(
            testDescription: "check, drift", arguments: ["check"],
            outcomes: [
                .some: .init(status: 1, has: ["PF0101", "so the app fails to launch", rejected], lacks: [today]),
                .none: .init(status: 1, has: ["PF0101", today], lacks: ["fails to launch", rejected]),
                .partly: .init(status: 1, has: [rejected + "\" (134504) on iOS", "On macOS, it " + today]),
                .unknown: .init(
                    status: 2, has: [unknown, "Without one, the store opens by inference"], lacks: [today]),
            ]),
        Case(
            testDescription: "check, equal hashes", arguments: ["check"], members: twins, isEdited: false,
            outcomes: [
                .some: .init(status: 1, has: ["PF0202", "all users. " + crash]),
                .none: .init(
                    status: 0, has: ["PF0202", "no users yet. The first stage"], lacks: ["crashes at launch"]),
                .partly: .init(status: 1, has: ["PF0202", "all users on iOS, watchOS, tvOS and visionOS. " + crash]),
                .unknown: .init(status: 2, has: ["PF0202", "all users, if the plan has a stage"]),
            ]),
        Case(
            testDescription: "lint, equal hashes", arguments: ["lint"], members: twins, isEdited: false,
            outcomes: [
                .some: .init(status: 1, has: ["PF0202", crash]),
                .none: .init(status: 0, has: ["PF0202"], lacks: ["crashes at launch", "PF0218", "error"]),
                .partly: .init(status: 1, has: ["PF0202", crash]),
                .unknown: .init(status: 2, has: ["PF0202"], lacks: ["PF0218"]),
            ]),
        Case(
            testDescription: "lint, a container with an older version", arguments: ["lint"], isEdited: false, opened: 1,
            outcomes: [
                .some: .init(status: 0, has: ["PF0206", "The container can't open the store (134506)"]),
                .none: .init(status: 0, lacks: ["PF0206", "PF0205"]),
                .partly: .init(status: 0, has: ["PF0206", "on iOS, watchOS, tvOS and visionOS"]),
                .unknown: .init(status: 2, has: ["PF0206", "if the plan has a stage"]),
            ]),
        Case(
            testDescription: "history", arguments: ["history"],
            outcomes: [
                .some: .init(status: 1, has: ["PF0113", "fails to launch", rejected], lacks: [today]),
                .none: .init(status: 1, has: ["PF0113", today], lacks: ["fails to launch"]),
                .partly: .init(status: 1, has: ["PF0113", "On macOS, it " + today]),
                .unknown: .init(status: 2, has: ["PF0113", unknown]),
            ]),
        Case(
            testDescription: "drift", arguments: ["drift", StagingProject.store],
            outcomes: [
                .some: .init(status: 1, has: ["drifted", rejected], lacks: [today]),
                .none: .init(status: 1, has: ["drifted", today], lacks: [rejected]),
                .partly: .init(status: 1, has: ["drifted", rejected, "On macOS, the store " + today]),
                .unknown: .init(status: 2, has: ["drifted", "if the plan has a stage"], lacks: [today]),
            ]),
        Case(
            testDescription: "diff", arguments: ["diff", StagingProject.store, "2.0.0"],
            outcomes: [
                .some: .init(status: 1, has: ["different version hashes"], lacks: [today]),
                .none: .init(status: 1, has: ["A store of \(StagingProject.store) " + today]),
            ]),
        Case(
            testDescription: "diff of two versions", arguments: ["diff", "1.0.0", "2.0.0"],
            outcomes: [
                .some: .init(status: 1, has: ["different version hashes"], lacks: ["infers"]),
                .none: .init(status: 1, has: ["SwiftData infers this migration"], lacks: [today]),
            ]),
        Case(
            testDescription: "migrate, a store of no version",
            arguments: ["migrate", StagingProject.store, "--to", "2.0.0", "--dry-run"],
            outcomes: [
                .some: .init(status: 1, has: ["failed", rejected], lacks: [today]),
                .none: .init(status: 0, has: ["passed", "The store matches no version of the plan. It " + today]),
                .partly: .init(status: 1, has: ["failed", rejected]),
                .unknown: .init(status: 2, has: ["failed", unknown]),
            ]),
        Case(
            testDescription: "migrate, a store of a version",
            arguments: ["migrate", StagingProject.store, "--to", "2.0.0", "--dry-run"], isEdited: false,
            outcomes: [
                .some: .init(status: 0, has: ["passed", "1.0.0 → 2.0.0  lightweight"], lacks: ["inferred"]),
                .none: .init(status: 0, has: ["passed", "1.0.0 → 2.0.0  lightweight", "inferred, because the plan"]),
            ]),
        Case(
            testDescription: "freeze --all, equal hashes", arguments: ["freeze", "--all"], members: twins,
            isEdited: false,
            outcomes: [
                .some: .init(status: 2, has: ["PF0202"]), .none: .init(status: 0, lacks: ["PF0202"]),
                .partly: .init(status: 2, has: ["PF0202"]),
            ]),
    ]

    @Test(arguments: cases) func outcomes(_ example: Case) throws {
        for (stages, expected) in example.outcomes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let members = example.isEdited ? example.members : [StagingProject.shipped] + example.members.dropFirst()
            let project = try StagingProject(stages, members, isEdited: example.isEdited)
            if let opened = example.opened { try project.write(members, stages, opening: opened) }
            let result = try Tool.run(example.arguments, in: project.folder.url, cache: project.folder)
            #expect(result.status == expected.status, "\(stages): \(result)")
            let text = result.output + result.errors
            for part in expected.has { #expect(text.contains(part), "\(stages): \(part) in \(result)") }
            for part in expected.lacks { #expect(!text.contains(part), "\(stages): \(part) in \(result)") }
        }
    }

    // MARK: new-version

    /// A plan without stages gets a version and no stage, and every store still opens.
    @Test func aNextVersionWithoutAStage() throws {
        let project = try StagingProject(.none)
        try project.ship("v2.0")
        try project.write([StagingProject.edited, StagingProject.second + "\nvar pages: Int?"], .none)
        let result = try Tool.run("new-version", "--format", "json", in: project.folder)
        #expect(result.status == 0, "\(result)")
        let report = try Report(result).json
        #expect(report["stage"] == nil && report["lockedOut"] == nil, "\(result)")
        let plan = try String(
            contentsOf: project.folder.url.appending(path: "Sources/NotesPlan.swift"), encoding: .utf8)
        #expect(plan.contains("[NotesV1.self, NotesV2.self, NotesV3.self]"), "\(plan)")
        #expect(plan.contains("static var stages: [MigrationStage] { [] }"), "\(plan)")
    }

    /// The same project with a stage gets one more.
    @Test func aNextVersionWithAStage() throws {
        let project = try StagingProject(.some)
        try project.ship("v2.0")
        let result = try Tool.run("new-version", "--dry-run", in: project.folder)
        #expect(result.output.contains("+") && result.output.contains("toVersion: NotesV3.self"), "\(result)")
        #expect(result.output.contains("the app fails to launch"), "\(result)")
    }

    /// An unedited copy harms nobody in a plan without stages.
    @Test func aCopyForEditing() throws {
        let project = try StagingProject(.none)
        try project.ship("v2.0")
        let result = try Tool.run("new-version", in: project.folder)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("added to the plan, which has no stage"), "\(result)")
        #expect(result.output.contains("This affects nobody, because the plan has no stage"), "\(result)")
        #expect(!result.output.contains("fails to launch"), "\(result)")
    }

    /// A requested first stage lists the shipped schemas that it locks out, and the plan gets a stage for each version.
    @Test(arguments: ["lightweight", "custom"]) func theFirstStage(_ kind: String) throws {
        let project = try StagingProject(.none)
        try project.ship("v2.0")
        let result = try Tool.run("new-version", "--stage", kind, in: project.folder)
        #expect(
            result.output.contains("locks out the users of a schema that no version declares (134504):"), "\(result)")
        #expect(result.output.contains("\n  NotesV1 1.0.0  v1.0\n"), "\(result)")
        #expect(result.status == 0, "\(result)")
        let plan = try String(
            contentsOf: project.folder.url.appending(path: "Sources/NotesPlan.swift"), encoding: .utf8)
        let stages = plan.matches(of: /fromVersion: (NotesV[0-9])\.self,\s*toVersion: (NotesV[0-9])\.self/)
        #expect(stages.map { "\($0.1) \($0.2)" } == ["NotesV1 NotesV2", "NotesV2 NotesV3"], "\(plan)")
        #expect(plan.contains(".custom(") == (kind == "custom"))
        // The stage locks the users out, as predicted.
        let check = try Tool.run("check", in: project.folder)
        #expect(check.status == 1 && check.output.contains(Self.rejected), "\(check)")
    }

    /// If the next version needs a stage, the version is written without one.
    @Test func aNeededStage() throws {
        // The property is renamed twice, which only works with a stage between the versions.
        func renamed(_ old: String, _ new: String) -> String {
            "@Attribute(originalName: \"\(old)\") var \(new): String = \"\"\nvar body: String?"
        }
        let project = try StagingProject(.none, [StagingProject.edited, renamed("title", "heading")])
        try project.ship("v2.0")
        try project.write([StagingProject.edited, renamed("heading", "name")], .none)
        let result = try Tool.run("new-version", in: project.folder)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.contains("needs a stage, but the plan has none"), "\(result)")
        #expect(result.output.contains("The first stage locks out the users of a schema"), "\(result)")
        #expect(result.output.contains("repeat it with --stage custom"), "\(result)")
        let plan = try String(
            contentsOf: project.folder.url.appending(path: "Sources/NotesPlan.swift"), encoding: .utf8)
        #expect(plan.contains("NotesV3.self]") && plan.contains("{ [] }"), "\(plan)")
    }

    /// Without a stage, a store opens only if the framework can infer its migration.
    @Test(arguments: [
        (StagingProject.edited, true), ("", true), ("var title: Int = 0", false),
        (StagingProject.shipped + "\nvar stars: Int", false),
    ])
    func anEditThatCannotBeInferred(_ members: String, _ isInferable: Bool) throws {
        let project = try StagingProject(.none, [members])
        let result = try Tool.run("check", in: project.folder)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.contains("PF0101"), "\(result)")
        #expect(result.output.contains("opens today by inference") == isInferable, "\(result)")
        #expect(result.output.contains("can't be inferred") != isInferable, "\(result)")
    }

    /// Two versions with equal hashes, and then the first stage.
    @Test func theFirstStageWithEqualHashes() throws {
        let project = try StagingProject(.none, Self.twins, isEdited: false)
        #expect(try Tool.run("freeze", "--all", in: project.folder).status == 0)
        try project.ship("v2.0")
        let result = try Tool.run("new-version", "--stage", "lightweight", in: project.folder)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.contains("PF0202"), "\(result)")
    }

    /// Without git, only fixtures show which schemas shipped.
    @Test func lockedOutSchemasOfFixtures() throws {
        let project = try StagingProject(.none)
        try FileManager.default.removeItem(atPath: project.folder.path(".git"))
        let result = try Tool.run("new-version", "--even-unshipped", "--stage", "lightweight", in: project.folder)
        #expect(result.output.contains("NotesV1 1.0.0  fixture 1.0.0"), "\(result)")
        #expect(result.output.contains("Other schemas may have shipped"), "\(result)")
    }
}
