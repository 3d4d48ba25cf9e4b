import PermafrostModel
import PermafrostStore

/// PF0114: a store of no declared version.
package struct UnknownStore: DocumentedRule {
    package static let page = RulePage(
        code: "PF0114", name: "UnknownStore", severity: .error, gates: [],
        summary: "A store has version hashes that no declared version has.",
        failure: """
            An app built from the sources does not open the store: with a migration plan it stops at launch with \
            \(CoreDataFailure.unknownModelVersion.quotation).
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
                code = Self.code(of: .unknownModelVersion)
                text = "\"\(CoreDataFailure.unknownModelVersion.text)\" (\(code))"
            } else {
                code = "none, or \(Self.code(of: .missingMappingModel))"
                text =
                    "without a migration plan nothing (the store was migrated by inference, or data was lost), or "
                    + "\"\(CoreDataFailure.missingMappingModel.gist)\" (\(CoreDataFailure.missingMappingModel.code)); "
                    + "with one, \(Self.code(of: .unknownModelVersion))"
            }
        }

        private static func code(of failure: CoreDataFailure) -> String { "\(failure.code): \(failure.gist)" }

        /// The same as a sentence without a full stop.
        var sentence: String { "Its user saw \(text)" }
    }

    /// What the store is compared with.
    let drift: StoreIdentification
    /// The store's path as it was given.
    let store: String

    /// What makes the store unknown, as findings: each difference from the nearest version, at its place in the source; one
    /// alone if no version resembles it. None for a store that a declared version recognises.
    func findings() -> [Finding] {
        guard !drift.isRecognised else { return [] }
        guard let nearest = drift.nearest, case .models(let changes) = nearest.differences, !changes.isEmpty else {
            return [
                Finding(
                    Self.page,
                    .init(
                        what: "\(store) is no version that the project declares, and resembles none",
                        affected: drift.symptom.sentence,
                        fix:
                            "Look for the version that wrote it: \(ToolCommand.line("history")) lists the shapes that shipped"
                    ))
            ]
        }
        let version = nearest.version
        return changes.map { change in
            let isOfIdentity = change.kind == .identity
            return Finding(
                Self.page,
                .init(
                    what:
                        "From \(store) to \(VersionName.VersionTitle(schema: version.schema ?? "the declaration", name: version.name)), "
                        + ChangeWording(change).sentence,
                    affected: isOfIdentity ? drift.symptom.sentence : nil,
                    fix:
                        "Declare the store's shape as a version of its own, and add it to the plan; \(ToolCommand.line("drift")) "
                        + "\(store) --blame names the commit that moved it"),
                severity: isOfIdentity ? .error : .note, subject: .difference(change, platform: nil),
                group: nearest.version.group, version: version.name, schema: version.schema,
                at: version.place(of: change))
        }
    }
}

extension StoreIdentification {
    /// The rules that a comparison of a store with the versions applies.
    package static let pages = [UnknownStore.page]

    /// What the user of the store saw, if no declared version recognises it.
    package var symptom: UnknownStore.Symptom { .init(hasPlan: meetsPlan) }

    /// What makes the store unknown, as findings.
    ///
    /// - Parameter store: the store's path as it was given.
    package func findings(store: String) -> [Finding] { UnknownStore(drift: self, store: store).findings() }
}
