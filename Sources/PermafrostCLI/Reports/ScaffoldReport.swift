import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostProject
import PermafrostSource

/// The report of `scaffold`, with the outcome for each test. In the text format, the command prints each outcome as
/// soon as it is available.
struct ScaffoldReport: Report {
    let command = "scaffold"
    let scaffold: ProjectScaffold
    let outcomes: [ProjectScaffold.Outcome]
    /// The findings about problems in the sources. If one of them is an error, some declarations couldn't be read.
    let problems: [Finding]
    /// The function that makes paths inside the working folder relative to that folder, for messages and JSON.
    let shown: @Sendable (String) -> String

    var exitCode: ExitCode {
        let isIncomplete =
            scaffold.skips.contains { !$0.isOfModelFile } || outcomes.contains(where: \.isFailure) || !refused.isEmpty
            || problems.contains { $0.severity == .error }
        return isIncomplete ? .failed : .success
    }

    /// The outcomes for edited files, which `--replace` doesn't overwrite. Empty if `--replace` wasn't given.
    private var refused: [ProjectScaffold.Outcome] {
        scaffold.replaces ? outcomes.filter { if case .edited = $0.result { true } else { false } } : []
    }

    var contents: JSONObject {
        [
            "advice": ScaffoldReport.Advice.dependencies(scaffold).nonEmpty?.joined(separator: "\n"),
            "files": outcomes.map(json), "findings": problems.map(\.json),
            "missingDependencies": scaffold.missing.dependencies, "skipped": scaffold.skips.map(Self.json),
            "target": scaffold.folder.target?.name, "tests": shown(scaffold.folder.path),
        ]
    }

    /// The contents for the report of a command that has findings of its own.
    var contentsWithoutFindings: JSONObject {
        var contents = contents
        contents["findings"] = nil
        return contents
    }

    /// Returns the lines about skipped tests, edited files that weren't replaced, missing dependencies, and the
    /// remaining steps in Xcode.
    func page(_ context: ReportContext) -> [String] {
        let skips = scaffold.skips.filter { !$0.isOfModelFile }.flatMap { skip in
            let wording = ScaffoldSkipMessage(skip)
            return [
                "\(context.style.yellow("skipped"))  \(wording.what)", "         fix: \(wording.fix)",
            ]
        }
        let refusals = refused.flatMap { outcome in
            [
                "\(context.style.yellow("refused"))  \(shown(outcome.path)): it was edited, so --replace doesn't overwrite it",
                "         fix: Keep your edits, or delete the file first and run the command again: rm "
                    + shown(outcome.path).asShellWord,
            ]
        }
        let isNew = outcomes.contains(where: \.isNew)
        return skips + refusals + modelStores + ScaffoldReport.Advice.dependencies(scaffold)
            + (isNew ? ScaffoldReport.Advice.xcode(scaffold) : [])
    }

    /// The lines about the frozen stores of Core Data models, with a test for each model.
    private var modelStores: [String] {
        let stores = scaffold.skips.compactMap { skip -> (model: String, path: String)? in
            if case .coreDataModel(let name, let path) = skip.reason { (name, path) } else { nil }
        }
        return stores.map(\.model).unique.flatMap { model -> [String] in
            let test = ModelStoreTest(
                model: model,
                stores: stores.filter { $0.model == model }.map(\.path).sorted {
                    $0.compare($1, options: .numeric) == .orderedAscending
                })
            return [
                "To check that the app opens the frozen stores of \(model), add this test to the app's test target:",
                "",
            ]
                + test.lines
        }
    }

    var nextSteps: [String] {
        guard !scaffold.files.isEmpty else { return [] }
        let new = outcomes.filter(\.isNew)
        return [
            ScaffoldReport.Advice.fixtures(scaffold),
            scaffold.missing.isEmpty ? nil : "The tests compile only after you add the lines above to Package.swift",
            new.contains(where: \.hasReasons) ? "Fill in the reasons marked TODO" : nil,
            new.contains(where: \.file.test.isUnfinished)
                ? "An unfinished test fails until you assert what its migration does" : nil,
            new.isEmpty
                ? nil : "Run and commit the tests. You can edit them, because edited tests are never overwritten",
        ].compactMap { $0 }
    }

