extension GoldenProject {
    /// Repositories whose tags shipped other shapes than the declared ones.
    static let histories = [
        GoldenProject("dropped-branch") { session in
            try session.write(
                version(
                    "NotesV1", "1, 0, 0", "var title: String = \"\"\n#if os(iOS)\nvar isPinned: Bool = false\n#endif"))
            try session.run("freeze", "freeze", "1.0.0")
            try session.ship("v1.0")
            try session.run("check-unchanged", "check")
            try session.write(version("NotesV1", "1, 0, 0", "var title: String = \"\""))
            try session.ship("v1.1")
            try session.run("check", "check")
            try session.run("check-base", "check", "--base", "v1.0")
            try session.run("list", "list")
            try session.run("history", "history")
            try session.run("drift-blame", "drift", store("1.0.0"), "--blame")
            try session.keepDigests()
        },
        GoldenProject("edited-after-shipping") { session in
            try session.write(version("NotesV1", "1, 0, 0", "var title: String = \"\""))
            try session.ship("v1.0")
            try session.run("freeze-at", "freeze", "1.0.0", "--at", "v1.0")
            try session.edit("var title: String = \"\"", "var title: String?")
            try session.ship("v1.1")
            try session.run("check", "check")
            try session.run("check-base", "check", "--base", "v1.0")
            try session.run("check-unknown-base", "check", "--base", "v1.O")
            try session.run("history", "history")
            try session.run("drift-blame", "drift", store("1.0.0"), "--blame")
        },
        GoldenProject("unversioned") { session in
            let models = ["--models", "Trip"]
            try session.write(
                "import SwiftData\n@Model final class Trip {\n    var name: String = \"\"\n    init() {}\n}\n")
            try session.run("freeze", ["freeze", "1.0.0"] + models)
            try session.ship("v1.0")
            try session.edit("var name: String = \"\"", "var name: String?")
            try session.run("freeze-next", ["freeze", "1.1.0"] + models)
            try session.ship("v1.1")
            for command in ["check", "lint", "list"] { try session.run(command, [command] + models) }
            try session.runInAllFormats("history", ["history"] + models)
            try session.run("diff", ["diff", "1.0.0", "1.1.0"] + models)
            try session.run("drift-1.0.0", ["drift", store("1.0.0")] + models)
            try session.run("migrate", ["migrate", store("1.0.0"), "--to", "1.1.0", "--dry-run"] + models)
            try session.run("schema-superseded", ["schema", "1.0.0"] + models)
            try session.scaffold(models)
            try session.edit("var name: String?", "var name: Int?")
            try session.run("check-drifted", ["check"] + models)
            try session.run("list-drifted", ["list"] + models)
            try session.keepDigests()
        },
    ]
}
