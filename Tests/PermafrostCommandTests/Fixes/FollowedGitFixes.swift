import PermafrostTestSupport

/// The fixes of `check` for fixtures that git lacks or that were replaced, and of `drift` for unknown stores.
extension FollowedFix {
    static let ofGit: [FollowedFix] = uncommitted + replaced + withdrawn + stores + moved

    private static let opening = "Sources/App/Open.swift"

    private static let moved = [
        FollowedFix(
            "PF0125", "a container that lost its configuration", by: ["check", "--base", "HEAD"],
            [
                .edit("Restore the configuration from HEAD") {
                    try TaggedRepository($0).git("checkout", "HEAD", "--", opening)
                }
            ]
        ) { folder in
            func open(_ configuration: String) throws {
                try folder.write(
                    """
                    import SwiftData
                    func open() throws -> ModelContainer {
                        try ModelContainer(for: Schema(versionedSchema: NotesV2.self)\(configuration))
                    }
                    """, to: opening)
            }
            try open(", configurations: ModelConfiguration(\"Notes\")")
            try commitBoth(folder)
            try open("")
        }
    ]

    private static let uncommitted = [
        FollowedFix("PF0118", "a missing fixture that no tag contains", [.command("git checkout")]) {
            try commitBoth($0)
            try remove(fixture, $0)
        },
        FollowedFix(
            "PF0118", "a fixture of a version that was withdrawn", [.edit("commit the removal", commit)]
        ) {
            try commitBoth($0)
            try remove(fixture, $0)
            try $0.write(second + plan(2), to: file)
        },
        FollowedFix("PF0118", "a missing fixture of an edited version", [.command("permafrost freeze")]) {
            try commitBoth($0)
            try remove(fixture, $0)
            try $0.edit(file, "var stars: Int = 0", "var stars: Int?")
        },
        FollowedFix(
            "PF0119", "a store that git ignores",
            [.command("git add --force"), .edit("add the files and commit", commit)]
        ) {
            try freezeFirst($0)
            try $0.write("*.sqlite\n", to: ".gitignore")
            try commit($0)
        },
        FollowedFix(
            "PF0119", "a pattern that ignores a store",
            [
                .edit("Remove the pattern") {
                    try $0.write("", to: ".gitignore")
                    try commit($0)
                }
            ]
        ) {
            try freezeFirst($0)
            try $0.write("*.sqlite\n", to: ".gitignore")
            try commit($0)
        },
        FollowedFix(
            "PF0119", "line endings that git converts",
            [
                .command("permafrost init"), .command("git add --renormalize"),
                .edit("renormalize the files and commit", commit),
            ]
        ) {
            try freezeFirst($0)
            try commit($0)
            try $0.write("* text=auto eol=crlf\n", to: ".gitattributes")
        },
    ]

    /// Replaces the fixture of a released version, and declares the version that the fixture then has.
    @Sendable private static func replaceReleased(_ folder: ScratchFolder) throws {
        try commitBoth(folder)
        try TaggedRepository(folder).git("tag", "v1.0")
        try folder.edit(file, "var stars: Int = 0", "var stars: Int?")
        try run("freeze", "1.0.0", "--force-shipped", "--because", "pulled before review", in: folder)
    }

    private static let replaced = [
        FollowedFix("PF0121", "a replacement that isn't committed", [.edit("Commit replaced.txt", commit)]) {
            try commitBoth($0)
            try $0.edit(file, "var stars: Int = 0", "var stars: Int?")
            try run("freeze", "1.0.0", "--force", in: $0)
        },
        FollowedFix("PF0121", "a replacement that is wrong", [.command("git checkout")]) {
            try replaceReleased($0)
            try $0.edit(file, "var stars: Int?", "var stars: Int = 0")
        },
        FollowedFix(
            "PF0121", "a replacement that the base doesn't contain", by: ["check", "--base", "main"],
            [
                .edit("Merge the line in replaced.txt into the base branch in a separate pull request") { folder in
                    let repository = TaggedRepository(folder)
                    try repository.git("switch", "--quiet", "--create", "change")
                    try commit(folder)
                    try repository.git("switch", "--quiet", "main")
                    try repository.git("checkout", "change", "--", "Fixtures/replaced.txt")
                    try commit(folder)
                    try repository.git("switch", "--quiet", "change")
                    try repository.git(
                        "-c", "commit.gpgsign=false", "merge", "--quiet", "--no-edit", "main")
                }
            ], replaceReleased),
        FollowedFix(
            "PF0121", "a line that isn't a record",
            [.edit("Correct or remove the line") { try remove("Fixtures/replaced.txt", $0) }]
        ) {
            try commitBoth($0)
            try $0.write("nonsense\n", to: "Fixtures/replaced.txt")
        },
    ]

