import Foundation
import PermafrostTestSupport
import Testing

/// PF0104: `check --base` and `review` find a stage, or the code of a stage, that is gone.
@Suite struct RemovedStageTests {
    private static let plan = "Sources/Plan.swift"

    private static func version(_ number: Int, _ members: String) -> String {
        GoldenProject.version("NotesV\(number)", "\(number), 0, 0", members)
    }

    private static func light(_ number: Int) -> String {
        ".lightweight(fromVersion: NotesV\(number).self, toVersion: NotesV\(number + 1).self)"
    }

    private static func custom(_ number: Int, will: String = "nil", did: String = "nil") -> String {
        ".custom(fromVersion: NotesV\(number).self, toVersion: NotesV\(number + 1).self, willMigrate: \(will), "
            + "didMigrate: \(did))"
    }

    private static func text(_ versions: Int, _ stages: [String], name: String = "NotesPlan") -> String {
        GoldenProject.plan(name, (1...versions).map { "NotesV\($0)" }, stages: stages.joined(separator: ",\n"))
    }

    /// A hook that uses rows of a version's model.
    private static func hook(_ number: Int) -> String {
        "{ context in for note in try context.fetch(FetchDescriptor<NotesV\(number).Note>()) { note.title = \"x\" } }"
    }

    private static let idle = "{ context in try context.save() }"

    /// A repository whose tag v1.0 has three frozen versions and the given stages, and whose branch main adds a fourth one
    /// that hasn't shipped.
    private static func repository(_ stages: [String]) throws -> GateRepository {
        let repository = try GateRepository(isCommitted: false)
        try repository.remove("Sources/Notes.swift")
        try repository.remove("Fixtures")
        func write(_ versions: Int, _ stages: [String]) throws {
            for number in 1...versions {
                let more = (1..<number).map { "\nvar part\($0): Int?" }.joined()
                try repository.folder.write(
                    version(number, "var title: String = \"\"" + more), to: "Sources/NotesV\(number).swift")
            }
            try repository.folder.write(text(versions, stages), to: plan)
            #expect(try repository.run("freeze", "--all", "--quiet").status == 0)
        }
        try repository.folder.write(".cache\n", to: ".gitignore")
        try write(3, stages)
        try repository.git("init", "--quiet", "--initial-branch", "main")
        try repository.commit()
        try repository.git("tag", "v1.0")
        try write(4, stages + [custom(3, did: hook(4))])
        try repository.commit()
        try repository.git("switch", "--quiet", "--create", "change")
        return repository
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var before = [light(1), custom(2, did: hook(3))]
        let after: [String]
        var severity: String?
        var name = "NotesPlan"

        init(
            _ description: String, from before: [String]? = nil, to after: [String], _ severity: String? = nil,
            name: String = "NotesPlan"
        ) {
            testDescription = description
            if let before { self.before = before }
            (self.after, self.severity, self.name) = (after, severity, name)
        }
    }

    private static let last = custom(3, did: hook(4))

    static let changes = [
        Change("no change", to: [light(1), custom(2, did: hook(3)), last]),
        Change("another plan's name", to: [light(1), custom(2, did: hook(3)), last], name: "OtherPlan"),
        Change("a custom stage becomes lightweight", to: [light(1), light(2), last], "error"),
        Change("a custom stage loses its hook", to: [light(1), custom(2), last], "error"),
        Change("a hook no longer uses rows", to: [light(1), custom(2, did: idle), last], "warning"),
        Change("another hook takes over", to: [light(1), custom(2, will: hook(2)), last], "error"),
        Change("a hook is added", to: [light(1), custom(2, will: hook(2), did: hook(3)), last]),
        Change(
            "a hook without rows is gone", from: [light(1), custom(2, did: idle)], to: [light(1), light(2), last],
            "warning"),
        Change("all stages are gone", to: [], "error"),
        Change("all lightweight stages are gone", from: [light(1), light(2)], to: [], "warning"),
        Change("the code of an unshipped version is gone", to: [light(1), custom(2, did: hook(3)), light(3)]),
    ]

    @Test(arguments: changes) func isFound(_ change: Change) throws {
        let repository = try Self.repository(change.before)
        try repository.folder.write(Self.text(4, change.after, name: change.name), to: Self.plan)
        try repository.commit()
        let check = try repository.run("check", "--base", "main", "--format", "json")
        let found = try Report(check).findings.filter { $0["code"] as? String == "PF0104" }
        #expect(found.map { $0["severity"] as? String } == [change.severity].compactMap(\.self), "\(check)")
        let review = try repository.run("review", "--base", "main").output
        #expect(review.contains("PF0104") == (change.severity != nil), "\(review)")
    }
}
