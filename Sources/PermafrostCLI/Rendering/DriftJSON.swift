import PermafrostFixtures
import PermafrostModel
import PermafrostProject
import PermafrostStore

/// Which version a store is, as JSON.
struct DriftJSON {
    let json: CanonicalJSON

    init(
        _ drift: StoreDrift, _ findings: [Finding], blame: DriftBlame.Outcome?, path: String, code: ExitCode
    ) {
        let metadata = drift.inspection.metadata
        json = .object([
            ("blame", blame.map { BlameJSON($0).json }),
            ("candidates", .array(drift.candidates.filter { !$0.isMatch }.map { Self.json($0, withChanges: false) })),
            ("command", .string("drift")),
            ("exitCode", .integer(Int64(code.rawValue))),
            ("findings", .array(findings.map { FindingJSON($0).json })),
            ("formatVersion", .integer(1)),
            ("isRecognised", .boolean(drift.isRecognised)),
            ("matches", .array(drift.matches.map { Self.json($0, withChanges: true) })),
            ("nearest", drift.isRecognised ? nil : drift.nearest.map { Self.json($0, withChanges: true) }),
            ("problems", .strings(drift.inspection.problems.map { StoreProblemWording($0).text })),
            ("store", .string(path)),
            (
                "symptom",
                drift.isRecognised || drift.formerlyMapped != nil
                    ? nil : .string(UnknownStoreWording(hasPlan: drift.meetsPlan).code)
            ),
            ("versionHashes", .object(metadata.versionHashes.map { ($0.key, .string(Digest.hex($0.value))) })),
            ("versionIdentifiers", .strings(metadata.versionIdentifiers)),
        ])
    }

    private static func json(_ candidate: StoreDrift.Candidate, withChanges: Bool) -> CanonicalJSON {
        let version = candidate.version
        var members: [(String, CanonicalJSON?)] = [
            ("formerMapping", version.formerMapping.map { .strings($0.properties) }),
            ("framework", candidate.variant.map { .string($0.framework.rawValue) }),
            ("group", version.group.map { .string($0) }),
            ("likeness", .double((candidate.likeness.share * 1000).rounded() / 1000)),
            ("schema", version.schema.map { .string($0) }),
            ("version", .string(version.version)),
        ]
        switch version.origin {
        case .declared(let location, let condition):
            members += [
                ("column", .integer(Int64(location.column))), ("file", .string(location.file)),
                ("line", .integer(Int64(location.line))), ("origin", .string("declared")),
                ("platform", condition.map { .string($0) }),
            ]
        case .frozen(let folder): members += [("fixture", .string(folder)), ("origin", .string("frozen"))]
        }
        switch candidate.differences {
        case .models(let changes) where withChanges:
            members.append(
                (
                    "changes",
                    .array(
                        changes.map { change in
                            let what = ("what", Optional(CanonicalJSON.string(ChangeWording(change).sentence)))
                            return .object(ChangeJSON(change, at: version.model.place(of: change)).members + [what])
                        })
                ))
        case .tables(let differences) where withChanges:
            members.append(("tables", .array(differences.map(json))))
        default: break
        }
        return .object(members)
    }

    private static func json(_ difference: StoreDrift.TableDifference) -> CanonicalJSON {
        .object([
            ("columnsOfStore", .strings(difference.columnsOfStore)),
            ("columnsOfVersion", .strings(difference.columnsOfVersion)),
            ("isInStore", .boolean(difference.isInStore)), ("isInVersion", .boolean(difference.isInVersion)),
            ("model", .string(difference.entity)), ("what", .string(TableDifferenceWording(difference).text)),
        ])
    }
}
