import PermafrostFixtures
import PermafrostModel

/// PF0114: A store doesn't match any declared version, no plan lists its version, or a part of its tables is missing.
package struct UnknownStore: DocumentedRule {
    package static let page = RulePage(
        code: "PF0114", name: "UnknownStore", severity: .error, gates: [],
        summary:
            "A store's version hashes match no declared version, or a version that the plan doesn't list, or its tables "
            + "don't match its version.",
        failure: """
            An app built from the sources doesn't recognize the store. If the migration plan has a stage, the app fails to \
            launch with \(CoreDataFailure.unknownModelVersion.quotation). If the plan has no stage, the store \
            \(Staging.opensToday). Without a plan, Core Data infers a migration, which may lose data, or rejects the \
            store. If the tables don't match the version, such as after a failed repair, the app opens the store, and \
            fails when it reads or saves rows.
            """,
        fix: """
            If a version was edited after it shipped, revert the version and make the change in a new version. \
            Otherwise, declare the store's schema as a separate version. If there is a plan, add the version to the \
            plan. If a table or a column is missing, restore a backup of the store, or add the missing part.
            """,
        reads: ["the version hashes and the tables of the store", "the declared versions"],
        source: .unknownVersion)

    /// The symptom for users whose store matches no declared version.
    package struct Symptom: Sendable, Hashable {
        /// The symptom as part of a sentence.
        package let text: String
        /// The symptom for programs: a Core Data error code and its meaning. Starts with `none, or` if the store may
        /// open without an error.
        package let code: String

        /// Determines the symptom of a store that matches no declared version.
        ///
        /// - Parameter staging: the staging of the migration plan that the app opens the store with.
        package init(_ staging: Staging) {
            let inferred =
                "\"\(CoreDataFailure.missingMappingModel.gist)\" (\(CoreDataFailure.missingMappingModel.code)), or no error "
                + "if Core Data infers a migration, which may lose data"
            let rejected =
                "\"\(CoreDataFailure.unknownModelVersion.text)\" (\(Self.code(of: .unknownModelVersion)))"
            switch staging {
            case .staged: (code, text) = (Self.code(of: .unknownModelVersion), rejected)
            case .partlyStaged(let staged, let rest):
                code = Self.code(of: .unknownModelVersion)
                text = "\(rejected) on \(staged.listed). On \(rest.listed), the store \(Staging.opensToday)"
            case .noStages:
                code = "none, or \(Self.code(of: .missingMappingModel))"
                text = "\(inferred). The store \(Staging.opensToday)"
            case .noPlan:
                code = "none, or \(Self.code(of: .missingMappingModel))"
                text =
                    "\(inferred). With a migration plan that has a stage, they see "
                    + Self.code(of: .unknownModelVersion)
            case .unknown:
                code = "none, or \(Self.code(of: .unknownModelVersion))"
                text = "\(rejected) if the plan has a stage. Without a stage, they see \(inferred)"
            }
        }

        private static func code(of failure: CoreDataFailure) -> String { "\(failure.code): \(failure.gist)" }

        /// The affected users and the symptom as text, without a period at the end.
        var sentence: String { "users with a store like this one. They see \(text)" }
    }

    /// The comparison of the store with the declared versions.
    let drift: StoreIdentification
    /// The store's path as the user specified it.
    let store: String

    /// Returns findings that explain why the store isn't recognized. There is one for every difference from the most
    /// similar version, at its location in the source. There is only one finding if no version is similar, if the store
    /// has no model, or if the models have no known difference. Also returns a finding for every defect of the store's
    /// tables. Empty if a declared version matches the store, and its tables have no defect.
    func findings() -> [Finding] { (drift.isRecognised ? unlisted : differences) + defects }

    private var unlisted: [Finding] {
        drift.unlisting.map { found in
            [
                Finding(
                    Self.page,
                    .init(
                        what:
                            "\(store) has the version \(found.schema), which is declared, but \(found.plan) doesn't list "
                            + "it",
                        affected: Symptom(found.staging).sentence,
                        fix: "Add \(found.schema) and its stage to \(found.plan)"), at: found.location)
            ]
        } ?? []
    }

    private var defects: [Finding] {
        drift.inspection.defects.map { defect in
            Finding(
                Self.page,
                .init(
                    what: "In \(store), \(defect.text)",
                    affected: "users with a store like this one. The app fails when it reads or saves the rows",
                    fix: "Restore a backup of the store, or correct its tables"))
        }
    }

    private var differences: [Finding] {
        guard let nearest = drift.nearest, case .models(let changes) = nearest.differences, !changes.isEmpty else {
            return [
                Finding(
                    Self.page,
                    .init(
                        what: "\(store) matches no version that the project declares"
                            + (drift.nearest.map(Self.uncomparable) ?? ", and none is similar"),
                        affected: drift.symptom.sentence,
                        fix:
                            "Find the version that wrote the store. To list the schemas that shipped, run \(ToolCommand.line("history"))"
                    ))
            ]
        }
        let version = nearest.version
        let isDrifted = version.isDeclared && drift.matches.contains { $0.version.name == version.name }
        let fix =
            isDrifted
            ? "Revert \(version.typeName) and make the change in a new version"
            : "Declare the store's schema as a separate version"
                + (drift.staging == .noPlan ? "" : ", and add this version to the plan")
        return changes.map { change in
            let isOfIdentity = change.kind == .identity
            return Finding(
                Self.page,
                .init(
                    what:
                        "From \(store) to \(VersionTitle(schema: version.schema ?? "the declaration", name: version.name)), "
                        + ChangeMessage(change).sentence,
                    affected: isOfIdentity ? drift.symptom.sentence : nil,
                    fix: "\(fix). To find the commit that changed the declaration, add --blame"),
                severity: isOfIdentity ? .error : .note, subject: .difference(change, platform: nil),
                group: nearest.version.group, version: version.name, schema: version.schema,
                at: version.place(of: change))
        }
    }
}

extension UnknownStore {
    /// Returns the end of a message. It names the most similar version and says why its differences can't be listed.
    private static func uncomparable(_ nearest: StoreIdentification.Candidate) -> String {
        let obstacle =
            switch nearest.differences {
            case .models: "Permafrost finds no difference between that version's model and the store's model"
            case .tables: "the store has no model to compare with that version"
            }
        return ". The most similar version is \(nearest.version.title), but \(obstacle)"
    }
}

extension StoreIdentification {
    /// The pages of the rules that apply when a store is compared with versions.
    package static let pages = [UnknownStore.page]

    /// The symptom that the store's user experiences if no declared version matches the store.
    package var symptom: UnknownStore.Symptom { .init(staging) }

    /// Returns findings that explain why the store isn't recognized. Empty if a declared version matches the store.
    ///
    /// - Parameter store: the store's path as the user specified it.
    package func findings(store: String) -> [Finding] { UnknownStore(drift: self, store: store).findings() }
}
