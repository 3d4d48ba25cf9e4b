extension GoldenProject {
    /// Steps that lose values or fail, and stages that handle this.
    static let operations = [
        GoldenProject("deduplicate-outside-constraint") { session in
            try session.write(
                version("TagsV1", "1, 0, 0", tag, model: "Tag")
                    + version(
                        "TagsV2", "2, 0, 0", tag, model: "Tag", macros: "#Unique<Tag>([\\.name, \\.group])")
                        + """

                        enum TagsPlan: DeclaredMigrationPlan {
                            static let plan = MigrationPlan(schemas: [TagsV1.self, TagsV2.self]) {
                                Stage(from: TagsV1.self, to: TagsV2.self) {
                                    Deduplicate(\\TagsV1.Tag.note, keep: .first)
                                }
                            }
                        }

                        """)
            try askAll(session)
            try session.edit("TagsV1.Tag.note", "TagsV1.Tag.name")
            try session.run("lint-first-member", "lint")
        },
        GoldenProject("dropped-property") { session in
            try session.write(
                version("NotesV1", "1, 0, 0", "\(title)\nvar subtitle: String = \"\"\nvar mood: String = \"\"")
                    + version("NotesV2", "2, 0, 0", title)
                    + version("NotesV3", "3, 0, 0", "\(title)\nvar subtitle: String = \"\"")
                    + plan(
                        "NotesPlan", ["NotesV1", "NotesV2", "NotesV3"],
                        stages: [("NotesV1", "NotesV2"), ("NotesV2", "NotesV3")]))
            try askAll(session)
            try session.runInAllFormats("diff", "diff", "1.0.0", "2.0.0")
            try session.run("diff-ends", "diff", "1.0.0", "3.0.0")
            try session.run("migrate-to-end", "migrate", store("1.0.0"), "--to", "3.0.0", "--dry-run")
            try session.run(
                "migrate-to-end-stepwise", "migrate", store("1.0.0"), "--to", "3.0.0", "--dry-run", "--step-by-step")
        },
        GoldenProject("required-with-hook") { session in
            try session.write(
                version("NotesV1", "1, 0, 0", "var title: String?")
                    + version("NotesV2", "2, 0, 0", "var title: String\n/* it has no default */")
                    + plan(
                        "NotesPlan", ["NotesV1", "NotesV2"],
                        stages: """
                            .custom(
                                fromVersion: NotesV1.self, toVersion: NotesV2.self,
                                willMigrate: { context in
                                    for note in try context.fetch(FetchDescriptor<NotesV1.Note>()) where note.title == nil {
                                        note.title = ""
                                    }
                                    try context.save()
                                }, didMigrate: nil)
                            """))
            try askAll(session)
            try session.run("diff", "diff", "1.0.0", "2.0.0")
        },
        GoldenProject("required-without-hook") { session in
            try session.write(
                version("NotesV1", "1, 0, 0", "var title: String?")
                    + version("NotesV2", "2, 0, 0", "var title: String")
                    + plan("NotesPlan", ["NotesV1", "NotesV2"], stages: [("NotesV1", "NotesV2")]))
            try askAll(session)
            try session.run("migrate-json", "migrate", store("1.0.0"), "--to", "2.0.0", "--dry-run", "--format", "json")
        },
    ]

    private static let title = "var title: String = \"\""
    private static let tag = "var name: String = \"\"\nvar group: String = \"\"\nvar note: String = \"\""

    private static func askAll(_ session: GoldenSession) throws {
        try session.run("freeze-all", "freeze", "--all")
        try session.run("check", "check")
        try session.run("lint", "lint")
        try session.run("list", "list")
        try session.run("migrate", "migrate", store("1.0.0"), "--to", "2.0.0", "--dry-run")
        try session.scaffold()
        try session.keepDigests()
    }
}
