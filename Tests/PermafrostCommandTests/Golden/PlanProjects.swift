extension GoldenProject {
    /// Plans whose versions and stages contradict each other.
    static let plans = [
        GoldenProject("equal-hashes") { session in
            let versions =
                version("NotesV1", "1, 0, 0", title) + version("NotesV2", "2, 0, 0", title)
                + version("NotesV3", "3, 0, 0", titleAndStars)
            let plan = plan(
                "NotesPlan", ["NotesV1", "NotesV2", "NotesV3"],
                stages: [("NotesV1", "NotesV2"), ("NotesV2", "NotesV3")])
            try session.write(versions + plan)
            try session.run("freeze-all", "freeze", "--all")
            try session.run("freeze-one", "freeze", "2.0.0")
            // Without a plan the finding affects nobody.
            try session.write(versions)
            try session.run("freeze-without-plan", "freeze", "2.0.0")
            try session.write(versions + plan)
            try session.run("check", "check")
            try session.runInAllFormats("lint", "lint")
            try session.run("list", "list")
            try session.run("drift", "drift", store("2.0.0"))
            try session.run("migrate", "migrate", store("1.0.0"), "--to", "3.0.0", "--dry-run")
            try session.scaffold()
            try session.keepDigests()
        },
        GoldenProject("equal-hashes-without-plan") { session in
            try session.write(version("NotesV1", "1, 0, 0", title) + version("NotesV2", "2, 0, 0", title))
            try session.run("freeze-all", "freeze", "--all")
            try session.run("check", "check")
            try session.run("lint", "lint")
            let comment = "// permafrost:ignore PF0202 because nobody has a store of it\n"
            try session.edit("enum NotesV2", comment + "enum NotesV2")
            try session.run("check-ignored", "check")
            try session.run("lint-ignored", "lint")
        },
        GoldenProject("old-findings") { session in
            let plan = plan("NotesPlan", ["NotesV1", "NotesV2"], stages: [("NotesV1", "NotesV2")])
            let first = version("NotesV1", "1, 0, 0", title)
            try session.write(
                first + version("NotesV2", "2, 0, 0", "\(title)\nvar stars: Int\nvar place: String") + plan)
            try session.run("overview")
            try session.run("lint-write", "lint", "--write-baseline")
            try session.runInAllFormats("lint-old", "lint")
            try session.edit("var stars: Int\n", "var stars: Int = 0\n        var text: String\n")
            try session.runInAllFormats("lint-new", "lint")
            try session.run("lint-update", "lint", "--update-baseline")
            let entry =
                #"{"code": "PF0101", "count": 1, "severity": "error", "subject": "NotesV1", "text": "", "what": "drift"}"#
            try session.write("{\"findings\": [\(entry)], \"formatVersion\": 1}\n", to: ".permafrost-baseline.json")
            try session.run("lint-drift", "lint")
        },
        GoldenProject("backward-stage") { session in
            try session.write(
                ladder(stages: [("NotesV1", "NotesV2"), ("NotesV2", "NotesV3"), ("NotesV3", "NotesV1")]))
            try askAll(session)
            try session.run("migrate-backward", "migrate", store("3.0.0"), "--to", "1.0.0", "--dry-run")
        },
        GoldenProject("stages-out-of-order") { session in
            try session.write(ladder(stages: [("NotesV2", "NotesV3"), ("NotesV1", "NotesV2")]))
            try askAll(session)
        },
        GoldenProject("second-stage") { session in
            try session.write(
                ladder(stages: [("NotesV1", "NotesV2"), ("NotesV1", "NotesV3"), ("NotesV2", "NotesV3")]))
            try askAll(session)
        },
        GoldenProject("missing-stage") { session in
            try session.write(ladder(stages: [("NotesV1", "NotesV2")]))
            try askAll(session)
        },
        GoldenProject("two-plans") { session in
            try session.write(
                ladder(stages: [("NotesV1", "NotesV2"), ("NotesV2", "NotesV3")])
                    + plan("OtherPlan", ["NotesV1", "NotesV3"], stages: [("NotesV1", "NotesV3")])
                    + plan("ThirdPlan", ["NotesV1"], stages: ""))
            try session.run("freeze-all", "freeze", "--all")
            try session.run("check", "check")
            try session.run("lint", "lint")
            try session.run("list", "list")
            try session.run("migrate", "migrate", storeOfPlan("1.0.0"), "--to", "3.0.0", "--dry-run")
            try session.edit(title, "var title: String?")
            try session.run("check-drifted", "check")
            try session.run("check-drifted-of-one-plan", "check", "--plan", "OtherPlan")
            try session.run("list-drifted", "list")
        },
    ]

    private static let title = "var title: String = \"\""
    private static let titleAndStars = "\(title)\nvar stars: Int = 0"

    /// Returns three versions, each with one more property, and a plan with these stages.
    private static func ladder(stages: [(from: String, to: String)]) -> String {
        version("NotesV1", "1, 0, 0", title) + version("NotesV2", "2, 0, 0", titleAndStars)
            + version("NotesV3", "3, 0, 0", "\(titleAndStars)\nvar isRead: Bool = false")
            + plan("NotesPlan", ["NotesV1", "NotesV2", "NotesV3"], stages: stages)
    }

    private static func storeOfPlan(_ version: String) -> String { store(version, in: "Fixtures/NotesPlan") }

    private static func askAll(_ session: GoldenSession) throws {
        try session.run("freeze-all", "freeze", "--all")
        try session.run("check", "check")
        try session.run("lint", "lint")
        try session.run("list", "list")
        try session.run("migrate", "migrate", store("1.0.0"), "--to", "3.0.0", "--dry-run")
        try session.scaffold()
    }
}
