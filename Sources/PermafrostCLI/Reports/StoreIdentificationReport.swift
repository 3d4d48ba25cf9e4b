import PermafrostFixtures
import PermafrostModel
import PermafrostProject
import PermafrostSource

/// The report of `drift`, with the store's version. If no declared version matches, it has the nearest version's
/// differences from the store, and the error that users with this store see.
struct StoreIdentificationReport: Report {
    let command = "drift"
    let drift: StoreIdentification
    /// The store's path, as the user specified it.
    let store: String
    /// The findings about problems in the sources and fixtures. If one of them is an error, some versions may be
    /// missing.
    let problems: [Finding]
    /// Whether a version may be missing, because some sources or fixtures couldn't be read.
    let isIncomplete: Bool
    /// The result of `--blame`, which searches for the commit after which no version has the store's hashes. Nil if
    /// `--blame` wasn't given, or if a declared version matches.
    let blame: DriftBlame.Outcome?

    var findings: [Finding] { problems + drift.findings(store: store) }
    var subjects: [ReportSubject] {
        [ReportSubject(suite: "stores", name: store, findings: drift.findings(store: store))]
    }
    let rules = StoreIdentification.pages + ProjectCheck.pages
    var exitCode: ExitCode {
        isIncomplete || drift.inspection.isIncomplete
            ? .failed
            : drift.isRecognised && drift.unlisting == nil && drift.inspection.defects.isEmpty ? .success : .findings
    }

    func notes(_ format: ReportFormat) -> [String] {
        guard format.showsOnlyFindings, let blame, case .notInShallowClone = blame else { return [] }
        return BlameReport(outcome: blame).lines
    }

    func page(_ context: ReportContext) -> [String] {
        let style = context.style
        var lines = Self.verdict(drift, store, style)
        for problem in drift.inspection.problems {
            lines.append(StoreProblemMessage.line(problem, style))
        }
        var excerpts = SourceExcerpts(directory: context.directory)
        if let unlisting = drift.unlisting {
            lines += [
                "",
                "\(unlisting.plan) doesn't list \(unlisting.schema). Users with this store see "
                    + "\(UnknownStore.Symptom(unlisting.staging).text).",
                "fix: add \(unlisting.schema) and its stage to \(unlisting.plan)",
            ]
        }
        if drift.isRecognised {
            for match in drift.matches where match.version.isDeclared {
                guard case .models(let changes) = match.differences, !changes.isEmpty else { continue }
                lines += [
                    "",
                    "The hashes are equal, so the store opens. They don't include these changes from the store to "
                        + "\(match.version.titleWithSchema):",
                ]
                lines += Self.lines(changes, match.version, &excerpts, style)
            }
        } else {
            lines += ["", "Users with this store see \(drift.symptom.text)."]
            lines += Self.nearest(drift, &excerpts, style)
        }
        if let blame { lines += [""] + BlameReport(outcome: blame).lines }
        return lines
    }

    private static func verdict(_ drift: StoreIdentification, _ path: String, _ style: Style) -> [String] {
        guard !drift.matches.isEmpty else {
            return [
                "\(style.red("unknown")): \(style.bold(path)) matches no version that the project declares or has frozen"
            ]
        }
        let heading =
            !drift.isRecognised
            ? style.red("drifted") : drift.inspection.defects.isEmpty ? style.green("known") : style.red("damaged")
        let frameworks = Set(drift.matches.compactMap(\.variant).map(\.framework.text)).sorted()
        return ["\(heading): \(style.bold(path)) is \(labels(drift, style).joined(separator: ", "))"]
            + frameworks.map { "The store was made with \($0), which infer inverses that newer systems don't." }
            + (drift.isRecognised ? [] : ["Its version hashes no longer match a declaration."])
    }

    /// Returns the matching versions, each with all places that declare or freeze it.
    private static func labels(_ drift: StoreIdentification, _ style: Style) -> [String] {
        drift.matches.map(\.version.titleWithSchema).unique.map { title in
            let places = drift.matches.map(\.version).filter { $0.titleWithSchema == title }.map(\.placeText)
            return "\(title) \(style.faint("(\(places.unique.joined(separator: ", ")))"))"
        }
    }

    /// Returns the project's versions that a store has, as a phrase.
    static func versions(_ drift: StoreIdentification) -> String {
        guard !drift.matches.isEmpty else { return "none of its versions matches" }
        let labels = labels(drift, Style(false)).joined(separator: ", ")
        return drift.isRecognised ? labels : "\(labels), which has drifted"
    }

    private static func nearest(
        _ drift: StoreIdentification, _ excerpts: inout SourceExcerpts, _ style: Style
    )
        -> [String]
    {
        guard let nearest = drift.nearest else { return ["", "No version is similar."] }
        let version = nearest.version
        let name = "\(version.titleWithSchema) \(style.faint("(\(version.placeText), \(percent(nearest)) similar)"))"
        var lines = ["", "From the store to \(drift.matches.isEmpty ? "the nearest version, " : "")\(name):"]
        switch nearest.differences {
        case .models(let changes): lines += Self.lines(changes, nearest.version, &excerpts, style)
        case .tables(let differences):
            lines += differences.map { "  " + StoreIdentificationReport.TableDifferenceMessage($0).text }
            lines.append("The store has no model, so nothing else is known about its properties.")
        }
        let changed = nearest.changedEntities
        let assumed = nearest.version.assumptions.filter { changed.contains($0.entity) }
        if !assumed.isEmpty {
            let names = assumed.map {
                "\([$0.entity, $0.property].compactMap { $0 }.joined(separator: ".")) (\($0.shape.text))"
            }
            lines.append(
                "Not verified against Apple's framework: \(names.joined(separator: ", ")).")
        }
        var named: Set<String> = [version.titleWithSchema]
        let others = drift.candidates.filter {
            !$0.isMatch && $0.likeness.share > 0 && named.insert($0.version.titleWithSchema).inserted
        }
        if drift.matches.isEmpty, !others.isEmpty {
            let shown = others.prefix(5).map { "\($0.version.titleWithSchema) \(percent($0))" }
            lines += ["", "Others: \(shown.joined(separator: ", "))\(others.count > 5 ? ", …" : "")"]
        }
        return lines
    }

