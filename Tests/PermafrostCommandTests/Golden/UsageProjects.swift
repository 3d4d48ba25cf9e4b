extension GoldenProject {
    /// Commands that don't need a project, and a folder without one.
    static let usage = [
        GoldenProject("usage") { session in
            try session.run("help", "--help")
            try session.run("check-help", "check", "--help")
            try session.run("unknown-command", "chekc")
            try session.run("unknown-option", "check", "--requre-frozen")
            try session.run("unknown-format", "check", "--format", "yaml")
            try session.run("unsafe-version", "freeze", "../1.0.0")
            try session.run("explain", "explain", "PF0202")
            try session.run("explain-unknown", "explain", "PF0299")
        },
        GoldenProject("empty-folder") { session in
            try session.write("let nothing = 0\n")
            try session.run("check", "check")
            try session.run("check-json", "check", "--format", "json")
            try session.run("check-sarif", "check", "--format", "sarif")
            try session.run("lint", "lint")
            try session.run("list", "list")
            try session.run("freeze-all", "freeze", "--all")
            try session.run("scaffold", "scaffold")
        },
    ]
}