    private func json(_ outcome: ProjectScaffold.Outcome) -> JSONObject {
        let (status, reason): (String, String?) =
            switch outcome.result {
            case .written: ("written", nil)
            case .replaced: ("replaced", nil)
            case .unchanged: ("unchanged", nil)
            case .outdated: ("outdated", nil)
            case .edited: ("edited", nil)
            case .failed(let error): ("failed", ErrorMessage(error).whole)
            }
        let test = outcome.file.test
        return [
            "from": test.from, "group": test.fixture.group, "isUnfinished": test.isUnfinished ? true : nil,
            "kind": test.kind, "name": outcome.file.name, "path": shown(outcome.path), "reason": reason,
            "schema": test.schema, "status": status, "version": test.version,
        ]
    }

    private static func json(_ skip: ScaffoldSkip) -> JSONObject {
        let wording = ScaffoldSkipMessage(skip)
        return [
            "fix": wording.fix, "group": skip.group, "reason": skip.reason.name, "subject": skip.subject,
            "versions": skip.versions, "what": wording.what,
        ]
    }
}

extension TestFile.Test {
    fileprivate var kind: String {
        switch self {
        case .drift: "drift"
        case .migration: "migration"
        case .retirement: "retirement"
        }
    }

    fileprivate var fixture: FrozenName {
        switch self {
        case .drift(let test): test.fixture
        case .migration(let test): test.fixture
        case .retirement(let test): test.fixture
        }
    }

    fileprivate var from: String? {
        switch self {
        case .drift, .retirement: nil
        case .migration(let test): test.fixture.version
        }
    }

    fileprivate var schema: String? {
        switch self {
        case .drift(let test): test.schema
        case .migration(let test): test.schema
        case .retirement: nil
        }
    }

    fileprivate var version: String {
        switch self {
        case .drift(let test): test.fixture.version
        case .migration(let test): test.version
        case .retirement(let test): test.fixture.version
        }
    }
}

extension ProjectScaffold.Outcome {
    /// Whether the test contains expectations with a `TODO` in place of a reason, which the user must write.
    fileprivate var hasReasons: Bool {
        if case .migration(let test) = file.test { test.expectations.contains { $0.reason == nil } } else { false }
    }
}

extension ScaffoldReport {
    /// Advice about what the tests need in order to run.
    enum Advice {
        /// Returns the lines that a manifest lacks, with instructions to add them. Empty if no dependency is missing.
        static func dependencies(_ scaffold: ProjectScaffold) -> [String] {
            let missing = scaffold.missing
            guard let target = missing.target, !missing.isEmpty else { return [] }
            let package = missing.package ?? ToolCommand.package
            func product(_ name: String) -> String { "  .product(name: \"\(name)\", package: \"\(package)\")," }
            var lines: [String] = []
            if missing.package == nil {
                lines += [
                    "Package.swift: the package doesn't depend on Permafrost. Add this line to its dependencies:",
                    "  .package(url: \"REPOSITORY_OF_PERMAFROST\", from: \"\(PermafrostRelease.version)\"),",
                ]
            }
            if !missing.dependencies.isEmpty {
                lines.append("Package.swift: the \(target) test target lacks dependencies that its tests import. Add:")
                lines += missing.dependencies.map { $0 == ManifestGaps.testing ? product($0) : "  \"\($0)\"," }
            }
            if !missing.modelTargets.isEmpty {
                lines += [
                    "Package.swift: on Linux, the models import SwiftData from Permafrost. Add to the "
                        + "\(missing.modelTargets.listed) target\(missing.modelTargets.count == 1 ? "" : "s"):",
                    product("Permafrost"),
                ]
            }
            return lines
        }

        /// Returns the steps to take in Xcode; empty if the tests don't belong to an Xcode target. The steps are listed
        /// even if they are done, because an Xcode target's dependencies are unknown.
        static func xcode(_ scaffold: ProjectScaffold) -> [String] {
            guard let target = scaffold.xcodeTarget else { return [] }
            return [
                "In Xcode, add Permafrost's package, and its PermafrostTesting product to the \(target) target.",
                "  Also add the files, unless the target's folder is a synchronized folder",
            ]
        }

        /// Returns advice to set `PERMAFROST_FIXTURES`; nil if the tests find the fixture tree automatically.
        static func fixtures(_ scaffold: ProjectScaffold) -> String? {
            scaffold.findsFixtures
                ? nil
                : "The tests search the folders above them for Fixtures. To use this tree, set PERMAFROST_FIXTURES to "
                    + "its path when you run the tests"
        }
    }
}