    private static func lines(
        _ changes: [ModelChange], _ version: SchemaVersion, _ excerpts: inout SourceExcerpts,
        _ style: Style
    ) -> [String] {
        // The most severe kind comes first, because it is the reason why the store isn't recognized.
        let sorted = ModelChange.Kind.allCases.flatMap { kind in changes.filter { $0.kind == kind } }
        return sorted.flatMap { change -> [String] in
            let place = version.place(of: change)
            let line =
                "  \(place.map { "\($0): " } ?? "")\(style.bold(ChangeMessage(change).sentence)) [\(change.kind.rawValue)]"
            return [line] + (place.map { excerpts.excerpt($0) } ?? [])
        }
    }

    private static func percent(_ candidate: StoreIdentification.Candidate) -> String {
        // Never show a different version as 100 % similar.
        "\(min(99, Int((candidate.likeness.share * 100).rounded()))) %"
    }

    // MARK: JSON

    var contents: JSONObject {
        let (inspection, isRecognised) = (drift.inspection, drift.isRecognised)
        let nearest = isRecognised ? nil : drift.nearest
        return [
            "blame": blame.map { BlameReport(outcome: $0).json },
            "candidates": drift.candidates.filter { !$0.isMatch }.map { Self.json($0, withChanges: false) },
            "defects": inspection.defects.map(\.json), "findings": problems.map(\.json),
            "isRecognised": isRecognised, "matches": drift.matches.map { Self.json($0, withChanges: true) },
            "nearest": nearest.map { Self.json($0, withChanges: true) },
            "problems": inspection.problems.map { StoreProblemMessage($0).text }, "store": store,
            "symptom": drift.unlisting.map { UnknownStore.Symptom($0.staging).code }
                ?? (isRecognised ? nil : drift.symptom.code),
            "versionHashes": inspection.metadata.versionHashes.mapValues { Digest.hex($0) },
            "versionIdentifiers": inspection.metadata.versionIdentifiers,
        ]
    }

    private static func json(_ candidate: StoreIdentification.Candidate, withChanges: Bool) -> JSONObject {
        let version = candidate.version
        var json: JSONObject = [
            "framework": candidate.variant?.framework, "group": version.group,
            "likeness": (candidate.likeness.share * 1000).rounded() / 1000, "schema": version.schema,
            "version": version.name,
        ]
        switch version.origin {
        case .frozen(let folder): json = json.merging(["fixture": folder, "origin": "frozen"])
        case .declared(let condition):
            let place = version.location
            json = json.merging([
                "column": place?.column, "file": place?.file, "line": place?.line, "origin": "declared",
                "platform": condition,
            ])
        case .live, .fixture, .store: break
        }
        guard withChanges else { return json }
        switch candidate.differences {
        case .models(let changes): json["changes"] = changes.map { $0.json(at: version.place(of: $0)) }
        case .tables(let differences): json["tables"] = differences.map(Self.json)
        }
        return json
    }

    private static func json(_ difference: StoreIdentification.TableDifference) -> JSONObject {
        [
            "columnsOfStore": difference.columnsOfStore, "columnsOfVersion": difference.columnsOfVersion,
            "isInStore": difference.isInStore, "isInVersion": difference.isInVersion, "model": difference.entity,
            "what": TableDifferenceMessage(difference).text,
        ]
    }
}

extension SchemaVersion {
    /// The version's origin and location, such as `declared at Sources/…:3:1` or `frozen in 1.0.0`.
    fileprivate var placeText: String {
        let place = location.map { " at \($0)" } ?? ""
        return switch origin {
        case .frozen(let folder): "frozen in \(folder)"
        case .declared(let condition?): "declared under `#if \(condition)`" + place
        case .declared, .live, .fixture, .store: "declared" + place
        }
    }
}

extension StoreIdentification.Candidate {
    /// The names of the entities that differ between the store and this version.
    var changedEntities: Set<String> {
        switch differences {
        case .models(let changes): Set(changes.compactMap(\.entity))
        case .tables(let differences): Set(differences.map(\.entity))
        }
    }
}

extension StoreIdentificationReport {
    /// The message about a difference in an entity's table. It is a sentence without a period.
    struct TableDifferenceMessage {
        let text: String

        init(_ difference: StoreIdentification.TableDifference) {
            let columns = [
                difference.columnsOfStore.isEmpty
                    ? nil : "only the store has \(difference.columnsOfStore.joined(separator: ", "))",
                difference.columnsOfVersion.isEmpty
                    ? nil : "only the version has \(difference.columnsOfVersion.joined(separator: ", "))",
            ].compactMap { $0 }
            text =
                if !difference.isInVersion {
                    "only the store has the model \(difference.entity)"
                } else if !difference.isInStore {
                    "only the version has the model \(difference.entity)"
                } else {
                    "\(difference.entity) has a different hash: "
                        + (columns.isEmpty ? "its columns are the same" : columns.joined(separator: "; "))
                }
        }
    }
}
