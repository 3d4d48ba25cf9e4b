/// A section of the agent skill that quotes one of the guides. A test checks that the guide still contains the
/// paragraphs.
package struct SkillGuide: Sendable {
    let title: String
    /// The name of the guide's page in the documentation, without its extension.
    package let page: String
    /// The guide's paragraphs, list items, table rows and code blocks, unchanged.
    package let paragraphs: [String]

    /// All sections, in the order of the skill.
    package static let all = [
        SkillGuide(
            title: "When to freeze", page: "Freezing",
            paragraphs: [
                "Freeze a version when you release it, from the commit that you release.",
                """
                | command | does |
                |---|---|
                | `permafrost freeze 2.0.0` | freezes one version |
                | `permafrost freeze --all` | freezes every declared version that isn't frozen yet |
                | `permafrost freeze 1.0.0 --at v1.0` | freezes a version from the sources at a tag or commit, without checking it out |
                """,
                """
                Before `freeze` writes a version, it prints the errors that `check` and `lint` find in the version's plan, so you can fix them
                before the version ships.
                """,
            ]),
        SkillGuide(
            title: "What never to edit", page: "Freezing",
            paragraphs: [
                """
                - Don't change the declaration of a version that shipped, or a type that its models store. The stores on devices don't
                  change. Declare the change in a new version: `permafrost new-version`.
                """,
                """
                - If the declaration of a version that shipped has changed, don't freeze the version again with `--force` or `--force-shipped`.
                  Only the people responsible for releases know whether a user has a store of the version.
                """,
                """
                - Don't edit, rename, move or delete a file in the fixture tree. If a file has changed, `permafrost check` reports damage. If the
                  fixture of a shipped version is missing, `permafrost check` reports an error. Restore the file from git.
                """,
                """
                - Don't open a fixture's store in a database browser, because that can change the file. Open a copy, or run
                  `permafrost inspect`.
                """,
                """
                - Don't edit a file whose name ends with `+Frozen.swift`. It contains the classes of a version that shipped.
                """,
            ]),
        SkillGuide(
            title: "How to add a version", page: "TheNextVersion",
            paragraphs: [
                "Edit the models as if nothing had shipped. Then let Permafrost make a new version from your edits:",
                """
                ```
                permafrost new-version --dry-run
                permafrost new-version
                permafrost check
                permafrost lint
                ```
                """,
                """
                - `--dry-run` prints the changes as a unified diff and writes nothing.
                """,
                """
                - If you removed a property and added a similar one, `new-version` asks whether you renamed the property, because otherwise its
                  values would be lost. Without a terminal, `new-version` prints `lint`'s finding instead of asking. `--renamed Trip.name=label`
                  answers yes, and adds `@Attribute(originalName: "name")` to the new property. `--not-renamed Trip.name` answers no, and adds a
                  comment to the new property.
                """,
                """
                - Before `new-version` writes anything, it evaluates the edited sources and verifies the model of every version. It then writes all
                  files or none.
                """,
                """
                `--undo` reverts the last `new-version`, unless you have edited one of its files since.
                """,
            ]),
        SkillGuide(
            title: "How to read a finding", page: "Lint",
            paragraphs: [
                """
                `permafrost check` guards frozen versions. `permafrost lint` examines the version that is about to ship, and predicts what SwiftData
                will reject or lose.
                """,
                """
                A finding starts with its location, its severity and what happened, and ends with the code of its rule. The line `affects:` says which
                users or builds it affects, and the line `fix:` says what to do. A command in a fix can be run as it is printed.
                """,
                """
                `permafrost lint --explain PF0208` prints the documentation of the rule PF0208: the failure that the rule prevents, and the fix. A
                finding is an error if a migration or the app will fail, or if code deletes a store. A finding is a warning if its effect may be
                intended, or if `lint` can't determine the effect.
                """,
                """
                To accept a finding, give the reason in a comment on the finding's line or on the line above:
                """,
                """
                ```swift
                // permafrost:ignore PF0213 because the old values were test data
                var slug: String = ""
                ```
                """,
            ]),
        SkillGuide(
            title: "How to read drift", page: "GateCI",
            paragraphs: [
                """
                - *Identity* drift: version hashes changed. Users' stores of the version no longer match the declaration, so the migration plan
                  can't migrate them.
                """,
                """
                - *Silent* drift: the version hashes are the same, but the app behaves differently, for example because a default or a delete rule
                  changed.
                """,
                """
                - *Physical* drift: only indexes, or the order of columns or constraints, changed.
                """,
                """
                To fix drift, revert the version's declaration and make the change in a new version, with a stage that migrates to the new version.
                """,
                """
                | exit code | means |
                |---|---|
                | 0 | success |
                | 1 | findings: drift, a damaged or missing fixture, two versions with equal hashes |
                | 2 | failed or incomplete: nothing frozen, source that can't be read, an invalid option |
                """,
            ]),
    ]
}
