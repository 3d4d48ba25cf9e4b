import PermafrostModel
import PermafrostStore

/// PF0114: a store of no declared version.
package enum UnknownStoreRule {
    package static let page = RulePage(
        code: "PF0114", name: "UnknownStore", severity: .error, gates: [],
        summary: "A store has version hashes that no declared version has.",
        failure: """
            An app built from the sources does not open the store: with a migration plan it stops at launch with "Cannot use \
            staged migration with an unknown model version." (134504).
            """,
        fix: "Declare the store's shape as a version of its own, and add it to the plan.")

    /// What the user of such a store saw.
    package struct Symptom: Sendable, Hashable {
        /// What was seen, in a part of a sentence.
        package let text: String
        /// The same in short, for programs.
        package let code: String

        /// - Parameter hasPlan: whether the app opens the store with a migration plan.
        package init(hasPlan: Bool) {
            if hasPlan {
                code = "134504: unknown model version"
                text = "\"Cannot use staged migration with an unknown model version.\" (\(code))"
            } else {
                code = "none, or 134140: missing mapping model"
                text =
                    "without a migration plan nothing (the store was migrated by inference, or data was lost), or "
                    + "\"missing mapping model\" (134140); with one, 134504: unknown model version"
            }
        }

        /// The same as a sentence without a full stop.
        var sentence: String { "Its user saw \(text)" }
    }
}

extension StoreIdentification {
    /// The rules that a comparison of a store with the versions applies.
    package static let pages = [UnknownStoreRule.page]

    /// What the user of the store saw, if no declared version recognises it.
    package var symptom: UnknownStoreRule.Symptom { .init(hasPlan: meetsPlan) }

    /// What makes the store unknown, as findings: each difference from the nearest version, at its place in the source; one
    /// alone if no version resembles it. None for a store that a declared version recognises.
    ///
    /// - Parameter store: the store's path as it was given.
    package func findings(store: String) -> [Finding] {
        guard !isRecognised else { return [] }
        guard let nearest, case .models(let changes) = nearest.differences, !changes.isEmpty else {
            return [
                Finding(
                    UnknownStoreRule.page,
                    .init(
                        what: "\(store) is no version that the project declares, and resembles none",
                        affected: symptom.sentence,
                        fix:
                            "Look for the version that wrote it: \(ToolCommand.line("history")) lists the shapes that shipped"
                    ))
            ]
        }
        let version = nearest.version
        return changes.map { change in
            let isOfIdentity = change.kind == .identity
            return Finding(
                UnknownStoreRule.page,
                .init(
                    what:
                        "From \(store) to \(VersionTitle(schema: version.schema ?? "the declaration", name: version.name)), "
                        + ChangeWording(change).sentence,
                    affected: isOfIdentity ? symptom.sentence : nil,
                    fix:
                        "Declare the store's shape as a version of its own, and add it to the plan; \(ToolCommand.line("drift")) "
                        + "\(store) --blame names the commit that moved it"),
                severity: isOfIdentity ? .error : .note, subject: .difference(change, platform: nil),
                group: nearest.version.group, version: version.name, schema: version.schema,
                at: version.place(of: change))
        }
    }
}