    private static let settings = "Fixtures/settings.json"

    /// Commits a record of a release, and patterns of release tags.
    @Sendable private static func recordRelease(_ folder: ScratchFolder) throws {
        try commitBoth(folder)
        try run("ship", "1.0.0", "--release", "2.3", in: folder)
        try folder.write(#"{ "releaseTags": ["v*", "hotfix-*"] }"#, to: settings)
        try commit(folder)
    }

    private static let withdrawn = [
        FollowedFix(
            "PF0123", "a removed line",
            [
                .edit("Restore the line") {
                    try TaggedRepository($0).git("checkout", "HEAD", "--", "Fixtures/shipped.txt")
                }
            ]
        ) {
            try recordRelease($0)
            try remove("Fixtures/shipped.txt", $0)
        },
        FollowedFix(
            "PF0123", "a removed pattern",
            [
                .edit("Restore the patterns in releaseTags: hotfix-*") {
                    try $0.write(#"{ "releaseTags": ["v*", "hotfix-*"] }"#, to: settings)
                }
            ]
        ) {
            try recordRelease($0)
            try $0.write(#"{ "releaseTags": ["v*"] }"#, to: settings)
        },
        FollowedFix(
            "PF0123", "patterns that drop a tag",
            [.edit("Restore the patterns of HEAD") { try remove(settings, $0) }]
        ) {
            try commitBoth($0)
            try TaggedRepository($0).git("tag", "1.0")
            try $0.write(#"{ "releaseTags": ["v*"] }"#, to: settings)
        },
        FollowedFix(
            "PF0123", "a record of an unknown fixture",
            [.edit("If the line is wrong, correct the line") { try remove("Fixtures/shipped.txt", $0) }]
        ) {
            try commitBoth($0)
            try $0.write("1.0.0 2.3 \(String(repeating: "0", count: 64))\n", to: "Fixtures/shipped.txt")
        },
        FollowedFix(
            "PF0123", "a line that isn't a record of a release",
            [.edit("Correct or remove the line") { try remove("Fixtures/shipped.txt", $0) }]
        ) {
            try commitBoth($0)
            try $0.write("nonsense\n", to: "Fixtures/shipped.txt")
        },
        FollowedFix(
            "PF0123", "settings that can't be read",
            [
                .edit("Correct the file") {
                    try $0.write(#"{ "formatVersion": 1, "releaseTags": ["v*"] }"#, to: settings)
                }
            ]
        ) {
            try commitBoth($0)
            try $0.write("{", to: settings)
        },
    ]

    // MARK: Stores

    private static let stores = [
        FollowedFix(
            "PF0114", "a store of an edited version", by: ["drift", "Old.sqlite"],
            [
                .edit(
                    "Declare the store's schema as a separate version, and add this version to the plan",
                    write(first + second + plan(1, 2)))
            ]
        ) {
            try freezeFirst($0)
            try move("\(fixture)/App-1_0_0.sqlite", "Old.sqlite", $0)
            try remove("Fixtures", $0)
            try $0.write(second + plan(2), to: file)
        },
        FollowedFix(
            "PF0114", "a store of a version that is gone", by: ["drift", "Old.sqlite"],
            [.command("permafrost history"), .edit("Find the version that wrote the store", write(first + secondPlan))]
        ) {
            try freezeFirst($0)
            try TaggedRepository($0).ship("v1.0")
            try move("\(fixture)/App-1_0_0.sqlite", "Old.sqlite", $0)
            try remove("Fixtures", $0)
            try $0.write(secondPlan, to: file)
        },
    ]
}
