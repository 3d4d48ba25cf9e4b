import Foundation
import PermafrostTestSupport

extension FollowedFix {
    /// The fixes of `lint`.
    static let ofLint: [FollowedFix] = [
        FollowedFix(
            "PF0200", "a suppression without a reason", by: ["lint"],
            [.edit("Add a reason", edit("ignore PF0227\n", "ignore PF0227 because nobody used it\n"))]
        ) {
            let suppressed = first.replacing("var stars", with: "// permafrost:ignore PF0227\n        var stars")
            try $0.write(suppressed + version(2, "var title: String = \"\"") + plan(1, 2), to: file)
        },
        FollowedFix(
            "PF0260", "drift in a baseline", by: ["lint"],
            [
                .edit("add --update-baseline") { _ = try Tool.run("lint", "--update-baseline", in: $0) }
            ]
        ) {
            try $0.write(first + version(2, "var title: String = \"\"") + plan(1, 2), to: file)
            let entry =
                #"{"code": "PF0101", "count": 1, "severity": "error", "subject": "", "text": "", "what": "drift"}"#
            try $0.write("{\"findings\": [\(entry)], \"formatVersion\": 1}\n", to: ".permafrost-baseline.json")
        },
        lint(
            "PF0202", "versions with equal hashes", "hashModifier", second: "#Index<Note>([\\.stars])\n\(start)",
            edit: (
                "#Index<Note>([\\.stars])\n        var title",
                "#Index<Note>([\\.stars])\n        @Attribute(hashModifier: \"2\") var title"
            )),
        lint(
            "PF0208", "a required attribute without a default", "default", second: "\(start)\nvar text: String",
            edit: ("var text: String\n", "var text: String = \"\"\n")),
        lint(
            "PF0209", "a required relationship", "Make the relationship optional",
            second: "\(start)\nvar parent: Note",
            edit: ("var parent: Note\n", "var parent: Note?\n")),
        lint(
            "PF0213", "a renamed attribute", "originalName", second: "var title: String = \"\"\nvar starCount: Int = 0",
            edit: ("var starCount", "@Attribute(originalName: \"stars\") var starCount")),
        lint(
            "PF0214", "a type that changed in place", "next to the old one",
            second: "var title: String = \"\"\nvar stars: String = \"\"",
            edit: ("var stars: String = \"\"", "var stars: Int = 0\n        var starsText: String = \"\"")),
        lint(
            "PF0230", "a version that no plan lists", "Add NotesV2 to NotesPlan",
            second: "\(start)\nvar text: String?",
            edit: ("[NotesV1.self]", "[NotesV1.self, NotesV2.self]"), plan: plan(1)),
    ]

    private static let start = "var title: String = \"\"\nvar stars: Int = 0"

    /// Returns a fix of a plan with two versions. It replaces a text.
    private static func lint(
        _ code: String, _ about: String, _ words: String, second members: String, edit texts: (String, String),
        plan: String? = nil
    ) -> FollowedFix {
        FollowedFix(
            code, about, by: ["lint"],
            [
                .edit(
                    words,
                    { folder in
                        try folder.edit(file, texts.0, texts.1)
                        guard plan != nil else { return }
                        try folder.edit(
                            file, "{ [] }", "{ [.lightweight(fromVersion: NotesV1.self, toVersion: NotesV2.self)] }")
                    })
            ]
        ) {
            try $0.write(first + version(2, members) + (plan ?? Self.plan(1, 2)), to: file)
        }
    }
}
