import PermafrostModel
import PermafrostStore

/// PF0114: a store of no declared version.
package struct UnknownStore: DocumentedRule {
    package static let page = RulePage(
        code: "PF0114", name: "UnknownStore", severity: .error, gates: [],
        summary: "A store's version hashes match no declared version.",
        failure: """
            An app built from the sources can't open the store. With a migration plan, it fails to launch with \
            \(CoreDataFailure.unknownModelVersion.quotation).
            """,
        fix: "Declare the store's schema as a separate version, and add it to the plan.")

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
                    "\"\(CoreDataFailure.missingMappingModel.gist)\" (\(CoreDataFailure.missingMappingModel.code)), or no error "
                    + "if Core Data infers a migration, which may lose data. With a migration plan, they see "
                    + Self.code(of: .unknownModelVersion)
            }
        }

        private static func code(of failure: CoreDataFailure) -> String { "\(failure.code): \(failure.gist)" }

        /// The same as a sentence without a full stop.
        var sentence: String { "users with such a store. They see \(text)" }
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
                        what: "\(store) matches no version that the project declares, and none is similar",
                        affected: drift.symptom.sentence,
                        fix:
                            "Find the version that wrote it: \(ToolCommand.line("history")) lists the schemas that shipped"
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
                        "Declare the store's schema as a separate version, and add it to the plan. To find the commit that changed "
                        + "the declaration: \(ToolCommand.line("drift")) \(store) --blame"),
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
