import Foundation

extension GoldenProject {
    /// The examples with this repository's fixtures, without any problem.
    static let examples = [
        GoldenProject("examples") { session in
            try addExamples(to: session)
            try session.run("check", "check")
            try session.run("check-json", "check", "--format", "json")
            try session.run("lint", "lint")
            try session.run("list", "list")
            try session.run("list-json", "list", "--format", "json")
            try session.run("schema", "schema", "3.0.0", "--plan", "PostsMigrationPlan")
            try session.run("schema-json", "schema", "UsersSchemaV3", "--format", "json")
            try session.run("schema-ambiguous", "schema", "3.0.0")
            try session.run("diff", "diff", "2.0.0", "3.0.0", "--plan", "PostsMigrationPlan")
            try session.run("diff-fixtures", "diff", "\(users)/1.0.0", "\(users)/3.0.0")
            try session.run("history", "history")
            try session.run("scaffold-nowhere", "scaffold", "--tests", GoldenSession.tests)
            try session.addTestTarget()
            try session.run("scaffold-json", "scaffold", "--tests", GoldenSession.tests, "--format", "json")
            try session.run("freeze-frozen", "freeze", "2.0.0", "--plan", "TripsMigrationPlan")
        },
        GoldenProject("example-stores") { session in
            try addExamples(to: session)
            let (first, last) = (store("1.0.0", in: users), store("3.0.0", in: users))
            try session.run("inspect", "inspect", first)
            try session.run("inspect-json", "inspect", store("2.0.0", in: trips), "--format", "json")
            try session.run("inspect-rows", "inspect", store("2.0.0", in: trips), "--rows", "Trip", "--limit", "3")
            try session.run("inspect-unknown-model", "inspect", first, "--rows", "Users")
            try session.run("drift", "drift", first)
            try session.run("drift-of-one-group", "drift", first, "--plan", "TripsMigrationPlan")
            try session.run("store-diff", "store-diff", first, last)
            try session.run("store-diff-rows", "store-diff", first, last, "--rows", "--limit", "4")
            try session.run("store-diff-json", "store-diff", first, last, "--format", "json")
            try session.run("migrate", "migrate", first, "--to", "3.0.0", "--dry-run")
            try session.run(
                "migrate-stepwise-json", "migrate", first, "--to", "3.0.0", "--dry-run", "--step-by-step", "--format",
                "json")
            try session.run("migrate-nothing", "migrate", last, "--to", "3.0.0", "--dry-run")
            try session.run(
                "migrate-custom", "migrate", store("2.0.0", in: "Fixtures/PostsMigrationPlan"), "--to", "4.0.0",
                "--dry-run")
        },
        GoldenProject("example-fixtures") { session in
            try addExamples(to: session)
            try session.run("freeze-all", "freeze", "--all", "--fixtures", "New")
            try session.run(
                "freeze-json", "freeze", "1.0.0", "--plan", "UsersMigrationPlan", "--rows", "2", "--fixtures", "Two",
                "--format", "json")
            try session.keepDigests(of: "New", as: "fixtures")
            try session.keepDigests(of: "Two", as: "fixtures-of-two-rows")
        },
    ]

    private static let users = "Fixtures/UsersMigrationPlan"
    private static let trips = "Fixtures/TripsMigrationPlan"

    static func addExamples(to session: GoldenSession) throws {
        let root = Tool.examples.deletingLastPathComponent()
        for (path, place) in [("Examples", "Sources/Examples"), ("Fixtures", "Fixtures")] {
            let copy = session.folder.url.appending(path: place)
            try FileManager.default.createDirectory(
                at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: root.appending(path: path), to: copy)
        }
    }
}
