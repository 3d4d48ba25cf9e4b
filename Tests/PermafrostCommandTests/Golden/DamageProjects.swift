extension GoldenProject {
    /// Sources, fixtures and stores that can't be read.
    static let damage = [
        GoldenProject("broken-source") { session in
            try session.write(
                version("NotesV1", "1, 0, 0", "var title: String = \"\"")
                    + version("NotesV2", "2, 0, 0", "var title: String = \"\"\nvar stars: Int = 0")
                    + plan("NotesPlan", ["NotesV1", "NotesV2"], stages: [("NotesV1", "NotesV2")]))
            try session.edit("Schema.Version(2, 0, 0)", "Releases.second")
            try session.run("freeze-all", "freeze", "--all")
            try session.run("check-not-evaluated", "check")
            try session.run("list-not-evaluated", "list")
            try session.write(
                "import SwiftData\nenum Unfinished: VersionedSchema {\n    static var\n", to: "Sources/App/B.swift")
            try session.run("check", "check")
            try session.run("check-github", "check", "--format", "github")
            try session.run("lint", "lint")
            try session.run("list", "list")
        },
        GoldenProject("unknown-version") { session in
            try session.write(version("NotesV1", "1, 0, 0", "var title: String = \"\""))
            try session.run("freeze-all", "freeze", "--all")
            try session.run("freeze", "freeze", "1.0.1")
            try session.run("schema", "schema", "NotesV2")
            try session.run("diff", "diff", "1.0.0", "1.1.0")
            try session.run("migrate", "migrate", store("1.0.0"), "--to", "1.1.0", "--dry-run")
            try session.run("plan", "check", "--plan", "NotesPlan")
            try session.run("schema-group", "check", "--schema", "NotesV3")
        },
        GoldenProject("damaged-fixture") { session in
            try session.write(version("NotesV1", "1, 0, 0", "var title: String = \"\""))
            try session.run("freeze-all", "freeze", "--all")
            try session.copy("Fixtures", to: "Whole")
            try session.truncate(store("1.0.0"), to: 5000)
            try askAll(session, "store")
            try session.remove("Fixtures/1.0.0/schema-1_0_0.sql")
            try askAll(session, "missing-file")
            try session.remove("Fixtures")
            try session.copy("Whole", to: "Fixtures")
            try session.write("{\"formatVersion\": 1", to: "Fixtures/1.0.0/schema-1_0_0.json")
            try askAll(session, "model")
            try session.remove("Fixtures")
            try session.write("", to: "Fixtures/1.0.0/notes.txt")
            try askAll(session, "empty")
        },
        GoldenProject("unreadable-store") { session in
            try session.write(version("NotesV1", "1, 0, 0", "var title: String = \"\""))
            try session.run("freeze-all", "freeze", "--all")
            try session.copy(store("1.0.0"), to: "Cut.store")
            try session.truncate("Cut.store", to: 3000)
            try session.write("not a store, but a text\n", to: "Text.store")
            try session.write("", to: "Empty.store")
            for name in ["Cut.store", "Text.store", "Empty.store", "Missing.store", "Sources"] {
                try session.run("inspect-\(name)", "inspect", name)
                try session.run("drift-\(name)", "drift", name)
            }
            try session.run("diff", "diff", "1.0.0", "Text.store")
            try session.run("store-diff", "store-diff", store("1.0.0"), "Cut.store")
            try session.run("migrate", "migrate", "Text.store", "--to", "1.0.0", "--dry-run")
            try session.run("inspect-json", "inspect", "Text.store", "--format", "json")
        },
    ]

    private static func askAll(_ session: GoldenSession, _ damage: String) throws {
        for command in ["check", "list", "lint"] { try session.run("\(damage)-\(command)", command) }
    }
}
