import PermafrostTestSupport

/// The fixes for retired versions whose values, marks and fixtures don't match.
extension FollowedFix {
    static let ofRetirement: [FollowedFix] = values + marks

    private static let marksFile = "Fixtures/retired.txt"

    /// Commits two versions, retires the first one, and commits again.
    @Sendable private static func retire(_ folder: ScratchFolder) throws {
        try folder.write("import Permafrost\n", to: "Sources/App/Store.swift")
        try commitBoth(folder)
        try run("retire", "1.0.0", "--because", "few users", in: folder)
        try commit(folder)
    }

    /// Restores an item from the last commit.
    private static func checkout(_ path: String, at commit: String = "HEAD", _ folder: ScratchFolder) throws {
        try TaggedRepository(folder).git("checkout", commit, "--", path)
    }

    private static let values = [
        FollowedFix(
            "PF0126", "hashes that differ from the fixture's", by: ["lint"],
            [.edit("Use the hashes of the fixture: \"") { try $0.edit(file, "\"00\", ", "") }]
        ) {
            try retire($0)
            try $0.edit(file, "hashes: [", "hashes: [\"00\", ")
        },
        FollowedFix(
            "PF0126", "a missing fixture", by: ["lint"],
            [.edit("Restore the fixture") { try checkout("Fixtures/1.0.0", $0) }]
        ) {
            try retire($0)
            try remove("Fixtures/1.0.0", $0)
        },
        FollowedFix(
            "PF0126", "a version that is still listed", by: ["lint"],
            [.edit("Remove the Retired value") { try $0.write(first + second + plan(1, 2), to: file) }]
        ) {
            let retired = "static var retired: [Retired] { [Retired(\"1.0.0\", hashes: [])] }"
            let changed = plan(1, 2).replacing(
                "enum NotesPlan: SchemaMigrationPlan {",
                with: "enum NotesPlan: SchemaMigrationPlan, RetiringMigrationPlan {\n    \(retired)")
            try $0.write(first + second + changed, to: file)
        },
    ]

    private static let marks = [
        FollowedFix(
            "PF0127", "a removed mark", [.edit("Restore the line") { try checkout(marksFile, $0) }]
        ) {
            try retire($0)
            try remove(marksFile, $0)
        },
        FollowedFix(
            "PF0127", "a removed value", [.edit("Restore the Retired value") { try checkout(file, $0) }]
        ) {
            try retire($0)
            try $0.write(second + plan(2), to: file)
        },
        FollowedFix(
            "PF0127", "a value without a mark",
            [
                .edit("Restore the version, and retire it with permafrost retire") {
                    try checkout("Sources", $0)
                    try run("retire", "1.0.0", "--because", "few users", in: $0)
                }
            ]
        ) {
            try $0.write("import Permafrost\n", to: "Sources/App/Store.swift")
            try commitBoth($0)
            try run("retire", "1.0.0", "--because", "few users", in: $0)
            try remove(marksFile, $0)
        },
        FollowedFix(
            "PF0127", "a mark of an unknown fixture",
            [.edit("If the line is wrong, correct it") { try remove(marksFile, $0) }]
        ) {
            try commitBoth($0)
            try $0.write("0.9.0 \(String(repeating: "0", count: 64)) few users\n", to: marksFile)
        },
        FollowedFix(
            "PF0127", "a line that isn't a mark",
            [.edit("Correct or remove the line") { try remove(marksFile, $0) }]
        ) {
            try commitBoth($0)
            try $0.write("nonsense\n", to: marksFile)
        },
    ]
}
