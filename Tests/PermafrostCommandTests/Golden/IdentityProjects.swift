extension GoldenProject {
    /// Fixtures and declarations that were renamed.
    static let identities = [
        GoldenProject("renumbered") { session in
            try session.write(twoVersions)
            try session.run("freeze-all", "freeze", "--all")
            try session.edit("Version(2, 0, 0)", "Version(3, 0, 0)")
            try session.edit("Version(1, 0, 0)", "Version(2, 0, 0)")
            try session.runInAllFormats("check", "check")
            try askAll(session)
            try session.run("freeze-all-again", "freeze", "--all")
            try session.keepDigests()
        },
        GoldenProject("swapped") { session in
            try session.write(twoVersions)
            try session.run("freeze-all", "freeze", "--all")
            try session.edit("Version(2, 0, 0)", "Version(9, 0, 0)")
            try session.edit("Version(1, 0, 0)", "Version(2, 0, 0)")
            try session.edit("Version(9, 0, 0)", "Version(1, 0, 0)")
            try session.run("check", "check")
            try askAll(session)
            try session.run("diff", "diff", "1.0.0", "2.0.0")
        },
        GoldenProject("one-identifier") { session in
            try session.write(twoVersions)
            try session.edit("Version(2, 0, 0)", "Version(1, 0, 0)")
            try session.run("freeze-all", "freeze", "--all")
            try session.run("list-before", "list")
            try session.run("freeze", "freeze", "1.0.0")
            try session.run("freeze-of-one-schema", "freeze", "1.0.0", "--schema", "NotesV2")
            try session.run("check", "check")
            try session.run("lint", "lint")
            try session.run("list", "list")
            try session.run("schema", "schema", "1.0.0")
        },
        GoldenProject("renamed-type") { session in
            try session.write(twoVersions)
            try session.run("freeze-all", "freeze", "--all")
            for _ in 1...3 { try session.edit("NotesV1", "FirstNotes") }
            try session.run("check", "check")
            try askAll(session)
        },
        GoldenProject("retired") { session in
            try session.write(twoVersions)
            try session.run("freeze-all", "freeze", "--all")
            try session.write(version("NotesV2", "2, 0, 0", titleAndStars) + plan("NotesPlan", ["NotesV2"], stages: []))
            try session.run("check-removed", "check")
            let hash = "f4e76260ebfaa584a54d5f407d702a6a2e0f3db4720c925a6579a1393136ab16"
            let retired = "Retired(\"1.0.0\", hashes: [\"\(hash)\"], lastRelease: \"2.3\")"
            try session.write(
                "import Permafrost\n" + version("NotesV2", "2, 0, 0", titleAndStars)
                    + plan("NotesPlan", "NotesV2", retired: retired))
            try session.runInAllFormats("check", "check")
            try askAll(session)
            try session.edit("hashes: [", "hashes: [\"00\", ")
            try session.run("lint-edited", "lint")
        },
        GoldenProject("removed-version") { session in
            try session.write(twoVersions)
            try session.run("freeze-all", "freeze", "--all")
            try session.write(version("NotesV2", "2, 0, 0", titleAndStars))
            try session.run("check", "check")
            try askAll(session)
        },
        GoldenProject("drifted") { session in
            try session.write(twoVersions)
            try session.run("freeze-all", "freeze", "--all")
            try session.edit("var title: String = \"\"", "var title: String?")
            try session.run("check", "check")
            try session.run("check-xcode", "check", "--format", "xcode")
            try askAll(session)
            try session.runInAllFormats("drift", "drift", store("1.0.0"))
            try session.run("diff", "diff", "Fixtures/1.0.0", "1.0.0")
        },
        GoldenProject("newer-store") { session in
            try session.write(twoVersions)
            try session.run("freeze-all", "freeze", "--all")
            try session.copy(store("2.0.0"), to: "Device.store")
            try session.remove("Fixtures/2.0.0")
            try session.write(version("NotesV1", "1, 0, 0", "var title: String = \"\""))
            try session.run("drift", "drift", "Device.store")
            try session.run("migrate", "migrate", "Device.store", "--to", "1.0.0", "--dry-run")
            try session.run("diff", "diff", "1.0.0", "Device.store")
        },
    ]

    private static let titleAndStars = "var title: String = \"\"\nvar stars: Int = 0"

    private static let twoVersions =
        version("NotesV1", "1, 0, 0", "var title: String = \"\"") + version("NotesV2", "2, 0, 0", titleAndStars)
        + plan("NotesPlan", ["NotesV1", "NotesV2"], stages: [("NotesV1", "NotesV2")])

    private static func askAll(_ session: GoldenSession) throws {
        try session.run("lint", "lint")
        try session.run("list", "list")
        for version in ["1.0.0", "2.0.0"] { try session.run("drift-\(version)", "drift", store(version)) }
        try session.scaffold()
    }
}
