import PermafrostTestSupport
import Testing

/// The fixes for retired versions whose values and fixtures don't match.
extension FollowedFix {
    /// The code that declares 1.0.0 as retired.
    private static func retired(_ hashes: String) -> String { "Retired(\"1.0.0\", hashes: [\(hashes)])" }

    private static func retiring(_ value: String) -> String {
        "import Permafrost\n" + second + GoldenProject.plan("NotesPlan", "NotesV2", retired: value)
    }

    /// Freezes and commits two versions, and declares the first one as retired, with wrong hashes.
    @Sendable private static func retire(_ folder: ScratchFolder) throws {
        try commitBoth(folder)
        try folder.write(retiring(retired("\"00\"")), to: file)
    }

    static let ofRetirement = [
        FollowedFix(
            "PF0104", "a version that is no longer supported",
            [
                .printed(after: "which conforms to RetiringMigrationPlan if it is a type: ", upTo: nil) {
                    value, folder in
                    try folder.write(retiring(value), to: file)
                    try run("lint", in: folder)
                }
            ]
        ) {
            try commitBoth($0)
            try $0.write(second + plan(2), to: file)
        },
        FollowedFix(
            "PF0126", "hashes that differ from the fixture's", by: ["lint"],
            [
                .printed(after: "Use the hashes of the fixture: ", upTo: nil) {
                    try $1.write(retiring(retired($0)), to: file)
                }
            ], retire),
        FollowedFix(
            "PF0126", "a missing fixture", by: ["lint"],
            [
                .edit("Restore the fixture") { folder in
                    try TaggedRepository(folder).git("checkout", "HEAD", "--", "Fixtures/1.0.0")
                    let found = try Tool.run("lint", in: folder).output
                    let hashes = try #require(FollowedFix.text(after: "hashes of the fixture: ", upTo: "\n", in: found))
                    try folder.write(retiring(retired(hashes)), to: file)
                }
            ]
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
}
